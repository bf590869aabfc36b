"""Whims of the Sultan: the great lake, the cities, the cards that pay, and the two Djinns."""

import pytest

from naqala import Game
from naqala.rules.events import (
    Collected,
    GameOver,
    GoldGained,
    PalmPlaced,
    WhimPaid,
    WhimsDealt,
    WhimTaken,
)
from naqala.rules.scoring import Score
from tests.positions import acting, base_board, choices, game_at, position_line, tile

WHIMS = "expansions whims"
CITIES = pytest.mark.parametrize("city", ["c0", "r0"], ids=["blue", "red"])
NO_GOLD = "p1-has gold 0\np2-has gold 0"

PAYS = {
    "whim-01": 5, "whim-02": 5, "whim-03": 5, "whim-04": 5, "whim-05": 5, "whim-06": 5,
    "whim-07": 5, "whim-08": 10, "whim-09": 10, "whim-10": 10, "whim-11": 10, "whim-12": 10,
    "whim-13": 10, "whim-14": 10, "whim-15": 10, "whim-16": 10, "whim-17": 15, "whim-18": 15,
    "whim-19": 15, "whim-20": 10, "whim-21": 15, "whim-22": 15,
}  # fmt: skip
"""The gold of each card."""

GROUNDS = """
a5:o8 b5:o8 c5:v5 d5:v5 e5:s6 f5:s6
a4:m6 b4:l4 c4:x10 d4:w5 e4:r0 f4:c0
b1:c0
"""
"""A land with every kind of tile; all others are small markets."""
ENOUGH = [
    ("whim-01", "p1-has viziers 3"),
    ("whim-02", "p1-has elders 3"),
    ("whim-03", "p1-hand fakir*3"),
    ("whim-04", "p1-tiles a5 a4 e4"),
    ("whim-05", "p1-tiles d4 f4"),
    ("whim-05", "p1-tiles c5 e5"),
    ("whim-06", "p1-djinns boaz enki"),
    ("whim-07", "p1-hand ivory gems silk fish"),
    ("whim-08", "p1-has viziers 5"),
    ("whim-09", "players 3\np1-has viziers 4\np2-has viziers 2\np3-has viziers 1"),
    ("whim-09", "p1-has viziers 2"),
    ("whim-10", "p1-has elders 5"),
    ("whim-11", "p1-djinns boaz enki leta"),
    ("whim-12", "p1-hand ivory gold papyrus spices wheat pottery"),
    ("whim-13", "p1-tiles a5 b5"),
    ("whim-14", "p1-tiles c5 d5"),
    ("whim-15", "p1-tiles a4 b4 c4"),
    ("whim-16", "p1-tiles a5 c3\npalms a5*2 c3"),
    ("whim-17", "p1-tiles c5 c3\npalaces c5*2 c3"),
    ("whim-18", "p1-tiles c3 d3 e3"),
    ("whim-18", "p1-tiles f2 f3 f4"),
    ("whim-18", "p1-tiles a2 a3 a4 a5"),
    ("whim-19", "p1-tiles e5 f5"),
    ("whim-20", "p1-has artisans 3"),
    ("whim-21", "p1-tiles a5\np1-tent a5"),
    ("whim-22", "p1-items jewel jewel lamp"),
]
"""Positions that just meet the condition of each card."""
TOO_LITTLE = [
    ("whim-01", "p1-has viziers 2 elders 9\np2-has viziers 5"),
    ("whim-02", "p1-has elders 2 viziers 9\np2-has elders 5"),
    ("whim-03", "p1-hand fakir*2 ivory gems\np2-hand fakir*5"),
    ("whim-04", "p1-tiles a5 a4 f4 c5\np2-tiles a3 b3 c3"),
    ("whim-05", "p1-tiles f4 e4 a5 c4\np2-tiles c5 d5"),
    ("whim-06", "p1-djinns boaz\np2-djinns enki leta"),
    ("whim-07", "p1-hand ivory*2 gems silk fakir*2\np2-hand fish wheat gold papyrus"),
    ("whim-08", "p1-has viziers 4"),
    ("whim-09", "players 3\np1-has viziers 4\np2-has viziers 1\np3-has viziers 3"),
    ("whim-09", "players 3\np1-has viziers 4\np2-has viziers 3\np3-has viziers 1"),
    ("whim-10", "p1-has elders 4"),
    ("whim-11", "p1-djinns boaz enki"),
    ("whim-12", "p1-hand ivory*2 gold papyrus spices wheat fakir"),
    ("whim-13", "p1-tiles a5 a4 c5\np2-tiles b5"),
    ("whim-14", "p1-tiles c5 e5 a5\np2-tiles d5"),
    ("whim-15", "p1-tiles a4 b4 a5 e4\np2-tiles c4"),
    ("whim-16", "p1-tiles a5 c3\npalms a5 c3 d3*3\npalaces a5*3"),
    ("whim-17", "p1-tiles c5 c3\npalaces c5 c3 d3*3\npalms c5*3"),
    ("whim-18", "p1-tiles c3 d3 f3 a3 e2"),
    ("whim-18", "p1-tiles c3 d4 e5"),
    ("whim-18", "p1-tiles c3 d3 d4"),
    ("whim-18", "p1-tiles e3 f3 a4"),
    ("whim-18", "p1-tiles c3 d3\np2-tiles e3"),
    ("whim-19", "p1-tiles e5 c5 d4\np2-tiles f5"),
    ("whim-20", "p1-has artisans 2 viziers 9\np2-has artisans 3"),
    ("whim-21", "p1-tiles c5 a5\np1-tent c5"),
    ("whim-21", "p1-tiles a5 b3\np2-tiles b4\np2-tent b4"),
    ("whim-22", "p1-items jewel lamp\np2-items crown crown treasure"),
]
"""Positions that miss each condition by one, with distractions."""


def arriving(city: str, *lines: str) -> Game:
    """p1 has ended a move on the city b1: two Viziers were gathered, a Builder stays."""
    game = game_at(
        WHIMS, f"tiles m6 {city} m6 m6", "meeples Y YB G GB", "whim-cities b1:whim-02",
        "pending moving", *lines,
    )  # fmt: skip
    game.play("sow a1 b1Y")
    return game


def taking(whim: str, *lines: str) -> Game:
    """p1 has taken this card without any other effect: Merchants arrived at an empty row."""
    game = game_at(
        base_board("a1:G b1:GB d1:Y e1:Y", GROUNDS), "expansions whims artisans",
        f"whim-cities b1:{whim}", "pending moving", *lines,
    )  # fmt: skip
    game.play("sow a1 b1G")
    return game


def cleaned(*lines: str) -> Game:
    """A clean-up has just taken place; all five cities are in the upper row."""
    game = game_at(
        WHIMS, "board 5x2", "tiles c0 c0 c0 r0 r0/m6 m6 m6 m6 m6",
        "meeples - - - - -/Y YB G GB -", "pending finishing", *lines,
    )  # fmt: skip
    game.play("end")
    return game


def gold(game: Game) -> list[int]:
    return [player.gold for player in game.state.players]


def on_cities(game: Game) -> dict[str, str]:
    """The card on each city that has one."""
    words = position_line(game, "whim-cities").split()
    return dict(word.split(":") for word in words if word != "-")


# The great lake


def test_no_meeple_is_set_down_on_the_great_lake() -> None:
    """W2"""
    game = game_at(
        WHIMS, "board 3x3", "tiles m6 m6 m6/m6 ~ m6/m6 m6 m6", "meeples - - -/YYYY ~ Y/- - -",
        "pending moving",
    )  # fmt: skip
    assert choices(game) == {"drop a1Y", "drop a3Y"}


def test_no_move_passes_over_the_great_lake() -> None:
    """W2"""
    game = game_at(WHIMS, "tiles m6 ~ m6 m6", "meeples YY ~ Y -", "pending moving")
    assert choices(game) == {"end"}


def test_assassins_count_their_steps_over_the_great_lake() -> None:
    """W2, T5"""
    game = game_at(WHIMS, "tiles m6 ~ m6 m6", "meeples - ~ YW B", acting("a1", "RR"))
    assert choices(game) == {"kill c1Y", "kill c1W"}


def test_the_great_lake_is_neither_blue_nor_red() -> None:
    """W2, T4"""
    game = game_at(
        WHIMS, "board 2x2", "tiles s6 s6/s6 ~", "meeples - -/- ~", acting("a1", "BB"), NO_GOLD
    )
    assert gold(game) == [2 * 3, 0]


@pytest.mark.parametrize(
    ("djinn", "uses"),
    [
        ("anun-nak", {"use anun-nak a1 elder", "use anun-nak c1 elder"}),
        ("leta", {"use leta a1 elders", "use leta c1 elders"}),
    ],
)
def test_no_djinn_puts_anything_on_the_great_lake(djinn: str, uses: set[str]) -> None:
    """W2, D2, D15"""
    game = game_at(
        WHIMS, "board 3x1", "tiles m6 ~ m6", "meeples - ~ -", f"p1-djinns {djinn}",
        "p1-has elders 2", "pending finishing",
    )  # fmt: skip
    assert choices(game) == {"end", *uses}


@pytest.mark.parametrize(("ground", "djinn"), [("v5", "hagis"), ("o8", "lamia")])
def test_no_palm_tree_or_palace_comes_to_the_great_lake(ground: str, djinn: str) -> None:
    """W2, D8, D14"""
    game = game_at(
        WHIMS, "board 3x2", f"tiles m6 m6 m6/{ground} ~ m6", "meeples - - -/- ~ -",
        f"p1-djinns {djinn}", "p1-hand fakir", "pending finishing / tile a1",
    )  # fmt: skip
    assert choices(game) == {"pass", f"use {djinn} a2 fakir", f"use {djinn} b2 fakir"}


# Beautiful shores


SHORE = ["b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4"]
INLAND = ["a1", "c1", "e1", "a3", "e3", "a5", "c5", "e5"]


def at_the_lake(hole: str, *lines: str) -> Score:
    """The score of p1 on five by five small markets with a hole in the middle."""
    row = "m6 m6 m6 m6 m6"
    middle = f"m6 m6 {hole} m6 m6"
    game = game_at(
        WHIMS, "board 5x5", f"tiles {row}/{row}/{middle}/{row}/{row}",
        f"meeples Y Y - - -/- - - - -/- - {hole} - -/- - - - -/- - - - -", NO_GOLD, *lines,
    )  # fmt: skip
    return game.scores()[0]


@pytest.mark.parametrize("name", SHORE)
def test_pieces_around_the_lake_score_double(name: str) -> None:
    """W3"""
    score = at_the_lake("~", f"p1-tiles {name}", f"palms {name}*2", f"palaces {name}*3")
    assert (score.palms, score.palaces) == (2 * 6, 3 * 10)


@pytest.mark.parametrize("name", INLAND)
def test_pieces_farther_from_the_lake_score_once(name: str) -> None:
    """W3"""
    score = at_the_lake("~", f"p1-tiles {name}", f"palms {name}*2", f"palaces {name}*3")
    assert (score.palms, score.palaces) == (2 * 3, 3 * 5)


def test_the_tiles_around_the_lake_do_not_score_double() -> None:
    """W3"""
    assert at_the_lake("~", "p1-tiles b2 c2").tiles == 6 + 6


def test_pieces_at_the_lake_score_nothing_on_tiles_of_others() -> None:
    """W3"""
    score = at_the_lake("~", "p1-tiles b2", "p2-tiles c2", "palms c2", "palaces c2 d2")
    assert (score.palms, score.palaces) == (0, 0)


def test_with_haurvatat_a_palm_tree_at_the_lake_scores_ten() -> None:
    """W3, D9"""
    score = at_the_lake("~", "p1-tiles b2 a1", "palms b2*2 a1", "p1-djinns haurvatat")
    assert score.palms == 2 * 10 + 5


@pytest.mark.parametrize("name", SHORE)
def test_pieces_around_the_chasm_score_once(name: str) -> None:
    """N4"""
    score = at_the_lake("#", f"p1-tiles {name}", f"palms {name}*2", f"palaces {name}*3")
    assert (score.palms, score.palaces) == (2 * 3, 3 * 5)


# Cities


@pytest.mark.parametrize(
    ("cities", "points"),
    [
        ("-", 0),
        ("a1", 5),
        ("e1", 5),
        ("a1 b1", 20),
        ("d1 e1", 20),
        ("a1 b1 d1", 45),
        ("a1 b1 c1 e1", 80),
        ("a1 b1 c1 d1 e1", 125),
    ],
)
def test_own_cities_score_by_their_number(cities: str, points: int) -> None:
    """W4"""
    game = game_at(
        WHIMS, "board 7x1", "tiles c0 c0 c0 r0 r0 m6 m6", "meeples - - - - - Y Y", NO_GOLD,
        f"p1-tiles {cities}",
    )  # fmt: skip
    mine, theirs = game.scores()
    assert mine == Score(cities=points)
    assert theirs == Score()


def test_cities_of_others_do_not_count() -> None:
    """W4"""
    game = game_at(
        WHIMS, "board 6x1", "tiles c0 c0 c0 r0 r0 m6", "meeples - - - - - Y", NO_GOLD,
        "p1-tiles a1 b1 f1", "p2-tiles c1 d1 e1",
    )  # fmt: skip
    mine, theirs = game.scores()
    assert (mine.cities, theirs.cities) == (20, 45)
    assert mine.tiles == 6


@pytest.mark.parametrize(("city", "earned"), [("c0", 2), ("r0", 0)])
def test_a_city_is_blue_or_red_to_builders(city: str, earned: int) -> None:
    """W1, T4"""
    game = game_at(WHIMS, f"tiles m6 {city} m6 m6", NO_GOLD, acting("a1", "BB"))
    assert gold(game) == [earned, 0]


# Taking a Whim


@CITIES
def test_a_move_that_ends_on_a_city_takes_its_card(city: str) -> None:
    """W5"""
    game = arriving(city)
    assert position_line(game, "p1-whims") == "whim-02"
    assert on_cities(game) == {}
    assert WhimTaken(seat=0, tile=tile("b1"), whim="whim-02") in game.history[-1].events


@CITIES
def test_taking_a_whim_is_free_and_mandatory(city: str) -> None:
    """W5"""
    game = arriving(city)
    assert gold(game) == [50, 50]
    assert choices(game) == {"end"}


def test_declining_a_power_does_not_skip_the_whim() -> None:
    """W5"""
    game = arriving("c0", "p1-djinns sloar", "p1-hand fakir")
    game.play("pass")  # at the tribe
    assert choices(game) == {"pass", "use sloar fakir"}
    assert position_line(game, "p1-whims") == "-"
    game.play("pass")
    assert position_line(game, "p1-whims") == "whim-02"


def test_a_city_without_a_card_does_nothing() -> None:
    """W5"""
    game = arriving("c0", "whim-cities -")
    assert position_line(game, "p1-whims") == "-"
    assert choices(game) == {"end"}


def test_the_cards_of_other_cities_stay() -> None:
    """W5"""
    game = arriving("c0", "tiles m6 c0 r0 c0", "whim-cities b1:whim-02 c1:whim-10 d1:whim-19")
    assert on_cities(game) == {"c1": "whim-10", "d1": "whim-19"}


def test_a_city_of_an_opponent_gives_its_card_too() -> None:
    """W5, A1"""
    assert position_line(arriving("c0", "p2-tiles b1"), "p1-whims") == "whim-02"


def test_a_card_is_added_to_those_in_hand() -> None:
    """W5"""
    assert position_line(arriving("c0", "p1-whims whim-19"), "p1-whims") == "whim-19 whim-02"


def test_a_city_on_the_way_keeps_its_card() -> None:
    """W5"""
    game = game_at(
        WHIMS, "tiles m6 c0 m6 m6", "meeples YB YW B B", "whim-cities b1:whim-02", "pending moving"
    )
    game.play("sow a1 b1Y c1B")
    assert on_cities(game) == {"b1": "whim-02"}


def test_a_city_emptied_by_assassins_keeps_its_card() -> None:
    """W5, A1, T7"""
    game = game_at(
        WHIMS, "tiles m6 m6 c0 m6", "meeples R R Y W", "whim-cities c1:whim-02", "pending moving"
    )
    game.play("sow a1 b1R")
    game.play("kill c1Y")
    assert position_line(game, "p1-tiles") == "b1 c1"
    assert on_cities(game) == {"c1": "whim-02"}


def test_the_card_is_taken_after_the_tribe_acted() -> None:
    """W5, A1"""
    events = [type(event) for event in arriving("c0").history[-1].events]
    assert events.index(Collected) < events.index(WhimTaken)


def test_a_city_gets_no_new_card_before_the_clean_up() -> None:
    """W5, W8"""
    game = arriving("c0")
    assert len(position_line(game, "whim-deck").split()) == 18
    assert on_cities(game) == {}


# Fulfilling a Whim


@pytest.mark.parametrize(("whim", "lines"), ENOUGH)
def test_a_card_whose_condition_is_met_is_paid_at_once(whim: str, lines: str) -> None:
    """W6, W9"""
    game = taking(whim, lines)
    assert gold(game)[0] == 50 + PAYS[whim]
    assert (position_line(game, "p1-paid-whims"), position_line(game, "p1-whims")) == (whim, "-")


@pytest.mark.parametrize(("whim", "lines"), TOO_LITTLE)
def test_a_card_whose_condition_is_not_met_waits_in_hand(whim: str, lines: str) -> None:
    """W6, W9"""
    game = taking(whim, lines)
    assert gold(game)[0] == 50
    assert (position_line(game, "p1-paid-whims"), position_line(game, "p1-whims")) == ("-", whim)


def test_every_card_is_tested_as_met_and_missed() -> None:
    """W9"""
    assert {whim for whim, _ in ENOUGH} == {whim for whim, _ in TOO_LITTLE} == PAYS.keys()


def test_a_line_does_not_continue_beyond_the_edge() -> None:
    """W9"""
    game = game_at(
        WHIMS, "board 8x2", "tiles m6 m6 m6 m6 m6 m6 m6 m6/m6 m6 m6 m6 m6 m6 c0 m6",
        "meeples - - - Y Y - - -/- - - - - Y YB -", "p1-tiles g1 h1 a2 b2",
        "whim-cities g1:whim-18", "pending moving",
    )  # fmt: skip
    game.play("sow f1 g1Y")
    assert position_line(game, "p1-whims") == "whim-18"


def test_paying_a_card_has_an_event_with_its_gold() -> None:
    """W6"""
    events = taking("whim-10", "p1-has elders 5").history[-1].events
    taken = events.index(WhimTaken(seat=0, tile=tile("b1"), whim="whim-10"))
    assert events[taken + 1 : taken + 3] == (
        WhimPaid(seat=0, whim="whim-10"),
        GoldGained(seat=0, amount=10, source="whim"),
    )


def test_a_card_in_hand_is_paid_as_soon_as_its_condition_comes_true() -> None:
    """W6"""
    game = game_at(
        WHIMS, "tiles m6 o8 m6 m6", "p1-has viziers 1", "p1-whims whim-01", "pending moving"
    )
    events = [type(event) for event in game.play("sow a1 b1Y")]
    assert events.index(Collected) < events.index(WhimPaid) < events.index(PalmPlaced)
    assert gold(game) == [55, 50]


def test_taking_control_of_the_arrival_tile_can_meet_a_whim() -> None:
    """W6, M8"""
    game = game_at(
        WHIMS, "board 6x1", "tiles m6 m6 s6 m6 m6 m6", "meeples B B Y Y - -", "p1-tiles e1 f1",
        "p1-hand fakir", "p1-whims whim-04", "pending moving",
    )  # fmt: skip
    game.play("sow a1 b1B")
    assert choices(game) == {"build", "build fakirs 1"}
    assert position_line(game, "p1-paid-whims") == "whim-04"


def test_a_condition_needs_to_hold_only_for_a_moment() -> None:
    """W6, W7"""
    game = game_at(
        WHIMS, "tiles m6 s6 m6 m6", "meeples G GB G GB", "row fakir fish", "p1-hand fakir*2",
        "p1-has elders 1", "djinns boaz", "p1-whims whim-03", "pending moving",
    )  # fmt: skip
    game.play("sow a1 b1G")
    game.play("summon boaz elder fakir")
    assert game.state.players[0].fakirs == 2
    assert gold(game) == [55, 50]
    assert position_line(game, "p1-paid-whims") == "whim-03"


def test_goods_can_meet_a_whim_before_they_are_sold() -> None:
    """W6, A8"""
    game = game_at(
        WHIMS, "meeples G GB G GB", "row fish silk", "p1-hand gems ivory", "p1-whims whim-07",
        "p1-has gold 0", "pending moving",
    )  # fmt: skip
    game.play("sow a1 b1G")
    game.play("sell gems ivory silk fish")
    assert gold(game) == [5 + 13, 50]


def test_a_drawn_card_can_meet_a_whim() -> None:
    """W6, D21"""
    game = game_at(
        WHIMS, "p1-djinns sloar", "p1-hand fish silk gems fakir", "deck ivory",
        "p1-whims whim-07", "pending finishing",
    )  # fmt: skip
    game.play("use sloar fakir")
    assert gold(game) == [55, 50]


def test_a_djinn_can_meet_a_whim() -> None:
    """W6, D20"""
    game = game_at(
        WHIMS, "p1-djinns sibittis", "p1-has elders 2", "djinn-deck boaz leta",
        "p1-whims whim-06", "pending finishing",
    )  # fmt: skip
    game.play("use sibittis elders")
    assert gold(game) == [50, 50]
    game.play("keep boaz")
    assert gold(game) == [55, 50]


def test_a_camel_of_a_djinn_can_meet_a_whim() -> None:
    """W6, D15"""
    game = game_at(
        WHIMS, "board 6x1", "tiles m6 m6 m6 m6 m6 m6", "meeples Y YB G - - -", "p1-tiles d1 f1",
        "p1-djinns leta", "p1-has elders 2", "p1-whims whim-18", "pending finishing",
    )  # fmt: skip
    game.play("use leta e1 elders")
    assert gold(game) == [65, 50]


def test_a_tile_emptied_by_a_kill_can_meet_a_whim() -> None:
    """W6, T7"""
    game = game_at(
        WHIMS, "board 5x1", "tiles m6 m6 m6 m6 m6", "meeples R R Y W -", "p1-tiles d1",
        "p1-whims whim-18", "pending moving",
    )  # fmt: skip
    game.play("sow a1 b1R")
    assert gold(game) == [50, 50]
    game.play("kill c1Y")
    assert gold(game) == [65, 50]


def test_a_condition_can_come_true_in_the_turn_of_an_opponent() -> None:
    """W6"""
    game = game_at(
        WHIMS, "tiles m6 o8 m6 m6", "p1-tiles b1", "palms b1*2", "p1-whims whim-16", "seat p2",
        "pending moving",
    )  # fmt: skip
    events = game.play("sow a1 b1Y")
    assert WhimPaid(seat=0, whim="whim-16") in events
    assert gold(game) == [60, 50]


def test_a_kill_between_two_others_can_meet_a_whim() -> None:
    """W6"""
    game = game_at(
        WHIMS, "players 3", "p1-has viziers 3", "p3-has viziers 2 elders 1", "p1-whims whim-09",
        "seat p2", acting("a1", "RR"),
    )  # fmt: skip
    game.play("kill p3 Y")
    assert gold(game) == [60, 50, 50]


def test_several_cards_can_be_paid_at_once() -> None:
    """W6"""
    game = game_at(
        WHIMS, "p1-has viziers 3", "p1-paid-whims whim-01", "p1-whims whim-08 whim-02 whim-09",
        "p2-has viziers 2", "pending moving",
    )  # fmt: skip
    game.play("sow a1 b1Y")
    assert gold(game) == [50 + 10 + 10, 50]
    assert position_line(game, "p1-paid-whims") == "whim-01 whim-08 whim-09"
    assert position_line(game, "p1-whims") == "whim-02"


def test_several_players_can_be_paid_at_once() -> None:
    """W6, D12"""
    game = game_at(
        WHIMS, "players 3", "p1-djinns kandicha", "p1-has viziers 2", "p1-whims whim-01",
        "p2-has viziers 4", "p3-has viziers 5", "p3-whims whim-09", acting("a1", "RR"),
    )  # fmt: skip
    game.play("kill p2 Y")
    assert gold(game) == [55, 50, 60]


def test_a_card_taken_in_the_last_turn_still_pays() -> None:
    """W6, E3"""
    game = arriving("c0", "whim-cities b1:whim-01", "p1-has viziers 1", "flags last-round")
    (over,) = (event for event in game.play("end") if isinstance(event, GameOver))
    assert over.scores == (55 + 3 + 10, 50)


# Whims that were paid


def test_gold_once_received_stays_when_the_condition_fails() -> None:
    """W7"""
    game = game_at(
        WHIMS, "p1-has viziers 3", "p1-paid-whims whim-01", "seat p2", acting("a1", "RR")
    )
    game.play("kill p1 Y")
    assert gold(game) == [50, 50]
    assert position_line(game, "p1-paid-whims") == "whim-01"


def test_a_card_is_paid_once() -> None:
    """W7"""
    game = game_at(WHIMS, "p1-has viziers 2", "p1-paid-whims whim-01", "pending moving")
    game.play("sow a1 b1Y")
    assert game.state.players[0].viziers == 4
    assert gold(game) == [50, 50]


def test_unmet_cards_cost_nothing_at_the_end() -> None:
    """W7"""
    game = game_at(WHIMS, NO_GOLD, "p1-whims whim-02 whim-19", "pending finishing")
    assert game.scores()[0] == Score()


def test_paid_cards_score_nothing_but_their_gold() -> None:
    """W7"""
    game = game_at(WHIMS, NO_GOLD, "p1-paid-whims whim-02 whim-19", "pending finishing")
    assert game.scores()[0] == Score()


# New Whims


def test_the_clean_up_gives_every_empty_city_a_card() -> None:
    """W8"""
    game = cleaned("whim-cities b2:whim-02 d2:whim-10")
    assert on_cities(game).keys() == {"a2", "b2", "c2", "d2", "e2"}
    assert len(position_line(game, "whim-deck").split()) == 19 - 5


def test_a_card_that_nobody_took_stays_on_its_city() -> None:
    """W8"""
    game = cleaned("whim-cities b2:whim-02 d2:whim-10")
    assert on_cities(game)["b2"] == "whim-02"
    assert on_cities(game)["d2"] == "whim-10"


def test_new_cards_have_an_event() -> None:
    """W8"""
    game = cleaned("whim-cities b2:whim-02 d2:whim-10 e2:whim-11", "whim-deck whim-01 whim-03")
    (dealt,) = (e for e in game.history[-1].events if isinstance(e, WhimsDealt))
    assert {where for where, _ in dealt.whims} == {tile("a2"), tile("c2")}
    assert {whim for _, whim in dealt.whims} == {"whim-01", "whim-03"}


def test_new_cards_are_drawn_at_random() -> None:
    """W8"""
    first = {on_cities(cleaned(f"seed {seed}"))["a2"] for seed in range(150)}
    assert first == PAYS.keys() - {"whim-20", "whim-21", "whim-22"}


def test_when_the_pile_runs_out_some_cities_stay_empty() -> None:
    """W8"""
    game = cleaned(
        "whim-cities b2:whim-02", "whim-deck whim-05 whim-06", "p1-paid-whims whim-01 whim-03"
    )
    assert len(on_cities(game)) == 3
    assert set(on_cities(game).values()) == {"whim-02", "whim-05", "whim-06"}
    assert position_line(game, "whim-deck") == "-"


def test_an_empty_pile_is_not_rebuilt() -> None:
    """W8"""
    game = cleaned("whim-deck -", "p1-paid-whims whim-01 whim-03", "p2-paid-whims whim-04")
    assert on_cities(game) == {}
    assert position_line(game, "p1-paid-whims") == "whim-01 whim-03"
    assert not any(isinstance(event, WhimsDealt) for event in game.history[-1].events)


# Ganapati


@pytest.mark.parametrize(
    ("owner", "coins"), [("p1", [51, 50]), ("p2", [50, 52])], ids=["own", "opponent's"]
)
def test_ganapati_earns_when_a_whim_is_taken(owner: str, coins: list[int]) -> None:
    """D24"""
    assert gold(arriving("c0", f"{owner}-djinns ganapati")) == coins


def test_ganapati_earns_nothing_at_an_empty_city() -> None:
    """D24"""
    assert gold(arriving("c0", "p1-djinns ganapati", "whim-cities -")) == [50, 50]


def test_ganapati_earns_nothing_when_a_whim_in_hand_is_paid() -> None:
    """D24"""
    game = game_at(
        WHIMS, "p1-has viziers 1", "p1-whims whim-01", "p1-djinns ganapati", "pending moving"
    )
    game.play("sow a1 b1Y")
    assert gold(game) == [55, 50]


def test_ganapati_earns_in_addition_to_the_whim() -> None:
    """D24, W6"""
    game = arriving("c0", "p1-djinns ganapati", "p1-has viziers 1", "whim-cities b1:whim-01")
    assert gold(game) == [50 + 1 + 5, 50]


# Kali


def bids(*lines: str, kali: int, values: tuple[int, ...] = (0, 0)) -> list[int]:
    """What each player has after these bids, apart from their prices."""
    game = game_at(WHIMS, "players 3", f"p{kali}-djinns kali", *lines)
    coins = gold(game)
    for value in values:
        coins[game.seat] -= value
        game.play(f"bid {value}")
    return [now - before for now, before in zip(gold(game), coins, strict=True)]


def test_kali_earns_one_for_pushing_an_opponent() -> None:
    """D25"""
    assert bids("bids p1 p2 p3", kali=2) == [0, 1, 0]


def test_kali_earns_two_for_being_pushed() -> None:
    """D25"""
    assert bids("bids p1 p2 p3", kali=1) == [2, 0, 0]


def test_kali_earns_nothing_when_others_push_each_other() -> None:
    """D25"""
    assert bids("bids p1 p2 p3", kali=3) == [0, 0, 0]


def test_kali_earns_nothing_without_a_push() -> None:
    """D25"""
    assert bids("bids p1 p2 p3", kali=1, values=(0, 1)) == [0, 0, 0]


def test_kali_earns_for_each_opponent_pushed() -> None:
    """D25, B3"""
    assert bids("bids p1 p2 p3", kali=3, values=(0, 0, 0)) == [0, 0, 2]


def test_kali_earns_for_every_push() -> None:
    """D25, B3"""
    assert bids("bids p1 p2 p3", kali=1, values=(0, 0, 0)) == [4, 0, 0]


def test_kali_earns_nothing_for_pushing_an_own_marker() -> None:
    """D25, B7"""
    assert bids("players 2", "bids p1 p1 p2 p2", kali=1) == [0, 0]


def test_kali_earns_for_the_opponent_behind_an_own_marker() -> None:
    """D25, B7"""
    pushed_by_p2, pushing_p2 = 2, 1
    assert bids("players 2", "bids p1 p2 p1 p2", kali=1, values=(0, 0, 0)) == [
        pushed_by_p2 + pushing_p2,
        0,
    ]


@pytest.mark.parametrize(("kali", "earned"), [(1, [2, 0]), (2, [0, 1])])
def test_kali_earns_on_doubled_values(kali: int, earned: list[int]) -> None:
    """D25, C9"""
    five = ("players 5", "bids p1 p2 p3 p4 p5")
    assert bids(*five, kali=kali, values=(3, 3)) == [*earned, 0, 0, 0]


@pytest.mark.parametrize("djinn", ["ganapati", "kali"])
def test_the_djinns_of_the_whims_are_worth_six(djinn: str) -> None:
    """D24, D25"""
    mine, theirs = game_at(WHIMS, NO_GOLD, f"p1-djinns {djinn}", "pending finishing").scores()
    assert (mine, theirs) == (Score(djinns=6), Score())
