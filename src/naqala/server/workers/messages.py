"""Messages on the pipes of worker processes: pickles, each preceded by its length."""

from __future__ import annotations

import pickle
from typing import BinaryIO, NamedTuple

LENGTH_BYTES = 4


class OwnDecision(NamedTuple):
    """The answer of a bot of the operator, which may fail."""

    choice: int | None
    """Which legal action; None if it gave no answer."""
    fault: str
    """Why it failed, or why another bot answered in its place; empty if it did not fail."""


def read(source: BinaryIO) -> object | None:
    """Read the next object from a pipe; None at its end."""
    head = source.read(LENGTH_BYTES)
    if len(head) < LENGTH_BYTES:
        return None
    found: object = pickle.loads(source.read(int.from_bytes(head)))
    return found


def framed(thing: object) -> bytes:
    """An object as bytes, preceded by its length."""
    body = pickle.dumps(thing, protocol=5)
    return len(body).to_bytes(LENGTH_BYTES) + body
