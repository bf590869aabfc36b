"""The fields of an observation vector, by name, for one mode."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from naqala.envs.numbering import places, tribes_of
from naqala.rules.djinns import DJINN_ROW_LENGTH
from naqala.rules.expansions import ARTISANS_BOX, WHIMS
from naqala.rules.expansions.items import ALL_ITEMS, ITEMS
from naqala.rules.expansions.whims import MOST_CARDS, whims_of
from naqala.rules.goods import CARDS, ROW_LENGTH
from naqala.rules.land import (
    BLUE_CITY,
    LARGE_MARKET,
    OASIS,
    RED_CITY,
    SACRED_PLACE,
    SMALL_MARKET,
    SPECIALISED_MARKET,
    VILLAGE,
    WORKSHOP,
)
from naqala.rules.setup import PALACES, PALMS, camels_and_markers, djinns_of, track_of
from naqala.rules.state import Options

Vector: TypeAlias = NDArray[np.float32]
Matrix: TypeAlias = NDArray[np.float32]
"""One vector per row."""

DECISIONS: tuple[str, ...] = (
    "bidding", "moving", "finishing", "sowing", "tribe", "tile", "placing palm", "placing palace",
    "marking", "keeping djinn", "keeping item", "gathering", "slaying", "arranging", "offering",
    "naming", "departing",
)  # fmt: skip
"""The kinds of decisions, in the order of the fields `decision` and `waiting`."""
BASE_GROUNDS = (VILLAGE, SACRED_PLACE, OASIS, SMALL_MARKET, LARGE_MARKET)
CITY_GROUNDS = (BLUE_CITY, RED_CITY)
ARTISANS_GROUNDS = (WORKSHOP, SPECIALISED_MARKET)
CITIES = 5
"""W1: the number of cities."""
MANY = 31
"""More meeples or cards of one kind than there can be anywhere."""
MOST_GOLD = MOST_ROUNDS = 9999


@dataclass(frozen=True, slots=True)
class Field:
    """A part of the vector: `vector[field.where].reshape(field.shape)`."""

    shape: tuple[int, ...]
    unit: float
    """What the numbers are divided by."""
    most: float
    """An upper bound of the numbers before the division."""
    start: int

    @property
    def size(self) -> int:
        """How many numbers the field has."""
        return prod(self.shape)

    @property
    def where(self) -> slice:
        """The slice of the vector that holds the field."""
        return slice(self.start, self.start + self.size)


class Layout:
    """The fields of the observations of one mode, in order."""

    size: int
    """The length of an observation."""
    fields: dict[str, Field]

    def __init__(self, options: Options) -> None:
        """Define the fields for games with these options."""
        self.fields = {}
        self.size = 0
        self.players = options.players
        self.places = places(options)
        self.tribes = len(tribes_of(options))
        self.with_whims = WHIMS in options.expansions
        self.with_artisans = ARTISANS_BOX in options.expansions
        self.grounds: tuple[str, ...] = BASE_GROUNDS
        self.grounds += CITY_GROUNDS if self.with_whims else ()
        self.grounds += ARTISANS_GROUNDS if self.with_artisans else ()
        self.djinns = djinns_of(options)
        self.items = tuple(ITEMS.values()) if self.with_artisans else ()
        self.whims = whims_of(options) if self.with_whims else ()
        self.track = track_of(options) if options.players > 1 else ()
        self._add_board()
        self._add_numbers()
        self._add_hands()
        self._add_cards()
        self._add_course()

    @property
    def units(self) -> Vector:
        """The divisor of every number."""
        return self._repeated([field.unit for field in self.fields.values()])

    @property
    def high(self) -> Vector:
        """The upper bound of every number; the lower bound is 0."""
        return self._repeated([field.most / field.unit for field in self.fields.values()])

    def _repeated(self, values: list[float]) -> Vector:
        sizes = [field.size for field in self.fields.values()]
        return np.repeat(np.array(values, np.float32), sizes)

    def _add(self, name: str, *shape: int, unit: float = 1, most: float = 1) -> None:
        field = Field(shape, unit, most, self.size)
        if field.size:
            self.fields[name] = field
            self.size += field.size

    def _add_board(self) -> None:
        tiles, sides = len(self.places), max(self.players, 2)
        self._add("meeples", self.tribes, tiles, unit=4, most=MANY)
        self._add("palms", tiles, unit=2, most=PALMS)
        self._add("palaces", tiles, unit=2, most=PALACES)
        self._add("owners", sides, tiles)
        self._add("tents", tiles * self.with_artisans)
        self._add("focus", tiles)
        self._add("before", tiles)
        self._add("arrival", tiles)
        self._add("kinds", len(self.grounds), tiles)
        self._add("points", tiles, unit=15, most=15)
        self._add("lake", tiles * self.with_whims)
        self._add("walls", 2, tiles * self.with_artisans)

    def _add_numbers(self) -> None:
        players = self.players
        self._add("gold", 1, unit=50, most=MOST_GOLD)
        self._add("deck size", 1, unit=54, most=54)
        self._add("stock", 2, unit=12, most=PALMS)
        self._add("round", 1, unit=20, most=MOST_ROUNDS)
        self._add("left", 1, unit=5, most=5)
        self._add("flags", 6)
        self._add("council", players, 3, unit=5, most=MANY)
        self._add("camels", players, unit=11, most=11)
        self._add("hand sizes", players, unit=10, most=2 * MANY)
        self._add("tents left", players)
        self._add("item counts", players, unit=5, most=len(ALL_ITEMS))
        self._add("whim counts", players, unit=5, most=MOST_CARDS)

    def _add_hands(self) -> None:
        cards, items = len(CARDS), len(self.items)
        self._add("bag", self.tribes, unit=10, most=MANY)
        self._add("in hand", self.tribes, unit=4, most=MANY)
        self._add("hand", cards, unit=3, most=MANY)
        self._add("unseen", cards, unit=6, most=MANY)
        self._add("discards", cards, unit=6, most=MANY)
        self._add("dealt", cards, unit=3, most=MANY)
        self._add("items", items, unit=2, most=5)
        self._add("unseen items", items, unit=5, most=5)
        self._add("item discards", items, unit=5, most=5)
        self._add("offered items", items, unit=2, most=5)

    def _add_cards(self) -> None:
        players, djinns, whims = self.players, len(self.djinns), len(self.whims)
        self._add("row", ROW_LENGTH, len(CARDS))
        self._add("djinn row", DJINN_ROW_LENGTH, djinns)
        self._add("djinn discards", djinns)
        self._add("offered djinns", djinns)
        self._add("djinns", players, djinns)
        self._add("used", djinns)
        self._add("whims", whims)
        self._add("paid whims", players, whims)
        self._add("city whims", CITIES, whims)

    def _add_course(self) -> None:
        players = self.players
        markers = camels_and_markers(players)[1] * players
        self._add("decision", len(DECISIONS))
        self._add("waiting", len(DECISIONS))
        self._add("seat", players)
        self._add("spots", len(self.track), players)
        self._add("bid order", markers, players)
        self._add("next order", markers, players)
        if players == 1:
            self._add("yazid", 5, unit=11, most=MANY)
            self._add("yazid flags", 2)
            self._add("yazid djinns", len(self.djinns))
            self._add("dice", 2, 6)
