"""The text of a game: its options, where it began if it is not new, its actions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import blake2b
from typing import NamedTuple

from naqala.rules.actions import Action
from naqala.rules.errors import BadText
from naqala.rules.events import Event
from naqala.rules.lines import Lines, Numbered, after_first, numbered_lines
from naqala.rules.notation import number_of, parse_action
from naqala.rules.position import options_lines, position_text
from naqala.rules.reading import read_options, read_position
from naqala.rules.state import Options, State

FIRST_LINE = "naqala record 1"
RECORD_LENGTH = 1_000_000
"""The longest text of a record."""
CHECK_BYTES = 8


class Line(NamedTuple):
    """An action of a record and where it stands."""

    number: int
    text: str
    action: Action


class Record(NamedTuple):
    """What a record tells."""

    options: Options
    position: State | None
    actions: list[Line]
    check: str = ""
    """What `check_of` said of its events, if it was written down."""


def check_of(start: State, events: Iterable[Event]) -> str:
    """A digest of the beginning and of all that happened: other rules make something else of it."""
    digest = blake2b(position_text(start).encode(), digest_size=CHECK_BYTES)
    for event in events:
        digest.update(f"{event!r}\n".encode())
    return digest.hexdigest()


def record_text(start: State, actions: Iterable[str], *, new: bool, check: str = "") -> str:
    """The record of a game that began in this state; a new game is told by its options alone."""
    if new:
        beginning = list(options_lines(start.options))
    else:
        beginning = ["position", *(f"  {line}" for line in position_text(start).splitlines())]
    if check:
        beginning.append(f"check {check}")
    lines = list(actions)
    return "\n".join([FIRST_LINE, *beginning, f"actions {len(lines)}", *lines]) + "\n"


def parse_record(text: str) -> Record:
    """Read a record; BadText says what is wrong, and where."""
    header = Lines()
    position: list[Numbered] = []
    actions: list[Line] = []
    inside = ""
    for number, line in after_first(numbered_lines(text, RECORD_LENGTH), FIRST_LINE):
        if inside == "actions":
            actions.append(_action(number, line))
        elif inside == "position" and line.startswith("  "):
            position.append((number, line[2:]))
        else:
            header.add(number, line)
            inside = line.split()[0]
    promised = header.need("actions", lambda words: number_of(words, 10**6) if words else None)
    if promised is not None and promised != len(actions):
        raise BadText(f"the record promises {promised} actions and holds {len(actions)}")
    check = header.read("check", _check, "")
    if "position" in header:
        header.read("position", str, "")
        header.finish("position, check and actions")
        state = read_position(position)
        return Record(state.options, state, actions, check)
    options = read_options(header)
    known = "players, seed, expansions, promos, doubled, whims, names, position, check, actions"
    header.finish(known)
    return Record(options, None, actions, check)


def _check(words: str) -> str:
    if not re.fullmatch(rf"[0-9a-f]{{{2 * CHECK_BYTES}}}", words):
        raise BadText(f"{words[:40]!r} is no check: it has {2 * CHECK_BYTES} signs 0-9a-f")
    return words


def _action(number: int, line: str) -> Line:
    try:
        return Line(number, line.strip(), parse_action(line))
    except BadText as error:
        raise BadText(f"line {number}: {error}") from None
