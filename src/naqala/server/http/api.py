"""The HTTP endpoints of tables: create, list, show, and commands without a WebSocket."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any, cast, get_args

from starlette.requests import Request
from starlette.responses import Response

from naqala import __version__
from naqala.rules.djinns import PROMOS
from naqala.rules.expansions import EXPANSIONS
from naqala.rules.setup import MOST_PLAYERS
from naqala.server.http import limits
from naqala.server.http.endpoints import Body, Choice, Endpoints, Guest, Integer, encode
from naqala.server.http.identity import address_of, is_here, words_of
from naqala.server.http.limits import RateLimits
from naqala.server.http.static_files import CachedFile
from naqala.server.ops.addresses import reachable
from naqala.server.ops.metrics import Metrics
from naqala.server.ops.settings import Settings
from naqala.tables import replay, requests
from naqala.tables.live.registry import TableRegistry
from naqala.tables.live.table import LiveTable
from naqala.tables.log.initial_game import read_texts
from naqala.tables.protocol.messages import (
    PROTOCOL,
    About,
    Accepted,
    AnyCommand,
    CreatedTable,
    Curve,
    GameReview,
    LogPage,
    Moment,
    NewTable,
    Rematch,
    SeededLand,
    TableList,
    Welcome,
    tag,
)
from naqala.tables.storage import Show
from naqala.text import LANGUAGES
from naqala.text.page_texts import VIEWS, page_texts, view_texts

SHOWS: dict[str, Show] = {show: show for show in get_args(Show)}
SHOW = Choice("show", "Which tables to list.", SHOWS, "bad_show", default="open")
LIMIT = Integer(
    "limit", "How many tables at most.", 1, requests.MOST_LISTED, default=requests.MOST_LISTED
)
SINCE = Integer("since", "The last number seen; -1 for none.", -1, default=-1)
AFTER = Integer("after", "The last known number.", default=0)
REVIEWED = Integer("after", "How many reviewed decisions are known.", default=0)
ACTIONS = Integer("actions", "How many actions were played.")
LANGUAGE = Choice("language", "The language.", {each: each for each in LANGUAGES}, "no_language")
VIEW = Choice("view", "Which view.", {each: each for each in VIEWS}, "no_view")
SEED = Integer("seed", "The seed.", default=0)
PLAYERS = Integer("players", "The number of players.", 1, MOST_PLAYERS, default=2)
BOXES = Choice(
    "expansions", "The expansions in play.", requests.EXPANSION_CHOICES, "no_boxes", default=""
)
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


@endpoints.add("GET", "/api/about", answer=About)
async def about(request: Guest) -> About:
    """Versions, bots, expansions and languages of this server."""
    found = await asyncio.to_thread(reachable, *listening_at(request)) if is_here(request) else ()
    bots, boxes, promos = tables_of(request).bots, tuple(EXPANSIONS), tuple(PROMOS)
    offline = bool(request.app.state.settings.offline)
    return About(__version__, PROTOCOL, bots, boxes, promos, LANGUAGES, found, offline)


def listening_at(request: Request) -> tuple[str, int]:
    """The host and port of the server; the system chooses the port if the settings say 0."""
    settings: Settings = request.app.state.settings
    return settings.host, (request.scope.get("server") or ("", settings.port))[1]


@endpoints.add("GET", "/api/words/{language}", answer=dict[str, str], parameters=(LANGUAGE,))
async def words(request: Guest) -> Response:
    """Every text of a language that the page needs, by its key, without those of some views."""
    return _words(LANGUAGE.of(request)).answer(request)


@endpoints.add(
    "GET", "/api/words/{language}/{view}", answer=dict[str, str], parameters=(LANGUAGE, VIEW)
)
async def view_words(request: Guest) -> Response:
    """The texts of one view in a language, by their keys."""
    return _view_words(LANGUAGE.of(request), VIEW.of(request)).answer(request)


@cache
def _words(language: str) -> CachedFile:
    return CachedFile(encode(page_texts(language)), "application/json")


@cache
def _view_words(language: str, view: str) -> CachedFile:
    return CachedFile(encode(view_texts(language, view)), "application/json")


@endpoints.add("GET", "/api/lands", answer=SeededLand, parameters=(SEED, PLAYERS, BOXES))
async def seeded_land(request: Guest) -> SeededLand:
    """The tiles and meeples with which a game with this seed begins."""
    return requests.seeded_land(SEED.of(request), PLAYERS.of(request), BOXES.of(request))


@endpoints.add("GET", "/api/tables", answer=TableList, parameters=(SHOW, LIMIT))
async def list_tables(request: Guest) -> TableList:
    """List tables: open ones, running ones, or the guest's own."""
    show, limit = SHOW.of(request), LIMIT.of(request)
    return await requests.list_tables(tables_of(request), request.sender, show, limit)


@endpoints.add("POST", "/api/tables", answer=CreatedTable, status=201, body=NEW_TABLE)
async def create_table(request: Guest) -> CreatedTable:
    """Create a table."""
    rate_limits: RateLimits = request.app.state.rate_limits
    rate_limits.new_table(address_of(request))
    asked = await NEW_TABLE.of(request)
    rate_limits.long_text(address_of(request), len(asked.opening) + len(asked.options.whims))
    if asked.opening or asked.options.whims:  # in a thread: long texts take milliseconds
        await asyncio.to_thread(read_texts, asked.options, asked.opening)
    tables, sender = tables_of(request), request.sender
    await tables.check_quota(sender.guest)
    return await requests.create_table(tables, sender, asked)


def check_new_table(
    rate_limits: RateLimits, address: str, message: object, table: LiveTable
) -> None:
    """Count a rematch as a new table of the address; Refusal if there were too many."""
    if isinstance(message, Rematch) and table.state.log and not table.state.rematch:
        plan = table.state.plan
        characters = len(plan.opening) + len(plan.options.whims)
        rate_limits.new_table(address)
        rate_limits.long_text(address, characters)


@endpoints.add("GET", "/api/tables/{table}", answer=Welcome, parameters=(SINCE,))
async def show_table(request: Guest) -> object:
    """Show a table, as `welcome` does on a socket."""
    table, since = await table_of(request), SINCE.of(request)
    return await requests.welcome(table, request.sender, since, words_of(request))


@endpoints.add("POST", "/api/tables/{table}/commands", answer=Accepted, body=ANY_COMMAND)
async def send(request: Guest) -> Accepted:
    """Carry out a command, as a socket does."""
    message = await ANY_COMMAND.of(request)
    table = await table_of(request)
    check_new_table(request.app.state.rate_limits, address_of(request), message, table)
    metrics: Metrics = request.app.state.metrics
    with metrics.commands.labels(tag(message)).time():
        return await table.execute(request.sender, message, words_of(request))


@endpoints.add("GET", "/api/tables/{table}/log", answer=LogPage, parameters=(AFTER,))
async def show_log(request: Guest) -> LogPage:
    """Show a page of the log: the entries after a number."""
    table, after = await table_of(request), AFTER.of(request)
    return await requests.log_page(table, request.sender, after, words_of(request))


@endpoints.add("GET", "/api/tables/{table}/record", answer="text/plain", refusals=(400,))
async def record(request: Guest) -> Response:
    """The record of a finished game, as text."""
    table = await requests.wait_until_written(await table_of(request))
    text = replay.record(table)
    headers = {"content-disposition": f'attachment; filename="{table.id}.naqala"'}
    return Response(text, 200, headers, "text/plain; charset=utf-8")


@endpoints.add("GET", "/api/tables/{table}/position", answer="text/plain", refusals=(400,))
async def current_position(request: Guest) -> Response:
    """The position of a game as text, to explore it; refused while other people play."""
    text = await requests.position_of(await table_of(request), request.sender)
    return Response(text, 200, {"cache-control": "no-store"}, "text/plain; charset=utf-8")


@endpoints.add("GET", "/api/tables/{table}/moments/{actions}", answer=Moment, parameters=(ACTIONS,))
async def moment(request: Guest) -> Moment:
    """The game after so many actions, as this guest saw it; with all hands once it is over."""
    table, actions = await table_of(request), ACTIONS.of(request)
    return await requests.moment_of(table, request.sender, actions, words_of(request))


@endpoints.add("GET", "/api/tables/{table}/curve", answer=Curve, refusals=(400,))
async def curve(request: Guest) -> Curve:
    """The points of a finished game, turn by turn."""
    table = await requests.wait_until_written(await table_of(request))
    return await asyncio.to_thread(replay.curve, table)


@endpoints.add(
    "GET",
    "/api/tables/{table}/positions/{actions}",
    answer="text/plain",
    parameters=(ACTIONS,),
)
async def position_after(request: Guest) -> Response:
    """The position of a finished game after so many actions, as text."""
    table, actions = await requests.wait_until_written(await table_of(request)), ACTIONS.of(request)
    return Response(replay.position_after(table, actions), media_type="text/plain; charset=utf-8")


@endpoints.add("POST", "/api/tables/{table}/review", answer=GameReview, refusals=(400, 429))
async def start_review(request: Guest) -> GameReview:
    """Start the review of a finished game, or continue it after a failure."""
    return await requests.start_review(await table_of(request), words_of(request))


@endpoints.add(
    "GET",
    "/api/tables/{table}/review",
    answer=GameReview,
    parameters=(REVIEWED,),
)
async def show_review(request: Guest) -> GameReview:
    """Show what the review of a game has found so far."""
    after = REVIEWED.of(request)
    return await requests.review_of(await table_of(request), after, words_of(request))
