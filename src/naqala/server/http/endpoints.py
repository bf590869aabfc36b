"""Declare an HTTP endpoint once: its route, its parameters and its documentation.

    endpoints = Endpoints()
    AFTER = Integer("after", "The last known number.", default=0)

    @endpoints.add("GET", "/api/tables/{table}/log", answer=LogPage, parameters=(AFTER,))
    async def show_log(request: Guest) -> LogPage:
        '''Show a page of the log.'''
        after = AFTER.of(request)
        ...

A declaration becomes a Starlette route here and an operation of the OpenAPI document in `openapi`:
the name of the function is the operation's id, the first line of its docstring the summary.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from functools import wraps
from inspect import getdoc
from math import ceil
from typing import Any, Generic, Literal, TypeVar, cast

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route

from naqala.rules.errors import NaqalaError
from naqala.server.http import limits
from naqala.server.http.identity import (
    address_of,
    check_origin,
    sender_of,
    set_guest_cookie,
    token_of,
    words_of,
)
from naqala.server.http.limits import RateLimits
from naqala.tables import tokens
from naqala.tables.commands import Sender
from naqala.tables.errors import Refusal, unread
from naqala.tables.protocol.schemas import Schema

T = TypeVar("T")
Place = Literal["path", "query"]
LARGEST_INTEGER = 999_999_999
encode = msgspec.json.Encoder().encode


class Guest(Request):
    """A request and its sender."""

    token: str
    sender: Sender


Handler = Callable[[Guest], Awaitable[object]]
"""Returns a message to encode as JSON, JSON as bytes, a whole response, or None for no content."""


@dataclass(frozen=True)
class Integer:
    """A whole number in the path or the query."""

    name: str
    description: str
    least: int = 0
    most: int = LARGEST_INTEGER
    default: int | None = None
    """None if the parameter is part of the path."""

    @property
    def place(self) -> Place:
        """`path` or `query`."""
        return "path" if self.default is None else "query"

    @property
    def schema(self) -> Schema:
        """The JSON Schema of the number."""
        schema: Schema = {"type": "integer", "minimum": self.least, "maximum": self.most}
        return schema if self.default is None else {**schema, "default": self.default}

    def of(self, request: Request) -> int:
        """The number in a request; Refusal if it is not a number or out of range."""
        given = request.path_params if self.default is None else request.query_params
        text = given.get(self.name, str(self.default))
        if text.isascii() and text.removeprefix("-").isdigit() and len(text) < 11:
            number = int(text)
            if self.least <= number <= self.most:
                return number
        raise Refusal("bad_number", name=self.name, least=self.least, most=self.most)


@dataclass(frozen=True)
class Choice(Generic[T]):
    """One of several words in the path or the query."""

    name: str
    description: str
    known: dict[str, T]
    refusal: str
    """The code for a word that is not known."""
    default: str | None = None
    """None if the parameter is part of the path."""

    @property
    def place(self) -> Place:
        """`path` or `query`."""
        return "path" if self.default is None else "query"

    @property
    def schema(self) -> Schema:
        """The JSON Schema of the word."""
        schema: Schema = {"enum": list(self.known)}
        return schema if self.default is None else {**schema, "default": self.default}

    def of(self, request: Request) -> T:
        """What the word in a request stands for; Refusal if it is not known."""
        given = request.path_params if self.default is None else request.query_params
        word = given.get(self.name, self.default)
        if word not in self.known:
            raise Refusal(self.refusal, known=tuple(filter(None, self.known)))
        return self.known[word]


Parameter = Integer | Choice[Any]


@dataclass(frozen=True)
class Body(Generic[T]):
    """A JSON body of a limited size."""

    kind: type[T]
    most: int = limits.LARGEST_MESSAGE
    """Bytes."""

    async def of(self, request: Request) -> T:
        """The decoded body of a request; Refusal if it is too large or not of this kind."""
        body = await _read(request, self.most)
        try:
            return msgspec.json.decode(body, type=self.kind)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            raise unread(error) from None


async def _read(request: Request, most: int) -> bytearray:
    if request.headers.get("content-type", "").split(";")[0].strip() != "application/json":
        raise Refusal("no_json")
    length = request.headers.get("content-length", "0")
    if not length.isdigit() or len(length) > 12 or int(length) > most:
        raise Refusal("too_large", most=most)
    body = bytearray()
    rate_limits: RateLimits = request.app.state.rate_limits
    with rate_limits.bodies.receiving(address_of(request)) as count:
        try:
            async with asyncio.timeout(limits.BODY_SECONDS):
                async for chunk in request.stream():
                    count(len(chunk))
                    body += chunk
                    if len(body) > most:
                        raise Refusal("too_large", most=most)
        except (ClientDisconnect, TimeoutError):
            raise Refusal("bad_message", reason=NaqalaError("ended_early")) from None
    return body


@dataclass(frozen=True)
class Endpoint:
    """A declared endpoint."""

    method: str
    path: str
    handler: Handler
    answer: Any
    """A type, a media type for anything but JSON messages, or None for no content."""
    status: int = 200
    parameters: tuple[Parameter, ...] = ()
    body: Body[Any] | None = None
    refusals: tuple[int, ...] = ()
    """Statuses of refusals that do not follow from the rest of the declaration."""
    for_guests: bool = True
    """Whether guests are identified, limited and answered in their language."""

    @property
    def name(self) -> str:
        """The name of the handler."""
        return self.handler.__name__

    @property
    def summary(self) -> str:
        """The first line of the handler's docstring."""
        return (getdoc(self.handler) or "").partition("\n")[0].rstrip(".")

    @property
    def route(self) -> Route:
        """The endpoint as Starlette serves it."""

        @wraps(self.handler)
        async def respond(request: Request) -> Response:
            if self.for_guests:
                return await self._respond_to_guest(request)
            return self._response(await self.handler(cast(Guest, request)))

        return Route(self.path, respond, methods=[self.method])

    async def _respond_to_guest(self, request: Request) -> Response:
        """Check limits and origin, and give a new guest its cookie."""
        guest = Guest(request.scope, request.receive)
        known = token_of(request)
        guest.token = known or tokens.draw_token()
        guest.sender = sender_of(request, guest.token)
        try:
            rate_limits: RateLimits = request.app.state.rate_limits
            rate_limits.request(guest.sender.guest if known else "", address_of(request))
            if self.method != "GET":
                check_origin(request, request.app.state.settings.origins)
            response = self._response(await self.handler(guest))
        except Refusal as refusal:
            response = refused(refusal, request)
        if known is None:
            set_guest_cookie(response, request, guest.token)
        return response

    def _response(self, answer: object) -> Response:
        if isinstance(answer, Response):
            return answer
        if answer is None:
            return Response(None, self.status, {"cache-control": "no-store"})
        return json(answer, self.status)


class Endpoints:
    """The endpoints of a module, in the order of their declaration."""

    def __init__(self) -> None:
        self.declared: list[Endpoint] = []

    def add(
        self,
        method: str,
        path: str,
        *,
        answer: Any,
        status: int = 200,
        parameters: tuple[Parameter, ...] = (),
        body: Body[Any] | None = None,
        refusals: tuple[int, ...] = (),
        for_guests: bool = True,
    ) -> Callable[[Handler], Handler]:
        """Declare the decorated function as an endpoint; see the fields of `Endpoint`."""

        def declare(handler: Handler) -> Handler:
            self.declared.append(
                Endpoint(
                    method, path, handler, answer, status, parameters, body, refusals, for_guests
                )
            )
            return handler

        return declare

    def __iter__(self) -> Iterator[Endpoint]:
        return iter(self.declared)


def json(answer: object, status: int = 200) -> Response:
    """A JSON response; bytes are sent as they are."""
    body = answer if isinstance(answer, bytes) else encode(answer)
    return Response(body, status, {"cache-control": "no-store"}, "application/json")


def refused(refusal: Refusal, request: HTTPConnection) -> Response:
    """A refusal as a response, with `Retry-After` if it is known when to try again."""
    request.app.state.metrics.refusals.labels(refusal.code).inc()
    response = json(refusal.message(words_of(request)), refusal.status)
    if refusal.wait:
        response.headers["retry-after"] = str(ceil(refusal.wait))
    return response
