"""The value of a turn over all rolls of Yazid's dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from naqala.bots.value.yazid_risk import loot
from naqala.rules.actions import END, PASS, PLAY_FIRST, Action, Name
from naqala.rules.board import STRIDE
from naqala.rules.state import State
from naqala.rules.turn import Finishing, apply
from naqala.rules.yazid import DOUBLE, Naming, Offering, SoloFlow, yazid_of

ROLLS = tuple((white, black) for white in range(1, 7) for black in range(1, 7))
"""White and black; all are equally likely."""
FEW = 4
"""How many of the tiles that the player may name are tried."""


class FixedDice(SoloFlow):
    """The flow of a solo game whose next roll is given; it stops when both have acted."""

    def __init__(self, dice: tuple[int, int]) -> None:
        self.dice = dice
        self.has_rolled = False

    def roll(self, state: State) -> tuple[int, int]:
        """The given dice."""
        self.has_rolled = True
        return self.dice

    def advance_round(self, state: State) -> None:
        """Stop where both have acted, because the next round begins with another roll."""
        yazid = yazid_of(state)
        if self.has_rolled and yazid.struck and yazid.acted:
            state.push(Finishing())
        else:
            super().advance_round(state)


class NextRoll(SoloFlow):
    """The flow of a solo game whose next roll is given; those after it are random again."""

    def __init__(self, dice: tuple[int, int]) -> None:
        self.dice = dice

    def roll(self, state: State) -> tuple[int, int]:
        """The given dice."""
        state.flow = SoloFlow()
        return self.dice


def value_over_rolls(state: State, evaluate: Callable[[Sequence[State]], Sequence[float]]) -> float:
    """The mean value of the end of a turn over all rolls of the dice."""
    return sum(roll_values(state, evaluate)) / len(ROLLS)


def roll_values(
    state: State, evaluate: Callable[[Sequence[State]], Sequence[float]]
) -> list[float]:
    """The value of the end of a turn after each of the ROLLS."""
    ends = ends_over_rolls(state)
    return ends.best_of_rolls(evaluate(ends.states))


class RollEnds(NamedTuple):
    """The states to which the rolls of the dice lead."""

    states: list[State]
    by_roll: list[list[int]]
    """For each of the ROLLS, the numbers of the states among which the player can choose."""

    def best_of_rolls(self, values: Sequence[float]) -> list[float]:
        """The value of each of the ROLLS, from those of the states."""
        return [max([values[nth] for nth in some]) for some in self.by_roll]


def ends_over_rolls(state: State) -> RollEnds:
    """The states after all rolls of the dice, each once.

    If the player acted first, the strike comes now; otherwise the dice are those of the next round,
    where the player may pay to go first.
    """
    yazid = yazid_of(state)
    exposed = yazid.acted and not yazid.struck
    gold = state.player.gold
    struck: dict[tuple[int, ...], list[int]] = {}
    first: dict[int, int] = {}
    states: list[State] = []
    for dice in ROLLS:
        key = _target(state, dice)
        price = sum(dice)
        if key in struck and (exposed or price in first or price > gold):
            continue
        after = rolled(state, dice)
        offered = not after.over and isinstance(after.pending[-1], Offering)
        if offered and price not in first:
            ahead = after.fork()
            apply(ahead, PLAY_FIRST)
            first[price] = len(states)
            states.append(ahead)
        if key not in struck:
            if offered:
                apply(after, PASS)
            ends = after_naming(after)
            struck[key] = list(range(len(states), len(states) + len(ends)))
            states += ends
    by_roll = []
    for dice in ROLLS:
        ahead_of_strike = first.get(sum(dice))
        by_roll.append(
            struck[_target(state, dice)] + ([] if ahead_of_strike is None else [ahead_of_strike])
        )
    return RollEnds(states, by_roll)


def after_naming(state: State) -> list[State]:
    """The states after the player has named tiles for the strike; the least harmful are tried."""
    if state.over or not isinstance(state.pending[-1], Naming):
        return [state]
    found = []
    for option in sorted(state.choices, key=lambda option: _harm(state, option))[:FEW]:
        after = state.fork()
        apply(after, option)
        found += after_naming(after)
    return found


def _harm(state: State, option: Action) -> float:
    assert isinstance(option, Name)
    return loot(state, option.tile).harm


def _target(state: State, dice: tuple[int, int]) -> tuple[int, ...]:
    """A key that is equal for rolls that strike the same tiles or leave the same choice."""
    white, black = dice
    tile = STRIDE * (black - 1) + white - 1
    if black == DOUBLE:
        return (white, DOUBLE)
    return (tile,) if state.piles[tile] else (white, 0)


def rolled(state: State, dice: tuple[int, int]) -> State:
    """End the turn with these dice. Each roll draws different cards for the rows."""
    after = state.fork()
    seed = (state.options.seed * len(ROLLS) + ROLLS.index(dice)) % (1 << 64)
    after.options = replace(state.options, seed=seed)
    after.flow = FixedDice(dice)
    apply(after, END)
    return after
