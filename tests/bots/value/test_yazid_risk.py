"""The possible losses of Yazid's next strike."""

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


def test_a_strike_captures_all_meeples_of_a_tile() -> None:
    """Y6: Builders cost gold for each surrounding blue tile."""
    state = solo("a1:RRYWBB e5:W f5:WW", *MOVING, land="a1:s6 b1:v5 a2:v5").state
    found = loot(state, tile("a1"))
    assert (found.assassins, found.viziers, found.elders) == (2, 1, 1)
    assert (found.gold, found.camels) == (2 * state.land.blue_around(tile("a1")), 1)


def test_yazid_places_no_camel_on_a_controlled_tile() -> None:
    """Y7"""
    assert loot(solo("a1:R e5:W f5:WW", "p1-tiles a1", *MOVING).state, tile("a1")).camels == 0


def test_the_player_names_the_least_harmful_tile() -> None:
    """Y4: only the roll for a1 and the double strike capture the Assassins of a1."""
    state = solo("a1:R a3:G b1:G c1:G d1:G e1:G f1:GG", *MOVING).state
    assert sum(number for each, number in strikes(state) if each.assassins) == 2


def test_a_double_strike_on_a_column_with_one_tile_also_strikes_elsewhere() -> None:
    """Y4: every roll captures Assassins, except those that strike a1 alone."""
    state = solo("a1:G b1:RR c1:RR d1:RR e1:RR f1:RR", *MOVING).state
    assert sum(number for each, number in strikes(state) if each.assassins) == ROLLS - 5


def test_predicted_captures_match_the_rules() -> None:
    """Y4, Y6: for dice that determine the tiles."""
    found = strikes(solo(PEOPLE, *MOVING).state)
    for dice in ("1 1", "2 2", "3 5", "5 2", "1 6", "3 6"):
        his = of_yazid(struck(PEOPLE, dice))
        taken = tuple(his.get(what, 0) for what in ("assassins", "viziers"))
        assert taken in {(each.assassins, each.viziers) for each, _ in found}, dice


def test_the_risk_of_the_last_assassin_grows_with_every_strike() -> None:
    """Y9"""
    safe = strike_risks(solo(PEOPLE, "yazid assassins 0", *MOVING).state)[:STRIKES_AHEAD]
    near = strike_risks(solo(PEOPLE, "yazid assassins 6", *MOVING).state)[:STRIKES_AHEAD]
    assert safe[0] == pytest.approx(0)
    assert near == sorted(near)
    assert 0 < near[0] < near[1] < 1
    assert all(one > other for one, other in zip(near, safe, strict=True))


def test_the_risk_of_a_strike_is_the_share_of_deadly_rolls() -> None:
    """Y9: 2 of 36 rolls are deadly: the one for a1 and the double strike on its column."""
    people = "a1:R a3:G b1:G c1:G d1:G e1:G f1:GG"
    state = solo(people, "yazid assassins 6", *MOVING).state
    assert strike_risks(state)[0] == pytest.approx(2 / 36)
