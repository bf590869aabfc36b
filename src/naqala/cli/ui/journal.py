"""What happened, as one seat may know it: the log line by line, or the recent news."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from naqala.rules.events import (
    Bagged,
    BidPlaced,
    DiceRolled,
    DjinnsRefilled,
    Event,
    FakirsDiscarded,
    GameOver,
    GoldGained,
    GoldPaid,
    Pushed,
    RoundStarted,
    RowRefilled,
    TurnEnded,
    TurnStarted,
    WhimsDealt,
)
from naqala.rules.game import Game
from naqala.rules.view import seen_by
from naqala.text import Catalogue

_BY_BID = (Pushed, GoldGained, GoldPaid, FakirsDiscarded)
"""The events that a bid causes."""


def log(
    game: Game, words: Catalogue, names: Sequence[str], seat: int | None, since: int = 0
) -> list[str]:
    """A line for each event; without a seat, nothing is hidden."""
    return [
        words.event(event if seat is None else seen_by(event, seat), names, seat, game.state)
        for event in _events(game, since)
    ]


def news(game: Game, words: Catalogue, names: Sequence[str], seat: int, since: int) -> list[str]:
    """What happened after this number of actions: a paragraph for the bids and each turn."""
    paragraphs: list[list[str]] = [[]]
    for event in _events(game, since):
        if isinstance(event, RoundStarted | TurnStarted | GameOver):
            paragraphs.append([])
        if not _is_detail(event):
            paragraphs[-1].append(words.event(seen_by(event, seat), names, seat, game.state))
    return [" ".join(sentences) for sentences in paragraphs if sentences]


def _events(game: Game, since: int) -> Iterator[Event]:
    """The events after this number of actions; from the beginning, those of the set-up too."""
    if not since:
        yield from game.opening
    for played in game.history[since:]:
        yield from bids_first(played.events)


def bids_first(events: Sequence[Event]) -> list[Event]:
    """The events of an action in reading order: a bid before the pushes and payments it causes.

    The rules record them the other way round, and stored games depend on that order.
    """
    ordered: list[Event] = []
    place = 0
    for event in events:
        ordered.insert(place if isinstance(event, BidPlaced) else len(ordered), event)
        if not isinstance(event, _BY_BID):
            place = len(ordered)
    return ordered


def _is_detail(event: Event) -> bool:
    """Whether the news can omit this event, because the table or another event shows it."""
    if isinstance(event, GoldPaid):
        return event.purpose == "bid"
    return isinstance(
        event, Bagged | DiceRolled | TurnEnded | RowRefilled | DjinnsRefilled | WhimsDealt
    )
