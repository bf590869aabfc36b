"""Conditions of lessons: what must have happened, and what the pupil must have.

A condition is a table of a lesson's file. Each of its entries must hold:

- an event by its name in lower case, `gathered = { tribe = "G", count = { least = 2 } }`: an event
  of the pupil since the step began has these fields; `times` counts such events
- `controls = "c3"`: the tile is under the pupil's control
- `on = { c3 = "YW" }`: exactly these meeples stand on the tile
- `in_hand = { B = 0 }`: a move is going on, and this many of its meeples are of this tribe
- `has = { gold = { least = 12 } }`: what the pupil has now; the names are those of `POSSESSIONS`

A number must be met exactly, or within `least` and `most`. Lists and piles are compared by length
where a number is expected. A list of conditions holds if one of them does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any, NamedTuple

from naqala.rules import events, goods
from naqala.rules.board import TILE_OF_NAME
from naqala.rules.errors import NaqalaError
from naqala.rules.events import Event
from naqala.rules.meeples import TRIBE_OF_LETTER, count, parse_letters
from naqala.rules.state import State
from naqala.rules.turn import Sowing
from naqala.rules.visible_scores import own_score

PUPIL = 0
"""The seat of the pupil."""
BOUNDS = {"least", "most"}


class BadLesson(NaqalaError):
    """A file that is not a lesson."""


class Facts(NamedTuple):
    """What a condition is checked against."""

    state: State
    events: Sequence[Event]
    """Since the step began."""


Check = Callable[[Facts], bool]

EVENTS: Mapping[str, type[Event]] = {
    re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower(): kind
    for name, kind in vars(events).items()
    if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
}
"""The events by their names in conditions: `gold_gained`."""
KNOWN = ("controls", "has", "in_hand", "on", *sorted(EVENTS))
POSSESSIONS: Mapping[str, Callable[[State], int]] = {
    "gold": lambda state: state.players[PUPIL].gold,
    "viziers": lambda state: state.players[PUPIL].viziers,
    "elders": lambda state: state.players[PUPIL].elders,
    "artisans": lambda state: state.players[PUPIL].artisans,
    "camels": lambda state: state.players[PUPIL].camels,
    "tiles": lambda state: state.players[PUPIL].tiles.bit_count(),
    "djinns": lambda state: len(state.players[PUPIL].djinns),
    "cards": lambda state: goods.size(state.players[PUPIL].hand),
    "kinds": lambda state: len(goods.kinds(state.players[PUPIL].hand)),
    "fakirs": lambda state: state.players[PUPIL].fakirs,
    "points": lambda state: own_score(state, PUPIL).total,
}
"""What the pupil can have; `kinds` are different goods, `points` those of the score sheet."""


def parse_condition(table: object) -> Check:
    """The check of a condition; BadLesson if there is no such condition."""
    if isinstance(table, list) and table:
        some = [parse_condition(each) for each in table]
        return lambda facts: any(check(facts) for check in some)
    if not isinstance(table, Mapping) or not table:
        raise BadLesson("lesson_condition", name="", known=KNOWN)
    checks = [_parse(str(name), value) for name, value in table.items()]
    return lambda facts: all(check(facts) for check in checks)


def _parse(name: str, value: object) -> Check:
    if name == "controls":
        tile = TILE_OF_NAME.get(str(value))
        if tile is None:
            raise BadLesson("lesson_value", name=name)
        return lambda facts: bool(facts.state.players[PUPIL].tiles >> tile & 1)
    if name == "has":
        return _parse_possessions(value)
    if name == "on":
        return _parse_piles(value)
    if name == "in_hand":
        return _parse_hand(value)
    if name not in EVENTS:
        raise BadLesson("lesson_condition", name=name, known=KNOWN)
    return _parse_event(EVENTS[name], {} if value is True else value)


def _parse_possessions(table: object) -> Check:
    if not isinstance(table, Mapping) or not table:
        raise BadLesson("lesson_value", name="has")
    unknown = sorted(table.keys() - POSSESSIONS.keys())
    if unknown:
        raise BadLesson("lesson_condition", name=unknown[0], known=tuple(POSSESSIONS))
    pairs = [(POSSESSIONS[name], _parse_value(name, value)) for name, value in table.items()]
    return lambda facts: all(fits(count(facts.state)) for count, fits in pairs)


def _parse_piles(table: object) -> Check:
    if not isinstance(table, Mapping) or not table or table.keys() - TILE_OF_NAME.keys():
        raise BadLesson("lesson_value", name="on")
    try:
        wanted = [(TILE_OF_NAME[tile], parse_letters(str(pile))) for tile, pile in table.items()]
    except NaqalaError:
        raise BadLesson("lesson_value", name="on") from None
    return lambda facts: all(facts.state.piles[tile] == pile for tile, pile in wanted)


def _parse_hand(table: object) -> Check:
    if not isinstance(table, Mapping) or not table or table.keys() - TRIBE_OF_LETTER.keys():
        raise BadLesson("lesson_value", name="in_hand")
    wanted = [
        (TRIBE_OF_LETTER[letter], _parse_value(letter, value)) for letter, value in table.items()
    ]

    def matches(facts: Facts) -> bool:
        hand = next((each.hand for each in facts.state.pending if isinstance(each, Sowing)), 0)
        return hand != 0 and all(fits(count(hand, tribe)) for tribe, fits in wanted)

    return matches


def _parse_event(kind: type[Event], table: object) -> Check:
    if not isinstance(table, Mapping):
        raise BadLesson("lesson_value", name=kind.__name__)
    names = {field.name for field in fields(kind)}
    unknown = sorted(table.keys() - names - {"times"})
    if unknown:
        raise BadLesson("lesson_condition", name=unknown[0], known=(*sorted(names), "times"))
    wanted = {name: _parse_value(name, value) for name, value in table.items() if name != "times"}
    if "seat" in names and "seat" not in wanted:
        wanted["seat"] = lambda seat: seat == PUPIL
    times = _parse_value("times", table.get("times", {"least": 1}))

    def found(event: Event) -> bool:
        values = event.to_dict()
        return type(event) is kind and all(fits(values[name]) for name, fits in wanted.items())

    return lambda facts: times(sum(map(found, facts.events)))


def _parse_value(name: str, value: object) -> Callable[[Any], bool]:
    """Whether a field has a value: a text, a truth value, a number, or one within bounds."""
    if isinstance(value, (str, bool)):
        return lambda found: found == value
    if isinstance(value, int):
        least = most = value
    else:
        bounds = value if isinstance(value, Mapping) else {}
        numbers = all(isinstance(bound, int) for bound in bounds.values())
        if not bounds or bounds.keys() - BOUNDS or not numbers:
            raise BadLesson("lesson_value", name=name)
        least, most = bounds.get("least", -(10**9)), bounds.get("most", 10**9)
    return lambda found: least <= (found if isinstance(found, int) else len(found or ())) <= most
