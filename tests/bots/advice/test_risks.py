"""Meeples left for others, and Yazid's strikes."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from naqala import Game
from naqala.bots.advice.reasons import (
    FewerAssassins,
    Lone,
    LowGold,
    Peril,
    Stack,
    Strikes,
    YazidAssassins,
    YazidSummons,
)
from naqala.bots.advice.risks import fewer_assassins, low_gold, peril, risks, strikes
from naqala.bots.advice.takeovers import safety
from naqala.rules.actions import END, PASS, PLAY_FIRST, Action, Name
from naqala.rules.meeples import MERCHANTS
from naqala.rules.yazid import Naming, Offering, SoloFlow
from tests.positions import base_board, game_at, played, tile

MOVING, FINISHING = "pending moving", "pending finishing"


def test_a_lone_meeple_is_a_risk_if_a_move_can_end_there() -> None:
    before, after = played([base_board("b2:GW c3:W a3:G e5:R"), MOVING], "sow b2 b3G c3W")
    assert list(risks(before, after, 1)) == [Lone(tile("b3"), MERCHANTS, 6, starts=1)]


def test_a_lone_meeple_is_safe_if_no_move_has_the_right_number_of_steps() -> None:
    """Two Merchants on a3 take two steps: they cannot end on the neighbour b3."""
    before, after = played([base_board("b2:GW c3:W a3:GG e5:R"), MOVING], "sow b2 b3G c3W")
    assert list(risks(before, after, 1)) == [Lone(tile("b3"), MERCHANTS, 6, 0, "parity")]


@pytest.mark.parametrize(
    ("meeples", "why"),
    [
        ("b3:G", "tribe"),
        ("b3:G b5:G e5:GGG", "far"),
        ("b3:G a3:GG", "parity"),
        ("b3:G c3:GR f5:G a2:GRW", "parity"),
    ],
)
def test_it_is_known_why_a_meeple_is_safe(meeples: str, why: str) -> None:
    state = game_at(base_board(f"{meeples} e1:Y e2:Y"), MOVING).state
    assert safety(state, tile("b3"), MERCHANTS) == why


def test_mountains_can_make_a_meeple_safe() -> None:
    lines = ["expansions artisans", "board 3x1", "tiles m6 m6 m6", "meeples G G -", "walls a1-b1"]
    state = game_at(*lines, MOVING).state
    assert safety(state, tile("b1"), MERCHANTS) == "path"


def test_a_lone_meeple_on_a_controlled_tile_is_not_a_risk() -> None:
    land = base_board("b2:GW c3:W a3:G e5:R")
    before, after = played([land, "p2-tiles b3", MOVING], "sow b2 b3G c3W")
    assert list(risks(before, after, 1)) == []


def test_a_lone_meeple_is_worth_what_the_tile_brings() -> None:
    """W4, E3: the second city brings 15 points; palm trees and palaces count as well."""
    lines = ["expansions whims", "board 3x2", "tiles r0 r0 o8/m6 m6 m6", "meeples - - -/GWY Y W"]
    before, after = played([*lines, "p2-tiles a2", MOVING], "sow a1 a2G b2W b1Y")
    assert [each.points for each in risks(before, after, 1) if isinstance(each, Lone)] == [15]
    assert [each.points for each in risks(before, after, 0) if isinstance(each, Lone)] == [5]
    planted = [base_board("b2:GW c3:W a3:G e5:R", "b3:o8"), "palms b3*2", MOVING]
    before, after = played(planted, "sow b2 b3G c3W")
    assert list(risks(before, after, 1)) == [Lone(tile("b3"), MERCHANTS, 14, starts=1)]


def test_a_stack_of_one_tribe_is_a_risk() -> None:
    land = base_board("b2:GW b3:GG c3:W a3:G e5:R")
    before, after = played([land, MOVING], "sow b2 b3G c3W")
    assert list(risks(before, after, 1)) == [Stack(tile("b3"), MERCHANTS, 3, 6, starts=1)]


def test_a_stack_among_other_tribes_does_not_win_the_tile() -> None:
    land = base_board("b2:GW b3:GGR c3:W a3:G e5:R")
    before, after = played([land, MOVING], "sow b2 b3G c3W")
    assert list(risks(before, after, 1)) == [Stack(tile("b3"), MERCHANTS, 3, 0, starts=1)]


def test_a_stack_that_was_there_before_is_not_a_risk_of_the_path() -> None:
    land = base_board("b2:GW b3:YYY c3:W a3:G e5:R")
    before, after = played([land, MOVING], "sow b2 b3G c3W")
    assert list(risks(before, after, 1)) == []


def test_two_of_one_tribe_that_others_have_left_win_the_tile_too() -> None:
    """The move gathers the Elders of b2 and leaves two Merchants there."""
    before, after = played([base_board("b1:W b2:GGW a2:G e5:R"), MOVING], "sow b1 b2W")
    assert list(risks(before, after, 1)) == [Stack(tile("b2"), MERCHANTS, 2, 6, starts=1)]


def test_the_rolls_with_which_yazid_would_win_are_counted() -> None:
    """Y9: the seventh Assassin, or Builders who earn more gold than the player has.

    a1 and c3 lose with every roll that points at them or at their empty column, and with a six.
    """
    land = base_board("a1:R b1:W c3:BB d5:Y", "c3:v5 c4:v5 b3:s6")
    state = game_at(
        "players 1", land, "p1-has gold 5 viziers 2", "yazid assassins 6", FINISHING
    ).state
    causes = ("assassins", "gold")
    assert peril(state) == Peril(12, (tile("a1"), tile("c3")), causes=causes)
    richer = game_at(
        "players 1", land, "p1-has gold 6 viziers 2", "yazid assassins 5", FINISHING
    ).state
    assert peril(richer) is None


@pytest.mark.parametrize(
    ("lines", "avoidable"),
    [
        (["p1-has gold 8", "yazid-flags struck", FINISHING], True),
        (["p1-has gold 7", "yazid-flags struck", FINISHING], False),
        (["p1-has gold 8", FINISHING], False),
        (["p1-has gold 8", "yazid-flags struck", MOVING], None),
    ],
)
def test_a_roll_is_a_danger_if_yazid_is_next(lines: list[str], avoidable: bool | None) -> None:
    """Y3: the player may pay in the next round, but not twice; whoever acts first can flee.

    The dearest of these rolls is a two and a six, which strikes b1.
    """
    land = base_board("a1:R b1:R d5:Y d4:Y")
    state = game_at("players 1", land, "yazid assassins 6", *lines).state
    found = peril(state)
    assert (found.avoidable if found else None) is avoidable


def test_a_double_strike_counts_both_tiles() -> None:
    """Y4: a black six strikes the highest and the lowest tile of the column."""
    land = base_board("c2:RR c3:W c4:R b1:W d5:Y e1:G e2:G")
    state = game_at("players 1", land, "yazid assassins 4", FINISHING).state
    assert peril(state) == Peril(1, (), (tile("c4"), tile("c2")), causes=("assassins",))


def test_the_sixth_djinn_loses_too() -> None:
    """Y8, Y9: every strike lets him summon; a6 has no meeples, so the player names d5."""
    land = base_board("a1:Y b1:Y d5:Y e5:Y")
    lines = [
        "players 1",
        land,
        "djinns jafaar",
        "yazid elders 2",
        "yazid-djinns bouraq echidna enki hagis iblis",
    ]
    state = game_at(*lines, FINISHING).state
    found = peril(state)
    assert found
    assert found.rolls == 36


def test_what_yazid_captures_is_a_reason_if_he_strikes_now() -> None:
    """Y3: if the player acts first, Yazid does not strike now."""
    lines = ["players 1", base_board("a1:RY b1:W c1:W"), "dice 1 1", "pending offering"]
    state = game_at(*lines).state
    assert strikes(state, [PASS]) == [Strikes(tile("a1"), state.piles[tile("a1")])]
    assert strikes(state, [PLAY_FIRST]) == []


def test_the_assassins_that_yazid_gets_are_a_reason_if_few_are_missing() -> None:
    """Y9: the seventh loses the game."""
    land = base_board("a1:BR b1:Y d5:Y", "a2:v5 b1:v5")
    for had, expected in ((2, []), (3, [YazidAssassins(4)]), (6, [])):
        state = game_at(
            "players 1", land, f"yazid assassins {had}", "dice 1 1", "pending offering"
        ).state
        strike, *others = strikes(state, [PASS])
        assert isinstance(strike, Strikes)
        assert others == expected
        assert strike.price == (0 if had == 6 else 2)  # a lost game costs nothing more


def test_of_two_strikes_the_assassins_after_the_second_are_told() -> None:
    """Y4, Y9: neither what he had in between nor the seventh, which ends the game."""
    land = base_board("a1:R a3:RY d5:Y")
    for had, expected in ((3, [YazidAssassins(5)]), (5, [])):
        state = game_at(
            "players 1", land, f"yazid assassins {had}", "dice 1 6", "pending offering"
        ).state
        found = strikes(state, [PASS])
        assert [each for each in found if isinstance(each, YazidAssassins)] == expected


def test_assassins_that_leave_the_game_are_a_reason_but_not_those_that_yazid_takes() -> None:
    land = base_board("b2:GR c3:RR c2:R b3:RW d5:Y")
    before = game_at("players 1", land, "yazid assassins 5", MOVING).state
    after = before.copy()
    c3 = tile("c3")
    after.remove(c3, after.piles[c3])
    assert fewer_assassins(before, after) == FewerAssassins(2, 2)
    yazid = after.yazid
    assert yazid
    after.yazid = yazid._replace(assassins=6)
    assert fewer_assassins(before, after) == FewerAssassins(1, 1)
    early = before.copy()
    early.yazid = yazid._replace(assassins=2)
    assert fewer_assassins(early, early) is None


def test_a_strike_says_what_the_player_pays_and_which_djinn_yazid_takes() -> None:
    """Y4, Y6, Y8: the dice miss, so the player names the tile; two Elders buy the first Djinn."""
    land = base_board("a1:WWB b1:Y d5:Y", "a2:v5 b1:v5")
    lines = ["players 1", land, "djinns jafaar boaz", "dice 1 3", "pending offering"]
    state = game_at(*lines).state
    a1 = tile("a1")
    found = strikes(state, [PASS])
    assert found == [Strikes(a1, state.piles[a1], price=2), YazidSummons("jafaar")]


def test_the_named_tile_is_a_reason_too() -> None:
    """Y4: column b is empty but for two tiles, and the player names one of them."""
    lines = ["players 1", base_board("b1:RY b4:W c1:W"), "dice 2 3", "pending offering"]
    state = game_at(*lines).state
    found = strikes(state, [PASS, Name(tile("b4"))])
    assert found == [Strikes(tile("b4"), state.piles[tile("b4")])]


@pytest.mark.parametrize(
    ("people", "gold", "expected"),
    [
        ("a1:BB b1:B d5:Y d4:Y", 5, LowGold(5, 6, (tile("a1"),))),
        ("a1:BB b1:B d5:Y d4:Y", 6, None),
        ("a1:BB a4:B d5:Y d4:Y", 7, LowGold(7, 8, (tile("a4"), tile("a1")))),
        ("a1:BB a4:B d5:Y d4:Y", 8, None),
    ],
)
def test_too_little_gold_for_the_dearest_strike_is_a_reason(
    people: str, gold: int, expected: LowGold | None
) -> None:
    """Y4, Y6: one tile, or both ends of a column."""
    land = base_board(people, "a1:v5 a2:v5 b2:v5 a4:v5 a5:v5")
    before = game_at("players 1", land, "p1-has gold 20", FINISHING).state
    after = game_at("players 1", land, f"p1-has gold {gold}", FINISHING).state
    assert low_gold(before, after) == expected
    assert low_gold(after, after) is None
    mine = game_at("players 1", land, f"p1-has gold {gold}", MOVING).state
    found = low_gold(before, mine)
    assert found == (expected and replace(expected, acts_first=True))


Rolls = Iterator[tuple[int, int]]


class Survived(Exception):
    """Yazid rolls again, so the game goes on."""


def loses(game: Game) -> bool:
    """Whether a strike loses the game, whatever tiles the player names, by playing it."""
    if game.over:
        assert game.state.yazid
        return bool(game.state.yazid.lost)
    match game.state.pending[-1]:
        case Offering():
            return after(game, PASS)
        case Naming():
            return all(after(game, choice) for choice in game.legal())
    return False


def after(game: Game, action: Action) -> bool:
    """Whether the game is lost after an action."""
    trial = game.copy()
    try:
        trial.play(action)
    except Survived:
        return False
    return loses(trial)


def fatal_rolls(game: Game, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many of the 36 rolls lose the game, by playing each of them to the end of the strike."""
    found = 0
    for roll in product(range(1, 7), range(1, 7)):
        rolls = iter([roll])

        def next_roll(_flow: object, _state: object, rolls: Rolls = rolls) -> tuple[int, int]:
            for each in rolls:
                return each
            raise Survived

        monkeypatch.setattr(SoloFlow, "roll", next_roll)
        found += after(game, END)
    return found


@pytest.mark.parametrize("seed", range(40))
def test_the_fatal_rolls_are_those_that_lose_when_played(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Y4, Y6 to Y9, Y12, Y13: in this round or the next, also if the game ends then."""
    random = Random(seed)
    tiles = [column + row for column in "abcdef" for row in "12345"]
    standing = random.sample(tiles, random.choice([6, 15, 30]))
    piles = dict.fromkeys(standing, "")
    for tribe in random.sample(18 * "YWGBR", random.choice([10, 30, 60])):
        piles[random.choice(standing)] += tribe
    people = [f"{where}:{pile}" for where, pile in piles.items() if pile]
    land = [f"{where}:{random.choice(['m6', 'v5', 's8', 'o8'])}" for where in tiles]
    djinns = "bouraq echidna enki hagis iblis"
    camels = random.choice([1, 1, 2, 5])
    struck = random.random() < 0.3
    game = game_at(
        "players 1",
        base_board(" ".join(people), " ".join(land)),
        "row " + " ".join(random.choices(["fakir", "fish", "gems"], k=9)),
        f"p1-has gold {random.choice([2, 5, 30])} viziers {random.randint(0, 5)}",
        f"yazid camels {camels} viziers {random.randint(0, 4)} assassins {random.randint(0, 6)} "
        f"elders {random.randint(0, 2)} fakirs {random.randint(0, 1)}",
        f"yazid-djinns {djinns}" if random.random() < 0.4 else "",
        "yazid-flags acted struck" if struck else "yazid-flags acted",
        "flags last-round" if random.random() < 0.2 and not struck else "",
        FINISHING,
    )
    found = peril(game.state)
    assert (found.rolls if found else 0) == fatal_rolls(game, monkeypatch)
