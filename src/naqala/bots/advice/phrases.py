"""Lines of advice, and the numbers, actions and arrivals in them as short texts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from naqala.bots.advice.reasons import Lone, Stack
from naqala.rules.actions import Action, Pass
from naqala.rules.board import TILE_NAMES, Tile
from naqala.rules.meeples import Tribe
from naqala.text import Catalogue

MINUS = "−"
SEPARATOR = "; "
"""Between the actions of a turn."""


class Line(str):
    """A line with the weight of its reason: negative if it counts against the option."""

    weight: float
    is_detail: bool
    """Whether it is about others or about what is safe; hints show such lines on request."""

    def __new__(cls, text: str, weight: float = 0.0, *, is_detail: bool = False) -> Line:
        """With a weight of 0, the line counts neither for nor against."""
        line = super().__new__(cls, text)
        line.weight = weight
        line.is_detail = is_detail
        return line


def actions_text(actions: Iterable[Action]) -> str:
    """The actions as they can be typed: `sow c3 d3W d4Y; build`."""
    return SEPARATOR.join(map(str, actions))


def shown_actions(actions: Sequence[Action]) -> str:
    """The actions to show; a `pass` at the end does nothing and is left out."""
    *others, last = actions
    return actions_text(others if others and isinstance(last, Pass) else actions)


def signed(number: int) -> str:
    """A whole number with its sign."""
    return f"+{number}" if number > 0 else f"{MINUS}{-number}" if number < 0 else "0"


def signed_decimal(words: Catalogue, number: float) -> str:
    """A number with its sign and one decimal place, formatted for the language."""
    if abs(number) < 0.05:
        return words.decimal(0.0)
    return ("+" if number > 0 else MINUS) + words.decimal(abs(number))


def number(points: int) -> str:
    """A whole number; a negative one with a minus sign."""
    return str(points) if points >= 0 else f"{MINUS}{-points}"


def about(words: Catalogue, margin: float | None) -> str:
    """Some points, rounded and without a sign."""
    return words.points(abs(round(margin or 0.0)))


def arrival(words: Catalogue, tile: Tile, tribe: Tribe) -> str:
    """Where a move ends and with which tribe: `Builders on e2`."""
    return words.say("advice.arrival", tile=TILE_NAMES[tile], tribe=words.tribe(tribe))


def gain_text(words: Catalogue, points: int) -> str:
    """Some points that may be negative."""
    return words.points(points) if points >= 0 else f"{MINUS}{words.points(-points)}"


def perhaps_about(words: Catalogue, points: int, *, sure: bool) -> str:
    """Some points; those that contain a mean are approximate."""
    shown = gain_text(words, points)
    return shown if sure else words.say("advice.about", points=shown)


def majority_text(words: Catalogue, points: int, of: int | None = None) -> str:
    """How many of some points are for a Vizier majority; empty if there are none."""
    if points <= 0:
        return ""
    return words.say(f"advice.fact.majority{'_all' if points == of else ''}", points=points)


def reach_text(words: Catalogue, reason: Lone | Stack) -> str:
    """From how many tiles others can reach a meeple or a stack, or why they cannot."""
    if reason.starts:
        key = "reach_it" if isinstance(reason, Lone) else "reach_them"
        return words.say(f"advice.{key}", count=reason.starts)
    if isinstance(reason, Lone) and not reason.is_safe:
        means = [words.fakirs(reason.fakirs)] if reason.fakirs else []
        means += [words.say(f"advice.means.{power}") for power in reason.powers]
        return words.say("advice.only_with", means=words.listed(means, "or"))
    safe = words.say("advice.safe_it" if isinstance(reason, Lone) else "advice.safe_them")
    if not reason.safety:
        return safe
    return f"{safe} ({words.say(f'advice.safe_because.{reason.safety}')})"


def percent(words: Catalogue, chance: float) -> str:
    """A chance in whole per cent."""
    return words.say("advice.percent", number=percentage(chance))


def percentage(chance: float) -> int:
    """A chance in whole per cent; 0 and 100 only if it is certain."""
    whole = round(100 * chance)
    return min(max(whole, 1), 99) if 0 < chance < 1 else whole


def capitalised(text: str) -> str:
    """A text with a capital first letter."""
    return text[:1].upper() + text[1:]


def uncapitalised(text: str) -> str:
    """A text with a small first letter, for the middle of a sentence."""
    return text[:1].lower() + text[1:]
