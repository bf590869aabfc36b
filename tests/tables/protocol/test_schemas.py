"""The documents that are generated from the types."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import pytest

from naqala.server.http.openapi import document
from naqala.tables.protocol import log, messages, schemas, types
from naqala.tables.protocol.messages import FromPage, ToPage

ROOT = Path(__file__).parents[3]


def test_every_message_and_every_type_has_a_schema() -> None:
    _, named = schemas.components("{name}")
    structs = {
        name
        for module in (messages, types, log)
        for name, kind in vars(module).items()
        if isinstance(kind, type) and hasattr(kind, "__struct_fields__") and name != "Struct"
    }
    assert named.keys() == structs - {"Command"}
    for kind in (*get_args(FromPage), *get_args(ToPage)):
        assert named[kind.__name__]["properties"]["type"] == {"enum": [kind.__struct_config__.tag]}


def test_every_reference_of_the_documents_resolves() -> None:
    for found in (json.loads(document()), schemas.message_schema()):
        for reference in references(found):
            place: Any = found
            for step in reference.removeprefix("#/").split("/"):
                place = place[step]


def references(value: Any) -> list[str]:
    if isinstance(value, list):
        return [each for part in value for each in references(part)]
    if not isinstance(value, dict):
        return []
    own = [value["$ref"]] if "$ref" in value else []
    own += value.get("mapping", {}).values() if "propertyName" in value else []
    return own + [each for part in value.values() for each in references(part)]


def test_types_and_fields_have_their_descriptions() -> None:
    _, named = schemas.components("{name}")
    assert named["Act"]["properties"]["id"]["description"] == (
        "Chosen by the page, new for each command; a repeated command is executed once."
    )
    assert named["Scene"]["description"].startswith("The game as everybody sees it")


@pytest.mark.parametrize("which", ["messages", "typescript"])
def test_documents_are_printed(which: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert schemas.main([which]) == 0
    printed = capsys.readouterr().out
    assert printed.endswith("\n")
    assert "Welcome" in printed


def test_an_unknown_document_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert schemas.main(["poem"]) == 2
    assert "messages, typescript, cards, box, lessons" in capsys.readouterr().err


def test_the_generated_types_of_the_page_are_current() -> None:
    """`make protocol` updates the file."""
    path = ROOT / "web" / "src" / "protocol" / "messages.ts"
    assert path.read_text(encoding="utf-8") == schemas.typescript_types()


def test_the_generated_card_data_of_the_page_is_current() -> None:
    """`make protocol` updates the file."""
    path = ROOT / "web" / "src" / "protocol" / "cards.json"
    assert path.read_text(encoding="utf-8") == schemas.cards()


def test_the_generated_numbers_of_the_printed_game_are_current() -> None:
    """`make protocol` updates the file."""
    path = ROOT / "web" / "src" / "protocol" / "box.json"
    assert path.read_text(encoding="utf-8") == schemas.box()


def test_the_generated_list_of_lessons_is_current() -> None:
    """`make protocol` updates the file."""
    path = ROOT / "web" / "src" / "protocol" / "lessons.json"
    assert path.read_text(encoding="utf-8") == schemas.lessons()
    path = path.with_name("firstGame.json")
    assert path.read_text(encoding="utf-8") == schemas.guided_game()
