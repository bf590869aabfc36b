"""`naqala export` and `naqala import`: tables in a file, from one database to another."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, BinaryIO

from rich.console import Console

from naqala.cli.files import exists, reading, shown, writing
from naqala.cli.refusals import Refused
from naqala.text import Catalogue

if TYPE_CHECKING:  # only these two commands and `serve` need the server
    from naqala.server.storage import Storage


def export_tables(given: Namespace, words: Catalogue, console: Console) -> int:
    """Write tables of a database to a new file."""
    from naqala.server.archive import write

    file = shown(given.file, words)
    if exists(given.file):
        raise Refused(words.say("refused.there_already", file=file))

    async def work(storage: Storage, target: BinaryIO) -> int:
        return await write(storage, given.table or None, target)

    with writing(given.file, words, private=True) as target:
        count = _done(given, words, lambda storage: work(storage, target), there=True)
    console.print(words.say("terminal.exported", count=count, file=file), soft_wrap=True)
    return 0


def import_tables(given: Namespace, words: Catalogue, console: Console) -> int:
    """Take the tables of a file into a database."""
    from naqala.server.archive import read

    with reading(given.file, words) as source:
        count = _done(given, words, lambda storage: read(storage, source), there=False)
    file = shown(given.file, words)
    console.print(words.say("terminal.imported", count=count, file=file), soft_wrap=True)
    return 0


def _done(
    given: Namespace, words: Catalogue, work: Callable[[Storage], Awaitable[int]], *, there: bool
) -> int:
    """Do something with the database that the command line names; `there`: it must exist."""
    from naqala.server.refusal import Refusal
    from naqala.server.settings import Settings, storage_of
    from naqala.server.sqlite import Sqlite

    async def opened() -> int:
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
