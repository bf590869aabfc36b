"""Bids in words: what a place in the turn order is worth, and what it costs."""

from __future__ import annotations

from naqala.bots.advice.reasons import BetterBid, Position
from naqala.text import Catalogue


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
        place=bid.place,
        other=bid.other,
        worth=words.points(abs(worth)),
        price=words.gold(abs(bid.price)),
    )
