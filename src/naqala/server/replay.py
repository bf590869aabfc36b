"""Looking back: the game as it once stood, and how the points went."""

from __future__ import annotations

from naqala.rules.events import BidPlaced, TurnEnded
from naqala.rules.game import Game
from naqala.rules.state import NOBODY
from naqala.rules.view import seen_by
from naqala.server import journal, scene
from naqala.server.protocol import Curve, CurvePoint, Moment
from naqala.server.refusal import Refusal
from naqala.server.showing import Seats, viewer
from naqala.server.table import Table
from naqala.text import Catalogue


def moment(table: Table, actions: int, words: Catalogue, seats: Seats = ()) -> Moment:
    """The game after so many actions; once it is over, with all secrets.

    Whoever holds one seat also sees what was secret in it; several people may share a page that
    holds more, so nothing is opened there.
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
        shown = scene.opened(shown, game.state, seat)
    return Moment(
        actions,
        last,
        shown,
        tuple(map(journal.happening, events)),
        journal.event_lines(table, events, words, NOBODY if over else seat),
        turns(table.game),
    )


def turns(game: Game) -> tuple[int, ...]:
    """After how many actions each bid and each turn was over."""
    return tuple(
        number
        for number, played in enumerate(game.history, 1)
        if any(isinstance(event, (BidPlaced, TurnEnded)) for event in played.events)
    )


def curve(table: Table) -> Curve:
    """The points at the beginning and after each turn of a finished game, all secrets open."""
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
