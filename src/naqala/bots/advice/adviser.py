"""The adviser: ranks the options of a player and gives reasons. It sees only the player's view.

The search compares the options; the reasons follow from the states before and after each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf
from time import monotonic

from naqala.bots.advice import gains, replies, risks
from naqala.bots.advice.best_turns import BestTurns, best_turns
from naqala.bots.advice.lead import in_order
from naqala.bots.advice.reasons import (
    MOST_OPTIONS,
    Advice,
    Chance,
    Expects,
    Fakirs,
    Leaves,
    Option,
    Position,
    Reason,
)
from naqala.bots.advice.solo_outlook import SoloOutlook
from naqala.bots.bot import MOST_SECONDS, is_budget
from naqala.bots.search.limits import Limit
from naqala.bots.search.plans import Plan, distinct
from naqala.bots.search.search import Progress, Search
from naqala.bots.search.settings import USUAL, SearchSettings
from naqala.bots.value.chances import final_chance, win_chance
from naqala.bots.value.expected_margin import is_settled
from naqala.bots.value.turn_order import upcoming
from naqala.rules.actions import Bid
from naqala.rules.errors import NaqalaError, brief
from naqala.rules.state import State
from naqala.rules.turn import Sowing
from naqala.rules.view import View

ORDERED = 5
"""How many options are compared at least, so that a smaller `count` gives the same first one.

A larger one makes the search compare more arrivals, which takes some of its time or evaluations.
"""
FOR_SEARCH = 0.85
"""The share of the time for the search; the rest is for the reasons."""


class NoAdvice(NaqalaError):
    """There is nothing to decide, or an argument is out of range."""


def advise(
    view: View,
    budget: float | None = 1.0,
    *,
    evaluations: int | None = None,
    count: int = 5,
    seed: int = 0,
    settings: SearchSettings = USUAL,
    progress: Callable[[Progress], None] | None = None,
    interrupted: Callable[[], bool] | None = None,
) -> Advice:
    """Rank the options of the seat that sees this view, with reasons for each.

    `budget` is in seconds, `evaluations` a number of states. With `budget=None` and a number of
    evaluations, the same view and seed give the same advice on every machine. The search calls
    `progress` from time to time, and ends early if `interrupted` returns true.
    """
    if budget is None and evaluations is None:
        raise NoAdvice("no_limit")
    if budget is not None and not is_budget(budget):
        raise NoAdvice("budget_range", most=MOST_SECONDS, budget=brief(repr(budget)))
    if evaluations is not None and (type(evaluations) is not int or evaluations < 1):
        raise NoAdvice("evaluation_number", number=brief(repr(evaluations)))
    if type(count) is not int or not 1 <= count <= MOST_OPTIONS:
        raise NoAdvice("option_number", most=MOST_OPTIONS, number=brief(repr(count)))
    if view.over or not view.pending:
        raise NoAdvice("nothing_to_choose")
    if view.seat != view.viewer:
        raise NoAdvice("other_turn", player=f"p{view.viewer + 1}", turn=f"p{view.seat + 1}")
    seconds = inf if budget is None else budget
    deadline = monotonic() + seconds
    limit = Limit(FOR_SEARCH * seconds, inf if evaluations is None else evaluations, interrupted)
    search = Search(view, limit, seed=seed, settings=settings, progress=progress)
    ordered = max(count, ORDERED)
    found = search.run(ordered)
    analysis = Analysis(search.state, deadline, interrupted)
    listed = _listed(distinct(found.plans), count if search.is_bid else ordered)
    options = in_order(analysis.options(listed, found.plans))
    return Advice(view.viewer, options[:count], found.looked, found.samples, found.stop)


def _listed(plans: Sequence[Plan], count: int) -> list[Plan]:
    """The best plans.

    Of bids, also the best one for other places, the lowest one and the next lower one.
    """
    kept = [0]
    if plans[0].places:
        lower = [nth for nth, plan in enumerate(plans) if _bid(plan) < _bid(plans[0])]
        lower.sort(key=lambda nth: _bid(plans[nth]))
        kept += [nth for nth, plan in enumerate(plans) if plan.places != plans[0].places][:1]
        kept += [*lower[:1], *lower[-1:]]
    order = dict.fromkeys([*kept, *range(len(plans))])
    return [plans[nth] for nth in sorted(list(order)[:count])]


def _bid(plan: Plan) -> tuple[int, int]:
    """The value of a bid, and the Fakirs that lower its price (D13)."""
    bid = plan.known[0]
    assert isinstance(bid, Bid)
    return bid.value, bid.fakirs


class Analysis:
    """Finds the reasons for the options at one decision."""

    def __init__(
        self,
        state: State,
        deadline: float = inf,
        interrupted: Callable[[], bool] | None = None,
    ) -> None:
        self.state = state
        self.seat = state.seat
        self.deadline = deadline
        self.interrupted = interrupted
        self._turns: dict[int, BestTurns] = {}
        self._solo: SoloOutlook | None = None
        self._coming = replies.ComingTurns(state, state.seat)

    def options(self, chosen: Sequence[Plan], plans: Sequence[Plan]) -> tuple[Option, ...]:
        """Some of the plans, which are ordered by value, as options with comparable reasons."""
        return comparable([self._explain(plan, plans) for plan in chosen])

    def _explain(self, plan: Plan, plans: Sequence[Plan]) -> Option:
        """One of the plans as an option with its reasons."""
        if plan.places:
            reasons = tuple(self._bid_reasons(plan, plans))
            return self._option(plan, plans[0], -plan.price, reasons)
        sampled = plan.has_chance and bool(plan.ends)
        guessed = plan.has_chance and not plan.ends
        ends = plan.ends if sampled else (plan.state,)
        drawn = gains.first_items(self.state, plan.known) if plan.has_chance else 0
        gained = gains.gains(
            self.state,
            ends,
            self.seat,
            guessed=guessed,
            imagined=sampled,
            drawn=drawn,
            actions=plan.known,
        )
        found: list[Reason] = [*gained]
        if not guessed:
            margin = None if self.state.yazid else round(plan.value, 1)
            found += gains.changes(self.state, ends, self.seat, margin)
        found += risks.strikes(self.state, plan.known)
        if not plan.has_chance and (low := risks.low_gold(self.state, plan.state)):
            found.append(low)
        if needed := gains.survival(self.state):
            found.append(needed)
        if plan.has_chance:
            found.append(Chance(plan.goes_on))
        if not is_settled(plan.state) and not _draws(plan, piles_alone=True):
            found += self._board_reasons(plan.state, replies_known=not _draws(plan))
        found = without_spent_fakirs(found)
        found.sort(key=lambda reason: -abs(reason.weight))
        now = sum(gain.points for gain in gained if gain.own)
        return self._option(plan, plans[0], now, tuple(found))

    def _option(self, plan: Plan, best: Plan, points: int, reasons: tuple[Reason, ...]) -> Option:
        """An option with its chances; in the solo game, compared with those of the best plan."""
        if plan.state.yazid:
            if not self._solo:
                limit = Limit(self.deadline - monotonic(), interrupted=self.interrupted)
                self._solo = SoloOutlook(self.state, best, limit)
            return Option(plan.known, plan.value, points, reasons, *self._solo.of(plan))
        if is_settled(plan.state):  # what others have in hand is imagined anew for every sample
            ends = plan.ends or (plan.state,)
            chance = sum(final_chance(end, self.seat) for end in ends) / len(ends)
        else:
            chance = win_chance(plan.state, self.seat, plan.value)
        return Option(plan.known, plan.value, points, reasons, chance)

    def _bid_reasons(self, plan: Plan, plans: Sequence[Plan]) -> list[Reason]:
        """Places, value and price of a bid, and the turns that are probably left then."""
        lowest = min(plans, key=_bid)
        paid, fakirs = self._paid(plan.state, self.seat)
        more = paid - self._paid(lowest.state, self.seat)[0]
        worth = round(plan.value - lowest.value + more, 2)
        order = upcoming(plan.state)
        rivals = [seat for seat in range(len(plan.state.players)) if seat != self.seat]
        theirs = self._paid(plan.state, rivals[0])[0] if len(rivals) == 1 else 0
        found: list[Reason] = [Position(plan.places, len(order), worth, more, paid, fakirs, theirs)]
        for place in plan.places:
            turn = self._coming.last(order[:place]) if monotonic() < self.deadline else None
            if turn:
                at = place if len(plan.places) > 1 else 0
                found.append(
                    Expects(turn.tile, turn.tribe, turn.gain, turn.majority, turn.sure, at)
                )
        return found

    def _paid(self, after: State, seat: int) -> tuple[int, int]:
        """The gold and the Fakirs that a player pays in an auction."""
        before, now = self.state.players[seat], after.players[seat]
        return before.gold - now.gold, before.fakirs - now.fakirs

    def _board_reasons(self, after: State, *, replies_known: bool) -> list[Reason]:
        """The risks that the path leaves, and what the next player can do now and could before.

        What others can do is not known if the cards on the table depend on a draw.
        """
        found: list[Reason] = []
        if danger := risks.peril(after):
            found.append(danger)
        if fewer := risks.fewer_assassins(self.state, after):
            found.append(fewer)
        mover = replies.next_mover(after, self.seat)
        if mover is None:
            return found
        rivals = [seat for seat in range(len(after.players)) if seat != self.seat]
        last = after.last_round and len(upcoming(after)) == 1
        # The player's own next turn is not a risk; of the last turn, the best reply says all.
        if (mover.seat in rivals and not last) or mover.bids_first:
            taker = mover.seat if mover.seat in rivals else rivals[0]
            found += risks.risks(self.state, after, taker)
        if replies_known and monotonic() < self.deadline:
            found += replies.outlook(self.state, after, self.seat, self._turns_before)
        return found

    def _turns_before(self, mover: int) -> BestTurns | None:
        """What a player could gain before the turn; None while meeples are in hand."""
        if isinstance(self.state.pending[-1], Sowing):
            return None
        if mover not in self._turns:
            self._turns[mover] = best_turns(self.state, mover, self.seat)
        return self._turns[mover]


def _draws(plan: Plan, *, piles_alone: bool = False) -> bool:
    """Whether the meeples or cards on the table depend on a draw, and so the turns after it."""
    if not plan.has_chance:
        return False
    state = plan.state
    tables = {(tuple(end.piles), () if piles_alone else end.row) for end in (state, *plan.ends)}
    return len(tables) > 1 or not plan.ends


def comparable(options: Sequence[Option]) -> tuple[Option, ...]:
    """The options, where a turn that others get counts only if another option leaves them less."""
    gains = [each.gain for option in options if (each := _reply(option))]
    if len(gains) < 2:
        return tuple(options)
    least = max(0, min(gains))
    return tuple(_without_opening(option, least) for option in options)


def _without_opening(option: Option, least: int) -> Option:
    reply = _reply(option)
    if not reply or not reply.opened or reply.gain - least >= replies.WORTH_OPENING:
        return option
    reasons = [replace(each, opened=False) if each is reply else each for each in option.reasons]
    reasons.sort(key=lambda reason: -abs(reason.weight))
    return replace(option, reasons=tuple(reasons))


def _reply(option: Option) -> Leaves | None:
    """The best turn that an option leaves to somebody else."""
    return next(
        (each for each in option.reasons if isinstance(each, Leaves) and not each.own), None
    )


def without_spent_fakirs(reasons: Sequence[Reason]) -> list[Reason]:
    """The reasons without Fakirs that the player's next turn is expected to spend."""
    kept = max(
        (each.fakirs for each in reasons if isinstance(each, Leaves) and each.own), default=0
    )
    return [each for each in reasons if not (isinstance(each, Fakirs) and 0 < each.count <= kept)]
