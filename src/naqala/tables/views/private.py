"""What only one seat may see: its gold, its cards, its choices and what it can undo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from naqala.rules import visible_scores
from naqala.rules.actions import ACTIONS, Action, Bid, Build, Buy
from naqala.rules.actions import Payment as RulesPayment
from naqala.rules.bidding import price_of_bid
from naqala.rules.board import TILE_NAMES, Tile
from naqala.rules.meeples import TRIBE_LETTERS
from naqala.rules.scoring import Score
from naqala.rules.state import State
from naqala.rules.tiles import places_of
from naqala.rules.tribes import Builders, TribeAction
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
    """An action with what it means and what it refers to."""
    text = str(action)
    shown = {fact: write(getattr(action, fact)) for fact, write in _FACTS[type(action)]}
    if isinstance(action, Buy):
        shown["places"] = tuple([place + 1 for place in places_of(action, state.row)])
    said, note = meaning(words, action, state, names)
    verb = text.partition(" ")[0]
    return Choice(text, verb, said, note, gold_of(action, state), **shown)


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


CHOSEN: dict[str, Callable[[Any], Any]] = {
    "tile": tile_name,
    "to": tile_name,
    "tribe": TRIBE_LETTERS.__getitem__,
    "victims": pile,
    "seat": int,
    "value": int,
    "fakirs": int,
    "cards": cards,
    "djinn": lambda djinn: djinn or "",
    "item": str,
    "payment": paid,
}
"""How `Choice` writes each fact of an action; places in the row also depend on the row."""

_FACTS = {
    kind: tuple((fact, CHOSEN[fact]) for fact in kind.facts if fact in CHOSEN)
    for kind in ACTIONS.values()
}
