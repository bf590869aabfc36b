"""The solo game against Yazid: what he captures, his camels, his Djinns and yours."""

import pytest

from naqala.rules.events import CamelPlaced, DjinnTaken, GoldGained, GoldPaid
from tests.positions import acting, choices, pile, position_line, tile
from tests.solo import HE_STRUCK, captured, events_of, gold, of_yazid, solo, struck

# What he captures


@pytest.mark.parametrize("what", ["viziers", "elders", "assassins"])
def test_yazid_keeps_viziers_elders_and_assassins(what: str) -> None:
    """Y6"""
    letter = {"viziers": "Y", "elders": "W", "assassins": "R"}[what]
    game = struck(f"c3:{letter * 2}", "3 3", f"yazid {what} 1", "bag -")
    assert of_yazid(game) == {"camels": 10, what: 3}
    assert (pile(game, "c3"), position_line(game, "bag")) == ("-", "-")


@pytest.mark.parametrize("letter", ["G", "B"])
def test_merchants_and_builders_go_to_the_bag(letter: str) -> None:
    """Y6"""
    game = struck(f"c3:{letter * 2}", "3 3", "bag -")
    assert position_line(game, "bag") == letter * 2
    assert of_yazid(game) == {"camels": 10}


def test_his_merchants_take_a_card_each_from_the_left() -> None:
    """Y6"""
    game = struck("c3:GG", "3 3", "row fish ivory silk gems")
    assert position_line(game, "row") == "silk gems"
    assert position_line(game, "discards") == "ivory*1 fish*1"


def test_he_keeps_the_fakirs_among_the_cards() -> None:
    """Y6"""
    game = struck("c3:GGG", "3 3", "row fakir ivory fakir fakir", "yazid fakirs 1")
    assert of_yazid(game)["fakirs"] == 3
    assert (position_line(game, "discards"), position_line(game, "row")) == ("ivory*1", "fakir")


def test_his_merchants_take_no_more_cards_than_there_are() -> None:
    """Y6"""
    game = struck("c3:GGG", "3 3", "row fakir fish")
    assert of_yazid(game)["fakirs"] == 1
    assert (position_line(game, "discards"), position_line(game, "row")) == ("fish*1", "-")


def test_the_player_gets_nothing_for_his_merchants() -> None:
    """Y6"""
    game = struck("c3:GG", "3 3", "row fakir fish silk", "p1-hand gems")
    assert position_line(game, "p1-hand") == "gems*1"


def test_merchants_of_two_tiles_take_consecutive_cards() -> None:
    """Y6"""
    game = struck("c1:G c5:GG", "3 6", "row fish ivory fakir silk")
    assert of_yazid(game)["fakirs"] == 1
    assert (position_line(game, "discards"), position_line(game, "row")) == (
        "ivory*1 fish*1",
        "silk",
    )


@pytest.mark.parametrize(
    ("land", "builders", "price"),
    [
        ("c3:s6", 1, 1),
        ("c3:v5", 3, 3),
        ("b2:s6 d4:v5 c4:s15", 2, 6),
        ("b2:s6 b3:s6 b4:s6 c2:v5 c3:v5 c4:v5 d2:s6 d3:s6 d4:s6", 2, 18),
        ("c1:s6 c5:s6 a3:v5 e3:v5", 3, 0),
        ("c3:o8 b3:l4 d3:m6", 2, 0),
    ],
)
def test_the_player_pays_his_builders_for_the_blue_tiles_around(
    land: str, builders: int, price: int
) -> None:
    """Y6"""
    game = struck("c3:" + "B" * builders, "3 3", land=land)
    assert gold(game) == 25 - price
    paid = [event for event in events_of(game) if isinstance(event, GoldPaid)]
    assert paid == ([GoldPaid(0, price, "yazid")] if price else [])


def test_the_blue_tiles_are_those_around_the_named_tile() -> None:
    """Y6, Y4"""
    game = struck("a1:B f5:W", "3 3", land="c3:s6 c2:s6 a2:v5 b2:v5")
    game.play("name a1")
    assert gold(game) == 25 - 2


def test_fakirs_add_nothing_to_his_builders() -> None:
    """Y6"""
    game = struck("c3:B", "3 3", "yazid fakirs 2", "p1-hand fakir*2", land="c3:s6")
    assert gold(game) == 24
    assert (of_yazid(game)["fakirs"], position_line(game, "p1-hand")) == (2, "fakir*2")


def test_he_captures_all_meeples_of_a_tile() -> None:
    """Y6"""
    game = struck("c3:YYWGBR", "3 3", "row fakir fish", "bag -", land="c3:s6")
    assert of_yazid(game) == {"camels": 10, "viziers": 2, "elders": 1, "assassins": 1, "fakirs": 1}
    assert (gold(game), position_line(game, "bag"), position_line(game, "row")) == (
        24,
        "GB",
        "fish",
    )


def test_the_player_gets_none_of_the_captured_meeples() -> None:
    """Y6"""
    game = struck("c3:YWGR", "3 3", "p1-has viziers 2 elders 1")
    assert position_line(game, "p1-has") == "gold 25 viziers 2 elders 1 camels 11"


# His camels


def test_yazid_places_a_camel_on_the_tile_he_empties() -> None:
    """Y7"""
    game = struck("c3:Y", "3 3")
    assert CamelPlaced(seat=1, tile=tile("c3"), left=10) in events_of(game)
    assert (position_line(game, "yazid-tiles"), of_yazid(game)["camels"]) == ("c3", 10)


def test_he_places_a_camel_on_each_of_two_tiles() -> None:
    """Y7"""
    game = struck("c1:Y c5:Y", "3 6")
    assert (position_line(game, "yazid-tiles"), of_yazid(game)["camels"]) == ("c1 c5", 9)


def test_he_does_not_take_tiles_of_the_player() -> None:
    """Y7"""
    game = struck("c3:Y", "3 3", "p1-tiles c3")
    assert captured(game) == ["c3"]
    assert (position_line(game, "p1-tiles"), position_line(game, "yazid-tiles")) == ("c3", "-")
    assert of_yazid(game)["camels"] == 11


def test_he_places_no_second_camel_on_a_tile_of_his_own() -> None:
    """Y7"""
    game = struck("c3:Y", "3 3", "yazid-tiles c3")
    assert captured(game) == ["c3"]
    assert (position_line(game, "yazid-tiles"), of_yazid(game)["camels"]) == ("c3", 10)


def test_without_camels_he_still_captures() -> None:
    """Y7, M10"""
    game = struck("c1:Y c5:Y", "3 6", "yazid camels 1")
    assert captured(game) == ["c1", "c5"]
    assert of_yazid(game) == {"viziers": 2}
    assert position_line(game, "yazid-tiles") in ("c1", "c5")


def test_a_tile_of_yazid_stays_his() -> None:
    """Y7, M9"""
    game = solo("a1:Y b1:Y e5:R f5:R", "yazid-tiles b1", HE_STRUCK, "pending moving")
    game.play("sow a1 b1Y")
    assert (position_line(game, "yazid-tiles"), position_line(game, "p1-tiles")) == ("b1", "-")
    assert game.state.players[0].camels == 11


@pytest.mark.parametrize("land", ["o8", "v5", "m6", "l4", "s15"])
def test_he_never_does_tile_actions(land: str) -> None:
    """Y7"""
    lines = ("row fish ivory silk", "djinns enki boaz jafaar", "yazid viziers 3")
    game = struck("c3:Y", "3 3", *lines, land=f"c3:{land}")
    assert (
        position_line(game, "palms"),
        position_line(game, "palaces"),
        position_line(game, "stock"),
    ) == ("-", "-", "12 10")
    assert (position_line(game, "row"), position_line(game, "djinns")) == (
        "fish ivory silk",
        "enki boaz jafaar",
    )
    assert gold(game) == 25


# His Djinns


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("elders 1 fakirs 1", {}),
        ("elders 1 fakirs 3", {"fakirs": 2}),
        ("elders 2 fakirs 1", {"elders": 1}),
        ("elders 2 fakirs 3", {"elders": 1, "fakirs": 2}),
        ("elders 2 fakirs 0", {}),
        ("elders 5 fakirs 0", {"elders": 3}),
        ("elders 4 fakirs 4", {"elders": 3, "fakirs": 3}),
    ],
)
def test_an_elder_and_a_fakir_or_two_elders_without_fakirs_summon_a_djinn(
    before: str, after: dict[str, int]
) -> None:
    """Y8"""
    game = struck("", "3 3", f"yazid {before}", "djinns enki boaz jafaar")
    assert position_line(game, "yazid-djinns") == "enki"
    assert of_yazid(game) == {"camels": 11} | after


@pytest.mark.parametrize("before", ["elders 1 fakirs 0", "elders 0 fakirs 3", "elders 0 fakirs 0"])
def test_with_less_he_summons_no_djinn(before: str) -> None:
    """Y8"""
    game = struck("", "3 3", f"yazid {before}", "djinns enki boaz jafaar")
    assert (position_line(game, "yazid-djinns"), position_line(game, "djinns")) == (
        "-",
        "enki boaz jafaar",
    )
    assert (
        position_line(game, "yazid")
        == f"camels 11 viziers 0 {before.replace(' f', ' assassins 0 f')}"
    )


def test_he_takes_the_leftmost_djinn_and_only_one() -> None:
    """Y8"""
    lines = ("yazid elders 6 fakirs 3", "djinns marid boaz enki", "yazid-djinns utug")
    game = struck("", "3 3", *lines)
    assert [event for event in events_of(game) if isinstance(event, DjinnTaken)] == [
        DjinnTaken(seat=1, djinn="marid", from_row=True)
    ]
    assert (position_line(game, "yazid-djinns"), position_line(game, "djinns")) == (
        "utug marid",
        "boaz enki",
    )


def test_his_payment_goes_to_the_bag_and_the_discards() -> None:
    """Y8, J3"""
    game = struck("", "3 3", "yazid elders 1 fakirs 1", "djinns enki", "bag Y", "discards silk")
    assert (position_line(game, "bag"), position_line(game, "discards")) == ("YW", "silk*1 fakir*1")


def test_two_elders_go_to_the_bag() -> None:
    """Y8, J3"""
    game = struck("", "3 3", "yazid elders 2", "djinns enki", "bag -", "discards -")
    assert (position_line(game, "bag"), position_line(game, "discards")) == ("WW", "-")


def test_without_a_djinn_in_the_row_he_pays_nothing() -> None:
    """Y8"""
    game = struck("", "3 3", "yazid elders 2 fakirs 1", "djinns -")
    assert of_yazid(game) == {"camels": 11, "elders": 2, "fakirs": 1}
    assert position_line(game, "yazid-djinns") == "-"


def test_he_can_pay_with_what_he_has_just_captured() -> None:
    """Y8"""
    assert position_line(struck("c3:WW", "3 3", "djinns enki"), "yazid-djinns") == "enki"


def test_he_summons_at_the_end_of_his_turn_and_not_between_two_tiles() -> None:
    """Y8: after the first tile he would pay two Elders."""
    lines = ("yazid elders 1", "djinns enki boaz", "row fakir")
    game = struck("c1:WG c5:WG", "3 6", *lines)
    assert position_line(game, "yazid-djinns") == "enki"
    assert of_yazid(game) == {"camels": 9, "elders": 2}


def test_he_summons_after_a_tile_was_named() -> None:
    """Y8, Y4"""
    game = struck("a1:W b1:Y", "3 3", "yazid elders 1", "djinns enki")
    assert position_line(game, "yazid-djinns") == "-"
    game.play("name a1")
    assert position_line(game, "yazid-djinns") == "enki"


def test_he_summons_nothing_in_the_turn_of_the_player() -> None:
    """Y8"""
    lines = ("yazid elders 4", "djinns enki boaz", HE_STRUCK, "pending finishing")
    game = solo("a1:Y b1:Y", *lines)
    game.play("end")
    assert position_line(game, "yazid-djinns") == "-"


def test_boaz_does_not_protect_him() -> None:
    """Y8, Y11"""
    lines = ("yazid viziers 1 elders 1", "yazid-djinns boaz", HE_STRUCK, acting("c3", "RR"))
    assert choices(solo("", *lines)) == {"kill p2 Y", "kill p2 W"}


def test_his_djinns_bring_no_gold() -> None:
    """Y8"""
    lines = ("yazid-djinns dhenim nekir marid ba'al", "yazid elders 2", "djinns enki")
    game = struck("c3:YR", "3 3", *lines, "p1-tiles c3")
    assert position_line(game, "yazid-djinns") == "dhenim nekir marid ba'al enki"
    assert [event for event in events_of(game) if isinstance(event, GoldGained)] == []


def test_his_djinns_do_not_belong_to_the_player() -> None:
    """Y8"""
    game = struck("", "3 3", "yazid elders 2", "djinns sloar", "p1-hand fakir")
    assert (position_line(game, "p1-djinns"), choices(game)) == ("-", {"end"})


# Your Djinns


@pytest.mark.parametrize(
    ("djinn", "people"),
    [("dhenim", "Y"), ("dhenim", "YYYR"), ("nekir", "R"), ("nekir", "YRRR")],
)
def test_dhenim_and_nekir_pay_two_for_what_he_captures(djinn: str, people: str) -> None:
    """Y10"""
    game = struck(f"c3:{people}", "3 3", f"p1-djinns {djinn}")
    assert GoldGained(seat=0, amount=2, source=djinn) in events_of(game)
    assert gold(game) == 27


@pytest.mark.parametrize(("djinn", "people"), [("dhenim", "WGBR"), ("nekir", "YWGB")])
def test_dhenim_and_nekir_pay_nothing_for_other_tribes(djinn: str, people: str) -> None:
    """Y10"""
    assert gold(struck(f"c3:{people}", "3 3", f"p1-djinns {djinn}")) == 25


def test_marid_pays_two_when_he_empties_a_tile_of_yours() -> None:
    """Y10"""
    game = struck("c3:YYW", "3 3", "p1-djinns marid", "p1-tiles c3")
    assert [event for event in events_of(game) if isinstance(event, GoldGained)] == [
        GoldGained(seat=0, amount=2, source="marid")
    ]


@pytest.mark.parametrize("owner", ["p1-tiles d3", "yazid-tiles c3"])
def test_marid_pays_nothing_for_other_tiles(owner: str) -> None:
    """Y10"""
    assert gold(struck("c3:YYW", "3 3", "p1-djinns marid", owner)) == 25


def test_baal_pays_two_when_he_takes_a_djinn() -> None:
    """Y10"""
    game = struck("", "3 3", "p1-djinns ba'al", "yazid elders 2", "djinns enki boaz")
    assert GoldGained(seat=0, amount=2, source="ba'al") in events_of(game)
    assert gold(game) == 27


def test_baal_pays_nothing_when_he_takes_none() -> None:
    """Y10"""
    game = struck("c3:Y", "3 3", "p1-djinns ba'al", "yazid elders 1", "djinns enki boaz")
    assert gold(game) == 25


@pytest.mark.parametrize("djinn", ["monkir", "kandicha", "shamhat", "jafaar", "al-amin"])
def test_other_djinns_do_not_react_to_yazid(djinn: str) -> None:
    """Y10"""
    lines = (f"p1-djinns {djinn}", "p1-tiles c3", "yazid elders 1", "djinns enki", "row fish")
    game = struck("c3:YWGR", "3 3", *lines, land="c3:v5")
    assert position_line(game, "p1-has") == "gold 25 viziers 0 elders 0 camels 10"
    assert position_line(game, "p1-hand") == "-"


def test_dhenim_still_pays_one_for_your_own_viziers() -> None:
    """Y10, D23"""
    game = solo("a1:Y b1:Y e5:R f5:R", "p1-djinns dhenim", HE_STRUCK, "pending moving")
    game.play("sow a1 b1Y")
    assert gold(game) == 26
