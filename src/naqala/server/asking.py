"""Questions that change nothing: where a move can end, the ways there, what it would bring."""

from __future__ import annotations

from itertools import islice

from naqala.rules.board import TILE_NAMES, TILE_OF_NAME
from naqala.rules.errors import NaqalaError
from naqala.rules.game import Game
from naqala.rules.meeples import TRIBE_LETTERS
from naqala.rules.sowing import Outcome
from naqala.server.protocol import Answer, Ask, OutcomeScene
from naqala.server.refusal import Refusal
from naqala.server.tables import OpenTable
from naqala.server.watching import Watcher
from naqala.text import Catalogue

MOST_WAYS = 50
"""How many ways to one place are listed."""


async def answer(table: OpenTable, watcher: Watcher, ask: Ask, words: Catalogue) -> Answer:
    """The answer to a question of the seat in turn."""
    game, turn = table.table.game, table.table.turn
    if game is None or turn not in watcher.seats:
        raise Refusal("ask_in_turn")
    if ask.what in ("hint", "preview"):
        raise Refusal("no_answer")
    try:
        if ask.what == "outcomes":
            return Answer(ask.id, outcomes=outcomes(game, ask))
        return Answer(ask.id, ways=ways(game, ask))
    except NaqalaError as error:
        raise Refusal("bad_question", reason=str(error)) from None


def outcomes(game: Game, ask: Ask) -> tuple[OutcomeScene, ...]:
    """Where moves can end: from one tile or from all, on one tile or on all."""
    return tuple(
        OutcomeScene(TILE_NAMES[each.start], TILE_NAMES[each.tile], TRIBE_LETTERS[each.tribe])
        for each in game.outcomes(ask.start or None)
        if ask.tile in ("", TILE_NAMES[each.tile]) and ask.tribe in ("", TRIBE_LETTERS[each.tribe])
    )


def ways(game: Game, ask: Ask) -> tuple[str, ...]:
    """Some whole moves from a tile to a tile with a tribe, as `sow` lines."""
    start, tile = TILE_OF_NAME.get(ask.start), TILE_OF_NAME.get(ask.tile)
    if start is None or tile is None or ask.tribe not in tuple(TRIBE_LETTERS):
        raise Refusal("bad_question", reason="start, tile and tribe are c3, d4 and W")
    outcome = Outcome(start, tile, TRIBE_LETTERS.index(ask.tribe))
    if outcome not in game.outcomes(start):
        return ()
    return tuple(str(sow) for sow in islice(game.sowings(outcome), MOST_WAYS))
