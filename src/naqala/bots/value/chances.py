"""The chance to win, estimated from the expected final margin and the stage of the game.

The final margin varies around the expected one, by less the nearer the end is. In the solo game,
the chance to survive is estimated from the dangers and from the expected value, which is far below
the points if the game may be lost; the title from the points that are expected if the player
survives. `python -m training.chances` fits the numbers of both models to games that the nets were
not trained with, and checks them on others.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from math import erf, exp, sqrt
from typing import Any, NamedTuple

from naqala.bots.value.expected_margin import expected_margins, is_settled
from naqala.bots.value.features import DANGERS, dangers
from naqala.bots.value.points import is_lost, margin, points
from naqala.bots.value.turn_order import upcoming
from naqala.rules.meeples import size
from naqala.rules.scoring import scores
from naqala.rules.state import State
from naqala.rules.yazid import TITLES

FILE = "chances.json"
STAGE = ("one", "camels", "end_near", "last_round", "turns", "meeples", "round")
"""The names of the inputs that `stage` returns."""
SOLO = (*STAGE, "value", "points", *(f"danger.{name}" for name in DANGERS))
"""The names of the inputs that `solo_inputs` returns."""
VALUE = 100.0
"""The points that count as 1 among the inputs."""
EXTREME = 30.0
"""Larger logits are the same as certainty."""


class WinModel(NamedTuple):
    """The chance is the logistic function of `bias` plus the margin divided by its spread."""

    bias: float
    spread: tuple[float, ...]
    """The logarithm of the spread is the sum of the inputs of STAGE with these weights."""

    def chance(self, value: float, inputs: Sequence[float]) -> float:
        """The chance to win with this expected margin."""
        return logistic(self.bias + value * exp(-_weighted(self.spread, inputs)))


class SoloModel(NamedTuple):
    """The chance to survive, and the points of a player who survives."""

    survival: tuple[float, ...]
    """The weights of the inputs of SOLO in the logit of the chance."""
    points: tuple[float, ...]
    """The weights of the inputs of SOLO in the expected points."""
    spread: tuple[float, ...]
    """The weights of the inputs of STAGE in the logarithm of the standard deviation."""


class SoloChances(NamedTuple):
    """What a solo game may lead to, each from 0 to 1."""

    survival: float
    titles: tuple[float, ...]
    """The chances to survive with at least the second, the third and the fourth title (Y13)."""
    points: float
    """The expected points of a player who survives."""


def chances(state: State) -> tuple[float, ...]:
    """The chance of each seat to win, from 0 to 1; in the solo game, the chance to survive.

    A shared victory counts in equal parts, so the chances of all seats add up to 1.
    """
    if state.over:
        won = state.flow.winners(state, [score.total for score in scores(state)])
        return tuple(1 / len(won) if seat in won else 0.0 for seat in range(len(state.players)))
    found = [
        win_chance(state, seat, expected_margins([state], seat)[0])
        for seat in range(len(state.players))
    ]
    total = 1.0 if state.yazid else sum(found) or 1.0
    return tuple(each / total for each in found)


def win_chance(state: State, seat: int, value: float) -> float:
    """The chance of a seat with this expected margin; in the solo game, the chance to survive."""
    if state.yazid:
        return solo_chances(state, value).survival
    if is_settled(state):
        return final_chance(state, seat)
    return win_model(len(state.players)).chance(value, stage(state))


def final_chance(state: State, seat: int) -> float:
    """1 if a seat has won a game in which nobody acts any more, 0.5 if it shares the victory."""
    ahead = margin(state, seat)
    return 0.5 if ahead == 0 else float(ahead > 0)


def solo_chances(state: State, value: float, more: float = 0.0) -> SoloChances:
    """The chances of a solo game with this expected value.

    `more` is added to the points that the model expects of a survivor.
    """
    if is_settled(state):
        survived = not is_lost(state)
        total = points(state, state.players[0])
        titles = tuple(float(survived and total > title) for title in TITLES)
        return SoloChances(float(survived), titles, total)
    model = solo_model()
    inputs = solo_inputs(state, value)
    survival = logistic(_weighted(model.survival, inputs))
    expected = VALUE * _weighted(model.points, inputs) + more
    spread = exp(_weighted(model.spread, stage(state)))
    titles = tuple(survival * _above(title + 0.5, expected, spread) for title in TITLES)
    return SoloChances(survival, titles, expected)


def stage(state: State) -> tuple[float, ...]:
    """How far the game is: the inputs of STAGE."""
    camels = min(player.camels for player in state.players)
    if state.yazid:
        camels = min(camels, state.yazid.camels)
    turns = len(upcoming(state)) + len(state.bid_order)
    return (
        1.0,
        camels / 8,
        1 / (1 + camels),
        float(state.last_round),
        turns / len(state.players),
        sum(map(size, state.piles)) / 90,
        state.round / 10,
    )


def solo_inputs(state: State, value: float) -> tuple[float, ...]:
    """The stage of the game, the expected value, the points and the dangers: the inputs of SOLO."""
    me = state.players[0]
    return (*stage(state), value / VALUE, points(state, me) / VALUE, *dangers(state, me))


def logistic(logit: float) -> float:
    """The chance with this logit."""
    return 1 / (1 + exp(-max(-EXTREME, min(EXTREME, logit))))


@cache
def win_model(players: int) -> WinModel:
    """The model for this number of players, two or more."""
    found = _models()[str(players)]
    return WinModel(found["bias"], _in_order(found["spread"], STAGE))


@cache
def solo_model() -> SoloModel:
    """The model of the solo game."""
    found = _models()["1"]
    return SoloModel(
        _in_order(found["survival"], SOLO),
        _in_order(found["points"], SOLO),
        _in_order(found["spread"], STAGE),
    )


@cache
def _models() -> dict[str, Any]:
    folder = resources.files("naqala.bots.value") / "weights"
    found: dict[str, Any] = json.loads((folder / FILE).read_text(encoding="utf-8"))
    return found


def _in_order(weights: Mapping[str, float], names: Sequence[str]) -> tuple[float, ...]:
    """The weights of these inputs."""
    return tuple(weights[name] for name in names)


def _weighted(weights: Sequence[float], inputs: Sequence[float]) -> float:
    return sum(weight * each for weight, each in zip(weights, inputs, strict=True))


def _above(limit: float, mean: float, spread: float) -> float:
    """The chance of a normally distributed number to be larger than a limit."""
    return 0.5 * (1 - erf((limit - mean) / spread / sqrt(2)))
