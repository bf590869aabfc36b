"""What Yazid is about to do."""

import pytest

from naqala import Game
from naqala.cli.ui.screen import screen, threat_text
from naqala.cli.ui.table import table
from naqala.cli.ui.yazid_preview import threat
from naqala.rules.board import names
from naqala.rules.events import Captured
from naqala.text import Catalogue
from tests.cli.terminals import ENGLISH, LANGUAGES, drawn, game_after, mode_after, paper
from tests.solo import solo

OFFER = "pending offering"


def offered(people: str, dice: str, *lines: str, land: str = "") -> Game:
    """The dice lie on the table, and the player may pay to act first."""
    return solo(people, f"dice {dice}", OFFER, *lines, land=land)


def struck(game: Game) -> tuple[str, str]:
    danger = threat(game.view(0))
    assert danger is not None
    return names(danger.struck), names(danger.open)


@pytest.mark.parametrize(
    ("people", "dice", "expected"),
    [
        ("c3:YW c4:G", "3 3", ("c3", "")),
        ("c3:YW c4:G c5:R", "3 1", ("", "c3 c4 c5")),
        ("a1:YW b1:G", "3 1", ("", "a1 b1")),
        ("c3:YW c4:G c5:R", "3 6", ("c3 c5", "")),
        ("c3:YW a1:G b2:R", "3 6", ("c3", "a1 b2")),
    ],
)
def test_the_tiles_that_the_dice_find_or_leave_open(
    people: str, dice: str, expected: tuple[str, str]
) -> None:
    """Y4"""
    assert struck(offered(people, dice)) == expected


def test_what_he_captures_and_demands_is_told_before_the_choice() -> None:
    """Y3, Y6"""
    game = offered("c3:YWBB a1:G b1:G", "3 3", "p1-has gold 40", land="c3:v5 c4:s6 b3:v5")
    told = threat_text(game.view(0), ENGLISH, ["Ann"])
    assert "he takes c3 (Y W B B), you pay 6 gold." in told.replace("\u00a0", " ")
    board = drawn(table(game.view(0), ENGLISH, ["Ann"]))
    assert board.count("✘") == 1
    shown = drawn(screen(game, ENGLISH, ["Ann"], [], paper()))
    assert shown.index("he takes") < shown.index("Will you pay 6 gold") < shown.index("Let Yazid")


@pytest.mark.parametrize(
    ("people", "lines", "reason"),
    [
        ("c3:BBB a1:G", ["p1-has gold 8"], "gold"),
        ("c3:R a1:G", ["yazid assassins 6"], "assassins"),
    ],
)
@pytest.mark.parametrize("words", LANGUAGES)
def test_a_defeat_is_seen_coming(
    words: Catalogue, people: str, lines: list[str], reason: str
) -> None:
    """Y9"""
    game = offered(people, "3 3", *lines, land="c3:v5 c4:v5 b3:v5")
    assert words.loss(reason) in threat_text(game.view(0), words, ["Ann"])


def test_who_has_to_name_a_tile_is_told() -> None:
    game = offered("a1:YW b1:G", "3 1")
    assert "you choose another one" in threat_text(game.view(0), ENGLISH, ["Ann"])


def test_without_dice_to_fear_nothing_is_told() -> None:
    for game in (game_after(0), solo("c3:YW d3:Y", "pending moving")):
        assert threat(game.view(0)) is None
        assert threat_text(game.view(0), ENGLISH, ["Ann"]) == ""


def test_the_forecast_comes_true() -> None:
    """Whatever is foretold happens, and nothing else."""
    told = 0
    for seed in range(6):
        game = mode_after(0, "solo", seed)
        while not game.over:
            danger = threat(game.view(0))
            if danger:
                happened = game.copy().play("pass")
                captures = [event for event in happened if isinstance(event, Captured)]
                assert list(danger.events) == [e for e in happened if e in danger.events]
                assert [e for e in danger.events if isinstance(e, Captured)] == captures
                told += 1
            game.play(game.legal()[-1])
    assert told > 10
