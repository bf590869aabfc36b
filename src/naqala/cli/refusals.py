"""What cannot be done, told in the language of the table and not in that of the rules."""

from __future__ import annotations

import re
from collections.abc import Sequence

from naqala.cli.choices import groups
from naqala.rules.actions import Action, Sow
from naqala.rules.errors import BadOptions, BadText, NaqalaError
from naqala.rules.game import Game
from naqala.rules.notation import parse_action
from naqala.rules.setup import check
from naqala.rules.state import Options
from naqala.text import Catalogue
from naqala.text.refusals import MOST_LETTERS, brief, of_options, of_sow

MOST_KEYS = 12
"""How many keys of the list are told to who typed another one."""
EXAMPLES = {
    "bid": "bid 5",
    "take": "take c3",
    "drop": "drop d3W",
    "sow": "sow c3 d3W d4Y",
    "buy": "buy ivory",
    "kill": "kill c3 R",
    "sell": "sell ivory fish",
    "summon": "summon jafaar elders",
    "use": "use sloar fakir",
}
"""How the actions of every game are written."""


class Refused(NaqalaError):
    """Something that cannot be done, in a sentence of the catalogue."""


class Unavailable(Refused):
    """Something that cannot be done now, but perhaps another time."""


def of_line(line: str, game: Game, words: Catalogue) -> str:
    """Why what was typed at the prompt is no choice."""
    told = brief(line)
    if game.over:
        return words.say("refused.over")
    if re.fullmatch(r"[-+]?\d+(/\d+)?", line):
        return words.say("refused.number", key=told, keys=listed_keys(game.legal()))
    try:
        action = parse_action(line)
    except BadText:
        example = EXAMPLES.get(line.split()[0].lower())
        if example and len(line) <= MOST_LETTERS:
            return words.say("refused.form", line=told, example=example)
        return words.say("refused.word", line=told)
    if isinstance(action, Sow):
        return of_sow(action, game, words)
    return words.say("refused.action", line=told)


def listed_keys(actions: Sequence[Action]) -> str:
    """The keys that can be typed, as many as fit in a sentence."""
    keys = [choice.key for group in groups(actions) for choice in group.choices]
    keys.sort(key=lambda key: [int(part) for part in key.split("/")])
    return ", ".join(keys[:MOST_KEYS]) + (" …" if len(keys) > MOST_KEYS else "")


def check_options(options: Options, words: Catalogue) -> None:
    """Refuse a game that cannot be set up, in a sentence of the catalogue."""
    try:
        check(options)
    except BadOptions as error:
        raise Refused(of_options(options, words) or str(error)) from None
