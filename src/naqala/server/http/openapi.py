"""The OpenAPI document of the HTTP endpoints, built from their declarations.

`python -m naqala.server.http.openapi` prints it.
"""

from __future__ import annotations

import sys
from functools import cache
from typing import Any

import msgspec

from naqala import __version__
from naqala.server.http import api, health
from naqala.server.http.endpoints import Endpoint, Endpoints, Guest, Parameter
from naqala.server.http.identity import SEATS_HEADER
from naqala.tables import tokens
from naqala.tables.protocol.messages import Health, Refused
from naqala.tables.protocol.schemas import UNIONS, Schema, components

TABLE: Schema = {
    "name": "table",
    "in": "path",
    "required": True,
    "description": "The name of the table, as in its link.",
    "schema": {
        "type": "string",
        "pattern": f"^[{tokens.TABLE_CHARACTERS}]{{{tokens.TABLE_LENGTH}}}$",
    },
}
SEATS: Schema = {
    "name": SEATS_HEADER.title(),
    "in": "header",
    "description": "Secrets of seats that are held by link, separated by commas.",
    "schema": {"type": "string"},
}
LANGUAGE: Schema = {
    "name": "language",
    "in": "query",
    "description": "The language of sentences: en or fr; by default what the browser prefers.",
    "schema": {"type": "string"},
}

endpoints = Endpoints()


@endpoints.add("GET", "/api/openapi.json", answer="application/json")
async def openapi(request: Guest) -> bytes:
    """This document."""
    return document()


ALL: tuple[Endpoint, ...] = (*health.endpoints, *api.endpoints, *endpoints)
"""Every HTTP endpoint of the server: all are served, and all are documented."""


@cache
def document() -> bytes:
    """The OpenAPI document as JSON."""
    unions, named = components("#/components/schemas/{name}")
    paths: dict[str, Schema] = {}
    for each in ALL:
        paths.setdefault(each.path, {})[each.method.lower()] = _operation(each)
    return msgspec.json.encode({
        "openapi": "3.1.0",
        "info": {
            "title": "Naqala table server",
            "version": __version__,
            "description": "Games over the network. Play itself uses the WebSocket"
            " `/api/tables/{table}/socket` with the messages FromPage and ToPage.",
        },
        "paths": paths,
        "components": {
            "schemas": unions | named,
            "securitySchemes": {
                "guest": {"type": "apiKey", "in": "cookie", "name": tokens.COOKIE},
            },
        },
        "security": [{}, {"guest": []}],
    })  # fmt: skip


def _operation(endpoint: Endpoint) -> Schema:
    parameters = [_parameter(each) for each in endpoint.parameters]
    if "{table}" in endpoint.path:
        parameters = [TABLE, *parameters, SEATS]
    if endpoint.for_guests and "{language}" not in endpoint.path:
        parameters.append(LANGUAGE)
    operation: Schema = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "parameters": parameters,
        "responses": _responses(endpoint),
    }
    if endpoint.body is not None:
        operation["requestBody"] = {"required": True, "content": _content(endpoint.body.kind)}
    return operation


def _parameter(parameter: Parameter) -> Schema:
    return {
        "name": parameter.name,
        "in": parameter.place,
        "required": parameter.place == "path",
        "description": parameter.description,
        "schema": parameter.schema,
    }


def _responses(endpoint: Endpoint) -> Schema:
    answer: Schema = {"description": endpoint.summary}
    if endpoint.answer is not None:
        answer["content"] = _content(endpoint.answer)
    responses: Schema = {str(endpoint.status): answer}
    if endpoint.answer is Health:
        responses["503"] = {**answer, "description": "The database does not answer"}
    refused = {"description": "Refused, with a code and a sentence", "content": _content(Refused)}
    for status in sorted(_refusals(endpoint)):
        responses[str(status)] = refused
    if endpoint.for_guests:
        seconds = {"description": "Seconds, if known", "schema": {"type": "integer"}}
        responses["429"] = {**refused, "headers": {"Retry-After": seconds}}
    return responses


def _refusals(endpoint: Endpoint) -> set[int]:
    """The statuses of refusals that an endpoint may answer with."""
    statuses = {421, *endpoint.refusals}
    if endpoint.for_guests:
        statuses |= {429, 503}  # 503: the server stops, or its database is not available
    if "{table}" in endpoint.path:
        statuses |= {404, 409}
    if endpoint.parameters:
        statuses.add(400)
    if endpoint.body is not None:
        statuses |= {400, 403, 413, 415}
    return statuses


def _content(kind: Any) -> Schema:
    """A schema by media type; `kind` is a type or a media type."""
    if isinstance(kind, str):
        return {kind: {"schema": {"type": "object" if kind.endswith("json") else "string"}}}
    for name, union in UNIONS.items():
        if kind == union:
            return {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}
    schema = msgspec.json.schema_components([kind], ref_template="#/components/schemas/{name}")
    return {"application/json": {"schema": schema[0][0]}}


if __name__ == "__main__":
    sys.stdout.write(msgspec.json.format(document()).decode() + "\n")
