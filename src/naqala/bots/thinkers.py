"""Bots that rank after-states: by points (merchant), or by the value net (sultan)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from naqala.bots.bot import Thinker
from naqala.bots.features import features
from naqala.bots.net import Net, net_for
from naqala.bots.planner import turns
from naqala.rules.actions import END, Action, Bid, Sell
from naqala.rules.scoring import score, scores
from naqala.rules.state import State
from naqala.rules.turn import Bidding, Finishing, Moving, apply


class Ranker(Thinker):
    """Looks at every outcome of its turn and takes the best; everything else one step ahead."""

    deep: ClassVar[int] = 6
    """How many outcomes are looked at with several paths and all follow-ups."""

    def evaluate(self, states: Sequence[State], seat: int) -> Sequence[float]:
        """What states are worth to a seat."""
        raise NotImplementedError

    def think(self, state: State) -> Sequence[Action]:
        """Rank what there is to choose."""
        top = state.pending[-1]
        if type(top) is Moving and not isinstance(state.choices[0], type(END)):
            if not state.flying:
                return turns(state, self.evaluate, deep=self.deep)[0].actions
        if type(top) is Bidding:
            return [self.bid(state)]
        return [self.best(state)]

    def bid(self, state: State) -> Action:
        """Where to place the marker."""
        return self.best(state)

    def best(self, state: State) -> Action:
        """The option whose state is worth most, one step ahead; the first among equals."""
        options = [option for option in state.choices if not isinstance(option, Sell)]
        if len(options) < 2:
            return state.choices[0]
        seat = state.seat
        afters = []
        for option in options:
            after = state.copy()
            if option is END or type(state.pending[-1]) is Finishing and option == END:
                afters.append(after)  # the turn as it is: others act only after it
            else:
                apply(after, option)
                afters.append(after)
        values = list(self.evaluate(afters, seat))
        return options[values.index(max(values))]


class Merchant(Ranker):
    """The best immediate gain over all outcomes and their follow-up choices."""

    name = "merchant"
    budget = 0.02
    deep = 0

    def evaluate(self, states: Sequence[State], seat: int) -> Sequence[float]:
        """The margin in points, as if the game ended now."""
        return [margin(state, seat) for state in states]

    def bid(self, state: State) -> Action:
        """The cheapest spot."""
        return min(state.choices, key=lambda bid: bid.value if isinstance(bid, Bid) else 0)


class Sultan(Ranker):
    """The best after-state by a value net trained in self-play."""

    name = "sultan"
    budget = 0.5

    def __init__(self, seed: int = 0, net: Net | None = None) -> None:
        """With the net of the package, or another."""
        super().__init__(seed)
        self.net = net

    def evaluate(self, states: Sequence[State], seat: int) -> Sequence[float]:
        """The expected final margin; the real one where the game is over."""
        if not states:
            return []
        net = self.net or net_for(len(states[0].players))
        values: list[float] = net([features(state, seat) for state in states]).tolist()
        for nth, state in enumerate(states):
            if state.over:
                values[nth] = margin(state, seat)
        return values


LOSS = -200.0
"""What a lost solo game is worth, beside its points."""


def margin(state: State, seat: int) -> float:
    """The points of a seat less those of its best rival; in the solo game, the points."""
    if state.yazid:
        points = score(state, state.players[seat]).total
        return points / 2 + (LOSS if state.yazid.lost else 0)
    totals = [sheet.total for sheet in scores(state)]
    mine = totals.pop(seat)
    return float(mine - max(totals))
