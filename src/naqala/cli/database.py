"""The database that a command line names: opened, used and closed again."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from naqala.cli.refusals import Refused
from naqala.text import Catalogue

if TYPE_CHECKING:  # only some commands need the server
    from naqala.server.storage import Storage

T = TypeVar("T")


def with_database(
    given: Namespace, words: Catalogue, work: Callable[[Storage], Awaitable[T]], *, there: bool
) -> T:
    """Do something with the database that the command line names; `there`: it must exist."""
    import asyncio  # takes a while, as the server does

    from naqala.server.refusal import Refusal
    from naqala.server.settings import Settings, storage_of
    from naqala.server.sqlite import Sqlite

    async def opened() -> T:
        storage = storage_of(Settings(database=given.database, data=given.data))
        if there and isinstance(storage, Sqlite) and not storage.path.exists():
            raise Refused(words.say("refused.no_tables", file=storage.path))
        await storage.open()
        try:
            return await work(storage)
        finally:
            await storage.close()

    try:
        return asyncio.run(opened())
    except Refusal as refusal:
        raise Refused(refusal.sentence(words)) from None
