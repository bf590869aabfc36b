"""From a send to an entry of the log: who may do what.

What can be done at all is checked by the fold (`table`); here is checked who it is that asks.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from naqala.rules.state import NOBODY
from naqala.server import entries as log
from naqala.server import fairness, guests, protocol, writing
from naqala.server.entries import AnyWhat
from naqala.server.limits import MOST_ENTRIES
from naqala.server.opening import opened
from naqala.server.refusal import Refusal
from naqala.server.seating import Held, bot_name
from naqala.server.table import Table
from naqala.text import Catalogue

STAND_IN = "sultan"
"""The bot that comes by itself."""
CHATTER = protocol.Sit | protocol.Link | protocol.Rename | protocol.Say
"""Sends that no game needs to come to its end."""
REMEMBERED_HOLDERS = 4096
"""Of so many senders it is remembered which seats they hold."""


class Sender(NamedTuple):
    """Who sends: a guest by the digest of the cookie, and the digests of shown seat secrets."""

    guest: str
    keys: tuple[str, ...] = ()

    def seats(self, table: Table) -> tuple[int, ...]:
        """The seats that the sender holds."""
        return _held(self, tuple(table.held))

    def known_as(self, table: Table, seats: tuple[int, ...]) -> str:
        """The guest as whom the table knows the sender: of a seat that is held by link, its guest.

        So a send that comes again, perhaps without a cookie, is known by the seat that sent it.
        """
        holders = [table.held[seat].guest for seat in seats]
        return self.guest if not holders or self.guest in holders else holders[0]

    def repeats(self, table: Table, name: str, seats: tuple[int, ...]) -> int:
        """The number that a send of this name has become already, or 0."""
        for guest in (self.known_as(table, seats), self.guest, *self._former(table)):
            if number := table.sent.get((guest, name)):
                return number
        return 0

    def is_unwanted(self, table: Table) -> bool:
        """Whether the sender was sent away, also where a link that became void by that is shown."""
        return not table.unwanted.isdisjoint((self.guest, *self._former(table)))

    def _former(self, table: Table) -> list[str]:
        """Who sat where links that are void now are shown."""
        return [table.former[key] for key in self.keys if key in table.former]


@lru_cache(maxsize=REMEMBERED_HOLDERS)
def _held(sender: Sender, seats: tuple[Held, ...]) -> tuple[int, ...]:
    """Which of these seats are the sender's; asked for with every send, and hardly ever another."""
    return tuple(
        seat
        for seat, held in enumerate(seats)
        if guests.fits(sender.guest, held.guest)
        or sum(guests.fits(key, held.key) for key in sender.keys)  # all are compared, always
    )


def answered(table: Table, name: str, number: int) -> protocol.Accepted:
    """The answer to a send that came again; a secret is told once, because nobody keeps it."""
    what = table.log[number - 1].entry.what
    if isinstance(what, log.Linked) or (isinstance(what, log.Sat) and not what.bot):
        return protocol.Accepted(name, number, seat=what.seat)
    return protocol.Accepted(name, number)


class Meant(NamedTuple):
    """What a send becomes, and the secret that only its sender is told."""

    what: AnyWhat
    secret: str = ""
    seat: int = NOBODY


def meant(
    table: Table, sender: Sender, send: protocol.AnySend, words: Catalogue
) -> tuple[Meant, str]:
    """The entry that a send asks for and as whom the table knows the sender; Refusal says why
    the sender may not.
    """
    seats = sender.seats(table)
    # In a game the people are few, and each has budgets: what they say is never too much for it.
    crowd = table.phase == "lobby" or not seats
    if table.number >= MOST_ENTRIES and crowd and isinstance(send, CHATTER):
        raise Refusal("log_full", most=MOST_ENTRIES)
    if isinstance(send, protocol.Sit) and not send.bot and sender.is_unwanted(table):
        raise Refusal("sent_away")
    guest = sender.known_as(table, seats)
    asked = _asked(table, sender.guest, guest, send, seats, words)
    table.spent.check(guest, asked.what)
    return asked, guest


def _asked(
    table: Table,
    cookie: str,
    guest: str,
    send: protocol.AnySend,
    seats: tuple[int, ...],
    words: Catalogue,
) -> Meant:
    match send:
        case protocol.Act(action=action):
            _check_seen(table, send)
            if table.turn not in seats:
                raise _not_your_turn(table)
            _check_plays(table, table.turn)
            return Meant(log.Acted(table.turn, action))
        case protocol.Undo():
            _check_seen(table, send)
            return Meant(_undone(table, seats, turn=send.turn))
        case protocol.Sit(seat=seat, name=name, bot=bot) if bot:
            _check_host(table, guest, seats)
            name = writing.name(name) if name else bot_name(bot, table.names, words)
            return Meant(log.Sat(seat, name, "", bot=bot))
        case protocol.Sit(seat=seat, name=name):
            secret = guests.draw_token()
            name = writing.name(name) if name else words.player(seat)
            return Meant(log.Sat(seat, name, cookie, guests.digest(secret)), secret, seat)
        case protocol.Link(seat=seat):
            _check_held(seat, seats)
            secret = guests.draw_token()
            return Meant(log.Linked(seat, guests.digest(secret)), secret, seat)
        case protocol.Rename(seat=seat, name=name):
            _check_held(seat, seats)
            return Meant(log.Renamed(seat, writing.name(name)))
        case protocol.Leave(seat=seat):
            sitting = table.seat(seat)
            if table.phase == "lobby" and sitting.kind == "bot":
                _check_host(table, guest, seats)
                return Meant(log.Left(seat, sitting.name, sitting.bot))
            if table.phase == "lobby" and sitting.kind == "person" and seat not in seats:
                _check_host(table, guest, seats)
                _check_same(table, seat, send.seen)
                return Meant(log.SentAway(seat, sitting.name, _host_name(table, seats)))
            _check_held(seat, seats)
            return Meant(log.Left(seat, sitting.name))
        case protocol.Return(seat=seat):
            _check_held(seat, seats)
            return Meant(log.Returned(seat))
        case protocol.Start():
            _check_seated(seats)
            return Meant(started(table))
        case protocol.Say(text=text, name=name):
            return Meant(_said(table, seats, text, name))
        case protocol.Hand(seat=seat, bot=bot):
            others = [mine for mine in seats if mine != seat]
            _check_seated(others)
            return Meant(log.Handed(seat, bot, others[0], why_gone(table, seat)))
        case protocol.Close():
            if guest != table.laid_by:
                raise Refusal("not_laid")
            return Meant(log.Closed())
    raise ValueError(f"{protocol.tag(send)} is no send that becomes an entry here")


def started(table: Table) -> log.Started:
    """The beginning of the game, with its seed."""
    plan = table.plan
    if plan.opening:
        seed = opened(plan.opening).options.seed
    elif plan.seed:
        seed = fairness.parse_seed(plan.seed)
    else:
        seed = fairness.draw_seed()
    nonce = fairness.draw_nonce(chosen=bool(plan.opening or plan.seed))
    return log.Started(str(seed), nonce, tuple(table.names), log.RULES)


def why_gone(table: Table, seat: int) -> Literal["", "left", "timed out", "away"]:
    """Why a seat can be handed over, if it can."""
    if not 0 <= seat < len(table.seats):
        return ""
    state = table.seats[seat].state
    return "" if state == "here" else state


def stand_ins(table: Table) -> list[AnyWhat]:
    """Seats whose time has run out, for a bot where no other person is left to decide that."""
    if table.phase != "running" or table.clocks is None:
        return []
    people = {
        seat
        for seat, each in enumerate(table.seats)
        if each.kind == "person" and not each.handed and each.state in ("here", "away")
    }
    return [
        log.Handed(seat, STAND_IN, NOBODY, "timed out")
        for seat, each in enumerate(table.seats)
        if each.state == "timed out" and not each.handed and not people
    ]


def _undone(table: Table, seats: tuple[int, ...], *, turn: bool) -> log.Undone:
    if table.phase != "running":
        raise Refusal(f"phase_{table.phase}")
    if not seats:
        raise Refusal("not_seated")
    last = table.acts[-1].seat if table.acts else seats[0]
    if last not in seats:
        raise Refusal("undo_another")
    _check_plays(table, last)
    can = table.undoable([last])
    if not can.steps:
        raise Refusal(f"undo_{can.closed}")
    back = table.acts[-can.turn if turn else -1]
    return log.Undone(last, back.before)


def _said(table: Table, seats: tuple[int, ...], text: str, name: str) -> log.Said:
    plain = writing.chat(text)
    if seats:
        seat = table.turn if table.turn in seats else seats[0]
        return log.Said(seat, table.seats[seat].name, plain)
    name = writing.name(name)
    if name.casefold() in (each.casefold() for each in table.names):
        raise Refusal("name_taken", name=name)
    return log.Said(NOBODY, name, plain)


def _check_seen(table: Table, send: protocol.Send) -> None:
    if table.phase == "running" and send.seen < table.moved:
        raise Refusal("stale")


def _check_plays(table: Table, seat: int) -> None:
    """Only the person who plays a seat may decide for it."""
    if table.bot_of(seat):
        raise Refusal("bot_plays")
    if table.seats[seat].state == "left":
        raise Refusal("return_first")
    if table.seats[seat].state == "timed out":
        raise Refusal("time_over")


def _check_held(seat: int, seats: tuple[int, ...]) -> None:
    if seat not in seats:
        raise Refusal("not_yours")


def _check_host(table: Table, guest: str, seats: tuple[int, ...]) -> None:
    """Who laid the table says who else sits there, or where that one does not sit, anybody."""
    if guest != table.laid_by and (not seats or table.host != NOBODY):
        raise Refusal("not_host")


def _check_same(table: Table, seat: int, seen: int) -> None:
    """Only somebody whom the page has seen is sent away, not who has just sat down there."""
    sat = next(
        each.entry.number
        for each in reversed(table.log)
        if isinstance(each.entry.what, log.Sat) and each.entry.what.seat == seat
    )
    if seen < sat:
        raise Refusal("seat_changed")


def _host_name(table: Table, seats: tuple[int, ...]) -> str:
    """As whom the sender decides who sits there; nothing for one who does not."""
    return table.seats[seats[0]].name if seats else ""


def _check_seated(seats: tuple[int, ...] | list[int]) -> None:
    if not seats:
        raise Refusal("not_seated")


def _not_your_turn(table: Table) -> Refusal:
    if table.turn == NOBODY:
        return Refusal(f"phase_{table.phase}")
    return Refusal("not_your_turn", name=table.seats[table.turn].name)
