"""Entry rows and summaries for the storage tests."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from naqala.tables.storage import EntryRow, Place, Storage, Summary

ONE, TWO = "2" * 20, "3" * 20
"""Ids of tables."""


def with_storage(
    new_storage: Callable[[], Storage], work: Callable[[Storage], Awaitable[None]]
) -> None:
    """Open a storage, run a coroutine function with it and close it."""

    async def run() -> None:
        storage = new_storage()
        await storage.open()
        try:
            await work(storage)
        finally:
            await storage.close()

    asyncio.run(run())


def entry(number: int, body: bytes = b"{}") -> EntryRow:
    return EntryRow(number, 1 << 41, "guest", f"send\0 {number} é", body, f"{number:08x}")


def entry_at(number: int, at: int) -> EntryRow:
    return entry(number)._replace(at=at)


def places(*guests: str, counts: bool = True) -> tuple[Place, ...]:
    return tuple(Place(seat, guest, counts) for seat, guest in enumerate(guests))


def summary(phase: str = "lobby", changed: int = 1, **fields: object) -> Summary:
    plain = Summary(phase, True, 1, 0, False, 0, changed, b"{}", places("ann", ""))
    return plain._replace(**fields)  # type: ignore[arg-type]
