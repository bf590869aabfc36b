"""Pages of a table at other processes, as far as those have told of late.

Each process tells the others when its own pages at a table come and go, and gives a sign of life
now and then; nothing of it is kept. A process that falls silent is forgotten with its pages.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from naqala.server.clocks import SECOND

BEAT = 20.0
"""Seconds between two signs of a process."""
FORGOTTEN = 50 * SECOND
"""So long a sign counts: two may be lost."""


class Sign(Struct, frozen=True, array_like=True):
    """What a process tells the others of its pages at a table."""

    process: str
    seats: tuple[int, ...] = ()
    watchers: int = 0
    asks: bool = False
    """Whether the others shall tell of theirs."""


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Sign)


def written(sign: Sign) -> str:
    """A sign as it is sent."""
    return _encoder.encode(sign).decode()


def read(text: str) -> Sign | None:
    """A sign that was sent; None where another version said something that we do not know."""
    try:
        return _decoder.decode(text)
    except msgspec.DecodeError:
        return None


class Elsewhere:
    """The pages of one table at other processes."""

    __slots__ = ("signs",)

    def __init__(self) -> None:
        """None that we know of."""
        self.signs: dict[str, tuple[Sign, int]] = {}

    def heard(self, sign: Sign, now: int) -> None:
        """Another process told this."""
        if sign.seats or sign.watchers:
            self.signs[sign.process] = sign, now + FORGOTTEN
        else:
            self.signs.pop(sign.process, None)

    def forget(self, now: int) -> None:
        """Forget those who have been silent for too long."""
        self.signs = {name: each for name, each in self.signs.items() if each[1] > now}

    @property
    def seats(self) -> set[int]:
        """The seats that have a page open there."""
        return {seat for sign, _ in self.signs.values() for seat in sign.seats}

    @property
    def watchers(self) -> int:
        """How many only watch there."""
        return sum(sign.watchers for sign, _ in self.signs.values())
