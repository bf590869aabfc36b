"""Generating TypeScript from JSON Schema."""

from __future__ import annotations

import re
from typing import Any

import pytest

from naqala.tables.protocol import schemas, typescript


@pytest.mark.parametrize(
    ("schema", "expected"),
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
def test_a_schema_becomes_its_typescript_type(schema: dict[str, Any], expected: str) -> None:
    assert typescript.type_of(schema) == expected


def test_a_schema_without_a_typescript_type_is_an_error() -> None:
    with pytest.raises(ValueError, match="has no type in TypeScript"):
        typescript.type_of({"type": "object"})


CUP = {
    "description": "Something to drink from.",
    "properties": {
        "type": {"enum": ["cup"]},
        "size": {"type": "integer", "description": "In spoons."},
        "tea": {"type": "string", "default": "mint"},
    },
    "required": ["type", "size"],
}


def _generate(to_page: list[str], **named: Any) -> str:
    unions = {"ToPage": {"anyOf": [{"$ref": name} for name in to_page]}}
    constants = {"SPOONS": ((1, 2), "How many.")}
    return typescript.written(typescript.Document(3, unions, named, [], constants))


def test_fields_with_a_default_are_optional_in_messages_from_the_page() -> None:
    text = _generate([], Cup=CUP)
    assert (
        """\
/** Something to drink from. */
export interface Cup {
  type: "cup";
  /** In spoons. */
  size: number;
  /** Default: "mint". */
  tea?: string;
}
"""
        in text
    )


def test_messages_to_the_page_have_all_fields_and_their_defaults() -> None:
    text = _generate(["Cup"], Cup=CUP)
    assert "  tea: string;" in text
    assert 'Cup: {"defaults": {"tea": "mint"}, "parts": {}},' in text
    assert 'cup: "Cup",' in text


def test_events_choices_and_decisions_are_unions_of_their_kinds() -> None:
    text = schemas.typescript_types()
    for kind in ('type: "Gathered"', 'kind: "take"', 'decision: "Sowing"'):
        assert f"  {kind};" in text


def test_numbers_of_the_rules_are_constants() -> None:
    assert "/** How many. */\nexport const SPOONS = [1, 2] as const;\n" in _generate([])


def test_every_type_is_defined_once_and_the_output_is_deterministic() -> None:
    text = schemas.typescript_types()
    text, _, tables = text.partition("export const")
    defined = re.findall(r"^(?:export )?(?:interface|type) (\w+)", text, re.M)
    assert len(defined) == len(set(defined))
    code = re.sub(r"/\*\*.*?\*/|//[^\n]*|\"[^\"]*\"", "", text, flags=re.S)
    used = set(re.findall(r"\b[A-Z]\w+", code)) - {"Record"}
    assert used - {"Kinds", "All", "Field", "Exclude", "PropertyKey", "Partial"} == set(defined)
    assert f"{text}export const{tables}" == schemas.typescript_types()


def test_long_comments_are_wrapped_and_cannot_end_early() -> None:
    cup = {"description": "word */ " * 40, "properties": {}, "required": []}
    lines = _generate([], Cup=cup).splitlines()
    assert max(map(len, lines)) <= typescript.WIDTH
    begin = lines.index("/**")
    comment = lines[begin : lines.index("export interface Cup {", begin)]
    assert sum("*/" in line for line in comment) == 1
