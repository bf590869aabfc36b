"""Copies of states."""

from random import Random

import pytest

from naqala import Game
from naqala.rules.state import State
from naqala.rules.turn import apply
from tests.play import choose

MODES = (
    (1, ()), (2, ()), (4, ()), (3, ("whims",)), (3, ("artisans",)), (5, ("artisans", "whims")),
)  # fmt: skip
STEPS = 12
"""How many actions are played on a copy."""


def play_on(state: State, seed: int) -> State:
    """Play some random actions."""
    random = Random(seed)
    for _ in range(STEPS):
        if not state.over:
            apply(state, choose(random, state.choices))
    return state


@pytest.mark.parametrize(("players", "expansions"), MODES)
def test_a_fork_shares_nothing_that_an_action_changes(
    players: int, expansions: tuple[str, ...]
) -> None:
    for seed in range(6):
        game, random = Game.new(players=players, seed=seed, expansions=expansions), Random(seed)
        while not game.over:
            state = game.state
            copy, before = state.copy(), state.key()
            one, two = state.fork(), state.fork()
            play_on(one, seed)
            assert state.key() == two.key() == before
            assert play_on(two.fork(), seed) == one == play_on(copy, seed)
            assert state.key() == two.key() == before
            for _ in range(STEPS):
                if not game.over:
                    game.play(choose(random, game.legal()))
            assert two.key() == before
