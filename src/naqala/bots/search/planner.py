"""Whole turns: a path for every outcome, the follow-up choices, and the resulting state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import islice
from typing import NamedTuple

from naqala.bots.search.limits import Limit
from naqala.bots.value.plain_backend.prospects import arrival_gains
from naqala.rules import goods, meeples, sowing
from naqala.rules.actions import (
    Action,
    Build,
    Buy,
    Kill,
    KillInFront,
    Sell,
    Sow,
    Summon,
    Use,
    UseItem,
)
from naqala.rules.djinns import DJINNS, Djinn, GoldOn
from naqala.rules.events import DjinnTaken
from naqala.rules.goods import Card, Hand
from naqala.rules.sowing import Outcome
from naqala.rules.state import Player, State
from naqala.rules.tiles import TILE_EFFECTS, Market, TileAction
from naqala.rules.tribes import Builders, TribeAction
from naqala.rules.turn import Finishing, apply, sow

Evaluate = Callable[[Sequence[State], int], Sequence[float]]
"""The values of states for a seat."""

Played = tuple[tuple[Action, ...], State]
"""The actions of a turn and the state after them."""
Purchases = dict[tuple[str, tuple[Card, ...], Hand, tuple[Djinn, ...]], Action]
"""The best purchase by kind of market, row, hand and Djinns."""

FEW_KILLS = 4
"""How many kills are tried in a first pass."""
FEWEST = 8
"""How many outcomes are examined even if the limit is reached."""
SALES = frozenset({Sell})
POWERS_AND_SALES = frozenset({Use, UseItem, Sell})
KILLS = frozenset({Kill, KillInFront})
CARD_MEASURES = frozenset({"goods", "fakirs"})
DJINN_MEASURES = frozenset({"djinns", "elders", *CARD_MEASURES})
"""What Whims measure that a purchase, or a summoning, changes."""
LISTED = 64
"""How many moves of an outcome are listed before some of them are picked."""
LARGEST_SCORED = 8
"""Up to this size of a pile, `drop_score` is used to find one more path."""


class Turn(NamedTuple):
    """A turn up to its end: its value, its actions and the resulting state."""

    value: float
    actions: tuple[Action, ...]
    state: State


def drop_score(state: State) -> Callable[[int, int], float]:
    """A heuristic score of single drops: break up stacks, make none, leave no lone meeples."""
    piles, controlled = state.piles, state.controlled

    def worth(tile: int, tribe: int) -> float:
        if controlled >> tile & 1:
            return 1.0
        pile = piles[tile]
        if not pile:
            return -0.5
        tribes = meeples.tribes(pile)
        if len(tribes) > 1:
            return 0.0
        return -1.5 if tribes[0] == tribe else 0.7

    return worth


def first_sow(state: State, outcome: Outcome) -> Sow:
    """Any move with this outcome."""
    return sowing.first_sowing(state.land.grid, state.piles, outcome)


def some_sows(state: State, outcome: Outcome, number: int) -> list[Sow]:
    """Moves with this outcome: all if there are few, otherwise a spread of about `number`."""
    grid, piles = state.land.grid, state.piles
    listed = list(islice(sowing.sowings(grid, piles, outcome), LISTED))
    if len(listed) <= number:
        return listed
    step = len(listed) / number
    found = [listed[int(nth * step)] for nth in range(number)]
    if meeples.size(piles[outcome.start]) <= LARGEST_SCORED:
        found.append(sowing.best_sowing(grid, piles, outcome, drop_score(state))[1])
    return list(dict.fromkeys(found))


def turns(
    state: State,
    evaluate: Evaluate,
    *,
    guess: Evaluate | None = None,
    deep: int = 0,
    paths: int = 6,
    starts: int = 0,
    likely: int = 0,
    limit: Limit | None = None,
) -> list[Turn]:
    """All turns of the seat in turn, one per outcome, best first.

    A first pass examines every outcome with one path; its follow-up choices are thinned out and
    picked by `guess`, which must depend on the players' possessions alone, with a point for each
    gold. The `deep` best outcomes are examined again with several paths and all follow-up choices,
    until the limit is reached. With `starts`, only that many starting tiles are tried for each
    arrival; with `likely`, only that many outcomes, those with the largest estimated gains.
    """
    seat = state.seat
    found = sowing.outcomes(state.land.grid, state.piles, state.masks)
    if starts:
        found = _limit_starts(state, found, starts)
    if likely:
        found = _limit_outcomes(state, found, likely)
    first: list[Played] = []
    bought: Purchases = {}
    for outcome in found:
        moves = [first_sow(state, outcome)]
        first += _played(state, seat, moves, guess or evaluate, few=True, bought=bought)
        if len(first) > FEWEST and limit and limit.reached:
            break
    ranked = _ranked(first, evaluate, seat)
    again: list[Played] = []
    looked = 0
    for turn in ranked[:deep]:
        if limit and limit.reached:
            break
        move = turn.actions[0]
        assert isinstance(move, Sow)
        moves = some_sows(state, Outcome(move.start, *move.drops[-1]), paths)
        again += _played(state, seat, moves, evaluate, few=False, bought=bought)
        looked += 1
    if not again:
        return ranked
    return sorted([*_ranked(again, evaluate, seat), *ranked[looked:]], key=_best_first)


def _ranked(played: list[Played], evaluate: Evaluate, seat: int) -> list[Turn]:
    values = evaluate([after for _, after in played], seat)
    found = [
        Turn(float(value), actions, after)
        for value, (actions, after) in zip(values, played, strict=True)
    ]
    return sorted(found, key=_best_first)


def _best_first(turn: Turn) -> float:
    return -turn.value


def _limit_starts(state: State, found: list[Outcome], number: int) -> list[Outcome]:
    """At most `number` outcomes per arrival: those of the smallest piles, which change least."""
    by_arrival: dict[tuple[int, int], list[Outcome]] = {}
    for outcome in sorted(found, key=lambda each: meeples.size(state.piles[each.start])):
        by_arrival.setdefault((outcome.tile, outcome.tribe), []).append(outcome)
    return [outcome for group in by_arrival.values() for outcome in group[:number]]


def _limit_outcomes(state: State, found: list[Outcome], number: int) -> list[Outcome]:
    """The outcomes with the largest estimated gains for the seat in turn."""
    gains = arrival_gains(state, state.player)
    # A move may also end with a tribe that only its own drops brought to the tile.
    found.sort(key=lambda each: -gains.get((each.tile, each.tribe), 0.0))
    return found[:number]


def _played(
    state: State,
    seat: int,
    moves: Sequence[Sow],
    evaluate: Evaluate,
    *,
    few: bool,
    bought: Purchases,
) -> list[Played]:
    """Play each of these moves and what follows it."""
    afters = []
    for move in moves:
        after = state.copy()
        sow(after, move)
        afters.append(after)
    ends = _followed(afters, seat, evaluate, few=few, bought=bought)
    return [((move, *actions), end) for move, (actions, end) in zip(moves, ends, strict=True)]


def follow_up(state: State, seat: int, evaluate: Evaluate, *, few: bool) -> Played:
    """Make the decisions that follow a move one by one, each by `evaluate`.

    With `few`, the options are thinned out, and `evaluate` must depend on the players' possessions
    alone, with a point for each gold.
    """
    return _followed([state.copy()], seat, evaluate, few=few, bought={})[0]


def _followed(
    states: list[State], seat: int, evaluate: Evaluate, *, few: bool, bought: Purchases
) -> list[Played]:
    """Make the decisions that follow several moves. The given states may be changed.

    The options of all states are evaluated together, because a call of the net for many states
    takes little longer than one for a few.
    """
    actions: list[list[Action]] = [[] for _ in states]
    waiting = list(range(len(states)))
    while waiting:
        asked: list[tuple[int, Sequence[Action]]] = []
        afters: list[State] = []
        for nth in waiting:
            state = states[nth]
            options = _options(state, seat, evaluate, few=few, bought=bought)
            while len(options) == 1:
                actions[nth].append(options[0])
                apply(state, options[0])
                options = _options(state, seat, evaluate, few=few, bought=bought)
            if options:
                asked.append((nth, options))
                afters += _after_each(state, options)
        values = list(evaluate(afters, seat)) if afters else []
        first = 0
        for nth, options in asked:
            some = values[first : first + len(options)]
            best = some.index(max(some))
            actions[nth].append(options[best])
            states[nth] = afters[first + best]
            first += len(options)
        waiting = [nth for nth, _ in asked]
    return [(tuple(made), state) for made, state in zip(actions, states, strict=True)]


def _after_each(state: State, options: Sequence[Action]) -> list[State]:
    """The states after each of some options; the last one is the given state."""
    afters = [state.copy() for _ in options[1:]]
    afters.append(state)
    for option, after in zip(options, afters, strict=True):
        apply(after, option)
    return afters


def _options(
    state: State, seat: int, evaluate: Evaluate, *, few: bool, bought: Purchases
) -> Sequence[Action]:
    """The options to compare; none at the end of the turn."""
    if state.over or state.seat != seat or isinstance(state.pending[-1], Finishing):
        return ()
    options = _thinned(state, few=few)
    if few and len(options) > 1 and (find := EXCHANGES.get(type(options[-1]))):
        best = find(state, options, evaluate, bought)
        return (best,) if best else options
    return options


def _best_purchase(
    state: State, options: Sequence[Action], evaluate: Evaluate, bought: Purchases
) -> Action | None:
    """The best purchase; None if it must be played to find out.

    The same purchase is best whatever else the turn changed, so it is found once in a pass.
    """
    top, me = state.pending[-1], state.player
    if type(top) is not TileAction or _is_paid_for(me, CARD_MEASURES):
        return None
    kind = state.land.kinds[top.tile]
    key = (kind, state.row, me.hand, me.djinns)
    if key in bought:
        return bought[key]
    market = TILE_EFFECTS[kind]
    assert isinstance(market, Market)

    def buy(option: Action) -> None:
        if isinstance(option, Buy):
            me.gold -= market.price
            me.hand += goods.gather(option.cards)

    best = bought[key] = _best_exchange(state, options, evaluate, buy)
    return best


def _best_build(
    state: State, options: Sequence[Action], evaluate: Evaluate, bought: Purchases
) -> Action | None:
    """The best number of Fakirs to add to the Builders; None if it must be played to find out."""
    top, me = state.pending[-1], state.player
    if type(top) is not TribeAction or _is_paid_for(me, CARD_MEASURES):
        return None

    def build(option: Action) -> None:
        if isinstance(option, Build):
            me.gold += Builders.income(state, top, option.fakirs)
            me.hand -= option.fakirs * goods.ONE[goods.FAKIR]

    return _best_exchange(state, options, evaluate, build)


def _best_summoning(
    state: State, options: Sequence[Action], evaluate: Evaluate, bought: Purchases
) -> Action | None:
    """The best Djinn and price; None if it must be played to find out."""
    top, me = state.pending[-1], state.player
    if type(top) is not TileAction or _is_paid_for(me, DJINN_MEASURES):
        return None
    if any(_watches_djinns(djinn) for player in state.players for djinn in player.djinns):
        return None

    def summon(option: Action) -> None:
        if isinstance(option, Summon):
            me.elders -= option.payment.elders
            me.hand -= option.payment.fakirs * goods.ONE[goods.FAKIR]
            me.djinns += (DJINNS[option.djinn],)

    return _best_exchange(state, options, evaluate, summon)


def _best_exchange(
    state: State,
    options: Sequence[Action],
    evaluate: Evaluate,
    exchange: Callable[[Action], None],
) -> Action:
    """The option whose exchange leaves the player with most; the state stays as it is."""
    me, seat = state.player, state.seat
    had = me.gold, me.hand, me.elders, me.djinns
    values = []
    for option in options:
        exchange(option)
        values.append(evaluate([state], seat)[0])
        me.gold, me.hand, me.elders, me.djinns = had
    return options[values.index(max(values))]


EXCHANGES = {Buy: _best_purchase, Build: _best_build, Summon: _best_summoning}
"""How to find the best of these options by changing only what the player has.

Playing every one of them would take half the time of a first pass.
"""


def _is_paid_for(me: Player, measures: frozenset[str]) -> bool:
    """Whether a Whim of a player depends on one of these measures."""
    return any(whim.measure in measures for whim in me.whims)


@cache
def _watches_djinns(djinn: Djinn) -> bool:
    """Whether a Djinn may react when another one is taken."""
    if isinstance(djinn, GoldOn):
        return djinn.event is DjinnTaken
    return type(djinn).on_event is not Djinn.on_event


def _thinned(state: State, *, few: bool) -> Sequence[Action]:
    """The options without sales; with `few`, also without powers and with the best kills only."""
    options = state.choices
    left_out = POWERS_AND_SALES if few else SALES
    plain = [option for option in options if type(option) not in left_out]
    if few and not KILLS.isdisjoint(map(type, plain)):
        plain.sort(key=lambda option: -_kill_value(state, option))
        return plain[:FEW_KILLS]
    return plain or options


def _kill_value(state: State, action: Action) -> float:
    """An estimate of what a kill brings: a tile, or an opponent's Vizier."""
    if type(action) is Kill:
        tile = action.tile
        emptied = state.piles[tile] == action.victims and not state.controlled >> tile & 1
        return (state.land.points[tile] if emptied else 0) - 1.5 * action.fakirs
    if type(action) is KillInFront:
        return 2.0 * meeples.size(action.victims)
    return 0.0
