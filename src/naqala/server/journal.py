"""The log as a page gets it: entries without secrets, events to animate, sentences to read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache
from operator import is_
from typing import Any

from naqala.rules.board import TILE_NAMES
from naqala.rules.events import Event, GameOver, RoundStarted
from naqala.rules.goods import CARD_NAMES
from naqala.rules.meeples import TRIBE_LETTERS
from naqala.rules.state import NOBODY
from naqala.rules.view import SECRETIVE, seen_by
from naqala.server import entries as log
from naqala.server import scene
from naqala.server.entries import AnyWhat
from naqala.server.happenings import Happening, LogEntry
from naqala.server.table import Happened, Table
from naqala.text import Catalogue
from naqala.text.log import line


def entry(table: Table, happened: Happened, words: Catalogue, seat: int = NOBODY) -> LogEntry:
    """An entry as a seat may know it, or as somebody who only watches."""
    events = seen(happened, seat)
    shown = tuple(map(happening, events))
    return written(table, happened, words, seat, shown, event_lines(table, events, words, seat))


def written(
    table: Table,
    happened: Happened,
    words: Catalogue,
    seat: int,
    shown: Any,
    lines: tuple[str, ...],
) -> LogEntry:
    """An entry for a seat with its events, perhaps encoded already, and their lines."""
    it = happened.entry
    what = it.what
    if isinstance(what, log.Acted):
        return LogEntry(it.number, it.at, "act", lines, seat=what.seat, by=what.by, events=shown)
    if not isinstance(what, log.Said):
        lines = (*_sentence(table, what, words, seat), *lines)
    return LogEntry(
        it.number,
        it.at,
        _tag(what),
        lines,
        **_fields(what),
        back_to=happened.back_to,
        events=shown,
    )


def seen(happened: Happened, seat: int) -> tuple[Event, ...]:
    """The events of an entry as a seat may know them; the very same where none is a secret."""
    events = happened.events
    if SECRETIVE.isdisjoint(map(type, events)):
        return events
    known = tuple([seen_by(event, seat) for event in events])
    return events if all(map(is_, known, events)) else known


def event_lines(
    table: Table,
    events: Sequence[Event],
    words: Catalogue,
    seat: int,
    told: Sequence[str] = (),
) -> tuple[str, ...]:
    """A sentence for each event; `told` are those for who only watches, where they are known."""
    you = None if seat == NOBODY else seat
    state = table.game.state if table.game else None
    names = table.names
    if not told:
        return tuple([line(words, event, names, you, state) for event in events])
    if you is None:
        return tuple(told)
    return tuple(
        [
            line(words, event, names, you, state) if seat in concerned(event) else public
            for event, public in zip(events, told, strict=True)
        ]
    )


EVERYBODY = range(8)
"""More seats than there are."""
_TO_ALL = {RoundStarted, GameOver}


def readers(happened: Happened) -> Collection[int]:
    """The seats that read something else of an entry than those who only watch."""
    if not isinstance(happened.entry.what, log.Acted):
        return EVERYBODY
    found: set[int] = set()
    for event in happened.events:
        found.update(concerned(event))
    return found


def concerned(event: Event) -> Collection[int]:
    """The seats that read another line of an event than those who only watch."""
    if type(event) in _TO_ALL:
        return EVERYBODY
    return [getattr(event, name) for name in _spoken_of(event.__match_args__)]


@cache
def _spoken_of(fields: tuple[str, ...]) -> list[str]:
    """Those fields of an event that are seats of whom it tells."""
    return [name for name in ("seat", "victim") if name in fields]


def _tag(what: AnyWhat) -> Any:
    return what.__struct_config__.tag


def _fields(what: AnyWhat) -> dict[str, Any]:
    """What everybody may know of an entry. Actions are not told: some speak of secrets."""
    match what:
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


def _sentence(table: Table, what: AnyWhat, words: Catalogue, seat: int) -> tuple[str, ...]:
    """What happened beside the game, in a sentence."""
    if isinstance(what, log.Linked):
        return ()
    if isinstance(what, log.SentAway):  # whose seats they are later does not matter
        by = "" if what.by else "_unnamed"
        return (words.say(f"server.log_sent_away{by}", player=what.name, host=what.by),)
    key = f"server.log_{_tag(what).replace(' ', '_')}"
    fields = _fields(what)
    doer = fields.get("seat", NOBODY)
    if doer == NOBODY:
        return (words.say(key),)
    name = fields.get("name") or table.seats[doer].name or words.player(doer)
    bot = words.say(f"bot.{fields['bot']}") if "bot" in fields else ""
    if bot and isinstance(what, log.Sat | log.Left):  # whose seat it may be later does not matter
        return (words.say(f"{key}_bot", player=name),)
    if reason := fields.get("reason"):
        key += f"_{reason.replace(' ', '_')}"
    return (words.say(f"{key}.{'you' if doer == seat else 'they'}", player=name, bot=bot),)


def happening(event: Event) -> Happening:
    """An event of the rules in names instead of numbers."""
    values = {}
    for name in event.__match_args__:
        value = getattr(event, name)
        if value is not None:
            spell = SPELLING.get(name)
            values[name] = spell(value) if spell else value
    return Happening(type(event).__name__, **values)


SPELLING: dict[str, Callable[[Any], Any]] = {
    "tile": TILE_NAMES.__getitem__,
    "to": TILE_NAMES.__getitem__,
    "tribe": TRIBE_LETTERS.__getitem__,
    "pile": lambda pile: pile if isinstance(pile, str) else scene.pile(pile),
    "card": CARD_NAMES.__getitem__,
    "cards": scene.cards,
    "whims": lambda dealt: tuple((TILE_NAMES[tile], whim) for tile, whim in dealt),
}
"""How fields of events are written; all others as they are."""
