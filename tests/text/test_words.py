"""The names and texts of everything in the game, prices, titles and numbers."""

import re

import pytest

from naqala.rules.actions import KeepItem, KillInFront, Use
from naqala.rules.djinns import DJINNS
from naqala.rules.events import Lost
from naqala.rules.expansions.items import ITEMS
from naqala.rules.expansions.whims import CITY_POINTS, MEASURES, Whim
from naqala.rules.goods import CARDS, IVORY
from naqala.rules.land import CITIES, LETTER_OF_KIND, MARKETS
from naqala.rules.meeples import TRIBES, VIZIERS, parse_letters
from naqala.rules.scoring import SOURCES
from naqala.rules.tiles import TILE_EFFECTS, Market
from naqala.rules.yazid import REASONS, TITLES
from naqala.text import Catalogue
from naqala.text.words import HOLES
from tests.positions import tile
from tests.text.samples import EN, FR, NAMES, is_readable, solo


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
        market = TILE_EFFECTS[kind]
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
    assert is_readable(words.say(f"page.table.djinn.{name}"))
    assert bool(words.price(name)) == (bool(djinn.price) or djinn.discounts)
    for payment in djinn.price:
        for where in (tile("a1"), None):
            assert words.djinn(name) in words.action(Use(name, payment, where))


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


def test_texts_of_whims_do_not_mention_their_holder(words: Catalogue) -> None:
    """W6: the same text is shown to the holder and to everybody else."""
    for measure in MEASURES:
        for count in (1, 3):
            need = words.say(f"measure.{measure}", count=count)
            assert not {"your", "yours", "vos", "votre", "vous"} & set(need.split()), need


def test_tiles_agree_with_their_colour_in_french() -> None:
    assert FR.kind_text("blue city").startswith("Bleue. ")
    assert FR.kind_text("village").startswith("Bleu. ")


def test_nekir_is_paid_for_every_kill() -> None:
    """D18, I4: kills of the scimitar count like those of Assassins."""
    assert EN.djinn_text("nekir").startswith("1 gold whenever you kill")
    assert "Assassins" not in EN.djinn_text("nekir") + FR.djinn_text("nekir")


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
