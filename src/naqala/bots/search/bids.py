"""The places that bids give in the turn order."""

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


def outcome(after: State, seat: int) -> tuple[int, ...]:
    """What is known after an auction, except for the gold of this seat."""
    others = [player for number, player in enumerate(after.players) if number != seat]
    paid = [number for player in others for number in (player.gold, player.fakirs)]
    return after.players[seat].fakirs, *paid, *upcoming(after)


def evened(plans: Sequence[Plan], seat: int) -> list[Plan]:
    """The plans by value; those that differ in the gold of the seat only differ by it in value.

    A bid that was dropped early has a less accurate value than the one that led to the same
    outcomes and was played on more often.
    """
    longest = sorted(plans, key=lambda plan: -len(plan.ends))
    found = []
    for plan in plans:
        twin = next(each for each in longest if _same(each, plan, seat))
        gold = plan.state.players[seat].gold - twin.state.players[seat].gold
        found.append(plan._replace(value=twin.value + gold))
    return sorted(found, key=lambda plan: (not plan.ends, -plan.value))


def _same(plan: Plan, other: Plan, seat: int) -> bool:
    """Whether two bids led to the same outcomes whenever both were played on."""
    pairs = zip((plan.state, *plan.ends), (other.state, *other.ends), strict=False)
    return all(outcome(one, seat) == outcome(another, seat) for one, another in pairs)
