"""Bots that rank after-states: by points (merchant), or by the value net (sultan)."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from time import monotonic
from typing import ClassVar

from naqala.bots.bot import Thinker
from naqala.bots.features import features
from naqala.bots.net import Net, net_for
from naqala.bots.planner import turns
from naqala.bots.points import margin
from naqala.rules.actions import END, Action, Bid, Sell, Take
from naqala.rules.state import State
from naqala.rules.turn import Bidding, Finishing, Moving, apply

FAKIR = 1.5
"""What a Fakir is worth at a first look."""
SHARE = 0.8
"""The part of the budget after which nothing more is begun: on a slow machine only."""


class Ranker(Thinker):
    """Looks at every outcome of its turn and takes the best; everything else one step ahead."""

    deep: ClassVar[int] = 8
    """How many outcomes are looked at with several paths and all follow-ups."""
    paths: ClassVar[int] = 6
    alike: ClassVar[int] = 0
    """How many starts are tried for each arrival; all with 0."""

    def evaluate(self, states: Sequence[State], seat: int) -> Sequence[float]:
        """What states are worth to a seat."""
        raise NotImplementedError

    def guess(self, states: Sequence[State], seat: int) -> Sequence[float]:
        """The same in less time, for follow-up choices of moves at a first look."""
        return [margin(state, seat) + FAKIR * state.players[seat].fakirs for state in states]

    def think(self, state: State) -> Sequence[Action]:
        """Rank what there is to choose."""
        top = state.pending[-1]
        if type(top) is Moving and isinstance(state.choices[0], Take) and not state.flying:
            return self.move(state)
        if type(top) is Bidding:
            return [self.bid(state)]
        return [self.best(state)]

    def move(self, state: State) -> Sequence[Action]:
        """A whole turn."""
        until = monotonic() + SHARE * self.budget if self.deep else inf
        found = turns(
            state,
            self.evaluate,
            guess=self.guess,
            deep=self.deep,
            paths=self.paths,
            alike=self.alike,
            until=until,
        )
        return found[0].actions if found else [self.best(state)]

    def bid(self, state: State) -> Action:
        """Where to place the marker."""
        return self.best(state)

    def best(self, state: State) -> Action:
        """The option whose state is worth most, one step ahead; the first among equals."""
        options = [option for option in state.choices if not isinstance(option, Sell)]
        if len(options) < 2:
            return options[0] if options else state.choices[0]
        seat = state.seat
        afters = []
        for option in options:
            after = state.copy()
            if not (option is END and isinstance(state.pending[-1], Finishing)):
                apply(after, option)  # an end leaves the turn as it is: others act only after it
            afters.append(after)
        values = list(self.evaluate(afters, seat))
        return options[values.index(max(values))]


class Merchant(Ranker):
    """The best immediate gain over all outcomes and their follow-up choices."""

    name = "merchant"
    budget = 0.02
    deep = 0
    alike = 2

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
