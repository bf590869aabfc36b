"""The capabilities of a terminal."""

import pytest

from naqala.cli.language import language
from naqala.cli.ui.board import board
from naqala.cli.ui.terminal import PLAIN, prepare_streams
from tests.cli.terminals import LANGUAGES, MODES, mode_after, rendered


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_FR", "LC_ALL": "en_GB"}, "en"),
        ({"LANG": "xx_XX"}, "en"),
        ({"LC_ALL": "", "LANG": "fr"}, "fr"),
        ({"LANG": "C"}, "en"),
    ],
)
def test_the_language_comes_from_the_environment(
    environment: dict[str, str], expected: str
) -> None:
    assert language(environment) == expected


def test_every_symbol_has_an_ascii_replacement() -> None:
    prepare_streams()
    for words in LANGUAGES:
        messages = "".join(
            text
            for key, text in words.messages.items()
            if not key.startswith(("terminal.help", "page."))
        )
        boards = [mode_after(60, mode).view(0) for mode in MODES]
        for text in (*(rendered(board(view, words)) for view in boards), messages):
            plain = text.encode("ascii", PLAIN)
            assert len(plain) == len(text)
            assert plain.count(b"?") == text.count("?")
