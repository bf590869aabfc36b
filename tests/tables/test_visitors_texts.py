"""Texts that visitors send: whatever they contain, reading them takes little time and memory.

The limits are 50 ms and 20 MB. The time that a test allows is much longer, because machines differ
and are busy; what these texts took before there were limits was minutes.
"""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from naqala.rules.game import Game
from naqala.tables.errors import Refusal
from naqala.tables.log import opening
from naqala.tables.log.opening import canonical, opened, options_of
from naqala.tables.protocol.types import GameOptions
from tests.tables import worst_texts
from tests.tables.worst_texts import DECK, OPENING

SECONDS = 1.0
"""Of the processor: twenty times the limit."""
BYTES = 20_000_000


def read_deck(text: str) -> None:
    """Read a deck as the options of a new table."""
    options_of(GameOptions(2, ("whims",), whims=text), 1)


def read_opening(text: str) -> None:
    """Read a record or a position as the opening of a new table."""
    canonical.cache_clear()
    opening._opened.cache_clear()
    opened(canonical(text))


def check(read: Callable[[str], None], text: str) -> None:
    """Read a text twice: once to measure the time, once to measure the memory."""
    for measured in ("time", "memory"):
        if measured == "memory":
            tracemalloc.start()
        begun = time.thread_time()
        try:
            with suppress(Refusal):
                read(text)
            if measured == "time":
                assert time.thread_time() - begun < SECONDS
            else:
                assert tracemalloc.get_traced_memory()[1] < BYTES
        finally:
            tracemalloc.stop()


@pytest.mark.parametrize(("name", "text"), list(worst_texts.decks()), ids=lambda value: value[:25])
def test_any_deck_is_read_or_refused_soon(name: str, text: str) -> None:
    assert len(text) <= DECK, name
    check(read_deck, text)


@pytest.mark.parametrize(
    ("name", "text"),
    [*worst_texts.records(), *worst_texts.positions()],
    ids=lambda value: value[:25],
)
def test_any_opening_is_read_or_refused_soon(name: str, text: str) -> None:
    assert len(text) <= OPENING, name
    check(read_opening, text)


@st.composite
def repetitive(draw: st.DrawFn, words: list[str], heads: list[str], most: int) -> str:
    """A text of few different pieces in many repetitions, as long as it may be."""
    text = draw(st.sampled_from(heads))
    for _ in range(draw(st.integers(1, 4))):
        pieces = draw(st.lists(st.sampled_from(words), min_size=1, max_size=6))
        text += "".join(pieces) * draw(st.sampled_from([1, 10, 100, 1000, 100_000]))
        if len(text) > most:
            break
    return text[:most]


TOML = [
    "a", ".", "=", "1", '"', "'", '"""', "[", "]", "{", "}", ",", "\n", " ", "#", "\\", "whims",
    "id", "needs.viziers", "[[whims]]\n", '"x"', "0x", "e9", "_", "-", ":", "\t", "\r\n", "é",
]  # fmt: skip
NOTATION = [
    "a", "1", " ", "\n", "#", "/", "-", ",", "*", ":", "  ", "tag a b\n", "players 2\n", "seed 1\n",
    "actions 1\n", "actions\n", "position\n", "bid 0\n", "end\n", "sow c3", " d3W", "boaz ",
    "jewel ", "whims ", "pending ", "walls ", "names ", "tiles ", "meeples ", "\t", "\u2028", "é",
]  # fmt: skip
HEADS = ["", "naqala record 1\n", worst_texts.HEADER, worst_texts.POSITION, "naqala position 1\n"]


@settings(deadline=None)
@given(repetitive(TOML, ["", "whims = [", "[[whims]]\n"], DECK))
def test_whatever_repeats_in_a_deck_is_refused_soon(text: str) -> None:
    check(read_deck, text)


@settings(deadline=None)
@given(repetitive(NOTATION, HEADS, OPENING))
def test_whatever_repeats_in_an_opening_is_refused_soon(text: str) -> None:
    check(read_opening, text)


def test_an_opening_has_so_many_lines() -> None:
    record = Game.new(players=2, seed=1).record()
    comments = "# x\n" * (opening.MOST_LINES - record.count("\n") - 1)
    assert canonical(record + comments) == record
    with pytest.raises(Refusal, match="more than 2000 lines"):
        canonical(record + comments + "# x\n")


def test_an_opening_has_so_many_steps() -> None:
    move = "sow c3 d3W d4Y\n"
    with pytest.raises(Refusal, match="1002 steps; the limit is 1000"):
        canonical(worst_texts.HEADER + move * 334)
    with pytest.raises(Refusal, match="line 5"):
        canonical(worst_texts.HEADER + move * 333)


def test_the_longest_recorded_game_can_be_an_opening() -> None:
    text = dict(worst_texts.records())["whole game"]
    assert opened(canonical(text)) == Game.load(text)


def test_comments_of_an_opening_are_not_stored() -> None:
    record = Game.new(players=2, seed=1).record()
    assert canonical(record + "# a remark\n") == record
