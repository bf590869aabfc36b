"""The auction for the order of play."""

import pytest

from naqala import Game, IllegalAction
from naqala.rules.events import BidPlaced, Pushed
from tests.positions import choices, game_at, told

NOBODY_CAN_MOVE = "meeples - - - -"
"""Then a turn is nothing but `end`."""


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


def test_the_markers_bid_as_they_stand() -> None:
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
    assert told(game, "spots") == spots


def test_a_bid_says_what_it_cost() -> None:
    """B1"""
    events = bidding().play("bid 8")
    assert BidPlaced(seat=0, value=8, spot=6, paid=8, fakirs=0) in events


def test_a_marker_bids_once() -> None:
    """B1"""
    game = bidding()
    bid(game, 3)
    assert told(game, "bids") == "p2 p3 p4"


@pytest.mark.parametrize("value", [1, 3, 5, 8, 12, 18])
def test_a_single_spot_that_is_taken_is_not_on_offer(value: int) -> None:
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
def test_zero_is_on_offer_while_one_of_its_spots_is_free(bidders: int) -> None:
    """B2"""
    game = bidding()
    bid(game, *[0] * bidders)
    assert "bid 0" in choices(game)


def test_a_newcomer_on_zero_pushes_the_others_later() -> None:
    """B3, X1"""
    game = bidding()
    bid(game, 0, 0)
    assert told(game, "spots") == "- p1 p2 - - - - - -"
    assert pushes(game) == [Pushed(seat=0, by=1, spot=1)]


def test_the_third_on_zero_pushes_both_others() -> None:
    """B3"""
    game = bidding()
    bid(game, 0, 0, 0)
    assert told(game, "spots") == "p1 p2 p3 - - - - - -"
    assert pushes(game) == [Pushed(seat=0, by=2, spot=0), Pushed(seat=1, by=2, spot=1)]


def test_the_first_on_zero_pushes_nobody() -> None:
    """B3"""
    game = bidding()
    bid(game, 1, 0)
    assert pushes(game) == []
    assert told(game, "spots") == "- - p2 p1 - - - - -"


def test_pushing_on_zero_leaves_the_other_values_alone() -> None:
    """B3"""
    game = bidding()
    bid(game, 1, 0, 3, 0)
    assert order_of_play(game) == [3, 1, 4, 2]


def test_who_is_pushed_gets_nothing_back_and_pays_nothing() -> None:
    """B3"""
    game = bidding()
    bid(game, 0, 0, 0)
    assert [player.gold for player in game.state.players] == [50, 50, 50, 50]


def test_of_three_on_zero_the_last_to_bid_plays_first() -> None:
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


def test_who_finds_zero_full_plays_first_for_one_gold() -> None:
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
def test_a_bid_must_be_paid_with_the_gold_there_is(gold: int, bids: set[str]) -> None:
    """B5"""
    assert choices(bidding(f"p1-has gold {gold}")) == bids


def test_the_gold_of_others_pays_no_bid() -> None:
    """B5"""
    game = bidding("p1-has gold 1", "bids p2 p1 p3 p4")
    bid(game, 18)
    assert choices(game) == {"bid 0", "bid 1"}


def test_the_only_bid_there_is_places_itself() -> None:
    """B5"""
    game = bidding("p2-has gold 0")
    bid(game, 3)
    assert game.seat == 2
    assert told(game, "spots") == "- - p2 - p1 - - - -"


def test_who_has_no_gold_and_finds_zero_full_stands_on_one_for_nothing() -> None:
    """B5, B4"""
    game = bidding("p4-has gold 0")
    bid(game, 0, 0, 0)
    assert BidPlaced(seat=3, value=1, spot=3, paid=0, fakirs=0) in game.history[-1].events
    assert game.state.players[3].gold == 0
    assert order_of_play(game) == [4, 3, 2, 1]


def test_the_way_out_is_no_way_to_an_expensive_spot() -> None:
    """B5"""
    game = bidding("bids p4", "spots p1 p2 p3 - - - - - -", "p4-has gold 0", "acted -")
    assert game.seat == 3
    assert game.history == [], "the bid was not asked for"
    assert told(game, "acted") == "p4"
    bids = [event for event in game.opening if isinstance(event, BidPlaced)]
    assert [event.value for event in bids] == [1]


def test_fakirs_of_kumarbi_come_before_the_way_out() -> None:
    """B5"""
    game = bidding("p4-has gold 0", "p4-djinns kumarbi", "p4-hand fakir")
    bid(game, 0, 0, 0)
    assert BidPlaced(seat=3, value=1, spot=3, paid=0, fakirs=1) in game.history[-1].events
    assert (told(game, "p4-hand"), told(game, "discards")) == ("-", "fakir*1")


def test_kumarbi_offers_no_way_out_while_fakirs_reach_a_spot() -> None:
    """B5"""
    game = bidding("p4-has gold 0", "p4-djinns kumarbi", "p4-hand fakir*2")
    bid(game, 0, 0, 0)
    assert choices(game) == {"bid 1 fakirs 1", "bid 3 fakirs 2"}


def test_kumarbi_without_fakirs_takes_the_way_out_too() -> None:
    """B5"""
    game = bidding("p4-has gold 0", "p4-djinns kumarbi")
    bid(game, 0, 0, 0)
    assert BidPlaced(seat=3, value=1, spot=3, paid=0, fakirs=0) in game.history[-1].events


def test_fakirs_without_kumarbi_are_not_spent_on_the_way_out() -> None:
    """B5"""
    game = bidding("p4-has gold 0", "p4-hand fakir")
    bid(game, 0, 0, 0)
    assert told(game, "p4-hand") == "fakir*1"


@pytest.mark.parametrize(
    ("bids", "order"),
    [
        ((1, 18, 5, 12), [2, 4, 3, 1]),
        ((18, 12, 8, 5), [1, 2, 3, 4]),
        ((0, 1, 3, 8), [4, 3, 2, 1]),
        ((0, 5, 0, 3), [2, 4, 3, 1]),
    ],
)
def test_the_highest_value_plays_first(bids: tuple[int, ...], order: list[int]) -> None:
    """B6"""
    game = bidding()
    bid(game, *bids)
    assert order_of_play(game) == order


def test_nobody_acts_before_all_have_bid() -> None:
    """B1, B6"""
    game = bidding()
    bid(game, 18, 12, 8)
    assert game.seat == 3
    assert told(game, "acted") == "-"


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
    assert told(game, "spots") == "- - - p2 p1 p1 - - -"


def test_a_player_may_push_an_own_marker() -> None:
    """B7, B3"""
    game = bidding("bids p1 p1 p2 p2", players=2)
    bid(game, 0, 0)
    assert pushes(game) == [Pushed(seat=0, by=0, spot=1)]
    assert told(game, "spots") == "- p1 p1 - - - - - -"


def test_own_and_other_markers_are_pushed_alike() -> None:
    """B7, B3"""
    game = bidding("bids p1 p2 p1 p2", players=2)
    bid(game, 0, 0, 0)
    assert told(game, "spots") == "p1 p2 p1 - - - - - -"
    assert choices(game) == {"bid 1", "bid 3", "bid 5", "bid 8", "bid 12", "bid 18"}


def test_a_player_may_act_twice_in_a_row() -> None:
    """B7"""
    game = bidding("bids p1 p2 p1 p2", players=2)
    bid(game, 8, 3, 5, 1)
    assert order_of_play(game) == [1, 1, 2, 2]


def test_the_markers_of_two_players_act_apart() -> None:
    """B7"""
    game = bidding("bids p1 p2 p1 p2", players=2)
    bid(game, 8, 5, 1, 3)
    assert order_of_play(game) == [1, 2, 2, 1]


def test_a_player_can_bid_with_the_second_marker_only_what_the_first_left() -> None:
    """B5, B7"""
    game = bidding("bids p1 p1 p2 p2", "p1-has gold 8", players=2)
    bid(game, 5)
    assert choices(game) == {"bid 0", "bid 1", "bid 3"}
