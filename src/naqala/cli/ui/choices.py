"""The choices as a list with keys to type: grouped, in columns, and cut if long."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rich.text import Text

from naqala.cli.ui import palette
from naqala.rules.actions import (
    Action,
    Bid,
    Buy,
    Drop,
    End,
    Gather,
    Kill,
    KillInFront,
    Name,
    Pass,
    Sell,
    Take,
    Use,
    UseItem,
)
from naqala.rules.board import Mask, mask_of
from naqala.rules.state import State
from naqala.text import Catalogue

GAP = 1
"""Spaces between two columns."""
PARTS = (5, 4, 3, 2)
"""The most columns."""
GO_ON = "0"
"""The key of `pass` and `end`, wherever they are offered."""


class Choice(NamedTuple):
    """An action and the key that chooses it."""

    key: str
    action: Action


class Group(NamedTuple):
    """Choices of one kind."""

    sort: str
    choices: list[Choice]


def groups(actions: Iterable[Action]) -> list[Group]:
    """The choices by kind, each with its key: a running number, or the value of a bid."""
    sorts: dict[str, list[Action]] = {}
    for action in actions:
        sorts.setdefault(_sort(action), []).append(action)
    if "sell" in sorts:
        sorts["sell"].reverse()  # the largest sets first
    found = []
    number = 0
    for sort in sorted(sorts, key=lambda sort: _SORTS.index(sort.split()[0])):
        choices = []
        for action in sorts[sort]:
            if isinstance(action, Bid):
                key = f"{action.value}/{action.fakirs}" if action.fakirs else str(action.value)
            elif isinstance(action, Pass | End):
                key = GO_ON
            else:
                number += 1
                key = str(number)
            choices.append(Choice(key, action))
        found.append(Group(sort, choices))
    return found


_BY_NAME = (Take, Drop, Gather, Name)
"""Actions that can be chosen by typing only the tile, or the tile and the meeple."""
_SORTS = ["bid", "take", "drop", "act", "kill", "kill_far", "buy", "use", "item", "sell", "go_on"]


def _sort(action: Action) -> str:
    match action:
        case Bid():
            return "bid"
        case Take():
            return "take"
        case Drop():
            return "drop"
        case Kill(fakirs=fakirs):
            return "kill_far" if fakirs else "kill"
        case KillInFront():
            return "kill"
        case Buy():
            return "buy"
        case Use():
            return "use"
        case UseItem(item=item):
            return f"item {item}"
        case Sell():
            return "sell"
        case Pass() | End():
            return "go_on"
    return "act"


def chosen(key: str, actions: Iterable[Action]) -> Action | None:
    """The action that a typed key chooses: that of the list, or a tile or meeple by its name."""
    wanted = key.lower()
    for group in groups(actions):
        for choice in group.choices:
            short = str(choice.action).partition(" ")[2].lower()
            if choice.key == key or (short == wanted and isinstance(choice.action, _BY_NAME)):
                return choice.action
    return None


def targets(actions: Iterable[Action]) -> Mask:
    """The tiles that choices refer to, if they are few enough to highlight."""
    found = mask_of(
        action.tile
        for action in actions
        if isinstance(action, Drop | Kill | Use | UseItem | Gather | Name)
        and action.tile is not None
    )
    return found if found.bit_count() <= 16 else 0


def choice_lines(
    actions: Sequence[Action],
    words: Catalogue,
    state: State,
    names: Sequence[str],
    width: int,
    room: int = 10_000,
) -> Iterator[Text]:
    """The list of choices in at most about `room` lines, with a note if some are left out."""
    sorts = groups(actions)
    columns = [_columns(group, words, state, names, width) for group in sorts]
    shares = _shares([len(lines) for lines in columns], room)
    hidden = 0
    for group, lines, share in zip(sorts, columns, shares, strict=True):
        yield from (line for line, _ in lines[:share])
        hidden += len(group.choices) - sum(number for _, number in lines[:share])
    if hidden:
        yield Text(words.say("terminal.more_choices", count=hidden), palette.QUIET)


def _shares(lengths: list[int], room: int) -> list[int]:
    """How many lines each group gets: all if possible, otherwise long ones are cut."""
    most = max(lengths, default=0)
    least = 1 if room >= len(lengths) else 0
    while sum(min(length, most) for length in lengths) > room and most > least:
        most -= 1
    return [min(length, most) for length in lengths]


def _columns(
    group: Group, words: Catalogue, state: State, names: Sequence[str], width: int
) -> list[tuple[Text, int]]:
    """The lines of a group, and how many choices each holds; read from left to right.

    Columns are an even part of the width that most choices fit in; the few longer ones take
    the room of several.
    """
    cells = []
    for choice in group.choices:
        cell = Text.assemble(
            (f"{choice.key:>3} ", palette.KEY), _meaning(choice, words, state, names)
        )
        cell.truncate(width, overflow="ellipsis")
        cells.append(cell)
    lengths = sorted(cell.cell_len for cell in cells)
    most = lengths[len(lengths) * 4 // 5] + GAP
    unit = next(
        ((width + GAP) // parts for parts in PARTS if most <= (width + GAP) // parts), width
    )
    lines: list[tuple[Text, int]] = []
    used = width
    for cell in cells:
        if used + cell.cell_len > width:
            lines.append((Text(no_wrap=True), 0))
            used = 0
        line, number = lines[-1]
        line.append(" " * (used - line.cell_len)).append_text(cell)
        used += -(-(cell.cell_len + GAP) // unit) * unit
        lines[-1] = line, number + 1
    return lines


def _meaning(choice: Choice, words: Catalogue, state: State, names: Sequence[str]) -> str:
    """What a choice does; for a sale the price comes first, since sets can be long."""
    action = choice.action
    if isinstance(action, Sell):
        cards = ", ".join(words.card(card) for card in action.cards)
        return words.say("terminal.sale", gold=words.gold(action.value), cards=cards)
    return words.action(action, state, names)
