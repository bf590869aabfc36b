"""What comes after a choice: the rest of a turn, the replies to it, the rest of a round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from time import monotonic

from naqala.bots.features import upcoming
from naqala.bots.planner import follow_up, turns
from naqala.bots.points import margin
from naqala.bots.thinkers import Sultan
from naqala.rules.actions import END, Action, Sow
from naqala.rules.events import Event
from naqala.rules.state import State
from naqala.rules.turn import Bidding, Finishing, Moving, Sowing, apply, sow
from naqala.rules.yazid import Naming, Offering


class Foresight:
    """Plays on for everybody by the value net of the sultan, until a certain time."""

    def __init__(self, until: float) -> None:
        """Play until then."""
        self.until = until
        self.sultan = Sultan()

    def evaluate(self, states: Sequence[State], seat: int) -> list[float]:
        """The final margin that is expected, or the points of the solo game.

        After the last turn of the game nothing is left to expect: the margin is what it is.
        """
        values = list(map(float, self.sultan.evaluate(states, seat)))
        for nth, state in enumerate(states):
            if _is_last(state):
                values[nth] = margin(state, seat)
        return values

    def guess(self, states: Sequence[State], seat: int) -> Sequence[float]:
        """The same in less time."""
        return self.sultan.guess(states, seat)

    def follow(self, state: State, seat: int, *, few: bool) -> tuple[tuple[Action, ...], State]:
        """The rest of a turn once its move is made."""
        return follow_up(state, seat, self.guess if few else self.evaluate, few=few)

    def turn(self, state: State, seat: int) -> tuple[tuple[Action, ...], State]:
        """The rest of a turn, its move included where it is still to come."""
        actions: list[Action] = []
        while not state.over and state.seat == seat:
            top = state.pending[-1]
            if type(top) is Moving and not state.flying:
                found = turns(state, self.evaluate, guess=self.guess, alike=2)
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

    def finished(self, state: State, actions: Sequence[Action], seat: int) -> State:
        """Where a turn ends that begins with these actions, as far as they are possible.

        A choice about the dice of Yazid stands aside: what follows ends where a turn begins.
        """
        aside = isinstance(state.pending[-1], Offering | Naming)
        for action in actions:
            if isinstance(action, Sow):
                sow(state, action)
            elif action is END or action not in state.choices:
                break
            else:
                apply(state, action)
        if state.over or state.seat != seat or isinstance(state.pending[-1], Bidding):
            return state
        return self.follow(state, seat, few=True)[1] if aside else self.turn(state, seat)[1]

    def played_on(
        self, state: State, seat: int, seed: int, *, to_the_end: bool = False
    ) -> State | None:
        """The replies until the seat acts again, or all turns of the round; None without time."""
        state = state.copy()
        state.options = replace(state.options, seed=seed)
        while not state.over:
            if monotonic() > self.until:
                return None
            top = state.pending[-1]
            if type(top) is Bidding:
                self.bid(state)
            elif type(top) is Finishing:
                order = upcoming(state)
                if state.yazid:
                    apply(state, END)
                    break
                if not order or (order[0] == seat and not to_the_end):
                    break
                apply(state, END)
            else:
                if type(top) is Moving and END in state.choices:
                    apply(state, END)  # there is no move for this player (E2)
                    continue
                actions, state = self.turn(state, state.seat)
                if not actions:
                    break
        return state

    def bid(self, state: State) -> list[Event]:
        """The next marker bids what the net likes best."""
        afters = []
        for option in state.choices:
            after = state.copy()
            apply(after, option)
            afters.append(after)
        values = self.evaluate(afters, state.seat)
        return apply(state, state.choices[values.index(max(values))])


def _is_last(state: State) -> bool:
    """Whether a state is at the end of the last turn of all."""
    return (
        state.last_round
        and not state.over
        and not state.yazid
        and not state.bid_order
        and type(state.pending[-1]) is Finishing
        and not upcoming(state)
    )
