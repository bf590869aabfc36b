"""Lessons: a page plays at a table of its own, which nobody else sees and nothing stores.

The table has a registry and a storage in memory of its own, and exists as long as its socket. In
positions for several players the others are seated, but never act.
"""

from __future__ import annotations

import msgspec

from naqala.lessons import Lesson, lesson
from naqala.lessons.conditions import PUPIL
from naqala.tables import coaching
from naqala.tables.bot_runner import InlineBotRunner
from naqala.tables.commands import Sender
from naqala.tables.errors import Refusal
from naqala.tables.live.registry import TableRegistry
from naqala.tables.live.subscribers import Subscriber
from naqala.tables.live.table import LiveTable
from naqala.tables.log.entries import Sat
from naqala.tables.memory import MemoryStorage
from naqala.tables.page_socket import Session, check_protocol
from naqala.tables.protocol.messages import (
    Accepted,
    Act,
    Ask,
    FromPage,
    Hello,
    NewTable,
    Ping,
    Undo,
)
from naqala.tables.protocol.types import SeatPlan
from naqala.text import Catalogue, catalogue

NEVER = 0.0
"""Nobody is ever away."""
NOT_A_GUEST = "1" * 64
"""Holds the seats of the others: nobody has a cookie with this hash."""
MOST_NUMBERS = 2000
"""Entries of the log of a lesson; a page that needs more starts it again."""

encode = msgspec.json.Encoder().encode


class PracticeSession(Session):
    """A page at the table of a lesson."""

    def __init__(self, table: LiveTable, subscriber: Subscriber, lesson: Lesson) -> None:
        super().__init__(table, subscriber)
        self.lesson = lesson

    async def answer(self, message: FromPage) -> object:
        """Process a message, and send the progress after an act or an undo."""
        if not isinstance(message, (Act, Undo, Ask, Ping)):
            raise Refusal("only_practice")
        if not isinstance(message, Ping) and self.table.state.number >= MOST_NUMBERS:
            raise Refusal("practice_full", most=MOST_NUMBERS)
        answer = await super().answer(message)
        if isinstance(answer, Accepted):
            self.report()
        return answer

    def report(self) -> None:
        """Send how far the pupil is."""
        message = coaching.progress_message(self.lesson, self.table.state)
        self.subscriber.outbox.post(encode(message))

    def close(self) -> None:
        """Drop the table."""
        super().close()
        self.table.registry.discard(self.table)


async def subscribe(name: str, guest: str, hello: Hello) -> PracticeSession:
    """Welcome a page to a new table of a lesson; Refusal if there is no such lesson."""
    check_protocol(hello)
    found = lesson(name)
    if found is None:
        raise Refusal("no_lesson")
    sender = Sender(guest)
    table = await _seated(found, sender, catalogue(hello.language))
    subscriber = Subscriber(sender, hello.language)
    await table.subscribe(subscriber, since=-1)
    session = PracticeSession(table, subscriber, found)
    session.report()
    return session


async def _seated(lesson: Lesson, pupil: Sender, words: Catalogue) -> LiveTable:
    """A new table of a lesson, whose game has started."""
    registry = TableRegistry(MemoryStorage(), InlineBotRunner(), away=NEVER)
    plan = NewTable(opening=lesson.position, seats=(SeatPlan("me"),), listed=False, hints=False)
    table, _ = await registry.create(pupil, plan, words)
    others = range(PUPIL + 1, len(table.state.seats))
    if others:
        async with table.lock:
            await table.append([Sat(seat, words.player(seat), NOT_A_GUEST) for seat in others])
    return table
