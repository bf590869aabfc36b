"""The sultan searches for a fixed number of evaluations if it has several rivals."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from naqala.bots.search.rollouts import LIKELY
from naqala.bots.sultan import Sultan
from naqala.rules.actions import Sow
from naqala.rules.bidding import Bidding
from naqala.rules.setup import set_up
from naqala.rules.state import Options, State
from naqala.rules.turn import apply
from tests.bots.modes import PATIENT


class Counting(Sultan):
    """Counts the states that it evaluates."""

    budget = PATIENT
    evaluated = 0

    def evaluate(self, states: Sequence[State], seat: int) -> Sequence[float]:
        self.evaluated += len(states)
        return super().evaluate(states, seat)


def after_bids(players: int) -> State:
    """A game at its first turn."""
    state = set_up(Options(players, seed=3))
    while isinstance(state.pending[-1], Bidding):
        apply(state, state.choices[0])
    return state


@pytest.mark.parametrize(("players", "expected"), [(1, False), (2, False), (3, True), (4, True)])
def test_turns_are_searched_with_several_rivals(players: int, expected: bool) -> None:
    assert Sultan().searches(set_up(Options(players, seed=3))) is expected


@pytest.mark.parametrize("players", [3, 4])
def test_a_search_ends_after_some_evaluations_per_player(players: int) -> None:
    """The last batch may exceed the limit: it has the likely outcomes of a turn after each plan."""
    sultan = Counting(seed=1)
    actions = sultan.move(after_bids(players))
    limit = sultan.effort.search * players
    assert isinstance(actions[0], Sow)
    assert limit <= sultan.evaluated < limit + LIKELY * sultan.settings.stages[0].width


def test_a_smaller_number_of_evaluations_is_respected() -> None:
    sultan = Counting(seed=1)
    sultan.evaluations = 200
    sultan.move(after_bids(3))
    assert sultan.evaluated < 200 + 100


def test_the_same_seed_makes_the_same_choice() -> None:
    state = after_bids(3)
    assert Counting(seed=1).move(state) == Counting(seed=1).move(state)
