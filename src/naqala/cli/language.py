"""The language of the command line."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from naqala.text import LANGUAGES


def language_of(arguments: Sequence[str], environment: Mapping[str, str] = os.environ) -> str:
    """The language that the arguments ask for, or else the environment, or else English."""
    return asked_language(arguments) or language(environment)


def asked_language(arguments: Sequence[str]) -> str | None:
    """The language that the arguments ask for, even if they are wrong otherwise."""
    for option, value in zip(arguments, [*arguments[1:], ""], strict=False):
        asked = value if option == "--lang" else option.removeprefix("--lang=")
        if option.startswith("--lang") and asked in LANGUAGES:
            return asked
    return None


def language(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the environment asks for, or English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if asked := environment.get(name):
            short = asked[:2].lower()
            return short if short in LANGUAGES else "en"
    return "en"
