"""What the server does not accept: a code for programs, a sentence for people."""

from __future__ import annotations

import logging

import msgspec

from naqala.rules.errors import NaqalaError, brief
from naqala.tables.protocol.messages import Refused
from naqala.text import Catalogue

STATUS = {
    "no_table": 404,
    "no_page": 404,
    "no_method": 405,
    "not_yours": 403,
    "not_laid": 403,
    "not_host": 403,
    "sent_away": 403,
    "wrong_origin": 403,
    "wrong_host": 421,
    "no_monitor": 403,
    "stale": 409,
    "seat_changed": 409,
    "newer_log": 409,
    "too_large": 413,
    "no_json": 415,
    "too_many": 429,
    "too_many_tables": 429,
    "too_many_sockets": 429,
    "broken": 500,
    "damaged_log": 500,
    "damaged_database": 500,
    "too_many_hints": 429,
    "too_many_reviews": 429,
    "no_review": 404,
    "busy": 503,
}
"""The HTTP status of a refusal; all others are 400."""
logger = logging.getLogger(__name__)
MOST_DETAIL = 200
"""How many characters of a decoder's message are quoted."""


class Refusal(NaqalaError):
    """Something that a table or the server does not accept; its code is part of the protocol."""

    wait: float = 0.0
    """Seconds after which it may be accepted, where that is known."""

    def message(self, words: Catalogue, *, id: str = "", number: int = 0) -> Refused:
        """The refusal as a page gets it."""
        return Refused(self.code, words.error(self), id, number)

    @property
    def status(self) -> int:
        """The status of an HTTP answer."""
        return STATUS.get(self.code, 400)


def refusal_of(error: Exception) -> Refusal:
    """The refusal for any exception; one that is unexpected is logged."""
    if isinstance(error, Refusal):
        return error
    logger.error("unexpected error", exc_info=error)
    return Refusal("broken")


def unread(error: Exception) -> Refusal:
    """A message that could not be decoded."""
    if isinstance(error, msgspec.ValidationError):
        why = NaqalaError("wrong_value", detail=brief(str(error), MOST_DETAIL))
    else:
        why = NaqalaError("not_json")
    return Refusal("bad_message", reason=why)
