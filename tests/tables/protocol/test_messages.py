"""The messages and their examples in docs/protocol.md."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from naqala.tables.protocol import messages
from naqala.tables.protocol.messages import CreatedTable, FromPage, NewTable, ToPage
from naqala.tables.protocol.types import ClockScene

DOCS = Path(__file__).parents[3] / "docs" / "protocol.md"
TYPES: dict[str, Any] = {
    "new table": NewTable,
    "created table": CreatedTable,
    "clock": ClockScene,
    "fault": messages.Fault,
}
"""Types of the examples that are not socket messages, by the comment before the example."""


def examples() -> list[tuple[Any, str]]:
    """Every example of the document with its type."""
    text = DOCS.read_text(encoding="utf-8")
    blocks = re.findall(r"(?:<!-- (.*?) -->\n\n)?```json\n(.*?)```", text, re.DOTALL)
    found = [(TYPES.get(comment, FromPage | ToPage), body) for comment, body in blocks]
    return found + [(FromPage, body) for body in re.findall(r"^\| `(\{.*?\})` \|", text, re.M)]


def tags(union: Any) -> set[str]:
    return {kind.__struct_config__.tag for kind in get_args(union)}


@pytest.mark.parametrize(("kind", "body"), examples())
def test_every_example_of_the_docs_is_a_message(kind: Any, body: str) -> None:
    assert unknown(msgspec.json.decode(body), msgspec.json.decode(body, type=kind)) == []


def unknown(example: Any, decoded: Any) -> list[str]:
    """The fields of an example that its type does not have."""
    if isinstance(example, list):
        pairs = zip(example, decoded, strict=True)
        return [name for one, other in pairs for name in unknown(one, other)]
    if not isinstance(example, dict) or isinstance(decoded, dict):
        return []
    missing = [name for name in example if name != "type" and not hasattr(decoded, name)]
    known = [name for name in example if hasattr(decoded, name)]
    return missing + [
        each for name in known for each in unknown(example[name], getattr(decoded, name))
    ]


def test_every_message_has_an_example_in_the_docs() -> None:
    shown = {msgspec.json.decode(body).get("type") for _, body in examples()}
    assert tags(FromPage) | tags(ToPage) <= shown


def test_all_types_have_a_schema() -> None:
    http = (
        NewTable,
        CreatedTable,
        messages.TableList,
        messages.LogPage,
        messages.About,
        messages.Moment,
    )
    _, components = msgspec.json.schema_components([FromPage, ToPage, *http, messages.Curve])
    assert components.keys() >= {"Welcome", "Scene", "Private", "Choice", "LogEntry", "Act"}
