"""Records: a game as text, with its options, its beginning, its actions, tags and comments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import NamedTuple

from naqala.rules.actions import Action
from naqala.rules.errors import BadText, brief
from naqala.rules.events import Event
from naqala.rules.notation.actions import parse_action
from naqala.rules.notation.key_lines import Lines, Numbered, after_first, numbered_lines
from naqala.rules.notation.position import FIRST_LINE as POSITION_LINE
from naqala.rules.notation.position import POSITION_LENGTH, options_lines, position_text
from naqala.rules.notation.position_reader import OPTION_KEYS, read_options, read_position
from naqala.rules.state import Options, State
from naqala.rules.text_tokens import number_of

FIRST_LINE = "naqala record 1"
RECORD_LENGTH = 1_000_000
"""The longest text of a record."""
CHECK_BYTES = 8
TAG = "tag"
COMMENT = "#"
MOST_TAGS = 50
TAG_NAME = re.compile(r"[a-z][a-z0-9_-]{0,31}")
TAG_LENGTH = 250
"""Enough for the names of five players."""


class Line(NamedTuple):
    """An action of a record and its line."""

    number: int
    text: str
    action: Action


class Record(NamedTuple):
    """The content of a record."""

    options: Options
    position: State | None
    actions: list[Line]
    check: str = ""
    """The checksum of its events (see `check_of`), if the record has one."""
    tags: Mapping[str, str] = {}
    comments: Mapping[int, str] = {}
    """Comments by the number of action lines before them."""


def check_of(start: State, events: Iterable[Event]) -> str:
    """A checksum of the start and all events; it differs if the rules have changed."""
    digest = blake2b(position_text(start).encode(), digest_size=CHECK_BYTES)
    for event in events:
        digest.update(f"{event!r}\n".encode())
    return digest.hexdigest()


def record_text(
    start: State,
    actions: Iterable[tuple[int, str]],
    *,
    new: bool,
    check: str = "",
    tags: Mapping[str, str],
    comments: Mapping[int, str],
) -> str:
    """The record of a game that began in this state; a new game is stored as its options.

    Each action comes with the number of actions played so far, which says where comments belong.
    """
    if new:
        beginning = list(options_lines(start.options))
    else:
        beginning = ["position", *(f"  {line}" for line in position_text(start).splitlines())]
    if len(tags) > MOST_TAGS:
        raise BadText("tag_number", most=MOST_TAGS)
    tagged = [f"{TAG} {_tag_name(name)} {_tag_value(value)}" for name, value in tags.items()]
    if check:
        beginning.append(f"check {check}")
    lines, count = _with_comments(list(actions), comments)
    return "\n".join([FIRST_LINE, *tagged, *beginning, f"actions {count}", *lines]) + "\n"


def _with_comments(
    actions: Sequence[tuple[int, str]], comments: Mapping[int, str]
) -> tuple[list[str], int]:
    """The lines of actions with comments between them, and the number of actions."""
    for place, text in comments.items():
        if type(place) is not int:
            most = actions[-1][0] if actions else 0
            raise BadText("not_a_number", text=brief(repr(place)), most=most)
        if not isinstance(text, str):
            raise BadText("not_text", value=brief(repr(text)))
    waiting = sorted(comments.items())
    lines: list[str] = []
    count = 0

    def write(until: float) -> None:
        while waiting and waiting[0][0] <= until:
            _, text = waiting.pop(0)
            lines.extend(f"{COMMENT} {line}".rstrip() for line in text.splitlines())

    write(0)
    for number, action in actions:
        lines.append(action)
        count += 1
        write(number)
    write(float("inf"))
    return lines, count


def is_position(text: str) -> bool:
    """Whether a text is a position rather than a record."""
    return next((line for _, line in numbered_lines(text, RECORD_LENGTH)), "").strip() == (
        POSITION_LINE
    )


def split_records(text: str) -> Iterator[str]:
    """The records of a text; lines before a record belong to it."""
    lines: list[str] = []
    begun = False
    for line in text.split("\n"):
        if line.strip() == FIRST_LINE:
            if begun:
                yield "\n".join(lines)
                lines = []
            begun = True
        lines.append(line)
    if any(line.strip() for line in lines):
        yield "\n".join(lines)


def parse_record(text: str) -> Record:
    """Read a record; BadText says what is wrong, and where."""
    header = Lines()
    position: list[Numbered] = []
    actions: list[Line] = []
    tags: dict[str, str] = {}
    comments: dict[int, list[str]] = {}
    inside = ""
    lines = numbered_lines(text, RECORD_LENGTH, comments=COMMENT)
    for number, line in after_first(_from_first_line(lines), FIRST_LINE):
        if line.lstrip().startswith(COMMENT):
            if inside == "actions":
                words = line.strip().removeprefix(COMMENT).removeprefix(" ")
                comments.setdefault(len(actions), []).append(words)
        elif inside == "actions":
            actions.append(_action(number, line))
        elif inside == "position" and line.startswith("  "):
            position.append((number, line[2:]))
        elif line.split()[0] == TAG:
            _read_tag(number, line, tags)
        else:
            header.add(number, line)
            inside = line.split()[0]
    promised = header.need("actions", lambda words: number_of(words, 10**6) if words else None)
    if promised is not None and promised != len(actions):
        raise BadText("record_cut", promised=promised, held=len(actions))
    check = header.read("check", _check, "")
    said = {number: "\n".join(words) for number, words in comments.items()}
    if "position" in header:
        header.read("position", str, "")
        header.finish(("tag", "position", "check", "actions"))
        if (length := sum(len(line) + 1 for _, line in position)) > POSITION_LENGTH:
            raise BadText("text_length", length=length, most=POSITION_LENGTH)
        state = read_position(position)
        return Record(state.options, state, actions, check, tags, said)
    options = read_options(header)
    header.finish(("tag", *OPTION_KEYS, "position", "check", "actions"))
    return Record(options, None, actions, check, tags, said)


def _from_first_line(lines: Iterable[Numbered]) -> Iterator[Numbered]:
    """The lines without the comments at the beginning."""
    begun = False
    for number, line in lines:
        begun = begun or not line.lstrip().startswith(COMMENT)
        if begun:
            yield number, line


def _read_tag(number: int, line: str, tags: dict[str, str]) -> None:
    _, _, words = line.strip().partition(" ")
    name, _, value = words.strip().partition(" ")
    try:
        if name in tags:
            raise BadText("tag_twice", name=brief(name))
        if len(tags) == MOST_TAGS:
            raise BadText("tag_number", most=MOST_TAGS)
        tags[_tag_name(name)] = _tag_value(value.strip())
    except BadText as error:
        raise BadText("record_line", number=number, reason=error) from None


def _tag_name(name: object) -> str:
    if not isinstance(name, str) or not TAG_NAME.fullmatch(name):
        raise BadText("tag_name", name=brief(str(name)))
    return name


def _tag_value(value: object) -> str:
    if (
        not isinstance(value, str)
        or not 1 <= len(value) <= TAG_LENGTH
        or not value.isprintable()
        or value != value.strip()
    ):
        raise BadText("tag_value", value=brief(str(value)), most=TAG_LENGTH)
    return value


def _check(words: str) -> str:
    if not re.fullmatch(rf"[0-9a-f]{{{2 * CHECK_BYTES}}}", words):
        raise BadText("not_a_check", text=brief(words), length=2 * CHECK_BYTES)
    return words


def _action(number: int, line: str) -> Line:
    try:
        return Line(number, line.strip(), parse_action(line))
    except BadText as error:
        raise BadText("record_line", number=number, reason=error) from None
