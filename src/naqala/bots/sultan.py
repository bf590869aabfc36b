"""Sultan: a value net trained in self-play, with a short search from its best turns and bids."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import copysign, inf

from naqala.bots.bot import Thought
from naqala.bots.planning import BUDGET_SHARE, BackendBot
from naqala.bots.search.dice_lookahead import after_naming, value_over_rolls
from naqala.bots.search.limits import Limit
from naqala.bots.search.planner import Turn, turns
from naqala.bots.search.rollouts import is_finished
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

VICTORY = 30.0
"""The value of winning in points, in addition to the margin."""


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
            nth = best_in_time(states, lambda after: self.after_replies(after, seat), limit)
        else:
            nth = self.best_end(states, lambda after: self.play_replies(after, seat), seat, limit)
        return found[nth].actions

    def after_replies(self, state: State, seat: int) -> float:
        """The value of a turn after the others acted, until the seat acts again or all bid.

        In the solo game, the mean value over all rolls of Yazid's dice.
        """
        if state.yazid and is_finished(state) and not is_settled(state):
            return value_over_rolls(state, lambda afters: self.evaluate(afters, seat))
        return float(self.evaluate([self.play_replies(state, seat)], seat)[0])

    def play_replies(self, state: State, seat: int) -> State:
        """Play on by the net until the seat acts again or all bid."""
        while is_finished(state) and (order := upcoming(state)) and order[0] != seat:
            state = state.copy()
            apply(state, END)
            if state.over or not isinstance(state.pending[-1], Moving):
                break
            found = self.quick_turns(state)
            if not found:
                break
            state = found[0].state
        return state

    def best_end(
        self, states: Sequence[State], play: Callable[[State], State], seat: int, limit: Limit
    ) -> int:
        """The index of the state with the best end among those played until the limit is reached.

        The ends are evaluated together, because a call of the net for many states takes little
        longer than one for a few.
        """
        ends: list[State] = []
        for state in states:
            if limit.reached:
                break
            ends.append(play(state))
        values = list(self.evaluate(ends, seat))
        return values.index(max(values)) if values else 0

    def answer_dice(self, state: State) -> Action:
        """The answer that is best after the turn that follows it and the next roll."""
        if not self.effort.answers:
            return self.best(state)
        limit = self.limit()
        seat = state.seat
        options, afters = list(state.choices), []
        for option in options:
            after = state.copy()
            apply(after, option)
            afters.append(after)
        values = self.evaluate(afters, seat)
        ranked = sorted(range(len(options)), key=lambda nth: -values[nth])
        states = [afters[nth] for nth in ranked[: self.effort.answers]]
        best = best_in_time(states, lambda end: self.after_turn(end, seat), limit)
        return options[ranked[best]]

    def after_turn(self, state: State, seat: int) -> float:
        """The value of a state after Yazid's strike once the next turn is played."""
        while not state.over and isinstance(state.pending[-1], Naming):
            state = max(after_naming(state), key=lambda after: self.evaluate([after], seat)[0])
        if state.over or type(state.pending[-1]) is not Moving:
            return float(self.evaluate([state], seat)[0])
        found = self.quick_turns(state)[: self.effort.answers]
        if not found:
            return float(self.evaluate([state], seat)[0])
        return max(self.after_replies(turn.state, seat) for turn in found)

    def quick_turns(self, state: State) -> list[Turn]:
        """All turns of the seat in turn, best first, after one quick pass."""
        return turns(state, self.evaluate, guess=self.guess, starts=self.effort.reply_starts)

    def bid(self, state: State) -> Action:
        """The bid that is best after the round has been played."""
        if self.searches(state):
            return self.best_plan(state)[0]
        limit = self.limit()
        seat = state.seat
        ranked = self.auctions(state)
        states = [end for _, end in ranked[: self.effort.rounds]]
        return ranked[self.best_end(states, lambda end: self.play_round(end)[-1], seat, limit)][0]

    def play_round(self, state: State) -> list[State]:
        """Play the rest of the round by the net; the state after each turn, at least one."""
        states: list[State] = []
        while not state.over and type(state.pending[-1]) is Moving:
            found = self.quick_turns(state)
            if not found:
                break
            states.append(found[0].state)
            if not (is_finished(found[0].state) and upcoming(found[0].state)):
                break
            state = found[0].state.copy()
            apply(state, END)
        return states or [state]

    def auctions(self, state: State) -> list[tuple[Action, State]]:
        """Bids, best first, each with the end of the auction if everybody else bids by the net.

        Of bids that lead to the same turn order only the cheapest is listed.
        """
        wealth = bidding_power(state.player)
        options, ends = list(state.choices), []
        for option in options:
            after = state.copy()
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


def best_in_time(states: Sequence[State], value: Callable[[State], float], limit: Limit) -> int:
    """The index of the most valuable state among those evaluated until the limit is reached."""
    best, most = 0, -inf
    for nth, state in enumerate(states):
        if limit.reached:
            break
        found = value(state)
        if found > most:
            best, most = nth, found
    return best


def is_bidding(state: State) -> bool:
    """Whether the next decision is a bid."""
    return type(state.pending[-1]) is Bidding


def bidding_power(player: Player) -> float:
    """How much gold and Fakirs a player can bid with, in gold."""
    return player.gold + FAKIR * player.fakirs
