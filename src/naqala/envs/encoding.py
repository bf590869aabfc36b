"""The encoding of a mode: its actions, its observations and their spaces."""

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
"""A function of a view and the legal actions that returns one of them, like `Bot.choose`."""


class Observation(TypedDict):
    """The observation of a seat, with a 1 in the mask for each legal action."""

    observation: Vector
    action_mask: Mask


class Encoding:
    """Turns views and actions of one mode into numbers, and numbers into actions."""

    options: Options
    actions: Numbering
    layout: Layout

    def __init__(self, options: Options) -> None:
        """Encode games with these options; BadOptions if they cannot be played."""
        self.options = options
        self.actions = numbering(options)
        self.layout = Layout(options)
        self._observer = Observer(self.layout)

    def action_space(self) -> spaces.Discrete:
        """A new space of all actions."""
        return spaces.Discrete(self.actions.size)

    def observation_space(self) -> spaces.Dict:
        """A new space of the observations."""
        return spaces.Dict(
            {
                "observation": spaces.Box(np.float32(0), self.layout.high, dtype=np.float32),
                "action_mask": spaces.Box(0, 1, (self.actions.size,), np.int8),
            }
        )

    def observe(self, view: View, legal: Iterable[int] = ()) -> Observation:
        """The observation of the viewer, with the numbers of the legal actions."""
        return {"observation": self._observer.observe(view), "action_mask": self.mask(legal)}

    def mask(self, legal: Iterable[int]) -> Mask:
        """A mask with a 1 for each of these numbers."""
        mask: Mask = np.zeros(self.actions.size, np.int8)
        mask[list(legal)] = 1
        return mask

    def action(self, number: Any, legal: dict[int, Action]) -> Action:
        """The legal action of a number; IllegalAction if it is not legal."""
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
        """Turn a function from observations to action numbers into a policy."""

        def chosen(view: View, legal: Sequence[Action]) -> Action:
            numbers = self.actions.numbers(legal, view)
            return self.action(choose(self.observe(view, numbers)), numbers)

        return chosen
