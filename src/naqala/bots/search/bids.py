"""What bids lead to: the places in the turn order, and values that agree with each other."""

from __future__ import annotations

from collections.abc import Sequence

from naqala.bots.search.plans import Plan
from naqala.bots.search.rollouts import Rollouts
from naqala.bots.value.turn_order import upcoming
from naqala.rules.state import State


def with_places(state: State, plans: Sequence[Plan], rollouts: Rollouts) -> list[Plan]:
    """The plans after everybody else has bid, with the places of the player and the values."""
    seat = state.seat
    found = []
    auctions = [rollouts.finish_auction(plan.state) for plan in plans]
    for plan, after in zip(plans, rollouts.run(auctions), strict=True):
        places = (nth for nth, owner in enumerate(upcoming(after), 1) if owner == seat)
        found.append(plan._replace(state=after, places=tuple(places)))
    values = rollouts.evaluate([plan.state for plan in found], seat)
    return [plan._replace(value=value) for plan, value in zip(found, values, strict=True)]


def auction_result(after: State, seat: int) -> tuple[int, ...]:
    """What is known after an auction, except for the gold of this seat."""
    others = [player for number, player in enumerate(after.players) if number != seat]
    paid = [number for player in others for number in (player.gold, player.fakirs)]
    return after.players[seat].fakirs, *paid, *upcoming(after)


def with_shared_values(plans: Sequence[Plan], seat: int) -> list[Plan]:
    """The plans by value.

    Bids that lead to the same result get the same value, apart from the gold that they cost. It is
    that of the bid that was played on most often.
    """
    longest = sorted(plans, key=lambda plan: -len(plan.ends))
    found = []
    for plan in plans:
        twin = next(each for each in longest if _same(each, plan, seat))
        gold = plan.state.players[seat].gold - twin.state.players[seat].gold
        found.append(plan._replace(value=twin.value + gold))
    return sorted(found, key=lambda plan: -plan.value)


def _same(plan: Plan, other: Plan, seat: int) -> bool:
    """Whether two bids led to the same results whenever both were played on."""
    pairs = zip((plan.state, *plan.ends), (other.state, *other.ends), strict=False)
    return all(auction_result(one, seat) == auction_result(another, seat) for one, another in pairs)
