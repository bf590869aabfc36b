"""The game of OpenSpiel; it passes OpenSpiel's own checks in every mode."""

from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from numpy.typing import NDArray
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts
from open_spiel.python.observation import make_observation

from naqala import BadOptions
from naqala.envs.openspiel import NaqalaState
from tests.envs.modes import in_every_mode


def name_of(mode: dict[str, Any]) -> str:
    """A mode as OpenSpiel writes it."""
    chosen = [*mode.get("expansions", ()), *mode.get("promos", ())]
    chosen += ["doubled"] if mode.get("doubled") else []
    words = [f"players={mode['players']}", *(f"{word}=true" for word in chosen)]
    return f"python_naqala({','.join(words)})"


def started(name: str = "python_naqala", digits: str = "\1\2\3\4") -> NaqalaState:
    """A game after the set-up that these outcomes determine."""
    state = pyspiel.load_game(name).new_initial_state()
    for digit in digits:
        state.apply_action(ord(digit))
    assert isinstance(state, NaqalaState)
    return state


@in_every_mode
def test_it_passes_the_random_simulation_of_openspiel(mode: dict[str, Any]) -> None:
    """It serializes and reads every state of a game."""
    game = pyspiel.load_game(name_of(mode))
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def check_playthrough(name: str, file: Path) -> None:
    """Write a random game with all observations, and play it again."""
    flags.FLAGS.mark_as_parsed()
    file.write_text(generate_playthrough.playthrough(name, None, seed=3), encoding="utf-8")
    original, again = generate_playthrough.replay(str(file))
    assert len(original) > 10_000
    assert original == again


@in_every_mode
def test_a_playthrough_is_repeated_exactly(
    mode: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tensors are written as bytes: to draw them takes OpenSpiel four fifths of the time."""

    def as_bytes(tensor: NDArray[np.float32], label: str) -> list[str]:
        return [f"{label}: {tensor.tobytes().hex()}"]

    monkeypatch.setattr(generate_playthrough, "_format_tensor", as_bytes)
    check_playthrough(name_of(mode), tmp_path / "playthrough.txt")


def test_a_playthrough_is_written_as_openspiel_does(tmp_path: Path) -> None:
    check_playthrough("python_naqala(players=1)", tmp_path / "playthrough.txt")


def test_searches_of_openspiel_play_it() -> None:
    game, random = pyspiel.load_game("python_naqala"), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bots = [
        mcts.MCTSBot(game, 100.0, 2, evaluator, random_state=random),
        ismcts.ISMCTSBot(game, evaluator, 100.0, 2, random_state=random),
    ]
    state = started()
    for nth in range(10):
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[-1][0])
        else:
            action = bots[nth % 2].step(state)
            assert action in state.legal_actions()
            state.apply_action(action)


def test_every_random_number_is_a_chance_node() -> None:
    """Nothing is drawn from the seed after the set-up."""
    state = started()
    chances = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(probability for _, probability in outcomes) == pytest.approx(1)
            state.apply_action(outcomes[-1][0])
            chances += 1
        else:
            state.apply_action(state.legal_actions()[-1])
    assert state.course.state is not None
    assert chances > 20
    assert state.returns()[0] == -state.returns()[1] != 0


def test_an_information_state_contains_only_what_the_player_may_know() -> None:
    """Resampled states are the same to the player, and different to the others."""
    state = started("python_naqala(players=2,whims=true,artisans=true)")
    while not state.is_terminal() and state.move_number() < 150:
        if state.is_chance_node():
            state.apply_action(0)
        else:
            state.apply_action(state.legal_actions()[0])
    while state.is_chance_node():
        state.apply_action(0)
    player = state.current_player()
    numbers = iter(np.random.default_rng(1).random(20))
    others = [state.resample_from_infostate(player, lambda: next(numbers)) for _ in range(5)]
    for other in others:
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.legal_actions() == state.legal_actions()
    assert len({other.observation_string(1 - player) for other in others}) > 1


def test_fields_have_names() -> None:
    state = started()
    observation = make_observation(state.get_game())
    observation.set_from(state, 0)
    assert observation.dict["gold"].tolist() == [1]
    assert observation.tensor.tolist() == state.observation_tensor(0)
    assert "gold[0]=50 " in observation.string_from(state, 0)
    recalled = make_observation(state.get_game(), pyspiel.IIGObservationType(perfect_recall=True))
    assert recalled.tensor is None
    assert recalled.string_from(state, 0) == state.information_state_string(0)


def test_a_mode_that_cannot_be_played_is_refused() -> None:
    with pytest.raises(BadOptions, match="five players need an expansion"):
        pyspiel.load_game("python_naqala(players=5)")
