"""The vector environment: the same games as single environments, encoded together."""

from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from naqala import BadOptions, Game, IllegalAction
from naqala.envs import SeatEnv, SeatVectorEnv
from tests.envs.modes import MODES, in_every_mode


def last_legal(masks: Any) -> Any:
    """The last legal action of each game; 0 where there is none."""
    size = masks.shape[1]
    return np.where(masks.any(axis=1), size - 1 - masks[:, ::-1].argmax(axis=1), 0)


def assert_same(one: Any, two: Any) -> None:
    """Whether two observations or infos are the same."""
    if isinstance(one, dict):
        assert one.keys() == two.keys()
        for key in one:
            assert_same(one[key], two[key])
    elif isinstance(one, np.ndarray) and one.dtype == object:
        for mine, theirs in zip(one, two, strict=True):
            assert_same(mine, theirs)
    elif isinstance(one, np.ndarray):
        assert one.dtype == two.dtype
        assert np.array_equal(one, two)
    else:
        assert one == two


@in_every_mode
def test_it_plays_like_single_environments(mode: dict[str, Any]) -> None:
    """Over several games and random seats; modes differ in fields and in how games are reset."""
    with_items = "artisans" in mode.get("expansions", ())
    autoreset = AutoresetMode.SAME_STEP if with_items else AutoresetMode.NEXT_STEP
    options = mode | {
        "seat": "random",
        "skip_end": mode["players"] == 2,
        "observation": "flat" if mode["players"] % 2 else "fields",
    }
    single = SyncVectorEnv([partial(SeatEnv, **options)] * 2, autoreset_mode=autoreset)
    vector = SeatVectorEnv(2, **options, autoreset_mode=autoreset)
    assert vector.observation_space == single.observation_space
    assert vector.action_space == single.action_space
    expected, found = single.reset(seed=5), vector.reset(seed=5)
    assert_same(found[0], expected[0])
    ended = 0
    for _ in range(400):
        actions = last_legal(found[0]["action_mask"])
        given, got = single.step(actions), vector.step(actions)
        for mine, theirs in zip(got, given, strict=True):
            assert_same(mine, theirs)
        ended += got[2].sum()
        found = (got[0], got[4])
        if ended >= 2:
            break
    assert ended


def test_it_is_made_by_its_name() -> None:
    envs = gymnasium.make_vec("naqala/Seat-v0", num_envs=3, players=2, opponent="traveller")
    assert isinstance(envs, SeatVectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    seen, _ = envs.reset(seed=[4, 5, 4])
    assert_same(seen["observation"][0], seen["observation"][2])
    assert np.array_equal(envs.action_masks(), seen["action_mask"])
    assert envs.seats == [0, 0, 0]
    envs.step(last_legal(seen["action_mask"]))
    envs.close()


def test_illegal_actions_forfeit_only_their_game() -> None:
    envs = SeatVectorEnv(3)
    seen, _ = envs.reset(seed=5)
    actions = last_legal(seen["action_mask"])
    actions[1] = 0
    _, rewards, ended, cut, infos = envs.step(actions)
    assert rewards.tolist() == [0, -500, 0]
    assert ended.tolist() == [False, True, False]
    assert not cut.any()
    assert "'pass', is not possible now" in infos["illegal"][1]
    with pytest.raises(IllegalAction):
        SeatVectorEnv(1, strict=True, autoreset_mode="Disabled").step([0])


def test_some_games_can_be_reset_and_all_start_from_a_position() -> None:
    game = Game.new(players=2, seed=4)
    game.play(game.legal()[0])
    envs = SeatVectorEnv(2)
    seen, _ = envs.reset(seed=5, options={"position": game, "seat": game.seat})
    assert [each.state.piles for each in envs.games] == [game.state.piles] * 2
    again, _ = envs.reset(seed=7, options={"reset_mask": np.array([False, True])})
    assert np.array_equal(seen["observation"][0], again["observation"][0])
    assert envs.games[1].options.seed == 8


def test_clones_are_restored() -> None:
    envs = SeatVectorEnv(2, players=3)
    seen, _ = envs.reset(seed=5)
    saved = envs.clone()
    after = envs.step(last_legal(seen["action_mask"]))[0]
    assert_same(envs.restore(saved), seen)
    assert_same(envs.step(last_legal(seen["action_mask"]))[0], after)


def test_games_are_rendered() -> None:
    envs = SeatVectorEnv(2, render_mode="ansi")
    envs.reset(seed=5)
    assert envs.render() == tuple(Game.new(players=2, seed=n).position() for n in (5, 6))
    pictures = SeatVectorEnv(2, render_mode="rgb_array")
    pictures.reset(seed=5)
    drawn = pictures.render()
    assert drawn
    assert drawn[0].shape == (344, 412, 3)
    assert SeatVectorEnv(1).render() is None


@pytest.mark.parametrize(
    ("use", "message"),
    [
        (lambda: SeatVectorEnv(0), "a whole number from 1, not 0"),
        (lambda: SeatVectorEnv(2).reset(seed=[1]), "there are 2 environments"),
        (lambda: SeatVectorEnv(2).step([1]), "there are 2 environments"),
        (lambda: SeatVectorEnv(2).reset(options={"reset_mask": [1, 0]}), "array of 2 booleans"),
        (lambda: SeatVectorEnv(2, **MODES["solo"] | {"seat": 1}), "there is no seat 1"),
    ],
)
def test_wrong_arguments_are_refused(use: Any, message: str) -> None:
    with pytest.raises(BadOptions, match=message):
        use()
