"""Play at tables whose every act goes to the other of two processes, and count wrong refusals.

    python -m benchmarks.server.two_processes --postgresql
    python -m benchmarks.server.two_processes

With `--postgresql`, two servers share a PostgreSQL of their own, and their listening connections
are cut twice a second. Otherwise two registries in one process share a SQLite file, and neither is
ever notified of what the other writes. The exit status is 1 if any act was refused.
"""

import argparse
import asyncio
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.server.processes import table_server
from naqala.server.storage.sqlite import Sqlite
from naqala.tables.bot_runner import InlineBotRunner
from naqala.tables.live.registry import TableRegistry
from tests.server.alternating import CUT, cutting, play_at_registries, play_at_servers
from tests.server.postgres_cluster import Cluster

TABLES = 8
"""Tables that play at the same time."""


class SharedFile(Sqlite):
    """A file that two registries use."""

    shared = True


async def registries(acts: int, folder: Path) -> Counter[str]:
    """Play at two registries that hear nothing of each other."""
    both = [TableRegistry(SharedFile(folder / "t.sqlite3"), InlineBotRunner()) for _ in range(2)]
    for registry in both:
        await registry.start()
    try:
        return await play_at_registries(both, acts, TABLES)
    finally:
        for registry in both:
            await registry.stop()


async def servers(acts: int, folder: Path) -> Counter[str]:
    """Play at two servers whose listening connections are cut all the time."""
    cluster = await asyncio.to_thread(Cluster)
    try:
        await asyncio.to_thread(cluster.start)
        options = ("--database", await asyncio.to_thread(cluster.new))
        with table_server(folder, *options) as here, table_server(folder, *options) as there:
            async with cutting(lambda: cluster.execute(CUT)) as cuts:
                answers = await play_at_servers([here.address, there.address], acts, TABLES)
        print(f"{sum(cuts)} listening connections were cut")
        return answers
    finally:
        cluster.remove()


def main(arguments: Sequence[str] | None = None) -> int:
    """Play with the options of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.server.two_processes", description=__doc__
    )
    parser.add_argument("--acts", type=int, default=10_000)
    parser.add_argument("--postgresql", action="store_true", help="two servers on one PostgreSQL")
    options = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        run = servers if options.postgresql else registries
        answers = asyncio.run(run(options.acts, Path(folder)))
    refused = {code: number for code, number in answers.items() if code}
    print(f"{answers.total():,} acts, {sum(refused.values())} wrong refusals {refused or ''}")
    return int(bool(refused))


if __name__ == "__main__":
    sys.exit(main())
