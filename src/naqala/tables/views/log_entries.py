"""The log for pages: entries without secrets, with events and sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from naqala.rules.board import TILE_NAMES
from naqala.rules.events import Event, GameOver, Killed, RoundStarted
from naqala.rules.goods import CARD_NAMES
from naqala.rules.meeples import TRIBE_LETTERS
from naqala.rules.state import NOBODY
from naqala.rules.view import seen_by
from naqala.tables.log import entries as log
from naqala.tables.log.entries import AnyBody
from naqala.tables.log.state import AppliedEntry, TableState
from naqala.tables.protocol.log import GameEvent, LogEntry
from naqala.tables.views import scene
from naqala.text import Catalogue
from naqala.text.log import line


def entry(
    table: TableState, applied: AppliedEntry, words: Catalogue, seat: int = NOBODY
) -> LogEntry:
    """An entry as the person in a seat, or a spectator, may see it."""
    number, at, body = applied.entry.number, applied.entry.at, applied.entry.body
    events = seen(applied, seat)
    lines = event_lines(table, events, words, seat)
    if not isinstance(body, log.Acted | log.Said):
        lines = (*_sentence(table, body, words, seat), *lines)
    return LogEntry(
        number,
        at,
        _tag(body),
        lines,
        **_fields(body),
        back_to=applied.back_to,
        events=tuple([game_event(event) for event in events]),
    )


def concerned(applied: AppliedEntry, seats: int) -> Iterable[int]:
    """Those of this many seats that may read an entry differently than a spectator.

    Secrets belong to the seat of an event, and sentences address it as "you".
    """
    if any(isinstance(event, ABOUT_SEVERAL) for event in applied.events):
        return range(seats)
    about = (applied.entry.body, *applied.events)
    return [getattr(each, "seat", NOBODY) for each in about]


ABOUT_SEVERAL = (RoundStarted, Killed, GameOver)
"""Events whose sentences name several players."""


def seen(applied: AppliedEntry, seat: int) -> tuple[Event, ...]:
    """The events of an entry without what is secret to a seat."""
    return tuple([seen_by(event, seat) for event in applied.events])


def event_lines(
    table: TableState, events: Sequence[Event], words: Catalogue, seat: int
) -> tuple[str, ...]:
    """A sentence for each event, as a seat or a spectator reads it."""
    you = None if seat == NOBODY else seat
    whims = table.game.options.whims if table.game else ()
    names = table.names
    return tuple([line(words, event, names, you, whims) for event in events])


def _tag(body: AnyBody) -> Any:
    return body.__struct_config__.tag


def _fields(body: AnyBody) -> dict[str, Any]:
    """The public fields of an entry. The text of an action is left out: it may name a secret."""
    match body:
        case log.Acted(seat=seat, by=by):
            return {"seat": seat, "by": by}
        case log.Sat(seat=seat, name=name, bot=bot) | log.Left(seat=seat, name=name, bot=bot):
            return {"seat": seat, "name": name, **({"bot": bot} if bot else {})}
        case log.SentAway(seat=seat, name=name, by=by):
            return {"seat": seat, "name": name, "by": by}
        case log.Renamed(seat=seat, name=name):
            return {"seat": seat, "name": name}
        case log.Said(seat=seat, name=name, text=text):
            return {"seat": seat, "name": name, "text": text}
        case log.Handed(seat=seat, bot=bot, why=why):
            return {"seat": seat, "bot": bot, "reason": why}
        case log.Rematched(table=table):
            return {"table": table}
        case log.Returned(seat=seat) | log.TimedOut(seat=seat):
            return {"seat": seat}
        case log.Undone(seat=seat) | log.Away(seat=seat):
            return {"seat": seat}
    return {}


def _sentence(table: TableState, body: AnyBody, words: Catalogue, seat: int) -> tuple[str, ...]:
    """An entry that is not part of the game, as a sentence."""
    if isinstance(body, log.Linked):
        return ()
    if isinstance(body, log.SentAway):  # the seat may belong to somebody else by now
        by = "" if body.by else "_unnamed"
        return (words.say(f"server.log_sent_away{by}", player=body.name, host=body.by),)
    key = f"server.log_{_tag(body).replace(' ', '_')}"
    fields = _fields(body)
    doer = fields.get("seat", NOBODY)
    if doer == NOBODY:
        return (words.say(key),)
    name = fields.get("name") or table.seats[doer].name or words.player(doer)
    bot = words.bot(str(fields["bot"])) if "bot" in fields else ""
    if bot and isinstance(body, log.Sat | log.Left):  # likewise
        return (words.say(f"{key}_bot", player=name),)
    if reason := fields.get("reason"):
        key += f"_{reason.replace(' ', '_')}"
    return (words.say(f"{key}.{'you' if doer == seat else 'they'}", player=name, bot=bot),)


def game_event(event: Event) -> GameEvent:
    """An event of the rules, with names instead of numbers."""
    values: dict[str, Any] = {}
    fields: tuple[str, ...] = event.__match_args__
    for name in fields:
        value = getattr(event, name)
        if value is not None:
            spell = SPELLING.get(name)
            values[name] = spell(value) if spell else value
    return GameEvent(type(event).__name__, **values)


SPELLING: dict[str, Callable[[Any], Any]] = {
    "tile": TILE_NAMES.__getitem__,
    "to": TILE_NAMES.__getitem__,
    "tribe": TRIBE_LETTERS.__getitem__,
    "pile": lambda pile: pile if isinstance(pile, str) else scene.pile(pile),
    "card": CARD_NAMES.__getitem__,
    "cards": scene.cards,
    "whims": lambda dealt: tuple((TILE_NAMES[tile], whim) for tile, whim in dealt),
}
"""How fields of events are spelled; all others stay as they are."""
