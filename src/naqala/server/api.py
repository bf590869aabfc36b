"""The server over HTTP: lay and list tables, and one-off calls for those without a socket."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import cache, wraps
from math import ceil
from typing import Any, TypeVar, get_args

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from naqala import __version__
from naqala.bots import RUNGS
from naqala.rules.djinns import PROMOS
from naqala.rules.setup import EXPANSIONS
from naqala.server import fairness, guests, limits, listing, replay
from naqala.server.addresses import reachable
from naqala.server.identity import (
    address_of,
    check_origin,
    is_here,
    keep,
    sender_of,
    token_of,
    words_of,
)
from naqala.server.limits import Gate
from naqala.server.metrics import Metrics
from naqala.server.open_table import OpenTable
from naqala.server.opening import opened, plain
from naqala.server.pages import Sheet
from naqala.server.protocol import (
    PROTOCOL,
    About,
    AnySend,
    Laid,
    LogPage,
    NewTable,
    Rematch,
    TableList,
    tag,
)
from naqala.server.refusal import Refusal, said, unread
from naqala.server.sends import Sender
from naqala.server.settings import Settings
from naqala.server.storage import Show
from naqala.server.table import Table
from naqala.server.tables import Tables
from naqala.server.watching import Watcher
from naqala.text import LANGUAGES, catalogue

T = TypeVar("T")
Endpoint = Callable[[Request], Awaitable[Response]]
encode = msgspec.json.Encoder().encode

_ANY_SEND: Any = AnySend  # a union, which is no type to mypy
_SHOWS: dict[str, Show] = {show: show for show in get_args(Show)}
LOG_PAGE = 200
"""Entries of one page of the log."""


class Guest(Request):
    """A request, and who sends it."""

    token: str
    sender: Sender


def json(thing: object, status: int = 200) -> Response:
    """A JSON answer; bytes are JSON already."""
    body = thing if isinstance(thing, bytes) else encode(thing)
    headers = {"cache-control": "no-store"}
    return Response(body, status, headers, "application/json")


def refused(refusal: Refusal, request: HTTPConnection) -> Response:
    """A refusal as an answer, and where it is known when to try again."""
    request.app.state.metrics.refusals.add(refusal.code)
    answer = json(refusal.message(words_of(request)), refusal.status)
    if refusal.wait:
        answer.headers["retry-after"] = str(ceil(refusal.wait))
    return answer


def endpoint(call: Callable[[Guest], Awaitable[Response]]) -> Endpoint:
    """Answer a request of a guest, who gets a cookie; what is refused is told."""

    @wraps(call)
    async def answered(request: Request) -> Response:
        guest = Guest(request.scope, request.receive)
        known = token_of(request)
        guest.token = known or guests.draw_token()
        guest.sender = sender_of(request, guest.token)
        try:
            gate: Gate = request.app.state.gate
            gate.request(guest.sender.guest if known else "", address_of(request))
            if request.method != "GET":
                check_origin(request, request.app.state.settings.origins)
            response = await call(guest)
        except Refusal as refusal:
            response = refused(refusal, request)
        if known is None:
            keep(response, request, guest.token)
        return response

    return answered


async def body_of(request: Request, kind: type[T], most: int) -> T:
    """The body of a request, read no further than it may be long."""
    body = await _read(request, most)
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise unread(error) from None


async def _read(request: Request, most: int) -> bytearray:
    if request.headers.get("content-type", "").split(";")[0].strip() != "application/json":
        raise Refusal("no_json")
    told = request.headers.get("content-length", "0")
    if not told.isdigit() or len(told) > 12 or int(told) > most:
        raise Refusal("too_large", most=most)
    body = bytearray()
    gate: Gate = request.app.state.gate
    with gate.bodies.coming(address_of(request), most):
        try:
            async with asyncio.timeout(limits.BODY_SECONDS):
                async for chunk in request.stream():
                    body += chunk
                    if len(body) > most:
                        raise Refusal("too_large", most=most)
        except (ClientDisconnect, TimeoutError):
            raise Refusal("bad_message", reason=said("ended_early")) from None
    return body


def tables_of(request: Request) -> Tables:
    """The tables of the server."""
    tables: Tables = request.app.state.tables
    return tables


async def table_of(request: Request) -> OpenTable:
    """The table of the path."""
    return await tables_of(request).find(request.path_params["table"])


async def durable(request: Request) -> Table:
    """The table of the path once nothing is being written there: after its end it stays as it is.

    What ended only in memory may never have been.
    """
    found = await table_of(request)
    async with found.held():
        return found.table


def number_of(
    request: Request, name: str, default: int, least: int = 0, most: int = 999_999_999
) -> int:
    """A whole number of the query."""
    text = request.query_params.get(name, str(default))
    if not (text.isascii() and text.removeprefix("-").isdigit() and len(text) < 11):
        raise Refusal("bad_number", name=name, least=least, most=most)
    if not least <= int(text) <= most:
        raise Refusal("bad_number", name=name, least=least, most=most)
    return int(text)


@endpoint
async def about(request: Guest) -> Response:
    """What can be asked of this server."""
    found = await asyncio.to_thread(reachable, *listening_at(request)) if is_here(request) else ()
    rungs, boxes, promos = tuple(RUNGS), tuple(EXPANSIONS), tuple(PROMOS)
    return json(About(__version__, PROTOCOL, rungs, boxes, promos, LANGUAGES, found))


def listening_at(request: Request) -> tuple[str, int]:
    """Where the server listens; its port may have been chosen by the system."""
    settings: Settings = request.app.state.settings
    return settings.host, (request.scope.get("server") or ("", settings.port))[1]


@endpoint
async def words(request: Guest) -> Response:
    """Every message of a language that a page can need, by its key."""
    language = request.path_params["language"]
    if language not in LANGUAGES:
        raise Refusal("no_language", languages=", ".join(LANGUAGES))
    return _words(language).answer(request)


ELSEWHERE = tuple(
    f"{section}."
    for section in (
        "advice", "arena", "command", "refused", "review", "server", "terminal", "unreachable",
        "verify",
    )
)  # fmt: skip
"""Messages that only the terminal and the server itself say."""


@cache
def _words(language: str) -> Sheet:
    messages = catalogue(language).messages
    sent = {key: said for key, said in messages.items() if not key.startswith(ELSEWHERE)}
    return Sheet(encode(sent), "application/json")


@endpoint
async def list_tables(request: Guest) -> Response:
    """Open tables, running ones, or those of the guest."""
    show = request.query_params.get("show", "open")
    if show not in _SHOWS:
        raise Refusal("bad_show", known=", ".join(_SHOWS))
    limit = number_of(request, "limit", limits.MOST_LISTED, 1, limits.MOST_LISTED)
    guest = request.sender.guest
    rows = await tables_of(request).storage.tables(_SHOWS[show], guest, limit)
    found = (listing.listed(row, guest) for row in rows)
    return json(TableList(tuple(info for info in found if info is not None)))


@endpoint
async def lay_table(request: Guest) -> Response:
    """A new table."""
    gate: Gate = request.app.state.gate
    gate.laying(address_of(request))
    asked = await body_of(request, NewTable, limits.LARGEST_BODY)
    gate.reading(address_of(request), len(asked.opening) + len(asked.options.whims))
    if asked.opening:  # beside the loop, on which everybody waits: as it came and as it is kept
        await asyncio.to_thread(lambda: opened(plain(asked.opening)))
    tables, sender = tables_of(request), request.sender
    await tables.check_number(sender.guest)
    table, secrets = await tables.lay(sender, asked, catalogue(asked.language))
    told = {str(seat): secret for seat, secret in secrets.items()}
    return json(Laid(table.table.id, table.table.number, told), 201)


def check_new_table(gate: Gate, address: str, message: AnySend, table: OpenTable) -> None:
    """Refuse a rematch to an address that lays too many tables: it is one more, as long."""
    if isinstance(message, Rematch) and table.table.log and not table.table.rematch:
        plan = table.table.plan
        letters = len(plan.opening) + len(plan.options.whims)
        gate.laying(address)
        gate.reading(address, letters)


@endpoint
async def show_table(request: Guest) -> Response:
    """Everything there is to show of a table, as in `welcome`."""
    table = await table_of(request)
    since = min(number_of(request, "since", -1, -1), table.table.number)
    watcher = Watcher(request.sender, words_of(request).language)
    return json(await table.welcome(watcher, since, stay=False))


@endpoint
async def send(request: Guest) -> Response:
    """A send, as over the socket."""
    message: AnySend = await body_of(request, _ANY_SEND, limits.LARGEST_MESSAGE)
    table = await table_of(request)
    check_new_table(request.app.state.gate, address_of(request), message, table)
    metrics: Metrics = request.app.state.metrics
    with metrics.sends.timed(tag(message)):
        return json(await table.send(request.sender, message, words_of(request)))


@endpoint
async def show_log(request: Guest) -> Response:
    """A page of the log: the entries after a number."""
    table = await table_of(request)
    after = number_of(request, "after", 0)
    async with table.held():
        seats = request.sender.seats(table.table)
        found = table.table.log[after : after + LOG_PAGE]
        entries = table.showing.entries(found, seats, words_of(request).language)
        return json(LogPage(table.table.number, entries))


@endpoint
async def record(request: Guest) -> Response:
    """The record of a finished game, as text."""
    table = await durable(request)
    if table.phase != "over" or table.game is None:
        raise Refusal("no_record")
    assert table.started is not None
    headers = {"content-disposition": f'attachment; filename="{table.id}.naqala"'}
    text = fairness.remarked(
        table.game.record(check=True),
        int(table.started.seed),
        table.started.nonce,
        chosen=bool(table.plan.seed or table.plan.opening),
    )
    return Response(text, 200, headers, "text/plain; charset=utf-8")


@endpoint
async def moment(request: Guest) -> Response:
    """The game after so many actions: as this guest saw it, once it is over with all secrets."""
    table = await table_of(request)
    async with table.held():
        seats = request.sender.seats(table.table)
        return json(replay.moment(table.table, _actions(request), words_of(request), seats))


def _actions(request: Request) -> int:
    text = request.path_params["actions"]
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Refusal("bad_number", name="actions", least=0, most=999_999_999)
    return int(text)


@endpoint
async def curve(request: Guest) -> Response:
    """How the points of a finished game went."""
    return json(await asyncio.to_thread(replay.curve, await durable(request)))


ROUTES: list[BaseRoute] = [
    Route("/api/about", about),
    Route("/api/words/{language}", words),
    Route("/api/tables", list_tables, methods=["GET"]),
    Route("/api/tables", lay_table, methods=["POST"]),
    Route("/api/tables/{table}", show_table),
    Route("/api/tables/{table}/sends", send, methods=["POST"]),
    Route("/api/tables/{table}/log", show_log),
    Route("/api/tables/{table}/record", record),
    Route("/api/tables/{table}/moments/{actions}", moment),
    Route("/api/tables/{table}/curve", curve),
]
