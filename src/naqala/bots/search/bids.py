"""The places that bids give in the turn order."""

from __future__ import annotations

from collections.abc import Sequence

from naqala.bots.search.plans import Plan
from naqala.bots.search.rollouts import Rollouts
from naqala.rules.actions import Bid
from naqala.rules.events import TurnStarted
from naqala.rules.state import NOBODY, State


def with_places(state: State, plans: Sequence[Plan], rollouts: Rollouts) -> list[Plan]:
    """The plans after everybody else has bid, with their places and values."""
    seat = state.seat
    found = []
    auctions = [rollouts.finish_auction(plan.state) for plan in plans]
    for plan, after in zip(plans, rollouts.run(auctions), strict=True):
        order = _order(after)
        place = _place(order, seat, plan)
        found.append(plan._replace(state=after, place=place, places=len(order)))
    values = rollouts.evaluate([plan.state for plan in found], seat)
    return [plan._replace(value=value) for plan, value in zip(found, values, strict=True)]


def _order(after: State) -> list[tuple[int, int]]:
    """The turn order as seats and their bids; the first marker has left the track already."""
    first = [(event.seat, event.value) for event in after.events if isinstance(event, TurnStarted)]
    waiting = [
        (owner, value)
        for owner, value in zip(after.spots, after.track, strict=True)
        if owner != NOBODY
    ]
    return [*first[-1:], *reversed(waiting)]


def _place(order: Sequence[tuple[int, int]], seat: int, plan: Plan) -> int:
    """The place of the marker, from 1; later markers of the same value go first."""
    bid = plan.known[0]
    assert isinstance(bid, Bid)
    mine = [nth for nth, owner in enumerate(order, 1) if owner == (seat, bid.value)]
    right_after = zip(plan.state.spots, plan.state.track, strict=True)
    until_now = sum(marker == (seat, bid.value) for marker in right_after)
    return mine[-max(1, until_now)] if mine else 1
