"""The log and the news."""

from naqala import Game
from naqala.cli.ui.journal import bids_first, log, news
from naqala.rules.events import BidPlaced, GoldGained, GoldPaid, Pushed, RoundStarted, TurnEnded
from tests.cli.terminals import ENGLISH, game_after

NAMES = ["Ann", "Bob", "Eve"]


def test_the_log_has_a_line_for_every_event() -> None:
    game = game_after(60)
    events = len(game.opening) + sum(len(played.events) for played in game.history)
    assert len(log(game, ENGLISH, NAMES, 0)) == events


def test_the_log_can_start_at_a_later_action() -> None:
    game = game_after(60)
    assert log(game, ENGLISH, NAMES, 0, 59) == [
        ENGLISH.event(event, NAMES, 0) for event in game.history[59].events
    ]


def test_a_bid_comes_before_its_push_and_payment() -> None:
    """B3"""
    game = Game.new(players=3, seed=1)
    bidders = [NAMES[game.state.bid_order.index(seat)] for seat in range(3)]
    for bid in ("bid 0", "bid 0", "bid 3"):
        game.play(bid)
    lines = log(game, ENGLISH, bidders, None)
    found = [line for line in lines if any(word in line for word in ("bids", "pushed", "pays"))]
    assert found[:5] == [
        "Ann bids 0.",
        "Bob bids 0.",
        "Ann is pushed back one place.",
        "Eve bids 3.",
        "Eve pays 3 gold (bid).",
    ]


def test_a_bid_stays_after_earlier_events() -> None:
    """Forced bids follow the last turn of a round, and each other."""
    before = (GoldGained(0, 2, "nekir"), TurnEnded(0, True), RoundStarted(2, (0, 1)))
    bid, push, paid = BidPlaced(0, 1, 3, 1, 0), Pushed(1, 0, 2), GoldPaid(0, 1, "bid")
    found = bids_first((*before, push, paid, bid, paid, bid))
    assert found == [*before, bid, push, paid, bid, paid]


def test_the_news_has_a_paragraph_for_the_bids_and_each_turn() -> None:
    game = Game.new(players=2, seed=1)
    for _ in range(4):
        game.play(game.legal()[0])
    bids, turn = news(game, ENGLISH, ["Ann", "Bob"], game.seat, 0)
    assert bids.startswith("Round 1.")
    assert bids.count("bid") == 4
    assert turn.startswith("Your turn")


def test_there_is_no_news_after_the_last_action() -> None:
    game = Game.new(players=2, seed=1)
    game.play("bid 3")
    assert news(game, ENGLISH, ["Ann", "Bob"], 0, len(game.history)) == []
