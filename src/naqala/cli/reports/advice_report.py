"""Advice on a terminal or as JSON data: the options, best first, with their reasons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from naqala.bots.advice.aftermath import aftermath
from naqala.bots.advice.bid_wording import position_of
from naqala.bots.advice.lead_wording import lead_text
from naqala.bots.advice.phrases import (
    actions_text,
    arrival,
    number,
    percent,
    perhaps_about,
    signed_decimal,
)
from naqala.bots.advice.reasons import Advice, Expects, Position
from naqala.bots.advice.turn_wording import in_words, played_text
from naqala.bots.advice.wording import shared, shared_lines, titles_text
from naqala.cli.reports.advised_options import MOST_REASONS, lead_data, option_data, ranked
from naqala.cli.ui import palette
from naqala.cli.ui.wrapping import prose
from naqala.rules.actions import Action
from naqala.rules.game import Game
from naqala.rules.view import View
from naqala.rules.visible_scores import known_scores
from naqala.text import Catalogue


def report(
    game: Game,
    names: Sequence[str],
    advice: Advice,
    words: Catalogue,
    most: int = MOST_REASONS[0],
) -> list[RenderableType]:
    """Why the first option is best, the options with their reasons, and how to read them.

    Options after the best show at most `most` reasons.
    """
    solo = game.state.yazid is not None
    said = shared(advice)
    parts: list[RenderableType] = []
    if first := lead_text(words, advice, names):
        parts += [prose(first), Text()]
    if position := advice.options[0].position:
        parts.append(_bids(advice, words))
        several = len(position.places_of_player) > 1
        notes = [words.say(f"advice.worth_note{'_several' if several else ''}")]
    else:
        afters = [aftermath(game, option) for option in advice.options]
        told = [in_words(game, names, option.actions, words) for option in advice.options]
        parts.append(
            ranked(advice.options, words, names, game, said, told=told, most=most, afters=afters)
        )
        notes = []
    if titles := titles_text(words, advice):
        parts.append(prose(titles))
    parts += [prose(line) for line in shared_lines(words, said, names, game.options)]
    if solo:
        notes.append(words.say("advice.points_note"))
    else:
        notes.append(words.say("advice.margin_note"))
    parts += [prose(note, palette.QUIET) for note in [*notes, effort(advice, game, words)]]
    return parts


def heading(
    game: Game,
    names: Sequence[str],
    words: Catalogue,
    after: int | None = None,
    played: Sequence[Action] = (),
) -> RenderableType:
    """Where in the game this is, who chooses, what is asked, the points, and what was played.

    `after` is the number of actions of the record before it.
    """
    seat = game.seat
    where = [
        words.say("advice.round", number=game.state.round),
        *([words.say("advice.after", count=after)] if after is not None else []),
        words.say("advice.to_choose", player=names[seat]),
    ]
    parts: list[RenderableType] = [
        Text.assemble(
            (f" {seat + 1} ", palette.seat_style(seat)), " ", (" · ".join(where), "bold")
        ),
        prose(words.decision(game.state)),
        prose(_standing(game.view(seat), names, words), palette.QUIET),
    ]
    if played:
        parts.append(prose(played_text(game, names, played, words)))
    return Group(*parts)


def _standing(view: View, names: Sequence[str], words: Catalogue) -> str:
    """The points of all players, those of the viewer first, as far as the viewer sees them."""
    scores = known_scores(view)
    hidden = [player.gold is None for player in view.players]
    parts = [words.say("advice.standing_you", points=scores[view.viewer].total)]
    parts += [
        words.say(
            "advice.standing_least" if hidden[seat] else "advice.standing_one",
            player=name,
            points=scores[seat].total,
        )
        for seat, name in enumerate(names)
        if seat != view.viewer
    ]
    points = words.say("list.comma").join(parts)
    return words.say(f"advice.standing{'_hidden' if any(hidden) else ''}", points=points)


def _bids(advice: Advice, words: Catalogue) -> Table:
    """Bids in a table: the places in the turn order, worth, price, net."""
    rows = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1))
    for key in ("bid", "place", "worth", "price", "net", "margin", "win_chance"):
        rows.add_column(words.say(f"advice.{key}"), justify="right", no_wrap=True)
    several = len(position_of(advice.options[0]).places_of_player) > 1
    rows.add_column(words.say("advice.then_several" if several else "advice.then"))
    for nth, option in enumerate(advice.options):
        position = position_of(option)
        left = [each for each in option.reasons if isinstance(each, Expects)]
        rows.add_row(
            actions_text(option.actions).removeprefix("bid "),
            _places(words, position),
            signed_decimal(words, position.worth),
            _price(words, position),
            signed_decimal(words, position.net),
            signed_decimal(words, option.value),
            percent(words, option.chance),
            prose("\n".join(_expected(words, each) for each in left)),
            style=palette.TITLE if not nth else "",
        )
    return rows


def _places(words: Catalogue, position: Position) -> str:
    """The places of both markers, or the place of the only one and how many there are."""
    own = position.places_of_player
    if len(own) > 1:
        return words.listed(map(str, own))
    return words.say("advice.of", place=own[0], places=position.places)


def _price(words: Catalogue, position: Position) -> str:
    fakirs = [words.fakirs(position.fakirs)] if position.fakirs else []
    return "\n".join([words.gold(position.paid), *fakirs])


def _expected(words: Catalogue, reason: Expects) -> str:
    """A turn that is expected; if there are several, in one short line each."""
    key, gain = "expected", perhaps_about(words, reason.gain, sure=reason.sure)
    if reason.place:
        key, gain = "expected_one", number(reason.gain)
        gain = gain if reason.sure else words.say("advice.about", points=gain)
    return words.say(
        f"advice.{key}{'_majority' if reason.majority > 0 else ''}",
        arrival=arrival(words, reason.tile, reason.tribe),
        gain=gain,
        majority=reason.majority,
    )


def effort(advice: Advice, game: Game, words: Catalogue) -> str:
    """How much was examined."""
    if len(game.legal()) == 1:
        return words.say("advice.only_choice")
    if advice.looked == 1:
        return words.say("advice.only_sales")
    looked = words.say("advice.looked", count=advice.looked)
    if not advice.samples:
        return words.say("advice.effort_only", looked=looked)
    stop = words.say(f"advice.stop.{advice.stop}")
    return words.say("advice.effort", looked=looked, count=advice.samples, stop=stop)


def as_data(
    game: Game,
    names: Sequence[str],
    advice: Advice,
    words: Catalogue,
    played: Sequence[Action] = (),
) -> dict[str, Any]:
    """The advice as JSON data; seats count from 1, as in all texts."""
    return {
        "player": advice.seat + 1,
        "name": names[advice.seat],
        "round": game.state.round,
        "question": words.decision(game.state),
        "played": [str(action) for action in played],
        "looked": advice.looked,
        "samples": advice.samples,
        "stop": advice.stop,
        "lead": lead_data(advice, words, names),
        "options": [option_data(option, words, names, game) for option in advice.options],
    }
