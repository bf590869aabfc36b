"""What Yazid's next strike may take."""

from random import Random

import pytest

from naqala import Game
from naqala.bots.value.yazid_risk import ROLLS, STRIKES_AHEAD, loot, strike_risks, strikes
from tests.play import choose
from tests.positions import tile
from tests.solo import HE_STRIKES_LATER, of_yazid, solo, struck

MOVING = (HE_STRIKES_LATER, "pending moving")
PEOPLE = "a1:RY a3:G b2:RRW c1:B c4:W c5:YY d3:GG e2:WW f1:R f4:Y"


@pytest.mark.parametrize("seed", range(3))
def test_every_roll_is_counted_once(seed: int) -> None:
    """Y2"""
    game = Game.new(players=1, seed=seed)
    random = Random(seed)
    while not game.over:
        assert sum(number for _, number in strikes(game.state)) == ROLLS
        game.play(choose(random, game.legal()))


def test_a_tile_gives_all_that_stands_on_it() -> None:
    """Y6: Builders cost gold for each blue tile around."""
    state = solo("a1:RRYWBB e5:W f5:WW", *MOVING, land="a1:s6 b1:v5 a2:v5").state
    found = loot(state, tile("a1"))
    assert (found.assassins, found.viziers, found.elders) == (2, 1, 1)
    assert (found.gold, found.camels) == (2 * state.land.blue_around(tile("a1")), 1)


def test_a_tile_with_a_camel_takes_none_of_his() -> None:
    """Y7"""
    assert loot(solo("a1:R e5:W f5:WW", "p1-tiles a1", *MOVING).state, tile("a1")).camels == 0


def test_what_can_be_named_is_what_harms_least() -> None:
    """Y4: the Assassins of a1 are taken by a roll on them and by the double strike alone."""
    state = solo("a1:R a3:G b1:G c1:G d1:G e1:G f1:GG", *MOVING).state
    assert sum(number for each, number in strikes(state) if each.assassins) == 2


def test_a_double_strike_on_a_column_of_one_tile_takes_another_one_too() -> None:
    """Y4: whatever is rolled, Assassins are taken, but for the rolls that find a1 alone."""
    state = solo("a1:G b1:RR c1:RR d1:RR e1:RR f1:RR", *MOVING).state
    assert sum(number for each, number in strikes(state) if each.assassins) == ROLLS - 5


def test_the_rolls_take_what_yazid_takes() -> None:
    """Y4, Y6: dice that leave nothing to name."""
    found = strikes(solo(PEOPLE, *MOVING).state)
    for dice in ("1 1", "2 2", "3 5", "5 2", "1 6", "3 6"):
        his = of_yazid(struck(PEOPLE, dice))
        taken = tuple(his.get(what, 0) for what in ("assassins", "viziers"))
        assert taken in {(each.assassins, each.viziers) for each, _ in found}, dice


def test_the_last_assassin_is_a_risk_that_grows_with_every_strike() -> None:
    """Y9"""
    safe = strike_risks(solo(PEOPLE, "yazid assassins 0", *MOVING).state)[:STRIKES_AHEAD]
    near = strike_risks(solo(PEOPLE, "yazid assassins 6", *MOVING).state)[:STRIKES_AHEAD]
    assert safe[0] == pytest.approx(0)
    assert near == sorted(near)
    assert 0 < near[0] < near[1] < 1
    assert all(one > other for one, other in zip(near, safe, strict=True))


def test_a_strike_is_deadly_as_often_as_the_dice_say() -> None:
    """Y9: of 36 rolls one finds a1, and one strikes the first column from both ends."""
    people = "a1:R a3:G b1:G c1:G d1:G e1:G f1:GG"
    state = solo(people, "yazid assassins 6", *MOVING).state
    assert strike_risks(state)[0] == pytest.approx(2 / 36)
