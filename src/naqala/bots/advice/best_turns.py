"""The best turn of a player on each arrival, by the points that it brings at once.

The path of a move matters only for what is gathered, for whether the tile is empty then, and for
the tile that a kill empties. So the walks of a move are grouped by these, and one of each group is
played with all choices that follow it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from naqala.bots.advice.item_draws import expected_items, precious_bonus
from naqala.bots.advice.rival_hands import (
    NO_CARDS,
    Hands,
    PossibleHands,
    goods_worth,
    possible_hands,
)
from naqala.bots.value.points import points
from naqala.rules import goods, meeples, sowing
from naqala.rules.actions import (
    Action,
    Build,
    Buy,
    KeepItem,
    Kill,
    KillInFront,
    Sell,
    Sow,
    Use,
    UseItem,
)
from naqala.rules.board import Grid, Mask, Steps, Tile, members
from naqala.rules.djinn_use import Placing
from naqala.rules.djinns import DJINNS, Kandicha, Marid
from naqala.rules.events import Gathered
from naqala.rules.goods import Hand
from naqala.rules.land import CITIES
from naqala.rules.meeples import ARTISANS, ASSASSINS, VIZIERS, Pile, Tribe
from naqala.rules.sowing import Outcome
from naqala.rules.state import Player, State
from naqala.rules.turn import Finishing, apply, sow, start_turn

SHORTEST_LOOP = 4
"""A move of fewer meeples never drops two on the same tile, or one on its start."""
MOST_WALKS = 200
"""How many walks of a large pile are compared."""
VICTIMS = 3
"""How many tiles that a kill can empty are compared for each arrival."""
CARDS = ("goods", "fakirs")
"""The measures of Whims that depend on the cards in hand."""

Key = tuple[Tile, Tribe]


class BestTurn(NamedTuple):
    """The turn that gains most on a tile with a tribe."""

    gain: int
    tile: Tile
    tribe: Tribe
    start: Tile
    sure: bool
    """False if the gain contains a mean: of items that are drawn, or of goods for a secret hand."""
    fakirs: int
    """How many Fakirs it spends."""
    majority: int
    """How many of the points are for more Viziers than others, who may get ahead again."""
    end: State
    """The state at its end, with all cards and Whims that the player has in hand."""


BestTurns = dict[Key, BestTurn]
"""By arrival, the best one first."""


class Group(NamedTuple):
    """What distinguishes the walks to an arrival: see the top of this module."""

    gathered: int
    empties: bool
    victim: Tile | None
    own: int
    """How many drops are paid for by a Djinn."""


def best_turns(state: State, mover: int, viewer: int) -> BestTurns:
    """The best turn of a player who moves now, for each tile and tribe; the best one first.

    Of the powers, only those are tried that boost the tribe or place a piece elsewhere. Items are
    worth what the viewer expects of them. Of the cards and Whims that a rival has in hand, only
    their number is known, so the rival spends no Fakirs and meets no Whims.
    """
    there = state.copy()
    there.pending = ()
    hands = possible_hands(state, mover, viewer)
    if mover != viewer:
        there.players[mover].hand = 0
        there.players[mover].whims = ()
    start_turn(there, mover, 0)  # not advanced, which would begin the move if only one is legal
    if there.over:
        return {}
    paths = Paths(there)
    found: BestTurns = {}
    for outcome, walks in paths.to_play().items():
        had = found.get(outcome)
        for move in walks:
            turn = _played(there, mover, viewer, move, hands)
            if had is None or (turn.gain, -turn.fakirs) > (had.gain, -had.fakirs):
                had = found[outcome] = turn
    if mover != viewer:
        for turn in found.values():
            _give_back(turn.end.changing(mover), state.players[mover])
    order = sorted(found.values(), key=lambda turn: (-turn.gain, turn.tile, turn.tribe))
    return {(turn.tile, turn.tribe): turn for turn in order}


def _give_back(after: Player, before: Player) -> None:
    """Give a rival the cards and Whims back with which the turn was not played."""
    after.hand += before.hand
    after.whims = (*before.whims, *after.whims)


def by_tile(turns: BestTurns) -> dict[Tile, BestTurn]:
    """The best turn on each tile, the best one first."""
    found: dict[Tile, BestTurn] = {}
    for turn in turns.values():
        found.setdefault(turn.tile, turn)
    return found


class Paths:
    """The moves of a position that are worth playing to find the best turns."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.me = state.player
        self.paid_drops = any(isinstance(djinn, Marid) for djinn in self.me.djinns)
        free = ~state.controlled
        self.single = sum(
            1 << tile
            for tile in members(state.occupied() & free)
            if meeples.size(state.piles[tile]) == 1
        )
        self.empty = state.land.grid.all & free & ~state.occupied()
        self._worth: dict[tuple[Tile, Tile | None], int] = {}

    def to_play(self) -> dict[Key, list[Sow]]:
        """For each arrival, a move of each group of walks."""
        state = self.state
        groups: dict[Key, dict[Group, Sow]] = {}
        for outcome in sowing.outcomes(state.land.grid, state.piles, state.masks):
            key = outcome.tile, outcome.tribe
            if self._any_walk_will_do(outcome):
                if key not in groups:
                    move = sowing.first_sowing(state.land.grid, state.piles, outcome)
                    groups[key] = {self._group(outcome, [t for t, _ in move.drops]): move}
                continue
            known = groups.setdefault(key, {})
            for walk in self._walks(outcome):
                group = self._group(outcome, walk)
                if group not in known:
                    known[group] = _sow(outcome, state.piles[outcome.start], walk)
        return {key: [*self._best(key, known)] for key, known in groups.items()}

    def _any_walk_will_do(self, outcome: Outcome) -> bool:
        """Whether all walks of this move, and of others like it, bring the same."""
        if outcome.tribe == ASSASSINS or self.paid_drops:
            return False
        return meeples.size(self.state.piles[outcome.start]) < SHORTEST_LOOP

    def _walks(self, outcome: Outcome) -> Iterator[tuple[Tile, ...]]:
        """The walks of a move; those that cannot end with this tribe are left out (M4)."""
        state = self.state
        start, goal, tribe = outcome
        pile = state.piles[start]
        matched = start != goal and meeples.count(state.piles[goal], tribe) > 0
        found = walks(state.land.grid, start, meeples.size(pile), goal)
        return islice((walk for walk in found if matched or goal in walk[:-1]), MOST_WALKS)

    def _group(self, outcome: Outcome, walk: Sequence[Tile]) -> Group:
        state = self.state
        start, goal, tribe = outcome
        there = 0 if start == goal else state.piles[goal]
        visits, spare = walk.count(goal) - 1, meeples.count(state.piles[start], tribe) - 1
        had = meeples.count(there, tribe)
        gathered = had + 1 + min(visits, spare)
        others = meeples.size(there) - had + max(0, visits - spare)
        free = not state.controlled >> goal & 1
        empties = free and not others
        victim = None
        if tribe == ASSASSINS:
            reach = state.land.grid.within(goal, gathered + self.me.fakirs)
            victims = self._singles(start, walk) & reach & ~(1 << goal)
            if free and others == 1:
                victims |= 1 << goal
            worth = {
                tile: self._claim_worth(tile, goal if empties else None)
                for tile in members(victims)
            }
            victim = max(worth, key=worth.__getitem__, default=None)
        own = sum(self.me.tiles >> tile & 1 for tile in walk) if self.paid_drops else 0
        return Group(gathered, empties, victim, own)

    def _singles(self, start: Tile, walk: Sequence[Tile]) -> Mask:
        """The free tiles with exactly one meeple after a walk."""
        once = twice = 0
        for tile in walk:
            twice |= once & 1 << tile
            once |= 1 << tile
        empty = self.empty | (1 << start & ~self.state.controlled)
        single = self.single & ~(1 << start)
        return (single & ~once) | (empty & once & ~twice)

    def _claim_worth(self, tile: Tile, arrival: Tile | None) -> int:
        """The points of a tile, for a player who controls the arrival tile as well."""
        if arrival is not None and not self.state.land.of_kind(*CITIES) >> arrival & 1:
            arrival = None  # only cities are worth more together (W4)
        key = tile, arrival
        if key not in self._worth:
            self._worth[key] = claim_worth(self.state, self.me, tile, arrival)
        return self._worth[key]

    def _best(self, key: Key, known: dict[Group, Sow]) -> Iterator[Sow]:
        """The moves of the groups that no other group surpasses, with the best victims."""

        def worth(group: Group) -> tuple[int, int, int]:
            goal = key[0] if group.empties else None
            tile = -1 if group.victim is None else self._claim_worth(group.victim, goal)
            mine = self._claim_worth(key[0], None) if group.empties else 0
            return mine + tile, group.gathered, group.own

        ranked = sorted(known, key=worth, reverse=True)
        if key[1] == ASSASSINS:
            yield from (known[group] for group in ranked[:VICTIMS])
            return
        best: list[Group] = []
        for group in ranked:
            if not any(
                other.gathered >= group.gathered
                and other.empties >= group.empties
                and other.own >= group.own
                for other in best
            ):
                best.append(group)
                yield known[group]


def claim_worth(state: State, player: Player, tile: Tile, arrival: Tile | None = None) -> int:
    """The points of taking control of a tile, or of doing so after taking the arrival tile."""
    me = player.copy()
    me.tiles |= 0 if arrival is None else 1 << arrival
    without_tile = points(state, me)
    me.tiles |= 1 << tile
    return points(state, me) - without_tile


def walks(grid: Grid, start: Tile, number: int, goal: Tile) -> Iterator[tuple[Tile, ...]]:
    """The walks of this many steps from a tile to another one, never straight back (M3)."""
    bit = 1 << goal

    def onward(path: tuple[Tile, ...], steps: Steps, left: int) -> Iterator[tuple[Tile, ...]]:
        reach = grid.reach[left]
        for tile, edge in steps:
            if reach[edge] & bit:
                if left:
                    yield from onward((*path, tile), grid.onward[edge], left - 1)
                else:
                    yield (*path, tile)

    return onward((), grid.steps[start], number - 1)


def _sow(outcome: Outcome, pile: Pile, walk: Sequence[Tile]) -> Sow:
    """A move along a walk that drops the last tribe on the arrival tile whenever it can."""
    _, goal, last = outcome
    spare = meeples.count(pile, last) - 1
    others = [
        tribe
        for tribe in meeples.tribes(pile)
        if tribe != last
        for _ in range(meeples.count(pile, tribe))
    ]
    drops: list[tuple[Tile, Tribe]] = []
    for tile in walk[:-1]:
        if spare and (tile == goal or not others):
            spare -= 1
            drops.append((tile, last))
        else:
            drops.append((tile, others.pop()))
    return Sow(outcome.start, (*drops, (goal, last)))


def _played(state: State, mover: int, viewer: int, move: Sow, hands: PossibleHands) -> BestTurn:
    """The best turn with this move."""
    before = state.players[mover]
    had = points(state, before)
    tile, tribe = move.drops[-1]
    after = state.copy()
    gathered = 0
    for event in sow(after, move):
        if type(event) is Gathered and event.tribe == ARTISANS:
            gathered = event.count
    best: tuple[float, int] | None = None
    worth = 0.0
    end, sure = after, True
    for leaf in _ends(after, mover, hands.choosing):
        me = leaf.players[mover]
        drawn = len(me.items) - len(before.items)
        kept = me.items
        me.items = before.items
        # Items that are secret are worth the same before and after, but Geb may be new.
        guessed = mover != viewer and _has_dearer_items(before, me)
        extra = precious_bonus(me)
        gain = points(leaf, me) - had + expected_items(state, viewer, gathered, drawn, extra)
        me.items = kept
        value = gain + _goods_change(hands.choosing, before, me), me.fakirs
        if best is None or value > best:
            guessed = guessed or (not hands.known and goods.size(me.hand) > me.fakirs)
            best, end, sure = value, leaf, not (drawn or guessed)
            worth = gain + _goods_change(hands.valuing, before, me)
    assert best is not None
    spent = max(0, before.fakirs - best[1])
    majority = _majority(end, mover) - _majority(state, mover)
    return BestTurn(round(worth), tile, tribe, move.start, sure, spent, majority, end)


def _has_dearer_items(before: Player, after: Player) -> bool:
    """Whether the items of a player are worth more than before."""
    return bool(before.items) and precious_bonus(after) > precious_bonus(before)


def _goods_change(hands: Hands, before: Player, after: Player) -> float:
    """How much more the goods of a turn are worth together with the cards that may be in hand."""
    if hands is NO_CARDS:
        return 0.0
    return _more_with(hands, after.hand) - _more_with(hands, before.hand)


def _more_with(hands: Hands, known: Hand) -> float:
    """How much more known goods are worth together with the cards that may be in hand."""
    return goods_worth(hands, known) - goods_worth(NO_CARDS, known)


def _majority(state: State, seat: int) -> int:
    """The points for more Viziers than others (E3)."""
    me = state.players[seat]
    return 10 * sum(viziers < me.viziers for viziers in state.rival_viziers(me))


def _ends(state: State, seat: int, hands: Hands) -> Iterator[State]:
    """The states at the end of a turn, for all choices that may bring most."""
    while not (state.over or state.seat != seat or isinstance(state.pending[-1], Finishing)):
        options = _tried(state, hands)
        if len(options) > 1:
            for option in options:
                after = state.copy()
                apply(after, option)
                yield from _ends(after, seat, hands)
            return
        apply(state, options[0])
    yield state


def _tried(state: State, hands: Hands) -> Sequence[Action]:
    """The choices among which the best one is."""
    options = [option for option in state.choices if _is_tried(state, option)]
    if len(options) < 2:
        return options or state.choices[:1]
    kinds = set(map(type, options))
    if Kill in kinds or KillInFront in kinds:
        return _kills(state, options)
    me = state.player
    if Build in kinds:
        builds = [option for option in options if type(option) is Build]
        return [*dict.fromkeys((builds[0], builds[-1]))] + [
            option for option in options if type(option) is Use
        ]
    if Buy in kinds and not any(whim.measure in CARDS for whim in me.whims):
        buys = [option for option in options if isinstance(option, Buy)]
        best = _best_purchase(tuple(buys), me.hand, hands)
        return [option for option in options if type(option) is not Buy] + [best]
    if KeepItem in kinds:
        return options[:1]
    return options


def _is_tried(state: State, option: Action) -> bool:
    if type(option) is Use:
        if type(state.pending[-1]) is Placing:
            return option.tile is not None and bool(state.player.tiles >> option.tile & 1)
        return DJINNS[option.djinn].boosts is not None
    return type(option) not in (UseItem, Sell)


def _kills(state: State, options: Sequence[Action]) -> Sequence[Action]:
    """The kills that bring a tile or cost a rival a Vizier or an Artisan, and one other choice."""
    me = state.player
    if any(isinstance(djinn, Kandicha) for djinn in me.djinns):
        return options  # every kill may bring something
    taken: list[tuple[int, Action]] = []
    found: list[Action] = []
    other: Action | None = None
    for option in options:
        if type(option) is Kill and option.victims == state.piles[option.tile]:
            if not state.controlled >> option.tile & 1:
                taken.append((claim_worth(state, me, option.tile), option))
                continue
        elif type(option) is Use or (
            type(option) is KillInFront
            and (meeples.count(option.victims, VIZIERS) or meeples.count(option.victims, ARTISANS))
        ):
            found.append(option)
            continue
        other = other or option
    taken.sort(key=lambda each: -each[0])
    found += [option for _, option in taken[:VICTIMS]]
    # A kill without any gain is played only if there is no other, or if it must be paid for.
    return found if other is None else [*found, other]


@lru_cache(maxsize=4096)
def _best_purchase(options: tuple[Buy, ...], hand: Hand, hands: Hands) -> Buy:
    """The purchase after which the goods are worth most."""
    return max(options, key=lambda option: goods_worth(hands, hand + goods.gather(option.cards)))
