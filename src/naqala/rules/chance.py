"""Chance as data: every random number is a function of the seed and its index.

There is no generator to copy or save, and the numbers are the same on every machine and
Python version (S6). The hash is keyed, so past draws reveal nothing about future ones.
"""

from functools import lru_cache
from hashlib import blake2b

SEED_BYTES = 32
SEED_LIMIT = 1 << 8 * SEED_BYTES


def pick(seed: int, number: int, choices: int) -> int:
    """The random number below `choices` that is the `number`-th drawn from this seed."""
    hashed = _keyed(seed).copy()
    hashed.update(number.to_bytes(8, "big"))
    return int.from_bytes(hashed.digest(), "big") * choices >> 64


@lru_cache(maxsize=128)
def _keyed(seed: int) -> blake2b:
    """The hash with the key of a seed, before any number; copying it is faster than keying it."""
    return blake2b(key=seed.to_bytes(SEED_BYTES, "big"), digest_size=8)
