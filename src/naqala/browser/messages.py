"""The messages between a page and the worker in which its tables are."""

from __future__ import annotations

import msgspec
from msgspec import Struct


class Fetch(Struct, tag="fetch", tag_field="kind"):
    """A request, as it would be sent to a server over HTTP."""

    id: int
    method: str
    path: str
    """With the query."""
    language: str = ""
    body: str = ""


class Open(Struct, tag="open", tag_field="kind"):
    """Open a socket at a table, in a lesson or a puzzle, or to explore; the page numbers it."""

    socket: int
    table: str = ""
    lesson: str = ""
    puzzle: str = ""
    explore: bool = False


class Send(Struct, tag="send", tag_field="kind"):
    """A message on an open socket."""

    socket: int
    text: str


class Close(Struct, tag="close", tag_field="kind"):
    """Close a socket."""

    socket: int


FromPage = Fetch | Open | Send | Close


class Response(Struct, tag="response", tag_field="kind"):
    """The answer to a `Fetch`."""

    id: int
    status: int
    type: str
    body: str


class Received(Struct, tag="received", tag_field="kind"):
    """A message for the page on an open socket."""

    socket: int
    text: str


class Closed(Struct, tag="closed", tag_field="kind"):
    """A socket was closed by the worker, with the code of a WebSocket."""

    socket: int
    code: int


class Imported(Struct):
    """The body of the answer to `POST /api/archive`."""

    tables: int
    """How many were imported."""
    skipped: int
    """How many were there already."""


ToPage = Response | Received | Closed

encode = msgspec.json.Encoder().encode
decoder: msgspec.json.Decoder[FromPage] = msgspec.json.Decoder(FromPage)
