"""The log in messages: its entries, with the events of the game.

Names of tiles, tribes and cards, and omitted fields, are as in `types`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct


class GameEvent(Struct, frozen=True, omit_defaults=True):
    """An event of the rules (`type` is its name) as the receiver may know it."""

    type: str
    seat: int = -1
    tile: str = ""
    to: str = ""
    tribe: str = ""
    pile: Annotated[str, Meta(description="Meeples; for `PileRebuilt` the name of the pile.")] = ""
    count: int = 0
    amount: int = 0
    source: str = ""
    purpose: str = ""
    number: int = 0
    order: tuple[int, ...] = ()
    value: int = -1
    spot: int = -1
    paid: int = -1
    fakirs: int = 0
    by: int = -1
    left: int = -1
    card: str = ""
    cards: tuple[str, ...] = ()
    places: tuple[int, ...] = ()
    victim: int = -1
    djinn: str = ""
    djinns: tuple[str, ...] = ()
    from_row: bool = False
    item: str = ""
    items: tuple[str, ...] = ()
    whim: str = ""
    whims: tuple[tuple[str, str], ...] = ()
    white: int = 0
    black: int = 0
    reason: str = ""
    size: int = 0
    moved: bool = False
    scores: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()


Kind = Literal[
    "created",
    "sat",
    "linked",
    "renamed",
    "left",
    "sent away",
    "started",
    "act",
    "undo",
    "said",
    "handed",
    "returned",
    "timed out",
    "away",
    "rematched",
    "closed",
]


class LogEntry(Struct, frozen=True, omit_defaults=True):
    """An entry of the log as the receiver may know it."""

    number: int
    at: Annotated[int, Meta(description="Milliseconds since 1970.")]
    kind: Kind
    lines: Annotated[tuple[str, ...], Meta(description="What happened, as sentences.")] = ()
    seat: int = -1
    by: Annotated[
        str,
        Meta(description="For an act: `person` or `bot`; for `sent away`: the name of the host."),
    ] = ""
    name: str = ""
    text: str = ""
    bot: str = ""
    reason: Annotated[
        str, Meta(description="For a seat handed to a bot: `left`, `timed out` or `away`.")
    ] = ""
    table: str = ""
    back_to: Annotated[
        int, Meta(description="For an undo: the number of the first entry that was undone.")
    ] = 0
    events: tuple[GameEvent, ...] = ()
