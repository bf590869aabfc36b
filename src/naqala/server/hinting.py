"""Hints of the adviser: it thinks in a worker process and knows what the seat knows.

The page need not wait: whatever else it sends is answered meanwhile, and the hint when it is found.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Coroutine
from typing import Any

import msgspec

from naqala.bots import Advice
from naqala.bots.wording import lines, shared, shared_lines
from naqala.server.clocks import MINUTE
from naqala.server.open_table import OpenTable
from naqala.server.protocol import Answer, Ask, Hint, HintReason, Refused
from naqala.server.refusal import Refusal
from naqala.server.table import Table
from naqala.server.watching import Watcher
from naqala.text import Catalogue

MOST_HINTS = 6
"""For each seat, within a minute."""

logger = logging.getLogger(__name__)


def allow(table: OpenTable) -> None:
    """Count a hint for the seat in turn; Refusal where there are none, or no more for now."""
    if not table.table.plan.hints:
        raise Refusal("no_hints")
    now = table.tables.now()
    given = table.hints.setdefault(table.table.turn, deque(maxlen=MOST_HINTS))
    if len(given) == MOST_HINTS and now - given[0] < MINUTE:
        raise Refusal("too_many_hints", most=MOST_HINTS)
    given.append(now)


def look(table: OpenTable, watcher: Watcher, ask: Ask, words: Catalogue) -> None:
    """Let the adviser think for the seat in turn, as things stand now."""
    allow(table)
    now = table.table
    assert now.game is not None
    advice = table.tables.thinking.advise(f"{now.id} {now.turn}", now.game.view(now.turn))
    table.tables.start(_tell(table, watcher, ask.id, words, now.number, advice))


async def _tell(
    table: OpenTable,
    watcher: Watcher,
    name: str,
    words: Catalogue,
    number: int,
    thinking: Coroutine[Any, Any, Advice | None],
) -> None:
    """Wait for the adviser, and tell the page what it says."""
    message: Answer | Refused
    try:
        advice = await thinking
        if advice is None:
            raise Refusal("no_answer")
        message = told(name, advice, table.table, words, number)
    except Exception as error:
        refusal = error if isinstance(error, Refusal) else Refusal("broken")
        if refusal is not error:
            logger.exception("a hint at table %s broke something", table.table.id)
        message = refusal.message(words, id=name, number=table.table.number)
    watcher.post(msgspec.json.encode(message))


def told(name: str, advice: Advice, table: Table, words: Catalogue, number: int) -> Answer:
    """What the adviser says, as a page gets it."""
    assert table.game is not None
    said = shared(advice)
    return Answer(
        name,
        hints=tuple(
            Hint(
                tuple(map(str, option.actions)),
                round(option.value, 2),
                option.points,
                tuple(
                    HintReason(str(line), round(line.weight, 2))
                    for line in lines(words, option, table.names, table.game.options, said)
                ),
            )
            for option in advice.options
        ),
        always=tuple(shared_lines(words, said, table.names)),
        number=number,
    )
