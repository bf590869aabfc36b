"""Comparing a turn with the best turn of a puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from naqala.puzzles.puzzle import Puzzle
from naqala.rules.actions import END, Action, Drop, Sow, Take
from naqala.rules.board import TILE_NAMES
from naqala.rules.events import Dropped, Event, Gathered, Taken
from naqala.rules.game import Game
from naqala.rules.scoring import scores
from naqala.rules.sowing import Outcome
from naqala.rules.state import State

FAKIR = 1.5
"""About how many points a Fakir is worth."""
EQUAL = 0.5
"""Smaller differences do not count."""


class Verdict(NamedTuple):
    """How good a turn is."""

    found: bool
    """Whether it is as good as the best one."""
    short: int
    """By how many points it is worse; 0 if it was found."""
    points: int
    """The points that it brought at once."""
    path: tuple[str, ...]
    """The tiles of its move, the start first."""


def judge(puzzle: Puzzle, played: Game) -> Verdict:
    """Judge the turn that was played from the position of a puzzle.

    A turn with the outcome of the best one (start, arrival and tribe) counts as the best if its
    follow-up choices bring as much, by any path. Other outcomes have distances that were found by
    search. If an outcome is not among them, it is worse than all of them.
    """
    game = turn_only(played)
    before, after = puzzle.start().state, game.state
    seat = before.seat
    points = scores(after)[seat].total - scores(before)[seat].total
    path = path_of(_events(game))
    best = puzzle.start()
    for action in puzzle.best:
        best.play(action)
    lost = _worth(best.state, seat) - _worth(after, seat)
    outcome = outcome_of(_events(game))
    if outcome and outcome == outcome_of(_events(best)):
        same_djinns = _summoned(game, seat) == _summoned(best, seat)
        if _follows(best, game) or (lost < EQUAL and same_djinns):
            return Verdict(True, 0, points, path)
        return Verdict(False, max(1, round(lost)), points, path)
    short = puzzle.others.get(str(outcome))
    if short is None:
        short = max([*puzzle.others.values(), lost], default=lost)
    return Verdict(False, max(1, round(short)), points, path)


def turn_only(played: Game) -> Game:
    """The game at the end of the turn, before `end`."""
    game = played.copy()
    ended = next((nth for nth, each in enumerate(game.history) if each.action is END), None)
    if ended is not None:
        game.undo(len(game.history) - ended)
    return game


def _events(game: Game) -> list[Event]:
    return [event for played in game.history for event in played.events]


def outcome_of(events: Sequence[Event]) -> Outcome | None:
    """Where the move of a turn began and ended; None if there was none."""
    starts = [event.tile for event in events if isinstance(event, Taken)]
    for event in events:
        if isinstance(event, Gathered) and starts:
            return Outcome(starts[0], event.tile, event.tribe)
    return None


def path_of(events: Sequence[Event]) -> tuple[str, ...]:
    """The tiles of the move of a turn, the start first."""
    found: list[str] = []
    for event in events:
        if isinstance(event, Gathered) and found:
            break
        if isinstance(event, Taken | Dropped):
            found.append(TILE_NAMES[event.tile])
    return tuple(found)


def _follows(best: Game, game: Game) -> bool:
    """Whether a turn made the follow-up choices of the best one, in any order.

    The best turn may end in a random draw; the choices after that are free.
    """
    made = _choices(game)
    return all(choice in made for choice in _choices(best))


def _choices(game: Game) -> list[Action]:
    """The actions of a turn without its move."""
    actions = [each.action for each in game.history]
    return [action for action in actions if not isinstance(action, Take | Drop | Sow)]


def _summoned(game: Game, seat: int) -> set[str]:
    return {djinn.name for djinn in game.state.players[seat].djinns}


def _worth(state: State, seat: int) -> float:
    """The lead of a player in points, with Fakirs at their usual value."""
    totals = [score.total for score in scores(state)]
    rivals = [total for other, total in enumerate(totals) if other != seat]
    return totals[seat] + FAKIR * state.players[seat].fakirs - max(rivals, default=0)
