"""Games of a net against itself, as rows of features with the final margin of each seat."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import numpy as np

from naqala.bots.bot import steps
from naqala.bots.features import features
from naqala.bots.net import Matrix, Net
from naqala.bots.planner import turns
from naqala.bots.thinkers import Merchant, Ranker, Sultan, margin
from naqala.rules.actions import END, Action
from naqala.rules.setup import set_up
from naqala.rules.state import Options, State
from naqala.rules.turn import Bidding, Finishing, Moving, apply

EXPLORE = 0.08
"""How often a turn or bid is taken among the better ones instead of the best."""


class Episode(NamedTuple):
    """One seat's way through a game: features at every boundary, and how it ended."""

    rows: Matrix
    final: float


class Learner(Sultan):
    """The net in training: quick turns, now and then not the best."""

    deep = 0

    def think(self, state: State) -> list[Action]:
        """The best by the net, or sometimes another good one."""
        if self.rng.random() < EXPLORE:
            if type(state.pending[-1]) is Bidding:
                return [self.rng.choice(state.choices[:4])]
            if type(state.pending[-1]) is Moving and len(state.choices) > 1:
                found = turns(state, self.evaluate)
                if found:
                    return list(self.rng.choice(found[:8]).actions)
        return list(super().think(state))


class Opening(Merchant):
    """What begins the training, before there is a net: greedy turns and mixed bids."""

    def bid(self, state: State) -> Action:
        """Any of the cheaper spots."""
        return self.rng.choice(state.choices[:4])


def play(options: Options, net: Net | None, seed: int) -> list[Episode]:
    """One game; the episodes of all seats."""
    state = set_up(options)
    seats = range(options.players)
    bots: list[Ranker] = []
    for seat in seats:
        maker = seed * 10 + seat
        bots.append(Opening(maker) if net is None else Learner(maker, net))
    rng = Random(seed)
    rows: list[list[list[float]]] = [[] for _ in seats]
    plan: list[Action] = []
    while not state.over:
        legal = state.choices
        top = state.pending[-1]
        if len(legal) == 1:
            action = legal[0]
        else:
            if not (plan and plan[0] in legal):
                plan = steps(bots[state.seat].think(state))
            action = plan.pop(0) if plan and plan[0] in legal else rng.choice(legal)
        boundary = type(top) is Bidding or (type(top) is Finishing and action is END)
        if boundary and type(top) is Finishing:
            for seat in seats:
                rows[seat].append(features(state, seat))
        if action is END:
            plan = []
        apply(state, action)
        if boundary and type(top) is Bidding and not state.over:
            for seat in seats:
                rows[seat].append(features(state, seat))
    return [Episode(np.asarray(rows[seat], np.float32), margin(state, seat)) for seat in seats]
