"""Reviews of finished games: computed once in the background, with what each player saw."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from naqala.rules.view import view
from naqala.tables import requests
from naqala.tables.bot_runner import InlineBotRunner, Reviewed, ReviewRequest, review
from naqala.tables.errors import Refusal
from naqala.tables.live import reviews
from naqala.tables.live.registry import TableRegistry
from naqala.tables.live.table import LiveTable
from naqala.tables.memory import MemoryStorage
from naqala.tables.protocol.messages import Act, GameReview, NewTable
from naqala.tables.protocol.types import SeatPlan
from naqala.text import catalogue
from tests.positions import base_board, game_at
from tests.tables.live.registries import ANN, EN, refusal_code

BLUNDER = game_at(
    base_board("b3:W c3:W e1:W e2:W", "c3:s15 e2:m4"), "flags last-round", "pending moving"
).position()
"""The last turn of a game, with a tile of 15 points and one of 4."""


class FakeRunner(InlineBotRunner):
    """Reviews decisions in this thread; `broken` lets it fail."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[ReviewRequest] = []
        self.broken = False

    async def review(self, key: str, request: ReviewRequest) -> Reviewed | None:
        await asyncio.sleep(0)
        self.asked.append(request)
        return None if self.broken else review(request)


class Process:
    """A process with its tables and its workers."""

    def __init__(self, storage: MemoryStorage) -> None:
        self.runner = FakeRunner()
        self.tables = TableRegistry(storage, self.runner)

    async def finished(self, *actions: str) -> LiveTable:
        """A table whose game ends with these actions."""
        seats = (SeatPlan("me", "Ann"), SeatPlan("me", "Bob"))
        table, _ = await self.tables.create(ANN, NewTable(seats=seats, opening=BLUNDER), EN)
        for nth, action in enumerate(actions or ("sow e1 e2W", "end")):
            seen = table.state.number
            await table.execute(ANN, Act(id=str(nth), seen=seen, action=action), EN)
        return table

    async def complete(self, table: LiveTable) -> GameReview:
        """The review of a table, when it has ended or failed."""
        found = await requests.start_review(table, EN)
        while self.tables.reviews.find(table.state.id).running:
            await asyncio.sleep(0)
            found = await requests.review_of(table, 0, EN)
        return found


def with_processes(work: Callable[..., Awaitable[None]], number: int = 1) -> None:
    async def run() -> None:
        storage = MemoryStorage()
        all_of_them = [Process(storage) for _ in range(number)]
        for process in all_of_them:
            await process.tables.start()
        try:
            await work(*all_of_them)
        finally:
            for process in all_of_them:
                await process.tables.stop()

    asyncio.run(run())


def test_a_review_names_the_slip_the_better_turn_and_the_reason() -> None:
    async def work(process: Process) -> None:
        table = await process.finished()
        started = await requests.start_review(table, EN)
        assert (started.done, started.rounds, started.steps) == (0, (1,), ())
        found = await process.complete(table)
        (step,) = found.steps
        assert (found.done, found.rounds, found.failed) == (1, (1,), "")
        assert (step.actions, step.until, step.seat, step.kind) == (0, 2, 0, "turn")
        assert step.loss == 11.0
        assert step.better is not None
        assert (step.played.parts, step.played.points) == (("e1 to e2, 2 Elders",), 8)
        assert (step.better.actions, step.better.points) == (("sow b3 c3W",), 19)
        assert step.title == "Elders left behind"
        assert step.because == "It brings 11 points more right away (19 instead of 8)."
        assert found.start == (0.5, 0.5)
        winner = table.state.game.winners if table.state.game else ()
        assert step.chances == tuple(float(seat in winner) for seat in range(2))
        ann, bob = found.players
        assert (ann.accuracy, ann.turns, ann.good) == (33, 1, 0)
        assert (bob.accuracy, bob.turns) == (100, 0)
        french = await requests.review_of(table, 0, catalogue("fr"))
        assert french.steps[0].title == "Sages oubliés"
        assert french.steps[0].because.startswith("Cette option rapporte 11 points de plus")
        assert (await requests.review_of(table, 1, EN)).steps == ()

    with_processes(work)


def test_the_best_turn_has_no_better_one() -> None:
    async def work(process: Process) -> None:
        found = await process.complete(await process.finished("sow b3 c3W", "end"))
        (step,) = found.steps
        assert (step.loss, step.better, step.title) == (0.0, None, "")
        assert (step.played.parts, step.played.points) == (("b3 to c3, 2 Elders",), 19)
        assert (found.players[0].accuracy, found.players[0].good) == (100, 1)

    with_processes(work)


def test_a_worker_gets_the_view_of_the_player_and_nothing_else() -> None:
    async def work(process: Process) -> None:
        table = await process.finished()
        await process.complete(table)
        (asked,) = process.runner.asked
        assert table.state.game is not None
        before = table.state.game.copy()
        before.undo(len(before.history))
        assert asked.view == view(before.state, 0)
        assert asked.after == table.state.game.state

    with_processes(work)


@pytest.mark.parametrize("move", ["sow e1 e2W", "sow b3 c3W"], ids=["slip", "best turn"])
def test_a_review_is_computed_once_for_all_pages_and_processes(move: str) -> None:
    async def work(here: Process, there: Process) -> None:
        table = await here.finished(move, "end")
        pages = [here.complete(table) for _ in range(3)]
        first, *others = await asyncio.gather(*pages)
        assert others == [first, first]
        assert len(here.runner.asked) == 1
        again = await requests.start_review(await there.tables.find(table.state.id), EN)
        assert again == first
        assert there.runner.asked == []

    with_processes(work, 2)


@pytest.mark.parametrize(
    "stored",
    [b"{", b'{"format":0,"results":[]}', b'{"format":1,"results":[]}', b"\xff"],
    ids=["damaged", "of another version", "of another game", "not text"],
)
def test_a_stored_review_that_cannot_be_used_is_computed_again(stored: bytes) -> None:
    async def work(process: Process) -> None:
        table = await process.finished()
        await process.tables.storage.save_review(table.state.id, stored)
        found = await process.complete(table)
        assert found.done == 1
        assert await process.tables.storage.load_review(table.state.id) != stored

    with_processes(work)


def test_a_review_goes_on_after_the_adviser_failed() -> None:
    async def work(process: Process) -> None:
        table = await process.finished()
        process.runner.broken = True
        failed = await process.complete(table)
        assert failed.done == 0
        assert failed.failed.startswith("The adviser stopped in the middle of the review.")
        assert await process.tables.storage.load_review(table.state.id) == b""
        process.runner.broken = False
        assert (await requests.start_review(table, EN)).failed == ""
        assert (await process.complete(table)).done == 1

    with_processes(work)


def test_a_review_that_cannot_be_stored_can_be_read_and_is_stored_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def full(table: str, review: bytes) -> None:
        raise Refusal("busy")

    async def work(process: Process) -> None:
        table, storage = await process.finished(), process.tables.storage
        with monkeypatch.context() as patched:
            patched.setattr(storage, "save_review", full)
            found = await process.complete(table)
        assert found.done == 1
        assert found.unstored.startswith("This review could not be stored.")
        assert (await requests.start_review(table, EN)).unstored == ""
        assert await storage.load_review(table.state.id)
        assert len(process.runner.asked) == 1

    with_processes(work)


def test_what_cannot_be_reviewed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(process: Process) -> None:
        running = await process.finished("sow e1 e2W")
        assert await refusal_code(requests.start_review(running, EN)) == "unfinished_game"
        over = await process.finished()
        assert await refusal_code(requests.review_of(over, 0, EN)) == "no_review"
        monkeypatch.setattr(reviews, "MOST_RUNNING", 0)
        assert await refusal_code(requests.start_review(over, EN)) == "too_many_reviews"

    with_processes(work)


def test_only_recent_reviews_stay_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(process: Process) -> None:
        monkeypatch.setattr(reviews, "MOST_KEPT", 1)
        first, second = await process.finished(), await process.finished()
        found = await process.complete(first)
        await process.complete(second)
        await requests.start_review(second, EN)
        assert await refusal_code(requests.review_of(first, 0, EN)) == "no_review"
        assert await requests.start_review(first, EN) == found

    with_processes(work)
