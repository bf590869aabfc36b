"""The standard library of the site: byte code, without the modules that the game never imports.

Pyodide's own archive contains sources, which every worker would compile anew when it starts. Byte
code halves the time until the engine answers, and leaving modules out makes up for its size.
"""

from __future__ import annotations

from fnmatch import fnmatch
from pathlib import Path
from zipfile import ZipFile

LEFT_OUT = (
    # Debuggers, profilers, tests and documentation.
    "bdb", "cProfile", "doctest", "modulefinder", "pdb", "pickletools", "profile", "pstats",
    "pyclbr", "pydoc", "tabnanny", "timeit", "trace", "unittest",
    # Consoles, command lines and compilers.
    "_pyrepl", "argparse", "cmd", "code", "compileall", "fileinput", "getopt", "getpass",
    "optparse", "py_compile", "pyodide.console", "pty", "rlcompleter", "runpy", "symtable", "tty",
    "zipapp",
    # Processes, C libraries and databases, which a page does not have.
    "concurrent.futures.process", "concurrent.futures.interpreter", "ctypes", "multiprocessing",
    "sqlite3", "_sysconfigdata_*", "sysconfig",
    # The network: the engine talks to the page only.
    "email", "ftplib", "html", "http", "imaplib", "mailbox", "mimetypes", "netrc", "poplib",
    "pyodide.http", "smtplib", "socketserver", "urllib.request", "urllib.robotparser",
    "webbrowser", "wsgiref", "xmlrpc",
    # Files of other formats.
    "_markupbase", "configparser", "csv", "logging.config", "logging.handlers", "plistlib",
    "quopri", "shelve", "tarfile", "wave", "xml",
    # Other systems, and Python versions of modules that Pyodide has in C.
    "_pydatetime", "_pyio", "_py_abc", "asyncio.proactor_events", "asyncio.tools",
    "asyncio.windows_*", "nturl2path",
    # Arithmetic and time zones.
    "colorsys", "fractions", "statistics", "zoneinfo",
    # Jokes and examples.
    "__hello__", "__phello__", "antigravity", "this",
)  # fmt: skip
"""Modules and packages, as patterns of their names."""
ENCODINGS = (
    "__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "raw_unicode_escape",
    "unicode_escape", "utf_16", "utf_16_be", "utf_16_le", "utf_32", "utf_32_be", "utf_32_le",
    "utf_8", "utf_8_sig",
)  # fmt: skip
"""The encodings that are kept: those of Unicode, and those that Python itself uses."""


def unpack(archive: Path, folder: Path) -> None:
    """Unpack the sources of a standard library, except for what the site leaves out."""
    with ZipFile(archive) as source:
        kept = [name for name in source.namelist() if name.endswith(".py") and is_kept(name)]
        source.extractall(folder, kept)


def is_kept(path: str) -> bool:
    """Whether the site contains a file of the standard library."""
    parts = path.removesuffix(".py").split("/")
    if parts[0] == "encodings":
        return parts[1] in ENCODINGS
    names = [".".join(parts[:end]) for end in range(1, len(parts) + 1)]
    return not any(fnmatch(name, pattern) for name in names for pattern in LEFT_OUT)
