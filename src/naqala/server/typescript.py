"""The types of the page: JSON Schema in, TypeScript out."""

from __future__ import annotations

import json
from textwrap import wrap
from typing import Any

Schema = dict[str, Any]

HEAD = """\
// The messages between the page and the table server.
// Made from the types of the server by `make protocol`; a test fails when this is not current.
"""
FRAME = """\
/** What comes over a socket at once. */
export type Frame = ToPage | ToPage[];
"""
VERSION = """\
/** The version of these messages, counted up when an old page could not talk to a new server. */
export type Protocol = {protocol};
"""
WIDTH = 100
PLAIN = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}


def written(protocol: int, unions: dict[str, Schema], named: dict[str, Schema]) -> str:
    """All types, in the order of their names, those of messages first."""
    parts = [HEAD, VERSION.format(protocol=protocol)]
    parts += [_alias(name, schema) for name, schema in unions.items()]
    parts.append(FRAME)
    parts += [_interface(name, schema) for name, schema in sorted(named.items())]
    return "\n".join(parts)


def _alias(name: str, schema: Schema) -> str:
    lines = "".join(f"\n  | {type_of(each)}" for each in schema["anyOf"])
    return f"export type {name} ={lines};\n"


def _interface(name: str, schema: Schema) -> str:
    """An interface; a field that has a default may be missing."""
    required = schema.get("required", ())
    lines = [*_comment(schema.get("description", "")), f"export interface {name} {{"]
    for field, about in schema["properties"].items():
        lines += _comment(_meaning(about), "  ")
        lines.append(f"  {field}{'' if field in required else '?'}: {type_of(about)};")
    return "\n".join([*lines, "}\n"])


def _meaning(about: Schema) -> str:
    """What is said of a field, and what a missing one means."""
    told = [about["description"]] if "description" in about else []
    if "default" in about:
        told.append(f"Default: {json.dumps(about['default'], ensure_ascii=False)}.")
    return " ".join(told)


def _comment(text: str, indent: str = "") -> list[str]:
    if not text:
        return []
    lines = wrap(" ".join(text.split()).replace("*/", "* /"), WIDTH - len(indent) - 7)
    if len(lines) == 1:
        return [f"{indent}/** {lines[0]} */"]
    return [f"{indent}/**", *(f"{indent} * {line}" for line in lines), f"{indent} */"]


def type_of(schema: Schema) -> str:
    """The type that a schema describes; what it does not know it refuses."""
    match schema:
        case {"$ref": str(name)}:
            return name
        case {"enum": values}:
            return " | ".join(json.dumps(value, ensure_ascii=False) for value in values)
        case {"anyOf": kinds}:
            return " | ".join(type_of(kind) for kind in kinds)
        case {"type": "array", "prefixItems": items}:
            return f"[{', '.join(map(type_of, items))}]"
        case {"type": "array", "items": item}:
            inner = type_of(item)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case {"type": "object", "additionalProperties": dict(values)}:
            return f"Record<string, {type_of(values)}>"
        case {"type": kind} if kind in PLAIN:
            return PLAIN[kind]
    raise ValueError(f"{schema} has no type in TypeScript")
