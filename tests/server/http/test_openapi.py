"""The OpenAPI document."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

from msgspec import Struct
from starlette.routing import Route

from naqala.server.app import application
from naqala.server.http import openapi
from naqala.server.http.static_files import PageRoute
from naqala.server.ops.settings import Settings
from naqala.tables.errors import STATUS
from naqala.tables.protocol import messages, schemas
from tests.server.servers import Guest

ROOT = Path(__file__).parents[3]


def document() -> Any:
    return json.loads(openapi.document())


def test_the_document_contains_exactly_the_routes() -> None:
    served = {
        (route.path, method.lower(), route.endpoint.__name__)
        for route in application(Settings(database="sqlite:///:memory:")).routes
        if isinstance(route, Route) and not isinstance(route, PageRoute)
        for method in route.methods or ()
        if method != "HEAD"
    }
    documented = {
        (path, method, call["operationId"])
        for path, calls in document()["paths"].items()
        for method, call in calls.items()
    }
    assert documented == served


def test_every_endpoint_has_a_summary_and_a_unique_id() -> None:
    calls = [call for calls in document()["paths"].values() for call in calls.values()]
    assert all(call["summary"] for call in calls)
    assert len({call["operationId"] for call in calls}) == len(calls)


def test_every_parameter_of_a_path_is_documented() -> None:
    for path, calls in document()["paths"].items():
        for call in calls.values():
            named = {each["name"] for each in call["parameters"] if each["in"] == "path"}
            assert named == {part[1:-1] for part in path.split("/") if part.startswith("{")}


def test_the_server_serves_the_document(ann: Guest) -> None:
    assert ann.get("/api/openapi.json").json() == document()


def test_statuses_of_refusals_are_in_the_document() -> None:
    documented = {
        int(status)
        for calls in document()["paths"].values()
        for call in calls.values()
        for status in call["responses"]
    }
    # 405 does not belong to an endpoint, and 500 is not part of the contract.
    assert {*STATUS.values(), 400} - {405, 500} <= documented


def test_every_endpoint_of_a_table_documents_404_409_and_503() -> None:
    for path, calls in document()["paths"].items():
        for call in calls.values():
            if "{table}" in path:
                assert {"404", "409", "503"} <= call["responses"].keys(), path


def test_every_body_of_an_endpoint_is_known_to_the_schemas() -> None:
    """The types of the page are written from them, so it would lack the others."""
    known = {*schemas.BODIES, *get_args(messages.FromPage), *get_args(messages.ToPage)}
    answers = {each.answer for each in openapi.ALL if isinstance(each.answer, type)}
    sent = {each.body.kind for each in openapi.ALL if each.body is not None}
    structs = {kind for kind in answers if issubclass(kind, Struct)}
    assert len(structs) > 5
    assert structs <= known
    assert structs.isdisjoint(schemas.SENT), "the page receives them"
    assert sent == schemas.SENT | {messages.AnyCommand}
    assert structs | sent >= set(schemas.BODIES), "nothing answers with the others"


def test_every_path_is_in_the_docs() -> None:
    text = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    described = set(re.findall(r"`(GET|POST) (/[^`?]*)(?:\?[^`]*)?`", text))
    examples = {"{table}": "TABLE", "{language}": "en", "{view}": "rules", "{actions}": "17"}
    for each in openapi.ALL:
        path = re.sub(r"\{\w+\}", lambda found: examples.get(found[0], found[0]), each.path)
        assert (each.method, path) in described
