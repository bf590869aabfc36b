"""The Gymnasium environment; it passes Gymnasium's own checks in every mode."""

import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from naqala import Action, BadOptions, Game, IllegalAction, View
from naqala.envs import Observation, Policy, SeatEnv
from tests.envs.modes import in_every_mode


@in_every_mode
def test_it_passes_the_checks_of_gymnasium(mode: dict[str, Any]) -> None:
    check_env(gymnasium.make("Naqala-v0", **mode).unwrapped)


def play(env: SeatEnv, seed: int) -> float:
    """Play a game with the last legal action each time, and return the reward."""
    seen, _ = env.reset(seed=seed)
    over, reward = False, 0.0
    while not over:
        assert reward == 0
        assert env.game.seat == env.seat
        assert np.array_equal(env.action_masks(), seen["action_mask"])
        seen, reward, over, cut, info = env.step(np.flatnonzero(seen["action_mask"])[-1])
        assert not cut
        assert not info
    return reward


@in_every_mode
def test_a_game_ends_with_its_reward(mode: dict[str, Any]) -> None:
    env = SeatEnv(**mode, strict=True)
    reward = play(env, seed=3)
    totals = [score.total for score in env.game.scores()]
    assert env.game.over
    assert reward == totals[0] - max(totals[1:], default=0) or not env.game.winners


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_any_seat_can_be_played(seat: int) -> None:
    env = SeatEnv(players=3, seat=seat, reward="win")
    assert play(env, seed=5) == (seat in env.game.winners) / len(env.game.winners)


def test_a_seed_repeats_the_game_and_its_opponents() -> None:
    env, other = SeatEnv(players=3), SeatEnv(players=3)
    assert play(env, seed=5) == play(other, seed=5)
    assert env.game == other.game
    env.reset()
    other.reset()
    assert env.game == other.game


def test_every_other_seat_gets_its_own_policy() -> None:
    seats: list[set[int]] = []

    def opponent(seed: int) -> Policy:
        mine: set[int] = set()
        seats.append(mine)

        def choose(view: View, legal: Sequence[Action]) -> Action:
            mine.add(view.viewer)
            return legal[0]

        return choose

    env = SeatEnv(players=3, seat=1, opponent=opponent)
    play(env, seed=5)
    assert [mine for mine in seats if mine] == [{0}, {2}]


def test_opponents_can_choose_by_number() -> None:
    """So a trained policy can play the other seats."""
    env = SeatEnv(players=2)

    def first(seen: Observation) -> int:
        return int(np.flatnonzero(seen["action_mask"])[0])

    by_number = SeatEnv(players=2, opponent=lambda seed: env.encoding.policy(first))
    assert by_number.reset(seed=1)
    play(by_number, seed=1)
    table = by_number.encoding.actions
    game = Game.new(players=2, seed=1)
    for played in by_number.game.history:
        if game.seat == 1:
            assert played.action == min(table.numbers(game.legal(), game.state).items())[1]
        game.play(played.action)


def test_an_illegal_action_forfeits_the_game() -> None:
    """Every number is in the action space, so an illegal one must not raise an error."""
    env = SeatEnv(players=2)
    env.reset(seed=7)
    _, reward, over, cut, info = env.step(0)
    assert (reward, over, cut) == (-500, True, False)
    assert "'pass', is not possible now; possible: 2 'bid 0'" in info["illegal"]
    with pytest.raises(IllegalAction, match=r"reset\(\) begins another"):
        env.step(2)


def test_a_strict_environment_raises_for_an_illegal_action_and_is_unchanged() -> None:
    env = SeatEnv(players=2, strict=True)
    env.reset(seed=7)
    with pytest.raises(IllegalAction, match="'pass', is not possible now"):
        env.step(0)
    env.step(2)


def test_an_environment_must_be_reset_before_the_first_step() -> None:
    with pytest.raises(IllegalAction, match=r"reset\(\)"):
        SeatEnv(players=2).step(0)


def test_importing_without_the_extra_names_the_missing_package() -> None:
    code = "import sys; sys.modules['pettingzoo'] = None; import naqala.envs"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode
    assert (
        "naqala.envs needs pettingzoo; install it with: pip install 'naqala[envs]'" in done.stderr
    )


def test_an_unknown_seat_is_refused() -> None:
    with pytest.raises(BadOptions, match="seats are 0 to 1"):
        SeatEnv(players=2, seat=2)
