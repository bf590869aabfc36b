"""The help of the command line, which comes from the catalogue in every language."""

from __future__ import annotations

from argparse import SUPPRESS, Action, ArgumentParser, _SubParsersAction
from collections.abc import Iterator

import pytest

from naqala.cli.arguments import parser, specs
from naqala.cli.examples import COLUMN, EXAMPLES, examples
from naqala.cli.language import asked_language
from naqala.text import LANGUAGES, Catalogue, catalogue


def commands(top: ArgumentParser) -> dict[str, ArgumentParser]:
    """The parser of each command, and the main parser."""
    (found,) = [each for each in top._actions if isinstance(each, _SubParsersAction)]
    return {"": top, **found.choices}


def arguments_of(language: str) -> Iterator[tuple[str, Action]]:
    """Every argument with its command."""
    for name, command in commands(parser(catalogue(language))).items():
        for action in command._actions:
            if not isinstance(action, _SubParsersAction):
                yield name, action


def test_every_argument_has_help_in_every_language() -> None:
    helps_of = {
        language: {(name, *action.option_strings, action.dest): action.help for name, action in
                   arguments_of(language)}
        for language in LANGUAGES
    }  # fmt: skip
    english = helps_of.pop("en")
    assert len(english) > 80
    for other in helps_of.values():
        assert other.keys() == english.keys()
        for key, text in other.items():
            assert text, key
            assert text != SUPPRESS
            assert text != english[key], key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_has_a_summary_and_valid_examples(language: str) -> None:
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


class RecordingCatalogue(Catalogue):
    """A catalogue that records which messages are used."""

    def say(self, key: str, /, **values: object) -> str:
        """Record the key and return the message."""
        used.add(key)
        return super().say(key, **values)


used: set[str] = set()


def test_the_catalogue_has_no_unused_help() -> None:
    used.clear()
    words = catalogue("en")
    top = parser(RecordingCatalogue("en", words.messages, letters=False))
    for command in commands(top).values():
        command.format_help()
    held = {key for key in words.messages if key.startswith("command.")}
    values = {key for key in held if key.startswith("command.value.")}
    assert held - values <= used
    shown = {action.metavar for _, action in arguments_of("en")} | {"COMMAND"}
    assert {key.removeprefix("command.value.") for key in values} <= shown


def test_examples_do_not_overlap_their_descriptions() -> None:
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
def test_the_language_is_found_even_in_invalid_arguments(
    arguments: list[str], language: str | None
) -> None:
    assert asked_language(arguments) == language


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("sultan", ("sultan",)),
        ("sultan, mine.py:Nomad", ("sultan", "mine.py:Nomad")),
        ("engine:node a.mjs --x 1,2", ("engine:node a.mjs --x 1,2",)),
        ("sultan,person, engine:a,b", ("sultan", "person", "engine:a,b")),
        ("my_engine:Nomad,sultan", ("my_engine:Nomad", "sultan")),
    ],
)
def test_a_list_of_bots_ends_with_the_command_of_a_program(
    text: str, found: tuple[str, ...]
) -> None:
    assert specs(text) == found
