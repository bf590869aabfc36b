"""Fair chance: the seed is bound before the first move and shown after the last.

At the start everybody sees the commitment, the SHA-256 of seed and nonce; after the end the seed
and the nonce, so that anybody can check that nothing was dealt anew in between.
"""

from __future__ import annotations

import hmac
import secrets
from functools import lru_cache
from hashlib import sha256

from naqala.rules.chance import SEED_LIMIT
from naqala.server.refusal import Refusal


def draw_seed() -> int:
    """A seed from the randomness of the system."""
    return secrets.randbelow(SEED_LIMIT)


def draw_nonce() -> str:
    """What keeps even a small seed from being guessed from its commitment."""
    return secrets.token_hex(16)


@lru_cache(maxsize=1 << 10)
def commitment(seed: int, nonce: str) -> str:
    """What is published at the start."""
    return sha256(f"naqala {seed} {nonce}".encode()).hexdigest()


def is_fair(seed: int, nonce: str, published: str) -> bool:
    """Whether a seed is the one that was bound at the start."""
    return hmac.compare_digest(commitment(seed, nonce), published)


def parse_seed(text: str) -> int:
    """Read a seed that was chosen."""
    if not (text.isascii() and text.isdigit() and int(text) < SEED_LIMIT):
        raise Refusal("bad_seed")
    return int(text)
