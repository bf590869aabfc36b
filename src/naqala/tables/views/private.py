"""What only one seat may see: its gold, its cards, its choices and what it can undo."""

from __future__ import annotations

from collections.abc import Sequence

from naqala.rules import visible_scores
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
from naqala.rules.meeples import TRIBE_LETTERS
from naqala.rules.scoring import Score
from naqala.rules.state import State
from naqala.rules.tiles import places_of
from naqala.rules.tribes import Builders, TribeAction
from naqala.rules.turn import price_of_bid
from naqala.tables.log.state import TableState
from naqala.tables.protocol.types import Choice, Payment, Private, ScoreSheet, UndoState
from naqala.tables.views.scene import cards, hand, named, pile, sheet
from naqala.text import Catalogue
from naqala.text.choices import Question, meaning, question


def private(
    table: TableState, seat: int, words: Catalogue, scores: Sequence[Score] | None = None
) -> Private:
    """What this seat may know beside the scene.

    Pass the `scores` of the game if you have them already.
    """
    game = table.game
    assert game is not None
    mine = game.state.players[seat]
    score = scores[seat] if scores else visible_scores.own_score(game.state, seat)
    decides = seat == table.waits_for
    asked = question(words, game.state) if decides else Question("")
    return Private(
        seat=seat,
        gold=mine.gold,
        hand=hand(mine.hand),
        items=named(mine.items),
        whims=named(mine.whims),
        score=sheet(score, game.options, hidden=False),
        prompt=asked.text,
        statement=asked.statement,
        choices=choices(game.state, words, table.names) if decides else (),
        undo=undo_state(table, seat, words),
    )


def own_sheet(state: State, seat: int) -> ScoreSheet:
    """All points of a seat, for its owner."""
    return sheet(visible_scores.own_score(state, seat), state.options, hidden=False)


def undo_state(table: TableState, seat: int, words: Catalogue) -> UndoState:
    """What this seat can undo, and why not more."""
    can = table.undoable([seat])
    return UndoState(can.steps, can.turn, can.closed, words.say(f"error.undo_{can.closed}"))


def choices(state: State, words: Catalogue, names: Sequence[str]) -> tuple[Choice, ...]:
    """Everything the seat in turn can choose, for that seat alone."""
    return tuple([choice(action, state, words, names) for action in state.choices])


def choice(action: Action, state: State, words: Catalogue, names: Sequence[str]) -> Choice:
    """An action with what it means and what it points at."""
    text = str(action)
    said, note = meaning(words, action, state, names)
    told = (text, text.partition(" ")[0], said, note, gold_of(action, state))
    match action:
        case Take(tile=tile) | Name(tile=tile):
            return Choice(*told, TILE_NAMES[tile])
        case Drop(tile=tile, tribe=tribe) | Gather(tile=tile, tribe=tribe):
            return Choice(*told, TILE_NAMES[tile], tribe=TRIBE_LETTERS[tribe])
        case Bid(value=value, fakirs=fakirs):
            return Choice(*told, value=value, fakirs=fakirs)
        case Build(fakirs=fakirs):
            return Choice(*told, fakirs=fakirs)
        case Kill(tile=tile, victims=victims, fakirs=fakirs):
            dead = pile(victims)
            return Choice(*told, TILE_NAMES[tile], victims=dead, fakirs=fakirs)
        case KillInFront(seat=seat, victims=victims):
            return Choice(*told, victims=pile(victims), seat=seat)
        case Buy(cards=bought):
            places = tuple([place + 1 for place in places_of(action, state.row)])
            return Choice(*told, cards=cards(bought), places=places)
        case Sell(cards=sold):
            return Choice(*told, cards=cards(sold), value=SET_VALUE[len(sold)])
        case Lay(card=card):
            return Choice(*told, cards=(CARD_NAMES[card],))
        case Summon(djinn=djinn, payment=payment):
            return Choice(*told, djinn=djinn, payment=paid(payment))
        case Use(djinn=djinn, payment=payment, tile=where):
            return Choice(*told, tile_name(where), djinn=djinn, payment=paid(payment))
        case UseItem(item=item, tile=where, to=to, djinn=name):
            return Choice(*told, tile_name(where), tile_name(to), djinn=name or "", item=item)
        case Craft(payment=payment):
            return Choice(*told, payment=paid(payment))
        case Keep(djinn=djinn):
            return Choice(*told, djinn=djinn)
        case KeepItem(item=item):
            return Choice(*told, item=item)
    return Choice(*told)


def gold_of(action: Action, state: State) -> int:
    """What a bid costs, or what Builders earn."""
    match action:
        case Bid():
            return price_of_bid(state, action)
        case Build(fakirs=fakirs):
            decision = state.pending[-1]
            assert isinstance(decision, TribeAction)
            return Builders.income(state, decision, fakirs)
    return 0


def tile_name(tile: Tile | None) -> str:
    """The name of a tile; empty where there is none."""
    return "" if tile is None else TILE_NAMES[tile]


def paid(payment: RulesPayment) -> Payment:
    """A price as the page gets it."""
    return Payment(payment.elders, payment.fakirs, payment.artisans)
