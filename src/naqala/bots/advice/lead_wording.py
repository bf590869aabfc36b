"""The first sentence of advice: why the best option is better than the next one."""

from __future__ import annotations

from collections.abc import Sequence

from naqala.bots.advice.bid_wording import better_bid_text
from naqala.bots.advice.lead import lead
from naqala.bots.advice.phrases import about, arrival, number, reach_text
from naqala.bots.advice.reasons import (
    Advantage,
    Advice,
    AvoidsDanger,
    BetterBid,
    BetterNextTurn,
    CostsRival,
    EndsAhead,
    FewerDeadly,
    GetsDjinn,
    LeavesLess,
    Lone,
    MoreFakirs,
    MorePoints,
    PlaysOn,
    Stack,
    Strikes,
    Survives,
    TakesAway,
)
from naqala.rules.board import TILE_NAMES
from naqala.rules.errors import NaqalaError
from naqala.text import Catalogue


def lead_text(words: Catalogue, advice: Advice, names: Sequence[str]) -> str:
    """One sentence why the first option is better than the second; empty if there is only one."""
    found = lead(advice)
    if found is None:
        return ""
    why = advantage_text(words, found.why, names) if found.why else ""
    but = ""
    if found.about_equal:
        key = "equal_but" if found.why and found.but else "equal"
        but = advantage_text(words, found.but, names) if found.but else ""
    else:
        key = "because" if found.explained else "because_overall" if found.why else "overall"
        if found.but:
            key += "_but"
            but = conceded(words, found.but, names)
    return words.say(f"advice.lead.{key}", why=why, but=but, points=about(words, found.by))


def conceded(
    words: Catalogue,
    advantage: Advantage,
    names: Sequence[str],
    second: str = "advice.lead.second",
) -> str:
    """What speaks for the second option, or for a danger, against the first.

    `second` is the key of the words for the second option.
    """
    if isinstance(advantage, AvoidsDanger):
        return _danger(words, advantage.danger, "own_")
    return words.say(second, phrase=advantage_text(words, advantage, names))


def advantage_text(words: Catalogue, advantage: Advantage, names: Sequence[str]) -> str:
    """What an option has over another, as the end of a sentence that begins with the option."""
    say = words.say
    match advantage:
        case MorePoints(points=points, other=other):
            more = words.points(points - other)
            key = "points" if other else "points_only"
            return say(f"advice.lead.{key}", more=more, points=number(points), other=number(other))
        case CostsRival(seat=seat, points=points, other=other):
            player = words.name(seat, names)
            key = "costs_more" if other else "costs"
            return say(f"advice.lead.{key}", player=player, points=words.points(points - other))
        case LeavesLess(seat=seat, gain=gain, other=other):
            return say(
                "advice.lead.leaves" if seat is not None else "advice.lead.leaves_next",
                player="" if seat is None else words.name(seat, names),
                less=words.points(other - gain),
                gain=gain,
                other=other,
            )
        case TakesAway(seat=seat, tile=tile, tribe=tribe, gain=gain):
            return say(
                "advice.lead.takes_away" if seat is not None else "advice.lead.takes_away_next",
                player="" if seat is None else words.name(seat, names),
                arrival=arrival(words, tile, tribe),
                gain=words.points(gain),
            )
        case MoreFakirs(count=count):
            return say("advice.lead.fakirs", count=count)
        case BetterNextTurn(gain=gain, other=other):
            return say("advice.lead.next_turn", gain=words.points(gain), other=number(other))
        case AvoidsDanger(danger=danger):
            return _danger(words, danger)
        case FewerDeadly(deadly=deadly, other=other):
            return say("advice.lead.deadly", deadly=deadly, other=other)
        case GetsDjinn(djinn=djinn):
            return say("advice.lead.djinn", djinn=words.djinn(djinn))
        case EndsAhead():
            return say("advice.lead.ends")
        case PlaysOn():
            return say("advice.lead.plays_on")
        case Survives():
            return say("advice.lead.survives")
        case BetterBid():
            return better_bid_text(words, advantage)
    raise NaqalaError("no_words", kind=type(advantage).__name__)


def _danger(words: Catalogue, danger: Lone | Stack | Strikes, own: str = "") -> str:
    """A danger that an option avoids, or its own one."""
    tile = TILE_NAMES[danger.tile]
    if isinstance(danger, Strikes):
        pile = words.meeples(danger.pile)
        return words.say(f"advice.lead.{own}strikes", meeples=pile, tile=tile)
    count = danger.count if isinstance(danger, Stack) else 1
    return words.say(
        f"advice.lead.{own}{'stack' if count > 1 else 'lone'}",
        meeples=words.members(danger.tribe, count),
        tile=tile,
        reach=reach_text(words, danger),
    )
