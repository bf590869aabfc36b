"""The words for every reason, in both languages."""

import re
from dataclasses import replace
from random import Random

import pytest

from naqala import Game
from naqala.bots.advice import advise
from naqala.bots.advice.advantages import (
    Advantage,
    AvoidsDanger,
    BetterBid,
    BetterNextTurn,
    CostsRival,
    CostsRivals,
    EndsAhead,
    FewerDeadly,
    GetsDjinn,
    LeavesLess,
    MoreFakirs,
    MorePoints,
    NearerCouncil,
    PlaysOn,
    RemovesAssassins,
    Survives,
    SurvivesMore,
    TakesAway,
    TakesWhim,
)
from naqala.bots.advice.lead_wording import advantage_text, brief_text, lead_text
from naqala.bots.advice.phrases import percent, shown_actions, signed_decimal
from naqala.bots.advice.reasons import (
    Advice,
    Chance,
    Council,
    Denies,
    EndsGame,
    Expects,
    Fakirs,
    FewerAssassins,
    Gain,
    HasWhim,
    Leaves,
    Lone,
    Loses,
    LowGold,
    NearsEnd,
    Option,
    Overtakes,
    Peril,
    Position,
    Reason,
    Stack,
    Strikes,
    Summons,
    Survival,
    YazidAssassins,
    YazidSummons,
)
from naqala.bots.advice.wording import (
    advice_lines,
    lines,
    main_lines,
    reason_text,
    shared,
    shared_lines,
    titles_text,
)
from naqala.bots.search.settings import BRIEF
from naqala.rules.actions import END, PASS
from naqala.rules.meeples import BUILDERS, MERCHANTS, parse_letters
from naqala.rules.notation.actions import parse_action
from naqala.text import Catalogue, catalogue
from tests.play import choose
from tests.positions import tile

ENGLISH, FRENCH = LANGUAGES = [catalogue("en"), catalogue("fr")]
NAMES = ["Ana", "Bo"]
E2, C3 = tile("e2"), tile("c3")

SAMPLES: list[tuple[Reason, str, str]] = [
    (Gain(0, True, "gold", 8), "Gold +8", "Pièces d’or +8"),
    (Gain(0, True, "items", 3, sure=False), "Items about +3", "Objets +3 environ"),
    (Gain(0, True, "tiles", 12, tiles=(C3, E2)), "Tiles +12 (c3, e2)", "Tuiles +12 (c3, e2)"),
    (
        Gain(0, True, "djinns", 8, causes=("enki",)),
        "Djinns +8 (Enki)",
        "Djinns +8 (Enki)",
    ),
    (
        Gain(1, False, "gold", 2, causes=("ba'al",)),
        "Bo gains 2 points: Gold +2 (Ba’al)",
        "Bo gagne 2 points : Pièces d’or +2 (Ba’al)",
    ),
    (
        Gain(1, False, "artisans", -5, causes=("most",)),
        "Bo loses 5 points: Artisans −5 (no longer the most)",
        "Bo perd 5 points : Artisans −5 (majorité perdue)",
    ),
    (
        Gain(1, False, "artisans", 5, causes=("most",)),
        "Bo gains 5 points: Artisans +5 (now the most)",
        "Bo gagne 5 points : Artisans +5 (majorité gagnée)",
    ),
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
        "More Viziers than Bo, 3 to 2: Bo loses 10 points for the majority",
        "Plus de Vizirs que Bo, 3 contre 2 : Bo perd les 10 points de la majorité",
    ),
    (
        Overtakes(1, takes=False, own=1, theirs=0),
        "More Viziers than Bo: 1 to 0",
        "Plus de Vizirs que Bo : 1 contre 0",
    ),
    (
        Council(4, 2, 1),
        "Viziers after this: you 4, Yazid 2",
        "Vizirs ensuite : vous 4, Yazid 2",
    ),
    (
        Council(2, 2, 1),
        "Viziers after this: you 2, Yazid 2; at the end you need more than he has",
        "Vizirs ensuite : vous 2, Yazid 2 ; à la fin, il vous en faut plus que lui",
    ),
    (
        Summons("jafaar"),
        "Jafaar: at the end of the game, each of your Viziers is worth 3 points instead of 1",
        "Jafaar : en fin de partie, chacun de vos Vizirs vaut 3 points au lieu de 1",
    ),
    (Fakirs(1), "A Fakir for later", "Un Fakir pour plus tard"),
    (Fakirs(-2), "Costs 2 Fakirs", "Coûte 2 Fakirs"),
    (
        EndsGame(),
        "The last camel: this round is the last",
        "Le dernier chameau : cette manche est la dernière",
    ),
    (
        EndsGame(12.3),
        "The last camel: this round is the last, and you should win by about 12 points",
        "Le dernier chameau : cette manche est la dernière, "
        "et vous devriez gagner d’environ 12 points",
    ),
    (
        EndsGame(-3.2),
        "The last camel: this round is the last, and you would probably lose by about 3 points",
        "Le dernier chameau : cette manche est la dernière, "
        "et vous perdriez sans doute d’environ 3 points",
    ),
    (
        NearsEnd(2, 1.0),
        "2 camels left: you can soon end the game",
        "Encore 2 chameaux : vous pourrez bientôt mettre fin à la partie",
    ),
    (
        NearsEnd(1, 9.0),
        "1 camel left: you can soon end the game, which suits you as long as you would win",
        "Encore 1 chameau : vous pourrez bientôt mettre fin à la partie, "
        "ce qui vous arrange tant que vous êtes en passe de gagner",
    ),
    (
        NearsEnd(1, -9.0),
        "1 camel left: the game comes closer to its end, although you would probably lose",
        "Encore 1 chameau : la fin approche alors que vous perdriez sans doute",
    ),
    (
        Loses("assassins"),
        "The game is lost: Yazid has 7 Assassins",
        "La partie est perdue : Yazid a 7 Assassins",
    ),
    (
        Chance(),
        "Partly luck: the result depends on what is drawn",
        "Une part de chance : le résultat dépend du tirage",
    ),
    (
        Leaves(1, False, E2, BUILDERS, 15, opened=True),
        "Lets Bo play Builders on e2, 15 points",
        "Permet à Bo de jouer les Bâtisseurs sur e2, 15 points",
    ),
    (
        Leaves(None, False, E2, BUILDERS, 1, opened=True),
        "Lets the next player play Builders on e2, 1 point",
        "Permet au joueur suivant de jouer les Bâtisseurs sur e2, 1 point",
    ),
    (
        Leaves(1, False, E2, BUILDERS, 15, opened=False),
        "Best reply: Bo ends on e2 with Builders, 15 points",
        "Meilleure réponse : Bo finit sur e2 avec des Bâtisseurs, 15 points",
    ),
    (
        Leaves(None, False, E2, BUILDERS, 2, opened=False),
        "Best turn left for the next player: end on e2 with Builders, 2 points",
        "Meilleur tour laissé au joueur suivant : finir sur e2 avec des Bâtisseurs, 2 points",
    ),
    (
        Leaves(1, False, E2, BUILDERS, -2, opened=False),
        "No reply of Bo scores right away",
        "Aucune réponse de Bo ne marque tout de suite",
    ),
    (
        Leaves(None, False, E2, BUILDERS, 0, opened=False),
        "No turn of the next player scores right away",
        "Aucun tour du joueur suivant ne marque tout de suite",
    ),
    (
        Leaves(0, True, E2, BUILDERS, 9, opened=False),
        "Your next turn: Builders on e2, up to 9 points",
        "Votre prochain tour : Bâtisseurs sur e2, jusqu’à 9 points",
    ),
    (
        Leaves(0, True, E2, BUILDERS, 0, opened=False),
        "Your next turn: nothing that scores yet",
        "Votre prochain tour : rien encore qui rapporte des points",
    ),
    (
        Denies(1, E2, BUILDERS, 15, 0),
        "Bo can no longer play Builders on e2, 15 points",
        "Bo ne peut plus jouer les Bâtisseurs sur e2, 15 points",
    ),
    (
        Denies(None, E2, BUILDERS, 15, 0),
        "The next player can no longer play Builders on e2, 15 points",
        "Le joueur suivant ne peut plus jouer les Bâtisseurs sur e2, 15 points",
    ),
    (
        Denies(1, E2, BUILDERS, 15, 4),
        "Bo gets less from Builders on e2: 4 instead of 15 points",
        "Bo gagne moins avec les Bâtisseurs sur e2 : 4 au lieu de 15 points",
    ),
    (
        Denies(None, E2, BUILDERS, 15, 4),
        "The next player gets less from Builders on e2: 4 instead of 15 points",
        "Le joueur suivant gagne moins avec les Bâtisseurs sur e2 : 4 au lieu de 15 points",
    ),
    (
        Lone(C3, MERCHANTS, 8, 1),
        "A Merchant alone on c3 (tile worth 8 points): others can reach it from 1 tile",
        "Un Marchand seul sur c3 (tuile à 8 points) : les autres peuvent y arriver depuis 1 tuile",
    ),
    (YazidSummons("jafaar"), "Yazid takes a Djinn: Jafaar", "Yazid prend un Djinn : Jafaar"),
    (
        YazidAssassins(5),
        "Yazid then has 5 of the 7 Assassins that would lose you the game",
        "Yazid a alors 5 des 7 Assassins qui font perdre la partie",
    ),
    (
        FewerAssassins(3, 2),
        "You take 3 Assassins off the board; 2 more for Yazid and you lose",
        "Vous retirez 3 Assassins du plateau ; encore 2 pour Yazid et vous perdez",
    ),
    (
        LowGold(3, 10, (C3,)),
        "You have 3 gold left, but a strike on c3 would cost 10 gold",
        "Il vous reste 3 PO, mais une frappe sur c3 coûterait 10 PO",
    ),
    (
        Lone(C3, MERCHANTS, 8, 0, fakirs=2, powers=("djinn",)),
        "A Merchant alone on c3 (tile worth 8 points): others can win it only with "
        "2 Fakirs or a Djinn",
        "Un Marchand seul sur c3 (tuile à 8 points) : les autres ne peuvent gagner la tuile "
        "qu’avec 2 Fakirs ou un Djinn",
    ),
    (
        Lone(C3, MERCHANTS, 0, 0, powers=("item",)),
        "A Merchant alone on c3: others can win it only with a magic item",
        "Un Marchand seul sur c3 : les autres ne peuvent gagner la tuile qu’avec un objet magique",
    ),
    (
        Lone(C3, MERCHANTS, 8, 0),
        "A Merchant alone on c3 (tile worth 8 points): safe for now",
        "Un Marchand seul sur c3 (tuile à 8 points) : à l’abri pour l’instant",
    ),
    (
        Lone(C3, MERCHANTS, 8, 0, "parity"),
        "A Merchant alone on c3 (tile worth 8 points): safe for now (parity: moves from nearby "
        "tiles end on the other colour of the chessboard)",
        "Un Marchand seul sur c3 (tuile à 8 points) : à l’abri pour l’instant (parité : depuis les "
        "tuiles proches, on finit sur l’autre couleur du damier)",
    ),
    (
        Lone(C3, MERCHANTS, 0, 2),
        "A Merchant alone on c3: others can reach it from 2 tiles",
        "Un Marchand seul sur c3 : les autres peuvent y arriver depuis 2 tuiles",
    ),
    (
        Stack(C3, MERCHANTS, 3, 0, 4),
        "3 Merchants together on c3: others can reach them from 4 tiles",
        "3 Marchands réunis sur c3 : les autres peuvent y arriver depuis 4 tuiles",
    ),
    (
        Stack(C3, MERCHANTS, 2, 6, 1),
        "2 Merchants together on c3, with nobody else there (tile worth 6 points): others "
        "can reach them from 1 tile",
        "2 Marchands réunis sur c3, sans personne d’autre (tuile à 6 points) : les autres peuvent "
        "y arriver depuis 1 tuile",
    ),
    (
        Stack(C3, MERCHANTS, 3, 0, 0, "tribe"),
        "3 Merchants together on c3: nobody can reach them for now (no other tile has this tribe)",
        "3 Marchands réunis sur c3 : aucun déplacement ne peut les prendre pour l’instant "
        "(aucune autre tuile n’a cette tribu)",
    ),
    (
        Strikes(C3, parse_letters("YRR")),
        "Yazid takes a Vizier and 2 Assassins on c3",
        "Yazid prend un Vizir et 2 Assassins sur c3",
    ),
    (
        Peril(9),
        "25% of Yazid’s rolls would lose the game",
        "25 % des jets de Yazid feraient perdre la partie",
    ),
    (
        Position((1,), 4, 9.25, 5, 5),
        "Place 1 of 4: worth about 9 points more than the lowest bid, for 5 gold more",
        "Place 1 sur 4 : vaut environ 9 points de plus que la mise la plus basse, "
        "pour 5 PO de plus",
    ),
    (
        Position((1,), 4, 1.25, 5, 5),
        "Place 1 of 4: worth only about 1 point more than the lowest bid, but costs 5 gold more",
        "Place 1 sur 4 : ne vaut qu’environ 1 point de plus que la mise la plus basse, "
        "mais coûte 5 PO de plus",
    ),
    (
        Position((2,), 4, -0.6, 3, 3),
        "Place 2 of 4: no better by the end of the game than the lowest bid, for 3 gold more",
        "Place 2 sur 4 : rien de mieux en fin de partie que la mise la plus basse, pour 3 PO de "
        "plus",
    ),
    (
        Position((3,), 4, 0.0, 0, 0),
        "Place 3 of 4, at the lowest price",
        "Place 3 sur 4, au prix le plus bas",
    ),
    (
        Position((1,), 4, 9.25, 1, 1, fakirs=2),
        "Place 1 of 4: worth about 9 points more than the lowest bid, for 1 gold and 2 Fakirs more",
        "Place 1 sur 4 : vaut environ 9 points de plus que la mise la plus basse, "
        "pour 1 PO et 2 Fakirs de plus",
    ),
    (
        Position((1, 2), 4, 2.6, 0, 1),
        "Places 1 and 2 of 4: worth about 3 points more than the lowest bid, and costs no more",
        "Places 1 et 2 sur 4 : vaut environ 3 points de plus que la mise la plus basse, "
        "sans coûter plus",
    ),
    (
        Expects(E2, BUILDERS, 11),
        "Your best turn when it comes: Builders on e2, 11 points",
        "Votre meilleur tour, le moment venu : Bâtisseurs sur e2, 11 points",
    ),
    (
        Survival(7, 5, 9, camels=2),
        "Yazid: 2 camels left. His strikes may soon end the game",
        "Yazid : encore 2 chameaux. Ses frappes peuvent bientôt mettre fin à la partie",
    ),
    (
        HasWhim("djinns", 3, 10, 3),
        "Whim met: 10 gold for 3 Djinns (counted above)",
        "Caprice satisfait : 10 PO pour 3 Djinns (déjà compté)",
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


def test_gains_come_first_then_dangers_then_what_is_left_to_others() -> None:
    reasons = (
        Denies(1, E2, BUILDERS, 15, 0),
        Chance(),
        Lone(C3, MERCHANTS, 6, 2),
        Stack(E2, BUILDERS, 4, 0, 1),
        Fakirs(1),
        Gain(0, True, "gold", 8),
        Gain(1, False, "elders", -2),
        Gain(0, True, "elders", -4),
    )
    told = lines(ENGLISH, Option((END,), 3.0, 4, reasons), NAMES)
    assert told == [
        "+4 points right away: Gold +8, Elders −4",
        "Bo loses 2 points: Elders −2",
        "A Fakir for later",
        "4 Builders together on e2: others can reach them from 1 tile",
        "A Merchant alone on c3 (tile worth 6 points): others can reach it from 2 tiles",
        "Bo can no longer play Builders on e2, 15 points",
        "Partly luck: the result depends on what is drawn",
    ]
    assert [line.weight for line in told] == [4.0, 2.0, 1.5, -4.0, -3.0, 15.0, 0.0]


def test_a_limited_number_of_lines_keeps_the_gains_and_the_best_reply() -> None:
    reasons = (
        Denies(1, C3, BUILDERS, 15, 0),
        Lone(C3, MERCHANTS, 6, 2),
        Leaves(1, False, E2, BUILDERS, 12, opened=False),
        Gain(0, True, "gold", 1),
    )
    option = Option((END,), 3.0, 1, reasons)
    kept = ["+1 point right away: Gold +1", "Best reply: Bo ends on e2 with Builders, 12 points"]
    assert lines(ENGLISH, option, NAMES, most=2) == kept
    alone = "A Merchant alone on c3 (tile worth 6 points): others can reach it from 2 tiles"
    assert lines(ENGLISH, option, NAMES, most=3) == [kept[0], alone, kept[1]]
    costly = replace(option, reasons=(*reasons, Gain(1, False, "elders", -2)))
    loses = "Bo loses 2 points: Elders −2"
    assert lines(ENGLISH, costly, NAMES, most=3) == [kept[0], loses, kept[1]]


REPLY = Leaves(1, False, E2, BUILDERS, 12, opened=False)


@pytest.mark.parametrize(
    ("reasons", "said"),
    [
        ([REPLY, Denies(1, C3, BUILDERS, 12, 0)], ["Best reply"]),
        ([REPLY, Denies(1, C3, BUILDERS, 13, 0)], ["Best reply", "Bo can no longer"]),
        ([REPLY, Lone(E2, BUILDERS, 6, 1)], ["Best reply"]),
        ([REPLY, Lone(E2, MERCHANTS, 6, 1)], ["A Merchant alone", "Best reply"]),
        ([Gain(0, True, "items", 3, sure=False), Chance()], ["About +3 points"]),
        ([Gain(0, True, "elders", 3), Chance()], ["+3 points", "Partly luck"]),
        ([Gain(0, True, "items", 3, sure=False), Chance(goes_on=True)], ["About", "Partly luck"]),
    ],
)
def test_what_says_nothing_beside_the_others_is_left_out(
    reasons: list[Reason], said: list[str]
) -> None:
    told = lines(ENGLISH, Option((END,), 3.0, 3, tuple(reasons)), NAMES)
    assert len(told) == len(said)
    assert all(line.startswith(start) for line, start in zip(told, said, strict=True))


@pytest.mark.parametrize(
    ("reason", "weight"),
    [
        (REPLY, 0.0),
        (replace(REPLY, opened=True), -12.0),
        (Council(3, 4, 2), 0.0),
        (Council(5, 4, 2), 4.0),
    ],
)
def test_what_is_unchanged_or_a_warning_is_neutral(reason: Reason, weight: float) -> None:
    (line,) = lines(ENGLISH, Option((END,), 3.0, 3, (reason,)), NAMES)
    assert line.weight == weight


def test_a_new_majority_over_one_rival_is_mentioned_with_the_gain() -> None:
    reasons = (Overtakes(1, takes=False, own=4, theirs=0), Gain(0, True, "majority", 10))
    told = lines(ENGLISH, Option((END,), 3.0, 10, reasons), NAMES)
    assert told == ["+10 points right away: Vizier majority +10 if it lasts (4 to 0)"]


def test_a_new_majority_among_several_rivals_names_the_one() -> None:
    reasons = (Overtakes(1, takes=False, own=4, theirs=0), Gain(0, True, "majority", 10))
    option = Option((END,), 3.0, 10, reasons)
    for words, said in ((ENGLISH, "(4 to Bo’s 0)"), (FRENCH, "(4 contre 0 pour Bo)")):
        [told] = lines(words, option, [*NAMES, "Cy"])
        assert told.endswith(said)


def test_a_djinn_of_all_options_is_mentioned_once() -> None:
    advice = advice_of(*(Option((END,), value, 0, (Summons("jafaar"),)) for value in (9.0, 8.0)))
    said = shared(advice)
    assert said == [Summons("jafaar")]
    assert shared_lines(ENGLISH, said, NAMES) == [
        "Each of these options summons Jafaar: at the end of the game, each of your Viziers is "
        "worth 3 points instead of 1."
    ]


def test_a_majority_that_changes_hands_is_mentioned_once_for_the_rival() -> None:
    reasons = (
        Overtakes(1, takes=True, own=3, theirs=2),
        Gain(0, True, "majority", 10),
        Gain(1, False, "majority", -10),
        Gain(1, False, "viziers", -1),
    )
    told = lines(ENGLISH, Option((END,), 3.0, 10, reasons), NAMES)
    assert told == [
        "+10 points right away: Vizier majority +10 if it lasts",
        "Bo loses 1 point: Viziers −1",
        "More Viziers than Bo, 3 to 2: Bo loses 10 points for the majority",
    ]


def test_points_that_depend_on_a_draw_are_approximate() -> None:
    drawn = (Gain(0, True, "majority", 5, sure=False), Gain(0, True, "tiles", 4))
    (line,) = lines(ENGLISH, Option((END,), 3.0, 9, drawn), NAMES)
    assert line == "About +9 points right away: Vizier majority about +5, Tiles +4"
    (line,) = lines(FRENCH, Option((END,), 3.0, 9, drawn), NAMES)
    shown = line.replace("\u00a0", " ")
    assert shown == "Environ +9 points tout de suite : Majorité de Vizirs +5 environ, Tuiles +4"


def test_gains_and_losses_of_a_rival_that_cancel_out_are_not_mentioned() -> None:
    changed = (Gain(1, False, "viziers", -1), Gain(1, False, "gold", 1), Gain(0, True, "gold", 2))
    told = lines(ENGLISH, Option((END,), 3.0, 2, changed), NAMES)
    assert told == ["+2 points right away: Gold +2"]


def test_rivals_who_lose_the_same_share_a_line() -> None:
    reasons = (
        Gain(1, False, "majority", -10),
        Gain(2, False, "majority", -10),
        Gain(3, False, "majority", -1),
    )
    told = lines(ENGLISH, Option((END,), 3.0, 0, reasons), ["Ana", "Bo", "Cy", "Di"])
    assert told == [
        "Bo and Cy lose 10 points each: Vizier majority −10",
        "Di loses 1 point: Vizier majority −1",
    ]
    told = lines(FRENCH, Option((END,), 3.0, 0, reasons), ["Ana", "Bo", "Cy", "Di"])
    assert told[0].replace("\u00a0", " ") == (
        "Bo et Cy perdent chacun 10 points : Majorité de Vizirs −10"
    )


def test_rivals_with_fewer_viziers_share_a_line() -> None:
    reasons = tuple(Overtakes(seat, takes=False, own=2, theirs=0) for seat in (1, 2))
    option = Option((END,), 3.0, 0, reasons)
    assert lines(ENGLISH, option, ["Ana", "Bo", "Cy"]) == [
        "More Viziers than Bo and Cy: you have 2"
    ]
    assert lines(FRENCH, option, ["Ana", "Bo", "Cy"])[0].replace("\u00a0", " ") == (
        "Plus de Vizirs que Bo et Cy : vous en avez 2"
    )


def test_an_option_without_points_says_so_only_if_there_is_nothing_else_to_say() -> None:
    option = Option((END,), 0.0, 0, ())
    assert lines(ENGLISH, option, NAMES) == ["No points right away"]
    option = Option((END,), 0.0, 0, (Fakirs(1),))
    assert lines(ENGLISH, option, NAMES) == ["A Fakir for later"]


@pytest.mark.parametrize(
    ("points", "english", "french"),
    [
        (0, "Breaks even right away: Gold +2, Elders −2", "Ni gain ni perte dans l’immédiat"),
        (1, "+1 point right away: Gold +2, Elders −2", "+1 point tout de suite"),
        (-1, "−1 point right away: Gold +2, Elders −2", "−1 point tout de suite"),
    ],
)
def test_immediate_points_use_the_right_plural_form(points: int, english: str, french: str) -> None:
    gains = (Gain(0, True, "gold", 2), Gain(0, True, "elders", -2))
    option = Option((END,), 0.0, points, gains)
    assert lines(ENGLISH, option, NAMES) == [english]
    assert lines(FRENCH, option, NAMES)[0].startswith(french)


def advice_of(*options: Option) -> Advice:
    return Advice(0, options, len(options), 0, "complete")


def test_a_reason_shared_by_all_options_is_mentioned_once() -> None:
    answer = Leaves(1, False, E2, BUILDERS, 15, opened=False)
    advice = advice_of(
        Option((END,), 0.9, 0, (answer,), 0.523), Option((END,), 0.0, 0, (answer,), 0.5)
    )
    assert shared(advice) == [answer]
    assert advice_lines(ENGLISH, advice, NAMES) == [
        "The first two options are about equal; nothing important sets them apart.",
        "1. 52% +0.9  end",
        "   No points right away",
        "2. 50% 0.0  end",
        "   No points right away",
        "After each of these options, Bo can end on e2 with Builders, 15 points.",
    ]


@pytest.mark.parametrize(
    ("chance", "shown"),
    [(0.0, "0%"), (0.001, "1%"), (0.456, "46%"), (0.999, "99%"), (1.0, "100%")],
)
def test_only_what_is_certain_has_a_chance_of_none_or_all(chance: float, shown: str) -> None:
    assert percent(ENGLISH, chance) == shown


JUNIOR = "191 points or more earn the title “Jafaar the Junior”"
AMBITIOUS = "221 or more “Al-Rashid the Ambitious”"
SPLENDID = "251 or more “Saladin the Splendid”"


@pytest.mark.parametrize(
    ("titles", "said"),
    [
        ((0.44, 0.2, 0.1), f"{JUNIOR} (in 44% of games), {AMBITIOUS} (20%), {SPLENDID} (10%)."),
        ((0.44, 0.004, 0.001), f"{JUNIOR} (in 44% of games), {AMBITIOUS} (less than 1%)."),
        ((0.009, 0.004, 0.001), f"{JUNIOR} (in less than 1% of games)."),
    ],
)
def test_the_first_option_of_a_solo_game_has_the_chances_of_titles(
    titles: tuple[float, ...], said: str
) -> None:
    """Y13"""
    option = Option((END,), 180.0, 0, (), 0.86, titles)
    assert titles_text(ENGLISH, advice_of(option)) == (
        f"With the first option you survive in 86% of games like this one; {said}"
    )


def test_there_are_no_titles_with_opponents() -> None:
    assert titles_text(ENGLISH, advice_of(Option((END,), 5.0, 0, (), 0.6))) == ""


def test_a_pass_at_the_end_is_not_shown() -> None:
    build = parse_action("build")
    assert shown_actions((build, PASS)) == "build"
    assert shown_actions((PASS, build)) == "pass; build"
    assert shown_actions((PASS,)) == "pass"


ADVANTAGES: list[tuple[Advantage, str, str]] = [
    (
        MorePoints(19, 8),
        "brings 11 points more right away (19 instead of 8)",
        "rapporte 11 points de plus tout de suite (19 au lieu de 8)",
    ),
    (
        MorePoints(2, -3),
        "brings 5 points more right away (2 instead of −3)",
        "rapporte 5 points de plus tout de suite (2 au lieu de −3)",
    ),
    (MorePoints(7, 0), "brings 7 points right away", "rapporte 7 points tout de suite"),
    (
        MorePoints(9, 6, sure=False),
        "brings about 3 points more right away (9 instead of 6)",
        "rapporte environ 3 points de plus tout de suite (9 au lieu de 6)",
    ),
    (
        MorePoints(31, 18, 20),
        "brings 13 points more right away (31, 20 of them if the Vizier majority lasts, instead "
        "of 18)",
        "rapporte 13 points de plus tout de suite (31, dont 20 si la majorité de Vizirs tient, au "
        "lieu de 18)",
    ),
    (
        MorePoints(30, 18, 30),
        "brings 12 points more right away (30, all of them if the Vizier majority lasts, instead "
        "of 18)",
        "rapporte 12 points de plus tout de suite (30, tous si la majorité de Vizirs tient, au "
        "lieu de 18)",
    ),
    (
        TakesWhim("oases", 3, 10, 2, 3.3),
        "takes a Whim (10 gold for 3 oases; you have 2)",
        "prend un Caprice (10 PO pour 3 oasis ; vous en avez 2)",
    ),
    (
        MorePoints(12, 0, 10),
        "brings 12 points right away (10 of them if the Vizier majority lasts)",
        "rapporte 12 points tout de suite (dont 10 si la majorité de Vizirs tient)",
    ),
    (CostsRival(1, 10, 0), "costs Bo 10 points", "coûte 10 points à Bo"),
    (CostsRival(1, 12, 2), "costs Bo 10 points more", "coûte 10 points de plus à Bo"),
    (
        LeavesLess(1, 5, 13),
        "limits Bo’s best turn to 5 points instead of 13",
        "limite le meilleur tour de Bo à 5 points au lieu de 13",
    ),
    (
        LeavesLess(None, 1, 4),
        "limits the next player’s best turn to 1 point instead of 4",
        "limite le meilleur tour du joueur suivant à 1 point au lieu de 4",
    ),
    (
        TakesAway(1, E2, BUILDERS, 19),
        "stops Bo from playing Builders on e2 (19 points)",
        "empêche Bo de jouer les Bâtisseurs sur e2 (19 points)",
    ),
    (
        TakesAway(None, E2, BUILDERS, 19),
        "stops the next player from playing Builders on e2 (19 points)",
        "empêche le joueur suivant de jouer les Bâtisseurs sur e2 (19 points)",
    ),
    (
        LeavesLess(1, 5, 13, sure=False),
        "limits Bo’s best turn to about 5 points instead of 13",
        "limite le meilleur tour de Bo à environ 5 points au lieu de 13",
    ),
    (
        MorePoints(0, -3),
        "costs 3 points less right away",
        "coûte 3 points de moins tout de suite",
    ),
    (MoreFakirs(2), "leaves you with 2 more Fakirs", "vous laisse 2 Fakirs de plus"),
    (
        CostsRivals((0, 1), 10),
        "costs Ana and Bo 10 points each",
        "fait perdre 10 points à Ana et Bo (chacun)",
    ),
    (
        NearerCouncil(3, 4, 2),
        "brings you nearer to Yazid’s Viziers (you 3, Yazid 4)",
        "vous rapproche du nombre de Vizirs de Yazid (vous 3, Yazid 4)",
    ),
    (
        NearerCouncil(5, 4, 2),
        "increases your lead in Viziers (you 5, Yazid 4)",
        "augmente votre avance en Vizirs (vous 5, Yazid 4)",
    ),
    (
        NearerCouncil(7, 4, 3, overtakes=True),
        "puts you ahead of Yazid in Viziers (you 7, Yazid 4)",
        "vous fait passer devant Yazid en Vizirs (vous 7, Yazid 4)",
    ),
    (
        SurvivesMore(0.71, 0.64),
        "lets you survive more often (71% instead of 64%)",
        "vous fait survivre plus souvent (71 % au lieu de 64 %)",
    ),
    (
        BetterNextTurn(14, 6),
        "prepares a better next turn for you (14 points instead of 6)",
        "vous prépare un meilleur prochain tour (14 points au lieu de 6)",
    ),
    (
        AvoidsDanger(Stack(C3, MERCHANTS, 3, 0, 4), 3.0),
        "is safer (the second brings 3 Merchants together on c3)",
        "est plus sûre (la deuxième réunit 3 Marchands sur c3)",
    ),
    (
        AvoidsDanger(Lone(C3, MERCHANTS, 8, 1), 4.0),
        "is safer (the second leaves a Merchant alone on c3, 8 points)",
        "est plus sûre (la deuxième laisse un Marchand seul sur c3, 8 points)",
    ),
    (
        AvoidsDanger(Strikes(C3, parse_letters("YRR")), 9.0),
        "does not hand Yazid a Vizier and 2 Assassins on c3",
        "ne livre pas à Yazid un Vizir et 2 Assassins sur c3",
    ),
    (
        FewerDeadly(3 / 36, 9 / 36),
        "makes fewer of Yazid’s rolls fatal (8% instead of 25%)",
        "laisse moins de jets de Yazid qui feraient perdre la partie (8 % au lieu de 25 %)",
    ),
    (GetsDjinn("jafaar"), "summons Jafaar", "invoque Jafaar"),
    (
        GetsDjinn("jafaar", "enki"),
        "summons Jafaar instead of Enki",
        "invoque Jafaar et non Enki",
    ),
    (
        EndsAhead(),
        "ends the game, which you would win",
        "met fin à la partie, que vous gagneriez",
    ),
    (
        PlaysOn(),
        "does not end the game, which you would probably lose",
        "ne met pas fin à la partie, que vous perdriez sans doute",
    ),
    (
        RemovesAssassins(3, 0, 2),
        "takes 3 Assassins off the board (2 more for Yazid and you lose)",
        "retire 3 Assassins du plateau (encore 2 pour Yazid et vous perdez)",
    ),
    (
        RemovesAssassins(2, 1, 2),
        "takes one more Assassin off the board (2 more for Yazid and you lose)",
        "retire un Assassin de plus du plateau (encore 2 pour Yazid et vous perdez)",
    ),
    (Survives(), "does not lose the game at once", "ne fait pas perdre la partie aussitôt"),
    (
        BetterBid((1,), (3,), 9.3, 5),
        "lets you play first instead of third, worth about 9 points more, for 5 gold more",
        "vous fait jouer en premier plutôt qu’en troisième : environ 9 points de plus, "
        "pour 5 PO de plus",
    ),
    (
        BetterBid((2,), (2,), 4.0, 1),
        "should be worth about 4 points more, for 1 gold more",
        "devrait valoir environ 4 points de plus, pour 1 PO de plus",
    ),
    (
        BetterBid((2,), (1,), -1.2, -3),
        "saves 3 gold; playing first instead of second would be worth only about 1 point more",
        "économise 3 PO ; jouer en premier plutôt qu’en deuxième ne vaudrait qu’environ 1 point "
        "de plus",
    ),
    (
        BetterBid((4,), (1,), 1.1, -1),
        "saves 1 gold, and playing first instead of fourth would be worth no more",
        "économise 1 PO, et jouer en premier plutôt qu’en quatrième ne vaudrait pas plus",
    ),
    (
        BetterBid((2,), (2,), 0.2, -3),
        "gives you the same place for 3 gold less",
        "vous donne la même place pour 3 PO de moins",
    ),
    (
        BetterBid((1, 4), (1, 4), 0.2, -3),
        "gives you the same places for 3 gold less",
        "vous donne les mêmes places pour 3 PO de moins",
    ),
    (
        BetterBid((1, 2), (1, 4), 2.6, 0),
        "lets you play first and second instead of first and fourth, worth about 3 points more, "
        "and costs no more",
        "vous fait jouer en premier et en deuxième plutôt qu’en premier et en quatrième : "
        "environ 3 points de plus, sans coûter plus",
    ),
    (
        BetterBid((1, 4), (1, 4), 2.6, 0),
        "should be worth about 3 points more by the end of the game",
        "devrait rapporter environ 3 points de plus d’ici la fin de la partie",
    ),
]


def test_there_is_a_sample_of_every_advantage() -> None:
    known = {kind.__name__ for kind in Advantage.__subclasses__()}
    assert {type(advantage).__name__ for advantage, _, _ in ADVANTAGES} == known


@pytest.mark.parametrize(("advantage", "english", "french"), ADVANTAGES)
def test_every_advantage_is_worded_in_both_languages(
    advantage: Advantage, english: str, french: str
) -> None:
    assert advantage_text(ENGLISH, advantage, NAMES) == english
    assert advantage_text(FRENCH, advantage, NAMES).replace("\u00a0", " ") == french


STACK_OF_THREE = Stack(C3, MERCHANTS, 3, 0, 4)
FIVE, FIFTEEN = (Leaves(1, False, E2, BUILDERS, gain, opened=False) for gain in (5, 15))


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        (
            Option((END,), 6.0, 9, ()),
            Option((END,), 2.0, 4, ()),
            "The first option brings 5 points more right away (9 instead of 4).",
        ),
        (
            Option((END,), 6.0, 4, (FIVE,)),
            Option((END,), 2.0, 9, (FIFTEEN,)),
            "The first option limits Bo’s best turn to 5 points instead of 15, "
            "although the second brings 5 points more right away (9 instead of 4).",
        ),
        (
            Option((END,), 6.0, 4, (FIFTEEN,)),
            Option((END,), 2.0, 4, ()),
            "The first option should be worth about 4 points more by the end of the game, "
            "though no single reason explains it.",
        ),
        (
            Option((END,), 6.0, 4, ()),
            Option((END,), 2.0, 9, ()),
            "Although the second brings 5 points more right away (9 instead of 4), the first "
            "option should be worth about 4 points more by the end of the game; no single reason "
            "explains it.",
        ),
        (
            Option((END,), 9.0, 6, ()),
            Option((END,), 2.0, 4, ()),
            "The first option brings 2 points more right away (6 instead of 4) "
            "and should be worth about 7 points more by the end of the game.",
        ),
        (
            Option((END,), 9.0, 6, (), 0.43),
            Option((END,), 2.0, 4, (), 0.4),
            "The first option brings 2 points more right away (6 instead of 4) "
            "and lets you win more often (43% instead of 40%).",
        ),
        (
            Option((END,), 80.0, 7, (Council(3, 4, 3),), 0.71, (0.1, 0.0, 0.0)),
            Option((END,), 70.0, 16, (), 0.64, (0.1, 0.0, 0.0)),
            "The first option brings you nearer to Yazid’s Viziers (you 3, Yazid 4), and you "
            "survive in 71% of games instead of 64%, although the second brings 9 points more "
            "right away (16 instead of 7).",
        ),
        (
            Option((END,), 80.0, 7, (), 0.71, (0.1, 0.0, 0.0)),
            Option((END,), 70.0, 7, (), 0.64, (0.1, 0.0, 0.0)),
            "With the first option you survive in 71% of games instead of 64%.",
        ),
        (
            Option((END,), 6.0, 4, (FIVE,)),
            Option((END,), 5.5, 9, (FIFTEEN,)),
            "The first two options are about equal: the first limits Bo’s best turn to "
            "5 points instead of 15, the second brings 5 points more right away (9 instead of 4).",
        ),
        (
            Option((END,), 6.0, 9, ()),
            Option((END,), 5.5, 4, ()),
            "The first two options are about equal, but the first brings 5 points more right away "
            "(9 instead of 4).",
        ),
        (
            Option((END,), 6.0, 4, (STACK_OF_THREE,)),
            Option((END,), 5.5, 4, ()),
            "The first two options are about equal: the second is safer (the first brings "
            "3 Merchants together on c3).",
        ),
        (
            Option((END,), 6.0, 4, ()),
            Option((END,), 5.5, 5, ()),
            "The first two options are about equal; nothing important sets them apart.",
        ),
        (
            Option((END,), 20.0, 4, (Fakirs(1), Leaves(0, True, E2, BUILDERS, 24, opened=False))),
            Option((END,), 10.0, 4, (Leaves(0, True, E2, BUILDERS, 21, opened=False),)),
            "The first option should be worth about 10 points more by the end of the game, for "
            "several small reasons: it prepares a better next turn for you (24 points instead of "
            "21) and leaves you with 1 more Fakir.",
        ),
        (
            Option((END,), 20.0, 4, (Leaves(0, True, E2, BUILDERS, 24, opened=False),)),
            Option((END,), 10.0, 8, (Leaves(0, True, E2, BUILDERS, 21, opened=False),)),
            "The first option should be worth about 10 points more by the end of the game, "
            "although the second brings 4 points more right away (8 instead of 4); it also "
            "prepares a better next turn for you (24 points instead of 21).",
        ),
        (
            Option((END,), -30.0, 13, (), 0.06),
            Option((END,), -26.0, 4, (EndsGame(-26.0),), 0.01),
            "The first option plays on, and you win in 6% of games instead of 1%. The second ends "
            "the game, and you would probably lose, but by about 4 points less.",
        ),
    ],
)
def test_advice_leads_with_one_sentence(first: Option, second: Option, said: str) -> None:
    assert lead_text(ENGLISH, advice_of(first, second), NAMES) == said


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        (
            Option((END,), 6.0, 9, (FIVE,)),
            Option((END,), 2.0, 4, ()),
            "Option 1 brings 5 points more right away (9 instead of 4).",
        ),
        (
            Option((END,), 6.0, 4, ()),
            Option((END,), 2.0, 9, ()),
            "Option 1 should be worth about 4 points more by the end of the game.",
        ),
        (
            Option((END,), 6.0, 4, ()),
            Option((END,), 5.5, 5, ()),
            "Options 1 and 2 are about equal.",
        ),
        (
            Option((END,), 80.0, 7, (), 0.77, (0.1, 0.0, 0.0), 152.0),
            Option((END,), 70.0, 7, (), 0.85, (0.1, 0.0, 0.0), 119.0),
            "Option 1 should bring about 33 points more if you survive, but option 2 is safer.",
        ),
        (
            Option((END,), 80.0, 7, (), 0.86, (0.1, 0.0, 0.0)),
            Option((END,), 70.0, 9, (), 0.8, (0.1, 0.0, 0.0)),
            "Option 1 is safer: you survive in 86% of games instead of 80%.",
        ),
    ],
)
def test_a_page_leads_with_a_short_sentence(first: Option, second: Option, said: str) -> None:
    advice = advice_of(first, second)
    assert brief_text(ENGLISH, advice, NAMES) == said
    assert 0 < len(brief_text(FRENCH, advice, NAMES).split()) <= 25
    assert brief_text(ENGLISH, advice_of(first), NAMES) == ""


def test_the_main_lines_are_few_and_not_about_the_turns_of_others() -> None:
    reasons = (
        Gain(0, True, "tiles", 9),
        Fakirs(1),
        Lone(E2, MERCHANTS, 8, 0, "parity"),
        Lone(C3, MERCHANTS, 8, 2),
        Summons("jafaar"),
        FIFTEEN,
        Denies(1, E2, BUILDERS, 19, 0),
    )
    found = lines(ENGLISH, Option((END,), 5.0, 9, reasons), NAMES)
    main = main_lines(found)
    assert len(main) == 3
    assert main[0].startswith("+9 points right away")
    assert not any("parity" in line or "Bo" in line for line in main)


def test_without_anything_else_the_details_are_the_main_lines() -> None:
    found = lines(ENGLISH, Option((END,), 5.0, 0, (FIFTEEN,)), NAMES)
    assert main_lines(found) == found != []


def test_a_danger_of_the_first_option_is_conceded() -> None:
    first = Option((END,), 6.0, 9, (Stack(C3, MERCHANTS, 3, 0, 4),))
    advice = advice_of(first, Option((END,), 2.0, 4, ()))
    assert lead_text(ENGLISH, advice, NAMES) == (
        "The first option brings 5 points more right away (9 instead of 4), "
        "although it brings 3 Merchants together on c3."
    )


@pytest.mark.parametrize(
    ("second", "third", "said"),
    [
        (
            Option((END,), 2.0, 6, (), 0.5),
            Option((END,), 1.0, 30, (), 0.4),
            "The first option brings 3 points more right away (9 instead of 6). Option 3 brings "
            "21 points more right away (30 instead of 9), but you win less often "
            "(40% instead of 50%).",
        ),
        (
            Option((END,), 4.8, 20, (), 0.5),
            Option((END,), 1.0, 30, (), 0.5),
            "Although the second brings 11 points more right away (20 instead of 9), the first "
            "option should be worth about 1 point more by the end of the game; no single reason "
            "explains it. Option 3 brings 21 points "
            "more right away (30 instead of 9), but should be worth about 5 points less by the "
            "end of the game.",
        ),
        (
            Option((END,), 5.5, 9, (), 0.5),
            Option((END,), 1.0, 30, (), 0.4),
            "The first two options are about equal. Option 3 brings 21 points more right away "
            "(30 instead of 9), but you win less often (40% instead of 50%).",
        ),
        (
            Option((END,), 5.5, 11, (), 0.5),
            Option((END,), 4.0, 30, (), 0.5),
            "The first two options are about equal: the second brings 2 points more right away "
            "(11 instead of 9). Option 3 brings 21 points more right away (30 instead of 9), "
            "but should be worth about 2 points less by the end of the game.",
        ),
    ],
)
def test_a_later_option_that_looks_better_is_mentioned(
    second: Option, third: Option, said: str
) -> None:
    first = Option((END,), 6.0, 9, (), 0.5)
    assert lead_text(ENGLISH, advice_of(first, second, third), NAMES) == said


def test_an_advantage_that_does_not_outweigh_the_other_is_not_the_whole_reason() -> None:
    first, second = Option((END,), 6.0, 4, (FIVE,)), Option((END,), 2.0, 14, (FIFTEEN,))
    assert lead_text(ENGLISH, advice_of(first, second), NAMES) == (
        "The first option limits Bo’s best turn to 5 points instead of 15 and should be "
        "worth about 4 points more by the end of the game, although the second brings 10 points "
        "more right away (14 instead of 4)."
    )


@pytest.mark.parametrize("words", LANGUAGES, ids=["en", "fr"])
@pytest.mark.parametrize(("seat", "own"), [(0, True), (1, False), (None, False)])
@pytest.mark.parametrize("gain", [7, 0])
def test_what_all_options_have_in_common_is_a_sentence(
    words: Catalogue, seat: int | None, own: bool, gain: int
) -> None:
    (line,) = shared_lines(words, [Leaves(seat, own, E2, BUILDERS, gain, opened=True)], NAMES)
    assert line.startswith(("After each of these options, ", "Après chacune de ces options, "))
    assert line.endswith(".")
    assert ("e2" in line) == (gain > 0)


def test_a_single_option_needs_no_comparison() -> None:
    assert lead_text(ENGLISH, advice_of(Option((END,), 6.0, 9, ())), NAMES) == ""


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
