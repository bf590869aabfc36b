"""Colours and symbols: every colour is paired with a letter, a number or a symbol."""

from naqala.rules.board import Mask, Tile

TRIBE_STYLES = (
    "bold black on #f0c030",
    "bold black on #f2eee2",
    "bold black on #63b768",
    "bold white on #2f6bd8",
    "bold white on #c9302c",
    "bold white on #8b4fb3",
)
"""By tribe: a meeple is its letter on its colour."""

SEAT_STYLES = (
    "bold black on #ff9f40",
    "bold black on #3fd0c9",
    "bold black on #ff8fc7",
    "bold black on #b9c0cc",
    "bold black on #b7d84b",
)
"""By seat: a player is a number on a colour that no tribe has."""

BLUE_TILE, RED_TILE = "#d5e2ff on #17294d", "#ffe0d6 on #47211c"
BLUE_TARGET, RED_TARGET = "bold #ffffff on #2a52a3", "bold #ffffff on #9a3c2b"
STRUCK_TILE = "bold #ffffff on #a0186a"
BLUE_SIGN, RED_SIGN = "◆", "●"
CAMEL, TENT, PALM, PALACE, POINTS = "♞", "⌂", "♣", "♜", "★"
WHIM, STRUCK, MOUNTAIN = "✦", "✘", "▲"
WHITE_DIE, BLACK_DIE = "bold black on #f2eee2", "bold white on #000000"
PALM_STYLE, PALACE_STYLE, WHIM_STYLE = "#8fe39a", "#ffd479", "#ffd479"
FAKIR, RARE = "#d9a7ff", "#ffd479"
LINE, WALL = "#7d7468", "bold #ffb454"
LAKE, CHASM = "≈", "░"
LAKE_STYLE, CHASM_STYLE = "#58b4e0 on #0d3044", "#8a8175"
GOOD, BAD = "bold #63b768", "bold #ff7b72"
QUIET, TITLE, WARNING, KEY = "#8d8d8d", "bold", "bold #ff7b72", "bold #6cc7ff"

PLAIN_SIGNS = str.maketrans(
    {
        BLUE_SIGN: "*", RED_SIGN: "o", CAMEL: "C", TENT: "A", PALM: "t", PALACE: "H", POINTS: "=",
        WHIM: "!", STRUCK: "X", MOUNTAIN: "^", LAKE: "~", CHASM: ":", "▼": "v",
        "┌": "+", "┬": "+", "┐": "+", "├": "+", "┼": "+", "┤": "+", "└": "+", "┴": "+", "┘": "+",
        "─": "-", "│": "|", "▸": ">", "·": ".", "…": ".",
        "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-", "×": "x", "→": ">", "←": "<",
        "«": '"', "»": '"', "œ": "o", "\u00a0": " ", "\u202f": " ",
    }
)  # fmt: skip
"""Replacements for symbols in terminals that can show only ASCII."""


def tile_style(blue: Mask, tile: Tile, *, target: bool) -> str:
    """The colour of a tile, brighter if a choice refers to it."""
    if blue >> tile & 1:
        return BLUE_TARGET if target else BLUE_TILE
    return RED_TARGET if target else RED_TILE


def seat_style(seat: int) -> str:
    """The colour of a player."""
    return SEAT_STYLES[seat % len(SEAT_STYLES)]
