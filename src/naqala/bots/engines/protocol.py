"""The lines of the engine protocol: writing and reading them. No I/O."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite

from naqala.rules.actions import Action
from naqala.rules.errors import BadText, NaqalaError
from naqala.rules.notation import position, view
from naqala.rules.notation.actions import parse_action
from naqala.rules.notation.position import position_text
from naqala.rules.notation.position_reader import parse_position
from naqala.rules.notation.view import view_text
from naqala.rules.notation.view_reader import parse_view
from naqala.rules.state import State
from naqala.rules.view import View

VERSION = 1
HELLO, HELLO_END = f"naqala {VERSION}", "naqalaok"
SEPARATOR = "; "
"""Separates the lines of a view, and actions."""
TEXT_LENGTH = 200
"""The length to which names and texts of engines are cut."""
NUMBERS = ("seconds", "evaluations", "samples", "value")
"""The keys of a report that have a number."""
TYPES = ("check", "number", "choice", "text")
"""The types of options."""


class EngineError(NaqalaError):
    """An engine does not start, does not answer, or does not keep to the protocol."""


@dataclass(frozen=True, slots=True)
class EngineOption:
    """An option that an engine declares."""

    name: str
    type: str
    default: str = ""
    least: str = ""
    most: str = ""
    values: tuple[str, ...] = ()
    """The values of a `choice`."""


@dataclass(frozen=True, slots=True)
class Info:
    """What an engine reports while it thinks; what it did not report is None or empty."""

    seconds: float | None = None
    evaluations: int | None = None
    samples: int | None = None
    value: float | None = None
    """The value that the engine expects, in points."""
    best: tuple[Action, ...] = ()
    text: str = ""
    others: dict[str, str] = field(default_factory=dict)
    """Keys that this version does not know."""


def option_line(option: EngineOption) -> str:
    """The line with which an engine declares an option."""
    parts = ["option", option.name, option.type]
    for key, words in (("default", option.default), ("min", option.least), ("max", option.most)):
        parts += [key, words] if words else []
    return " ".join([*parts, *(["values", *option.values] if option.values else [])])


def read_option(words: Sequence[str]) -> EngineOption | None:
    """The option of a line, without its first word; None if it cannot be read."""
    if len(words) < 2 or words[1] not in TYPES:
        return None
    found: dict[str, str] = {}
    values: tuple[str, ...] = ()
    rest = list(words[2:])
    while len(rest) >= 2:
        key = rest.pop(0)
        if key == "values":
            values = tuple(rest)
            break
        found[key] = rest.pop(0)
    return EngineOption(
        words[0],
        words[1],
        found.get("default", ""),
        found.get("min", ""),
        found.get("max", ""),
        values,
    )


def info_line(info: Info) -> str:
    """The line with which an engine reports."""
    parts = ["info"]
    if info.seconds is not None:
        parts.append(f"seconds {info.seconds:.3f}")
    if info.evaluations is not None:
        parts.append(f"evaluations {info.evaluations}")
    if info.samples is not None:
        parts.append(f"samples {info.samples}")
    if info.value is not None:
        parts.append(f"value {info.value:.2f}")
    parts += [f"{key} {words}" for key, words in info.others.items()]
    if info.best:
        parts.append(f"best {actions_text(info.best)}")
    elif info.text:
        parts.append(f"text {' '.join(info.text.split())[:TEXT_LENGTH]}")
    return " ".join(parts)


def read_info(words: str) -> Info:
    """The report of a line, without its first word; what cannot be read is left out."""
    found = Info()
    rest = words.strip()
    while rest:
        key, _, rest = rest.partition(" ")
        if key == "text":
            return replace(found, text=rest[:TEXT_LENGTH])
        if key == "best":
            return replace(found, best=_readable(rest))
        word, _, rest = rest.strip().partition(" ")
        match key, _number(word):
            case "seconds", float(number):
                found = replace(found, seconds=number)
            case "evaluations", float(number):
                found = replace(found, evaluations=int(number))
            case "samples", float(number):
                found = replace(found, samples=int(number))
            case "value", float(number):
                found = replace(found, value=number)
            case _ if key not in NUMBERS:
                found = replace(found, others={**found.others, key: word})
    return found


def _number(word: str) -> float | None:
    try:
        number = float(word)
    except ValueError:
        return None
    return number if isfinite(number) else None


def _readable(words: str) -> tuple[Action, ...]:
    """The actions of a list up to the first that cannot be read."""
    found: list[Action] = []
    for text in words.split(";"):
        try:
            found.append(parse_action(text.strip()))
        except BadText:
            break
    return tuple(found)


def actions_text(actions: Iterable[Action]) -> str:
    """Actions on one line."""
    return SEPARATOR.join(map(str, actions))


def read_actions(words: str) -> tuple[Action, ...]:
    """The actions of a line; BadText if one of them cannot be read."""
    return tuple(parse_action(text.strip()) for text in words.split(";") if text.strip())


def view_line(seen: View) -> str:
    """The line of a view. Names of players are left out: they are of no use to an engine."""
    nameless = seen._replace(options=replace(seen.options, names=()))
    return f"view {_one_line(view_text(nameless))}"


def position_line(state: State) -> str:
    """The line of a position, which contains the secrets of all seats."""
    nameless = state.copy()
    nameless.options = replace(state.options, names=())
    return f"position {_one_line(position_text(nameless))}"


def _one_line(text: str) -> str:
    return SEPARATOR.join(text.splitlines()[1:])


def read_view(words: str) -> View:
    """The view of a line, without its first word."""
    return parse_view("\n".join([view.FIRST_LINE, *words.split(";")]))


def read_position(words: str) -> State:
    """The state of a line, without its first word."""
    return parse_position("\n".join([position.FIRST_LINE, *words.split(";")]))


def go_line(seconds: float | None, evaluations: int | None) -> str:
    """The line that lets an engine think."""
    parts = ["go"]
    if seconds is not None:
        parts.append(f"seconds {seconds:g}")
    if evaluations is not None:
        parts.append(f"evaluations {evaluations}")
    return " ".join(parts)


def read_seed(words: Sequence[str]) -> int:
    """The seed of a `newgame`, without its first word; 0 if there is none or it is negative."""
    pairs = dict(zip(words[::2], words[1::2], strict=False))
    try:
        return max(0, int(pairs.get("seed", 0)))
    except ValueError:
        return 0


def read_go(words: Sequence[str]) -> dict[str, float]:
    """The limits of a `go`, without its first word; unknown keys and bad numbers are ignored."""
    pairs = zip(words[::2], words[1::2], strict=False)
    numbers = ((key, _number(word)) for key, word in pairs)
    return {key: number for key, number in numbers if number is not None and number > 0}
