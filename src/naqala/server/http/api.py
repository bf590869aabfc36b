"""The HTTP endpoints of tables: create, list, show, and commands without a WebSocket."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any, cast, get_args

from starlette.requests import Request
from starlette.responses import Response

from naqala import __version__
from naqala.bots import BOT_BUDGETS
from naqala.rules.djinns import PROMOS
from naqala.rules.expansions import EXPANSIONS
from naqala.server.http import limits
from naqala.server.http.endpoints import Body, Choice, Endpoints, Guest, Integer, encode
from naqala.server.http.identity import address_of, is_here, words_of
from naqala.server.http.limits import Gate
from naqala.server.http.static_files import CachedFile
from naqala.server.ops.addresses import reachable
from naqala.server.ops.metrics import Metrics
from naqala.server.ops.settings import Settings
from naqala.tables import replay
from naqala.tables.live.registry import TableRegistry
from naqala.tables.live.subscribers import Subscriber
from naqala.tables.live.table import LiveTable
from naqala.tables.log.opening import read_texts
from naqala.tables.log.state import TableState
from naqala.tables.protocol.messages import (
    PROTOCOL,
    About,
    Accepted,
    AnyCommand,
    CreatedTable,
    Curve,
    LogPage,
    Moment,
    NewTable,
    Rematch,
    TableList,
    Welcome,
    tag,
)
from naqala.tables.storage import Show
from naqala.tables.views import summary
from naqala.text import LANGUAGES, catalogue

LOG_PAGE = 200
"""Entries of one page of the log."""
PAGE_TEXTS = tuple(
    f"{section}."
    for section in (
        "bot", "card", "count", "decision", "djinn", "item", "kind", "list", "loss", "measure",
        "page", "source", "title", "tribe", "word",
    )
)  # fmt: skip
"""Sections of the catalogue that the page uses."""
RULES_TEXTS = tuple(
    f"page.rules.{section}." for section in ("heading", "lead", "section", "text", "tip")
)
"""Sections that only the view of the rules uses. They are a quarter of all texts, so the page loads
them separately."""

MOST_LISTED = 100
"""Tables in one list."""
SHOWS: dict[str, Show] = {show: show for show in get_args(Show)}
SHOW = Choice("show", "Which tables to list.", SHOWS, "bad_show", default="open")
LIMIT = Integer("limit", "How many tables at most.", 1, MOST_LISTED, default=MOST_LISTED)
SINCE = Integer("since", "The last number seen; -1 for none.", -1, default=-1)
AFTER = Integer("after", "The last known number.", default=0)
ACTIONS = Integer("actions", "How many actions were played.")
LANGUAGE = Choice("language", "The language.", {each: each for each in LANGUAGES}, "no_language")
NEW_TABLE = Body(NewTable, limits.LARGEST_BODY)
ANY_COMMAND: Body[AnyCommand] = Body(cast(Any, AnyCommand))  # a union is not a type to mypy

endpoints = Endpoints()


def tables_of(request: Request) -> TableRegistry:
    """All tables of the server."""
    tables: TableRegistry = request.app.state.tables
    return tables


async def table_of(request: Request) -> LiveTable:
    """The table of the path."""
    return await tables_of(request).find(request.path_params["table"])


async def durable(request: Request) -> TableState:
    """The state of the table in the path once pending entries are written.

    A game that is over in memory only may still fail to be written.
    """
    found = await table_of(request)
    async with found.locked():
        return found.state


@endpoints.add("GET", "/api/about", answer=About)
async def about(request: Guest) -> About:
    """Versions, bots, expansions and languages of this server."""
    found = await asyncio.to_thread(reachable, *listening_at(request)) if is_here(request) else ()
    bots, boxes, promos = tuple(BOT_BUDGETS), tuple(EXPANSIONS), tuple(PROMOS)
    return About(__version__, PROTOCOL, bots, boxes, promos, LANGUAGES, found)


def listening_at(request: Request) -> tuple[str, int]:
    """The host and port of the server; the system chooses the port if the settings say 0."""
    settings: Settings = request.app.state.settings
    return settings.host, (request.scope.get("server") or ("", settings.port))[1]


@endpoints.add("GET", "/api/words/{language}", answer=dict[str, str], parameters=(LANGUAGE,))
async def words(request: Guest) -> Response:
    """Every text of a language that the page needs, by its key, without the rules."""
    return _words(LANGUAGE.of(request)).answer(request)


@endpoints.add("GET", "/api/words/{language}/rules", answer=dict[str, str], parameters=(LANGUAGE,))
async def rules_words(request: Guest) -> Response:
    """The texts of the rules in a language, by their keys."""
    return _rules_words(LANGUAGE.of(request)).answer(request)


@cache
def _words(language: str) -> CachedFile:
    messages = catalogue(language).messages
    sent = {
        key: text
        for key, text in messages.items()
        if key.startswith(PAGE_TEXTS) and not key.startswith(RULES_TEXTS)
    }
    return CachedFile(encode(sent), "application/json")


@cache
def _rules_words(language: str) -> CachedFile:
    messages = catalogue(language).messages
    sent = {key: text for key, text in messages.items() if key.startswith(RULES_TEXTS)}
    return CachedFile(encode(sent), "application/json")


@endpoints.add("GET", "/api/tables", answer=TableList, parameters=(SHOW, LIMIT))
async def list_tables(request: Guest) -> TableList:
    """List tables: open ones, running ones, or the guest's own."""
    show, limit = SHOW.of(request), LIMIT.of(request)
    guest = request.sender.guest
    rows = await tables_of(request).storage.tables(show, guest, limit)
    found = (summary.listed(row, guest) for row in rows)
    return TableList(tuple(info for info in found if info is not None))


@endpoints.add("POST", "/api/tables", answer=CreatedTable, status=201, body=NEW_TABLE)
async def create_table(request: Guest) -> CreatedTable:
    """Create a table."""
    gate: Gate = request.app.state.gate
    gate.new_table(address_of(request))
    asked = await NEW_TABLE.of(request)
    gate.long_text(address_of(request), len(asked.opening) + len(asked.options.whims))
    if asked.opening or asked.options.whims:  # in a thread: long texts take milliseconds
        await asyncio.to_thread(read_texts, asked.options, asked.opening)
    tables, sender = tables_of(request), request.sender
    await tables.check_quota(sender.guest)
    table, secrets = await tables.create(sender, asked, catalogue(asked.language))
    by_seat = {str(seat): secret for seat, secret in secrets.items()}
    return CreatedTable(table.state.id, table.state.number, by_seat)


def check_new_table(gate: Gate, address: str, message: AnyCommand, table: LiveTable) -> None:
    """Count a rematch as a new table of the address; Refusal if there were too many."""
    if isinstance(message, Rematch) and table.state.log and not table.state.rematch:
        plan = table.state.plan
        characters = len(plan.opening) + len(plan.options.whims)
        gate.new_table(address)
        gate.long_text(address, characters)


@endpoints.add("GET", "/api/tables/{table}", answer=Welcome, parameters=(SINCE,))
async def show_table(request: Guest) -> object:
    """Show a table, as `welcome` does on a socket."""
    table = await table_of(request)
    since = min(SINCE.of(request), table.state.number)
    subscriber = Subscriber(request.sender, words_of(request).language)
    return await table.welcome(subscriber, since)


@endpoints.add("POST", "/api/tables/{table}/commands", answer=Accepted, body=ANY_COMMAND)
async def send(request: Guest) -> Accepted:
    """Carry out a command, as a socket does."""
    message = await ANY_COMMAND.of(request)
    table = await table_of(request)
    check_new_table(request.app.state.gate, address_of(request), message, table)
    metrics: Metrics = request.app.state.metrics
    with metrics.commands.labels(tag(message)).time():
        return await table.execute(request.sender, message, words_of(request))


@endpoints.add("GET", "/api/tables/{table}/log", answer=LogPage, parameters=(AFTER,))
async def show_log(request: Guest) -> LogPage:
    """Show a page of the log: the entries after a number."""
    table = await table_of(request)
    after = AFTER.of(request)
    async with table.locked():
        seats = request.sender.seats(table.state)
        found = table.state.log[after : after + LOG_PAGE]
        entries = table.snapshot.log(found, seats, words_of(request).language)
        return LogPage(table.state.number, entries)


@endpoints.add("GET", "/api/tables/{table}/record", answer="text/plain", refusals=(400,))
async def record(request: Guest) -> Response:
    """The record of a finished game, as text."""
    table = await durable(request)
    text = replay.record(table)
    headers = {"content-disposition": f'attachment; filename="{table.id}.naqala"'}
    return Response(text, 200, headers, "text/plain; charset=utf-8")


@endpoints.add("GET", "/api/tables/{table}/moments/{actions}", answer=Moment, parameters=(ACTIONS,))
async def moment(request: Guest) -> Moment:
    """The game after so many actions, as this guest saw it; with all hands once it is over."""
    table = await table_of(request)
    async with table.locked():
        seats = request.sender.seats(table.state)
        return replay.moment(table.state, ACTIONS.of(request), words_of(request), seats)


@endpoints.add("GET", "/api/tables/{table}/curve", answer=Curve, refusals=(400,))
async def curve(request: Guest) -> Curve:
    """The points of a finished game, turn by turn."""
    return await asyncio.to_thread(replay.curve, await durable(request))
