"""Vizier: what a turn gains, less what it leaves to the others until the next turn of its own."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import ClassVar

from naqala.bots.boards import Boards
from naqala.bots.features import upcoming
from naqala.bots.ladder import RUNGS
from naqala.bots.planner import Turn, turns
from naqala.bots.points import margin
from naqala.bots.prospects import TOP, Prospects
from naqala.bots.thinkers import FAKIR, Merchant, Ranker
from naqala.rules.actions import END, Action, Bid
from naqala.rules.state import NOBODY, State
from naqala.rules.turn import Moving, apply


class Vizier(Ranker):
    """Gain minus the best replies, over outcomes and several paths."""

    name = "vizier"
    budget = RUNGS["vizier"]
    replies: ClassVar[int] = 8
    """For how many turns the reply is played out instead of guessed."""

    def __init__(self, seed: int = 0) -> None:
        """A fresh bot, and the rival that it expects."""
        super().__init__(seed)
        self.rival = Merchant(seed)

    def evaluate(self, states: Sequence[State], seat: int) -> Sequence[float]:
        """The margin less what the others may gain before the seat acts again."""
        orders = [_before(upcoming(state), seat) for state in states]
        rivals = {owner for order in orders for owner in order}
        best: dict[int, list[list[float]]] = {}
        if rivals:
            prospects = Prospects(Boards(states))
            for owner in rivals:
                best[owner] = prospects.best([state.players[owner] for state in states]).tolist()
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
        """The best by guessed replies, those at the top by replies that are played."""
        began = monotonic()
        found = turns(
            state,
            self.evaluate,
            guess=self.guess,
            deep=self.deep,
            paths=self.paths,
            until=began + 0.5 * self.budget,
        )
        if not found:
            return [self.best(state)]
        seat = state.seat
        judged: list[tuple[float, int]] = []
        for nth, turn in enumerate(found[: self.replies]):
            if nth and monotonic() > began + 0.75 * self.budget:
                break
            judged.append((self._after_reply(turn, seat), -nth))
        return found[-max(judged)[1]].actions

    def _after_reply(self, turn: Turn, seat: int) -> float:
        """What a turn is worth once the next one, if it is a rival's, has been played."""
        order = upcoming(turn.state)
        if turn.state.over or not order or order[0] == seat:
            return turn.value
        state = turn.state.copy()
        apply(state, END)
        if not isinstance(state.pending[-1], Moving):
            return turn.value
        replies = turns(state, self.rival.evaluate, alike=1)
        return self.evaluate([replies[0].state], seat)[0] if replies else turn.value

    def bid(self, state: State) -> Action:
        """What each turn position is worth, less its price."""
        me = state.player
        gains: list[float] = Prospects(Boards([state])).best([me])[0].tolist()
        waiting = [
            value for value, owner in zip(state.track, state.spots, strict=True) if owner != NOBODY
        ]
        to_come = len(state.bid_order) - 1
        last = gains[-1]

        def worth(action: Action) -> float:
            assert isinstance(action, Bid)
            # A newcomer pushes those of the same value later; others may still come in front.
            before = sum(value > action.value for value in waiting)
            threat = to_come * (0.5 if action.value < 5 else 0.2)
            place = before + threat
            low = min(int(place), TOP - 1)
            high = min(low + 1, TOP - 1)
            gain = gains[low] + (gains[high] - gains[low]) * (place - int(place))
            return (gain if place < TOP else last) - action.value + FAKIR * -action.fakirs

        return max(state.choices, key=worth)


def _before(order: Sequence[int], seat: int) -> Sequence[int]:
    """Those who act before the seat does."""
    return order[: order.index(seat)] if seat in order else order
