"""The tribe action: what the gathered meeples do."""

import pytest

from naqala import Game
from tests.positions import acting, base_board, choices, game_at, pile, position_line

EVERYWHERE = " ".join(f"{column}{row}:W" for column in "abcdef" for row in "12345")
"""One Elder on every tile."""
BLUE_LAND = " ".join(f"{column}{row}:v5" for column in "abcdef" for row in "12345")


def at_c3(gathered: str, *lines: str, people: str = "", land: str = "") -> Game:
    """These meeples were gathered on c3; the bag was empty before."""
    return game_at(base_board(people, land), acting("c3", gathered), "bag -", *lines)


# Viziers and Elders


def test_viziers_stay_in_front_of_the_player() -> None:
    """T1"""
    game = at_c3("YYY", "p1-has viziers 1")
    assert game.state.players[0].viziers == 4
    assert position_line(game, "bag") == "-"


def test_elders_stay_in_front_of_the_player() -> None:
    """T2"""
    game = at_c3("WWW", "p1-has elders 1")
    assert game.state.players[0].elders == 4
    assert position_line(game, "bag") == "-"


def test_elders_just_gathered_pay_for_a_djinn_at_their_sacred_place() -> None:
    """T2"""
    here = base_board("b3:W c3:W e5:B f5:B", "c3:s6")
    game = game_at(here, "pending moving", "djinns boaz")
    game.play("sow b3 c3W")
    assert choices(game) == {"pass", "summon boaz elders"}


# Merchants


def test_merchants_take_as_many_cards_from_the_left_of_the_row() -> None:
    """T3"""
    game = at_c3("GG", "row silk fakir wheat fish")
    assert position_line(game, "p1-hand") == "silk*1 fakir*1"


def test_the_row_is_not_filled_up_after_merchants() -> None:
    """T3"""
    game = at_c3("GG", "row silk fakir wheat fish")
    assert position_line(game, "row") == "wheat fish"


def test_merchants_take_what_is_left_of_a_short_row() -> None:
    """T3"""
    game = at_c3("GGG", "row silk wheat")
    assert position_line(game, "p1-hand") == "silk*1 wheat*1"
    assert position_line(game, "row") == "-"


def test_merchants_return_to_the_bag() -> None:
    """T3"""
    assert position_line(at_c3("GGG", "row silk wheat"), "bag") == "GGG"


def test_merchants_find_nothing_in_an_empty_row() -> None:
    """T3"""
    game = at_c3("GG", "row -")
    assert position_line(game, "p1-hand") == "-"
    assert position_line(game, "bag") == "GG"


# Builders


def test_each_builder_earns_one_gold_for_each_blue_tile() -> None:
    """T4"""
    game = at_c3("BBB", "p1-has gold 0", land="b2:v5 d4:s6")
    assert game.state.players[0].gold == 6


@pytest.mark.parametrize("tile", ["b2", "b3", "b4", "c2", "c3", "c4", "d2", "d3", "d4"])
def test_the_arrival_tile_and_the_eight_around_it_count(tile: str) -> None:
    """T4"""
    game = at_c3("BB", "p1-has gold 0", land=f"{tile}:s6")
    assert game.state.players[0].gold == 2


@pytest.mark.parametrize("tile", ["a1", "a3", "c1", "c5", "e3", "e5", "f3", "f5"])
def test_blue_tiles_farther_away_do_not_count(tile: str) -> None:
    """T4"""
    game = at_c3("BB", "p1-has gold 0", land=f"{tile}:s6 b3:v5")
    assert game.state.players[0].gold == 2


@pytest.mark.parametrize(
    ("tile", "around"), [("a1", 4), ("f5", 4), ("a3", 6), ("d1", 6), ("c3", 9)]
)
def test_nothing_beyond_the_edge_of_the_board_counts(tile: str, around: int) -> None:
    """T4"""
    game = game_at(base_board(land=BLUE_LAND), acting(tile, "BB"), "p1-has gold 0")
    assert game.state.players[0].gold == 2 * around


@pytest.mark.parametrize(
    ("kind", "earned"), [("v5", 2), ("s6", 2), ("s15", 2), ("o8", 0), ("m6", 0), ("l4", 0)]
)
def test_villages_and_sacred_places_are_blue(kind: str, earned: int) -> None:
    """T4"""
    game = at_c3("BB", "p1-has gold 0", land=f"b3:{kind}")
    assert game.state.players[0].gold == earned


def test_builders_return_to_the_bag() -> None:
    """T4"""
    assert position_line(at_c3("BBB", land="b3:v5"), "bag") == "BBB"


def test_any_number_of_fakirs_may_help_the_builders() -> None:
    """T4"""
    game = at_c3("BB", "p1-hand fakir*2", land="b3:v5")
    assert choices(game) == {"build", "build fakirs 1", "build fakirs 2"}


def test_each_discarded_fakir_counts_as_one_builder_more() -> None:
    """T4"""
    game = at_c3("BB", "p1-has gold 0", "p1-hand fakir*3", land="b3:v5 c4:v5 d3:v5")
    game.play("build fakirs 2")
    assert game.state.players[0].gold == (2 + 2) * 3
    assert position_line(game, "p1-hand") == "fakir*1"
    assert position_line(game, "discards") == "fakir*2"


def test_fakirs_that_do_not_help_stay_in_hand() -> None:
    """T4"""
    game = at_c3("BB", "p1-has gold 0", "p1-hand fakir*3", land="b3:v5")
    game.play("build")
    assert game.state.players[0].gold == 2
    assert position_line(game, "p1-hand") == "fakir*3"


def test_without_a_blue_tile_builders_earn_nothing_and_there_is_no_choice() -> None:
    """T4"""
    game = at_c3("BB", "p1-has gold 0", "p1-hand fakir*2")
    assert choices(game) == {"end"}
    assert game.state.players[0].gold == 0
    assert position_line(game, "p1-hand") == "fakir*2"
    assert position_line(game, "bag") == "BB"


@pytest.mark.parametrize(("centre", "gold"), [("m6", 20), ("s6", 25)])
def test_three_builders_and_two_fakirs_with_four_blue_tiles_around(centre: str, gold: int) -> None:
    """X2"""
    land = f"c3:{centre} b2:v5 b4:s6 d3:s10 d4:v5"
    game = at_c3("BBB", "p1-has gold 0", "p1-hand fakir*2", land=land)
    game.play("build fakirs 2")
    assert game.state.players[0].gold == gold


# Assassins: who can be killed


def test_assassins_and_their_victim_go_to_the_bag() -> None:
    """T5"""
    game = at_c3("RR", people="d3:WG c2:Y")
    game.play("kill d3G")
    assert position_line(game, "bag") == "GRR"
    assert pile(game, "d3") == "W"


def test_every_meeple_within_as_many_steps_as_assassins_can_be_killed() -> None:
    """T5"""
    near = "c3 b3 d3 c2 c4 a3 e3 c1 c5 b2 b4 d2 d4"
    game = at_c3("RR", people=EVERYWHERE)
    assert choices(game) == {f"kill {tile}W" for tile in near.split()}


def test_each_assassin_adds_one_step() -> None:
    """T5"""
    game = at_c3("RRR", people="f3:W d5:W f4:W a5:W")
    assert choices(game) == {"kill f3W", "kill d5W"}


def test_a_meeple_of_any_tribe_can_be_killed() -> None:
    """T5"""
    game = at_c3("RR", people="d3:YWGBR")
    assert choices(game) == {"kill d3Y", "kill d3W", "kill d3G", "kill d3B", "kill d3R"}


def test_a_meeple_left_on_the_arrival_tile_is_at_distance_zero() -> None:
    """T5"""
    game = at_c3("RR", people="c3:WG")
    game.play("kill c3G")
    assert pile(game, "c3") == "W"


def test_steps_are_counted_over_empty_and_controlled_tiles() -> None:
    """T5"""
    game = at_c3("RR", "p2-tiles d3 b3", people="e3:W a3:G")
    assert choices(game) == {"kill e3W", "kill a3G"}


def test_viziers_and_elders_in_front_of_an_opponent_can_be_killed() -> None:
    """T5"""
    game = at_c3("RR", "p2-has viziers 2 elders 3")
    assert choices(game) == {"kill p2 Y", "kill p2 W"}


@pytest.mark.parametrize(
    ("kill", "viziers", "elders", "bag"),
    [("kill p2 Y", 1, 3, "YRR"), ("kill p2 W", 2, 2, "WRR")],
)
def test_a_victim_in_front_of_an_opponent_goes_to_the_bag(
    kill: str, viziers: int, elders: int, bag: str
) -> None:
    """T5"""
    game = at_c3("RR", "p2-has viziers 2 elders 3")
    game.play(kill)
    victim = game.state.players[1]
    assert (victim.viziers, victim.elders, position_line(game, "bag")) == (viziers, elders, bag)


def test_every_opponent_can_be_the_victim() -> None:
    """T5"""
    game = at_c3("RR", "players 3", "p2-has elders 1", "p3-has elders 1 viziers 1")
    assert choices(game) == {"kill p2 W", "kill p3 W", "kill p3 Y"}


def test_own_viziers_and_elders_cannot_be_killed() -> None:
    """T5"""
    game = at_c3("RR", "p1-has viziers 2 elders 2", "p2-has elders 1 viziers 1")
    assert choices(game) == {"kill p2 W", "kill p2 Y"}


# Assassins: Fakirs


def test_each_discarded_fakir_adds_one_step() -> None:
    """T5"""
    game = at_c3("RR", "p1-hand fakir*2", people="f3:W f4:W f5:W")
    assert choices(game) == {"pass", "kill f3W fakirs 1", "kill f4W fakirs 2"}


def test_a_kill_uses_exactly_the_fakirs_that_the_distance_requires() -> None:
    """T5"""
    game = at_c3("RR", "p1-hand fakir*3", people="f4:W")
    assert choices(game) == {"pass", "kill f4W fakirs 2"}
    game.play("kill f4W fakirs 2")
    assert position_line(game, "p1-hand") == "fakir*1"
    assert position_line(game, "discards") == "fakir*2"
    assert position_line(game, "bag") == "WRR"


def test_a_kill_within_reach_takes_no_fakirs() -> None:
    """T5"""
    game = at_c3("RR", "p1-hand fakir*3", people="e3:W c5:W")
    assert choices(game) == {"kill e3W", "kill c5W"}
    game.play("kill e3W")
    assert position_line(game, "p1-hand") == "fakir*3"


# Assassins: must they kill?


def test_a_victim_that_costs_no_fakirs_must_be_killed() -> None:
    """T6"""
    game = at_c3("RR", people="d3:W")
    assert choices(game) == {"end"}
    assert pile(game, "d3") == "-"


def test_a_victim_that_costs_fakirs_may_be_chosen_instead_of_a_free_one() -> None:
    """T6"""
    game = at_c3("RR", "p1-hand fakir", people="d3:W f3:W")
    assert choices(game) == {"kill d3W", "kill f3W fakirs 1"}


def test_a_victim_in_front_of_an_opponent_costs_no_fakirs() -> None:
    """T6"""
    game = at_c3("RR", "p1-hand fakir", "p2-has elders 1", people="f3:W")
    assert choices(game) == {"kill p2 W", "kill f3W fakirs 1"}


def test_nobody_has_to_spend_fakirs_for_a_kill() -> None:
    """T6"""
    game = at_c3("RR", "p1-hand fakir", people="f3:W")
    game.play("pass")
    assert pile(game, "f3") == "W"
    assert position_line(game, "p1-hand") == "fakir*1"
    assert position_line(game, "bag") == "RR"


@pytest.mark.parametrize("people", ["", "f4:W"])
def test_without_a_victim_within_reach_the_kill_is_skipped(people: str) -> None:
    """T6"""
    game = at_c3("RR", "p1-hand fakir", "p1-has viziers 2 elders 2", people=people)
    assert choices(game) == {"end"}
    assert position_line(game, "p1-hand") == "fakir*1"
    assert position_line(game, "bag") == "RR"
    assert game.state.players[0].viziers == 2


# Assassins: tiles emptied by a kill


def test_a_tile_emptied_by_a_kill_is_controlled() -> None:
    """T7"""
    game = at_c3("RR", people="d3:W c1:GG")
    game.play("kill d3W")
    assert position_line(game, "p1-tiles") == "d3"
    assert game.state.players[0].camels == 10


def test_a_tile_with_meeples_left_after_a_kill_is_not_controlled() -> None:
    """T7"""
    game = at_c3("RR", people="d3:W c1:GG")
    game.play("kill c1G")
    assert position_line(game, "p1-tiles") == "-"


@pytest.mark.parametrize(
    ("camel", "mine", "theirs"), [("p2-tiles d3", "-", "d3"), ("p1-tiles d3", "d3", "-")]
)
def test_a_controlled_tile_emptied_by_a_kill_keeps_its_camel(
    camel: str, mine: str, theirs: str
) -> None:
    """T7, M9"""
    game = at_c3("RR", camel, "p1-has camels 9", people="d3:W")
    assert pile(game, "d3") == "-"
    assert (position_line(game, "p1-tiles"), position_line(game, "p2-tiles")) == (mine, theirs)
    assert game.state.players[0].camels == 9


def test_without_camels_a_tile_emptied_by_a_kill_stays_free() -> None:
    """T7, M10"""
    game = at_c3("RR", "p1-has camels 0", people="d3:W")
    assert pile(game, "d3") == "-"
    assert position_line(game, "p1-tiles") == "-"


def test_the_last_camel_goes_to_the_arrival_tile_and_not_to_the_victims() -> None:
    """T7"""
    here = base_board("b3:R c3:R d3:W e5:B f5:B")
    game = game_at(here, "pending moving", "p1-has camels 1")
    game.play("sow b3 c3R")
    assert pile(game, "d3") == "-"
    assert position_line(game, "p1-tiles") == "c3"


def test_a_kill_in_front_of_an_opponent_brings_no_tile() -> None:
    """T7"""
    assert position_line(at_c3("RR", "p2-has elders 1"), "p1-tiles") == "-"


def test_the_tile_of_the_victim_does_not_act() -> None:
    """T7"""
    game = at_c3("RR", people="d3:W", land="c3:v5 d3:o8")
    assert position_line(game, "palms") == "-"
    assert position_line(game, "palaces") == "c3*1"


# What Fakirs cannot do


@pytest.mark.parametrize("gathered", ["YY", "WW", "GG"])
def test_fakirs_alone_neither_build_nor_kill(gathered: str) -> None:
    """T8"""
    game = at_c3(gathered, "p1-hand fakir*3", people="c3:W d3:W", land="b3:v5")
    assert choices(game) == {"end"}
    assert position_line(game, "p1-hand") == "fakir*3"


def test_fakirs_do_not_kill_for_builders() -> None:
    """T8"""
    game = at_c3("BB", "p1-hand fakir", people="c3:W d3:W", land="b3:v5")
    assert choices(game) == {"build", "build fakirs 1"}


def test_fakirs_do_not_build_for_assassins() -> None:
    """T8"""
    game = at_c3("RR", "p1-hand fakir", people="c3:W d3:W", land="b3:v5")
    assert choices(game) == {"kill c3W", "kill d3W"}


# Worked examples


def test_one_turn_can_control_the_arrival_tile_and_that_of_the_victim() -> None:
    """X6"""
    land = "b1:s15 c1:o8"
    game = game_at(base_board("a1:BR c1:R e1:GG e5:B f5:B", land), "pending moving")
    before = game.scores()[0].total
    game.play("sow a1 b1B c1R")
    assert position_line(game, "p1-tiles") == "c1"
    game.play("kill b1B")
    assert position_line(game, "p1-tiles") == "b1 c1"
    assert position_line(game, "palms") == "c1*1"
    assert game.scores()[0].total - before == 26


def test_a_kill_on_the_arrival_tile_can_empty_it() -> None:
    """X7"""
    game = game_at(base_board("b3:R c3:RRW d3:GG e5:B f5:B"), "pending moving")
    game.play("sow b3 c3R")
    assert position_line(game, "p1-tiles") == "-"
    game.play("kill c3W")
    assert position_line(game, "p1-tiles") == "c3"
