"""How much a bot examines."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """What a bot examines in a turn: numbers, so that a game does not depend on the machine."""

    deep: int = 8
    """How many outcomes are examined again, with several paths and all follow-up choices."""
    paths: int = 6
    """How many paths of each of those outcomes are examined."""
    starts: int = 0
    """How many starting tiles are tried for each arrival; 0 means all."""
    likely: int = 0
    """How many outcomes are examined, those that promise most; 0 means all."""
    replies: int = 8
    """For how many turns the replies are played before the turns are compared."""
    reply_starts: int = 2
    """How many starting tiles are tried for each arrival of a reply."""
    answers: int = 3
    """How many answers to Yazid's dice are compared, and how many turns after each of them."""
    rounds: int = 4
    """For how many bids the rest of the round is played before the bids are compared."""
    search: int = 300
    """How many states per player the search of a turn or bid evaluates, with several rivals."""
