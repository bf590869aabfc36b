"""The table: the board and everything around it."""

import pytest

from naqala import Game
from naqala.cli.ui.panels import hand_text
from naqala.cli.ui.sheet import open_view
from naqala.cli.ui.table import resource_row, table, tracks, whim_rows
from naqala.rules import goods
from naqala.rules.djinns import DJINNS
from naqala.rules.expansions.items import ITEMS
from naqala.rules.goods import FAKIR, FISH, IVORY
from naqala.rules.view import View
from naqala.text import Catalogue
from tests.cli.terminals import (
    ENGLISH,
    LANGUAGES,
    MODES,
    game_after,
    longest_line,
    mode_after,
    names_of,
    rendered,
)
from tests.solo import solo

MOMENTS = [0, 40, 10_000]


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
        assert (
            longest_line(rendered(table(view, words, names, width=width, height=height), width))
            <= width
        )


def test_at_100_columns_the_table_leaves_room_for_the_question() -> None:
    view = game_after(0, 2).view(0)
    assert len(rendered(table(view, ENGLISH, ["Ann", "Bob"])).splitlines()) <= 32


def test_at_80_columns_and_24_lines_the_table_leaves_room_for_the_question() -> None:
    view = game_after(0, 2).view(0)
    shown = rendered(table(view, ENGLISH, ["Ann", "Bob"], width=80, height=24), 80)
    assert len(shown.splitlines()) <= 18


def test_long_names_are_cut() -> None:
    view = game_after(60, 4).view(0)
    names = ["Maximiliana Theodora von und zu Naqala XX", "漢" * 20, "x", "y"]
    assert "…" in (shown := rendered(table(view, ENGLISH, names)))
    assert "XX" not in shown


def test_own_gold_and_cards_are_shown_and_those_of_others_are_not() -> None:
    """S4"""
    game = Game.new(players=2, seed=1)
    game.state.players[0].gold, game.state.players[1].gold = 61, 47
    game.state.players[0].hand = goods.gather([FISH, FAKIR, FAKIR])
    game.state.players[1].hand = goods.gather([IVORY, IVORY])
    game.state.row = ()
    shown = rendered(table(game.view(0), ENGLISH, ["Ann", "Bob"]))
    assert "61 gold" in shown
    assert "fish, Fakir ×2" in shown
    assert "? gold" in shown
    assert "2 cards" in shown
    assert "47" not in shown
    assert "ivory" not in shown


def test_the_row_shows_what_the_markets_reach() -> None:
    """A4, A5"""
    view = game_after(0).view(0)._replace(row=(FISH,) * 9)
    bars = [
        len(part.split("fish")) - 1 for part in resource_row(view, ENGLISH, 200).plain.split("│")
    ]
    assert bars == [3, 3, 3]


def test_empty_rows_have_a_message() -> None:
    view = game_after(0).view(0)._replace(row=(), djinn_row=())
    shown = rendered(table(view, ENGLISH, ["a", "b", "c"]))
    assert "Resources  none" in shown
    assert "Djinns  none" in shown


def test_the_tracks_show_all_bids_and_who_bids_next() -> None:
    game = Game.new(players=2, seed=1)
    first, second = game.state.bid_order[:2]
    game.play("bid 5")
    text = tracks(game.view(0), ENGLISH).plain
    assert f"5:{first + 1}" in text
    assert f"To bid {second + 1}" in text


def test_the_last_round_is_announced() -> None:
    view = game_after(0).view(0)._replace(last_round=True)
    assert "last round" in tracks(view, ENGLISH).plain


def test_an_empty_hand_has_a_message() -> None:
    assert hand_text(0, ENGLISH) == "no cards"


@pytest.mark.parametrize("words", LANGUAGES)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("size", [(100, 45), (80, 24), (60, 40)])
def test_the_table_of_every_mode_fits_its_width(
    words: Catalogue, mode: str, size: tuple[int, int]
) -> None:
    width, height = size
    for actions in (0, 120, 10_000):
        game = mode_after(actions, mode)
        view = open_view(game) if game.over else game.view(game.seat)
        shown = rendered(
            table(view, words, names_of(game, words), width=width, height=height), width
        )
        assert longest_line(shown) <= width


@pytest.mark.parametrize("mode", MODES)
def test_at_45_lines_the_table_of_every_mode_leaves_room_for_the_question(mode: str) -> None:
    for actions in (0, 50, 100):
        game = mode_after(actions, mode)
        shown = rendered(table(game.view(game.seat), ENGLISH, names_of(game), height=45))
        assert len(shown.splitlines()) <= 35
        assert shown.count("\n") > 25, "tall cells, not short ones"


def game_with(
    items: list[str], others: list[str], whims: int = 1, paid: int = 2, mode: str = "both"
) -> View:
    """A game in which both players have items and Whims."""
    game = mode_after(0, mode)
    assert game.state.whims is not None
    one, other = game.state.players
    deck = game.state.whims.deck
    one.items = tuple(ITEMS[name] for name in items)
    other.items = tuple(ITEMS[name] for name in others)
    one.whims, other.whims, other.paid_whims = deck[:whims], deck[2:4], deck[4 : 4 + paid]
    one.artisans, other.artisans = 2, 3
    return game.view(0)


@pytest.mark.parametrize("words", LANGUAGES)
def test_items_are_named_to_their_owner_and_counted_for_others(words: Catalogue) -> None:
    """N5"""
    view = game_with(["carpet", "jewel", "jewel"], ["crown", "lamp"])
    shown = " ".join(rendered(table(view, words, ["Ann", "Bob"])).split())
    assert words.item("carpet") in shown
    assert f"{words.item('jewel')} ×2" in shown
    assert words.say("count.items", count=2) in shown
    assert words.item("crown") not in shown
    assert words.item("lamp") not in shown


@pytest.mark.parametrize("words", LANGUAGES)
def test_whims_on_cities_and_own_whims_are_listed_and_those_of_others_counted(
    words: Catalogue,
) -> None:
    """W5, W6"""
    view = game_with([], [])
    shown = rendered(table(view, words, ["Ann", "Bob"]))
    for _, whim in view.city_whims:
        assert words.whim_text(whim) in shown
    assert view.players[0].whims is not None
    for whim in view.players[0].whims:
        assert f"{words.say('terminal.own_whims')}  ✦ {words.whim_text(whim)}" in shown
    assert words.say("terminal.whim_count", count=2) in shown
    gold = "+".join(str(whim.gold) for whim in view.players[1].paid_whims)
    assert words.say("terminal.whims_paid", gold=gold) in shown


def test_cities_without_whims_have_a_message() -> None:
    view = mode_after(0, "whims").view(0)._replace(city_whims=())
    assert whim_rows(view, ENGLISH, 100).plain == "Whims  none"


def test_artisans_and_tents_are_counted() -> None:
    """N5, N8"""
    shown = rendered(table(game_with([], []), ENGLISH, ["Ann", "Bob"]))
    assert "50 gold  ♞11⌂1 Y0 W0 P2" in shown
    assert "? gold  ♞11⌂1 Y0 W0 P3" in shown
    base = rendered(table(game_after(0).view(0), ENGLISH, ["a", "b", "c"]))
    assert "⌂" not in base


@pytest.mark.parametrize("words", LANGUAGES)
def test_the_possessions_of_yazid_are_shown(words: Catalogue) -> None:
    """Y6, Y9"""
    game = solo(
        "c3:YW d3:Y",
        "yazid camels 7 viziers 3 elders 2 assassins 5 fakirs 1",
        "yazid-djinns boaz jafaar",
        "dice 3 5",
        "yazid-flags struck acted",
        "pending moving",
    )
    shown = " ".join(rendered(table(game.view(0), words, ["Ann"])).split())
    assert "♞7 Y3 W2" in shown
    assert words.fakirs(1) in shown
    assert words.say("terminal.yazid_assassins", number=5, most=7) in shown
    assert words.say("terminal.yazid_djinns", number=2, most=6) in shown
    assert words.djinn("jafaar") in shown
    assert "3 " in shown[shown.index(words.say("terminal.white_die")) :]
    assert words.say("terminal.yazid_council") in shown


def test_the_doubled_track_shows_the_spots_of_a_value_together() -> None:
    """C9"""
    game = mode_after(0, "doubled")
    assert "Order 18 12 8 5/5 3/3 1/1 0/0/0" in tracks(game.view(0), ENGLISH).plain
    first = game.seat
    game.play("bid 3")
    second = game.seat
    game.play("bid 3")
    text = tracks(game.view(0), ENGLISH).plain
    assert f"3:{second + 1}/3:{first + 1}" in text or f"3:{first + 1}/3:{second + 1}" in text


def test_a_track_is_wrapped_between_values() -> None:
    text = tracks(mode_after(3, "five").view(0), ENGLISH, 20).plain
    assert all(len(line) <= 20 for line in text.splitlines()[1:3])


@pytest.mark.parametrize("words", LANGUAGES, ids=["en", "fr"])
def test_whims_are_cut_off_only_if_there_is_no_room(words: Catalogue) -> None:
    """Five players with everything need the rows of a brief table."""
    game = Game.new(players=5, seed=3, expansions=("whims", "artisans"))
    for player in game.state.players:
        player.djinns = (DJINNS["ba'al"], DJINNS["enki"], DJINNS["leta"])
    view, names = game.view(game.seat), [words.player(seat) for seat in range(5)]
    whims = [" ".join(words.whim_text(whim).split()) for _, whim in view.city_whims]
    roomy = " ".join(rendered(table(view, words, names, width=80, height=45), 80).split())
    assert all(whim in roomy for whim in whims)
    tight = " ".join(rendered(table(view, words, names, width=80, height=24), 80).split())
    assert not all(whim in tight for whim in whims)
