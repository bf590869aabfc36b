"""The review of a game as a page gets it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from msgspec import structs

from naqala.bots.advice.advantages import clearly_greater
from naqala.bots.advice.game_review import SLIP, Assessment, accuracy, without_end
from naqala.bots.advice.phrases import percentage
from naqala.bots.advice.reasons import Option
from naqala.bots.advice.review_wording import because, option_parts, title
from naqala.rules.state import State
from naqala.tables.log.state import TableState
from naqala.tables.protocol.messages import GameReview, ReviewOption, ReviewPlayer, ReviewStep
from naqala.tables.review_results import Review
from naqala.text import Catalogue


def message(table: TableState, review: Review, after: int, words: Catalogue) -> GameReview:
    """What has been found, with the decisions after the first `after`."""
    failed = words.say("review.failed") if review.failed else ""
    return GameReview(
        len(review.results),
        tuple(segment.state.round for segment in review.segments),
        tuple(round(chance, 3) for chance in review.start),
        tuple(_player(review, seat) for seat in range(len(table.seats))),
        tuple(_step(review, nth, words, table.names) for nth in range(after, len(review.results))),
        failed,
        words.say("review.unstored") if review.unstored else "",
    )


def _step(review: Review, nth: int, words: Catalogue, names: Sequence[str]) -> ReviewStep:
    segment, result = review.segments[nth], review.results[nth]
    state, found = segment.state, result.found
    played = found.played if found else Option((), 0.0, 0, ())
    played = replace(played, actions=without_end(segment.whole))  # only those of slips are stored
    step = ReviewStep(
        segment.after,
        review.until(nth),
        state.round,
        state.seat,
        _kind(found),
        tuple(round(chance, 3) for chance in result.chances),
        _option(words, played, state, names),
        round(found.loss, 1) if found else 0.0,
        None,
        "",
        "",
        "",
    )
    if found is None or found.better is None or found.loss < SLIP:
        return step
    return structs.replace(
        step,
        better=_option(words, found.better, state, names),
        title=title(words, found.better, found.played, names),
        because=because(words, found.better, found.played, names),
        cost=cost_text(words, found.played, found.better, found.loss, solo=bool(state.yazid)),
    )


def cost_text(words: Catalogue, played: Option, better: Option, loss: float, *, solo: bool) -> str:
    """What a decision cost.

    In the solo game, the loss contains the penalty of a lost game, which nobody sees in points.
    """
    if not solo:
        return words.say("review.cost", count=round(loss))
    safer = percentage(better.chance) - percentage(played.chance)
    points = round(better.survivor_points - played.survivor_points)
    if safer > 0 and (points < 1 or clearly_greater(better.chance, played.chance)):
        return words.say("review.cost_survival", number=safer)
    return words.say("review.cost", count=points) if points >= 1 else ""


def _kind(found: Assessment | None) -> Literal["bid", "turn", "choice"]:
    if found is None:
        return "turn"
    return "bid" if found.is_bid else "choice" if found.aside else "turn"


def _option(words: Catalogue, option: Option, state: State, names: Sequence[str]) -> ReviewOption:
    parts = option_parts(words, option, state, names)
    return ReviewOption(tuple(map(str, option.actions)), parts, option.points)


def _player(review: Review, seat: int) -> ReviewPlayer:
    """The statistics of a player, without decisions where there was nothing to choose."""
    own = [
        result.found
        for segment, result in zip(review.segments, review.results, strict=False)
        if segment.state.seat == seat and result.found
    ]
    turns = [found for found in own if not (found.is_bid or found.aside)]
    bids = [found for found in own if found.is_bid]
    dear = [
        found
        for found in bids
        if found.better and found.loss >= SLIP and found.better.points > found.played.points
    ]
    return ReviewPlayer(
        round(100 * accuracy([found.loss for found in own])),
        len(turns),
        sum(found.loss < SLIP for found in turns),
        len(bids),
        len(dear),
        round(sum(found.loss for found in dear), 1),
    )
