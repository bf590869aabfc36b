"""Meeples left for others, and Yazid's strikes."""

import pytest

from naqala.bots.advice.reasons import Lone, Peril, Stack, Strikes
from naqala.bots.advice.risks import peril, risks, strikes
from naqala.bots.advice.takeovers import safety
from naqala.rules.actions import PASS, PLAY_FIRST
from naqala.rules.meeples import MERCHANTS
from tests.positions import base_board, game_at, played, tile

MOVING, FINISHING = "pending moving", "pending finishing"


def test_a_lone_meeple_is_a_risk_if_a_move_can_end_there() -> None:
    before, after = played([base_board("b2:GW c3:W a3:G e5:R"), MOVING], "sow b2 b3G c3W")
    assert list(risks(before, after, 1)) == [Lone(tile("b3"), MERCHANTS, 6, starts=1)]


def test_a_lone_meeple_is_safe_if_no_move_has_the_right_number_of_steps() -> None:
    """Two Merchants on a3 take two steps: they cannot end on the neighbour b3."""
    before, after = played([base_board("b2:GW c3:W a3:GG e5:R"), MOVING], "sow b2 b3G c3W")
    assert list(risks(before, after, 1)) == [Lone(tile("b3"), MERCHANTS, 6, 0, "parity")]


@pytest.mark.parametrize(
    ("meeples", "why"),
    [
        ("b3:G", "tribe"),
        ("b3:G b5:G e5:GGG", "far"),
        ("b3:G a3:GG", "parity"),
        ("b3:G c3:GR f5:G a2:GRW", "parity"),
    ],
)
def test_it_is_known_why_a_meeple_is_safe(meeples: str, why: str) -> None:
    state = game_at(base_board(f"{meeples} e1:Y e2:Y"), MOVING).state
    assert safety(state, tile("b3"), MERCHANTS) == why


def test_mountains_can_make_a_meeple_safe() -> None:
    lines = ["expansions artisans", "board 3x1", "tiles m6 m6 m6", "meeples G G -", "walls a1-b1"]
    state = game_at(*lines, MOVING).state
    assert safety(state, tile("b1"), MERCHANTS) == "path"


def test_a_lone_meeple_on_a_controlled_tile_is_not_a_risk() -> None:
    land = base_board("b2:GW c3:W a3:G e5:R")
    before, after = played([land, "p2-tiles b3", MOVING], "sow b2 b3G c3W")
    assert list(risks(before, after, 1)) == []


def test_a_lone_meeple_is_worth_what_the_tile_brings() -> None:
    """W4, E3: the second city brings 15 points; palm trees and palaces count as well."""
    lines = ["expansions whims", "board 3x2", "tiles r0 r0 o8/m6 m6 m6", "meeples - - -/GWY Y W"]
    before, after = played([*lines, "p2-tiles a2", MOVING], "sow a1 a2G b2W b1Y")
    assert [each.points for each in risks(before, after, 1) if isinstance(each, Lone)] == [15]
    assert [each.points for each in risks(before, after, 0) if isinstance(each, Lone)] == [5]
    planted = [base_board("b2:GW c3:W a3:G e5:R", "b3:o8"), "palms b3*2", MOVING]
    before, after = played(planted, "sow b2 b3G c3W")
    assert list(risks(before, after, 1)) == [Lone(tile("b3"), MERCHANTS, 14, starts=1)]


def test_a_stack_of_one_tribe_is_a_risk() -> None:
    land = base_board("b2:GW b3:GG c3:W a3:G e5:R")
    before, after = played([land, MOVING], "sow b2 b3G c3W")
    assert list(risks(before, after, 1)) == [Stack(tile("b3"), MERCHANTS, 3, 6, starts=1)]


def test_a_stack_among_other_tribes_does_not_win_the_tile() -> None:
    land = base_board("b2:GW b3:GGR c3:W a3:G e5:R")
    before, after = played([land, MOVING], "sow b2 b3G c3W")
    assert list(risks(before, after, 1)) == [Stack(tile("b3"), MERCHANTS, 3, 0, starts=1)]


def test_a_stack_that_was_there_before_is_not_a_risk_of_the_path() -> None:
    land = base_board("b2:GW b3:YYY c3:W a3:G e5:R")
    before, after = played([land, MOVING], "sow b2 b3G c3W")
    assert list(risks(before, after, 1)) == []


def test_the_rolls_with_which_yazid_would_win_are_counted() -> None:
    """Y9: the seventh Assassin, or Builders who earn more gold than the player has.

    a1 and c3 lose with every roll that points at them or at their empty column, and with a six.
    """
    land = base_board("a1:R b1:W c3:BB d5:Y", "c3:v5 c4:v5 b3:s6")
    state = game_at("players 1", land, "p1-has gold 5", "yazid assassins 6", FINISHING).state
    causes = ("assassins", "gold")
    assert peril(state) == Peril(2, 4, 12, (tile("a1"), tile("c3")), causes=causes)
    richer = game_at("players 1", land, "p1-has gold 6", "yazid assassins 5", FINISHING).state
    assert peril(richer) is None


@pytest.mark.parametrize(
    ("lines", "avoidable"),
    [
        (["p1-has gold 8", "yazid-flags struck", FINISHING], True),
        (["p1-has gold 7", "yazid-flags struck", FINISHING], False),
        (["p1-has gold 8", FINISHING], False),
        (["p1-has gold 8", "yazid-flags struck", MOVING], None),
    ],
)
def test_a_roll_is_a_danger_if_yazid_is_next(lines: list[str], avoidable: bool | None) -> None:
    """Y3: the player may pay in the next round, but not twice; whoever acts first can flee.

    The dearest of these rolls is a two and a six, which strikes b1.
    """
    land = base_board("a1:R b1:R d5:Y d4:Y")
    state = game_at("players 1", land, "yazid assassins 6", *lines).state
    found = peril(state)
    assert (found.avoidable if found else None) is avoidable


def test_a_double_strike_counts_both_tiles() -> None:
    """Y4: a black six strikes the highest and the lowest tile of the column."""
    land = base_board("c2:RR c3:W c4:R b1:W d5:Y e1:G e2:G")
    state = game_at("players 1", land, "yazid assassins 4", FINISHING).state
    assert peril(state) == Peril(0, 7, 1, (), (tile("c4"), tile("c2")), causes=("assassins",))


def test_the_sixth_djinn_loses_too() -> None:
    """Y8, Y9: every strike lets him summon; a6 has no meeples, so the player names d5."""
    land = base_board("a1:Y b1:Y d5:Y e5:Y")
    lines = [
        "players 1",
        land,
        "djinns jafaar",
        "yazid elders 2",
        "yazid-djinns bouraq echidna enki hagis iblis",
    ]
    state = game_at(*lines, FINISHING).state
    found = peril(state)
    assert found
    assert found.rolls == 36


def test_what_yazid_captures_is_a_reason_if_he_strikes_now() -> None:
    """Y3: if the player acts first, Yazid does not strike now."""
    lines = ["players 1", base_board("a1:RY b1:W c1:W"), "dice 1 1", "pending offering"]
    state = game_at(*lines).state
    assert strikes(state, PASS) == [Strikes(tile("a1"), state.piles[tile("a1")])]
    assert strikes(state, PLAY_FIRST) == []
