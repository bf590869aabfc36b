"""The tables of a data set and their columns: each table is a NamedTuple, each field a column.

`docs/data.md` describes every column.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, get_args, get_type_hints

Value = int | float | bool | str | None
Row = tuple[Value, ...]
"""A row of any table."""


class GameRow(NamedTuple):
    """A game."""

    game: int
    seed: int
    players: int
    mode: str
    promos: str
    doubled: bool
    rounds: int
    turns: int
    decisions: int
    ending: str
    winner: int | None
    lost: str | None


class TurnRow(NamedTuple):
    """A turn of a player; Yazid's are left out."""

    game: int
    turn: int
    round: int
    seat: int
    order: int
    bid: int | None
    move: str | None
    start: str | None
    arrival: str | None
    arrival_kind: str | None
    tribe: str | None
    sown: int
    gathered: int
    claimed: bool
    djinns: str
    powers: int
    points_before: int
    points: int
    lead: int | None


class DecisionRow(NamedTuple):
    """A choice of a player."""

    game: int
    decision: int
    turn: int | None
    round: int
    seat: int
    kind: str
    legal: int
    choice: int
    action: str


class ScoreRow(NamedTuple):
    """The final score of a seat, by source."""

    game: int
    seat: int
    bot: str
    gold: int
    viziers: int
    majority: int
    elders: int
    djinns: int
    palms: int
    palaces: int
    tiles: int
    goods: int
    cities: int
    artisans: int
    items: int
    tent: int
    total: int
    rank: int
    share: float
    faults: int


class Rows(NamedTuple):
    """Rows of all tables; the fields are the tables."""

    games: list[GameRow]
    turns: list[TurnRow]
    decisions: list[DecisionRow]
    scores: list[ScoreRow]

    def tables(self) -> dict[str, Sequence[Row]]:
        """The rows by the name of their table."""
        return {
            "games": self.games,
            "turns": self.turns,
            "decisions": self.decisions,
            "scores": self.scores,
        }


TABLES: Mapping[str, type[Row]] = MappingProxyType(
    {"games": GameRow, "turns": TurnRow, "decisions": DecisionRow, "scores": ScoreRow}
)
"""The class of the rows of each table."""


class Column(NamedTuple):
    """A column of a table."""

    name: str
    kind: type[int] | type[float] | type[bool] | type[str]
    optional: bool
    """Whether it can be empty."""


def columns(table: str) -> tuple[Column, ...]:
    """The columns of a table."""
    found = []
    for name, kind in get_type_hints(TABLES[table]).items():
        kinds = [each for each in get_args(kind) or (kind,) if each is not type(None)]
        found.append(Column(name, kinds[0], len(kinds) < len(get_args(kind))))
    return tuple(found)
