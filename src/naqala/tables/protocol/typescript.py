"""The protocol for the page: JSON Schema in, TypeScript out.

What the page receives has every field: `wire/defaults.ts` fills in what the server left out, from
the table `SHAPES`. What the page sends may leave out fields that have a default.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from textwrap import wrap
from typing import Any, NamedTuple

from naqala.tables.protocol.kinds import UNIONS, Union

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
OPEN = """\
type Keys<Kinds> = Kinds extends unknown ? keyof Kinds : never;
/** A union in which every field can be read; one of another kind is undefined. */
type Open<Kinds, All extends PropertyKey = Keys<Kinds>> = Kinds extends unknown
  ? Kinds & { [Field in Exclude<All, keyof Kinds>]?: undefined }
  : never;
"""
SHAPES = """\
/** How a received type is completed: its defaults, types of parts, and fields by kind. */
export interface Shape {
  defaults: Record<string, unknown>;
  parts: Record<string, string>;
  tag?: string;
  kinds?: Record<string, string[]>;
}
"""
SUFFIXES = {"Happening": "Event", "Choice": "Choice", "Asked": "Decision"}
"""What the interfaces of kinds are called after their kind."""
WIDTH = 100
PLAIN = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}


class Document(NamedTuple):
    """What the page's TypeScript is made of."""

    protocol: int
    unions: Mapping[str, Schema]
    """Messages from and to the page."""
    named: Mapping[str, Schema]
    """Every type by its name."""
    received: Iterable[str]
    """The types that the page receives on their own, beside messages."""
    constants: Mapping[str, tuple[Any, str]]
    """Values of the rules with what they mean."""


def written(document: Document) -> str:
    """The whole module: messages, types in the order of their names, constants and shapes."""
    named = document.named
    to_page = [each["$ref"] for each in document.unions["ToPage"]["anyOf"]]
    complete = _reachable([*to_page, *document.received], named)
    parts = [HEAD, VERSION.format(protocol=document.protocol)]
    parts += [_alias(name, schema) for name, schema in document.unions.items()]
    parts += [FRAME, OPEN]
    for name, schema in sorted(named.items()):
        if name in UNIONS:
            parts.append(_kinds(name, schema, UNIONS[name]))
        else:
            parts.append(_interface(name, schema, complete))
    parts += [_constant(name, *told) for name, told in document.constants.items()]
    parts.append(_received(sorted(complete)))
    parts.append(_messages(to_page, named))
    parts.append(SHAPES)
    parts.append(_shapes(sorted(complete), named))
    return "\n".join(parts)


def _reachable(names: Iterable[str], named: Mapping[str, Schema]) -> set[str]:
    """These types and all that they are made of."""
    found: set[str] = set()
    todo = list(names)
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += _references(named[name]["properties"])
    return found


def _references(schema: Any) -> list[str]:
    if isinstance(schema, dict):
        own = [schema["$ref"]] if "$ref" in schema else []
        return own + [name for value in schema.values() for name in _references(value)]
    if isinstance(schema, list):
        return [name for value in schema for name in _references(value)]
    return []


def _alias(name: str, schema: Schema) -> str:
    lines = "".join(f"\n  | {type_of(each)}" for each in schema["anyOf"])
    return f"export type {name} ={lines};\n"


def _interface(name: str, schema: Schema, complete: set[str]) -> str:
    """An interface; what the page sends may leave out a field that has a default."""
    required = schema["properties"] if name in complete else schema.get("required", ())
    lines = [*_comment(schema.get("description", "")), f"export interface {name} {{"]
    for field, about in schema["properties"].items():
        lines += _comment(_meaning(about), "  ")
        kind = type_of(about)
        if name not in complete:
            for part in complete.intersection(_references(about)):
                kind = kind.replace(part, f"Partial<{part}>")
        lines.append(f"  {field}{'' if field in required else '?'}: {kind};")
    return "\n".join([*lines, "}\n"])


def _kinds(name: str, schema: Schema, union: Union) -> str:
    """An interface for each kind, and their union."""
    properties = schema["properties"]
    parts = []
    for kind, fields in union.kinds.items():
        lines = [f"export interface {_kind_name(name, kind)} {{", f'  {union.tag}: "{kind}";']
        for field in (*union.shared, *fields):
            about = properties[field]
            lines += _comment(about.get("description", ""), "  ")
            lines.append(f"  {field}: {type_of(about)};")
        parts.append("\n".join([*lines, "}\n"]))
    members = "".join(f"\n  | {_kind_name(name, kind)}" for kind in union.kinds)
    told = "\n".join(_comment(schema.get("description", "")))
    parts.append(f"{told}\nexport type {name} = Open<{members}\n>;\n")
    return "\n".join(parts)


def _kind_name(name: str, kind: str) -> str:
    return kind[0].upper() + kind[1:] + SUFFIXES[name]


def _constant(name: str, value: Any, told: str) -> str:
    return f"/** {told} */\nexport const {name} = {_literal(value)} as const;\n"


def _received(names: list[str]) -> str:
    lines = "".join(f"\n  {name}: {name};" for name in names)
    told = "/** The types that the page receives, by name. */"
    return f"{told}\nexport interface Received {{{lines}\n}}\n"


def _messages(names: list[str], named: Mapping[str, Schema]) -> str:
    """Which type a message from the server has, by its tag."""
    lines = "".join(f"\n  {_tag(named[name])}: {_literal(name)}," for name in names)
    return f"export const MESSAGES = {{{lines}\n}} as const;\n"


def _tag(schema: Schema) -> str:
    return str(schema["properties"]["type"]["enum"][0])


def _shapes(names: list[str], named: Mapping[str, Schema]) -> str:
    lines = []
    for name in names:
        properties = named[name]["properties"]
        shape: dict[str, Any] = {
            "defaults": {
                field: about["default"] for field, about in properties.items() if "default" in about
            },
            "parts": {
                field: found[0]
                for field, about in properties.items()
                if (found := _references(about))
            },
        }
        if name in UNIONS:
            union = UNIONS[name]
            shared = list(union.shared)
            kinds = {kind: [*shared, *fields] for kind, fields in union.kinds.items()}
            shape |= {"tag": union.tag, "kinds": kinds}
        if any(shape.values()):
            lines.append(f"\n  {name}: {_literal(shape)},")
    return f"export const SHAPES: Record<string, Shape> = {{{''.join(lines)}\n}};\n"


def _literal(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


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
