"""Chance as data: every random number is a function of the seed and its index.

There is no generator to copy or save, and the numbers are the same on every machine and
Python version (S6). The hash is keyed, so past draws reveal nothing about future ones.
"""

from hashlib import blake2b

SEED_BYTES = 32
SEED_LIMIT = 1 << 8 * SEED_BYTES


def pick(seed: int, number: int, choices: int) -> int:
    """The random number below `choices` that is the `number`-th drawn from this seed."""
    key = seed.to_bytes(SEED_BYTES, "big")
    digest = blake2b(number.to_bytes(8, "big"), key=key, digest_size=8).digest()
    return int.from_bytes(digest, "big") * choices >> 64
