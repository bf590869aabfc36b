"""The score sheet: what a seat may know of it during the game, all of it at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from naqala.cli import palette
from naqala.rules.game import Game
from naqala.rules.scoring import SOURCES, Score, scores
from naqala.rules.setup import blank, put_on
from naqala.rules.state import Player
from naqala.rules.view import PlayerView, View
from naqala.text import Catalogue

SECRET = ("gold", "goods")
"""The sources of points that only their owner can count."""
UNKNOWN = "?"


def open_view(game: Game) -> View:
    """The table with all hands open, for the end of a game and for a replay."""
    seats = range(game.options.players)
    return replace(game.view(game.seat), players=tuple(game.view(s).players[s] for s in seats))


def known_scores(view: View) -> list[Score]:
    """What everybody would score now, without the gold and the goods that the viewer cannot see."""
    state = blank(view.options)
    put_on(state, view.land)
    state.palms, state.palaces = list(view.palms), list(view.palaces)
    state.players = [_player(player) for player in view.players]
    return scores(state)


def _player(seen: PlayerView) -> Player:
    player = Player(seen.gold or 0, seen.camels)
    player.viziers, player.elders = seen.viziers, seen.elders
    player.tiles, player.djinns = seen.tiles, seen.djinns
    player.hand = seen.hand or 0
    return player


def total(view: View, seat: int) -> str:
    """The running score of a player, with a sign where a part of it is secret."""
    points = known_scores(view)[seat].total
    return f"{points}+{UNKNOWN}" if view.players[seat].gold is None else str(points)


def sheet(view: View, words: Catalogue, names: Sequence[str], winners: Sequence[int] = ()) -> Table:
    """The score sheet, a row for each source; winners are marked."""
    table = Table(box=SIMPLE_HEAD, title_justify="left", pad_edge=False)
    table.add_column(words.say("terminal.points"))
    for seat, name in enumerate(names):
        heading = Text.assemble((f" {seat + 1} ", palette.seat_style(seat)), f" {name}")
        heading.truncate(24, overflow="ellipsis")
        table.add_column(heading, justify="right", no_wrap=True)
    sheets = known_scores(view)
    for source in SOURCES:
        cells = (
            UNKNOWN if source in SECRET and player.gold is None else str(getattr(score, source))
            for score, player in zip(sheets, view.players, strict=True)
        )
        table.add_row(words.source(source), *cells)
    table.add_section()
    totals = (total(view, seat) + ("  *" if seat in winners else "") for seat in range(len(names)))
    table.add_row(words.say("terminal.total"), *totals, style=palette.TITLE)
    return table
