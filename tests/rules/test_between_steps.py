"""Rules for the powers of all Djinns: how often, when, and where the price goes."""

import pytest

from naqala import Game, IllegalAction
from naqala.rules.events import DjinnUsed
from tests.positions import choices, game_at, position_line

ANYTIME = ["anun-nak", "bouraq", "enki", "leta", "sibittis", "sloar", "utug"]
"""The Djinns whose power is not tied to a step."""
TIED = ["echidna", "hagis", "iblis", "kumarbi", "lamia"]
"""The Djinns with a price whose power is tied to an event."""
TARGETS = """
board 6x1
tiles m6 m6 m6 m6 v5 o8
meeples Y YB G GB - -
p1-has elders 2
p1-hand fakir*2
"""
"""A land in which each of them can be used."""
RICH = "p1-hand fakir*5"


def uses(game: Game, djinn: str) -> set[str]:
    return {choice for choice in choices(game) if choice.startswith(f"use {djinn} ")}


# How often


def test_a_power_can_be_used_once_per_turn() -> None:
    """J1"""
    game = game_at("p1-djinns sloar", RICH, "pending moving")
    game.play("use sloar fakir")
    assert not uses(game, "sloar"), "before the move"
    game.play("sow a1 b1Y")
    assert not uses(game, "sloar"), "after it"


def test_a_used_power_is_refused() -> None:
    """J1"""
    game = game_at("p1-djinns sloar", RICH, "pending finishing")
    game.play("use sloar fakir")
    with pytest.raises(IllegalAction, match="'use sloar fakir' is not possible now"):
        game.play("use sloar fakir")


def test_a_power_can_be_used_again_in_the_next_round() -> None:
    """J1"""
    game = game_at("p1-djinns sloar", RICH, "pending finishing")
    game.play("use sloar fakir")
    game.play("end")
    for value in (18, 12, 8, 5):
        game.play(f"bid {value}")
    assert game.seat == 0
    assert uses(game, "sloar") == {"use sloar fakir"}


def test_a_power_can_be_used_in_both_turns_of_a_round() -> None:
    """J1, B7"""
    game = game_at(
        "p1-djinns sloar", RICH, "spots - - p2 p2 p1 - - - -", "acted p1", "pending finishing"
    )
    game.play("use sloar fakir")
    game.play("end")
    assert game.seat == 0
    assert uses(game, "sloar") == {"use sloar fakir"}


def test_different_djinns_can_be_used_in_one_turn() -> None:
    """J1"""
    game = game_at("tiles v5 o8 m6 m6", "p1-djinns sloar enki bouraq", RICH, "pending finishing")
    game.play("use enki b1 fakir")
    game.play("use bouraq a1 fakir")
    assert uses(game, "sloar") == {"use sloar fakir"}
    assert (position_line(game, "palms"), position_line(game, "palaces")) == ("b1*1", "a1*1")


def test_a_djinn_can_be_used_in_the_turn_it_was_taken() -> None:
    """J1"""
    game = game_at(
        "tiles m6 s6 m6 m6", "djinns sloar", "p1-has elders 2", "p1-hand fakir", "pending moving"
    )
    game.play("sow a1 b1Y")
    assert not uses(game, "sloar")
    game.play("summon sloar elders")
    assert uses(game, "sloar") == {"use sloar fakir"}


def test_an_opponent_cannot_use_your_djinn() -> None:
    """J1"""
    game = game_at(
        "p1-djinns sloar", RICH, "p2-djinns jafaar", "p2-hand fakir*5", "seat p2", "pending moving"
    )
    assert game.seat == 1
    assert not uses(game, "sloar")


def test_powers_are_not_offered_in_the_turn_of_an_opponent() -> None:
    """J1"""
    game = game_at("p2-djinns sloar utug", "p2-hand fakir*3", "p2-has elders 3", "pending moving")
    asked = set()
    for action in ("sow a1 b1Y", "end"):
        asked.add(game.seat)
        game.play(action)
    assert asked == {0}


def test_only_kumarbi_can_be_used_while_bidding() -> None:
    """J1, J2"""
    game = game_at(TARGETS, f"p1-djinns {' '.join(ANYTIME)}")
    assert choices(game) == {f"bid {value}" for value in (0, 1, 3, 5, 8, 12, 18)}


# When


@pytest.mark.parametrize("djinn", ANYTIME)
def test_a_power_can_be_used_at_every_boundary_of_a_turn(djinn: str) -> None:
    """J2"""
    game = game_at(TARGETS, f"p1-djinns {djinn}", "pending moving")
    assert uses(game, djinn), "before the move"
    game.play("sow a1 b1Y")
    assert game.state.players[0].viziers == 0
    assert uses(game, djinn), "before the tribe action"
    game.play("pass")
    assert game.state.players[0].viziers == 2
    assert uses(game, djinn), "between tribe action and tile action"
    game.play("pass")
    assert "end" in choices(game)
    assert uses(game, djinn), "before the end"


@pytest.mark.parametrize(
    ("meeples", "move", "tribe"),
    [
        ("B BY G GY", "sow a1 b1B", "build"),
        ("R RY G GB", "sow a1 b1R", "kill b1Y"),
        ("G GY B BY", "sow a1 b1G", "pass"),
        ("W WY G GY", "sow a1 b1W", "pass"),
    ],
)
def test_a_power_can_be_used_around_the_action_of_every_tribe(
    meeples: str, move: str, tribe: str
) -> None:
    """J2"""
    game = game_at(
        "tiles s6 m6 m6 m6", f"meeples {meeples}", "p1-djinns sloar", RICH, "pending moving"
    )
    game.play(move)
    assert uses(game, "sloar"), "before"
    game.play(tribe)
    assert uses(game, "sloar"), "after"


@pytest.mark.parametrize(
    ("ground", "action"),
    [
        ("o8", "pass"),
        ("v5", "pass"),
        ("m6", "buy fish"),
        ("l4", "buy fish silk"),
        ("s6", "summon boaz elders"),
    ],
)
def test_a_power_can_be_used_around_the_action_of_every_tile(ground: str, action: str) -> None:
    """J2"""
    game = game_at(
        f"tiles m6 {ground} m6 m6", "row fish silk", "djinns boaz", "p1-djinns sloar",
        "p1-has elders 2", RICH, "pending finishing / tile b1",
    )  # fmt: skip
    assert uses(game, "sloar"), "before"
    game.play(action)
    assert uses(game, "sloar"), "after"


def test_a_power_does_not_replace_the_step() -> None:
    """J2"""
    game = game_at(
        "row fish silk wheat", "deck ivory", "p1-djinns sloar", RICH, "pending finishing / tile b1"
    )
    game.play("use sloar fakir")
    assert choices(game) == {"pass", "buy fish", "buy silk", "buy wheat"}


def test_no_power_can_be_used_between_drops() -> None:
    """J2"""
    game = game_at(
        "board 3x3",
        "tiles o8 o8 o8/v5 v5 v5/m6 m6 m6",
        "meeples YG YG YG/YG YGB YG/YG YG -",
        f"p1-djinns {' '.join(ANYTIME)}",
        "p1-has elders 2",
        "p1-hand fakir*2",
        "pending moving",
    )
    assert {choice.split()[0] for choice in choices(game)} == {"take", "use"}
    game.play("take b2")
    for drop in ("drop b3B", "drop a3Y"):
        assert {choice.split()[0] for choice in choices(game)} == {"drop"}
        game.play(drop)
    assert "use sloar fakir" in choices(game), "the last drop was forced: the tribe is next"


@pytest.mark.parametrize("djinn", TIED)
def test_powers_tied_to_an_event_cannot_be_used_at_the_boundaries(djinn: str) -> None:
    """J2"""
    game = game_at(TARGETS, f"p1-djinns {djinn}", "pending moving")
    assert not uses(game, djinn), "before the move"
    game.play("sow a1 b1Y")
    assert choices(game) == {"end"}


def test_a_power_is_not_offered_to_a_player_who_cannot_pay() -> None:
    """J1"""
    game = game_at(
        TARGETS,
        f"p1-djinns {' '.join(ANYTIME)}",
        "p1-has elders 0",
        "p1-hand fish",
        "pending moving",
    )
    assert {choice.split()[0] for choice in choices(game)} == {"take"}


# Where the price goes


def test_an_elder_paid_goes_to_the_bag() -> None:
    """J3"""
    game = game_at(
        "tiles o8 m6 m6 m6", "p1-djinns enki", "p1-has elders 2", "bag Y", "pending finishing"
    )
    game.play("use enki a1 elder")
    assert game.state.players[0].elders == 1
    assert position_line(game, "bag") == "YW"
    assert position_line(game, "discards") == "-"


def test_a_fakir_paid_goes_to_the_discards() -> None:
    """J3"""
    game = game_at(
        "tiles o8 m6 m6 m6", "p1-djinns enki", "p1-hand fakir*2", "bag Y", "pending finishing"
    )
    game.play("use enki a1 fakir")
    assert position_line(game, "p1-hand") == "fakir*1"
    assert position_line(game, "discards") == "fakir*1"
    assert position_line(game, "bag") == "Y"


@pytest.mark.parametrize(
    ("price", "elders", "fakirs", "bag", "discards"),
    [("elders", 1, "fakir*2", "YWW", "-"), ("elder fakir", 2, "fakir*1", "YW", "fakir*1")],
)
def test_both_parts_of_a_price_are_paid(
    price: str, elders: int, fakirs: str, bag: str, discards: str
) -> None:
    """J3"""
    game = game_at(
        "p1-djinns utug", "p1-has elders 3", "p1-hand fakir*2", "bag Y", "pending finishing"
    )
    game.play(f"use utug a1 {price}")
    assert game.state.players[0].elders == elders
    assert position_line(game, "p1-hand") == fakirs
    assert position_line(game, "bag") == bag
    assert position_line(game, "discards") == discards


def test_the_price_is_paid_before_the_power_is_applied() -> None:
    """J3: if nothing else is left, Sloar draws the Fakir that was just paid."""
    game = game_at("p1-djinns sloar", "p1-hand fakir", "deck -", "discards -", "pending finishing")
    events = game.play("use sloar fakir")
    assert position_line(game, "p1-hand") == "fakir*1"
    assert events[0] == DjinnUsed(seat=0, djinn="sloar")


def test_powers_cannot_be_paid_with_gold() -> None:
    """J3"""
    game = game_at("tiles o8 m6 m6 m6", "p1-djinns enki", "p1-has gold 99", "pending finishing")
    assert choices(game) == {"end"}
