"""Plural categories of whole numbers, as CLDR defines them; browsers have them as Intl.PluralRules.

A message with number forms has one for each category of its language: `one` and `other` in English.
"""

from __future__ import annotations

from collections.abc import Callable

Rule = Callable[[int], str]

OTHER = "other"


def _one_for_1(count: int) -> str:
    return "one" if count == 1 else OTHER


def _one_for_0_and_1(count: int) -> str:
    return "one" if count in (0, 1) else OTHER


def _never(count: int) -> str:
    return OTHER


def _czech(count: int) -> str:
    return "one" if count == 1 else "few" if count in (2, 3, 4) else OTHER


def _polish(count: int) -> str:
    if count == 1:
        return "one"
    return "few" if count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14) else "many"


def _russian(count: int) -> str:
    if count % 10 == 1 and count % 100 != 11:
        return "one"
    return "few" if count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14) else "many"


def _arabic(count: int) -> str:
    if count in (0, 1, 2):
        return ("zero", "one", "two")[count]
    rest = count % 100
    return "few" if 3 <= rest <= 10 else "many" if rest >= 11 else OTHER


RULES: dict[str, Rule] = {
    **dict.fromkeys(("da", "de", "el", "en", "fi", "hu", "nb", "nl", "sv", "tr"), _one_for_1),
    **dict.fromkeys(("ca", "es", "it"), _one_for_1),
    **dict.fromkeys(("fr", "pt"), _one_for_0_and_1),
    **dict.fromkeys(("id", "ja", "ko", "th", "vi", "zh"), _never),
    **dict.fromkeys(("cs", "sk"), _czech),
    **dict.fromkeys(("ru", "uk"), _russian),
    "pl": _polish,
    "ar": _arabic,
}
"""Languages by their code. Categories that apply only from a million on are left out."""


def category(language: str, count: int) -> str:
    """The plural category of a number."""
    return RULES[language](abs(count))


def categories(language: str) -> set[str]:
    """All categories that numbers of a game can have."""
    return {category(language, count) for count in range(200)}
