"""Whole turns: a path for every outcome, the follow-up choices, and the resulting state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import NamedTuple

from naqala.bots.search.exchanges import Evaluate, KnownExchanges, best_exchange, watches
from naqala.bots.search.limits import Limit
from naqala.bots.value.plain_backend.prospects import arrival_gains
from naqala.rules import meeples, sowing
from naqala.rules.actions import Action, Kill, KillInFront, Sell, Sow, Use, UseItem
from naqala.rules.board import Mask
from naqala.rules.djinns import Marid
from naqala.rules.events import Dropped
from naqala.rules.meeples import ASSASSINS, ONE
from naqala.rules.sowing import Outcome
from naqala.rules.state import Player, State
from naqala.rules.turn import Finishing, apply, sow

Played = tuple[tuple[Action, ...], State]
"""The actions of a turn and the state after them."""
Landing = tuple[int, int, int, bool, int]
"""Where a move ends, the tribe and number of the gathered meeples, whether the tile is left, and
how many drops pay the owner of Marid."""

FEW_KILLS = 4
"""How many kills are tried in a first pass."""
TOGETHER = 4
"""How many outcomes are examined again together, because a call of the net is costly."""
FEWEST = 8
"""How many outcomes are examined even if the limit is reached."""
SALES = frozenset({Sell})
POWERS_AND_SALES = frozenset({Use, UseItem, Sell})
KILLS = frozenset({Kill, KillInFront})
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
    exchanges: KnownExchanges = {}
    first = first_pass(
        state, guess or evaluate, exchanges, starts=starts, likely=likely, limit=limit
    )
    ranked = _ranked(first, evaluate, seat)
    again: list[Played] = []
    looked = 0
    while looked < min(deep, len(ranked)):
        if limit and limit.reached:
            break
        moves: list[Sow] = []
        for turn in ranked[looked : min(deep, looked + TOGETHER)]:
            move = turn.actions[0]
            assert isinstance(move, Sow)
            moves += some_sows(state, Outcome(move.start, *move.drops[-1]), paths)
            looked += 1
        again += _played(state, seat, moves, evaluate, few=False, exchanges=exchanges)
    if not again:
        return ranked
    return sorted([*_ranked(again, evaluate, seat), *ranked[looked:]], key=_best_first)


def first_pass(
    state: State,
    guess: Evaluate,
    exchanges: KnownExchanges,
    *,
    starts: int,
    likely: int,
    limit: Limit | None = None,
) -> list[Played]:
    """The first pass of `turns`. Calls with the same `guess` may share their `exchanges`."""
    seat = state.seat
    found: list[Played] = []
    known: dict[Landing, Played] = {}
    paying = _paying_tiles(state)
    for outcome in _outcomes(state, starts, likely):
        sown = first_sow(state, outcome)
        landing = _landing(state, sown, paying or 0)
        if landing in known:
            found.append(_replayed(state, sown, known[landing]))
        else:
            played = _played(state, seat, [sown], guess, few=True, exchanges=exchanges)
            found += played
            shares = paying is not None and outcome.tribe != ASSASSINS
            if shares and not _has_powers(played[0][1].player):
                known[landing] = played[0]
        if len(found) > FEWEST and limit and limit.reached:
            break
    return found


def _ranked(played: list[Played], evaluate: Evaluate, seat: int) -> list[Turn]:
    values = evaluate([after for _, after in played], seat)
    found = [
        Turn(float(value), actions, after)
        for value, (actions, after) in zip(values, played, strict=True)
    ]
    return sorted(found, key=_best_first)


def _best_first(turn: Turn) -> float:
    return -turn.value


def _outcomes(state: State, starts: int, likely: int) -> list[Outcome]:
    """The outcomes to examine; those of the smallest piles change least."""
    board = state.land.grid, state.piles, state.masks
    if not starts:
        groups = [[outcome] for outcome in sowing.outcomes(*board)]
    else:
        groups = sowing.outcomes_of_small_piles(*board, starts)
    if likely:
        gains = arrival_gains(state, state.player)
        # A move may also end with a tribe that only its own drops brought to the tile.
        groups.sort(key=lambda group: -gains.get(group[0][1:], 0.0))
    found = [outcome for group in groups for outcome in group]
    return found[:likely] if likely else found


def _paying_tiles(state: State) -> Mask | None:
    """The tiles where a drop pays the owner of Marid; None if another Djinn may react to drops."""
    paying = 0
    for player in state.players:
        for djinn in player.djinns:
            if isinstance(djinn, Marid):
                paying = player.tiles
            elif watches(djinn, Dropped):
                return None
    return paying


def _landing(state: State, move: Sow, paying: Mask) -> Landing:
    """What the rest of a turn depends on after a move, unless Assassins act or powers are used.

    The turns of moves with the same landing differ only in where the other meeples stand.
    """
    tile, tribe = move.drops[-1]
    pile = 0 if tile == move.start else state.piles[tile]
    paid = 0
    for passed, dropped in move.drops:
        if passed == tile:
            pile += ONE[dropped]
        paid += paying >> passed & 1
    gathered = meeples.of_tribe(pile, tribe)
    return tile, tribe, gathered, pile == gathered, paid


def _replayed(state: State, move: Sow, known: Played) -> Played:
    """The turn of a move with the same landing as that of a known turn."""
    actions, end = known
    after = end.fork()
    after.piles, after.masks = state.piles[:], state.masks[:]
    after.remove(move.start, state.piles[move.start])
    for tile, tribe in move.drops:
        after.add(tile, tribe)
    after.remove(tile, meeples.of_tribe(after.piles[tile], tribe))
    return (move, *actions[1:]), after


def _has_powers(me: Player) -> bool:
    """Whether a player has powers to use between the steps of a turn.

    Whether such a step offers a choice then depends on where the other meeples stand.
    """
    return bool(me.items) or any(djinn.anytime for djinn in me.djinns)


def _played(
    state: State,
    seat: int,
    moves: Sequence[Sow],
    evaluate: Evaluate,
    *,
    few: bool,
    exchanges: KnownExchanges,
) -> list[Played]:
    """Play each of these moves and what follows it."""
    afters = []
    for move in moves:
        after = state.fork()
        sow(after, move)
        afters.append(after)
    ends = _followed(afters, seat, evaluate, few=few, exchanges=exchanges)
    return [((move, *actions), end) for move, (actions, end) in zip(moves, ends, strict=True)]


def follow_up(
    state: State,
    seat: int,
    evaluate: Evaluate,
    *,
    few: bool,
    exchanges: KnownExchanges | None = None,
) -> Played:
    """Make the decisions that follow a move one by one, each by `evaluate`.

    With `few`, the options are thinned out, and `evaluate` must depend on the players' possessions
    alone, with a point for each gold.
    """
    exchanges = {} if exchanges is None else exchanges
    return _followed([state.fork()], seat, evaluate, few=few, exchanges=exchanges)[0]


def _followed(
    states: list[State], seat: int, evaluate: Evaluate, *, few: bool, exchanges: KnownExchanges
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
            options = _options(state, seat, evaluate, few=few, exchanges=exchanges)
            while len(options) == 1:
                actions[nth].append(options[0])
                apply(state, options[0])
                options = _options(state, seat, evaluate, few=few, exchanges=exchanges)
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
    afters = [state.fork() for _ in options[1:]]
    afters.append(state)
    for option, after in zip(options, afters, strict=True):
        apply(after, option)
    return afters


def _options(
    state: State, seat: int, evaluate: Evaluate, *, few: bool, exchanges: KnownExchanges
) -> Sequence[Action]:
    """The options to compare; none at the end of the turn."""
    if state.over or state.seat != seat or isinstance(state.pending[-1], Finishing):
        return ()
    options = _thinned(state, few=few)
    if few and len(options) > 1 and (best := best_exchange(state, options, evaluate, exchanges)):
        return (best,)
    return options


def _thinned(state: State, *, few: bool) -> Sequence[Action]:
    """The options without sales; with `few`, also without powers and with the best kills only."""
    options = state.choices
    left_out = POWERS_AND_SALES if few else SALES
    plain = [option for option in options if type(option) not in left_out]
    if few and not KILLS.isdisjoint(map(type, plain)):
        return _best_kills(state, plain)
    return plain or options


def _best_kills(state: State, options: list[Action]) -> list[Action]:
    """The kills that seem to bring most: a tile, or an opponent's Vizier."""
    piles, points, controlled = state.piles, state.land.points, state.controlled

    def loss(action: Action) -> float:
        if type(action) is Kill:
            tile = action.tile
            if piles[tile] == action.victims and not controlled >> tile & 1:
                return 1.5 * action.fakirs - points[tile]
            return 1.5 * action.fakirs
        return -2.0 * meeples.size(action.victims) if type(action) is KillInFront else 0.0

    options.sort(key=loss)
    return options[:FEW_KILLS]
