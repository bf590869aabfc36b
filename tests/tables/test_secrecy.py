"""Previews, undo and hints are byte for byte the same in states that a seat cannot distinguish."""

from __future__ import annotations

import random

import msgspec
import pytest

from naqala.bots.advice import advise
from naqala.bots.search.settings import BRIEF
from naqala.rules.errors import NaqalaError
from naqala.rules.events import BidPlaced
from naqala.rules.state import State
from naqala.rules.view import view
from naqala.tables import commands, hints, queries
from naqala.tables.commands import Sender
from naqala.tables.errors import Refusal
from naqala.tables.log import entries as log
from naqala.tables.log.state import TableState
from naqala.tables.protocol.messages import Ask, Undo
from naqala.tables.protocol.types import GameOptions
from naqala.tables.views.snapshot import Snapshot
from naqala.text import catalogue
from tests.tables.table_builder import GUESTS, MODES, TableBuilder, started
from tests.twins import reshuffled

WORDS = catalogue("en")
SAMPLED = 0.15
"""The share of the states of a game that is compared."""
TIME_LIMIT = 60.0
"""Seconds; never reached, so that advice does not depend on the speed of the machine."""
HINTS = 3
"""The number of states in which hints are compared."""


def with_state(table: TableState, state: State) -> TableState:
    """The same table with another state of the game."""
    assert table.game is not None
    other = TableState.__new__(TableState)
    for name in TableState.__slots__:
        setattr(other, name, getattr(table, name))
    other.game = table.game.copy()
    other.game.state = state
    return other


def twin(table: TableState, rng: random.Random) -> TableState:
    """The table with other secrets; some opponents have no gold, so that their bids are forced."""
    assert table.game is not None
    seat = table.game.seat
    state = reshuffled(table.game.state, seat, rng)
    for other, player in enumerate(state.players):
        if other != seat and rng.random() < 0.5:
            player.gold = 0
    assert view(state, seat) == table.game.view(seat)
    return with_state(table, state)


def preview(table: TableState, *actions: str) -> bytes:
    """The encoded preview, or the error message."""
    try:
        answer = queries.preview(table, Ask("q", "preview", actions=actions), WORDS)
    except NaqalaError as error:
        return WORDS.error(error).encode()
    return msgspec.json.encode(answer)


@pytest.mark.parametrize("mode", MODES)
def test_a_preview_does_not_depend_on_secrets_of_others(mode: str) -> None:
    """Opponents may be forced to bid, or fulfil a Whim that only they know."""
    builder, rng = started(MODES[mode]), random.Random(mode)
    game = builder.table.game
    assert game is not None
    compared = 0
    while builder.table.phase == "running":
        legal = [str(action) for action in game.legal()]
        if rng.random() < SAMPLED:
            other = twin(builder.table, rng)
            for action in rng.sample(legal, min(4, len(legal))):
                for more in ((), ("end",), (rng.choice(legal),)):
                    assert preview(builder.table, action, *more) == preview(other, action, *more)
                    compared += 1
        builder.act(rng.choice(legal))
    assert compared > 10


def about_to_bid(gold: int) -> TableBuilder:
    """A table of three with all free spots taken, where the second bidder has this much gold."""
    builder = started(GameOptions(3))
    game = builder.table.game
    assert game is not None
    second = game.state.bid_order[1]
    places = zip(game.state.track, game.state.spots, strict=True)
    game.state.spots = [second if value == 0 else spot for value, spot in places]
    game.state.players[second].gold = gold
    return builder


def test_a_preview_of_a_bid_does_not_reveal_that_the_next_one_is_forced() -> None:
    assert preview(about_to_bid(50).table, "bid 5") == preview(about_to_bid(0).table, "bid 5")


def test_undo_does_not_cross_a_forced_bid_of_an_opponent() -> None:
    """The forced bid reveals that the opponent could not pay more."""
    builder = about_to_bid(0)
    table, first = builder.table, builder.table.turn
    builder.act("bid 5")
    bids = [event for event in table.log[-1].events if isinstance(event, BidPlaced)]
    assert [each.seat == first for each in bids[:2]] == [True, False]
    assert table.undoable([first]) == (0, 0, "another")
    assert table.undoable(range(3)) == (0, 0, "another")
    with pytest.raises(Refusal) as caught:
        commands.new_entry(table, Sender(GUESTS[first]), Undo(id="u", seen=table.number), WORDS)
    assert caught.value.code == "undo_another"


def test_an_undo_across_a_forced_bid_from_an_earlier_version_loads() -> None:
    builder = about_to_bid(0)
    first = builder.table.turn
    builder.act("bid 5")
    builder.append(log.Undone(first, 0))
    assert not builder.table.acts


@pytest.mark.parametrize("mode", MODES)
def test_the_undo_state_does_not_depend_on_secrets_of_others(mode: str) -> None:
    builder, rng = started(MODES[mode]), random.Random(mode)
    compared = 0
    for _ in range(60):
        assert builder.table.game is not None
        builder.act(str(rng.choice(builder.table.game.legal())))
        if builder.table.phase != "running":
            break
        seat = builder.table.turn
        other = twin(builder.table, rng)
        tables = (builder.table, other)
        real, shown = (Snapshot(each, []).welcome((seat,), "en", -1, (), 0) for each in tables)
        assert real == shown
        compared += 1
    assert compared > 20


@pytest.mark.parametrize("mode", MODES)
def test_a_hint_does_not_depend_on_secrets_of_others(mode: str) -> None:
    builder, rng = started(MODES[mode]), random.Random(mode)
    for _ in range(HINTS):
        builder.play(rng, rng.randrange(3, 12))
        table = builder.table
        if table.phase != "running":
            break
        other = twin(table, rng)
        answers = []
        for each in (table, other):
            assert each.game is not None
            advice = advise(each.game.view(each.turn), TIME_LIMIT, settings=BRIEF)
            found = hints.answer("h", advice, each.game, each.names, WORDS, each.number)
            answers.append(msgspec.json.encode(found))
        assert answers[0] == answers[1]
