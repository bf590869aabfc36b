"""A worker process that thinks for bots: questions come in on its input, answers go out.

Started by `thinking` in a Python of its own, where NumPy is: the server does without.
"""

from __future__ import annotations

import os
import sys
from collections import OrderedDict
from typing import BinaryIO

from naqala.bots import BOTS, Bot, advise
from naqala.server.questions import Question, Wish, framed, read

READY = "ready"
"""What a worker says once everything is loaded and questions can come."""
MOST_BOTS = 64
"""How many bots are remembered with their plans."""
NICE = 10
"""People's messages go first."""


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
    player = bots.pop(known, None) or BOTS[question.name](question.seed)
    bots[known] = player
    if len(bots) > MOST_BOTS:
        bots.popitem(last=False)
    return player
