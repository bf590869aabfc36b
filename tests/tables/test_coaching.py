"""The coach of the guided first game: a query of the pupil at a stored table."""

from __future__ import annotations

import asyncio

import pytest

from naqala.lessons import first_game, lesson
from naqala.tables.bot_runner import InlineBotRunner
from naqala.tables.commands import Sender
from naqala.tables.errors import Refusal
from naqala.tables.live.registry import TableRegistry
from naqala.tables.memory import MemoryStorage
from naqala.tables.page_socket import Session, subscribe
from naqala.tables.protocol.messages import Act, Answer, Ask, Hello, LessonProgress, NewTable
from naqala.tables.protocol.types import SeatPlan
from naqala.text import catalogue

PUPIL, STRANGER = "a" * 64, "b" * 64


async def opened(opening: str, guest: str = PUPIL) -> Session:
    """A page at a table with this opening, where the pupil has both seats."""
    tables = TableRegistry(MemoryStorage(), InlineBotRunner())
    plan = NewTable(opening=opening, seats=(SeatPlan("me"), SeatPlan("me")))
    table, _ = await tables.create(Sender(PUPIL), plan, catalogue("en"))
    return await subscribe(tables, table.state.id, Sender(guest), Hello())


async def coach(page: Session) -> LessonProgress:
    answer = await page.answer(Ask("ask", "coach"))
    assert isinstance(answer, Answer)
    assert answer.coach is not None
    return answer.coach


async def play(page: Session, *actions: str) -> None:
    for action in actions:
        number = page.table.state.number
        await page.answer(Act(action=action, id=f"{number}", seen=number))


def test_the_progress_follows_the_game_even_out_of_turn() -> None:
    async def work() -> None:
        page = await opened(first_game().position)
        first = await coach(page)
        assert (first.step, first.tiles, first.panels) == (0, ("a1",), first_game().panels)
        await play(page, *first.show)
        landed = await coach(page)
        assert (landed.step, landed.show) == (2, ("end",))
        await play(page, "end")
        waiting = await coach(page)
        assert (waiting.step, waiting.show, waiting.stuck) == (3, (), False)
        assert waiting.number == page.table.state.number

    asyncio.run(work())


def test_only_the_pupil_of_a_guided_game_is_coached() -> None:
    sowing = lesson("sowing")
    assert sowing is not None

    async def work() -> None:
        for page, code in (
            (await opened(sowing.position), "not_guided"),
            (await opened(first_game().position, STRANGER), "ask_in_turn"),
        ):
            with pytest.raises(Refusal) as refused:
                await coach(page)
            assert refused.value.code == code

    asyncio.run(work())
