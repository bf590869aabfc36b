"""Tables for tests without a server: entries in, a table out."""

from __future__ import annotations

import random
from itertools import count

from naqala.rules.game import Game
from naqala.tables.log import entries as log
from naqala.tables.log.entries import AnyBody, Entry
from naqala.tables.log.state import AppliedEntry, TableState
from naqala.tables.protocol.types import GameOptions, SeatPlan

GUESTS = tuple(name * 64 for name in "abcde")
"""The guests of the seats."""
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


class Told:
    """A table that is told what happens, entry by entry."""

    def __init__(self, table: TableState | None = None) -> None:
        self.table = table or TableState("t" * 20)
        self.clock = count(1000, 1000)

    def tell(self, body: AnyBody, guest: str = "", sent: str = "") -> AppliedEntry:
        entry = Entry(self.table.number + 1, next(self.clock), body, guest, sent)
        return self.table.apply(entry)

    def act(self, action: str | None = None) -> AppliedEntry:
        """The seat in turn chooses, by default the first thing."""
        game = self.table.game
        assert game is not None
        return self.tell(log.Acted(game.seat, action or str(game.legal()[0])))

    def play(self, rng: random.Random, most: int = 10**6) -> None:
        for _ in range(most):
            if self.table.phase != "running":
                return
            assert self.table.game is not None
            self.act(str(rng.choice(self.table.game.legal())))


def nearly_over() -> str:
    """A position from which the last of two people ends the game with the first choice."""
    game, before = Game.new(players=2, seed=3), ""
    while not game.over:
        before = game.position()
        game.play(game.legal()[0])
    return before


def lobby(options: GameOptions | None = None, *bots: str) -> Told:
    """A table with open seats, the last ones for bots."""
    options = options or GameOptions(2)
    people = options.players - len(bots)
    plans = [*[SeatPlan()] * people, *(SeatPlan("bot", name, name) for name in bots)]
    told = Told()
    told.tell(log.Created(options, tuple(plans)))
    return told


def started(options: GameOptions | None = None, *bots: str, seed: int = 7) -> Told:
    """A running game where everybody sits."""
    told = lobby(options, *bots)
    for seat, plan in enumerate(told.table.plan.seats):
        if plan.kind == "open":
            told.tell(log.Sat(seat, f"Player {seat + 1}", GUESTS[seat]))
    told.tell(log.Started(str(seed), "nonce", tuple(told.table.names)))
    return told
