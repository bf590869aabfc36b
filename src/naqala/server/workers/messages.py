"""Messages on the pipes of worker processes: pickles, each preceded by its length."""

from __future__ import annotations

import pickle
from typing import BinaryIO

LENGTH_BYTES = 4


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
