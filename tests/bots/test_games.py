"""Whole games of bots: legal to the end in every mode, and the same again with the same seeds."""

from itertools import islice

import pytest

from naqala import Game
from naqala.bots import RUNGS, bot
from naqala.rules.view import view
from tests.bots.modes import (
    MODES,
    PATIENT,
    SLOW,
    Boxes,
    Clock,
    actions,
    hasten_djinn,
    moments,
    players,
    use_clock,
)

LONGEST = {"sultan": 60}
"""How much of a game is enough where a bot thinks long."""


@pytest.mark.parametrize(("number", "boxes"), MODES)
@pytest.mark.parametrize("name", RUNGS)
def test_every_bot_plays_every_mode_to_its_end(
    name: str,
    number: int,
    boxes: Boxes,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    use_clock(monkeypatch, Clock(1.0))  # every choice counts here, not how good it is
    game = Game.new(players=number, seed=3, expansions=boxes)
    for _ in actions(players(name, number), game):
        assert len(game.history) < 3000
    assert game.over
    assert not caplog.records, "a fault of its thinking would be logged"


@pytest.mark.parametrize("number", [1, 2, 4])
def test_different_bots_play_together(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    use_clock(monkeypatch, Clock(0.25))
    game = Game.new(players=number, seed=9, promos=["dhenim"], doubled=number == 4)
    bots = [bot(name, 1) for name in list(RUNGS)[-number:]]
    assert len([*actions(bots, game)]) == len(game.history)


@pytest.mark.parametrize("name", [name for name in RUNGS if name != "djinn"])
@pytest.mark.parametrize(("number", "boxes"), [(2, ()), (3, ("whims", "artisans"))])
def test_the_same_seeds_play_the_same_game(
    name: str, number: int, boxes: Boxes, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = []
    for _ in range(2):
        use_clock(monkeypatch, Clock(SLOW))
        game = Game.new(players=number, seed=11, expansions=boxes)
        assert [*islice(actions(players(name, number), game), LONGEST.get(name))]
        records.append(game.record())
    assert records[0] == records[1]


@pytest.mark.parametrize(("number", "boxes"), MODES)
def test_a_djinn_with_time_enough_repeats_itself(
    number: int, boxes: Boxes, monkeypatch: pytest.MonkeyPatch
) -> None:
    hasten_djinn(monkeypatch)
    for state in moments(number, boxes, 3, seed=2):
        one, other = (
            bot("djinn", 5, PATIENT).choose(view(state, state.seat), state.choices)
            for _ in range(2)
        )
        assert one == other


def test_travellers_with_different_seeds_go_different_ways() -> None:
    records = set()
    for seed in range(3):
        game = Game.new(players=2, seed=11)
        assert [*actions(players("traveller", 2, seed=seed), game)]
        records.add(game.record())
    assert len(records) == 3
