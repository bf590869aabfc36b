"""The words for every reason, in both languages."""

import re
from random import Random

import pytest

from naqala import Game
from naqala.bots.advice import advise
from naqala.bots.advice.reasons import (
    Advice,
    Chance,
    Denies,
    EndsGame,
    Expects,
    Fakirs,
    Gain,
    Leaves,
    Lone,
    Loses,
    Option,
    Overtakes,
    Peril,
    Position,
    Reason,
    Stack,
    Strikes,
    Summons,
)
from naqala.bots.advice.wording import advice_lines, lines, reason_text, shared, signed_decimal
from naqala.bots.search.settings import BRIEF
from naqala.rules.actions import END
from naqala.rules.meeples import BUILDERS, MERCHANTS, parse_letters
from naqala.text import Catalogue, catalogue
from tests.play import choose
from tests.positions import tile

ENGLISH, FRENCH = LANGUAGES = [catalogue("en"), catalogue("fr")]
NAMES = ["Ana", "Bo"]
E2, C3 = tile("e2"), tile("c3")

SAMPLES: list[tuple[Reason, str, str]] = [
    (Gain(0, True, "gold", 8), "Gold +8", "Pièces d’or +8"),
    (Gain(0, True, "items", 3, sure=False), "Items about +3", "Objets environ +3"),
    (Gain(0, True, "tiles", 12, tiles=(C3, E2)), "Tiles +12 (c3, e2)", "Tuiles +12 (c3, e2)"),
    (
        Gain(0, True, "majority", 10),
        "Vizier majority +10 if it lasts",
        "Majorité de Vizirs +10 si elle tient",
    ),
    (
        Gain(1, False, "majority", -10),
        "Bo loses 10 points: Vizier majority −10",
        "Bo perd 10 points : Majorité de Vizirs −10",
    ),
    (Gain(1, False, "gold", 1), "Bo gains 1 point: Gold +1", "Bo gagne 1 point : Pièces d’or +1"),
    (
        Overtakes(1, takes=True, own=3, theirs=2),
        "More Viziers than Bo, 3 to 2: the majority changes hands",
        "Plus de Vizirs que Bo, 3 contre 2 : la majorité change de camp",
    ),
    (
        Overtakes(1, takes=False, own=1, theirs=0),
        "More Viziers than Bo: 1 to 0",
        "Plus de Vizirs que Bo : 1 contre 0",
    ),
    (
        Summons("jafaar"),
        "Jafaar: At the end of the game, each of your Viziers is worth 3 points instead of 1",
        "Jafaar : En fin de partie, chacun de vos Vizirs vaut 3 points au lieu de 1",
    ),
    (Fakirs(-2), "Fakirs −2", "Fakirs −2"),
    (
        EndsGame(),
        "The last camel: this round is the last",
        "Le dernier chameau : cette manche est la dernière",
    ),
    (
        Loses("assassins"),
        "The game is lost: Yazid has 7 Assassins",
        "La partie est perdue : Yazid a 7 Assassins",
    ),
    (
        Chance(),
        "Partly luck: the rest depends on what is drawn",
        "Une part de hasard : la suite dépend du tirage",
    ),
    (
        Leaves(1, False, E2, BUILDERS, 15, opened=True),
        "Opens e2 (Builders) to Bo: 15 points",
        "Ouvre e2 (Bâtisseurs) à Bo : 15 points",
    ),
    (
        Leaves(None, False, E2, BUILDERS, 1, opened=True),
        "Opens e2 (Builders) to the next player: 1 point",
        "Ouvre e2 (Bâtisseurs) au joueur suivant : 1 point",
    ),
    (
        Leaves(1, False, E2, BUILDERS, 15, opened=False),
        "Best reply for Bo: e2 (Builders), 15 points",
        "Meilleure réponse de Bo : e2 (Bâtisseurs), 15 points",
    ),
    (
        Leaves(None, False, E2, BUILDERS, -2, opened=False),
        "Best turn left on the board: e2 (Builders), −2 points",
        "Meilleur tour restant sur le plateau : e2 (Bâtisseurs), −2 points",
    ),
    (
        Leaves(0, True, E2, BUILDERS, 9, opened=False),
        "Next turn of the same player: e2 (Builders), 9 points",
        "Prochain tour du même joueur : e2 (Bâtisseurs), 9 points",
    ),
    (
        Denies(1, E2, BUILDERS, 15, 0),
        "Takes e2 (Builders) away from Bo: 15 points",
        "Prive Bo de e2 (Bâtisseurs) : 15 points",
    ),
    (
        Denies(None, E2, BUILDERS, 15, 0),
        "Takes e2 (Builders) off the board: 15 points",
        "Retire e2 (Bâtisseurs) du plateau : 15 points",
    ),
    (
        Denies(1, E2, BUILDERS, 15, 4),
        "Bo gets less on e2 (Builders): 4 points instead of 15 points",
        "Bo gagne moins sur e2 (Bâtisseurs) : 4 points au lieu de 15 points",
    ),
    (
        Denies(None, E2, BUILDERS, 15, 4),
        "Less is left on e2 (Builders): 4 points instead of 15 points",
        "Il reste moins sur e2 (Bâtisseurs) : 4 points au lieu de 15 points",
    ),
    (
        Lone(C3, MERCHANTS, 8, 1),
        "Leaves a Merchant alone on c3 (8 points): "
        "1 tile has the right number of meeples to reach it",
        "Laisse un Marchand seul sur c3 (8 points) : "
        "1 tuile a le bon nombre de meeples pour l’atteindre",
    ),
    (
        Lone(C3, MERCHANTS, 8, 0),
        "Leaves a Merchant alone on c3 (8 points): safe for now, no move can end there",
        "Laisse un Marchand seul sur c3 (8 points) : "
        "à l’abri pour l’instant, aucun déplacement n’y finit",
    ),
    (
        Lone(C3, MERCHANTS, 0, 2),
        "Leaves a Merchant alone on c3: 2 tiles have the right number of meeples to reach it",
        "Laisse un Marchand seul sur c3 : 2 tuiles ont le bon nombre de meeples pour l’atteindre",
    ),
    (
        Stack(C3, MERCHANTS, 3, 0, 2),
        "Brings 3 Merchants together on c3: 2 tiles have the right number of meeples to reach it",
        "Réunit 3 Marchands sur c3 : 2 tuiles ont le bon nombre de meeples pour l’atteindre",
    ),
    (
        Stack(C3, MERCHANTS, 2, 6, 2),
        "Leaves only 2 Merchants on c3 (6 points): "
        "2 tiles have the right number of meeples to reach it",
        "Ne laisse que 2 Marchands sur c3 (6 points) : "
        "2 tuiles ont le bon nombre de meeples pour l’atteindre",
    ),
    (
        Strikes(C3, parse_letters("YRR")),
        "Yazid takes a Vizier and 2 Assassins on c3",
        "Yazid prend un Vizir et 2 Assassins sur c3",
    ),
    (
        Peril(3, 20),
        "A strike by Yazid would be fatal on 3 of the 20 tiles with meeples",
        "Une frappe de Yazid serait fatale sur 3 des 20 tuiles occupées",
    ),
    (
        Position(1, 4, 9.25, 5, 5),
        "Place 1 of 4: worth 9.2 more than the cheapest bid, costs 5 more: +4.2 in all",
        "Place 1 sur 4 : vaut 9,2 de plus que l’enchère la moins chère, "
        "coûte 5 de plus : +4,2 en tout",
    ),
    (
        Position(3, 4, 0.0, 0, 0),
        "Place 3 of 4, for the lowest price",
        "Place 3 sur 4, au prix le plus bas",
    ),
    (
        Expects(E2, BUILDERS, 11),
        "A turn like e2 (Builders), 11 points, should still be available",
        "Un tour comme e2 (Bâtisseurs), 11 points, devrait encore être possible",
    ),
]


def test_there_is_a_sample_of_every_reason() -> None:
    known = {kind.__name__ for kind in Reason.__subclasses__()}
    assert {type(reason).__name__ for reason, _, _ in SAMPLES} == known


@pytest.mark.parametrize(("reason", "english", "french"), SAMPLES)
def test_every_reason_is_worded_in_both_languages(
    reason: Reason, english: str, french: str
) -> None:
    assert reason_text(ENGLISH, reason, NAMES) == english
    assert reason_text(FRENCH, reason, NAMES).replace("\u00a0", " ") == french


def test_own_points_come_first_then_those_of_opponents() -> None:
    reasons = (
        Denies(1, E2, BUILDERS, 15, 0),
        Gain(0, True, "gold", 8),
        Gain(1, False, "majority", -10),
        Gain(0, True, "elders", -4),
    )
    told = lines(ENGLISH, Option((END,), 3.0, 4, reasons), NAMES)
    assert told == [
        "+4 points right away: Gold +8, Elders −4",
        "Bo loses 10 points: Vizier majority −10",
        "Takes e2 (Builders) away from Bo: 15 points",
    ]
    assert [line.weight for line in told] == [4.0, 10.0, 15.0]


@pytest.mark.parametrize(
    ("points", "english", "french"),
    [
        (0, "No points right away: Gold +2, Elders −2", "Aucun point tout de suite"),
        (1, "+1 point right away: Gold +2, Elders −2", "+1 point tout de suite"),
        (-1, "−1 point right away: Gold +2, Elders −2", "−1 point tout de suite"),
    ],
)
def test_immediate_points_use_the_right_plural_form(points: int, english: str, french: str) -> None:
    gains = (Gain(0, True, "gold", 2), Gain(0, True, "elders", -2))
    option = Option((END,), 0.0, points, gains)
    assert lines(ENGLISH, option, NAMES) == [english]
    assert lines(FRENCH, option, NAMES)[0].startswith(french)


def test_a_reason_shared_by_all_options_is_mentioned_once() -> None:
    answer = Leaves(1, False, E2, BUILDERS, 15, opened=False)
    options = (Option((END,), 1.0, 0, (answer,)), Option((END,), 0.0, 0, (answer,)))
    advice = Advice(0, options, 2, 0, "time")
    assert shared(advice) == [answer]
    assert advice_lines(ENGLISH, advice, NAMES) == [
        "1. +1.0  end",
        "   No points right away",
        "2. 0.0  end",
        "   No points right away",
        "In any case: best reply for Bo: e2 (Builders), 15 points.",
    ]


def test_decimals_are_formatted_for_the_language() -> None:
    assert signed_decimal(ENGLISH, -3.14) == "−3.1"
    assert signed_decimal(FRENCH, 12.0) == "+12,0"
    assert signed_decimal(ENGLISH, -0.01) == "0.0"


@pytest.mark.parametrize("words", LANGUAGES, ids=["en", "fr"])
def test_advice_of_random_games_is_readable(words: Catalogue) -> None:
    for players, boxes in ((1, ()), (3, ("whims", "artisans"))):
        game = Game.new(players=players, seed=2, expansions=boxes)
        random = Random(2)
        while not game.over and len(game.history) < 120:
            if len(game.history) % 12 == 5:
                advice = advise(game.view(game.seat), 0.01, count=3, settings=BRIEF)
                for line in advice_lines(words, advice, [words.player(0)], game.options):
                    assert not re.search(r"[{}]|None|\(\)|<", line), line
            game.play(choose(random, game.legal()))
