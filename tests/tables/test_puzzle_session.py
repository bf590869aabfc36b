"""Puzzles at a table that nobody else sees and nothing stores."""

from __future__ import annotations

import asyncio
import gc
import json
import weakref
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from naqala.puzzles import Puzzle, puzzle, puzzle_ids
from naqala.tables import puzzle_session
from naqala.tables.errors import Refusal
from naqala.tables.protocol.messages import Accepted, Act, Hello, Say
from naqala.tables.puzzle_session import PuzzleSession

ANN = "a" * 64


def complete(number: int) -> list[Puzzle]:
    """Puzzles whose best turn has no random draw."""
    found = [each for each in map(puzzle, puzzle_ids()) if each and _ends(each, each.best)]
    return found[:number]


def _ends(each: Puzzle, actions: tuple[str, ...]) -> bool:
    game = each.start()
    for action in actions:
        game.play(action)
    return game.is_legal("end")


def run(work: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(work())  # type: ignore[arg-type]


def sent(session: PuzzleSession) -> list[Any]:
    """What was queued for the page since the last call."""
    return [json.loads(message) for message in session.subscriber.outbox.take()]


async def play(session: PuzzleSession, *actions: str) -> None:
    for action in actions:
        number = session.table.state.number
        done = await session.answer(Act(action=action, id=f"{number}", seen=number))
        assert isinstance(done, Accepted)


def test_the_page_has_the_seat_in_turn_and_gets_the_solution() -> None:
    async def work() -> None:
        for found in complete(6):
            session = await puzzle_session.subscribe(found.id, ANN, Hello(language="fr"))
            welcome, told = sent(session)
            seat = found.start().seat
            assert welcome["seats"] == [seat]
            assert welcome["scene"]["asked"] == {"seat": seat, "decision": "Moving"}
            assert (told["puzzle"], told["level"]) == (found.id, found.level)
            assert told["best"] == list(found.best)
            assert "le meilleur tour" in told["why"].lower() or "Rien ne décide" in told["why"]
            assert told["reasons"]
            assert "judged" not in told
            session.close()

    run(work)


def test_the_best_turn_is_found_and_nothing_can_be_played_after_it() -> None:
    async def work() -> None:
        for found in complete(6):
            session = await puzzle_session.subscribe(found.id, ANN, Hello())
            await play(session, *found.best)
            assert not any(message["type"] == "puzzle" for message in sent(session)[2:])
            await play(session, "end")
            (told,) = [message for message in sent(session) if message["type"] == "puzzle"]
            assert (told["judged"], told["found"]) == (True, True)
            assert told["own_path"] == told["path"]
            assert told.get("own_points") == told.get("points")
            with pytest.raises(Refusal) as refusal:
                await play(session, "pass")
            assert refusal.value.code == "puzzle_over"
            session.close()

    run(work)


def test_another_turn_is_as_many_points_short_as_the_search_found() -> None:
    async def work() -> None:
        found = complete(1)[0]
        outcome, short = next(iter(found.others.items()))
        session = await puzzle_session.subscribe(found.id, ANN, Hello())
        game = found.start()
        (end,) = (each for each in game.outcomes() if str(each) == outcome)
        actions = [str(next(iter(game.sowings(end))))]
        game.play(actions[0])
        while not game.is_legal("end"):
            actions.append(str(game.legal()[0]))
            game.play(actions[-1])
        await play(session, *actions, "end")
        told = sent(session)[-1]
        assert told["judged"]
        assert "found" not in told
        assert told["short"] == max(1, round(short))
        session.close()

    run(work)


def test_unknown_puzzles_and_other_messages_are_refused() -> None:
    async def work() -> None:
        with pytest.raises(Refusal) as refusal:
            await puzzle_session.subscribe("chess", ANN, Hello())
        assert refusal.value.code == "no_puzzle"
        session = await puzzle_session.subscribe(puzzle_ids()[0], ANN, Hello())
        with pytest.raises(Refusal) as refusal:
            await session.answer(Say(text="hi", id="1", seen=0))
        assert refusal.value.code == "only_practice"
        session.close()

    run(work)


def test_nothing_is_left_of_a_closed_puzzle() -> None:
    async def work() -> weakref.ref[Any]:
        session = await puzzle_session.subscribe(puzzle_ids()[0], ANN, Hello())
        table = weakref.ref(session.table)
        session.close()
        return table

    table = asyncio.run(work())
    gc.collect()
    assert table() is None
