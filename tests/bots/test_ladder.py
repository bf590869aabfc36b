"""The ladder of bots, and what all of its thinkers have in common."""

import subprocess
import sys

import pytest

from naqala import Action, Game, bots
from naqala.bots import BOTS, RUNGS
from naqala.bots.bot import Thinker
from naqala.rules.state import State
from naqala.rules.view import view


class Lost(Thinker):
    """A bot whose plan is never legal."""

    name = "lost"

    def think(self, state: State) -> list[Action]:
        return []


def test_without_a_plan_the_first_legal_action_is_taken() -> None:
    state = Game.new(players=3, seed=2).state
    assert Lost().choose(view(state, state.seat), state.choices) == state.choices[0]


def test_the_ladder_goes_from_the_traveller_to_the_djinn() -> None:
    assert list(BOTS) == ["traveller", "merchant", "vizier", "sultan", "djinn"]


def test_what_is_known_of_a_rung_without_numpy_is_what_its_bot_is() -> None:
    assert {name: kind.budget for name, kind in BOTS.items()} == RUNGS
    assert list(BOTS) == list(RUNGS)


@pytest.mark.parametrize("first", ["", "naqala.bots.reviewing", "naqala.bots.bot"])
def test_every_public_name_is_there_whatever_was_imported_before(first: str) -> None:
    """A module that was called like a function would take its place."""
    asked = f"import naqala.bots, types, {first or 'sys'}; from naqala.bots import *; print(*("
    asked += "name for name in naqala.bots.__all__ if isinstance(eval(name), types.ModuleType)))"
    found = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True)
    assert (found.returncode, found.stdout.strip(), found.stderr) == (0, "", "")


def test_a_name_that_is_none_is_no_name_of_the_bots() -> None:
    with pytest.raises(AttributeError, match="no attribute 'sheikh'"):
        bots.sheikh  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize("module", ["naqala.bots", "naqala.server.serving", "naqala.cli"])
def test_numpy_comes_with_those_who_think_and_nobody_else(module: str) -> None:
    asked = f"import sys, {module}; print('numpy' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True)
    assert (found.stdout.strip(), found.stderr) == ("False", "")
