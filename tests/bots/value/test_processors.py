"""Expected margins are the same on every processor."""

import os
import subprocess
import sys

MARGINS = """
from random import Random
from naqala import Game
from naqala.bots.value.expected_margin import expected_margins

for players in (1, 2, 4):
    game, rng, states = Game.new(players=players, seed=3), Random(3), []
    while not game.over:
        game.play(rng.choice(game.legal()))
        states.append(game.state.copy())
    print(expected_margins(states, 0))
"""


def margins(processor: str) -> str:
    """The expected margins of three games, with the matrix product for this processor."""
    environment = {**os.environ, "OPENBLAS_CORETYPE": processor}
    command = [sys.executable, "-c", MARGINS]
    return subprocess.run(
        command, env=environment, check=True, capture_output=True, text=True
    ).stdout


def test_the_matrix_product_of_another_processor_gives_the_same_margins() -> None:
    """OpenBLAS has several of them, with different rounding; other libraries ignore the name."""
    assert margins("Prescott") == margins("Haswell") != ""
