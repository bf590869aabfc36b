"""The Djinns whose power has a price, one by one; see test_djinn_use for the prices."""

import pytest

from naqala import Game, IllegalAction, seen_by
from naqala.rules.events import DjinnsDrawn
from tests.positions import acting, base_board, choices, game_at, pile, position_line

FAKIRS = "p1-hand fakir*3"
ELDERS = "p1-has elders 4"
ALL_AROUND_C3 = ("b2", "b3", "b4", "c2", "c4", "d2", "d3", "d4")

EMPTY_AND_NOT = """
    board 6x1
    tiles m6 m6 m6 m6 m6 m6
    meeples - Y - - - -
    palms c1
    palaces d1
    p1-tiles e1
    p2-tiles f1
    pending finishing
"""
"""Only a1 is an empty tile."""
PEOPLED = """
    board 6x1
    tiles m6 m6 m6 m6 m6 m6
    meeples - Y Y Y Y Y
    palms c1
    palaces d1
    p1-tiles e1
    p2-tiles f1
    pending finishing
"""
"""Only b1 has meeples and nothing else."""


def finishing(*lines: str, people: str = "", land: str = "") -> Game:
    """Only the end of a turn of p1 is left."""
    return game_at(base_board(people, land), "pending finishing", *lines)


def killing(*lines: str, people: str = "", land: str = "") -> Game:
    """p1 has gathered two Assassins on c3; the bag was empty before."""
    return game_at(base_board(people, land), acting("c3", "RR"), "bag -", *lines)


def arriving(*lines: str, land: str) -> Game:
    """The action of c3 comes next."""
    return game_at(base_board(land=land), "pending finishing / tile c3", *lines)


# Anun-Nak


def test_anun_nak_needs_a_tile_without_camel_meeple_palm_and_palace() -> None:
    """D2"""
    game = game_at(EMPTY_AND_NOT, "p1-djinns anun-nak", FAKIRS)
    assert choices(game) == {"end", "use anun-nak a1 fakir"}


def test_anun_nak_puts_three_meeples_from_the_bag_on_the_tile() -> None:
    """D2"""
    game = game_at(EMPTY_AND_NOT, "p1-djinns anun-nak", FAKIRS, "bag YWGBR")
    game.play("use anun-nak a1 fakir")
    assert len(pile(game, "a1")) == 3
    assert sorted(pile(game, "a1") + position_line(game, "bag")) == sorted("YWGBR")


def test_anun_nak_draws_at_random() -> None:
    """D2"""
    drawn = set()
    for seed in range(20):
        lines = ("p1-djinns anun-nak", FAKIRS, "bag YWGBR", f"seed {seed}")
        game = game_at(EMPTY_AND_NOT, *lines)
        game.play("use anun-nak a1 fakir")
        drawn.add(pile(game, "a1"))
    assert len(drawn) > 5


@pytest.mark.parametrize("bag", ["Y", "WB"])
def test_anun_nak_empties_a_bag_that_holds_fewer_than_three(bag: str) -> None:
    """D2"""
    game = game_at(EMPTY_AND_NOT, "p1-djinns anun-nak", FAKIRS, f"bag {bag}")
    game.play("use anun-nak a1 fakir")
    assert (pile(game, "a1"), position_line(game, "bag")) == (bag, "-")


def test_with_an_empty_bag_anun_nak_draws_the_elder_that_was_paid() -> None:
    """D2, J3"""
    game = game_at(EMPTY_AND_NOT, "p1-djinns anun-nak", FAKIRS, ELDERS, "bag -")
    assert choices(game) == {"end", "use anun-nak a1 elder"}
    game.play("use anun-nak a1 elder")
    assert (pile(game, "a1"), position_line(game, "bag")) == ("W", "-")


def test_with_an_empty_bag_anun_nak_cannot_be_paid_with_a_fakir() -> None:
    """D2"""
    game = game_at(EMPTY_AND_NOT, "p1-djinns anun-nak", FAKIRS, "bag -")
    assert choices(game) == {"end"}
    with pytest.raises(IllegalAction, match="'use anun-nak a1 fakir' is not possible now"):
        game.play("use anun-nak a1 fakir")


# Bouraq and Enki


@pytest.mark.parametrize(
    ("djinn", "targets"), [("bouraq", {"a1", "f5"}), ("enki", {"b2", "e4"})], ids=["D5", "D7"]
)
def test_bouraq_builds_on_any_village_and_enki_plants_on_any_oasis(
    djinn: str, targets: set[str]
) -> None:
    """D5, D7"""
    land = "a1:v5 f5:v5 b2:o8 e4:o8 c1:s6 d1:l4"
    lines = (f"p1-djinns {djinn}", "p1-hand fakir", "p2-tiles f5 e4", "palms b2", "palaces a1")
    game = finishing(*lines, people="a1:Y b2:W", land=land)
    assert choices(game) == {"end"} | {f"use {djinn} {tile} fakir" for tile in targets}


def test_bouraq_builds_a_palace() -> None:
    """D5"""
    game = finishing("p1-djinns bouraq", FAKIRS, land="a1:v5 f5:v5 b2:o8")
    game.play("use bouraq f5 fakir")
    assert (position_line(game, "palaces"), position_line(game, "palms")) == ("f5*1", "-")
    assert position_line(game, "stock") == "12 9"


def test_enki_plants_a_palm_tree() -> None:
    """D7"""
    game = finishing("p1-djinns enki", FAKIRS, land="a1:o8 f5:o8 b2:v5")
    game.play("use enki f5 fakir")
    assert (position_line(game, "palms"), position_line(game, "palaces")) == ("f5*1", "-")
    assert position_line(game, "stock") == "11 10"


# Echidna


def building(*lines: str) -> Game:
    """p1 has gathered two Builders, and three blue tiles count."""
    here = base_board(land="b3:v5 c4:v5 d3:v5")
    return game_at(here, acting("c3", "BB"), "p1-djinns echidna", *lines)


def test_echidna_doubles_the_gold_of_the_builders() -> None:
    """D6"""
    game = building("p1-has gold 0 elders 2")
    game.play("use echidna elders")
    assert game.state.players[0].gold == 2 * (2 * 3)


def test_echidna_doubles_the_gold_of_fakirs_too() -> None:
    """D6"""
    game = building("p1-has gold 0 elders 2", "p1-hand fakir*2")
    game.play("use echidna elders")
    game.play("build fakirs 1")
    assert game.state.players[0].gold == 2 * ((2 + 1) * 3)


def test_a_fakir_paid_to_echidna_does_not_count_as_a_builder() -> None:
    """D6"""
    game = building("p1-has gold 0 elders 1", "p1-hand fakir")
    game.play("use echidna elder fakir")
    assert game.state.players[0].gold == 2 * (2 * 3)


def test_echidna_is_optional() -> None:
    """D6"""
    game = building("p1-has gold 0 elders 2")
    game.play("build")
    assert (game.state.players[0].gold, game.state.players[0].elders) == (2 * 3, 2)


def test_echidna_doubles_only_in_the_turn_of_its_use() -> None:
    """D6"""
    game = game_at(
        base_board("e1:B f1:B a5:G b5:G", "b3:v5 f1:v5"), acting("c3", "BB"), "p1-djinns echidna",
        "p1-has gold 0 elders 2", "spots p1 - - - - - - - -", "acted p1 p2 p2",
    )  # fmt: skip
    game.play("use echidna elders")
    game.play("end")
    game.play("sow e1 f1B")
    assert game.state.players[0].gold == 2 * 2 + 2


# Hagis and Lamia

SHIFTS = pytest.mark.parametrize(
    ("djinn", "kind", "piece"),
    [("hagis", "v5", "palaces"), ("lamia", "o8", "palms")],
    ids=["D8", "D14"],
)


@SHIFTS
def test_a_piece_can_be_shifted_to_each_of_the_eight_surrounding_tiles(
    djinn: str, kind: str, piece: str
) -> None:
    """D8, D14"""
    every_kind = "b2:v5 b3:o8 b4:s6 c2:l4"
    lines = (f"p1-djinns {djinn}", "p1-hand fakir", "p2-tiles d3", "p1-tiles d4")
    game = arriving(*lines, land=f"c3:{kind} {every_kind}")
    assert choices(game) == {"pass"} | {f"use {djinn} {tile} fakir" for tile in ALL_AROUND_C3}


@SHIFTS
def test_a_piece_is_not_shifted_beyond_the_edge(djinn: str, kind: str, piece: str) -> None:
    """D8, D14"""
    here = base_board(land=f"f1:{kind}")
    game = game_at(here, "pending finishing / tile f1", f"p1-djinns {djinn}", "p1-hand fakir")
    around = ("e1", "e2", "f2")
    assert choices(game) == {"pass"} | {f"use {djinn} {tile} fakir" for tile in around}


@SHIFTS
def test_a_shifted_piece_is_placed_only_on_the_other_tile(
    djinn: str, kind: str, piece: str
) -> None:
    """D8, D14"""
    game = arriving(f"p1-djinns {djinn}", "p1-hand fakir", land=f"c3:{kind}")
    game.play(f"use {djinn} d4 fakir")
    assert position_line(game, piece) == "d4*1"


@SHIFTS
def test_shifting_a_piece_is_optional(djinn: str, kind: str, piece: str) -> None:
    """D8, D14"""
    game = arriving(f"p1-djinns {djinn}", "p1-hand fakir", land=f"c3:{kind}")
    game.play("pass")
    assert position_line(game, piece) == "c3*1"
    assert position_line(game, "p1-hand") == "fakir*1"


@pytest.mark.parametrize(("djinn", "kind"), [("hagis", "o8"), ("lamia", "v5")])
def test_hagis_does_not_shift_palm_trees_nor_lamia_palaces(djinn: str, kind: str) -> None:
    """D8, D14"""
    game = arriving(f"p1-djinns {djinn}", "p1-hand fakir", land=f"c3:{kind}")
    assert choices(game) == {"end"}


@pytest.mark.parametrize(
    ("placer", "djinn", "kind", "piece"),
    [("bouraq", "hagis", "v5", "palaces"), ("enki", "lamia", "o8", "palms")],
)
def test_a_piece_placed_by_a_djinn_is_shifted_for_both_prices(
    placer: str, djinn: str, kind: str, piece: str
) -> None:
    """D5, D7, D8, D14"""
    game = finishing(f"p1-djinns {placer} {djinn}", "p1-hand fakir*2", land=f"c3:{kind}")
    game.play(f"use {placer} c3 fakir")
    assert choices(game) == {"pass"} | {f"use {djinn} {tile} fakir" for tile in ALL_AROUND_C3}
    game.play(f"use {djinn} b4 fakir")
    assert position_line(game, piece) == "b4*1"
    assert position_line(game, "p1-hand") == "-"


# Iblis


def killing_two(*lines: str, people: str = "", land: str = "") -> Game:
    """Two Assassins were gathered on c3, and Iblis has been paid for."""
    game = killing("p1-djinns iblis", ELDERS, *lines, people=people, land=land)
    game.play("use iblis elder")
    return game


def test_iblis_lets_the_assassins_kill_two_of_any_colours_on_one_tile() -> None:
    """D10"""
    game = killing_two(people="d3:YGG c1:WB")
    assert choices(game) == {"kill d3YG", "kill d3GG", "kill c1WB"}


def test_both_victims_go_to_the_bag() -> None:
    """D10"""
    game = killing_two(people="d3:YGG c1:WB")
    game.play("kill d3YG")
    assert pile(game, "d3") == "G"
    assert position_line(game, "bag") == "YWGRR"


def test_a_tile_emptied_by_two_kills_is_controlled() -> None:
    """D10, T7"""
    game = killing_two(people="d3:YG c1:WB")
    game.play("kill d3YG")
    assert position_line(game, "p1-tiles") == "d3"


def test_where_only_one_meeple_stands_iblis_kills_that_one() -> None:
    """D10"""
    game = killing_two(people="d3:Y c1:WB")
    assert choices(game) == {"kill d3Y", "kill c1WB"}


def test_iblis_kills_two_viziers_or_elders_of_one_opponent_in_any_mix() -> None:
    """D10"""
    game = killing_two("p2-has viziers 2 elders 2")
    assert choices(game) == {"kill p2 YY", "kill p2 YW", "kill p2 WW"}


def test_two_victims_in_front_of_an_opponent_go_to_the_bag() -> None:
    """D10"""
    game = killing_two("p2-has viziers 2 elders 2")
    game.play("kill p2 YW")
    assert (game.state.players[1].viziers, game.state.players[1].elders) == (1, 1)
    assert position_line(game, "bag") == "YWWRR"


def test_two_victims_are_in_front_of_the_same_opponent() -> None:
    """D10"""
    game = killing_two("players 3", "p2-has viziers 1", "p3-has elders 1")
    assert choices(game) == {"kill p2 Y", "kill p3 W"}


def test_the_same_vizier_cannot_be_killed_twice() -> None:
    """D10"""
    game = killing_two("p2-has viziers 1 elders 2")
    assert choices(game) == {"kill p2 YW", "kill p2 WW"}


def test_two_victims_farther_away_cost_the_same_fakirs_as_one() -> None:
    """D10"""
    game = killing_two("p1-hand fakir", people="f3:WG")
    assert choices(game) == {"pass", "kill f3WG fakirs 1"}


def test_iblis_is_not_offered_without_a_victim() -> None:
    """D10, T6"""
    assert choices(killing("p1-djinns iblis", ELDERS)) == {"end"}


def test_iblis_is_optional() -> None:
    """D10"""
    game = killing("p1-djinns iblis", ELDERS, people="d3:YG")
    assert choices(game) == {"kill d3Y", "kill d3G", "use iblis elder"}


# Kumarbi


def test_kumarbi_offers_bids_with_every_number_of_fakirs() -> None:
    """D13"""
    game = game_at("p1-djinns kumarbi", "p1-hand fakir")
    values = (0, 1, 3, 5, 8, 12, 18)
    cheaper = {f"bid {value} fakirs 1" for value in values if value}
    assert choices(game) == {f"bid {value}" for value in values} | cheaper


@pytest.mark.parametrize(
    ("value", "fakirs", "price"),
    [
        (18, 1, 12),
        (18, 3, 5),
        (18, 6, 0),
        (12, 1, 8),
        (8, 1, 5),
        (8, 2, 3),
        (5, 1, 3),
        (3, 1, 1),
        (3, 2, 0),
        (1, 1, 0),
    ],
)
def test_each_fakir_makes_a_bid_cheaper_by_one_step(value: int, fakirs: int, price: int) -> None:
    """D13"""
    game = game_at("p1-djinns kumarbi", "p1-hand fakir*7", "p1-has gold 20")
    game.play(f"bid {value} fakirs {fakirs}")
    assert game.state.players[0].gold == 20 - price
    assert position_line(game, "p1-hand") == f"fakir*{7 - fakirs}"
    assert position_line(game, "discards") == f"fakir*{fakirs}"


def test_with_kumarbi_the_marker_is_placed_on_the_chosen_spot() -> None:
    """D13"""
    game = game_at("p1-djinns kumarbi", "p1-hand fakir*2")
    game.play("bid 8 fakirs 2")
    assert position_line(game, "spots") == "- - - - - - p1 - -"


@pytest.mark.parametrize(("value", "most"), [(0, 0), (1, 1), (3, 2), (5, 3), (8, 4), (18, 6)])
def test_no_more_fakirs_are_spent_than_bring_the_price_to_zero(value: int, most: int) -> None:
    """D13"""
    game = game_at("p1-djinns kumarbi", "p1-hand fakir*9")
    offered = {text for text in choices(game) if text.startswith(f"bid {value} ")}
    assert offered == {f"bid {value} fakirs {number}" for number in range(1, most + 1)}


def test_kumarbi_makes_expensive_spots_affordable() -> None:
    """D13"""
    game = game_at("p1-djinns kumarbi", "p1-hand fakir*2", "p1-has gold 3")
    dear = {text for text in choices(game) if text.split()[1] in ("5", "8", "12", "18")}
    assert dear == {"bid 5 fakirs 1", "bid 5 fakirs 2", "bid 8 fakirs 2"}


def test_fakirs_do_not_make_bids_cheaper_for_those_without_kumarbi() -> None:
    """D13"""
    game = game_at("p2-djinns kumarbi", FAKIRS)
    assert all("fakirs" not in text for text in choices(game))


def test_kumarbi_helps_at_each_bid_of_a_round() -> None:
    """D13"""
    game = game_at("p1-djinns kumarbi", FAKIRS, "p1-has gold 20", "bids p1 p1 p2 p2")
    game.play("bid 5 fakirs 1")
    game.play("bid 8 fakirs 1")
    assert game.state.players[0].gold == 20 - 3 - 5


# Leta and Utug


def test_leta_needs_a_tile_without_camel_meeple_palm_and_palace() -> None:
    """D15"""
    game = game_at(EMPTY_AND_NOT, "p1-djinns leta", ELDERS)
    assert choices(game) == {"end", "use leta a1 elders"}


def test_leta_takes_control_with_a_camel_of_its_owner() -> None:
    """D15"""
    game = game_at(EMPTY_AND_NOT, "p1-djinns leta", "p1-has elders 2 camels 5")
    game.play("use leta a1 elders")
    assert position_line(game, "p1-tiles") == "a1 e1"
    assert game.state.players[0].camels == 4


def test_utug_needs_a_tile_with_meeples_and_without_camel_palm_and_palace() -> None:
    """D22"""
    game = game_at(PEOPLED, "p1-djinns utug", ELDERS)
    assert choices(game) == {"end", "use utug b1 elders"}


def test_utug_takes_control_with_a_camel_of_its_owner_and_the_meeples_stay() -> None:
    """D22"""
    game = game_at(PEOPLED, "p1-djinns utug", "p1-has elders 2 camels 5")
    game.play("use utug b1 elders")
    assert position_line(game, "p1-tiles") == "b1 e1"
    assert game.state.players[0].camels == 4
    assert pile(game, "b1") == "Y"


@pytest.mark.parametrize("djinn", ["leta", "utug"])
def test_without_camels_neither_leta_nor_utug_can_be_used(djinn: str) -> None:
    """D15, D22, M10"""
    game = game_at(EMPTY_AND_NOT, f"p1-djinns {djinn}", "p1-has elders 2 camels 0")
    assert choices(game) == {"end"}


# Sibittis


def test_sibittis_draws_the_top_three_djinns_of_the_pile() -> None:
    """D20"""
    lines = ("p1-djinns sibittis", ELDERS, "djinn-deck boaz jafaar leta", "djinns enki utug iblis")
    game = finishing(*lines)
    game.play("use sibittis elders")
    assert choices(game) == {"keep boaz", "keep jafaar", "keep leta"}


def test_the_owner_of_sibittis_keeps_one_and_discards_the_others() -> None:
    """D20"""
    game = finishing("p1-djinns sibittis", ELDERS, "djinn-deck boaz jafaar leta", "djinns enki")
    game.play("use sibittis elders")
    game.play("keep jafaar")
    assert position_line(game, "p1-djinns") == "sibittis jafaar"
    assert set(position_line(game, "djinn-discards").split()) == {"boaz", "leta"}
    assert (position_line(game, "djinn-deck"), position_line(game, "djinns")) == ("-", "enki")


def test_sibittis_draws_no_more_than_three() -> None:
    """D20"""
    game = finishing("p1-djinns sibittis", ELDERS)
    game.play("use sibittis elders")
    assert len(choices(game)) == 3
    assert len(position_line(game, "djinn-deck").split()) == 21 - 3


def test_a_pile_too_short_for_sibittis_is_completed_from_the_discards() -> None:
    """D20"""
    lines = ("djinn-deck boaz jafaar", "djinn-discards leta enki utug")
    game = finishing("p1-djinns sibittis", ELDERS, *lines)
    game.play("use sibittis elders")
    assert {"keep boaz", "keep jafaar"} < choices(game)
    assert len(choices(game)) == 3
    assert len(position_line(game, "djinn-deck").split()) == 2
    assert position_line(game, "djinn-discards") == "-"


def test_sibittis_draws_fewer_djinns_if_fewer_are_left() -> None:
    """D20"""
    lines = ("djinn-deck -", "djinn-discards leta enki")
    game = finishing("p1-djinns sibittis", ELDERS, *lines)
    game.play("use sibittis elders")
    assert choices(game) == {"keep leta", "keep enki"}


def test_the_only_djinn_left_is_kept_with_sibittis() -> None:
    """D20"""
    game = finishing("p1-djinns sibittis", "p1-has elders 2", "djinn-deck boaz")
    game.play("use sibittis elders")
    assert position_line(game, "p1-djinns") == "sibittis boaz"


def test_sibittis_cannot_be_used_when_no_djinn_is_left_to_draw() -> None:
    """D20"""
    game = finishing("p1-djinns sibittis", ELDERS, "djinn-deck -", "djinns boaz jafaar leta")
    assert choices(game) == {"end"}


def test_everybody_sees_the_djinns_that_sibittis_draws() -> None:
    """D20"""
    game = finishing("p1-djinns sibittis", ELDERS, "djinn-deck boaz jafaar leta")
    events = [seen_by(event, 1) for event in game.play("use sibittis elders")]
    (drawn,) = (event for event in events if isinstance(event, DjinnsDrawn))
    assert sorted(drawn.djinns) == ["boaz", "jafaar", "leta"]


def test_a_djinn_kept_with_sibittis_can_be_used_in_the_same_turn() -> None:
    """D20, J1"""
    lines = ("p1-djinns sibittis", ELDERS, FAKIRS, "djinn-deck boaz jafaar sloar")
    game = finishing(*lines)
    game.play("use sibittis elders")
    game.play("keep sloar")
    assert choices(game) == {"end", "use sloar fakir"}


# Sloar


def test_sloar_draws_the_top_card_of_the_pile() -> None:
    """D21"""
    game = finishing("p1-djinns sloar", "p1-hand fakir", "row fish", "deck silk")
    game.play("use sloar fakir")
    assert position_line(game, "p1-hand") == "silk*1"
    assert (position_line(game, "row"), position_line(game, "deck")) == ("fish", "-")


def test_sloar_draws_one_card() -> None:
    """D21"""
    game = finishing("p1-djinns sloar", "p1-hand fakir*2", "deck silk*3")
    game.play("use sloar fakir")
    assert position_line(game, "p1-hand") == "silk*1 fakir*1"


def test_sloar_is_paid_before_the_discards_become_a_new_pile() -> None:
    """D21"""
    game = finishing("p1-djinns sloar", "p1-hand fakir", "deck -", "discards -")
    game.play("use sloar fakir")
    assert position_line(game, "p1-hand") == "fakir*1"
    assert (position_line(game, "deck"), position_line(game, "discards")) == ("-", "-")
