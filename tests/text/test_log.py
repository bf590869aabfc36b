"""The lines of the log: every event has one, and the exact words of many."""

import dataclasses

import pytest

from naqala import Game
from naqala.rules import goods, meeples
from naqala.rules.djinns import DJINNS
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
    TentPlaced,
    TurnEnded,
    TurnStarted,
    WhimPaid,
    WhimsDealt,
    WhimTaken,
)
from naqala.rules.expansions.whims import Whim
from naqala.rules.goods import FISH, IVORY
from naqala.rules.land import MARKETS
from naqala.rules.meeples import ARTISANS, BUILDERS, TRIBE_NAMES, parse_letters
from naqala.text import Catalogue
from tests.positions import tile
from tests.text.samples import EN, FR, NAMES, is_readable, subclasses_of

DECK = """whims = [
  { id = "generous", gold = 12, needs = { line = 4 } },
  { id = "whim-01", gold = 1, needs = { oases = 1 } },
]"""
"""Another deck; one of its cards has the same name as a card of the package."""

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
        (GoldPaid(0, 8, "first"), "You pay 8 gold (to play first).",
         "Vous payez 8 PO (pour jouer avant Yazid)."),
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
