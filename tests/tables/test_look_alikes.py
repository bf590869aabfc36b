"""Detection of names that look alike."""

from __future__ import annotations

import pytest

from naqala.tables import user_text
from naqala.tables.commands import Sender, new_entry
from naqala.tables.errors import Refusal
from naqala.tables.log import entries as log
from naqala.tables.look_alikes import is_taken, numbered
from naqala.tables.protocol.messages import AnyCommand, Rename, Say, Sit
from naqala.text import catalogue
from tests.tables.table_builder import GUESTS, MODES, lobby

WORDS = catalogue("en")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ann"), ("Ann", "\u0410nn"), ("Ann", "A\u034fnn"), ("Ian", "lan"), ("Ian", "IAN"),
        ("Tom", "Torn"), ("Ann", "\uff21nn"), ("J\u00f6rg", "Jo\u0308rg"), ("Ann  B", "Ann B"),
        ("Ann", "A\ufe0fnn"),
    ],
)  # fmt: skip
def test_names_that_look_alike_are_equal(one: str, other: str) -> None:
    """Unicode Technical Standard 39"""
    assert is_taken(one, [other])
    assert is_taken(other, ["Bob", one])


@pytest.mark.parametrize(("one", "other"), [("Ann", "Anne"), ("Player 1", "Player 2"), ("Ann", "")])
def test_other_names_are_different(one: str, other: str) -> None:
    assert not is_taken(one, [other])
    assert not is_taken(other, [one])


def test_a_number_is_added_to_a_taken_name() -> None:
    assert numbered("Sultan", []) == "Sultan"
    assert numbered("Sultan", ["SULTAN", "Sultan 2"]) == "Sultan 3"


@pytest.mark.parametrize(
    "name", ["A\u034fnn", "Ann\ufe0f", "Ann\U000e0101", "\u180bAnn", "Ann\u3164"]
)
def test_invisible_characters_are_refused(name: str) -> None:
    with pytest.raises(Refusal, match="visible characters"):
        user_text.name(name)


def test_a_variation_selector_after_an_emoji_is_accepted() -> None:
    assert user_text.name("Ann \u2764\ufe0f") == "Ann \u2764\ufe0f"


@pytest.mark.parametrize(
    "command",
    [
        Sit(id="x", seat=1, name="\u0410nn"),
        Say(id="x", text="hi", name="\u0410NN"),
    ],
)
def test_the_name_of_a_player_cannot_be_used_by_others(command: AnyCommand) -> None:
    builder = lobby(MODES["base 3"])
    builder.append(log.Sat(0, "Ann", GUESTS[0]), GUESTS[0])
    with pytest.raises(Refusal) as caught:
        new_entry(builder.table, Sender(GUESTS[1]), command, WORDS)
    assert caught.value.code == "name_taken"
    own = Rename(id="y", seat=0, name="ANN")
    assert new_entry(builder.table, Sender(GUESTS[0]), own, WORDS).body == log.Renamed(0, "ANN")


def test_a_repeated_command_is_recognised_after_many_others() -> None:
    builder = lobby(MODES["base 3"])
    builder.append(log.Sat(0, "Ann", GUESTS[0]), GUESTS[0], "first")
    number = builder.table.number
    for nth in range(600):
        builder.append(log.Said(0, "Ann", "hi"), GUESTS[0], f"c{nth}")
    assert Sender(GUESTS[0]).find_repeat(builder.table, "first", (0,)) == number
