"""Help at the table."""

import pytest

from naqala.cli.guide import COMMANDS, TOPICS, command_of, commands, explanation
from naqala.rules.djinns import DJINNS
from naqala.rules.items import ITEMS
from naqala.rules.land import LETTER_OF_KIND
from naqala.rules.meeples import TRIBES
from naqala.text import Catalogue
from naqala.text.words import HOLES
from tests.cli.terminals import ENGLISH, LANGUAGES, drawn


@pytest.mark.parametrize("words", LANGUAGES)
def test_everything_on_the_table_is_explained_by_its_name(words: Catalogue) -> None:
    for name in DJINNS:
        for asked in (name, words.djinn(name), words.djinn(name).upper()):
            text = explanation(asked, words)
            assert text is not None
            assert words.djinn_text(name) in text.plain
    for item in ITEMS:
        for asked in (item, words.item(item)):
            text = explanation(asked, words)
            assert text is not None
            assert words.item_text(item) in text.plain
    for kind in (*LETTER_OF_KIND, *HOLES):
        text = explanation(words.kind(kind), words)
        assert text is not None
        assert words.kind_text(kind) in text.plain
    for tribe in TRIBES:
        for asked in (words.tribe(tribe, 1), words.tribe(tribe, 2).lower()):
            text = explanation(asked, words)
            assert text is not None
            assert words.tribe_text(tribe) in text.plain


@pytest.mark.parametrize("words", LANGUAGES)
def test_the_tent_the_whims_mountains_and_yazid_are_explained(words: Catalogue) -> None:
    for topic in TOPICS:
        names = words.say(f"terminal.topic_{topic}").split(", ")
        for asked in (topic, *names, names[0].upper()):
            text = explanation(asked, words)
            assert text is not None, asked


@pytest.mark.parametrize("asked", ["baal", "ba'al", "Ba-al", "BAAL"])
def test_signs_in_names_may_be_left_out(asked: str) -> None:
    text = explanation(asked, ENGLISH)
    assert text is not None
    assert text.plain.startswith("Ba'al 6")


@pytest.mark.parametrize("asked", ["", "?", "xyz", "12"])
def test_what_is_not_on_the_table_is_not_explained(asked: str) -> None:
    assert explanation(asked, ENGLISH) is None


@pytest.mark.parametrize("words", LANGUAGES)
def test_every_command_has_help_and_is_known_by_both_names(words: Catalogue) -> None:
    shown = drawn(commands(words))
    for command in COMMANDS:
        own = words.say(f"terminal.command_{command}")
        assert command_of(command, words) == command_of(own, words) == command
        assert command == "help" or own in shown
    assert command_of("bid", words) is None
