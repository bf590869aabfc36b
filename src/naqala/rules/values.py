"""Values: frozen dataclasses that share how they compare, hash and print.

A plain frozen dataclass makes six functions for each class when it is imported. There are nearly
a hundred classes of actions, events and decisions, and these three functions can be written once.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from typing import Any, ClassVar, TypeVar, dataclass_transform

T = TypeVar("T")


class Value:
    """Equal to another of the same class with equal fields."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]] = ()
    fields_of: ClassVar[Any] = attrgetter("__match_args__")
    """A function that reads all fields of one of this class as a tuple, in their order."""
    _shape: ClassVar[str] = ""
    """How it is printed, with a place for each field."""

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return type(self) is type(other) and self.fields_of(self) == other.fields_of(other)

    def __hash__(self) -> int:
        return hash((type(self).__name__, self.fields_of(self)))

    def __repr__(self) -> str:
        return self._shape.format(*self.fields_of(self))


@dataclass_transform(frozen_default=True)
def value(cls: type[T]) -> type[T]:
    """A frozen dataclass with slots that compares, hashes and prints as `Value` does."""
    made: Any = dataclass(frozen=True, slots=True, eq=False, repr=False)(cls)
    names = made.__match_args__
    if len(names) == 1:
        read = attrgetter(*names)
        made.fields_of = staticmethod(lambda it: (read(it),))
    elif names:
        made.fields_of = attrgetter(*names)
    made._shape = f"{made.__name__}({', '.join([f'{name}={{!r}}' for name in names])})"
    checked: type[T] = made
    return checked
