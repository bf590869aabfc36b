"""The auction for the order of play."""

import pytest

from naqala import Game, IllegalAction
from naqala.rules.events import BidPlaced, Pushed
from tests.positions import choices, game_at, position_line

NOBODY_CAN_MOVE = "meeples - - - -"
"""Then every turn consists only of `end`."""


def bidding(*lines: str, players: int = 4) -> Game:
    return game_at(f"players {players}", NOBODY_CAN_MOVE, *lines)


def bid(game: Game, *values: int) -> None:
    for value in values:
        game.play(f"bid {value}")


def order_of_play(game: Game) -> list[int]:
    """The players in the order of their turns, until the round is over."""
    order = []
    while not game.over:
        order.append(game.seat + 1)
        game.play("end")
    return order


def pushes(game: Game) -> list[Pushed]:
    return [event for event in game.history[-1].events if isinstance(event, Pushed)]


def test_markers_bid_in_the_order_in_which_they_stand() -> None:
    """B1"""
    game = bidding("bids p3 p1 p4 p2")
    bidders = []
    for value in (1, 3, 5, 8):
        bidders.append(game.seat + 1)
        bid(game, value)
    assert bidders == [3, 1, 4, 2]


@pytest.mark.parametrize("value", [0, 1, 3, 5, 8, 12, 18])
def test_the_price_of_a_spot_is_paid_at_once(value: int) -> None:
    """B1, C8"""
    game = bidding()
    bid(game, value)
    assert [player.gold for player in game.state.players] == [50 - value, 50, 50, 50]


@pytest.mark.parametrize(
    ("value", "spots"),
    [
        (0, "- - p1 - - - - - -"),
        (1, "- - - p1 - - - - -"),
        (3, "- - - - p1 - - - -"),
        (5, "- - - - - p1 - - -"),
        (8, "- - - - - - p1 - -"),
        (12, "- - - - - - - p1 -"),
        (18, "- - - - - - - - p1"),
    ],
)
def test_a_marker_stands_on_the_spot_of_its_value(value: int, spots: str) -> None:
    """B1"""
    game = bidding()
    bid(game, value)
    assert position_line(game, "spots") == spots


def test_a_bid_has_an_event_with_its_cost() -> None:
    """B1"""
    events = bidding().play("bid 8")
    assert BidPlaced(seat=0, value=8, spot=6, paid=8, fakirs=0) in events


def test_a_marker_bids_once() -> None:
    """B1"""
    game = bidding()
    bid(game, 3)
    assert position_line(game, "bids") == "p2 p3 p4"


@pytest.mark.parametrize("value", [1, 3, 5, 8, 12, 18])
def test_a_taken_spot_is_not_offered(value: int) -> None:
    """B2"""
    game = bidding()
    everything = choices(game)
    bid(game, value)
    assert choices(game) == everything - {f"bid {value}"}


def test_a_taken_spot_is_refused() -> None:
    """B2"""
    game = bidding()
    bid(game, 3)
    with pytest.raises(IllegalAction, match="'bid 3' is not possible now"):
        game.play("bid 3")


def test_a_value_that_is_not_on_the_track_is_refused() -> None:
    """B1, C8"""
    with pytest.raises(IllegalAction, match="'bid 2' is not possible now"):
        bidding().play("bid 2")


@pytest.mark.parametrize("bidders", [0, 1, 2])
def test_zero_is_offered_while_one_of_its_spots_is_free(bidders: int) -> None:
    """B2"""
    game = bidding()
    bid(game, *[0] * bidders)
    assert "bid 0" in choices(game)


def test_a_newcomer_on_zero_pushes_the_others_later() -> None:
    """B3, X1"""
    game = bidding()
    bid(game, 0, 0)
    assert position_line(game, "spots") == "- p1 p2 - - - - - -"
    assert pushes(game) == [Pushed(seat=0, by=1, spot=1)]


def test_the_third_on_zero_pushes_both_others() -> None:
    """B3"""
    game = bidding()
    bid(game, 0, 0, 0)
    assert position_line(game, "spots") == "p1 p2 p3 - - - - - -"
    assert pushes(game) == [Pushed(seat=0, by=2, spot=0), Pushed(seat=1, by=2, spot=1)]


def test_the_first_on_zero_pushes_nobody() -> None:
    """B3"""
    game = bidding()
    bid(game, 1, 0)
    assert pushes(game) == []
    assert position_line(game, "spots") == "- - p2 p1 - - - - -"


def test_pushing_on_zero_does_not_affect_other_values() -> None:
    """B3"""
    game = bidding()
    bid(game, 1, 0, 3, 0)
    assert order_of_play(game) == [3, 1, 4, 2]


def test_a_pushed_player_neither_gets_gold_back_nor_pays() -> None:
    """B3"""
    game = bidding()
    bid(game, 0, 0, 0)
    assert [player.gold for player in game.state.players] == [50, 50, 50, 50]


def test_the_last_of_three_to_bid_zero_acts_first() -> None:
    """B3, B6"""
    game = bidding(players=3)
    bid(game, 0, 0, 0)
    assert order_of_play(game) == [3, 2, 1]


def test_three_markers_fill_zero() -> None:
    """B4"""
    game = bidding()
    bid(game, 0, 0, 0)
    assert choices(game) == {"bid 1", "bid 3", "bid 5", "bid 8", "bid 12", "bid 18"}


def test_a_fourth_marker_on_zero_is_refused() -> None:
    """B4"""
    game = bidding()
    bid(game, 0, 0, 0)
    with pytest.raises(IllegalAction, match="'bid 0' is not possible now"):
        game.play("bid 0")


def test_the_fourth_player_acts_first_for_one_gold() -> None:
    """B4, B6"""
    game = bidding()
    bid(game, 0, 0, 0, 1)
    assert game.state.players[3].gold == 49
    assert order_of_play(game) == [4, 3, 2, 1]


@pytest.mark.parametrize(
    ("gold", "bids"),
    [
        (1, {"bid 0", "bid 1"}),
        (2, {"bid 0", "bid 1"}),
        (3, {"bid 0", "bid 1", "bid 3"}),
        (17, {"bid 0", "bid 1", "bid 3", "bid 5", "bid 8", "bid 12"}),
        (18, {"bid 0", "bid 1", "bid 3", "bid 5", "bid 8", "bid 12", "bid 18"}),
    ],
)
def test_only_affordable_bids_are_offered(gold: int, bids: set[str]) -> None:
    """B5"""
    assert choices(bidding(f"p1-has gold {gold}")) == bids


def test_bids_cannot_be_paid_with_the_gold_of_others() -> None:
    """B5"""
    game = bidding("p1-has gold 1", "bids p2 p1 p3 p4")
    bid(game, 18)
    assert choices(game) == {"bid 0", "bid 1"}


def test_the_only_possible_bid_is_placed_automatically() -> None:
    """B5"""
    game = bidding("p2-has gold 0")
    bid(game, 3)
    assert game.seat == 2
    assert position_line(game, "spots") == "- - p2 - p1 - - - -"


def test_if_zero_is_full_a_player_without_gold_bids_1_and_pays_nothing() -> None:
    """B5, B4"""
    game = bidding("p4-has gold 0")
    bid(game, 0, 0, 0)
    assert BidPlaced(seat=3, value=1, spot=3, paid=0, fakirs=0) in game.history[-1].events
    assert game.state.players[3].gold == 0
    assert order_of_play(game) == [4, 3, 2, 1]


def test_a_bid_without_gold_is_possible_only_on_the_cheapest_spot() -> None:
    """B5"""
    game = bidding("bids p4", "spots p1 p2 p3 - - - - - -", "p4-has gold 0", "acted -")
    assert game.seat == 3
    assert game.history == [], "the bid was not asked for"
    assert position_line(game, "acted") == "p4"
    bids = [event for event in game.opening if isinstance(event, BidPlaced)]
    assert [event.value for event in bids] == [1]


def test_fakirs_of_kumarbi_take_precedence_over_a_bid_without_gold() -> None:
    """B5"""
    game = bidding("p4-has gold 0", "p4-djinns kumarbi", "p4-hand fakir")
    bid(game, 0, 0, 0)
    assert BidPlaced(seat=3, value=1, spot=3, paid=0, fakirs=1) in game.history[-1].events
    assert (position_line(game, "p4-hand"), position_line(game, "discards")) == ("-", "fakir*1")


def test_kumarbi_allows_no_bid_without_gold_while_fakirs_reach_a_spot() -> None:
    """B5"""
    game = bidding("p4-has gold 0", "p4-djinns kumarbi", "p4-hand fakir*2")
    bid(game, 0, 0, 0)
    assert choices(game) == {"bid 1 fakirs 1", "bid 3 fakirs 2"}


def test_kumarbi_without_fakirs_allows_a_bid_without_gold() -> None:
    """B5"""
    game = bidding("p4-has gold 0", "p4-djinns kumarbi")
    bid(game, 0, 0, 0)
    assert BidPlaced(seat=3, value=1, spot=3, paid=0, fakirs=0) in game.history[-1].events


def test_fakirs_are_not_spent_on_bids_without_kumarbi() -> None:
    """B5"""
    game = bidding("p4-has gold 0", "p4-hand fakir")
    bid(game, 0, 0, 0)
    assert position_line(game, "p4-hand") == "fakir*1"


@pytest.mark.parametrize(
    ("bids", "order"),
    [
        ((1, 18, 5, 12), [2, 4, 3, 1]),
        ((18, 12, 8, 5), [1, 2, 3, 4]),
        ((0, 1, 3, 8), [4, 3, 2, 1]),
        ((0, 5, 0, 3), [2, 4, 3, 1]),
    ],
)
def test_the_highest_bid_acts_first(bids: tuple[int, ...], order: list[int]) -> None:
    """B6"""
    game = bidding()
    bid(game, *bids)
    assert order_of_play(game) == order


def test_nobody_acts_before_all_have_bid() -> None:
    """B1, B6"""
    game = bidding()
    bid(game, 18, 12, 8)
    assert game.seat == 3
    assert position_line(game, "acted") == "-"


def test_the_bids_three_one_zero_zero() -> None:
    """X1"""
    game = bidding()
    bid(game, 3, 1, 0, 0)
    assert order_of_play(game) == [1, 2, 4, 3]


def test_two_players_bid_with_each_of_their_markers() -> None:
    """B7"""
    game = bidding("bids p1 p2 p2 p1", players=2)
    bid(game, 5, 8, 1, 3)
    assert [player.gold for player in game.state.players] == [50 - 5 - 3, 50 - 8 - 1]
    assert position_line(game, "spots") == "- - - p2 p1 p1 - - -"


def test_a_player_may_push_an_own_marker() -> None:
    """B7, B3"""
    game = bidding("bids p1 p1 p2 p2", players=2)
    bid(game, 0, 0)
    assert pushes(game) == [Pushed(seat=0, by=0, spot=1)]
    assert position_line(game, "spots") == "- p1 p1 - - - - - -"


def test_own_and_other_markers_are_pushed_in_the_same_way() -> None:
    """B7, B3"""
    game = bidding("bids p1 p2 p1 p2", players=2)
    bid(game, 0, 0, 0)
    assert position_line(game, "spots") == "p1 p2 p1 - - - - - -"
    assert choices(game) == {"bid 1", "bid 3", "bid 5", "bid 8", "bid 12", "bid 18"}


def test_a_player_may_act_twice_in_a_row() -> None:
    """B7"""
    game = bidding("bids p1 p2 p1 p2", players=2)
    bid(game, 8, 3, 5, 1)
    assert order_of_play(game) == [1, 1, 2, 2]


def test_each_marker_of_a_player_acts_separately() -> None:
    """B7"""
    game = bidding("bids p1 p2 p1 p2", players=2)
    bid(game, 8, 5, 1, 3)
    assert order_of_play(game) == [1, 2, 2, 1]


def test_the_second_bid_is_limited_by_the_gold_that_is_left() -> None:
    """B5, B7"""
    game = bidding("bids p1 p1 p2 p2", "p1-has gold 8", players=2)
    bid(game, 5)
    assert choices(game) == {"bid 0", "bid 1", "bid 3"}
