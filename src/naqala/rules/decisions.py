"""Decisions: what must be chosen next, as data on a small stack in `State.pending`.

The top decision lists its options and is answered with one of them; answering may push more
decisions. With one option or none, the player is not asked. New cards and expansions add
decisions.

A class of decisions also defines its text in a position and the facts that can be shown, so that
`notation`, `text` and `tables` need no change for a new one, only the sentences `decision.CLASS` in
the catalogues. The environments keep lists of all decisions, because the numbers of an observation
have fixed places: add the new one to `DECISIONS` in `envs/layout.py` and to `NAMES` in
`envs/observation.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from naqala.rules.actions import Action
from naqala.rules.meeples import Pile

if TYPE_CHECKING:
    from naqala.rules.state import State


DECISIONS: dict[str, type[Decision]] = {}
"""Every class of decisions by its name, in the order in which they are defined."""


class Decision:
    """Something to be decided by `state.seat`; subclasses are frozen dataclasses."""

    __slots__ = ()

    keyword: ClassVar[str]
    """The first word of its text."""
    example: ClassVar[str] = ""
    """A whole text, if it is more than the keyword."""
    facts: ClassVar[tuple[str, ...]] = ()
    """The attributes used by sentences and scenes; a scene shows only those without secrets."""
    is_boundary: ClassVar[bool] = False
    """Whether it falls between two steps of a turn, where powers may be used (J2)."""

    def __init_subclass__(cls) -> None:
        """Register every class that has its own text."""
        if "keyword" in vars(cls):
            DECISIONS[cls.__name__] = cls

    def __str__(self) -> str:
        """The text of the decision in a position."""
        return self.keyword

    @classmethod
    def read(cls, words: list[str], state: State) -> Decision | None:
        """Read the words after the keyword; None if they do not have the form of this decision."""
        return None if words else cls()

    def fits(self, below: Decision | None, state: State) -> bool:
        """Whether it can be pending on top of this decision, or alone if there is none."""
        return below is not None and below.is_boundary

    @property
    def in_hand(self) -> Pile:
        """The meeples that the player holds while it is pending."""
        return 0

    def topic(self, state: State) -> str:
        """Which of the questions of its class is asked; empty if there is only one."""
        return ""

    def pass_topic(self, state: State) -> str:
        """Which message says what `pass` does."""
        return "plain"

    def options(self, state: State) -> Sequence[Action]:
        """All legal answers."""
        raise NotImplementedError

    def answer(self, state: State, action: Action) -> None:
        """Apply the chosen option; the decision is already off the stack."""
        raise NotImplementedError

    def resolve(self, state: State) -> None:
        """Continue if there is no option; the decision is already off the stack."""


class RoundFlow:
    """The sequence of a round; one subclass for several players, one for the solo game."""

    __slots__ = ()

    def start_round(self, state: State) -> None:
        """Begin a new round."""
        raise NotImplementedError

    def advance_round(self, state: State) -> None:
        """Continue the round; called when nothing is pending."""
        raise NotImplementedError

    def conclude(self, state: State) -> None:
        """Apply the end-of-game rules before points are counted."""

    def winners(self, state: State, totals: Sequence[int]) -> tuple[int, ...]:
        """Who wins with these points when the game is over."""
        raise NotImplementedError
