"""A worker process that thinks for bots: questions come in on its input, answers go out.

Started by `thinking` in a Python of its own. A question is what `Bot.choose` gets
and nothing more: the view of the bot's own seat. Both pipes carry pickles of our own making, each
behind its length.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections import OrderedDict
from collections.abc import Sequence
from typing import BinaryIO, NamedTuple

from naqala.bots import bot
from naqala.bots.adviser import advise
from naqala.bots.bot import Bot
from naqala.rules.actions import Action
from naqala.rules.view import View

LENGTH_BYTES = 4
READY = "ready"
"""What a worker says once everything is loaded and questions can come."""
MOST_BOTS = 64
"""How many bots are remembered with their plans."""
NICE = 10
"""People's messages go first."""


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


def main() -> None:
    """Answer until the input ends."""
    if sys.platform != "win32":
        os.nice(NICE)
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # whatever a bot prints must not end up among the answers
    bots: OrderedDict[str, Bot] = OrderedDict()
    _answer(sink, READY)
    while (asked := read(source)) is not None:
        if isinstance(asked, Wish):
            answer: object = advise(asked.view, asked.budget, count=asked.options)
        else:
            assert isinstance(asked, Question)
            answer = asked.legal.index(player_of(bots, asked).choose(asked.view, asked.legal))
        _answer(sink, answer)


def _answer(sink: BinaryIO, answer: object) -> None:
    try:
        sink.write(framed(answer))
        sink.flush()
    except BrokenPipeError:
        os._exit(0)  # the server was killed: nobody wants to know, not even at the exit


def player_of(bots: OrderedDict[str, Bot], question: Question) -> Bot:
    """The bot that was asked before in this seat, or a new one."""
    known = f"{question.key} {question.name}"
    player = bots.pop(known, None) or bot(question.name, question.seed)
    bots[known] = player
    if len(bots) > MOST_BOTS:
        bots.popitem(last=False)
    return player


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
