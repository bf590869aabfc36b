"""Help at the table."""

import pytest

from naqala.cli.ui.guide import COMMANDS, TOPICS, command_of, commands, explanation, pages
from naqala.rules.djinns import DJINNS
from naqala.rules.expansions.items import ITEMS
from naqala.rules.land import LETTER_OF_KIND
from naqala.rules.meeples import ARTISANS, TRIBES
from naqala.rules.state import Options
from naqala.rules.yazid import GOLD, MOST_ASSASSINS, MOST_DJINNS
from naqala.text import Catalogue
from naqala.text.words import HOLES
from tests.cli.terminals import BOTH, ENGLISH, FRENCH, LANGUAGES, rendered


@pytest.mark.parametrize("words", LANGUAGES)
def test_everything_on_the_table_is_explained_by_its_name(words: Catalogue) -> None:
    for name in DJINNS:
        for asked in (name, words.djinn(name), words.djinn(name).upper()):
            text = explanation(asked, words)
            assert text is not None
            assert words.djinn_text(name) in text.plain
    for item in ITEMS:
        for asked in (item, words.item(item)):
            text = explanation(asked, words)
            assert text is not None
            assert words.item_text(item) in text.plain
    for kind in (*LETTER_OF_KIND, *HOLES):
        text = explanation(words.kind(kind), words)
        assert text is not None
        assert words.kind_text(kind) in text.plain
    for tribe in TRIBES:
        for asked in (words.tribe(tribe, 1), words.tribe(tribe, 2).lower()):
            text = explanation(asked, words)
            assert text is not None
            assert words.tribe_text(tribe) in text.plain


@pytest.mark.parametrize("words", LANGUAGES)
def test_the_tent_the_whims_mountains_and_yazid_are_explained(words: Catalogue) -> None:
    for topic in TOPICS:
        names = words.say(f"terminal.topic_{topic}").split(", ")
        for asked in (topic, *names, names[0].upper()):
            text = explanation(asked, words)
            assert text is not None, asked


@pytest.mark.parametrize("asked", ["baal", "ba'al", "Ba-al", "BAAL"])
def test_punctuation_in_names_may_be_omitted(asked: str) -> None:
    text = explanation(asked, ENGLISH)
    assert text is not None
    assert text.plain.startswith("Ba’al 6")


@pytest.mark.parametrize("asked", ["", "?", "xyz", "12"])
def test_unknown_topics_have_no_explanation(asked: str) -> None:
    assert explanation(asked, ENGLISH) is None


@pytest.mark.parametrize("words", LANGUAGES)
def test_every_command_has_help_and_both_names_work(words: Catalogue) -> None:
    shown = rendered(commands(words))
    for command in COMMANDS:
        own = words.say(f"terminal.command_{command}")
        assert command_of(command, words) == command_of(own, words) == command
        assert command == "help" or own in shown
    assert command_of("bid", words) is None


@pytest.mark.parametrize(
    ("asked", "english"),
    [
        ("fak", "Fakirs are resource cards"), ("bid", "turn marker on the order track"),
        ("djinn", "face-up Djinns"), ("camels", "you put a camel there"), ("palm", "3 points"),
        ("palac", "5 points"), ("goods", "1, 3, 7, 13, 21, 30, 40, 50, 60"),
        ("resources", "1, 3, 7, 13, 21, 30, 40, 50, 60"), ("sets", "Different goods form a set"),
        ("sco", "Viziers 1 each"), ("market", "6 gold and choose 2"), ("mkt 1/3", "3 gold"),
        ("sac", "summon"), ("mk1", "3 gold"), ("undo", "take back"), ("moves", "where moves can"),
        ("stock", "that are left"), ("order", "player 3 has bid 12"), ("viz", "Viziers stay"),
        ("quit", "leave the table"), ("elder", "Elders stay"), ("jaf", "3 points instead of 1"),
    ],
)  # fmt: skip
def test_words_on_the_screen_are_found_by_prefix(asked: str, english: str) -> None:
    text = explanation(asked, ENGLISH)
    assert text is not None
    assert english in text.plain


@pytest.mark.parametrize(
    "asked",
    ["enchère", "encher", "miser", "djinn", "chameau", "palmier", "palais", "marchandises",
     "ressources", "séries", "score", "marché", "mar 1/3", "sacré", "annuler", "coups", "fakir",
     "réserve", "ordre", "or", "PO", "dernière manche", "total", "vizir"],
)  # fmt: skip
def test_french_words_on_the_screen_are_explained(asked: str) -> None:
    assert explanation(asked, FRENCH) is not None


@pytest.mark.parametrize("words", LANGUAGES)
def test_the_legend_covers_what_is_in_play(words: Catalogue) -> None:
    base = rendered(commands(words, Options(2, 0)))
    for sign in ("Y", "W", "G", "B", "R", "1/3", "18 12:3 8", "★7+?", "│"):
        assert sign in base
    assert words.tribe(ARTISANS, 2) not in base
    assert "✘" not in base
    assert words.tribe(ARTISANS, 2) in rendered(commands(words, Options(2, 0, expansions=BOTH)))
    solo = rendered(commands(words, Options(1, 0)))
    assert "✘" in solo
    assert "18 12:3 8" not in solo
    assert "★7+?" not in solo


@pytest.mark.parametrize("words", LANGUAGES)
def test_artisans_are_mentioned_only_if_they_are_in_play(words: Catalogue) -> None:
    for asked in ("boaz", "kandicha", "assassins"):
        base = explanation(asked, words, Options(2, 0))
        both = explanation(asked, words, Options(2, 0, expansions=BOTH))
        assert base is not None
        assert both is not None
        assert "Artisan" not in base.plain
        assert "Artisan" in both.plain


@pytest.mark.parametrize("words", LANGUAGES)
@pytest.mark.parametrize(
    "asked", ["nekir", "marid", "dhenim", "ba'al", "monkir", "boaz", "kumarbi", "assassins",
              "viziers", "bid", "gold", "end", "score", "order"],
)  # fmt: skip
def test_in_the_solo_game_the_opponent_is_yazid(words: Catalogue, asked: str) -> None:
    """Y1, Y10, Y11, Y13"""
    others = explanation(asked, words, Options(3, 0))
    alone = explanation(asked, words, Options(1, 0))
    assert others is not None
    assert alone is not None
    assert "Yazid" not in others.plain
    assert "Yazid" in alone.plain


@pytest.mark.parametrize("words", LANGUAGES)
def test_help_on_gold_and_the_end_has_the_numbers_of_the_solo_game(words: Catalogue) -> None:
    """Y1, Y9"""
    gold, end = (explanation(asked, words, Options(1, 0)) for asked in ("gold", "end"))
    assert gold is not None
    assert end is not None
    assert f" {GOLD} " in gold.plain
    assert f" {MOST_ASSASSINS} " in end.plain
    assert f" {MOST_DJINNS} " in end.plain


@pytest.mark.parametrize(("words", "filled"), [(ENGLISH, "each round"), (FRENCH, "chaque manche")])
def test_help_says_that_the_row_is_filled_after_a_round(words: Catalogue, filled: str) -> None:
    """A9"""
    text = explanation("goods", words)
    assert text is not None
    assert filled in text.plain


def test_a_colon_has_a_no_break_space_in_french() -> None:
    english, french = (explanation("market", words) for words in (ENGLISH, FRENCH))
    assert english is not None
    assert french is not None
    assert " Small market: " in english.plain
    assert " Petit marché\u00a0: " in french.plain


def test_topics_of_other_boxes_say_that_they_are_not_in_play() -> None:
    text = explanation("tent", ENGLISH, Options(2, 0))
    assert text is not None
    assert text.plain.endswith("(Not in this game.)")


@pytest.mark.parametrize("words", LANGUAGES)
@pytest.mark.parametrize(("width", "height"), [(80, 22), (60, 18)])
def test_the_pages_of_the_help_fit_the_terminal(words: Catalogue, width: int, height: int) -> None:
    """They say the same as the whole help."""
    options = Options(5, 0, expansions=BOTH)
    shown = [
        rendered(page, width).splitlines()
        for page in pages(words, options, width=width, height=height)
    ]
    assert len(shown) > 1
    assert max(map(len, shown)) <= height
    whole = rendered(commands(words, options), width).split()
    assert sorted(" ".join(map(" ".join, shown)).split()) == sorted(whole)


def test_q_and_exit_quit() -> None:
    assert command_of("q", ENGLISH) == command_of("exit", FRENCH) == "quit"
