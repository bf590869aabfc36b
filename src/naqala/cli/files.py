"""Files of games and decks: whatever goes wrong with one is told in a sentence."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from naqala.rules.errors import NaqalaError
from naqala.rules.record import RECORD_LENGTH
from naqala.text import Catalogue

STANDARD_INPUT = "-"
LARGEST = 4 * RECORD_LENGTH
"""The most bytes that are read: a character of UTF-8 has at most four."""


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
        raise _bad("read", name, words, reason=reason(error, words)) from None
    if len(content) > LARGEST:
        raise _bad(f"large_{what}", name, words, most=LARGEST)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _bad(f"bytes_{what}", name, words) from None
    return text.replace("\r\n", "\n")


def _bad(key: str, name: str, words: Catalogue, **values: object) -> BadFile:
    return BadFile(words.say(f"refused.{key}", file=shown(name, words), **values))


def write_text(name: str, text: str, words: Catalogue) -> None:
    """Write a file as a whole or not at all: a reader never meets half of it."""
    try:
        path = _target(name)
        with _beside(path) as beside:
            with beside.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(path)
    except (OSError, RuntimeError, ValueError) as error:
        raise _bad("write", name, words, reason=reason(error, words)) from None


def check_writable(name: str, words: Catalogue) -> None:
    """Refuse a file that could not be written, before the work that it should hold is begun."""
    try:
        with _beside(_target(name)) as beside, beside.open("x"):
            pass
    except (OSError, RuntimeError, ValueError) as error:
        raise _bad("write", name, words, reason=reason(error, words)) from None


def _target(name: str) -> Path:
    """Where to write; to replace a folder or a device would be a disaster."""
    path = Path(name).expanduser().resolve()
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "a folder")
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "not a plain file")
    return path


@contextmanager
def _beside(path: Path) -> Iterator[Path]:
    """A name for a file in the same folder, which is gone afterwards."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield beside
    finally:
        beside.unlink(missing_ok=True)


def exists(name: str) -> bool:
    """Whether there is something of this name that writing would replace."""
    try:
        return Path(name).expanduser().exists()
    except (OSError, RuntimeError, ValueError):
        return False


def shown(name: str, words: Catalogue) -> str:
    """A file name as it can be printed in a sentence."""
    if name == STANDARD_INPUT:
        return words.say("refused.standard_input")
    return name if name.isprintable() and name.strip() else repr(name)


def reason(error: Exception, words: Catalogue) -> str:
    """Why the system refused, in words of the catalogue."""
    number = error.errno if isinstance(error, OSError) else None
    key = f"reason.{errno.errorcode.get(number or 0, '')}"
    return words.say(key if key in words.messages else "reason.unknown")
