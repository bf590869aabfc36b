"""The four measures of the table server; each starts its own processes."""

import asyncio
import gc
import random
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial
from itertools import cycle, repeat
from pathlib import Path
from statistics import median, quantiles
from typing import Literal

import httpx
from websockets.asyncio.client import ClientConnection

from benchmarks.report import Row, Target
from benchmarks.server.disk import BLOCK
from benchmarks.server.pages import Table, open_socket, open_tables
from benchmarks.server.processes import (
    Clock,
    Process,
    disk,
    durable_echo,
    echo_server,
    table_server,
)
from naqala.server.storage.sqlite import Sqlite
from naqala.tables import tokens
from naqala.tables.log import entries as log
from naqala.tables.log.codec import row_of
from naqala.tables.log.entries import Entry
from naqala.tables.log.state import TableState
from naqala.tables.protocol.types import GameOptions, SeatPlan
from naqala.tables.views import summary

RECEIVERS = 4
MICRO, MILLI = 1e6, 1e3
SHORT = '{"type":"act","id":"send-1","seen":125,"action":"drop c3W"}'
"""A command of a page; the echo sends this in the comparison that has a target."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How many samples a run takes."""

    starts: int
    """How often both servers are started, because identical processes may differ in speed."""
    rounds: int
    """Games at one table for each start, alternating with the echo."""
    busy: int
    """Tables that play at the same time."""
    tables: int
    seconds: int
    """How long the steady rate lasts."""
    sockets: int
    finished: int
    """Finished games that are opened, for each mode."""


FULL = Effort(starts=3, rounds=3, busy=16, tables=200, seconds=20, sockets=2000, finished=15)
QUICK = Effort(starts=1, rounds=2, busy=8, tables=40, seconds=4, sockets=200, finished=3)


# --- The cost of an act --------------------------------------------------------------------------


BURST = 20
"""Acts in a row, then as many messages. The echo is then almost always busy, while each act waits
for the disk.
"""
PAUSE = 0.3
"""Idle seconds before and after the games."""
Kind = Literal["short", "long", "durable"]
"""Kinds of echo: messages as short as those that pages send, as long as those that they receive, or
stored.
"""


@dataclass(frozen=True, slots=True)
class Room:
    """The pages in a room of an echo; they take turns sending."""

    pages: list[ClientConnection]
    senders: Iterator[ClientConnection]

    async def talk(self, message: str, messages: int = 1) -> None:
        """Send messages one by one, each after every page has received the one before."""
        for _ in range(messages):
            await next(self.senders).send(message)
            for page in self.pages:
                await page.recv()


@dataclass(frozen=True, slots=True)
class Cost:
    """Microseconds of CPU time per act and per message of the echo."""

    act: float
    echo: float
    frame: int
    """The average number of characters that a receiver gets for an act."""

    @property
    def ratio(self) -> float:
        """An act as a multiple of a message."""
        return self.act / self.echo


async def costs(kind: Kind, rounds: int, tables: int, stretch: int, folder: Path) -> list[Cost]:
    """Play whole games of four at several tables at once, beside as many rooms of an echo."""
    peer = durable_echo(folder) if kind == "durable" else echo_server()
    with peer as echo, table_server(folder) as server:
        async with AsyncExitStack() as stack:
            rooms = [await join_room(stack, echo, room) for room in range(tables)]
            _, *counted = [
                await games_cost(
                    server, echo, rooms, range(tables * nth, tables * (nth + 1)), stretch, kind
                )
                for nth in range(rounds + 1)
            ]
    return counted


async def join_room(stack: AsyncExitStack, echo: Process, room: int) -> Room:
    """Connect the pages of a room of the echo."""
    url = f"{echo.socket_address}/{room}"
    pages = [await stack.enter_async_context(open_socket(url)) for _ in range(RECEIVERS)]
    return Room(pages, cycle(pages))


async def games_cost(
    server: Process, echo: Process, rooms: list[Room], seeds: range, stretch: int, kind: Kind
) -> Cost:
    """Alternate between acts at each table and as many messages in each room of an echo.

    Both have the same pace, and a slow phase of the machine affects both. Nothing is sent before
    everybody has received the message before. The CPU time of idle servers is subtracted.
    """
    rng, acts, frame = random.Random(seeds[0]), 0, 0
    async with open_tables(server, seeds, RECEIVERS) as tables:
        await asyncio.sleep(PAUSE)  # until all pages have their welcome
        clocks = [Clock(server), Clock(echo)]
        await asyncio.sleep(PAUSE)
        idle = [clock.cpu / clock.seconds for clock in clocks]
        pages = [page for table in tables for page in table.pages]
        for page in pages:
            page.bytes = 0
        clocks = [Clock(server), Clock(echo)]
        while not all(table.over for table in tables):
            played = await asyncio.gather(*(play(table, rng, stretch) for table in tables))
            acts += sum(played)
            frame = sum(page.bytes for page in pages) // acts // RECEIVERS
            message = "x" * frame if kind == "long" else SHORT
            await asyncio.gather(*map(Room.talk, rooms, repeat(message), played))
        await asyncio.sleep(PAUSE)  # until the work after the last answers is done
        act, talk = (
            clock.cpu - load * clock.seconds for clock, load in zip(clocks, idle, strict=True)
        )
    return Cost(act / acts * MICRO, talk / acts * MICRO, frame)


async def play(table: Table, rng: random.Random, limit: int) -> int:
    """Play at most this many acts; return how many there were."""
    for played in range(limit):
        if table.over:
            return played
        await table.act(rng)
    return limit


def compared(
    kind: Kind, effort: Effort, tables: int, folder: Path, *, starts: int = 1, stretch: int = 1
) -> list[Cost]:
    """The games of all starts of the servers."""
    rounds = effort.rounds if tables == 1 else 1
    place = folder / f"{kind}-{tables}-{stretch}"
    return [
        game
        for start in range(starts)
        for game in asyncio.run(costs(kind, rounds, tables, stretch, place / str(start)))
    ]


def acting(effort: Effort, folder: Path) -> Iterator[Row]:
    """CPU time of an act, including rules and durable append, beside an echo.

    Both run as fast as they can. The bound of 6 holds at the same pace, which `steadily` measures;
    here a larger one notices when an act becomes slower.
    """
    bound = Target("ratio", "<=", 8)

    def row(name: str, games: list[Cost], peer: str, target: Target | None = None) -> Row:
        act, ratio = median(game.act for game in games), median(game.ratio for game in games)
        return Row(name, "µs of CPU time", act, act / ratio, peer, target)

    for tables in (1, effort.busy):
        name = f"an act to {RECEIVERS} receivers, {tables} table{'s' * (tables > 1)} at a time"
        games = compared("short", effort, tables, folder, starts=effort.starts)
        yield row(name, games, "echo", bound)
        yield Row(f"{name}: lowest ratio", "×", min(game.ratio for game in games))
        yield Row(f"{name}: highest ratio", "×", max(game.ratio for game in games))
        games = compared("short", effort, tables, folder, stretch=BURST)
        yield row(f"{name}, {BURST} in a row", games, "echo")
        games = compared("long", effort, tables, folder)
        size = median(game.frame for game in games)
        yield row(f"{name}, messages of the same length", games, f"echo of {size:,.0f} characters")
        games = compared("durable", effort, tables, folder)
        yield row(f"{name}, beside a durable echo", games, "durable echo")


# --- A steady rate over many tables --------------------------------------------------------------


PACE = 1.0
"""Seconds between two acts of a table."""
HALVES = 2
"""How often tables and echo alternate, so that a slow phase of the machine affects both."""
Act = Callable[[], Awaitable[None]]


@dataclass(slots=True)
class Steady:
    """A server at a steady rate: the latency of each act, and the CPU time of all."""

    milliseconds: list[float]
    cpu: float = 0.0
    seconds: float = 0.0

    async def run(self, server: Process, acts: Sequence[Act], times: int) -> None:
        """Run each of these this many times, without garbage collection in the client."""
        gc.collect()
        gc.disable()
        try:
            clock = Clock(server)
            self.milliseconds += await steady(acts, times)
            self.cpu += clock.cpu
            self.seconds += clock.seconds
        finally:
            gc.enable()

    @property
    def cost(self) -> float:
        """Microseconds of CPU time per act."""
        return self.cpu / len(self.milliseconds) * MICRO


async def steadiness(effort: Effort, folder: Path) -> tuple[Steady, Steady, list[float]]:
    """Alternate between tables and rooms of the echo at the same rate; also measure the disk."""
    acting, talking, blocks = Steady([]), Steady([]), list[float]()
    with table_server(folder) as server, echo_server() as echo:
        async with AsyncExitStack() as stack:
            seeds = range(effort.tables)
            tables = await stack.enter_async_context(open_tables(server, seeds, RECEIVERS))
            rooms = [await join_room(stack, echo, room) for room in seeds]
            acts = [table_act(table) for table in tables]
            talks = [partial(room.talk, SHORT) for room in rooms]
            for _ in range(HALVES):
                with disk(folder, blocks):
                    await acting.run(server, acts, effort.seconds // HALVES)
                await talking.run(echo, talks, effort.seconds // HALVES)
    return acting, talking, blocks


def table_act(table: Table) -> Act:
    """A function that plays an act at a table, as long as its game is not over."""
    rng = random.Random(table.pages[0].number)

    async def act() -> None:
        if not table.over:
            await table.act(rng)

    return act


async def steady(acts: Sequence[Act], times: int) -> list[float]:
    """Run each of these this many times, once a second, evenly spread.

    Returns the milliseconds from when each was due until everybody had received it, so a delay also
    counts for the acts that it holds up.
    """
    found: list[float] = []
    begin = time.perf_counter() + 0.5

    async def repeat_act(act: Act, due: float) -> None:
        for _ in range(times):
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            await act()
            found.append((time.perf_counter() - due) * MILLI)
            due += PACE

    share = PACE / len(acts)
    await asyncio.gather(*(repeat_act(act, begin + nth * share) for nth, act in enumerate(acts)))
    return found


def percentile(values: list[float]) -> float:
    """The 99th percentile."""
    return quantiles(values, n=100, method="inclusive")[98]


def steadily(effort: Effort, folder: Path) -> Iterator[Row]:
    """CPU time and latency of an act at a steady rate.

    The echo at the same rate shows the share of the machine and the load generator, and the blocks
    written meanwhile show the share of the disk.
    """
    acts, echoes, blocks = asyncio.run(steadiness(effort, folder))
    name = f"{effort.tables} acts/s over {effort.tables} tables"
    p99, echo_p99 = (percentile(each.milliseconds) for each in (acts, echoes))
    unit, bound = "µs of CPU time", Target("ratio", "<=", 6)
    yield Row(f"{name}, an act", unit, acts.cost, echoes.cost, "echo", bound)
    times, echo_times = acts.milliseconds, echoes.milliseconds
    yield Row(f"{name}, median", "ms", median(times), median(echo_times), "echo")
    yield Row(f"{name}, p99", "ms", p99, echo_p99, "echo", Target("value", "<", 50))
    yield Row(f"{name}, highest", "ms", max(times), max(echo_times), "echo")
    written = f"{BLOCK // 1024} KB written with fdatasync meanwhile"
    yield Row(f"{written}, median", "ms", median(blocks))
    yield Row(f"{written}, p99", "ms", percentile(blocks))
    yield Row(f"{written}, highest", "ms", max(blocks))
    yield Row(f"{name}, load of the server", "% of a core", acts.cpu / acts.seconds * 100)


# --- Idle sockets --------------------------------------------------------------------------------


async def idle(sockets: int, folder: Path) -> tuple[float, float]:
    """Megabytes of the server before and after pages have connected, four to each running table."""
    with table_server(folder) as server:
        async with open_tables(server, range(1), RECEIVERS):
            before = server.memory()
            async with open_tables(server, range(1, 1 + sockets // RECEIVERS), RECEIVERS):
                await asyncio.sleep(1)
                return before, server.memory()


async def idle_echo(sockets: int) -> tuple[float, float]:
    """The same for the echo."""
    with echo_server() as echo:
        async with AsyncExitStack() as stack:
            await join_room(stack, echo, 0)
            before = echo.memory()
            for room in range(1, 1 + sockets // RECEIVERS):
                await join_room(stack, echo, room)
            await asyncio.sleep(1)
            return before, echo.memory()


def idling(effort: Effort, folder: Path) -> Iterator[Row]:
    """The memory that many idle pages need."""
    before, after = asyncio.run(idle(effort.sockets, folder))
    echo_before, echo_after = asyncio.run(idle_echo(effort.sockets))
    name = f"{effort.sockets:,} idle sockets"
    bound = Target("value", "<", 150)
    yield Row(f"{name}, total memory", "MB", after, echo_after, "echo", bound)
    more, echo_more = after - before, echo_after - echo_before
    yield Row(f"{name}, additional memory", "MB", more, echo_more, "echo")


# --- Opening a finished game ---------------------------------------------------------------------


MODES = {
    "of four": GameOptions(4),
    "of five, both expansions": GameOptions(5, ("whims", "artisans")),
}


def finished(options: GameOptions, seed: int) -> TableState:
    """A table with a finished random game."""
    table = TableState(tokens.draw_table())

    def append(body: log.AnyBody) -> None:
        table.apply(Entry(table.number + 1, 1_790_000_000_000 + table.number, body))

    players = options.players
    append(log.Created(options, (SeatPlan(),) * players))
    for seat in range(players):
        append(log.Sat(seat, f"Player {seat + 1}", tokens.digest(tokens.draw_token())))
    append(log.Started(str(seed), "nonce", tuple(table.names)))
    rng = random.Random(seed)
    while table.game and not table.game.over:
        append(log.Acted(table.turn, str(rng.choice(table.game.legal()))))
    return table


async def store(tables: list[TableState], folder: Path) -> None:
    """Store tables in a file."""
    storage = Sqlite(folder / "tables.sqlite3")
    await storage.open()
    for table in tables:
        rows = [row_of(applied.entry) for applied in table.log]
        await storage.append(table.id, rows, summary.summary(table))
    await storage.close()


async def opening_times(tables: list[TableState], folder: Path) -> list[tuple[float, float]]:
    """Milliseconds of CPU time and of real time for opening each of these tables."""
    await store(tables, folder)
    found = []
    with table_server(folder) as server:
        async with httpx.AsyncClient() as http:
            await http.get(f"{server.address}/api/about")
            for table in tables:
                clock = Clock(server)
                answer = await http.get(f"{server.address}/api/tables/{table.id}")
                took = clock.seconds
                found.append((clock.cpu * MILLI, took * MILLI))
                assert answer.json()["scene"]["over"]
    return found


def opening(effort: Effort, folder: Path) -> Iterator[Row]:
    """Open a finished game that is not in memory: load its log, replay it, build the welcome."""
    for mode, options in MODES.items():
        tables = [finished(options, seed) for seed in range(effort.finished + 1)]
        place = folder / f"{options.players}"
        _, *times = asyncio.run(opening_times(tables, place))  # the first one also loads modules
        cpu, total = zip(*times, strict=True)
        entries = round(sum(table.number for table in tables) / len(tables))
        name = f"open a finished game {mode} ({entries} entries)"
        unit = "ms of CPU time"
        yield Row(name, unit, median(cpu), target=Target("value", "<", 30))
        yield Row(f"{name}, highest", unit, max(cpu), target=Target("value", "<", 30))
        yield Row(name, "ms in total", median(total))
