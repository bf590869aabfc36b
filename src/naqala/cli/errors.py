"""Errors of the command line, and messages for input that is not a legal choice."""

from __future__ import annotations

import re
from collections.abc import Sequence

from naqala.cli.ui.choices import groups
from naqala.rules.actions import Action
from naqala.rules.errors import IllegalAction, NaqalaError, brief
from naqala.rules.game import Game
from naqala.text import Catalogue

INTERRUPTED = 130
"""The exit code after Ctrl-C."""
MOST_KEYS = 12
"""How many keys of the list a message names."""


class CommandError(NaqalaError):
    """A command that cannot be executed."""


class Unavailable(CommandError):
    """A command that may succeed later."""


class FaultFound(Unavailable):
    """A bot failed in a strict match."""


def explain_bad_input(line: str, error: NaqalaError, game: Game, words: Catalogue) -> str:
    """Why what was typed at the prompt is not a choice."""
    if game.over:
        return words.say("prompt.over")
    if re.fullmatch(r"[-+]?\d+(/\d+)?", line):
        return words.say("prompt.number", key=brief(line), keys=listed_keys(game.legal()))
    if error.code == "sow_not_legal" and isinstance(reason := error.values["reason"], NaqalaError):
        return _sentence(words.error(reason))
    if isinstance(error, IllegalAction):  # the list next to it shows what is possible
        return words.say("prompt.action", line=brief(line))
    if error.code == "bad_action":
        return _sentence(words.error(error))
    return words.say("prompt.word", line=brief(line))


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def listed_keys(actions: Sequence[Action]) -> str:
    """The keys that can be typed, as many as fit in a sentence."""
    keys = [choice.key for group in groups(actions) for choice in group.choices]
    keys.sort(key=lambda key: [int(part) for part in key.split("/")])
    return ", ".join(keys[:MOST_KEYS]) + (" …" if len(keys) > MOST_KEYS else "")
