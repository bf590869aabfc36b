"""The words for facts about rolls, turns and tiles, in both languages."""

import pytest

from naqala.bots.advice.reasons import (
    Chance,
    Denies,
    Expects,
    HasWhim,
    Leaves,
    LowGold,
    Peril,
    Reason,
    Strikes,
    Survival,
)
from naqala.bots.advice.wording import reason_text, shared_lines
from naqala.rules.meeples import ASSASSINS, VIZIERS, parse_letters
from naqala.text import catalogue
from tests.positions import tile

ENGLISH, FRENCH = catalogue("en"), catalogue("fr")
NAMES = ["Ana", "Bo"]
A1, B2, C2, C4 = map(tile, ("a1", "b2", "c2", "c4"))

SAMPLES: list[tuple[Reason, str, str]] = [
    (
        Strikes(C4, parse_letters("BBW"), price=4),
        "Yazid takes an Elder and 2 Builders on c4, and you pay him 4 gold",
        "Yazid prend un Sage et 2 Bâtisseurs sur c4, et vous lui payez 4 PO",
    ),
    (
        LowGold(3, 10, (C4, C2), acts_first=True),
        "You have 3 gold left, but a strike on c4 and c2 would cost 10 gold: "
        "earn gold or move those meeples away on your turn",
        "Il vous reste 3 PO, mais une frappe sur c4 et c2 coûterait 10 PO : "
        "gagnez de l’or ou déplacez ces meeples à votre tour",
    ),
    (
        Peril(18, causes=("viziers",)),
        "50 % of Yazid’s rolls would lose the game (too few Viziers when the game ends)",
        "50 % des jets de Yazid feraient perdre la partie "
        "(trop peu de Vizirs à la fin de la partie)",
    ),
    (
        Survival(0, 5, 9, camels=2),
        "Viziers now: you 0, Yazid 5, and 9 on the board. At the end you need more than "
        "he has, and your Assassins can kill his. "
        "Yazid: 2 camels left. His strikes may soon end the game, "
        "and then you need at least 6 Viziers",
        "Vizirs pour l’instant : vous 0, Yazid 5, et 9 sur le plateau. À la fin, il vous en "
        "faut plus que lui, et vos Assassins peuvent tuer les siens. "
        "Yazid : encore 2 chameaux. Ses frappes peuvent bientôt mettre fin à la partie, "
        "et il vous faudra alors au moins 6 Vizirs",
    ),
    (
        Survival(0, 0, 9, camels=1),
        "Viziers now: you 0, Yazid 0. At the end you need more than he has; "
        "9 are on the board. Yazid: 1 camel left. His strikes may soon end the game, "
        "and then you need at least a Vizier",
        "Vizirs pour l’instant : vous 0, Yazid 0. À la fin, il vous en faut plus que lui ; "
        "il y en a 9 sur le plateau. Yazid : encore 1 chameau. "
        "Ses frappes peuvent bientôt mettre fin à la partie, et il vous faudra alors au moins un "
        "Vizir",
    ),
    (
        HasWhim("oases", 2, 10, has=1),
        "New Whim: 10 gold for 2 oases; you have 1",
        "Nouveau Caprice : 10 PO pour 2 oasis ; vous en êtes à 1",
    ),
    (
        HasWhim("oases", 2, 10, has=0),
        "New Whim, still far: 10 gold for 2 oases; you have none",
        "Nouveau Caprice, encore loin : 10 PO pour 2 oasis ; vous n’en avez pas",
    ),
    (
        Peril(9, (A1, B2), (C4, C2)),
        "25 % of Yazid’s rolls (a1, b2, c4 and c2 together) would lose the game",
        "25 % des jets de Yazid (a1, b2, c4 et c2 ensemble) feraient perdre la partie",
    ),
    (
        Peril(9, (A1,), avoidable=True),
        "25 % of Yazid’s rolls (a1) would lose the game; you can pay to play first, but then he "
        "rolls again",
        "25 % des jets de Yazid (a1) feraient perdre la partie ; "
        "vous pouvez payer pour jouer avant, mais il relance ensuite",
    ),
    (
        Peril(9, (A1,), causes=("assassins", "gold")),
        "25 % of Yazid’s rolls (a1) would lose the game (his seventh Assassin, "
        "not enough gold to pay him)",
        "25 % des jets de Yazid (a1) feraient perdre la partie (son septième Assassin, "
        "pas assez d’or pour le payer)",
    ),
    (
        Peril(36, avoidable=True),
        "100 % of Yazid’s rolls would lose the game; you can pay to play first, but then he "
        "rolls again",
        "100 % des jets de Yazid feraient perdre la partie ; vous pouvez payer pour jouer avant, "
        "mais il relance ensuite",
    ),
    (
        Denies(1, A1, VIZIERS, 12, 0, sure=False),
        "Bo can no longer play Viziers on a1, about 12 points",
        "Bo ne peut plus jouer les Vizirs sur a1, environ 12 points",
    ),
    (
        Denies(1, A1, VIZIERS, 12, 4, sure=False),
        "Bo gets less from Viziers on a1: about 4 instead of 12 points",
        "Bo gagne moins avec les Vizirs sur a1 : environ 4 au lieu de 12 points",
    ),
    (
        Leaves(0, True, A1, VIZIERS, 12, False, waits=True),
        "Your next turn, if Yazid does not spoil it: Viziers on a1, up to 12 points",
        "Votre prochain tour, si Yazid ne le gâche pas : Vizirs sur a1, jusqu’à 12 points",
    ),
    (
        Chance(goes_on=True),
        "Partly luck: something is drawn during the turn, and the rest depends on it",
        "Une part de chance : un tirage pendant le tour décide de la suite",
    ),
    (
        Expects(A1, VIZIERS, 23, sure=False, place=4),
        "Your best turn if you play fourth: Viziers on a1, about 23 points",
        "Votre meilleur tour si vous jouez en quatrième : Vizirs sur a1, environ 23 points",
    ),
    (
        Expects(A1, VIZIERS, 23, majority=20),
        "Your best turn when it comes: Viziers on a1, 23 points "
        "(20 of them if the Vizier majority lasts)",
        "Votre meilleur tour, le moment venu : Vizirs sur a1, "
        "23 points (dont 20 si la majorité de Vizirs tient)",
    ),
    (
        Survival(0, 5, 9, camels=0, last_round=True),
        "Viziers now: you 0, Yazid 5, and 9 on the board. At the end you need more than "
        "he has, and your Assassins can kill his",
        "Vizirs pour l’instant : vous 0, Yazid 5, et 9 sur le plateau. À la fin, il vous en "
        "faut plus que lui, et vos Assassins peuvent tuer les siens",
    ),
    (
        Peril(36),
        "100 % of Yazid’s rolls would lose the game",
        "100 % des jets de Yazid feraient perdre la partie",
    ),
]


FACTS: list[tuple[Reason, str, str]] = [
    (
        Leaves(1, False, A1, ASSASSINS, 12, False, start=B2, fakirs=2, also=(C2,), viziers=1),
        "(from b2; with 2 Fakirs; the kill wins c2; it kills one of your Viziers)",
        "(depuis b2 ; avec 2 Fakirs ; l’assassinat fait gagner c2 ; il tue un de vos Vizirs)",
    ),
    (
        Leaves(1, False, A1, VIZIERS, 12, False, start=C4, loops=True),
        "(from c4, passing a1 and coming back to it)",
        "(depuis c4, en passant par a1 avant d’y revenir)",
    ),
    (
        Leaves(1, False, A1, VIZIERS, 12, False, sure=False, whim=10, djinns=("jafaar",)),
        "about 12 points (summoning Jafaar; a new Whim for 10 gold, not counted)",
        "environ 12 points (en invoquant Jafaar ; un nouveau Caprice à 10 PO, non compté)",
    ),
    (
        Leaves(1, False, A1, VIZIERS, 12, False, start=C4, majority=10),
        "12 points (10 of them if the Vizier majority lasts; from c4)",
        "12 points (dont 10 si la majorité de Vizirs tient ; depuis c4)",
    ),
    (
        Denies(1, A1, VIZIERS, 12, 0, gone=True),
        "Bo can no longer play Viziers on a1, 12 points (none are left there)",
        "Bo ne peut plus jouer les Vizirs sur a1, 12 points (il n’y en a plus)",
    ),
    (
        Denies(1, A1, VIZIERS, 12, 0, start=B2),
        "Bo can no longer play Viziers on a1, 12 points (b2 is empty now)",
        "Bo ne peut plus jouer les Vizirs sur a1, 12 points (b2 est maintenant vide)",
    ),
    (
        Denies(1, A1, VIZIERS, 12, 0, start=B2, count=4),
        "(parity: with 4 meeples now, no move from b2 can end there)",
        "(parité : avec 4 meeples désormais, aucun déplacement depuis b2 ne peut y finir)",
    ),
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
        "(you play again right after this turn)",
        "(vous rejouez juste après ce tour)",
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
def test_facts_about_a_turn_follow_in_brackets(reason: Reason, english: str, french: str) -> None:
    assert plain(reason_text(ENGLISH, reason, NAMES)).endswith(plain(english))
    assert plain(reason_text(FRENCH, reason, NAMES)).endswith(plain(french))
    if isinstance(reason, Leaves):
        assert plain(shared_lines(ENGLISH, [reason], NAMES)[0]).endswith(plain(english) + ".")


def test_what_all_options_share_is_a_sentence() -> None:
    (line,) = shared_lines(ENGLISH, [Survival(7, 5, 9, camels=2)], NAMES)
    assert line == "Yazid: 2 camels left. His strikes may soon end the game."
    waiting = Leaves(0, True, A1, VIZIERS, 12, False, waits=True)
    (line,) = shared_lines(ENGLISH, [waiting], NAMES)
    assert line == (
        "After each of these options, if Yazid does not spoil it, you can end your next turn on "
        "a1 with Viziers, up to 12 points."
    )
    (line,) = shared_lines(ENGLISH, [Denies(1, A1, VIZIERS, 12, 0)], NAMES)
    assert line == "After each of these options, Bo can no longer play Viziers on a1, 12 points."
