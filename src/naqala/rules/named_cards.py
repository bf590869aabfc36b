"""Cards that are stateless objects with a name: Djinns and items."""

from __future__ import annotations

from typing import ClassVar, Self


class NamedCard:
    """A Djinn or an item; each is a singleton, so they can be compared by identity."""

    name: ClassVar[str]

    def __new__(cls) -> Self:
        """The singleton of this card."""
        if cls not in _ONLY:
            _ONLY[cls] = object.__new__(cls)
        only = _ONLY[cls]
        assert isinstance(only, cls)
        return only

    def __lt__(self, other: NamedCard) -> bool:
        return self.name < other.name

    def __reduce__(self) -> tuple[type[NamedCard], tuple[()]]:
        return type(self), ()

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


_ONLY: dict[type[NamedCard], NamedCard] = {}
