"""Texts that visitors send: whatever they contain, reading them takes little work and memory.

The limits are 50 ms and 20 MB for any 128 KB. The tests count the lines of Python that are run
instead of the time, which depends on the machine; `python -m benchmarks.server.texts` measures it.
"""

from __future__ import annotations

import io
import sys
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from naqala.rules import board
from naqala.rules.game import Game
from naqala.tables import archive
from naqala.tables.errors import Refusal
from naqala.tables.log import initial_game
from naqala.tables.log.initial_game import canonical, parse_opening, read_texts
from naqala.tables.protocol.types import GameOptions
from tests.tables import adversarial_texts
from tests.tables.adversarial_texts import ARCHIVE, DECK, OPENING

LINES = 800_000
"""Lines of Python that reading a text may run: about 20 ms."""
ARCHIVE_LINES = 1_200_000
"""An import replays every game of a file; the server itself reads no such file."""
BYTES = 20_000_000

Text = TypeVar("Text", str, bytes)


class TooMuch(BaseException):
    """More work than is allowed; not an Exception, so that no reader takes it for an error."""


def read_deck(text: str) -> None:
    """Read a deck as the options of a new table, with nothing in the caches."""
    initial_game._deck.cache_clear()
    read_texts(GameOptions(2, ("whims",), whims=text), "")


def read_opening(text: str) -> None:
    """Read a record or a position as the opening of a new table, with nothing in the caches."""
    for cached in (canonical, initial_game._parse_opening, board._grid):
        cached.cache_clear()
    read_texts(GameOptions(2), text)


def read_archive(content: bytes) -> None:
    """Read a file of tables as an import does, with nothing in the caches."""
    for cached in (initial_game._deck, initial_game._parse_opening, board._grid):
        cached.cache_clear()
    for _ in archive.Reader(io.BytesIO(content)).tables():
        pass


def check(read: Callable[[Text], None], text: Text, most: int = LINES) -> None:
    """Read a text twice: once to count the lines that are run, once to measure the memory."""
    lines = 0

    def count(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal lines
        lines += event == "line"
        if lines > most:
            raise TooMuch(f"more than {most:,} lines of Python")
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        with suppress(Refusal):
            read(text)
    finally:
        sys.settrace(before)
    tracemalloc.start()
    try:
        with suppress(Refusal):
            read(text)
        assert tracemalloc.get_traced_memory()[1] < BYTES
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("name", "text"), list(adversarial_texts.decks()), ids=lambda value: value[:25]
)
def test_any_deck_is_read_or_refused_soon(name: str, text: str) -> None:
    assert len(text) <= DECK, name
    check(read_deck, text)


@pytest.mark.parametrize(
    ("name", "text"),
    [*adversarial_texts.records(), *adversarial_texts.positions()],
    ids=lambda value: value[:25],
)
def test_any_opening_is_read_or_refused_soon(name: str, text: str) -> None:
    assert len(text) <= OPENING, name
    check(read_opening, text)


@pytest.mark.parametrize(
    ("name", "content"), list(adversarial_texts.archives()), ids=lambda value: value[:25]
)
def test_any_archive_is_read_or_refused_soon(name: str, content: bytes) -> None:
    assert len(content) <= ARCHIVE, name
    check(read_archive, content, ARCHIVE_LINES)


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
HEADS = [
    "",
    "naqala record 1\n",
    adversarial_texts.HEADER,
    adversarial_texts.POSITION,
    "naqala position 1\n",
]


@settings(deadline=None)
@given(repetitive(TOML, ["", "whims = [", "[[whims]]\n"], DECK))
def test_whatever_repeats_in_a_deck_is_refused_soon(text: str) -> None:
    check(read_deck, text)


@settings(deadline=None)
@given(repetitive(NOTATION, HEADS, OPENING))
def test_whatever_repeats_in_an_opening_is_refused_soon(text: str) -> None:
    check(read_opening, text)


LINES_OF_ARCHIVES = [
    '{"naqala":"tables","format":1}\n', '{"table":"22222222222222222222","entries":1}\n',
    '{"table":"33333333333333333333","entries":100000}\n', '{"end":1,"sha256":""}\n',
    '{"number":1,"at":0,"what":{"type":"created","options":{"players":1},"seats":[{"kind":"me"}]}}\n',
    '{"number":2,"at":0,"what":{"type":"sat","seat":0,"name":"Ann","holder":""}}\n',
    '{"number":1,"at":0,"what":', "[", "{", '"', "\\", "1", "x", "\n", ",", ":", "}", "\ud7ff",
]  # fmt: skip


@settings(deadline=None)
@given(repetitive(LINES_OF_ARCHIVES, ["", *LINES_OF_ARCHIVES[:1]], ARCHIVE))
def test_whatever_repeats_in_an_archive_is_refused_soon(text: str) -> None:
    check(read_archive, text.encode()[:ARCHIVE], ARCHIVE_LINES)


def test_an_opening_has_so_many_lines() -> None:
    record = Game.new(players=2, seed=1).record()
    comments = "# x\n" * (initial_game.MOST_LINES - record.count("\n") - 1)
    assert canonical(record + comments) == record
    with pytest.raises(Refusal, match="more than 2000 lines"):
        canonical(record + comments + "# x\n")


def test_an_opening_has_so_many_steps() -> None:
    move = "sow c3 d3W d4Y\n"
    with pytest.raises(Refusal, match="603 steps; the limit is 600"):
        canonical(adversarial_texts.HEADER + move * 201)
    with pytest.raises(Refusal, match="line 5"):
        canonical(adversarial_texts.HEADER + move * 200)


def test_the_longest_recorded_game_can_be_an_opening() -> None:
    text = dict(adversarial_texts.records())["whole game"]
    assert parse_opening(canonical(text)) == Game.load(text)


def test_comments_of_an_opening_are_not_stored() -> None:
    record = Game.new(players=2, seed=1).record()
    assert canonical(record + "# a remark\n") == record
