"""Questions and the meanings of choices: all exist, with what they cost and earn."""

import pytest

from naqala.rules import goods, meeples
from naqala.rules.actions import (
    ARTISAN,
    CAMEL,
    ELDER,
    ELDER_AND_FAKIR,
    ELDERS,
    END,
    FAKIR,
    FAKIRS,
    PASS,
    PLAY_FIRST,
    TENT,
    Action,
    Bid,
    Build,
    Buy,
    Craft,
    Drop,
    Gather,
    Keep,
    KeepItem,
    Kill,
    KillInFront,
    Lay,
    Name,
    Sell,
    Sow,
    Summon,
    Take,
    Use,
    UseItem,
)
from naqala.rules.bidding import Bidding
from naqala.rules.board import NO_TILE
from naqala.rules.control import Marking
from naqala.rules.decisions import Decision
from naqala.rules.djinn_use import Placing
from naqala.rules.djinns import DJINNS, KeepOne
from naqala.rules.expansions.items import ITEMS, Arranging, Gathering, KeepingItem, Slaying
from naqala.rules.goods import FISH, IVORY, SILK
from naqala.rules.land import LETTER_OF_KIND
from naqala.rules.meeples import (
    ARTISANS,
    ASSASSINS,
    BUILDERS,
    MERCHANTS,
    TRIBES,
    VIZIERS,
    parse_letters,
)
from naqala.rules.tiles import TileAction
from naqala.rules.tribes import TribeAction
from naqala.rules.turn import Finishing, Moving, Sowing
from naqala.rules.yazid import NO_COLUMN, Departing, Naming, Offering
from naqala.text import Catalogue
from tests.positions import base_board, game_at, tile
from tests.text.samples import EN, FR, distinct, is_readable, position, state_with, subclasses_of

DECISIONS: list[Decision] = [
    Bidding(),
    Moving(),
    Sowing(tile("a2"), tile("a2"), NO_TILE, parse_letters("YWG"), ()),
    *(TribeAction(tile("b2"), tribe, 3) for tribe in TRIBES),
    *(TileAction(tile(name)) for name in ("a1", "b1", "c1", "b2", "c2", "a4", "b4", "c4", "a5")),
    Placing("palm", tile("a1")),
    Placing("palace", tile("c1")),
    KeepOne((DJINNS["leta"], DJINNS["ba'al"], DJINNS["utug"])),
    Finishing(),
    Marking(tile("b2")),
    KeepingItem((ITEMS["crown"], ITEMS["jewel"], ITEMS["jewel"]), 3),
    *(Gathering(tile("b2"), left) for left in (5, 1)),
    *(Slaying(left) for left in (2, 1)),
    *(Arranging(goods.gather([FISH, FISH, SILK]), laid) for laid in ((), (IVORY, FISH))),
    Offering(),
    *(Naming(left, column) for left, column in ((1, 0), (1, NO_COLUMN), (2, NO_COLUMN))),
]


def test_all_decisions_are_tested() -> None:
    """Except for one: the end of Yazid's turn asks nothing."""
    assert {type(decision) for decision in DECISIONS} == set(subclasses_of(Decision)) - {Departing}
    land = position().land
    places = [decision.tile for decision in DECISIONS if isinstance(decision, TileAction)]
    assert {land.kinds[place] for place in places} == set(LETTER_OF_KIND)


@pytest.mark.parametrize("decision", DECISIONS, ids=repr)
def test_every_decision_has_a_question(words: Catalogue, decision: Decision) -> None:
    state = state_with(decision)
    assert is_readable(words.decision(state))
    assert "?" in words.decision(state)
    assert distinct(words.action(action, state) for action in state.choices)


ACTIONS: list[Action] = [
    Bid(8, 2),
    Take(tile("a2")),
    Drop(tile("b2"), ASSASSINS),
    Sow(tile("a2"), ((tile("a3"), VIZIERS), (tile("b3"), BUILDERS))),
    Build(2),
    Kill(tile("b2"), parse_letters("R"), 1),
    KillInFront(1, parse_letters("YW")),
    Buy((FISH, FISH), (0, 4)),
    Summon("jafaar", ELDERS),
    Use("enki", FAKIR, tile("a1")),
    Keep("jafaar"),
    Sell((IVORY, SILK, FISH)),
    PASS,
    END,
    CAMEL,
    TENT,
    Craft(ARTISAN),
    KeepItem("carpet"),
    UseItem("lamp", djinn="enki"),
    Gather(tile("b2"), ARTISANS),
    Lay(IVORY),
    PLAY_FIRST,
    Name(tile("b2")),
]


def test_all_actions_are_tested() -> None:
    assert {type(action) for action in ACTIONS} == set(subclasses_of(Action))


@pytest.mark.parametrize("action", ACTIONS, ids=str)
def test_every_action_has_a_meaning(words: Catalogue, action: Action) -> None:
    assert is_readable(words.action(action))
    assert is_readable(words.action(action, position()))


@pytest.mark.parametrize(
    ("action", "english", "french"),
    [
        (Bid(8, 2), "Bid 8 with 2 Fakirs", "Miser 8 avec 2 Fakirs"),
        (Drop(tile("c3"), meeples.ELDERS), "Drop an Elder on c3", "Poser un Sage sur c3"),
        (Kill(tile("d4"), parse_letters("R"), 1), "Kill an Assassin on d4 with 1 Fakir",
         "Éliminer un Assassin sur d4 avec 1 Fakir"),
        (KillInFront(1, parse_letters("Y")), "Kill a Vizier in front of Player 2",
         "Éliminer un Vizir chez Joueur 2"),
        (Buy((IVORY, SILK), (0, 4)), "Buy ivory and silk (place 4)",
         "Acheter de l’ivoire et de la soie (place 4)"),
        (Summon("jafaar", ELDER_AND_FAKIR), "Summon Jafaar (6 points) for 1 Elder and 1 Fakir",
         "Invoquer Jafaar (6 points) contre 1 Sage et 1 Fakir"),
        (Use("enki", ELDER, tile("b2")), "Enki for 1 Elder: plant a palm tree on b2",
         "Enki contre 1 Sage\u00a0: planter un palmier sur b2"),
        (Sell((IVORY, SILK, FISH)), "Sell ivory, silk and fish for 7 gold",
         "Vendre de l’ivoire, de la soie et du poisson pour 7 PO"),
        (END, "End the turn", "Finir le tour"),
        (Craft(FAKIRS), "Take the top item for 2 Fakirs",
         "Prendre le premier objet contre 2 Fakirs"),
        (Craft(ARTISAN), "Take the top item for 1 Artisan",
         "Prendre le premier objet contre 1 Artisan"),
        (KeepItem("treasure"), "Keep a treasure (7 points)", "Garder un trésor (7 points)"),
        (KeepItem("flute"), "Keep the enchanting flute", "Garder la flûte enchanteresse"),
        (UseItem("talisman", tile("a1"), tile("c3")),
         "Use the tempest talisman: move your camel from a1 to c3",
         "Utiliser le talisman des tempêtes\u00a0: déplacer votre chameau de a1 à c3"),
        (UseItem("lamp", djinn="boaz"), "Use the fabulous lamp: take Boaz (6 points)",
         "Utiliser la lampe fabuleuse\u00a0: prendre Boaz (6 points)"),
        (Gather(tile("d3"), meeples.ELDERS), "Call an Elder from d3", "Attirer un Sage de d3"),
        (Lay(IVORY), "Lay ivory", "Poser de l’ivoire"),
        (TENT, "Pitch your tent", "Dresser votre campement"),
        (PLAY_FIRST, "Play first", "Jouer avant Yazid"),
        (Name(tile("c3")), "Let Yazid strike c3", "Laisser Yazid frapper c3"),
    ],
    ids=str,
)  # fmt: skip
def test_meanings_without_a_state(action: Action, english: str, french: str) -> None:
    assert EN.action(action) == english
    assert FR.action(action) == french


@pytest.mark.parametrize(
    ("bag", "by_elder", "by_fakir"),
    [("-", "1 meeple", None), ("Y", "2 meeples", "1 meeple"), ("YWG", "3 meeples", "3 meeples")],
)
def test_the_meaning_of_anun_nak_has_the_number_of_meeples(
    bag: str, by_elder: str, by_fakir: str | None
) -> None:
    """D2: the Elder that is paid is in the bag before meeples are drawn."""
    lines = ("p1-djinns anun-nak", "p1-has elders 1", "p1-hand fakir", f"bag {bag}")
    state = game_at(base_board(), "pending finishing", *lines).state
    meanings = {
        choice.payment: EN.action(choice, state)
        for choice in state.choices
        if isinstance(choice, Use)
    }
    assert f" put {by_elder} from the bag on " in meanings[ELDER]
    assert (FAKIR in meanings) == (by_fakir is not None)
    if by_fakir:
        assert f" put {by_fakir} from the bag on " in meanings[FAKIR]


def test_the_meaning_of_a_bid_has_its_price() -> None:
    """B5, D13"""
    state = state_with(Bidding(), position("p1-has gold 4\n"))
    assert EN.action(Bid(0), state) == "Bid 0 (free)"
    assert EN.action(Bid(3), state) == "Bid 3 (costs 3 gold)"
    assert EN.action(Bid(5), state) == "Bid 5 (costs 4 gold)"
    assert EN.action(Bid(8, 2), state) == "Bid 8 with 2 Fakirs (costs 3 gold)"
    assert FR.action(Bid(0), state) == "Miser 0 (gratuit)"


def test_the_meaning_of_a_take_has_the_meeples() -> None:
    state = state_with(Moving())
    take = Take(tile("a2"))
    assert EN.action(take, state) == "Take the meeples of a2 (a Vizier, an Elder and a Merchant)"
    assert FR.action(take, state) == "Prendre les meeples de a2 (un Vizir, un Sage et un Marchand)"


def test_the_meaning_of_the_last_drop_has_its_gains() -> None:
    """M7, M8"""
    state = state_with(Sowing(tile("b3"), tile("b2"), tile("b3"), parse_letters("R"), ()))
    drop = Drop(tile("c2"), ASSASSINS)
    assert EN.action(drop, state) == "Drop an Assassin on c2 (gathers 3 Assassins, takes control)"
    state.controlled |= 1 << tile("c2")
    assert EN.action(drop, state) == "Drop an Assassin on c2 (gathers 3 Assassins)"


def test_the_meaning_of_building_has_the_income() -> None:
    """T4"""
    state = state_with(TribeAction(tile("b2"), BUILDERS, 3))
    assert EN.action(Build(2), state) == "Put the Builders to work with 2 Fakirs (earns 20 gold)"
    state = state_with(TribeAction(tile("b2"), BUILDERS, 3, boosted=True))
    assert FR.action(Build(), state) == "Faire travailler les Bâtisseurs (rapporte 24 PO)"


def test_the_meaning_of_a_kill_has_the_tile_or_the_name_of_the_opponent() -> None:
    """T5, T7"""
    state = state_with(TribeAction(tile("b2"), ASSASSINS, 2), position("names Ana, Bob\n"))
    lonely = Kill(tile("c1"), parse_letters("G"))
    assert EN.action(lonely, state) == "Kill a Merchant on c1 (takes control)"
    in_front = KillInFront(1, parse_letters("Y"))
    assert EN.action(in_front, state) == "Kill a Vizier in front of Bob"
    assert EN.action(in_front, state, ["x", "Eve"]) == "Kill a Vizier in front of Eve"


@pytest.mark.parametrize(("where", "price"), [("c2", 3), ("b2", 6)])
def test_the_meaning_of_a_purchase_has_its_price(where: str, price: int) -> None:
    """A4, A5"""
    state = state_with(TileAction(tile(where)))
    assert EN.action(Buy((IVORY, SILK), (0, 0)), state) == f"Buy ivory and silk for {price} gold"


def test_the_meaning_of_pass_says_what_happens_next() -> None:
    state = state_with(TribeAction(tile("b2"), VIZIERS, 3))
    assert EN.action(PASS, state) == "Collect 3 Viziers"
    assert EN.action(PASS, state_with(Placing("palm", tile("a1")))) == "Plant it on a1"
    assert EN.action(PASS, state_with(TileAction(tile("a1")))) == "Plant the palm tree"
    state = state_with(TribeAction(tile("b2"), ASSASSINS, 3))
    assert EN.action(PASS, state) == "Kill nobody"
    assert FR.action(PASS, state) == "N’éliminer personne"
    assert EN.action(PASS) == "Continue"


def test_the_meaning_of_pass_mentions_nothing_that_is_used_up() -> None:
    """A2, T3"""
    state = state_with(TileAction(tile("a1")))
    state.palms_left = 0
    assert EN.action(PASS, state) == "Continue"
    assert EN.decision(state).startswith("There is nothing to do on a1.")
    state = state_with(TribeAction(tile("b2"), MERCHANTS, 3))
    state.row = ()
    assert EN.action(PASS, state) == "Continue"
    assert EN.decision(state).startswith("There is nothing for 3 Merchants to do here.")


def test_questions() -> None:
    assert EN.decision(state_with(Bidding())) == "Where will you place your turn marker?"
    assert FR.decision(state_with(Bidding())) == "Où placez-vous votre pion d’enchère\u00a0?"
    kept = state_with(KeepOne((DJINNS["leta"], DJINNS["ba'al"])))
    assert EN.decision(kept) == "Which Djinn will you keep?"
    assert FR.decision(kept) == "Quel Djinn gardez-vous\u00a0?"


def test_the_meaning_of_the_tent_has_its_score() -> None:
    """N8"""
    state = state_with(Marking(tile("b3")))
    assert EN.decision(state) == "What will you place on b3, a camel or your tent?"
    assert [EN.action(action, state) for action in state.choices] == [
        "Place a camel", "Pitch your tent (worth 5 points)",
    ]  # fmt: skip


def test_a_tent_is_enough_to_take_control() -> None:
    """N8"""
    state = state_with(TribeAction(tile("b2"), ASSASSINS, 2), position("p1-has camels 0\n"))
    assert EN.action(Kill(tile("c1"), parse_letters("G")), state).endswith("(takes control)")
    state.player.tents = 0
    assert EN.action(Kill(tile("c1"), parse_letters("G")), state) == "Kill a Merchant on c1"


def test_the_meaning_of_ending_on_a_city_has_its_whim() -> None:
    """W5"""
    state = state_with(TileAction(tile("c4")))
    assert EN.action(PASS, state) == "Take the Whim (2 blue tiles: 5 gold)"
    assert EN.decision(state) == (
        "You will take the Whim on c4 (2 blue tiles: 5 gold). Will you use a Djinn first?"
    )
    without = state_with(TileAction(tile("a5")))
    assert EN.action(PASS, without) == "Continue"
    assert EN.decision(without).startswith("There is nothing to do on a5.")


def test_questions_mention_the_powers_that_can_be_used() -> None:
    """J2, N11"""
    magic = "p1-items crown ring\nbag YY\n"
    village = TileAction(tile("c1"))
    for more, english, french in (
        ("", "use a magic item first?", "appel à un objet magique avant cela\u00a0?"),
        ("p1-has elders 1\np1-djinns enki\n", "use a Djinn or a magic item first?",
         "appel à un Djinn ou à un objet magique avant cela\u00a0?"),
    ):  # fmt: skip
        state = state_with(village, position(magic + more))
        assert EN.decision(state).endswith(english)
        assert FR.decision(state).endswith(french)


def test_the_question_mentions_the_carpet_in_use() -> None:
    """I1"""
    state = state_with(Moving())
    state.flying = True
    assert EN.decision(state) == (
        "Your last meeple may land on any tile. Which tile will you start from?"
    )


def test_the_flute_can_be_stopped() -> None:
    """I3"""
    state = state_with(Gathering(tile("b2"), 2))
    assert EN.decision(state) == "Up to 2 meeples may come. Whom does the flute call to b2?"
    assert EN.action(PASS, state) == "Put the flute away"


def test_the_meaning_of_going_first_has_its_price() -> None:
    """Y3"""
    state = state_with(Offering())
    assert EN.decision(state) == (
        "The dice show 3 and 1: Yazid aims at c1. Will you pay 4 gold to play first?"
    )
    assert [EN.action(action, state) for action in state.choices] == [
        "Play first (costs 4 gold, then he rolls again)", "Let Yazid strike",
    ]  # fmt: skip


def test_the_meaning_of_a_named_tile_has_what_yazid_captures() -> None:
    """Y4, Y6"""
    state = state_with(Naming(1, NO_COLUMN))
    assert EN.action(Name(tile("a1")), state) == "Let Yazid strike a1 (2 Elders)"
    assert (
        EN.action(Name(tile("c1")), state)
        == "Let Yazid strike c1 (2 Builders and an Assassin, costs you 4 gold)"
    )
    assert EN.decision(state_with(Naming(1, 0))) == "Which tile of column a does Yazid strike?"


def test_the_question_says_if_there_is_no_move() -> None:
    """E2"""
    state = state_with(Moving())
    state.choices = (END,)
    assert EN.decision(state) == "You have no move. Anything else before your turn ends?"
