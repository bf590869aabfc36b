"""Hints: the adviser computes them in the background, from the view of the seat in turn.

The page can send other messages meanwhile; the hint arrives as an answer later.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Coroutine, Sequence
from typing import Any

import msgspec

from naqala.bots.advice import Advice, Option, Reason
from naqala.bots.advice.aftermath import aftermath
from naqala.bots.advice.lead_wording import brief_text, lead_text
from naqala.bots.advice.phrases import percentage
from naqala.bots.advice.wording import lines, main_lines, shared, shared_lines, titles_text
from naqala.rules.game import Game
from naqala.tables.errors import Refusal
from naqala.tables.live.subscribers import Subscriber
from naqala.tables.live.table import LiveTable
from naqala.tables.log.clocks import MINUTE, SECOND
from naqala.tables.protocol.messages import Answer, Ask, Hint, HintReason, Refused
from naqala.text import Catalogue

MOST_HINTS = 6
"""For each seat, within a minute. Asking again in the same position does not count."""
MOST_HINTS_ALONE = 20
"""For a person without human opponents, who may ask at every choice of a turn."""
KEPT = 4
"""The positions of a table whose advice is kept."""

logger = logging.getLogger(__name__)


def count(table: LiveTable) -> None:
    """Count a hint for the seat in turn; Refusal where hints are off or the quota is used up."""
    if not table.state.plan.hints:
        raise Refusal("no_hints")
    now = table.registry.now()
    alone = sum(seat.kind == "person" for seat in table.state.seats) == 1
    most = MOST_HINTS_ALONE if alone else MOST_HINTS
    given = table.hint_times.setdefault(table.state.turn, deque(maxlen=MOST_HINTS_ALONE))
    if len(given) >= most and now - given[-most] < MINUTE:
        wait = -(-(given[-most] + MINUTE - now) // SECOND)
        raise Refusal("too_many_hints", most=most, count=wait)
    given.append(now)


def request(table: LiveTable, subscriber: Subscriber, ask: Ask, words: Catalogue) -> None:
    """Start the adviser for the seat in turn; the subscriber gets the answer later.

    If the seat has asked in this position before, the same advice is sent again.
    """
    state = table.state
    assert state.game is not None
    position = f"{state.turn} {state.game.position()}"
    if state.plan.hints and (kept := table.advice.get(position)):
        again = answer(ask.id, kept, state.game, state.names, words, state.number)
        subscriber.outbox.post(msgspec.json.encode(again))
        return
    count(table)
    key = f"{state.id} {state.turn}"
    advising = table.registry.bot_runner.advise(key, state.game.view(state.turn))
    game = state.game.copy(history=False)  # others may act before the answer
    sending = _send(table, subscriber, ask.id, words, state.number, game, advising, position)
    table.registry.spawn(sending)


async def _send(
    table: LiveTable,
    subscriber: Subscriber,
    name: str,
    words: Catalogue,
    number: int,
    game: Game,
    advising: Coroutine[Any, Any, Advice | None],
    position: str,
) -> None:
    """Wait for the advice, keep and send it, or the reason why there is none."""
    message: Answer | Refused
    try:
        advice = await advising
        if advice is None:
            raise Refusal("no_answer")
        message = answer(name, advice, game, table.state.names, words, number)
        table.advice[position] = advice
        if len(table.advice) > KEPT:
            del table.advice[next(iter(table.advice))]
    except Exception as error:
        refusal = error if isinstance(error, Refusal) else Refusal("broken")
        if refusal is not error:
            logger.exception("a hint at table %s failed", table.state.id)
        message = refusal.message(words, id=name, number=table.state.number)
    subscriber.outbox.post(msgspec.json.encode(message))


def answer(
    name: str, advice: Advice, game: Game, names: Sequence[str], words: Catalogue, number: int
) -> Answer:
    """Advice as a message; `game` is in the state that the advice is about."""
    said = shared(advice)
    return Answer(
        name,
        brief=brief_text(words, advice, names),
        lead=lead_text(words, advice, names),
        hints=tuple(_hint(option, game, names, words, said) for option in advice.options),
        always=tuple(shared_lines(words, said, names, game.options)),
        titles=titles_text(words, advice),
        number=number,
    )


def _hint(
    option: Option, game: Game, names: Sequence[str], words: Catalogue, said: Sequence[Reason]
) -> Hint:
    found = lines(words, option, names, game.options, said, after=aftermath(game, option))
    main = {id(line) for line in main_lines(found)}
    return Hint(
        tuple(map(str, option.actions)),
        round(option.outlook, 2),
        percentage(option.chance) / 100,
        option.points,
        tuple(HintReason(str(line), round(line.weight, 2), id(line) in main) for line in found),
    )
