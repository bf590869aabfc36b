"""Everything that people read exists in every language, and reads well."""

import dataclasses
import re
import sys
from random import Random
from string import Formatter

import pytest

from naqala import Game, NaqalaError
from naqala.rules import goods, meeples
from naqala.rules.actions import (
    ELDER,
    ELDER_AND_FAKIR,
    ELDERS,
    END,
    FAKIR,
    PASS,
    Action,
    Bid,
    Build,
    Buy,
    Drop,
    Keep,
    Kill,
    KillInFront,
    Sell,
    Sow,
    Summon,
    Take,
    Use,
)
from naqala.rules.decisions import Decision
from naqala.rules.djinns import DJINNS, KeepOne, Placing
from naqala.rules.events import (
    BidPlaced,
    CardDrawn,
    CardsTaken,
    DjinnTaken,
    Event,
    GameOver,
    GoldGained,
    GoldPaid,
    Killed,
    LastRound,
    PileRebuilt,
    RoundStarted,
    TurnEnded,
)
from naqala.rules.goods import CARDS, FISH, IVORY, SILK
from naqala.rules.land import LETTER_OF_KIND
from naqala.rules.meeples import (
    ASSASSINS,
    BASE_TRIBES,
    BUILDERS,
    MERCHANTS,
    TRIBE_NAMES,
    TRIBES,
    VIZIERS,
    parse_letters,
)
from naqala.rules.scoring import SOURCES
from naqala.rules.state import State
from naqala.rules.tiles import TileAction
from naqala.rules.tribes import TribeAction
from naqala.rules.turn import Bidding, Finishing, Moving, Sowing
from naqala.text import LANGUAGES, Catalogue, catalogue
from tests.positions import tile

NAMES = ["Ana", "Bob"]
LAND = """naqala position 1
players 2
board 3x3
tiles v5 o8 m6/s6 l4 m6/o8 s10 v5
meeples WW B -/YWG R RR/- - G
"""
EN, FR = catalogue("en"), catalogue("fr")


@pytest.fixture(params=LANGUAGES)
def words(request: pytest.FixtureRequest) -> Catalogue:
    return catalogue(str(request.param))


def kinds_of(base: type) -> list[type]:
    """Every concrete class below this one: the dataclasses of the rules.

    Making a dataclass with slots leaves a twin behind that no module knows: those do not count.
    """
    found: list[type] = []
    below: type
    for below in base.__subclasses__():
        known = getattr(sys.modules[below.__module__], below.__name__, None) is below
        if known and below.__module__.startswith("naqala."):
            found += [below] * dataclasses.is_dataclass(below) + kinds_of(below)
    return found


def readable(text: str) -> bool:
    """Whether nothing was left unfilled, missing or doubled."""
    return bool(text) and not re.search(r"[{}]|None|  |\(\)|<| [.,]|^\s|\s$", text)


def position(lines: str = "") -> State:
    return Game.from_position(LAND + lines).state


def asked(decision: Decision, state: State | None = None) -> State:
    """A state in which this is to be decided."""
    state = state or position(
        "p1-has gold 9 elders 3\np1-hand fakir*2\np1-djinns hagis lamia sloar\n"
    )
    state.pending = (decision,)
    state.choices = tuple(decision.options(state))
    return state


# Completeness


def test_languages_have_the_same_messages() -> None:
    for language in LANGUAGES:
        assert catalogue(language).messages.keys() == EN.messages.keys(), language


def test_languages_have_the_same_placeholders(words: Catalogue) -> None:
    for key, message in words.messages.items():
        assert placeholders(message) == placeholders(EN.messages[key]), key


def placeholders(message: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(message) if name is not None}


def test_no_message_is_empty_and_names_every_placeholder(words: Catalogue) -> None:
    for key, message in words.messages.items():
        assert "" not in placeholders(message), key
        assert message.strip() or key.startswith("list."), key


def test_every_number_form_has_its_pair(words: Catalogue) -> None:
    for key in words.messages:
        stem, _, form = key.rpartition(".")
        if form in ("zero", "one", "other"):
            assert f"{stem}.one" in words.messages
            assert f"{stem}.other" in words.messages


def test_every_tribe_has_its_words(words: Catalogue) -> None:
    for tribe in TRIBES:
        assert readable(words.tribe(tribe))
        assert readable(words.tribe(tribe, 1))
        assert readable(words.members(tribe, 1))
        assert readable(words.tribe_text(tribe))
        assert words.tribe(tribe) != words.tribe(tribe, 1)


def test_every_card_has_its_words(words: Catalogue) -> None:
    for card in CARDS:
        assert readable(words.card(card))
        assert readable(words.cards([card]))
        assert "2" in words.cards([card, card])


def test_every_kind_of_tile_has_its_words(words: Catalogue) -> None:
    for kind in LETTER_OF_KIND:
        assert readable(words.kind(kind))
        assert readable(words.kind_text(kind))


def test_every_source_of_points_has_a_name(words: Catalogue) -> None:
    for source in SOURCES:
        assert readable(words.source(source))


@pytest.mark.parametrize("name", DJINNS)
def test_every_djinn_has_its_words(words: Catalogue, name: str) -> None:
    djinn = DJINNS[name]
    assert readable(words.djinn(name))
    assert words.djinn(name).lower() == name
    assert readable(words.djinn_text(name))
    assert bool(words.price(name)) == (bool(djinn.price) or djinn.discounts)
    for payment in djinn.price:
        for where in (tile("a1"), None):
            assert words.djinn(name) in words.action(Use(name, payment, where))


def test_no_text_is_longer_than_two_lines(words: Catalogue) -> None:
    for key, message in words.messages.items():
        if key.endswith(".text"):
            assert len(message) <= 170, key


# Events

SAMPLES: dict[str, object] = {
    "amount": 4, "by": 1, "card": IVORY, "cards": (IVORY, FISH, FISH), "count": 3, "djinn": "enki",
    "djinns": ("enki", "ba'al"), "fakirs": 1, "from_row": True, "left": 2, "moved": True,
    "number": 2, "order": (0, 1, 1, 0), "paid": 3, "pile": parse_letters("WWB"), "places": (1, 2),
    "purpose": "bid", "reason": "camels", "scores": (90, 120), "seat": 0, "size": 12,
    "source": "builders", "spot": 3, "tile": tile("c3"), "tribe": BUILDERS, "value": 5,
    "victim": None, "winners": (1,),
}  # fmt: skip
"""A value for every field of an event, by name."""


def sample(kind: type) -> Event:
    """An event of this class; PileRebuilt is the one whose `pile` is a word."""
    if kind is PileRebuilt:
        return PileRebuilt("resources", 12)
    made = kind(**{field.name: SAMPLES[field.name] for field in dataclasses.fields(kind)})
    assert isinstance(made, Event)
    return made


@pytest.mark.parametrize("kind", kinds_of(Event))
def test_every_event_has_its_line(words: Catalogue, kind: type) -> None:
    event = sample(kind)
    told = words.event(event, NAMES)
    assert readable(told)
    assert told.endswith(".")
    assert readable(words.event(event, NAMES, 0))
    assert readable(words.event(event, NAMES, 1))
    if hasattr(event, "seat"):
        assert "Ana" in told
        assert "Ana" not in words.event(event, NAMES, 0)


VARIANTS = [
    BidPlaced(0, 5, 6, 5, 0),
    CardDrawn(0, None),
    DjinnTaken(0, "leta", False),
    Killed(0, None, 1, parse_letters("YW")),
    LastRound(0, "moves"),
    PileRebuilt("djinns", 1),
    TurnEnded(0, False),
    GameOver((100, 100), (0, 1)),
    *(GoldGained(0, 2, source) for source in (*TRIBE_NAMES, *DJINNS, "sale")),
    *(GoldPaid(0, 3, purpose) for purpose in ("bid", "small market", "large market")),
]


@pytest.mark.parametrize("event", VARIANTS, ids=repr)
def test_every_variant_of_an_event_has_its_line(words: Catalogue, event: Event) -> None:
    for you in (None, 0, 1):
        assert readable(words.event(event, NAMES, you))


# Decisions and actions

DECISIONS: list[Decision] = [
    Bidding(),
    Moving(),
    Sowing(tile("a2"), tile("a2"), -1, parse_letters("YWG"), ()),
    *(TribeAction(tile("b2"), tribe, 3) for tribe in BASE_TRIBES),
    *(TileAction(tile(name)) for name in ("a1", "b1", "c1", "b2", "c2")),
    Placing("palm", tile("a1")),
    Placing("palace", tile("c1")),
    KeepOne((DJINNS["leta"], DJINNS["ba'al"], DJINNS["utug"])),
    Finishing(),
]


def test_all_decisions_are_asked() -> None:
    assert {type(decision) for decision in DECISIONS} == set(kinds_of(Decision))
    land = position().land
    places = [decision.tile for decision in DECISIONS if isinstance(decision, TileAction)]
    assert {land.kinds[place] for place in places} == set(LETTER_OF_KIND)


@pytest.mark.parametrize("decision", DECISIONS, ids=repr)
def test_every_decision_has_its_question(words: Catalogue, decision: Decision) -> None:
    state = asked(decision)
    assert readable(words.decision(state))
    assert "?" in words.decision(state)
    for action in state.choices:
        assert readable(words.action(action, state))


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
]


def test_all_actions_are_there() -> None:
    assert {type(action) for action in ACTIONS} == set(kinds_of(Action))


@pytest.mark.parametrize("action", ACTIONS, ids=str)
def test_every_action_has_its_meaning(words: Catalogue, action: Action) -> None:
    assert readable(words.action(action))
    assert readable(words.action(action, position()))


# Whole games


@pytest.mark.parametrize("seed", range(3))
def test_random_games_are_readable(words: Catalogue, seed: int) -> None:
    random = Random(seed)
    names = ["Ana", "Bob", "Cléo", "Dan"][: 2 + seed]
    game = Game.new(players=len(names), seed=seed, promos=["dhenim"], names=names)
    while not game.over:
        assert readable(words.decision(game.state))
        texts = [words.action(action, game.state) for action in game.legal()]
        assert all(map(readable, texts))
        assert len(set(texts)) == len(texts)
        seat = game.seat
        for event in game.play(random.choice(game.legal())):
            line = words.event(event, names)
            assert readable(line)
            assert readable(words.event(event, names, seat))
            if (actor := getattr(event, "seat", None)) is not None:
                assert names[actor] in line
    assert words.decision(game.state) == words.say("decision.over")


# Exact lines


@pytest.mark.parametrize(
    ("event", "english", "french"),
    [
        (RoundStarted(2, (0, 1)), "Round 2. Bidding order: you, Bob.",
         "Manche 2. Ordre des enchères\u00a0: vous, Bob."),
        (BidPlaced(0, 8, 6, 3, 2), "You bid 8 for 3 gold.", "Vous misez 8 pour 3 PO."),
        (BidPlaced(1, 5, 6, 5, 0), "Bob bids 5.", "Bob mise 5."),
        (CardsTaken(1, (IVORY, goods.FAKIR, FISH, goods.FAKIR), (1, 2, 3, 4)),
         "Bob takes ivory, 2 Fakirs and fish.", "Bob prend de l'ivoire, 2 Fakirs et du poisson."),
        (CardDrawn(1, None), "Bob draws a resource card.", "Bob pioche une carte ressource."),
        (Killed(1, None, 0, parse_letters("W")), "Bob kills an Elder in front of you.",
         "Bob élimine un Sage chez vous."),
        (Killed(0, tile("c3"), None, parse_letters("RR")), "You kill 2 Assassins on c3.",
         "Vous éliminez 2 Assassins sur c3."),
        (GoldGained(1, 1, "ba'al"), "Bob gains 1 gold (Ba'al).", "Bob gagne 1 PO (Ba'al)."),
        (GameOver((140, 120), (0,)),
         "The game is over: you win with 140 points. Final scores: Ana 140, Bob 120.",
         "La partie est finie\u00a0: vous gagnez avec 140 points. Scores\u00a0: Ana 140, Bob 120."),
        (GameOver((99, 99), (0, 1)),
         "The game is over: a shared victory for you and Bob with 99 points. "
         "Final scores: Ana 99, Bob 99.",
         "La partie est finie\u00a0: victoire partagée entre vous et Bob avec 99 points. "
         "Scores\u00a0: Ana 99, Bob 99."),
    ],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_log_lines(event: Event, english: str, french: str) -> None:
    assert EN.event(event, NAMES, 0) == english
    assert FR.event(event, NAMES, 0) == french


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
         "Acheter de l'ivoire et de la soie (place 4)"),
        (Summon("jafaar", ELDER_AND_FAKIR), "Summon Jafaar (6 points) for 1 Elder and 1 Fakir",
         "Invoquer Jafaar (6 points) contre 1 Sage et 1 Fakir"),
        (Use("enki", ELDER, tile("b2")), "Enki for 1 Elder: plant a palm tree on b2",
         "Enki contre 1 Sage\u00a0: planter un palmier sur b2"),
        (Sell((IVORY, SILK, FISH)), "Sell ivory, silk and fish for 7 gold",
         "Vendre de l'ivoire, de la soie et du poisson pour 7 PO"),
        (END, "End the turn", "Terminer le tour"),
    ],
    ids=str,
)  # fmt: skip
def test_meanings_without_a_state(action: Action, english: str, french: str) -> None:
    assert EN.action(action) == english
    assert FR.action(action) == french


def test_a_bid_tells_its_price() -> None:
    """B5, D13"""
    state = asked(Bidding(), position("p1-has gold 4\n"))
    assert EN.action(Bid(0), state) == "Bid 0 (free)"
    assert EN.action(Bid(3), state) == "Bid 3 (pays 3 gold)"
    assert EN.action(Bid(5), state) == "Bid 5 (pays 4 gold)"
    assert EN.action(Bid(8, 2), state) == "Bid 8 with 2 Fakirs (pays 3 gold)"
    assert FR.action(Bid(0), state) == "Miser 0 (gratuit)"


def test_a_take_tells_the_meeples() -> None:
    state = asked(Moving())
    assert EN.action(Take(tile("a2")), state) == "Take the meeples of a2 (Y W G)"
    assert FR.action(Take(tile("a2")), state) == "Prendre les meeples de a2 (Y W G)"


def test_the_last_drop_tells_what_it_wins() -> None:
    """M7, M8"""
    state = asked(Sowing(tile("b3"), tile("b2"), tile("b3"), parse_letters("R"), ()))
    drop = Drop(tile("c2"), ASSASSINS)
    assert EN.action(drop, state) == "Drop an Assassin on c2 (gathers 3 Assassins, takes control)"
    state.controlled |= 1 << tile("c2")
    assert EN.action(drop, state) == "Drop an Assassin on c2 (gathers 3 Assassins)"


def test_builders_tell_their_income() -> None:
    """T4"""
    state = asked(TribeAction(tile("b2"), BUILDERS, 3))
    assert EN.action(Build(2), state) == "Let the Builders work with 2 Fakirs (earns 20 gold)"
    state = asked(TribeAction(tile("b2"), BUILDERS, 3, boosted=True))
    assert FR.action(Build(), state) == "Faire travailler les Bâtisseurs (rapporte 24 PO)"


def test_a_kill_tells_the_tile_it_wins_and_the_name_of_the_opponent() -> None:
    """T5, T7"""
    state = asked(TribeAction(tile("b2"), ASSASSINS, 2), position("names Ana, Bob\n"))
    lonely = Kill(tile("c1"), parse_letters("G"))
    assert EN.action(lonely, state) == "Kill a Merchant on c1 (takes control)"
    in_front = KillInFront(1, parse_letters("Y"))
    assert EN.action(in_front, state) == "Kill a Vizier in front of Bob"
    assert EN.action(in_front, state, ["x", "Eve"]) == "Kill a Vizier in front of Eve"


@pytest.mark.parametrize(("where", "price"), [("c2", 3), ("b2", 6)])
def test_a_purchase_tells_its_price(where: str, price: int) -> None:
    """A4, A5"""
    state = asked(TileAction(tile(where)))
    assert EN.action(Buy((IVORY, SILK), (0, 0)), state) == f"Buy ivory and silk for {price} gold"


def test_going_on_tells_what_happens() -> None:
    state = asked(TribeAction(tile("b2"), VIZIERS, 3))
    assert EN.action(PASS, state) == "Collect 3 Viziers"
    assert EN.action(PASS, asked(Placing("palm", tile("a1")))) == "Plant it on a1 itself"
    assert EN.action(PASS, asked(TileAction(tile("a1")))) == "Plant the palm tree"
    state = asked(TribeAction(tile("b2"), ASSASSINS, 3))
    assert EN.action(PASS, state) == "Kill nobody"
    assert FR.action(PASS, state) == "N'éliminer personne"
    assert EN.action(PASS) == "Go on"


def test_going_on_promises_nothing_that_is_used_up() -> None:
    """A2, T3"""
    state = asked(TileAction(tile("a1")))
    state.palms_left = 0
    assert EN.action(PASS, state) == "Go on"
    assert EN.decision(state).startswith("Nothing can be done on a1.")
    state = asked(TribeAction(tile("b2"), MERCHANTS, 3))
    state.row = ()
    assert EN.action(PASS, state) == "Go on"
    assert EN.decision(state).startswith("There is nothing to do here for 3 Merchants.")


def test_questions() -> None:
    assert EN.decision(asked(Bidding())) == "Where will you place your turn marker?"
    assert FR.decision(asked(Bidding())) == "Où placez-vous votre pion d'enchère\u00a0?"
    kept = asked(KeepOne((DJINNS["leta"], DJINNS["ba'al"])))
    assert EN.decision(kept) == "Which Djinn will you keep: Leta or Ba'al?"
    assert FR.decision(kept) == "Quel Djinn gardez-vous\u00a0: Leta ou Ba'al\u00a0?"


def test_a_player_without_a_move_is_told_so() -> None:
    """E2"""
    state = asked(Moving())
    state.choices = (END,)
    assert EN.decision(state) == "You have no move. Anything else before your turn ends?"


def test_names() -> None:
    assert (EN.tribe(VIZIERS), EN.tribe(VIZIERS, 1)) == ("Viziers", "Vizier")
    assert (FR.tribe(VIZIERS), FR.tribe(VIZIERS, 0)) == ("Vizirs", "Vizir")
    assert (EN.card(IVORY), FR.card(IVORY)) == ("ivory", "ivoire")
    assert (EN.kind("small market"), FR.kind("small market")) == ("small market", "petit marché")
    assert [EN.djinn(name) for name in ("al-amin", "anun-nak", "ba'al")] == [
        "Al-Amin", "Anun-Nak", "Ba'al",
    ]  # fmt: skip
    assert (EN.player(0), FR.player(1)) == ("Player 1", "Joueur 2")


def test_prices() -> None:
    assert EN.price("enki") == "1 Elder or 1 Fakir"
    assert FR.price("leta") == "2 Sages, ou 1 Sage et 1 Fakir"
    assert EN.price("sloar") == "1 Fakir"
    assert EN.price("kumarbi") == "any number of Fakirs"
    assert EN.price("jafaar") == ""


def test_numbers_choose_their_form() -> None:
    assert [EN.points(number) for number in range(3)] == ["0 points", "1 point", "2 points"]
    assert [FR.points(number) for number in range(3)] == ["0 point", "1 point", "2 points"]
    assert EN.say("count.camels_left", count=0) == "no camel left"


def test_an_unknown_key_is_an_error() -> None:
    with pytest.raises(KeyError, match=re.escape("word.nothing")):
        EN.say("word.nothing")


def test_an_unknown_language_is_refused_in_a_sentence() -> None:
    with pytest.raises(NaqalaError, match="there is no language 'de'; the languages are en, fr"):
        catalogue("de")


def test_a_catalogue_is_read_once() -> None:
    assert catalogue("fr") is FR
