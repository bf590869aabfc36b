"""The standard tags of a record, which saved games and the records of tables have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from naqala.rules.notation.record import MOST_TAGS

if TYPE_CHECKING:
    from naqala.rules.game import Game

DATE, SITE, PLAYERS, BOTS, RESULT = "date", "site", "players", "bots", "result"
PERSON = "person"
"""The word for a person in the tag `bots`."""


def set_standard_tags(
    game: Game, *, date: str, site: str, players: Sequence[str], bots: Sequence[str | None]
) -> None:
    """Set the tags of a game; other tags are kept as far as a record has room for them.

    `date` is the day on which the game began, as in 2026-11-17. `players` are all names, or none
    if they are not known. `bots` has the name of a bot, or None for a person, for each seat; spaces
    of a name become hyphens.
    """
    standard = {
        DATE: date,
        SITE: site,
        PLAYERS: ", ".join(players),
        BOTS: " ".join("-".join(bot.split()) if bot else PERSON for bot in bots),
        RESULT: result(game),
    }
    known = {name: value for name, value in standard.items() if value}
    others = [(name, value) for name, value in game.tags.items() if name not in standard]
    game.tags.clear()
    game.tags.update([*known.items(), *others[: MOST_TAGS - len(known)]])


def result(game: Game) -> str:
    """The points of each seat, after `won` or `lost` in the solo game; empty before the end."""
    if not game.over:
        return ""
    points = " ".join(str(score.total) for score in game.scores())
    if game.state.yazid is None:
        return points
    return f"{'won' if game.winners else 'lost'} {points}"
