"""The value of a bid: its place in the turn order, and the rest of the round."""

from __future__ import annotations

from collections.abc import Sequence

from naqala.bots.advice.candidates import Plan
from naqala.bots.search.rollouts import Rollouts
from naqala.bots.value.turn_order import upcoming
from naqala.rules.actions import Bid
from naqala.rules.bidding import Bidding
from naqala.rules.events import Event, TurnStarted
from naqala.rules.state import NOBODY, State


def with_places(state: State, plans: Sequence[Plan], rollouts: Rollouts) -> list[Plan]:
    """The plans after everybody else has bid, with their places and values."""
    seat = state.seat
    found = []
    for plan in plans:
        events, after = plan.state.events, plan.state.copy()
        while not after.over and type(after.pending[-1]) is Bidding:
            events = rollouts.bid(after)
        order = _order(after, events)
        place = _place(order, seat, plan)
        found.append(plan._replace(state=after, place=place, places=len(order)))
    values = rollouts.evaluate([plan.state for plan in found], seat)
    return [plan._replace(value=value) for plan, value in zip(found, values, strict=True)]


def _order(after: State, events: Sequence[Event]) -> list[tuple[int, int]]:
    """The turn order as seats and their bids; the first marker has left the track already."""
    first = [(event.seat, event.value) for event in events if isinstance(event, TurnStarted)]
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


class RestOfRound:
    """Plays the rest of a round. Bids that lead to the same order differ in gold only."""

    def __init__(self, seat: int, seed: int, rollouts: Rollouts) -> None:
        self.seat, self.seed, self.rollouts = seat, seed, rollouts
        self._known: dict[tuple[int, ...], tuple[State, int]] = {}

    def after(self, plan: Plan) -> State | None:
        """The state at the end of the round after a bid; None after the deadline."""
        me = plan.state.players[self.seat]
        key = (me.fakirs, *upcoming(plan.state))
        if key not in self._known:
            end = self.rollouts.play_on(plan.state, self.seat, self.seed, whole_round=True)
            if end is None:
                return None
            self._known[key] = end, me.gold
        end, gold = self._known[key]
        end = end.copy()
        end.players[self.seat].gold += me.gold - gold
        return end
