"""The end of a turn and of a round: selling goods, filling the rows."""

import pytest

from naqala import BadText, Game, IllegalAction
from naqala.rules.events import DjinnsRefilled, GoldGained, PileRebuilt, RowRefilled, Sold
from naqala.rules.goods import CARD_OF_NAME
from tests.positions import choices, game_at, position_line


def finishing(*lines: str) -> Game:
    """p1 can only sell and end; then every marker has acted."""
    return game_at("pending finishing", *lines)


def gold(game: Game) -> int:
    return game.state.players[0].gold


# Sale

GOODS = ["ivory", "gems", "gold", "papyrus", "silk", "spices", "fish", "wheat", "pottery"]
VALUES = [(1, 1), (2, 3), (3, 7), (4, 13), (5, 21), (6, 30), (7, 40), (8, 50), (9, 60)]


@pytest.mark.parametrize(("number", "value"), VALUES)
def test_a_set_sells_for_its_value(number: int, value: int) -> None:
    """A8, C10"""
    for some in (GOODS[:number], GOODS[-number:]):
        game = finishing(f"p1-hand {' '.join(some)}")
        game.play(f"sell {' '.join(some)}")
        assert gold(game) == 50 + value
        assert position_line(game, "p1-hand") == "-"


def test_a_sale_has_an_event_with_the_goods() -> None:
    """A8"""
    events = finishing("p1-hand silk fish").play("sell fish silk")
    assert Sold(seat=0, cards=(CARD_OF_NAME["silk"], CARD_OF_NAME["fish"])) in events
    assert GoldGained(seat=0, amount=3, source="sale") in events


def test_any_set_of_different_goods_can_be_sold() -> None:
    """A8"""
    game = finishing("p1-hand silk fish*2 wheat fakir*2")
    assert choices(game) == {
        "end",
        "sell silk", "sell fish", "sell wheat",
        "sell silk fish", "sell silk wheat", "sell fish wheat",
        "sell silk fish wheat",
    }  # fmt: skip


def test_part_of_a_hand_can_be_sold() -> None:
    """A8"""
    game = finishing("p1-hand silk fish*2 wheat")
    game.play("sell silk fish")
    assert position_line(game, "p1-hand") == "fish*1 wheat*1"


def test_fakirs_are_not_offered_for_sale() -> None:
    """A8"""
    assert choices(finishing("p1-hand fakir*3")) == {"end"}


def test_fakirs_cannot_be_sold() -> None:
    """A8"""
    with pytest.raises(BadText, match="Fakirs cannot be sold"):
        finishing("p1-hand fish fakir*3").play("sell fish fakir")


def test_the_goods_of_a_set_are_different() -> None:
    """A8"""
    with pytest.raises(BadText, match="the goods of a set are all different"):
        finishing("p1-hand fish*3").play("sell fish fish")


def test_goods_that_are_not_in_hand_cannot_be_sold() -> None:
    """A8"""
    game = finishing("p1-hand fish", "p2-hand silk")
    with pytest.raises(IllegalAction, match="'sell silk fish' is not possible now"):
        game.play("sell silk fish")


def test_several_sets_are_sold_one_after_another() -> None:
    """A8"""
    game = finishing("p1-hand fish*3 silk*2 wheat")
    game.play("sell silk fish wheat")
    game.play("sell silk fish")
    game.play("sell fish")
    assert gold(game) == 50 + 7 + 3 + 1
    assert choices(game) == {"end"}


def test_a_big_sale() -> None:
    """X3, A8"""
    game = finishing("p1-hand ivory*2 gems*2 gold*2 papyrus silk fish fakir*3")
    game.play("sell ivory gems gold papyrus silk fish")
    assert gold(game) == 50 + 30
    game.play("sell ivory gems gold")
    assert gold(game) == 50 + 30 + 7
    assert position_line(game, "p1-hand") == "fakir*3"


def test_sold_goods_go_to_the_discards() -> None:
    """A8"""
    game = finishing("p1-hand fish*2 silk", "discards fish fakir")
    game.play("sell silk fish")
    assert position_line(game, "discards") == "silk*1 fish*2 fakir*1"


def test_selling_is_optional() -> None:
    """A8"""
    game = finishing("p1-hand fish*2 silk")
    game.play("end")
    assert gold(game) == 50
    assert position_line(game, "p1-hand") == "silk*1 fish*2"


def test_nothing_is_sold_before_the_last_step_of_a_turn() -> None:
    """A8"""
    game = game_at(
        "tiles m6 m6 s6 m6",  # a blue tile: Builders have something to earn
        "meeples B BY G GB",
        "row ivory gems gold papyrus",
        "p1-hand fish silk fakir",
        "pending moving",
    )
    sales = {"sell silk", "sell fish", "sell silk fish"}
    assert not choices(game) & sales, "before the move"
    game.play("sow a1 b1B")
    assert choices(game) == {"build", "build fakirs 1"}
    game.play("build")
    assert choices(game) == {"pass", "buy ivory", "buy gems", "buy gold"}
    game.play("pass")
    assert choices(game) == {"end", *sales}


def test_no_power_can_be_used_after_a_sale() -> None:
    """A8"""
    game = finishing("p1-hand fish silk fakir*2", "p1-djinns sloar")
    assert "use sloar fakir" in choices(game)
    game.play("sell fish")
    assert choices(game) == {"end", "sell silk"}


def test_powers_may_come_before_the_sale() -> None:
    """A8, J2"""
    game = finishing("p1-hand fish fakir", "p1-djinns sloar", "deck silk", "discards -")
    game.play("use sloar fakir")
    assert choices(game) == {"end", "sell fish", "sell silk", "sell silk fish"}


def test_powers_can_be_used_again_in_the_next_turn_of_the_seller() -> None:
    """A8, J1"""
    game = game_at(
        "spots - - p2 p2 p1 - - - -",
        "acted p1",
        "pending finishing",
        "p1-hand fish fakir",
        "p1-djinns sloar",
    )
    game.play("sell fish")
    game.play("end")
    assert game.seat == 0
    assert "use sloar fakir" in choices(game)


def test_ending_a_turn_is_always_explicit() -> None:
    """A8"""
    game = finishing()
    assert choices(game) == {"end"}


# Clean-up


def row(game: Game) -> list[str]:
    return position_line(game, "row").split()


def test_the_rows_are_filled_when_the_round_is_over() -> None:
    """A9"""
    game = finishing("row fish silk", "djinns boaz")
    game.play("end")
    assert len(row(game)) == 9
    assert len(position_line(game, "djinns").split()) == 3


def test_the_rows_are_not_filled_before_every_marker_has_acted() -> None:
    """A9"""
    game = finishing("row fish silk", "djinns boaz", "spots - - - p2 - - - - -", "acted p1 p1 p2")
    game.play("end")
    assert game.seat == 1
    assert position_line(game, "row") == "fish silk"
    assert position_line(game, "djinns") == "boaz"


def test_new_cards_are_added_after_those_left_over() -> None:
    """A9"""
    game = finishing("row fish silk fakir", "deck wheat*20")
    game.play("end")
    assert row(game) == ["fish", "silk", "fakir", *["wheat"] * 6]
    assert position_line(game, "deck") == "wheat*14"


def test_new_djinns_are_added_after_those_left_over() -> None:
    """A9"""
    game = finishing("djinns utug", "djinn-deck boaz leta")
    game.play("end")
    first, *others = position_line(game, "djinns").split()
    assert first == "utug"
    assert set(others) == {"boaz", "leta"}
    assert position_line(game, "djinn-deck") == "-"


def test_a_gap_left_by_a_purchase_is_closed() -> None:
    """A9"""
    game = game_at("row fish silk fakir gems", "deck wheat*20", "pending moving")
    game.play("sow a1 b1Y")
    game.play("buy silk")
    game.play("end")
    assert row(game) == ["fish", "fakir", "gems", *["wheat"] * 6]


def test_full_rows_stay_as_they_are() -> None:
    """A9"""
    nine = "fish silk fakir gems wheat ivory wheat fish pottery"
    game = finishing(f"row {nine}", "djinns boaz leta utug", "deck papyrus*4")
    game.play("end")
    assert position_line(game, "row") == nine
    assert position_line(game, "deck") == "papyrus*4"
    assert position_line(game, "djinns") == "boaz leta utug"


def test_an_empty_pile_is_rebuilt_from_the_discards() -> None:
    """A9"""
    game = finishing("row fish", "deck silk*2", "discards wheat*10")
    events = game.play("end")
    assert row(game) == ["fish", "silk", "silk", *["wheat"] * 6]
    assert position_line(game, "deck") == "wheat*4"
    assert position_line(game, "discards") == "-"
    assert PileRebuilt("resources", 10) in events


def test_the_discards_are_not_used_while_the_pile_is_large_enough() -> None:
    """A9"""
    game = finishing("row fish", "deck silk*4 papyrus*4", "discards wheat*6")
    game.play("end")
    assert sorted(row(game)) == sorted(["fish", *["silk"] * 4, *["papyrus"] * 4])
    assert position_line(game, "discards") == "wheat*6"


def test_the_rebuilt_pile_is_shuffled() -> None:
    """A9"""
    rows = set()
    for seed in range(20):
        game = finishing(f"seed {seed}", "deck -", "discards fish*3 silk*3 wheat*3")
        game.play("end")
        rows.add(position_line(game, "row"))
    assert len(rows) > 10


def test_an_empty_djinn_pile_is_rebuilt_from_the_discards() -> None:
    """A9"""
    game = finishing("djinns utug", "djinn-deck enki", "djinn-discards boaz leta sloar")
    events = game.play("end")
    first, second, third = position_line(game, "djinns").split()
    assert (first, second) == ("utug", "enki")
    assert {third, *position_line(game, "djinn-deck").split()} == {"boaz", "leta", "sloar"}
    assert position_line(game, "djinn-discards") == "-"
    assert PileRebuilt("djinns", 3) in events


def test_the_row_stays_short_when_no_cards_are_left() -> None:
    """A9"""
    game = finishing("row fish", "deck gems", "discards silk*2", "p1-hand wheat*6")
    game.play("end")
    assert row(game) == ["fish", "gems", "silk", "silk"]
    assert (position_line(game, "deck"), position_line(game, "discards")) == ("-", "-")
    assert position_line(game, "p1-hand") == "wheat*6"


def test_the_djinn_row_stays_short_when_no_djinns_are_left() -> None:
    """A9"""
    game = finishing("djinns utug", "djinn-deck -", "djinn-discards -", "p1-djinns boaz")
    game.play("end")
    assert position_line(game, "djinns") == "utug"


def test_a_round_can_begin_without_any_card() -> None:
    """A9"""
    game = finishing("row -", "deck -", "djinns -", "djinn-deck -")
    events = game.play("end")
    assert (position_line(game, "row"), position_line(game, "djinns")) == ("-", "-")
    assert not [event for event in events if isinstance(event, RowRefilled | DjinnsRefilled)]
    assert not game.over


def test_goods_sold_in_a_round_can_return_in_its_clean_up() -> None:
    """A9, A8"""
    game = finishing("row -", "deck -", "p1-hand gems ivory")
    game.play("sell ivory gems")
    game.play("end")
    assert sorted(row(game)) == ["gems", "ivory"]
