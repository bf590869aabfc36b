"""The deck of Whims that comes with the game, and other decks."""

from random import Random

import pytest

from naqala import BadOptions, BadText, Game
from naqala.rules.expansions.whims import Whim, parse_deck, printed_deck
from tests.play import choose
from tests.positions import game_at, position_line

BOTH = ["whims", "artisans"]

PRINTED = {
    Whim("whim-01", 5, "viziers", 3),
    Whim("whim-02", 5, "elders", 3),
    Whim("whim-03", 5, "fakirs", 3),
    Whim("whim-04", 5, "red_tiles", 3),
    Whim("whim-05", 5, "blue_tiles", 2),
    Whim("whim-06", 5, "djinns", 2),
    Whim("whim-07", 5, "goods", 4),
    Whim("whim-08", 10, "viziers", 5),
    Whim("whim-09", 10, "vizier_lead", 2),
    Whim("whim-10", 10, "elders", 5),
    Whim("whim-11", 10, "djinns", 3),
    Whim("whim-12", 10, "goods", 6),
    Whim("whim-13", 10, "oases", 2),
    Whim("whim-14", 10, "villages", 2),
    Whim("whim-15", 10, "markets", 3),
    Whim("whim-16", 10, "palms", 3),
    Whim("whim-17", 15, "palaces", 3),
    Whim("whim-18", 15, "line", 3),
    Whim("whim-19", 15, "sacred_places", 2),
    Whim("whim-20", 10, "artisans", 3, artisans=True),
    Whim("whim-21", 15, "tent_reds", 4, artisans=True),
    Whim("whim-22", 15, "items", 3, artisans=True),
}
MEASURES = {whim.measure for whim in PRINTED}

MINE = """
# Cards of a box at home
whims = [
  { id = "rich-in-fish", gold = 7, needs = { goods = 2 } },
  { id = "7", gold = 99, needs = { vizier_lead = 99 } },
  { id = "a-line-of-thirty-letters-in-all", gold = 1, needs = { line = 1 } },
  { id = "craft", gold = 30, needs = { artisans = 1 }, artisans = true },
  { id = "plain", gold = 12, needs = { elders = 4 }, artisans = false },
]
""".replace("a-line-of-thirty-letters-in-all", "a-line-of-thirty-signs-in-all-")
MY_CARDS = {
    Whim("rich-in-fish", 7, "goods", 2),
    Whim("7", 99, "vizier_lead", 99),
    Whim("a-line-of-thirty-signs-in-all-", 1, "line", 1),
    Whim("craft", 30, "artisans", 1, artisans=True),
    Whim("plain", 12, "elders", 4),
}


def deck(*cards: str) -> str:
    return f"whims = [{', '.join(cards)}]"


def card(
    name: str = '"one"', gold: str = "5", needs: str = "{ viziers = 3 }", more: str = ""
) -> str:
    return f"{{ id = {name}, gold = {gold}, needs = {needs} {more}}}"


def cards(number: int) -> str:
    return deck(*(card(f'"card-{nth}"') for nth in range(number)))


def in_game(game: Game) -> set[str]:
    """The names of all cards at the beginning of a game."""
    on_cities = (word.partition(":")[2] for word in position_line(game, "whim-cities").split())
    return {*on_cities, *position_line(game, "whim-deck").split()} - {"-", ""}


def played(game: Game, actions: int = 60) -> Game:
    chooser = Random(3)
    for _ in range(actions):
        game.play(choose(chooser, game.legal()))
    return game


# The deck of the game


def test_the_deck_has_these_22_cards() -> None:
    """W9"""
    assert len(printed_deck()) == 22
    assert set(printed_deck()) == PRINTED


def test_three_cards_are_only_for_games_with_the_artisans() -> None:
    """W9"""
    names = {whim.name for whim in PRINTED}
    with_artisans = Game.new(players=2, seed=1, expansions=BOTH)
    without = Game.new(players=2, seed=1, expansions=["whims"])
    assert in_game(with_artisans) == names
    assert in_game(without) == names - {"whim-20", "whim-21", "whim-22"}


# Another deck


def test_another_deck_is_read() -> None:
    """W9"""
    found = parse_deck(MINE)
    assert len(found) == len(MY_CARDS)
    assert set(found) == MY_CARDS


def test_a_deck_can_be_written_as_tables() -> None:
    """W9"""
    text = '[[whims]]\nid = "one"\ngold = 5\nneeds.viziers = 3\n'
    assert parse_deck(text) == (Whim("one", 5, "viziers", 3),)


@pytest.mark.parametrize("measure", sorted(MEASURES))
def test_every_measure_can_be_used(measure: str) -> None:
    """W9"""
    (whim,) = parse_deck(deck(card(needs=f"{{ {measure} = 1 }}")))
    assert whim == Whim("one", 5, measure, 1)


def test_a_deck_can_have_sixty_cards() -> None:
    """W9"""
    assert len(parse_deck(cards(60))) == 60


def test_a_game_is_played_with_another_deck() -> None:
    """W9"""
    game = Game.new(players=2, seed=1, expansions=BOTH, whims=MINE)
    assert in_game(game) == {whim.name for whim in MY_CARDS}


def test_another_deck_can_have_cards_only_for_games_with_the_artisans() -> None:
    """W9"""
    game = Game.new(players=2, seed=1, expansions=["whims"], whims=MINE)
    assert in_game(game) == {whim.name for whim in MY_CARDS} - {"craft"}


def test_a_small_deck_leaves_some_cities_empty() -> None:
    """W8, W9"""
    game = Game.new(players=2, seed=1, expansions=["whims"], whims=deck(card()))
    assert position_line(game, "whim-cities").endswith(":one")
    assert len(position_line(game, "whim-cities").split()) == 1
    assert position_line(game, "whim-deck") == "-"


def test_a_card_of_another_deck_pays_what_it_says() -> None:
    """W6, W9"""
    game = game_at(
        "expansions whims", "whims plain:12:elders:4 other:7:viziers:1", "tiles m6 c0 m6 m6",
        "meeples W WB G GB", "whim-cities b1:plain", "p1-has elders 2", "pending moving",
    )  # fmt: skip
    game.play("sow a1 b1W")
    assert game.state.players[0].gold == 62
    assert position_line(game, "p1-paid-whims") == "plain"


@pytest.mark.parametrize("actions", [0, 60])
@pytest.mark.parametrize("boxes", [["whims"], BOTH], ids=["whims", "both"])
def test_another_deck_is_stored_in_a_record(boxes: list[str], actions: int) -> None:
    """W9"""
    game = played(Game.new(players=3, seed=5, expansions=boxes, whims=MINE), actions)
    again = Game.load(game.record())
    assert again == game
    assert set(again.options.whims) == MY_CARDS


@pytest.mark.parametrize("actions", [0, 60])
@pytest.mark.parametrize("boxes", [["whims"], BOTH], ids=["whims", "both"])
def test_another_deck_is_stored_in_a_position(boxes: list[str], actions: int) -> None:
    """W9"""
    game = played(Game.new(players=3, seed=5, expansions=boxes, whims=MINE), actions)
    again = Game.from_position(game.position())
    assert again.state == game.state
    assert set(again.options.whims) == MY_CARDS


def test_a_record_from_a_position_stores_another_deck() -> None:
    """W9"""
    start = Game.new(players=3, seed=5, expansions=BOTH, whims=MINE)
    game = played(Game.from_position(start.position()))
    assert Game.load(game.record()) == game


def test_the_longest_deck_is_stored_in_records_and_positions() -> None:
    """W9"""
    names = (f'"{nth:02}-{"x" * 27}"' for nth in range(60))
    needs = "{ sacred_places = 99 }"
    text = deck(*(card(name, "99", needs, ", artisans = true") for name in names))
    game = Game.new(players=5, seed=5, expansions=BOTH, whims=text)
    assert Game.load(game.record()) == game
    assert Game.from_position(game.position()).state == game.state


# Invalid decks


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "one list 'whims' of cards"),
        ("whims = []", "one list 'whims' of cards"),
        ("whims = 3", "one list 'whims' of cards"),
        ("whims = {}", "one list 'whims' of cards"),
        (f"cards = [{card()}]", "one list 'whims' of cards"),
        (deck(card()) + "\nmore = 1", "one list 'whims' of cards and nothing else"),
        ("whims = [", "is not TOML"),
        ("whims = [" * 10_000, "6 levels of brackets"),
        ("whims = " + "[" * 50_000, "6 levels of brackets"),
        ("a." * 49_000 + "a = 1", "keys of 3 parts"),
        ("".join(f'"{nth}".' for nth in range(9000)) + "a = 1", "keys of 3 parts"),
        ("a" * 101 + " = 1", "at most 2000 lines, 3000 words"),
        ("x = [" + "1," * 1500 + "]", "at most 2000 lines, 3000 words"),
        ("#\n" * 2000, "at most 2000 lines"),
        ('whims = """\n"""', "no strings of several lines"),
        ("whims = '''a'''", "no strings of several lines"),
        ('{"whims": []}', "is not TOML"),
        ("\x00", "is not TOML"),
        (deck(card(), "3"), "Whim 2: a card is a table"),
        (deck(card(), '"two"'), "Whim 2: a card is a table"),
        (deck(card(), "[]"), "Whim 2: a card is a table"),
        (" " * 100_001, "at most 100000 characters"),
        (cards(61), "at most 60 cards, not 61"),
        (deck(card(), card()), "two Whims are called one"),
        (deck(card(), card(gold="9", needs="{ elders = 2 }")), "two Whims are called one"),
    ],
    ids=lambda value: value[:30],
)
def test_an_invalid_deck_is_refused(text: str, message: str) -> None:
    """W9"""
    with pytest.raises(BadOptions, match=message):
        parse_deck(text)


@pytest.mark.parametrize(
    "name",
    ["3", "true", "[]", "{}", '""', '"Whim"', '"a b"', '"a:b"', '"a_b"', '"é"', '"²"', '"٣"',
     '"-"', '"a\\n"', f'"{"x" * 31}"', "1979-05-27"],
)  # fmt: skip
def test_a_card_has_a_plain_short_name(name: str) -> None:
    """W9"""
    with pytest.raises(BadOptions, match="Whim 2: the id is 1 to 30 characters from"):
        parse_deck(deck(card(), card(name)))


@pytest.mark.parametrize("gold", ["0", "-5", "100", "5.0", '"5"', "true", "nan", "[5]", "{}"])
def test_a_card_pays_a_whole_number_from_1_to_99(gold: str) -> None:
    """W9"""
    with pytest.raises(BadOptions, match="Whim two: gold is a whole number from 1 to 99"):
        parse_deck(deck(card(), card('"two"', gold)))


@pytest.mark.parametrize("least", ["0", "-1", "100", "3.0", '"3"', "true", "[3]", "{}"])
def test_a_condition_is_a_whole_number_from_1_to_99(least: str) -> None:
    """W9"""
    text = deck(card(), card('"two"', needs=f"{{ palms = {least} }}"))
    with pytest.raises(BadOptions, match="Whim two: palms is a whole number from 1 to 99"):
        parse_deck(text)


@pytest.mark.parametrize(
    "needs", ["3", '"viziers"', "[]", "{}", "{ viziers = 3, elders = 3 }", "[{ viziers = 3 }]"]
)
def test_a_condition_has_exactly_one_measure(needs: str) -> None:
    """W9"""
    with pytest.raises(BadOptions, match="Whim two: a card needs exactly one measure"):
        parse_deck(deck(card(), card('"two"', needs=needs)))


@pytest.mark.parametrize("measure", ["camels", "Viziers", "gold", "vizier", "name", '""', '"é"'])
def test_an_unknown_measure_is_refused_with_a_list_of_the_known_ones(measure: str) -> None:
    """W9"""
    with pytest.raises(BadOptions, match=r"Whim two: .* is not a measure") as refusal:
        parse_deck(deck(card(), card('"two"', needs=f"{{ {measure} = 3 }}")))
    assert all(known in str(refusal.value) for known in MEASURES)


@pytest.mark.parametrize("value", ["1", '"yes"', "[]", "0"])
def test_the_artisans_flag_is_a_boolean(value: str) -> None:
    """W9"""
    with pytest.raises(BadOptions, match="Whim two: artisans is true or false"):
        parse_deck(deck(card(), card('"two"', more=f", artisans = {value}")))


@pytest.mark.parametrize("key", ["vp", "Gold", "need"])
def test_a_card_with_an_unknown_key_is_refused(key: str) -> None:
    """W9"""
    with pytest.raises(BadOptions, match=f"Whim two: '{key}' is not a key of a card"):
        parse_deck(deck(card(), card('"two"', more=f", {key} = 1")))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{ gold = 5, needs = { viziers = 3 } }", "Whim 1: the id"),
        ('{ id = "one", needs = { viziers = 3 } }', "Whim one: gold"),
        ('{ id = "one", gold = 5 }', "Whim one: a card needs exactly one measure"),
        ("{}", "Whim 1: the id"),
    ],
)
def test_a_card_without_name_gold_or_condition_is_refused(text: str, message: str) -> None:
    """W9"""
    with pytest.raises(BadOptions, match=message):
        parse_deck(deck(text))


@pytest.mark.parametrize(
    "text",
    [
        deck(card(gold="1" * 5_000)),
        deck(card(needs=f"{{ viziers = {'1' * 5_000} }}")),
        deck(f"{{ id{'.a' * 20_000} = 1, gold = 5, needs = {{ viziers = 3 }} }}"),
        deck(f'{{ id = "one", gold{".a" * 20_000} = 1, needs = {{ viziers = 3 }} }}'),
        deck(f'{{ id = "one", gold = 5, needs{".a" * 20_000} = 1 }}'),
    ],
    ids=["long gold", "long condition", "deep id", "deep gold", "deep condition"],
)
def test_a_huge_value_is_refused_quickly(text: str) -> None:
    """W9"""
    with pytest.raises(BadOptions):
        parse_deck(text)


def test_a_new_game_refuses_an_invalid_deck() -> None:
    """W9"""
    with pytest.raises(BadOptions, match="Whim one: gold is a whole number"):
        Game.new(players=2, seed=1, expansions=["whims"], whims=deck(card(gold="0")))


@pytest.mark.parametrize("boxes", [[], ["artisans"]], ids=["base", "artisans"])
def test_a_deck_is_only_for_games_with_the_whims(boxes: list[str]) -> None:
    """W9"""
    with pytest.raises(BadOptions, match="only for games with the expansion whims"):
        Game.new(players=2, seed=1, expansions=boxes, whims=MINE)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("one", "'one' is not a Whim"),
        ("one:5:viziers", "is not a Whim; write name:gold:measure:least"),
        ("one:5:camels:3", "is not a Whim; write name:gold:measure:least"),
        ("one:5:viziers:0", "is not a Whim; write name:gold:measure:least"),
        ("one:0:viziers:3", "is not a Whim; write name:gold:measure:least"),
        ("one:100:viziers:3", "is not a Whim; write name:gold:measure:least"),
        ("one:5:viziers:100", "is not a Whim; write name:gold:measure:least"),
        ("One:5:viziers:3", "is not a Whim; write name:gold:measure:least"),
        ("-:5:viziers:3", "is not a Whim; write name:gold:measure:least"),
        ("one:5:viziers:3:yes", "is not a Whim; write name:gold:measure:least"),
        ("one:5:viziers:3 one:7:elders:3", "two Whims are called one"),
    ],
)
def test_a_position_refuses_invalid_cards(words: str, message: str) -> None:
    """W9"""
    with pytest.raises(BadText, match=message):
        game_at("expansions whims", f"whims {words}")
