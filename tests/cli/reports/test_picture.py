"""The picture for the README."""

import re

from naqala.cli.reports.picture import game_of_picture, picture
from tests.cli.terminals import ENGLISH


def test_the_picture_shows_the_table_and_loads_nothing() -> None:
    svg = picture(game_of_picture(), ENGLISH)
    assert "Resources" in svg
    assert "@font-face" not in svg
    assert not re.search(r"url\((?!#)", svg)
    assert "href" not in svg
