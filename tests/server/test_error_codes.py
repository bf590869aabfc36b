"""Every code of an error in the source has its sentence in every language.

The codes of the whole package are checked here, because some are in tables of the server.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from string import Formatter

import pytest

from naqala.server.http import api
from naqala.server.http.endpoints import Choice
from naqala.tables.log import quotas
from naqala.text import LANGUAGES, catalogue
from tests.text import raised

COMPUTED = {
    "budget.code": {each.code for each in vars(quotas).values() if isinstance(each, quotas.Quota)},
    "self.refusal": {each.refusal for each in vars(api).values() if isinstance(each, Choice)},
}
"""Codes that are in a table instead of at the place that raises them."""
FORMS = ("one", "other", "zero")


@cache
def sentences(language: str) -> dict[str, dict[str, str]]:
    """The messages of each code: one, or one for each form of a number."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for key, message in catalogue(language).messages.items():
        section, _, rest = key.partition(".")
        if section == "error":
            code, _, form = rest.partition(".")
            assert form in ("", *FORMS), f"{key} is not an error.CODE"
            found[code][form] = message
    return found


def placeholders(message: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(message) if name is not None}


def codes_of(created: raised.Created) -> set[str]:
    if created.is_pattern:
        return {code for code in sentences("en") if re.fullmatch(created.code, code)}
    return COMPUTED.get(created.code, {created.code})


def test_the_source_is_read() -> None:
    assert len(raised.error_classes()) > 12
    assert len(raised.created()) > 250
    assert not list(raised.without_code())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_a_sentence_with_the_values_that_are_passed(language: str) -> None:
    known = sentences(language)
    for created in raised.created():
        codes = codes_of(created)
        assert codes, f"{created.where}: no code is like {created.code}"
        for code in codes:
            assert code in known, f"{created.where}: there is no error.{code}"
            for form, message in known[code].items():
                passed = created.names - ({"count"} - placeholders(message) if form else set())
                assert placeholders(message) == passed, f"{created.where}: error.{code}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_used(language: str) -> None:
    used = {code for created in raised.created() for code in codes_of(created)}
    assert sentences(language).keys() - used == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_lists_are_joined_in_ways_that_there_are(language: str) -> None:
    for code, forms in sentences(language).items():
        for message in forms.values():
            for _, _, joined, _ in Formatter().parse(message):
                fits = joined in (None, "", "and", "or", "quoted", "g") or joined.isdecimal()
                assert fits, f"error.{code}"
