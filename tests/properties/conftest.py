"""Each property is checked in the same games, part by part."""

import pytest

from tests.properties.games import GAMES, PARTS


@pytest.fixture(params=range(PARTS), ids=lambda part: f"part{part + 1}")
def numbers(request: pytest.FixtureRequest) -> range:
    """The numbers of some of the games."""
    return range(request.param, GAMES, PARTS)
