"""The help of the command line: every text of it comes from the catalogue, in every language."""

from __future__ import annotations

from argparse import SUPPRESS, Action, ArgumentParser, _SubParsersAction
from collections.abc import Iterator

import pytest

from naqala.cli.arguments import parser
from naqala.cli.examples import COLUMN, EXAMPLES, examples
from naqala.cli.language import asked_language
from naqala.text import LANGUAGES, Catalogue, catalogue


def commands(top: ArgumentParser) -> dict[str, ArgumentParser]:
    """The parser of each command, and the one of all."""
    (found,) = [each for each in top._actions if isinstance(each, _SubParsersAction)]
    return {"": top, **found.choices}


def helps(language: str) -> Iterator[tuple[str, Action]]:
    """Every argument with the command it belongs to."""
    for name, command in commands(parser(catalogue(language))).items():
        for action in command._actions:
            if not isinstance(action, _SubParsersAction):
                yield name, action


def test_every_argument_has_its_help_in_every_language() -> None:
    told = {
        language: {(name, *action.option_strings, action.dest): action.help for name, action in
                   helps(language)}
        for language in LANGUAGES
    }  # fmt: skip
    english = told.pop("en")
    assert len(english) > 80
    for other in told.values():
        assert other.keys() == english.keys()
        for key, text in other.items():
            assert text, key
            assert text != SUPPRESS
            assert text != english[key], key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_has_a_summary_and_examples_that_can_be_typed(language: str) -> None:
    words = catalogue(language)
    top = parser(words)
    found = commands(top)
    assert {name or "all" for name in found} == EXAMPLES.keys()
    for name, command in found.items():
        assert command.format_help().startswith(f"{words.say('arguments.usage')}naqala")
        assert command.epilog == examples(name or "all", words)
        for typed, _ in EXAMPLES[name or "all"]:
            assert typed.startswith(name)
            if name != "bench" and "--help" not in typed:
                given = typed.partition(" > ")[0].partition(" < ")[0].split()
                assert top.parse_args(given).command == given[0]


class Listening(Catalogue):
    """A catalogue that remembers what it was asked for."""

    def say(self, key: str, /, **values: object) -> str:
        """The message, remembered."""
        asked.add(key)
        return super().say(key, **values)


asked: set[str] = set()


def test_the_catalogue_holds_no_help_that_nobody_reads() -> None:
    asked.clear()
    words = catalogue("en")
    top = parser(Listening("en", words.messages, letters=False))
    for command in commands(top).values():
        command.format_help()
    held = {key for key in words.messages if key.startswith("command.")}
    values = {key for key in held if key.startswith("command.value.")}
    assert held - values <= asked
    shown = {action.metavar for _, action in helps("en")} | {"COMMAND"}
    assert {key.removeprefix("command.value.") for key in values} <= shown


def test_no_example_stands_in_the_way_of_what_it_does() -> None:
    for language in LANGUAGES:
        for command in EXAMPLES:
            for line in examples(command, catalogue(language)).splitlines():
                if line.startswith("  naqala") and len(line) > COLUMN and "://" not in line:
                    assert line[COLUMN - 2 : COLUMN] == "  " or "  " not in line.strip()


@pytest.mark.parametrize(
    ("arguments", "language"),
    [
        (["play", "--lang", "fr"], "fr"),
        (["--lang=en", "--help"], "en"),
        (["play", "--lang", "xx"], None),
        (["play", "--lang"], None),
        ([], None),
    ],
)
def test_the_language_is_found_whatever_else_is_asked(
    arguments: list[str], language: str | None
) -> None:
    assert asked_language(arguments) == language
