"""`naqala simulate`."""

import json
import re
from collections import Counter

import pytest

from naqala.cli.commands.simulate import report, simulate, summarised, summary
from naqala.datasets.random_games import play
from naqala.rules.scoring import SOURCES
from naqala.rules.state import Options
from naqala.rules.visible_scores import sources
from naqala.rules.yazid import REASONS, TITLES
from naqala.text import Catalogue
from tests.cli.terminals import (
    BOTH,
    ENGLISH,
    FRENCH,
    LANGUAGES,
    MODES,
    fake_console,
    longest_line,
    output_of,
    rendered,
)


def test_only_json_is_printed() -> None:
    out, err = fake_console(), fake_console()
    options = Options(3, 1, promos=frozenset({"dhenim"}))
    assert simulate(options, 4, ENGLISH, out, err, as_json=True) == 0
    found = json.loads(output_of(out))
    assert output_of(err) == ""
    assert found["games"] == 4
    assert found["players"] == len(found["scores"]["seats"]) == 3
    assert found["promos"] == ["dhenim"]
    assert set(found["sources"]) == set(SOURCES)
    assert sum(found["sources"].values()) == pytest.approx(1, abs=0.01)
    assert sum(found["endings"].values()) == 4
    assert sum(seat["wins"] for seat in found["scores"]["seats"]) >= 4
    assert found["branching"]["min"] >= 1


def test_statistics_do_not_depend_on_the_clock() -> None:
    def found() -> dict[str, object]:
        whole = summary(Options(2, 3), [play(Options(2, 3)), play(Options(2, 4))])
        return {name: value for name, value in whole.items() if "second" not in name}

    assert found() == found()


def test_statistics_of_counted_numbers() -> None:
    assert summarised(Counter([2, 4, 4, 6])) == {"mean": 4.0, "sd": 1.41, "min": 2, "max": 6}


@pytest.mark.parametrize("words", LANGUAGES)
def test_the_report_names_seats_and_sources(words: Catalogue) -> None:
    shown = rendered(report(summary(Options(2, 3), [play(Options(2, 3))]), words))
    for source in sources(Options(2, 3)):
        assert words.source(source) in shown
    assert words.source("cities") not in shown
    assert words.say("terminal.sim_branching") in shown


def test_a_terminal_shows_a_progress_bar() -> None:
    err = fake_console(screen=True)
    simulate(Options(2, 1), 2, ENGLISH, fake_console(), err, as_json=False)
    assert "Playing" in output_of(err)


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_can_be_simulated(mode: str) -> None:
    out = fake_console()
    options = MODES[mode]
    assert simulate(options, 2, ENGLISH, out, fake_console(), as_json=True) == 0
    found = json.loads(output_of(out))
    assert found["games"] == sum(found["endings"].values()) == 2
    assert found["players"] == len(found["scores"]["seats"]) == options.players
    assert found["expansions"] == sorted(options.expansions)
    assert found["doubled"] == options.doubled
    assert ("solo" in found) == (mode == "solo")
    assert mode == "solo" or found["endings"]["lost"] == 0
    for source in set(SOURCES) - set(sources(options)):
        assert found["sources"][source] == 0


def test_statistics_have_the_points_of_all_expansions() -> None:
    options = Options(5, 3, expansions=BOTH)
    found = summary(options, [play(Options(5, seed, expansions=BOTH)) for seed in range(2)])
    for source in ("cities", "artisans", "items", "tent"):
        assert found["sources"][source] > 0
    shown = rendered(report(found, ENGLISH))
    assert all(ENGLISH.source(source) in shown for source in SOURCES)


@pytest.mark.parametrize("words", LANGUAGES)
def test_solo_statistics_have_titles_and_reasons_for_losses(words: Catalogue) -> None:
    """Y9, Y13"""
    games = [play(Options(1, seed)) for seed in range(40)]
    found = summary(Options(1, 0), games)
    solo = found["solo"]
    survived = sum(not game.lost for game in games)
    assert sum(solo["titles"]) == survived == found["scores"]["seats"][0]["wins"]
    assert solo["survived"] == pytest.approx(survived / 40, abs=0.001)
    assert sum(solo["lost"].values()) == 40 - survived
    assert set(solo["lost"]) == set(REASONS)
    assert found["endings"]["lost"] == sum(solo["lost"].values()) - solo["lost"]["viziers"]
    shown = rendered(report(found, words))
    for reason in REASONS:
        assert words.loss(reason) in shown
    for points in (0, *(limit + 1 for limit in TITLES)):
        assert words.title(points) in shown
    assert longest_line(shown) <= 100


def test_french_reports_have_decimal_commas_and_singulars() -> None:
    found = summary(Options(2, 3), [play(Options(2, 3))])
    shown = rendered(report(found, FRENCH))
    assert "1 partie," in shown
    assert "(1 victoire)" in shown
    assert not re.search(r"\d\.\d", shown)


def test_jobs_do_not_change_the_statistics() -> None:
    """The games of three parts."""

    def found(jobs: int) -> dict[str, object]:
        out = fake_console()
        assert (
            simulate(Options(1, 3), 120, ENGLISH, out, fake_console(), as_json=True, jobs=jobs) == 0
        )
        whole = json.loads(output_of(out))
        return {name: value for name, value in whole.items() if "second" not in name}

    assert found(2) == found(1)
