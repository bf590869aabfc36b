"""A worker process: reads requests of bots from its input and writes their decisions.

`pool` starts it in a separate interpreter, so that the server itself does not import NumPy.
"""

from __future__ import annotations

import os
import sys
from typing import BinaryIO

from naqala.bots import BOT_BUDGETS, bot
from naqala.server.workers.messages import framed, read
from naqala.tables.bot_runner import AnyRequest, BotCache, decide

READY = "ready"
"""The first message of a worker, once everything is loaded."""
NICE = 10
"""Workers have a lower priority than the server."""


def main() -> None:
    """Answer requests until the input ends."""
    if sys.platform != "win32":
        os.nice(NICE)
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # what a bot prints must not mix with the answers
    bots = BotCache()
    for name in BOT_BUDGETS:
        bot(name)  # imports NumPy, which takes a while
    _answer(sink, READY)
    while (request := read(source)) is not None:
        assert isinstance(request, AnyRequest)
        _answer(sink, decide(request, bots))


def _answer(sink: BinaryIO, answer: object) -> None:
    try:
        sink.write(framed(answer))
        sink.flush()
    except BrokenPipeError:
        os._exit(0)  # the server was killed: end without flushing to the broken pipe
