"""Fixtures: every mode, in several parts."""

import pytest

from tests.play import MODES, Mode
from tests.properties.games import PARTS


@pytest.fixture(params=MODES, ids=lambda mode: mode.name)
def mode(request: pytest.FixtureRequest) -> Mode:
    """A mode of the game."""
    found: Mode = request.param
    return found


@pytest.fixture(params=range(PARTS), ids=lambda part: f"part{part + 1}")
def part(request: pytest.FixtureRequest) -> int:
    """The part of the games to play."""
    found: int = request.param
    return found
