"""Hands of cards, sets of goods and their values."""

from functools import cache
from random import Random

import pytest

from naqala.rules import goods
from naqala.rules.goods import FAKIR, FISH, GEMS, IVORY, PAPYRUS, SILK, WHEAT, gather

SET_VALUES = [(1, 1), (2, 3), (3, 7), (4, 13), (5, 21), (6, 30), (7, 40), (8, 50), (9, 60)]


@cache
def best_value(hand: tuple[int, ...]) -> int:
    """The highest value of a hand of goods over all ways to split it into sets.

    The first card is in some set, so every set that contains it is tried.
    """
    if not hand:
        return 0
    first, *others = hand
    rest = set(others) - {first}
    best = 0
    for chosen in ((), *goods.sets(tuple(sorted(rest)))):
        left = list(others)
        for card in chosen:
            left.remove(card)
        best = max(best, dict(SET_VALUES)[1 + len(chosen)] + best_value(tuple(left)))
    return best


@pytest.mark.parametrize(("number", "value"), SET_VALUES)
def test_a_set_is_worth_more_the_more_goods_differ(number: int, value: int) -> None:
    """C10"""
    assert goods.value(gather(goods.KINDS[:number])) == value
    assert goods.value(gather(goods.KINDS[9 - number :])) == value


def test_no_goods_are_worth_nothing() -> None:
    """C10"""
    assert goods.value(0) == 0


def test_the_same_goods_twice_are_two_sets_of_one() -> None:
    """C10"""
    assert goods.value(gather([FISH, FISH])) == 2


def test_the_largest_sets_are_made_first() -> None:
    """C10, E3"""
    hand = gather([FISH, FISH, FISH, SILK, SILK, WHEAT])
    assert goods.value(hand) == 7 + 3 + 1


def test_the_value_of_a_complete_set_and_the_rest() -> None:
    """C10, E3"""
    hand = gather([*goods.KINDS, *goods.KINDS, PAPYRUS, SILK])
    assert goods.value(hand) == 60 + 60 + 3


def test_fakirs_add_nothing_to_a_set() -> None:
    """C10, A8"""
    assert goods.value(gather([FISH, SILK, FAKIR, FAKIR])) == 3
    assert goods.value(gather([FAKIR] * 18)) == 0


def test_no_other_way_to_make_sets_is_worth_more() -> None:
    """E3"""
    random = Random(1)
    for _ in range(60):
        hand = sorted(random.choices(goods.KINDS[: random.randint(1, 6)], k=random.randint(1, 9)))
        assert goods.value(gather(hand)) == best_value(tuple(hand)), hand


def test_the_deck_holds_54_cards() -> None:
    """C3"""
    assert goods.size(goods.WHOLE_DECK) == 54


def test_a_hand_stores_its_cards() -> None:
    hand = gather([FISH, FAKIR, IVORY, FISH, FAKIR])
    assert goods.size(hand) == 5
    assert goods.count(hand, FISH) == 2
    assert goods.count(hand, GEMS) == 0
    assert goods.fakirs(hand) == 2
    assert goods.members(hand) == (IVORY, FISH, FISH, FAKIR, FAKIR)


def test_fakirs_are_not_goods() -> None:
    """A8"""
    assert goods.kinds(gather([FISH, FAKIR, IVORY, FISH])) == (IVORY, FISH)


def test_every_set_is_listed_once() -> None:
    """A8"""
    sets = goods.sets((IVORY, SILK, FISH))
    assert sets == (
        (IVORY,), (SILK,), (FISH,),
        (IVORY, SILK), (IVORY, FISH), (SILK, FISH),
        (IVORY, SILK, FISH),
    )  # fmt: skip
