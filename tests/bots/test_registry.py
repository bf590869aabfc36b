"""The bots of the package by name, and what they need."""

import subprocess
import sys

import pytest

from naqala import Action, Game
from naqala.bots import RUNGS
from naqala.bots.planning import PlanningBot
from naqala.bots.registry import bot_class
from naqala.rules.state import State
from naqala.rules.view import view
from tests.known_bots import KNOWN_BOTS


class Lost(PlanningBot):
    """A bot whose plan is never legal."""

    name = "lost"

    def think(self, state: State) -> list[Action]:
        return []


def test_without_a_plan_the_first_legal_action_is_taken() -> None:
    state = Game.new(players=3, seed=2).state
    assert Lost().choose(view(state, state.seat), state.choices) == state.choices[0]


def test_the_ladder_goes_from_the_traveller_to_the_djinn() -> None:
    assert list(RUNGS) == list(KNOWN_BOTS)


@pytest.mark.parametrize("name", RUNGS)
def test_the_registry_knows_the_name_and_the_budget_of_every_class(name: str) -> None:
    kind = bot_class(name)
    assert (kind.name, kind.budget) == (name, RUNGS[name])


def run(code: str) -> str:
    """What a program prints in a process of its own."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert not done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize(
    "module",
    [
        "naqala.bots",
        "naqala.bots.advice",
        "naqala.bots.merchant",
        "naqala.server.serving",
        "naqala.cli",
    ],
)
def test_importing_a_module_does_not_import_numpy(module: str) -> None:
    assert run(f"import sys, {module}; print('numpy' in sys.modules)") == "False"


WITHOUT_NUMPY = """
import sys
sys.modules["numpy"] = None
from naqala import Game
from naqala.bots import bot
game = Game.new(players=2, seed=1)
players = [bot("traveller"), bot("merchant")]
while not game.over:
    game.play(players[game.seat].choose(game.view(game.seat), game.legal()))
print([player.faults for player in players])
"""


def test_travellers_and_merchants_play_without_numpy() -> None:
    assert run(WITHOUT_NUMPY) == "[0, 0]"


@pytest.mark.parametrize("name", ["vizier", "sultan", "djinn"])
def test_a_bot_that_needs_numpy_is_not_made_without_it(name: str) -> None:
    code = "import sys; sys.modules['numpy'] = None; from naqala.bots import bot\n"
    code += f"try:\n    bot({name!r})\nexcept ImportError as error:\n    print(error.name)"
    assert run(code) == "numpy"
