"""The properties are checked in all modes, part by part."""

import pytest

from tests.play import MODES, Mode
from tests.properties.games import PARTS


@pytest.fixture(params=MODES, ids=lambda mode: mode.name)
def mode(request: pytest.FixtureRequest) -> Mode:
    """A way to play."""
    found: Mode = request.param
    return found


@pytest.fixture(params=range(PARTS), ids=lambda part: f"part{part + 1}")
def part(request: pytest.FixtureRequest) -> int:
    """Which of the games are played."""
    found: int = request.param
    return found
