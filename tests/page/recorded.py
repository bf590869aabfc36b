"""Every decision of the recorded games, as a page would be told of it.

A game is folded at a table as the server does it, so what a page is sent here is what a server
would send, and questions are answered by the same code. No server and no browser is needed.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import cache, cached_property
from types import SimpleNamespace
from typing import Any

import msgspec

from naqala import Game, Options
from naqala.tables import queries
from naqala.tables.errors import Refusal
from naqala.tables.log import entries as log
from naqala.tables.log.entries import Entry
from naqala.tables.log.state import TableState
from naqala.tables.protocol.messages import Ask
from naqala.tables.protocol.types import Choice, GameOptions, PastStrike, SeatPlan
from naqala.tables.views.private import choices
from naqala.tables.views.snapshot import Snapshot
from naqala.tables.views.strike import past_strikes
from naqala.text import Catalogue, catalogue
from tests.games.expected import HERE

NAMES = ("Scheherazade", "Ali", "Sindbad le Marin", "Zumurrud", "Ann")
"""Short names and long ones, as people have them."""
DREW: dict[str, tuple[int, ...]] = {
    "solo-1": (18, 95),
    "whims-3": (135,),
    "artisans-3": (102, 140),
    "artisans+whims-4": (119, 121, 148),
}
"""Seeds of random games, by boxes and players: they ask what the recorded ones never do."""
AT = 1_700_000_000_000
"""When everything happens."""

encode = msgspec.json.encode


@dataclass(frozen=True)
class Prompt:
    """A decision of a game, at the page of one seat or of all of them."""

    game: str
    step: int
    """How many actions were played before."""
    mode: str
    """The boxes in play, or `solo`."""
    decision: str
    table: TableState = field(repr=False, compare=False)
    role: str = "mine"
    """Whose page it is: `mine`, where the seat in turn sits, `shared` by all seats, `waiting`
    of another seat, `watching` of nobody; `planning` and `refused` are the seat in turn again,
    where a move is planned or a choice was refused."""

    @property
    def name(self) -> str:
        """As failing tests call it."""
        return f"{self.game} step {self.step} {self.decision} {self.role}"

    @property
    def at(self) -> Game:
        assert self.table.game is not None
        return self.table.game

    @property
    def players(self) -> int:
        return len(self.table.seats)

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that the page holds."""
        turn = self.table.turn
        match self.role:
            case "mine" | "planning" | "refused":
                return (turn,)
            case "shared":
                return tuple(range(self.players))
            case "waiting":
                return ((turn + 1) % self.players,)
        return ()

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        return choices(self.at.state, catalogue("en"), self.table.names)

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        return tuple(sorted({choice.kind for choice in self.choices}))

    def of(self, kind: str) -> list[Choice]:
        return [choice for choice in self.choices if choice.kind == kind]

    @cached_property
    def strikes(self) -> tuple[PastStrike, ...]:
        """The strikes of Yazid that are told before the player decides."""
        return past_strikes(self.at)

    def look(self, role: str) -> Prompt:
        """The same decision at somebody else's page."""
        return Prompt(self.game, self.step, self.mode, self.decision, self.table, role)

    @cached_property
    def letters(self) -> int:
        """How much there is to read."""
        asked = catalogue("en").decision(self.at.state)
        return len(asked) + sum(len(choice.meaning) for choice in self.choices)

    def welcome(self, language: str) -> str:
        """What a server would send to the page, with the last entry of the log alone."""
        here = (True,) * self.players
        number = self.table.number
        return Snapshot(self.table).welcome(self.seats, language, number - 1, here, 0, AT).decode()

    def answer(self, message: str, language: str) -> str:
        """What a server would answer to a question; anything else is refused."""
        read = msgspec.json.decode(message)
        words = catalogue(language)
        try:
            if read["type"] != "ask":
                raise Refusal("stale")
            answer = self._answered(msgspec.convert(read, Ask), words)
        except Refusal as refusal:
            answer = refusal.message(words, id=read["id"], number=self.table.number)
        return encode(answer).decode()

    def _answered(self, ask: Ask, words: Catalogue) -> object:
        """The answer of the server's own code, which waits for nothing here."""
        table: Any = SimpleNamespace(state=self.table, locked=nullcontext)
        subscriber: Any = SimpleNamespace(seats=self.seats)
        try:
            queries.answer(table, subscriber, ask, words).send(None)
        except StopIteration as done:
            return done.value
        raise AssertionError(f"the answer to {ask} was waited for")


@cache
def every_prompt() -> tuple[Prompt, ...]:
    """All decisions of all games, one after the other."""
    return tuple(prompt for name, game in games() for prompt in _prompts(name, game))


def games() -> Iterator[tuple[str, Game]]:
    """The recorded games by name, then the random ones."""
    for path in sorted(HERE.glob("*.naqala")):
        yield path.stem, Game.load(path.read_text(encoding="utf-8"))
    for mode, seeds in DREW.items():
        boxes, _, players = mode.rpartition("-")
        expansions = [] if boxes == "solo" else boxes.split("+")
        for seed in seeds:
            yield f"random-{mode}-{seed}", _random(int(players), expansions, seed)


def _random(players: int, expansions: list[str], seed: int) -> Game:
    """A game in which every kind of choice is as likely as any other."""
    game = Game.new(players=players, expansions=expansions, seed=seed)
    rng = random.Random(seed)
    while not game.over:
        legal = game.legal()
        kind = rng.choice(sorted({str(action).split()[0] for action in legal}))
        game.play(rng.choice([each for each in legal if str(each).split()[0] == kind]))
    return game


def _prompts(name: str, game: Game) -> Iterator[Prompt]:
    table = _started(game.options)
    mode = _mode(game.options)
    for step, entry in enumerate(game.history):
        assert table.game is not None
        decision = type(table.game.state.pending[-1]).__name__
        yield Prompt(name, step, mode, decision, _kept(table))
        _tell(table, log.Acted(table.turn, str(entry.action)))
    assert table.phase == "over", name


def _mode(options: Options) -> str:
    if options.players == 1:
        return "solo"
    return "both" if len(options.expansions) > 1 else next(iter(options.expansions), "base")


def _started(options: Options) -> TableState:
    """A table where people sit at every seat and the game has begun."""
    table = TableState("t" * 20)
    asked = GameOptions(
        players=options.players,
        expansions=tuple(sorted(options.expansions)),
        promos=tuple(sorted(options.promos)),
        doubled=options.doubled,
    )
    _tell(table, log.Created(asked, (SeatPlan(),) * options.players))
    for seat, name in enumerate(NAMES[: options.players]):
        _tell(table, log.Sat(seat, name, str(seat) * 64))
    _tell(table, log.Started(str(options.seed), "nonce", NAMES[: options.players], log.RULES))
    return table


def _tell(table: TableState, body: log.AnyBody) -> None:
    table.apply(Entry(table.number + 1, AT, body))


def _kept(table: TableState) -> TableState:
    """A table as it is now, whatever happens at it later."""
    assert table.game is not None
    kept = copy.copy(table)
    kept.log, kept.acts = [*table.log], [*table.acts]
    kept.game = table.game.copy(history=False)
    if kept.game.state.yazid:  # what the last action made him do is told
        kept.game.history.extend(table.game.history[-1:])
    return kept
