"""The log of a table: everything that happened there, numbered from 1.

The state of a table follows from its log (`log.state`). Stored entries are never changed: a new
field has a default, and a new kind of entry has a new tag.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from naqala.tables.protocol.types import Clock, GameOptions, SeatPlan

RULES = 1
"""The version of the rules, raised if running games could not continue under changed rules.

It is not raised for a correction of one card. Running games continue with it, and `replay_digest`
refuses the few games that the correction would have changed already.
"""

Doer = Literal["person", "bot"]
"""Who acted for a seat."""


class Body(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag=True):
    """What happened; each subclass is a kind of entry.

    Unknown fields are refused, because a newer version gave them a meaning.
    """


class Created(Body, frozen=True, tag="created"):
    """The table was created, with a game and a plan of its seats."""

    options: GameOptions
    seats: tuple[SeatPlan, ...]
    listed: bool = True
    clock: Clock | None = None
    hints: bool = True
    auto: bool = True
    """Whether the game starts as soon as every seat is taken."""
    opening: str = ""
    """The record or position from which the game starts; may be empty."""
    seed: str = ""
    """The seed if somebody chose it; as text, because many JSON parsers keep only 53 bits."""
    rematch_of: str = ""


class Sat(Body, frozen=True, tag="sat"):
    """A person took a seat, or a bot was put in an open seat."""

    seat: int
    name: str
    holder: str
    """The guest (`tokens.digest` of the token); empty for a bot."""
    key: str = ""
    """The SHA-256 of the secret of the seat; empty if it is held by cookie only."""
    bot: str = ""
    """The strength of a bot."""


class Linked(Body, frozen=True, tag="linked"):
    """A seat got a new secret link; the old one is invalid."""

    seat: int
    key: str


class Renamed(Body, frozen=True, tag="renamed"):
    """The person in a seat changed their name."""

    seat: int
    name: str


class Left(Body, frozen=True, tag="left"):
    """A person left, or before the game a bot was removed.

    Before the game the seat is open again; during the game others may hand it to a bot.
    """

    seat: int
    name: str = ""
    """The name of the person or bot, which the open seat no longer has."""
    bot: str = ""
    """The name of a bot."""


class SentAway(Body, frozen=True, tag="sent away"):
    """Before the game the host removed a person, who cannot sit down here again."""

    seat: int
    name: str
    """The name of the person."""
    by: str = ""
    """The name of the host; empty if the creator of the table has no seat."""


class Started(Body, frozen=True, tag="started"):
    """The game started; all random numbers follow from this seed."""

    seed: str
    nonce: str
    """The published commitment is the hash of the seed and this (`fairness`)."""
    names: tuple[str, ...]
    rules: int = 1
    """The version of the rules at the start. The default must not change: it is not stored."""


class Acted(Body, frozen=True, tag="act"):
    """A choice of a seat, in the notation of the rules; it may be a `sow` line."""

    seat: int
    action: str
    by: Doer = "person"


class Undone(Body, frozen=True, tag="undo"):
    """A seat undid its last actions."""

    seat: int
    kept: int
    """How many actions the game has afterwards."""


class Said(Body, frozen=True, tag="said"):
    """Somebody wrote in the chat; spectators have the seat -1."""

    seat: int
    name: str
    text: str


class Handed(Body, frozen=True, tag="handed"):
    """A bot took over the seat of an absent person."""

    seat: int
    bot: str
    by: int
    """The seat that asked for it; -1 if no other person was left to ask."""
    why: Literal["", "left", "timed out", "away"] = ""


class Returned(Body, frozen=True, tag="returned"):
    """An absent person is back."""

    seat: int


class TimedOut(Body, frozen=True, tag="timed out"):
    """The clock of a seat ran out."""

    seat: int


class Away(Body, frozen=True, tag="away"):
    """A seat has had no page open for so long that the others need not wait."""

    seat: int


class Rematched(Body, frozen=True, tag="rematched"):
    """The same people play again at another table; a process that finds it missing creates it."""

    table: str
    same: bool = False
    """Whether it has the same seed."""
    language: str = "en"
    """The language of the sender, for the names of bots that replace people."""


class Closed(Body, frozen=True, tag="closed"):
    """The table was closed before the game began."""


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


class Entry(Struct, frozen=True, gc=False):
    """A numbered entry of the log.

    The garbage collector need not visit it: what it contains never refers back to it.
    """

    number: int
    at: int
    """Milliseconds since 1970; the state depends on no other clock."""
    body: AnyBody
    guest: str = ""
    """The guest who sent it; empty for bots and timeouts."""
    sent: str = ""
    """The id of the command, so that a repeated command is executed once."""
    mark: str = ""
    """For a choice or the start: the digest of its events (`replay_digest`)."""


_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyBody] = msgspec.json.Decoder(AnyBody)


def tag(body: AnyBody) -> str:
    """The name of this kind of entry."""
    return str(body.__struct_config__.tag)


def encode(body: AnyBody) -> bytes:
    """The stored form of a body."""
    return _encoder.encode(body)


def decode(body: bytes | str) -> AnyBody:
    """The body in a stored form."""
    return _decoder.decode(body)
