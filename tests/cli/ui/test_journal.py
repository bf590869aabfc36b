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


def test_the_log_can_begin_later() -> None:
    game = game_after(60)
    assert log(game, ENGLISH, NAMES, 0, 59) == [
        ENGLISH.event(event, NAMES, 0) for event in game.history[59].events
    ]


def test_a_bid_is_told_before_the_push_and_the_payment() -> None:
    """B3"""
    game = Game.new(players=3, seed=1)
    bidders = [NAMES[game.state.bid_order.index(seat)] for seat in range(3)]
    for bid in ("bid 0", "bid 0", "bid 3"):
        game.play(bid)
    lines = log(game, ENGLISH, bidders, None)
    told = [line for line in lines if any(word in line for word in ("bids", "pushed", "pays"))]
    assert told[:5] == [
        "Ann bids 0.",
        "Bob bids 0.",
        "Ann is pushed back one place.",
        "Eve bids 3.",
        "Eve pays 3 gold (bid).",
    ]


def test_a_bid_stays_behind_what_happened_before_it() -> None:
    """Bids that are forced follow the last turn of a round, and each other."""
    before = (GoldGained(0, 2, "nekir"), TurnEnded(0, True), RoundStarted(2, (0, 1)))
    bid, push, paid = BidPlaced(0, 1, 3, 1, 0), Pushed(1, 0, 2), GoldPaid(0, 1, "bid")
    told = bids_first((*before, push, paid, bid, paid, bid))
    assert told == [*before, bid, push, paid, bid, paid]


def test_the_news_are_paragraphs_of_bids_and_turns() -> None:
    game = Game.new(players=2, seed=1)
    for _ in range(4):
        game.play(game.legal()[0])
    bids, turn = news(game, ENGLISH, ["Ann", "Bob"], game.seat, 0)
    assert bids.startswith("Round 1.")
    assert bids.count("bid") == 4
    assert turn.startswith("Your turn")


def test_the_news_begin_where_one_left_off() -> None:
    game = Game.new(players=2, seed=1)
    game.play("bid 3")
    assert news(game, ENGLISH, ["Ann", "Bob"], 0, len(game.history)) == []
