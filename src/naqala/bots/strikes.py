"""What Yazid's dice may bring after a turn: every roll with its weight, nothing drawn by lot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from naqala.bots.threats import loot
from naqala.rules.actions import END, PASS, PLAY_FIRST, Action, Name
from naqala.rules.board import STRIDE
from naqala.rules.state import State
from naqala.rules.turn import Finishing, apply
from naqala.rules.yazid import DOUBLE, Duel, Naming, Offering, yazid_of

ROLLS = tuple((white, black) for white in range(1, 7) for black in range(1, 7))
"""White and black, all equally likely."""
FEW = 4
"""How many tiles to name are looked at."""


class Loaded(Duel):
    """A course whose next roll is known, and which rests once Yazid has answered the turn."""

    def __init__(self, dice: tuple[int, int]) -> None:
        """These dice will lie on the table."""
        self.dice = dice
        self.fallen = False

    def roll(self, state: State) -> tuple[int, int]:
        """The dice that were told."""
        self.fallen = True
        return self.dice

    def go_on(self, state: State) -> None:
        """Rest where both have acted: what the next round brings is another roll."""
        yazid = yazid_of(state)
        if self.fallen and yazid.struck and yazid.acted:
            state.push(Finishing())
        else:
            super().go_on(state)


def after_roll(state: State, evaluate: Callable[[Sequence[State]], Sequence[float]]) -> float:
    """What the end of a turn is worth, all rolls of the dice considered.

    Who has acted first is struck now; who acts last sees the dice of the next round, where going
    first can be paid for. What is left to choose is chosen by what comes of it.
    """
    yazid = yazid_of(state)
    exposed = yazid.acted and not yazid.struck
    gold = state.player.gold
    struck: dict[tuple[int, ...], list[int]] = {}
    first: dict[int, int] = {}
    leaves: list[State] = []
    for dice in ROLLS:
        key = _aim(state, dice)
        price = sum(dice)
        if key in struck and (exposed or price in first or price > gold):
            continue
        after = _rolled(state, dice)
        offered = not after.over and isinstance(after.pending[-1], Offering)
        if offered and price not in first:
            ahead = after.copy()
            apply(ahead, PLAY_FIRST)
            first[price] = len(leaves)
            leaves.append(ahead)
        if key not in struck:
            if offered:
                apply(after, PASS)
            ends = named(after)
            struck[key] = list(range(len(leaves), len(leaves) + len(ends)))
            leaves += ends
    values = evaluate(leaves)
    total = 0.0
    for dice in ROLLS:
        best = max(values[nth] for nth in struck[_aim(state, dice)])
        if (nth := first.get(sum(dice))) is not None:
            best = max(best, values[nth])
        total += best
    return total / len(ROLLS)


def named(state: State) -> list[State]:
    """Where the strike may end: all tiles that the player can name."""
    if state.over or not isinstance(state.pending[-1], Naming):
        return [state]
    found = []
    for option in sorted(state.choices, key=lambda option: _harm(state, option))[:FEW]:
        after = state.copy()
        apply(after, option)
        found += named(after)
    return found


def _harm(state: State, option: Action) -> float:
    assert isinstance(option, Name)
    return loot(state, option.tile).harm


def _aim(state: State, dice: tuple[int, int]) -> tuple[int, ...]:
    """Rolls with the same aim strike the same tiles, or leave the same choice."""
    white, black = dice
    tile = STRIDE * (black - 1) + white - 1
    if black == DOUBLE:
        return (white, DOUBLE)
    return (tile,) if state.piles[tile] else (white, 0)


def _rolled(state: State, dice: tuple[int, int]) -> State:
    """The turn is ended and the dice fall so; the rows are filled otherwise for each roll."""
    after = state.copy()
    seed = (state.options.seed * len(ROLLS) + ROLLS.index(dice)) % (1 << 64)
    after.options = replace(state.options, seed=seed)
    after.course = Loaded(dice)
    apply(after, END)
    return after
