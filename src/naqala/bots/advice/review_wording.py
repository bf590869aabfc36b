"""A reviewed decision in words: what was played, what was better, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from naqala.bots.advice.advantages import (
    Advantage,
    AvoidsDanger,
    BetterBid,
    BetterNextTurn,
    CostsRival,
    CostsRivals,
    EndsAhead,
    FewerDeadly,
    GetsDjinn,
    Lead,
    LeavesLess,
    MoreFakirs,
    MorePoints,
    NearerCouncil,
    PlaysOn,
    Survives,
    TakesAway,
    TakesWhim,
)
from naqala.bots.advice.lead import compare
from naqala.bots.advice.lead_wording import advantage_text, conceded, outlook_text
from naqala.bots.advice.reasons import Option, Strikes
from naqala.rules import meeples
from naqala.rules.actions import Action, Bid, End, Pass, Sow
from naqala.rules.board import TILE_NAMES
from naqala.rules.state import State
from naqala.text import Catalogue
from naqala.text.choices import sentence


def option_parts(
    words: Catalogue, option: Option, state: State, names: Sequence[str]
) -> tuple[str, ...]:
    """The actions of an option, each in a few words."""
    return tuple(_parts(words, option, state, names))


def _parts(words: Catalogue, option: Option, state: State, names: Sequence[str]) -> Iterator[str]:
    alone = len(option.actions) == 1
    for action in option.actions:
        if isinstance(action, Sow):
            yield _sow(words, action, state)
        elif alone or not isinstance(action, Pass | End):
            yield sentence(words, action, state if alone else None, names)


def _sow(words: Catalogue, sow: Sow, state: State) -> str:
    """Start, end and gathered meeples of a move: `c3 to e3, 2 Elders`."""
    tile, tribe = sow.drops[-1]
    waiting = 0 if tile == sow.start else meeples.count(state.piles[tile], tribe)
    count = waiting + sow.drops.count((tile, tribe))
    return words.say(
        "review.move",
        start=TILE_NAMES[sow.start],
        tile=TILE_NAMES[tile],
        meeples=words.members(tribe, count),
    )


def because(words: Catalogue, better: Option, played: Option, names: Sequence[str]) -> str:
    """One sentence why an option was better than what was played."""
    found = compare(better, played)
    made = words.say("review.made")
    why = advantage_text(words, found.why, names, made) if found.why else ""
    key = "because" if found.explained else "because_overall" if found.why else "overall"
    if key == "because_overall" and _costs_survival(found):
        key = "because_survival"
    but = ""
    if found.but:
        key += "_but"
        but = conceded(words, found.but, names, made)
    return words.say(f"review.{key}", why=why, but=but, outlook=outlook_text(words, found))


def title(words: Catalogue, better: Option, played: Option, names: Sequence[str]) -> str:
    """A short name for a decision that cost something."""
    found = compare(better, played)
    key, values = _title(words, found.why, better, played, names)
    if found.why and _costs_survival(found):
        key, values = "risk", {}
    return words.say(f"review.title.{key}", **values)


def _costs_survival(found: Lead) -> bool:
    """Whether the chance to survive says more about a decision than its best reason."""
    return not found.explained and found.solo and found.chances_differ


def _title(
    words: Catalogue,
    why: Advantage | None,
    better: Option,
    played: Option,
    names: Sequence[str],
) -> tuple[str, dict[str, str]]:
    match why:
        case MorePoints():
            return _left_behind(words, better.actions[0])
        case CostsRival(seat=seat):
            return "spared", {"player": words.name(seat, names)}
        case CostsRivals():
            return "spared_all", {}
        case LeavesLess(seat=seat) | TakesAway(seat=seat):
            if seat is None:
                return "gift_next", {}
            return "gift", {"player": words.name(seat, names)}
        case MoreFakirs():
            return "fakirs", {}
        case TakesWhim():
            return "whim", {}
        case BetterNextTurn():
            return "next_turn", {}
        case AvoidsDanger(danger=danger):
            key = "strike" if isinstance(danger, Strikes) else "open"
            return key, {"tile": TILE_NAMES[danger.tile]}
        case FewerDeadly():
            return "deadly", {}
        case GetsDjinn(djinn=djinn):
            return "djinn", {"djinn": words.djinn(djinn)}
        case EndsAhead():
            return "ends", {}
        case PlaysOn():
            return "plays_on", {}
        case NearerCouncil():
            return "council", {}
        case Survives():
            return "survives", {}
        case BetterBid():
            return _bid_title(better.actions[0], played.actions[0]), {}
    return ("bid" if isinstance(better.actions[0], Bid) else "turn"), {}


def _left_behind(words: Catalogue, action: Action) -> tuple[str, dict[str, str]]:
    if not isinstance(action, Sow):
        return "points", {}
    return "tribe", {"tribe": words.tribe(action.drops[-1][1])}


def _bid_title(better: Action, played: Action) -> str:
    """Whether a bid was too high or too low.

    The prices do not say so: with two markers, a lower bid may cost more in the whole auction.
    """
    assert isinstance(better, Bid)
    assert isinstance(played, Bid)
    if better.value == played.value:  # they differ in the Fakirs that lower the price (D13)
        return "bid"
    return "low_bid" if better.value > played.value else "dear_bid"
