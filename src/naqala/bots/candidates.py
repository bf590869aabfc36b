"""What can be done at a decision: plans up to the end of the turn, whatever is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import NamedTuple

from naqala.bots.foresight import Foresight
from naqala.bots.planner import Turn, turns
from naqala.rules.actions import END, Action, Drop, Sell, Sow, Take
from naqala.rules.events import Gathered
from naqala.rules.state import State
from naqala.rules.turn import Bidding, Finishing, Moving, Sowing, apply, sow

MANY = 24
"""More choices than this are thinned out at a first look."""
POWERS = 3
"""How many powers are tried before a move."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is looked at when the clock does not stop it."""

    deep: int = 10
    """How many arrivals are looked at with several paths and all follow-ups."""
    paths: int = 8
    width: int = 8
    """How many of the best are played out."""
    deals: int = 6
    """How often, chance drawn anew each time."""
    dice: int = 24
    """The same in the solo game, where playing on is a roll of dice."""
    worlds: int = 12
    """How many tables are imagined to guess what others hide."""
    walks: int = 96
    """How many ways to finish a move that has begun are tried."""


class Plan(NamedTuple):
    """Something to do, as far as it can be known, and where it probably leads."""

    value: float
    known: tuple[Action, ...]
    """The actions up to the first of which chance decides the rest."""
    state: State
    lucky: bool = False
    """Whether chance has a part in it."""
    ends: tuple[State, ...] = ()
    """Other ends that chance may bring."""
    price: int = 0
    """What a bid costs."""
    place: int = 0
    places: int = 0
    played: bool = False
    """Whether this is what was really played, in a game that is looked at again."""

    def after_draw(self, nth: int) -> State:
        """Where it leads when chance is drawn for the n-th time."""
        return self.ends[nth % len(self.ends)] if self.ends else self.state

    @property
    def arrival(self) -> tuple[Action | tuple[int, int], ...]:
        """What makes a plan different to a person: its choice, or where its move ends."""
        found: list[Action | tuple[int, int]] = []
        for action in self.known:
            if isinstance(action, Sow):
                return (*found, action.drops[-1])
            found.append(action)
        return tuple(found) if isinstance(found[0], Drop | Take) else tuple(found[:1])


def apart(plans: Sequence[Plan], number: int = 1) -> list[Plan]:
    """Only so many plans with the same arrival, the first ones."""
    seen: dict[object, int] = {}
    found = []
    for plan in plans:
        seen[plan.arrival] = seen.get(plan.arrival, 0) + 1
        if seen[plan.arrival] <= number:
            found.append(plan)
    return found


def enough(plans: Sequence[Plan], different: int, number: int) -> list[Plan]:
    """The first plans: so many, and as many different ones."""
    seen: set[object] = set()
    for nth, plan in enumerate(plans):
        if nth >= number and len(seen) >= different:
            return list(plans[:nth])
        seen.add(plan.arrival)
    return list(plans)


def candidates(
    state: State, foresight: Foresight, effort: Effort, rng: Random, until: float
) -> list[Plan]:
    """Plans of the seat in turn, in no order: at least one."""
    top = state.pending[-1]
    if type(top) is Bidding:
        return bids(state, foresight)
    seat = state.seat
    if isinstance(top, Sowing) or (type(top) is Moving and state.flying):
        found = walks(state, foresight, effort.walks, rng, until)
    elif type(top) is Moving and any(isinstance(each, Take) for each in state.choices):
        found = [*moves(state, foresight, effort, until), *powers(state, foresight, until)]
    else:
        found = choices(state, foresight, until)
    return [plan_of(state, each) for each in found] or [
        plan_of(state, _first(state, seat, foresight))
    ]


def plan_of(state: State, turn: Turn) -> Plan:
    """A turn as a plan: what comes after a draw is not known yet."""
    if turn.state.draws == state.draws:
        return Plan(turn.value, turn.actions, turn.state)
    trial = state.copy()
    for nth, action in enumerate(turn.actions):
        do(trial, action)
        if trial.draws != state.draws:
            return Plan(turn.value, turn.actions[: nth + 1], turn.state, lucky=True)
    return Plan(turn.value, turn.actions, turn.state, lucky=True)


def do(state: State, action: Action) -> None:
    """Play a legal action, or a whole move."""
    if isinstance(action, Sow):
        sow(state, action)
    else:
        apply(state, action)


def bids(state: State, foresight: Foresight) -> list[Plan]:
    """Every bid, one step ahead."""
    afters = []
    for bid in state.choices:
        after = state.copy()
        apply(after, bid)
        afters.append(after)
    values = foresight.evaluate(afters, state.seat)
    gold = state.player.gold
    return [
        Plan(value, (bid,), after, price=gold - after.players[state.seat].gold)
        for value, bid, after in zip(values, state.choices, afters, strict=True)
    ]


def moves(state: State, foresight: Foresight, effort: Effort, until: float) -> list[Turn]:
    """Whole turns, one for each outcome."""
    return turns(
        state,
        foresight.evaluate,
        guess=foresight.guess,
        deep=effort.deep,
        paths=effort.paths,
        until=until,
    )


def powers(state: State, foresight: Foresight, until: float) -> Iterator[Turn]:
    """Turns that begin with a power of a Djinn or an item."""
    seat = state.seat
    uses = [action for action in state.choices if not isinstance(action, Take | Sell)]
    for _, use, after in _best_first(state, uses, foresight)[:POWERS]:
        if monotonic() > until:
            return
        actions, after = foresight.turn(after, seat)
        value = foresight.evaluate([after], seat)[0]
        yield Turn(value, (use, *actions), after)


def walks(state: State, foresight: Foresight, number: int, rng: Random, until: float) -> list[Turn]:
    """Ways to finish a move that has begun, the best for each arrival."""
    seat = state.seat
    options = [each for each in state.choices if isinstance(each, Take | Drop)]
    found: dict[tuple[Action, ...], tuple[State, tuple[int, int]]] = {}
    for nth in range(max(number, len(options))):
        if nth > len(options) and monotonic() > until:
            break
        after = state.copy()
        action = options[nth % len(options)]
        actions: list[Action] = [action]
        events = apply(after, action)
        while after.pending and isinstance(after.pending[-1], Sowing):
            actions.append(rng.choice(after.choices))
            events = apply(after, actions[-1])
        ends = [(event.tile, event.tribe) for event in events if isinstance(event, Gathered)]
        found[tuple(actions)] = after, ends[0]
    ended = []
    for walk, (after, end) in found.items():
        more, after = foresight.follow(after, seat, few=True)
        ended.append(((*walk, *more), after, end))
    values = foresight.evaluate([after for _, after, _ in ended], seat)
    best: dict[tuple[int, int], Turn] = {}
    for value, (walk, after, end) in zip(values, ended, strict=True):
        if end not in best or value > best[end].value:
            best[end] = Turn(value, walk, after)
    return list(best.values())


def choices(state: State, foresight: Foresight, until: float) -> list[Turn]:
    """Every choice of a decision, with what best follows.

    A sale is as good as the goods that it costs, so it is not listed beside other choices.
    """
    seat = state.seat
    options = [each for each in state.choices if not isinstance(each, Sell)] or list(state.choices)
    found = []
    for nth, (_, option, after) in enumerate(_best_first(state, options, foresight)):
        if nth >= MANY or (nth and monotonic() > until):
            break
        more: tuple[Action, ...] = ()
        if option is not END:
            more, after = foresight.follow(after, seat, few=False)
        found.append(((option, *more), after))
    values = foresight.evaluate([after for _, after in found], seat)
    return [
        Turn(value, actions, after) for value, (actions, after) in zip(values, found, strict=True)
    ]


def _best_first(
    state: State, options: Sequence[Action], foresight: Foresight
) -> list[tuple[float, Action, State]]:
    """Choices with the states right after them, by what those are worth."""
    afters = []
    for option in options:
        after = state.copy()
        if not (option is END and isinstance(state.pending[-1], Finishing)):
            apply(after, option)  # an end leaves the turn as it is: others act only after it
        afters.append(after)
    look = foresight.guess if len(options) > 4 * MANY else foresight.evaluate
    ranked = list(zip(look(afters, state.seat), options, afters, strict=True))
    return sorted(ranked, key=lambda each: -each[0])


def _first(state: State, seat: int, foresight: Foresight) -> Turn:
    after = state.copy()
    apply(after, state.choices[0])
    return Turn(foresight.evaluate([after], seat)[0], (state.choices[0],), after)
