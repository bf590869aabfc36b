"""Bids in words: what a place in the turn order is worth, and what it costs."""

from __future__ import annotations

from naqala.bots.advice.advantages import ABOUT_EQUAL, BetterBid
from naqala.bots.advice.phrases import arrival, majority_text
from naqala.bots.advice.reasons import Advice, Expects, Option, Position
from naqala.text import Catalogue
from naqala.text.choices import sentence

BETTER_TURN = 3
"""By how many points the expected turn of an earlier place must be better to be mentioned."""


def position_text(words: Catalogue, reason: Position) -> str:
    """The place that a bid gives, what it is worth and what it costs."""
    worth = round(reason.worth)
    if not reason.price:
        key = "position_cheapest"
    elif worth <= 0:
        key = "position_useless"
    else:
        key = "position" if reason.net >= 0 else "position_dear"
    return words.say(
        f"advice.{key}",
        place=reason.place,
        places=reason.places,
        worth=words.points(max(0, worth)),
        price=words.gold(reason.price),
    )


def better_bid_text(words: Catalogue, bid: BetterBid) -> str:
    """Why a bid is better than another one."""
    worth = round(bid.worth)
    if bid.price > 0:
        key = "bid_dearer" if bid.place < bid.other else "bid_dearer_same"
    else:
        key = "bid_cheaper" if bid.place > bid.other else "bid_cheaper_same"
        key += "_useless" if bid.place > bid.other and worth >= 0 else ""
    return words.say(
        f"advice.lead.{key}",
        place=ordinal(words, bid.place),
        other=ordinal(words, bid.other),
        worth=words.points(abs(worth)),
        price=words.gold(abs(bid.price)),
    )


def ordinal(words: Catalogue, place: int) -> str:
    """A place in the turn order: `first`."""
    return words.say(f"advice.ordinal.{place}")


def bid_lead_text(words: Catalogue, advice: Advice) -> str:
    """What to bid, compared with the best bid for another place if there is one."""
    best, *others = advice.options
    place = position_of(best)
    for other in others:
        if position_of(other).place != place.place:
            return _other_place(words, best, other)
    return words.say(
        "advice.lead.bid_only", bid=bid_text(words, best), place=ordinal(words, place.place)
    )


def _other_place(words: Catalogue, best: Option, other: Option) -> str:
    bid, rival = position_of(best), position_of(other)
    dear, cheap = (best, other) if bid.place < rival.place else (other, best)
    earlier, later = position_of(dear), position_of(cheap)
    worth = round(earlier.worth - later.worth)
    more = earlier.paid - later.paid
    turns = ""
    found = [each for one in (dear, cheap) for each in one.reasons if isinstance(each, Expects)]
    if len(found) == 2 and found[0].gain - found[1].gain >= BETTER_TURN:
        majority = majority_text(words, found[0].majority)
        turns = words.say(
            f"advice.lead.bid_turns{'_majority' if majority else ''}",
            arrival=arrival(words, found[0].tile, found[0].tribe),
            gain=words.points(found[0].gain),
            other=found[1].gain,
            majority=majority,
        )
    if worth <= -1 and dear is other:
        key = "bid_less_majority" if turns and found[0].majority > 0 else "bid_less"
    elif worth < 1:
        key = "bid_no_use" if dear is other else "bid_cheap"
    elif best.value - other.value < ABOUT_EQUAL:
        key = "bid_equal"
    else:
        key = "bid_worth" if dear is best else "bid_not_worth"
    return words.say(
        f"advice.lead.{key}",
        bid=bid_text(words, best),
        place=ordinal(words, earlier.place),
        other=ordinal(words, later.place),
        worth=words.points(max(0, worth)),
        price=words.gold(max(0, more)),
        turns=turns,
    )


def is_bid(option: Option) -> bool:
    """Whether an option is a bid."""
    return any(isinstance(reason, Position) for reason in option.reasons)


def position_of(option: Option) -> Position:
    """The place, the value and the price of a bid."""
    return next(reason for reason in option.reasons if isinstance(reason, Position))


def bid_text(words: Catalogue, option: Option) -> str:
    """A bid in words: `Bid 3`."""
    return sentence(words, option.actions[0], None, ())
