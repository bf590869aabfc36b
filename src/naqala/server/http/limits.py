"""Limits on sizes, rates and numbers, so that memory stays bounded whatever clients send."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from naqala.tables.errors import Refusal

LARGEST_MESSAGE = 16 * 1024
"""Bytes of a message over a socket."""
LARGEST_FRAME = 4 * LARGEST_MESSAGE
"""Bytes of a message that is read at all, so that it can be refused with a sentence."""
LARGEST_BODY = 256 * 1024
"""Bytes of the body that creates a table: it may contain a whole record and a deck of Whims."""
MOST_RECEIVING = 4 * LARGEST_BODY
"""Bytes of request bodies that may arrive from one address at the same time."""
BODY_SECONDS = 30.0
"""How long the body of a request may take to arrive."""
HELLO_SECONDS = 10.0
"""How long a page may take to send `hello` on a new socket."""
PING_SECONDS, PONG_SECONDS = 7.0, 7.0
"""Time between two pings of a socket, and how long the answer to a ping may take.

A device can lose its network without closing the socket. After both periods its page counts as
closed, and after `timeouts.AWAY` more its owner as away. TCP retransmits a lost packet after 0.2,
0.6, 1.4, 3 and 6.2 seconds, so a network that is back by then costs nobody the connection.
"""
SEND_SECONDS = 30.0
"""How long a client may leave sent data unread."""
REQUEST_SECONDS = 10.0
"""How long a connection may be open without a complete request."""
READ_BYTES = 4096
"""Bytes that are read from a connection at once, so that one cannot hold up the others."""
FRAME_COST = 256
"""Bytes that each frame of a socket counts as, besides its own: a ping may have only six."""
MESSAGE_BYTES = 2 * FRAME_COST
"""Bytes of a socket for each message that its guest may send."""
CONNECTION_COST = 1024
"""Bytes that a new connection counts as."""
PAGES = 2
"""How many connections an address may have for each of its sockets."""
SPARE_FILES = 256
"""File descriptors that are kept for files, workers and connections that wait to be closed."""
BACKLOG = 128
"""Connections that may wait to be accepted; asyncio accepts all of them at once."""
GOODBYE_SECONDS = 5.0
"""How long a page may take to read the last messages before its socket is closed."""
MOST_BAD = 20
"""How many unreadable or excess messages a socket may send before it is closed."""
FORGIVEN_SECONDS = 5.0
"""The count of these messages drops by one after each such period."""
MESSAGE_COST, REQUEST_COST, TABLE_COST = 1, 10, 40
"""What a message, a request and a new table take from the bucket of an address."""
TEXT_COST = 1 / 1024
"""What each character of an opening or a deck takes: they are slow to parse."""
TABLES_AT_ONCE, TABLES_LATER = 5, 1 / 200
"""New tables of an address, at once and per second, as multiples of the message rate.

Tables are stored until an operator removes them, and a client can have any number of cookies.
"""
FAULTS_AT_ONCE, FAULTS_LATER = 20, 1 / 10
"""Error reports of an address, at once and per second: each is a line of the log."""
FILES_AT_ONCE, FILES_LATER = 2000, 100
"""Files of the offline site for an address, at once and per second: a first visit needs about 100.

A browser that is refused one of them cannot store the site, so these do not depend on the rate.
"""
CROWD = 10
"""How many guests at their full rate an address may have."""
BURST = 4
"""How many seconds' worth of messages may come at once."""

Clock = Callable[[], float]
"""Returns the time in seconds."""


class TokenBucket:
    """A token bucket: `most` tokens at first, and `rate` more per second up to `most`."""

    __slots__ = ("clock", "left", "most", "rate", "updated")

    def __init__(self, rate: float, most: float, clock: Clock = time.monotonic) -> None:
        self.rate = rate
        self.most = self.left = most
        self.clock = clock
        self.updated = clock()

    def take(self, number: float = 1) -> bool:
        """Take this many tokens, or none and return False if there are fewer."""
        now = self.clock()
        self.left = min(self.most, self.left + (now - self.updated) * self.rate)
        self.updated = now
        if self.left < number:
            return False
        self.left -= number
        return True

    @property
    def is_full(self) -> bool:
        """Whether the bucket is like a new one."""
        return self.left + (self.clock() - self.updated) * self.rate >= self.most

    def wait(self, number: float = 1) -> float:
        """Seconds until this many tokens are there; 0 if that will never be the case."""
        return (number - self.left) / self.rate if self.rate and number <= self.most else 0.0


class RateLimiter:
    """A token bucket for each guest or address; those that are full again are forgotten."""

    def __init__(
        self, rate: float, most: float, known: int = 10_000, clock: Clock = time.monotonic
    ) -> None:
        """Keep at most `known` buckets of this rate and size, those used most recently."""
        self.rate, self.most, self.known, self.clock = rate, most, known, clock
        self.buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, key: str, number: float = 1) -> None:
        """Take tokens from the bucket of a guest or an address; Refusal if there are too few."""
        bucket = self.buckets.get(key)
        if bucket:
            self.buckets.move_to_end(key)
        else:
            self._forget()
            bucket = self.buckets[key] = TokenBucket(self.rate, self.most, self.clock)
        if not bucket.take(number):
            refusal = Refusal("too_many")
            refusal.wait = bucket.wait(number)
            raise refusal

    def _forget(self) -> None:
        """Make room for a new bucket."""
        while self.buckets:
            oldest = next(iter(self.buckets.values()))
            if len(self.buckets) < self.known and not oldest.is_full:
                break
            self.buckets.popitem(last=False)


class SocketLimiter:
    """Counts the open sockets of each guest and each address."""

    def __init__(self, most: int) -> None:
        """Allow `most` sockets for an address and a tenth of it for a guest."""
        self.by_address, self.by_guest = most, max(1, most // 10)
        self.total = 0
        self.open: Counter[str] = Counter()

    def enter(self, guest: str, address: str) -> bool:
        """Count a new socket, or return False if there are too many."""
        if self.open[address] >= self.by_address or self.open[guest] >= self.by_guest:
            return False
        self.total += 1
        self.open.update((guest, address))
        return True

    def leave(self, guest: str, address: str) -> None:
        """Discount a closed socket."""
        self.total -= 1
        for each in (guest, address):
            self.open[each] -= 1
            if not self.open[each]:
                del self.open[each]


class BodyLimiter:
    """Limits the request bodies that arrive from an address at once: a slow one fills memory."""

    def __init__(self, most: int = MOST_RECEIVING) -> None:
        """Allow this many bytes for an address."""
        self.most = most
        self.arriving: Counter[str] = Counter()

    @contextmanager
    def receiving(self, address: str) -> Iterator[Callable[[int], None]]:
        """While a body arrives: a function that counts bytes, with Refusal if they are too many.

        Only what has arrived is counted, so that an unfinished request does not block others.
        """
        total = 0

        def count(size: int) -> None:
            nonlocal total
            if self.arriving[address] + size > self.most:
                refusal = Refusal("too_many")
                refusal.wait = 1.0
                raise refusal
            self.arriving[address] += size
            total += size

        try:
            yield count
        finally:
            self.arriving[address] -= total
            if not self.arriving[address]:
                del self.arriving[address]


class RateLimits:
    """All limits on guests and addresses; each method raises Refusal if something is too much."""

    def __init__(self, rate: float, sockets: int, clock: Clock = time.monotonic) -> None:
        """Allow a guest `rate` messages per second and an address this many sockets."""
        self.guests = RateLimiter(rate, BURST * rate, clock=clock)
        self.addresses = RateLimiter(CROWD * rate, BURST * CROWD * rate, clock=clock)
        self.tables = RateLimiter(TABLES_LATER * rate, max(1, TABLES_AT_ONCE * rate), clock=clock)
        self.faults = RateLimiter(FAULTS_LATER, FAULTS_AT_ONCE, clock=clock)
        self.files = RateLimiter(FILES_LATER, FILES_AT_ONCE, clock=clock)
        self.bytes = RateLimiter(
            CROWD * MESSAGE_BYTES * rate,
            MOST_RECEIVING + CROWD * BURST * MESSAGE_BYTES * rate,
            clock=clock,
        )
        self.sockets = SocketLimiter(sockets)
        self.bodies = BodyLimiter()
        self.rate, self.clock = rate, clock

    def socket_bytes(self) -> TokenBucket:
        """Limits the bytes of a new socket; one message that is too large may be read."""
        rate = MESSAGE_BYTES * self.rate
        return TokenBucket(rate, LARGEST_FRAME + READ_BYTES + BURST * rate, self.clock)

    def message(self, guest: str, address: str, cost: float = MESSAGE_COST) -> None:
        """Count a message over a socket."""
        self.guests.take(guest, cost)
        self.addresses.take(address, cost)

    def request(self, guest: str, address: str) -> None:
        """Count a request; `guest` is empty for a client without a cookie."""
        if guest:
            self.guests.take(guest)
        self.addresses.take(address, REQUEST_COST)

    def new_table(self, address: str) -> None:
        """Count a new table."""
        self.addresses.take(address, TABLE_COST)
        self.tables.take(address)

    def long_text(self, address: str, characters: int) -> None:
        """Count an opening or a deck of this length; a full bucket allows any."""
        self.addresses.take(address, min(characters * TEXT_COST, self.addresses.most))
