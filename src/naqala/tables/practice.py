"""Lessons: a page plays at a table of its own, and is told how far it is."""

from __future__ import annotations

import msgspec

from naqala.lessons import Lesson, lesson
from naqala.lessons.conditions import PUPIL
from naqala.tables import coaching
from naqala.tables.commands import Sender
from naqala.tables.errors import Refusal
from naqala.tables.live.subscribers import Subscriber
from naqala.tables.live.table import LiveTable
from naqala.tables.page_socket import check_protocol
from naqala.tables.private_table import PrivateSession, private_table
from naqala.tables.protocol.messages import (
    Accepted,
    FromPage,
    Hello,
)
from naqala.text import catalogue

encode = msgspec.json.Encoder().encode


class PracticeSession(PrivateSession):
    """A page at the table of a lesson."""

    def __init__(self, table: LiveTable, subscriber: Subscriber, lesson: Lesson) -> None:
        super().__init__(table, subscriber)
        self.lesson = lesson

    async def answer(self, message: FromPage) -> object:
        """Process a message, and send the progress after an act or an undo."""
        self.check(message)
        answer = await super().answer(message)
        if isinstance(answer, Accepted):
            self.report()
        return answer

    def report(self) -> None:
        """Send how far the pupil is."""
        message = coaching.progress_message(self.lesson, self.table.state)
        self.subscriber.outbox.post(encode(message))


async def subscribe(name: str, guest: str, hello: Hello) -> PracticeSession:
    """Welcome a page to a new table of a lesson; Refusal if there is no such lesson."""
    check_protocol(hello)
    found = lesson(name)
    if found is None:
        raise Refusal("no_lesson")
    sender = Sender(guest)
    words = catalogue(hello.language)
    table = await private_table(sender, found.position, PUPIL, words)
    subscriber = Subscriber(sender, hello.language)
    await table.subscribe(subscriber, since=-1)
    session = PracticeSession(table, subscriber, found)
    session.report()
    return session
