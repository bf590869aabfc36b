"""The fixture of the tests of texts."""

import pytest

from naqala.text import LANGUAGES, Catalogue, catalogue


@pytest.fixture(params=LANGUAGES)
def words(request: pytest.FixtureRequest) -> Catalogue:
    return catalogue(str(request.param))
