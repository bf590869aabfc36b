"""Bots that rank after-states: by points (merchant), or by the value net (sultan)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import copysign, inf
from time import monotonic
from typing import ClassVar

from naqala.bots.bot import Thinker
from naqala.bots.features import features, in_purse, upcoming
from naqala.bots.ladder import RUNGS
from naqala.bots.net import Net, net_for
from naqala.bots.planner import Turn, turns
from naqala.bots.points import is_last_word, margin
from naqala.bots.strikes import after_roll, named
from naqala.rules.actions import END, Action, Bid, Sell, Take
from naqala.rules.state import Player, State
from naqala.rules.turn import Bidding, Finishing, Moving, apply
from naqala.rules.yazid import Naming, Offering

FAKIR = 1.5
"""What a Fakir is worth at a first look."""
VICTORY = 30.0
"""What it is worth to have won, beside the points."""
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
        if isinstance(top, Offering | Naming):
            return [self.meet(state)]
        return [self.best(state)]

    def meet(self, state: State) -> Action:
        """How to meet the dice of Yazid."""
        return self.best(state)

    def move(self, state: State) -> Sequence[Action]:
        """A whole turn."""
        found = self.turns(state, monotonic() + SHARE * self.budget if self.deep else inf)
        return found[0].actions if found else [self.best(state)]

    def turns(self, state: State, until: float) -> list[Turn]:
        """All turns, best first, as far as the clock allows."""
        return turns(
            state,
            self.evaluate,
            guess=self.guess,
            deep=self.deep,
            paths=self.paths,
            alike=self.alike,
            until=until,
        )

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
    budget = RUNGS["merchant"]
    deep = 0
    alike = 2

    def evaluate(self, states: Sequence[State], seat: int) -> Sequence[float]:
        """The margin in points, as if the game ended now."""
        return [margin(state, seat) for state in states]

    def bid(self, state: State) -> Action:
        """The cheapest spot."""
        return min(state.choices, key=lambda bid: bid.value if isinstance(bid, Bid) else 0)


class Sultan(Ranker):
    """The best after-state by a value net trained in self-play; the best few after the replies."""

    name = "sultan"
    budget = RUNGS["sultan"]
    replies: ClassVar[int] = 8
    """For how many turns the replies are played before they are compared."""
    answers: ClassVar[int] = 3
    """The same for the turns after a strike of Yazid, and for the strikes."""
    rounds: ClassVar[int] = 4
    """For how many bids the round is played to its end before they are compared."""

    def __init__(self, seed: int = 0, net: Net | None = None) -> None:
        """With the net of the package, or another."""
        super().__init__(seed)
        self.net = net

    def prepare(self, state: State) -> None:
        """Refuse to play without weights that fit: BadWeights says what is wrong with them."""
        self.expect([state], 0)

    def evaluate(self, states: Sequence[State], seat: int) -> Sequence[float]:
        """The expected final margin, and what it is worth to have won or lost."""
        values = self.expect(states, seat)
        for nth, state in enumerate(states):
            if is_settled(state) and not state.yazid:
                values[nth] += copysign(VICTORY, values[nth])
        return values

    def expect(self, states: Sequence[State], seat: int) -> list[float]:
        """The expected final margin; the real one where nobody acts any more."""
        if not states:
            return []
        net = self.net or net_for(len(states[0].players))
        values: list[float] = net(features(states, seat)).tolist()
        return [
            margin(state, seat) if is_settled(state) else value + in_purse(state, seat)
            for value, state in zip(values, states, strict=True)
        ]

    def move(self, state: State) -> Sequence[Action]:
        """The turn that is best after the replies to it."""
        until = monotonic() + SHARE * self.budget
        found = self.turns(state, until)
        if not found:
            return [self.best(state)]
        seat = state.seat
        states = [turn.state for turn in found[: self.replies]]
        nth = first_best(states, lambda after: self.after_replies(after, seat), until)
        return found[nth].actions

    def after_replies(self, state: State, seat: int) -> float:
        """What a turn is worth once the others have acted, until the seat acts again or all bid.

        In the solo game, what it is worth over all rolls of Yazid's dice.
        """
        if state.yazid and is_finished(state) and not is_settled(state):
            return after_roll(state, lambda afters: self.evaluate(afters, seat))
        while is_finished(state) and (order := upcoming(state)) and order[0] != seat:
            state = state.copy()
            apply(state, END)
            if state.over or not isinstance(state.pending[-1], Moving):
                break
            found = self.quick_turns(state)
            if not found:
                break
            state = found[0].state
        return float(self.evaluate([state], seat)[0])

    def meet(self, state: State) -> Action:
        """What is best once the turn after it is played and the dice have fallen again."""
        if not self.answers:
            return self.best(state)
        until = monotonic() + SHARE * self.budget
        seat = state.seat
        options, afters = list(state.choices), []
        for option in options:
            after = state.copy()
            apply(after, option)
            afters.append(after)
        values = self.evaluate(afters, seat)
        ranked = sorted(range(len(options)), key=lambda nth: -values[nth])
        states = [afters[nth] for nth in ranked[: self.answers]]
        return options[ranked[first_best(states, lambda end: self.after_turn(end, seat), until)]]

    def after_turn(self, state: State, seat: int) -> float:
        """What a strike is worth once the turn that follows it is played."""
        while not state.over and isinstance(state.pending[-1], Naming):
            state = max(named(state), key=lambda after: self.evaluate([after], seat)[0])
        if state.over or type(state.pending[-1]) is not Moving:
            return float(self.evaluate([state], seat)[0])
        found = self.quick_turns(state)[: self.answers]
        if not found:
            return float(self.evaluate([state], seat)[0])
        return max(self.after_replies(turn.state, seat) for turn in found)

    def quick_turns(self, state: State) -> list[Turn]:
        """All turns of whoever acts, best first, at a first look."""
        return turns(state, self.evaluate, guess=self.guess, alike=2)

    def bid(self, state: State) -> Action:
        """The bid that is best once everybody has acted."""
        until = monotonic() + SHARE * self.budget
        seat = state.seat
        ranked = self.auctions(state)
        states = [end for _, end in ranked[: self.rounds]]
        return ranked[first_best(states, lambda end: self.after_round(end, seat), until)][0]

    def after_round(self, state: State, seat: int) -> float:
        """What the end of an auction is worth once everybody has acted."""
        return float(self.evaluate([self.played_on(state)[-1]], seat)[0])

    def played_on(self, state: State, until: float = inf) -> list[State]:
        """The rest of the round as the net plays it: how things stand after each turn."""
        stands: list[State] = []
        while not state.over and type(state.pending[-1]) is Moving and monotonic() < until:
            found = self.quick_turns(state)
            if not found:
                break
            stands.append(found[0].state)
            if not (is_finished(found[0].state) and upcoming(found[0].state)):
                break
            state = found[0].state.copy()
            apply(state, END)
        return stands or [state]

    def auctions(self, state: State) -> list[tuple[Action, State]]:
        """How the auction ends after each bid worth a look, if all bid as the net tells."""
        wealth = worth_in_hand(state.player)
        found: dict[tuple[int, ...], tuple[float, Action, State]] = {}
        for option in state.choices:
            after = state.copy()
            apply(after, option)
            paid = wealth - worth_in_hand(after.players[state.seat])
            while not after.over and type(after.pending[-1]) is Bidding:
                apply(after, self.best(after))
            order = tuple(upcoming(after))
            if order not in found or paid < found[order][0]:  # the same order for less
                found[order] = (paid, option, after)
        values = self.evaluate([after for _, _, after in found.values()], state.seat)
        ends = [(option, after) for _, option, after in found.values()]
        return [ends[nth] for nth in sorted(range(len(ends)), key=lambda nth: -values[nth])]


def first_best(states: Sequence[State], value: Callable[[State], float], until: float) -> int:
    """Which state is worth most; the first ones alone when the time is up."""
    best, most = 0, -inf
    for nth, state in enumerate(states):
        if monotonic() > until:
            break
        found = value(state)
        if found > most:
            best, most = nth, found
    return best


def worth_in_hand(player: Player) -> float:
    """What a player can pay bids with."""
    return player.gold + FAKIR * player.fakirs


def is_settled(state: State) -> bool:
    """Whether nobody acts any more, so that the points are what they will be."""
    if state.over or not state.last_round:
        return state.over
    if state.yazid:
        return is_last_word(state)
    return not (state.bid_order or upcoming(state))


def is_finished(state: State) -> bool:
    """Whether only the end of the turn is left."""
    return not state.over and type(state.pending[-1]) is Finishing
