"""Questions that change nothing: where a move can end, the ways there, what it would bring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, takewhile

from naqala.rules import estimate
from naqala.rules.actions import Bid, End
from naqala.rules.board import TILE_NAMES, TILE_OF_NAME, members
from naqala.rules.errors import NaqalaError
from naqala.rules.events import BidPlaced, Dropped, Event, Taken, TurnStarted
from naqala.rules.game import Game
from naqala.rules.meeples import TRIBE_LETTERS
from naqala.rules.notation import drop_of, parse_action, tile_of
from naqala.rules.sowing import Dropping, Outcome
from naqala.rules.turn import Sowing
from naqala.server import hinting, journal, scene
from naqala.server.open_table import OpenTable
from naqala.server.private import choices, own_sheet
from naqala.server.protocol import Answer, Ask, LandingGain, OutcomeScene
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
                return Answer(ask.id, ways=ways(game, ask), passes=passes(game, ask))
            case "gains":
                return Answer(ask.id, gains=gains(game, ask))
            case "unreachable":
                return Answer(ask.id, reason=unreachable(game, ask, words))
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
    if game.state.flying:  # anywhere: its steps are listed one by one
        return ()
    return tuple(
        OutcomeScene(TILE_NAMES[each.start], TILE_NAMES[each.tile], TRIBE_LETTERS[each.tribe])
        for each in game.outcomes(ask.start or None)
        if ask.tile in ("", TILE_NAMES[each.tile]) and ask.tribe in ("", TRIBE_LETTERS[each.tribe])
    )


def ways(game: Game, ask: Ask) -> tuple[str, ...]:
    """Some whole moves from a tile to a tile with a tribe, as `sow` lines."""
    outcome = _outcome(game, ask)
    if outcome is None:
        return ()
    through = tile_of(ask.through) if ask.through else None
    found = game.sowings(outcome, after=_after(ask), through=through)
    return tuple(str(sow) for sow in islice(found, MOST_WAYS))


def passes(game: Game, ask: Ask) -> tuple[str, ...]:
    """The tiles that moves from a tile to a tile with a tribe can pass."""
    outcome = _outcome(game, ask)
    passed = game.passages(outcome, after=_after(ask)) if outcome else 0
    return tuple(TILE_NAMES[tile] for tile in members(passed))


def gains(game: Game, ask: Ask) -> tuple[LandingGain, ...]:
    """The points that moves from a tile to a tile bring at once, by tribe.

    Each is told for the first of its ways; what chance decides is left out.
    """
    seat, state = game.seat, game.state
    now = estimate.own_score(state, seat).total
    found = []
    for tribe in outcomes(game, ask) if ask.start and ask.tile else ():
        outcome = Outcome(
            TILE_OF_NAME[tribe.start], TILE_OF_NAME[tribe.tile], TRIBE_LETTERS.index(tribe.tribe)
        )
        sow = next(game.sowings(outcome, after=_after(ask)), None)
        if sow is None:
            continue
        trial = game.copy(history=False)
        trial.play(sow)
        if trial.state.draws == state.draws:
            points = estimate.own_score(trial.state, seat).total - now
            found.append(LandingGain(tribe.tribe, points))
    return tuple(found)


def unreachable(game: Game, ask: Ask, words: Catalogue) -> str:
    """Why no move from a tile can end on another, in a sentence; empty where one can."""
    start, tile, after = tile_of(ask.start), tile_of(ask.tile), _after(ask)
    grid = game.state.land.grid
    if any(place not in grid.tiles for place in (start, *(at for at, _ in after))):
        raise Refusal("bad_question", reason=said("ask_other"))
    if game.state.flying:
        return words.say("unreachable.flying", tile=ask.tile)
    obstacle = game.obstacle(start, tile, after=after)
    if obstacle is None:
        return ""
    reason, at, count, steps = obstacle
    values = {"tile": ask.tile, "start": TILE_NAMES[at], "count": count, "steps": steps}
    return words.say(f"unreachable.{reason}", **values)


def _outcome(game: Game, ask: Ask) -> Outcome | None:
    """The outcome that a question names, if it exists."""
    start, tile = TILE_OF_NAME.get(ask.start), TILE_OF_NAME.get(ask.tile)
    if start is None or tile is None or ask.tribe not in tuple(TRIBE_LETTERS):
        raise Refusal("bad_question", reason=said("ask_ways"))
    outcome = Outcome(start, tile, TRIBE_LETTERS.index(ask.tribe))
    return outcome if outcome in game.outcomes(start) else None


def _after(ask: Ask) -> tuple[Dropping, ...]:
    """The drops with which moves must begin."""
    return tuple(map(drop_of, ask.after))
