"""What the server speaks, as documents: JSON Schema, OpenAPI and TypeScript, made from the types.

`python -m naqala.server.schemas openapi` prints the OpenAPI document, `messages` the JSON Schema of
all messages of a socket, `typescript` the types of the page and `cards` what is printed on the
cards (`make protocol` writes both).
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Sequence
from functools import cache
from textwrap import dedent
from typing import Any, NamedTuple

import msgspec

from naqala import __version__
from naqala.server import guests, happenings, protocol, shapes, typescript
from naqala.server.faces import faces
from naqala.server.limits import MOST_LISTED
from naqala.server.protocol import (
    About,
    Accepted,
    AnySend,
    Curve,
    Fault,
    FromPage,
    Health,
    Laid,
    LogPage,
    Moment,
    NewTable,
    Refused,
    TableList,
    ToPage,
    Welcome,
)
from naqala.text import LANGUAGES

Schema = dict[str, Any]
SOURCES = (protocol, shapes, happenings)
"""Where the types of messages are."""
UNIONS: dict[str, Any] = {"FromPage": FromPage, "ToPage": ToPage, "AnySend": AnySend}
"""Messages from and to a page, and those that become entries of the log."""
BODIES = (NewTable, Laid, TableList, LogPage, Moment, Curve, About, Fault, Health)
"""What is sent over HTTP beside messages."""

TABLE = {
    "name": "table",
    "in": "path",
    "required": True,
    "description": "The name of the table, as its link has it.",
    "schema": {
        "type": "string",
        "pattern": f"^[{guests.TABLE_SIGNS}]{{{guests.TABLE_LENGTH}}}$",
    },
}
SEATS = {
    "name": "Naqala-Seats",
    "in": "header",
    "description": "Secrets of seats that are held by link, separated by commas.",
    "schema": {"type": "string"},
}
LANGUAGE = {
    "name": "language",
    "in": "query",
    "description": "The language of sentences: en or fr; else what the browser prefers.",
    "schema": {"type": "string"},
}


class Call(NamedTuple):
    """A call over HTTP."""

    method: str
    path: str
    name: str
    summary: str
    answer: Any
    """A type, a media type for what is no JSON of ours, or None for an empty answer."""
    status: int = 200
    body: Any = None
    query: tuple[Schema, ...] = ()
    refusals: tuple[int, ...] = ()
    """Statuses of refusals beside those that every such call can have."""
    speaks: bool = True
    """Whether the answer has sentences or depends on who asks."""


def _number(name: str, text: str, least: int, default: int, most: int = 999_999_999) -> Schema:
    schema = {"type": "integer", "minimum": least, "maximum": most, "default": default}
    return {"name": name, "in": "query", "description": text, "schema": schema}


CALLS = (
    Call("get", "/api/about", "about", "What can be asked of this server", About),
    Call("get", "/api/words/{language}", "words", "Every message of a language by its key",
         dict[str, str], refusals=(400,)),
    Call("get", "/api/tables", "list_tables", "Tables: open, running, or one's own", TableList,
         query=(
             {"name": "show", "in": "query", "description": "Which tables.",
              "schema": {"enum": ["open", "running", "mine"], "default": "open"}},
             _number("limit", "How many at most.", 1, MOST_LISTED, MOST_LISTED),
         ), refusals=(400,)),
    Call("post", "/api/tables", "lay_table", "Lay a table", Laid, 201, NewTable),
    Call("get", "/api/tables/{table}", "show_table", "Everything there is to show", Welcome,
         query=(_number("since", "The last number seen; -1 for none.", -1, -1),),
         refusals=(400,)),
    Call("post", "/api/tables/{table}/sends", "send", "Something that becomes an entry of the log",
         Accepted, 200, AnySend, refusals=(409, 503)),
    Call("get", "/api/tables/{table}/log", "show_log", "A page of the log", LogPage,
         query=(_number("after", "The last number that is known.", 0, 0),), refusals=(400,)),
    Call("get", "/api/tables/{table}/record", "record", "The record of a finished game",
         "text/plain", refusals=(400,)),
    Call("get", "/api/tables/{table}/moments/{actions}", "moment",
         "The game as everybody saw it once; open when it is over", Moment, refusals=(400,)),
    Call("get", "/api/tables/{table}/curve", "curve", "The points of a finished game, turn by turn",
         Curve, refusals=(400,)),
    Call("get", "/api/openapi.json", "openapi", "This document", "application/json"),
    Call("post", "/api/faults", "report_fault", "Report an error that a page did not expect", None,
         204, Fault),
    Call("get", "/health", "health", "Whether the server and its database answer", Health,
         refusals=(503,), speaks=False),
    Call("get", "/metrics", "metrics", "Figures for Prometheus", "text/plain",
         refusals=(403,), speaks=False),
)  # fmt: skip
"""Everything that can be asked over HTTP."""

PATH_PARAMETERS: dict[str, Schema] = {
    "table": TABLE,
    "language": {
        "name": "language",
        "in": "path",
        "required": True,
        "schema": {"enum": list(LANGUAGES)},
    },
    "actions": {
        "name": "actions",
        "in": "path",
        "required": True,
        "schema": {"type": "integer", "minimum": 0, "maximum": 999_999_999},
    },
}


def components(ref_template: str) -> tuple[dict[str, Schema], dict[str, Schema]]:
    """The schemas of the unions, and of every type by its name, told with what they mean."""
    types = [*UNIONS.values(), *BODIES]
    schemas, named = msgspec.json.schema_components(types, ref_template=ref_template)
    for name, schema in named.items():
        told = _told(name)
        for field, about in schema.get("properties", {}).items():
            if field in told:
                about["description"] = told[field]
    return dict(zip(UNIONS, schemas, strict=False)), named


def _told(name: str) -> dict[str, str]:
    """What is said of each field of a type, below it in the code."""
    kind = next(getattr(module, name) for module in SOURCES if hasattr(module, name))
    found: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        if each.__module__ in {module.__name__ for module in SOURCES}:
            found |= _fields(each)
    return found


def _fields(kind: type) -> dict[str, str]:
    (tree,) = ast.parse(dedent(inspect.getsource(kind))).body
    assert isinstance(tree, ast.ClassDef)
    found = {}
    for field, text in zip(tree.body, tree.body[1:], strict=False):
        match field, text:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(told))),
            ):
                found[name] = inspect.cleandoc(told)
    return found


def messages() -> Schema:
    """The JSON Schema of every message of a socket and every body over HTTP."""
    unions, named = components("#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Naqala",
        "description": f"Messages of the table server, protocol {protocol.PROTOCOL}.",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in ("FromPage", "ToPage")],
        "$defs": unions | named,
    }


@cache
def openapi() -> bytes:
    """The OpenAPI document as JSON."""
    unions, named = components("#/components/schemas/{name}")
    paths: dict[str, Schema] = {}
    for call in CALLS:
        paths.setdefault(call.path, {})[call.method] = _operation(call)
    document = {
        "openapi": "3.1.0",
        "info": {
            "title": "Naqala table server",
            "version": __version__,
            "description": "Games over the network. Play itself goes over the WebSocket"
            " `/api/tables/{table}/socket` with the messages FromPage and ToPage.",
        },
        "paths": paths,
        "components": {
            "schemas": unions | named,
            "securitySchemes": {
                "guest": {"type": "apiKey", "in": "cookie", "name": guests.COOKIE},
            },
        },
        "security": [{}, {"guest": []}],
    }
    return msgspec.json.encode(document)


def _operation(call: Call) -> Schema:
    parameters = [about for name, about in PATH_PARAMETERS.items() if f"{{{name}}}" in call.path]
    parameters += call.query
    if call.speaks:
        parameters += [LANGUAGE] if "{language}" not in call.path else []
        parameters += [SEATS] if "{table}" in call.path else []
    operation: Schema = {
        "operationId": call.name,
        "summary": call.summary,
        "parameters": parameters,
        "responses": _responses(call),
    }
    if call.body is not None:
        operation["requestBody"] = {"required": True, "content": _content(call.body)}
    return operation


def _responses(call: Call) -> Schema:
    statuses = {*call.refusals, 429}
    if call.speaks:
        statuses.add(503)  # the server stops, or its database is away
    if "{table}" in call.path:
        statuses |= {404, 409}
    if call.body is not None:
        statuses |= {400, 403, 413, 415}
    answer: Schema = {"description": call.summary}
    if call.answer is not None:
        answer["content"] = _content(call.answer)
    told: Schema = {str(call.status): answer}
    refused = {"description": "Refused, with a code and a sentence", "content": _content(Refused)}
    late = {"Retry-After": {"description": "Seconds, where known", "schema": {"type": "integer"}}}
    if call.answer is Health:
        told["503"] = {**answer, "description": "Not now"}
    told |= {str(status): refused for status in sorted(statuses) if str(status) not in told}
    return told | {"429": {**refused, "headers": late}}


def _content(kind: Any) -> Schema:
    if isinstance(kind, str):
        return {kind: {"schema": {"type": "object" if kind.endswith("json") else "string"}}}
    for name, union in UNIONS.items():
        if kind == union:
            return {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}
    schema = msgspec.json.schema_components([kind], ref_template="#/components/schemas/{name}")
    return {"application/json": {"schema": schema[0][0]}}


def types() -> str:
    """The types of the page in TypeScript."""
    return typescript.written(protocol.PROTOCOL, *components("{name}"))


def cards() -> str:
    """What is printed on the cards, as JSON."""
    return msgspec.json.format(msgspec.json.encode(faces())).decode() + "\n"


def main(arguments: Sequence[str]) -> int:
    """Print a document."""
    documents = {
        "openapi": lambda: msgspec.json.format(openapi()).decode() + "\n",
        "messages": lambda: msgspec.json.format(msgspec.json.encode(messages())).decode() + "\n",
        "typescript": types,
        "cards": cards,
    }
    if len(arguments) != 1 or arguments[0] not in documents:
        print(f"say which document: {', '.join(documents)}", file=sys.stderr)
        return 2
    sys.stdout.write(documents[arguments[0]]())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
