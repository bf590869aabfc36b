"""The encoding of a mode: its actions, its observations and their spaces."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, TypeAlias, TypedDict

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from naqala.envs.layout import Layout, Matrix, Vector
from naqala.envs.numbering import Numbering, numbering
from naqala.envs.observation import Observer, Position, VectorParts
from naqala.rules.actions import Action
from naqala.rules.errors import BadOptions, IllegalAction, brief
from naqala.rules.state import Options
from naqala.rules.view import View

Mask: TypeAlias = NDArray[np.int8]
FLAT, FIELDS = "flat", "fields"
"""The forms of an observation: one vector, or an array for each field."""
Policy: TypeAlias = Callable[[View, Sequence[Action]], Action | str]
"""A function of a view and the legal actions that returns one of them, like `Bot.choose`.

The text of an action and a whole move are accepted too.
"""


class Observation(TypedDict):
    """The observation of a seat, with a 1 in the mask for each legal action."""

    observation: Vector
    action_mask: Mask


def check_form(form: object) -> None:
    """Raise an error for an unknown form of observations."""
    if form not in (FLAT, FIELDS):
        raise BadOptions("unknown_form", form=brief(repr(form)), known=(FLAT, FIELDS))


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
        self.observer = Observer(self.layout)

    def action_space(self) -> spaces.Discrete:
        """A new space of all actions."""
        return spaces.Discrete(self.actions.size)

    def observation_space(self, form: str = FLAT) -> spaces.Dict:
        """A new space of the observations: one vector, or an array for each field."""
        high = self.layout.high
        mask = spaces.Box(0, 1, (self.actions.size,), np.int8)
        if form == FLAT:
            vector = spaces.Box(np.float32(0), high, dtype=np.float32)
            return spaces.Dict({"observation": vector, "action_mask": mask})
        boxes: dict[str, spaces.Space[Any]] = {
            name: spaces.Box(np.float32(0), high[field.where].reshape(field.shape))
            for name, field in self.layout.fields.items()
        }
        return spaces.Dict(boxes | {"action_mask": mask})

    def observe(self, view: View, legal: Iterable[int] = ()) -> Observation:
        """The observation of the viewer, with the numbers of the legal actions."""
        return {"observation": self.vector(view, view.viewer), "action_mask": self.mask(legal)}

    def vector(self, position: Position, viewer: int) -> Vector:
        """The vector of a view or a state, without what is secret to the viewer."""
        vector: Vector = self.vectors([position], [viewer])[0]
        return vector

    def vectors(self, positions: Sequence[Position], viewers: Sequence[int]) -> Matrix:
        """The vectors of several positions, one per row; faster than one after another."""
        parts = VectorParts([], [])
        for position, viewer in zip(positions, viewers, strict=True):
            self.observer.add(position, viewer, parts)
        return self.observer.vectors(parts)

    def mask(self, legal: Iterable[int]) -> Mask:
        """A mask with a 1 for each of these numbers."""
        mask: Mask = np.zeros(self.actions.size, np.int8)
        mask[list(legal)] = 1
        return mask

    def masks(self, legal: Sequence[Collection[int]]) -> Mask:
        """The masks of several positions, one per row."""
        masks: Mask = np.zeros((len(legal), self.actions.size), np.int8)
        rows = np.repeat(np.arange(len(legal)), [len(numbers) for numbers in legal])
        masks[rows, [number for numbers in legal for number in numbers]] = 1
        return masks

    def in_form(self, vectors: Matrix, masks: Mask, form: str = FLAT) -> dict[str, NDArray[Any]]:
        """Vectors and masks as observations: flat, or with an array for each field."""
        if form == FLAT:
            return {"observation": vectors, "action_mask": masks}
        found: dict[str, NDArray[Any]] = {
            name: vectors[:, field.where].reshape(len(vectors), *field.shape)
            for name, field in self.layout.fields.items()
        }
        found["action_mask"] = masks
        return found

    def action(self, number: Any, legal: dict[int, Action]) -> Action:
        """The legal action of a number; IllegalAction if it is not legal."""
        try:
            wanted = operator.index(number)
        except TypeError:
            wanted = -1
        if wanted in legal:
            return legal[wanted]
        if not 0 <= wanted < self.actions.size:
            last = self.actions.size - 1
            raise IllegalAction("action_number", last=last, number=brief(repr(number)))
        text = self.actions.texts[wanted]
        possible = tuple(f"{number} '{action}'" for number, action in legal.items())
        raise IllegalAction("number_not_legal", number=wanted, action=text, possible=possible)

    def policy(
        self, choose: Callable[[Observation], int]
    ) -> Callable[[View, Sequence[Action]], Action]:
        """Turn a function from observations to action numbers into a policy."""

        def chosen(view: View, legal: Sequence[Action]) -> Action:
            numbers = self.actions.numbers(legal, view)
            return self.action(choose(self.observe(view, numbers)), numbers)

        return chosen


class Batch:
    """Observations that are added one by one and turned into arrays together."""

    def __init__(self, encoding: Encoding) -> None:
        """Start without observations."""
        self._encoding = encoding
        self._parts = VectorParts([], [])
        self._legal: list[Collection[int]] = []

    def add(self, position: Position, viewer: int, legal: Collection[int]) -> None:
        """Add what a viewer may know of a position, and the numbers of the legal actions."""
        self._encoding.observer.add(position, viewer, self._parts)
        self._legal.append(legal)

    def observations(self, form: str = FLAT) -> dict[str, NDArray[Any]]:
        """The observations in a form, one per row of each array."""
        vectors = self._encoding.observer.vectors(self._parts)
        return self._encoding.in_form(vectors, self._encoding.masks(self._legal), form)
