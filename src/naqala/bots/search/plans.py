"""The options at a decision, each as a plan up to the end of the turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from naqala.bots.search.limits import Limit
from naqala.bots.search.planner import Turn, turns
from naqala.bots.search.rollouts import Rollouts
from naqala.bots.search.settings import Stage
from naqala.rules.actions import END, Action, Drop, End, KeepItem, Pass, Sell, Sow, Take
from naqala.rules.bidding import Bidding
from naqala.rules.events import Gathered
from naqala.rules.state import State
from naqala.rules.turn import Finishing, Moving, Sowing, apply, sow

MANY = 24
"""How many choices are played on at most."""
POWERS = 3
"""How many powers are tried before a move at most."""


class Plan(NamedTuple):
    """An option: the actions that are known in advance, and where they probably lead."""

    value: float
    known: tuple[Action, ...]
    """The actions up to the first random draw."""
    state: State
    has_chance: bool = False
    """Whether something is drawn on the way."""
    goes_on: bool = False
    """Whether there are choices after the draw, besides which item to keep."""
    ends: tuple[State, ...] = ()
    """The states at the end of the turn when it was played on, each with other draws."""
    price: int = 0
    """The price of a bid."""
    places: tuple[int, ...] = ()
    """The expected places of the player in the turn order, from 1, if this is a bid."""
    played: bool = False
    """Whether this is what was played, in a review."""

    @property
    def arrival(self) -> tuple[Action | tuple[int, int], ...]:
        """What distinguishes plans for a person: the choice, or where the move ends."""
        found: list[Action | tuple[int, int]] = []
        for action in self.known:
            if isinstance(action, Sow):
                return (*found, action.drops[-1])
            found.append(action)
        return tuple(found) if isinstance(found[0], Drop | Take) else tuple(found[:1])


def distinct(plans: Sequence[Plan], number: int = 1) -> list[Plan]:
    """At most `number` plans for each arrival, the first ones."""
    seen: dict[object, int] = {}
    found = []
    for plan in plans:
        seen[plan.arrival] = seen.get(plan.arrival, 0) + 1
        if seen[plan.arrival] <= number:
            found.append(plan)
    return found


def shortlist(plans: Sequence[Plan], different: int, number: int) -> list[Plan]:
    """The first plans: at least `number` of them, with at least `different` arrivals."""
    seen: set[object] = set()
    for nth, plan in enumerate(plans):
        if nth >= number and len(seen) >= different:
            return list(plans[:nth])
        seen.add(plan.arrival)
    return list(plans)


def candidates(
    state: State, rollouts: Rollouts, stage: Stage, rng: Random, limit: Limit
) -> list[Plan]:
    """The plans of the seat in turn, unordered; at least one."""
    top = state.pending[-1]
    if type(top) is Bidding:
        return bids(state, rollouts)
    seat = state.seat
    if isinstance(top, Sowing) or (type(top) is Moving and state.flying):
        found = move_endings(state, rollouts, stage.walks, rng, limit)
    elif type(top) is Moving and any(isinstance(each, Take) for each in state.choices):
        found = [*moves(state, rollouts, stage, limit), *powers(state, rollouts, limit)]
    else:
        found = choices(state, rollouts, limit)
    return [plan_of(state, each) for each in found] or [
        plan_of(state, _first(state, seat, rollouts))
    ]


def plan_of(state: State, turn: Turn) -> Plan:
    """A turn as a plan, which ends at the first draw."""
    if turn.state.draws == state.draws:
        return Plan(turn.value, turn.actions, turn.state)
    trial = state.fork()
    for nth, action in enumerate(turn.actions):
        apply_any(trial, action)
        if trial.draws != state.draws:
            known, rest = turn.actions[: nth + 1], turn.actions[nth + 1 :]
            goes_on = any(not isinstance(each, KeepItem | Pass | End) for each in rest)
            return Plan(turn.value, known, turn.state, has_chance=True, goes_on=goes_on)
    return Plan(turn.value, turn.actions, turn.state, has_chance=True)


def apply_any(state: State, action: Action) -> None:
    """Apply a legal action, or a whole move."""
    if isinstance(action, Sow):
        sow(state, action)
    else:
        apply(state, action)


def bids(state: State, rollouts: Rollouts) -> list[Plan]:
    """Every bid, one step ahead."""
    afters = []
    for bid in state.choices:
        after = state.fork()
        apply(after, bid)
        afters.append(after)
    values = rollouts.evaluate(afters, state.seat)
    gold = state.player.gold
    return [
        Plan(value, (bid,), after, price=gold - after.players[state.seat].gold)
        for value, bid, after in zip(values, state.choices, afters, strict=True)
    ]


def moves(state: State, rollouts: Rollouts, stage: Stage, limit: Limit) -> list[Turn]:
    """Whole turns, one for each outcome."""
    return turns(
        state,
        rollouts.evaluate,
        guess=rollouts.guess,
        deep=stage.deep,
        paths=stage.paths,
        limit=limit,
    )


def powers(state: State, rollouts: Rollouts, limit: Limit) -> Iterator[Turn]:
    """Turns that begin with a power of a Djinn or an item."""
    seat = state.seat
    uses = [action for action in state.choices if not isinstance(action, Take | Sell)]
    for _, use, after in _best_first(state, uses, rollouts)[:POWERS]:
        if limit.reached:
            return
        ((actions, after),) = rollouts.run([rollouts.turn(after, seat)])
        value = rollouts.evaluate([after], seat)[0]
        yield Turn(value, (use, *actions), after)


def move_endings(
    state: State, rollouts: Rollouts, number: int, rng: Random, limit: Limit
) -> list[Turn]:
    """Ways to finish a move that has begun: the best found for each arrival."""
    seat = state.seat
    options = [each for each in state.choices if isinstance(each, Take | Drop)]
    found: dict[tuple[Action, ...], tuple[State, tuple[int, int]]] = {}
    for nth in range(max(number, len(options))):
        if nth > len(options) and limit.reached:
            break
        after = state.fork()
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
        more, after = rollouts.follow(after, seat, few=True)
        ended.append(((*walk, *more), after, end))
    values = rollouts.evaluate([after for _, after, _ in ended], seat)
    best: dict[tuple[int, int], Turn] = {}
    for value, (walk, after, end) in zip(values, ended, strict=True):
        if end not in best or value > best[end].value:
            best[end] = Turn(value, walk, after)
    return list(best.values())


def choices(state: State, rollouts: Rollouts, limit: Limit) -> list[Turn]:
    """Every choice of a decision, with the best follow-up choices.

    Sales are listed only if there is nothing else: goods sell for what they are worth.
    """
    seat = state.seat
    options = [each for each in state.choices if not isinstance(each, Sell)] or list(state.choices)
    found = []
    for nth, (_, option, after) in enumerate(_best_first(state, options, rollouts)):
        if nth >= MANY or (nth and limit.reached):
            break
        more: tuple[Action, ...] = ()
        if option is not END:
            more, after = rollouts.follow(after, seat, few=False)
        found.append(((option, *more), after))
    values = rollouts.evaluate([after for _, after in found], seat)
    return [
        Turn(value, actions, after) for value, (actions, after) in zip(values, found, strict=True)
    ]


def _best_first(
    state: State, options: Sequence[Action], rollouts: Rollouts
) -> list[tuple[float, Action, State]]:
    """Choices with their values and the states after them, best first."""
    afters = []
    for option in options:
        after = state.fork()
        if not (option is END and isinstance(state.pending[-1], Finishing)):
            apply(after, option)  # ending the turn is judged before others act
        afters.append(after)
    look = rollouts.guess if len(options) > 4 * MANY else rollouts.evaluate
    ranked = list(zip(look(afters, state.seat), options, afters, strict=True))
    return sorted(ranked, key=lambda each: -each[0])


def _first(state: State, seat: int, rollouts: Rollouts) -> Turn:
    after = state.fork()
    apply(after, state.choices[0])
    return Turn(rollouts.evaluate([after], seat)[0], (state.choices[0],), after)
