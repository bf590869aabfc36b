"""Decisions: what must be chosen next, as data on a small stack in `State.pending`.

The top decision lists its options and is answered with one of them; answering may push more
decisions. With one option or none, the player is not asked. New cards and expansions add
decisions.
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
        """All legal answers."""
        raise NotImplementedError

    def answer(self, state: State, action: Action) -> None:
        """Apply the chosen option; the decision is already off the stack."""
        raise NotImplementedError

    def unasked(self, state: State) -> None:
        """Continue when there is no option; the decision is already off the stack."""


class Course:
    """How a round goes: bids and turns in order, or the duel with Yazid."""

    __slots__ = ()

    def start_round(self, state: State) -> None:
        """Begin a new round."""
        raise NotImplementedError

    def go_on(self, state: State) -> None:
        """Continue the round; called when nothing is pending."""
        raise NotImplementedError

    def conclude(self, state: State) -> None:
        """Settle what remains at the end of the game, before points are counted."""

    def winners(self, state: State, totals: Sequence[int]) -> tuple[int, ...]:
        """Who wins with these points when the game is over."""
        raise NotImplementedError
