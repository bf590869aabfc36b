"""The flow of the game: auction, sow, control, tribe, tile, sale, clean-up, end.

`legal` lists what can be chosen and `apply` applies it. Forced decisions are applied automatically
until there is a choice; only `end` must be chosen even when nothing else is possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from naqala.rules import goods, scoring
from naqala.rules.actions import END, Action, Drop, Sell, Sow, Take, sales
from naqala.rules.between_steps import Boundary, powers
from naqala.rules.bidding import BIDDING
from naqala.rules.board import NO_TILE, TILE_NAMES, Tile
from naqala.rules.control import claim
from naqala.rules.decisions import Decision, RoundFlow
from naqala.rules.djinns import DJINN_ROW_LENGTH, Djinn
from naqala.rules.effects import (
    announce,
    announce_last_round,
    gain,
    top_card,
    top_djinn,
)
from naqala.rules.events import (
    DjinnsRefilled,
    Dropped,
    Event,
    GameOver,
    Gathered,
    RoundStarted,
    RowRefilled,
    Sold,
    Taken,
    TurnEnded,
    TurnStarted,
)
from naqala.rules.expansions import whims
from naqala.rules.goods import ROW_LENGTH, Card
from naqala.rules.meeples import FULL, ONE, TRIBE_LETTERS, WIDTH, Pile, Tribe, letters
from naqala.rules.sowing import drops, flights, flying_drops, outcomes, starts
from naqala.rules.state import NOBODY, State
from naqala.rules.text_tokens import drop_of, on_board, pile_of, tile_of, tribes_in
from naqala.rules.tiles import TileAction
from naqala.rules.tribes import TribeAction


def legal(state: State) -> tuple[Action, ...]:
    """The legal actions of `state.seat`; none when the game is over."""
    return state.choices


def apply(state: State, action: Action) -> list[Event]:
    """Apply a legal action and every forced one that follows; returns the events.

    The action must be one of `legal(state)`. `Game.play` checks this; `apply` does not.
    """
    state.events = []
    top = state.pending[-1]
    state.pending = state.pending[:-1]
    top.answer(state, action)
    advance(state)
    return state.events


def sow(state: State, move: Sow) -> list[Event]:
    """Apply a whole legal move at once; faster than its steps, because no options are listed."""
    state.events = []
    state.pending = state.pending[:-1]
    take(state, move.start)
    for tile, tribe in move.drops:
        drop(state, tile, tribe)
    land(state, *move.drops[-1])
    advance(state)
    return state.events


def advance(state: State) -> None:
    """Apply forced decisions until there is something to choose."""
    while not state.over:
        top = state.pending[-1] if state.pending else None
        if state.whims and type(top) is not Sowing:  # no Whim depends on anything that drops change
            whims.pay_met_whims(state)
        if top is None:
            state.flow.advance_round(state)
            continue
        options = top.options(state)
        if len(options) > 1 or END in options:
            state.choices = tuple(options)
            return
        state.pending = state.pending[:-1]
        if options:
            top.answer(state, options[0])
        else:
            top.resolve(state)
    state.choices = ()


class MultiplayerFlow(RoundFlow):
    """Markers bid for the turn order, then act in it (B1–B7, M1)."""

    def start_round(self, state: State) -> None:
        """Start the bidding, in the order in which the markers acted."""
        if state.next_order:
            state.bid_order, state.next_order = state.next_order, ()
        state.round += 1
        state.emit(RoundStarted(state.round, state.bid_order))

    def advance_round(self, state: State) -> None:
        """Let the next marker bid or the next player act, or end the round."""
        if state.bid_order:
            state.seat = state.bid_order[0]
            state.push(BIDDING)
            return
        for spot in range(len(state.spots) - 1, -1, -1):
            seat = state.spots[spot]
            if seat != NOBODY:
                state.spots[spot] = NOBODY
                state.next_order += (seat,)  # M1
                start_turn(state, seat, state.track[spot])
                return
        end_round(state)

    def winners(self, state: State, totals: Sequence[int]) -> tuple[int, ...]:
        """Most points win; a tie is a shared victory (E4)."""
        return tuple(seat for seat, total in enumerate(totals) if total == max(totals))


def start_turn(state: State, seat: int, value: int) -> None:
    """Start the turn of a player (B6)."""
    state.seat = seat
    if state.player.used:
        state.changing(seat).used = ()
    state.sold = state.flying = False
    state.emit(_turn_started(seat, value))
    state.push(MOVING)


def end_round(state: State) -> None:
    """Clean up and begin the next round, or end the game (A9, E1, E2)."""
    if not state.last_round:
        clean_up(state)
        grid = state.land.grid
        if any(outcomes(grid, state.piles, state.masks, tile) for tile in grid.tiles):
            state.flow.start_round(state)
            return
    finish(state)


def finish(state: State) -> None:
    """End the game."""
    state.over = True
    state.pending = ()
    state.flow.conclude(state)
    totals = tuple(score.total for score in scoring.scores(state))
    state.emit(GameOver(totals, state.flow.winners(state, totals)))


def clean_up(state: State) -> None:
    """Fill the rows again (A9)."""
    cards: list[Card] = []
    while len(state.row) + len(cards) < ROW_LENGTH and (card := top_card(state)) is not None:
        cards.append(card)
    if cards:
        state.row += tuple(cards)
        state.emit(RowRefilled(tuple(cards)))
    djinns: list[Djinn] = []
    while len(state.djinn_row) + len(djinns) < DJINN_ROW_LENGTH and (djinn := top_djinn(state)):
        djinns.append(djinn)
    if djinns:
        state.djinn_row += tuple(djinns)
        state.emit(DjinnsRefilled(tuple(djinn.name for djinn in djinns)))
    whims.deal(state)


@dataclass(frozen=True, slots=True)
class Finishing(Boundary):
    """The end of a turn: powers, sales, and the explicit `end` (A8)."""

    keyword = "finishing"

    def fits(self, below: Decision | None, state: State) -> bool:
        return below is None

    def options(self, state: State) -> Sequence[Action]:
        """The powers, sales and `end`."""
        return self.closing(state)

    def closing(self, state: State, *, before_move: bool = False) -> Sequence[Action]:
        """The options that remain at the end of a turn, or when there is no move."""
        hand = state.player.hand
        uses = powers(state, before_move=before_move)
        return [END, *uses, *(sales(goods.kinds(hand)) if hand else ())]

    def decide(self, state: State, action: Action) -> None:
        """Sell a set, or end the turn."""
        if isinstance(action, Sell):
            state.sold = True
            sold = goods.gather(action.cards)
            state.changing(state.seat).hand -= sold
            state.discards += sold
            state.emit(Sold(state.seat, action.cards))
            gain(state, state.seat, action.value, "sale")
            state.push(self)
        else:
            self.end(state)

    def end(self, state: State) -> None:
        """End the turn."""
        state.emit(_turn_ended(state.seat, moved=True))


@dataclass(frozen=True, slots=True)
class Moving(Finishing):
    """The beginning of a turn: take the meeples of a tile (M2, M6)."""

    keyword = "moving"

    def topic(self, state: State) -> str:
        if not any(isinstance(choice, Take) for choice in state.choices):
            return "stuck"
        return "flying" if state.flying else "free"

    def options(self, state: State) -> Sequence[Action]:
        """Every tile that can be sown; if there is none, the turn can only be finished (E2)."""
        find = flights if state.flying else starts
        takes = find(state.land.grid, state.piles, state.masks)
        if not takes:
            return self.closing(state, before_move=True)
        return [*takes, *powers(state, before_move=True)]

    def decide(self, state: State, action: Action) -> None:
        """Take the meeples, or do something that needs no move."""
        if isinstance(action, Take):
            tile = action.tile
            state.push(Sowing(tile, tile, NO_TILE, take(state, tile), ()))
        else:
            Finishing.decide(self, state, action)

    def end(self, state: State) -> None:
        """End the turn of a player who could not move: this is the last round (E2)."""
        state.flying = False
        announce_last_round(state, state.seat, "moves")
        state.emit(_turn_ended(state.seat, moved=False))


@dataclass(frozen=True, slots=True)
class Sowing(Decision):
    """The next drop of an unfinished move (M2–M5)."""

    keyword, example = "sowing", "sowing c3 WG d3Y"
    facts = ("tile", "hand", "start", "path")

    start: Tile
    at: Tile
    before: Tile
    """The tile before `at`, or NO_TILE at the start."""
    hand: Pile
    path: tuple[tuple[Tile, Tribe], ...]

    @property
    def tile(self) -> Tile:
        """Where the meeples are."""
        return self.at

    @property
    def in_hand(self) -> Pile:
        return self.hand

    def __str__(self) -> str:
        steps = (TILE_NAMES[tile] + TRIBE_LETTERS[tribe] for tile, tribe in self.path)
        return " ".join([self.keyword, TILE_NAMES[self.start], letters(self.hand), *steps])

    @classmethod
    def read(cls, words: list[str], state: State) -> Decision | None:
        match words:
            case [start, hand, *steps]:
                path = tuple(
                    (on_board(tile_of(step[:2]), state), drop_of(step)[1]) for step in steps
                )
                way = [on_board(tile_of(start), state), *(tile for tile, _ in path)]
                before = way[-2] if len(way) > 1 else NO_TILE
                return cls(way[0], way[-1], before, tribes_in(state, pile_of(hand)), path)
        return None

    def fits(self, below: Decision | None, state: State) -> bool:
        return below is None

    def options(self, state: State) -> Sequence[Action]:
        """Every drop from which the move can still be finished."""
        find = flying_drops if state.flying else drops
        return find(state.land.grid, state.masks, self.hand, self.at, self.before)

    def answer(self, state: State, action: Action) -> None:
        """Drop the meeple; after the last one gather its colour (M7)."""
        assert isinstance(action, Drop)
        tile, tribe = action.tile, action.tribe
        drop(state, tile, tribe)
        hand = self.hand - ONE[tribe]
        if hand:
            path = (*self.path, (tile, tribe))
            state.push(Sowing(self.start, tile, self.at, hand, path))
        else:
            land(state, tile, tribe)


def take(state: State, tile: Tile) -> Pile:
    """Take all meeples of a tile into the hand (M2)."""
    pile = state.piles[tile]
    state.remove(tile, pile)
    state.emit(_taken(state.seat, tile, pile))
    return pile


def drop(state: State, tile: Tile, tribe: Tribe) -> None:
    """Drop one meeple on a tile."""
    state.add(tile, tribe)
    event = _dropped(state.seat, tile, tribe)
    if state.controlled >> tile & 1:  # Djinns react only to drops on controlled tiles (D16)
        announce(state, event)
    else:
        state.emit(event)


def land(state: State, tile: Tile, tribe: Tribe) -> None:
    """Gather the last colour and claim the tile if it is empty; tribe and tile act next."""
    count = state.piles[tile] >> WIDTH * tribe & FULL
    state.remove(tile, count * ONE[tribe])
    state.emit(_gathered(state.seat, tile, tribe, count))
    state.flying = False
    state.push(*_after_landing(tile, tribe, count))
    claim(state, tile)


@cache
def _after_landing(tile: Tile, tribe: Tribe, count: int) -> tuple[Decision, ...]:
    """The decisions of the rest of a turn, the next one last."""
    return FINISHING, TileAction(tile), TribeAction(tile, tribe, count)


MOVING, FINISHING = Moving(), Finishing()
# A search makes the same few events many times, so each is created once.
_dropped = cache(Dropped)
_gathered = cache(Gathered)
_turn_started = cache(TurnStarted)
_turn_ended = cache(TurnEnded)
_taken = lru_cache(maxsize=1 << 12)(Taken)
