"""What this version offers in the browser: the answer to `GET /api/about`."""

from __future__ import annotations

from naqala import __version__
from naqala.rules.djinns import PROMOS
from naqala.rules.expansions import EXPANSIONS
from naqala.tables.protocol.messages import PROTOCOL, About
from naqala.text import LANGUAGES

BOTS = ("traveller", "merchant", "vizier", "sultan")
"""The bots that are fast enough in a browser."""


def about() -> About:
    """Versions, bots, expansions and languages."""
    return About(__version__, PROTOCOL, BOTS, tuple(EXPANSIONS), tuple(PROMOS), LANGUAGES)
