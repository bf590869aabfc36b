"""A worker process: reads requests of bots from its input and writes their decisions.

`pool` starts it in a separate interpreter, so that the server itself does not import NumPy.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Collection
from typing import BinaryIO

from naqala.bots import BOT_BUDGETS, Bot, bot
from naqala.bots.advice import Advice
from naqala.bots.bot import error_line
from naqala.bots.external import ENGINE, load_bot
from naqala.bots.gc_tuning import collect_less_often
from naqala.server.workers.messages import OwnDecision, framed, read
from naqala.tables.bot_runner import (
    MOST_BOTS,
    AnyRequest,
    BotCache,
    BotRequest,
    Reviewed,
    decide,
)

READY = "ready"
"""The first message of a worker, once everything is loaded."""
MOST_ENGINES = 8
"""How many bots are kept if some of them are programs, which use a process each."""
NICE = 10
"""Workers have a lower priority than the server."""


def main() -> None:
    """Answer requests until the input ends."""
    if sys.platform != "win32":
        os.nice(NICE)
    collect_less_often()
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # what a bot prints must not mix with the answers
    specs: dict[str, str] = json.loads(sys.argv[1])
    is_heavy = any(spec.startswith(ENGINE) for spec in specs.values())

    def make(name: str, seed: int) -> Bot:
        return load_bot(specs[name], seed) if name in specs else bot(name, seed)

    bots = BotCache(make, MOST_ENGINES if is_heavy else MOST_BOTS)
    for name in BOT_BUDGETS:
        bot(name)  # imports NumPy, which takes a while
    _answer(sink, READY)
    while (request := read(source)) is not None:
        assert isinstance(request, AnyRequest)
        _answer(sink, _decision(request, bots, own=specs))


def _decision(
    request: AnyRequest, bots: BotCache, own: Collection[str]
) -> int | Advice | Reviewed | OwnDecision:
    """The answer to a request.

    If a bot of the package fails, the process ends: something is wrong with it. A bot of the
    operator may fail at any time, and other bots of this process must not suffer from that.
    """
    if not isinstance(request, BotRequest) or request.name not in own:
        return decide(request, bots)
    try:
        player = bots.bot_for(request)
        faults = player.faults
        action = player.answer(request.view, request.legal)
    except Exception as error:
        return OwnDecision(None, error_line(error))
    fault = player.last_fault if player.faults > faults else ""
    return OwnDecision(request.legal.index(action), fault)


def _answer(sink: BinaryIO, answer: object) -> None:
    try:
        sink.write(framed(answer))
        sink.flush()
    except BrokenPipeError:
        os._exit(0)  # the server was killed: end without flushing to the broken pipe
