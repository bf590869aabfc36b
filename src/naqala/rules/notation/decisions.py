"""The text of decisions in a position, and which of them can be pending together."""

from __future__ import annotations

from naqala.rules import goods, meeples
from naqala.rules.board import COLUMNS, NO_TILE, TILE_NAMES, Tile
from naqala.rules.decisions import Decision
from naqala.rules.djinn_use import KeepOne, Placing
from naqala.rules.djinns import DJINNS
from naqala.rules.effects import Marking
from naqala.rules.errors import BadText, brief
from naqala.rules.goods import CARD_NAMES
from naqala.rules.items import ITEMS, Arranging, Gathering, KeepingItem, Slaying
from naqala.rules.meeples import ARTISANS, TRIBE_LETTERS, Pile
from naqala.rules.notation.actions import (
    card_of,
    djinn_of,
    drop_of,
    item_of,
    number_of,
    pile_of,
    tile_of,
)
from naqala.rules.setup import meeples_of
from naqala.rules.state import State
from naqala.rules.step_boundaries import Boundary
from naqala.rules.tiles import TileAction
from naqala.rules.tribes import TribeAction
from naqala.rules.turn import Bidding, Finishing, Moving, Sowing
from naqala.rules.yazid import NO_COLUMN, NO_DICE, Departing, Naming, Offering

PLAIN: dict[str, Decision] = {
    "bidding": Bidding(),
    "moving": Moving(),
    "finishing": Finishing(),
    "offering": Offering(),
    "departing": Departing(),
}
PLAIN_NAMES = {type(decision): name for name, decision in PLAIN.items()}
ANYWHERE = "anywhere"


def decision_text(decision: Decision) -> str:
    """The words of a decision."""
    match decision:
        case Sowing(start=start, hand=hand, path=path):
            steps = (TILE_NAMES[tile] + TRIBE_LETTERS[tribe] for tile, tribe in path)
            return " ".join(["sowing", TILE_NAMES[start], meeples.letters(hand), *steps])
        case TribeAction(tile=tile, tribe=tribe, count=count, boosted=boosted):
            tail = " boosted" if boosted else ""
            return f"tribe {TILE_NAMES[tile]} {TRIBE_LETTERS[tribe] * count}{tail}"
        case TileAction(tile=tile):
            return f"tile {TILE_NAMES[tile]}"
        case Placing(piece=piece, tile=tile):
            return f"placing {piece} {TILE_NAMES[tile]}"
        case KeepOne(djinns=djinns):
            return " ".join(["keeping", *(djinn.name for djinn in djinns)])
        case KeepingItem(items=items):
            return " ".join(["keeping", *(item.name for item in items)])
        case Marking(tile=tile):
            return f"marking {TILE_NAMES[tile]}"
        case Gathering(tile=tile, left=left):
            return f"gathering {TILE_NAMES[tile]} {left}"
        case Slaying(left=left):
            return f"slaying {left}"
        case Arranging(dealt=dealt, laid=laid):
            told = [CARD_NAMES[card] for card in (*laid, *goods.members(dealt))]
            return " ".join(["arranging", str(len(laid)), *told])
        case Naming(left=left, column=column):
            return f"naming {left} {ANYWHERE if column == NO_COLUMN else COLUMNS[column]}"
    return PLAIN_NAMES[type(decision)]


def parse_pending(words: str, state: State) -> tuple[Decision, ...]:
    """The decisions of a line, the next one last."""
    if words == "-":
        return ()
    return tuple(_decision(text.split(), state) for text in words.split("/"))


def _decision(words: list[str], state: State) -> Decision:
    def tile(text: str) -> Tile:
        return on_board(tile_of(text), state)

    match words:
        case [name] if name in PLAIN:
            return PLAIN[name]
        case ["sowing", start, hand, *steps]:
            path = tuple((tile(step[:2]), drop_of(step)[1]) for step in steps)
            way = [tile(start), *(where for where, _ in path)]
            before = way[-2] if len(way) > 1 else NO_TILE
            return Sowing(way[0], way[-1], before, tribes_in(state, pile_of(hand)), path)
        case ["tribe", where, pile] | ["tribe", where, pile, "boosted"]:
            gathered = tribes_in(state, pile_of(pile))
            if len(meeples.tribes(gathered)) != 1:
                raise BadText("several_tribes", pile=brief(pile))
            (tribe,) = meeples.tribes(gathered)
            count = meeples.size(gathered)
            return TribeAction(tile(where), tribe, count, boosted=len(words) == 4)
        case ["tile", where]:
            return TileAction(tile(where))
        case ["placing", "palm" | "palace" as piece, where]:
            return Placing(piece, tile(where))
        case ["keeping", first, *more] if first in ITEMS:
            items = tuple(sorted(ITEMS[item_of(name)] for name in (first, *more)))
            return KeepingItem(items, len(items))
        case ["keeping", *djinns] if djinns:
            return KeepOne(tuple(DJINNS[djinn_of(name)] for name in djinns))
        case ["marking", where]:
            return Marking(tile(where))
        case ["gathering", where, left] if left in ("1", "2", "3", "4", "5"):
            return Gathering(tile(where), int(left))
        case ["slaying", "1" | "2" as left]:
            return Slaying(int(left))
        case ["arranging", number, *cards] if 0 < len(cards) <= 9:
            laid = number_of(number, len(cards) - 1)
            told = [card_of(card) for card in cards]
            return Arranging(goods.gather(told[laid:]), tuple(told[:laid]))
        case ["naming", "1" | "2" as left, where] if where == ANYWHERE or where in COLUMNS:
            column = NO_COLUMN if where == ANYWHERE else COLUMNS.index(where)
            return Naming(int(left), column)
    known = (*PLAIN, "sowing c3 WG d3Y", "tribe c3 RR", "tile c3", "placing palm c3",
             "keeping boaz jafaar", "marking c3", "gathering c3 5", "slaying 2",
             "arranging 0 ivory fish", "naming 1 c")  # fmt: skip
    raise BadText("not_a_decision", text=brief(" ".join(words)), known=known)


def on_board(tile: Tile, state: State) -> Tile:
    """The tile, if it is on the board."""
    if not state.land.grid.all >> tile & 1:
        raise BadText("off_board", tile=TILE_NAMES[tile])
    return tile


def tribes_in(state: State, pile: Pile) -> Pile:
    """The pile, if its tribes are in the game."""
    if meeples.count(pile, ARTISANS) and ARTISANS not in meeples_of(state.options):
        raise BadText("artisans_absent")
    return pile


def in_hand(decision: Decision) -> Pile:
    """The meeples in hand while this decision is pending."""
    match decision:
        case Sowing(hand=hand):
            return hand
        case TribeAction():
            return decision.pile
    return 0


def check_pending(state: State) -> None:
    """Raise BadText for decisions that cannot be pending together."""
    if state.over:
        if state.pending:
            raise BadText("pending_over")
        return
    for nth, decision in enumerate(state.pending):
        below = state.pending[nth - 1] if nth else None
        if not _fits(decision, below, state):
            raise BadText("pending_place", decision=decision_text(decision))
        if isinstance(decision, Sowing) and not decision.options(state):
            raise BadText("pending_endless", decision=decision_text(decision))


def _fits(decision: Decision, below: Decision | None, state: State) -> bool:
    at_boundary = isinstance(below, Boundary)
    match decision:
        case Bidding():
            return below is None and state.bid_order[:1] == (state.seat,)
        case Offering():
            yazid = state.yazid
            waits = yazid and yazid.dice != NO_DICE and not (yazid.struck or yazid.acted)
            return below is None and bool(waits)
        case Departing():
            return below is None and state.yazid is not None and not state.yazid.struck
        case Naming(column=column):
            return type(below) is Departing and column < state.land.grid.columns
        case Sowing():
            return below is None
        case Finishing():  # and Moving
            return below is None
        case TileAction():
            return type(below) is Finishing
        case TribeAction():
            return type(below) is TileAction
        case Gathering():
            return type(below) is Moving
        case Marking(tile=tile):
            free = not (state.controlled >> tile & 1 or state.piles[tile])
            return (at_boundary or type(below) is Slaying) and free and state.player.tents > 0
        case KeepingItem():
            return at_boundary and bool(decision.items)
    return at_boundary
