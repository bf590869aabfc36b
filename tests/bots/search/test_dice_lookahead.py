"""The value of a turn over all rolls of Yazid's dice."""

from collections.abc import Sequence
from random import Random

import pytest

from naqala import Game, State
from naqala.bots.search.dice_lookahead import FEW, FixedDice, after_naming, value_over_rolls
from naqala.rules.actions import END
from naqala.rules.turn import Finishing, Moving, apply
from naqala.rules.yazid import yazid_of
from tests.play import choose
from tests.solo import HE_STRIKES_LATER, HE_STRUCK, solo

COLUMNS = "a1:R a3:G b1:G c1:G d1:G e1:G f1:G"
"""2 of 36 rolls capture the Assassin: the one for a1 and the double strike on its column."""


def not_lost(states: Sequence[State]) -> list[float]:
    """1 for a game that is not lost, else 0."""
    return [float(not yazid_of(state).lost) for state in states]


def gold(states: Sequence[State]) -> list[float]:
    """The gold of the player."""
    return [float(state.players[0].gold) for state in states]


def test_a_player_who_went_first_faces_every_roll() -> None:
    """Y3, Y9"""
    state = solo(COLUMNS, HE_STRIKES_LATER, "yazid assassins 6", "pending finishing").state
    assert value_over_rolls(state, not_lost) == pytest.approx(34 / 36)


def test_a_player_who_sees_the_dice_can_pay_to_go_first() -> None:
    """Y3: the player sees a deadly roll before the strike and has enough gold to go first."""
    poor = solo(COLUMNS, HE_STRUCK, "yazid assassins 6", "p1-has gold 0", "pending finishing")
    rich = solo(COLUMNS, HE_STRUCK, "yazid assassins 6", "p1-has gold 9", "pending finishing")
    assert value_over_rolls(poor.state, not_lost) == pytest.approx(34 / 36)
    assert value_over_rolls(rich.state, not_lost) == 1


def test_going_first_is_not_paid_for_without_a_benefit() -> None:
    """Y3"""
    state = solo("a1:G b1:G c1:G d1:G", HE_STRUCK, "p1-has gold 20", "pending finishing").state
    assert value_over_rolls(state, gold) == 20


def test_the_game_stops_after_the_given_roll() -> None:
    """Y12: both have acted, and the next round has not begun."""
    state = solo(COLUMNS, HE_STRIKES_LATER, "pending finishing").state
    state.flow = FixedDice((1, 1))
    apply(state, END)
    assert yazid_of(state).assassins == 1
    assert type(state.pending[-1]) is Finishing
    assert state.round == 1


@pytest.mark.parametrize("dice", [(1, 1), (4, 6), (6, 3)])
def test_the_next_round_begins_with_the_given_dice(dice: tuple[int, int]) -> None:
    state = solo(COLUMNS, HE_STRUCK, "dice 1 1", "p1-has gold 20", "pending finishing").state
    state.flow = FixedDice(dice)
    apply(state, END)
    assert yazid_of(state).dice == dice


def test_a_few_tiles_to_name_are_tried_without_changing_the_state() -> None:
    """Y4"""
    game = solo("a1:R a2:G a3:G a4:RR b5:G", "dice 1 5", "pending offering")
    game.play("pass")
    before = game.state.copy()
    ends = after_naming(game.state)
    assert game.state == before
    assert len(ends) == min(FEW, 4)
    assert all(type(end.pending[-1]) is Moving for end in ends)
    assert min(yazid_of(end).assassins for end in ends) == 0


@pytest.mark.parametrize("seed", range(3))
def test_every_end_of_a_turn_can_be_evaluated(seed: int) -> None:
    game = Game.new(players=1, seed=seed)
    random = Random(seed)
    judged = 0
    while not game.over:
        if type(game.state.pending[-1]) is Finishing:
            before = game.state.copy()
            assert 0 <= value_over_rolls(game.state, not_lost) <= 1
            assert game.state == before
            judged += 1
        game.play(choose(random, game.legal()))
    assert judged
