"""Exploring: any position, all seats, and lines that go back and branch."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from naqala import Game
from naqala.bots.advice import Advice, advise
from naqala.rules.view import View
from naqala.tables import exploration, explored_line
from naqala.tables.bot_runner import InlineBotRunner
from naqala.tables.errors import Refusal
from naqala.tables.exploration import ExploreSession
from naqala.tables.protocol.messages import (
    Accepted,
    Act,
    Answer,
    Ask,
    Hello,
    OpenPosition,
    Say,
    Undo,
)

ANN = "a" * 64
MOVING = """naqala position 1
players 2
tiles v5 s6 o8 m6 l4 v5/s6 o8 m6 l4 v5 s6/o8 m6 l4 v5 s6 o8/m6 l4 v5 s6 o8 m6/l4 v5 s6 o8 m6 v5
meeples YWG WGB GBR YBR YWR WGR/YGB YYW WWG - GGB BBR/YRR WBR RR GBR - YWG/YWB - W YGR Y R/B YG WR - WWB G
pending moving
"""  # noqa: E501


class Adviser(InlineBotRunner):
    """An adviser that waits until it is let go, and notes what it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[int] = []
        self.free = asyncio.Event()

    async def advise(self, key: str, view: View, evaluations: int = 0) -> Advice | None:
        self.asked.append(evaluations)
        await self.free.wait()
        return advise(view, None, evaluations=20, count=3)


def run(work: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(work())  # type: ignore[arg-type]


async def opened(*texts: str, language: str = "en") -> ExploreSession:
    session = await exploration.subscribe(ANN, Hello(language=language), Adviser())
    for text in texts:
        await session.answer(OpenPosition(id="open", text=text))
    return session


def sent(session: ExploreSession) -> list[Any]:
    """What was queued for the page since the last call."""
    return [json.loads(message) for message in session.subscriber.outbox.take()]


async def act(session: ExploreSession, *actions: str) -> None:
    for action in actions:
        number = session.table.state.number
        done = await session.answer(Act(action=action, id=f"{action} {number}", seen=number))
        assert isinstance(done, Accepted)


def played(actions: int = 12) -> Game:
    """A game in which the first legal action was chosen so many times."""
    game = Game.new(players=2, seed=3, names=["Ana", "Bo"])
    for _ in range(actions):
        game.play(game.legal()[0])
    return game


def lines(record: str) -> list[str]:
    """The action lines of a record."""
    return record.split("actions ")[1].splitlines()[1:]


def test_a_record_is_opened_with_its_actions_names_and_comments() -> None:
    game = played()
    game.comments[0] = "A bad start."
    record = game.record()
    record += "# The end of the line.\n"

    async def work() -> None:
        session = await opened(record)
        welcome, explored = sent(session)[-2:]
        assert [seat["name"] for seat in welcome["info"]["seats"]] == ["Ana", "Bo"]
        assert welcome["seats"] == [0, 1]
        assert [step["action"] for step in explored["steps"]] == [
            line for line in lines(record) if not line.startswith("#")
        ]
        assert explored["comment"] == "A bad start."
        assert explored["steps"][-1]["comment"] == "The end of the line."
        assert explored["steps"][-1]["moment"] == len(game.history)
        assert explored["position"] == game.position()
        assert [step["turn"] for step in explored["steps"][:4]] == [0, 1, 2, 3]
        session.close()

    run(work)


def test_a_move_is_labelled_by_its_ends_and_what_it_gathers() -> None:
    async def work() -> None:
        session = await opened(MOVING, language="fr")
        await act(session, "sow c1 c2W c3R")
        step = sent(session)[-1]["steps"][0]
        assert step["label"] == "c1 à c3, 3 Assassins"
        assert (step["seat"], step["turn"], step["moment"]) == (0, 0, 3)
        session.close()

    run(work)


def test_going_back_and_branching_gives_the_position_of_that_line() -> None:
    game = played(30)
    actions = lines(game.record())

    async def work() -> None:
        session = await opened(game.record())
        sent(session)
        await session.answer(OpenPosition(id="1", keep=5))
        explored = sent(session)[-1]
        half = Game.load(game.record().split("actions ")[0] + "actions\n" + "\n".join(actions[:5]))
        assert explored["position"] == half.position()
        assert explored["kept"] == 5
        assert "steps" not in explored
        other = str(half.legal()[-1])
        await act(session, other)
        half.play(other)
        explored = sent(session)[-1]
        assert explored["position"] == half.position()
        assert [step["action"] for step in explored["steps"]] == [other]
        # Back to the first line: the page sends what the lines do not have in common.
        await session.answer(OpenPosition(id="2", keep=5, actions=tuple(actions[5:])))
        explored = sent(session)[-1]
        assert explored["position"] == game.position()
        assert len(explored["steps"]) == len(actions) - 5
        answer = await session.answer(Ask(id="3", what="record"))
        assert isinstance(answer, Answer)
        assert lines(answer.text) == actions
        session.close()

    run(work)


def test_the_end_of_a_game_can_be_explored_and_left() -> None:
    game = played(0)
    while not game.over:
        game.play(game.legal()[-1])

    async def work() -> None:
        session = await opened(game.record())
        assert sent(session)[-2]["info"]["phase"] == "over"
        with pytest.raises(Refusal) as refused:
            await session.answer(Ask(id="1", what="hint", effort=1))
        assert refused.value.code == "phase_over"
        last = len(session.line.steps) - 1
        await session.answer(OpenPosition(id="2", keep=last))
        assert sent(session)[-2]["info"]["phase"] == "running"
        session.close()

    run(work)


def test_an_undo_takes_back_the_last_act_of_the_line() -> None:
    async def work() -> None:
        session = await opened(played(3).position())
        await act(session, str(session.line.game.legal()[0]))
        before = len(session.line.steps)
        position = session.line.game.position()
        await act(session, str(session.line.game.legal()[0]))
        await session.answer(Undo(id="undo", seen=session.table.state.number))
        assert len(session.line.steps) == before
        assert sent(session)[-1]["position"] == position
        session.close()

    run(work)


def test_a_refused_text_or_action_changes_nothing() -> None:
    async def work() -> None:
        session = await opened(played().position())
        table, position = session.table, session.line.game.position()
        bad = (
            OpenPosition(id="1", text="naqala position 1\nplayers 2\n"),
            OpenPosition(id="2", text="nonsense"),
            OpenPosition(id="3", text="naqala record 1\n" + "#\n" * 3000),
            OpenPosition(id="4", actions=("end", "bid 3")),
            Act(id="5", action="take z9", seen=99),
            Say(id="6", text="hello"),
            Hello(),
        )
        codes = []
        for message in bad:
            with pytest.raises(Refusal) as refused:
                await session.answer(message)
            codes.append(refused.value.code)
        assert codes == [
            "bad_opening", "bad_opening", "bad_opening", "bad_step", "not_possible",
            "only_exploring", "only_exploring",
        ]  # fmt: skip
        assert session.table is table
        assert session.line.game.position() == position
        session.close()

    run(work)


def test_a_line_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explored_line, "MOST_STEPS", 2)

    async def work() -> None:
        session = await opened()
        await act(session, *(str(session.line.game.legal()[0]) for _ in range(1)))
        await act(session, str(session.line.game.legal()[0]))
        number = session.table.state.number
        with pytest.raises(Refusal) as refused:
            await act(session, str(session.line.game.legal()[0]))
        assert refused.value.code == "explored_too_far"
        assert session.table.state.number == number
        session.close()

    run(work)


def test_a_position_is_checked_in_words() -> None:
    position = played().position()

    async def work() -> None:
        session = await opened(language="fr")
        answer = await session.answer(Ask(id="1", what="check", text=position))
        assert isinstance(answer, Answer)
        assert answer.reason == ""
        wrong = position.replace("pending ", "pending moving / ")
        answer = await session.answer(Ask(id="2", what="check", text=wrong))
        assert isinstance(answer, Answer)
        assert answer.reason
        session.close()

    run(work)


def test_of_several_questions_to_the_adviser_the_last_is_answered() -> None:
    async def work() -> None:
        session = await opened(played(6).position())
        adviser = session.table.registry.bot_runner
        assert isinstance(adviser, Adviser)
        sent(session)
        for effort in (1, 2, 3):
            assert await session.answer(Ask(id=f"h{effort}", what="hint", effort=effort)) is None
            await asyncio.sleep(0)
        adviser.free.set()
        assert session._adviser
        await session._adviser
        answers = {each["id"]: each for each in sent(session)}
        assert answers["h2"]["type"] == "refused"
        assert len(answers["h1"]["hints"]) == len(answers["h3"]["hints"]) == 3
        assert adviser.asked == [200, 4000]
        session.close()

    run(work)
