"""Queries of the seat in turn: where moves can end, ways there, the effect of actions.

They change nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, takewhile
from random import Random

from naqala.rules import visible_scores
from naqala.rules.actions import Bid, Build, End, Kill, KillInFront, Pass
from naqala.rules.board import TILE_NAMES, TILE_OF_NAME, members
from naqala.rules.errors import NaqalaError
from naqala.rules.events import BidPlaced, Dropped, Event, Taken, TurnStarted
from naqala.rules.expansions.whims import Whim
from naqala.rules.game import Game
from naqala.rules.meeples import TRIBE_LETTERS, TRIBE_OF_LETTER
from naqala.rules.notation.actions import parse_action
from naqala.rules.sowing import Dropping, Outcome
from naqala.rules.text_tokens import drop_of, tile_of
from naqala.rules.turn import Sowing
from naqala.rules.view import imagine
from naqala.tables import coaching, hints
from naqala.tables.errors import Refusal
from naqala.tables.live.subscribers import Subscriber
from naqala.tables.live.table import LiveTable
from naqala.tables.log.state import TableState
from naqala.tables.protocol.messages import Answer, Ask, LandingGain, OutcomeScene
from naqala.tables.protocol.types import ScoreSheet
from naqala.tables.views import log_entries, scene
from naqala.tables.views.private import choices, own_sheet
from naqala.tables.views.strike import named_strike
from naqala.text import Catalogue

HINT_COST = 20
"""A hint keeps a worker busy for a second."""
EFFORT_COSTS = (HINT_COST, 4, 10, HINT_COST)
"""The cost of a hint by its effort; an effort of 0 is a hint at a table."""
MOST_WAYS = 50
"""How many ways to one outcome are listed."""
RICH = 10**6
"""The gold of others in a preview: no bid is forced because somebody has little of it."""
UNKNOWN_WHIM = Whim("", 0, "viziers", RICH)
"""Stands for each Whim of others in a preview: it is never fulfilled."""


def cost(ask: Ask) -> int:
    """As how many messages a query counts towards the rate limit."""
    match ask.what:
        case "hint":
            return EFFORT_COSTS[ask.effort]
        case "preview":
            return max(1, len(ask.actions))
    return 1


async def answer(
    table: LiveTable, subscriber: Subscriber, ask: Ask, words: Catalogue
) -> Answer | None:
    """The answer to a query of the seat in turn; None for a hint, which comes later."""
    async with table.locked():  # an entry that is being written may still fail
        return _answer(table, subscriber, ask, words)


def _answer(table: LiveTable, subscriber: Subscriber, ask: Ask, words: Catalogue) -> Answer | None:
    if ask.what == "coach":
        return Answer(ask.id, coach=coaching.first_game_progress(table.state, subscriber))
    game, turn = table.state.game, table.state.turn
    if game is None or turn not in subscriber.seats:
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
                return preview(table.state, ask, words)
            case "hint":
                hints.request(table, subscriber, ask, words)
                return None
            case "check" | "record":
                raise Refusal("only_exploring")
    except Refusal:
        raise
    except NaqalaError as error:
        raise Refusal("bad_question", reason=error) from None


def preview(table: TableState, ask: Ask, words: Catalogue) -> Answer:
    """The effect of some actions of the seat in turn, as far as it is certain.

    It stops before anything that chance or another player decides. If a move ends with a draw, the
    answer contains its path including forced drops, which the page needs to send the whole move.
    It is played with what the seat may know, so that it cannot show more.
    """
    assert table.game is not None
    game, seat = known_game(table.game), table.game.seat
    events: list[Event] = []
    played, own, before = 0, True, game
    for action in ask.actions:
        trial = game.copy(history=False)
        caused = trial.play(action)
        drawn = trial.state.draws != game.state.draws
        if drawn or isinstance(parse_action(action), End):
            events += takewhile(lambda event: isinstance(event, Taken | Dropped), caused)
            break
        played += 1
        events += own_events(caused) if len(table.seats) > 1 else caused
        before, game = game, trial
        if isinstance(parse_action(action), Bid) or game.seat != seat or game.over:
            own = False
            break
    score: ScoreSheet | None
    if own or len(table.seats) == 1:
        score = own_sheet(game.state, seat)
    else:  # forced actions of others may depend on their secrets
        score = _after_own(before, events, seat)
    return Answer(
        ask.id,
        played=played,
        events=tuple(map(log_entries.game_event, events)),
        lines=log_entries.event_lines(table, tuple(events), words, seat),
        scene=scene.scene(game) if own else None,
        strike=named_strike(known_game(table.game), ask.actions[0]) if ask.actions else None,
        score=score,
        choices=choices(game.state, words, table.names) if own else (),
        outcomes=outcomes(game, ask) if own and is_moving(game) else (),
        extra_points=extra_points(game, seat) if own else (),
    )


def known_game(game: Game) -> Game:
    """The game as the seat in turn may know it: the same for all states with the same view.

    Nothing depends on the secrets of others: they can pay any bid, and nothing fulfils their Whims.
    """
    known = game.copy(history=False)
    known.state = imagine(game.view(game.seat), Random(0))
    for seat, player in enumerate(known.state.players):
        if seat != game.seat:
            player.gold = RICH
            player.whims = (UNKNOWN_WHIM,) * len(player.whims)
    return known


def _after_own(before: Game, events: Sequence[Event], seat: int) -> ScoreSheet | None:
    """The points of a seat after its last action, where that was a bid: it only costs gold."""
    if not events or not isinstance(events[-1], BidPlaced):
        return None
    before.state.players[seat].gold -= events[-1].paid
    return own_sheet(before.state, seat)


def is_moving(game: Game) -> bool:
    """Whether a move is in progress, other than one by flying carpet, which can end anywhere."""
    pending = game.state.pending
    return bool(pending) and isinstance(pending[-1], Sowing) and not game.state.flying


def own_events(events: Sequence[Event]) -> Iterator[Event]:
    """The events of an action, without those of forced actions of others."""
    for event in events:
        if isinstance(event, TurnStarted):
            return
        yield event
        if isinstance(event, BidPlaced):
            return


def outcomes(game: Game, ask: Ask) -> tuple[OutcomeScene, ...]:
    """Where moves can end: from one tile or from all, on one tile or on all."""
    if game.state.flying:  # it can end anywhere: its steps are offered one by one
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

    Only the first way found is counted; outcomes that depend on chance are left out.
    """
    seat, state = game.seat, game.state
    now = visible_scores.own_score(state, seat).total
    found = []
    for tribe in outcomes(game, ask) if ask.start and ask.tile else ():
        outcome = Outcome(
            TILE_OF_NAME[tribe.start], TILE_OF_NAME[tribe.tile], TRIBE_OF_LETTER[tribe.tribe]
        )
        sow = next(game.sowings(outcome, after=_after(ask)), None)
        if sow is None:
            continue
        trial = game.copy(history=False)
        trial.play(sow)
        if trial.state.draws == state.draws:
            points = visible_scores.own_score(trial.state, seat).total - now
            found.append(LandingGain(tribe.tribe, points, extra_points(trial, seat)))
    return tuple(found)


def extra_points(game: Game, seat: int) -> tuple[int, ...]:
    """What the gathered Builders or Assassins can bring next: all different numbers of points.

    Empty if they cannot act, if it is nothing, or if chance decides about one of the choices.
    """
    acts = [
        action for action in game.legal() if isinstance(action, Build | Kill | KillInFront | Pass)
    ]
    if all(isinstance(action, Pass) for action in acts):
        return ()
    now = visible_scores.own_score(game.state, seat).total
    points = set()
    for action in acts:
        trial = game.copy(history=False)
        trial.play(action)
        if trial.state.draws != game.state.draws:
            return ()
        points.add(visible_scores.own_score(trial.state, seat).total - now)
    return tuple(sorted(points)) if any(points) else ()


def unreachable(game: Game, ask: Ask, words: Catalogue) -> str:
    """Why no move from a tile can end on another, as a sentence; empty if one can."""
    start, tile, after = tile_of(ask.start), tile_of(ask.tile), _after(ask)
    grid = game.state.land.grid
    if any(place not in grid.tiles for place in (start, *(at for at, _ in after))):
        raise Refusal("bad_question", reason=NaqalaError("ask_other"))
    if game.state.flying:
        return words.say("unreachable.flying", tile=ask.tile)
    obstacle = game.obstacle(start, tile, after=after)
    if obstacle is None:
        return ""
    reason, at, count, steps = obstacle
    values = {"tile": ask.tile, "start": TILE_NAMES[at], "count": count, "steps": steps}
    return words.say(f"unreachable.{reason}", **values)


def _outcome(game: Game, ask: Ask) -> Outcome | None:
    """The outcome that a query names, if it exists."""
    start, tile = TILE_OF_NAME.get(ask.start), TILE_OF_NAME.get(ask.tile)
    tribe = TRIBE_OF_LETTER.get(ask.tribe)
    if start is None or tile is None or tribe is None:
        raise Refusal("bad_question", reason=NaqalaError("ask_ways"))
    outcome = Outcome(start, tile, tribe)
    return outcome if outcome in game.outcomes(start) else None


def _after(ask: Ask) -> tuple[Dropping, ...]:
    """The drops with which the moves must begin."""
    return tuple(map(drop_of, ask.after))
