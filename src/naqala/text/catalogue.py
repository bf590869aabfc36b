"""The catalogue of a language: every message, name and line that people read."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from naqala.rules.actions import Action
from naqala.rules.errors import NaqalaError, brief
from naqala.rules.events import Event
from naqala.rules.state import State
from naqala.rules.view import View
from naqala.text import choices, errors, log
from naqala.text.words import Words

FIRST = "en"
LANGUAGES: tuple[str, ...] = tuple(
    sorted(
        (
            entry.name.removesuffix(".toml")
            for entry in files("naqala.text").iterdir()
            if entry.name.endswith(".toml")
        ),
        key=lambda code: (code != FIRST, code),
    )
)
"""The available languages, English first: one for each file in this folder."""


class Catalogue(Words):
    """All texts of one language: messages and names, log lines, choices, questions."""

    def event(
        self,
        event: Event,
        players: Sequence[str],
        you: int | None = None,
        state: State | View | None = None,
    ) -> str:
        """A line of the log: what happened, addressed to the player of seat `you` if there is one.

        A single name is that of the player of a solo game; Yazid's name need not be given. With a
        state of the game, Whims are looked up in the deck in play, otherwise in that of the
        package.
        """
        return log.line(self, event, players, you, state.options.whims if state else ())

    def action(
        self, action: Action, state: State | None = None, players: Sequence[str] = ()
    ) -> str:
        """What a choice means; in a state where it can be chosen, also its cost or gain.

        Opponents have the names of `players`, or else those of the game's options.
        """
        return choices.sentence(self, action, state, players)

    def decision(self, state: State) -> str:
        """The current question, addressed to the player of `state.seat`."""
        return str(choices.question(self, state))

    def error(self, error: NaqalaError) -> str:
        """What was refused and why."""
        return errors.sentence(self, error)


def catalogue(language: str, *, letters: bool = False) -> Catalogue:
    """The catalogue of a language; it is loaded on first use.

    With `letters`, piles are written as letters, which is easier to read next to a board of
    letters.
    """
    if language not in LANGUAGES:
        raise NaqalaError("unknown_language", language=brief(str(language)), known=LANGUAGES)
    return _read(language, letters)


@cache
def _read(language: str, letters: bool) -> Catalogue:
    text = files("naqala.text").joinpath(f"{language}.toml").read_text(encoding="utf-8")
    messages = dict(_flat(tomllib.loads(text)))
    if messages["language.punctuation_spacing"] == "apart":
        # French puts a space next to these characters; a line must not break there.
        space = re.compile(r" (?=[?!:;»]|%(?!\())|(?<=«) ")
        messages = {key: space.sub("\u00a0", message) for key, message in messages.items()}
    return Catalogue(language, messages, letters=letters)


def _flat(table: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    """The messages of a TOML table and its subtables by full key: `tribe.elders.one`."""
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{path}{key}.")
        else:
            yield path + key, value
