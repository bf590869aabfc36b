"""Requests of the page that a server would get over HTTP."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from io import BytesIO
from typing import Any, NamedTuple, TypeVar, get_args
from urllib.parse import parse_qs, urlsplit

import msgspec

from naqala.browser.messages import Fetch, Imported, Response
from naqala.browser.owner import OWNER
from naqala.tables import archive, replay, requests
from naqala.tables.errors import Refusal, refusal_of, unread
from naqala.tables.live.registry import TableRegistry
from naqala.tables.live.table import LiveTable
from naqala.tables.protocol.messages import AnyCommand, NewTable
from naqala.tables.storage import Show
from naqala.text import LANGUAGES, Catalogue, catalogue

T = TypeVar("T")
JSON, TEXT = "application/json", "text/plain; charset=utf-8"
SHOWS: tuple[Show, ...] = get_args(Show)
encode = msgspec.json.Encoder().encode


class Request(NamedTuple):
    """A request for the tables of this browser."""

    tables: TableRegistry
    path: tuple[str, ...]
    """The parts of the path that are not fixed."""
    query: dict[str, str]
    body: str
    words: Catalogue

    async def table(self) -> LiveTable:
        """The table of the path."""
        return await self.tables.find(self.path[0])

    def number(self, name: str, default: int) -> int:
        """A number of the query."""
        return _number(name, self.query.get(name, str(default)))

    def read(self, kind: type[T]) -> T:
        """The body; Refusal if it is not of this kind."""
        try:
            return msgspec.json.decode(self.body, type=kind)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            raise unread(error) from None


async def respond(tables: TableRegistry, fetch: Fetch) -> Response:
    """Answer a request of the page, as a server would."""
    words = catalogue(fetch.language if fetch.language in LANGUAGES else LANGUAGES[0])
    try:
        return await _respond(tables, fetch, words)
    except Exception as error:
        refusal = refusal_of(error)
        body = encode(refusal.message(words)).decode()
        return Response(fetch.id, refusal.status, JSON, body)


async def _respond(tables: TableRegistry, fetch: Fetch, words: Catalogue) -> Response:
    address = urlsplit(fetch.path)
    query = {name: values[-1] for name, values in parse_qs(address.query).items()}
    for method, pattern, handler in ROUTES:
        found = re.fullmatch(pattern, address.path)
        if found and method == fetch.method:
            answer = await handler(Request(tables, found.groups(), query, fetch.body, words))
            if isinstance(answer, str):
                return Response(fetch.id, 200, TEXT, answer)
            body = answer if isinstance(answer, bytes) else encode(answer)
            return Response(fetch.id, 200, JSON, body.decode())
    raise Refusal("no_page")


async def _land(request: Request) -> object:
    known, boxes = requests.EXPANSION_CHOICES, request.query.get("expansions", "")
    if boxes not in known:
        raise Refusal("no_boxes", known=tuple(filter(None, known)))
    return requests.seeded_land(
        request.number("seed", 0), request.number("players", 2), known[boxes]
    )


async def _list(request: Request) -> object:
    show = request.query.get("show", "open")
    limit = min(requests.MOST_LISTED, request.number("limit", requests.MOST_LISTED))
    known: dict[str, Show] = {each: each for each in SHOWS}
    if show not in known:
        raise Refusal("bad_show", known=SHOWS)
    return await requests.list_tables(request.tables, OWNER, known[show], limit)


async def _create(request: Request) -> object:
    return await requests.create_table(request.tables, OWNER, request.read(NewTable))


async def _show(request: Request) -> object:
    since = request.number("since", -1)
    return await requests.welcome(await request.table(), OWNER, since, request.words)


async def _command(request: Request) -> object:
    kind: Any = AnyCommand  # a union is not a type to mypy
    return await (await request.table()).execute(OWNER, request.read(kind), request.words)


async def _log(request: Request) -> object:
    after = request.number("after", 0)
    return await requests.log_page(await request.table(), OWNER, after, request.words)


async def _record(request: Request) -> object:
    return replay.record(await requests.wait_until_written(await request.table()))


async def _current_position(request: Request) -> object:
    return await requests.position_of(await request.table(), OWNER)


async def _moment(request: Request) -> object:
    actions = _number("actions", request.path[1])
    return await requests.moment_of(await request.table(), OWNER, actions, request.words)


async def _curve(request: Request) -> object:
    return replay.curve(await requests.wait_until_written(await request.table()))


async def _position_after(request: Request) -> object:
    actions = _number("actions", request.path[1])
    return replay.position_after(await requests.wait_until_written(await request.table()), actions)


async def _start_review(request: Request) -> object:
    return await requests.start_review(await request.table(), request.words)


async def _review(request: Request) -> object:
    after = request.number("after", 0)
    return await requests.review_of(await request.table(), after, request.words)


async def _export(request: Request) -> object:
    file = BytesIO()
    await archive.write(request.tables.storage, None, file)
    return file.getvalue().decode()


async def _import(request: Request) -> object:
    storage = request.tables.storage
    # A file that was saved here, or loaded before, has tables that exist: they stay as they are.
    known = frozenset(await storage.names())
    return Imported(*await archive.read(storage, BytesIO(request.body.encode()), known))


Handler = Callable[[Request], Awaitable[object]]
"""Returns a message, JSON as bytes, or a text."""
ROUTES: tuple[tuple[str, str, Handler], ...] = (
    ("GET", r"/api/lands", _land),
    ("GET", r"/api/tables", _list),
    ("POST", r"/api/tables", _create),
    ("GET", r"/api/tables/(\w+)", _show),
    ("POST", r"/api/tables/(\w+)/commands", _command),
    ("GET", r"/api/tables/(\w+)/log", _log),
    ("GET", r"/api/tables/(\w+)/record", _record),
    ("GET", r"/api/tables/(\w+)/position", _current_position),
    ("GET", r"/api/tables/(\w+)/moments/(\d+)", _moment),
    ("GET", r"/api/tables/(\w+)/curve", _curve),
    ("GET", r"/api/tables/(\w+)/positions/(\d+)", _position_after),
    ("POST", r"/api/tables/(\w+)/review", _start_review),
    ("GET", r"/api/tables/(\w+)/review", _review),
    ("GET", r"/api/archive", _export),
    ("POST", r"/api/archive", _import),
)


def _number(name: str, text: str) -> int:
    if re.fullmatch(r"-?[0-9]{1,9}", text):
        return int(text)
    raise Refusal("bad_number", name=name, least=0, most=999_999_999)
