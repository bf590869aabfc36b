"""A puzzle, and its text.

The text consists of lines `key words`, followed by the lines of the position:

    puzzle k7f2q
    level 3
    best sow c3 c4W d4R e4Y e5G; buy silk
    points 13
    others c3 f4G 4.0; b2 e5G 6.5
    reasons [["MorePoints",13,9]]
    why ["MorePoints",13,9]
    naqala position 1
    …

`best` is a whole turn up to the first random draw. `others` are outcomes of other moves (start,
arrival, tribe) and by how many points they are worse. The reasons are those of the adviser as data;
`why` is the greatest advantage over the next best turn, and `but` the greatest one of that turn.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from naqala.rules.errors import NaqalaError
from naqala.rules.game import Game

LEVELS = range(1, 6)
"""How difficult a puzzle is: the number of bots that do not find its turn."""
POSITION = "naqala position"
SEPARATOR = "; "
NO_DATA = "null"


class BadPuzzle(NaqalaError):
    """A text that is not a puzzle."""


class Puzzle(NamedTuple):
    """A puzzle."""

    id: str
    level: int
    position: str
    best: tuple[str, ...]
    """The actions of the best turn, up to the first random draw."""
    points: int
    """The points that the best turn brings at once."""
    others: Mapping[str, float]
    """Outcomes of other turns, nearest first, and by how many points they are worse."""
    reasons: tuple[object, ...] = ()
    """What speaks for and against the best turn, as data."""
    why: object = None
    """What the best turn has over the next best one, as data."""
    but: object = None
    """What the next best turn has over the best one, as data."""

    def start(self) -> Game:
        """The game before the turn."""
        return _game_at(self.position).copy()


@lru_cache(maxsize=8)
def _game_at(position: str) -> Game:
    return Game.from_position(position)


def puzzle_text(puzzle: Puzzle) -> str:
    """The text of a puzzle."""
    others = (f"{outcome} {worse:.1f}" for outcome, worse in puzzle.others.items())
    lines = [
        f"puzzle {puzzle.id}",
        f"level {puzzle.level}",
        f"best {SEPARATOR.join(puzzle.best)}",
        f"points {puzzle.points}",
        f"others {SEPARATOR.join(others)}",
        f"reasons {_json(puzzle.reasons)}",
    ]
    lines += [f"why {_json(puzzle.why)}"] if puzzle.why else []
    lines += [f"but {_json(puzzle.but)}"] if puzzle.but else []
    return "\n".join([*lines, puzzle.position.strip()]) + "\n"


def _json(data: object) -> str:
    return json.dumps(data, separators=(",", ":"))


def parse_puzzle(text: str) -> Puzzle:
    """A puzzle from its text; BadPuzzle if something is missing or cannot be read."""
    head, mark, position = text.partition(POSITION)
    fields = dict(line.partition(" ")[::2] for line in head.splitlines())
    try:
        if not mark or int(fields["level"]) not in LEVELS:
            raise ValueError
        return Puzzle(
            id=fields["puzzle"],
            level=int(fields["level"]),
            position=(mark + position).strip() + "\n",
            best=tuple(fields["best"].split(SEPARATOR)),
            points=int(fields["points"]),
            others=dict(_other(each) for each in fields["others"].split(SEPARATOR)),
            reasons=tuple(json.loads(fields["reasons"])),
            why=json.loads(fields.get("why", NO_DATA)),
            but=json.loads(fields.get("but", NO_DATA)),
        )
    except (KeyError, ValueError):
        raise BadPuzzle("bad_puzzle", puzzle=fields.get("puzzle", "")) from None


def _other(text: str) -> tuple[str, float]:
    outcome, _, worse = text.rpartition(" ")
    return outcome, float(worse)
