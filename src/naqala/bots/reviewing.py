"""A finished game looked at again: every decision as its player saw it, and what was better."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from naqala.bots.adviser import NoAdvice, Thought
from naqala.bots.candidates import Effort, Plan, plan_of
from naqala.bots.ladder import BUDGET, is_budget
from naqala.bots.planner import Turn
from naqala.bots.reasons import Option
from naqala.rules.actions import Action, Bid, Drop, End, Name, Pass, PlayFirst, Sow, Take
from naqala.rules.events import Dropped, Event, Gathered, Taken
from naqala.rules.game import Game
from naqala.rules.scoring import scores
from naqala.rules.state import State
from naqala.rules.values import Value, value
from naqala.rules.view import view
from naqala.rules.yazid import Naming, Offering

REVIEWING = Effort(deep=6, paths=6, width=3, deals=1, dice=8, worlds=4)
"""What is looked at for each decision of a game."""
SLIGHT = 1.0
"""A difference of fewer points is no fault: the judge is not that exact."""


class Unit(NamedTuple):
    """A bid, a whole turn, or another choice: what one player did at one go."""

    state: State
    """Before it."""
    actions: tuple[Action, ...]
    """Step by step, as they were chosen."""
    told: tuple[Action, ...]
    """With every move as a whole."""
    turn: int
    """The number of the turn that it is, or that comes next, from 1."""


@value
class Moment(Value):
    """A decision of a game: what was played, and what would have been better."""

    turn: int
    round: int
    seat: int
    is_bid: bool
    aside: bool
    """Whether it was a choice outside of turns, about the dice of Yazid."""
    played: Option
    better: Option | None
    """None where nothing better was found."""
    loss: float
    """The points of the final margin by which it was better; 0 at least."""


@value
class Standing(Value):
    """The points of everybody after a turn; turn 0 is the beginning."""

    turn: int
    points: tuple[int, ...]


@value
class PlayerReview(Value):
    """How well a player chose."""

    seat: int
    turns: int
    mean_loss: float
    """Points lost in a turn, on average."""
    bids: int
    overpaid: int
    """Bids that were too high."""
    overpaid_points: float
    """What those cost in all."""


@value
class Review(Value):
    """What there is to learn from a game."""

    moments: tuple[Moment, ...]
    """Every decision, in order."""
    standings: tuple[Standing, ...]
    players: tuple[PlayerReview, ...]

    def swings(self, number: int) -> list[Moment]:
        """The dearest decisions, the dearest first."""
        dear = [moment for moment in self.moments if moment.better and moment.loss >= SLIGHT]
        return sorted(dear, key=lambda moment: (-moment.loss, moment.turn))[:number]


def review(
    game: Game,
    budget: float = 0.5,
    *,
    seed: int = 0,
    effort: Effort = REVIEWING,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """Look at every decision of a finished game, for `budget` seconds each at most.

    `progress` is told how many decisions are done, and how many there are.
    """
    if not game.over:
        raise NoAdvice("this game is not finished: a review is for finished games")
    if not is_budget(budget):
        raise NoAdvice(f"a budget is {BUDGET}, not {budget!r}")
    parts = units(game)
    moments = []
    for nth, unit in enumerate(parts):
        if progress:
            progress(nth, len(parts))
        if len(unit.state.choices) > 1:
            moments.append(judged(unit, budget, seed + nth, effort))
    if progress:
        progress(len(parts), len(parts))
    players = range(game.options.players)
    return Review(
        tuple(moments), tuple(standings(game)), tuple(_player(seat, moments) for seat in players)
    )


def units(game: Game) -> list[Unit]:
    """The history of a game, cut into bids, turns and other choices."""
    told = game.copy()
    told.undo(len(told.history))
    found = []
    begun: State | None = None
    actions: list[Action] = []
    events: list[Event] = []
    turn = 1
    for played in game.history:
        if begun is None:
            begun = told.state.copy()
        single = isinstance(played.action, Bid | End) or _is_aside(told.state, played.action)
        actions.append(played.action)
        events += told.play(played.action)
        if single or told.over:
            found.append(Unit(begun, tuple(actions), tuple(_whole(actions, events)), turn))
            turn += isinstance(played.action, End)
            begun, actions, events = None, [], []
    return found


def _is_aside(state: State, action: Action) -> bool:
    """Whether this is a choice outside of a turn: about the dice of Yazid."""
    return isinstance(state.pending[-1], Offering | Naming) and isinstance(
        action, Name | Pass | PlayFirst
    )


def _whole(actions: list[Action], events: list[Event]) -> Iterator[Action]:
    """The actions with the steps of a move as one; forced drops are told by the events."""
    start, drops = -1, list[tuple[int, int]]()
    for event in events:
        if isinstance(event, Taken):
            start = event.tile
        elif isinstance(event, Dropped):
            drops.append((event.tile, event.tribe))
        elif isinstance(event, Gathered):
            break
    said = False
    for action in actions:
        if start < 0 or not isinstance(action, Take | Drop):
            yield action  # a game that begins in the middle of a move has only its drops
        elif not said:
            said = True
            yield Sow(start, tuple(drops))


def judged(unit: Unit, budget: float, seed: int, effort: Effort) -> Moment:
    """What was played beside the best, both seen with the eyes of the player."""
    state = unit.state
    seat = state.seat
    thought = Thought(view(state, seat), budget, seed, effort)
    extra = [] if thought.is_bid else [_played(unit, thought)]
    plans, _ = thought.ranked(effort.width, extra)
    if thought.is_bid:
        played = next(plan for plan in plans if plan.known[0] == unit.actions[0])
    else:
        played = next(plan for plan in plans if plan.played)
    best = plans[0]
    loss = round(max(0.0, best.value - played.value), 2)
    aside = isinstance(state.pending[-1], Offering | Naming)
    same = best.played or best.known == played.known or not loss
    same = same or (aside and best.known[0] == played.known[0])
    return Moment(
        unit.turn,
        state.round,
        seat,
        thought.is_bid,
        aside,
        thought.explained(played, plans),
        None if same else thought.explained(best, plans),
        0.0 if same else loss,
    )


def _played(unit: Unit, thought: Thought) -> Plan:
    """What was played, on the imagined table; where that turns out otherwise, the best goes on."""
    after = thought.foresight.finished(thought.state.copy(), unit.actions, thought.seat)
    worth = thought.foresight.evaluate([after], thought.seat)[0]
    plan = plan_of(thought.state, Turn(worth, unit.actions, after))
    return plan._replace(known=_without_end(unit.told), played=True)


def _without_end(told: tuple[Action, ...]) -> tuple[Action, ...]:
    """The actions of a turn; its end goes without saying."""
    return tuple(action for action in told if not isinstance(action, End)) or told


def standings(game: Game) -> Iterator[Standing]:
    """The points of everybody at the beginning, after each turn and at the end."""
    told = game.copy()
    told.undo(len(told.history))
    turn = 0
    yield Standing(0, _points(told))
    for played in game.history:
        told.play(played.action)
        if isinstance(played.action, End):
            turn += 1
            yield Standing(turn, _points(told))
    if not game.history or not isinstance(game.history[-1].action, End):
        yield Standing(turn + 1, _points(told))


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
