"""Actions as text: writing, reading, and refused input."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from naqala import BadText, Game, IllegalAction, NaqalaError
from naqala.rules.actions import (
    ACTIONS,
    ARTISAN,
    CAMEL,
    DROPS,
    ELDER,
    ELDER_AND_FAKIR,
    ELDERS,
    END,
    FAKIR,
    FAKIRS,
    PASS,
    PLAY_FIRST,
    TAKES,
    TENT,
    Bid,
    Build,
    Buy,
    Craft,
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
    Use,
    UseItem,
)
from naqala.rules.board import TILE_NAMES
from naqala.rules.djinns import DJINNS
from naqala.rules.errors import brief
from naqala.rules.goods import CARD_NAMES, CARDS, FISH, GEMS, IVORY, KINDS, SILK
from naqala.rules.meeples import ASSASSINS, FULL, ONE, TRIBE_LETTERS, VIZIERS
from naqala.rules.meeples import ELDERS as WHITE
from naqala.rules.notation.actions import ACTION_LENGTH, parse_action
from tests.mutations import examples, mutated
from tests.positions import choices, game_at, tile
from tests.properties.near_misses import every_action

WRITTEN = {
    "bid 5": Bid(5),
    "bid 8 fakirs 1": Bid(8, 1),
    "take c3": TAKES[tile("c3")],
    "drop d3W": DROPS[tile("d3")][WHITE],
    "sow c3 d3W d4Y": Sow(tile("c3"), ((tile("d3"), WHITE), (tile("d4"), VIZIERS))),
    "build": Build(),
    "build fakirs 2": Build(2),
    "kill d4R": Kill(tile("d4"), ONE[ASSASSINS]),
    "kill d4WR fakirs 3": Kill(tile("d4"), ONE[WHITE] + ONE[ASSASSINS], 3),
    "kill d4RR": Kill(tile("d4"), 2 * ONE[ASSASSINS]),
    "kill p2 W": KillInFront(1, ONE[WHITE]),
    "kill p4 YW": KillInFront(3, ONE[VIZIERS] + ONE[WHITE]),
    "buy ivory silk": Buy((IVORY, SILK), (0, 0)),
    "buy silk fish@3": Buy((SILK, FISH), (0, 3)),
    "summon jafaar elders": Summon("jafaar", ELDERS),
    "summon ba'al elder fakir": Summon("ba'al", ELDER_AND_FAKIR),
    "use enki b2 elder": Use("enki", ELDER, tile("b2")),
    "use sloar fakir": Use("sloar", FAKIR),
    "use sibittis elders": Use("sibittis", ELDERS),
    "keep al-amin": Keep("al-amin"),
    "sell ivory gems fish": Sell((IVORY, GEMS, FISH)),
    "camel": CAMEL,
    "tent": TENT,
    "craft artisan": Craft(ARTISAN),
    "craft fakirs": Craft(FAKIRS),
    "keep crown": KeepItem("crown"),
    "use carpet": UseItem("carpet"),
    "use ring b2": UseItem("ring", tile("b2")),
    "use talisman b2 c3": UseItem("talisman", tile("b2"), tile("c3")),
    "use lamp ba'al": UseItem("lamp", djinn="ba'al"),
    "gather d3W": Gather(tile("d3"), WHITE),
    "lay silk": Lay(SILK),
    "first": PLAY_FIRST,
    "name c3": Name(tile("c3")),
    "pass": PASS,
    "end": END,
}


@pytest.mark.parametrize("text", WRITTEN)
def test_an_action_round_trips(text: str) -> None:
    action = WRITTEN[text]
    assert str(action) == text
    assert parse_action(text) == action


def test_every_kind_of_action_has_a_text_above() -> None:
    assert {type(action) for action in WRITTEN.values()} == set(ACTIONS.values())


@pytest.mark.parametrize("name", ACTIONS)
def test_the_examples_of_an_action_are_its_texts(name: str) -> None:
    kind = ACTIONS[name]
    actions = [parse_action(example) for example in kind.examples]
    assert [(type(action), str(action)) for action in actions] == [
        (kind, example) for example in kind.examples
    ]


def test_all_actions_have_unique_texts_that_round_trip() -> None:
    actions = [
        *(Bid(value, fakirs) for value in (0, 1, 3, 5, 8, 12, 18) for fakirs in range(4)),
        *TAKES,
        *(drop for drops in DROPS for drop in drops),
        *(Kill(tile(name), pile) for name in TILE_NAMES for pile in ONE),
        *(KillInFront(seat, pile) for seat in range(5) for pile in ONE[:2]),
        *(Buy((card,), (place,)) for card in CARDS for place in range(10)),
        *(Summon(djinn, price) for djinn in DJINNS for price in (ELDERS, ELDER_AND_FAKIR)),
        *(Use(djinn, price, tile("b2")) for djinn in DJINNS for price in (ELDER, FAKIR, ELDERS)),
        *map(Keep, DJINNS),
        *(Sell(chosen) for size in range(1, 10) for chosen in combinations(KINDS, size)),
    ]
    assert len({str(action) for action in actions}) == len(actions)
    for action in actions:
        assert parse_action(str(action)) == action


def test_steps_are_shared_objects() -> None:
    """They are used very often, so each is created only once."""
    assert parse_action("take c3") is TAKES[tile("c3")]
    assert parse_action("drop c3Y") is DROPS[tile("c3")][VIZIERS]


@pytest.mark.parametrize(
    ("text", "as_written"),
    [
        ("BID 5", "bid 5"),
        ("  bid\t5  ", "bid 5"),
        ("bid 05", "bid 5"),
        ("Take C3", "take c3"),
        ("drop d3w", "drop d3W"),
        ("SOW C3 D3W D4y", "sow c3 d3W d4Y"),
        ("kill D4rw", "kill d4WR"),
        ("Kill P2 wy", "kill p2 YW"),
        ("BUY Ivory SILK", "buy ivory silk"),
        ("sell fish silk ivory", "sell ivory silk fish"),
        ("summon AL-AMIN elders", "summon al-amin elders"),
        ("summon alamin elders", "summon al-amin elders"),
        ("summon baal elders", "summon ba'al elders"),
        ("summon Ba’al elders", "summon ba'al elders"),
        ("use anunnak b2 elder", "use anun-nak b2 elder"),
        ("keep AnunNak", "keep anun-nak"),
        ("pass\r", "pass"),
    ],
)
def test_alternative_texts_of_an_action_are_accepted(text: str, as_written: str) -> None:
    assert str(parse_action(text)) == as_written


@pytest.mark.parametrize(
    ("text", "because"),
    [
        ("", "an empty line is not an action; actions begin with bid, take, drop"),
        (" \n\t", "an empty line"),
        ("jump c3", "'jump' is not an action; actions begin with bid"),
        ("bid", "'bid': write it as in 'bid 5' or 'bid 8 fakirs 1'"),
        ("bid 5 6", "write it as in 'bid 5'"),
        ("bid five", "'five' is not a whole number from 0 to 9999"),
        ("bid -1", "'-1' is not a whole number"),
        ("bid 1.5", "'1.5' is not a whole number"),
        ("bid ٣", "'٣' is not a whole number"),
        ("bid 10000", "'10000' is not a whole number"),
        ("bid " + "9" * 400, "is not a whole number"),
        ("bid 5 fakirs", "write it as in 'bid 5'"),
        ("bid 5 fakirs 0", "leave out 'fakirs 0'"),
        ("bid 5 fakirs x", "'x' is not a whole number"),
        ("take", "write it as in 'take c3'"),
        ("take c3 d3", "write it as in 'take c3'"),
        ("take i1", "'i1' is not a tile; a tile is a column and a row, as in c3"),
        ("take c9", "'c9' is not a tile"),
        ("take 3c", "'3c' is not a tile"),
        ("drop d3", "'d3' is not a drop; write a tile and a tribe, as in d3W"),
        ("drop d3WW", "'d3ww' is not a drop"),
        ("drop d3X", "'X' is not a tribe; tribes are Y, W, G, B, R, P"),
        ("drop d3-", "write the tribes of the meeples"),
        ("drop d3ß", "is not a tribe"),
        ("drop", "write it as in 'drop d3W'"),
        ("sow c3", "write it as in 'sow c3 d3W d4Y'"),
        ("sow c3 d3", "'d3' is not a drop"),
        ("sow c3W d3W", "'c3w' is not a tile"),
        ("build 2", "write it as in 'build' or 'build fakirs 2'"),
        ("build fakirs 2 fakirs 2", "write it as in 'build'"),
        ("kill", "write it as in 'kill d4R', 'kill d4R fakirs 1' or 'kill p2 W'"),
        ("kill d4", "write the tribes of the meeples, as in RW"),
        ("kill d4YWG", "one victim, or two with Iblis"),
        ("kill d4-", "write the tribes"),
        ("kill p0 W", "write it as in 'kill d4R'"),
        ("kill p2 W fakirs 1", "write it as in 'kill d4R'"),
        ("kill p2 WWW", "one victim, or two"),
        ("kill z4W", "'z4' is not a tile"),
        ("buy", "write it as in 'buy ivory silk' or 'buy fish@3'"),
        ("buy camel", "'camel' is not a card; cards are ivory, gems"),
        ("buy fish@0", "places in the row count from 1"),
        ("buy fish@", "'' is not a whole number"),
        ("buy fish@x", "'x' is not a whole number"),
        ("buy @3", "'' is not a card"),
        ("summon jafaar", "write it as in 'summon jafaar elders'"),
        ("summon genie elders", "'genie' is not a Djinn; Djinns are al-amin, anun-nak"),
        (
            "summon jafaar gold",
            "'gold' is not a price; prices are elder, fakir, elders, elder fakir",
        ),
        ("summon - elders", "'-' is not a Djinn"),
        ("use enki", "write it as in 'use sloar fakir'"),
        ("use enki b2", "'' is not a price"),
        ("use enki b9 elder", "'b9 elder' is not a price"),
        ("use enki elder b2", "'elder b2' is not a price"),
        ("keep", "write it as in 'keep boaz'"),
        ("keep boaz enki", "write it as in 'keep boaz'"),
        ("use lamp", "write it as in 'use lamp jafaar'"),
        ("use lamp genie", "'genie' is not a Djinn"),
        ("use ring b9", "'b9' is not a tile"),
        ("use talisman a1 b2 c3", "write it as in 'use horn' or 'use talisman a1 c3'"),
        ("use sword elder", "'sword' is not a Djinn"),
        ("keep sword", "'sword' is not a Djinn"),
        ("craft", "write it as in 'craft artisan' or 'craft fakirs'"),
        ("craft fakir", "write it as in 'craft artisan' or 'craft fakirs'"),
        ("gather d3", "'d3' is not a drop"),
        ("gather", "write it as in 'gather d3W'"),
        ("lay", "write it as in 'lay ivory'"),
        ("lay camel", "'camel' is not a card"),
        ("name", "write it as in 'name c3'"),
        ("name i9", "'i9' is not a tile"),
        ("first turn", "write it as in 'first'"),
        ("camel c3", "write it as in 'camel'"),
        ("tent c3", "write it as in 'tent'"),
        ("sell", "write it as in 'sell ivory silk fish'"),
        ("sell fish fish", "the goods of a set are all different"),
        ("sell fish fakir", "Fakirs cannot be sold"),
        ("pass on", "write it as in 'pass'"),
        ("end turn", "write it as in 'end'"),
    ],
)
def test_an_invalid_action_is_refused_with_a_reason(text: str, because: str) -> None:
    with pytest.raises(BadText) as refused:
        parse_action(text)
    message = str(refused.value)
    assert because in message
    if text.split() and text.split()[0] in {str(action).split()[0] for action in WRITTEN.values()}:
        assert message.startswith(f"'{brief(text.strip())}'"), "it tells what was refused"


def test_an_action_has_a_maximum_length() -> None:
    largest_pile = len(TRIBE_LETTERS) * FULL
    longest = "sow a1" + " b1Y" * largest_pile
    assert str(parse_action(longest)) == longest
    too_many = ACTION_LENGTH + 1
    with pytest.raises(
        BadText, match=rf"at most {ACTION_LENGTH} characters; this one has {too_many}"
    ):
        parse_action("take a1".ljust(ACTION_LENGTH + 1))


def test_all_actions_round_trip_or_are_refused() -> None:
    """An action without a text of its own is refused when it is read, never misread."""
    for action in every_action():
        if isinstance(action, Summon | Use) and action.payment.elders > 2:
            continue  # no such price exists
        try:
            again = parse_action(str(action))
        except BadText:
            continue
        assert again == action


@pytest.fixture
def at_a_market() -> Game:
    return game_at(
        "tiles l4 m6 m6 m6", "row fish silk fish wheat fish", "pending finishing / tile a1"
    )


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("buy fish silk", "buy fish silk"),
        ("buy silk fish", "buy fish silk"),
        ("buy silk@2 fish@1", "buy fish silk"),
        ("buy fish@3 silk", "buy fish silk"),
        ("buy fish@5 silk", "buy silk fish@5"),
        ("buy fish@3 fish", "buy fish fish"),
        ("buy wheat@4 fish@5", "buy fish@3 wheat"),
    ],
)
def test_the_order_of_cards_and_redundant_places_do_not_matter(
    at_a_market: Game, text: str, offered: str
) -> None:
    """A5"""
    assert offered in choices(at_a_market)
    at_a_market.play(text)
    assert str(at_a_market.history[-1].action) == offered


@pytest.mark.parametrize(
    "text",
    [
        "buy fish",
        "buy fish@2 silk",
        "buy fish@6 silk",
        "buy fish@9999 silk",
        "buy fish@1 fish@1",
        "buy ivory silk",
        "buy fish silk wheat",
        "buy silk silk",
    ],
)
def test_cards_that_do_not_match_the_row_cannot_be_bought(at_a_market: Game, text: str) -> None:
    """A5"""
    before = at_a_market.state.copy()
    with pytest.raises(IllegalAction, match=r"is not possible now; possible for p1: pass, buy "):
        at_a_market.play(text)
    assert at_a_market.state == before


def test_goods_may_be_listed_in_any_order() -> None:
    """A8"""
    game = game_at("p1-hand fish ivory", "pending finishing")
    game.play("sell fish ivory")
    assert str(game.history[-1].action) == "sell ivory fish"


@settings(derandomize=True, deadline=None, max_examples=examples(100))
@given(st.text(max_size=40) | st.binary(max_size=40).map(lambda data: data.decode("latin-1")))
def test_random_text_is_an_action_or_refused(text: str) -> None:
    read_or_refuse(text)


@pytest.mark.slow
@settings(derandomize=True, deadline=None, max_examples=examples(300))
@given(mutated([*WRITTEN, "sow c3 d3W d4Y e4B e5B f5R", "sell ivory silk spices wheat pottery"]))
def test_a_mutated_action_is_an_action_or_refused(text: str) -> None:
    read_or_refuse(text)


WORDS = (
    *CARD_NAMES, *DJINNS, "fakirs", "elders", "elder", "p2", "c3", "d4R", "3", "fish@2", "-",
    *TRIBE_LETTERS,
)  # fmt: skip


@settings(derandomize=True, deadline=None, max_examples=examples(200))
@given(
    st.sampled_from([text.split()[0] for text in WRITTEN]),
    st.lists(st.sampled_from(WORDS), max_size=5),
)
def test_random_words_are_an_action_or_refused(first: str, words: list[str]) -> None:
    read_or_refuse(" ".join([first, *words]))


def read_or_refuse(text: str) -> None:
    """Refuse with BadText, or read an action that has one text and can be tried in a game."""
    game = game_at("p1-hand fish ivory fakir*2", "p1-djinns enki sloar", "pending moving")
    before = game.state.copy()
    try:
        action = parse_action(text)
    except BadText:
        return
    assert parse_action(str(action)) == action
    try:
        game.play(action)
    except NaqalaError:
        assert game.state == before
