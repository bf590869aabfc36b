"""Questions that change nothing: where a move can end, the ways there, what it would bring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, takewhile

from naqala.rules.actions import Bid, End
from naqala.rules.board import TILE_NAMES, TILE_OF_NAME
from naqala.rules.errors import NaqalaError
from naqala.rules.events import BidPlaced, Dropped, Event, Taken, TurnStarted
from naqala.rules.game import Game
from naqala.rules.meeples import TRIBE_LETTERS
from naqala.rules.notation import parse_action
from naqala.rules.sowing import Outcome
from naqala.rules.turn import Sowing
from naqala.server import hinting, journal, scene
from naqala.server.open_table import OpenTable
from naqala.server.private import choices, own_sheet
from naqala.server.protocol import Answer, Ask, OutcomeScene
from naqala.server.refusal import Refusal, reason, said
from naqala.server.table import Table
from naqala.server.watching import Watcher
from naqala.text import Catalogue

HINT_COST = 20
"""A hint keeps a worker busy for a second."""
MOST_WAYS = 50
"""How many ways to one place are listed."""


def cost(ask: Ask) -> int:
    """As how many messages a question counts: those that make the server think cost more."""
    match ask.what:
        case "hint":
            return HINT_COST
        case "preview":
            return max(1, len(ask.actions))
    return 1


async def answer(table: OpenTable, watcher: Watcher, ask: Ask, words: Catalogue) -> Answer | None:
    """The answer to a question of the seat in turn; None for a hint, which comes later."""
    async with table.held():  # what is being written may never come to be
        return _answered(table, watcher, ask, words)


def _answered(table: OpenTable, watcher: Watcher, ask: Ask, words: Catalogue) -> Answer | None:
    game, turn = table.table.game, table.table.turn
    if game is None or turn not in watcher.seats:
        raise Refusal("ask_in_turn")
    try:
        match ask.what:
            case "outcomes":
                return Answer(ask.id, outcomes=outcomes(game, ask))
            case "ways":
                return Answer(ask.id, ways=ways(game, ask))
            case "preview":
                return preview(table.table, ask, words)
            case "hint":
                hinting.look(table, watcher, ask, words)
                return None
    except Refusal:
        raise
    except NaqalaError as error:
        why = reason(error, lambda _, words: words.say("server.ask_other"))
        raise Refusal("bad_question", reason=why) from None


def preview(table: Table, ask: Ask, words: Catalogue) -> Answer:
    """What some actions of the seat in turn would bring, as far as it is certain.

    It ends before anything that chance or another player decides: neither what would be drawn
    nor what somebody else is forced to do is told. Of a move that ends with a draw the way is
    told, with the drops that follow by themselves: without them it could not be sent as a whole.
    """
    assert table.game is not None
    game, seat = table.game.copy(history=False), table.game.seat
    events: list[Event] = []
    played, own = 0, True
    for action in ask.actions:
        trial = game.copy(history=False)
        caused = trial.play(action)
        drawn = trial.state.draws != game.state.draws
        if drawn or isinstance(parse_action(action), End):
            events += takewhile(lambda event: isinstance(event, Taken | Dropped), caused)
            break
        played += 1
        events += own_events(caused) if len(table.seats) > 1 else caused
        game = trial
        if isinstance(parse_action(action), Bid) or game.seat != seat or game.over:
            own = False
            break
    return Answer(
        ask.id,
        played=played,
        events=tuple(map(journal.happening, events)),
        lines=journal.event_lines(table, tuple(events), words, seat),
        scene=scene.scene(game) if own else None,
        score=own_sheet(game.state, seat),
        choices=choices(game.state, words, table.names) if own else (),
        outcomes=outcomes(game, ask) if own and is_moving(game) else (),
    )


def is_moving(game: Game) -> bool:
    """Whether a move is in its middle, and not in the air, where it could end anywhere."""
    pending = game.state.pending
    return bool(pending) and isinstance(pending[-1], Sowing) and not game.state.flying


def own_events(events: Sequence[Event]) -> Iterator[Event]:
    """What an action of a seat causes, without what others are then forced to do."""
    for event in events:
        if isinstance(event, TurnStarted):
            return
        yield event
        if isinstance(event, BidPlaced):
            return


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
        raise Refusal("bad_question", reason=said("ask_ways"))
    outcome = Outcome(start, tile, TRIBE_LETTERS.index(ask.tribe))
    if outcome not in game.outcomes(start):
        return ()
    return tuple(str(sow) for sow in islice(game.sowings(outcome), MOST_WAYS))
