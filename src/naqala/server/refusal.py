"""What the server does not accept: a code for programs, a sentence for people."""

from __future__ import annotations

import re
from collections.abc import Callable

from naqala.rules.errors import NaqalaError
from naqala.server.protocol import Refused
from naqala.text import Catalogue, catalogue
from naqala.text.refusals import brief

STATUS = {
    "no_table": 404,
    "no_page": 404,
    "no_method": 405,
    "not_yours": 403,
    "not_laid": 403,
    "not_host": 403,
    "sent_away": 403,
    "wrong_origin": 403,
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
    "too_many_hints": 429,
    "busy": 503,
}
"""The HTTP status of a refusal; all others are 400."""
MOST_TOLD = 200
"""How much is repeated of what a decoder says."""
_PATH = re.compile(r"- at `(.+)`$")

Reason = Callable[[Catalogue], str]
"""Why, in the language of who reads it."""


class Refusal(NaqalaError):
    """Something was not accepted, and nothing has changed; `server.CODE` is its sentence."""

    def __init__(self, code: str, **values: object) -> None:
        """Refuse for this reason, with what fills its sentence."""
        self.code = code
        self.values = values
        self.wait = 0.0
        """Seconds after which it may be accepted, where that is known."""
        super().__init__(self.sentence(catalogue("en")))

    def sentence(self, words: Catalogue) -> str:
        """What was refused and why, in a language."""
        values = {key: told(words) if callable(told) else told for key, told in self.values.items()}
        return words.say(f"server.{self.code}", **values)

    def message(self, words: Catalogue, *, id: str = "", number: int = 0) -> Refused:
        """The refusal as a page gets it."""
        return Refused(self.code, self.sentence(words), id, number)

    @property
    def status(self) -> int:
        """The status of an HTTP answer."""
        return STATUS.get(self.code, 400)


def said(key: str, **values: object) -> Reason:
    """A reason of the catalogue, with what fills its sentence."""
    return lambda words: words.say(f"server.{key}", **values)


def unread(error: Exception) -> Refusal:
    """What could not be decoded: in English as the decoder says it, else where it is wrong."""
    told = str(error)

    def why(words: Catalogue) -> str:
        if words.language == "en":
            return brief(told, MOST_TOLD)
        path = _PATH.search(told)
        if path is None:
            return words.say("server.not_json")
        return words.say("server.wrong_value", path=brief(path[1]))

    return Refusal("bad_message", reason=why)


def reason(error: NaqalaError, tell: Callable[[NaqalaError, Catalogue], str]) -> Reason:
    """What the rules refused: in English as they say it themselves, else as `tell` does."""
    return lambda words: str(error) if words.language == "en" else tell(error, words) or str(error)
