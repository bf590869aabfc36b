"""Moves: starts and next steps, outcomes, whole sowings, their number and the best one.

A pile of ten can be sown in hundreds of millions of ways, so no function lists sowings to answer
another question: the reach masks of the grid show whether a move can still be finished.

The board is given as `piles`, by tile number, and as `masks`: for each tribe, its tiles.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import product
from math import comb, factorial, prod
from typing import NamedTuple

from naqala.rules import meeples
from naqala.rules.actions import DROPS, TAKES, Drop, Sow, Take
from naqala.rules.board import TILE_NAMES, TILE_OF_BIT, TILES, Edge, Grid, Mask, Steps, Tile, union
from naqala.rules.errors import IllegalAction
from naqala.rules.meeples import FULL, ONE, TRIBE_LETTERS, TRIBES, WIDTH, Pile, Tribe

Dropping = tuple[Tile, Tribe]
"""A tile and the tribe of the meeple that is dropped there."""
Value = Callable[[Tile, Tribe], float]
"""What it is worth to drop a meeple of a tribe on a tile."""


class Outcome(NamedTuple):
    """Where a move starts, where it ends, and the tribe of the last meeple."""

    start: Tile
    tile: Tile
    tribe: Tribe

    def __str__(self) -> str:
        return f"{TILE_NAMES[self.start]} {TILE_NAMES[self.tile]}{TRIBE_LETTERS[self.tribe]}"


class _Hand(NamedTuple):
    """What the functions below need to know about a pile, computed once for each pile."""

    size: int
    tribes: tuple[Tribe, ...]
    has_pair: bool
    twice: tuple[tuple[Tribe, bool], ...]
    """Each tribe, and whether it is there at least twice."""
    rests: tuple[tuple[Tribe, int, bool, bool], ...]
    """What remains after dropping each tribe.

    The remaining tribes as bits, whether some tribe is left twice, and whether the dropped one is
    left.
    """


class _Hands(dict[Pile, _Hand]):
    def __missing__(self, pile: Pile) -> _Hand:
        tribes = meeples.tribes(pile)
        rests = [(tribe, pile - ONE[tribe]) for tribe in tribes]
        hand = self[pile] = _Hand(
            size=meeples.size(pile),
            tribes=tribes,
            has_pair=meeples.has_pair(pile),
            twice=tuple((tribe, meeples.count(pile, tribe) > 1) for tribe in tribes),
            rests=tuple(
                (
                    tribe,
                    sum(1 << other for other in meeples.tribes(rest)),
                    meeples.has_pair(rest),
                    meeples.count(rest, tribe) > 0,
                )
                for tribe, rest in rests
            ),
        )
        return hand


class _Outcomes(dict[Mask, Outcome]):
    """The outcomes of one start and tribe, by the bit of the arrival tile: each made once."""

    def __init__(self, start: Tile, tribe: Tribe) -> None:
        self.start = start
        self.tribe = tribe

    def __missing__(self, bit: Mask) -> Outcome:
        outcome = self[bit] = Outcome(self.start, TILE_OF_BIT[bit], self.tribe)
        return outcome


_HANDS = _Hands()
_OUTCOMES = [[_Outcomes(start, tribe) for tribe in TRIBES] for start in TILES]


def masks_of(piles: Sequence[Pile]) -> list[Mask]:
    """For each tribe, the tiles that hold at least one of it."""
    masks = [0] * len(TRIBES)
    for tile, pile in enumerate(piles):
        if pile:
            for tribe in _HANDS[pile].tribes:
                masks[tribe] |= 1 << tile
    return masks


def starts(grid: Grid, piles: Sequence[Pile], masks: Sequence[Mask]) -> list[Take]:
    """The tiles whose pile can be sown, as actions, in the order of the tiles (M2–M6)."""
    arrivals, loops_from = grid.arrivals, grid.loops_from
    found = []
    for tile in grid.tiles:
        pile = piles[tile]
        if pile:
            size, tribes, has_pair, _, _ = _HANDS[pile]
            ends = arrivals[size][tile]
            for tribe in tribes:
                if masks[tribe] & ends:
                    found.append(TAKES[tile])
                    break
            else:
                if has_pair and loops_from[size][tile]:  # M4: joins one dropped before
                    found.append(TAKES[tile])
    return found


def drops(grid: Grid, masks: Sequence[Mask], hand: Pile, at: Tile, before: Tile) -> list[Drop]:
    """The next drops that leave a move that can be finished (M2–M5).

    `masks` show the board as it is now: the start emptied, the meeples dropped so far included.
    `before` is the tile before `at`; NO_TILE at the start.
    """
    size, tribes, _, _, rests = _HANDS[hand]
    if size == 1:
        (tribe,) = tribes
        mask = masks[tribe]
        return [
            DROPS[tile][tribe]
            for tile in grid.neighbours[at]
            if tile != before and mask >> tile & 1  # M3, M4
        ]
    reach, loops = grid.reach[size - 1], grid.loops[size - 1]
    found = []
    for tile, edge in grid.steps[at]:
        if tile == before:  # M3
            continue
        ends = reach[edge]
        matching = 0
        for tribe in tribes:
            if masks[tribe] & ends:
                matching |= 1 << tribe
        row = DROPS[tile]
        if matching & (matching - 1):  # two tribes can end the move: any meeple may go
            found += [row[tribe] for tribe in tribes]
            continue
        returns = ends >> tile & 1
        loop = loops[edge]
        for tribe, rest, has_pair, again in rests:
            if matching & rest or (returns and again) or (loop and has_pair):  # M4
                found.append(row[tribe])
    return found


def flights(grid: Grid, piles: Sequence[Pile], masks: Sequence[Mask]) -> list[Take]:
    """The starts of a move whose last meeple may go on any tile (I1)."""
    found = []
    for tile in grid.tiles:
        pile = piles[tile]
        if pile:
            size, tribes, has_pair, _, _ = _HANDS[pile]
            others = ~(1 << tile)
            # Two of a tribe can meet where the first of them was dropped.
            can_end = (size > 1 and has_pair) or any(masks[tribe] & others for tribe in tribes)
            if can_end and (size == 1 or any(grid.reach[size - 2][e] for _, e in grid.steps[tile])):
                found.append(TAKES[tile])
    return found


def flying_drops(
    grid: Grid, masks: Sequence[Mask], hand: Pile, at: Tile, before: Tile
) -> list[Drop]:
    """The next drops of a move whose last meeple may go on any tile (I1, M4)."""
    size, tribes, _, _, rests = _HANDS[hand]
    if size == 1:
        (tribe,) = tribes
        return [DROPS[tile][tribe] for tile in grid.tiles if masks[tribe] >> tile & 1]
    present = sum(1 << tribe for tribe in tribes if masks[tribe])
    possible = [
        tribe for tribe, rest, has_pair, again in rests if present & rest or has_pair or again
    ]
    reach = grid.reach[size - 2]
    return [
        DROPS[tile][tribe]
        for tile, edge in grid.steps[at]
        if tile != before and reach[edge]  # M3: and the walk does not end in a dead end
        for tribe in possible
    ]


def outcomes(
    grid: Grid, piles: Sequence[Pile], masks: Sequence[Mask], start: Tile | None = None
) -> list[Outcome]:
    """Every outcome of the board, or of one start: by start, then tribe, then arrival tile."""
    arrivals, loops_from = grid.arrivals, grid.loops_from
    found: list[Outcome] = []
    add = found.append
    for tile in grid.tiles if start is None else (start,):
        pile = piles[tile]
        if not pile:
            continue
        size, _, _, twice, _ = _HANDS[pile]
        ends, loop = arrivals[size][tile], loops_from[size][tile]
        rows = _OUTCOMES[tile]
        for tribe, pair in twice:
            ending = masks[tribe] & ends
            if pair:
                ending |= loop
            row = rows[tribe]
            while ending:
                bit = ending & -ending
                add(row[bit])
                ending ^= bit
    return found


def outcomes_of_small_piles(
    grid: Grid, piles: Sequence[Pile], masks: Sequence[Mask], number: int
) -> list[list[Outcome]]:
    """For each arrival, at most this number of outcomes: those of the smallest piles.

    The arrivals are sorted by the size of the smallest pile that reaches them.
    """
    arrivals, loops_from = grid.arrivals, grid.loops_from
    found: list[list[Outcome]] = []
    groups: list[dict[Mask, list[Outcome]]] = [{} for _ in TRIBES]
    complete = [0] * len(TRIBES)
    taken = [tile for tile in grid.tiles if piles[tile]]
    for tile in sorted(taken, key=lambda tile: meeples.size(piles[tile])):
        size, _, _, twice, _ = _HANDS[piles[tile]]
        ends, loop = arrivals[size][tile], loops_from[size][tile]
        for tribe, pair in twice:
            ending = masks[tribe] & ends
            if pair:
                ending |= loop
            ending &= ~complete[tribe]
            row, known = _OUTCOMES[tile][tribe], groups[tribe]
            while ending:
                bit = ending & -ending
                ending ^= bit
                if bit in known:
                    group = known[bit]
                    group.append(row[bit])
                else:
                    group = known[bit] = [row[bit]]
                    found.append(group)
                if len(group) == number:
                    complete[tribe] |= bit
    return found


def endings(
    grid: Grid, masks: Sequence[Mask], hand: Pile, start: Tile, at: Tile, before: Tile
) -> list[Outcome]:
    """Every outcome that an unfinished move can still have: by tribe, then arrival tile.

    `masks` and `before` are those of `drops`.
    """
    size, _, _, twice, _ = _HANDS[hand]
    reach, loops = grid.reach[size - 1], grid.loops[size - 1]
    ends = loop = 0
    for tile, edge in grid.steps[at]:
        if tile != before:  # M3
            ends |= reach[edge]
            loop |= loops[edge] | reach[edge] & 1 << tile  # M4: joins one dropped on the way
    found = []
    for tribe, pair in twice:
        ending = ends & (masks[tribe] | (loop if pair else 0))
        row = _OUTCOMES[start][tribe]
        while ending:
            bit = ending & -ending
            found.append(row[bit])
            ending ^= bit
    return found


def count(grid: Grid, piles: Sequence[Pile], outcome: Outcome | None = None) -> int:
    """The number of sowings of an outcome (0 if it does not exist), or of the whole board.

    A sowing is a sequence of drops, each a tile and a tribe.
    """
    if outcome is None:
        return sum(_number(grid, piles, each) for each in outcomes(grid, piles, masks_of(piles)))
    return _number(grid, piles, outcome) if exists(grid, piles, outcome) else 0


def sowings(
    grid: Grid,
    piles: Sequence[Pile],
    outcome: Outcome,
    *,
    after: Sequence[Dropping] = (),
    through: Tile | None = None,
) -> Iterator[Sow]:
    """Every sowing of an outcome, one by one, in the order of their drops.

    Only those that begin with the drops `after`, and only those that pass the tile `through`
    before they end. Raises IllegalAction if the outcome does not exist.
    """
    aim = _Aim(grid, piles, outcome)
    begun = aim.begun(after)
    if begun is None:
        return iter(())
    if through is None or any(tile == through for tile, _ in after):
        return _listed(aim, tuple(after), begun)
    return _listed_through(aim, tuple(after), begun, through)


def first_sowing(grid: Grid, piles: Sequence[Pile], outcome: Outcome) -> Sow:
    """The first of the `sowings` of an outcome, which must exist; much faster than asking them."""
    return _first_sowing(grid, outcome, piles[outcome.start], _is_matched(piles, outcome))


@lru_cache(maxsize=1 << 13)  # a search asks for the same moves in many states
def _first_sowing(grid: Grid, outcome: Outcome, hand: Pile, matched: bool) -> Sow:
    start, goal, last = outcome
    steps = grid.steps[start]
    path: list[Dropping] = []
    while hand:
        tile, tribe, edge = _first_drop(grid, steps, hand, outcome, matched)
        matched = matched or (tile == goal and tribe == last)
        path.append((tile, tribe))
        hand -= ONE[tribe]
        steps = grid.onward[edge]
    return Sow(start, tuple(path))


def _first_drop(
    grid: Grid, steps: Steps, hand: Pile, outcome: Outcome, matched: bool
) -> tuple[Tile, Tribe, Edge]:
    """The first of the drops that `_Aim.drops` would find."""
    _, goal, last = outcome
    size, tribes, _, _, _ = _HANDS[hand]
    reach, loops = grid.reach[size - 1], grid.loops[size - 1]
    same = hand >> WIDTH * last & FULL
    for tile, edge in steps:
        if reach[edge] >> goal & 1:
            for tribe in tribes:
                left = same - (tribe == last)
                now = matched or (tile == goal and tribe == last)
                if size == 1 or (left > 0 and (now or (left > 1 and loops[edge] >> goal & 1))):
                    return tile, tribe, edge
    raise IllegalAction("no_sowing", outcome=_text(outcome))


def passages(
    grid: Grid, piles: Sequence[Pile], outcome: Outcome, *, after: Sequence[Dropping] = ()
) -> Mask:
    """The tiles that some sowing of an outcome passes after these drops, before it ends.

    Raises IllegalAction if the outcome does not exist.
    """
    aim = _Aim(grid, piles, outcome)
    begun = aim.begun(after)
    if begun is None:
        return 0
    passed, walks = 0, {(edge, begun.matched) for _, edge in begun.steps}
    for left in range(meeples.size(begun.hand) - 1, 0, -1):
        walks = {walk for walk in walks if aim.is_ahead(*walk, left)}
        passed |= union(1 << grid.heads[edge] for edge, _ in walks)
        walks = {
            (on, stood or grid.heads[edge] == outcome.tile)
            for edge, stood in walks
            for _, on in grid.onward[edge]
        }
    return passed


def best_sowing(
    grid: Grid, piles: Sequence[Pile], outcome: Outcome, value: Value
) -> tuple[float, Sow]:
    """The sowing of an outcome with the highest total value of its drops, the last included.

    Ties go to the first in the order of `sowings`. Raises IllegalAction if the outcome does not
    exist.
    """
    aim = _Aim(grid, piles, outcome)
    in_hand = meeples.tribes(aim.pile)
    worth = {
        tile: [value(tile, tribe) if tribe in in_hand else 0.0 for tribe in TRIBES]
        for tile in grid.tiles
    }
    later = _later(aim, [worth[head] for head in grid.heads])
    path: list[tuple[Tile, Tribe]] = []
    steps, hand, matched = grid.steps[outcome.start], aim.pile, aim.matched
    while hand:
        choices = aim.drops(steps, hand, matched)
        gains = [
            worth[tile][tribe] + later[then][hand - ONE[tribe]][edge]
            for tile, tribe, edge, then in choices
        ]
        tile, tribe, edge, matched = choices[gains.index(max(gains))]
        path.append((tile, tribe))
        hand -= ONE[tribe]
        steps = grid.onward[edge]
    return sum(worth[tile][tribe] for tile, tribe in path), Sow(outcome.start, tuple(path))


def exists(grid: Grid, piles: Sequence[Pile], outcome: Outcome) -> bool:
    """Whether a sowing with this outcome exists."""
    start, tile, tribe = outcome
    if start not in grid.tiles or tile not in grid.tiles or tribe not in TRIBES:
        return False
    pile = piles[start]
    size, number = meeples.size(pile), meeples.count(pile, tribe)
    if _is_matched(piles, outcome):
        return number > 0 and grid.arrivals[size][start] >> tile & 1 == 1
    return number > 1 and grid.loops_from[size][start] >> tile & 1 == 1


class _Begun(NamedTuple):
    """A sowing that is not finished."""

    steps: Steps
    hand: Pile
    matched: bool


class _Aim:
    """An outcome to be reached, and which drops still lead there.

    On the way, `matched` says whether a meeple of the tribe lies on the arrival tile.
    """

    __slots__ = ("bit", "grid", "matched", "outcome", "pile", "tribe")

    def __init__(self, grid: Grid, piles: Sequence[Pile], outcome: Outcome) -> None:
        if not exists(grid, piles, outcome):
            raise IllegalAction("no_sowing", outcome=_text(outcome))
        self.grid = grid
        self.outcome = outcome
        self.pile = piles[outcome.start]
        self.tribe = outcome.tribe
        self.bit = 1 << outcome.tile
        self.matched = _is_matched(piles, outcome)

    def drops(
        self, steps: Steps, hand: Pile, matched: bool
    ) -> list[tuple[Tile, Tribe, Edge, bool]]:
        """The drops after which the aim can still be reached, and whether it is matched then."""
        size, tribes, _, _, _ = _HANDS[hand]
        reach, loops = self.grid.reach[size - 1], self.grid.loops[size - 1]
        same = meeples.count(hand, self.tribe)
        found = []
        for tile, edge in steps:
            if not reach[edge] & self.bit:
                continue
            here = 1 << tile == self.bit
            loop = loops[edge] & self.bit
            for tribe in tribes:
                left = same - (tribe == self.tribe)
                now = matched or (here and tribe == self.tribe)
                # The last meeple is the right one: no drop before it has missed the aim.
                if size == 1 or (left > 0 and (now or (left > 1 and loop))):  # M4
                    found.append((tile, tribe, edge, now))
        return found

    def begun(self, after: Sequence[Dropping]) -> _Begun | None:
        """The sowing after some drops; None where they do not lead to the aim."""
        begun = _Begun(self.grid.steps[self.outcome.start], self.pile, self.matched)
        for drop in after:
            for tile, tribe, edge, matched in self.drops(*begun) if begun.hand else ():
                if (tile, tribe) == drop:
                    begun = _Begun(self.grid.onward[edge], begun.hand - ONE[tribe], matched)
                    break
            else:
                return None
        return begun if begun.hand else None

    def is_ahead(self, edge: Edge, stood: bool, left: int) -> bool:
        """Whether a walk by this edge can end at the aim after this many more steps.

        `stood` says whether it was there before, or need not be: only a walk that was there can
        have dropped the tribe there (M4).
        """
        stood = stood or 1 << self.grid.heads[edge] == self.bit
        ends = (self.grid.reach if stood else self.grid.loops)[left][edge]
        return ends & self.bit > 0


def _listed(aim: _Aim, path: tuple[Dropping, ...], begun: _Begun) -> Iterator[Sow]:
    """Walk the tree of drops; it has no dead branches, so the next sowing is found quickly."""
    branches = [(path, begun.hand, iter(aim.drops(*begun)))]
    while branches:
        path, hand, drops = branches[-1]
        for tile, tribe, edge, matched in drops:
            rest = hand - ONE[tribe]
            whole = (*path, (tile, tribe))
            if rest:
                further = iter(aim.drops(aim.grid.onward[edge], rest, matched))
                branches.append((whole, rest, further))
                break
            yield Sow(aim.outcome.start, whole)
        else:
            branches.pop()


def _listed_through(
    aim: _Aim, path: tuple[Dropping, ...], begun: _Begun, through: Tile
) -> Iterator[Sow]:
    """The same for the sowings that pass a tile before they end: no branch misses it."""
    passes = _passes(aim, through)
    branches = [(path, begun.hand, iter(aim.drops(*begun)))]
    while branches:
        path, hand, drops = branches[-1]
        for tile, tribe, edge, matched in drops:
            rest, onward = hand - ONE[tribe], aim.grid.onward[edge]
            whole = (*path, (tile, tribe))
            if rest and tile == through:
                yield from _listed(aim, whole, _Begun(onward, rest, matched))
            elif rest and any(passes(on, matched, meeples.size(rest) - 1) for _, on in onward):
                branches.append((whole, rest, iter(aim.drops(onward, rest, matched))))
                break
        else:
            branches.pop()


def _passes(aim: _Aim, through: Tile) -> Callable[[Edge, bool, int], bool]:
    """Whether a walk by an edge can pass a tile and end at the aim after a number of steps."""
    heads, onward, goal = aim.grid.heads, aim.grid.onward, aim.outcome.tile

    @cache
    def passes(edge: Edge, stood: bool, left: int) -> bool:
        if not left or not aim.is_ahead(edge, stood, left):
            return False
        stood = stood or heads[edge] == goal
        return heads[edge] == through or any(passes(on, stood, left - 1) for _, on in onward[edge])

    return passes


def _later(aim: _Aim, worth_at: list[list[float]]) -> list[dict[Pile, list[float]]]:
    """`[matched][hand][edge]`: the most that can follow after this edge with this hand.

    Smaller hands come first, so that the values of the rests of a hand are known. Entries for edges
    from which the aim cannot be reached are meaningless and never read.
    """
    grid, tribe, one = aim.grid, aim.tribe, ONE[aim.tribe]
    levels = range(meeples.size(aim.pile))
    ending = [[e for e, mask in enumerate(grid.reach[n]) if mask & aim.bit] for n in levels]
    looping = [[e for e, mask in enumerate(grid.loops[n]) if mask & aim.bit] for n in levels]
    unmatched: dict[Pile, list[float]] = {}
    matched: dict[Pile, list[float]] = {0: [0.0] * len(worth_at)}
    for hand in _parts_with(tribe, aim.pile):
        size = meeples.size(hand)
        gains = _gains(hand, ending[size - 1], worth_at, matched)
        matched[hand] = _best_onward(grid, ending[size], gains)
        if aim.matched or meeples.count(hand, tribe) < 2:
            continue
        gains = _gains(hand, looping[size - 1], worth_at, unmatched)
        for edge in ending[size - 1]:
            if grid.heads[edge] == aim.outcome.tile:
                # Dropping the tribe here at once loses nothing: a drop of another tribe here
                # and one of the tribe on a later visit can be exchanged.
                gains[edge] = worth_at[edge][tribe] + matched[hand - one][edge]
        unmatched[hand] = _best_onward(grid, looping[size], gains)
    return [unmatched, matched]


def _gains(
    hand: Pile,
    edges: list[Edge],
    worth_at: list[list[float]],
    later: dict[Pile, list[float]],
) -> dict[Edge, float]:
    """For each edge, the highest value of going this way: the next drop and what follows."""
    rests = ((tribe, hand - ONE[tribe]) for tribe in meeples.tribes(hand))
    tables = [(tribe, later[rest]) for tribe, rest in rests if rest in later]
    gains = {}
    for edge in edges:
        worth = worth_at[edge]
        gains[edge] = max([worth[tribe] + table[edge] for tribe, table in tables])
    return gains


def _best_onward(grid: Grid, edges: list[Edge], gains: dict[Edge, float]) -> list[float]:
    """By edge, the highest value of continuing from it."""
    best = [0.0] * len(grid.onward)
    for edge in edges:
        best[edge] = max([gains[on] for _, on in grid.onward[edge] if on in gains])
    return best


def _parts_with(tribe: Tribe, pile: Pile) -> list[Pile]:
    """The proper parts of a pile with at least one meeple of a tribe, smallest first."""
    ranges = [range(t == tribe, meeples.count(pile, t) + 1) for t in TRIBES]
    parts = [
        sum(number * one for number, one in zip(numbers, ONE, strict=True))
        for numbers in product(*ranges)
    ]
    return sorted((part for part in parts if part != pile), key=meeples.size)


def _is_matched(piles: Sequence[Pile], outcome: Outcome) -> bool:
    """Whether the tribe is on the arrival tile before the move; the start will be empty."""
    start, tile, tribe = outcome
    return tile != start and meeples.count(piles[tile], tribe) > 0


def _number(grid: Grid, piles: Sequence[Pile], outcome: Outcome) -> int:
    """The number of sowings of an outcome that exists: walks times orders of the meeples."""
    pile = piles[outcome.start]
    size = meeples.size(pile)
    same = meeples.count(pile, outcome.tribe) - 1
    places = comb(size - 1, same)
    matched = _is_matched(piles, outcome)
    total = 0
    for visits, walks in enumerate(grid.walks(outcome.start, size, outcome.tile)):
        # M4: if none is there yet, one of the tribe must be dropped on an earlier visit.
        none_on_visits = 0 if matched else comb(size - 1 - visits, same)
        total += walks * (places - none_on_visits)
    return total * _orders(pile - meeples.of_tribe(pile, outcome.tribe))


@cache
def _orders(pile: Pile) -> int:
    """The number of orders in which the meeples of a pile can be dropped."""
    numbers = [meeples.count(pile, tribe) for tribe in TRIBES]
    return factorial(sum(numbers)) // prod(map(factorial, numbers))


def _text(outcome: Outcome) -> str:
    known = outcome.start in TILES and outcome.tile in TILES and outcome.tribe in TRIBES
    return str(outcome) if known else str(tuple(outcome))
