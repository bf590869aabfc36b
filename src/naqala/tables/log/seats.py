"""The seats of a table: people sit down, leave, are away and return, and bots play for them.

Each function applies one kind of entry. It raises Refusal before it changes anything.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple

from msgspec import structs

from naqala.tables.errors import Refusal
from naqala.tables.log import entries
from naqala.tables.log.initial_game import check_bot, check_name
from naqala.tables.look_alikes import is_taken, numbered
from naqala.tables.protocol.types import Seat
from naqala.text import Catalogue

if TYPE_CHECKING:
    from naqala.tables.log.state import TableState


class SeatHolder(NamedTuple):
    """The secret part of a seat: its guest and the key of its link."""

    guest: str = ""
    key: str = ""


def bot_name(bot: str, taken: Collection[str], words: Catalogue) -> str:
    """A name for a bot that was not given one.

    A first name for the built-in bots, its own name for others. A name does not say the strength,
    which is shown beside it.
    """
    check_bot(bot)
    names = [name for key, name in words.messages.items() if key.startswith("bot_name.")]
    free = (name for name in names if not is_taken(name, taken))
    return (
        next(free, numbered(names[0], taken)) if words.has(f"bot.{bot}") else numbered(bot, taken)
    )


def sat(table: TableState, at: int, body: entries.Sat) -> None:
    """Give an open seat to a person or a bot."""
    table.need("lobby")
    seat = table.seat(body.seat)
    if seat.kind != "open":
        raise Refusal("seat_taken", name=seat.name)
    check_name(body.name)
    if not body.bot and body.holder in table.banned:
        raise Refusal("sent_away")
    if body.bot:
        check_bot(body.bot)
        table.seats[body.seat] = Seat("bot", body.name, body.bot)
    else:
        table.seats[body.seat] = Seat("person", body.name)
        table.holders[body.seat] = SeatHolder(body.holder, body.key)


def linked(table: TableState, at: int, body: entries.Linked) -> None:
    """Give a seat a new key; the old one becomes invalid."""
    table.person(body.seat)
    before = table.holders[body.seat]
    table.holders[body.seat] = before._replace(key=body.key)
    table.former[before.key] = before.guest


def renamed(table: TableState, at: int, body: entries.Renamed) -> None:
    """Change the name of a person."""
    seat = table.person(body.seat)
    check_name(body.name)
    table.seats[body.seat] = structs.replace(seat, name=body.name)


def left(table: TableState, at: int, body: entries.Left) -> None:
    """Let a person leave: before the game the seat is open again, and the last one closes the
    table.

    Before the game a bot can be removed too, which closes nothing.
    """
    table.need("lobby", "running")
    if table.phase == "lobby" and table.seat(body.seat).kind == "bot":
        table.seats[body.seat] = Seat("open")
        return
    seat = table.person(body.seat)
    if table.phase == "lobby":
        _free(table, body.seat)
        if all(seat.kind != "person" for seat in table.seats):
            table.phase = "closed"
    elif seat.state == "left":
        raise Refusal("left_already")
    else:
        table.seats[body.seat] = structs.replace(seat, state="left")


def sent_away(table: TableState, at: int, body: entries.SentAway) -> None:
    """Open the seat of a person again, and keep that guest from taking another one.

    The table stays open even if nobody is left, because its creator waits for others.
    """
    table.need("lobby")
    table.person(body.seat)
    table.banned.add(table.holders[body.seat].guest)
    table.empty_since = at
    _free(table, body.seat)


def _free(table: TableState, seat: int) -> None:
    held = table.holders[seat]
    table.former[held.key] = held.guest
    table.seats[seat], table.holders[seat] = Seat("open"), SeatHolder()


def handed(table: TableState, at: int, body: entries.Handed) -> None:
    """Let a bot play for an absent person."""
    table.need("running")
    seat = table.person(body.seat)
    if seat.handed:
        raise Refusal("handed_already", name=seat.name)
    if seat.state == "here":
        raise Refusal("still_here", name=seat.name)
    check_bot(body.bot)
    table.seats[body.seat] = structs.replace(seat, bot=body.bot, handed=True)


def returned(table: TableState, at: int, body: entries.Returned) -> None:
    """Give a seat back to its person."""
    table.need("running")
    seat = table.person(body.seat)
    if seat.state == "here" and not seat.handed:
        raise Refusal("never_gone")
    if table.clocks and seat.state == "timed out":
        table.clocks.come_back(body.seat)
    table.seats[body.seat] = structs.replace(seat, bot="", handed=False, state="here")


def timed_out(table: TableState, at: int, body: entries.TimedOut) -> None:
    """Note that the clock of a seat ran out."""
    table.need("running")
    seat = table.person(body.seat)
    clocks = table.clocks
    if clocks is None or clocks.runs != body.seat or not clocks.is_out(at):
        raise Refusal("time_left", name=seat.name)
    clocks.run_out(body.seat, at)
    table.seats[body.seat] = structs.replace(seat, state="timed out")


def away(table: TableState, at: int, body: entries.Away) -> None:
    """Note that a person is away."""
    table.need("running")
    seat = table.person(body.seat)
    if seat.state != "here":
        raise Refusal("gone_already", name=seat.name)
    table.seats[body.seat] = structs.replace(seat, state="away")
