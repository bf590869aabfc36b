"""Play on after a choice: the rest of a turn, the replies to it, the rest of a round.

A rollout is a generator: it yields the states that it has to choose from and gets their values. So
several of them can go on side by side, and the net evaluates the states of all of them together,
which takes half as long per state as a call for each.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TypeVar

from naqala.bots.search.exchanges import Evaluate, KnownExchanges
from naqala.bots.search.limits import Limit
from naqala.bots.search.planner import Played, first_pass, follow_up
from naqala.bots.value.expected_margin import expected_margins
from naqala.bots.value.points import quick_values
from naqala.bots.value.turn_order import upcoming
from naqala.rules.actions import END, Action, Sow
from naqala.rules.bidding import Bidding
from naqala.rules.state import State
from naqala.rules.turn import Finishing, Moving, Sowing, apply, sow
from naqala.rules.yazid import Naming, Offering

T = TypeVar("T")
Rollout = Generator[tuple[Sequence[State], int], list[float], T]
"""Yields states and the seat to evaluate them for, gets their values, and returns a result."""

LIKELY = 24
"""How many outcomes of a turn are compared, of about a hundred: those that promise most.

The best one is among them in three of four turns. Otherwise the turn is worth a point or two less,
and a sample takes a quarter of the time.
"""


class Rollouts:
    """Plays on for all seats by the value net, until a limit is reached."""

    def __init__(self, limit: Limit, evaluate: Evaluate = expected_margins) -> None:
        self.limit = limit
        self._evaluate = evaluate
        self._exchanges: KnownExchanges = {}

    def evaluate(self, states: Sequence[State], seat: int) -> list[float]:
        """The expected final margin; in the solo game, the expected points."""
        self.limit.count(len(states))
        return list(self._evaluate(states, seat))

    def guess(self, states: Sequence[State], seat: int) -> Sequence[float]:
        """A cheaper estimate."""
        return quick_values(states, seat)

    def follow(self, state: State, seat: int, *, few: bool) -> Played:
        """Play the rest of a turn after its move."""
        look = self.guess if few else self.evaluate
        return follow_up(state, seat, look, few=few, exchanges=self._exchanges)

    def run(self, rollouts: Sequence[Rollout[T]]) -> list[T]:
        """Run rollouts side by side, and return their results."""
        return side_by_side(rollouts, self.evaluate)

    def turn(self, state: State, seat: int) -> Rollout[Played]:
        """Play the rest of a turn, including its move if that is still to come."""
        actions: list[Action] = []
        while not state.over and state.seat == seat:
            top = state.pending[-1]
            if type(top) is Moving and not state.flying:
                likely = 0 if state.yazid else LIKELY
                found = first_pass(state, self.guess, self._exchanges, starts=2, likely=likely)
                if found:
                    values = yield [after for _, after in found], seat
                    made, after = found[values.index(max(values))]
                    return (*actions, *made), after
            if isinstance(top, Finishing) and END in state.choices:
                break
            if isinstance(top, Sowing) or type(top) is Moving:
                option, state = yield from self._best_option(state)
                actions.append(option)
                continue
            more, state = self.follow(state, seat, few=True)
            actions += more
            if not more:
                break
        return tuple(actions), state

    def _best_option(self, state: State) -> Rollout[tuple[Action, State]]:
        """The option after which the net expects most, and the state after it."""
        afters = []
        for option in state.choices:
            after = state.fork()
            apply(after, option)
            afters.append(after)
        values = yield afters, state.seat
        best = values.index(max(values))
        return state.choices[best], afters[best]

    def finish_turn(self, state: State, actions: Sequence[Action], seat: int) -> Rollout[State]:
        """The state at the end of a turn that begins with these actions, as far as they are legal.

        An answer to Yazid's dice is not part of a turn; after one, this stops where the turn
        begins.
        """
        answers_dice = isinstance(state.pending[-1], Offering | Naming)
        for action in actions:
            if isinstance(action, Sow):
                sow(state, action)
            elif action is END or action not in state.choices:
                break
            else:
                apply(state, action)
        if state.over or state.seat != seat or isinstance(state.pending[-1], Bidding):
            return state
        if answers_dice:
            return self.follow(state, seat, few=True)[1]
        _, state = yield from self.turn(state, seat)
        return state

    def play_on(self, state: State) -> Rollout[list[State] | None]:
        """Play the rest of the round; the states after each turn, or None if the limit is reached.

        If nobody acts after this turn, the next round is played, including its bids. In the solo
        game, Yazid strikes and the next turn is played.
        """
        if state.over:
            return [state]
        state = state.fork()
        last = state.round + (not upcoming(state) and not isinstance(state.pending[-1], Bidding))
        if is_finished(state):
            apply(state, END)
        states: list[State] = []
        while not state.over:
            if self.limit.reached:
                return None
            top = state.pending[-1]
            if type(top) is Bidding:
                state = yield from self.bid(state)
            elif type(top) is Finishing:
                states.append(state)
                if state.yazid or (state.round >= last and not upcoming(state)):
                    return states
                state = state.fork()
                apply(state, END)
            elif type(top) is Moving and END in state.choices:
                apply(state, END)  # this player cannot move (E2)
            else:
                actions, state = yield from self.turn(state, state.seat)
                if not actions:
                    break
        return [*states, state]

    def bid(self, state: State) -> Rollout[State]:
        """Place the next marker where the net expects the highest margin."""
        _, after = yield from self._best_option(state)
        return after

    def finish_auction(self, state: State) -> Rollout[State]:
        """Place all markers that are left."""
        while not state.over and type(state.pending[-1]) is Bidding:
            state = yield from self.bid(state)
        return state


def side_by_side(rollouts: Sequence[Rollout[T]], evaluate: Evaluate) -> list[T]:
    """Run rollouts side by side, and return their results."""
    results: dict[int, T] = {}
    answers: dict[int, list[float] | None] = dict.fromkeys(range(len(rollouts)))
    while answers:
        asked: dict[int, list[tuple[int, Sequence[State]]]] = {}
        for nth, answer in answers.items():
            rollout = rollouts[nth]
            try:
                states, seat = next(rollout) if answer is None else rollout.send(answer)
            except StopIteration as finished:
                results[nth] = finished.value
            else:
                asked.setdefault(seat, []).append((nth, states))
        answers = {}
        for seat, requests in asked.items():
            together = [state for _, states in requests for state in states]
            values = list(evaluate(together, seat))
            first = 0
            for nth, states in requests:
                answers[nth] = values[first : first + len(states)]
                first += len(states)
    return [results[nth] for nth in range(len(rollouts))]


def is_finished(state: State) -> bool:
    """Whether only the end of the turn is left."""
    return not state.over and type(state.pending[-1]) is Finishing
