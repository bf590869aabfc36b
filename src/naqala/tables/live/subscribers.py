"""The pages that have a table open, and what is broadcast to them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from naqala.tables.commands import Sender
from naqala.tables.live.outbox import Outbox
from naqala.tables.live.remote_presence import RemotePresence
from naqala.tables.log.state import TableState
from naqala.tables.protocol.messages import Presence
from naqala.tables.views.snapshot import Snapshot


class Subscriber:
    """A page: who opened it, in which language it reads, and what waits to be sent to it."""

    __slots__ = ("language", "outbox", "seats", "sender")

    def __init__(self, sender: Sender, language: str) -> None:
        self.sender = sender
        self.language = language
        self.seats: tuple[int, ...] = ()
        self.outbox = Outbox()


class Subscribers:
    """The subscribers of one table, in this process and, as far as is known, in others."""

    __slots__ = ("_all", "_announced", "remote")

    def __init__(self) -> None:
        self._all: set[Subscriber] = set()
        self._announced: tuple[tuple[bool, ...], int] = ((), 0)
        """The presence that was broadcast last."""
        self.remote = RemotePresence()

    def __iter__(self) -> Iterator[Subscriber]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def add(self, subscriber: Subscriber) -> None:
        """Broadcast to this subscriber from now on."""
        self._all.add(subscriber)

    def remove(self, subscriber: Subscriber) -> None:
        """Stop broadcasting to this subscriber."""
        self._all.discard(subscriber)

    def broadcast(self, snapshot: Snapshot) -> None:
        """Send the new entries to every subscriber, as each may see them."""
        for subscriber in self._all:
            reseated = barred = False
            if snapshot.reseats:
                seats = subscriber.sender.seats(snapshot.table)
                reseated, subscriber.seats = seats != subscriber.seats, seats
                barred = reseated and subscriber.sender.is_banned(snapshot.table)
            message = snapshot.news(
                subscriber.seats, subscriber.language, reseated=reseated, banned=barred
            )
            subscriber.outbox.post(message)

    @property
    def local_seats(self) -> set[int]:
        """The seats that have a page open in this process."""
        return {seat for subscriber in self._all for seat in subscriber.seats}

    @property
    def seats(self) -> set[int]:
        """The seats that have a page open in any process."""
        return self.local_seats | self.remote.seats

    @property
    def spectators(self) -> int:
        """How many pages in this process hold no seat."""
        return sum(not subscriber.seats for subscriber in self._all)

    def presence(self, table: TableState) -> tuple[tuple[bool, ...], int]:
        """Which seats have a page open, and how many pages hold no seat."""
        connected = self.seats
        seats = tuple(seat in connected for seat in range(len(table.seats)))
        return seats, self.spectators + self.remote.spectators

    def broadcast_presence(self, table: TableState, but: Subscriber | None = None) -> None:
        """Send the presence if it has changed, to all but one, which has it already."""
        presence = self.presence(table)
        if presence != self._announced:
            self._announced = presence
            message = msgspec.json.encode(Presence(*presence))
            for subscriber in self._all:
                if subscriber is not but:
                    subscriber.outbox.post(message)
