"""The board as text and as a picture."""

from xml.etree import ElementTree

from naqala import Game
from naqala.rules import meeples
from tests.positions import SQUARE, game_at


def test_a_game_is_printed_with_its_board() -> None:
    game = game_at(*SQUARE, "p2-tiles a1")
    lines = str(game).splitlines()
    assert lines[-1] == repr(game)
    assert any("YWG" in line for line in lines)
    assert any("c2" in line for line in lines)


def test_a_notebook_shows_a_picture_of_every_board() -> None:
    for players, expansions in ((1, ()), (4, ()), (5, ("whims", "artisans"))):
        game = Game.new(players=players, seed=2, expansions=expansions)
        picture = ElementTree.fromstring(game._repr_svg_())
        circles = [each for each in picture if each.tag.endswith("circle")]
        assert len(circles) == sum(map(meeples.size, game.state.piles))
