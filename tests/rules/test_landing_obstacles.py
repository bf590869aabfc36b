"""Reasons why a move cannot end on a tile."""

from random import Random

import pytest

from naqala.rules.landing_obstacles import CarriedMeeples, Reason, obstacle
from naqala.rules.meeples import ONE, parse_letters
from naqala.rules.sowing import masks_of, outcomes, sowings
from tests.positions import RECTANGLES, Position, position, random_position, tile


def why(here: Position, start: str, end: str) -> Reason | None:
    """Why a move from a start cannot end on a tile."""
    piles = [*here.piles]
    carried = CarriedMeeples(piles[tile(start)], tile(start))
    piles[tile(start)] = 0
    found = obstacle(here.grid, piles, masks_of(piles), carried, tile(end))
    return found and found.reason


def test_a_move_has_as_many_steps_as_meeples() -> None:
    """M2"""
    here = position("- - - -/YW Y YB W/- - - W")
    assert why(here, "a2", "b2") == "odd"
    assert why(here, "c2", "c2") == "way"
    assert why(here, "b2", "d2") == "even"
    assert why(here, "a2", "d1") == "far"
    assert why(here, "a2", "c2") is None


def test_a_move_cannot_cross_mountains_and_holes() -> None:
    """N1, N3"""
    here = position("- - -/YW # Y/- - -")
    assert why(here, "a2", "b2") == "hole"
    assert why(here, "a2", "c2") == "way"
    assert why(position("YW - Y", "b1-c1"), "a1", "c1") == "way"


def test_the_last_meeple_needs_one_of_its_tribe() -> None:
    """M4"""
    here = position("YW - B -/- - - -")
    assert why(here, "a2", "c2") == "tribe"
    assert why(here, "a2", "b1") == "nobody"


def test_after_a_drop_the_remaining_meeples_count_and_cannot_go_straight_back() -> None:
    """M3"""
    here = position("W - -/W B -/W - -")
    piles = [*here.piles]
    piles[tile("b2")] += ONE[0]
    carried = CarriedMeeples(parse_letters("W"), tile("b2"), tile("a2"))
    board = piles, masks_of(piles)
    assert obstacle(here.grid, *board, carried, tile("a2")) == ("way", tile("b2"), 1, 1)
    assert obstacle(here.grid, *board, carried, tile("b3")) == ("nobody", tile("b2"), 1, 1)


@pytest.mark.parametrize("seed", range(12))
def test_there_is_a_reason_exactly_if_no_move_can_end_there(seed: int) -> None:
    """M2-M5: from the start, and after the first drops of a move."""
    random = Random(seed)
    here = random_position(random, *RECTANGLES[seed % len(RECTANGLES)], largest=6)
    found = outcomes(*here, here.masks)
    for start in {each.start for each in found}:
        ends = {each.tile for each in found if each.start == start}
        piles = [*here.piles]
        carried = CarriedMeeples(piles[start], start)
        piles[start] = 0
        masks = masks_of(piles)
        for end in here.grid.tiles:
            assert (obstacle(here.grid, piles, masks, carried, end) is None) == (end in ends)
        first = next(sowings(*here, next(each for each in found if each.start == start)))
        if len(first.drops) == 1:
            continue
        at, tribe = first.drops[0]
        piles[at] += ONE[tribe]
        carried = CarriedMeeples(carried.pile - ONE[tribe], at, start)
        ends = {
            each.tile
            for each in found
            if each.start == start and next(sowings(*here, each, after=first.drops[:1]), None)
        }
        masks = masks_of(piles)
        for end in here.grid.tiles:
            assert (obstacle(here.grid, piles, masks, carried, end) is None) == (end in ends)
