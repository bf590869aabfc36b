"""How much anybody may ask: sizes, rates, numbers. Memory stays bounded whatever comes in."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from naqala.server.refusal import Refusal

LARGEST_MESSAGE = 16 * 1024
"""Bytes of a message over a socket."""
LARGEST_FRAME = 4 * LARGEST_MESSAGE
"""Bytes of a message that is read at all, to be refused with a sentence."""
LARGEST_BODY = 1_200_000
"""Bytes of the body with which a table is laid: a whole record fits. A send is a message."""
MOST_COMING = 4 * LARGEST_BODY
"""Bytes that the bodies may have which are on their way from one address at the same time."""
BODY_SECONDS = 30.0
"""How long the body of a request may take to come."""
MOST_TABLES = 100
"""Unfinished tables of one guest."""
MOST_LISTED = 100
"""Tables of one list."""
HELLO_SECONDS = 10.0
"""How long a socket may take to say who it is."""
GOODBYE_SECONDS = 5.0
"""How long a page may take to read why it is let go."""
MOST_BAD = 20
"""Messages that cannot be read or are too many before a socket is closed."""
FORGIVEN_SECONDS = 5.0
"""After so long one of them is forgotten."""
MOST_ENTRIES = 10_000
"""Entries of a log; then the game is played to its end and nothing else happens there."""
MESSAGE_COST, REQUEST_COST, LAYING_COST = 1, 10, 40
"""What is taken from the bucket of an address; a new table also from that of its guest."""
TABLES_AT_ONCE, TABLES_LATER = 5, 1 / 200
"""Times the rate of messages: tables that an address may lay at once, and each second after.

Tables are kept until an operator removes old ones, and a stranger has as many cookies as it likes.
"""
FAULTS_AT_ONCE, FAULTS_LATER = 20, 1 / 10
"""Faults of pages that an address may report at once, and each second after: they fill the log."""
READ_COST = 1 / 1024
"""The same for each letter of an opening or a deck, which take long to read."""
CROWD = 10
"""How many guests at full speed an address may have."""
BURST = 4
"""How many seconds' worth can be asked at once."""


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

    def wait(self, number: float = 1) -> float:
        """Seconds until so much is there again, if nobody takes any; 0 where it never will be."""
        return (number - self.left) / self.rate if self.rate and number <= self.most else 0.0


class Buckets:
    """A bucket for each guest or address; those not seen for longest are forgotten."""

    def __init__(self, rate: float, most: float, known: int = 10_000) -> None:
        """So many for each, of at most so many known at a time."""
        self.rate, self.most, self.known = rate, most, known
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, whose: str, number: float = 1) -> None:
        """Take so much for a guest or an address; Refusal where it is not left."""
        bucket = self.buckets.get(whose)
        if bucket:
            self.buckets.move_to_end(whose)
        else:
            bucket = self.buckets[whose] = Bucket(self.rate, self.most)
            if len(self.buckets) > self.known:
                self.buckets.popitem(last=False)
        if not bucket.take(number):
            refusal = Refusal("too_many")
            refusal.wait = bucket.wait(number)
            raise refusal


class Sockets:
    """How many sockets each guest and each address has open."""

    def __init__(self, most: int) -> None:
        """So many for an address, a tenth of it for a guest."""
        self.by_address, self.by_guest = most, max(1, most // 10)
        self.total = 0
        self.open: Counter[str] = Counter()

    def enter(self, guest: str, address: str) -> bool:
        """Whether one more may be opened; then it is counted."""
        if self.open[address] >= self.by_address or self.open[guest] >= self.by_guest:
            return False
        self.total += 1
        self.open.update((guest, address))
        return True

    def leave(self, guest: str, address: str) -> None:
        """One less."""
        self.total -= 1
        for each in (guest, address):
            self.open[each] -= 1
            if not self.open[each]:
                del self.open[each]


class Bodies:
    """How much is on its way from each address: who sends slowly keeps it in memory for long."""

    def __init__(self, most: int = MOST_COMING) -> None:
        """So many bytes for an address."""
        self.most = most
        self.under_way: Counter[str] = Counter()

    @contextmanager
    def coming(self, address: str, size: int) -> Iterator[None]:
        """While a body comes that may have so many bytes; Refusal where that would be too much."""
        if self.under_way[address] + size > self.most:
            raise Refusal("too_many")
        self.under_way[address] += size
        try:
            yield
        finally:
            self.under_way[address] -= size
            if not self.under_way[address]:
                del self.under_way[address]


class Gate:
    """What guests and addresses may still ask of the server; Refusal where it is too much."""

    def __init__(self, rate: float, sockets: int) -> None:
        """So many messages a second and so many sockets."""
        self.guests = Buckets(rate, BURST * rate)
        self.addresses = Buckets(CROWD * rate, BURST * CROWD * rate)
        self.tables = Buckets(TABLES_LATER * rate, max(1, TABLES_AT_ONCE * rate))
        self.faults = Buckets(FAULTS_LATER, FAULTS_AT_ONCE)
        self.sockets = Sockets(sockets)
        self.bodies = Bodies()

    def message(self, guest: str, address: str, cost: float = MESSAGE_COST) -> None:
        """Let a message over a socket be answered."""
        self.guests.take(guest, cost)
        self.addresses.take(address, cost)

    def request(self, guest: str, address: str) -> None:
        """Let a request be answered; nobody knows the guest of a first one."""
        if guest:
            self.guests.take(guest)
        self.addresses.take(address, REQUEST_COST)

    def laying(self, address: str) -> None:
        """Let a table be laid."""
        self.addresses.take(address, LAYING_COST)
        self.tables.take(address)

    def reading(self, address: str, letters: int) -> None:
        """Let an opening or a deck of so many letters be read; a full bucket allows any."""
        self.addresses.take(address, min(letters * READ_COST, self.addresses.most))
