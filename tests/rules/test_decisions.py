"""Every decision is written, read and described by its own class."""

import pytest

from naqala import Game
from naqala.rules.decisions import DECISIONS, Decision
from naqala.rules.notation.decisions import parse_pending

KINDS = pytest.mark.parametrize("kind", DECISIONS.values(), ids=lambda kind: kind.__name__)
STATE = Game.new(players=2, seed=1, expansions=["whims", "artisans"]).state


def example(kind: type[Decision]) -> str:
    return kind.example or kind.keyword


@KINDS
def test_the_example_of_a_decision_round_trips(kind: type[Decision]) -> None:
    (decision,) = parse_pending(example(kind), STATE)
    assert type(decision) is kind
    assert str(decision) == example(kind)


@KINDS
def test_the_facts_of_a_decision_are_attributes(kind: type[Decision]) -> None:
    (decision,) = parse_pending(example(kind), STATE)
    assert all(hasattr(decision, fact) for fact in kind.facts)


def test_every_registered_class_has_a_text() -> None:
    assert set(DECISIONS) == {kind.__name__ for kind in DECISIONS.values()}
    assert "Boundary" not in DECISIONS
