"""Bids in words: what to bid, and what it leads to compared with another bid."""

from collections.abc import Sequence

import pytest

from naqala.bots.advice.lead_wording import brief_text, lead_text
from naqala.bots.advice.reasons import Advice, Expects, Option, Position
from naqala.rules.actions import Bid
from naqala.rules.meeples import BUILDERS
from naqala.text import catalogue
from tests.positions import tile

ENGLISH, FRENCH = catalogue("en"), catalogue("fr")
NAMES = ("Ana", "Bo", "Cem", "Dee")
E2 = tile("e2")


def advice_of(*options: Option) -> Advice:
    return Advice(0, options, len(options), 0, "complete")


def bid(
    value: int,
    place: int,
    worth: float,
    gain: int = 10,
    majority: int = 0,
    fakirs: int = 0,
    *,
    sure: bool = True,
) -> Option:
    """A bid in a game of four."""
    reasons = (
        Position((place,), 4, worth, value, value, fakirs=fakirs),
        Expects(E2, BUILDERS, gain, majority, sure),
    )
    return Option((Bid(value, fakirs),), worth - value, -value, reasons)


def two(
    value: int,
    places: tuple[int, int],
    worth: float,
    gains: Sequence[int] = (12, 18),
    paid: int = 1,
    theirs: int = 0,
) -> Option:
    """A bid in a game of two, where everybody has two markers."""
    position = Position(places, 4, worth, paid, paid, theirs=theirs)
    turns = (
        Expects(E2, BUILDERS, gain, place=place) for gain, place in zip(gains, places, strict=False)
    )
    return Option((Bid(value),), worth - paid, -value, (position, *turns))


@pytest.mark.parametrize(
    ("bids", "said"),
    [
        (
            [bid(5, 1, 14.0, 27), bid(8, 1, 14.0, 27), bid(1, 2, 5.0, 13)],
            "Bid 5: playing first instead of second (Builders on e2, 27 points instead of 13) is "
            "worth about 9 points more and costs 4 gold more.",
        ),
        (
            [bid(0, 2, 0.0, 15), bid(3, 1, 1.0, 18)],
            "Bid 0. Playing first instead of second (Builders on e2, 18 points instead of 15) is "
            "worth only about 1 point more and costs 3 gold more.",
        ),
        (
            [bid(0, 2, 0.0), bid(3, 1, -0.4)],
            "Bid 0. Playing first instead of second (10 points either way) should be worth about "
            "the same by the end of the game and costs 3 gold more.",
        ),
        (
            [bid(0, 2, 0.0, 15), bid(1, 1, -4.0, 21)],
            "Bid 0. Playing first instead of second (Builders on e2, 21 points instead of 15) "
            "should be worth about 4 points less by the end of the game and costs 1 gold more.",
        ),
        (
            [bid(0, 2, 0.0, 15), bid(1, 1, -4.0, 12)],
            "Bid 0. Playing first instead of second brings less (Builders on e2, 12 points "
            "instead of 15); it is worth about 4 points less and costs 1 gold more.",
        ),
        (
            [bid(3, 1, 5.0, 12), bid(0, 2, 0.0, 14)],
            "Bid 3: playing first instead of second (Builders on e2, 12 points instead of 14) "
            "should be worth about 5 points more by the end of the game, counting what it takes "
            "from the others, and costs 3 gold more.",
        ),
        (
            [bid(1, 3, 2.0, 9), bid(0, 4, 0.5, 8)],
            "Bid 1, though it hardly matters: playing third instead of fourth (Builders on e2, "
            "9 points instead of 8) is worth about 2 points more and costs 1 gold more.",
        ),
        ([bid(1, 1, 0.0), bid(3, 1, 0.0)], "Bid 1: that is enough to play first."),
        (
            [bid(1, 1, 9.0, 19, sure=False), bid(0, 2, 0.0, 13)],
            "Bid 1: playing first instead of second (Builders on e2, about 19 points instead of "
            "13) is worth about 9 points more and costs 1 gold more.",
        ),
        (
            [bid(1, 1, 9.0, 19), bid(0, 2, 0.0, 13, sure=False)],
            "Bid 1: playing first instead of second (Builders on e2, 19 points instead of about "
            "13) is worth about 9 points more and costs 1 gold more.",
        ),
        (
            [bid(3, 1, 9.0, 19), bid(1, 2, 0.0, 13, fakirs=1)],
            "Bid 3: playing first instead of second (Builders on e2, 19 points instead of 13) is "
            "worth about 9 points more and costs 2 gold more and 1 Fakir less.",
        ),
    ],
)
def test_a_bid_is_compared_with_the_best_for_another_place(bids: list[Option], said: str) -> None:
    assert lead_text(ENGLISH, advice_of(*bids), NAMES) == said


@pytest.mark.parametrize(
    ("bids", "said"),
    [
        (
            [bid(5, 1, 14.0, 27, majority=20), bid(1, 2, 5.0, 13)],
            "Bid 5: playing first instead of second (Builders on e2, 27 points, 20 of them if the "
            "Vizier majority lasts, instead of 13) is worth about 9 points more and costs "
            "4 gold more.",
        ),
        (
            [bid(3, 1, 5.3, 19), bid(0, 2, 0.0, 20, majority=10)],
            "Bid 3: playing first instead of second (Builders on e2, 19 points instead of 20, "
            "10 of them if the Vizier majority lasts) is worth about 5 points more and costs "
            "3 gold more.",
        ),
        (
            [bid(0, 2, 0.0), bid(3, 1, -3.3, 33, majority=30)],
            "Bid 0. Playing first instead of second (Builders on e2, 33 points, 30 of them if the "
            "Vizier majority lasts, instead of 10) is worth about 3 points less and costs 3 gold "
            "more.",
        ),
        (
            [bid(0, 3, 0.0, 14, majority=10), bid(3, 1, -0.1, 18)],
            "Bid 0. Playing first instead of third (Builders on e2, 18 points instead of 14) "
            "should be worth about the same by the end of the game and costs 3 gold more.",
        ),
        (
            [bid(3, 1, 5.0, 12), bid(0, 2, 0.0, 12, majority=10)],
            "Bid 3: playing first instead of second (Builders on e2, 12 points instead of 12, "
            "10 of them if the Vizier majority lasts) is worth about 5 points more and costs "
            "3 gold more.",
        ),
    ],
)
def test_a_vizier_majority_is_mentioned_where_it_explains_the_worth(
    bids: list[Option], said: str
) -> None:
    assert lead_text(ENGLISH, advice_of(*bids), NAMES) == said


@pytest.mark.parametrize(
    ("bids", "english", "french"),
    [
        (
            [two(1, (1, 2), 2.6), two(0, (1, 4), 0.0, (12, 14))],
            "Bid 1: playing first and second instead of first and fourth (12 and 18 points "
            "instead of 12 and 14) is worth about 3 points more and costs no more.",
            "Miser 1 : jouer en premier et en deuxième plutôt qu’en premier et en quatrième "
            "(12 et 18 points au lieu de 12 et 14) vaut environ 3 points de plus et ne "
            "coûte pas plus.",
        ),
        (
            [two(0, (2, 4), 0.0, (25, 24), paid=0), two(1, (1, 3), -2.1, (24, 19))],
            "Bid 0. Playing first and third instead of second and fourth brings less (24 and "
            "19 points instead of 25 and 24); it is worth about 2 points less and costs 1 gold "
            "more.",
            "Miser 0. Jouer en premier et en troisième plutôt qu’en deuxième et en quatrième "
            "rapporte moins (24 et 19 points au lieu de 25 et 24) ; cela vaut environ 2 points de "
            "moins et coûte 1 PO de plus.",
        ),
        (
            [two(1, (2, 3), 1.9, theirs=8), two(0, (1, 3), 0.0, paid=0)],
            "Bid 1, though it hardly matters. Playing first and third instead of second and third "
            "(12 and 18 points either way) is worth about 2 points less and costs 1 gold less. "
            "Your opponent would then pay 8 gold less.",
            "Miser 1, mais peu importe. Jouer en premier et en troisième plutôt qu’en deuxième "
            "et en troisième (12 et 18 points dans les deux cas) vaut environ 2 points de moins "
            "et coûte 1 PO de moins. Votre adversaire paierait alors 8 PO de moins.",
        ),
        (
            [two(1, (1, 3), 2.5), two(0, (2, 4), 0.0, (12,))],
            "Bid 1: playing first and third instead of second and fourth should be worth about "
            "2 points more by the end of the game, counting what it takes from the others, and "
            "costs no more.",
            "Miser 1 : jouer en premier et en troisième plutôt qu’en deuxième et en quatrième "
            "devrait valoir environ 2 points de plus d’ici la fin de la partie, en comptant ce "
            "que les autres ont en moins, et ne "
            "coûte pas plus.",
        ),
    ],
)
def test_with_two_markers_all_places_and_turns_are_compared(
    bids: list[Option], english: str, french: str
) -> None:
    """B7"""
    assert lead_text(ENGLISH, advice_of(*bids), NAMES) == english
    assert lead_text(FRENCH, advice_of(*bids), NAMES).replace("\u00a0", " ") == french


@pytest.mark.parametrize(
    ("cheaper", "said"),
    [
        (
            two(0, (2, 3), 0.5, paid=0),
            "Bid 3, though it hardly matters: bid 0 would let you play second and third, too.",
        ),
        (
            two(0, (2, 3), -2.0, paid=0),
            "Bid 3: bid 0 would let you play second and third, too, but should be worth about "
            "3 points less by the end of the game.",
        ),
        (
            two(0, (2, 3), 0.5, paid=0, theirs=6),
            "Bid 3, though it hardly matters: bid 0 would let you play second and third, too, but "
            "your opponent would then pay 2 gold less.",
        ),
        (
            two(0, (2, 3), -2.0, paid=0, theirs=1),
            "Bid 3: bid 0 would let you play second and third, too, but your opponent would then "
            "pay 7 gold less.",
        ),
    ],
)
def test_a_cheaper_bid_for_the_same_places_is_mentioned(cheaper: Option, said: str) -> None:
    theirs = 8 if "opponent" in said else 0
    best = two(3, (2, 3), 4.0, paid=3, theirs=theirs)
    other = two(1, (1, 3), 0.0)
    assert lead_text(ENGLISH, advice_of(best, other, cheaper), NAMES) == said


def test_half_a_point_is_not_worth_less() -> None:
    """The difference is compared before it is rounded."""
    bids = two(0, (2, 4), 0.0, paid=0), two(1, (1, 3), -0.52, (17, 15))
    assert "should be worth about the same" in lead_text(ENGLISH, advice_of(*bids), NAMES)


def test_a_page_names_all_places_in_a_few_words() -> None:
    bids = advice_of(bid(5, 1, 14.0, 27), bid(1, 2, 5.0, 13))
    assert brief_text(ENGLISH, bids, NAMES) == "Bid 5, to play first."
    bids = advice_of(two(1, (1, 2), 2.6), two(0, (1, 4), 0.0))
    assert brief_text(ENGLISH, bids, NAMES) == "Bid 1, to play first and second."
    assert brief_text(FRENCH, bids, NAMES) == "Miser 1, pour jouer en premier et en deuxième."
