"""Puzzles: a page plays one turn at a table of its own, and the turn is compared with the best one.

As in a lesson, nobody else sees the table and nothing stores it. The solution is sent at once:
nobody plays against anybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec

from naqala.bots.advice.advantages import Advantage, AvoidsDanger, Lead
from naqala.bots.advice.lead_wording import advantage_text, conceded
from naqala.bots.advice.reasons import Gain, Option, Reason
from naqala.bots.advice.stored_reasons import restored
from naqala.bots.advice.wording import lines
from naqala.puzzles import Puzzle, judge, puzzle
from naqala.puzzles.judging import outcome_of, path_of, turn_only
from naqala.rules.actions import END, Drop, Pass, Sow, Take
from naqala.rules.meeples import TRIBE_LETTERS
from naqala.rules.notation.position import position_text
from naqala.rules.scoring import SOURCES, scores
from naqala.rules.view import imagine
from naqala.tables.commands import Sender
from naqala.tables.errors import Refusal
from naqala.tables.live.subscribers import Subscriber
from naqala.tables.live.table import LiveTable
from naqala.tables.page_socket import check_protocol
from naqala.tables.private_table import PrivateSession, private_table
from naqala.tables.protocol.messages import (
    Accepted,
    Act,
    FromPage,
    Hello,
    PuzzleProgress,
)
from naqala.text import Catalogue, catalogue
from naqala.text.choices import meaning

MOST_REASONS = 3

encode = msgspec.json.Encoder().encode


class PuzzleSession(PrivateSession):
    """A page at the table of a puzzle."""

    most_numbers = 500

    def __init__(self, table: LiveTable, subscriber: Subscriber, puzzle: Puzzle) -> None:
        super().__init__(table, subscriber)
        self.puzzle = puzzle
        self.solution = solution(puzzle, self.words, table.state.names)

    @property
    def judged(self) -> bool:
        """Whether the turn has ended."""
        game = self.table.state.game
        assert game is not None
        return any(played.action is END for played in game.history)

    async def answer(self, message: FromPage) -> object:
        """Process a message; the end of the turn is followed by the verdict."""
        self.check(message)
        if isinstance(message, Act) and self.judged:
            raise Refusal("puzzle_over")
        answer = await super().answer(message)
        if isinstance(answer, Accepted) and isinstance(message, Act) and self.judged:
            self.report()
        return answer

    def report(self) -> None:
        """Send the puzzle, with the verdict if the turn has ended."""
        message = self.solution
        if self.judged:
            game = self.table.state.game
            assert game is not None
            verdict = judge(self.puzzle, game)
            message = msgspec.structs.replace(
                message,
                judged=True,
                found=verdict.found,
                short=verdict.short,
                own_points=verdict.points,
                own_path=verdict.path,
            )
        self.subscriber.outbox.post(encode(message))


async def subscribe(name: str, guest: str, hello: Hello) -> PuzzleSession:
    """Welcome a page to a new table of a puzzle; Refusal if there is no such puzzle."""
    check_protocol(hello)
    found = puzzle(name)
    if found is None:
        raise Refusal("no_puzzle")
    sender = Sender(guest)
    words = catalogue(hello.language)
    table = await private_table(sender, found.position, found.start().seat, words)
    subscriber = Subscriber(sender, hello.language)
    await table.subscribe(subscriber, since=-1)
    session = PuzzleSession(table, subscriber, found)
    session.report()
    return session


def solution(found: Puzzle, words: Catalogue, names: Sequence[str]) -> PuzzleProgress:
    """The best turn of a puzzle, with its reasons in words."""
    before = found.start()
    best = found.start()
    follow = []
    for text in found.best:
        action = best.parse(text)
        if not isinstance(action, Sow | Take | Drop | Pass):
            follow.append(meaning(words, action, best.state, names).text)
        best.play(action)
    best = turn_only(best)
    seat = before.seat
    events = [event for played in best.history for event in played.events]
    outcome = outcome_of(events)
    assert outcome is not None
    sheets = scores(before.state)[seat], scores(best.state)[seat]
    gains = [
        Gain(seat, True, source, change)
        for source in SOURCES
        if (change := getattr(sheets[1], source) - getattr(sheets[0], source))
    ]
    reasons = _reasons(found)
    points = found.points  # a mean if cards are drawn
    if points == sum(gain.points for gain in gains):
        others = [each for each in reasons if not (isinstance(each, Gain) and each.own)]
        reasons = [*gains, *others]
    option = Option((), 0.0, points, tuple(reasons))
    return PuzzleProgress(
        puzzle=found.id,
        level=found.level,
        best=found.best,
        path=path_of(events),
        tribe=TRIBE_LETTERS[outcome.tribe],
        points=points,
        follow=tuple(follow),
        why=why_text(found, words, names),
        position=position_text(imagine(before.view(seat), Random(0))),
        reasons=tuple(map(str, lines(words, option, names, before.options, most=MOST_REASONS))),
    )


def _reasons(found: Puzzle) -> list[Reason]:
    restored_ones = map(restored, found.reasons)
    return [reason for reason in restored_ones if isinstance(reason, Reason)]


def why_text(found: Puzzle, words: Catalogue, names: Sequence[str]) -> str:
    """One sentence why the best turn is better than the next best one."""
    why, but = (_advantage(data) for data in (found.why, found.but))
    if isinstance(but, AvoidsDanger):  # a danger of the best turn is among its reasons
        but = None
    lead = Lead(min(found.others.values()), why, but)
    key = "because" if lead.explained else "because_overall" if why else "overall"
    rival = words.say("puzzle.next_best")
    return words.say(
        f"puzzle.{key}{'_but' if but else ''}",
        why=advantage_text(words, why, names, rival) if why else "",
        but=conceded(words, but, names, rival) if but else "",
        points=words.points(round(lead.by)),
    )


def _advantage(data: object) -> Advantage | None:
    found = restored(data) if data else None
    return found if isinstance(found, Advantage) else None
