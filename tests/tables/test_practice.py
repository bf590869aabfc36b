"""Lessons at a table that nobody else sees and nothing stores."""

from __future__ import annotations

import asyncio
import gc
import json
import weakref
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from naqala.tables import practice
from naqala.tables.errors import Refusal
from naqala.tables.practice import PracticeSession
from naqala.tables.protocol.messages import Accepted, Act, Ask, Hello, Ping, Pong, Say, Undo

ANN = "a" * 64


def run(work: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(work())  # type: ignore[arg-type]


async def opened(language: str = "en") -> PracticeSession:
    return await practice.subscribe("sowing", ANN, Hello(language=language))


def sent(session: PracticeSession) -> list[Any]:
    """What was queued for the page since the last call."""
    return [json.loads(message) for message in session.subscriber.outbox.take()]


async def play(session: PracticeSession, *actions: str) -> None:
    for action in actions:
        number = session.table.state.number
        done = await session.answer(Act(action=action, id=f"{number}", seen=number))
        assert isinstance(done, Accepted)


def test_a_page_is_welcomed_to_a_game_that_has_started() -> None:
    async def work() -> None:
        session = await opened("fr")
        welcome, progress = sent(session)
        assert welcome["seats"] == [0]
        assert welcome["scene"]["asked"] == {"seat": 0, "decision": "Moving"}
        assert welcome["land"]["columns"] == 4
        assert [seat["name"] for seat in welcome["info"]["seats"]] == ["Joueur 1", "Joueur 2"]
        assert progress["lesson"] == "sowing"
        assert progress["steps"] == ["pick", "drop", "land", "end", "again"]
        assert progress["show"] == ["take b2"]
        assert progress["tiles"] == ["b2"]
        assert "step" not in progress
        session.close()

    run(work)


def test_every_act_and_undo_is_followed_by_the_progress() -> None:
    async def work() -> None:
        session = await opened()
        sent(session)
        await play(session, "take d1")
        news, progress = sent(session)
        assert news["type"] == "news"
        assert (progress["type"], progress["wrong"]) == ("lesson", "elsewhere")
        await session.answer(Undo(id="undo", seen=session.table.state.number))
        assert "wrong" not in sent(session)[-1]
        await play(session, "take b2")
        last = sent(session)[-1]
        assert (last["step"], last["start"], last["show"]) == (1, 1, ["drop c2Y"])
        await play(session, "drop c2Y", "drop c3W", "drop d3G", "end", "take a3", "drop b3B")
        last = sent(session)[-1]
        assert last["step"] == len(last["steps"])
        assert "show" not in last
        session.close()

    run(work)


def test_queries_and_pings_are_answered() -> None:
    async def work() -> None:
        session = await opened()
        assert isinstance(await session.answer(Ping()), Pong)
        answer = await session.answer(Ask(id="1", what="outcomes", start="b2"))
        assert answer.outcomes  # type: ignore[attr-defined]
        with pytest.raises(Refusal, match="Hints are off"):
            await session.answer(Ask(id="2", what="hint"))
        session.close()

    run(work)


def test_other_commands_and_other_seats_are_refused() -> None:
    async def work() -> None:
        session = await opened()
        for message in (Say(text="hello", id="1"), Hello()):
            with pytest.raises(Refusal) as refused:
                await session.answer(message)
            assert refused.value.code == "only_practice"
        await play(session, "take b2", "drop c2Y", "drop c3W", "drop d3G", "end")
        await play(session, "take a3", "drop b3B", "end")
        with pytest.raises(Refusal) as refused:
            await play(session, "take a1")
        assert refused.value.code == "not_your_turn"
        session.close()

    run(work)


def test_the_log_of_a_lesson_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PracticeSession, "most_numbers", 6)

    async def work() -> None:
        session = await opened()
        with pytest.raises(Refusal) as refused:
            await play(session, "take b2", "drop c2Y", "drop c3W", "drop d3G")
        assert refused.value.code == "practice_full"
        assert isinstance(await session.answer(Ping()), Pong)
        session.close()

    run(work)


def test_unknown_lessons_and_protocols_are_refused_with_a_sentence() -> None:
    async def work() -> None:
        with pytest.raises(Refusal, match=r"There is no such lesson\."):
            await practice.subscribe("chess", ANN, Hello())
        with pytest.raises(Refusal) as refused:
            await practice.subscribe("sowing", ANN, Hello(protocol=99))
        assert refused.value.code == "other_protocol"

    run(work)


def test_two_pupils_do_not_meet_and_a_closed_table_is_freed() -> None:
    async def work() -> None:
        first, second = await opened(), await opened()
        await play(first, "take b2")
        sent(second)
        assert first.table.state.id != second.table.state.id
        assert second.table.state.number < first.table.state.number
        table = weakref.ref(first.table)
        first.close()
        assert not first.table.registry.open
        del first
        gc.collect()
        assert table() is None
        second.close()

    run(work)
