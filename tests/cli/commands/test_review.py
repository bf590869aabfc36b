"""`naqala review`."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from naqala import Game
from naqala.bots.advice.game_review import Review
from naqala.bots.advice.game_review import review as look_at
from naqala.bots.advice.turn_wording import played_text
from naqala.bots.search.settings import BRIEF
from naqala.cli import main
from naqala.cli.commands.review import report, review
from naqala.cli.load_position import load_position
from naqala.text import Catalogue
from tests.cli.terminals import ENGLISH, LANGUAGES, fake_console, game_after, longest_line
from tests.cli.terminals import output_of as printed
from tests.positions import base_board, game_at

GAMES = Path(__file__).parents[2] / "games"
SHORT = str(GAMES / "solo-gold.naqala")
SOON = 0.002


def blunder() -> Game:
    """The last turn of a game: p1 took a tile of 4 points and missed one of 15."""
    land = base_board("b3:W c3:W e1:W e2:W", "c3:s15 e2:m4")
    game = game_at(land, "names Ana, Bo", "flags last-round", "pending moving")
    game.play("sow e1 e2W")
    game.play("end")
    return game


def file_of(path: Path, game: Game) -> str:
    file = path / "game.naqala"
    file.write_text(game.record())
    return str(file)


def test_a_blunder_is_shown_with_the_better_turn(tmp_path: Path) -> None:
    console = fake_console(80)
    assert review(file_of(tmp_path, blunder()), ENGLISH, console, fake_console(), budget=5.0) == 0
    text = printed(console)
    assert "Ana · Turn 1 · 11 points lost · --at 0" in text
    assert "--at 0" in text.splitlines()[-1]
    assert text.index("sow e1 e2W") < text.index("sow b3 c3W")
    assert "+19 points right away: Tiles +15 (c3), Elders +4" in text
    assert longest_line(text) <= 80


@pytest.fixture(scope="module")
def whole() -> tuple[Game, Review]:
    """A quick review of a recorded game of four."""
    game = Game.load((GAMES / "base-4-58.naqala").read_text())
    return game, look_at(game, 0.002, settings=BRIEF)


@pytest.mark.parametrize("words", LANGUAGES, ids=["en", "fr"])
@pytest.mark.parametrize("width", [80, 100])
def test_a_whole_game_fits_the_terminal(
    whole: tuple[Game, Review], words: Catalogue, width: int
) -> None:
    game, found = whole
    names = [words.player(seat) for seat in range(4)]
    console = fake_console(width)
    places = {moment.after: moment.after for moment in found.moments}
    for part in report(game, found, words, names, places, width, plain=True):
        console.print(part, width=width)
    text = printed(console)
    assert longest_line(text) <= width
    assert words.say("review.swings") in text
    rows = [line.split() for line in text.splitlines()]
    for seat, score in enumerate(game.scores(), 1):
        name = words.player(seat - 1).split()
        starred = ["*"] * (seat - 1 in game.winners)
        row = [str(seat), *name, *starred, str(score.total)]
        assert row in [each[: len(row)] for each in rows]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reviews that hardly think."""

    def review(game: Game, budget: float, **options: Any) -> Review:
        return look_at(game, budget, settings=BRIEF, **options)

    monkeypatch.setattr("naqala.cli.commands.review.look_at", review)


FOUR = str(GAMES / "base-4-58.naqala")


@pytest.mark.usefixtures("quick")
def test_the_moments_of_one_player_are_selected(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", FOUR, "--seat=2", "--budget", str(SOON), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {moment["player"] for moment in told["moments"]} == {2}
    assert [player["player"] for player in told["players"]] == [2]
    assert len(told["standings"][0]["points"]) == 4


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("count", [1, 7])
def test_the_number_of_moments_is_selected(capsys: pytest.CaptureFixture[str], count: int) -> None:
    arguments = ["review", FOUR, "--seat=1", f"--count={count}", "--budget", str(SOON)]
    assert main(arguments) == 0
    out = capsys.readouterr().out
    assert out.count(" lost · --at ") == count
    assert "Player 2" not in out.partition("The largest swings")[0]


@pytest.mark.usefixtures("quick")
def test_every_moment_can_be_opened_in_the_adviser(capsys: pytest.CaptureFixture[str]) -> None:
    """`--at` counts the actions of the record, in which a whole move is one."""
    assert main(["review", FOUR, "--budget", str(SOON), "--json"]) == 0
    for moment in json.loads(capsys.readouterr().out)["moments"]:
        found = load_position(FOUR, ENGLISH, at=moment["at"])
        assert (found.game.seat + 1, found.game.state.round) == (
            moment["player"],
            moment["round"],
        )
        assert [str(action) for action in found.played] == moment["played"]["actions"]


def test_a_moment_is_opened_with_the_table_what_was_played_and_advice(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ["review", FOUR, "--at=4", f"--budget={SOON}", "--count=2"]
    assert main(arguments) == 0
    out = capsys.readouterr().out
    found = load_position(FOUR, ENGLISH, at=4)
    assert "┌" in out
    played = played_text(found.game, found.names, found.played, ENGLISH)
    assert played.split("; ")[0] in " ".join(out.split())
    assert "\n1. " in out
    assert "\n2. " in out
    assert "\n3. " not in out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--seat", "5"], "there is no player 5"),
        (["--at", "500"], "--at 500 is not in this game"),
        (["--at", "3", "--seat", "1"], "leave one of them out"),
        (["--at", "3", "--picture", "points.svg"], "--at shows one moment"),
    ],
)
def test_impossible_selections_are_refused(
    capsys: pytest.CaptureFixture[str], options: list[str], said: str
) -> None:
    assert main(["review", FOUR, "--budget", "3600", *options]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err


def test_json_has_every_decision(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", SHORT, "--budget", str(SOON), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    game = Game.load(Path(SHORT).read_text())
    assert told["scores"] == told["standings"][-1]["points"] == [game.scores()[0].total]
    assert told["winners"] == []
    assert {moment["kind"] for moment in told["moments"]} == {"turn", "choice"}
    for moment in told["moments"]:
        assert moment["played"]["actions"]
        assert (moment["better"] is None) == (moment["loss"] == 0)


def test_the_picture_is_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture = tmp_path / "points.svg"
    arguments = ["review", SHORT, "--budget", str(SOON), "--picture", str(picture), "--lang", "fr"]
    assert main(arguments) == 0
    assert "L’image est dans" in " ".join(capsys.readouterr().out.split())
    drawn = ElementTree.fromstring(picture.read_text())
    assert drawn.tag.endswith("svg")
    assert "Les points au fil de la partie" in picture.read_text()
    assert [file.name for file in tmp_path.iterdir()] == ["points.svg"]


def test_an_unwritable_picture_is_refused_in_advance(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    long_work = ["--budget", "3600"]
    for picture in (tmp_path, tmp_path / "nowhere" / "points.svg"):
        assert main(["review", SHORT, "--picture", str(picture), *long_work]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert "cannot be written" in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("language", "said"), [("en", "is not finished: a review needs"), ("fr", "partie finie")]
)
def test_an_unfinished_game_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, language: str, said: str
) -> None:
    file = file_of(tmp_path, game_after(30))
    picture = tmp_path / "points.svg"
    for options in (["--picture", str(picture)], ["--at", "3"]):
        assert main(["review", file, *options, "--lang", language]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert said in err
    assert not picture.exists()


def test_damaged_games_are_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = Path(SHORT).read_text()
    for name, content in {
        "cut": text[: len(text) // 2],
        "empty": "",
        "position": game_after(30).position(),
    }.items():
        (tmp_path / name).write_text(content)
        assert main(["review", str(tmp_path / name)]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert name in err
        assert err.count("\n") == 1


def test_a_terminal_shows_a_progress_bar() -> None:
    err = fake_console(screen=True)
    assert review(SHORT, ENGLISH, fake_console(), err, budget=SOON) == 0
    assert "Reviewing every decision" in printed(err)
