"""The PettingZoo environment; it passes PettingZoo's own tests in every mode."""

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]
from pettingzoo.utils.wrappers import TerminateIllegalWrapper  # type: ignore[import-untyped]

from naqala import BadOptions, Game, IllegalAction
from naqala.envs import TableEnv, env
from tests.envs.modes import in_every_mode

# PettingZoo has a list of its own games with action masks and warns about all others.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


@in_every_mode
def test_it_passes_the_api_test_of_pettingzoo(mode: dict[str, Any]) -> None:
    api_test(TableEnv(**mode), num_cycles=1000)
    api_test(env(**mode), num_cycles=20)


@in_every_mode
def test_it_passes_the_seed_test_of_pettingzoo(mode: dict[str, Any]) -> None:
    seed_test(lambda: TableEnv(**mode), num_cycles=50)


def test_every_agent_is_rewarded_once_at_the_end() -> None:
    table = TableEnv(players=3)
    finish(table)
    totals = [score.total for score in table.game.scores()]
    margins = [total - max(totals[:n] + totals[n + 1 :]) for n, total in enumerate(totals)]
    seen = {}
    for agent in table.agent_iter():
        observation, reward, over, cut, _ = table.last()
        assert over
        assert not cut
        assert not observation["action_mask"].any()
        seen[agent] = reward
        table.step(None)
    assert seen == dict(zip(table.possible_agents, margins, strict=True))


def finish(table: TableEnv, seed: int = 1) -> None:
    """Play at random until the game is over."""
    table.reset(seed=seed)
    random = np.random.default_rng(seed)
    while not table.game.over:
        seen = table.observe(table.agent_selection)
        table.step(random.choice(np.flatnonzero(seen["action_mask"])))


def test_the_reward_can_be_the_win() -> None:
    table = TableEnv(players=4, reward="win")
    finish(table)
    assert sum(table.rewards.values()) == 1
    assert {f"player_{seat + 1}" for seat in table.game.winners} == {
        agent for agent, reward in table.rewards.items() if reward
    }


def test_a_seed_is_the_seed_of_the_game() -> None:
    table = TableEnv(players=2)
    table.reset(seed=7)
    assert table.game == Game.new(players=2, seed=7)


def test_games_without_a_seed_differ_but_depend_on_the_last_seed() -> None:
    boards = []
    for _ in range(2):
        table = TableEnv(players=2)
        table.reset(seed=7)
        table.reset()
        boards.append(table.game.position())
    assert boards[0] == boards[1] != Game.new(players=2, seed=7).position()


def test_only_the_agent_in_turn_has_a_mask() -> None:
    table = TableEnv(players=2)
    table.reset(seed=7)
    chosen = {agent: int(table.observe(agent)["action_mask"].sum()) for agent in table.agents}
    assert chosen == {"player_1": 7, "player_2": 0}
    assert table.agent_selection == "player_1"


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    table = TableEnv(players=2)
    table.reset(seed=7)
    before = table.game.copy()
    take = table.encoding.actions.sections["take"][0]
    with pytest.raises(IllegalAction, match=r"'take a1', is not possible now; possible: 2 'bid 0'"):
        table.step(take)
    assert table.game == before


@pytest.mark.parametrize("action", [-1, 1856, 2.5, None, "bid 3"])
def test_an_invalid_action_is_refused(action: Any) -> None:
    table = TableEnv(players=2)
    table.reset(seed=7)
    with pytest.raises(IllegalAction, match="a whole number from 0 to 1855"):
        table.step(action)


def test_the_wrapper_of_pettingzoo_ends_a_game_after_an_illegal_action() -> None:
    table = TerminateIllegalWrapper(TableEnv(players=2), illegal_reward=-1)
    table.reset(seed=7)
    table.step(0)
    assert table.rewards == {"player_1": -1, "player_2": 0}
    assert all(table.terminations.values())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 6}, "1 to 5 players"),
        ({"players": 5}, "five players need an expansion"),
        ({"expansions": ["dunes"]}, "there is no expansion dunes"),
        ({"promos": ["jinni"]}, "there is no promotional Djinn jinni"),
        ({"reward": "glory"}, "there is no reward 'glory'"),
        ({"render_mode": "human"}, "there is no render mode 'human'"),
    ],
)
def test_invalid_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOptions, match=message):
        TableEnv(**options)


def test_a_single_expansion_can_be_given_as_a_string() -> None:
    table = TableEnv(players=2, expansions="artisans")
    table.reset(seed=7)
    assert table.game == Game.new(players=2, seed=7, expansions="artisans")


def test_options_of_a_reset_are_used_or_refused() -> None:
    game = Game.new(players=2, seed=4)
    game.play(game.legal()[0])
    table = TableEnv(players=2)
    table.reset(options={"position": game.position()})
    assert table.game.state == game.state
    assert table.agent_selection == f"player_{game.seat + 1}"
    with pytest.raises(BadOptions, match="reset has no option 'seat'"):
        table.reset(options={"seat": 1})


def test_a_clone_is_restored() -> None:
    table = TableEnv(players=3)
    table.reset(seed=1)
    table.step(2)
    saved = table.clone()
    before = table.game.copy()
    finish_from_here(table)
    first = table.game.copy(), dict(table.rewards)
    table.restore(saved)
    assert table.game == before
    assert not any(table.terminations.values())
    finish_from_here(table)
    assert (table.game, dict(table.rewards)) == first


def finish_from_here(table: TableEnv) -> None:
    while not table.game.over:
        seen = table.observe(table.agent_selection)
        table.step(np.flatnonzero(seen["action_mask"])[-1])


def test_a_position_can_be_rendered() -> None:
    table = TableEnv(players=2, render_mode="ansi")
    table.reset(seed=7)
    assert table.render() == Game.new(players=2, seed=7).position()
    assert TableEnv(players=2).render() is None
