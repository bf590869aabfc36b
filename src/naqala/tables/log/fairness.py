"""Fairness: the seed is fixed before the game and published after it.

At the start everybody sees the commitment, the SHA-256 of seed and nonce. After the end seed and
nonce are published, so that anybody can check that the seed was not changed. The record of a game
contains all three as comments below its first line.
"""

from __future__ import annotations

import re
import secrets
from functools import lru_cache
from hashlib import sha256
from typing import Literal, NamedTuple

from naqala.rules.chance import SEED_LIMIT
from naqala.rules.notation.record import parse_record
from naqala.tables.errors import Refusal


def draw_seed() -> int:
    """A seed from the operating system's random numbers."""
    return secrets.randbelow(SEED_LIMIT)


CHOSEN = "chosen-"
"""The start of the nonce of a seed that somebody chose, so that the commitment covers this too."""


def draw_nonce(*, chosen: bool = False) -> str:
    """A nonce, which keeps a small seed from being guessed from its commitment."""
    return (CHOSEN if chosen else "") + secrets.token_hex(16)


@lru_cache(maxsize=1 << 10)
def commitment(seed: int, nonce: str) -> str:
    """The commitment that is published at the start."""
    return sha256(f"naqala {seed} {nonce}".encode()).hexdigest()


def is_fair(seed: int, nonce: str, published: str) -> bool:
    """Whether a seed is the one fixed at the start."""
    return commitment(seed, nonce) == published  # nothing is secret any more


def parse_seed(text: str) -> int:
    """Parse a seed that somebody chose."""
    if not (text.isascii() and text.isdigit() and int(text) < SEED_LIMIT):
        raise Refusal("bad_seed")
    return int(text)


Verdict = Literal["fair", "unfair", "unknown"]
Reason = Literal["fits", "other_seed", "other_commitment", "no_remarks", "chosen"]
REMARK = re.compile(r"#\s*(commitment|nonce|chosen):\s*(\S+)\s*")


class Verified(NamedTuple):
    """The result of checking the seed of a record."""

    verdict: Verdict
    reason: Reason
    commitment: str = ""
    """The commitment in the record; it must be the one that was shown at the start."""


def remarked(record: str, seed: int, nonce: str, *, chosen: bool) -> str:
    """A record with what is needed to check its seed, as comments."""
    first, _, rest = record.partition("\n")
    remarks = [f"# commitment: {commitment(seed, nonce)}", f"# nonce: {nonce}"]
    if chosen:
        remarks.append("# chosen: yes")
    return "\n".join([first, *remarks, rest])


def verify(record: str, shown: str = "") -> Verified:
    """Check that the seed of a record was fixed at the start; BadText if it is not a record.

    `shown` is the commitment that was shown at the start. Without it the check relies on the
    commitment in the record, which its author could have changed.
    """
    remarks: dict[str, str] = {}
    for line in record.splitlines():
        if found := REMARK.fullmatch(line.strip()):
            remarks[found[1]] = found[2]
    seed = parse_record(record).options.seed
    published = remarks.get("commitment", "").lower()
    if shown and published and shown.lower() != published:
        return Verified("unfair", "other_commitment", published)
    published = published or shown.lower()
    if not published or "nonce" not in remarks:
        return Verified("unknown", "no_remarks", published)
    if not is_fair(seed, remarks["nonce"], published):
        return Verified("unfair", "other_seed", published)
    if "chosen" in remarks or remarks["nonce"].startswith(CHOSEN):
        return Verified("unknown", "chosen", published)
    return Verified("fair", "fits", published)
