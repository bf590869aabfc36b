"""The score sheet."""

from naqala.cli.sheet import known_scores, open_view, sheet, total
from naqala.rules.scoring import SOURCES
from tests.cli.terminals import ENGLISH, drawn, game_after


def test_the_viewer_knows_the_own_score_and_what_is_public_of_the_others() -> None:
    game = game_after(120, 3)
    mine, *others = known_scores(game.view(0))
    real = game.scores()
    assert mine == real[0]
    for known, whole in zip(others, real[1:], strict=True):
        assert known.gold == known.goods == 0
        for source in SOURCES:
            if source not in ("gold", "goods"):
                assert getattr(known, source) == getattr(whole, source)


def test_secret_points_are_question_marks() -> None:
    game = game_after(120, 2)
    shown = drawn(sheet(game.view(0), ENGLISH, ["Ann", "Bob"]))
    gold = next(line for line in shown.splitlines() if "Gold" in line)
    assert gold.split() == ["Gold", str(game.scores()[0].gold), "?"]
    assert total(game.view(0), 1).endswith("+?")


def test_at_the_end_everything_is_open_and_the_winner_is_marked() -> None:
    game = game_after(10_000, 3)
    shown = drawn(sheet(open_view(game), ENGLISH, ["Ann", "Bob", "Eve"], game.winners))
    assert "?" not in shown
    last = next(line for line in shown.splitlines() if "Total" in line)
    best = max(score.total for score in game.scores())
    assert f"{best}  *" in last
    for score in game.scores():
        assert str(score.total) in last
