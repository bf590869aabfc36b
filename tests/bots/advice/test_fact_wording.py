"""The words for facts about rolls, turns and tiles, in both languages."""

import pytest

from naqala.bots.advice.reasons import HasWhim, Leaves, Peril, Reason
from naqala.bots.advice.wording import reason_text, shared_lines
from naqala.rules.meeples import VIZIERS
from naqala.text import catalogue
from tests.positions import tile

ENGLISH, FRENCH = catalogue("en"), catalogue("fr")
NAMES = ["Ana", "Bo"]
A1, B2, C2, C4 = map(tile, ("a1", "b2", "c2", "c4"))

SAMPLES: list[tuple[Reason, str, str]] = [
    (
        HasWhim("oases", 2, 10, has=1),
        "Whim: 10 gold for 2 oases; you have 1",
        "Caprice : 10 PO pour 2 oasis ; vous en êtes à 1",
    ),
    (
        HasWhim("oases", 2, 10, has=0),
        "Whim: 10 gold for 2 oases; you have none yet",
        "Caprice : 10 PO pour 2 oasis ; vous n’en avez pas encore",
    ),
    (
        Peril(2, 16, 9, (A1, B2), (C4, C2)),
        "25 % of Yazid’s rolls would lose the game: a1, b2, c4 + c2",
        "25 % des jets de Yazid feraient perdre la partie : a1, b2, c4 + c2",
    ),
    (
        Peril(0, 1, 36),
        "100 % of Yazid’s rolls would lose the game",
        "100 % des jets de Yazid feraient perdre la partie",
    ),
]


FACTS: list[tuple[Leaves, str, str]] = [
    (
        Leaves(1, False, A1, VIZIERS, 12, False, bids_first=True),
        "(Bo bids first next round)",
        "(Bo enchérit en premier à la prochaine manche)",
    ),
    (
        Leaves(0, True, A1, VIZIERS, 12, False, bids_first=True),
        "(you bid first next round)",
        "(vous enchérissez en premier à la prochaine manche)",
    ),
    (
        Leaves(1, False, A1, VIZIERS, 12, False, turns=2),
        "(Bo has 2 turns in a row)",
        "(Bo joue 2 tours de suite)",
    ),
    (
        Leaves(0, True, A1, VIZIERS, 12, False, turns=2),
        "(you act again at once)",
        "(vous rejouez aussitôt)",
    ),
]


def plain(text: str) -> str:
    """A text with ordinary spaces, which may or may not stand before a per cent sign."""
    return text.replace("\u00a0", " ").replace("\u202f", " ").replace(" %", "%")


@pytest.mark.parametrize(("reason", "english", "french"), SAMPLES)
def test_every_fact_has_words(reason: Reason, english: str, french: str) -> None:
    assert plain(reason_text(ENGLISH, reason, NAMES)) == plain(english)
    assert plain(reason_text(FRENCH, reason, NAMES)) == plain(french)


@pytest.mark.parametrize(("reason", "english", "french"), FACTS)
def test_facts_about_a_turn_follow_in_brackets(reason: Leaves, english: str, french: str) -> None:
    assert plain(reason_text(ENGLISH, reason, NAMES)).endswith(plain(english))
    assert plain(reason_text(FRENCH, reason, NAMES)).endswith(plain(french))
    assert plain(shared_lines(ENGLISH, [reason], NAMES)[0]).endswith(plain(english) + ".")
