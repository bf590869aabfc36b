"""The log of a table: everything that ever happened there, numbered 1, 2, 3 …

A table is the fold of its log (`table.Table`), and storage keeps nothing else that matters. What
is written here is never changed: a new field has a default, a new kind of entry a new tag.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from naqala.tables.protocol.types import Clock, GameOptions, SeatPlan

RULES = 1
"""Counted up when running games could not go on under the changed rules.

A correction of one card does not count: running games continue with it, and `marks` refuse the
few in which it would already have changed what happened.
"""

Doer = Literal["person", "bot"]
"""Who acted for a seat."""


class Body(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag=True):
    """What happened; subclasses are the kinds of entries.

    A field that we do not know is not passed over: a newer version meant something by it.
    """


class Created(Body, frozen=True, tag="created"):
    """The table was laid: the game to be played and who may sit where."""

    options: GameOptions
    seats: tuple[SeatPlan, ...]
    listed: bool = True
    clock: Clock | None = None
    hints: bool = True
    auto: bool = True
    """Whether the game starts as soon as every seat is taken."""
    opening: str = ""
    """The record or position from which the game starts, or nothing."""
    seed: str = ""
    """The seed if it was chosen; a decimal number, because JSON readers know 53 bits only."""
    rematch_of: str = ""


class Sat(Body, frozen=True, tag="sat"):
    """A person took a seat, or a bot was given one that was still open."""

    seat: int
    name: str
    holder: str
    """The guest (`guests.digest` of the token); nothing for a bot."""
    key: str = ""
    """The SHA-256 of the secret of the seat, or nothing where the cookie alone opens it."""
    bot: str = ""
    """The rung of a bot."""


class Linked(Body, frozen=True, tag="linked"):
    """A seat got a new secret link; the old one is void."""

    seat: int
    key: str


class Renamed(Body, frozen=True, tag="renamed"):
    """The person of a seat goes by another name."""

    seat: int
    name: str


class Left(Body, frozen=True, tag="left"):
    """A person left: before the game the seat is open again, during it others may hand it over.

    Before the game a bot can make room as well.
    """

    seat: int
    name: str = ""
    """Who that was: a seat that is open again has no name."""
    bot: str = ""
    """The rung of a bot."""


class SentAway(Body, frozen=True, tag="sent away"):
    """Before the game the host freed the seat of a person, who does not sit down here again."""

    seat: int
    name: str
    """Who that was."""
    by: str = ""
    """The name of who did so; nothing where the one who laid the table does not sit there."""


class Started(Body, frozen=True, tag="started"):
    """The game began: all chance of it is in this seed."""

    seed: str
    nonce: str
    """With the seed, what the published commitment was made of (`fairness`)."""
    names: tuple[str, ...]
    rules: int = 1
    """The version of the rules it began with. The default never changes: it is not written."""


class Acted(Body, frozen=True, tag="act"):
    """A choice of a seat, in the notation of the rules; `sow` lines too."""

    seat: int
    action: str
    by: Doer = "person"


class Undone(Body, frozen=True, tag="undo"):
    """A seat took back its last actions."""

    seat: int
    kept: int
    """How many actions of the game are left."""


class Said(Body, frozen=True, tag="said"):
    """Somebody said something at the table; -1 is the seat of those who only watch."""

    seat: int
    name: str
    text: str


class Handed(Body, frozen=True, tag="handed"):
    """The others gave the seat of a person who is gone to a bot."""

    seat: int
    bot: str
    by: int
    """The seat that did so; -1 where nobody else was left and the bot came by itself."""
    why: Literal["", "left", "timed out", "away"] = ""


class Returned(Body, frozen=True, tag="returned"):
    """A person who was gone is back in the seat."""

    seat: int


class TimedOut(Body, frozen=True, tag="timed out"):
    """The time of a seat ran out."""

    seat: int


class Away(Body, frozen=True, tag="away"):
    """The page of a seat has been gone for so long that the others need not wait."""

    seat: int


class Rematched(Body, frozen=True, tag="rematched"):
    """The same people go on at another table; whoever finds it missing lays it."""

    table: str
    same: bool = False
    """Whether with the same seed."""
    language: str = "en"
    """Of who asked: bots that sit for those who left are named in it."""


class Closed(Body, frozen=True, tag="closed"):
    """The table was given up before the game began."""


AnyBody = (
    Created
    | Sat
    | Linked
    | Renamed
    | Left
    | SentAway
    | Started
    | Acted
    | Undone
    | Said
    | Handed
    | Returned
    | TimedOut
    | Away
    | Rematched
    | Closed
)


class Entry(Struct, frozen=True):
    """One line of the log."""

    number: int
    at: int
    """Milliseconds since 1970, as the server's clock told them: the fold knows no other time."""
    body: AnyBody
    guest: str = ""
    """Who sent it; nothing for bots and clocks."""
    sent: str = ""
    """What the page called its send, so that it happens once however often it is sent."""
    mark: str = ""
    """Of a choice or a beginning: the digest of what came of it (`marks`)."""


_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyBody] = msgspec.json.Decoder(AnyBody)


def tag(body: AnyBody) -> str:
    """The name of the kind of an entry."""
    return str(body.__struct_config__.tag)


def encode(body: AnyBody) -> bytes:
    """The stored form of what happened."""
    return _encoder.encode(body)


def decode(body: bytes | str) -> AnyBody:
    """What happened, from its stored form."""
    return _decoder.decode(body)
