"""Chances to win: they follow the margin, add up, and end with the result."""

from __future__ import annotations

from pathlib import Path

import pytest

from naqala import Game
from naqala.bots.value.chances import (
    SOLO,
    STAGE,
    _models,
    chances,
    solo_chances,
    win_chance,
)
from naqala.bots.value.expected_margin import expected_margins
from naqala.rules.state import State

GAMES = Path(__file__).parents[2] / "games"


def state_of(players: int) -> State:
    boxes = ("artisans",) if players == 5 else ()
    return Game.new(players=players, seed=1, expansions=boxes).state


@pytest.mark.parametrize("name", ["base-2-20", "base-4-58", "both-5-27", "solo-gold"])
def test_chances_lie_between_none_and_certain_and_end_with_the_result(name: str) -> None:
    game = Game.load((GAMES / f"{name}.naqala").read_text(encoding="utf-8"))
    players = game.options.players
    winners = game.winners
    expected = [1 / len(winners) if seat in winners else 0.0 for seat in range(players)]
    assert list(chances(game.state)) == expected
    game.undo(len(game.history) // 2)
    found = chances(game.state)
    assert len(found) == players
    assert all(0.0 < chance < 1.0 for chance in found)
    assert players == 1 or sum(found) == pytest.approx(1.0)


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_a_larger_margin_is_a_better_chance(players: int) -> None:
    state = state_of(players)
    found = [win_chance(state, 0, margin) for margin in (-1e9, -40.0, 0.0, 40.0, 80.0)]
    assert found == sorted(found)
    assert 0.0 <= found[0] < found[2] < found[-1] < 1.0


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_lead_is_worth_more_near_the_end(players: int) -> None:
    state = state_of(players)
    late = state.copy()
    late.round, late.players[1].camels = 12, 1
    gain = win_chance(state, 0, 15.0) - win_chance(state, 0, 0.0)
    assert win_chance(late, 0, 15.0) - win_chance(late, 0, 0.0) > gain > 0


def test_the_points_decide_when_nobody_acts_any_more() -> None:
    state = state_of(2)
    state.over = True
    found = []
    for gold in (49, 50, 51):
        state.players[0].gold = gold
        found.append(win_chance(state, 0, 7.0))
    assert found == [0.0, 0.5, 1.0]


def test_a_higher_title_is_less_likely_than_a_lower_one() -> None:
    """Y13"""
    found = solo_chances(state_of(1), 150.0)
    assert len(found.titles) == 3
    assert 1 > found.survival > found.titles[0] > found.titles[1] > found.titles[2] > 0


def test_the_points_of_a_survivor_do_not_include_the_penalty_of_a_lost_game() -> None:
    """The value counts a lost game with a large penalty, so it says little about points."""
    for game in (Game.new(players=1, seed=seed) for seed in range(5)):
        (value,) = expected_margins([game.state], 0)
        assert solo_chances(game.state, value).points > max(100.0, value)


@pytest.mark.parametrize(("name", "survived"), [("solo-gold", False), ("solo-survived", True)])
def test_the_chances_of_a_solo_game_that_is_over_are_its_result(name: str, survived: bool) -> None:
    """Y9, Y13"""
    game = Game.load((GAMES / f"{name}.naqala").read_text(encoding="utf-8"))
    total = game.scores()[0].total
    found = solo_chances(game.state, 0.0)
    assert found.survival == survived
    assert found.titles == tuple(float(survived and total > least) for least in (190, 220, 250))
    assert found.points == total


def test_the_models_in_the_package_know_their_inputs() -> None:
    models = _models()
    assert set(models) == {"1", "2", "3", "4", "5"}
    for players, model in models.items():
        assert set(model["spread"]) == set(STAGE)
        if players == "1":
            assert set(model["survival"]) == set(model["points"]) == set(SOLO)
