"""Games of a net against itself and merchants: rows of features with the final margin."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

import numpy as np

from naqala.bots.answers import as_steps, remaining
from naqala.bots.merchant import Merchant
from naqala.bots.planning import RankingBot
from naqala.bots.search.dice_lookahead import ROLLS, roll_values, rolled
from naqala.bots.search.effort import Effort
from naqala.bots.search.planner import turns
from naqala.bots.search.rollouts import is_finished
from naqala.bots.sultan import Sultan
from naqala.bots.value.expected_margin import is_settled
from naqala.bots.value.features import gold_offset
from naqala.bots.value.numpy_backend.board_arrays import Numbers
from naqala.bots.value.numpy_backend.features import features
from naqala.bots.value.numpy_backend.net import Net
from naqala.bots.value.points import margin
from naqala.rules.actions import END, Action, Take
from naqala.rules.bidding import Bidding
from naqala.rules.events import DiceRolled
from naqala.rules.setup import set_up
from naqala.rules.state import Options, State
from naqala.rules.turn import Finishing, Moving, apply
from naqala.rules.yazid import Naming, Offering
from training.episodes import Episode

EXPLORE = 0.08
"""How often another good turn or bid is played instead of the best one."""
AGAINST_MERCHANTS = 0.25
"""How often all rivals of one seat are merchants, for more varied games."""


class Learner(Sultan):
    """The net in training: quick turns and bids, with some exploration."""

    effort = Effort(deep=2, paths=4, starts=3, likely=32, replies=0, answers=0, rounds=0, search=0)
    budget = 100.0
    explore = EXPLORE

    def think(self, state: State) -> Sequence[Action]:
        """The best plan by the net, or sometimes another good one."""
        if self.rng.random() < self.explore:
            if type(state.pending[-1]) is Bidding:
                return [self.rng.choice(state.choices[:5])]
            if type(state.pending[-1]) is Moving and isinstance(state.choices[0], Take):
                found = turns(state, self.evaluate, guess=self.guess)
                if found:
                    return self.rng.choice(found[:8]).actions
        return super().think(state)


class Careful(Learner):
    """The net in training against Yazid; it considers all rolls of his dice."""

    effort = replace(Learner.effort, replies=3)


def play(options: Options, net: Net, seed: int) -> list[Episode]:
    """Play one game; the episodes of all seats that the net plays."""
    state = set_up(options)
    rng = Random(seed)
    kind = Careful if state.yazid else Learner
    bots: list[RankingBot] = [kind(seed * 10 + seat, net) for seat in range(options.players)]
    seats = range(options.players)
    if rng.random() < AGAINST_MERCHANTS:
        hero = rng.randrange(options.players)
        bots = [bots[seat] if seat == hero else Merchant(seed) for seat in seats]
        seats = range(hero, hero + 1)
    rows: list[list[Numbers]] = [[] for _ in bots]
    gold_offsets: list[list[float]] = [[] for _ in bots]
    luck: list[float] = []

    def record() -> None:
        luck.append(0.0)
        for seat in seats:
            rows[seat].append(features([state], seat)[0])
            gold_offsets[seat].append(gold_offset(state, seat))

    def watch_dice(before: State, dice: Sequence[tuple[int, int]]) -> None:
        luck[-1] += dice_luck(before, dice, lambda states: bots[0].evaluate(states, 0))

    finish_game(state, bots, rng, record, watch_dice if state.yazid else None)
    return [
        Episode(
            np.asarray(rows[seat], np.float32),
            np.asarray(gold_offsets[seat], np.float32),
            margin(state, seat),
            np.asarray(luck, np.float32),
        )
        for seat in seats
        if rows[seat]
    ]


def dice_luck(
    state: State,
    dice: Sequence[tuple[int, int]],
    evaluate: Callable[[Sequence[State]], Sequence[float]],
) -> float:
    """How much better these rolls after the end of a turn are than the mean of all rolls.

    There are two if the first one strikes a player who acted first and ends the round.
    """
    luck = 0.0
    for roll in dice:
        if not is_finished(state) or is_settled(state):
            break
        values = roll_values(state, evaluate)
        luck += values[ROLLS.index(roll)] - sum(values) / len(ROLLS)
        state = rolled(state, roll)
    return luck


def finish_game(
    state: State,
    bots: Sequence[RankingBot],
    rng: Random,
    record: Callable[[], None],
    watch_dice: Callable[[State, Sequence[tuple[int, int]]], None] | None = None,
) -> None:
    """Play a game to its end.

    `record` is called after every turn, bid and answer to the dice, and `watch_dice` with the
    state at the end of a turn and the rolls that follow.
    """
    plan: list[Action] = []
    while not state.over:
        legal = state.choices
        top = state.pending[-1]
        if len(legal) == 1:
            action = legal[0]
        else:
            plan = remaining(plan, legal)
            if not plan:
                plan = remaining(as_steps(bots[state.seat].think(state)), legal)
            action = plan.pop(0) if plan else rng.choice(legal)
        if type(top) is Finishing and action is END:
            plan = []
            record()
            if watch_dice:
                before = state.copy()
                events = apply(state, action)
                rolls = [(e.white, e.black) for e in events if isinstance(e, DiceRolled)]
                watch_dice(before, rolls)
                continue
        apply(state, action)
        if isinstance(top, Bidding | Offering | Naming) and not state.over:
            record()
