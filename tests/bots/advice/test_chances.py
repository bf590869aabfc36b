"""Chances to win: they follow the margin, add up, and end with the result."""

from __future__ import annotations

from pathlib import Path

import pytest

from naqala import Game
from naqala.bots.advice.chances import chances, win_chance

GAMES = Path(__file__).parents[2] / "games"


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


def test_a_larger_margin_is_a_better_chance_and_more_so_near_the_end() -> None:
    early = Game.new(players=3, seed=1).state
    late = early.copy()
    late.players[1].camels = 0
    late.players[1].tiles = (1 << 8) - 1
    assert win_chance(early, 0, 0.0) == win_chance(late, 0, 0.0) == 0.5
    assert 0.5 < win_chance(early, 0, 10.0) < win_chance(late, 0, 10.0) < 1.0
    assert win_chance(late, 0, -1e9) >= 0.0
