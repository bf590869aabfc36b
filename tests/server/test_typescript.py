"""JSON Schema in, TypeScript out."""

from __future__ import annotations

import re
from typing import Any

import pytest

from naqala.server import schemas, typescript


@pytest.mark.parametrize(
    ("schema", "wanted"),
    [
        ({"type": "string", "maxLength": 4}, "string"),
        ({"type": "integer", "minimum": 0}, "number"),
        ({"type": "number"}, "number"),
        ({"type": "boolean"}, "boolean"),
        ({"$ref": "Scene"}, "Scene"),
        ({"enum": ["en", "fr"]}, '"en" | "fr"'),
        ({"anyOf": [{"$ref": "Scene"}, {"type": "null"}]}, "Scene | null"),
        ({"type": "array", "items": {"type": "string"}}, "string[]"),
        ({"type": "array", "items": {"enum": [1, 2]}}, "(1 | 2)[]"),
        (
            {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]},
            "[string, number]",
        ),
        (
            {"type": "object", "additionalProperties": {"type": "integer"}},
            "Record<string, number>",
        ),
    ],
)
def test_a_schema_has_its_type(schema: dict[str, Any], wanted: str) -> None:
    assert typescript.type_of(schema) == wanted


def test_what_has_no_type_is_refused_instead_of_guessed() -> None:
    with pytest.raises(ValueError, match="has no type in TypeScript"):
        typescript.type_of({"type": "object"})


def test_a_field_with_a_default_may_be_missing_and_says_what_that_means() -> None:
    named = {
        "Cup": {
            "description": "Something to drink from.",
            "properties": {
                "size": {"type": "integer", "description": "In spoons."},
                "tea": {"type": "string", "default": "mint"},
            },
            "required": ["size"],
        }
    }
    unions = {"All": {"anyOf": [{"$ref": "Cup"}]}}
    assert typescript.written(3, unions, named).endswith(
        """\
/** Something to drink from. */
export interface Cup {
  /** In spoons. */
  size: number;
  /** Default: "mint". */
  tea?: string;
}
"""
    )


def test_every_type_that_is_named_is_there_once_and_the_text_is_always_the_same() -> None:
    text = schemas.types()
    made = re.findall(r"^export (?:interface|type) (\w+)", text, re.M)
    assert len(made) == len(set(made))
    code = re.sub(r"/\*\*.*?\*/|//[^\n]*|\"[^\"]*\"", "", text, flags=re.S)
    used = set(re.findall(r"\b[A-Z]\w+", code)) - {"Record"}
    assert used == set(made)
    assert text == schemas.types()


def test_long_comments_are_wrapped_and_cannot_end_early() -> None:
    lines = typescript.written(
        1,
        {},
        {"Cup": {"description": "word */ " * 40, "properties": {}, "required": []}},
    ).splitlines()
    assert max(map(len, lines)) <= typescript.WIDTH
    cup = lines[lines.index("/**") :]
    assert sum("*/" in line for line in cup) == 1
