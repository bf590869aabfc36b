"""Reasons for and against a turn: gains, risks, and what it opens or denies."""

import pytest

from naqala.bots.advice.explanations import (
    Arrival,
    arrivals,
    changes,
    gains,
    next_mover,
    outlook,
    peril,
    risks,
    safety,
    strikes,
)
from naqala.bots.advice.reasons import (
    Council,
    Denies,
    EndsGame,
    Fakirs,
    Gain,
    Leaves,
    Lone,
    Loses,
    NearsEnd,
    Peril,
    Stack,
    Strikes,
    Summons,
)
from naqala.rules import meeples, sowing
from naqala.rules.actions import PASS, PLAY_FIRST
from naqala.rules.meeples import BUILDERS, ELDERS, MERCHANTS, VIZIERS
from naqala.rules.state import State
from tests.positions import base_board, game_at, tile

MOVING = "pending moving"


def played(lines: list[str], *actions: str) -> tuple[State, State]:
    """The states before and after some actions of p1."""
    game = game_at(*lines)
    before = game.state.copy()
    for action in actions:
        game.play(action)
    return before, game.state


def test_a_lone_meeple_is_a_risk_if_a_move_can_end_there() -> None:
    before, after = played([base_board("b2:GW c3:W a3:G e5:R"), MOVING], "sow b2 b3G c3W")
    assert list(risks(before, after)) == [Lone(tile("b3"), MERCHANTS, 6, starts=1)]


def test_a_lone_meeple_is_safe_if_no_move_has_the_right_number_of_steps() -> None:
    """Two Merchants on a3 take two steps: they cannot end on the neighbour b3."""
    before, after = played([base_board("b2:GW c3:W a3:GG e5:R"), MOVING], "sow b2 b3G c3W")
    assert list(risks(before, after)) == [Lone(tile("b3"), MERCHANTS, 6, 0, "parity")]


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
    assert list(risks(before, after)) == []


def test_a_stack_of_one_tribe_is_a_risk() -> None:
    land = base_board("b2:GW b3:GG c3:W a3:G e5:R")
    before, after = played([land, MOVING], "sow b2 b3G c3W")
    assert list(risks(before, after)) == [Stack(tile("b3"), MERCHANTS, 3, 6, starts=1)]


def test_a_stack_among_other_tribes_does_not_win_the_tile() -> None:
    land = base_board("b2:GW b3:GGR c3:W a3:G e5:R")
    before, after = played([land, MOVING], "sow b2 b3G c3W")
    assert list(risks(before, after)) == [Stack(tile("b3"), MERCHANTS, 3, 0, starts=1)]


def test_a_stack_that_was_there_before_is_not_a_risk_of_the_path() -> None:
    land = base_board("b2:GW b3:YYY c3:W a3:G e5:R")
    before, after = played([land, MOVING], "sow b2 b3G c3W")
    assert list(risks(before, after)) == []


def test_arrivals_have_the_best_gain_of_each_tile() -> None:
    """b1: 8 for the tile and 2 for each of 2 Elders."""
    land = base_board("a1:W b1:W e1:B e2:B", "b1:m8 e2:v5 e3:v5 d2:v5")
    state = game_at(land, MOVING).state
    found = arrivals(state, 1)
    assert found[tile("b1")] == Arrival(12, ELDERS)
    # 5 for the tile, 5 for a palace, and both Builders earn 3 gold each from 3 blue tiles
    assert found[tile("e2")] == Arrival(16, BUILDERS)
    assert state == game_at(land, MOVING).state


def test_reasons_name_what_a_turn_denies_and_what_it_leaves() -> None:
    land = base_board("a1:W b1:W e1:Y e2:Y d5:G d4:G", "b1:s15 e2:m4")
    lines = [land, "spots p2 - - - - - - - -", "acted p1 p1 p2", MOVING]
    before, after = played(lines, "sow a1 b1W")
    found = list(outlook(after, 0, lambda mover: arrivals(before, mover)))
    assert Denies(1, tile("b1"), ELDERS, gain=19, left=0) in found
    assert Leaves(1, False, tile("e1"), VIZIERS, gain=18, opened=False) in found


def test_reasons_name_what_a_turn_opens() -> None:
    """The Merchant on b3 can be joined from a3, for 15 points that nobody could get before."""
    land = base_board("b2:GW c3:W a3:G e5:R e4:R", "b3:s15")
    lines = [land, "spots p2 - - - - - - - -", "acted p1 p1 p2", MOVING]
    before, after = played(lines, "sow b2 b3G c3W")
    found = list(outlook(after, 0, lambda mover: arrivals(before, mover)))
    assert Leaves(1, False, tile("b3"), MERCHANTS, gain=15, opened=True) in found


def test_a_turn_that_is_worth_less_but_still_the_best_is_mentioned_once() -> None:
    """With three Elders less, b1 brings 6 points less, but still more than all others."""
    land = base_board("a1:W b1:WWWW b2:WG a5:G e1:R e2:R", "b1:s15")
    lines = [land, "spots p2 - - - - - - - -", "acted p1 p1 p2", MOVING]
    game = game_at(*lines)
    before = game.state.copy()
    after = before.copy()
    after.piles[tile("b1")] = meeples.parse_letters("W")
    after.masks = sowing.masks_of(after.piles)
    after.pending = ()
    found = list(outlook(after, 0, lambda mover: arrivals(before, mover)))
    (left,) = [reason for reason in found if isinstance(reason, Leaves)]
    assert (left.tile, left.gain) == (tile("b1"), 19)
    assert not any(isinstance(each, Denies) and each.tile == left.tile for each in found)


def test_nobody_is_next_after_the_last_turn() -> None:
    state = game_at(base_board("a1:W b1:W"), "flags last-round", MOVING).state
    state.pending = ()
    assert next_mover(state, 0) is None


def test_anybody_may_be_next_when_all_must_bid() -> None:
    state = game_at(base_board("a1:W b1:W"), "pending finishing").state
    assert next_mover(state, 0) == (1, False)


def test_the_last_camel_ends_the_game() -> None:
    """E1"""
    land = base_board("a1:W b1:W e5:R e4:R", "b1:m8")
    before, after = played([land, "p1-has camels 1", MOVING], "sow a1 b1W")
    assert changes(before, [after], 0, 4.5) == [EndsGame(4.5)]


@pytest.mark.parametrize(("camels", "found"), [(3, [NearsEnd(2, -4.5)]), (4, [])])
def test_few_camels_are_mentioned_when_one_is_placed(camels: int, found: list[NearsEnd]) -> None:
    land = base_board("a1:W b1:W e5:R e4:R", "b1:m8")
    before, after = played([land, f"p1-has camels {camels}", MOVING], "sow a1 b1W")
    assert changes(before, [after], 0, -4.5) == found


def test_few_camels_are_not_mentioned_if_none_is_placed() -> None:
    land = base_board("a1:W b1:WY e5:R e4:R", "b1:m8")
    before, after = played([land, "p1-has camels 2", MOVING], "sow a1 b1W")
    assert changes(before, [after], 0, 4.5) == []


def test_a_djinn_and_its_price_are_reasons() -> None:
    lines = [
        base_board("a1:W b1:W", "b1:s6"),
        "djinns jafaar",
        "p1-has elders 1",
        "p1-hand fakir*2",
        MOVING,
    ]
    before, after = played(lines, "sow a1 b1W", "summon jafaar elder fakir")
    assert set(changes(before, [after], 0)) == {Summons("jafaar"), Fakirs(-1)}


def test_changes_that_depend_on_chance_are_not_reasons() -> None:
    before, after = played([base_board("a1:W b1:W", "b1:s6"), MOVING], "sow a1 b1W")
    has_chance = after.copy()
    has_chance.players[0].hand += 1 << 45
    assert Fakirs(1) in changes(before, [has_chance], 0)
    assert changes(before, [has_chance, after], 0) == []


def test_viziers_are_compared_with_those_of_yazid() -> None:
    """Y13"""
    land = base_board("a1:Y b1:Y e5:R e4:RR d4:W")
    lines = ["players 1", land, "yazid viziers 3", "p1-has viziers 1", MOVING]
    before, after = played(lines, "sow a1 b1Y")
    assert changes(before, [after], 0) == [Council(3, 3, 2)]
    before, after = played(lines, "sow e5 e4R", "kill p2 Y")
    assert changes(before, [after], 0) == [Council(1, 2, 1)]


def test_secrets_that_were_imagined_anew_are_not_gains_of_others() -> None:
    before, after = played([base_board("a1:W b1:W", "b1:m8"), MOVING], "sow a1 b1W")
    after.players[1].gold += 5
    found = gains(before, [after], 0, imagined=True)
    assert {gain.seat for gain in found} == {0}
    assert Gain(1, False, "gold", 5) in gains(before, [after], 0)


def test_the_tiles_where_yazid_would_win_are_counted() -> None:
    """Y9: the seventh Assassin, or Builders who earn more gold than the player has."""
    land = base_board("a1:R b1:W c3:BB d5:Y", "c3:v5 c4:v5 b3:s6")
    state = game_at("players 1", land, "p1-has gold 5", "yazid assassins 6", MOVING).state
    assert peril(state) == Peril(deadly=2, tiles=4)
    richer = game_at("players 1", land, "p1-has gold 6", "yazid assassins 5", MOVING).state
    assert peril(richer) is None


def test_a_lost_game_is_the_only_reason() -> None:
    land = base_board("a1:R b1:W c1:W", "")
    lines = ["players 1", land, "dice 1 1", "yazid assassins 6", "pending offering"]
    before, after = played(lines, "pass")
    assert changes(before, [after], 0) == [Loses("assassins")]


def test_what_yazid_captures_is_a_reason_if_he_strikes_now() -> None:
    """Y3: if the player acts first, Yazid does not strike now."""
    lines = ["players 1", base_board("a1:RY b1:W c1:W"), "dice 1 1", "pending offering"]
    state = game_at(*lines).state
    assert strikes(state, PASS) == [Strikes(tile("a1"), state.piles[tile("a1")])]
    assert strikes(state, PLAY_FIRST) == []
