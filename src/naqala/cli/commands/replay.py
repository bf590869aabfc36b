"""`naqala replay`: print the log of a record, or show it turn by turn with the board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

from naqala.cli.saved_games import load
from naqala.cli.ui import guide, palette, screen
from naqala.cli.ui.journal import bids_first
from naqala.cli.ui.sheet import ending, open_view, sheet, verdict
from naqala.cli.ui.table import table
from naqala.cli.ui.wrapping import prose
from naqala.rules.events import Event, RoundStarted, TurnStarted
from naqala.rules.game import Game
from naqala.text import Catalogue


def replay(
    name: str,
    words: Catalogue,
    console: Console,
    *,
    step: bool = False,
    read: Callable[[str], str] = input,
) -> int:
    """Print the log of a record; by steps, draw the board after each turn and wait for Enter."""
    game, seats = load(name, words)
    width, height = screen.size(console)
    replayed = game.copy()
    replayed.undo(len(replayed.history))
    for chapter in chapters(replayed, game):
        for event in chapter:
            screen.put(console, _line(event, words, seats.names, game), width)
        if step:
            drawn = table(open_view(replayed), words, seats.names, width=width, height=height)
            screen.put(console, drawn, width)
            if len(replayed.history) < len(game.history) and not _go_on(read, words):
                return 0
    winners = game.winners if game.over else ()
    screen.put(console, sheet(open_view(game), words, seats.names, winners, width), width)
    if reason := ending(game, words, seats.names, None) if game.over else "":
        screen.put(console, prose(reason), width)
    for line in verdict(game, words):
        screen.put(console, line, width)
    return 0


def chapters(replayed: Game, game: Game) -> Iterator[list[Event]]:
    """Play `replayed` through the history of `game`: the bids of a round, then each turn."""
    chapter = list(replayed.opening)
    for played in game.history:
        for event in bids_first(replayed.play(played.action)):
            if chapter and isinstance(event, RoundStarted | TurnStarted):
                yield chapter
                chapter = []
            chapter.append(event)
    yield chapter


def _line(event: Event, words: Catalogue, names: Sequence[str], game: Game) -> RenderableType:
    """A line of the log; rounds and turns stand out."""
    text = words.event(event, names, None, game.state)
    if isinstance(event, RoundStarted):
        return Text(f"\n{text}", palette.KEY)
    if isinstance(event, TurnStarted):
        return Text(text, palette.TITLE)
    return Padding(prose(text), (0, 0, 0, 2))


def _go_on(read: Callable[[str], str], words: Catalogue) -> bool:
    """Wait for Enter; False if the player wants to stop."""
    try:
        answer = read(words.say("terminal.step"))
    except EOFError:
        return False
    return guide.command_of(answer.strip().lower(), words) != "quit"
