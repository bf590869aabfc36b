"""What can be taken back, and why not."""

from __future__ import annotations

import random

import pytest

from naqala.tables.errors import Refusal
from naqala.tables.log import entries as log
from naqala.tables.protocol.types import GameOptions
from tests.server.folds import MODES, Told, started


def bids(told: Told, *values: int) -> None:
    for value in values:
        told.act(f"bid {value}")


def test_nothing_was_done_so_nothing_is_taken_back() -> None:
    told = started()
    assert told.table.undoable([0, 1]) == (0, 0, "nothing")


def test_an_act_of_another_seat_closes_what_was_before() -> None:
    told = started(GameOptions(3))
    told.act()
    seat = told.table.acts[-1].seat
    assert told.table.undoable([seat]) == (1, 1, "nothing")
    told.act()
    assert told.table.undoable([seat]) == (0, 0, "another")


def test_steps_of_a_move_are_taken_back_one_by_one_or_all_at_once() -> None:
    told = started(GameOptions(3))
    bids(told, 5, 3, 1)
    game = told.table.game
    assert game is not None
    before = game.state.copy()
    seat = game.seat
    told.act()
    told.act()
    assert told.table.undoable([seat])[:2] == (2, 2)
    told.tell(log.Undone(seat, told.table.acts[-1].before))
    assert told.table.undoable([seat])[:2] == (1, 1)
    told.act()
    happened = told.tell(log.Undone(seat, told.table.acts[-2].before))
    assert game.state == before
    assert happened.back_to == told.table.log[-5].entry.number
    with pytest.raises(Refusal) as caught:
        told.tell(log.Undone(seat, 0))
    assert caught.value.code == "undo_another"


@pytest.mark.parametrize("mode", MODES)
def test_taking_back_gives_the_state_before_and_never_what_was_drawn(mode: str) -> None:
    """Chance that was asked stays asked: nobody can try again until it suits."""
    told = started(MODES[mode])
    rng = random.Random(mode)
    reasons = set()
    game = told.table.game
    assert game is not None
    while told.table.phase == "running":
        before, seat, draws = game.state.copy(), game.seat, game.state.draws
        told.act(str(rng.choice(game.legal())))
        can = told.table.undoable([seat])
        reasons.add(can.closed)
        if game.state.draws != draws:
            assert can.steps == 0
            assert can.closed in ("draw", "refill", "over")
        elif can.steps and rng.random() < 0.3:
            after = game.history[-1].action
            told.tell(log.Undone(seat, told.table.acts[-1].before))
            assert game.state == before
            told.act(str(after))
    assert "refill" in reasons
    assert told.table.undoable(range(5)).closed == "over"
