"""The preview of Yazid's strike matches what happens."""

from __future__ import annotations

import random

import pytest

from naqala import Game
from naqala.rules.board import TILE_NAMES
from naqala.rules.events import Captured, CardsTaken, DjinnTaken, GoldPaid, Lost
from naqala.rules.goods import CARD_NAMES
from naqala.tables.protocol.types import PastStrike, StrikeScene, StruckScene
from naqala.tables.views import scene
from naqala.tables.views.strike import named_strike, past_strikes, strike
from tests.solo import EVERYWHERE, HE_STRIKES_LATER, SEEDS, rolls, solo


def offered(people: str, dice: str, *lines: str, land: str = "") -> StrikeScene:
    """The preview while the player may still act first."""
    shown = strike(solo(people, f"dice {dice}", "pending offering", *lines, land=land))
    assert shown is not None
    return shown


def test_builders_cost_their_number_times_the_blue_tiles_around() -> None:
    """Y6"""
    shown = offered("c3:BBW", "3 3", land="b2:s6 c3:v5 d4:s15 a1:s6")
    assert shown.tiles == (StruckScene("c3", "WBB", camel=True, blue=3, gold=6),)
    assert (shown.price, shown.gold, shown.camels) == (6, 6, 10)


def test_a_black_six_strikes_both_ends() -> None:
    """Y4"""
    shown = offered("d1:W d3:Y d5:R", "4 6", "yazid assassins 4")
    assert [(each.tile, each.assassins) for each in shown.tiles] == [("d5", 5), ("d1", 5)]
    assert (shown.price, shown.named) == (10, 0)


def test_merchants_take_cards_from_the_left() -> None:
    """Y6"""
    shown = offered("c3:GG", "3 3", "row papyrus fakir fish")
    assert shown.tiles[0].cards == ("papyrus", "fakir")


@pytest.mark.parametrize(
    ("has", "people", "fakirs"),
    [("elders 1 fakirs 1", "c3:Y", 1), ("elders 1", "c3:WY", 0)],
)
def test_the_djinn_that_yazid_would_take_is_named(has: str, people: str, fakirs: int) -> None:
    """Y8"""
    shown = offered(people, "3 3", f"yazid {has}", "djinns enki nekir", "yazid-djinns utug")
    assert (shown.djinn, shown.djinns, shown.fakirs) == ("enki", 2, fakirs)


def test_if_the_dice_hit_no_meeples_a_tile_must_be_named() -> None:
    """Y4"""
    shown = offered("c1:Y c2:Y", "3 3")
    assert (shown.tiles, shown.named, shown.column) == ((), 1, "c")
    shown = offered("c1:Y a1:Y b1:Y", "3 6")
    assert ([each.tile for each in shown.tiles], shown.named, shown.column) == (["c1"], 1, "")


def test_a_defeat_is_shown_with_its_reason() -> None:
    """Y9"""
    shown = offered("c3:RRBB", "3 3", "yazid assassins 5")
    assert (shown.lost, shown.gold, shown.tiles[0].gold) == ("assassins", 0, 0)
    shown = offered("c3:BBBB", "3 3", "p1-has gold 7", land="c3:s6 c4:s6")
    assert (shown.lost, shown.gold, shown.tiles[0].gold) == ("gold", 0, 8)


def test_the_income_of_the_own_djinns_is_shown() -> None:
    """Y10"""
    assert offered("c3:YY", "3 3", "p1-djinns dhenim", "promos dhenim").earned == 2


def test_the_strike_is_shown_only_while_it_can_be_prevented() -> None:
    game = solo(EVERYWHERE, "dice 3 3", "pending offering")
    shown = scene.scene(game).yazid
    assert shown is not None
    assert shown.strike == strike(game)
    game.play("pass")
    assert strike(game) is None
    assert strike(Game.new(players=2, seed=1)) is None


@pytest.mark.parametrize("seed", range(6))
def test_the_preview_matches_the_strike(seed: int) -> None:
    """Y4–Y9, in whole games."""
    game, rng = Game.new(players=1, seed=seed, promos=["dhenim"]), random.Random(seed)
    while not game.over:
        shown = strike(game)
        if shown is None or rng.random() < 0.2:
            game.play(rng.choice(game.legal()))
            continue
        events = game.play("pass")
        captured = [(TILE_NAMES[e.tile]) for e in events if isinstance(e, Captured)]
        assert [each.tile for each in shown.tiles] == captured
        assert shown.gold == sum(e.amount for e in events if isinstance(e, GoldPaid))
        cards = [CARD_NAMES[c] for e in events if isinstance(e, CardsTaken) for c in e.cards]
        assert [card for each in shown.tiles for card in each.cards] == cards
        assert shown.djinn == next((e.djinn for e in events if isinstance(e, DjinnTaken)), "")
        assert shown.lost == next((e.reason for e in events if isinstance(e, Lost)), "")
        assert shown.lost or shown.gold == sum(each.gold for each in shown.tiles)


# --- Named tiles


@pytest.mark.parametrize("flags", [(HE_STRIKES_LATER,), ()])
def test_the_strike_on_a_named_tile_is_shown_before_it_is_named(flags: tuple[str, ...]) -> None:
    """Y4, Y8: also where the next round is rolled at once."""
    lines = ("dice 3 6", "pending departing / naming 1 c", "yazid elders 1", "djinns enki nekir")
    game = solo("c1:WB c2:Y a1:Y b1:Y", *lines, *flags, land="c1:s6 c2:s6")
    shown = named_strike(game, "name c1")
    assert shown is not None
    assert shown.tiles == (StruckScene("c1", "WB", camel=True, blue=2, gold=2),)
    assert (shown.gold, shown.djinn, shown.djinns, shown.camels) == (2, "enki", 1, 10)
    assert named_strike(Game.new(players=1, seed=1), "pass") is None


# --- Strikes that the player was not asked about --------------------------------------------------


def ended(*lines: str, seed: int) -> tuple[Game, tuple[PastStrike, ...]]:
    """A game in which the player has just ended the turn, and the strikes that followed."""
    game = solo(EVERYWHERE, "pending finishing", f"seed {seed}", *lines)
    game.play("end")
    return game, past_strikes(game)


def test_the_strike_after_a_turn_that_was_played_first_is_told() -> None:
    """Y3"""
    game, (told,) = ended(HE_STRIKES_LATER, "p1-has gold 20", seed=1)
    (played,) = game.history
    assert told.dice == rolls(played.events)[0]
    assert (told.acted, told.strike.price) == (True, sum(told.dice))
    captured = [TILE_NAMES[each.tile] for each in played.events if isinstance(each, Captured)]
    assert [each.tile for each in told.strike.tiles] == captured
    shown = scene.scene(game).yazid
    assert shown is not None
    assert shown.past_strikes == (told,)


def test_strikes_of_players_who_cannot_pay_are_told() -> None:
    """Y3: both strikes follow from one action."""
    game, told = ended(HE_STRIKES_LATER, "p1-has gold 1", "yazid viziers 1", seed=1)
    assert [each.acted for each in told] == [True, False]
    viziers = [tile.viziers for each in told for tile in each.strike.tiles]
    assert viziers == list(range(2, 2 + len(viziers)))
    assert game.state.yazid is not None
    assert viziers[-1] == game.state.yazid.viziers
    last = told[-1].strike
    assert last.camels == game.state.yazid.camels
    assert told[0].strike.camels == last.camels + sum(tile.camel for tile in last.tiles)


def test_a_strike_that_the_player_let_happen_is_not_told_again() -> None:
    game = solo(EVERYWHERE, "dice 3 3", "pending offering")
    assert past_strikes(game) == ()
    game.play("pass")
    assert past_strikes(game) == ()


def test_a_tile_to_name_belongs_to_the_last_strike() -> None:
    """Y4: the first strike is over when the second one leaves a tile open."""
    people = " ".join(f"{column}{row}:Y" for column in "abcdef" for row in "135")
    lines = ("pending finishing", "p1-has gold 1", HE_STRIKES_LATER)
    games = [solo(people, f"seed {seed}", *lines) for seed in SEEDS]
    for game in games:
        game.play("end")
    told = [past_strikes(game) for game in games]
    two = [[each.strike.named for each in strikes] for strikes in told if len(strikes) > 1]
    assert [0, 1] in two
    assert [0, 0] in two
    assert all(first == 0 for first, _ in two)
