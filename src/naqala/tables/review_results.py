"""The review of a finished game: its decisions with what the workers found, and the stored form.

Only what the workers found is stored; the decisions themselves follow from the game.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from naqala.bots.advice import reasons
from naqala.bots.advice.game_review import SLIP, Assessment, Segment, segments
from naqala.bots.advice.reasons import Option, Reason
from naqala.rules.game import Game
from naqala.rules.notation.actions import parse_action
from naqala.rules.state import State
from naqala.rules.view import view
from naqala.tables.bot_runner import Reviewed, ReviewRequest

FORMAT = 2
"""The version of the stored form; others are computed again."""
REASONS = {
    name: kind
    for name, kind in vars(reasons).items()
    if isinstance(kind, type) and issubclass(kind, Reason)
}


class Review:
    """The review of a game, complete or in progress."""

    def __init__(self, game: Game) -> None:
        """The review of a finished game, before its first decision."""
        self.segments: list[Segment] = segments(game)
        self.results: list[Reviewed] = []
        self.running = False
        self.failed = False
        self.unstored = False
        """Whether it is complete, but could not be stored."""
        self._final = game.state.copy()

    @property
    def complete(self) -> bool:
        """Whether every decision has been reviewed."""
        return len(self.results) == len(self.segments)

    @property
    def start(self) -> tuple[float, ...]:
        """The chances of all seats at the beginning.

        Nobody has an advantage yet. In the solo game they are those after the first decision.
        """
        players = len(self._final.players)
        if players > 1:
            return (1 / players,) * players
        return self.results[0].chances if self.results else ()

    @property
    def next(self) -> ReviewRequest:
        """The next decision to review."""
        nth = len(self.results)
        segment = self.segments[nth]
        state = segment.state
        seen = view(state, state.seat) if len(state.choices) > 1 else None
        return ReviewRequest(seen, segment.actions, segment.whole, self._after(nth), nth)

    def until(self, nth: int) -> int:
        """How many actions were played after a decision."""
        return self.segments[nth].after + len(self.segments[nth].actions)

    def _after(self, nth: int) -> State:
        return self.segments[nth + 1].state if nth + 1 < len(self.segments) else self._final


class StoredOption(Struct, frozen=True):
    """An `Option`, with each reason as its name and its fields."""

    actions: tuple[str, ...]
    value: float
    points: int
    reasons: tuple[tuple[str, dict[str, Any]], ...]
    chance: float
    titles: tuple[float, ...]
    survivor_points: float


class StoredResult(Struct, frozen=True, omit_defaults=True):
    """A `Reviewed`."""

    chances: tuple[float, ...]
    chosen: bool = False
    """Whether there was something to choose."""
    is_bid: bool = False
    aside: bool = False
    loss: float = 0.0
    points: int = 0
    """What was played brought this at once."""
    played: StoredOption | None = None
    better: StoredOption | None = None


class StoredReview(Struct, frozen=True):
    """All results of a game."""

    format: int
    results: tuple[StoredResult, ...]


def encode(results: Iterable[Reviewed]) -> bytes:
    """The results of a review as they are stored."""
    stored = StoredReview(FORMAT, tuple(map(_stored, results)))
    return msgspec.json.encode(stored)


def decode(stored: bytes, review: Review) -> bool:
    """Fill in the results that are stored; False if they do not fit, so that nothing is filled in.

    Another version may have found other decisions or reasons. They are then computed again.
    """
    try:
        found = msgspec.json.decode(stored, type=StoredReview)
        results = [_result(each) for each in found.results]
    except (msgspec.DecodeError, ValueError, KeyError):
        return False
    if found.format != FORMAT or len(results) != len(review.segments):
        return False
    review.results = results
    return True


def _stored(result: Reviewed) -> StoredResult:
    rounded = tuple(round(chance, 3) for chance in result.chances)
    found = result.found
    if found is None:
        return StoredResult(rounded)
    mattered = found.better is not None and found.loss >= SLIP
    return StoredResult(
        rounded,
        True,
        found.is_bid,
        found.aside,
        found.loss,
        found.played.points,
        _stored_option(found.played) if mattered else None,
        _stored_option(found.better) if mattered and found.better else None,
    )


def _stored_option(option: Option) -> StoredOption:
    return StoredOption(
        tuple(map(str, option.actions)),
        round(option.value, 2),
        option.points,
        tuple((type(each).__name__, msgspec.to_builtins(each)) for each in option.reasons),
        round(option.chance, 6),
        tuple(round(chance, 6) for chance in option.titles),
        round(option.survivor_points, 2),
    )


def _result(stored: StoredResult) -> Reviewed:
    if not stored.chosen:
        return Reviewed(stored.chances, None)
    played = _option(stored.played) if stored.played else Option((), 0.0, stored.points, ())
    better = _option(stored.better) if stored.better else None
    found = Assessment(stored.is_bid, stored.aside, played, better, stored.loss)
    return Reviewed(stored.chances, found)


def _option(stored: StoredOption) -> Option:
    return Option(
        tuple(map(parse_action, stored.actions)),
        stored.value,
        stored.points,
        tuple(msgspec.convert(fields, type=REASONS[name]) for name, fields in stored.reasons),
        stored.chance,
        stored.titles,
        stored.survivor_points,
    )
