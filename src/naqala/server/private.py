"""What only one seat may know: its gold, its cards, what it can choose and take back."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any

from msgspec import structs

from naqala.rules import estimate, meeples
from naqala.rules.actions import (
    Action,
    Bid,
    Build,
    Buy,
    Craft,
    Drop,
    Gather,
    Keep,
    KeepItem,
    Kill,
    KillInFront,
    Lay,
    Mark,
    Name,
    Sell,
    Summon,
    Take,
    Use,
    UseItem,
)
from naqala.rules.actions import Payment as RulesPayment
from naqala.rules.board import TILE_NAMES, Tile
from naqala.rules.goods import CARD_NAMES, SET_VALUE
from naqala.rules.meeples import TRIBE_LETTERS, Pile, Tribe
from naqala.rules.state import State
from naqala.rules.tiles import places_of
from naqala.rules.turn import Sowing
from naqala.server.scene import cards, hand, named, pile, sheet
from naqala.server.shapes import Choice, Payment, Private, ScoreSheet, UndoState
from naqala.server.table import Table
from naqala.text import Catalogue
from naqala.text.choices import meaning, taking


def private(table: Table, seat: int, words: Catalogue, points: ScoreSheet | None = None) -> Private:
    """What this seat may know beside the scene; its points may be known already."""
    game = table.game
    assert game is not None
    mine = game.state.players[seat]
    decides = seat == table.waits_for
    return Private(
        seat=seat,
        gold=mine.gold,
        hand=hand(mine.hand),
        items=named(mine.items),
        whims=named(mine.whims),
        score=points or own_sheet(game.state, seat),
        prompt=words.decision(game.state) if decides else "",
        choices=choices(game.state, words, table.names) if decides else (),
        undo=undo_state(table, seat, words),
    )


def own_sheet(state: State, seat: int) -> ScoreSheet:
    """All points of a seat, for its owner."""
    score = estimate.own_score(state, seat)
    return sheet(score, estimate.sources(state.options), hidden=False)


def undo_state(table: Table, seat: int, words: Catalogue) -> UndoState:
    """What this seat can take back, and why no more."""
    can = table.undoable([seat])
    return UndoState(can.steps, can.turn, can.closed, words.say(f"server.undo_{can.closed}"))


def choices(state: State, words: Catalogue, names: list[str]) -> tuple[Choice, ...]:
    """Everything the seat in turn can choose; the state is told to nobody else."""
    asked = state.pending[-1] if state.pending else None
    walks = isinstance(asked, Sowing) and meeples.size(asked.hand) > 1
    found = []
    for action in state.choices:
        if walks and isinstance(action, Drop):
            found.append(_drop(words, action.tile, action.tribe))
        elif isinstance(action, Take):
            found.append(_take(words, action.tile, state.piles[action.tile]))
        else:
            kind: Any = type(action)
            said = meaning(words, action, state, names)
            made = structs.replace(_choice(kind, kind.fields_of(action)), meaning=said)
            if isinstance(action, Buy):
                places = tuple([place + 1 for place in places_of(action, state.row)])
                made = structs.replace(made, places=places)
            found.append(made)
    return tuple(found)


# Most of what is ever chosen was offered before: it is made once, but for what it means just now.


@cache
def _drop(words: Catalogue, tile: Tile, tribe: Tribe) -> Choice:
    """A drop that is not the last of its move: it means the same everywhere."""
    said = meaning(words, Drop(tile, tribe), None, ())
    return structs.replace(_choice(Drop, (tile, tribe)), meaning=said)


@lru_cache(maxsize=1 << 14)
def _take(words: Catalogue, tile: Tile, pile: Pile) -> Choice:
    """The beginning of a move, with those who stand there."""
    return structs.replace(_choice(Take, (tile,)), meaning=taking(words, tile, pile))


@lru_cache(maxsize=1 << 14)
def _choice(action_kind: Callable[..., Action], fields: tuple[Any, ...]) -> Choice:
    """A choice with what it points at, without what it means.

    The action comes in parts, which are found faster than actions are.
    """
    action = action_kind(*fields)
    text = str(action)
    kind = text.partition(" ")[0]
    match action:
        case Take(tile=tile) | Name(tile=tile):
            return Choice(text, kind, "", TILE_NAMES[tile])
        case Drop(tile=tile, tribe=tribe) | Gather(tile=tile, tribe=tribe):
            return Choice(text, kind, "", TILE_NAMES[tile], tribe=TRIBE_LETTERS[tribe])
        case Bid(value=value, fakirs=fakirs):
            return Choice(text, kind, "", value=value, fakirs=fakirs)
        case Build(fakirs=fakirs):
            return Choice(text, kind, "", fakirs=fakirs)
        case Kill(tile=tile, victims=victims, fakirs=fakirs):
            dead = pile(victims)
            return Choice(text, kind, "", TILE_NAMES[tile], victims=dead, fakirs=fakirs)
        case KillInFront(seat=seat, victims=victims):
            return Choice(text, kind, "", victims=pile(victims), seat=seat)
        case Buy(cards=bought):
            return Choice(text, kind, "", cards=cards(bought))
        case Sell(cards=sold):
            return Choice(text, kind, "", cards=cards(sold), value=SET_VALUE[len(sold)])
        case Lay(card=card):
            return Choice(text, kind, "", cards=(CARD_NAMES[card],))
        case Summon(djinn=djinn, payment=payment):
            return Choice(text, kind, "", djinn=djinn, payment=paid(payment))
        case Use(djinn=djinn, payment=payment, tile=where):
            return Choice(text, kind, "", tile_name(where), djinn=djinn, payment=paid(payment))
        case UseItem(item=item, tile=where, to=to, djinn=name):
            return Choice(
                text, kind, "", tile_name(where), tile_name(to), djinn=name or "", item=item
            )
        case Craft(payment=payment):
            return Choice(text, kind, "", payment=paid(payment))
        case Keep(djinn=djinn):
            return Choice(text, kind, "", djinn=djinn)
        case KeepItem(item=item):
            return Choice(text, kind, "", item=item)
        case Mark(piece=piece):
            return Choice(text, piece, "")
    return Choice(text, kind, "")


def tile_name(tile: Tile | None) -> str:
    """The name of a tile, if there is one."""
    return "" if tile is None else TILE_NAMES[tile]


def paid(payment: RulesPayment) -> Payment:
    """A price as the page gets it."""
    return Payment(payment.elders, payment.fakirs, payment.artisans)
