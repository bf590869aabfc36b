"""Options with their values and reasons: one below the other, or as JSON data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from naqala.bots.advice.advantages import Advantage
from naqala.bots.advice.aftermath import Aftermath
from naqala.bots.advice.lead import lead
from naqala.bots.advice.lead_wording import advantage_text, lead_text
from naqala.bots.advice.phrases import Line, percent, shown_actions, signed_decimal
from naqala.bots.advice.reasons import Advice, Option, Reason
from naqala.bots.advice.wording import lines, reason_text
from naqala.cli.ui import palette
from naqala.cli.ui.wrapping import prose
from naqala.rules.board import TILE_NAMES
from naqala.rules.game import Game
from naqala.rules.meeples import TRIBE_NAMES, letters
from naqala.text import Catalogue

MOST_REASONS = (6, 4, 3, 2)
"""How many reasons an option shows, and options after the best in small terminals."""
FOR, AGAINST, NEITHER = "▲", "▼", "·"


def ranked(
    options: Sequence[Option],
    words: Catalogue,
    names: Sequence[str],
    game: Game,
    said: Sequence[Reason] = (),
    numbers: Sequence[str] = (),
    told: Sequence[str] = (),
    most: int = MOST_REASONS[0],
    afters: Sequence[Aftermath | None] = (),
) -> Table:
    """Options one below the other: number, chance, value, actions, and a line for each reason.

    `told` has the actions of each option in words.
    """
    grid = Table.grid(padding=(0, 1))
    grid.add_column(justify="right", no_wrap=True, style=palette.QUIET)
    grid.add_column(justify="right", no_wrap=True, style=palette.TITLE)
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column()
    solo = game.state.yazid is not None
    if not numbers:
        titles = ("win_chance", "points" if solo else "margin")
        shown = (Text(words.say(f"advice.{key}"), palette.QUIET) for key in titles)
        grid.add_row("", *shown, "")
    for nth, option in enumerate(options):
        number = numbers[nth] if numbers else f"{nth + 1}."
        room = most if nth else MOST_REASONS[0]
        after = afters[nth] if afters else None
        reasons = lines(words, option, names, game.options, said, room, after)
        body: list[RenderableType] = [prose(shown_actions(option.actions), palette.KEY)]
        if told and room == MOST_REASONS[0]:
            body.append(prose(told[nth], palette.QUIET))
        body += map(_bullet, reasons)
        chance = percent(words, option.chance)
        grid.add_row(number, chance, value_text(words, option.outlook, solo=solo), Group(*body))
        if nth + 1 < len(options) and most > MOST_REASONS[-1]:
            grid.add_row()
    return grid


def value_text(words: Catalogue, value: float, *, solo: bool) -> str:
    """The expected margin with its sign; in the solo game, the expected points."""
    if not solo:
        return signed_decimal(words, value)
    return words.decimal(value) if value >= 0 else signed_decimal(words, value)


def _bullet(line: Line) -> RenderableType:
    """A reason with a symbol: for, against, or neither."""
    symbol, style = (NEITHER, palette.QUIET)
    if line.weight >= 1:
        symbol, style = FOR, palette.GOOD
    elif line.weight <= -1:
        symbol, style = AGAINST, palette.BAD
    grid = Table.grid(padding=(0, 1))
    grid.add_column(no_wrap=True, style=style)
    grid.add_column()
    grid.add_row(symbol, prose(str(line)))
    return grid


def option_data(
    option: Option, words: Catalogue, names: Sequence[str], game: Game
) -> dict[str, Any]:
    """An option as JSON data."""
    return {
        "actions": [str(action) for action in option.actions],
        "value": round(option.value, 2),
        "chance": round(option.chance, 3),
        "titles": [round(chance, 3) for chance in option.titles],
        "survivor_points": round(option.survivor_points, 2),
        "points": option.points,
        "reasons": [
            _data(reason, str(reason_text(words, reason, names, game.options)))
            for reason in option.reasons
        ],
    }


def lead_data(advice: Advice, words: Catalogue, names: Sequence[str]) -> dict[str, Any] | None:
    """Why the first option is better than the second, as JSON data."""
    found = lead(advice)
    if found is None:
        return None

    def data(advantage: Advantage | None) -> dict[str, Any] | None:
        return _data(advantage, advantage_text(words, advantage, names)) if advantage else None

    return {
        "by": round(found.by, 2),
        "why": data(found.why),
        "but": data(found.but),
        "text": lead_text(words, advice, names),
    }


def _data(reason: Reason | Advantage, text: str) -> dict[str, Any]:
    """A reason as JSON data; of a danger that is avoided, only the words."""
    return {
        "kind": type(reason).__name__.lower(),
        "weight": round(reason.weight, 2),
        **{
            field.name: _plain(field.name, getattr(reason, field.name))
            for field in fields(reason)
            if field.name != "danger"
        },
        "text": text,
    }


def _plain(name: str, value: Any) -> Any:
    """A field of a reason as in texts: tiles and tribes by name, players from 1."""
    if value is None:
        return None
    match name:
        case "tile":
            return TILE_NAMES[value]
        case "tiles" if isinstance(value, tuple):
            return [TILE_NAMES[tile] for tile in value]
        case "tribe":
            return TRIBE_NAMES[value]
        case "pile":
            return letters(value)
        case "seat":
            return value + 1
        case "seats":
            return [seat + 1 for seat in value]
    return value
