"""The chance to win rises with the margin, and a margin means more towards the end."""

from dataclasses import replace

import pytest

from naqala import Game
from naqala.bots.value.win_chance import remaining, win_chance
from naqala.rules.setup import set_up
from naqala.rules.state import Options, State
from tests.positions import base_board, game_at


def start(players: int) -> State:
    boxes = frozenset({"whims", "artisans"}) if players == 5 else frozenset[str]()
    return set_up(Options(players, 1, boxes))


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_a_higher_value_is_a_higher_chance(players: int) -> None:
    state = start(players)
    chances = [win_chance(state, 0, value) for value in (-200.0, -20.0, 0.0, 20.0, 200.0, 400.0)]
    assert chances == sorted(chances)
    assert chances[0] < chances[2] < chances[-1]
    assert all(0 <= chance <= 1 for chance in chances)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_same_lead_is_worth_more_when_fewer_camels_are_left(players: int) -> None:
    early, late = start(players), start(players)
    late.players[1].camels = 1
    assert remaining(late) < remaining(early) == 1
    assert win_chance(late, 0, 20.0) > win_chance(early, 0, 20.0)
    assert win_chance(late, 0, -20.0) < win_chance(early, 0, -20.0)


def test_two_equal_players_have_equal_chances() -> None:
    state = start(2)
    assert win_chance(state, 0, 0.0) == pytest.approx(0.5, abs=0.05)


def test_a_game_that_is_over_is_won_or_lost() -> None:
    """E4: a tie is a shared victory."""
    land = base_board("b3:W c3:W e1:R e2:R", "c3:s15")
    game = game_at(land, "flags last-round", "pending moving")
    game.play("sow b3 c3W")
    game.play("end")
    assert game.over
    assert [win_chance(game.state, seat, 0.0) for seat in (0, 1)] == [1.0, 0.0]
    tied = Game.new(players=2, seed=1).state
    tied.over = True
    assert [win_chance(tied, seat, 0.0) for seat in (0, 1)] == [1.0, 1.0]


def test_a_lost_solo_game_has_no_chance() -> None:
    state = start(1)
    assert state.yazid
    state.over = True
    state.yazid = replace(state.yazid, lost="assassins")
    assert win_chance(state, 0, 100.0) == 0.0  # Y9
