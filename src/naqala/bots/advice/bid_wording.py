"""Bids in words: what places in the turn order are worth, and what they cost."""

from __future__ import annotations

from collections.abc import Sequence

from naqala.bots.advice.advantages import ABOUT_EQUAL, ACCOUNTS_FOR, BetterBid
from naqala.bots.advice.phrases import (
    about,
    arrival,
    gain_text,
    majority_text,
    number,
    uncapitalised,
)
from naqala.bots.advice.reasons import Expects, Option, Position
from naqala.text import Catalogue
from naqala.text.choices import sentence


def position_text(words: Catalogue, reason: Position) -> str:
    """The places that a bid leads to, what they are worth and what they cost."""
    own, worth = reason.places_of_player, round(reason.worth)
    price = [words.gold(reason.price)] if reason.price > 0 else []
    price += [words.fakirs(reason.fakirs)] if reason.fakirs else []
    if not price:
        key = "position_free" if worth > 0 else "position_cheapest"
    elif worth <= 0:
        key = "position_useless"
    else:
        key = "position" if reason.net >= 0 else "position_dear"
    return words.say(
        f"advice.{key}",
        where=words.say(
            f"advice.{'position_places' if len(own) > 1 else 'position_place'}",
            place=words.listed(map(str, own)),
            places=reason.places,
        ),
        worth=words.points(max(0, worth)),
        price=words.listed(price) if price else "",
    )


def better_bid_text(words: Catalogue, bid: BetterBid) -> str:
    """Why a bid is better than another one."""
    worth = round(bid.worth)
    same = bid.places == bid.others
    if bid.price > 0:
        key = "bid_dearer_same" if same else "bid_dearer"
    elif bid.price < 0:
        key = "bid_cheaper_same" if same else "bid_cheaper"
        key += "_useless" if not same and worth >= 0 else ""
    else:
        key = "later_points" if same else "bid_free"
    return words.say(
        f"advice.lead.{key}",
        place=ordinals(words, bid.places),
        other=ordinals(words, bid.others),
        worth=words.points(abs(worth)),
        points=words.points(abs(worth)),
        price=words.gold(abs(bid.price)),
        count=len(bid.places),
    )


def ordinals(words: Catalogue, places: Sequence[int]) -> str:
    """Places in the turn order: `first and fourth`."""
    return words.listed(words.say(f"advice.ordinal.{place}") for place in places)


def bid_lead_text(words: Catalogue, best: Option, other: Option | None) -> str:
    """What to bid, compared with another bid if there is an `alternative`."""
    if other is None:
        place = ordinals(words, position_of(best).places_of_player)
        return words.say("advice.lead.bid_only", bid=bid_text(words, best), place=place)
    bid = bid_text(words, best)
    if best.value - other.value < ABOUT_EQUAL:
        bid = words.say("advice.lead.bid_close", bid=bid)
    if position_of(best).places_of_player == position_of(other).places_of_player:
        return _same_places(words, bid, best, other)
    return _other_places(words, bid, best, other)


def _same_places(words: Catalogue, bid: str, best: Option, cheaper: Option) -> str:
    """Why a cheaper bid for the same places is not as good."""
    by = best.value - cheaper.value
    theirs = position_of(best).theirs - position_of(cheaper).theirs
    if theirs > 0 and theirs >= ACCOUNTS_FOR * by:
        key = "bid_same_rival"
    else:
        key = "bid_same_worse" if by >= ABOUT_EQUAL else "bid_same"
    return words.say(
        f"advice.lead.{key}",
        bid=bid,
        other=uncapitalised(bid_text(words, cheaper)),
        place=ordinals(words, position_of(best).places_of_player),
        points=about(words, by),
        gold=words.gold(max(0, theirs)),
    )


def _other_places(words: Catalogue, bid: str, best: Option, other: Option) -> str:
    """What the earlier places are worth compared with the later ones, and what they cost."""
    earlier, later = sorted((best, other), key=lambda option: position_of(option).places_of_player)
    places, instead = position_of(earlier), position_of(later)
    worth, theirs = places.worth - instead.worth, places.theirs - instead.theirs
    turns, others = _expected(earlier, later)
    points, without = _differences(turns, others)
    rival = not _explains(worth, points, without) and _explains(worth, theirs)
    explained = rival or _explains(worth, points, without)
    if abs(worth) < ABOUT_EQUAL:
        value = "same"
    elif worth < 0:
        value = "less" if explained else "less_later"
    elif other is earlier and best.value - other.value >= ABOUT_EQUAL:
        value = "only"
    else:
        value = "more" if explained else "more_later"
    brings_less = value == "less" and points < 0 and not rival
    why = f"bid_rival_{'more' if theirs > 0 else 'less'}"
    key = "bid_brings_less" if brings_less else "bid_compared"
    return words.say(
        f"advice.lead.{key}{'_later' if best is later else ''}",
        bid=bid,
        place=ordinals(words, places.places_of_player),
        other=ordinals(words, instead.places_of_player),
        turns=_turns(words, worth, turns, others) if turns else "",
        value=words.say(f"advice.lead.bid_worth_{value}", points=about(words, worth)),
        cost=_cost(words, places, instead),
        why=words.say(f"advice.lead.{why}", gold=words.gold(abs(theirs))) if rival else "",
    )


def _explains(worth: float, *differences: float) -> bool:
    """Whether one of these differences accounts for what places are worth, if they differ."""
    if abs(worth) < ABOUT_EQUAL:
        return False
    return any(each / worth >= ACCOUNTS_FOR for each in differences)


def _expected(*options: Option) -> list[list[Expects]]:
    """The turns that are expected after each of these bids; nothing if some are not known."""
    found = [[each for each in one.reasons if isinstance(each, Expects)] for one in options]
    places = [len(position_of(one).places_of_player) for one in options]
    return found if [len(turns) for turns in found] == places else [[] for _ in options]


def _differences(turns: Sequence[Expects], others: Sequence[Expects]) -> tuple[int, int]:
    """By how many points turns are better than others: with and without Vizier majorities."""
    points = sum(turn.gain for turn in turns) - sum(turn.gain for turn in others)
    return points, points - _majority(turns) + _majority(others)


def _majority(turns: Sequence[Expects]) -> int:
    return sum(max(0, turn.majority) for turn in turns)


def _turns(
    words: Catalogue, worth: float, turns: Sequence[Expects], others: Sequence[Expects]
) -> str:
    """The turns that are expected at the earlier places and at the later ones.

    Others may win a Vizier majority back. It is mentioned if the difference in points comes nearer
    to what the places are worth when it counts half.
    """
    points, without = _differences(turns, others)
    half = (points + without) / 2
    explains = half != points and abs(worth - half) <= abs(worth - points)
    *before, last = (turn.gain for turn in turns)
    gains = words.listed([*map(number, before), gain_text(words, last)])
    if not all(turn.sure for turn in turns):
        gains = words.say("advice.about", points=gains)
    if not explains and [turn.gain for turn in turns] == [turn.gain for turn in others]:
        return words.say("advice.lead.bid_turns_same", gains=gains)
    comma = words.say("list.comma")
    where = [arrival(words, turn.tile, turn.tribe) for turn in turns] if len(turns) == 1 else []
    majority, instead = (
        majority_text(words, _majority(each)) if explains else "" for each in (turns, others)
    )
    other = words.listed(number(turn.gain) for turn in others)
    if not all(turn.sure for turn in others):
        other = words.say("advice.about", points=other)
    return words.say(
        f"advice.lead.bid_turns{'_majority' if majority else ''}",
        gains=comma.join([*where, gains]),
        majority=majority,
        other=comma.join(filter(None, [other, instead])),
    )


def _cost(words: Catalogue, bid: Position, other: Position) -> str:
    """How much more or less a bid costs than another one."""
    gold, fakirs = bid.paid - other.paid, bid.fakirs - other.fakirs
    amounts = (gold, words.gold(abs(gold))), (fakirs, words.fakirs(abs(fakirs)))
    parts = [
        words.say(f"advice.lead.bid_{'more' if change > 0 else 'fewer'}", amount=amount)
        for change, amount in amounts
        if change
    ]
    if not parts:
        return words.say("advice.lead.bid_costs_same")
    return words.say("advice.lead.bid_costs", price=words.listed(parts))


def position_of(option: Option) -> Position:
    """The places, the value and the price of an option that is a bid."""
    assert option.position
    return option.position


def bid_text(words: Catalogue, option: Option) -> str:
    """A bid in words: `Bid 3`."""
    return sentence(words, option.actions[0], None, ())
