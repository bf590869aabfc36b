"""The list of possible moves."""

from naqala.cli.ui.moves import moves
from naqala.rules.board import TILE_NAMES
from tests.cli.terminals import ENGLISH, game_after, longest_line, rendered
from tests.positions import tile


def test_every_arrival_tile_has_a_line() -> None:
    game = game_after(0)
    shown = rendered(moves(game, game.view(0), ENGLISH))
    first = {line.split()[0] for line in shown.splitlines() if line.strip()}
    assert {TILE_NAMES[outcome.tile] for outcome in game.outcomes()} <= first
    assert longest_line(shown) <= 100


def test_the_moves_of_one_tile_start_or_end_there() -> None:
    game = game_after(0)
    shown = rendered(moves(game, game.view(0), ENGLISH, tile("c3")))
    rows = [line for line in shown.splitlines() if "●" in line or "◆" in line]
    assert rows
    assert all("c3" in row for row in rows)


def test_a_message_says_that_there_are_no_moves() -> None:
    game = game_after(10_000)
    game.state.piles = [0] * len(game.state.piles)
    game.state.masks = [0] * 6
    assert "no such move" in rendered(moves(game, game.view(0), ENGLISH))


def test_tiles_that_would_be_controlled_have_a_camel() -> None:
    """M8"""
    game = game_after(120)
    shown = rendered(moves(game, game.view(game.seat), ENGLISH))
    assert "♞" in shown
