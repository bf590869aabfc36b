"""Read and write files of games and decks; every problem becomes a `BadFile`."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from itertools import count
from pathlib import Path
from typing import BinaryIO

from naqala.rules.errors import NaqalaError
from naqala.rules.notation.record import RECORD_LENGTH
from naqala.text import Catalogue

STANDARD_INPUT = "-"
LARGEST = 4 * RECORD_LENGTH
"""The most bytes that are read: a UTF-8 character has at most four."""
REASONS = (
    errno.ENOENT,
    errno.EISDIR,
    errno.ENOTDIR,
    errno.EACCES,
    errno.EPERM,
    errno.EROFS,
    errno.ENOSPC,
    errno.ENAMETOOLONG,
    errno.EINVAL,
)
"""Errors of the system that have a translated message."""


class BadFile(NaqalaError):
    """A file that cannot be read or written."""


def read_text(name: str, words: Catalogue, what: str = "game") -> str:
    """The text of a file that should hold a game or a deck; `-` is standard input."""
    try:
        if name == STANDARD_INPUT:
            content = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with Path(name).expanduser().open("rb") as file:
                content = file.read(LARGEST + 1)
    except (OSError, RuntimeError, ValueError) as error:
        raise BadFile("unreadable_file", file=shown(name, words), reason=reason(error)) from None
    if len(content) > LARGEST:
        raise BadFile(f"large_{what}", file=shown(name, words), most=LARGEST)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadFile(f"bytes_{what}", file=shown(name, words)) from None
    return text.replace("\r\n", "\n")


def write_text(name: str, text: str, words: Catalogue) -> None:
    """Write a file completely or not at all."""
    with writing(name, words) as file:
        file.write(text.encode())


def keep_text(name: str, text: str, words: Catalogue) -> str:
    """Write a file, without a name a new one here or in the home folder, and return its name."""
    if name:
        write_text(name, text, words)
        return name
    try:
        return _keep_in(Path(), text, words)
    except BadFile:
        return _keep_in(Path.home(), text, words)


def _keep_in(folder: Path, text: str, words: Catalogue) -> str:
    """Write a file with a new name."""
    today = date.today().isoformat()
    for number in count(1):
        more = f"-{number}" if number > 1 else ""
        name = str(folder / f"naqala-{today}{more}.naqala")
        if not exists(name):
            break
    write_text(name, text, words)
    return name


@contextmanager
def writing(name: str, words: Catalogue, *, private: bool = False) -> Iterator[BinaryIO]:
    """A file that appears under its name only when it is complete.

    With `private` only its owner may read it.
    """
    try:
        path = _target(name)
        mode = 0o600 if private else 0o666
        with _beside(path) as beside:
            with open(beside, "xb", opener=lambda file, flags: os.open(file, flags, mode)) as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            beside.replace(path)
    except NaqalaError:  # raised by the code that writes
        raise
    except (OSError, RuntimeError, ValueError) as error:
        raise BadFile("unwritable_file", file=shown(name, words), reason=reason(error)) from None


@contextmanager
def reading(name: str, words: Catalogue) -> Iterator[BinaryIO]:
    """A file to be read in parts; `-` is standard input."""
    if name == STANDARD_INPUT:
        yield sys.stdin.buffer
        return
    try:
        file = Path(name).expanduser().open("rb")
    except (OSError, RuntimeError, ValueError) as error:
        raise BadFile("unreadable_file", file=shown(name, words), reason=reason(error)) from None
    with file:
        yield file


def check_writable(name: str, words: Catalogue) -> None:
    """Refuse a file that could not be written, before any work is done for it."""
    try:
        with _beside(_target(name)) as beside, beside.open("x"):
            pass
    except (OSError, RuntimeError, ValueError) as error:
        raise BadFile("unwritable_file", file=shown(name, words), reason=reason(error)) from None


def _target(name: str) -> Path:
    """The file to write to; folders and devices are never replaced."""
    path = Path(name).expanduser().resolve()
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "a folder")
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "not a plain file")
    return path


@contextmanager
def _beside(path: Path) -> Iterator[Path]:
    """A temporary file in the same folder."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield beside
    finally:
        beside.unlink(missing_ok=True)


def exists(name: str) -> bool:
    """Whether writing would replace an existing file."""
    try:
        return Path(name).expanduser().exists()
    except (OSError, RuntimeError, ValueError):
        return False


def shown(name: str, words: Catalogue) -> str:
    """A file name that can be printed in a sentence."""
    if name == STANDARD_INPUT:
        return words.say("terminal.standard_input")
    return name if name.isprintable() and name.strip() else repr(name)


def reason(error: Exception) -> BadFile:
    """Why the system refused."""
    number = error.errno if isinstance(error, OSError) else None
    name = errno.errorcode[number].lower() if number in REASONS else "unknown"
    return BadFile(f"system_{name}")
