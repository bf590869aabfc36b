"""Values: frozen dataclasses that share how they compare, hash and print.

A plain frozen dataclass makes six functions for each class when it is imported. There are nearly
a hundred classes of actions, events and decisions, and these three functions can be written once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar, dataclass_transform

T = TypeVar("T")


class Value:
    """Equal to another of the same class with equal fields."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]] = ()

    def _fields(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self.__match_args__)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return type(self) is type(other) and self._fields() == other._fields()

    def __hash__(self) -> int:
        return hash((type(self).__name__, self._fields()))

    def __repr__(self) -> str:
        told = (f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
        return f"{type(self).__name__}({', '.join(told)})"


@dataclass_transform(frozen_default=True)
def value(cls: type[T]) -> type[T]:
    """A frozen dataclass with slots that compares, hashes and prints as `Value` does."""
    return dataclass(frozen=True, slots=True, eq=False, repr=False)(cls)
