"""`naqala verify`: check that the seed of a game was fixed before it began."""

from __future__ import annotations

import re
from argparse import Namespace

from rich.console import Console

from naqala.cli import files
from naqala.cli.errors import CommandError
from naqala.rules.errors import NaqalaError, brief
from naqala.rules.game import Game
from naqala.text import Catalogue

EXIT = {"fair": 0, "unfair": 1, "unknown": 2}
"""The exit codes."""


def verify(given: Namespace, words: Catalogue, console: Console) -> int:
    """Print whether a record is fair and return the exit code."""
    # Imported here, because the other commands start faster without it.
    from naqala.tables.log import fairness

    shown = given.commitment.strip()
    if shown and not re.fullmatch("[0-9a-fA-F]{64}", shown):
        raise CommandError("not_a_commitment", text=brief(shown))
    text = files.read_text(given.file, words)
    try:
        found = fairness.verify(text, shown)
        if found.verdict != "unfair":
            Game.load(text)  # the actions must be legal with this seed
    except NaqalaError as error:
        file = files.shown(given.file, words)
        why = files.BadFile("bad_game_file", file=file, reason=error)
        raise files.BadFile("unverifiable", reason=why) from None
    lines = [words.say(f"verify.{found.verdict}"), words.say(f"verify.{found.reason}")]
    if found.verdict == "fair" and not shown:
        lines.append(words.say("verify.compare", commitment=found.commitment))
    for line in lines:
        console.print(line, soft_wrap=True, markup=False, highlight=False)
    return EXIT[found.verdict]
