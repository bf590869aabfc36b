"""Plural categories, compared with those of Intl.PluralRules in browsers."""

import pytest

from naqala.text import LANGUAGES
from naqala.text.plurals import RULES, categories, category


@pytest.mark.parametrize(
    ("language", "numbers"),
    [
        ("en", {"one": [1], "other": [0, 2, 5, 11, 21, 101]}),
        ("fr", {"one": [0, 1], "other": [2, 5, 11, 21, 101]}),
        ("ja", {"other": [0, 1, 2]}),
        ("cs", {"one": [1], "few": [2, 3, 4], "other": [0, 5, 12, 22]}),
        ("pl", {"one": [1], "few": [2, 4, 22, 104], "many": [0, 5, 11, 12, 21, 112]}),
        ("ru", {"one": [1, 21, 101], "few": [2, 24], "many": [0, 5, 11, 12, 111, 112]}),
        ("ar", {"zero": [0], "one": [1], "two": [2], "few": [3, 10, 103], "many": [11, 99, 111],
                "other": [100, 101, 102]}),
    ],
)  # fmt: skip
def test_the_plural_category_of_numbers(language: str, numbers: dict[str, list[int]]) -> None:
    for expected, counts in numbers.items():
        assert {category(language, count) for count in counts} == {expected}
    assert categories(language) == set(numbers)


def test_the_sign_of_a_number_does_not_matter() -> None:
    assert category("en", -1) == "one"


def test_every_language_has_a_plural_rule() -> None:
    assert set(LANGUAGES) <= RULES.keys()
