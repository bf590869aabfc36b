"""Vizier: the gain of a turn, less what the others can gain before its own next turn."""

from __future__ import annotations

from collections.abc import Sequence

from naqala.bots.merchant import Merchant
from naqala.bots.planning import BackendBot
from naqala.bots.search.limits import Limit
from naqala.bots.search.planner import Turn, turns
from naqala.bots.value.backend import Backend
from naqala.bots.value.points import FAKIR, margin
from naqala.bots.value.prospects import TOP
from naqala.bots.value.turn_order import upcoming
from naqala.rules.actions import END, Action, Bid
from naqala.rules.state import NOBODY, State
from naqala.rules.turn import Moving, apply


class Vizier(BackendBot):
    """Ranks turns by their gain minus the best replies, over all outcomes and several paths."""

    name = "vizier"
    budget = 0.3
    plain_budget = 2.0

    def __init__(self, seed: int = 0, backend: Backend | None = None) -> None:
        super().__init__(seed, backend)
        self.rival = Merchant(seed)
        """Rivals are expected to play like a merchant."""

    def evaluate(self, states: Sequence[State], seat: int) -> Sequence[float]:
        """The margin less what the others can gain before the seat acts again."""
        orders = [_before(upcoming(state), seat) for state in states]
        rivals = {owner for order in orders for owner in order}
        best: dict[int, list[list[float]]] = {}
        if rivals:
            best = self.backend.best_arrivals(states, rivals)
        found = list(self.guess(states, seat))
        for nth, (state, order) in enumerate(zip(states, orders, strict=True)):
            if state.over:
                found[nth] = margin(state, seat)
                continue
            share = 1 / max(1, len(state.players) - 1)
            for place, owner in enumerate(order):
                found[nth] -= share * best[owner][nth][min(place, TOP - 1)]
        return found

    def move(self, state: State) -> Sequence[Action]:
        """The best turn by estimated replies; for the top few the replies are played."""
        for_turns, for_replies = Limit(0.5 * self.budget), Limit(0.75 * self.budget)
        found = turns(
            state,
            self.evaluate,
            guess=self.guess,
            deep=self.effort.deep,
            paths=self.effort.paths,
            limit=for_turns,
        )
        if not found:
            return [self.best(state)]
        seat = state.seat
        judged: list[tuple[float, int]] = []
        for nth, turn in enumerate(found[: self.effort.replies]):
            if nth and for_replies.reached:
                break
            judged.append((self._after_reply(turn, seat), -nth))
        return found[-max(judged)[1]].actions

    def _after_reply(self, turn: Turn, seat: int) -> float:
        """The value of a turn after the next one, if that is a rival's."""
        order = upcoming(turn.state)
        if turn.state.over or not order or order[0] == seat:
            return turn.value
        state = turn.state.fork()
        apply(state, END)
        if not isinstance(state.pending[-1], Moving):
            return turn.value
        replies = turns(state, self.rival.evaluate, starts=1)
        return self.evaluate([replies[0].state], seat)[0] if replies else turn.value

    def bid(self, state: State) -> Action:
        """The bid whose place in the turn order is worth most, less its price."""
        gains = self.backend.best_arrivals([state], [state.seat])[state.seat][0]
        waiting = [
            value for value, owner in zip(state.track, state.spots, strict=True) if owner != NOBODY
        ]
        to_come = len(state.bid_order) - 1
        last = gains[-1]

        def worth(action: Action) -> float:
            assert isinstance(action, Bid)
            # A new marker pushes those of the same value back; later bids may still go ahead of it.
            before = sum(value > action.value for value in waiting)
            threat = to_come * (0.5 if action.value < 5 else 0.2)
            place = before + threat
            low = min(int(place), TOP - 1)
            high = min(low + 1, TOP - 1)
            gain = gains[low] + (gains[high] - gains[low]) * (place - int(place))
            return (gain if place < TOP else last) - action.value + FAKIR * -action.fakirs

        return max(state.choices, key=worth)


def _before(order: Sequence[int], seat: int) -> Sequence[int]:
    """The seats that act before this one."""
    return order[: order.index(seat)] if seat in order else order
