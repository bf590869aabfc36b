"""`naqala review`: the largest swings of a finished game, and a chart."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from naqala.bots.advice.game_review import Moment, Review, Standing
from naqala.bots.advice.game_review import review as look_at
from naqala.bots.value.points import LOSS
from naqala.cli import files
from naqala.cli.errors import CommandError
from naqala.cli.load_position import record_places
from naqala.cli.reports.advised_options import option_data, ranked
from naqala.cli.reports.chart import Series, line_chart
from naqala.cli.ui import palette, screen
from naqala.cli.ui.curve import curve, is_plain, limits
from naqala.cli.ui.sheet import verdict
from naqala.cli.ui.wrapping import prose
from naqala.rules.game import Game
from naqala.text import Catalogue

SWINGS = 5
"""How many of the largest swings are shown by default."""
CURVE_HEIGHT = 10
WINNER = "*"
"""The mark before the points of a winner, as on the score sheet."""


def review(
    name: str,
    words: Catalogue,
    out: Console,
    err: Console,
    *,
    budget: float,
    seat: int | None = None,
    count: int = SWINGS,
    picture: str | None = None,
    as_json: bool = False,
) -> int:
    """Print the review of a finished game and return the exit code.

    With `seat`, which counts from 1, only the decisions of this player; `count` is the number of
    moments that are shown.
    """
    game, names, places = record_places(name, words)
    if not game.over:
        raise CommandError("advice_unfinished", file=files.shown(name, words))
    players = game.options.players
    if seat is not None and not 1 <= seat <= players:
        raise CommandError("advice_seat", seat=seat, count=players)
    if picture is not None:
        files.check_writable(picture, words)
    found = reviewed(game, budget, err, words, None if seat is None else seat - 1)
    if picture is not None:
        files.write_text(picture, drawing(found, names, words), words)
    if as_json:
        data = as_data(game, found, words, names, places)
        out.file.write(json.dumps(data, indent=2) + "\n")
        return 0
    width, _ = screen.size(out)
    for part in report(game, found, words, names, places, width, count, plain=is_plain(out)):
        screen.put(out, part, width)
    swings = found.swings(count)
    if swings and name != files.STANDARD_INPUT:
        at = places[swings[0].after]
        opened = words.say("review.open", file=shlex.quote(name), at=at)
        screen.put(out, prose(opened, palette.QUIET), width)
    if picture is not None:
        told_where = words.say("review.picture", file=files.shown(picture, words))
        screen.put(out, prose(told_where, palette.QUIET), width)
    return 0


def reviewed(
    game: Game, budget: float, err: Console, words: Catalogue, seat: int | None = None
) -> Review:
    """The review, with a progress bar if there is a terminal."""
    with Progress(console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task(words.say("review.reviewing"), total=None)

        def progress(done: int, whole: int) -> None:
            bar.update(task, completed=done, total=whole)

        return look_at(game, budget, seat=seat, progress=progress)


def report(
    game: Game,
    found: Review,
    words: Catalogue,
    names: Sequence[str],
    places: Mapping[int, int],
    width: int,
    count: int = SWINGS,
    *,
    plain: bool,
) -> list[RenderableType]:
    """The whole review, from top to bottom, with at most `count` moments.

    `places` are the numbers for `--at`, by the number of played actions.
    """
    solo = game.state.yazid is not None
    parts: list[RenderableType] = [
        Text(words.say("review.scores"), palette.TITLE),
        *curve(lines_of(found.standings), width, CURVE_HEIGHT, plain=plain),
        _axis(found.standings, width, words),
        Text(),
        _players(game, found, words, names),
        *((*verdict(game, words), Text()) if solo else ()),
        Text(words.say("review.swings"), palette.TITLE),
    ]
    swings = found.swings(count)
    if not swings:
        parts.append(prose(words.say("review.no_swings")))
    for moment in swings:
        title = _title(moment, words, names, places[moment.after])
        parts += [Text(), title, _beside(moment, words, names, game)]
    note = words.say("review.note_solo", loss=round(-LOSS)) if solo else words.say("review.note")
    return [*parts, Text(), prose(note, palette.QUIET)]


def lines_of(standings: Sequence[Standing]) -> list[list[int]]:
    """The points of each player, turn by turn."""
    return [list(line) for line in zip(*(each.points for each in standings), strict=True)]


def _axis(standings: Sequence[Standing], width: int, words: Catalogue) -> Text:
    """The turns below the curve, from the first to the last."""
    indent = max(len(str(end)) for end in limits(lines_of(standings))) + 2
    last = words.say("review.turn", number=standings[-1].turn)
    room = width - indent - len(last)
    return Text(" " * indent + "0".ljust(room) + last, palette.QUIET)


def _players(game: Game, found: Review, words: Catalogue, names: Sequence[str]) -> Table:
    """How well each player chose."""
    rows = Table(box=SIMPLE_HEAD, pad_edge=False)
    rows.add_column(words.say("review.player"))
    solo = game.state.yazid is not None
    keys = ["final", "turns", "mean_loss"]
    keys += [] if solo else ["bids", "overpaid", "overpaid_points"]
    for key in keys:
        rows.add_column(words.say(f"review.{key}"), justify="right")
    scores = game.scores()
    for player in found.players:
        seat = player.seat
        total = f"{WINNER if seat in game.winners else ''} {scores[seat].total}"
        cells = [total, str(player.turns), words.decimal(player.mean_loss)]
        if not solo:
            points = words.decimal(player.overpaid_points)
            cells += [str(player.bids), str(player.overpaid), points]
        name = Text.assemble((f" {seat + 1} ", palette.seat_style(seat)), f" {names[seat]}")
        rows.add_row(name, *cells)
    return rows


def _title(moment: Moment, words: Catalogue, names: Sequence[str], at: int) -> Text:
    """When, who, how much was lost, and how to open it."""
    if moment.is_bid:
        when = words.say("review.bid_before", number=moment.turn)
    elif moment.aside:
        when = words.say("review.choice_before", number=moment.turn)
    else:
        when = words.say("review.turn", number=moment.turn)
    points = round(moment.loss)
    lost = words.say("review.lost", count=points, points=words.points(points))
    seat = moment.seat
    return Text.assemble(
        (f" {seat + 1} ", palette.seat_style(seat)),
        (f" {names[seat]} · {when} · ", palette.TITLE),
        (lost, palette.BAD),
        (f" · --at {at}", palette.QUIET),
    )


def _beside(moment: Moment, words: Catalogue, names: Sequence[str], game: Game) -> Table:
    """What was played and what was better, with the reasons for each."""
    assert moment.better is not None
    said = [reason for reason in moment.played.reasons if reason in moment.better.reasons]
    labels = [words.say("review.played"), words.say("review.better")]
    return ranked([moment.played, moment.better], words, names, game, said, labels)


def drawing(found: Review, names: Sequence[str], words: Catalogue) -> str:
    """The points over time as SVG."""
    series = [
        Series(name, [(each.turn, each.points[seat]) for each in found.standings])
        for seat, name in enumerate(names)
    ]
    return line_chart(
        series,
        title=words.say("review.scores"),
        x=words.say("review.axis_turn"),
        y=words.say("review.axis_points"),
        comma=words.say("list.decimal") == ",",
    )


def as_data(
    game: Game,
    found: Review,
    words: Catalogue,
    names: Sequence[str],
    places: Mapping[int, int],
) -> dict[str, Any]:
    """The review as JSON data; seats count from 1, as in all texts."""
    return {
        "names": list(names),
        "scores": [score.total for score in game.scores()],
        "winners": [seat + 1 for seat in game.winners],
        "players": [
            {
                "player": player.seat + 1,
                "turns": player.turns,
                "mean_loss": player.mean_loss,
                "bids": player.bids,
                "overpaid": player.overpaid,
                "overpaid_points": player.overpaid_points,
            }
            for player in found.players
        ],
        "standings": [{"turn": each.turn, "points": list(each.points)} for each in found.standings],
        "moments": [
            moment_data(moment, words, names, game, places[moment.after])
            for moment in found.moments
        ],
    }


def moment_data(
    moment: Moment, words: Catalogue, names: Sequence[str], game: Game, at: int
) -> dict[str, Any]:
    """A decision as JSON data; `at` is the number of actions of the record before it."""
    better = moment.better
    return {
        "at": at,
        "turn": moment.turn,
        "round": moment.round,
        "player": moment.seat + 1,
        "kind": "bid" if moment.is_bid else "choice" if moment.aside else "turn",
        "loss": moment.loss,
        "played": option_data(moment.played, words, names, game),
        "better": option_data(better, words, names, game) if better else None,
    }
