"""Whole games of bots: legal to the end in every mode, and deterministic."""

from itertools import cycle, islice

import pytest

from naqala import Game
from naqala.bots import BOT_BUDGETS, bot
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

TABLES = {
    f"{number}-{'-'.join(boxes) or 'base'}-{names[0]}": (boxes, names)
    for number, boxes in MODES
    for start in range(0, len(BOT_BUDGETS), number)
    for names in [[*islice(cycle(BOT_BUDGETS), start, start + number)]]
}
"""The expansions and the bots of each game; every bot plays in every mode."""
MOST_ACTIONS = {"sultan": 30}
"""How many actions of a game are played with a slow bot."""


@pytest.mark.parametrize(("boxes", "names"), TABLES.values(), ids=TABLES)
def test_every_bot_plays_every_mode_to_its_end(
    boxes: Boxes,
    names: list[str],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    use_clock(monkeypatch, Clock(1.0))  # only legality is tested here, so bots need little time
    game = Game.new(players=len(names), seed=3, expansions=boxes)
    for _ in actions([bot(name, 7 + seat) for seat, name in enumerate(names)], game):
        assert len(game.history) < 3000
    assert game.over
    assert not caplog.records, "an error of a bot would be logged"


def test_bots_play_with_the_promo_and_the_doubled_track(monkeypatch: pytest.MonkeyPatch) -> None:
    use_clock(monkeypatch, Clock(0.25))
    game = Game.new(players=4, seed=9, promos=["dhenim"], doubled=True)
    bots = [bot(name, 1) for name in list(BOT_BUDGETS)[-4:]]
    assert len([*actions(bots, game)]) == len(game.history)


@pytest.mark.parametrize("name", [name for name in BOT_BUDGETS if name != "djinn"])
def test_the_same_seeds_play_the_same_game(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    records = []
    for _ in range(2):
        use_clock(monkeypatch, Clock(SLOW))
        game = Game.new(players=3, seed=11, expansions=["whims", "artisans"])
        assert [*islice(actions(players(name, 3), game), MOST_ACTIONS.get(name))]
        records.append(game.record())
    assert records[0] == records[1]


@pytest.mark.parametrize(("number", "boxes"), [(1, ()), (2, ()), (4, ("whims", "artisans"))])
def test_a_djinn_with_enough_time_is_deterministic(
    number: int, boxes: Boxes, monkeypatch: pytest.MonkeyPatch
) -> None:
    hasten_djinn(monkeypatch)
    for state in moments(number, boxes, 3, seed=2):
        one, other = (
            bot("djinn", 5, PATIENT).choose(view(state, state.seat), state.choices)
            for _ in range(2)
        )
        assert one == other


def test_travellers_with_different_seeds_play_differently() -> None:
    records = set()
    for seed in range(3):
        game = Game.new(players=2, seed=11)
        assert [*actions(players("traveller", 2, seed=seed), game)]
        records.add(game.record())
    assert len(records) == 3
