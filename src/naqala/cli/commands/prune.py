"""`naqala prune`: remove tables that have not changed for a long time."""

from __future__ import annotations

import time
from argparse import Namespace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from rich.console import Console

from naqala.cli.database import with_database
from naqala.text import Catalogue

if TYPE_CHECKING:  # only some commands need the server
    from naqala.tables.storage import Storage


def prune_tables(given: Namespace, words: Catalogue, console: Console) -> int:
    """Remove old tables of a database, or only count them, and print how many."""
    from naqala.tables.log.clocks import DAY
    from naqala.tables.storage import PruneCriteria

    now = time.time_ns() // 1_000_000
    criteria = PruneCriteria(now - given.days * DAY, now, given.finished)

    async def work(storage: Storage) -> tuple[int, int]:
        known = len(await storage.names())
        return await storage.prune(criteria, dry=given.dry_run), known

    count, known = with_database(given, work, must_exist=True)
    date = datetime.fromtimestamp(criteria.before / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
    key = "pruned_none" if not count else "would_prune" if given.dry_run else "pruned"
    message = words.say(f"terminal.{key}", count=count, all=known, date=date)
    console.print(message, soft_wrap=True)
    return 0
