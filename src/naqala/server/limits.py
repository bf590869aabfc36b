"""How much anybody may ask: sizes, rates, numbers. Memory stays bounded whatever comes in."""

from __future__ import annotations

import time
from collections import OrderedDict

LARGEST_MESSAGE = 16 * 1024
"""Bytes of a message over a socket."""
LARGEST_BODY = 1_200_000
"""Bytes of the body of a request: a whole record fits."""
MOST_TABLES = 100
"""Unfinished tables of one guest."""
MOST_LISTED = 100
"""Tables of one list."""
HELLO_SECONDS = 10.0
"""How long a socket may take to say who it is."""
GOODBYE_SECONDS = 5.0
"""How long a page may take to read why it is let go."""
MOST_BAD = 20
"""Messages that cannot be read before a socket is closed."""


class Bucket:
    """So many at once, and so many each second."""

    __slots__ = ("left", "most", "rate", "then")

    def __init__(self, rate: float, most: float) -> None:
        """Full at the beginning."""
        self.rate = rate
        self.most = self.left = most
        self.then = time.monotonic()

    def take(self, number: float = 1) -> bool:
        """Whether so much is left; then it is gone."""
        now = time.monotonic()
        self.left = min(self.most, self.left + (now - self.then) * self.rate)
        self.then = now
        if self.left < number:
            return False
        self.left -= number
        return True


class Buckets:
    """A bucket for each address; those not seen for longest are forgotten."""

    def __init__(self, rate: float, most: float, known: int = 10_000) -> None:
        """So many for each, of at most so many known at a time."""
        self.rate, self.most, self.known = rate, most, known
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, number: float = 1) -> bool:
        """Whether so much is left for an address."""
        bucket = self.buckets.pop(address, None) or Bucket(self.rate, self.most)
        self.buckets[address] = bucket
        if len(self.buckets) > self.known:
            self.buckets.popitem(last=False)
        return bucket.take(number)
