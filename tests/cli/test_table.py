"""The table around the land."""

from dataclasses import replace

import pytest

from naqala import Game
from naqala.cli.sheet import open_view
from naqala.cli.table import hand_text, resource_row, table, tracks
from naqala.rules import goods
from naqala.rules.goods import FAKIR, FISH, IVORY
from naqala.text import Catalogue
from tests.cli.terminals import ENGLISH, LANGUAGES, drawn, game_after, widest

MOMENTS = [0, 1, 40, 90, 140, 10_000]


@pytest.mark.parametrize("words", LANGUAGES)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("size", [(100, 45), (80, 24), (100, 30), (60, 40)])
def test_the_table_fits_its_width_from_start_to_end(
    words: Catalogue, players: int, size: tuple[int, int]
) -> None:
    width, height = size
    for actions in MOMENTS:
        game = game_after(actions, players, seed=players)
        names = [words.player(seat) for seat in range(players)]
        view = open_view(game) if game.over else game.view(game.seat)
        assert widest(drawn(table(view, words, names, width=width, height=height), width)) <= width


def test_at_100_columns_the_table_leaves_room_for_the_question() -> None:
    view = game_after(0, 2).view(0)
    assert len(drawn(table(view, ENGLISH, ["Ann", "Bob"])).splitlines()) <= 32


def test_at_80_columns_and_24_lines_the_table_leaves_room_for_the_question() -> None:
    view = game_after(0, 2).view(0)
    shown = drawn(table(view, ENGLISH, ["Ann", "Bob"], width=80, height=24), 80)
    assert len(shown.splitlines()) <= 18


def test_long_names_are_cut() -> None:
    view = game_after(60, 4).view(0)
    names = ["Maximiliana Theodora von und zu Naqala XX", "漢" * 20, "x", "y"]
    assert "…" in (shown := drawn(table(view, ENGLISH, names)))
    assert "XX" not in shown


def test_own_gold_and_cards_are_shown_and_those_of_others_are_not() -> None:
    """S4"""
    game = Game.new(players=2, seed=1)
    game.state.players[0].gold, game.state.players[1].gold = 61, 47
    game.state.players[0].hand = goods.gather([FISH, FAKIR, FAKIR])
    game.state.players[1].hand = goods.gather([IVORY, IVORY])
    game.state.row = ()
    shown = drawn(table(game.view(0), ENGLISH, ["Ann", "Bob"]))
    assert "61 gold" in shown
    assert "fish, Fakir ×2" in shown
    assert "? gold" in shown
    assert "2 cards" in shown
    assert "47" not in shown
    assert "ivory" not in shown


def test_the_row_shows_what_the_markets_reach() -> None:
    """A4, A5"""
    view = replace(game_after(0).view(0), row=(FISH,) * 9)
    bars = [
        len(part.split("fish")) - 1 for part in resource_row(view, ENGLISH, 200).plain.split("│")
    ]
    assert bars == [3, 3, 3]


def test_empty_rows_say_so() -> None:
    view = replace(game_after(0).view(0), row=(), djinn_row=())
    shown = drawn(table(view, ENGLISH, ["a", "b", "c"]))
    assert "Resources  none" in shown
    assert "Djinns  none" in shown


def test_the_tracks_tell_who_bid_what_and_who_bids_next() -> None:
    game = Game.new(players=2, seed=1)
    first, second = game.state.bid_order[:2]
    game.play("bid 5")
    text = tracks(game.view(0), ENGLISH).plain
    assert f"5:{first + 1}" in text
    assert f"To bid {second + 1}" in text


def test_the_last_round_is_announced() -> None:
    view = replace(game_after(0).view(0), last_round=True)
    assert "last round" in tracks(view, ENGLISH).plain


def test_an_empty_hand_has_words() -> None:
    assert hand_text(0, ENGLISH) == "no cards"
