"""Reviewed decisions in words: every reason has a title and a sentence in every language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from naqala import Game
from naqala.bots.advice import review_wording
from naqala.bots.advice.game_review import REVIEWING, judge, segments
from naqala.bots.advice.reasons import (
    Council,
    EndsGame,
    Fakirs,
    Gain,
    HasWhim,
    Leaves,
    Lone,
    Loses,
    Option,
    Peril,
    Position,
    Reason,
    Strikes,
    Summons,
)
from naqala.rules.actions import Action, Bid
from naqala.rules.meeples import VIZIERS, parse_letters
from naqala.rules.notation.actions import parse_action
from naqala.text import LANGUAGES, catalogue
from tests.positions import tile

GAMES = Path(__file__).parents[2] / "games"
NAMES = ("Ann", "Bob", "Cid", "Dan")
SOW, OTHER = parse_action("sow b3 c3W"), parse_action("summon leta elders")


def option(*reasons: Reason, points: int = 0, action: Action = SOW) -> Option:
    return Option((action,), 10.0 + points, points, reasons)


def bid(place: int, worth: float, price: int, spot: int) -> Option:
    return option(Position((place,), 2, worth, price, price), points=-price, action=Bid(spot))


A1 = tile("a1")
CASES: dict[str, tuple[Option, Option]] = {
    "Elders left behind": (option(points=9), option(points=4)),
    "Points left behind": (option(points=9, action=OTHER), option()),
    "Bob got off lightly": (option(Gain(1, False, "viziers", -10)), option()),
    "The others got off lightly": (
        option(*(Gain(seat, False, "majority", -10) for seat in (1, 2))),
        option(),
    ),
    "Too few Viziers against Yazid": (option(Council(3, 4, 3)), option()),
    "A gift for Bob": (
        option(Leaves(1, False, A1, VIZIERS, 2, False)),
        option(Leaves(1, False, A1, VIZIERS, 12, True)),
    ),
    "A gift for the next player": (
        option(Leaves(None, False, A1, VIZIERS, 2, False)),
        option(Leaves(None, False, A1, VIZIERS, 12, True)),
    ),
    "Fakirs given away": (option(Fakirs(2)), option()),
    "A Whim left behind": (option(HasWhim("oases", 3, 10, 2)), option()),
    "The next turn not prepared": (
        option(Leaves(0, True, A1, VIZIERS, 12, False)),
        option(Leaves(0, True, A1, VIZIERS, 2, False)),
    ),
    "a1 left open": (option(), option(Lone(A1, VIZIERS, 8, 3))),
    "a1 left to Yazid": (option(), option(Strikes(A1, parse_letters("YY")))),
    "A dangerous board": (option(Peril(1)), option(Peril(5))),
    "Leta not summoned": (option(Summons("leta")), option()),
    "The end put off": (option(EndsGame(9.0)), option()),
    "Ended too soon": (option(), option(EndsGame(-9.0))),
    "A defeat that could be avoided": (option(), option(Loses("gold"))),
    "A bid too low": (bid(1, 12.0, 5, 5), bid(2, 0.0, 0, 0)),
    "A bid too high": (bid(2, 0.0, 0, 0), bid(1, 1.0, 8, 8)),
    "A better turn was there": (option(), option()),
    "Another bid was better": (bid(1, 5.0, 3, 8), bid(1, 3.0, 3, 8)),
}


@pytest.mark.parametrize("title", CASES)
def test_every_advantage_has_a_title_and_a_sentence(title: str) -> None:
    better, played = CASES[title]
    assert review_wording.title(catalogue("en"), better, played, NAMES) == title
    for language in LANGUAGES:
        words = catalogue(language)
        said = (
            review_wording.title(words, better, played, NAMES),
            review_wording.because(words, better, played, NAMES),
        )
        for text in said:
            assert text
            assert not re.search(r"[{}]|^review\.", text)


@pytest.mark.parametrize(
    ("better", "paid", "played", "less", "title"),
    [
        (0, 3, 1, 1, "A bid too high"),  # a lower bid that costs more with the second marker
        (1, 1, 0, 3, "A bid too low"),
        (1, 1, 0, 1, "A bid too low"),
    ],
)
def test_a_bid_is_too_high_or_too_low_by_its_value(
    better: int, paid: int, played: int, less: int, title: str
) -> None:
    """B7: with two markers, the price is that of the whole auction."""
    best = option(Position((1, 2), 4, 8.0, 0, paid), action=Bid(better))
    made = option(Position((1, 4), 4, 0.0, 0, less), action=Bid(played))
    assert review_wording.title(catalogue("en"), best, made, NAMES) == title


def test_a_bid_with_other_fakirs_is_neither_too_high_nor_too_low() -> None:
    """D13"""
    best = option(Position((1,), 2, 8.0, 0, 3), action=Bid(8, 2))
    made = option(Position((1,), 2, 0.0, 0, 8), action=Bid(8))
    assert review_wording.title(catalogue("en"), best, made, NAMES) == "Another bid was better"


def test_every_title_of_the_catalogue_is_used() -> None:
    titles = {key for key in catalogue("en").messages if key.startswith("review.title.")}
    assert len(titles) == len(CASES) + 1, "all but that of a solo game, which is tested below"


@pytest.mark.parametrize("name", ["solo-gold", "both-2-82"])
def test_the_actions_of_a_game_are_put_into_words(name: str) -> None:
    game = Game.load((GAMES / f"{name}.naqala").read_text(encoding="utf-8"))
    said: Sequence[str] = ()
    for segment in segments(game):
        played = Option(segment.whole, 0.0, 0, ())
        parts = review_wording.option_parts(catalogue("en"), played, segment.state, NAMES)
        assert parts
        said = [*said, *parts]
    assert any(re.fullmatch(r"\w\d to \w\d, \d? ?[\w ]+", part) for part in said)


def test_what_is_conceded_to_the_choice_made_is_mentioned() -> None:
    better = Option((SOW,), 12.0, 4, (Fakirs(2),))
    played = Option((SOW,), 4.0, 9, ())
    assert review_wording.because(catalogue("en"), better, played, NAMES) == (
        "It leaves you with 2 more Fakirs, and it should pay off later, although the choice "
        "made brings 5 points more right away (9 instead of 4)."
    )


def test_a_safer_choice_of_a_solo_game_says_so() -> None:
    """Y9: what counts is to survive, even if the choice made brought more."""
    better = Option((SOW,), 50.0, 4, (Fakirs(2),), 0.7, (0.1, 0.0, 0.0), 100.0)
    played = replace(better, value=20.0, chance=0.5, reasons=())
    for language, said in (("en", "you survive more often."), ("fr", "survivez plus souvent.")):
        text = review_wording.because(catalogue(language), better, played, NAMES)
        assert text.endswith(said)
    assert review_wording.title(catalogue("en"), better, played, NAMES) == "A risk too many"


def test_a_whole_decision_is_judged_and_told() -> None:
    game = Game.load((GAMES / "base-2-55.naqala").read_text(encoding="utf-8"))
    segment = next(each for each in segments(game) if len(each.whole) > 1)
    moment = judge(segment, 60.0, 0, REVIEWING)
    assert moment.better is not None
    text = review_wording.because(catalogue("fr"), moment.better, moment.played, NAMES)
    assert text.endswith(".")
