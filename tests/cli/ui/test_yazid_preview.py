"""The preview of Yazid's strike."""

import pytest

from naqala import Game
from naqala.cli.ui.screen import screen, threat_text
from naqala.cli.ui.table import table
from naqala.cli.ui.yazid_preview import threat
from naqala.rules.board import names
from naqala.rules.events import Captured
from naqala.text import Catalogue
from tests.cli.terminals import ENGLISH, LANGUAGES, fake_console, game_after, mode_after, rendered
from tests.solo import solo

OFFER = "pending offering"


def offered(people: str, dice: str, *lines: str, land: str = "") -> Game:
    """The dice are rolled, and the player may pay to act first."""
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
def test_the_tiles_that_are_determined_by_the_dice_or_left_to_the_player(
    people: str, dice: str, expected: tuple[str, str]
) -> None:
    """Y4"""
    assert struck(offered(people, dice)) == expected


def test_captures_and_payments_are_shown_before_the_choice() -> None:
    """Y3, Y6"""
    game = offered("c3:YWBB a1:G b1:G", "3 3", "p1-has gold 40", land="c3:v5 c4:s6 b3:v5")
    text = threat_text(game.view(0), ENGLISH, ["Ann"])
    assert "he takes c3 (Y W B B), you pay 6 gold." in text.replace("\u00a0", " ")
    board = rendered(table(game.view(0), ENGLISH, ["Ann"]))
    assert board.count("✘") == 1
    shown = rendered(screen(game, ENGLISH, ["Ann"], [], fake_console()))
    assert shown.index("he takes") < shown.index("Will you pay 6 gold") < shown.index("Let Yazid")


@pytest.mark.parametrize(
    ("people", "lines", "reason"),
    [
        ("c3:BBB a1:G", ["p1-has gold 8"], "gold"),
        ("c3:R a1:G", ["yazid assassins 6"], "assassins"),
    ],
)
@pytest.mark.parametrize("words", LANGUAGES)
def test_the_preview_warns_of_a_defeat(
    words: Catalogue, people: str, lines: list[str], reason: str
) -> None:
    """Y9"""
    game = offered(people, "3 3", *lines, land="c3:v5 c4:v5 b3:v5")
    assert words.loss(reason) in threat_text(game.view(0), words, ["Ann"])


def test_the_preview_says_if_the_player_will_name_a_tile() -> None:
    game = offered("a1:YW b1:G", "3 1")
    assert "you choose another one" in threat_text(game.view(0), ENGLISH, ["Ann"])


def test_there_is_no_preview_without_a_choice() -> None:
    for game in (game_after(0), solo("c3:YW d3:Y", "pending moving")):
        assert threat(game.view(0)) is None
        assert threat_text(game.view(0), ENGLISH, ["Ann"]) == ""


def test_the_preview_matches_what_happens() -> None:
    """Exactly the previewed events happen."""
    checked = 0
    for seed in range(6):
        game = mode_after(0, "solo", seed)
        while not game.over:
            danger = threat(game.view(0))
            if danger:
                events = game.copy().play("pass")
                captures = [event for event in events if isinstance(event, Captured)]
                assert list(danger.events) == [e for e in events if e in danger.events]
                assert [e for e in danger.events if isinstance(e, Captured)] == captures
                checked += 1
            game.play(game.legal()[-1])
    assert checked > 10
