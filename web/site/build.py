"""Build the site: the whole game as static files, for any web host (`make site`).

The page runs the package itself, in a worker: `naqala.browser`. The site contains the page, the
Pyodide runtime, the wheels, the package and the standard library as byte code, and the texts. Files
that are worth it have compressed copies beside them, for hosts that can serve those.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import msgspec

import hatch_build
from naqala import __version__
from naqala.browser.about import about
from naqala.text import LANGUAGES
from naqala.text.page_texts import VIEWS, page_texts, view_texts
from web.site import standard_library

WEB = Path(__file__).parent.parent
ROOT = WEB.parent
SITE = ROOT / "dist" / "site"
SOURCES = ("src/naqala", "web", "requirements", "hatch_build.py")
"""What the site is built from."""
DIGEST = ".sources"
"""A file in the site with the digest of its sources."""
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
LIBRARY, PACKAGE = "python_stdlib.zip", "naqala.zip"
PARTS = ("rules", "text", "bots", "lessons", "puzzles", "tables", "browser")
"""The packages that run in the browser."""
LEFT_OUT = (
    "bots/arena", "bots/engines", "bots/external.py", "bots/value/numpy_backend",
    # These generate files of the page.
    "tables/protocol/box_data.py", "tables/protocol/card_data.py", "tables/protocol/schemas.py",
    "tables/protocol/typescript.py",
)  # fmt: skip
NOT_FOR_ENGINE = (
    "page", "lesson", "terminal", "command", "arguments", "prompt", "arena", "verify",
)  # fmt: skip
"""Sections of the catalogues that the engine does not need."""
WHEELS = ("msgspec",)
PLATFORM = "pyemscripten_2026_0_wasm32"
COMPRESSED = (".css", ".html", ".js", ".json", ".mjs", ".svg", ".wasm", ".webmanifest")
"""Files that are worth compressing; archives, pictures and fonts are compressed already."""
OF_SERVERS = ("away.css", "away.html")
"""Files of `web/public` that only the page of a server uses."""
IGNORED = {"__pycache__", "node_modules", "page", "shots", "tests"}
"""Folders that change nothing in the site."""
EPOCH = (2026, 1, 1, 0, 0, 0)
"""The time of all files in the package, so that equal sources give equal archives."""


def build(site: Path = SITE, *, compressed: bool = True) -> bool:
    """Build everything if the sources have changed; return whether they had.

    Copies are compressed once, even if the site was built without them.
    """
    outdated = is_outdated(site)
    if outdated:
        shutil.rmtree(site, ignore_errors=True)
        hatch_build.install(WEB)
        hatch_build.run(
            WEB, "run", "--silent", "build", "--", "--mode", "site", "--logLevel", "error",
            "--outDir", str(site),
        )  # fmt: skip
        (site / "site.html").rename(site / "index.html")
        for name in OF_SERVERS:
            (site / name).unlink()
        for name in ("manifest.webmanifest", "worker.js"):
            shutil.copy(WEB / "site" / name, site)
        add_python(site)
        add_texts(site)
        add_file_list(site)
        (site / DIGEST).write_text(digest())
    if compressed:
        compress(site)
    return outdated


def is_outdated(site: Path = SITE) -> bool:
    """Whether the site is missing or its sources have changed since it was built."""
    known = site / DIGEST
    return not known.is_file() or known.read_text() != digest()


def digest() -> str:
    """A digest of all sources of the site."""
    seen = sha256()
    for name in SOURCES:
        source = ROOT / name
        for path in sorted(source.rglob("*")) if source.is_dir() else [source]:
            if path.is_file() and not IGNORED.intersection(path.relative_to(ROOT).parts):
                content = path.read_bytes()
                seen.update(f"{path.relative_to(ROOT)}\0{len(content)}\0".encode() + content)
    return seen.hexdigest()


def add_python(site: Path) -> None:
    """Add the runtime, the wheels and the package.

    Their folder is named after their content: a page never mixes the files of two versions.
    """
    folder = site / "python"
    folder.mkdir()
    for name in RUNTIME:
        shutil.copy(WEB / "node_modules" / "pyodide" / name, folder)
    lock = json.loads((WEB / "node_modules" / "pyodide" / "pyodide-lock.json").read_text())
    (folder / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}))
    wheels = download_wheels(folder)
    add_byte_code(folder)
    packages = [*wheels, PACKAGE]
    fetched = (RUNTIME[2], LIBRARY, *packages)
    total = sum((folder / name).stat().st_size for name in fetched)
    (folder / "files.json").write_text(json.dumps({"packages": packages, "bytes": total}))
    seen = sha256()
    for path in sorted(folder.iterdir()):
        seen.update(path.read_bytes())
    name = f"python-{seen.hexdigest()[:12]}"
    folder.rename(site / name)
    page = site / "index.html"
    html = page.read_text(encoding="utf-8")
    page.write_text(html.replace('content="python"', f'content="{name}"'), encoding="utf-8")


def download_wheels(folder: Path) -> list[str]:
    """Download the wheels for the browser, in the locked versions; their hashes are checked."""
    with TemporaryDirectory() as temporary:
        requirements = Path(temporary) / "browser.txt"
        requirements.write_text("".join(map(locked, WHEELS)))
        command = [
            sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet",
            "--no-deps", "--require-hashes", "--only-binary=:all:", "--platform", PLATFORM,
            "--python-version", "3.14", "--implementation", "cp", "--abi", "cp314",
            "--dest", str(folder), "--requirement", str(requirements),
        ]  # fmt: skip
        subprocess.run(command, check=True)
    return sorted(path.name for path in folder.glob("*.whl"))


def locked(package: str) -> str:
    """The lines of the lock file for a package: its version and the hashes of all its wheels."""
    lines = (ROOT / "requirements" / "dev.txt").read_text().splitlines(keepends=True)
    first = next(nth for nth, line in enumerate(lines) if line.startswith(f"{package}=="))
    last = next(nth for nth, line in enumerate(lines[first:], first) if not line.endswith("\\\n"))
    return "".join(lines[first : last + 1])


def add_byte_code(folder: Path) -> None:
    """Add the package and the standard library, compiled by the Python that runs in the browser."""
    with TemporaryDirectory() as temporary:
        package, library = Path(temporary) / "package", Path(temporary) / "library"
        copy_package(package / "naqala")
        standard_library.unpack(WEB / "node_modules" / "pyodide" / LIBRARY, library)
        for optimize, sources in ((0, package), (2, library)):
            script = ("node", "site/compile.mjs", str(sources), str(optimize))
            hatch_build.run(WEB, "exec", "--", *script)
        pack(package, folder / PACKAGE)
        pack(library, folder / LIBRARY)


def copy_package(copy: Path) -> None:
    """Copy the parts of the package that run in the browser."""
    source = ROOT / "src" / "naqala"
    for part in PARTS:
        ignored = shutil.ignore_patterns("__pycache__", "py.typed")
        shutil.copytree(source / part, copy / part, ignore=ignored)
    shutil.copy(source / "__init__.py", copy)
    for name in LEFT_OUT:
        left_out = copy / name
        shutil.rmtree(left_out) if left_out.is_dir() else left_out.unlink()
    for catalogue in (copy / "text").glob("*.toml"):
        text = catalogue.read_text(encoding="utf-8")
        catalogue.write_text(used_by_engine(text), encoding="utf-8")


def pack(folder: Path, target: Path) -> None:
    """Pack a folder so that equal contents give equal archives."""
    with ZipFile(target, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                info = ZipInfo(path.relative_to(folder).as_posix(), EPOCH)
                archive.writestr(info, path.read_bytes(), ZIP_DEFLATED, 9)


def used_by_engine(catalogue: str) -> str:
    """A catalogue without the sections of the page, which loads them itself, and of commands."""
    sections = re.split(r"^(?=\[)", catalogue, flags=re.MULTILINE)
    return "".join(each for each in sections if _name(each) not in NOT_FOR_ENGINE)


def _name(section: str) -> str:
    """The first part of the name of a section, which begins with `[`; otherwise something else."""
    return re.split(r"\W", section.removeprefix("["), maxsplit=1)[0]


def add_texts(site: Path) -> None:
    """Add what the page needs before the engine is loaded: its texts and what it offers."""
    words = site / "words"
    words.mkdir()
    for language in LANGUAGES:
        texts = {language: page_texts(language)}
        texts |= {f"{language}-{view}": view_texts(language, view) for view in VIEWS}
        for name, messages in texts.items():
            (words / f"{name}.json").write_bytes(msgspec.json.encode(messages))
    (site / "about.json").write_bytes(msgspec.json.encode(about()))


def add_file_list(site: Path) -> None:
    """Tell the service worker which files belong to this version."""
    names = sorted(path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())
    cached = [name for name in names if name not in ("worker.js", "index.html")]
    seen = sha256()
    for name in names:
        seen.update(name.encode() + b"\0" + (site / name).read_bytes())
    version = f"{__version__}-{seen.hexdigest()[:12]}"
    worker = (site / "worker.js").read_text(encoding="utf-8")
    files = json.dumps(["./", *cached])
    filled = worker.replace("__VERSION__", version).replace("'__FILES__'", files)
    if filled == worker:
        raise hatch_build.CannotBuild("worker.js has no place for the list of files.")
    (site / "worker.js").write_text(filled, encoding="utf-8")


def compress(site: Path) -> None:
    """Write compressed copies beside the files that are worth it, where they are missing."""
    found = [
        path
        for path in sorted(site.rglob("*"))
        if path.suffix in COMPRESSED and not path.with_name(f"{path.name}.br").is_file()
    ]
    for path in found:
        content = gzip.compress(path.read_bytes(), 9, mtime=0)
        path.with_name(f"{path.name}.gz").write_bytes(content)
    if found:
        hatch_build.run(WEB, "exec", "--", "node", "site/brotli.mjs", *map(str, found))


def sizes(site: Path) -> str:
    """How much a first visit loads, in megabytes."""
    total = start = 0
    for path in site.rglob("*"):
        if path.suffix in (".gz", ".br") or not path.is_file():
            continue
        brotli = path.with_name(f"{path.name}.br")
        size = (brotli if brotli.is_file() else path).stat().st_size
        total += size
        start += size if not path.parent.name.startswith("python") else 0
    return f"{total / 1e6:.1f} MB, {start / 1e3:.0f} kB of them without the engine"


def main() -> None:
    """Build the site and say how large it is."""
    parser = argparse.ArgumentParser(prog="python -m web.site.build", description=__doc__)
    parser.add_argument("--uncompressed", action="store_true", help="without compressed copies")
    options = parser.parse_args()
    build(compressed=not options.uncompressed)
    print(f"{SITE.relative_to(ROOT)}: {sizes(SITE)}")


if __name__ == "__main__":
    try:
        main()
    except hatch_build.CannotBuild as problem:
        sys.exit(str(problem))
