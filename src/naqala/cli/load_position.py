"""Load a saved game at the decision to analyse."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from naqala.cli import files
from naqala.cli.errors import CommandError
from naqala.cli.saved_games import seats_of
from naqala.cli.seating import seating
from naqala.rules.actions import Action, End, Take
from naqala.rules.bidding import Bidding
from naqala.rules.errors import NaqalaError
from naqala.rules.game import Game
from naqala.rules.notation.key_lines import numbered_lines
from naqala.rules.notation.record import RECORD_LENGTH, parse_record
from naqala.rules.yazid import Naming, Offering
from naqala.text import Catalogue

POSITION = "naqala position"
"""How the first line of a position begins."""


class LoadedPosition(NamedTuple):
    """A game at a decision, and the names of its players."""

    game: Game
    names: tuple[str, ...]
    after: int | None
    """After how many actions of the record; None for a position."""
    played: tuple[Action, ...] = ()
    """What was played there, up to the end of the turn; empty at the end of the record."""
    finished: bool = False
    """Whether the record is of a finished game."""


def load_position(
    name: str, words: Catalogue, at: int | None = None, seat: int | None = None
) -> LoadedPosition:
    """Load the last decision of a file, the one after some actions, or the last one of a seat.

    `at` counts actions as the record does, a whole move being one; `seat` counts from 1.
    """
    if at is not None and seat is not None:
        raise CommandError("advice_at_and_seat")
    game, actions, names, is_record = _read(name, words)
    finished = game.over
    players = game.options.players
    if seat is not None and not 1 <= seat <= players:
        raise CommandError("advice_seat", seat=seat, count=players)
    count = len(actions)
    if at is not None and not 0 <= at <= count:
        last = max(0, count - game.over)
        raise CommandError("advice_at", at=at, count=count, last=last)
    if seat is not None:
        found = _last_of(game, actions, seat - 1)
        if found is None:
            raise CommandError("advice_seat_never", seat=seat)
        at = found
    if at is not None:
        game = _after(game, actions[:at])
    if game.over:
        if at is not None:
            raise CommandError("advice_at_end", at=at, last=count - 1)
        file = files.shown(name, words)
        if not count:
            raise CommandError("advice_nothing", file=file)
        raise CommandError("advice_finished", file=file, count=count, last=count - 1)
    after = count if at is None else at
    played = tuple(_turn(game, actions[after:]))
    return LoadedPosition(game, names, after if is_record else None, played, finished)


def record_places(name: str, words: Catalogue) -> tuple[Game, tuple[str, ...], dict[int, int]]:
    """The game of a record, the names, and the places where `--at` can look.

    Their keys are numbers of played actions, which count the steps of a move, their values numbers
    of actions of the record.
    """
    game, actions, names, _ = _read(name, words)
    replayed = game.copy()
    replayed.undo(len(replayed.history))
    places = {len(replayed.history): 0}
    for nth, action in enumerate(actions, 1):
        replayed.play(action)
        places[len(replayed.history)] = nth
    return game, names, places


def _turn(game: Game, actions: list[Action]) -> Iterator[Action]:
    """The first of these actions: a bid, an answer to Yazid's dice, or the rest of a turn."""
    alone = isinstance(game.state.pending[-1], Bidding | Offering | Naming)
    for nth, action in enumerate(actions):
        if nth and (alone or isinstance(action, End)):
            return
        yield action
        if isinstance(action, End):
            return


def _read(name: str, words: Catalogue) -> tuple[Game, list[Action], tuple[str, ...], bool]:
    """The game of a file, the actions of its record, the names, and whether it is a record."""
    text = files.read_text(name, words)
    is_record = not _is_position(text)
    try:
        game = Game.load(text) if is_record else Game.from_position(text)
        actions = [line.action for line in parse_record(text).actions] if is_record else []
    except NaqalaError as error:
        file = files.shown(name, words)
        raise files.BadFile("bad_game_file", file=file, reason=error) from None
    bots = seats_of(game)
    return game, actions, seating(game.options, bots, words).names, is_record


def _is_position(text: str) -> bool:
    if len(text) > RECORD_LENGTH:
        return False
    first = next((line for _, line in numbered_lines(text, RECORD_LENGTH)), "")
    return first.strip().lower().startswith(POSITION)


def _after(game: Game, actions: list[Action]) -> Game:
    """The game after some of its actions."""
    found = game.copy()
    found.undo(len(found.history))
    for action in actions:
        found.play(action)
    return found


def _last_of(game: Game, actions: list[Action], seat: int) -> int | None:
    """After how many actions a seat last had a turn or a bid, or else any choice."""
    replayed = game.copy()
    replayed.undo(len(replayed.history))
    begins = anything = None
    for nth in range(len(actions) + 1):
        if not replayed.over and replayed.seat == seat and len(replayed.legal()) > 1:
            anything = nth
            top = replayed.state.pending[-1]
            if type(top) is Bidding or isinstance(replayed.legal()[0], Take):
                begins = nth
        if nth < len(actions):
            replayed.play(actions[nth])
    return anything if begins is None else begins
