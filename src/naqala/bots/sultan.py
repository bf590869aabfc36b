"""Sultan: a value net trained in self-play, with a short search from its best turns and bids."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import copysign
from typing import TypeVar

from naqala.bots.bot import Thought
from naqala.bots.planning import BUDGET_SHARE, BackendBot
from naqala.bots.search.dice_lookahead import RollEnds, after_naming, ends_over_rolls
from naqala.bots.search.exchanges import KnownExchanges
from naqala.bots.search.limits import Limit
from naqala.bots.search.planner import first_pass
from naqala.bots.search.rollouts import Rollout, is_finished, side_by_side
from naqala.bots.search.search import Progress, Search
from naqala.bots.search.settings import USUAL, SearchSettings
from naqala.bots.value.backend import Backend, ValueNet
from naqala.bots.value.expected_margin import expected_margins, is_settled
from naqala.bots.value.points import FAKIR
from naqala.bots.value.turn_order import upcoming
from naqala.rules.actions import END, Action
from naqala.rules.bidding import Bidding
from naqala.rules.state import Player, State
from naqala.rules.turn import Moving, apply
from naqala.rules.view import view
from naqala.rules.yazid import Naming

T = TypeVar("T")

VICTORY = 30.0
"""The value of winning in points, in addition to the margin."""
TOGETHER = 4
"""How many rollouts go on side by side: few, so that some are finished when the time is up."""


class Sultan(BackendBot):
    """Ranks all turns by the value net, and the best of them again after the replies.

    With more than one rival, the replies depend on hidden cards and on each other, so it searches
    with several samples instead.
    """

    name = "sultan"
    budget = 0.5
    plain_budget = 4.0
    settings: SearchSettings = USUAL

    def __init__(
        self, seed: int = 0, net: ValueNet | None = None, backend: Backend | None = None
    ) -> None:
        """Use this net, or the one that ships with the package."""
        super().__init__(seed, backend)
        self.net = net
        self._exchanges: KnownExchanges = {}
        """The best exchanges that were found in this decision."""

    def prepare(self, state: State) -> None:
        """Raise BadWeights if there are no weights for this game."""
        expected_margins([state], 0, self.net, self.backend)

    def evaluate(self, states: Sequence[State], seat: int) -> Sequence[float]:
        """The expected final margin, with a bonus for a game that is won."""
        values = expected_margins(states, seat, self.net, self.backend)
        for nth, state in enumerate(states):
            if is_settled(state) and not state.yazid:
                values[nth] += copysign(VICTORY, values[nth])
        return values

    def searches(self, state: State) -> bool:
        """Whether turns and bids of this game are searched."""
        return self.effort.search > 0 and len(state.players) > 2

    def search_limit(self, state: State) -> Limit:
        """The limit of the search that begins now."""
        evaluations = min(self.effort.search * len(state.players), self.evaluations)
        return Limit(BUDGET_SHARE * self.budget, evaluations, self.interrupted)

    def best_plan(self, state: State) -> Sequence[Action]:
        """The turn or bid that does best when the game is played on."""
        limit = self.search_limit(state)

        def watch(progress: Progress) -> None:
            self.report(Thought(progress.best, None, int(limit.evaluations), progress.samples))

        search = Search(
            view(state, state.seat),
            limit,
            seed=self.rng.getrandbits(64),
            settings=self.settings,
            evaluate=self.evaluate,
            progress=watch if self.watcher else None,
        )
        return search.run().plans[0].known

    def move(self, state: State) -> Sequence[Action]:
        """The turn that is best after the replies to it."""
        if self.searches(state):
            return self.best_plan(state)
        limit = self.limit()
        found = self.turns(state, limit)
        self.report_turns(found)
        if not found:
            return [self.best(state)]
        seat = state.seat
        states = [turn.state for turn in found[: self.effort.replies]]
        if state.yazid:
            values = self.play_each(states, lambda after: self.over_rolls([after], seat), limit)
            nth = values.index(max(values)) if values else 0
        else:
            nth = self.best_end(states, lambda after: self.replies(after, seat, limit), seat, limit)
        return found[nth].actions

    def play_each(
        self, states: Sequence[State], play: Callable[[State], Rollout[T]], limit: Limit
    ) -> list[T]:
        """Play on from these states, a few at a time, until the limit is reached.

        The net evaluates the states of several rollouts together, because a call for many states
        takes little longer than one for a few.
        """
        found: list[T] = []
        self._exchanges.clear()
        for first in range(0, len(states), TOGETHER):
            if limit.reached:
                break
            some = [play(state) for state in states[first : first + TOGETHER]]
            found += side_by_side(some, self.evaluate)
        return found

    def best_end(
        self,
        states: Sequence[State],
        play: Callable[[State], Rollout[State | None]],
        seat: int,
        limit: Limit,
    ) -> int:
        """The index of the state with the best end among those played until the limit is reached.

        A rollout returns None if it was not finished.
        """
        played = self.play_each(states, play, limit)
        ends = {nth: end for nth, end in enumerate(played) if end is not None}
        values = self.evaluate(list(ends.values()), seat)
        ranked = dict(zip(ends, values, strict=True))
        return max(ranked, key=ranked.__getitem__) if ranked else 0

    def replies(self, state: State, seat: int, limit: Limit) -> Rollout[State | None]:
        """Play on by the net until the seat acts again or all bid; None if the limit is reached."""
        while is_finished(state) and (order := upcoming(state)) and order[0] != seat:
            if limit.reached:
                return None
            state = state.fork()
            apply(state, END)
            if state.over or not isinstance(state.pending[-1], Moving):
                break
            found = yield from self.quick_turns(state)
            if not found:
                break
            state = found[0]
        return state

    def over_rolls(self, states: Sequence[State], seat: int) -> Rollout[float]:
        """The highest value of these ends of solo turns.

        The value of each is the mean over all rolls. That of a state whose turn is not over, or of
        a game that is decided, is its own.
        """
        parts = [
            ends_over_rolls(state)
            if is_finished(state) and not is_settled(state)
            else RollEnds([state], [[0]])
            for state in states
        ]
        values = yield [end for part in parts for end in part.states], seat
        means = []
        for part in parts:
            rolls = part.best_of_rolls(values[: len(part.states)])
            values = values[len(part.states) :]
            means.append(sum(rolls) / len(rolls))
        return max(means)

    def answer_dice(self, state: State) -> Action:
        """The answer that is best after the turn that follows it and the next roll."""
        if not self.effort.answers:
            return self.best(state)
        limit = self.limit()
        seat = state.seat
        options, afters = list(state.choices), []
        for option in options:
            after = state.fork()
            apply(after, option)
            afters.append(after)
        values = self.evaluate(afters, seat)
        ranked = sorted(range(len(options)), key=lambda nth: -values[nth])
        states = [afters[nth] for nth in ranked[: self.effort.answers]]
        found = self.play_each(states, lambda end: self.after_turn(end, seat), limit)
        return options[ranked[found.index(max(found)) if found else 0]]

    def after_turn(self, state: State, seat: int) -> Rollout[float]:
        """The value of a state after Yazid's strike once the next turn is played."""
        while not state.over and isinstance(state.pending[-1], Naming):
            afters = after_naming(state)
            values = yield afters, seat
            state = afters[values.index(max(values))]
        found: list[State] = []
        if not state.over and type(state.pending[-1]) is Moving:
            found = yield from self.quick_turns(state)
        if not found:
            return (yield [state], seat)[0]
        return (yield from self.over_rolls(found[: self.effort.answers], seat))

    def quick_turns(self, state: State) -> Rollout[list[State]]:
        """The ends of all turns of the seat in turn, best first, after one quick pass."""
        starts = self.effort.reply_starts
        played = first_pass(state, self.guess, self._exchanges, starts=starts, likely=0)
        if not played:
            return []
        values = yield [after for _, after in played], state.seat
        ranked = sorted(range(len(played)), key=lambda nth: -values[nth])
        return [played[nth][1] for nth in ranked]

    def bid(self, state: State) -> Action:
        """The bid that is best after the round has been played."""
        if self.searches(state):
            return self.best_plan(state)[0]
        limit = self.limit()
        seat = state.seat
        ranked = self.auctions(state)
        states = [end for _, end in ranked[: self.effort.rounds]]
        best = self.best_end(states, lambda end: self.rest_of_round(end, limit), seat, limit)
        return ranked[best][0]

    def rest_of_round(self, state: State, limit: Limit) -> Rollout[State | None]:
        """The end of the round, played by the net; None if the limit is reached."""
        end = state
        while not state.over and type(state.pending[-1]) is Moving:
            if limit.reached:
                return None
            found = yield from self.quick_turns(state)
            if not found:
                break
            end = found[0]
            if not (is_finished(end) and upcoming(end)):
                break
            state = end.fork()
            apply(state, END)
        return end

    def auctions(self, state: State) -> list[tuple[Action, State]]:
        """Bids, best first, each with the end of the auction if everybody else bids by the net.

        Of bids that lead to the same turn order only the cheapest is listed.
        """
        wealth = bidding_power(state.player)
        options, ends = list(state.choices), []
        for option in options:
            after = state.fork()
            apply(after, option)
            ends.append(after)
        paid = [wealth - bidding_power(after.players[state.seat]) for after in ends]
        while bidding := [after for after in ends if not after.over and is_bidding(after)]:
            for after, action in zip(bidding, self.best_of_each(bidding), strict=True):
                apply(after, action)
        found: dict[tuple[int, ...], tuple[float, Action, State]] = {}
        for price, option, after in zip(paid, options, ends, strict=True):
            order = tuple(upcoming(after))
            if order not in found or price < found[order][0]:
                found[order] = (price, option, after)
        values = self.evaluate([after for _, _, after in found.values()], state.seat)
        bids = [(option, after) for _, option, after in found.values()]
        return [bids[nth] for nth in sorted(range(len(bids)), key=lambda nth: -values[nth])]


def is_bidding(state: State) -> bool:
    """Whether the next decision is a bid."""
    return type(state.pending[-1]) is Bidding


def bidding_power(player: Player) -> float:
    """How much gold and Fakirs a player can bid with, in gold."""
    return player.gold + FAKIR * player.fakirs
