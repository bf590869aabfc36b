"""A finished game as a worker returns it, and its text form in a file of a part."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Sequence
from typing import Any, NamedTuple

from naqala.bots.arena.game import GameResult, SeatResult, Timing
from naqala.bots.arena.lineups import Lineup
from naqala.bots.bot import Fault
from naqala.datasets.tables import DecisionRow, GameRow, Rows, ScoreRow, TurnRow

DAMAGED = (gzip.BadGzipFile, EOFError, ValueError, TypeError, KeyError, zlib.error)
"""What reading a damaged part raises."""


class FinishedGame(NamedTuple):
    """A game of a data set."""

    number: int
    record: str
    rows: Rows
    lineup: Lineup | None = None
    """Its place in a match between bots; None for random choices."""
    seats: tuple[SeatResult, ...] = ()
    """What the arena measured, by seat."""

    def result(self) -> GameResult:
        """The result as the arena reports it."""
        (game,) = self.rows.games
        winners = tuple(score.seat for score in self.rows.scores if score.share)
        return GameResult(self.seats, winners, game.rounds, game.lost or "")


def encode(games: Sequence[FinishedGame]) -> bytes:
    """Some games as compressed JSON."""
    return gzip.compress(json.dumps(games, separators=(",", ":")).encode(), mtime=0)


def decode(content: bytes) -> list[FinishedGame]:
    """The games that were encoded; one of DAMAGED if the content is not complete."""
    return [_game(*game) for game in json.loads(gzip.decompress(content))]


def _game(number: int, record: str, rows: Any, lineup: Any, seats: Sequence[Any]) -> FinishedGame:
    games, turns, decisions, scores = rows
    return FinishedGame(
        number,
        record,
        Rows(
            [GameRow(*row) for row in games],
            [TurnRow(*row) for row in turns],
            [DecisionRow(*row) for row in decisions],
            [ScoreRow(*row) for row in scores],
        ),
        None if lineup is None else Lineup(lineup[0], tuple(lineup[1])),
        tuple(_seat(*seat) for seat in seats),
    )


def _seat(
    points: Any, turns: Any, between: Any, faults: int, fault: str, kept_faults: Any
) -> SeatResult:
    return SeatResult(
        tuple(points),
        Timing(*turns),
        Timing(*between),
        faults,
        fault,
        tuple(Fault(*each) for each in kept_faults),
    )
