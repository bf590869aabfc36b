"""What people can do at a table: from a command to the entry that it adds to the log.

This module checks who sends a command; whether the entry is possible at all is checked when it is
applied (`log.state`).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, NamedTuple

from naqala.bots import BOT_BUDGETS
from naqala.rules.state import NOBODY
from naqala.tables import tokens, user_text
from naqala.tables.errors import Refusal
from naqala.tables.log import entries as log
from naqala.tables.log import fairness
from naqala.tables.log.entries import AnyBody
from naqala.tables.log.initial_game import check_offered, parse_opening
from naqala.tables.log.quotas import MOST_ENTRIES
from naqala.tables.log.seats import bot_name
from naqala.tables.log.state import TableState
from naqala.tables.look_alikes import is_taken, numbered
from naqala.tables.protocol import messages
from naqala.text import Catalogue

STAND_IN = "sultan"
"""The bot that takes over a seat when no person is left to choose one."""
CHATTER = messages.Sit | messages.Link | messages.Rename | messages.Say
"""Commands that are not needed to finish a game."""


class Sender(NamedTuple):
    """Who sends a command: the digest of the guest's cookie and of the seat secrets shown."""

    guest: str
    keys: tuple[str, ...] = ()

    def seats(self, table: TableState) -> tuple[int, ...]:
        """The seats that the sender holds."""
        return tuple(
            seat
            for seat, holder in enumerate(table.holders)
            if tokens.digests_match(self.guest, holder.guest)
            or sum(tokens.digests_match(key, holder.key) for key in self.keys)  # always compare all
        )

    def guest_at(self, table: TableState, seats: tuple[int, ...]) -> str:
        """The guest that the log names for this sender: that of the seat, if held by link.

        A command that is sent again without a cookie is recognised by its seat.
        """
        holders = [table.holders[seat].guest for seat in seats]
        return self.guest if not holders or self.guest in holders else holders[0]

    def find_repeat(self, table: TableState, command: str, seats: tuple[int, ...]) -> int:
        """The number of the entry that a command with this id has already added, or 0."""
        for guest in (self.guest_at(table, seats), self.guest, *self._former(table)):
            if number := table.sent.get((guest, command)):
                return number
        return 0

    def is_banned(self, table: TableState) -> bool:
        """Whether the sender was sent away; the link that became invalid then counts too."""
        return not table.banned.isdisjoint((self.guest, *self._former(table)))

    def _former(self, table: TableState) -> list[str]:
        """The guests of the sender's invalid keys."""
        return [table.former[key] for key in self.keys if key in table.former]


def repeated(table: TableState, command: str, number: int) -> messages.Accepted:
    """The answer to a repeated command. It has no secret, because only its hash is stored."""
    body = table.log[number - 1].entry.body
    if isinstance(body, log.Linked) or (isinstance(body, log.Sat) and not body.bot):
        return messages.Accepted(command, number, seat=body.seat)
    return messages.Accepted(command, number)


class NewEntry(NamedTuple):
    """The entry that a command adds, and the secret that only its sender learns."""

    body: AnyBody
    secret: str = ""
    seat: int = NOBODY
    guest: str = ""
    """The guest that the log names as the sender."""


def new_entry(
    table: TableState,
    sender: Sender,
    command: messages.AnyCommand,
    words: Catalogue,
    seats: tuple[int, ...] | None = None,
    bots: Collection[str] = BOT_BUDGETS,
) -> NewEntry:
    """The entry that a command adds; Refusal says why the sender may not.

    Pass the `seats` of the sender if you have them already, and the `bots` that the server offers
    if it has others than those of the package.
    """
    if isinstance(command, messages.Sit | messages.Hand) and command.bot:
        check_offered(command.bot, bots)
    seats = sender.seats(table) if seats is None else seats
    # The few people in a game have quotas of their own, so they cannot fill the log.
    crowd = table.phase == "lobby" or not seats
    if table.number >= MOST_ENTRIES and crowd and isinstance(command, CHATTER):
        raise Refusal("log_full", most=MOST_ENTRIES)
    if isinstance(command, messages.Sit) and not command.bot and sender.is_banned(table):
        raise Refusal("sent_away")
    guest = sender.guest_at(table, seats)
    new = _new_entry(table, sender.guest, guest, command, seats, words)
    table.usage.check(guest, new.body, _cost(table, new.body))
    return new._replace(guest=guest)


def _new_entry(
    table: TableState,
    cookie: str,
    guest: str,
    command: messages.AnyCommand,
    seats: tuple[int, ...],
    words: Catalogue,
) -> NewEntry:
    match command:
        case messages.Act(action=action):
            _check_seen(table, command)
            if table.turn not in seats:
                raise _not_your_turn(table)
            _check_plays(table, table.turn)
            return NewEntry(log.Acted(table.turn, action))
        case messages.Undo():
            _check_seen(table, command)
            return NewEntry(_undone(table, seats, turn=command.turn))
        case messages.Sit(seat=seat, name=name, bot=bot) if bot:
            _check_host(table, guest, seats)
            name = _free_name(table, name) if name else bot_name(bot, table.names, words)
            return NewEntry(log.Sat(seat, name, "", bot=bot))
        case messages.Sit(seat=seat, name=name):
            secret = tokens.draw_token()
            name = _free_name(table, name) if name else numbered(words.player(seat), table.names)
            return NewEntry(log.Sat(seat, name, cookie, tokens.digest(secret)), secret, seat)
        case messages.Link(seat=seat):
            _check_held(seat, seats)
            secret = tokens.draw_token()
            return NewEntry(log.Linked(seat, tokens.digest(secret)), secret, seat)
        case messages.Rename(seat=seat, name=name):
            _check_held(seat, seats)
            return NewEntry(log.Renamed(seat, _free_name(table, name, seat)))
        case messages.Leave(seat=seat):
            sitting = table.seat(seat)
            if table.phase == "lobby" and sitting.kind == "bot":
                _check_host(table, guest, seats)
                return NewEntry(log.Left(seat, sitting.name, sitting.bot))
            if table.phase == "lobby" and sitting.kind == "person" and seat not in seats:
                _check_host(table, guest, seats)
                _check_same(table, seat, command.seen)
                return NewEntry(log.SentAway(seat, sitting.name, _host_name(table, seats)))
            _check_held(seat, seats)
            return NewEntry(log.Left(seat, sitting.name))
        case messages.Return(seat=seat):
            _check_held(seat, seats)
            return NewEntry(log.Returned(seat))
        case messages.Start():
            _check_seated(seats)
            return NewEntry(started(table))
        case messages.Say(text=text, name=name):
            return NewEntry(_said(table, seats, text, name))
        case messages.Hand(seat=seat, bot=bot):
            others = [mine for mine in seats if mine != seat]
            _check_seated(others)
            return NewEntry(log.Handed(seat, bot, others[0], why_gone(table, seat)))
        case messages.Close():
            if guest != table.created_by:
                raise Refusal("not_laid")
            return NewEntry(log.Closed())
    raise ValueError(f"{messages.tag(command)} is not executed here")


def started(table: TableState) -> log.Started:
    """The entry that starts the game, with its seed."""
    plan = table.plan
    if plan.opening:
        seed = parse_opening(plan.opening).options.seed
    elif plan.seed:
        seed = fairness.parse_seed(plan.seed)
    else:
        seed = fairness.draw_seed()
    nonce = fairness.draw_nonce(chosen=bool(plan.opening or plan.seed))
    return log.Started(str(seed), nonce, tuple(table.names), log.RULES)


def why_gone(table: TableState, seat: int) -> Literal["", "left", "timed out", "away"]:
    """Why a seat can be handed to a bot; empty where it cannot."""
    if not 0 <= seat < len(table.seats):
        return ""
    state = table.seats[seat].state
    return "" if state == "here" else state


def stand_ins(table: TableState) -> list[AnyBody]:
    """Seats whose time ran out, given to a bot where no other person is left to do so."""
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


def _undone(table: TableState, seats: tuple[int, ...], *, turn: bool) -> log.Undone:
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


def _cost(table: TableState, body: AnyBody) -> int:
    """How much an entry takes from its quota: an undo as much as it takes back."""
    if isinstance(body, log.Undone) and table.game:
        return len(table.game.history) - body.kept
    return 1


def _said(table: TableState, seats: tuple[int, ...], text: str, name: str) -> log.Said:
    plain = user_text.chat(text)
    if seats:
        seat = table.turn if table.turn in seats else seats[0]
        return log.Said(seat, table.seats[seat].name, plain)
    return log.Said(NOBODY, _free_name(table, name), plain)


def _free_name(table: TableState, name: str, seat: int = NOBODY) -> str:
    """A name that looks like nobody else's at the table."""
    name = user_text.name(name)
    others = [each for other, each in enumerate(table.names) if other != seat]
    if is_taken(name, others):
        raise Refusal("name_taken", name=name)
    return name


def _check_seen(table: TableState, command: messages.Command) -> None:
    if table.phase == "running" and command.seen < table.moved:
        raise Refusal("stale")


def _check_plays(table: TableState, seat: int) -> None:
    """Refuse to act for a seat that its person does not play now."""
    if table.bot_of(seat):
        raise Refusal("bot_plays")
    if table.seats[seat].state == "left":
        raise Refusal("return_first")
    if table.seats[seat].state == "timed out":
        raise Refusal("time_over")


def _check_held(seat: int, seats: tuple[int, ...]) -> None:
    if seat not in seats:
        raise Refusal("not_yours")


def _check_host(table: TableState, guest: str, seats: tuple[int, ...]) -> None:
    """Only the creator may seat and unseat others; anybody seated may where the creator is not."""
    if guest != table.created_by and (not seats or table.host != NOBODY):
        raise Refusal("not_host")


def _check_same(table: TableState, seat: int, seen: int) -> None:
    """Refuse to send somebody away who sat down after what the page has seen."""
    sat = next(
        each.entry.number
        for each in reversed(table.log)
        if isinstance(each.entry.body, log.Sat) and each.entry.body.seat == seat
    )
    if seen < sat:
        raise Refusal("seat_changed")


def _host_name(table: TableState, seats: tuple[int, ...]) -> str:
    """The name of the sender; empty for a creator who does not sit there."""
    return table.seats[seats[0]].name if seats else ""


def _check_seated(seats: tuple[int, ...] | list[int]) -> None:
    if not seats:
        raise Refusal("not_seated")


def _not_your_turn(table: TableState) -> Refusal:
    if table.turn == NOBODY:
        return Refusal(f"phase_{table.phase}")
    return Refusal("not_your_turn", name=table.seats[table.turn].name)
