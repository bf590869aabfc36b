"""Bids for the turn order: which are legal, what they cost, and where the marker goes (B1–B7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from naqala.rules.actions import Action, Bid
from naqala.rules.decisions import Decision
from naqala.rules.effects import announce, pay_gold, spend_fakirs
from naqala.rules.events import BidPlaced, Pushed
from naqala.rules.state import NOBODY, State


@dataclass(frozen=True, slots=True)
class Bidding(Decision):
    """A marker is placed on the turn order track (B1–B7)."""

    keyword = "bidding"

    def fits(self, below: Decision | None, state: State) -> bool:
        return below is None and state.bid_order[:1] == (state.seat,)

    def options(self, state: State) -> Sequence[Action]:
        """Every affordable value with a free spot (B2, B5), with Fakirs for Kumarbi."""
        player = state.player
        track = _steps(state.track)
        taken = state.spots
        free = [
            value
            for value, spots in track.items()
            if taken[spots[0]] == NOBODY
            or (len(spots) > 1 and NOBODY in [taken[spot] for spot in spots])
        ]
        most = player.fakirs if any(djinn.discounts for djinn in player.djinns) else 0
        if not most:
            affordable = [value for value in free if value <= player.gold]
            return [plain_bid(value) for value in affordable or free[:1]]
        values = list(track)
        options = [
            Bid(value, fakirs)
            for value in free
            for fakirs in range(min(most, values.index(value)) + 1)
            if values[values.index(value) - fakirs] <= player.gold
        ]
        return options or [Bid(free[0])]

    def answer(self, state: State, action: Action) -> None:
        """Place the marker, push the others of that value later, pay (B3)."""
        assert isinstance(action, Bid)
        paid = price_of_bid(state, action)
        seat, state.bid_order = state.seat, state.bid_order[1:]
        spots = _steps(state.track)[action.value]
        # Later spots come first in the track. A new marker takes the last spot of its value and
        # pushes the others into the nearest gap.
        gap = max(spot for spot in spots if state.spots[spot] == NOBODY)
        for spot in range(gap, spots[-1]):
            state.spots[spot] = state.spots[spot + 1]
            announce(state, Pushed(state.spots[spot], seat, spot))
        state.spots[spots[-1]] = seat
        spend_fakirs(state, seat, action.fakirs)
        pay_gold(state, seat, paid, "bid")
        state.emit(_placed(seat, action.value, spots[-1], paid, action.fakirs))


BIDDING = Bidding()
_placed = lru_cache(maxsize=1 << 12)(BidPlaced)


def price_of_bid(state: State, bid: Bid) -> int:
    """What a bid costs: less with Fakirs (D13), and at most the player's gold (B5)."""
    if not bid.fakirs:
        return min(bid.value, state.player.gold)
    values = list(_steps(state.track))
    return min(values[values.index(bid.value) - bid.fakirs], state.player.gold)


@cache
def _steps(track: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    """The values of a track, lowest first, each with its spots; the latest spot comes first."""
    return {
        value: tuple(spot for spot, other in enumerate(track) if other == value)
        for value in sorted(set(track))
    }


@cache
def plain_bid(value: int) -> Bid:
    """The one bid of a value without Fakirs."""
    return Bid(value)
