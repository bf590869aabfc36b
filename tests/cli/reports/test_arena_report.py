"""The report of a match."""

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from naqala.bots.arena.match import in_order, match, results
from naqala.bots.arena.standings import standings
from naqala.cli.reports.arena_report import picture, ranked, report
from naqala.rules.state import Options
from naqala.rules.yazid import REASONS, TITLES
from naqala.text import Catalogue
from tests.cli.terminals import BOTH, ENGLISH, FRENCH, LANGUAGES, longest_line, rendered


def statistics(bots: list[str], options: Options, games: int = 2, **told: Any) -> dict[str, Any]:
    contest = match(bots, options, games)
    found = standings(contest, in_order(contest, results(contest)))
    return {"complete": True, "command": "naqala arena", **found, **told}


@pytest.fixture(scope="module")
def duel() -> dict[str, Any]:
    return statistics(["traveller", "merchant"], Options(2, 3), 4)


@pytest.fixture(scope="module")
def alone() -> dict[str, Any]:
    return statistics(["traveller", "traveller"], Options(1, 0), 60)


@pytest.mark.parametrize("words", LANGUAGES)
def test_the_report_of_a_duel_fits_a_small_terminal(duel: dict[str, Any], words: Catalogue) -> None:
    shown = rendered(report(duel, Options(2, 3), words), width=80)
    assert longest_line(shown) <= 80
    for key in ("elo", "won", "points", "margin", "turn", "worst", "sources"):
        assert words.say(f"arena.{key}") in shown
    assert "…\n" not in shown
    assert words.say("arena.above") not in shown
    assert words.source("palaces") in shown
    assert words.source("cities") not in shown
    assert words.say("arena.seeds", count=4, first=3, last=4) in shown


def test_the_best_bot_comes_first(duel: dict[str, Any]) -> None:
    assert [bot["name"] for bot in ranked(duel)] == ["merchant", "traveller"]
    shown = rendered(report(duel, Options(2, 3), ENGLISH))
    assert shown.index("merchant") < shown.index("traveller")
    assert "100.0 %" in shown
    assert re.search(r"merchant +\+\d+ +[+−]?\d+ … ∞", shown)
    assert re.search(r"traveller +−\d+ +−∞ … ", shown)


def test_french_numbers_have_a_comma(duel: dict[str, Any]) -> None:
    shown = rendered(report(duel, Options(2, 3), FRENCH))
    assert "100,0 %" in shown
    assert not re.search(r"\d\.\d", shown)


def test_more_than_two_bots_are_compared_head_to_head() -> None:
    found = statistics(["traveller"] * 3, Options(3, 1, expansions=BOTH), 3)
    shown = rendered(report(found, Options(3, 1, expansions=BOTH), ENGLISH), width=80)
    assert ENGLISH.say("arena.above") in shown
    assert "traveller 3" in shown
    assert ENGLISH.source("cities") in shown


@pytest.mark.parametrize("words", LANGUAGES)
def test_a_solo_report_has_survival_titles_and_losses(
    alone: dict[str, Any], words: Catalogue
) -> None:
    """Y9, Y13"""
    shown = rendered(report(alone, Options(1, 0), words), width=100)
    for key in ("survived", "median", "quartiles", "best"):
        assert words.say(f"arena.{key}") in shown
    for points in (0, *(limit + 1 for limit in TITLES)):
        assert words.title(points) in shown
    for reason in REASONS:
        assert words.loss(reason) in shown
    assert words.say("arena.elo") not in shown


def test_the_report_of_a_partial_match_is_marked(duel: dict[str, Any]) -> None:
    stopped = {**duel, "complete": False, "wanted": 400}
    assert rendered(report(stopped, Options(2, 3), ENGLISH)).startswith("PARTIAL: 4 of 400 games")
    assert "PARTIAL" not in rendered(report(duel, Options(2, 3), ENGLISH))


def test_the_report_mentions_faults(duel: dict[str, Any]) -> None:
    broken = [{**duel["bots"][0], "faults": 3, "fault": "ValueError: [bold]"}, duel["bots"][1]]
    shown = rendered(report({**duel, "bots": broken}, Options(2, 3), ENGLISH))
    assert "traveller: 3 faults." in shown
    assert "ValueError: [bold]" in " ".join(shown.split())


@pytest.mark.parametrize("words", LANGUAGES)
def test_pictures_show_every_bot(
    duel: dict[str, Any], alone: dict[str, Any], words: Catalogue
) -> None:
    for found, kind in ((duel, "elo"), (alone, "solo")):
        svg = picture(found, words)
        root = ElementTree.fromstring(svg)
        shown = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
        assert words.say(f"arena.title_{kind}", count=found["games"]) in shown
        axis = words.say(f"arena.axis_{kind}")
        assert axis.replace("\u00a0", " ") in shown  # a line of a picture cannot break
        for bot in found["bots"]:
            assert bot["name"] in shown
