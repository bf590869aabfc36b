"""Play on after a choice: the rest of a turn, the replies to it, the rest of a round."""

from __future__ import annotations

from collections.abc import Sequence

from naqala.bots.search.exchanges import Evaluate, KnownExchanges
from naqala.bots.search.limits import Limit
from naqala.bots.search.planner import follow_up, turns
from naqala.bots.value.expected_margin import expected_margins
from naqala.bots.value.points import quick_values
from naqala.bots.value.turn_order import upcoming
from naqala.rules.actions import END, Action, Sow
from naqala.rules.bidding import Bidding
from naqala.rules.events import Event
from naqala.rules.state import State
from naqala.rules.turn import Finishing, Moving, Sowing, apply, sow
from naqala.rules.yazid import Naming, Offering

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

    def follow(self, state: State, seat: int, *, few: bool) -> tuple[tuple[Action, ...], State]:
        """Play the rest of a turn after its move."""
        look = self.guess if few else self.evaluate
        return follow_up(state, seat, look, few=few, exchanges=self._exchanges)

    def turn(self, state: State, seat: int) -> tuple[tuple[Action, ...], State]:
        """Play the rest of a turn, including its move if that is still to come."""
        actions: list[Action] = []
        while not state.over and state.seat == seat:
            top = state.pending[-1]
            if type(top) is Moving and not state.flying:
                likely = 0 if state.yazid else LIKELY
                found = turns(
                    state,
                    self.evaluate,
                    guess=self.guess,
                    starts=2,
                    likely=likely,
                    exchanges=self._exchanges,
                )
                if found:
                    return (*actions, *found[0].actions), found[0].state
            if isinstance(top, Finishing) and END in state.choices:
                break
            if isinstance(top, Sowing) or type(top) is Moving:
                options = state.choices
                afters = []
                for option in options:
                    after = state.copy()
                    apply(after, option)
                    afters.append(after)
                values = self.evaluate(afters, seat)
                nth = values.index(max(values))
                actions.append(options[nth])
                state = afters[nth]
                continue
            more, state = self.follow(state, seat, few=True)
            actions += more
            if not more:
                break
        return tuple(actions), state

    def finish_turn(self, state: State, actions: Sequence[Action], seat: int) -> State:
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
        return self.follow(state, seat, few=True)[1] if answers_dice else self.turn(state, seat)[1]

    def play_on(self, state: State) -> list[State] | None:
        """Play the rest of the round; the states after each turn, or None if the limit is reached.

        If nobody acts after this turn, the next round is played, including its bids. In the solo
        game, Yazid strikes and the next turn is played.
        """
        if state.over:
            return [state]
        state = state.copy()
        last = state.round + (not upcoming(state) and not isinstance(state.pending[-1], Bidding))
        if is_finished(state):
            apply(state, END)
        states: list[State] = []
        while not state.over:
            if self.limit.reached:
                return None
            top = state.pending[-1]
            if type(top) is Bidding:
                self.bid(state)
            elif type(top) is Finishing:
                states.append(state)
                if state.yazid or (state.round >= last and not upcoming(state)):
                    return states
                state = state.copy()
                apply(state, END)
            elif type(top) is Moving and END in state.choices:
                apply(state, END)  # this player cannot move (E2)
            else:
                actions, state = self.turn(state, state.seat)
                if not actions:
                    break
        return [*states, state]

    def bid(self, state: State) -> list[Event]:
        """Place the next marker where the net expects the highest margin."""
        afters = []
        for option in state.choices:
            after = state.copy()
            apply(after, option)
            afters.append(after)
        values = self.evaluate(afters, state.seat)
        return apply(state, state.choices[values.index(max(values))])


def is_finished(state: State) -> bool:
    """Whether only the end of the turn is left."""
    return not state.over and type(state.pending[-1]) is Finishing
