"""Builds the state of a table from log entries, without a server."""

from __future__ import annotations

import random
from itertools import count

import pytest

from naqala.rules.game import Game
from naqala.tables.errors import Refusal
from naqala.tables.log import entries as log
from naqala.tables.log.entries import AnyBody, Entry
from naqala.tables.log.state import AppliedEntry, TableState
from naqala.tables.protocol.types import GameOptions, SeatPlan

GUESTS = tuple(name * 64 for name in "abcde")
"""Ids of the guests, by seat."""
MODES = {
    "base 2": GameOptions(2),
    "base 3": GameOptions(3),
    "base 4": GameOptions(4, promos=("dhenim",)),
    "doubled": GameOptions(4, doubled=True),
    "solo": GameOptions(1),
    "whims": GameOptions(3, ("whims",)),
    "artisans": GameOptions(2, ("artisans",)),
    "both": GameOptions(5, ("whims", "artisans")),
}


class TableBuilder:
    """A table to which a test appends one log entry after the other."""

    def __init__(self, table: TableState | None = None) -> None:
        self.table = table or TableState("t" * 20)
        self.clock = count(1000, 1000)

    def append(self, body: AnyBody, guest: str = "", sent: str = "") -> AppliedEntry:
        entry = Entry(self.table.number + 1, next(self.clock), body, guest, sent)
        return self.table.apply(entry)

    def act(self, action: str | None = None) -> AppliedEntry:
        """Play an action for the seat in turn, by default its first legal one."""
        game = self.table.game
        assert game is not None
        return self.append(log.Acted(game.seat, action or str(game.legal()[0])))

    def play(self, rng: random.Random, limit: int = 10**6) -> None:
        """Play random actions to the end of the game, or up to a number of them."""
        for _ in range(limit):
            if self.table.phase != "running":
                return
            assert self.table.game is not None
            self.act(str(rng.choice(self.table.game.legal())))


def position_before_end() -> str:
    """A position of two players in which the first legal action ends the game."""
    game, before = Game.new(players=2, seed=3), ""
    while not game.over:
        before = game.position()
        game.play(game.legal()[0])
    return before


def lobby(options: GameOptions | None = None, *bots: str) -> TableBuilder:
    """A table in the lobby: open seats, then seats of bots."""
    options = options or GameOptions(2)
    people = options.players - len(bots)
    plans = [*[SeatPlan()] * people, *(SeatPlan("bot", name, name) for name in bots)]
    builder = TableBuilder()
    builder.append(log.Created(options, tuple(plans)))
    return builder


def started(options: GameOptions | None = None, *bots: str, seed: int = 7) -> TableBuilder:
    """A table with a running game and a person on every open seat."""
    builder = lobby(options, *bots)
    for seat, plan in enumerate(builder.table.plan.seats):
        if plan.kind == "open":
            builder.append(log.Sat(seat, f"Player {seat + 1}", GUESTS[seat]))
    builder.append(log.Started(str(seed), "nonce", tuple(builder.table.names), log.RULES))
    return builder


def refusal_code(builder: TableBuilder, body: AnyBody) -> str:
    """The code with which an entry is refused; the table must not change."""
    table = builder.table

    def shown() -> tuple[object, ...]:
        return table.number, table.phase, list(table.seats), list(table.acts)

    before = shown()
    with pytest.raises(Refusal) as caught:
        builder.append(body)
    assert shown() == before
    return caught.value.code
