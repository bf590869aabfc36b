"""Replay: the game after any number of actions, its record, and how the points developed."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random

from naqala import __version__
from naqala.rules.events import BidPlaced, TurnEnded
from naqala.rules.game import Game
from naqala.rules.notation.position import position_text
from naqala.rules.notation.tags import set_standard_tags
from naqala.rules.state import NOBODY
from naqala.rules.view import imagine, seen_by, view
from naqala.tables.errors import Refusal
from naqala.tables.log import fairness
from naqala.tables.log.entries import Started
from naqala.tables.log.state import TableState
from naqala.tables.protocol.messages import Curve, CurvePoint, Moment
from naqala.tables.views import log_entries, scene
from naqala.tables.views.snapshot import Seats, viewer
from naqala.text import Catalogue


def moment(table: TableState, actions: int, words: Catalogue, seats: Seats = ()) -> Moment:
    """The game after so many actions; once it is over, with all secrets.

    A page that holds one seat also sees the secrets of that seat. A page that holds several may be
    shared by several people, so it sees none.
    """
    if table.game is None:
        raise Refusal(f"phase_{table.phase}")
    last = len(table.game.history)
    if actions > last:
        raise Refusal("no_moment", most=last)
    game = table.game.copy()
    game.undo(last - actions)
    caused = game.history[-1].events if game.history else game.opening
    over = table.phase == "over"
    seat = viewer(seats)
    events = tuple(caused) if over else tuple(seen_by(event, seat) for event in caused)
    shown = scene.scene(game, revealed=over)
    if seat != NOBODY and not over:
        shown = scene.opened(shown, view(game.state, seat))
    return Moment(
        actions,
        last,
        shown,
        tuple(map(log_entries.game_event, events)),
        log_entries.event_lines(table, events, words, seat),
        turns(table.game),
    )


def turns(game: Game) -> tuple[int, ...]:
    """The number of actions at the end of each bid and each turn."""
    return tuple(
        number
        for number, played in enumerate(game.history, 1)
        if any(isinstance(event, (BidPlaced, TurnEnded)) for event in played.events)
    )


def current_position(table: TableState, seats: Seats) -> str:
    """The position of a game as text, to explore it; while it runs, only what these seats know.

    Cards, gold and chance that the player in turn cannot know are then drawn at random. Refusal
    while anybody else plays: nobody gets advice in a game with others.
    """
    if table.game is None:
        raise Refusal(f"phase_{table.phase}")
    if table.phase == "over":
        return table.game.position()
    people = {seat for seat, each in enumerate(table.seats) if each.kind == "person"}
    if not seats or not people.issubset(seats):
        raise Refusal("explore_running")
    seat = table.turn if table.turn in seats else seats[0]
    return position_text(imagine(table.game.view(seat), Random()))


def record(table: TableState) -> str:
    """The record of a finished game, with the standard tags and the remarks about its seed."""
    if table.game is None or table.started is None or table.phase != "over":
        raise Refusal("no_record")
    game = table.game.copy()
    begun = next(each.entry.at for each in table.log if isinstance(each.entry.body, Started))
    set_standard_tags(
        game,
        date=datetime.fromtimestamp(begun / 1000, UTC).date().isoformat(),
        site=f"Naqala {__version__}",
        players=table.names,
        bots=[seat.bot for seat in table.seats],
    )
    return fairness.remarked(
        game.record(check=True),
        int(table.started.seed),
        table.started.nonce,
        chosen=bool(table.plan.seed or table.plan.opening),
    )


def position_after(table: TableState, actions: int) -> str:
    """The position of a finished game after so many actions, as text."""
    if table.game is None or table.phase != "over":
        raise Refusal("no_record")
    last = len(table.game.history)
    if actions > last:
        raise Refusal("no_moment", most=last)
    game = table.game.copy()
    game.undo(last - actions)
    return game.position()


def curve(table: TableState) -> Curve:
    """The points at the start and after each turn of a finished game, with all secrets."""
    if table.game is None or table.phase != "over":
        raise Refusal("no_record")
    whole = table.game
    game = whole.copy()
    game.undo(len(whole.history))
    points = [CurvePoint(0, 0, NOBODY, tuple(score.total for score in game.scores()))]
    for played in whole.history:
        number = game.state.round
        for event in game.play(played.action):
            if isinstance(event, TurnEnded):
                totals = tuple(score.total for score in game.scores())
                points.append(CurvePoint(len(game.history), number, event.seat, totals))
    return Curve(tuple(points))
