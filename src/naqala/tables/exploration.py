"""Exploring: a page plays all seats of any position, at a table that nothing stores.

The table has a registry and a storage in memory of its own. It is replaced by another one whenever
the page opens another position, and dropped when the socket closes. The page keeps the tree of
variations; a session knows only the line to the position that is shown.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

import msgspec

from naqala.rules.game import Game
from naqala.tables import hints
from naqala.tables.bot_runner import BotRunner
from naqala.tables.commands import Sender
from naqala.tables.errors import Refusal, refusal_of
from naqala.tables.explored_line import ExploredLine
from naqala.tables.live.registry import TableRegistry
from naqala.tables.live.subscribers import Subscriber
from naqala.tables.live.table import LiveTable
from naqala.tables.memory import MemoryStorage
from naqala.tables.mending import check_position
from naqala.tables.page_socket import Session, check_protocol
from naqala.tables.protocol.messages import (
    Accepted,
    Act,
    Answer,
    Ask,
    Explored,
    FromPage,
    Hello,
    NewTable,
    OpenPosition,
    Ping,
    Undo,
)
from naqala.tables.protocol.types import SeatPlan
from naqala.text import Catalogue, catalogue

NEVER = 0.0
"""Nobody is ever away."""
EVALUATIONS = (200, 200, 1000, 4000)
"""How many states the adviser examines, by the effort that the page asks for."""
OPEN_COST = 3
"""As how many messages it counts to open another position; each action counts a little, too."""

encode = msgspec.json.Encoder().encode


class Run(Protocol):
    """Calls a function that may take a while, perhaps in a thread."""

    def __call__(self, work: Callable[[], ExploredLine], /) -> Awaitable[ExploredLine]:
        """The result of the function."""


async def at_once(work: Callable[[], ExploredLine], /) -> ExploredLine:
    """Call a function without a thread."""
    return work()


def cost(message: OpenPosition) -> int:
    """As how many messages it counts towards the rate limit."""
    return OPEN_COST + len(message.actions) // 10


class ExploreSession(Session):
    """A page that explores."""

    def __init__(
        self,
        table: LiveTable,
        subscriber: Subscriber,
        line: ExploredLine,
        run: Run = at_once,
    ) -> None:
        """Begin at a table with the position at the end of a line."""
        super().__init__(table, subscriber)
        self.line = line
        self._run = run
        self._bots = table.registry.bot_runner
        self._begun = 0
        """How many actions the line had when its table was opened."""
        self._adviser: asyncio.Task[None] | None = None
        self._waiting: Ask | None = None
        """The last hint that the page asked for while another one was computed."""

    async def answer(self, message: FromPage) -> object:
        """Process a message, and send the line after an act, an undo or another position."""
        match message:
            case OpenPosition():
                await self._open(message)
                return Answer(message.id, number=self.table.state.number)
            case Ask(what="hint"):
                self._ask_adviser(message)
                return None
            case Ask(what="check", id=name, text=text):
                found = check_position(text, self.words)
                return Answer(
                    name, reason=found.problem, odd=found.odd, mend=found.mend, text=found.mended
                )
            case Ask(what="record", id=name):
                return Answer(name, text=self.line.game.record())
            case Act() | Undo():
                return await self._command(message)
            case Ask() | Ping():
                return await super().answer(message)
        raise Refusal("only_exploring")

    async def _command(self, message: Act | Undo) -> Accepted:
        """Act or undo at the table, and follow it with the line."""
        line, before = self.line.copy(), len(self.line.steps)
        if isinstance(message, Act):
            line.check_length()
        accepted = await self.table.execute(self.subscriber.sender, message, self.words)
        if isinstance(message, Act):
            line.play(message.action, self.words)
        else:
            game = self.table.state.game
            assert game is not None
            gone = len(line.game.history) - self._begun - len(game.history)
            moment = len(line.game.history) - gone
            line.cut(sum(step.moment <= moment for step in line.steps))
        self.line = line
        self.report(min(before, len(line.steps)))
        return accepted

    async def _open(self, message: OpenPosition) -> None:
        words = self.words
        if message.text:
            read = await self._run(lambda: ExploredLine.read(message.text, words))
            known = 0
        else:
            read, known = self.line, len(self.line.steps)
        kept = len(read.steps) if message.keep < 0 else min(message.keep, len(read.steps))
        line = await self._run(lambda: _continued(read, kept, message.actions, words))
        table = await _table(line.game, self.subscriber.sender, self._bots, words)
        before, self.table, self.line = self.table, table, line
        before.unsubscribe(self.subscriber)
        before.registry.discard(before)
        await table.subscribe(self.subscriber, since=-1)
        # A record is sent whole, so that the page also has the actions after the position.
        shown = read if message.text else line
        self._begun = len(line.game.history)
        self.report(min(known, kept), shown)

    def report(self, kept: int = 0, line: ExploredLine | None = None) -> None:
        """Send the steps of a line after the first `kept`."""
        line = line or self.line
        message = Explored(
            number=self.table.state.number,
            position=self.line.game.position(),
            steps=tuple(line.steps[kept:]),
            kept=kept,
            comment=line.comment,
        )
        self.subscriber.outbox.post(encode(message))

    def _ask_adviser(self, ask: Ask) -> None:
        """Start the adviser, or let the question wait for the one that is being answered."""
        if self.line.game.over:
            raise Refusal("phase_over")
        if self._waiting:
            self._refuse(self._waiting, Refusal("no_answer"))
        self._waiting = ask
        if self._adviser is None or self._adviser.done():
            self._adviser = asyncio.create_task(self._advise())

    async def _advise(self) -> None:
        """Answer questions until none is left; only the last one of several is answered."""
        while ask := self._waiting:
            self._waiting = None
            table, game = self.table, self.line.game
            number = table.state.number
            try:
                key, view = f"{table.state.id} {game.seat}", game.view(game.seat)
                advice = await self._bots.advise(key, view, EVALUATIONS[ask.effort])
                if advice is None:
                    raise Refusal("no_answer")
                found = hints.answer(ask.id, advice, game, table.state.names, self.words, number)
                self.subscriber.outbox.post(encode(found))
            except Exception as error:
                self._refuse(ask, refusal_of(error))

    def _refuse(self, ask: Ask, refusal: Refusal) -> None:
        number = self.table.state.number
        refused = refusal.message(self.words, id=ask.id, number=number)
        self.subscriber.outbox.post(encode(refused))

    def close(self) -> None:
        """Drop the table."""
        super().close()
        self._waiting = None
        self.table.registry.discard(self.table)


def _continued(
    line: ExploredLine, kept: int, actions: tuple[str, ...], words: Catalogue
) -> ExploredLine:
    """Another line: some steps of this one, then these actions."""
    line = line.copy()
    line.cut(kept)
    for action in actions:
        line.play(action, words)
    return line


async def subscribe(
    guest: str, hello: Hello, bot_runner: BotRunner, run: Run = at_once
) -> ExploreSession:
    """Welcome a page to the start of a new game; it opens what it wants to explore afterwards."""
    check_protocol(hello)
    sender, words = Sender(guest), catalogue(hello.language)
    line = ExploredLine(Game.new(players=2))
    table = await _table(line.game, sender, bot_runner, words)
    subscriber = Subscriber(sender, hello.language)
    await table.subscribe(subscriber, since=-1)
    session = ExploreSession(table, subscriber, line, run)
    session.report()
    return session


async def _table(game: Game, sender: Sender, bot_runner: BotRunner, words: Catalogue) -> LiveTable:
    """A table with the position of a game; the sender holds all seats.

    The names of a text are used if a table would accept them.
    """
    registry = TableRegistry(MemoryStorage(), bot_runner, away=NEVER)
    players = game.options.players
    names = game.options.names if len(game.options.names) == players else ("",) * players
    for chosen in (names, ("",) * players):
        seats = tuple(SeatPlan("me", name) for name in chosen)
        plan = NewTable(opening=game.position(), seats=seats, listed=False)
        try:
            table, _ = await registry.create(sender, plan, words)
        except Refusal as refusal:
            if refusal.code not in ("bad_name", "name_taken"):
                raise
        else:
            return table
    raise Refusal("broken")
