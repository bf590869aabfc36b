"""The action of the arrival tile."""

from itertools import combinations

import pytest

from naqala import Game, IllegalAction
from naqala.rules.events import CardsTaken, Collected, DjinnTaken, PalacePlaced, PalmPlaced
from tests.positions import choices, game_at, position_line, tile

BUILT = [("o8", "palms"), ("v5", "palaces")]
"""The tiles with a mandatory action, and the piece that is placed there."""


def arriving(ground: str, *lines: str) -> Game:
    """p1 has ended a move on b1, of this ground: two Viziers were gathered, a Builder stays."""
    game = game_at(f"tiles m6 {ground} m6 m6", "meeples Y YB G GB", "pending moving", *lines)
    game.play("sow a1 b1Y")
    return game


def gold(game: Game) -> int:
    return game.state.players[0].gold


# Which tile acts, and when


@pytest.mark.parametrize(("ground", "pieces"), BUILT)
def test_a_tile_acts_if_nobody_controls_it(ground: str, pieces: str) -> None:
    """A1"""
    game = arriving(ground)
    assert (position_line(game, "p1-tiles"), position_line(game, "p2-tiles")) == ("-", "-")
    assert position_line(game, pieces) == "b1*1"


@pytest.mark.parametrize(("ground", "pieces"), BUILT)
def test_a_tile_acts_if_an_opponent_controls_it(ground: str, pieces: str) -> None:
    """A1"""
    game = arriving(ground, "p2-tiles b1")
    assert position_line(game, pieces) == "b1*1"


@pytest.mark.parametrize(("ground", "pieces"), BUILT)
def test_a_tile_acts_if_the_player_takes_control(ground: str, pieces: str) -> None:
    """A1"""
    game = arriving(ground, "meeples Y Y G GB")
    assert position_line(game, "p1-tiles") == "b1"
    assert position_line(game, pieces) == "b1*1"


def test_a_market_of_an_opponent_sells_too() -> None:
    """A1"""
    game = arriving("m6", "row fish", "p2-tiles b1")
    assert choices(game) == {"pass", "buy fish"}


def test_the_start_tile_and_the_tiles_on_the_way_do_not_act() -> None:
    """A1"""
    game = game_at("tiles o8 v5 m6 v5", "meeples YB YW B B", "pending moving")
    game.play("sow a1 b1Y c1B")
    assert (position_line(game, "palms"), position_line(game, "palaces")) == ("-", "-")


def test_the_tile_where_assassins_kill_does_not_act() -> None:
    """A1, T7"""
    game = game_at("tiles m6 m6 o8 v5", "meeples R R Y W", "pending moving")
    game.play("sow a1 b1R")
    game.play("kill c1Y")
    assert position_line(game, "p1-tiles") == "b1 c1"
    assert position_line(game, "palms") == "-"


def test_the_tile_acts_after_the_tribe() -> None:
    """A1"""
    events = [type(event) for played in arriving("o8").history for event in played.events]
    assert events.index(Collected) < events.index(PalmPlaced)


def test_the_gold_of_builders_can_be_spent_at_a_market() -> None:
    """A1"""
    game = game_at(
        "tiles s6 m6 m6 m6", "meeples B B G GY", "row fish", "p1-has gold 1", "pending moving"
    )
    game.play("sow a1 b1B")
    game.play("buy fish")
    assert gold(game) == 1 + 2 - 3


def test_merchants_take_their_cards_before_the_market_sells() -> None:
    """A1"""
    game = game_at("meeples G GY G GB", "row ivory gems fish silk wheat pottery", "pending moving")
    game.play("sow a1 b1G")
    assert choices(game) == {"pass", "buy fish", "buy silk", "buy wheat"}


def test_elders_just_gathered_can_pay_at_a_sacred_place() -> None:
    """A1, A6"""
    game = game_at("tiles m6 s6 m6 m6", "meeples W WB G GB", "djinns boaz", "pending moving")
    game.play("sow a1 b1W")
    assert choices(game) == {"pass", "summon boaz elders"}


def test_the_tile_acts_once() -> None:
    """A1"""
    game = arriving("m6", "row fish silk wheat")
    game.play("buy fish")
    assert not {choice for choice in choices(game) if choice.startswith(("buy", "pass"))}


# Oasis and village


@pytest.mark.parametrize(("ground", "pieces"), BUILT)
def test_oasis_and_village_act_without_a_choice(ground: str, pieces: str) -> None:
    """A2, A3"""
    game = arriving(ground)
    assert choices(game) == {"end"}


def test_an_oasis_gets_a_palm_tree_from_the_stock() -> None:
    """A2"""
    game = arriving("o8")
    assert PalmPlaced(seat=0, tile=tile("b1")) in game.history[-1].events
    assert position_line(game, "palms") == "b1*1"
    assert position_line(game, "palaces") == "-"
    assert position_line(game, "stock") == "11 10"


def test_a_village_gets_a_palace_from_the_stock() -> None:
    """A3"""
    game = arriving("v5")
    assert PalacePlaced(seat=0, tile=tile("b1")) in game.history[-1].events
    assert position_line(game, "palaces") == "b1*1"
    assert position_line(game, "palms") == "-"
    assert position_line(game, "stock") == "12 9"


@pytest.mark.parametrize(("ground", "pieces"), BUILT)
def test_oasis_and_village_cost_nothing(ground: str, pieces: str) -> None:
    """A2, A3"""
    assert gold(arriving(ground)) == 50


@pytest.mark.parametrize(("ground", "pieces"), BUILT)
def test_a_tile_can_hold_many_pieces(ground: str, pieces: str) -> None:
    """A2, A3"""
    game = arriving(ground, f"{pieces} b1*7 d1*2")
    assert position_line(game, pieces) == "b1*8 d1*2"


@pytest.mark.parametrize(
    ("ground", "pieces", "stock"), [("o8", "palms", "0 4"), ("v5", "palaces", "4 0")]
)
def test_nothing_is_placed_when_the_stock_is_empty(ground: str, pieces: str, stock: str) -> None:
    """A2, A3, C5"""
    game = arriving(ground, f"stock {stock}", f"{pieces} d1*3")
    assert position_line(game, pieces) == "d1*3"
    assert position_line(game, "stock") == stock
    assert choices(game) == {"end"}


@pytest.mark.parametrize(
    ("ground", "pieces", "stock", "left"),
    [("o8", "palms", "1 0", "0 0"), ("v5", "palaces", "0 1", "0 0")],
)
def test_the_last_piece_of_the_stock_is_placed(
    ground: str, pieces: str, stock: str, left: str
) -> None:
    """A2, A3, C5"""
    game = arriving(ground, f"stock {stock}")
    assert position_line(game, pieces) == "b1*1"
    assert position_line(game, "stock") == left


@pytest.mark.parametrize(("ground", "pieces"), BUILT)
def test_declining_a_power_does_not_skip_the_tile(ground: str, pieces: str) -> None:
    """A2, A3"""
    game = arriving(ground, "p1-djinns sloar", "p1-hand fakir")
    game.play("pass")  # at the tribe
    assert position_line(game, pieces) == "-"
    assert choices(game) == {"pass", "use sloar fakir"}
    game.play("pass")
    assert position_line(game, pieces) == "b1*1"


# Small market


def test_a_small_market_offers_one_of_the_first_three_cards() -> None:
    """A4"""
    game = arriving("m6", "row wheat fish silk ivory gems")
    assert choices(game) == {"pass", "buy wheat", "buy fish", "buy silk"}


@pytest.mark.parametrize(
    ("card", "row"),
    [("wheat", "fish silk ivory"), ("fish", "wheat silk ivory"), ("silk", "wheat fish ivory")],
)
def test_a_small_market_sells_a_card_for_three(card: str, row: str) -> None:
    """A4"""
    game = arriving("m6", "row wheat fish silk ivory", "p1-hand gems")
    game.play(f"buy {card}")
    assert gold(game) == 47
    assert set(position_line(game, "p1-hand").split()) == {"gems*1", f"{card}*1"}
    assert position_line(game, "row") == row


def test_buying_at_a_small_market_is_optional() -> None:
    """A4"""
    game = arriving("m6", "row wheat fish silk ivory")
    game.play("pass")
    assert gold(game) == 50
    assert position_line(game, "p1-hand") == "-"
    assert position_line(game, "row") == "wheat fish silk ivory"


def test_a_small_market_sells_fakirs_like_goods() -> None:
    """A4"""
    game = arriving("m6", "row fakir fish silk")
    game.play("buy fakir")
    assert position_line(game, "p1-hand") == "fakir*1"


@pytest.mark.parametrize(
    ("row", "offers"),
    [("wheat fish", {"pass", "buy wheat", "buy fish"}), ("wheat", {"pass", "buy wheat"})],
)
def test_a_small_market_offers_what_is_left_of_the_row(row: str, offers: set[str]) -> None:
    """A4"""
    assert choices(arriving("m6", f"row {row}")) == offers


@pytest.mark.parametrize("ground", ["m6", "l4"])
def test_a_market_without_cards_offers_nothing_and_costs_nothing(ground: str) -> None:
    """A4, A5"""
    game = arriving(ground, "row -")
    assert choices(game) == {"end"}
    assert gold(game) == 50


def test_the_place_of_equal_cards_is_named_if_it_matters() -> None:
    """A4"""
    game = arriving("m6", "row fish silk fish gems")
    assert choices(game) == {"pass", "buy fish", "buy silk", "buy fish@3"}


@pytest.mark.parametrize(
    ("purchase", "row"), [("buy fish", "silk fish gems"), ("buy fish@3", "fish silk gems")]
)
def test_the_place_of_a_bought_card_determines_the_remaining_row(purchase: str, row: str) -> None:
    """A4"""
    game = arriving("m6", "row fish silk fish gems")
    events = game.play(purchase)
    assert position_line(game, "row") == row
    taken = next(event for event in events if isinstance(event, CardsTaken))
    assert taken.places == ((3,) if "@" in purchase else (1,))


def test_either_of_two_equal_adjacent_cards_can_be_named() -> None:
    """A4"""
    game = arriving("m6", "row fish fish silk gems")
    assert choices(game) == {"pass", "buy fish", "buy silk"}
    game.play("buy fish@2")
    assert position_line(game, "row") == "fish silk gems"


@pytest.mark.parametrize("purchase", ["buy gems", "buy gems@4", "buy fish@2", "buy fish@9"])
def test_a_card_out_of_reach_or_not_at_its_place_is_refused(purchase: str) -> None:
    """A4"""
    game = arriving("m6", "row fish silk wheat gems")
    with pytest.raises(IllegalAction, match=f"'{purchase}' is not possible now"):
        game.play(purchase)
    assert position_line(game, "row") == "fish silk wheat gems"


# Large market


def test_a_large_market_offers_two_of_the_first_six_cards() -> None:
    """A5"""
    row = ["fish", "ivory", "silk", "wheat", "gems", "fakir", "pottery", "gold"]
    game = arriving("l4", f"row {' '.join(row)}")
    pairs = {f"buy {one} {other}" for one, other in combinations(row[:6], 2)}
    assert choices(game) == {"pass", *pairs}


def test_a_large_market_sells_two_cards_for_six() -> None:
    """A5"""
    game = arriving("l4", "row fish ivory silk wheat gems fakir pottery")
    game.play("buy ivory fakir")
    assert gold(game) == 44
    assert position_line(game, "p1-hand") == "ivory*1 fakir*1"
    assert position_line(game, "row") == "fish silk wheat gems pottery"


def test_two_cards_can_be_named_in_either_order() -> None:
    """A5"""
    game = arriving("l4", "row fish ivory silk")
    game.play("buy silk fish")
    assert position_line(game, "row") == "ivory"


def test_buying_at_a_large_market_is_optional() -> None:
    """A5"""
    game = arriving("l4", "row fish ivory silk")
    game.play("pass")
    assert gold(game) == 50
    assert position_line(game, "row") == "fish ivory silk"


def test_the_last_card_still_costs_six_at_a_large_market() -> None:
    """A5"""
    game = arriving("l4", "row fish")
    assert choices(game) == {"pass", "buy fish"}
    game.play("buy fish")
    assert gold(game) == 44
    assert position_line(game, "p1-hand") == "fish*1"
    assert position_line(game, "row") == "-"


def test_the_last_two_cards_are_sold_together() -> None:
    """A5"""
    game = arriving("l4", "row fish ivory")
    assert choices(game) == {"pass", "buy fish ivory"}
    game.play("buy fish ivory")
    assert gold(game) == 44
    assert position_line(game, "row") == "-"


@pytest.mark.parametrize("row", ["fish ivory", "fish ivory silk"])
def test_a_large_market_refuses_to_sell_one_card_if_there_are_more(row: str) -> None:
    """A5"""
    with pytest.raises(IllegalAction, match="'buy fish' is not possible now"):
        arriving("l4", f"row {row}").play("buy fish")


def test_one_card_cannot_be_bought_twice() -> None:
    """A5"""
    with pytest.raises(IllegalAction, match="'buy fish fish' is not possible now"):
        arriving("l4", "row fish ivory silk").play("buy fish fish")


def test_a_large_market_sells_two_equal_cards() -> None:
    """A5"""
    game = arriving("l4", "row fish silk fish")
    game.play("buy fish fish")
    assert position_line(game, "p1-hand") == "fish*2"
    assert position_line(game, "row") == "silk"


@pytest.mark.parametrize(
    ("purchase", "row"),
    [
        ("buy fish wheat", "silk fish gems gold"),
        ("buy fish@3 wheat", "fish silk gems gold"),
        ("buy fish silk", "fish wheat gems gold"),
        ("buy silk fish@3", "fish wheat gems gold"),
    ],
)
def test_the_place_of_a_card_matters_at_a_large_market_too(purchase: str, row: str) -> None:
    """A5"""
    game = arriving("l4", "row fish silk fish wheat gems gold")
    game.play(purchase)
    assert position_line(game, "row") == row


def test_purchases_with_the_same_effect_are_offered_once() -> None:
    """A5"""
    game = arriving("l4", "row fish silk fish wheat")
    assert choices(game) == {
        "pass", "buy fish silk", "buy fish fish", "buy fish wheat", "buy silk wheat",
        "buy fish@3 wheat",
    }  # fmt: skip
    assert len(game.legal()) == 6


# Sacred place


def test_a_sacred_place_offers_every_face_up_djinn_for_either_price() -> None:
    """A6"""
    game = arriving("s6", "djinns boaz leta utug", "p1-has elders 2", "p1-hand fakir")
    assert choices(game) == {
        "pass",
        "summon boaz elders", "summon leta elders", "summon utug elders",
        "summon boaz elder fakir", "summon leta elder fakir", "summon utug elder fakir",
    }  # fmt: skip


def test_a_djinn_is_taken_for_two_elders() -> None:
    """A6, J3"""
    game = arriving("s6", "djinns boaz leta utug", "p1-has elders 3", "p1-hand fakir", "bag Y")
    game.play("summon leta elders")
    assert game.state.players[0].elders == 1
    assert position_line(game, "bag") == "YWW"
    assert position_line(game, "p1-hand") == "fakir*1"
    assert position_line(game, "p1-djinns") == "leta"


def test_a_djinn_is_taken_for_an_elder_and_a_fakir() -> None:
    """A6, J3"""
    game = arriving(
        "s6",
        "djinns boaz leta utug",
        "p1-has elders 3",
        "p1-hand fakir*2",
        "bag Y",
        "discards silk",
    )
    game.play("summon boaz elder fakir")
    assert game.state.players[0].elders == 2
    assert position_line(game, "bag") == "YW"
    assert position_line(game, "p1-hand") == "fakir*1"
    assert position_line(game, "discards") == "silk*1 fakir*1"
    assert position_line(game, "p1-djinns") == "boaz"


def test_a_new_djinn_is_added_to_those_of_the_player() -> None:
    """A6"""
    game = arriving("s6", "djinns boaz leta", "p1-has elders 2", "p1-djinns jafaar marid")
    game.play("summon boaz elders")
    assert position_line(game, "p1-djinns") == "jafaar marid boaz"
    assert position_line(game, "p2-djinns") == "-"


def test_the_djinn_row_is_not_refilled_before_the_clean_up() -> None:
    """A6"""
    game = arriving("s6", "djinns boaz leta utug", "p1-has elders 2")
    events = game.play("summon leta elders")
    assert DjinnTaken(seat=0, djinn="leta", from_row=True) in events
    assert position_line(game, "djinns") == "boaz utug"


def test_only_one_djinn_is_taken_per_visit() -> None:
    """A6"""
    game = arriving("s6", "djinns boaz jafaar", "p1-has elders 4")
    game.play("summon boaz elders")
    assert choices(game) == {"end"}


def test_taking_a_djinn_is_optional() -> None:
    """A6"""
    game = arriving("s6", "djinns boaz", "p1-has elders 2")
    game.play("pass")
    assert position_line(game, "p1-djinns") == "-"
    assert game.state.players[0].elders == 2


def test_a_sacred_place_without_djinns_offers_nothing() -> None:
    """A6"""
    assert choices(arriving("s6", "djinns -", "p1-has elders 4", "p1-hand fakir")) == {"end"}


def test_a_sacred_place_takes_no_gold() -> None:
    """A6"""
    game = arriving("s15", "djinns boaz", "p1-has elders 2")
    game.play("summon boaz elders")
    assert gold(game) == 50


# Prices


@pytest.mark.parametrize(
    ("ground", "coins", "offers"),
    [
        ("m6", 2, {"end"}),
        ("m6", 3, {"pass", "buy fish", "buy silk", "buy gems"}),
        ("l4", 3, {"end"}),
        ("l4", 5, {"end"}),
        ("l4", 6, {"pass", "buy fish silk", "buy fish gems", "buy silk gems"}),
    ],
)
def test_a_player_who_cannot_pay_the_full_price_buys_nothing(
    ground: str, coins: int, offers: set[str]
) -> None:
    """A7"""
    assert choices(arriving(ground, "row fish silk gems", f"p1-has gold {coins}")) == offers


def test_one_card_at_a_large_market_is_not_cheaper() -> None:
    """A7, A5"""
    assert choices(arriving("l4", "row fish", "p1-has gold 5")) == {"end"}


@pytest.mark.parametrize(("ground", "price"), [("m6", 3), ("l4", 6)])
def test_the_last_gold_can_be_spent(ground: str, price: int) -> None:
    """A7"""
    game = arriving(ground, "row fish silk", f"p1-has gold {price}")
    game.play("buy fish" if ground == "m6" else "buy fish silk")
    assert gold(game) == 0


@pytest.mark.parametrize(
    ("elders", "hand", "offers"),
    [
        (0, "-", {"end"}),
        (1, "-", {"end"}),
        (0, "fakir*2", {"end"}),
        (1, "fakir", {"pass", "summon boaz elder fakir"}),
        (2, "-", {"pass", "summon boaz elders"}),
    ],
)
def test_a_djinn_is_offered_for_what_a_player_has(elders: int, hand: str, offers: set[str]) -> None:
    """A7, A6"""
    game = arriving("s6", "djinns boaz", f"p1-has elders {elders}", f"p1-hand {hand}")
    assert choices(game) == offers


def test_a_player_cannot_pay_with_the_possessions_of_others() -> None:
    """A7"""
    game = arriving("s6", "djinns boaz", "p2-has elders 4", "p2-hand fakir*3")
    assert choices(game) == {"end"}
