"""The turn: the marker, the move, gathering, and control of the arrival tile."""

import pytest

from naqala import Game
from naqala.rules import turn
from naqala.rules.actions import Take
from tests.positions import base_board, choices, game_at, pile, position_line

ELSEWHERE = "e5:B f5:B"
"""Two more moves, far away, so that the tested move is not forced."""


def moving(people: str, *lines: str, land: str = "") -> Game:
    """The beginning of a turn of p1."""
    return game_at(base_board(f"{people} {ELSEWHERE}", land), "pending moving", *lines)


def outcomes(game: Game) -> set[str]:
    return {str(outcome) for outcome in game.outcomes()} - {"e5 f5B", "f5 e5B"}


# The marker


def test_the_marker_goes_to_the_first_free_place_of_the_next_bid_order() -> None:
    """M1"""
    game = game_at("players 3", "spots p3 - - p1 - p2 - - -")
    assert position_line(game, "spots") == "p3 - - p1 - - - - -"
    assert position_line(game, "acted") == "p2"
    game.play("sow a1 b1Y")
    game.play("end")
    assert position_line(game, "spots") == "p3 - - - - - - - -"
    assert position_line(game, "acted") == "p2 p1"


def test_the_first_player_to_act_bids_first_in_the_next_round() -> None:
    """M1"""
    many_moves = base_board("a1:Y b1:Y a3:Y b3:Y a5:Y b5:Y e5:Y f5:Y")
    game = game_at(many_moves, "players 3", "spots p3 - - p1 - p2 - - -")
    for move in ("sow a1 b1Y", "sow a3 b3Y", "sow a5 b5Y"):
        game.play(move)
        game.play("end")
    assert position_line(game, "bids") == "p2 p1 p3"
    assert position_line(game, "acted") == "-"


# The move


def test_a_move_may_start_on_every_tile_with_meeples_and_on_no_other() -> None:
    """M2"""
    assert choices(moving("a1:Y b1:Y c1:Y")) == {
        "take a1",
        "take b1",
        "take c1",
        "take e5",
        "take f5",
    }


def test_all_meeples_of_the_start_tile_are_picked_up() -> None:
    """M2"""
    game = moving("b2:YWG e2:YWG b5:YWG")
    game.play("take b2")
    assert pile(game, "b2") == "-"
    assert position_line(game, "pending") == "sowing b2 YWG"


def test_the_first_meeple_goes_to_a_tile_that_shares_a_side_with_the_start() -> None:
    """M2"""
    game = moving("c3:YW b2:YW b4:YW d2:YW d4:YW a3:YW e3:YW c1:YW c5:YW")
    game.play("take c3")
    neighbours = ("b3", "d3", "c2", "c4")
    assert choices(game) == {f"drop {tile}{tribe}" for tile in neighbours for tribe in "YW"}


def test_each_further_meeple_goes_to_a_neighbour_of_the_one_before() -> None:
    """M2"""
    game = moving("c3:YW b2:W b4:W d2:W d4:W e3:W c1:W a3:W")
    game.play("take c3")
    game.play("drop d3Y")
    assert choices(game) == {"drop d2W", "drop d4W", "drop e3W"}


def test_the_meeples_can_be_dropped_in_any_order() -> None:
    """M2"""
    here = "c3:YW a3:Y e3:W"
    one, other = moving(here), moving(here)
    one.play("sow c3 b3W a3Y")
    other.play("sow c3 d3Y e3W")
    assert (pile(one, "b3"), pile(other, "d3")) == ("W", "Y")


@pytest.mark.parametrize("far_side", ["a2", "a3", "a4"])
def test_a_move_does_not_leave_the_board(far_side: str) -> None:
    """M2"""
    assert outcomes(moving(f"f3:W f2:W {far_side}:W")) == {"f3 f2W", "f2 f3W"}


def test_no_step_goes_straight_back() -> None:
    """M3"""
    game = moving("b2:YWW b1:Y c2:Y d1:Y a2:Y")
    game.play("take b2")
    game.play("drop b1W")
    game.play("drop c1W")
    assert choices(game) == {"drop c2Y", "drop d1Y"}


def test_the_second_meeple_does_not_go_back_to_the_start() -> None:
    """M3"""
    game = moving("b2:YWW a2:Y c2:Y")
    game.play("take b2")
    game.play("drop b1W")
    assert choices(game) == {"drop a1W", "drop c1W"}


def test_a_loop_leads_back_to_a_tile_of_the_move() -> None:
    """M3"""
    game = moving("b2:YYWWW b1:R")
    game.play("sow b2 b1Y c1W c2W b2W b1Y")
    assert pile(game, "b2") == "W"
    assert position_line(game, "p1-has").startswith("gold 50 viziers 2")


@pytest.mark.parametrize(("crowd", "possible"), [("YYYY", False), ("YYYYY", True)])
def test_a_loop_takes_five_meeples(crowd: str, possible: bool) -> None:
    """M3, M4"""
    assert ("take b2" in choices(moving(f"b2:{crowd}"))) == possible


def test_the_last_meeple_must_join_one_of_its_colour() -> None:
    """M4"""
    assert outcomes(moving("c3:YW c5:Y e3:G a3:B c1:R")) == {"c3 c5Y"}


def test_the_last_meeple_goes_to_no_tile_without_its_colour() -> None:
    """M4"""
    game = moving("c3:YW c5:W e3:W d2:Y d4:W")
    game.play("take c3")
    game.play("drop d3Y")
    assert choices(game) == {"drop e3W", "drop d4W"}


def test_the_last_meeple_may_join_one_dropped_in_the_same_move() -> None:
    """M4"""
    game = moving("b2:GGYWR")
    game.play("sow b2 b1G c1Y c2W b2R b1G")
    assert position_line(game, "p1-tiles") == "b1"


@pytest.mark.parametrize("camel", ["p1-tiles -", "p1-tiles b1", "p2-tiles b1"])
def test_a_move_can_drop_meeples_on_empty_and_controlled_tiles(camel: str) -> None:
    """M5"""
    game = moving("a1:YW c1:Y", camel)
    game.play("sow a1 b1W c1Y")
    assert pile(game, "b1") == "W"


@pytest.mark.parametrize("camel", ["p1-tiles c1", "p2-tiles c1"])
def test_a_move_may_end_on_a_controlled_tile(camel: str) -> None:
    """M5"""
    game = moving("a1:YW c1:Y", camel)
    game.play("sow a1 b1W c1Y")
    assert game.state.players[0].viziers == 2


def test_a_player_who_can_move_must_move() -> None:
    """M6"""
    assert choices(moving("", "p1-hand silk fish")) == {"take e5", "take f5"}


def test_a_djinn_used_before_the_move_does_not_replace_it() -> None:
    """M6, J2"""
    game = moving("", "p1-djinns sloar", "p1-hand fakir")
    game.play("use sloar fakir")
    assert choices(game) == {"take e5", "take f5"}


# Gathering and control


def test_the_last_meeple_and_all_of_its_colour_are_gathered() -> None:
    """M7"""
    game = moving("b2:W c2:YWWR")
    game.play("sow b2 c2W")
    assert game.state.players[0].elders == 3
    assert pile(game, "c2") == "YR"


def test_meeples_of_the_last_colour_on_other_tiles_of_the_move_stay() -> None:
    """M7"""
    game = moving("a1:WWW b1:W c1:W d1:W")
    game.play("sow a1 b1W c1W d1W")
    assert (pile(game, "b1"), pile(game, "c1"), pile(game, "d1")) == ("WW", "WW", "-")


def test_an_emptied_arrival_tile_gets_a_camel_without_a_choice() -> None:
    """M8"""
    game = moving("b2:W c2:W")
    game.play("sow b2 c2W")
    assert position_line(game, "p1-tiles") == "c2"
    assert game.state.players[0].camels == 10
    assert choices(game) == {"end"}


@pytest.mark.parametrize("piece", ["palms c2", "palaces c2*2"])
def test_palm_trees_and_palaces_do_not_prevent_control(piece: str) -> None:
    """M8"""
    game = moving("b2:W c2:W", piece)
    game.play("sow b2 c2W")
    assert position_line(game, "p1-tiles") == "c2"


def test_an_arrival_tile_with_meeples_left_is_not_controlled() -> None:
    """M8"""
    game = moving("b2:W c2:WG")
    game.play("sow b2 c2W")
    assert position_line(game, "p1-tiles") == "-"
    assert game.state.players[0].camels == 11


def test_only_the_arrival_tile_is_controlled_and_never_the_start() -> None:
    """M8"""
    game = moving("a1:YW c1:W")
    game.play("sow a1 b1Y c1W")
    assert pile(game, "a1") == "-"
    assert position_line(game, "p1-tiles") == "c1"


def test_an_emptied_tile_of_an_opponent_keeps_its_owner() -> None:
    """M9"""
    game = moving("b2:W c2:W", "p2-tiles c2")
    game.play("sow b2 c2W")
    assert (position_line(game, "p1-tiles"), position_line(game, "p2-tiles")) == ("-", "c2")
    assert game.state.players[0].camels == 11


def test_an_own_tile_that_is_emptied_again_gets_no_second_camel() -> None:
    """M9"""
    game = moving("b2:W c2:W", "p1-tiles c2", "p1-has camels 10")
    game.play("sow b2 c2W")
    assert position_line(game, "p1-tiles") == "c2"
    assert game.state.players[0].camels == 10


def test_without_camels_an_emptied_tile_stays_free() -> None:
    """M10"""
    game = moving("b2:W c2:W", "p1-has camels 0")
    game.play("sow b2 c2W")
    assert position_line(game, "p1-tiles") == "-"
    assert game.state.players[0].camels == 0


def test_without_camels_tribe_and_tile_still_act() -> None:
    """M10"""
    game = moving("b2:W c2:W", "p1-has camels 0", land="c2:o8")
    game.play("sow b2 c2W")
    assert game.state.players[0].elders == 2
    assert position_line(game, "palms") == "c2*1"


# Worked examples


def test_a_loop_gathers_three_merchants_where_one_stood() -> None:
    """X5"""
    game = moving("c3:YGGBR d3:G", "row silk fish wheat ivory", land="d3:o8 d2:l4 c2:s6")
    game.play("sow c3 d3G d2B c2R c3Y d3G")
    assert [pile(game, tile) for tile in ("c3", "d3", "d2", "c2")] == ["Y", "-", "B", "R"]
    assert position_line(game, "p1-hand") == "silk*1 fish*1 wheat*1"


def test_an_elder_who_joins_two_elders_gathers_three_and_controls_the_tile() -> None:
    """X8"""
    game = moving("b2:W c2:WW")
    game.play("sow b2 c2W")
    assert game.state.players[0].elders == 3
    assert position_line(game, "p1-tiles") == "c2"


def test_an_elder_who_joins_three_elders_and_a_builder_gathers_four_without_control() -> None:
    """X8"""
    game = moving("b2:W c2:WWWB")
    game.play("sow b2 c2W")
    assert game.state.players[0].elders == 4
    assert position_line(game, "p1-tiles") == "-"


# Whole moves at once


@pytest.mark.parametrize("seed", range(6))
def test_a_whole_move_equals_its_steps(seed: int) -> None:
    """M2, M7"""
    game = Game.new(players=2, seed=seed, expansions=["whims", "artisans"][seed % 2 :])
    while not isinstance(game.legal()[0], Take):
        game.play(game.legal()[0])
    for outcome in game.outcomes()[::40]:
        move = next(game.sowings(outcome))
        at_once = game.state.copy()
        events = turn.sow(at_once, move)
        by_steps = game.copy()
        assert by_steps.play(move) == events
        assert by_steps.state == at_once
        assert by_steps.legal() == at_once.choices


def test_legal_equals_the_choices_of_the_state() -> None:
    game = Game.new(players=2, seed=1)
    assert turn.legal(game.state) == game.legal()
