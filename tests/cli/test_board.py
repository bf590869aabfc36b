"""The land in the terminal."""

from dataclasses import replace

import pytest

from naqala.cli import palette
from naqala.cli.board import board, board_width, pile_text
from naqala.rules.board import COLUMNS, STRIDE, TILE_NAMES, Grid, grid, mask_of
from naqala.rules.land import BASE_TILES, Land
from naqala.rules.meeples import parse_letters
from naqala.rules.view import View
from naqala.text import Catalogue
from tests.cli.terminals import ENGLISH, LANGUAGES, drawn, game_after, widest
from tests.positions import tile, walls


def land_view(where: Grid, meeples: str = "YWGBR") -> View:
    """A view of some land with the same meeples on every tile."""
    view = game_after(0).view(0)
    grounds = {t: BASE_TILES[nth % len(BASE_TILES)] for nth, t in enumerate(where.tiles)}
    size = STRIDE * where.rows
    piles = tuple(parse_letters(meeples) if t in where.tiles else 0 for t in range(size))
    nothing = (0,) * size
    return replace(view, land=Land(where, grounds), piles=piles, palms=nothing, palaces=nothing)


@pytest.mark.parametrize("tall", [True, False])
@pytest.mark.parametrize("shape", [(6, 5), (6, 6), (7, 6), (8, 8), (1, 1), (3, 8)])
def test_every_rectangle_is_drawn_with_its_letters_and_numbers(
    shape: tuple[int, int], tall: bool
) -> None:
    where = grid(*shape)
    text = drawn(board(land_view(where), ENGLISH, tall=tall))
    lines = text.splitlines()
    assert widest(text) == board_width(where, tall=tall) <= 100
    assert lines[-1].split() == list(COLUMNS[: where.columns])
    numbers = [line[0] for line in lines if line[0].isdigit()]
    assert numbers == [str(row) for row in range(where.rows, 0, -1)]


@pytest.mark.parametrize("words", LANGUAGES)
def test_a_tile_shows_its_kind_its_colour_and_its_points(words: Catalogue) -> None:
    view = game_after(0).view(0)
    text = drawn(board(view, words))
    for t in view.land.grid.tiles:
        sign = palette.BLUE_SIGN if view.land.blue >> t & 1 else palette.RED_SIGN
        kind = words.say(f"terminal.tile_{view.land.kinds[t].replace(' ', '_')}")
        assert f"{kind}" in text
        assert f"{sign}{view.land.points[t]}" in text
    assert text.count(palette.BLUE_SIGN) == 12
    assert text.count(palette.RED_SIGN) == 18


def test_all_meeples_are_there_by_letter() -> None:
    view = game_after(0).view(0)
    rows = [line for line in drawn(board(view, ENGLISH)).splitlines() if "●" not in line]
    letters = "".join(rows)
    assert sum(letters.count(letter) for letter in "YWGBR") == 90


def test_camels_palms_and_palaces_are_counted() -> None:
    view = game_after(0).view(0)
    mine = replace(view.players[1], tiles=mask_of([tile("c3")]))
    palms = tuple(2 * (t == tile("c3")) for t in range(len(view.palms)))
    palaces = tuple(11 * (t == tile("c3")) for t in range(len(view.palms)))
    view = replace(
        view, players=(view.players[0], mine, view.players[2]), palms=palms, palaces=palaces
    )
    assert "│♞2   ♣2♜11│" in drawn(board(view, ENGLISH))


def test_holes_are_filled_and_hold_nothing() -> None:
    where = grid(3, 3, holes=mask_of([tile("b2")]))
    lines = drawn(board(land_view(where), ENGLISH)).splitlines()
    assert [line.count("░") for line in lines if "░" in line] == [10, 10, 10]


def test_walls_are_heavy_lines_between_two_tiles() -> None:
    where = grid(2, 2, walls("a1-b1 b1-b2"))
    lines = drawn(board(land_view(where), ENGLISH)).splitlines()
    assert [line for line in lines if "┃" in line] == lines[5:8]
    assert lines[4] == "  ├──────────┼━━━━━━━━━━┤"


def test_walls_are_drawn_where_other_lines_are_left_out() -> None:
    where = grid(2, 3, walls("b1-b2"))
    lines = drawn(board(land_view(where), ENGLISH, tall=False, lined=False)).splitlines()
    assert [line for line in lines if "├" in line] == ["  ├────────┼━━━━━━━━┤"]


def test_targets_stand_out_without_colours_too() -> None:
    text = board(game_after(0).view(0), ENGLISH, targets=mask_of([tile("a5")]))
    underlined = [span for span in text.spans if "underline" in str(span.style)]
    assert [text.plain[span.start : span.end].split()[0] for span in underlined] == [
        text.plain.splitlines()[1].split("│")[1].split()[0]
    ]


@pytest.mark.parametrize(
    ("letters", "room", "shown"),
    [
        ("-", 10, ""),
        ("YWG", 10, "Y W G"),
        ("YYWWGGBR", 10, "YYWWGGBR"),
        ("YYYYWWGGBBRRR", 10, "Y4W2G2B2R3"),
        ("YYYW", 3, "Y3W"),
    ],
)
def test_a_pile_is_written_in_the_room_there_is(letters: str, room: int, shown: str) -> None:
    assert pile_text(parse_letters(letters), room).plain == shown


@pytest.mark.parametrize("words", LANGUAGES)
def test_names_of_tiles_fit_their_cells(words: Catalogue) -> None:
    for key, name in words.messages.items():
        if key.startswith("terminal.tile_"):
            assert len(name) <= (3 if key.endswith("_short") else 7), key


def test_tile_names_agree_with_the_notation() -> None:
    """`a1` is at the bottom left."""
    where = grid(2, 2)
    view = land_view(where, "-")
    piles = tuple(parse_letters("R") if TILE_NAMES[t] == "a1" else 0 for t in range(16))
    lines = drawn(board(replace(view, piles=piles), ENGLISH)).splitlines()
    assert lines[6].startswith("  │R")
