"""The expected results of the recorded games; `python -m tests.games.expected` updates them.

Run it only after an intended change of the rules, and review the differences.
"""

import json
from hashlib import sha256
from pathlib import Path
from typing import TypedDict

from naqala import Game, Score
from naqala.rules.scoring import SOURCES
from tests.games import digests
from tests.games.shown import shown

HERE = Path(__file__).parent
FILE = HERE / "expected.json"


class Expected(TypedDict):
    """The expected results of one game."""

    scores: list[str]
    winners: list[str]
    events: str
    position: str
    shows: list[str]


class AllExpected(TypedDict):
    """The expected results of all games."""

    games: dict[str, Expected]
    random: dict[str, str]
    """The digests of the random games."""


def names() -> list[str]:
    """The names of the recorded games."""
    return sorted(path.stem for path in HERE.glob("*.naqala"))


def text_of(name: str) -> str:
    """The record of a game."""
    return (HERE / f"{name}.naqala").read_text(encoding="utf-8")


def outcome_of(game: Game) -> Expected:
    """The results of a game."""
    return {
        "scores": [sheet_of(score) for score in game.scores()],
        "winners": [f"p{seat + 1}" for seat in game.winners],
        "events": digests.of_events(game),
        "position": sha256(game.position().encode()).hexdigest(),
        "shows": sorted(shown(game)),
    }


def sheet_of(score: Score) -> str:
    """The points of a player by source: `gold 31 viziers 4`."""
    points = ((source, getattr(score, source)) for source in SOURCES)
    return " ".join(f"{source} {number}" for source, number in points if number)


def read() -> AllExpected:
    """The expected results."""
    known: AllExpected = json.loads(FILE.read_text(encoding="utf-8"))
    return known


def write() -> None:
    """Store the current results as the expected ones."""
    known: AllExpected = {
        "games": {name: outcome_of(Game.load(text_of(name))) for name in names()},
        "random": digests.of_random_games(),
    }
    FILE.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
