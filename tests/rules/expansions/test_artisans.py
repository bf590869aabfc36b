"""Artisans of Naqala: the tribe, its tiles, mountains and chasm, the tent, and the Djinns."""

import pytest

from naqala import Game, IllegalAction
from naqala.rules.events import (
    Collected,
    ItemKept,
    ItemsDiscarded,
    ItemsDrawn,
    LastRound,
    PalmPlaced,
    PileRebuilt,
    TentPlaced,
)
from naqala.rules.scoring import Score
from tests.positions import acting, base_board, choices, game_at, pile, position_line, tile

ARTISANS = "expansions artisans"
NO_TENT = "p1-has tents 0"


def gathering(number: int, *lines: str) -> Game:
    """p1 has gathered this many Artisans on b1, where a Builder stays."""
    game = game_at(
        ARTISANS, f"meeples P {'P' * (number - 1)}B G GB", "item-deck jewel treasure crown",
        "pending moving", *lines,
    )  # fmt: skip
    game.play("sow a1 b1P")
    return game


def arriving(ground: str, *lines: str) -> Game:
    """p1 has ended a move on b1, of this ground: two Viziers were gathered, a Builder stays."""
    game = game_at(
        ARTISANS, f"tiles m6 {ground} m6 m6", "meeples Y YB G GB", "item-deck jewel",
        "pending moving", *lines,
    )  # fmt: skip
    game.play("sow a1 b1Y")
    return game


def emptying(*lines: str) -> Game:
    """p1 has just emptied b1 by gathering two Viziers there."""
    game = game_at(ARTISANS, "meeples Y Y G GB", "pending moving", *lines)
    game.play("sow a1 b1Y")
    return game


def killing(*lines: str, people: str = "", land: str = "") -> Game:
    """Two Assassins were gathered by p1 on c3; the bag was empty before."""
    return game_at(ARTISANS, base_board(people, land), acting("c3", "RR"), "bag -", *lines)


def has(game: Game, seat: int = 1) -> dict[str, int]:
    """The values of the line `p1-has`."""
    words = position_line(game, f"p{seat}-has").split()
    return {what: int(number) for what, number in zip(words[::2], words[1::2], strict=True)}


def is_last_round(game: Game) -> bool:
    return "last-round" in position_line(game, "flags").split()


def scores(*lines: str, players: int = 2) -> list[Score]:
    """The scores without gold, so that only the given possessions count."""
    broke = [f"p{seat}-has gold 0" for seat in range(1, players + 1)]
    game = game_at(ARTISANS, f"players {players}", "pending finishing", *broke, *lines)
    return game.scores()


# The tribe


def test_artisans_stay_in_front_of_the_player() -> None:
    """N5"""
    game = gathering(3, "bag -", "p1-has artisans 1")
    game.play("keep jewel")
    assert has(game)["artisans"] == 4
    assert position_line(game, "bag") == "-"
    assert pile(game, "b1") == "B"


@pytest.mark.parametrize(
    ("number", "items"), [(2, "crown jewel"), (3, "crown horn jewel"), (4, "crown horn jewel ring")]
)
def test_one_item_is_drawn_for_each_artisan(number: int, items: str) -> None:
    """N5"""
    game = gathering(number, f"item-deck {items}")
    assert choices(game) == {f"keep {item}" for item in items.split()}


def test_no_more_items_are_drawn_than_artisans_were_taken() -> None:
    """N5"""
    game = gathering(2)
    assert len(game.legal()) == 2
    assert len(position_line(game, "item-deck").split()) == 1


def test_one_item_is_kept_and_the_others_are_discarded_face_up() -> None:
    """N5"""
    game = gathering(3, "p1-items lamp", "item-discards horn")
    events = game.play("keep treasure")
    assert position_line(game, "p1-items") == "lamp treasure"
    assert position_line(game, "item-discards").split()[0] == "horn"
    assert set(position_line(game, "item-discards").split()) == {"horn", "jewel", "crown"}
    (discarded,) = (event for event in events if isinstance(event, ItemsDiscarded))
    assert set(discarded.items) == {"jewel", "crown"}


def test_one_of_several_equal_items_is_kept() -> None:
    """N5"""
    game = gathering(3, "item-deck jewel jewel crown")
    assert sorted(map(str, game.legal())) == ["keep crown", "keep jewel"]
    game.play("keep jewel")
    assert position_line(game, "p1-items") == "jewel"
    assert sorted(position_line(game, "item-discards").split()) == ["crown", "jewel"]


def test_there_is_no_choice_if_all_items_are_equal() -> None:
    """N5"""
    game = gathering(2, "item-deck jewel jewel")
    assert choices(game) == {"end"}
    assert (position_line(game, "p1-items"), position_line(game, "item-discards")) == (
        "jewel",
        "jewel",
    )


def test_an_item_that_was_not_drawn_cannot_be_kept() -> None:
    """N5"""
    with pytest.raises(IllegalAction, match="'keep horn' is not possible now"):
        gathering(3).play("keep horn")


def test_any_item_of_the_pile_can_be_drawn() -> None:
    """N5"""
    drawn = set()
    for seed in range(80):
        game = game_at(ARTISANS, f"seed {seed}", "meeples P PB G GB", "pending moving")
        game.play("sow a1 b1P")
        drawn |= {str(action).removeprefix("keep ") for action in game.legal()}
    assert drawn - {"end"} == {
        "jewel", "treasure", "crown", "carpet", "lamp", "flute", "scimitar", "talisman", "horn",
        "ring",
    }  # fmt: skip


def test_an_empty_pile_of_items_is_rebuilt_from_the_discards() -> None:
    """N5"""
    game = gathering(3, "item-deck lamp", "item-discards crown jewel horn")
    assert len(position_line(game, "item-deck").split()) == 1
    assert position_line(game, "item-discards") == "-"
    assert "keep lamp" in choices(game)
    assert PileRebuilt(pile="items", size=3) in game.history[-1].events


def test_the_discards_wait_until_the_pile_is_empty() -> None:
    """N5"""
    game = gathering(2, "item-deck lamp ring", "item-discards crown")
    assert choices(game) == {"keep lamp", "keep ring"}
    assert position_line(game, "item-discards") == "crown"


def test_the_last_item_is_kept_without_a_choice() -> None:
    """N5"""
    game = gathering(3, "item-deck -", "item-discards crown")
    assert choices(game) == {"end"}
    assert position_line(game, "p1-items") == "crown"
    assert position_line(game, "item-discards") == "-"


def test_without_any_item_left_the_artisans_still_stay() -> None:
    """N5"""
    game = gathering(3, "item-deck -", "item-discards -")
    assert choices(game) == {"end"}
    assert has(game)["artisans"] == 3
    assert position_line(game, "p1-items") == "-"


def test_the_items_come_before_the_tile_acts() -> None:
    """N5, A1"""
    game = gathering(2, "tiles m6 o8 m6 m6")
    assert position_line(game, "palms") == "-"
    game.play(game.legal()[0])
    assert position_line(game, "palms") == "b1*1"


# Workshop


@pytest.mark.parametrize(
    ("artisans", "hand", "offers"),
    [
        (0, "-", {"end"}),
        (0, "fakir", {"end"}),
        (0, "fakir*2", {"pass", "craft fakirs"}),
        (1, "-", {"pass", "craft artisan"}),
        (1, "fakir", {"pass", "craft artisan"}),
        (2, "fakir*3", {"pass", "craft artisan", "craft fakirs"}),
    ],
)
def test_a_workshop_offers_an_item_for_what_a_player_has(
    artisans: int, hand: str, offers: set[str]
) -> None:
    """N6, A7"""
    game = arriving("w5", f"p1-has artisans {artisans}", f"p1-hand {hand}")
    assert {choice for choice in choices(game) if not choice.startswith("sell")} == offers


def test_a_workshop_cannot_be_paid_with_the_possessions_of_others() -> None:
    """N6, A7"""
    game = arriving("w5", "p2-has artisans 3", "p2-hand fakir*3", "p1-has elders 3")
    assert choices(game) == {"end"}


def test_an_item_is_made_for_an_artisan() -> None:
    """N6"""
    game = arriving("w5", "p1-has artisans 2", "p1-hand fakir*2", "bag Y")
    game.play("craft artisan")
    assert has(game)["artisans"] == 1
    assert position_line(game, "bag") == "YP"
    assert position_line(game, "p1-hand") == "fakir*2"
    assert position_line(game, "p1-items") == "jewel"
    assert position_line(game, "item-deck") == "-"


def test_an_item_is_made_for_two_fakirs() -> None:
    """N6"""
    game = arriving("w5", "p1-has artisans 2", "p1-hand fakir*3", "discards silk")
    game.play("craft fakirs")
    assert has(game)["artisans"] == 2
    assert position_line(game, "p1-hand") == "fakir*1"
    assert position_line(game, "discards") == "silk*1 fakir*2"
    assert position_line(game, "p1-items") == "jewel"


def test_an_item_costs_no_gold() -> None:
    """N6"""
    game = arriving("w5", "p1-has artisans 1")
    game.play("craft artisan")
    assert has(game)["gold"] == 50


def test_a_workshop_gives_one_item_without_a_choice() -> None:
    """N6"""
    game = arriving("w5", "p1-has artisans 2", "item-deck jewel crown treasure")
    game.play("craft artisan")
    assert choices(game) == {"end"}
    assert len(position_line(game, "p1-items").split()) == 1
    assert position_line(game, "item-discards") == "-"


def test_a_workshop_is_optional() -> None:
    """N6"""
    game = arriving("w5", "p1-has artisans 1", "p1-hand fakir*2")
    game.play("pass")
    assert has(game)["artisans"] == 1
    assert position_line(game, "p1-hand") == "fakir*2"
    assert position_line(game, "p1-items") == "-"


def test_a_workshop_uses_the_discards_when_the_pile_is_empty() -> None:
    """N6, N5"""
    game = arriving("w5", "p1-has artisans 1", "item-deck -", "item-discards crown")
    game.play("craft artisan")
    assert position_line(game, "p1-items") == "crown"


def test_a_workshop_without_items_offers_nothing() -> None:
    """N6"""
    game = arriving("w5", "p1-has artisans 1", "item-deck -", "item-discards -")
    assert choices(game) == {"end"}


def test_an_artisan_just_gathered_can_pay_at_a_workshop() -> None:
    """N6, A1"""
    game = gathering(2, "tiles m6 w5 m6 m6")
    game.play(game.legal()[0])
    assert choices(game) == {"pass", "craft artisan"}


def test_a_workshop_of_an_opponent_works_too() -> None:
    """N6, A1"""
    assert choices(arriving("w5", "p1-has artisans 1", "p2-tiles b1")) == {"pass", "craft artisan"}


def test_a_workshop_is_a_blue_tile_of_five_points() -> None:
    """N1, T4"""
    game = game_at(
        ARTISANS, "tiles m6 w5 x10 m6", "meeples - - Y Y", acting("a1", "BB"), "p1-has gold 0",
        "p1-tiles b1",
    )  # fmt: skip
    assert has(game)["gold"] == 2
    assert game.scores()[0].tiles == 5


# Specialised market

NINE = "ivory gems gold papyrus silk spices fish wheat fakir"


def test_a_specialised_market_offers_every_card_of_the_row() -> None:
    """N7"""
    game = arriving("x10", f"row {NINE}")
    assert choices(game) == {"pass", *(f"buy {card}" for card in NINE.split())}


@pytest.mark.parametrize("card", ["ivory", "silk", "fakir"])
def test_a_specialised_market_sells_one_card_for_four(card: str) -> None:
    """N7"""
    game = arriving("x10", f"row {NINE}")
    game.play(f"buy {card}")
    assert has(game)["gold"] == 46
    assert position_line(game, "p1-hand") == f"{card}*1"
    assert position_line(game, "row") == NINE.replace(card, "").replace("  ", " ").strip()


@pytest.mark.parametrize(("coins", "offers"), [(3, {"end"}), (4, {"pass", "buy fish"})])
def test_a_specialised_market_requires_its_full_price(coins: int, offers: set[str]) -> None:
    """N7, A7"""
    assert choices(arriving("x10", "row fish", f"p1-has gold {coins}")) == offers


def test_a_specialised_market_is_optional() -> None:
    """N7"""
    game = arriving("x10", f"row {NINE}")
    game.play("pass")
    assert has(game)["gold"] == 50
    assert position_line(game, "row") == NINE


def test_the_place_of_a_card_matters_at_a_specialised_market_too() -> None:
    """N7, A5"""
    game = arriving("x10", "row fish silk silk silk gems gold ivory fish wheat")
    game.play("buy fish@8")
    assert position_line(game, "row") == "fish silk silk silk gems gold ivory wheat"


def test_a_specialised_market_without_cards_offers_nothing() -> None:
    """N7"""
    assert choices(arriving("x10", "row -")) == {"end"}


def test_a_specialised_market_is_a_red_tile_of_ten_points() -> None:
    """N1, N8"""
    mine, _ = scores("tiles v5 x10 v5 v5", "meeples - - Y Y", "p1-tiles b1", "p1-tent b1")
    assert (mine.tiles, mine.tent) == (10, 1)


# Mountains and chasm


def test_nothing_is_dropped_across_a_mountain() -> None:
    """N3"""
    game = game_at(
        ARTISANS, "board 3x3", "tiles m6 m6 m6/m6 m6 m6/m6 m6 m6", "meeples Y Y Y/Y YYY Y/Y Y Y",
        "walls b2-c2", "pending moving",
    )  # fmt: skip
    game.play("take b2")
    assert choices(game) == {"drop b1Y", "drop a2Y", "drop b3Y"}


def test_a_mountain_blocks_both_directions() -> None:
    """N3"""
    game = game_at(ARTISANS, "walls b1-c1", "meeples - Y Y -", "pending moving")
    assert choices(game) == {"end"}


def test_the_range_of_assassins_ignores_mountains() -> None:
    """N3, T5"""
    game = game_at(ARTISANS, "walls a1-b1 b1-c1", "meeples - - YW B", acting("a1", "RR"))
    assert choices(game) == {"kill c1Y", "kill c1W"}


def test_builders_count_over_mountains() -> None:
    """N3, T4"""
    game = game_at(
        ARTISANS, "board 2x2", "tiles m6 s6/m6 s6", "meeples - -/- -", "walls a1-b1 a1-a2 b1-b2",
        acting("a1", "BB"), "p1-has gold 0",
    )  # fmt: skip
    assert has(game)["gold"] == 4


def test_a_tent_counts_over_mountains() -> None:
    """N3, N8"""
    mine, _ = scores(
        "board 2x2", "tiles m6 m6/v5 m6", "meeples Y -/- -", "walls a1-b1 a1-a2", "p1-tiles a1",
        "p1-tent a1",
    )  # fmt: skip
    assert mine.tent == 3


def test_no_move_enters_the_chasm() -> None:
    """N4"""
    game = game_at(ARTISANS, "tiles m6 # m6 m6", "meeples YY # Y -", "pending moving")
    assert choices(game) == {"end"}


def test_the_chasm_is_neither_blue_nor_red() -> None:
    """N4, N8, T4"""
    game = game_at(
        ARTISANS, "board 2x2", "tiles m6 v5/m6 #", "meeples - -/- #", "p1-has gold 0",
        "p1-tiles a2", "p1-tent a2", acting("a1", "BB"),
    )  # fmt: skip
    assert has(game)["gold"] == 2
    assert game.scores()[0].tent == 2


@pytest.mark.parametrize(("ground", "djinn"), [("v5", "hagis"), ("o8", "lamia")])
def test_no_palm_tree_or_palace_is_placed_in_the_chasm(ground: str, djinn: str) -> None:
    """N4, D8, D14"""
    game = game_at(
        ARTISANS, "board 3x2", f"tiles m6 m6 m6/{ground} # m6", "meeples - - -/- # -",
        f"p1-djinns {djinn}", "p1-hand fakir", "pending finishing / tile a1",
    )  # fmt: skip
    assert choices(game) == {"pass", f"use {djinn} a2 fakir", f"use {djinn} b2 fakir"}


# The tent


def test_an_emptied_tile_is_taken_with_a_camel_or_with_the_tent() -> None:
    """N8, M8"""
    assert choices(emptying()) == {"camel", "tent"}


def test_control_cannot_be_declined() -> None:
    """N8, M8"""
    with pytest.raises(IllegalAction, match="'pass' is not possible now"):
        emptying().play("pass")


def test_the_tent_can_replace_a_camel() -> None:
    """N8"""
    game = emptying()
    assert TentPlaced(seat=0, tile=tile("b1")) in game.play("tent")
    assert (position_line(game, "p1-tiles"), position_line(game, "p1-tent")) == ("b1", "b1")
    assert (has(game)["camels"], has(game)["tents"]) == (11, 0)


def test_using_a_camel_keeps_the_tent_for_later() -> None:
    """N8"""
    game = emptying()
    game.play("camel")
    assert (position_line(game, "p1-tiles"), position_line(game, "p1-tent")) == ("b1", "-")
    assert (has(game)["camels"], has(game)["tents"]) == (10, 1)


def test_a_tent_can_be_used_only_once() -> None:
    """N8"""
    game = emptying(
        "board 5x1", "tiles m6 m6 m6 m6 m6", "meeples Y Y G GB -", "p1-tiles e1", "p1-tent e1"
    )
    assert choices(game) == {"end"}
    assert (position_line(game, "p1-tiles"), position_line(game, "p1-tent")) == ("b1 e1", "e1")
    assert has(game)["camels"] == 10


def test_every_player_has_a_tent() -> None:
    """N8"""
    game = emptying(
        "board 6x1", "tiles m6 m6 m6 m6 m6 m6", "meeples Y Y G GB - -", "p1-tiles f1",
        "p1-tent f1", "seat p2",
    )  # fmt: skip
    game.play("tent")
    assert (position_line(game, "p1-tent"), position_line(game, "p2-tent")) == ("f1", "b1")


def test_a_tile_is_marked_before_the_tribe_acts() -> None:
    """N8"""
    game = emptying("tiles m6 o8 m6 m6")
    assert (has(game)["viziers"], position_line(game, "palms")) == (0, "-")
    events = [type(event) for event in game.play("tent")]
    assert events.index(TentPlaced) < events.index(Collected) < events.index(PalmPlaced)


def test_a_tile_with_meeples_left_gets_no_tent() -> None:
    """N8, M8"""
    game = emptying("meeples Y YB G GB")
    assert choices(game) == {"end"}
    assert position_line(game, "p1-tiles") == "-"


@pytest.mark.parametrize("owner", ["p1", "p2"])
def test_a_controlled_tile_gets_no_tent(owner: str) -> None:
    """N8, M9"""
    game = emptying(f"{owner}-tiles b1")
    assert choices(game) == {"end"}
    assert position_line(game, "p1-tent") == "-"


def test_a_tile_with_a_tent_keeps_it() -> None:
    """N8, M9"""
    game = emptying("p2-tiles b1", "p2-tent b1")
    assert choices(game) == {"end"}
    assert (position_line(game, "p1-tiles"), position_line(game, "p2-tiles")) == ("-", "b1")
    assert position_line(game, "p2-tent") == "b1"


def test_a_tile_is_under_control_as_soon_as_the_tent_stands() -> None:
    """N8, D15"""
    game = emptying("p1-djinns leta", "p1-has elders 2")
    game.play("tent")
    assert choices(game) == {"pass", "use leta a1 elders"}, "not b1"


def test_a_tile_emptied_by_a_kill_can_be_taken_with_the_tent() -> None:
    """N8, T7"""
    game = killing(people="c3:W d3:Y a1:GB")
    game.play("kill d3Y")
    assert choices(game) == {"camel", "tent"}
    game.play("tent")
    assert (position_line(game, "p1-tiles"), position_line(game, "p1-tent")) == ("d3", "d3")


def test_the_arrival_tile_is_marked_before_the_tile_of_the_victim() -> None:
    """N8, T7"""
    game = game_at(ARTISANS, "meeples R R Y W", "pending moving")
    game.play("sow a1 b1R")
    game.play("tent")
    assert position_line(game, "p1-tent") == "b1"
    game.play("kill c1Y")
    assert position_line(game, "p1-tiles") == "b1 c1"
    assert position_line(game, "p1-tent") == "b1"


@pytest.mark.parametrize(("djinn", "where"), [("leta", "e1"), ("utug", "c1")])
def test_leta_and_utug_place_no_tent(djinn: str, where: str) -> None:
    """N8, D15, D22"""
    game = game_at(
        ARTISANS, "board 5x1", "tiles m6 m6 m6 m6 m6", "meeples Y YB G GB -",
        f"p1-djinns {djinn}", "p1-has elders 2", "pending finishing",
    )  # fmt: skip
    game.play(f"use {djinn} {where} elders")
    assert choices(game) == {"end"}
    assert (position_line(game, "p1-tiles"), position_line(game, "p1-tent")) == (where, "-")
    assert (has(game)["camels"], has(game)["tents"]) == (10, 1)


@pytest.mark.parametrize("djinn", ["leta", "utug"])
def test_without_camels_leta_and_utug_cannot_use_the_tent(djinn: str) -> None:
    """N8, D15, D22"""
    game = game_at(
        ARTISANS, "board 5x1", "tiles m6 m6 m6 m6 m6", "meeples Y YB G GB -",
        f"p1-djinns {djinn}", "p1-has elders 2 camels 0", "pending finishing",
    )  # fmt: skip
    assert choices(game) == {"end"}


def test_without_camels_the_tent_is_placed() -> None:
    """N8, M8"""
    game = emptying("p1-has camels 0")
    assert choices(game) == {"end"}
    assert position_line(game, "p1-tent") == "b1"


def test_without_camels_and_tent_no_control_is_taken() -> None:
    """N8, M10"""
    game = emptying("p1-has camels 0 tents 0")
    assert choices(game) == {"end"}
    assert position_line(game, "p1-tiles") == "-"


@pytest.mark.parametrize("boxes", ["", "expansions whims"], ids=["base", "whims"])
def test_there_are_no_tents_without_the_artisans(boxes: str) -> None:
    """N8"""
    game = game_at(boxes, "meeples Y Y G GB", "pending moving")
    game.play("sow a1 b1Y")
    assert choices(game) == {"end"}
    assert position_line(game, "p1-tiles") == "b1"


@pytest.mark.parametrize(
    ("land", "points"),
    [
        ("m6 m6 m6/m6 m6 m6/m6 m6 m6", 9),
        ("m6 m6 m6/m6 v5 m6/m6 m6 m6", 8),
        ("v5 s6 w5/v5 o8 c0/v5 v5 v5", 1),
        ("o8 m6 l4/x10 v5 r0/v5 v5 v5", 5),
        ("v5 v5 v5/v5 v5 v5/v5 v5 m6", 1),
        ("v5 v5 v5/v5 v5 v5/v5 v5 v5", 0),
    ],
)
def test_a_tent_scores_the_red_tiles_of_its_3_x_3(land: str, points: int) -> None:
    """N8"""
    mine, theirs = scores(
        "board 3x3", f"tiles {land}", "meeples - - -/- - -/- - Y", "p1-tiles b2", "p1-tent b2"
    )
    assert (mine.tent, theirs.tent) == (points, 0)


def test_red_tiles_farther_from_the_tent_do_not_count() -> None:
    """N8"""
    mine, _ = scores(
        "board 3x3", "tiles m6 m6 m6/v5 v5 m6/v5 v5 m6", "meeples - - -/- - -/- - Y",
        "p1-tiles a1", "p1-tent a1",
    )  # fmt: skip
    assert mine.tent == 0


def test_a_tent_scores_its_tile_as_a_camel_does() -> None:
    """N8, E3"""
    mine, _ = scores(
        "tiles s15 o8 v5 v5", "meeples - - Y Y", "p1-tiles a1 b1", "p1-tent b1", "palms b1*2"
    )
    assert mine == Score(tiles=15 + 8, palms=6, tent=1)


def test_a_tent_can_control_a_city() -> None:
    """N8, W4"""
    mine, _ = scores(
        "expansions whims artisans", "tiles c0 r0 v5 v5", "meeples - - Y Y", "p1-tiles a1 b1",
        "p1-tent b1",
    )  # fmt: skip
    assert (mine.cities, mine.tent) == (20, 1)


def test_a_tent_that_was_not_placed_scores_nothing() -> None:
    """N8"""
    mine, _ = scores("p1-tiles a1 b1", "meeples - - Y Y")
    assert mine.tent == 0


def test_the_last_camel_does_not_end_the_game_while_the_tent_is_left() -> None:
    """N8, E1"""
    game = emptying("p1-has camels 1")
    game.play("camel")
    assert not is_last_round(game)


def test_the_tent_does_not_end_the_game_while_camels_are_left() -> None:
    """N8, E1"""
    game = emptying("p1-has camels 1")
    game.play("tent")
    assert not is_last_round(game)


def test_the_last_camel_after_the_tent_makes_this_round_the_last() -> None:
    """N8, E1"""
    game = emptying("p1-has camels 1 tents 0")
    assert position_line(game, "p1-tiles") == "b1"
    assert is_last_round(game)


def test_the_tent_after_the_last_camel_makes_this_round_the_last() -> None:
    """N8, E1"""
    game = emptying("p1-has camels 0")
    assert LastRound(seat=0, reason="camels") in game.history[-1].events
    assert is_last_round(game)


def test_the_last_camel_of_leta_does_not_end_the_game_while_the_tent_is_left() -> None:
    """N8, E1, D15"""
    game = game_at(
        ARTISANS, "board 5x1", "tiles m6 m6 m6 m6 m6", "meeples Y YB G GB -", "p1-djinns leta",
        "p1-has elders 2 camels 1", "pending finishing",
    )  # fmt: skip
    game.play("use leta e1 elders")
    assert has(game)["camels"] == 0
    assert not is_last_round(game)


# Artisans in the score


@pytest.mark.parametrize(
    ("artisans", "points"),
    [
        ((0, 0, 0), [0, 0, 0]),
        ((1, 0, 0), [3, 0, 0]),
        ((3, 2, 1), [9, 4, 2]),
        ((1, 4, 2), [2, 12, 4]),
        ((2, 2, 1), [6, 6, 2]),
        ((1, 3, 3), [2, 9, 9]),
        ((2, 2, 2), [6, 6, 6]),
    ],
)
def test_artisans_score_two_each_and_three_for_whoever_has_most(
    artisans: tuple[int, ...], points: list[int]
) -> None:
    """N9"""
    owned = [f"p{seat}-has gold 0 artisans {n}" for seat, n in enumerate(artisans, 1)]
    assert [score.artisans for score in scores(*owned, players=3)] == points


def test_artisans_are_neither_viziers_nor_elders() -> None:
    """N9"""
    mine, _ = scores("p1-has gold 0 artisans 4")
    assert mine == Score(artisans=12)


# Killing Artisans


def test_the_artisans_of_an_opponent_can_be_killed() -> None:
    """N10, T5"""
    game = killing("p2-has viziers 1 elders 1 artisans 2")
    assert choices(game) == {"kill p2 Y", "kill p2 W", "kill p2 P"}
    game.play("kill p2 P")
    assert has(game, 2)["artisans"] == 1
    assert position_line(game, "bag") == "RRP"
    assert (has(game)["artisans"], position_line(game, "p1-items")) == (0, "-")


def test_own_artisans_cannot_be_killed() -> None:
    """N10"""
    game = killing("p1-has artisans 2")
    assert choices(game) == {"end"}
    assert has(game)["artisans"] == 2


def test_the_only_artisan_of_an_opponent_must_be_killed() -> None:
    """N10, T6"""
    game = killing("p2-has artisans 1", people="c5:GB")
    assert "pass" not in choices(game)
    assert "kill p2 P" in choices(game)


def test_artisans_on_the_board_can_be_killed_within_range() -> None:
    """N10, T5"""
    game = killing(people="d3:PY f3:P")
    assert choices(game) == {"kill d3Y", "kill d3P"}


def test_iblis_kills_artisans_with_others() -> None:
    """N10, D10"""
    game = killing("p1-djinns iblis", "p1-hand fakir", "p2-has viziers 1 artisans 2")
    game.play("use iblis fakir")
    assert choices(game) == {"kill p2 YP", "kill p2 PP"}
    game.play("kill p2 PP")
    assert has(game, 2)["artisans"] == 0


def test_boaz_protects_artisans() -> None:
    """D4"""
    game = killing("p2-has viziers 1 elders 1 artisans 2", "p2-djinns boaz")
    assert choices(game) == {"end"}
    assert has(game, 2)["artisans"] == 2


def test_boaz_does_not_protect_artisans_on_the_board() -> None:
    """D4"""
    game = killing("p2-djinns boaz", people="d3:PY")
    assert choices(game) == {"kill d3Y", "kill d3P"}


# Kandicha


def test_kandicha_gets_an_artisan_killed_on_the_board_and_an_item() -> None:
    """D28, D12"""
    game = killing("p1-djinns kandicha", "item-deck crown", people="d3:PY")
    game.play("kill d3P")
    assert has(game)["artisans"] == 1
    assert position_line(game, "p1-items") == "crown"
    assert position_line(game, "bag") == "RR"


def test_kandicha_gets_an_artisan_killed_in_front_of_an_opponent_and_an_item() -> None:
    """D28, D12"""
    game = killing("p1-djinns kandicha", "item-deck crown", "p2-has artisans 2 viziers 1")
    game.play("kill p2 P")
    assert (has(game)["artisans"], has(game, 2)["artisans"]) == (1, 1)
    assert position_line(game, "p1-items") == "crown"
    assert position_line(game, "bag") == "RR"


def test_an_artisan_who_changes_sides_is_not_a_kill_for_nekir() -> None:
    """D28, D18"""
    game = killing("p1-djinns kandicha nekir", "p1-has gold 0", people="d3:PY")
    game.play("kill d3P")
    assert game.state.players[0].gold == 0


def test_the_item_of_kandicha_is_drawn_in_secret() -> None:
    """D28"""
    game = killing("p1-djinns kandicha", "item-deck crown", people="d3:PY")
    events = game.play("kill d3P")
    assert ItemsDrawn(seat=0, items=("crown",), number=1) in events
    assert ItemKept(seat=0, item="crown") in events


def test_kandicha_gets_an_item_for_each_artisan_killed() -> None:
    """D28, D10"""
    game = killing(
        "p1-djinns kandicha iblis", "p1-hand fakir", "item-deck crown lamp", people="d3:PPY"
    )
    game.play("use iblis fakir")
    game.play("kill d3PP")
    assert has(game)["artisans"] == 2
    assert position_line(game, "p1-items") == "crown lamp"


def test_kandicha_profits_from_an_artisan_and_another_victim() -> None:
    """D28, D10, D12"""
    game = killing(
        "p1-djinns kandicha iblis", "p1-hand fakir", "item-deck crown", "deck silk",
        people="d3:GPY",
    )  # fmt: skip
    game.play("use iblis fakir")
    game.play("kill d3GP")
    assert has(game)["artisans"] == 1
    assert position_line(game, "p1-items") == "crown"
    assert position_line(game, "p1-hand") == "silk*1"
    assert position_line(game, "bag") == "GRR"


@pytest.mark.parametrize(
    ("victim", "viziers", "elders", "cards", "coins"),
    [("Y", 1, 0, "-", 50), ("W", 0, 1, "-", 50), ("G", 0, 0, "silk*1", 50), ("B", 0, 0, "-", 51)],
)
def test_kandicha_profits_from_other_victims_as_before(
    victim: str, viziers: int, elders: int, cards: str, coins: int
) -> None:
    """D12, D28"""
    game = killing("p1-djinns kandicha", "deck silk", people=f"d3:{victim}P", land="d3:v5")
    game.play(f"kill d3{victim}")
    mine = has(game)
    assert (mine["viziers"], mine["elders"], mine["gold"]) == (viziers, elders, coins)
    assert (position_line(game, "p1-hand"), position_line(game, "p1-items")) == (cards, "-")
    assert mine["artisans"] == 0


def test_a_tile_emptied_by_kandicha_is_controlled() -> None:
    """D28, T7"""
    game = killing("p1-djinns kandicha", NO_TENT, people="d3:P c4:W")
    game.play("kill d3P")
    assert position_line(game, "p1-tiles") == "d3"


def test_kandicha_gets_the_artisan_even_if_no_item_is_left() -> None:
    """D28"""
    game = killing("p1-djinns kandicha", "item-deck -", "item-discards -", people="d3:PY")
    game.play("kill d3P")
    assert has(game)["artisans"] == 1
    assert position_line(game, "p1-items") == "-"


def test_without_kandicha_a_killed_artisan_goes_to_the_bag() -> None:
    """D28, T5"""
    game = killing(people="d3:PY")
    game.play("kill d3P")
    assert position_line(game, "bag") == "RRP"
    assert (has(game)["artisans"], position_line(game, "p1-items")) == (0, "-")


# Precious items, Geb and Ptah


@pytest.mark.parametrize(
    ("items", "points"),
    [
        ("-", 0),
        ("jewel", 5),
        ("treasure", 7),
        ("crown", 9),
        ("jewel jewel treasure crown", 5 + 5 + 7 + 9),
        ("carpet lamp flute scimitar talisman horn ring", 0),
        ("crown lamp", 9),
    ],
)
def test_precious_items_score_and_magic_ones_do_not(items: str, points: int) -> None:
    """N11"""
    mine, theirs = scores(f"p1-items {items}")
    assert (mine, theirs) == (Score(items=points), Score())


@pytest.mark.parametrize(
    ("items", "points"),
    [
        ("-", 0),
        ("jewel", 5 + 3),
        ("treasure crown", 7 + 9 + 6),
        ("jewel jewel", 10 + 6),
        ("lamp horn ring", 0),
        ("jewel lamp", 5 + 3),
    ],
)
def test_geb_adds_three_to_each_precious_item(items: str, points: int) -> None:
    """D26"""
    mine, theirs = scores("p1-djinns geb", f"p1-items {items}", "p2-items crown")
    assert mine == Score(djinns=6, items=points)
    assert theirs == Score(items=9)


@pytest.mark.parametrize(
    ("mine", "theirs", "points"), [(2, 3, 2 * 2 + 2 * 2), (3, 2, 3 * 3 + 3 * 2), (0, 1, 0)]
)
def test_ptah_adds_two_to_each_artisan(mine: int, theirs: int, points: int) -> None:
    """D27"""
    score, other = scores(
        "p1-djinns ptah", f"p1-has gold 0 artisans {mine}", f"p2-has gold 0 artisans {theirs}"
    )
    assert score == Score(djinns=6, artisans=points)
    assert other.artisans == (3 if theirs > mine else 2) * theirs
