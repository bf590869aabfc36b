"""A mode in numbers: its actions, its observations and their spaces."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias, TypedDict

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from naqala.envs.layout import Layout, Vector
from naqala.envs.numbering import Numbering, numbering
from naqala.envs.observation import Observer
from naqala.rules.actions import Action
from naqala.rules.errors import IllegalAction, brief
from naqala.rules.state import Options
from naqala.rules.view import View

Mask: TypeAlias = NDArray[np.int8]
Policy: TypeAlias = Callable[[View, Sequence[Action]], Action]
"""What chooses one of the legal actions from what its seat may know; `choose` of any bot."""


class Observation(TypedDict):
    """What a seat sees, and a 1 for each action that it can choose now."""

    observation: Vector
    action_mask: Mask


class Encoding:
    """Turns views and actions of one mode into numbers, and numbers into actions."""

    options: Options
    actions: Numbering
    layout: Layout

    def __init__(self, options: Options) -> None:
        """Encode games with these options; BadOptions says what cannot be played."""
        self.options = options
        self.actions = numbering(options)
        self.layout = Layout(options)
        self._observer = Observer(self.layout)

    def action_space(self) -> spaces.Discrete:
        """A new space of all actions."""
        return spaces.Discrete(self.actions.size)

    def observation_space(self) -> spaces.Dict:
        """A new space of what `observe` gives."""
        return spaces.Dict(
            {
                "observation": spaces.Box(np.float32(0), self.layout.high, dtype=np.float32),
                "action_mask": spaces.Box(0, 1, (self.actions.size,), np.int8),
            }
        )

    def observe(self, view: View, legal: Iterable[int] = ()) -> Observation:
        """What the viewer sees, with the numbers of what it can choose now."""
        return {"observation": self._observer.observe(view), "action_mask": self.mask(legal)}

    def mask(self, legal: Iterable[int]) -> Mask:
        """A 1 for each of these numbers."""
        mask: Mask = np.zeros(self.actions.size, np.int8)
        mask[list(legal)] = 1
        return mask

    def action(self, number: Any, legal: dict[int, Action]) -> Action:
        """The legal action of a number; IllegalAction says what is wrong with others."""
        try:
            wanted = operator.index(number)
        except TypeError:
            wanted = -1
        if not 0 <= wanted < self.actions.size:
            last = self.actions.size - 1
            raise IllegalAction("action_number", last=last, number=brief(repr(number)))
        if wanted not in legal:
            text = self.actions.texts[wanted]
            possible = tuple(f"{number} '{action}'" for number, action in legal.items())
            raise IllegalAction("number_not_legal", number=wanted, action=text, possible=possible)
        return legal[wanted]

    def policy(self, choose: Callable[[Observation], int]) -> Policy:
        """A policy from a function that answers an observation with the number of an action."""

        def chosen(view: View, legal: Sequence[Action]) -> Action:
            numbers = self.actions.numbers(legal, view)
            return self.action(choose(self.observe(view, numbers)), numbers)

        return chosen
