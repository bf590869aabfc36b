"""A table in short."""

from __future__ import annotations

import random

import pytest
from msgspec import structs

from naqala.server import entries as log
from naqala.server import listing
from naqala.server.shapes import Clock
from tests.server.folds import MODES, lobby, started


@pytest.mark.parametrize("mode", ["base 3", "solo", "both"])
def test_as_long_as_its_grounds_are_the_same_a_summary_is_too(mode: str) -> None:
    told, rng = started(MODES[mode]), random.Random(mode)
    table, game = told.table, told.table.game
    assert game is not None
    grounds, summary, same = listing.grounds(table), listing.summary(table), 0
    while table.phase == "running":
        if rng.random() < 0.05:
            told.tell(log.Renamed(0, f"Player {rng.randrange(100)}"))
        told.act(str(rng.choice(game.legal())))
        if listing.grounds(table) == grounds:
            assert listing.changes(summary, listing.summary(table)) is None
            same += 1
        grounds, summary = listing.grounds(table), listing.summary(table)
    assert same > 5


def test_whatever_lists_show_is_among_the_grounds() -> None:
    told = lobby(MODES["base 2"])
    told.table.plan = structs.replace(told.table.plan, clock=Clock(minutes=5))
    seen = [listing.grounds(told.table)]
    for what in (
        log.Sat(0, "Ann", "a" * 64),
        log.Sat(1, "Bob", "b" * 64),
        log.Renamed(1, "Robert"),
        log.Started("7", "nonce", ("Ann", "Robert")),
        log.Left(1),
        log.Handed(1, "sultan", 0, "left"),
    ):
        told.tell(what)
        seen.append(listing.grounds(told.table))
    assert len(set(seen)) == len(seen)
