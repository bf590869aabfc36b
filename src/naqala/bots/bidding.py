"""What a bid is worth: the place it gives in the turn order, and how the round goes from there."""

from __future__ import annotations

from collections.abc import Sequence

from naqala.bots.candidates import Plan
from naqala.bots.features import upcoming
from naqala.bots.foresight import Foresight
from naqala.rules.state import State
from naqala.rules.turn import Bidding


def placed(state: State, plans: Sequence[Plan], foresight: Foresight) -> list[Plan]:
    """The plans once everybody else has bid: with their place and what that is worth."""
    seat = state.seat
    mine = state.spots.count(seat)
    found = []
    for plan in plans:
        after = plan.state.copy()
        while not after.over and type(after.pending[-1]) is Bidding:
            foresight.bid(after)
        order = upcoming(after)
        place = _place(order, seat, plan, mine)
        found.append(plan._replace(state=after, place=place, places=len(order)))
    values = foresight.evaluate([plan.state for plan in found], seat)
    return [plan._replace(value=value) for plan, value in zip(found, values, strict=True)]


def _place(order: Sequence[int], seat: int, plan: Plan, mine: int) -> int:
    """The place of the marker that was bid with, from 1: the owner's others may be before it."""
    places = [nth for nth, owner in enumerate(order, 1) if owner == seat]
    if len(places) == 1 or not mine:
        return places[0] if places else 0
    value = getattr(plan.known[0], "value", 0)
    before = sum(
        owner == seat and plan.state.track[spot] > value
        for spot, owner in enumerate(plan.state.spots)
    )
    return places[min(before, len(places) - 1)]


def expected(
    plans: Sequence[Plan], seat: int, seed: int, foresight: Foresight
) -> list[float] | None:
    """What bids are worth when the round has been played; None without time.

    Bids that lead to the same turn order lead to the same round, but for the gold.
    """
    rounds: dict[tuple[object, ...], tuple[State, int]] = {}
    ends = []
    for plan in plans:
        me = plan.state.players[seat]
        key = (*upcoming(plan.state), -1, me.fakirs)
        if key not in rounds:
            end = foresight.played_on(plan.state, seat, seed, to_the_end=True)
            if end is None:
                return None
            rounds[key] = end, me.gold
        end, gold = rounds[key]
        end = end.copy()
        end.players[seat].gold += me.gold - gold
        ends.append(end)
    return foresight.evaluate(ends, seat)
