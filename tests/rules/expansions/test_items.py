"""Magic items: when they can be used, and what each of them does."""

import pytest

from naqala import Game, IllegalAction
from naqala.rules.events import (
    CamelMoved,
    ItemUsed,
    LastRound,
    MeepleMoved,
    MeeplesDrawn,
    RowDiscarded,
    RowRefilled,
)
from naqala.rules.goods import CARD_OF_NAME
from naqala.rules.meeples import MERCHANTS, parse_letters
from tests.positions import choices, game_at, pile, position_line, tile

READY = """
expansions artisans
board 6x1
tiles m6 m6 m6 m6 m6 m6
meeples Y YB G GB - -
p1-tiles f1
p1-has tents 0
djinns boaz leta
row fish silk
"""
"""A land in which each magic item can be used."""
USES = {
    "carpet": "use carpet",
    "lamp": "use lamp boaz",
    "flute": "use flute a1",
    "scimitar": "use scimitar",
    "talisman": "use talisman f1 e1",
    "horn": "use horn",
    "ring": "use ring e1",
}
"""One way to use each item."""
ONLY_BEFORE_THE_MOVE = ["carpet", "flute"]
ANYTIME = ["lamp", "scimitar", "talisman", "horn", "ring"]
BOUNDARIES = [
    "moving",
    "finishing / tile b1 / tribe b1 YY",
    "finishing / tile b1",
    "finishing",
]
"""Before the move, around the tribe action, around the tile action, before the end."""
SQUARE = """
board 3x3
tiles m6 m6 m6/m6 m6 m6/m6 m6 m6
"""


def with_item(item: str, *lines: str, pending: str = "moving") -> Game:
    """p1 has this item."""
    return game_at(READY, f"p1-items {item}", f"pending {pending}", *lines)


def line_of(people: str, *lines: str, item: str, pending: str = "moving") -> Game:
    """p1 has an item on a line of small markets with these meeples; no tent is left."""
    cells = people.split()
    ground = " ".join("#" if cell == "#" else "m6" for cell in cells)
    return game_at(
        "expansions artisans", f"board {len(cells)}x1", f"tiles {ground}", f"meeples {people}",
        "p1-has tents 0", f"p1-items {item}", f"pending {pending}", *lines,
    )  # fmt: skip


def uses(game: Game, item: str = "") -> set[str]:
    """The ways to use an item, or any item."""
    return {choice for choice in choices(game) if choice.startswith(f"use {item}")}


def play(game: Game, *actions: str) -> None:
    for action in actions:
        game.play(action)


# When, and how often


@pytest.mark.parametrize("item", USES)
def test_a_magic_item_can_be_used_before_the_move(item: str) -> None:
    """N11"""
    assert USES[item] in choices(with_item(item))


@pytest.mark.parametrize("pending", BOUNDARIES)
@pytest.mark.parametrize("item", ANYTIME)
def test_most_items_can_be_used_between_all_steps(item: str, pending: str) -> None:
    """N11, J2"""
    assert USES[item] in choices(with_item(item, pending=pending))


@pytest.mark.parametrize("pending", BOUNDARIES[1:])
@pytest.mark.parametrize("item", ONLY_BEFORE_THE_MOVE)
def test_carpet_and_flute_cannot_be_used_after_the_move(item: str, pending: str) -> None:
    """I1, I3"""
    assert not uses(with_item(item, pending=pending))


@pytest.mark.parametrize("item", ANYTIME)
def test_an_item_does_not_replace_the_step(item: str) -> None:
    """N11"""
    game = with_item(item, "deck fish*9", pending="finishing / tile b1")
    game.play(USES[item])
    while any(choice.startswith(("kill", "lay")) for choice in choices(game)):
        game.play(game.legal()[0])
    assert position_line(game, "pending") == "finishing / tile b1"


def test_no_item_can_be_used_between_drops() -> None:
    """N11, J2"""
    game = game_at(
        READY, SQUARE, "meeples Y Y Y/Y YYY Y/Y Y -", "p1-tiles -", "p1-items scimitar lamp ring",
        "pending moving",
    )  # fmt: skip
    game.play("take b2")
    assert choices(game) == {"drop a2Y", "drop b1Y", "drop b3Y", "drop c2Y"}


@pytest.mark.parametrize("item", USES)
def test_no_item_can_be_used_in_the_turn_of_an_opponent(item: str) -> None:
    """N11"""
    game = game_at(READY, f"p2-items {item}", "p2-tiles f1", "p1-tiles -", "pending moving")
    assert not uses(game)


@pytest.mark.parametrize("item", USES)
def test_no_item_can_be_used_while_bidding(item: str) -> None:
    """N11"""
    assert not uses(game_at(READY, f"p1-items {item}", "bids p1 p1 p2 p2"))


@pytest.mark.parametrize("item", USES)
def test_a_used_item_is_shown_and_discarded(item: str) -> None:
    """N11"""
    game = with_item(f"crown {item}", "item-discards jewel")
    events = game.play(USES[item])
    assert ItemUsed(seat=0, item=item) in events
    assert position_line(game, "p1-items") == "crown"
    assert position_line(game, "item-discards") == f"jewel {item}"


@pytest.mark.parametrize("item", USES)
def test_only_one_item_can_be_used_per_turn(item: str) -> None:
    """N11"""
    others = [other for other in USES if other != item]
    game = with_item(" ".join(USES), "deck fish*9")
    game.play(USES[item])
    while any(choice.startswith(("kill", "lay", "gather")) for choice in choices(game)):
        game.play(game.legal()[0])
    assert not uses(game)
    assert sorted(position_line(game, "p1-items").split()) == sorted(others)


def test_only_one_item_can_be_used_per_turn_after_the_move_too() -> None:
    """N11"""
    game = with_item("lamp horn")
    play(game, "use lamp boaz", "sow a1 b1Y")
    assert not uses(game)


def test_another_item_can_be_used_in_the_next_turn() -> None:
    """N11, B7"""
    game = with_item("lamp horn", "spots - - - p1 - - - - -", "acted p2 p2 p1", pending="finishing")
    play(game, "use lamp boaz", "end")
    assert game.seat == 0
    assert uses(game) == {"use horn"}


def test_other_players_can_use_an_item_in_their_turns() -> None:
    """N11"""
    game = with_item(
        "lamp", "p2-items horn", "spots - - - p2 - - - - -", "acted p2 p1 p1", pending="finishing"
    )
    play(game, "use lamp boaz", "end")
    assert game.seat == 1
    assert uses(game) == {"use horn"}


def test_djinns_can_be_used_in_the_same_turn_as_an_item() -> None:
    """N11, J1"""
    game = with_item("horn", "p1-djinns sloar", "p1-hand fakir*2", "deck fish*20")
    game.play("use horn")
    assert uses(game) == {"use sloar fakir"}
    game.play("use sloar fakir")
    assert not uses(game)


def test_an_item_can_be_used_in_the_same_turn_as_djinns() -> None:
    """N11, J1"""
    game = with_item("lamp", "p1-djinns sloar", "p1-hand fakir")
    game.play("use sloar fakir")
    assert uses(game) == {"use lamp boaz", "use lamp leta"}


@pytest.mark.parametrize("item", ANYTIME)
def test_no_item_can_be_used_after_a_sale(item: str) -> None:
    """N11, A8"""
    game = with_item(item, "p1-hand ivory gems", pending="finishing")
    game.play("sell ivory")
    assert not uses(game)


@pytest.mark.parametrize("item", ["jewel", "treasure", "crown"])
def test_precious_items_cannot_be_used(item: str) -> None:
    """N11"""
    game = with_item(item)
    assert not uses(game)
    with pytest.raises(IllegalAction, match=f"'use {item}' is not possible now"):
        game.play(f"use {item}")


def test_an_item_that_the_player_does_not_have_is_refused() -> None:
    """N11"""
    with pytest.raises(IllegalAction, match="'use horn' is not possible now"):
        with_item("lamp", "p2-items horn").play("use horn")


def test_a_player_who_cannot_move_can_still_use_items() -> None:
    """N11, E2"""
    game = line_of("Y G - -", "djinns boaz", item="lamp")
    assert choices(game) == {"end", "use lamp boaz"}


# The flying carpet


def test_with_the_carpet_the_last_meeple_goes_on_any_tile_of_its_tribe() -> None:
    """I1, M4"""
    game = line_of("Y B YG GW Y Y", item="carpet")
    play(game, "use carpet", "take a1")
    assert choices(game) == {"drop c1Y", "drop e1Y", "drop f1Y"}


def test_with_the_carpet_the_other_meeples_move_as_usual() -> None:
    """I1, M2, M3"""
    game = game_at(
        READY, SQUARE, "meeples Y Y Y/Y YWG Y/W G -", "p1-tiles -", "p1-items carpet",
        "pending moving",
    )  # fmt: skip
    play(game, "use carpet", "take b2")
    near = ("a2", "b1", "b3", "c2")
    assert choices(game) == {f"drop {name}{tribe}" for name in near for tribe in "YWG"}
    game.play("drop c2Y")
    assert choices(game) == {f"drop {name}{tribe}" for name in ("c1", "c3") for tribe in "WG"}


def test_with_the_carpet_the_last_meeple_still_needs_a_tile_with_its_tribe() -> None:
    """I1, M4"""
    game = line_of("YW - W - W YB", item="carpet")
    play(game, "use carpet", "take a1", "drop b1Y")
    assert choices(game) == {"drop c1W", "drop e1W"}


def test_with_the_carpet_the_last_meeple_may_turn_straight_back() -> None:
    """I1"""
    game = line_of("YWG GB - GB", item="carpet")
    play(game, "use carpet", "take a1", "drop b1Y")
    assert choices(game) == {"drop b1G", "drop d1G"}, "c1W came by itself"


def test_with_the_carpet_the_last_meeple_may_join_the_one_before() -> None:
    """I1, M4"""
    game = line_of("YY - - G G", item="carpet")
    play(game, "use carpet", "take a1")
    assert position_line(game, "p1-tiles") == "b1"
    assert game.state.players[0].viziers == 2


def test_the_carpet_flies_over_mountains() -> None:
    """I1, N3"""
    game = line_of("Y Y - Y", "walls a1-b1", item="carpet")
    assert choices(game) == {"end", "use carpet"}
    play(game, "use carpet", "take a1")
    assert choices(game) == {"drop b1Y", "drop d1Y"}


def test_the_carpet_flies_over_the_chasm_but_does_not_land_there() -> None:
    """I1, N4"""
    game = line_of("Y # Y # Y", item="carpet")
    play(game, "use carpet", "take a1")
    assert choices(game) == {"drop c1Y", "drop e1Y"}


def test_the_carpet_carries_no_meeple_but_the_last_over_mountains() -> None:
    """I1, N3"""
    game = line_of("YW - W Y - Y Y", "walls a1-b1", item="carpet")
    game.play("use carpet")
    assert choices(game) == {"take c1", "take d1", "take f1", "take g1"}, "not a1"


def test_the_carpet_can_make_a_move_possible() -> None:
    """I1, M6"""
    game = line_of("Y - G - Y", item="carpet")
    assert choices(game) == {"end", "use carpet"}
    game.play("use carpet")
    assert choices(game) == {"take a1", "take e1"}


def test_the_carpet_is_optional() -> None:
    """I1, E2"""
    game = line_of("Y - G - Y", item="carpet")
    game.play("end")
    assert game.over


def test_where_the_carpet_lands_the_tribe_and_the_tile_act() -> None:
    """I1, M7, M8, A1"""
    game = line_of("Y B - G YY", "tiles m6 m6 m6 m6 o8", item="carpet")
    play(game, "use carpet", "sow a1 e1Y")
    assert game.state.players[0].viziers == 3
    assert position_line(game, "p1-tiles") == "e1"
    assert position_line(game, "palms") == "e1*1"


def test_the_carpet_can_be_used_once() -> None:
    """I1"""
    game = line_of("Y - Y G - G", "spots - - - p1 - - - - -", "acted p2 p2 p1", item="carpet")
    play(game, "use carpet", "sow a1 c1Y", "end")
    assert game.seat == 0
    assert choices(game) == {"end"}


def test_the_flight_is_over_when_the_last_meeple_has_landed() -> None:
    """I1"""
    game = line_of("Y B YG GW Y Y", item="carpet")
    game.play("use carpet")
    assert position_line(game, "flags") == "flying"
    game.play("sow a1 e1Y")
    assert position_line(game, "flags") == "-"


def test_an_unused_flight_does_not_carry_over_to_the_next_player() -> None:
    """I1"""
    game = line_of("Y - G -", "spots - - - p2 - - - - -", "acted p2 p1 p1", item="carpet")
    play(game, "use carpet", "end")
    assert game.seat == 1
    assert position_line(game, "flags") == "last-round"


def test_without_the_carpet_nothing_flies() -> None:
    """I1"""
    game = line_of("Y Y - Y", item="carpet")
    play(game, "take a1")
    assert position_line(game, "p1-tiles") == "b1", "the only way"
    assert not uses(game)


def test_a_record_stores_a_flight() -> None:
    """I1"""
    game = line_of("Y B YG GW Y Y", item="carpet")
    play(game, "use carpet", "sow a1 e1Y", "end")
    assert "sow a1 e1Y" in game.record().splitlines()
    assert Game.load(game.record()) == game


def test_a_position_stores_a_flight_in_progress() -> None:
    """I1"""
    game = line_of("YW - W Y W Y", item="carpet")
    play(game, "use carpet", "take a1", "drop b1Y")
    assert Game.from_position(game.position()).state == game.state
    assert choices(Game.from_position(game.position())) == {"drop c1W", "drop e1W"}


# The fabulous lamp


def test_the_lamp_brings_any_face_up_djinn() -> None:
    """I2"""
    assert uses(with_item("lamp", "djinns boaz leta utug")) == {
        "use lamp boaz", "use lamp leta", "use lamp utug",
    }  # fmt: skip


def test_the_djinn_of_the_lamp_costs_nothing() -> None:
    """I2"""
    game = with_item("lamp", "p1-has elders 2 gold 9 tents 0", "p1-hand fakir")
    game.play("use lamp leta")
    player = game.state.players[0]
    assert (player.elders, player.gold, player.fakirs) == (2, 9, 1)
    assert position_line(game, "p1-djinns") == "leta"


def test_the_row_is_not_refilled_after_the_lamp_before_the_clean_up() -> None:
    """I2, A9"""
    game = with_item("lamp", "djinns boaz leta utug")
    game.play("use lamp leta")
    assert position_line(game, "djinns") == "boaz utug"


@pytest.mark.parametrize(("owner", "coins"), [("p1", [51, 50]), ("p2", [50, 52])])
def test_a_djinn_of_the_lamp_counts_as_taken(owner: str, coins: list[int]) -> None:
    """I2, D3"""
    game = with_item("lamp", f"{owner}-djinns ba'al")
    game.play("use lamp leta")
    assert [player.gold for player in game.state.players] == coins


def test_the_djinn_of_the_lamp_can_be_used_in_the_same_turn() -> None:
    """I2, J1"""
    game = with_item("lamp", "djinns sloar", "p1-hand fakir")
    game.play("use lamp sloar")
    assert uses(game) == {"use sloar fakir"}


def test_the_lamp_needs_a_djinn_in_the_row() -> None:
    """I2"""
    assert not uses(with_item("lamp", "djinns -"))


# The enchanting flute


def fluting(people: str, *lines: str) -> Game:
    """p1 plays the flute on b2, the middle of nine tiles."""
    game = game_at(
        READY, SQUARE, f"meeples {people}", "p1-tiles -", "p1-items flute", "pending moving",
        *lines,
    )  # fmt: skip
    game.play("use flute b2")
    return game


def test_the_flute_calls_meeples_of_orthogonal_neighbours() -> None:
    """I3"""
    game = fluting("W GB W/Y P RR/W B W")
    assert choices(game) == {
        "pass", "gather b1B", "gather a2Y", "gather c2R", "gather b3G", "gather b3B",
    }  # fmt: skip


def test_a_called_meeple_stands_on_the_tile_of_the_flute() -> None:
    """I3"""
    game = fluting("W GB W/Y P RR/W B W")
    events = game.play("gather b3G")
    assert (pile(game, "b2"), pile(game, "b3")) == ("GP", "B")
    assert MeepleMoved(tile=tile("b3"), to=tile("b2"), tribe=MERCHANTS) in events


def test_the_flute_calls_five_at_most() -> None:
    """I3"""
    game = fluting("W GB W/YY - RR/W BB W")
    play(game, "gather b3G", "gather a2Y", "gather a2Y", "gather c2R")
    assert any(choice.startswith("gather") for choice in choices(game))
    game.play("gather b1B")
    assert not any(choice.startswith("gather") for choice in choices(game))
    assert pile(game, "b2") == "YYGBR"


def test_the_flute_may_stop_earlier() -> None:
    """I3"""
    game = fluting("W GW W/YW - RW/W BW W")
    play(game, "gather b3G", "pass")
    assert pile(game, "b2") == "G"
    assert position_line(game, "pending") == "moving"


def test_the_flute_ends_when_nobody_is_left_to_call() -> None:
    """I3"""
    game = fluting("W - W/Y - -/W B W")
    play(game, "gather a2Y", "gather b1B")
    assert position_line(game, "pending") == "moving"
    assert pile(game, "b2") == "YB"


def test_the_flute_can_call_to_a_tile_with_people_and_a_camel() -> None:
    """I3"""
    game = fluting("W - W/Y P -/W B W", "p2-tiles b2")
    game.play("gather a2Y")
    assert pile(game, "b2") == "YP"
    assert position_line(game, "p2-tiles") == "b2"


def test_the_flute_gives_no_control() -> None:
    """I3"""
    game = fluting("W - W/Y - -/W B W")
    play(game, "gather a2Y", "gather b1B")
    assert (pile(game, "a2"), pile(game, "b1")) == ("-", "-")
    assert (position_line(game, "p1-tiles"), position_line(game, "p2-tiles")) == ("-", "-")


def test_the_called_meeples_can_be_moved_in_the_same_turn() -> None:
    """I3"""
    game = fluting("W GW W/YYW - RW/W BW W")
    play(game, "gather a2Y", "pass")
    assert "take b2" in choices(game)


def test_the_flute_needs_a_tile_with_meeples_next_to_it() -> None:
    """I3"""
    assert uses(line_of("Y - - - -", item="flute")) == {"use flute b1"}
    assert uses(line_of("Y - YY - -", item="flute")) == {"use flute b1", "use flute d1"}
    assert uses(line_of("Y Y - - -", item="flute")) == {
        "use flute a1", "use flute b1", "use flute c1",
    }  # fmt: skip


def test_the_flute_cannot_be_played_in_the_chasm() -> None:
    """I3, N4"""
    assert not uses(line_of("Y # Y", item="flute"))


# The burning scimitar


def slaying(people: str, *lines: str) -> Game:
    """p1 has used the scimitar; the bag was empty before."""
    game = line_of(people, "bag -", *lines, item="scimitar")
    game.play("use scimitar")
    return game


def test_the_scimitar_kills_any_two_meeples_on_the_board() -> None:
    """I4"""
    game = slaying("YW - - - - - GBP R")
    assert choices(game) == {"kill a1Y", "kill a1W", "kill g1G", "kill g1B", "kill g1P", "kill h1R"}
    game.play("kill g1G")
    assert choices(game) == {"kill a1Y", "kill a1W", "kill g1B", "kill g1P", "kill h1R"}
    game.play("kill a1W")
    assert position_line(game, "meeples") == "Y - - - - - BP R"
    assert position_line(game, "bag") == "WG"
    assert not any(choice.startswith("kill") for choice in choices(game))


def test_the_scimitar_can_kill_twice_on_a_tile() -> None:
    """I4"""
    game = slaying("YYB - Y Y -")
    play(game, "kill a1Y", "kill a1Y")
    assert pile(game, "a1") == "B"
    assert position_line(game, "p1-tiles") == "-"


def test_the_scimitar_must_kill_two() -> None:
    """I4"""
    game = slaying("YYB - Y Y -")
    assert "pass" not in choices(game)
    game.play("kill a1Y")
    assert "pass" not in choices(game)


def test_the_scimitar_does_not_reach_meeples_in_front_of_players() -> None:
    """I4"""
    game = slaying("YYB - Y Y -", "p2-has viziers 3 elders 3 artisans 3")
    assert choices(game) == {"kill a1Y", "kill a1B", "kill c1Y", "kill d1Y"}


def test_the_tiles_that_the_scimitar_empties_are_taken() -> None:
    """I4, T7"""
    game = slaying("Y - G - YB YB")
    play(game, "kill a1Y", "kill c1G")
    assert position_line(game, "p1-tiles") == "a1 c1"
    assert game.state.players[0].camels == 11 - 2


def test_a_tile_emptied_by_both_victims_is_taken() -> None:
    """I4, T7"""
    game = slaying("YW - - YB YB")
    game.play("kill a1Y")
    assert position_line(game, "p1-tiles") == "-"
    game.play("kill a1W")
    assert position_line(game, "p1-tiles") == "a1"


def test_the_scimitar_can_take_a_tile_with_the_tent() -> None:
    """I4, N8"""
    game = slaying("Y - G - YB YB", "p1-has tents 1")
    game.play("kill a1Y")
    assert choices(game) == {"camel", "tent"}
    play(game, "tent", "kill c1G")
    assert (position_line(game, "p1-tiles"), position_line(game, "p1-tent")) == ("a1 c1", "a1")


def test_the_scimitar_does_not_take_tiles_of_others() -> None:
    """I4, M9"""
    game = slaying("Y - G - YB YB", "p2-tiles a1")
    play(game, "kill a1Y", "kill e1Y")
    assert (position_line(game, "p1-tiles"), position_line(game, "p2-tiles")) == ("-", "a1")


def test_the_tile_that_the_scimitar_empties_does_not_act() -> None:
    """I4, T7"""
    game = slaying("Y G YB YB", "tiles o8 v5 m6 m6")
    play(game, "kill a1Y", "kill b1G")
    assert (position_line(game, "palms"), position_line(game, "palaces")) == ("-", "-")


def test_the_last_camel_can_be_placed_by_the_scimitar() -> None:
    """I4, E1"""
    game = slaying("Y G YB YB", "p1-has camels 1 tents 0")
    assert LastRound(seat=0, reason="camels") in game.play("kill a1Y")


def test_the_scimitar_kills_one_where_only_one_is_left() -> None:
    """I4"""
    game = line_of("- Y - -", item="scimitar", pending="finishing")
    game.play("use scimitar")
    assert position_line(game, "meeples") == "- - - -"
    assert position_line(game, "p1-tiles") == "b1"
    assert choices(game) == {"end"}


def test_the_scimitar_cannot_be_used_on_an_empty_board() -> None:
    """I4"""
    assert not uses(line_of("- - - -", item="scimitar", pending="finishing"))


@pytest.mark.parametrize(("owner", "coins"), [("p1", [51, 50]), ("p2", [50, 52])])
def test_both_victims_of_the_scimitar_are_one_kill(owner: str, coins: list[int]) -> None:
    """I4, D18"""
    game = slaying("YYB - Y Y -", f"{owner}-djinns nekir")
    play(game, "kill a1Y", "kill c1Y")
    assert [player.gold for player in game.state.players] == coins


def test_kandicha_does_not_profit_from_victims_of_the_scimitar() -> None:
    """I4, D12: they are not victims of Assassins."""
    game = slaying("YYB - PW Y Y -", "p1-djinns kandicha")
    play(game, "kill c1P", "kill c1W")
    player = game.state.players[0]
    assert (player.elders, player.artisans, position_line(game, "p1-items")) == (0, 0, "-")
    assert position_line(game, "bag") == "WP"


# The tempest talisman


def test_the_talisman_moves_a_camel_to_an_empty_tile() -> None:
    """I5"""
    game = line_of("Y YB Y - - -", "p1-tiles e1 f1", item="talisman")
    assert uses(game) == {"use talisman e1 d1", "use talisman f1 d1"}
    assert CamelMoved(seat=0, tile=tile("f1"), to=tile("d1")) in game.play("use talisman f1 d1")
    assert position_line(game, "p1-tiles") == "d1 e1"


def test_the_talisman_uses_no_new_camel() -> None:
    """I5"""
    game = line_of("Y YB Y - - -", "p1-tiles e1 f1", item="talisman")
    game.play("use talisman f1 d1")
    assert game.state.players[0].camels == 9


@pytest.mark.parametrize(
    "line", ["p2-tiles d1", "palms d1", "palaces d1", "meeples Y YB Y W - -", "p1-tiles d1 e1 f1"]
)
def test_a_tile_with_anything_on_it_is_not_empty_for_the_talisman(line: str) -> None:
    """I5"""
    game = line_of("Y YB Y - - -", "p1-tiles e1 f1", line, item="talisman")
    assert not uses(game)


def test_the_camels_of_others_do_not_move() -> None:
    """I5"""
    game = line_of("Y YB Y - - -", "p1-tiles e1", "p2-tiles f1", item="talisman")
    assert uses(game) == {"use talisman e1 d1"}


def test_the_tent_does_not_move() -> None:
    """I5, N8"""
    game = line_of("Y YB Y - - -", "p1-tiles e1 f1", "p1-tent f1", item="talisman")
    assert uses(game) == {"use talisman e1 d1"}


def test_the_talisman_needs_a_camel_on_the_board() -> None:
    """I5"""
    assert not uses(line_of("Y YB Y - - -", item="talisman"))


def test_no_camel_moves_into_the_chasm() -> None:
    """I5, N4"""
    assert not uses(line_of("Y YB G GB # -", "p1-tiles f1", item="talisman"))


def test_a_camel_can_leave_a_tile_with_meeples() -> None:
    """I5"""
    game = line_of("Y YB G GB -", "p1-tiles b1", item="talisman")
    game.play("use talisman b1 e1")
    assert position_line(game, "p1-tiles") == "e1"
    assert pile(game, "b1") == "YB"


def test_the_tile_that_a_camel_left_can_be_taken_by_anyone() -> None:
    """I5, M8"""
    game = line_of("Y Y G GB -", "p1-tiles b1", item="talisman")
    play(game, "use talisman b1 e1", "sow a1 b1Y")
    assert position_line(game, "p1-tiles") == "b1 e1"


def test_the_tile_that_a_camel_reached_is_controlled() -> None:
    """I5, M9"""
    game = line_of(
        "Y YB G GB - -", "p1-tiles f1", "p1-djinns leta", "p1-has elders 2", item="talisman"
    )
    game.play("use talisman f1 e1")
    assert uses(game) == {"use leta f1 elders"}


def test_palm_trees_and_palaces_stay_where_the_camel_left() -> None:
    """I5"""
    game = line_of("Y YB G GB - -", "p1-tiles f1", "palms f1*2", "palaces f1", item="talisman")
    game.play("use talisman f1 e1")
    assert (position_line(game, "palms"), position_line(game, "palaces")) == ("f1*2", "f1*1")
    score = game.scores()[0]
    assert (score.palms, score.palaces) == (0, 0)


# The horn of plenty

NINE = ["ivory", "gems", "gold", "papyrus", "silk", "spices", "fish", "wheat", "pottery"]


def blowing(*lines: str, pending: str = "moving") -> Game:
    """p1 has blown the horn; nine different cards were face down."""
    game = with_item(
        "horn", "row fish fakir", f"deck {' '.join(NINE)}", "discards wheat", *lines,
        pending=pending,
    )  # fmt: skip
    game.play("use horn")
    return game


def lay(game: Game, cards: list[str]) -> None:
    """Lay these cards; the last one is laid automatically."""
    play(game, *(f"lay {card}" for card in cards[:-1]))


def test_the_horn_discards_the_row() -> None:
    """I6"""
    game = blowing()
    assert (position_line(game, "row"), position_line(game, "discards")) == (
        "-",
        "fish*1 wheat*1 fakir*1",
    )
    row = (CARD_OF_NAME["fish"], CARD_OF_NAME["fakir"])
    assert RowDiscarded(cards=row) in game.history[-1].events


def test_the_horn_deals_nine_new_cards() -> None:
    """I6"""
    game = blowing()
    assert choices(game) == {f"lay {card}" for card in NINE}
    assert position_line(game, "deck") == "-"


@pytest.mark.parametrize("order", [NINE, NINE[::-1], NINE[4:] + NINE[:4]])
def test_the_new_cards_can_be_laid_in_any_order(order: list[str]) -> None:
    """I6"""
    game = blowing()
    lay(game, order)
    assert position_line(game, "row").split() == order
    laid = tuple(CARD_OF_NAME[card] for card in order)
    assert RowRefilled(cards=laid) in game.history[-1].events


def test_a_card_is_laid_once() -> None:
    """I6"""
    game = blowing()
    game.play("lay silk")
    assert choices(game) == {f"lay {card}" for card in NINE if card != "silk"}


def test_there_is_no_choice_if_all_new_cards_are_equal() -> None:
    """I6"""
    game = blowing("deck fish*12")
    assert position_line(game, "row").split() == ["fish"] * 9
    assert position_line(game, "deck") == "fish*3"


def test_the_horn_deals_from_the_discards_when_the_pile_is_empty() -> None:
    """I6, A9"""
    game = blowing("row silk", "deck ivory", "discards gems")
    assert choices(game) == {"lay silk", "lay ivory", "lay gems"}
    lay(game, ["silk", "gems", "ivory"])
    assert position_line(game, "row") == "silk gems ivory"
    assert (position_line(game, "deck"), position_line(game, "discards")) == ("-", "-")


def test_the_new_cards_are_dealt_at_random() -> None:
    """I6"""
    twice = " ".join(f"{card}*2" for card in NINE)
    dealt = {frozenset(choices(blowing(f"seed {seed}", f"deck {twice}"))) for seed in range(20)}
    assert len(dealt) > 5


def test_merchants_take_the_cards_of_the_horn() -> None:
    """I6, T3"""
    game = blowing(pending="finishing / tile b1 / tribe b1 GG")
    lay(game, ["wheat", "gold", *(card for card in NINE if card not in ("wheat", "gold"))])
    assert position_line(game, "p1-hand") == "gold*1 wheat*1"


def test_the_horn_fills_an_empty_row() -> None:
    """I6"""
    assert "use horn" in choices(with_item("horn", "row -", "deck fish*3"))


def test_the_horn_needs_cards() -> None:
    """I6"""
    assert not uses(with_item("horn", "row -", "deck -", "discards -"))


# The rebirth ring


def test_the_ring_places_three_meeples_from_the_bag() -> None:
    """I7"""
    game = with_item("ring", "bag YGP")
    assert MeeplesDrawn(tile("e1"), parse_letters("YGP")) in game.play("use ring e1")
    assert (pile(game, "e1"), position_line(game, "bag")) == ("YGP", "-")


def test_the_ring_places_no_more_than_three_meeples() -> None:
    """I7"""
    game = with_item("ring", "bag WWWWW")
    game.play("use ring e1")
    assert (pile(game, "e1"), position_line(game, "bag")) == ("WWW", "WW")


def test_the_ring_places_all_meeples_that_are_left_if_fewer() -> None:
    """I7"""
    game = with_item("ring", "bag WR")
    game.play("use ring e1")
    assert (pile(game, "e1"), position_line(game, "bag")) == ("WR", "-")


def test_the_ring_needs_meeples_in_the_bag() -> None:
    """I7"""
    assert not uses(with_item("ring", "bag -"))


def test_the_meeples_of_the_ring_are_drawn_at_random() -> None:
    """I7"""
    drawn = set()
    for seed in range(40):
        game = with_item("ring", f"seed {seed}", "bag YWGBRP")
        game.play("use ring e1")
        drawn.add(pile(game, "e1"))
    assert len(drawn) > 12


def test_the_ring_needs_a_tile_without_meeples() -> None:
    """I7"""
    game = line_of(
        "Y YB - - - - -", "p1-tiles c1", "p2-tiles d1", "palms e1", "palaces f1", item="ring"
    )
    assert uses(game) == {f"use ring {name}" for name in ("c1", "d1", "e1", "f1", "g1")}


def test_the_ring_places_no_meeples_in_the_chasm() -> None:
    """I7, N4"""
    assert uses(line_of("Y YB # -", item="ring")) == {"use ring d1"}


def test_the_ring_gives_no_control() -> None:
    """I7"""
    game = with_item("ring", "p1-tiles -", "bag WWW")
    game.play("use ring e1")
    assert position_line(game, "p1-tiles") == "-"


def test_a_move_made_possible_by_the_ring_is_mandatory() -> None:
    """I7, M6, E2"""
    game = line_of("W - W -", "bag WWW", item="ring")
    assert "end" in choices(game)
    game.play("use ring b1")
    assert choices(game) == {"take a1", "take c1"}
