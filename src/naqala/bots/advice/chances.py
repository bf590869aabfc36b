"""The chance of each player to win: the chart of a review."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from naqala.bots.value.expected_margin import expected_margins
from naqala.rules.scoring import scores
from naqala.rules.state import State

EARLY, LATE = 14.0, 4.0
"""The points that make a lead of 73 %, at the beginning of the game and near its end."""
SURVIVAL, SPREAD = 40.0, 30.0
"""The expected points of a solo game that is as likely to be won as lost, and their spread."""


def chances(state: State) -> tuple[float, ...]:
    """The chance of each seat to win, from 0 to 1; in the solo game, the chance to survive."""
    if state.over:
        won = state.flow.winners(state, [score.total for score in scores(state)])
        return tuple(1 / len(won) if seat in won else 0.0 for seat in range(len(state.players)))
    seats = range(len(state.players))
    found = [win_chance(state, seat, expected_margins([state], seat)[0]) for seat in seats]
    return tuple(found) if state.yazid else _normalised(found)


def win_chance(state: State, seat: int, value: float) -> float:
    """The chance of a seat whose expected final margin (in the solo game, points) is `value`."""
    if state.yazid:
        return _logistic((value - SURVIVAL) / SPREAD)
    left = min(player.camels for player in state.players)
    most = max(left, *(player.camels + player.tiles.bit_count() for player in state.players))
    scale = LATE + (EARLY - LATE) * left / max(1, most)
    return _logistic(value / scale)


def _logistic(x: float) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, x))))


def _normalised(found: Sequence[float]) -> tuple[float, ...]:
    """Chances that add up to 1: each was estimated from the margin of its own seat."""
    total = sum(found) or 1.0
    return tuple(each / total for each in found)
