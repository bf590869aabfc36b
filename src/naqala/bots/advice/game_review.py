"""Review a finished game: every decision from its player's view, and better options."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import exp
from typing import NamedTuple

from naqala.bots.advice.adviser import Analysis, NoAdvice
from naqala.bots.advice.reasons import Option
from naqala.bots.bot import MOST_SECONDS, is_budget
from naqala.bots.search.limits import Limit
from naqala.bots.search.planner import Turn
from naqala.bots.search.plans import Plan, plan_of
from naqala.bots.search.search import Search
from naqala.bots.search.settings import SearchSettings, Stage
from naqala.rules.actions import Action, Bid, Drop, End, Name, Pass, PlayFirst, Sow, Take
from naqala.rules.board import NO_TILE
from naqala.rules.errors import brief
from naqala.rules.events import Dropped, Event, Gathered, Taken
from naqala.rules.game import Game
from naqala.rules.scoring import scores
from naqala.rules.sowing import Dropping
from naqala.rules.state import State
from naqala.rules.view import View, view
from naqala.rules.yazid import Naming, Offering

REVIEWING = SearchSettings((Stage(deep=6, paths=6, width=4, samples=4),))
"""How much is examined at each decision of a game."""
SLIGHT = 1.0
"""Smaller differences are ignored: the values are not that accurate."""
SLIP = 2.0
"""Decisions that cost less were the best or nearly."""
FORGIVING = 10.0
"""A decision that costs this many points counts as 37 % of the best one."""


class Segment(NamedTuple):
    """A bid, a whole turn, or another choice of one player."""

    state: State
    """The state before it."""
    actions: tuple[Action, ...]
    """Step by step, as they were played."""
    whole: tuple[Action, ...]
    """The same with the steps of a move as one action."""
    turn: int
    """The number of this turn, or of the next one, from 1."""
    after: int
    """How many actions of the history were played before it."""


class Assessment(NamedTuple):
    """What was played at a decision, and what would have been better."""

    is_bid: bool
    aside: bool
    """Whether it was an answer to Yazid's dice, outside of turns."""
    played: Option
    better: Option | None
    """None if nothing better was found."""
    loss: float
    """How many points of the final margin were lost; at least 0."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision of a game: what was played, and what would have been better."""

    turn: int
    round: int
    after: int
    """How many actions of the history were played before it."""
    seat: int
    is_bid: bool
    aside: bool
    """Whether it was an answer to Yazid's dice, outside of turns."""
    played: Option
    better: Option | None
    """None if nothing better was found."""
    loss: float
    """How many points of the final margin were lost; at least 0."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The points of all players after a turn; turn 0 is the beginning."""

    turn: int
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayerReview:
    """The statistics of a player's decisions."""

    seat: int
    turns: int
    mean_loss: float
    """Points lost per turn."""
    bids: int
    overpaid: int
    """Bids that were too high."""
    overpaid_points: float
    """What those cost in total."""


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a finished game: its decisions, and how the points grew."""

    moments: tuple[Moment, ...]
    """Every decision, in order."""
    standings: tuple[Standing, ...]
    players: tuple[PlayerReview, ...]
    """All players, or the one whose decisions were reviewed."""

    def swings(self, number: int) -> list[Moment]:
        """The decisions that cost most, the most expensive first."""
        dear = [moment for moment in self.moments if moment.better and moment.loss >= SLIGHT]
        return sorted(dear, key=lambda moment: (-moment.loss, moment.turn))[:number]


def review(
    game: Game,
    budget: float = 0.5,
    *,
    seat: int | None = None,
    seed: int = 0,
    settings: SearchSettings = REVIEWING,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """Review every decision of a finished game, with at most `budget` seconds for each.

    With `seat`, only the decisions of this player. `progress` is called with the number of
    decisions done and the number in total.
    """
    if not game.over:
        raise NoAdvice("unfinished_review")
    if not is_budget(budget):
        raise NoAdvice("budget_range", most=MOST_SECONDS, budget=brief(repr(budget)))
    if seat is not None and seat not in range(game.options.players):
        raise NoAdvice("unknown_seat", seat=brief(repr(seat)), last=game.options.players - 1)
    parts = [each for each in segments(game) if seat is None or each.state.seat == seat]
    moments = []
    for nth, segment in enumerate(parts):
        if progress:
            progress(nth, len(parts))
        if len(segment.state.choices) > 1:
            moments.append(judge(segment, budget, seed + nth, settings))
    if progress:
        progress(len(parts), len(parts))
    players = range(game.options.players) if seat is None else (seat,)
    return Review(
        tuple(moments), tuple(standings(game)), tuple(_player(each, moments) for each in players)
    )


def accuracy(losses: Sequence[float]) -> float:
    """How much of the best play a player found, from 0 to 1: the mean over all decisions."""
    return sum(exp(-loss / FORGIVING) for loss in losses) / len(losses) if losses else 1.0


def segments(game: Game) -> list[Segment]:
    """Split the history of a game into bids, turns and other choices."""
    replay = game.copy()
    replay.undo(len(replay.history))
    found = []
    begun: State | None = None
    actions: list[Action] = []
    events: list[Event] = []
    turn = 1
    for played in game.history:
        if begun is None:
            begun = replay.state.copy()
        single = isinstance(played.action, Bid | End) or _answers_dice(replay.state, played.action)
        actions.append(played.action)
        events += replay.play(played.action)
        if single or replay.over:
            whole = tuple(_merge_moves(actions, events))
            after = len(replay.history) - len(actions)
            found.append(Segment(begun, tuple(actions), whole, turn, after))
            turn += isinstance(played.action, End)
            begun, actions, events = None, [], []
    return found


def _answers_dice(state: State, action: Action) -> bool:
    """Whether this action answers Yazid's dice."""
    return isinstance(state.pending[-1], Offering | Naming) and isinstance(
        action, Name | Pass | PlayFirst
    )


def _merge_moves(actions: list[Action], events: list[Event]) -> Iterator[Action]:
    """The actions with the steps of a move as one; the events include forced drops."""
    start, drops = NO_TILE, list[Dropping]()
    for event in events:
        if isinstance(event, Taken):
            start = event.tile
        elif isinstance(event, Dropped):
            drops.append((event.tile, event.tribe))
        elif isinstance(event, Gathered):
            break
    said = False
    for action in actions:
        if start == NO_TILE or not isinstance(action, Take | Drop):
            yield action  # a game may begin in the middle of a move
        elif not said:
            said = True
            yield Sow(start, tuple(drops))


def judge(segment: Segment, budget: float, seed: int, settings: SearchSettings) -> Moment:
    """Compare what was played with the best option, both from the player's view."""
    state = segment.state
    seen = view(state, state.seat)
    found = assess(seen, segment.actions, segment.whole, Limit(budget), seed, settings)
    return Moment(
        segment.turn,
        state.round,
        segment.after,
        state.seat,
        found.is_bid,
        found.aside,
        found.played,
        found.better,
        found.loss,
    )


def assess(
    seen: View,
    actions: Sequence[Action],
    whole: Sequence[Action],
    limit: Limit,
    seed: int = 0,
    settings: SearchSettings = REVIEWING,
) -> Assessment:
    """Compare what a player did with the best option, knowing only what that player saw.

    `actions` and `whole` are those of a `Segment`.
    """
    search = Search(seen, limit, seed=seed, settings=settings)
    extra = [] if search.is_bid else [_played(actions, whole, search)]
    plans = search.run(settings.stages[0].width, extra).plans
    analysis = Analysis(search.state)
    if search.is_bid:
        played = next(plan for plan in plans if plan.known[0] == actions[0])
    else:
        played = next(plan for plan in plans if plan.played)
    best = plans[0]
    loss = round(max(0.0, best.value - played.value), 2)
    aside = isinstance(search.state.pending[-1], Offering | Naming)
    same = best.played or best.known == played.known or not loss
    same = same or (aside and best.known[0] == played.known[0])
    if same:
        (option,) = analysis.options([played], plans)
        return Assessment(search.is_bid, aside, option, None, 0.0)
    option, better = analysis.options([played, best], plans)
    return Assessment(search.is_bid, aside, option, better, loss)


def _played(actions: Sequence[Action], whole: Sequence[Action], search: Search) -> Plan:
    """What was played, on the imagined state; actions that are illegal there are replaced."""
    rollout = search.rollouts.finish_turn(search.state.copy(), actions, search.seat)
    (after,) = search.rollouts.run([rollout])
    worth = search.rollouts.evaluate([after], search.seat)[0]
    plan = plan_of(search.state, Turn(worth, tuple(actions), after))
    return plan._replace(known=without_end(tuple(whole)), played=True)


def without_end(whole: tuple[Action, ...]) -> tuple[Action, ...]:
    """The actions of a turn without its end."""
    return tuple(action for action in whole if not isinstance(action, End)) or whole


def standings(game: Game) -> Iterator[Standing]:
    """The points of all players at the beginning, after each turn and at the end."""
    replay = game.copy()
    replay.undo(len(replay.history))
    turn = 0
    yield Standing(0, _points(replay))
    for played in game.history:
        replay.play(played.action)
        if isinstance(played.action, End):
            turn += 1
            yield Standing(turn, _points(replay))
    if not game.history or not isinstance(game.history[-1].action, End):
        yield Standing(turn + 1, _points(replay))


def _points(game: Game) -> tuple[int, ...]:
    return tuple(score.total for score in scores(game.state))


def _player(seat: int, moments: list[Moment]) -> PlayerReview:
    own = [moment for moment in moments if moment.seat == seat]
    turns = [moment for moment in own if not moment.is_bid and not moment.aside]
    bids = [moment for moment in own if moment.is_bid]
    dear = [
        moment
        for moment in bids
        if moment.better and moment.loss >= SLIGHT and moment.better.points > moment.played.points
    ]
    return PlayerReview(
        seat,
        len(turns),
        round(sum(moment.loss for moment in turns) / max(1, len(turns)), 2),
        len(bids),
        len(dear),
        round(sum(moment.loss for moment in dear), 2),
    )
