"""The score sheet."""

import pytest

from naqala.cli.ui.sheet import ending, open_view, sheet, total, verdict
from naqala.rules.events import LastRound
from naqala.rules.scoring import SOURCES
from naqala.rules.state import Options
from naqala.rules.visible_scores import SECRET, known_scores, sources
from naqala.text import Catalogue
from tests.cli.terminals import (
    BOTH,
    ENGLISH,
    LANGUAGES,
    MODES,
    game_after,
    mode_after,
    names_of,
    rendered,
)
from tests.solo import EVERYWHERE, solo


def test_the_viewer_sees_their_own_score_and_the_public_points_of_others() -> None:
    game = game_after(120, 3)
    mine, *others = known_scores(game.view(0))
    real = game.scores()
    assert mine == real[0]
    for known, whole in zip(others, real[1:], strict=True):
        assert known.gold == known.goods == 0
        for source in SOURCES:
            if source not in ("gold", "goods"):
                assert getattr(known, source) == getattr(whole, source)


def test_secret_points_are_shown_as_question_marks() -> None:
    game = game_after(120, 2)
    shown = rendered(sheet(game.view(0), ENGLISH, ["Ann", "Bob"]))
    gold = next(line for line in shown.splitlines() if "Gold" in line)
    assert gold.split() == ["Gold", str(game.scores()[0].gold), "?"]
    assert total(game.view(0), 1).endswith("+?")


def test_at_the_end_all_points_are_shown_and_the_winner_is_marked() -> None:
    game = game_after(10_000, 3)
    shown = rendered(sheet(open_view(game), ENGLISH, ["Ann", "Bob", "Eve"], game.winners))
    assert "?" not in shown
    last = next(line for line in shown.splitlines() if "Total" in line)
    best = max(score.total for score in game.scores())
    assert last.split()[1:] == [str(score.total) for score in game.scores()]
    mark = next(line for line in shown.splitlines() if "Winner" in line)
    assert mark.index("*") == last.index(str(best)) + len(str(best)) - 1
    for score in game.scores():
        assert str(score.total) in last


@pytest.mark.parametrize("mode", MODES)
def test_known_scores_equal_those_of_the_rules_without_secrets(mode: str) -> None:
    for actions in (60, 150, 10_000):
        game = mode_after(actions, mode)
        real = game.scores()
        for seat in range(game.options.players):
            known = known_scores(game.view(seat))
            assert known[seat] == real[seat]
            for mine, whole in zip(known, real, strict=True):
                for source in SOURCES:
                    if source not in SECRET:
                        assert getattr(mine, source) == getattr(whole, source)
        assert known_scores(open_view(game)) == real


@pytest.mark.parametrize("mode", MODES)
def test_the_sheet_has_a_row_for_each_source_of_the_mode(mode: str) -> None:
    game = mode_after(10_000, mode)
    shown = rendered(sheet(open_view(game), ENGLISH, names_of(game), game.winners))
    rows = [line.strip().split("  ")[0] for line in shown.splitlines()]
    for source in SOURCES:
        in_play = source in sources(game.options)
        assert (ENGLISH.source(source) in rows) == in_play
    assert "?" not in shown


def test_every_source_belongs_to_the_base_game_or_to_a_box() -> None:
    assert sources(Options(5, 0, expansions=BOTH)) == SOURCES
    assert not {"cities", "artisans", "items", "tent"} & set(sources(Options(2, 0)))


@pytest.mark.parametrize("words", LANGUAGES)
def test_a_solo_game_ends_with_a_title_or_the_reason(words: Catalogue) -> None:
    """Y9, Y13"""
    lost = mode_after(10_000, "solo")
    assert lost.state.yazid is not None
    assert lost.state.yazid.lost
    (line,) = verdict(lost, words)
    assert words.loss(lost.state.yazid.lost) in line.plain
    won = solo("c3:Y", "p1-has gold 230 viziers 3", "yazid viziers 1", "flags over")
    title, text = verdict(won, words)
    assert words.title(won.scores()[0].total) in title.plain
    assert text.plain
    assert verdict(solo(EVERYWHERE), words) == []
    assert verdict(game_after(10_000), words) == []


@pytest.mark.parametrize("words", LANGUAGES)
@pytest.mark.parametrize("mode", ["five", "both", "solo"])
def test_no_label_is_cut_at_80_columns_even_with_long_names(words: Catalogue, mode: str) -> None:
    game = mode_after(10_000, mode)
    names = ["Maximiliana Theodora von und zu Naqala X"] * game.options.players
    shown = rendered(sheet(open_view(game), words, names, game.winners, 80), 80)
    for source in sources(game.options):
        assert words.source(source) in shown
    assert words.say("terminal.total") in shown
    assert all(f" {seat + 1} " in shown for seat in range(game.options.players))
    assert all(str(score.total) in shown for score in game.scores())


@pytest.mark.parametrize("words", LANGUAGES)
def test_the_end_says_why_the_game_ended(words: Catalogue) -> None:
    """E1, E2"""
    game = game_after(10_000, 3)
    (last,) = [e for p in game.history for e in p.events if isinstance(e, LastRound)]
    names = ["Ann", "Bob", "Eve"]
    told = ending(game, words, names, None)
    assert names[last.seat] in told
    assert ending(game, words, names, last.seat) != told
    assert ending(game_after(0, 3), words, names, None) == ""
