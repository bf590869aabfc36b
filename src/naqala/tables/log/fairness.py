"""Fair chance: the seed is bound before the first move and shown after the last.

At the start everybody sees the commitment, the SHA-256 of seed and nonce; after the end the seed
and the nonce, so that anybody can check that nothing was dealt anew in between. The record of a
game tells all of it, as remarks below its first line, which the rules skip.
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
    """A seed from the randomness of the system."""
    return secrets.randbelow(SEED_LIMIT)


CHOSEN = "chosen-"
"""How the nonce of a seed begins that somebody chose: the commitment binds this too."""


def draw_nonce(*, chosen: bool = False) -> str:
    """What keeps even a small seed from being guessed from its commitment."""
    return (CHOSEN if chosen else "") + secrets.token_hex(16)


@lru_cache(maxsize=1 << 10)
def commitment(seed: int, nonce: str) -> str:
    """What is published at the start."""
    return sha256(f"naqala {seed} {nonce}".encode()).hexdigest()


def is_fair(seed: int, nonce: str, published: str) -> bool:
    """Whether a seed is the one that was bound at the start."""
    return commitment(seed, nonce) == published  # nothing here is a secret any more


def parse_seed(text: str) -> int:
    """Read a seed that was chosen."""
    if not (text.isascii() and text.isdigit() and int(text) < SEED_LIMIT):
        raise Refusal("bad_seed")
    return int(text)


Verdict = Literal["fair", "unfair", "unknown"]
Reason = Literal["fits", "other_seed", "other_commitment", "no_remarks", "chosen"]
REMARK = re.compile(r"#\s*(commitment|nonce|chosen):\s*(\S+)\s*")


class Verified(NamedTuple):
    """What can be said of the seed of a record, and why."""

    verdict: Verdict
    reason: Reason
    commitment: str = ""
    """The one of the record: whoever saw another at the start has been deceived."""


def remarked(record: str, seed: int, nonce: str, *, chosen: bool) -> str:
    """A record with what is needed to check its seed; `load` reads it as before."""
    first, _, rest = record.partition("\n")
    remarks = [f"# commitment: {commitment(seed, nonce)}", f"# nonce: {nonce}"]
    if chosen:
        remarks.append("# chosen: yes")
    return "\n".join([first, *remarks, rest])


def verify(record: str, shown: str = "") -> Verified:
    """Whether the seed of a record was bound at its start; BadText when it is no record.

    `shown` is the commitment that somebody saw then: that of the record proves something only to
    those who trust whoever wrote it.
    """
    told: dict[str, str] = {}
    for line in record.splitlines():
        if found := REMARK.fullmatch(line.strip()):
            told[found[1]] = found[2]
    seed = parse_record(record).options.seed
    published = told.get("commitment", "").lower()
    if shown and published and shown.lower() != published:
        return Verified("unfair", "other_commitment", published)
    published = published or shown.lower()
    if not published or "nonce" not in told:
        return Verified("unknown", "no_remarks", published)
    if not is_fair(seed, told["nonce"], published):
        return Verified("unfair", "other_seed", published)
    if "chosen" in told or told["nonce"].startswith(CHOSEN):
        return Verified("unknown", "chosen", published)
    return Verified("fair", "fits", published)
