"""How much anybody may ask."""

from __future__ import annotations

from naqala.server.limits import Bucket, Buckets


def test_a_bucket_gives_what_it_holds_and_no_more() -> None:
    bucket = Bucket(rate=0, most=3)
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]


def test_a_bucket_fills_again_up_to_its_brim() -> None:
    bucket = Bucket(rate=2, most=3)
    assert bucket.take(3)
    bucket.then -= 1.0
    assert bucket.take(2)
    bucket.then -= 100.0
    assert not bucket.take(3.5)
    assert bucket.take(3)


def test_each_address_has_its_own_bucket_and_few_are_remembered() -> None:
    buckets = Buckets(rate=0, most=1, known=2)
    assert buckets.take("a")
    assert not buckets.take("a")
    assert buckets.take("b")
    assert buckets.take("c")
    assert len(buckets.buckets) == 2
    assert buckets.take("a")
