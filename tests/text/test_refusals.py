"""What the rules refuse is said in the language of who reads it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from naqala import Game, NaqalaError
from naqala.rules.setup import check
from naqala.rules.state import Options
from naqala.rules.whims import parse_deck, printed_deck
from naqala.text import catalogue
from naqala.text.refusals import brief, of_deck, of_options, of_record

EN, FR = catalogue("en"), catalogue("fr")
GOOD = Options(players=3, seed=1)
BAD = {
    "expansion": replace(GOOD, expansions=frozenset({"moon"})),
    "promo": replace(GOOD, promos=frozenset({"nobody"})),
    "players": replace(GOOD, players=6),
    "five": replace(GOOD, players=5),
    "solo": replace(GOOD, players=1, expansions=frozenset({"whims"})),
    "seed": replace(GOOD, seed=-1),
    "doubled": replace(GOOD, doubled=True),
    "deck": replace(GOOD, whims=printed_deck()),
    "names": replace(GOOD, names=("Ann",)),
    "name": replace(GOOD, names=("Ann", "Bob", " ")),
}


@pytest.mark.parametrize("what", BAD)
def test_whatever_the_rules_refuse_has_a_sentence_in_both_languages(what: str) -> None:
    options = BAD[what]
    with pytest.raises(NaqalaError):
        check(options)
    said = [of_options(options, words) for words in (EN, FR)]
    assert all(said)
    assert said[0] != said[1]
    assert "--" not in "".join(said)  # pages have no options of a command


def test_what_can_be_played_has_nothing_wrong() -> None:
    check(GOOD)
    assert of_options(GOOD, EN) == ""


def test_a_deck_tells_its_card_and_a_record_its_line() -> None:
    with pytest.raises(NaqalaError) as deck:
        parse_deck('[[whims]]\nid = "rich"\ngold = 0\nneeds = { viziers = 2 }\n')
    assert "carte rich" in of_deck(deck.value, "le texte", FR)
    text = Game.new(players=2, seed=1).record().replace("seed 1", "seed x")
    with pytest.raises(NaqalaError) as record:
        Game.load(text)
    assert "la ligne 3" in of_record(record.value, text, "le texte", FR)


@pytest.mark.parametrize(
    ("first", "told"),
    [
        ("naqala record 2", "a saved game of another version of Naqala, perhaps a newer one"),
        ("naqala position 9", "a saved game of another version of Naqala, perhaps a newer one"),
        ("naqala recipe", "not a saved game"),
        ("a letter", "not a saved game"),
    ],
)
def test_a_game_of_a_newer_version_is_told_apart_from_what_is_no_game(
    first: str, told: str
) -> None:
    text = Game.new(players=2, seed=1).record().replace("naqala record 1", first)
    with pytest.raises(NaqalaError) as record:
        Game.load(text)
    assert told in of_record(record.value, text, "the text", EN)


def test_what_is_long_is_cut_and_what_is_not_printable_hidden() -> None:
    assert len(brief("x" * 500)) < 50
    assert "\x1b" not in brief("\x1b[2J")
