"""Tribes and piles: a pile of meeples is one int of five bits per tribe."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NewType

from naqala.rules.errors import BadText, brief

Tribe = NewType("Tribe", int)
"""One of the six tribes; a plain int at run time."""
Pile = int

TRIBES = tuple(Tribe(number) for number in range(6))
VIZIERS, ELDERS, MERCHANTS, BUILDERS, ASSASSINS, ARTISANS = TRIBES
BASE_TRIBES = TRIBES[:5]
TRIBE_NAMES = ("viziers", "elders", "merchants", "builders", "assassins", "artisans")
TRIBE_LETTERS = "YWGBRP"
TRIBE_OF_LETTER = dict(zip(TRIBE_LETTERS, TRIBES, strict=True))

WIDTH = 5
FULL = (1 << WIDTH) - 1
ONE = tuple(1 << WIDTH * tribe for tribe in TRIBES)
"""The pile of one meeple of each tribe: add or subtract it."""


def count(pile: Pile, tribe: Tribe) -> int:
    """How many meeples of a tribe a pile holds."""
    return pile >> WIDTH * tribe & FULL


@lru_cache(maxsize=1 << 16)
def size(pile: Pile) -> int:
    """How many meeples a pile holds in all."""
    return sum(count(pile, tribe) for tribe in TRIBES)


def bag_size(bag: Pile) -> int:
    """How many meeples a bag holds; uncached, because it changes with every draw."""
    return (
        (bag & FULL)
        + (bag >> WIDTH & FULL)
        + (bag >> 2 * WIDTH & FULL)
        + (bag >> 3 * WIDTH & FULL)
        + (bag >> 4 * WIDTH & FULL)
        + (bag >> 5 * WIDTH & FULL)
    )


@lru_cache(maxsize=1 << 16)
def tribes(pile: Pile) -> tuple[Tribe, ...]:
    """The tribes present in a pile."""
    return tuple(tribe for tribe in TRIBES if count(pile, tribe))


@lru_cache(maxsize=1 << 16)
def has_pair(pile: Pile) -> bool:
    """Whether a pile holds at least two meeples of some tribe."""
    return any(count(pile, tribe) > 1 for tribe in TRIBES)


def of_tribe(pile: Pile, tribe: Tribe) -> Pile:
    """The part of a pile that belongs to one tribe."""
    return pile & FULL << WIDTH * tribe


def gather(members: Iterable[Tribe]) -> Pile:
    """The pile of these meeples."""
    return sum(ONE[tribe] for tribe in members)


def members(pile: Pile) -> Iterator[Tribe]:
    """The meeples of a pile one by one, in the order of the tribes."""
    for tribe in TRIBES:
        for _ in range(count(pile, tribe)):
            yield tribe


def letters(pile: Pile) -> str:
    """The text of a pile, `YWG`; `-` when it is empty."""
    return "".join(TRIBE_LETTERS[tribe] for tribe in members(pile)) or "-"


def parse_letters(text: str) -> Pile:
    """Read the text of a pile; BadText says what is wrong."""
    if text == "-":
        return 0
    counts = [0] * len(TRIBES)
    for letter in text:
        tribe = TRIBE_OF_LETTER.get(letter)
        if tribe is None:
            raise BadText("not_a_tribe", text=brief(letter), known=tuple(TRIBE_LETTERS))
        counts[tribe] += 1
        if counts[tribe] > FULL:
            raise BadText("pile_full", most=FULL)
    return sum(number << WIDTH * tribe for tribe, number in enumerate(counts))
