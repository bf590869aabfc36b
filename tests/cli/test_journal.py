"""The log and the news."""

from naqala import Game
from naqala.cli.journal import log, news
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
