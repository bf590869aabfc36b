"""One tile with all pieces on it."""

import pytest

from naqala import BadText
from naqala.rules.board import TILE_OF_NAME, Tile
from tests.positions import SQUARE, game_at


def test_a_tile_shows_what_stands_on_it() -> None:
    game = game_at(*SQUARE, "p1-tiles b2", "meeples YW G YW/G YWG G/YW G YW")
    tile = game.tile("B2")
    assert (tile.name, tile.meeples, tile.owner, tile.tent) == ("b2", "YWG", 0, False)
    assert (tile.kind, tile.points, tile.blue) == (
        game.state.land.kinds[TILE_OF_NAME["b2"]],
        game.state.land.points[TILE_OF_NAME["b2"]],
        bool(game.state.land.blue >> TILE_OF_NAME["b2"] & 1),
    )
    assert game.tile(TILE_OF_NAME["b2"]) == tile
    for missing in ("h8", Tile(63), Tile(64), Tile(-1)):
        with pytest.raises(BadText, match="is not on the board"):
            game.tile(missing)
