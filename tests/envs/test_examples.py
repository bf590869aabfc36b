"""The scripts of docs/research.md learn something in a few seconds."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from examples import learn
from naqala.bots.arena.match import match, results
from naqala.rules.state import Options
from tests.docs.code_blocks import DOCS, code_blocks


def test_a_few_batches_beat_a_random_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole run takes two minutes; this one trains for 4,096 steps."""
    policy, curve = tmp_path / "policy.npz", tmp_path / "curve.csv"
    options = ["--steps", "4096", "--points", "2", "--games", "16", "--ladder", "traveller"]
    files = ["--policy", str(policy), "--curve", str(curve)]
    done = subprocess.run(
        [sys.executable, learn.__file__, *options, *files],
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    before, after = (float(line.split("\t")[2]) for line in done.stdout.splitlines())
    assert after > before + 15
    assert len(curve.read_text(encoding="utf-8").splitlines()) == 3
    monkeypatch.setenv("NAQALA_POLICY", str(policy))
    bots = [f"{learn.__file__}:Learned", "traveller"]
    games = list(results(match(bots, Options(players=2, seed=1), games=2)))
    assert len(games) == 2


def test_the_gradients_are_those_of_the_loss() -> None:
    """A step against the gradient of one choice makes this choice more likely."""
    network = learn.Network(6, 4)
    seen = np.ones((1, 6), np.float32)
    legal = np.array([[1, 1, 0, 1]], np.int8)
    out = network(seen, legal)
    assert np.exp(out.log_probabilities).sum() == pytest.approx(1)
    assert np.exp(out.log_probabilities[0, 2]) == 0
    wanted = np.exp(out.log_probabilities)
    wanted[0, 1] -= 1
    network.learn(seen, out, wanted, np.array([-1], np.float32))
    again = network(seen, legal)
    assert again.log_probabilities[0, 1] > out.log_probabilities[0, 1]
    assert again.values[0] > out.values[0]


def quick_start() -> str:
    """The code of docs/research.md for MaskablePPO."""
    blocks = [block.text for block in code_blocks(DOCS / "research.md")]
    (code,) = (text for text in blocks if "import MaskablePPO" in text)
    return code


def test_the_environment_of_the_quick_start_fits_maskable_ppo() -> None:
    """Everything but the learner, which needs PyTorch: see the next test."""
    names: dict[str, Any] = {}
    lines = [line for line in quick_start().splitlines() if "PPO" not in line]
    exec("\n".join(line for line in lines if not line.startswith("model.")), names)
    env = names["env"]
    check_env(env, skip_render_check=True)
    env.reset(seed=1)
    over, rewards = False, []
    while not over:
        masks = env.action_masks()
        assert masks.shape == (env.action_space.n,)
        assert masks.any()
        _, reward, over, _, _ = env.step(masks.argmax())
        rewards.append(reward)
    assert not any(rewards[:-1])
    assert 0 < abs(rewards[-1]) < 1


def test_maskable_ppo_learns(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only where sb3-contrib is installed; it needs PyTorch, which is not locked."""
    pytest.importorskip("sb3_contrib")
    from examples import maskable_ppo

    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec(quick_start().replace("100_000", "1"), names)
    assert names["model"].num_timesteps > 0
    options = ["--steps", "2048", "--points", "2", "--games", "2", "--ladder", "traveller"]
    monkeypatch.setattr("sys.argv", ["maskable_ppo.py", *options])
    maskable_ppo.main()
    assert len(capsys.readouterr().out.splitlines()) == 2
    bots = [f"{maskable_ppo.__file__}:Learned", "traveller"]
    games = list(results(match(bots, Options(players=2, seed=1), games=2, strict=True)))
    assert len(games) == 2
