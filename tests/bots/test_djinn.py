"""The search of the djinn: rollouts, halving and the deadline."""

from __future__ import annotations

from math import inf

import pytest

from naqala.bots.djinn import Djinn
from naqala.bots.value.turn_order import upcoming
from naqala.rules.bidding import Bidding
from naqala.rules.setup import set_up
from naqala.rules.state import Options, State
from naqala.rules.turn import Moving, apply
from tests.bots.modes import Clock, use_clock


def after_bids(seed: int) -> State:
    """A game of two players at its first turn."""
    state = set_up(Options(2, seed=seed))
    while isinstance(state.pending[-1], Bidding):
        apply(state, state.choices[0])
    assert type(state.pending[-1]) is Moving
    return state


def test_the_value_of_a_rollout_is_the_mean_over_its_turns() -> None:
    djinn, state = Djinn(), after_bids(3)
    states = djinn.play_round(state.copy())
    assert [after.seat for after in states] == upcoming(state)
    values = djinn.evaluate(states, 0)
    assert min(values) < max(values)
    play_on = djinn.playing_on([state], 0, deadline=inf)
    assert play_on(0, 1) == pytest.approx(sum(values) / 4)


@pytest.mark.parametrize("drawing", [False, True])
def test_a_rollout_is_repeated_only_if_something_is_drawn(
    monkeypatch: pytest.MonkeyPatch, drawing: bool
) -> None:
    played: list[int] = []

    def play_round(self: Djinn, state: State, deadline: float) -> list[State]:
        played.append(state.options.seed)
        state.draws += drawing
        return [state]

    monkeypatch.setattr(Djinn, "play_round", play_round)
    state = after_bids(3)
    before = state.draws
    play_on = Djinn().playing_on([state], 0, deadline=inf)
    assert play_on(0, 11) == play_on(0, 12)
    assert played == ([11, 12] if drawing else [11])
    assert state.draws == before


def test_the_worse_half_is_dropped_after_the_deals_of_each_round() -> None:
    worth = [1.0, 4.0, 2.0, 3.0, 9.0]
    asked: list[int] = []

    def play_on(nth: int, seed: int) -> float:
        asked.append(nth)
        return worth[nth]

    best = Djinn()._halve([0.0] * 4 + [-1.0], 4, play_on, 2, deadline=inf)
    assert best == 1
    assert asked == [0, 1, 2, 3, 1, 3, 2, 0, 1, 3, 1, 3]


def test_all_candidates_of_a_deal_get_the_same_seed() -> None:
    seeds: list[int] = []

    def play_on(nth: int, seed: int) -> float:
        seeds.append(seed)
        return 0.0

    Djinn()._halve([0.0] * 4, 4, play_on, 1, deadline=inf)
    assert len(set(seeds[:4])) == 1
    assert len(set(seeds)) == 2


def test_an_incomplete_round_is_ignored_after_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(tick=1.0)
    use_clock(monkeypatch, clock)
    deadline = clock() + 2.5
    best = Djinn()._halve([0.0, 2.0, 1.0], 3, lambda nth, seed: 9.0 * (nth != 1), 1, deadline)
    assert best == 1
