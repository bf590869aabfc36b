"""The board in the terminal."""

import pytest

from naqala.cli.ui import palette
from naqala.cli.ui.board import board, board_width, pile_text
from naqala.rules.board import COLUMNS, STRIDE, TILE_NAMES, Grid, grid, mask_of
from naqala.rules.land import CITIES, Land
from naqala.rules.meeples import parse_letters
from naqala.rules.setup import BASE_TILES
from naqala.rules.view import View
from naqala.text import Catalogue
from tests.cli.terminals import (
    ENGLISH,
    LANGUAGES,
    MODES,
    game_after,
    longest_line,
    mode_after,
    rendered,
)
from tests.positions import tile, walls
from tests.solo import solo

GROUNDS = [piece.ground for piece in BASE_TILES if piece.ground is not None]


def land_view(where: Grid, meeples: str = "YWGBR") -> View:
    """A view of a land with the same meeples on every tile."""
    view = game_after(0).view(0)
    grounds = {t: GROUNDS[nth % len(GROUNDS)] for nth, t in enumerate(where.tiles)}
    size = STRIDE * where.rows
    piles = tuple(parse_letters(meeples) if t in where.tiles else 0 for t in range(size))
    nothing = (0,) * size
    return view._replace(land=Land(where, grounds), piles=piles, palms=nothing, palaces=nothing)


@pytest.mark.parametrize("tall", [True, False])
@pytest.mark.parametrize("shape", [(6, 5), (6, 6), (7, 6), (8, 8), (1, 1), (3, 8)])
def test_every_rectangle_is_drawn_with_its_letters_and_numbers(
    shape: tuple[int, int], tall: bool
) -> None:
    where = grid(*shape)
    text = rendered(board(land_view(where), ENGLISH, tall=tall))
    lines = text.splitlines()
    assert longest_line(text) == board_width(where, tall=tall) <= 100
    assert lines[-1].split() == list(COLUMNS[: where.columns])
    numbers = [line[0] for line in lines if line[0].isdigit()]
    assert numbers == [str(row) for row in range(where.rows, 0, -1)]


@pytest.mark.parametrize("words", LANGUAGES)
def test_a_tile_shows_its_kind_its_colour_and_its_points(words: Catalogue) -> None:
    view = game_after(0).view(0)
    text = rendered(board(view, words))
    for t in view.land.grid.tiles:
        sign = palette.BLUE_SIGN if view.land.blue >> t & 1 else palette.RED_SIGN
        kind = words.say(f"terminal.tile_{view.land.kinds[t].replace(' ', '_')}")
        assert f"{kind}" in text
        assert f"{sign}{view.land.points[t]}" in text
    assert text.count(palette.BLUE_SIGN) == 12
    assert text.count(palette.RED_SIGN) == 18


def test_all_meeples_are_drawn_as_letters() -> None:
    view = game_after(0).view(0)
    rows = [line for line in rendered(board(view, ENGLISH)).splitlines() if "●" not in line]
    letters = "".join(rows)
    assert sum(letters.count(letter) for letter in "YWGBR") == 90


def test_camels_palms_and_palaces_are_counted() -> None:
    view = game_after(0).view(0)
    mine = view.players[1]._replace(tiles=mask_of([tile("c3")]))
    palms = tuple(2 * (t == tile("c3")) for t in range(len(view.palms)))
    palaces = tuple(11 * (t == tile("c3")) for t in range(len(view.palms)))
    view = view._replace(
        players=(view.players[0], mine, view.players[2]), palms=palms, palaces=palaces
    )
    assert "│♞2   ♣2♜11│" in rendered(board(view, ENGLISH))


def test_holes_are_filled_and_contain_no_pieces() -> None:
    """N4"""
    where = grid(3, 3, holes=mask_of([tile("b2")]))
    lines = rendered(board(land_view(where), ENGLISH)).splitlines()
    assert [line.split("│")[2] for line in lines if "░" in line] == [
        "░░░░░░░░░░",
        "░ chasm ░░",
        "░░░░░░░░░░",
    ]
    short = rendered(board(land_view(where), ENGLISH, tall=False))
    assert short.count("░") == 16


@pytest.mark.parametrize("words", LANGUAGES)
def test_the_great_lake_and_the_chasm_look_different(words: Catalogue) -> None:
    """W2, N4"""
    for tall in (True, False):
        text = rendered(board(mode_after(0, "five").view(0), words, tall=tall))
        assert text.count("≈") >= (20 if tall else 14)
        assert text.count("░") >= (18 if tall else 14)
    assert "░" not in rendered(board(mode_after(0, "whims").view(0), words))
    assert "≈" not in rendered(board(mode_after(0, "artisans").view(0), words))


@pytest.mark.parametrize("tall", [True, False])
@pytest.mark.parametrize("words", LANGUAGES)
def test_every_box_is_drawn_within_100_columns(words: Catalogue, tall: bool) -> None:
    for mode in MODES:
        for actions in (0, 100, 10_000):
            view = mode_after(actions, mode).view(0)
            text = rendered(board(view, words, tall=tall))
            assert longest_line(text) == board_width(view.land.grid, tall=tall) <= 80
            assert "…" not in text


def test_cities_show_their_whim_and_no_points() -> None:
    """W4, W5"""
    view = mode_after(0, "whims").view(0)
    text = rendered(board(view, ENGLISH))
    assert len(view.city_whims) == 5
    for city, whim in view.city_whims:
        sign = palette.BLUE_SIGN if view.land.blue >> city & 1 else palette.RED_SIGN
        assert f"{sign}{palette.WHIM}{whim.gold}│" in text
    assert "●0" not in text
    bare = rendered(board(view._replace(city_whims=()), ENGLISH))
    assert palette.WHIM not in bare
    assert bare.count("city") == view.land.of_kind(*CITIES).bit_count()


@pytest.mark.parametrize("words", LANGUAGES)
def test_artisans_workshops_and_specialised_markets_are_drawn(words: Catalogue) -> None:
    """N1"""
    view = mode_after(0, "artisans").view(0)
    text = rendered(board(view, words))
    assert text.count(words.say("terminal.tile_workshop")) == 3
    assert text.count("1/9●10") == 2
    assert sum(pile_text(pile).plain.count("P") for pile in view.piles) > 5


def test_a_tent_is_not_a_camel() -> None:
    """N8"""
    view = mode_after(0, "artisans").view(0)
    camped = view.players[1]._replace(tiles=mask_of([tile("a6"), tile("f6")]), tent=tile("f6"))
    view = view._replace(players=(view.players[0], camped, *view.players[2:]))
    for tall in (True, False):
        text = rendered(board(view, ENGLISH, tall=tall))
        assert text.count("♞2") == text.count("⌂2") == 1


def test_an_owner_is_drawn_even_if_the_first_line_is_full() -> None:
    view = mode_after(0, "five").view(0)
    everything = view.players[4]._replace(tiles=view.land.grid.all)
    view = view._replace(players=(*view.players[:4], everything))
    text = rendered(board(view, ENGLISH, tall=False))
    assert text.count("♞5") == view.land.grid.all.bit_count()
    assert "…" not in text


def test_camels_of_yazid_are_drawn_as_those_of_the_second_player() -> None:
    game = solo("c3:YW", "yazid-tiles a1 b2", "pending moving")
    assert rendered(board(game.view(0), ENGLISH)).count("♞2") == 2


def test_tiles_that_yazid_will_strike_are_marked() -> None:
    """Y4"""
    text = board(game_after(0).view(0), ENGLISH, struck=mask_of([tile("a5")]))
    assert text.plain.count(palette.STRUCK) == 1
    assert palette.STRUCK in text.plain.splitlines()[3].split("│")[1]
    short = board(game_after(0).view(0), ENGLISH, tall=False, struck=mask_of([tile("a5")]))
    assert short.plain.splitlines()[2].split("│")[1].endswith(palette.STRUCK)


def test_mountains_are_drawn_between_tiles() -> None:
    """N3"""
    where = grid(2, 2, walls("a1-b1 b1-b2"))
    lines = rendered(board(land_view(where), ENGLISH)).splitlines()
    assert [line for line in lines if line.count("▲") == 1] == lines[5:8]
    assert lines[4] == "  ├──────────┼▲▲▲▲▲▲▲▲▲▲┤"


def test_mountains_are_drawn_even_without_grid_lines() -> None:
    where = grid(2, 3, walls("b1-b2"))
    lines = rendered(board(land_view(where), ENGLISH, tall=False, lined=False)).splitlines()
    assert [line for line in lines if "├" in line] == ["  ├────────┼▲▲▲▲▲▲▲▲┤"]


def test_targets_are_marked_without_colours_too() -> None:
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
def test_a_pile_is_shortened_to_the_available_width(letters: str, room: int, shown: str) -> None:
    assert pile_text(parse_letters(letters), room).plain == shown


@pytest.mark.parametrize("words", LANGUAGES)
def test_names_of_kinds_fit_their_cells(words: Catalogue) -> None:
    for key, name in words.messages.items():
        if key.startswith("terminal.tile_"):
            assert len(name) <= (3 if key.endswith("_short") else 7), key
        elif key.startswith("terminal.hole_"):
            assert len(name) <= 9, key


def test_tile_names_agree_with_the_notation() -> None:
    """`a1` is at the bottom left."""
    where = grid(2, 2)
    view = land_view(where, "-")
    piles = tuple(parse_letters("R") if TILE_NAMES[t] == "a1" else 0 for t in range(16))
    lines = rendered(board(view._replace(piles=piles), ENGLISH)).splitlines()
    assert lines[6].startswith("  │R")
