"""The miner of puzzles, with very little effort."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from naqala.bots.advice.stored_reasons import BadReason, restored, stored
from naqala.rules.game import Game
from naqala.rules.setup import set_up
from naqala.rules.state import Options
from naqala.rules.turn import apply
from naqala.rules.view import view
from training.puzzle_mining import GAMES, MiningEffort, Player, examine, is_start_of_turn
from training.puzzles import work

ANYTHING = -1e9
EASY = MiningEffort(
    screens=((40, ANYTHING),),
    evaluations=150,
    early_samples=2,
    samples=2,
    margin=ANYTHING,
    errors=ANYTHING,
    rating=40,
    bots=("traveller", "merchant"),
)


def test_a_third_of_the_games_are_solo_or_have_a_box() -> None:
    assert 3 * sum(players == 1 or bool(boxes) for players, boxes in GAMES) >= len(GAMES)
    assert {players for players, _ in GAMES} == {1, 2, 3, 4, 5}


def test_the_games_are_played_quickly_with_any_number_of_players() -> None:
    assert not any(Player().searches(set_up(Options(players, 3))) for players in (1, 2, 4))


@pytest.mark.parametrize("players", [1, 2])
def test_a_puzzle_has_a_readable_position_a_legal_turn_and_reasons(players: int) -> None:
    state = set_up(Options(players, 3))
    bots = [Player(seat) for seat in range(players)]
    while not is_start_of_turn(state):
        apply(state, bots[state.seat].choose(view(state, state.seat), state.choices))
    found = examine(view(state, state.seat), 1, EASY)
    assert found is not None
    game = Game.from_position(found.position)
    assert game.state.piles == state.piles
    for action in found.best:
        game.play(action)
    assert found.outcome not in found.others
    reasons = json.loads(json.dumps(found.reasons))
    assert [stored(restored(reason)) for reason in reasons] == found.reasons
    unclear = replace(EASY, margin=1000.0)
    assert examine(view(state, state.seat), 1, unclear) is None


def test_a_worker_writes_what_it_finds_at_once(tmp_path: Path) -> None:
    file = tmp_path / "run-1-worker-3.jsonl"
    work(tmp_path, 1, 3, 16, lambda: file.exists() and bool(file.stat().st_size), EASY)
    (line,) = file.read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["game"] == 1_000_003


@pytest.mark.parametrize("data", ["Gain", [], ["Gain", 1], ["Unknown", 1], None, [["Gain"]]])
def test_data_that_is_not_a_reason_is_refused(data: object) -> None:
    with pytest.raises(BadReason):
        restored(data)
