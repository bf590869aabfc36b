"""Identity: a guest has a cookie, and a seat a secret link. Only hashes are stored.

A guest is the hash of the token in the cookie, so nothing has to be stored for visitors.
"""

from __future__ import annotations

import hmac
import re
import secrets
from hashlib import sha256

COOKIE = "naqala_guest"
COOKIE_AGE = 400 * 24 * 3600
"""Seconds; the longest that browsers keep a cookie."""
TOKEN_BYTES = 24
"""192 bits."""
TABLE_CHARACTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Characters that are not easily confused."""
TABLE_LENGTH = 20
"""About 99 bits: a table that is not listed can only be found by its link."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{32}")
_TABLE = re.compile(rf"[{TABLE_CHARACTERS}]{{{TABLE_LENGTH}}}")


def draw_token() -> str:
    """A new secret for a cookie or a seat."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def draw_table() -> str:
    """The name of a new table."""
    return "".join(secrets.choice(TABLE_CHARACTERS) for _ in range(TABLE_LENGTH))


def is_token(text: str | None) -> bool:
    """Whether a text has the form of a token."""
    return text is not None and _TOKEN.fullmatch(text) is not None


def is_table(text: str) -> bool:
    """Whether a text has the form of the name of a table."""
    return _TABLE.fullmatch(text) is not None


def digest(token: str) -> str:
    """The stored form of a token."""
    return sha256(token.encode()).hexdigest()


def digests_match(shown: str, stored: str) -> bool:
    """Whether two digests are equal, compared in constant time."""
    return bool(stored) and hmac.compare_digest(shown.encode(), stored.encode())
