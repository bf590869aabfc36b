"""`naqala export` and `naqala import`: move tables between databases in a file."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, BinaryIO

from rich.console import Console

from naqala.cli.database import with_database
from naqala.cli.errors import CommandError
from naqala.cli.files import exists, reading, shown, writing
from naqala.text import Catalogue

if TYPE_CHECKING:  # only some commands need the server
    from naqala.tables.storage import Storage


def export_tables(given: Namespace, words: Catalogue, console: Console) -> int:
    """Write tables of a database to a new file."""
    from naqala.tables.archive import write

    file = shown(given.file, words)
    if exists(given.file):
        raise CommandError("file_exists", file=file)

    async def work(storage: Storage, target: BinaryIO) -> int:
        return await write(storage, given.table or None, target)

    with writing(given.file, words, private=True) as target:
        count = with_database(given, lambda storage: work(storage, target), must_exist=True)
    console.print(words.say("terminal.exported", count=count, file=file), soft_wrap=True)
    return 0


def import_tables(given: Namespace, words: Catalogue, console: Console) -> int:
    """Import the tables of a file into a database."""
    from naqala.tables.archive import read

    with reading(given.file, words) as source:
        count, _ = with_database(given, lambda storage: read(storage, source), must_exist=False)
    file = shown(given.file, words)
    console.print(words.say("terminal.imported", count=count, file=file), soft_wrap=True)
    return 0
