"""Random games by the hundred."""

import json
from collections import Counter

import pytest

from naqala.cli.simulate import figures, play, report, simulate, summary
from naqala.rules.scoring import SOURCES
from naqala.rules.state import Options
from naqala.text import Catalogue
from tests.cli.terminals import ENGLISH, LANGUAGES, drawn, paper, written


def test_the_same_seed_plays_the_same_game() -> None:
    assert play(Options(2, 5)) == play(Options(2, 5))


def test_json_is_all_that_is_printed() -> None:
    out, err = paper(), paper()
    options = Options(3, 1, promos=frozenset({"dhenim"}))
    assert simulate(options, 4, ENGLISH, out, err, as_json=True) == 0
    found = json.loads(written(out))
    assert written(err) == ""
    assert found["games"] == 4
    assert found["players"] == len(found["scores"]["seats"]) == 3
    assert found["promos"] == ["dhenim"]
    assert set(found["sources"]) == set(SOURCES)
    assert sum(found["sources"].values()) == pytest.approx(1, abs=0.01)
    assert sum(found["endings"].values()) == 4
    assert sum(seat["wins"] for seat in found["scores"]["seats"]) >= 4
    assert found["branching"]["min"] >= 1


def test_figures_do_not_depend_on_the_clock() -> None:
    def found() -> dict[str, object]:
        whole = summary(Options(2, 3), [play(Options(2, 3)), play(Options(2, 4))])
        return {name: value for name, value in whole.items() if "second" not in name}

    assert found() == found()


def test_figures_of_counted_numbers() -> None:
    assert figures(Counter([2, 4, 4, 6])) == {"mean": 4.0, "sd": 1.41, "min": 2, "max": 6}


@pytest.mark.parametrize("words", LANGUAGES)
def test_the_report_names_seats_and_sources(words: Catalogue) -> None:
    shown = drawn(report(summary(Options(2, 3), [play(Options(2, 3))]), words))
    for source in SOURCES:
        assert words.source(source) in shown
    assert words.say("terminal.sim_branching") in shown


def test_a_bar_shows_how_far_it_is_on_a_terminal() -> None:
    err = paper(screen=True)
    simulate(Options(2, 1), 2, ENGLISH, paper(), err, as_json=False)
    assert "Playing" in written(err)
