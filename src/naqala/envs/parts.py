"""Parts of an observation as bytes, kept because the same ones are needed again and again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import Generic, TypeVar

from naqala.envs.layout import DECISIONS
from naqala.rules.board import Mask, Tile
from naqala.rules.djinns import DJINN_ROW_LENGTH
from naqala.rules.goods import CARDS, ROW_LENGTH, Card
from naqala.rules.named_cards import NamedCard
from naqala.rules.state import NOBODY

Key = TypeVar("Key")
Shared = TypeVar("Shared")

MOST_KEPT = 1 << 14
"""How many parts of one kind are kept."""
MOST_SHARED = 1 << 10
"""How many parts of shared objects of one kind are kept."""


class PartCache(dict[Key, bytes]):
    """The parts of one kind, by what they show."""

    def __init__(self, encode: Callable[[Key], bytes]) -> None:
        """Compute missing parts with this function."""
        self._encode = encode

    def __missing__(self, key: Key) -> bytes:
        if len(self) >= MOST_KEPT:
            self.clear()
        part = self[key] = self._encode(key)
        return part


class SharedParts(Generic[Shared]):
    """The parts of objects that many positions share, by identity: fast for large objects."""

    def __init__(self, encode: Callable[[Shared], bytes]) -> None:
        """Compute missing parts with this function."""
        self._encode = encode
        self._known: dict[int, tuple[Shared, bytes]] = {}

    def of(self, shared: Shared) -> bytes:
        """The part of an object, which must never change."""
        found = self._known.get(id(shared))
        if found is None:
            if len(self._known) >= MOST_SHARED:
                self._known.clear()
            found = self._known[id(shared)] = shared, self._encode(shared)
        return found[1]


def tile_sets(places: Sequence[Tile]) -> PartCache[Mask]:
    """Sets of tiles: a 1 for each place that is in the set."""
    return PartCache(lambda mask: bytes([mask >> place & 1 for place in places]))


def pieces(places: Sequence[Tile]) -> SharedParts[tuple[int, ...]]:
    """Numbers of pieces by place, from numbers by tile."""
    in_places = itemgetter(*places)
    return SharedParts(lambda numbers: bytes(in_places(numbers)))


def card_rows() -> PartCache[tuple[Card, ...]]:
    """Rows of cards: a 1 for the card at each place."""
    return PartCache(lambda row: one_in_each(row, len(CARDS), ROW_LENGTH))


def djinn_rows(numbers: dict[NamedCard, int]) -> PartCache[tuple[NamedCard, ...]]:
    """Rows of Djinns: a 1 for the Djinn at each place."""
    size = len(numbers)
    return PartCache(
        lambda row: one_in_each([numbers[card] for card in row], size, DJINN_ROW_LENGTH)
    )


def djinn_sets(numbers: dict[NamedCard, int]) -> PartCache[tuple[NamedCard, ...]]:
    """Sets of Djinns: a 1 for each Djinn in the set; items are ignored."""
    size = len(numbers)
    return PartCache(lambda cards: ones([numbers[card] for card in cards if card in numbers], size))


def decisions() -> PartCache[tuple[int, ...]]:
    """Numbers of pending decisions: the last one, and those that wait for it."""
    size = len(DECISIONS)
    return PartCache(lambda pending: ones(pending[-1:], size) + ones(pending[:-1], size))


def seats(viewer: int, players: int, places: int) -> PartCache[tuple[int, ...]]:
    """Seats in some places: a 1 for the seat at each place, counted from the viewer."""

    def encode(row: tuple[int, ...]) -> bytes:
        relative = [NOBODY if seat == NOBODY else (seat - viewer) % players for seat in row]
        return one_in_each(relative, players, places)

    return PartCache(encode)


def ones(numbers: Iterable[int], size: int) -> bytes:
    """Zeros, with a 1 for each of these numbers."""
    part = bytearray(size)
    for number in numbers:
        part[number] = 1
    return bytes(part)


def one_in_each(row: Iterable[int], size: int, places: int) -> bytes:
    """For each place `size` zeros, with a 1 for the number there; -1 or no number leaves zeros."""
    return ones(
        [nth * size + number for nth, number in enumerate(row) if number >= 0], places * size
    )
