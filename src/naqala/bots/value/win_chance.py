"""The chance to win, estimated from the expected final margin.

A margin means more towards the end of a game. The coefficients of the logistic functions are fitted
by `python -m training.chances`, which also checks them with games that were not used to fit them.
"""

from __future__ import annotations

from math import exp

from naqala.bots.value.expected_margin import is_settled
from naqala.bots.value.points import is_lost, margin, points
from naqala.rules.state import State

COEFFICIENTS: dict[int, tuple[float, ...]] = {
    1: (0.0, 0.0, 0.0, 0.0, 0.0),
    2: (0.0, 0.0, 0.03, 0.003),
    3: (0.0, 0.0, 0.03, 0.003),
    4: (0.0, 0.0, 0.03, 0.003),
    5: (0.0, 0.0, 0.03, 0.003),
}
"""By number of players; for the solo game, of the chance to survive."""
CAMELS = {1: 11, 2: 11, 3: 8, 4: 8, 5: 8}
NEAR_END = 0.1
LARGEST = 30.0
"""The exponent beyond which a chance is 0 or 1."""


def win_chance(state: State, seat: int, value: float) -> float:
    """The chance to win, shared victories included, given the expected margin.

    In the solo game, `value` is the expected points and this is the chance to survive.
    """
    if is_settled(state):
        return float(not is_lost(state) if state.yazid else margin(state, seat) >= 0)
    weights = COEFFICIENTS[len(state.players)]
    total = sum(
        weight * each for weight, each in zip(weights, inputs(state, seat, value), strict=True)
    )
    return 1 / (1 + exp(-max(-LARGEST, min(LARGEST, total))))


def inputs(state: State, seat: int, value: float) -> tuple[float, ...]:
    """The inputs of the logistic function."""
    left = remaining(state)
    if state.yazid:
        return 1.0, left, value, points(state, state.players[seat]), value / (left + NEAR_END)
    return 1.0, left, value, value / (left + NEAR_END)


def remaining(state: State) -> float:
    """How much of the game is left, from 1 to 0, by the camels of the player with the fewest."""
    if state.last_round:
        return 0.0
    camels = [player.camels for player in state.players]
    if state.yazid:
        camels.append(state.yazid.camels)
    return min(1.0, min(camels) / CAMELS[len(state.players)])
