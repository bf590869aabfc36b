"""The bots of the package by name, and the packages they need."""

import subprocess
import sys
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from naqala import Game
from naqala.bots import BOT_BUDGETS, UnknownBot, bot
from naqala.bots.registry import bot_class
from tests.bots.modes import players
from tests.known_bots import BUDGETS, CHOOSE, KNOWN_BOTS


def test_bots_are_listed_from_the_weakest_to_the_strongest() -> None:
    assert list(BOT_BUDGETS) == list(KNOWN_BOTS)


@pytest.mark.parametrize("name", BOT_BUDGETS)
def test_the_registry_has_the_name_and_the_budget_of_every_class(name: str) -> None:
    kind = bot_class(name)
    assert (kind.name, kind.budget) == (name, BOT_BUDGETS[name])


@pytest.mark.parametrize("name", ["wizard", "", "Sultan", "sultan ", None, 3, ["sultan"], b"djinn"])
def test_an_unknown_bot_is_refused_with_the_list_of_bots(name: Any) -> None:
    with pytest.raises(UnknownBot, match=CHOOSE):
        bot(name)


@pytest.mark.parametrize(
    "budget",
    [
        0, 0.0, -1, -0.5, float("nan"), float("inf"), float("-inf"), 3600.5, 10**30, 1e308,
        "2", "soon", b"2", [2], (), True, 2j, Decimal(2), object(),
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", BOT_BUDGETS)
def test_an_invalid_budget_is_refused(name: str, budget: Any) -> None:
    with pytest.raises(UnknownBot, match="a budget is a number of seconds up to 3600, not "):
        bot(name, budget=budget)


@pytest.mark.parametrize("budget", [1, 0.001, 3600, np.float32(2), np.int64(2)])
def test_a_budget_can_be_any_real_number(budget: Any) -> None:
    assert bot("djinn", budget=budget).budget == pytest.approx(float(budget))


def test_every_bot_has_a_default_budget() -> None:
    assert {name: bot(name).budget for name in BOT_BUDGETS} == BUDGETS


@pytest.mark.parametrize("seed", [None, 1.5, "7", b"7", [], object()])
def test_a_seed_that_is_not_an_integer_is_refused(seed: Any) -> None:
    with pytest.raises(UnknownBot, match="the seed of a bot is a whole number, not "):
        bot("traveller", seed)


@pytest.mark.parametrize("seed", [0, -3, 2**200, np.int64(5), True])
def test_every_integer_is_a_valid_seed(seed: Any) -> None:
    game = Game.new(players=2, seed=1)
    legal = game.legal()
    one, other = (bot("traveller", each).choose(game.view(0), legal) for each in (seed, int(seed)))
    assert one == other


def test_a_budget_is_set_for_one_bot_and_not_for_its_class() -> None:
    assert [player.budget for player in players("djinn", 2, 5.0)] == [5, 5]
    assert bot_class("djinn").budget == 2


def run(code: str) -> str:
    """The output of a program that runs in a separate process."""
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
game = Game.new(players=len({names}), seed=1)
players = [bot(name, budget=0.01) for name in {names}]
while not game.over:
    game.play(players[game.seat].choose(game.view(game.seat), game.legal()))
print([player.faults for player in players])
"""


@pytest.mark.parametrize("names", [list(BOT_BUDGETS)[:4], ["djinn", "sultan"], ["sultan"]])
def test_every_bot_plays_without_numpy(names: list[str]) -> None:
    assert run(WITHOUT_NUMPY.replace("{names}", repr(names))) == str([0] * len(names))


ADVICE_WITHOUT_NUMPY = """
import sys
sys.modules["numpy"] = None
from naqala import Game
from naqala.bots.advice import advise
print(len(advise(Game.new(players=2, seed=1).view(0), 0.01, count=2).options))
"""


def test_the_adviser_needs_no_numpy() -> None:
    assert run(ADVICE_WITHOUT_NUMPY) == "2"
