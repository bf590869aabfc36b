"""Decisions: what must be chosen next is data, a small stack of these in `State.pending`.

The top decision lists its options and is answered with one of them; answering may push more.
With a single option, or none, nothing is asked. A new card or expansion adds decisions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from naqala.rules.actions import Action

if TYPE_CHECKING:
    from naqala.rules.state import State


class Decision:
    """Something to be decided by `state.seat`; subclasses are frozen dataclasses."""

    __slots__ = ()

    def options(self, state: State) -> Sequence[Action]:
        """Exactly the legal answers."""
        raise NotImplementedError

    def answer(self, state: State, action: Action) -> None:
        """Do what was chosen; the decision has already left the stack."""
        raise NotImplementedError

    def unasked(self, state: State) -> None:
        """Go on when there is no option at all; the decision has already left the stack."""


class Course:
    """How a round goes: bids and turns in order, or the duel with Yazid."""

    __slots__ = ()

    def start_round(self, state: State) -> None:
        """A new round begins."""
        raise NotImplementedError

    def go_on(self, state: State) -> None:
        """Nothing is pending: let the next thing of the round happen."""
        raise NotImplementedError

    def conclude(self, state: State) -> None:
        """The game is over; what that means is settled before the points are counted."""

    def winners(self, state: State, totals: Sequence[int]) -> tuple[int, ...]:
        """Who wins with these points when the game is over."""
        raise NotImplementedError
