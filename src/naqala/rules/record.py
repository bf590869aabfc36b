"""The text of a game: its options, where it began if it is not new, its actions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from naqala.rules.actions import Action
from naqala.rules.errors import BadText
from naqala.rules.lines import Lines, Numbered, after_first, numbered_lines
from naqala.rules.notation import number_of, parse_action
from naqala.rules.position import options_lines, position_text
from naqala.rules.reading import read_options, read_position
from naqala.rules.state import Options, State

FIRST_LINE = "naqala record 1"
RECORD_LENGTH = 1_000_000
"""The longest text of a record."""


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


def record_text(start: State, actions: Iterable[str], *, new: bool) -> str:
    """The record of a game that began in this state; a new game is told by its options alone."""
    if new:
        beginning = list(options_lines(start.options))
    else:
        beginning = ["position", *(f"  {line}" for line in position_text(start).splitlines())]
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
    if "position" in header:
        header.read("position", str, "")
        header.finish("position and actions")
        state = read_position(position)
        return Record(state.options, state, actions)
    options = read_options(header)
    header.finish("players, seed, expansions, promos, doubled, whims, names, position, actions")
    return Record(options, None, actions)


def _action(number: int, line: str) -> Line:
    try:
        return Line(number, line.strip(), parse_action(line))
    except BadText as error:
        raise BadText(f"line {number}: {error}") from None
