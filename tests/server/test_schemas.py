"""The documents that are made from the types."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import pytest
from starlette.routing import Route

from naqala.server import api, operation, schemas
from naqala.server.protocol import FromPage, ToPage
from naqala.server.refusal import STATUS
from tests.server.servers import Browser

ROOT = Path(__file__).parents[2]


def document() -> Any:
    return json.loads(schemas.openapi())


def test_every_route_is_in_the_document_and_nothing_else() -> None:
    served = {
        (route.path, method.lower())
        for route in (*api.ROUTES, *operation.ROUTES)
        if isinstance(route, Route)
        for method in route.methods or ()
        if method != "HEAD"
    }
    told = {(path, method) for path, calls in document()["paths"].items() for method in calls}
    assert told == served


def test_every_call_names_the_function_that_answers_it() -> None:
    names = {
        (route.path, route.endpoint.__name__)
        for route in (*api.ROUTES, *operation.ROUTES)
        if isinstance(route, Route)
    }
    assert {(call.path, call.name) for call in schemas.CALLS} == names


def test_every_message_and_every_shape_has_a_schema() -> None:
    _, named = schemas.components("{name}")
    structs = {
        name
        for module in schemas.SOURCES
        for name, kind in vars(module).items()
        if isinstance(kind, type) and hasattr(kind, "__struct_fields__") and name != "Struct"
    }
    assert named.keys() == structs - {"Send"}
    for kind in (*get_args(FromPage), *get_args(ToPage)):
        assert named[kind.__name__]["properties"]["type"] == {"enum": [kind.__struct_config__.tag]}


def test_every_reference_of_the_documents_leads_somewhere() -> None:
    for found in (document(), schemas.messages()):
        for reference in references(found):
            place: Any = found
            for step in reference.removeprefix("#/").split("/"):
                place = place[step]


def references(thing: Any) -> list[str]:
    if isinstance(thing, list):
        return [each for part in thing for each in references(part)]
    if not isinstance(thing, dict):
        return []
    own = [thing["$ref"]] if "$ref" in thing else []
    own += thing.get("mapping", {}).values() if "propertyName" in thing else []
    return own + [each for part in thing.values() for each in references(part)]


def test_a_field_is_told_with_what_the_code_says_of_it() -> None:
    _, named = schemas.components("{name}")
    assert named["Act"]["properties"]["id"]["description"] == (
        "Made by the page, new for each send: a repeated one is not done twice."
    )
    assert named["Scene"]["description"].startswith("The game as everybody sees it")


def test_the_server_hands_out_the_document(ann: Browser) -> None:
    assert ann.get("/api/openapi.json").json() == document()


def test_statuses_of_refusals_are_in_the_document() -> None:
    told = {
        int(status)
        for calls in document()["paths"].values()
        for call in calls.values()
        for status in call["responses"]
    }
    # 405 belongs to no call, and 500 is no promise.
    assert {*STATUS.values(), 400} - {405, 500} <= told


def test_every_call_of_a_table_may_find_it_missing_newer_or_busy() -> None:
    for path, calls in document()["paths"].items():
        for call in calls.values():
            if "{table}" in path:
                assert {"404", "409", "503"} <= call["responses"].keys(), path


@pytest.mark.parametrize("which", ["openapi", "messages", "typescript"])
def test_documents_are_printed(which: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert schemas.main([which]) == 0
    printed = capsys.readouterr().out
    assert printed.endswith("\n")
    assert "Welcome" in printed


def test_an_unknown_document_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert schemas.main(["poem"]) == 2
    assert "openapi, messages, typescript, cards" in capsys.readouterr().err


def test_the_types_of_the_page_are_current() -> None:
    """`make protocol` writes them."""
    path = ROOT / "web" / "src" / "protocol.d.ts"
    assert path.read_text(encoding="utf-8") == schemas.types()


def test_the_cards_of_the_page_are_current() -> None:
    """`make protocol` writes them."""
    path = ROOT / "web" / "src" / "help" / "cards.json"
    assert path.read_text(encoding="utf-8") == schemas.cards()
