"""Where moves can end."""

from naqala.cli.ui.moves import moves
from naqala.rules.board import TILE_NAMES
from tests.cli.terminals import ENGLISH, drawn, game_after, widest
from tests.positions import tile


def test_every_arrival_tile_has_a_line() -> None:
    game = game_after(0)
    shown = drawn(moves(game, game.view(0), ENGLISH))
    first = {line.split()[0] for line in shown.splitlines() if line.strip()}
    assert {TILE_NAMES[outcome.tile] for outcome in game.outcomes()} <= first
    assert widest(shown) <= 100


def test_the_moves_of_one_tile_start_or_end_there() -> None:
    game = game_after(0)
    shown = drawn(moves(game, game.view(0), ENGLISH, tile("c3")))
    rows = [line for line in shown.splitlines() if "●" in line or "◆" in line]
    assert rows
    assert all("c3" in row for row in rows)


def test_without_any_move_that_is_said() -> None:
    game = game_after(10_000)
    game.state.piles = [0] * len(game.state.piles)
    game.state.masks = [0] * 6
    assert "no such move" in drawn(moves(game, game.view(0), ENGLISH))


def test_tiles_that_would_be_won_have_a_camel() -> None:
    """M8"""
    game = game_after(120)
    shown = drawn(moves(game, game.view(game.seat), ENGLISH))
    assert "♞" in shown
