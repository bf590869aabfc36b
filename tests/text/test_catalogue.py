"""Every message exists in every language, and all messages are well-formed."""

import re
from importlib.resources import files
from string import Formatter

import pytest

from naqala import NaqalaError
from naqala.rules.actions import Take
from naqala.rules.events import Taken
from naqala.rules.meeples import parse_letters
from naqala.rules.turn import Moving
from naqala.text import LANGUAGES, Catalogue, catalogue
from naqala.text.plurals import categories
from tests.positions import tile
from tests.text.samples import EN, FR, state_with


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
    wrong = re.compile(r"[^\W\d_][;!?»]|[^\W\d_]:(?=\s|$)|«(?!\u00a0)| [;:!?»]| %(?!\()")
    for key, message in FR.messages.items():
        plain = re.sub(r"\{[^{}]*\}", "x", message).removeprefix("%(prog)s: ")
        assert not wrong.search(plain), (key, message)


def test_no_text_is_longer_than_two_lines(words: Catalogue) -> None:
    for key, message in words.messages.items():
        if key.endswith(".text"):
            assert len(message) <= 170, key


def test_french_uses_the_words_of_the_rules() -> None:
    """And one word for each thing; help also finds topics by other words."""
    others = r"\b(gouffre|tente|marqueur|siège|dépose|remise en ordre)s?\b"
    for key, text in FR.messages.items():
        if not key.startswith("terminal.topic_"):
            assert not re.search(others, text, re.IGNORECASE), key
    assert FR.kind("chasm") == "crevasse"


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_piles_are_written_as_letters_only_on_request(language: str) -> None:
    words, letters = catalogue(language), catalogue(language, letters=True)
    state, taken = state_with(Moving()), Taken(0, tile("c3"), parse_letters("WWB"))
    assert "(Y W G)" in letters.action(Take(tile("a2")), state)
    assert "(W W B)" in letters.event(taken, ["Ann", "Bob"])
    assert words.meeples(parse_letters("WWB")) in words.event(taken, ["Ann", "Bob"])


def test_an_unknown_key_is_an_error() -> None:
    with pytest.raises(NaqalaError, match=r"there is no message 'word\.nothing'"):
        EN.say("word.nothing")


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(NaqalaError, match="there is no language 'xx'; the languages are en, "):
        catalogue("xx")


def test_a_catalogue_is_loaded_once() -> None:
    assert catalogue("fr") is FR
