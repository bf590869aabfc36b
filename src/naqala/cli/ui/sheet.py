"""The score sheet: what a seat may know of it during the game, all of it at the end."""

from __future__ import annotations

from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from naqala.cli.ui import palette
from naqala.rules.events import LastRound
from naqala.rules.game import Game
from naqala.rules.view import View
from naqala.rules.visible_scores import SECRET, known_scores, sources
from naqala.text import Catalogue

UNKNOWN = "?"


def open_view(game: Game) -> View:
    """The table with all hands open, for the end of a game and for a replay."""
    seats = range(game.options.players)
    players = tuple(game.view(seat).players[seat] for seat in seats)
    return game.view(game.seat)._replace(players=players)


def total(view: View, seat: int) -> str:
    """The current score of a player, marked if a part of it is hidden."""
    points = known_scores(view)[seat].total
    return f"{points}+{UNKNOWN}" if view.players[seat].gold is None else str(points)


def sheet(
    view: View,
    words: Catalogue,
    names: Sequence[str],
    winners: Sequence[int] = (),
    width: int = 100,
) -> Table:
    """The score sheet, a row for each source; winners are marked. Names give way to numbers."""
    table = Table(box=SIMPLE_HEAD, title_justify="left", pad_edge=False)
    labels = [words.source(source) for source in sources(view.options)]
    labels += [words.say(f"terminal.{key}") for key in ("points", "total", "winner")]
    first = max(map(len, labels))
    room = (width - first - 2) // len(names) - 2
    table.add_column(words.say("terminal.points"), no_wrap=True, min_width=first)
    for seat, name in enumerate(names):
        heading = Text.assemble((f" {seat + 1} ", palette.seat_style(seat)), f" {name}")
        heading.truncate(max(6, min(24, room)), overflow="ellipsis")
        table.add_column(heading, justify="right", no_wrap=True)
    sheets = known_scores(view)
    for source in sources(view.options):
        cells = (
            UNKNOWN if source in SECRET and player.gold is None else str(getattr(score, source))
            for score, player in zip(sheets, view.players, strict=True)
        )
        table.add_row(words.source(source), *cells)
    table.add_section()
    totals = (total(view, seat) for seat in range(len(names)))
    table.add_row(words.say("terminal.total"), *totals, style=palette.TITLE)
    if winners:
        marks = ("*" if seat in winners else "" for seat in range(len(names)))
        table.add_row(words.say("terminal.winner"), *marks, style=palette.TITLE)
    return table


def ending(game: Game, words: Catalogue, names: Sequence[str], you: int | None) -> str:
    """Why there was a last round: a last camel, or no legal move (E1, E2)."""
    for played in reversed(game.history):
        for event in played.events:
            if isinstance(event, LastRound):
                form = "you" if event.seat == you else "they"
                key = f"terminal.ended_{event.reason}.{form}"
                return words.say(key, player=words.name(event.seat, names))
    return ""


def verdict(game: Game, words: Catalogue) -> list[Text]:
    """How a solo game ended: the title and its text, or why it was lost (Y9, Y13)."""
    yazid = game.state.yazid
    if not (yazid and game.over):
        return []
    if yazid.lost:
        lost = words.say("terminal.solo_lost", reason=words.loss(yazid.lost))
        return [Text(lost, palette.WARNING)]
    points = game.scores()[0].total
    title = Text(words.say("terminal.solo_title", title=words.title(points)), palette.KEY)
    return [title, Text(words.title_text(points))]
