"""What worker processes are asked, and how it goes through a pipe.

A question is what `Bot.choose` gets and nothing more: the view of the bot's own seat. The pipes
carry pickles of our own making, each behind its length.
"""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from typing import BinaryIO, NamedTuple

from naqala.rules.actions import Action
from naqala.rules.view import View

LENGTH_BYTES = 4


class Question(NamedTuple):
    """What a bot shall decide; the answer is the place of the choice in the list."""

    key: str
    """The table and the seat: the same bot goes on with its plan."""
    name: str
    seed: int
    view: View
    legal: Sequence[Action]


class Wish(NamedTuple):
    """What the adviser shall look at; the answer is an `Advice`."""

    view: View
    budget: float
    options: int
    """How many."""


def read(source: BinaryIO) -> object | None:
    """The next thing in a pipe, or None at its end."""
    head = source.read(LENGTH_BYTES)
    if len(head) < LENGTH_BYTES:
        return None
    found: object = pickle.loads(source.read(int.from_bytes(head)))
    return found


def framed(thing: object) -> bytes:
    """Something behind its length."""
    body = pickle.dumps(thing, protocol=5)
    return len(body).to_bytes(LENGTH_BYTES) + body
