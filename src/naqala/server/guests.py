"""Who somebody is: guests by a cookie, seats by a secret link. Only hashes are ever stored.

A guest is nothing but the hash of the token in the cookie, so that nothing must be kept for those
who only look: whoever shows the token again is the same guest.
"""

from __future__ import annotations

import hmac
import re
import secrets
from hashlib import sha256

COOKIE = "naqala_guest"
COOKIE_AGE = 400 * 24 * 3600
"""Seconds; browsers keep no cookie longer."""
TOKEN_BYTES = 24
"""192 bits."""
TABLE_SIGNS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Signs that are not mistaken for each other when a link is read aloud."""
TABLE_LENGTH = 20
"""About 99 bits: a table that is not listed is found by its link only."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{32}")
_TABLE = re.compile(rf"[{TABLE_SIGNS}]{{{TABLE_LENGTH}}}")


def draw_token() -> str:
    """A new secret for a cookie or a seat."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def draw_table() -> str:
    """The name of a new table."""
    return "".join(secrets.choice(TABLE_SIGNS) for _ in range(TABLE_LENGTH))


def is_token(text: str | None) -> bool:
    """Whether a text can be one of our secrets."""
    return text is not None and _TOKEN.fullmatch(text) is not None


def is_table(text: str) -> bool:
    """Whether a text can be the name of a table."""
    return _TABLE.fullmatch(text) is not None


def digest(token: str) -> str:
    """What is stored of a secret."""
    return sha256(token.encode()).hexdigest()


def fits(shown: str, stored: str) -> bool:
    """Whether the digest of what somebody shows is a stored one; takes the same time always."""
    return bool(stored) and hmac.compare_digest(shown.encode(), stored.encode())
