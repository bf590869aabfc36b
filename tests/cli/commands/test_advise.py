"""`naqala advise`."""

import json
import re
from pathlib import Path

import pytest

from naqala import Game
from naqala.bots.advice.adviser import advise
from naqala.bots.search.settings import BRIEF
from naqala.cli import main
from naqala.cli.commands.advise import show
from naqala.cli.load_position import LoadedPosition, load_position
from naqala.rules.visible_scores import known_scores
from naqala.text import Catalogue
from tests.cli.terminals import (
    ENGLISH,
    LANGUAGES,
    MODES,
    fake_console,
    longest_line,
    mode_after,
    names_of,
)
from tests.cli.terminals import output_of as printed
from tests.positions import base_board, game_at

GAMES = Path(__file__).parents[2] / "games"
FINISHED = str(GAMES / "base-2-55.naqala")
FEW = 60
"""Evaluations: a search that ends soon."""


def shown(
    found: LoadedPosition, words: Catalogue = ENGLISH, width: int = 80, **options: bool
) -> str:
    console = fake_console(width)
    code = show(
        found,
        words,
        console,
        fake_console(),
        budget=None,
        evaluations=FEW,
        count=3,
        as_json=False,
        board=options.get("board", False),
    )
    assert code == 0
    return printed(console)


def position(*lines: str) -> LoadedPosition:
    game = game_at(*lines)
    return LoadedPosition(game, ("Ana", "Bo"), None)


def test_the_best_turn_comes_first_with_its_reasons() -> None:
    land = base_board("b3:W c3:W e1:R e2:R", "c3:s15")
    text = shown(position(land, "flags last-round", "pending moving"))
    assert "Ana to choose" in text
    assert text.index("sow b3 c3W") < text.index("sow e1 e2R")
    assert "▲ +19 points right away: Tiles +15 (c3), Elders +4" in text
    said = "The first option brings 9 points more right away (19 instead of 10)."
    assert 0 < text.index(said) < text.index("sow b3 c3W")
    assert "Chance Margin" in text
    assert "Chance: to win. Margin: the expected final lead" in text
    assert "1.   100% " in text  # the game ends with this turn
    assert "Take all meeples of b3 and drop an Elder on c3." in text


def test_points_say_whose_they_are_and_what_is_hidden() -> None:
    found = load_position(FINISHED, ENGLISH, at=4)
    text = shown(found)
    view = found.game.view(found.game.seat)
    own, theirs = (score.total for score in known_scores(view))
    hidden = "(gold and hands of others are hidden)"
    assert f"Points: you {own}, Player 2 at least {theirs} {hidden}" in text.replace("\n", " ")
    solo = game_at("players 1", base_board("a1:W b1:W"), "pending moving")
    text = shown(LoadedPosition(solo, ("Ana",), None))
    assert re.search(r"^Points: you \d+$", text, re.MULTILINE)


def test_what_was_played_has_the_words_of_the_options() -> None:
    text = shown(load_position(FINISHED, ENGLISH, at=4)).replace("\n", " ")
    assert "Player 1 played: take all meeples of d3 and drop a Vizier on d2" in text
    french = shown(load_position(FINISHED, LANGUAGES[1], at=4), LANGUAGES[1]).replace("\n", " ")
    assert "Joueur 1 a joué : prendre tous les meeples de d3" in french.replace("\u00a0", " ")


def test_bids_are_listed_in_a_table() -> None:
    game = Game.new(players=3, seed=4)
    text = shown(LoadedPosition(game, ("Ana", "Bo", "Cy"), None))
    heading = next(line for line in text.splitlines() if line.startswith(" Bid "))
    assert heading.split()[:7] == ["Bid", "Place", "Worth", "Price", "Net", "Margin", "Chance"]
    assert len(re.findall(r" \d\d% ", text)) == 3
    assert text.count(" of 3 ") == 3
    assert longest_line(text) <= 80


def test_with_two_markers_the_table_has_both_places_and_turns() -> None:
    """B7"""
    text = shown(load_position(FINISHED, ENGLISH, at=0))
    assert len(re.findall(r" \d and \d ", text[text.index("Net") :])) == 3
    assert len(re.findall(r" on [a-f][1-5]: \d+", text)) == 6
    assert "the places are those of both your markers" in text.replace("\n", " ")
    assert longest_line(text) <= 80


@pytest.mark.parametrize(
    ("players", "earlier", "turn"),
    [
        (3, ["bid 3", "bid 1"], "Artisans on c3, about 29 points"),
        (2, ["bid 3", "bid 1", "bid 5"], "Artisans on c3: about 29"),
    ],
)
def test_expected_points_that_contain_a_mean_are_marked(
    players: int, earlier: list[str], turn: str
) -> None:
    game = Game.new(players=players, seed=24, expansions=("artisans",))
    for bid in earlier:
        game.play(bid)
    text = shown(LoadedPosition(game, ("Ana", "Bo", "Cy")[:players], None), width=110)
    assert turn in text


@pytest.mark.parametrize("words", LANGUAGES, ids=["en", "fr"])
@pytest.mark.parametrize("mode", MODES)
def test_every_mode_fits_the_terminal(mode: str, words: Catalogue) -> None:
    game = mode_after(14, mode)
    found = LoadedPosition(game, tuple(names_of(game, words)), 14)
    text = shown(found, words)
    assert words.decision(game.state).split()[0] in text
    assert longest_line(text) <= 80
    assert not any(line.endswith(" ") for line in text.splitlines())


def test_the_table_is_drawn_on_demand() -> None:
    found = load_position(FINISHED, ENGLISH, at=4)
    assert "┌" not in shown(found)
    assert "┌" in shown(found, board=True)


def test_a_forced_choice_is_reported() -> None:
    text = shown(load_position(FINISHED, ENGLISH, at=5))
    assert "There is only one choice." in text


def test_a_small_terminal_shows_fewer_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    found = load_position(FINISHED, ENGLISH, at=4)
    advice = advise(found.game.view(found.game.seat), 600.0, settings=BRIEF)
    monkeypatch.setattr("naqala.cli.ui.thinking.advise", lambda *_, **__: advice)
    heights = []
    for height in (24, 80):
        console = fake_console(80, height, screen=True)
        show(found, ENGLISH, console, fake_console(), budget=1.0, count=5, as_json=False)
        heights.append(printed(console).count("\n"))
    assert heights[0] < heights[1] < 80
    paper = fake_console(80, 24)
    show(found, ENGLISH, paper, fake_console(), budget=1.0, count=5, as_json=False)
    assert printed(paper).count("\n") == heights[1]


def test_evaluations_give_the_same_answer_every_time(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for _ in range(2):
        assert main(["advise", FINISHED, "--at=4", "--evaluations=2000", "--json"]) == 0
        told.append(json.loads(capsys.readouterr().out))
    assert told[0] == told[1]
    assert told[0]["stop"] == "evaluations"


def test_json_has_the_reasons_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["advise", FINISHED, "--at=4", "--budget=0.5", "--count=2", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    game = load_position(FINISHED, ENGLISH, at=4).game
    assert told["player"] == game.seat + 1
    assert len(told["options"]) == 2
    values = [option["value"] for option in told["options"]]
    assert told["lead"]["by"] == pytest.approx(values[0] - values[1], abs=0.02)
    assert told["lead"]["text"].startswith("The first ")
    for option in told["options"]:
        trial = Game.load(game.record())
        for action in option["actions"]:
            trial.play(action)
        gains = [each for each in option["reasons"] if each["kind"] == "gain" and each["own"]]
        assert sum(each["points"] for each in gains) == option["points"]
        assert all(each["text"] for each in option["reasons"])


def test_a_position_gets_advice_in_french(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "position"
    file.write_text(game_at(base_board("b3:W c3:W e1:R e2:R"), "pending moving").position())
    assert main(["advise", str(file), "--lang", "fr", "--budget", "0.1"]) == 0
    out = capsys.readouterr().out
    assert "à Joueur 1 de choisir" in out
    assert "tout de suite" in out


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([FINISHED], "is a finished game: use 'naqala review' for all of it"),
        (["missing.naqala"], "no such file"),
        ([FINISHED, "--at", "500"], "it has 103 actions"),
        ([FINISHED, "--seat", "4"], "there is no player 4"),
        ([FINISHED, "--seat", "1", "--at", "2"], "leave one of them out"),
    ],
)
def test_games_without_advice_are_refused_with_one_sentence(
    capsys: pytest.CaptureFixture[str], given: list[str], said: str
) -> None:
    assert main(["advise", *given]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("option", "said", "french"),
    [
        (["--budget", "0"], "'0' is not a number of seconds", "pas un nombre de secondes"),
        (["--budget", "-1"], "'-1' is not a number of seconds", "pas un nombre de secondes"),
        (["--budget", "nan"], "seconds above 0 and up to 3600", "au-dessus de 0, jusqu’à 3600"),
        (["--budget", "1e99"], "'1e99' is not a number of seconds", "pas un nombre de secondes"),
        (["--budget", "soon"], "'soon' is not a number of seconds", "pas un nombre de secondes"),
        (
            ["--evaluations", "0"],
            "'0' is not a number of evaluations from 1",
            "pas un nombre d’évaluations de 1",
        ),
        (["--count", "0"], "'0' is not a number of options from 1 to 100", "de 1 à 100"),
        (["--at", "x"], "'x' is not a whole number", "pas un nombre entier"),
    ],
)
def test_invalid_options_are_refused(
    capsys: pytest.CaptureFixture[str], option: list[str], said: str, french: str
) -> None:
    for language, words in (("en", said), ("fr", french)):
        with pytest.raises(SystemExit, match="2"):
            main(["advise", FINISHED, *option, "--lang", language])
        assert words in capsys.readouterr().err.replace("\u00a0", " ")
