"""The standard tags of a record."""

from random import Random

import pytest

from naqala import Game
from naqala.rules.notation.record import MOST_TAGS
from naqala.rules.notation.tags import result, set_standard_tags
from tests.games.expected import text_of
from tests.play import choose


def tagged(game: Game) -> dict[str, str]:
    """The tags of a game after it was written and read again."""
    set_standard_tags(
        game, date="2026-11-17", site="Naqala", players=["Ana", "Bo"], bots=[None, "sultan"]
    )
    again = Game.load(game.record(check=True))
    assert again == game
    return again.tags


def finished(players: int, seed: int) -> Game:
    game, random = Game.new(players=players, seed=seed), Random(seed)
    while not game.over:
        game.play(choose(random, game.legal()))
    return game


def test_a_running_game_has_no_result() -> None:
    assert tagged(Game.new(players=2, seed=1)) == {
        "date": "2026-11-17",
        "site": "Naqala",
        "players": "Ana, Bo",
        "bots": "person sultan",
    }


def test_the_result_is_the_points_by_seat() -> None:
    game = finished(2, 1)
    one, other = game.scores()
    assert tagged(game)["result"] == f"{one.total} {other.total}"


@pytest.mark.parametrize(("name", "word"), [("survived", "won"), ("gold", "lost")])
def test_the_result_of_the_solo_game_says_who_won(name: str, word: str) -> None:
    game = Game.load(text_of(f"solo-{name}"))
    assert result(game) == f"{word} {game.scores()[0].total}"


def test_a_result_is_removed_when_the_end_is_undone() -> None:
    game = finished(2, 1)
    tagged(game)
    game.undo()
    assert "result" not in tagged(game)


def test_other_tags_are_kept_as_far_as_there_is_room() -> None:
    game = Game.new(players=2, seed=1)
    game.tags.update({f"my-{number}": "x" for number in range(MOST_TAGS)})
    tags = tagged(game)
    assert len(tags) == MOST_TAGS
    assert list(tags)[:5] == ["date", "site", "players", "bots", "my-0"]


def test_the_longest_names_have_room() -> None:
    names = [f"{seat}{'x' * 39}" for seat in range(5)]
    game = Game.new(players=5, seed=1, expansions="whims", names=names)
    set_standard_tags(game, date="", site="", players=names, bots=[None] * 5)
    assert Game.load(game.record()).tags["players"] == ", ".join(names)
