"""Who sits at a table: people sit down, leave, are away, come back, and bots play for them.

Each function is the fold of one kind of entry, and refuses before it changes anything.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from msgspec import structs

from naqala.server import entries
from naqala.server.opening import check_bot, check_name
from naqala.server.refusal import Refusal
from naqala.server.shapes import Seat
from naqala.text import Catalogue

if TYPE_CHECKING:
    from naqala.server.table import Table


class Held(NamedTuple):
    """What is secret of a seat: the guest who sits there and the key of the link."""

    guest: str = ""
    key: str = ""


def bot_name(bot: str, taken: Collection[str], words: Catalogue) -> str:
    """What a bot is called where it was given no name: several of one rung are numbered."""
    check_bot(bot)
    rung = words.say(f"bot.{bot}")
    names = (rung if number == 1 else f"{rung} {number}" for number in count(1))
    return next(name for name in names if name not in taken)


def sat(table: Table, at: int, what: entries.Sat) -> None:
    """A person takes an open seat, or a bot does."""
    table.need("lobby")
    seat = table.seat(what.seat)
    if seat.kind != "open":
        raise Refusal("seat_taken", name=seat.name)
    check_name(what.name)
    if not what.bot and what.holder in table.unwanted:
        raise Refusal("sent_away")
    if what.bot:
        check_bot(what.bot)
        table.seats[what.seat] = Seat("bot", what.name, what.bot)
    else:
        table.seats[what.seat] = Seat("person", what.name)
        table.held[what.seat] = Held(what.holder, what.key)


def linked(table: Table, at: int, what: entries.Linked) -> None:
    """A seat gets a new key; the old one is void."""
    table.person(what.seat)
    before = table.held[what.seat]
    table.held[what.seat] = before._replace(key=what.key)
    table.former[before.key] = before.guest


def renamed(table: Table, at: int, what: entries.Renamed) -> None:
    """A person goes by another name."""
    seat = table.person(what.seat)
    check_name(what.name)
    table.seats[what.seat] = structs.replace(seat, name=what.name)


def left(table: Table, at: int, what: entries.Left) -> None:
    """A person leaves: before the game the seat is open again; the last one closes the table.

    A bot can make room before the game, and closes nothing.
    """
    table.need("lobby", "running")
    if table.phase == "lobby" and table.seat(what.seat).kind == "bot":
        table.seats[what.seat] = Seat("open")
        return
    seat = table.person(what.seat)
    if table.phase == "lobby":
        _free(table, what.seat)
        if all(seat.kind != "person" for seat in table.seats):
            table.phase = "closed"
    elif seat.state == "left":
        raise Refusal("left_already")
    else:
        table.seats[what.seat] = structs.replace(seat, state="left")


def sent_away(table: Table, at: int, what: entries.SentAway) -> None:
    """The seat of a person is open again, and that guest does not take another one.

    Who laid the table waits for others then: it stays, also where nobody sits there any more.
    """
    table.need("lobby")
    table.person(what.seat)
    table.unwanted.add(table.held[what.seat].guest)
    table.empty_since = at
    _free(table, what.seat)


def _free(table: Table, seat: int) -> None:
    held = table.held[seat]
    table.former[held.key] = held.guest
    table.seats[seat], table.held[seat] = Seat("open"), Held()


def handed(table: Table, at: int, what: entries.Handed) -> None:
    """A bot plays for a person who is gone."""
    table.need("running")
    seat = table.person(what.seat)
    if seat.handed:
        raise Refusal("handed_already", name=seat.name)
    if seat.state == "here":
        raise Refusal("still_here", name=seat.name)
    check_bot(what.bot)
    table.seats[what.seat] = structs.replace(seat, bot=what.bot, handed=True)


def returned(table: Table, at: int, what: entries.Returned) -> None:
    """A person who was gone is back."""
    table.need("running")
    seat = table.person(what.seat)
    if seat.state == "here" and not seat.handed:
        raise Refusal("never_gone")
    if table.clocks and seat.state == "timed out":
        table.clocks.come_back(what.seat)
    table.seats[what.seat] = structs.replace(seat, bot="", handed=False, state="here")


def timed_out(table: Table, at: int, what: entries.TimedOut) -> None:
    """The time of a seat is over."""
    table.need("running")
    seat = table.person(what.seat)
    clocks = table.clocks
    if clocks is None or clocks.runs != what.seat or not clocks.is_out(at):
        raise Refusal("time_left", name=seat.name)
    clocks.run_out(what.seat, at)
    table.seats[what.seat] = structs.replace(seat, state="timed out")


def away(table: Table, at: int, what: entries.Away) -> None:
    """A person has been without a page for long."""
    table.need("running")
    seat = table.person(what.seat)
    if seat.state != "here":
        raise Refusal("gone_already", name=seat.name)
    table.seats[what.seat] = structs.replace(seat, state="away")
