"""Validation of names and chat."""

from __future__ import annotations

import pytest

from naqala.tables import user_text
from naqala.tables.errors import Refusal

DECEPTIVE = [
    "\x00",
    "a\x07b",
    "a\x1b[31mb",
    "\u202egnp.exe",
    "a\u2066b\u2069",
    "a\u200fb",
    "a\ufeffb",
    "a\u00adb",
    "\u3164",
    "\u2800\u2800",
    "Z" + "\u0301\u0300" * 3,
    "\ue000",
    "\ud800",
    "\u200d",
]


@pytest.mark.parametrize("text", DECEPTIVE)
def test_invisible_reordering_and_stacked_characters_are_refused(text: str) -> None:
    with pytest.raises(Refusal):
        user_text.name(text)
    with pytest.raises(Refusal):
        user_text.chat(text)


@pytest.mark.parametrize("text", ["", "  ", "a,b", "x" * 41, "a\nb", "a\u2028b", "\u200dAnn"])
def test_a_name_is_one_short_visible_line(text: str) -> None:
    with pytest.raises(Refusal, match="A name has 1 to"):
        user_text.name(text)


@pytest.mark.parametrize(
    "text", ["Ann", "Zoé", "Ngô Quyền", "علي", "山田", "🐪", "<b>Bob</b>", "O'Neil"]
)
def test_names_of_all_scripts_and_with_markup_are_accepted(text: str) -> None:
    assert user_text.name(f" {text} ") == text


def test_names_are_normalised() -> None:
    assert user_text.name("Zoe\u0301") == "Zoé"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("  hello \n  there\t! ", "hello there !"),
        ("d’accord\u00a0!", "d’accord !"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("می\u200cروم", "می\u200cروم"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
    ],
)
def test_chat_is_one_line_of_text(text: str, expected: str) -> None:
    assert user_text.chat(text) == expected
