"""`naqala review`."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from naqala import Game
from naqala.bots.advice.adviser import BRIEF
from naqala.bots.advice.game_review import Review
from naqala.bots.advice.game_review import review as look_at
from naqala.cli import main
from naqala.cli.commands.review import report, review
from naqala.text import Catalogue
from tests.cli.terminals import ENGLISH, LANGUAGES, game_after, paper, widest
from tests.cli.terminals import written as printed
from tests.positions import base_board, game_at

GAMES = Path(__file__).parents[2] / "games"
SHORT = str(GAMES / "solo-gold.naqala")
SOON = 0.002


def blunder() -> Game:
    """The last turn of a game: p1 could have had a tile of 15 points, and took one of 4."""
    land = base_board("b3:W c3:W e1:W e2:W", "c3:s15 e2:m4")
    game = game_at(land, "names Ana, Bo", "flags last-round", "pending moving")
    game.play("sow e1 e2W")
    game.play("end")
    return game


def file_of(path: Path, game: Game) -> str:
    file = path / "game.naqala"
    file.write_text(game.record())
    return str(file)


def test_the_blunder_is_shown_beside_what_was_better(tmp_path: Path) -> None:
    console = paper(80)
    assert review(file_of(tmp_path, blunder()), ENGLISH, console, paper(), budget=5.0) == 0
    text = printed(console)
    assert "Ana · Turn 1 · 11 points lost" in text
    assert text.index("sow e1 e2W") < text.index("sow b3 c3W")
    assert "+19 points right away: Tiles +15 (c3), Elders +4" in text
    assert widest(text) <= 80


@pytest.fixture(scope="module")
def whole() -> tuple[Game, Review]:
    """A recorded game of four, looked at briefly."""
    game = Game.load((GAMES / "base-4-58.naqala").read_text())
    return game, look_at(game, 0.002, effort=BRIEF)


@pytest.mark.parametrize("words", LANGUAGES, ids=["en", "fr"])
@pytest.mark.parametrize("width", [80, 100])
def test_a_whole_game_fits_the_terminal(
    whole: tuple[Game, Review], words: Catalogue, width: int
) -> None:
    game, found = whole
    names = [words.player(seat) for seat in range(4)]
    console = paper(width)
    for part in report(game, found, words, names, width, plain=True):
        console.print(part, width=width)
    text = printed(console)
    assert widest(text) <= width
    assert words.say("review.swings") in text
    rows = [line.split() for line in text.splitlines()]
    for seat, score in enumerate(game.scores(), 1):
        name = words.player(seat - 1).split()
        starred = ["*"] * (seat - 1 in game.winners)
        row = [str(seat), *name, *starred, str(score.total)]
        assert row in [each[: len(row)] for each in rows]


def test_json_tells_every_decision(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", SHORT, "--budget", str(SOON), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    game = Game.load(Path(SHORT).read_text())
    assert told["scores"] == told["standings"][-1]["points"] == [game.scores()[0].total]
    assert told["winners"] == []
    assert {moment["kind"] for moment in told["moments"]} == {"turn", "choice"}
    for moment in told["moments"]:
        assert moment["played"]["actions"]
        assert (moment["better"] is None) == (moment["loss"] == 0)


def test_the_picture_is_a_whole_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture = tmp_path / "points.svg"
    arguments = ["review", SHORT, "--budget", str(SOON), "--picture", str(picture), "--lang", "fr"]
    assert main(arguments) == 0
    assert "L’image est dans" in " ".join(capsys.readouterr().out.split())
    drawn = ElementTree.fromstring(picture.read_text())
    assert drawn.tag.endswith("svg")
    assert "Les points au fil de la partie" in picture.read_text()
    assert [file.name for file in tmp_path.iterdir()] == ["points.svg"]


def test_a_picture_that_cannot_be_written_is_refused_before_the_work(
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
def test_a_game_that_goes_on_is_refused_with_a_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, language: str, said: str
) -> None:
    file = file_of(tmp_path, game_after(30))
    picture = tmp_path / "points.svg"
    assert main(["review", file, "--picture", str(picture), "--lang", language]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert not picture.exists()


def test_damaged_games_take_a_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
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


def test_a_bar_shows_how_far_it_is() -> None:
    err = paper(screen=True)
    assert review(SHORT, ENGLISH, paper(), err, budget=SOON) == 0
    assert "Reviewing every decision" in printed(err)
