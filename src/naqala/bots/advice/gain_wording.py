"""Gains in words: the points that come or go at once, by source."""

from __future__ import annotations

from collections.abc import Sequence

from naqala.bots.advice.aftermath import Aftermath
from naqala.bots.advice.phrases import Line, signed
from naqala.bots.advice.reasons import Gain, Option, Overtakes
from naqala.rules.board import TILE_NAMES
from naqala.rules.djinns import DJINNS
from naqala.text import Catalogue

LARGE_SET = 3
"""From how many kinds on, the size of a set of goods is mentioned."""


def gains_line(
    words: Catalogue,
    option: Option,
    gains: Sequence[Gain],
    names: Sequence[str],
    after: Aftermath | None = None,
) -> Line:
    """The points gained at once, by source."""
    points = option.points
    over = _majority_text(words, option, names)
    parts = words.say("list.comma").join(
        _goods(words, gain, after)
        if gain.source == "goods" and after and _grows_set(gain, after)
        else part_text(words, gain, over)
        for gain in gains
    )
    key = "now" if all(gain.sure for gain in gains) else "now_about"
    text = words.say(f"advice.{key}", count=abs(points), points=signed(points), parts=parts)
    return Line(text, float(points))


def opponent_line(words: Catalogue, gains: Sequence[Gain], names: Sequence[str]) -> Line | None:
    """The gains or losses of an opponent, or of several who gain or lose the same.

    None if they cancel each other out.
    """
    seats = sorted({gain.seat for gain in gains})
    one = [gain for gain in gains if gain.seat == seats[0]]
    change = sum(gain.points for gain in one)
    if not change:
        return None
    key = "advice.others_gain" if change > 0 else "advice.others_lose"
    players = words.listed(words.name(seat, names) for seat in seats)
    text = words.say(
        key if len(seats) == 1 else f"{key}_each",
        count=abs(change),
        player=players,
        players=players,
        parts=_parts(words, one),
    )
    return Line(text, float(-change))


def _grows_set(gain: Gain, after: Aftermath) -> bool:
    """Whether the goods bring a new kind to a set that another kind makes much more valuable."""
    return after.kinds >= LARGE_SET and after.next_kind > 0 and gain.points >= after.last_kind


def _goods(words: Catalogue, gain: Gain, after: Aftermath) -> str:
    """The points for goods, with the size of the largest set and what another kind adds."""
    return words.say(
        "advice.part_goods",
        source=words.source(gain.source),
        points=signed(gain.points),
        count=after.kinds,
        more=after.next_kind,
    )


def _parts(words: Catalogue, gains: Sequence[Gain]) -> str:
    return words.say("list.comma").join(part_text(words, gain) for gain in gains)


def part_text(words: Catalogue, gain: Gain, over: str = "") -> str:
    """One gain; that of a Vizier majority with whom the player has more than, in words."""
    names = [TILE_NAMES[tile] for tile in gain.tiles] or _causes(words, gain)
    if names:
        key = "part_named"
    elif gain.source == "majority" and gain.points > 0 and gain.sure:
        key = "part_majority_over" if over else "part_majority"
    else:
        key = "part" if gain.sure else "part_unsure"
    return words.say(
        f"advice.{key}",
        source=words.source(gain.source),
        points=signed(gain.points),
        names=words.say("list.comma").join(names),
        over=over,
    )


def _majority_text(words: Catalogue, option: Option, names: Sequence[str]) -> str:
    """The Viziers of the player and of the only rival overtaken, named if there are others."""
    over = majority_over(option)
    if over is None:
        return ""
    return words.say(
        f"advice.majority_over{'_one' if len(names) > 2 else ''}",
        own=over.own,
        theirs=over.theirs,
        player=words.name(over.seat, names),
    )


def _causes(words: Catalogue, gain: Gain) -> list[str]:
    """Where the points come from: Djinns, or the majority of Artisans."""
    sign = "won" if gain.points > 0 else "lost"
    return [
        words.djinn(cause) if cause in DJINNS else words.say(f"advice.cause.{cause}_{sign}")
        for cause in gain.causes
    ]


def majority_over(option: Option) -> Overtakes | None:
    """The only rival over whom the player has a new majority, if that is among the gains."""
    over = [each for each in option.reasons if isinstance(each, Overtakes)]
    gained = any(
        isinstance(each, Gain) and each.own and each.source == "majority" and each.points == 10
        for each in option.reasons
    )
    return over[0] if gained and len(over) == 1 and not over[0].takes else None
