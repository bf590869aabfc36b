"""Open the database of the command line, use it and close it."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from naqala.cli.errors import CommandError

if TYPE_CHECKING:  # only some commands need the server
    from naqala.tables.storage import Storage

T = TypeVar("T")


def with_database(
    given: Namespace, work: Callable[[Storage], Awaitable[T]], *, must_exist: bool
) -> T:
    """Run a function with the database of the command line; with `must_exist` it is not created."""
    import asyncio  # slow to import, like the server

    from naqala.server.ops.settings import Settings, storage_of
    from naqala.server.storage.sqlite import Sqlite

    async def opened() -> T:
        storage = storage_of(Settings(database=given.database, data=given.data))
        if must_exist and isinstance(storage, Sqlite) and not storage.path.exists():
            raise CommandError("no_database_file", file=str(storage.path))
        await storage.open()
        try:
            return await work(storage)
        finally:
            await storage.close()

    return asyncio.run(opened())
