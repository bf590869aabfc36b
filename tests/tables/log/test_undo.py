"""What can be undone, and the reason if nothing can."""

from __future__ import annotations

import random

import pytest

from naqala.tables.errors import Refusal
from naqala.tables.log import entries as log
from naqala.tables.protocol.types import GameOptions
from tests.tables.table_builder import MODES, TableBuilder, started


def place_bids(builder: TableBuilder, *values: int) -> None:
    for value in values:
        builder.act(f"bid {value}")


def test_nothing_can_be_undone_before_the_first_action() -> None:
    builder = started()
    assert builder.table.undoable([0, 1]) == (0, 0, "nothing")


def test_an_act_of_another_seat_ends_the_undo_of_earlier_ones() -> None:
    builder = started(GameOptions(3))
    builder.act()
    seat = builder.table.acts[-1].seat
    assert builder.table.undoable([seat]) == (1, 1, "nothing")
    builder.act()
    assert builder.table.undoable([seat]) == (0, 0, "another")


def test_steps_of_a_move_are_undone_one_by_one_or_all_at_once() -> None:
    builder = started(GameOptions(3))
    place_bids(builder, 5, 3, 1)
    game = builder.table.game
    assert game is not None
    before = game.state.copy()
    seat = game.seat
    builder.act()
    builder.act()
    assert builder.table.undoable([seat])[:2] == (2, 2)
    builder.append(log.Undone(seat, builder.table.acts[-1].before))
    assert builder.table.undoable([seat])[:2] == (1, 1)
    builder.act()
    applied = builder.append(log.Undone(seat, builder.table.acts[-2].before))
    assert game.state == before
    assert applied.back_to == builder.table.log[-5].entry.number
    with pytest.raises(Refusal) as caught:
        builder.append(log.Undone(seat, 0))
    assert caught.value.code == "undo_another"


@pytest.mark.parametrize("mode", MODES)
def test_undo_restores_the_earlier_state_and_never_crosses_a_random_draw(mode: str) -> None:
    """Otherwise a player could repeat a draw until the result is good."""
    builder = started(MODES[mode])
    rng = random.Random(mode)
    reasons = set()
    game = builder.table.game
    assert game is not None
    while builder.table.phase == "running":
        before, seat, draws = game.state.copy(), game.seat, game.state.draws
        builder.act(str(rng.choice(game.legal())))
        can = builder.table.undoable([seat])
        reasons.add(can.closed)
        if game.state.draws != draws:
            assert can.steps == 0
            assert can.closed in ("draw", "refill", "over")
        elif can.steps and rng.random() < 0.3:
            after = game.history[-1].action
            builder.append(log.Undone(seat, builder.table.acts[-1].before))
            assert game.state == before
            builder.act(str(after))
    assert "refill" in reasons
    assert builder.table.undoable(range(5)).closed == "over"
