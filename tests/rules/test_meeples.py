"""Piles of meeples."""

from hypothesis import given
from hypothesis import strategies as st

from naqala.rules import meeples


@given(st.lists(st.integers(0, 31), min_size=6, max_size=6))
def test_a_bag_is_counted_like_a_pile(counts: list[int]) -> None:
    bag = sum(number * one for number, one in zip(counts, meeples.ONE, strict=True))
    assert meeples.bag_size(bag) == meeples.size(bag) == sum(counts)
