"""Every text exists in every language, and all texts are well-formed."""

import dataclasses
import re
import sys
from collections.abc import Iterable
from importlib.resources import files
from random import Random
from string import Formatter

import pytest

from naqala import Game, NaqalaError, seen_by
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
from naqala.rules.board import NO_TILE
from naqala.rules.decisions import Decision
from naqala.rules.djinn_use import Placing
from naqala.rules.djinns import DJINNS, KeepOne
from naqala.rules.effects import Marking
from naqala.rules.events import (
    BidPlaced,
    CamelMoved,
    CamelPlaced,
    Captured,
    CardDrawn,
    CardsTaken,
    DiceRolled,
    DjinnTaken,
    Event,
    GameOver,
    GoldGained,
    GoldPaid,
    ItemKept,
    ItemsDiscarded,
    ItemsDrawn,
    ItemUsed,
    Killed,
    LastRound,
    Lost,
    MeepleMoved,
    MeeplesDrawn,
    PileRebuilt,
    RoundStarted,
    RowDiscarded,
    Taken,
    TentPlaced,
    TurnEnded,
    TurnStarted,
    WhimPaid,
    WhimsDealt,
    WhimTaken,
)
from naqala.rules.expansions.items import ITEMS, Arranging, Gathering, KeepingItem, Slaying
from naqala.rules.expansions.whims import CITY_POINTS, MEASURES, Whim
from naqala.rules.goods import CARDS, FISH, IVORY, SILK
from naqala.rules.land import CITIES, LETTER_OF_KIND, MARKETS
from naqala.rules.meeples import (
    ARTISANS,
    ASSASSINS,
    BUILDERS,
    MERCHANTS,
    TRIBE_NAMES,
    TRIBES,
    VIZIERS,
    parse_letters,
)
from naqala.rules.scoring import SOURCES
from naqala.rules.state import State
from naqala.rules.tiles import KINDS, Market, TileAction
from naqala.rules.tribes import TribeAction
from naqala.rules.turn import Bidding, Finishing, Moving, Sowing
from naqala.rules.yazid import NO_COLUMN, REASONS, TITLES, Departing, Naming, Offering
from naqala.text import LANGUAGES, Catalogue, catalogue
from naqala.text.plurals import categories
from naqala.text.words import HOLES
from tests.play import choose
from tests.positions import base_board, game_at, tile

NAMES = ["Ana", "Bob"]
LAND = """naqala position 1
players 2
expansions artisans whims
board 3x5
tiles r0 ~ #/w5 x10 c0/v5 o8 m6/s6 l4 m6/o8 s10 v5
meeples - ~ #/- P -/WW B -/YWG R RR/- - G
whim-cities c4:whim-05
"""
DECK = """whims = [
  { id = "generous", gold = 12, needs = { line = 4 } },
  { id = "whim-01", gold = 1, needs = { oases = 1 } },
]"""
"""Another deck; one of its cards has the same name as a card of the package."""
EN, FR = catalogue("en"), catalogue("fr")


@pytest.fixture(params=LANGUAGES)
def words(request: pytest.FixtureRequest) -> Catalogue:
    return catalogue(str(request.param))


def subclasses_of(base: type) -> list[type]:
    """Every concrete dataclass below this class.

    Creating a dataclass with slots leaves the original class behind; those are skipped.
    """
    found: list[type] = []
    below: type
    for below in base.__subclasses__():
        known = getattr(sys.modules[below.__module__], below.__name__, None) is below
        if known and below.__module__.startswith("naqala."):
            found += [below] * dataclasses.is_dataclass(below) + subclasses_of(below)
    return found


def is_readable(text: str) -> bool:
    """Whether no placeholder, empty part or double space is left."""
    return bool(text) and not re.search(r"[{}]|None|  |\(\)|<| [.,]|^\s|\s$", text)


def position(lines: str = "") -> State:
    return Game.from_position(LAND + lines).state


def solo() -> State:
    board = base_board("a1:WW a3:YG c1:BBR", "c1:v5 d1:s6 f5:s6")
    return game_at("players 1", board, "dice 3 1", "yazid viziers 2", "pending offering").state


def state_with(decision: Decision, state: State | None = None) -> State:
    """A state in which this decision is on top."""
    state = state or (
        solo()
        if isinstance(decision, Offering | Naming)
        else position(
            "p1-has gold 9 elders 3 artisans 1\np1-hand fakir*2\np1-djinns hagis lamia sloar\n"
            "row ivory fish fish silk\n"
        )
    )
    state.pending = (decision,)
    state.choices = tuple(decision.options(state))
    return state


# Completeness


def test_languages_have_the_same_messages() -> None:
    for language in LANGUAGES:
        assert stems(catalogue(language)) == stems(EN), language


def test_languages_have_the_same_placeholders(words: Catalogue) -> None:
    for key, message in words.messages.items():
        english = EN.messages.get(key) or EN.messages[f"{stem(key)}.other"]
        assert placeholders(message) == placeholders(english), key


def stem(key: str) -> str:
    """A key without its plural form."""
    start, _, form = key.rpartition(".")
    return start if form in ("one", "two", "few", "many", "other") else key


def stems(words: Catalogue) -> set[str]:
    """The keys of a language without plural forms, which differ between languages."""
    return {stem(key) for key in words.messages}


def placeholders(message: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(message) if name is not None}


def test_no_message_is_empty_and_all_placeholders_have_names(words: Catalogue) -> None:
    for key, message in words.messages.items():
        assert "" not in placeholders(message), key
        assert message.strip() or key.startswith("list."), key


def test_plural_messages_have_all_forms(words: Catalogue) -> None:
    for key in words.messages:
        start, _, form = key.rpartition(".")
        if form in ("one", "other"):
            for needed in {
                *categories(words.language),
                "other",
            }:  # the page also shows fractions such as 1.5 points
                assert f"{start}.{needed}" in words.messages


def test_apostrophes_are_curly(words: Catalogue) -> None:
    """Straight ones are only for quoted input: 'save FILE'."""
    for key, message in words.messages.items():
        assert not re.search(r"[^\W\d_]'[^\W\d_]|}'[^\W\d_]", message), (key, message)


def test_french_punctuation_has_no_break_spaces() -> None:
    """The catalogue replaces the spaces by no-break spaces; the file has ordinary ones."""
    text = files("naqala.text").joinpath("fr.toml").read_text(encoding="utf-8")
    assert not re.search("[\u00a0\u202f]", text)
    # A colon inside a word, as in sqlite:///PATH, is not punctuation.
    wrong = re.compile(r"[^\W\d_][;!?»]|[^\W\d_]:(?=\s|$)|«(?!\u00a0)| [;:!?»]")
    for key, message in FR.messages.items():
        plain = re.sub(r"\{[^{}]*\}", "x", message).removeprefix("%(prog)s: ")
        assert not wrong.search(plain), (key, message)


def test_every_tribe_has_a_name_and_a_text(words: Catalogue) -> None:
    for tribe in TRIBES:
        assert is_readable(words.tribe(tribe))
        assert is_readable(words.tribe(tribe, 1))
        assert is_readable(words.members(tribe, 1))
        assert is_readable(words.tribe_text(tribe))
        assert words.tribe(tribe) != words.tribe(tribe, 1)


def test_every_card_has_a_name(words: Catalogue) -> None:
    for card in CARDS:
        assert is_readable(words.card(card))
        assert is_readable(words.cards([card]))
        assert "2" in words.cards([card, card])


def test_every_kind_of_tile_has_a_name_and_a_text(words: Catalogue) -> None:
    for kind in (*LETTER_OF_KIND, *HOLES):
        assert is_readable(words.kind(kind))
        assert is_readable(words.kind_text(kind))
    names = [words.kind(kind) for kind in (*LETTER_OF_KIND, *HOLES)]
    assert len(set(names)) == len(names)
    assert keys_below("kind", words) == {*LETTER_OF_KIND, *HOLES}


def test_texts_of_tiles_have_the_numbers_of_the_rules(words: Catalogue) -> None:
    """A4, A5, N7, W4"""
    for kind in MARKETS:
        market = KINDS[kind]
        assert isinstance(market, Market)
        assert str(market.price) in numbers(words.kind_text(kind))
    for kind in CITIES:
        assert {str(points) for points in CITY_POINTS[1:]} <= numbers(words.kind_text(kind))


def test_every_kind_of_tile_fits_its_cell_in_the_terminal(words: Catalogue) -> None:
    for kind in LETTER_OF_KIND:
        key = f"terminal.tile_{kind.replace(' ', '_')}"
        assert len(words.say(key)) <= 7
        assert len(words.say(f"{key}_short")) <= 3


def numbers(text: str) -> set[str]:
    return set(re.findall(r"\d+", text))


def keys_below(table: str, words: Catalogue) -> set[str]:
    """The names of the entries below a table of the catalogue."""
    keys = (key.split(".") for key in words.messages)
    return {path[1] for path in keys if path[0] == table}


def test_every_source_of_points_has_a_name(words: Catalogue) -> None:
    for source in SOURCES:
        assert is_readable(words.source(source))
    assert keys_below("source", words) == set(SOURCES)


@pytest.mark.parametrize("name", ITEMS)
def test_every_item_has_a_name_and_a_text(words: Catalogue, name: str) -> None:
    item = ITEMS[name]
    assert is_readable(words.item(name))
    assert is_readable(words.item_text(name))
    assert words.item(name) in words.items([name])
    assert "2" in words.items([name, name])
    if item.magic:
        assert is_readable(words.say(f"item.{name}.use", tile="a1", to="b1", djinn="Enki", count=3))
    else:
        assert str(item.points) in numbers(words.item_text(name))
        assert words.action(KeepItem(name)).endswith(f"({words.points(item.points)})")


def test_there_are_no_unused_names_and_texts(words: Catalogue) -> None:
    assert keys_below("item", words) == set(ITEMS)
    assert keys_below("measure", words) == set(MEASURES)
    assert keys_below("loss", words) == set(REASONS)
    assert keys_below("title", words) == {str(number) for number in range(len(TITLES) + 1)}


def test_every_whim_has_a_unique_text(words: Catalogue) -> None:
    """Also those that are in no deck of the package: every measure, number and amount of gold."""
    cards = [
        Whim("any", gold, measure, least)
        for measure in MEASURES
        for least in (1, 2, 99)
        for gold in (1, 5)
    ]
    texts = [words.whim_text(card) for card in cards]
    assert all(map(is_readable, texts))
    assert len(set(texts)) == len(texts)
    for card, text in zip(cards, texts, strict=True):
        assert numbers(text) == {str(card.least), str(card.gold)}


@pytest.mark.parametrize("reason", REASONS)
def test_every_reason_for_a_loss_has_a_text(words: Catalogue, reason: str) -> None:
    assert is_readable(words.loss(reason))
    assert words.loss(reason) in words.event(Lost(reason), ["Ana"])


def test_every_title_has_a_name_and_a_text(words: Catalogue) -> None:
    """Y13"""
    scores = [0, *(limit + 1 for limit in TITLES)]
    assert all(is_readable(words.title(score)) for score in scores)
    assert all(is_readable(words.title_text(score)) for score in scores)
    assert len({words.title(score) for score in scores}) == len(scores)
    assert len({words.title_text(score) for score in scores}) == len(scores)


@pytest.mark.parametrize("name", DJINNS)
def test_every_djinn_has_a_name_and_a_text(words: Catalogue, name: str) -> None:
    djinn = DJINNS[name]
    assert is_readable(words.djinn(name))
    assert words.djinn(name).lower().replace("’", "'") == name
    assert is_readable(words.djinn_text(name))
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
    "amount": 4, "black": 5, "by": 1, "card": IVORY, "cards": (IVORY, FISH, FISH), "count": 3,
    "djinn": "enki", "djinns": ("enki", "ba'al"), "fakirs": 1, "from_row": True, "item": "crown",
    "items": ("jewel", "carpet"), "left": 2, "moved": True, "number": 2, "order": (0, 1, 1, 0),
    "paid": 3, "pile": parse_letters("WWB"), "places": (1, 2), "purpose": "bid",
    "reason": "camels", "scores": (90, 120), "seat": 0, "size": 12, "source": "builders",
    "spot": 3, "tile": tile("c3"), "to": tile("d3"), "tribe": BUILDERS, "value": 5,
    "victim": None, "whim": "whim-01", "whims": ((tile("c3"), "whim-02"),), "white": 3,
    "winners": (1,),
}  # fmt: skip
"""A value for every field of an event, by name."""


def sample(kind: type) -> Event:
    """An event of this class; two classes use a field name of the samples with another meaning."""
    if kind is PileRebuilt:
        return PileRebuilt("resources", 12)
    if kind is Lost:
        return Lost("gold")
    made = kind(**{field.name: SAMPLES[field.name] for field in dataclasses.fields(kind)})
    assert isinstance(made, Event)
    return made


@pytest.mark.parametrize("kind", subclasses_of(Event))
def test_every_event_has_a_log_line(words: Catalogue, kind: type) -> None:
    event = sample(kind)
    line = words.event(event, NAMES)
    assert is_readable(line)
    assert line.endswith(".")
    assert is_readable(words.event(event, NAMES, 0))
    assert is_readable(words.event(event, NAMES, 1))
    if hasattr(event, "seat"):
        assert "Ana" in line
        assert "Ana" not in words.event(event, NAMES, 0)


VARIANTS = [
    BidPlaced(0, 5, 6, 5, 0),
    CardDrawn(0, None),
    DjinnTaken(0, "leta", False),
    Killed(0, None, 1, parse_letters("YW")),
    LastRound(0, "moves"),
    PileRebuilt("djinns", 1),
    PileRebuilt("items", 1),
    TurnEnded(0, False),
    GameOver((100, 100), (0, 1)),
    ItemsDrawn(0, None, 1),
    ItemsDrawn(0, None, 3),
    ItemKept(0, None),
    RowDiscarded(()),
    DiceRolled(6, 6),
    WhimPaid(0, "unknown"),
    *(GoldGained(0, 2, source) for source in (*TRIBE_NAMES, *DJINNS, "sale", "whim")),
    *(GoldPaid(0, 3, purpose) for purpose in ("bid", *MARKETS, "first", "yazid")),
]


@pytest.mark.parametrize("event", VARIANTS, ids=repr)
def test_every_variant_of_an_event_has_a_log_line(words: Catalogue, event: Event) -> None:
    for you in (None, 0, 1):
        assert is_readable(words.event(event, NAMES, you))


# Decisions and actions

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


def distinct(texts: Iterable[str]) -> bool:
    """Whether there are at least two texts, all is_readable and all different."""
    known = list(texts)
    return len(known) > 1 and all(map(is_readable, known)) and len(set(known)) == len(known)


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


# Whole games


MODES = [
    (1, ()),
    *((players, ()) for players in (2, 3, 4)),
    *(
        (players, boxes)
        for boxes in (("whims",), ("artisans",), ("whims", "artisans"))
        for players in (2, 3, 4, 5)
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("players", "boxes"), MODES, ids=str)
def test_random_games_are_readable(players: int, boxes: tuple[str, ...], seed: int) -> None:
    names = ["Ana", "Bob", "Cléo", "Dan", "Eve"][:players]
    game = Game.new(players=players, seed=seed, expansions=boxes, promos=["dhenim"], names=names)
    check_lines(game.opening, game.state, names)
    random = Random(seed)
    while not game.over:
        for words in (EN, FR):
            assert is_readable(words.decision(game.state))
            texts = [words.action(action, game.state) for action in game.legal()]
            assert distinct(texts) or game.legal() == (END,)
        check_lines(game.play(choose(random, game.legal())), game.state, names)
    for words in (EN, FR):
        assert words.decision(game.state) == words.say("decision.over")


def check_lines(events: Iterable[Event], state: State, names: list[str]) -> None:
    """Every line is is_readable for every seat and names the player who acts."""
    for event in events:
        for words in (EN, FR):
            line = words.event(event, names, None, state)
            assert is_readable(line)
            for seat in range(len(names)):
                assert is_readable(words.event(seen_by(event, seat), names, seat, state))
            if (actor := getattr(event, "seat", None)) is not None:
                assert words.name(actor, names) in line


# Exact lines


@pytest.mark.parametrize(
    ("event", "english", "french"),
    [
        (RoundStarted(2, (0, 1)), "Round 2. Bidding order: you, Bob.",
         "Manche 2. Ordre des enchères\u00a0: vous, Bob."),
        (BidPlaced(0, 8, 6, 3, 2), "You bid 8 for 3 gold.", "Vous misez 8 pour 3 PO."),
        (BidPlaced(1, 5, 6, 5, 0), "Bob bids 5.", "Bob mise 5."),
        (CardsTaken(1, (IVORY, goods.FAKIR, FISH, goods.FAKIR), (1, 2, 3, 4)),
         "Bob takes ivory, 2 Fakirs and fish.", "Bob prend de l’ivoire, 2 Fakirs et du poisson."),
        (CardDrawn(1, None), "Bob draws a resource card.", "Bob pioche une carte ressource."),
        (Killed(1, None, 0, parse_letters("W")), "Bob kills an Elder in front of you.",
         "Bob élimine un Sage chez vous."),
        (Killed(0, tile("c3"), None, parse_letters("RR")), "You kill 2 Assassins on c3.",
         "Vous éliminez 2 Assassins sur c3."),
        (GoldGained(1, 1, "ba'al"), "Bob gains 1 gold (Ba’al).", "Bob gagne 1 PO (Ba’al)."),
        (GameOver((140, 120), (0,)),
         "The game is over: you win with 140 points. Final scores: Ana 140, Bob 120.",
         "La partie est finie\u00a0: vous gagnez avec 140 points. Scores\u00a0: Ana 140, Bob 120."),
        (GameOver((99, 99), (0, 1)),
         "The game is over: a shared victory for you and Bob with 99 points. "
         "Final scores: Ana 99, Bob 99.",
         "La partie est finie\u00a0: victoire partagée entre vous et Bob avec 99 points. "
         "Scores\u00a0: Ana 99, Bob 99."),
        (TurnStarted(1, 5), "Bob’s turn (bid 5).", "À Bob de jouer (enchère de 5)."),
        (TentPlaced(0, tile("c3")), "You take control of c3 with your tent.",
         "Vous prenez le contrôle de c3 avec votre campement."),
        (CamelMoved(1, tile("a1"), tile("c3")), "Bob moves a camel from a1 to c3.",
         "Bob déplace un chameau de a1 à c3."),
        (MeepleMoved(tile("a1"), tile("a2"), ARTISANS), "The flute calls an Artisan from a1 to a2.",
         "La flûte attire un Artisan de a1 à a2."),
        (ItemsDrawn(0, ("jewel", "carpet", "jewel"), 3), "You draw 2 jewels and the flying carpet.",
         "Vous piochez 2 joyaux et le tapis volant."),
        (ItemsDrawn(1, None, 3), "Bob draws 3 items.", "Bob pioche 3 objets."),
        (ItemKept(0, "ring"), "You keep the rebirth ring.", "Vous gardez l’anneau de renaissance."),
        (ItemKept(1, None), "Bob keeps an item.", "Bob garde un objet."),
        (ItemsDiscarded(("crown",)), "Discarded: a crown.", "Défausse\u00a0: une couronne."),
        (ItemUsed(1, "horn"), "Bob uses the horn of plenty.", "Bob utilise la corne d’abondance."),
        (PileRebuilt("items", 6), "The discards become the new item pile (6 items).",
         "La défausse devient la nouvelle pioche d’objets (6 objets)."),
        (RowDiscarded((IVORY, FISH)), "The resource row is discarded: ivory, fish.",
         "La rangée de ressources est défaussée\u00a0: ivoire, poisson."),
        (RowDiscarded(()), "The resource row was empty.", "La rangée de ressources était vide."),
        (WhimsDealt(((tile("a1"), "whim-01"), (tile("c3"), "whim-18"))),
         "New Whims: a1 (3 Viziers: 5 gold), "
         "c3 (3 controlled tiles in an unbroken row or column: 15 gold).",
         "Nouveaux Caprices\u00a0: a1 (3 Vizirs\u00a0: 5 PO), "
         "c3 (3 tuiles contrôlées d’affilée, en ligne ou en colonne\u00a0: 15 PO)."),
        (WhimTaken(1, tile("c3"), "whim-09"),
         "Bob takes the Whim on c3 (2 more Viziers than any opponent: 10 gold).",
         "Bob prend le Caprice de c3 (2 Vizirs de plus que chaque adversaire\u00a0: 10 PO)."),
        (WhimPaid(0, "whim-22"), "You fulfil a Whim (3 items: 15 gold).",
         "Vous satisfaites un Caprice (3 objets\u00a0: 15 PO)."),
        (GoldGained(0, 15, "whim"), "You gain 15 gold (Whim of the Sultan).",
         "Vous gagnez 15 PO (Caprice du Sultan)."),
    ],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_log_lines(event: Event, english: str, french: str) -> None:
    assert EN.event(event, NAMES, 0) == english
    assert FR.event(event, NAMES, 0) == french


@pytest.mark.parametrize(
    ("event", "english", "french"),
    [
        (RoundStarted(2, (0,)), "Round 2.", "Manche 2."),
        (TurnStarted(0, 0), "Your turn.", "À vous de jouer."),
        (TurnStarted(1, 0), "Yazid’s turn.", "À Yazid de jouer."),
        (DiceRolled(3, 5), "The dice show 3 and 5: Yazid aims at c5.",
         "Les dés montrent 3 et 5\u00a0: Yazid vise c5."),
        (DiceRolled(6, 6), "The dice show 6 and 6: Yazid aims at both ends of column f.",
         "Les dés montrent 6 et 6\u00a0: Yazid vise les deux bouts de la colonne f."),
        (Captured(1, tile("c5"), parse_letters("YWW")),
         "Yazid captures a Vizier and 2 Elders on c5.",
         "Yazid capture un Vizir et 2 Sages sur c5."),
        (CamelPlaced(1, tile("c5"), 0), "Yazid takes control of c5 (no camel left).",
         "Yazid prend le contrôle de c5 (plus de chameau)."),
        (GoldPaid(0, 8, "first"), "You pay 8 gold (to act first).",
         "Vous payez 8 PO (pour jouer en premier)."),
        (GoldPaid(0, 6, "yazid"), "You pay 6 gold (Yazid’s Builders).",
         "Vous payez 6 PO (Bâtisseurs de Yazid)."),
        (Killed(0, None, 1, parse_letters("Y")), "You kill a Vizier in front of Yazid.",
         "Vous éliminez un Vizir chez Yazid."),
        (Lost("assassins"), "The game is lost: Yazid has 7 Assassins.",
         "La partie est perdue\u00a0: Yazid a 7 Assassins."),
        (Lost("djinns"), "The game is lost: Yazid has 6 Djinns.",
         "La partie est perdue\u00a0: Yazid a 6 Djinns."),
        (GameOver((120,), ()), "The game is over: you lose with 120 points.",
         "La partie est finie\u00a0: vous perdez avec 120 points."),
        (GameOver((221,), (0,)),
         "The game is over: you win with 221 points. Your title: Al-Rashid the Ambitious.",
         "La partie est finie\u00a0: vous gagnez avec 221 points. "
         "Votre titre\u00a0: Al-Rachid Ambitieux."),
    ],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_log_lines_of_the_solo_game(event: Event, english: str, french: str) -> None:
    """Yazid's name need not be given."""
    assert EN.event(event, ["Ana"], 0) == english
    assert FR.event(event, ["Ana"], 0) == french


def test_the_end_of_a_solo_game_is_worded_for_spectators_too() -> None:
    won, lost = GameOver((251,), (0,)), GameOver((90,), ())
    assert EN.event(won, ["Ana"]) == (
        "The game is over: Ana wins with 251 points. Title: Saladin the Splendid."
    )
    assert FR.event(lost, ["Ana"]) == "La partie est finie\u00a0: Ana perd avec 90 points."


@pytest.mark.parametrize(
    ("points", "english", "french"),
    [
        (190, "Iznogoud the Idle", "Iznogoud Insouciant"),
        (191, "Jafaar the Junior", "Jafaar Junior"),
        (250, "Al-Rashid the Ambitious", "Al-Rachid Ambitieux"),
        (251, "Saladin the Splendid", "Saladin Splendide"),
    ],
)
def test_titles(points: int, english: str, french: str) -> None:
    """Y13"""
    assert (EN.title(points), FR.title(points)) == (english, french)


def test_whims_of_the_deck_in_play() -> None:
    """W9: a name is looked up in the deck of the game, then in that of the package."""
    game = Game.new(players=2, seed=1, expansions=["whims"], whims=DECK)
    (dealt,) = (event for event in game.opening if isinstance(event, WhimsDealt))
    line = EN.event(dealt, NAMES, None, game.state)
    assert "(4 controlled tiles in an unbroken row or column: 12 gold)" in line
    assert "(1 oasis: 1 gold)" in line
    assert EN.event(dealt, NAMES, None, game.view(0)) == line
    assert EN.whim("whim-01", game.options.whims) == "1 oasis: 1 gold"
    assert EN.whim("whim-01") == "3 Viziers: 5 gold"
    assert FR.whim(Whim("mine", 7, "items", 1)) == "1 objet\u00a0: 7 PO"
    assert EN.whim("generous") == "generous"


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
        (END, "End the turn", "Terminer le tour"),
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
        (PLAY_FIRST, "Act before Yazid", "Jouer avant Yazid"),
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


def test_texts_of_whims_do_not_mention_their_holder(words: Catalogue) -> None:
    """W6: the same text is shown to the holder and to everybody else."""
    for measure in MEASURES:
        for count in (1, 3):
            need = words.say(f"measure.{measure}", count=count)
            assert not {"your", "yours", "vos", "votre", "vous"} & set(need.split()), need


def test_one_new_whim_is_in_the_singular() -> None:
    """W8"""
    first, second = (tile("a1"), "whim-01"), (tile("b1"), "whim-02")
    one, two = WhimsDealt((first,)), WhimsDealt((first, second))
    lines = [words.event(event, NAMES) for words in (EN, FR) for event in (one, two)]
    starts = [line.partition(":")[0].strip() for line in lines]
    assert starts == ["New Whim", "New Whims", "Nouveau Caprice", "Nouveaux Caprices"]


@pytest.mark.parametrize(("pile", "who"), [("Y", "un Vizir"), ("YYW", "2 Vizirs et un Sage")])
def test_meeples_from_the_bag_agree_in_french(pile: str, who: str) -> None:
    """D2"""
    drawn = MeeplesDrawn(tile("c3"), meeples.parse_letters(pile))
    assert FR.event(drawn, NAMES) == f"Du sac vers c3\u00a0: {who}."


def test_tiles_agree_with_their_colour_in_french() -> None:
    assert FR.kind_text("blue city").startswith("Bleue. ")
    assert FR.kind_text("village").startswith("Bleu. ")


def test_french_uses_the_words_of_the_rules() -> None:
    """And one word for each thing; help also finds topics by other words."""
    others = r"\b(gouffre|tente|marqueur|siège|dépose|remise en ordre)s?\b"
    for key, text in FR.messages.items():
        if not key.startswith("terminal.topic_"):
            assert not re.search(others, text, re.IGNORECASE), key
    assert FR.kind("chasm") == "crevasse"


def test_nekir_is_paid_for_every_kill() -> None:
    """D18, I4: kills of the scimitar count like those of Assassins."""
    assert EN.djinn_text("nekir").startswith("1 gold whenever you kill")
    assert "Assassins" not in EN.djinn_text("nekir") + FR.djinn_text("nekir")


@pytest.mark.parametrize(
    ("words", "taken", "yours"),
    [
        (EN, "from the tile where it landed", "If that tile is now empty and nobody’s"),
        (FR, "sur la tuile d’arrivée", "Si cette tuile est alors vide et n’est à personne"),
    ],
    ids=["en", "fr"],
)
def test_the_short_rules_explain_control_of_the_arrival_tile(
    words: Catalogue, taken: str, yours: str
) -> None:
    """M8"""
    text = words.say("page.rules.lead.minute")
    assert 0 < text.index(taken) < text.index(yours)


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_piles_are_written_as_letters_only_on_request(language: str) -> None:
    words, letters = catalogue(language), catalogue(language, letters=True)
    state, taken = state_with(Moving()), Taken(0, tile("c3"), parse_letters("WWB"))
    assert "(Y W G)" in letters.action(Take(tile("a2")), state)
    assert "(W W B)" in letters.event(taken, ["Ann", "Bob"])
    assert words.meeples(parse_letters("WWB")) in words.event(taken, ["Ann", "Bob"])


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
        "Your last meeple may land on any tile. Which tile will you empty?"
    )


def test_the_flute_can_be_stopped() -> None:
    """I3"""
    state = state_with(Gathering(tile("b2"), 2))
    assert EN.decision(state) == ("Up to 2 meeples may come. Whom does the flute call to b2?")
    assert EN.action(PASS, state) == "Put the flute away"


def test_the_meaning_of_going_first_has_its_price() -> None:
    """Y3"""
    state = state_with(Offering())
    assert EN.decision(state) == (
        "The dice show 3 and 1: Yazid aims at c1. Will you pay 4 gold to act before him?"
    )
    assert [EN.action(action, state) for action in state.choices] == [
        "Act before Yazid (costs 4 gold, then the dice are rolled again)", "Let Yazid strike first",
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


def test_names() -> None:
    assert (EN.tribe(VIZIERS), EN.tribe(VIZIERS, 1)) == ("Viziers", "Vizier")
    assert (FR.tribe(VIZIERS), FR.tribe(VIZIERS, 0)) == ("Vizirs", "Vizir")
    assert (EN.card(IVORY), FR.card(IVORY)) == ("ivory", "ivoire")
    assert (EN.kind("small market"), FR.kind("small market")) == ("small market", "petit marché")
    assert [EN.djinn(name) for name in ("al-amin", "anun-nak", "ba'al")] == [
        "Al-Amin", "Anun-Nak", "Ba’al",
    ]  # fmt: skip
    assert (EN.player(0), FR.player(1)) == ("Player 1", "Joueur 2")
    assert (EN.item("carpet"), FR.item("carpet")) == ("flying carpet", "tapis volant")
    assert (EN.kind("great lake"), FR.kind("great lake")) == ("great lake", "grand lac")


def test_the_second_seat_of_a_solo_game_is_yazid() -> None:
    assert [EN.name(seat, ["Ana"]) for seat in (0, 1)] == ["Ana", "Yazid"]
    assert [EN.name(seat, NAMES) for seat in (0, 1)] == NAMES
    assert EN.name(1) == "Player 2"
    in_front = KillInFront(1, parse_letters("Y"))
    assert EN.action(in_front, None, ["Ana"]) == "Kill a Vizier in front of Yazid"
    assert EN.action(in_front, solo()) == "Kill a Vizier in front of Yazid"


def test_prices() -> None:
    assert EN.price("enki") == "1 Elder or 1 Fakir"
    assert FR.price("leta") == "2 Sages, ou 1 Sage et 1 Fakir"
    assert EN.price("sloar") == "1 Fakir"
    assert EN.price("kumarbi") == "any number of Fakirs"
    assert EN.price("jafaar") == ""


def test_messages_use_the_plural_form_of_their_number() -> None:
    assert [EN.points(number) for number in range(3)] == ["0 points", "1 point", "2 points"]
    assert [FR.points(number) for number in range(3)] == ["0 point", "1 point", "2 points"]
    assert EN.say("count.camels_left", count=0) == "no camel left"


def test_an_unknown_key_is_an_error() -> None:
    with pytest.raises(NaqalaError, match=r"there is no message 'word\.nothing'"):
        EN.say("word.nothing")


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(NaqalaError, match="there is no language 'xx'; the languages are en, "):
        catalogue("xx")


def test_a_catalogue_is_loaded_once() -> None:
    assert catalogue("fr") is FR
