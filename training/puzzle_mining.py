"""Finding puzzles: positions at the start of a turn in which one turn is clearly the best.

A position is examined in three steps, each more expensive than the last: two short searches, and a
long one. Turns are different if their outcomes are: start, arrival tile or tribe. Other paths and
follow-up choices with the same outcome are one turn. What the long search found is then checked
with new samples, in which other cards are drawn and other secrets imagined, so that an accidental
lead does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from random import Random

from naqala.bots.advice.adviser import Analysis
from naqala.bots.advice.lead import compare
from naqala.bots.advice.stored_reasons import stored
from naqala.bots.djinn import Djinn
from naqala.bots.registry import BOT_BUDGETS, bot
from naqala.bots.search.effort import Effort
from naqala.bots.search.limits import Limit
from naqala.bots.search.plans import Plan
from naqala.bots.search.search import Search
from naqala.bots.search.settings import USUAL as USUAL_SEARCH
from naqala.bots.search.settings import SearchSettings
from naqala.puzzles.judging import outcome_of
from naqala.rules.actions import Action, Sow, Take
from naqala.rules.errors import NaqalaError
from naqala.rules.events import Event
from naqala.rules.expansions import ARTISANS_BOX, WHIMS
from naqala.rules.notation.position import position_text
from naqala.rules.notation.position_reader import parse_position
from naqala.rules.setup import set_up
from naqala.rules.sowing import Outcome, outcomes
from naqala.rules.state import Options, State
from naqala.rules.turn import Moving, apply, sow
from naqala.rules.view import View, imagine, view
from training.selfplay import Learner

GAMES: tuple[tuple[int, tuple[str, ...]], ...] = (
    (1, ()),
    (2, ()),
    (3, (ARTISANS_BOX,)),
    (4, ()),
    (1, ()),
    (3, ()),
    (2, (WHIMS,)),
    (5, (WHIMS, ARTISANS_BOX)),
    (1, ()),
    (2, ()),
    (4, (WHIMS, ARTISANS_BOX)),
    (3, ()),
    (1, ()),
    (2, (ARTISANS_BOX,)),
    (5, (WHIMS,)),
    (2, (WHIMS, ARTISANS_BOX)),
)
"""The number of players and the boxes of the games, in turn; the solo game has no boxes."""
ALTERNATIVES = 12
"""How many other turns are stored with their distances."""
REASONS = 6
"""How many reasons are stored."""
CHECKED = 3
"""How many other turns are compared again with new samples."""
FEWEST_TURNS = 6
"""Positions with fewer different turns are too simple."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MiningEffort:
    """How much is examined at a position, and what counts as clear."""

    screens: tuple[tuple[int, float], ...] = ((300, 1.2), (2000, 2.0))
    """The evaluations of each short search, and the lead that the best turn must have."""
    evaluations: int = 200_000
    """The limit of a long search. Nearly all end before, because nothing can change any more."""
    early_samples: int = 6
    """How many new samples the lead is checked with before the long search."""
    samples: int = 16
    """How many new samples the lead is checked with."""
    margin: float = 2.5
    """The least lead of the best turn over every other, in points."""
    errors: float = 3.0
    """The least lead in standard errors."""
    rating: int = 4000
    """The evaluations of the djinn that rates the difficulty."""
    bots: tuple[str, ...] = tuple(BOT_BUDGETS)
    """The bots that rate the difficulty."""


USUAL = MiningEffort()
LONG_SEARCH = SearchSettings(USUAL_SEARCH.stages[:-1])
"""Without the last stage, which would compare paths to the same outcome until the limit."""


class Player(Learner):
    """The net of the sultan with a short look at the replies; plays the games."""

    effort = Effort(deep=3, paths=4, starts=3, replies=3, answers=2, rounds=2, search=0)


class CheckSearch(Search):
    """A search whose samples can be taken one by one."""

    def sample(self, plan: Plan, nth: int) -> float:
        """The value of a plan with the n-th secrets and draws."""
        found = self._samples([plan], nth)
        assert found is not None  # the limit is infinite
        return found[0][0]


@dataclass(slots=True)
class Mined:
    """A puzzle with everything that was measured, as it is stored in the miner's files."""

    game: int
    """The seed of the game that it comes from."""
    position: str
    best: list[str]
    """The actions of the best turn up to the first draw."""
    outcome: str
    points: int
    """The points that the best turn brings at once."""
    value: float
    margin: float
    """The lead over the next turn in the long search."""
    checked: float
    """The same with new samples: the smallest lead over the next turns."""
    error: float
    """The standard error of that lead."""
    evaluations: int
    stop: str
    others: dict[str, float]
    """By how much other outcomes are worse."""
    reasons: list[object]
    why: list[object] | None
    but: list[object] | None
    found_by: list[str] = field(default_factory=list)
    """The bots that choose the best turn."""


def mine(
    seed: int, effort: MiningEffort = USUAL, stop: Callable[[], bool] = lambda: False
) -> Iterator[Mined]:
    """Play a game and find the puzzles in it; `stop` is asked before every action."""
    players, boxes = GAMES[seed % len(GAMES)]
    state = set_up(Options(players, seed, frozenset(boxes)))
    bots = [Player(seed * 10 + seat) for seat in range(players)]
    rng = Random(seed)
    while not state.over and not stop():
        if is_start_of_turn(state):
            found = examine(view(state, state.seat), rng.getrandbits(32), effort)
            if found:
                found.game = seed
                yield found
        apply(state, bots[state.seat].choose(view(state, state.seat), state.choices))


def is_start_of_turn(state: State) -> bool:
    """Whether a whole turn must be chosen now."""
    return (
        type(state.pending[-1]) is Moving
        and not state.flying
        and any(isinstance(each, Take) for each in state.choices)
    )


def examine(seen: View, seed: int, effort: MiningEffort = USUAL) -> Mined | None:
    """The puzzle of a position, if one turn is clearly the best."""
    state = imagine(seen, Random(seed))
    if len(outcomes(state.land.grid, state.piles, state.masks)) < FEWEST_TURNS:
        return None
    for evaluations, gap in effort.screens:
        search = Search(seen, Limit(evaluations=evaluations), seed=seed)
        groups = by_outcome(state, search.run(2).plans)
        if len(groups) < 2 or groups[0][1].value - groups[1][1].value < gap:
            return None
    # Most leads that are accidents are found out here, before the expensive search.
    checked, error = check(
        seen, groups[0][1], [plan for _, plan in groups[1:CHECKED]], seed + 3, effort.early_samples
    )
    if checked < effort.margin - 2 * error:
        return None
    return confirm(seen, seed, effort)


def confirm(seen: View, seed: int, effort: MiningEffort = USUAL) -> Mined | None:
    """The puzzle of a position, if two long searches and new samples find the same best turn."""
    limit = Limit(evaluations=effort.evaluations)
    search = Search(seen, limit, seed=seed + 1, settings=LONG_SEARCH)
    result = search.run(ALTERNATIVES)
    groups = by_outcome(search.state, result.plans)
    if len(groups) < 2:
        return None
    (outcome, best), *others = groups
    margin = best.value - others[0][1].value
    if margin < effort.margin:
        return None
    rivals = [plan for _, plan in others[:CHECKED]]
    checked, error = check(seen, best, rivals, seed + 2, effort.samples)
    if checked < effort.margin or checked < effort.errors * error:
        return None
    again = Search(seen, Limit(evaluations=effort.evaluations), seed=seed + 4, settings=LONG_SEARCH)
    if by_outcome(again.state, again.run(2).plans)[0][0] != outcome:
        return None
    option, second = Analysis(search.state).options([best, others[0][1]], result.plans)
    lead = compare(option, second)
    return Mined(
        game=0,
        position=short_position(search.state),
        best=[str(action) for action in best.known],
        outcome=str(outcome),
        points=option.points,
        value=round(best.value, 2),
        margin=round(margin, 2),
        checked=round(checked, 2),
        error=round(error, 2),
        evaluations=limit.evaluations,
        stop=result.stop,
        others={str(key): round(best.value - plan.value, 1) for key, plan in others[:ALTERNATIVES]},
        reasons=[stored(reason) for reason in option.reasons[:REASONS]],
        why=stored(lead.why) if lead.why else None,
        but=stored(lead.but) if lead.but else None,
        found_by=[
            name
            for name in effort.bots
            if chosen_outcome(name, seen, seed, effort.rating) == outcome
        ],
    )


def by_outcome(state: State, plans: Sequence[Plan]) -> list[tuple[Outcome, Plan]]:
    """The best plan of each outcome, best first."""
    found: dict[Outcome, Plan] = {}
    for plan in plans:
        outcome = planned_outcome(state, plan.known)
        if outcome:
            found.setdefault(outcome, plan)
    return list(found.items())


def planned_outcome(state: State, actions: Sequence[Action]) -> Outcome | None:
    """The outcome of the move in a turn; None if it is not determined by these actions."""
    for action in actions:
        if isinstance(action, Sow):
            return Outcome(action.start, *action.drops[-1])
    state = state.copy()
    events: list[Event] = []
    for action in actions:
        events += sow(state, action) if isinstance(action, Sow) else apply(state, action)
    return outcome_of(events)


def check(
    seen: View, best: Plan, rivals: Sequence[Plan], seed: int, samples: int
) -> tuple[float, float]:
    """The smallest lead of a plan over others with new samples, and its standard error."""
    search = CheckSearch(seen, Limit(), seed=seed)
    values = [search.sample(best, nth) for nth in range(samples)]
    found = []
    for rival in rivals:
        leads = [value - search.sample(rival, nth) for nth, value in enumerate(values)]
        mean = sum(leads) / samples
        variance = sum((lead - mean) ** 2 for lead in leads) / (samples - 1)
        found.append((mean, sqrt(variance / samples)))
    return min(found, key=lambda each: each[0] - each[1])


def chosen_outcome(name: str, seen: View, seed: int, evaluations: int) -> Outcome | None:
    """The outcome that a bot chooses; no bot is limited by time."""
    player = bot(name, seed)
    player.budget = 600.0
    if isinstance(player, Djinn):
        player.evaluations = evaluations
    state = imagine(seen, Random(seed))
    seat = state.seat
    events: list[Event] = []
    while not state.over and state.seat == seat and not outcome_of(events):
        events += apply(state, player.answer(view(state, seat), state.choices))
    return outcome_of(events)


def short_position(state: State) -> str:
    """The position without the lines that its reader fills in by itself."""
    state = state.copy()
    state.draws = 0
    state.options = replace(state.options, seed=0)
    whole = position_text(state)
    lines = whole.splitlines()
    for line in list(lines[1:]):
        shorter = [each for each in lines if each != line]
        try:
            if position_text(parse_position("\n".join(shorter))) == whole:
                lines = shorter
        except NaqalaError:
            continue
    return "\n".join(lines)
