"""Events, choices and decisions are sent with exactly the fields that their kind declares."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

import pytest
from msgspec import Struct, structs

from naqala import Game
from naqala.rules.actions import Drop
from naqala.rules.decisions import Decision
from naqala.tables.protocol import kinds
from naqala.tables.views.log_entries import game_event
from naqala.tables.views.private import choices
from naqala.tables.views.scene import asked
from naqala.text import catalogue
from tests.games.expected import names, text_of

Found = dict[str, dict[str, set[str]]]


def _sent(value: Struct) -> set[str]:
    """The fields that differ from their default."""
    return {each.name for each in _fields(type(value)) if getattr(value, each.name) != each.default}


_fields = cache(structs.fields)  # slow, and called for every choice


@pytest.fixture(scope="module")
def found() -> Found:
    """The fields that occur in the recorded games, by kind."""
    result: Found = {name: defaultdict(set) for name in kinds.UNIONS}

    def collect(name: str, value: Struct) -> None:
        union = kinds.UNIONS[name]
        result[name][getattr(value, union.tag)] |= _sent(value) - {union.tag, *union.shared}

    words = catalogue("en")
    for name in names():
        whole = Game.load(text_of(name))
        game = whole.copy()
        game.undo(len(game.history))
        for played in whole.history:
            state = game.state
            collect("Asked", asked(state.seat, state.pending[-1]))
            # Most choices are drops, which all have the same fields.
            if not isinstance(played.action, Drop) or "drop" not in result["Choice"]:
                for choice in choices(state, words, ["A", "B", "C", "D", "E"]):
                    collect("Choice", choice)
            for event in game.play(played.action):
                collect("GameEvent", game_event(event))
    return result


@pytest.mark.parametrize("name", kinds.UNIONS)
def test_recorded_games_send_only_declared_fields(found: Found, name: str) -> None:
    declared = kinds.UNIONS[name].kinds
    assert {kind: fields - set(declared.get(kind, ())) for kind, fields in found[name].items()} == {
        kind: set() for kind in found[name]
    }
    assert set(found[name]) <= set(declared)


@pytest.mark.parametrize("name", ["Choice", "Asked"])
def test_every_declared_field_occurs_in_recorded_games(found: Found, name: str) -> None:
    declared = kinds.UNIONS[name].kinds
    assert {kind: set(fields) for kind, fields in declared.items() if fields} == {
        kind: fields for kind, fields in found[name].items() if fields
    }


def test_every_decision_is_declared() -> None:
    def subclass_names(kind: type) -> set[str]:
        subclasses: list[type] = kind.__subclasses__()
        return {each.__name__ for each in subclasses}.union(*map(subclass_names, subclasses))

    assert set(kinds.DECISIONS) == subclass_names(Decision) - {"Boundary"}
