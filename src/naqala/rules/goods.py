"""Resource cards: nine kinds of goods and the Fakir; a hand is one int of five bits per kind.

This module values sets of goods; the sale itself is in `turn.Finishing`.
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import combinations
from typing import NewType

Card = NewType("Card", int)
"""A kind of resource card; a plain int at run time."""
Hand = int

CARDS = tuple(Card(number) for number in range(10))
IVORY, GEMS, GOLD, PAPYRUS, SILK, SPICES, FISH, WHEAT, POTTERY, FAKIR = CARDS
KINDS = CARDS[:9]
CARD_NAMES = (
    "ivory", "gems", "gold", "papyrus", "silk", "spices", "fish", "wheat", "pottery", "fakir",
)  # fmt: skip
CARD_OF_NAME = dict(zip(CARD_NAMES, CARDS, strict=True))

COPIES = (2, 2, 2, 4, 4, 4, 6, 6, 6, 18)
"""C3: how many of each card there are."""
SET_VALUE = (0, 1, 3, 7, 13, 21, 30, 40, 50, 60)
"""C10: the gold or points of a set of n different goods."""

ROW_LENGTH = 9
"""S3: how many cards lie face up."""

WIDTH = 5
FULL = (1 << WIDTH) - 1
ONE = tuple(1 << WIDTH * card for card in CARDS)
WHOLE_DECK: Hand = sum(copies * one for copies, one in zip(COPIES, ONE, strict=True))

_EVERY_OTHER = sum(FULL * one for one in ONE[::2])


def count(hand: Hand, card: Card) -> int:
    """How many of a card a hand holds."""
    return hand >> WIDTH * card & FULL


def fakirs(hand: Hand) -> int:
    """How many Fakirs a hand holds."""
    return hand >> WIDTH * FAKIR


def size(hand: Hand) -> int:
    """How many cards a hand holds."""
    # Two kinds added in each ten bits; in base 1024, 1023 leaves the sum of the digits.
    return ((hand & _EVERY_OTHER) + (hand >> WIDTH & _EVERY_OTHER)) % 1023


def gather(cards: Iterable[Card]) -> Hand:
    """The hand of these cards."""
    return sum(ONE[card] for card in cards)


def members(hand: Hand) -> tuple[Card, ...]:
    """The cards of a hand one by one, in the order of the kinds."""
    return tuple(card for card in CARDS for _ in range(count(hand, card)))


@lru_cache(maxsize=1 << 16)
def kinds(hand: Hand) -> tuple[Card, ...]:
    """The different goods of a hand, Fakirs left out."""
    return tuple(card for card in KINDS if count(hand, card))


@cache
def sets(different: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    """Every set of different goods that can be made of these, smallest first."""
    return tuple(
        chosen
        for length in range(1, len(different) + 1)
        for chosen in combinations(different, length)
    )


@lru_cache(maxsize=1 << 16)
def value(hand: Hand, wild: int = 0) -> int:
    """C10 of all goods of a hand, largest sets first, with some cards of any kind added (D1).

    Each further card of a set is worth at least as much as the one before it, so making the
    largest sets first, and adding wild cards to the largest set that has room, is best.
    """
    numbers = [count(hand, card) for card in KINDS]
    lengths = [sum(number >= nth for number in numbers) for nth in range(1, max(numbers) + 1)]
    nth = 0
    while wild:
        if nth == len(lengths):
            lengths.append(0)
        added = min(wild, len(KINDS) - lengths[nth])
        lengths[nth] += added
        wild -= added
        nth += 1
    return sum(SET_VALUE[length] for length in lengths)
