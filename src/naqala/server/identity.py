"""Who sends a request or opens a socket, and whether the page it comes from is ours."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

from naqala.server import guests
from naqala.server.addresses import is_loopback
from naqala.server.refusal import Refusal
from naqala.server.sends import Sender
from naqala.text import LANGUAGES, Catalogue, catalogue

SEATS_HEADER = "naqala-seats"
"""Secrets of seats that are held by link, separated by commas."""
MOST_SECRETS = 5


def token_of(connection: HTTPConnection) -> str | None:
    """The token of the guest, if the cookie holds one."""
    token = connection.cookies.get(guests.COOKIE)
    return token if guests.is_token(token) else None


def sender_of(connection: HTTPConnection, token: str, secrets: tuple[str, ...] = ()) -> Sender:
    """Who sends, with the seats of the header and of a message."""
    shown = connection.headers.get(SEATS_HEADER, "").split(",")[:MOST_SECRETS]
    keys = tuple(
        guests.digest(secret)
        for secret in (*secrets, *(each.strip() for each in shown))
        if guests.is_token(secret)
    )
    return Sender(guests.digest(token), keys)


def keep(response: Response, connection: HTTPConnection, token: str) -> None:
    """Give the guest the cookie by which the server knows it again."""
    response.set_cookie(
        guests.COOKIE,
        token,
        max_age=guests.COOKIE_AGE,
        path="/",
        secure=connection.scope["scheme"] in ("https", "wss"),
        httponly=True,
        samesite="lax",
    )


def kept(connection: HTTPConnection, token: str) -> list[tuple[bytes, bytes]]:
    """The header that gives the guest of a socket its cookie, with the handshake."""
    response = Response()
    keep(response, connection, token)
    return [header for header in response.raw_headers if header[0] == b"set-cookie"]


def check_origin(connection: HTTPConnection, origins: tuple[str, ...]) -> None:
    """Refuse pages of other sites; programs that are no pages send no origin."""
    origin = connection.headers.get("origin")
    if origin is None or origin in origins:
        return
    try:
        place = urlsplit(origin).netloc.lower()
    except ValueError:
        place = ""
    if not place or place != connection.headers.get("host", "").lower():
        raise Refusal("wrong_origin")


def words_of(connection: HTTPConnection) -> Catalogue:
    """The language that a request asks for: `?language=fr`, or what the browser prefers."""
    asked = connection.query_params.get("language", "")
    if asked in LANGUAGES:
        return catalogue(asked)
    for part in connection.headers.get("accept-language", "").split(","):
        language = part.split(";")[0].strip().lower().split("-")[0]
        if language in LANGUAGES:
            return catalogue(language)
    return catalogue(LANGUAGES[0])


def address_of(connection: HTTPConnection) -> str:
    """Where a request comes from, for limits."""
    return _household(connection.client.host) if connection.client else ""


def is_here(connection: HTTPConnection) -> bool:
    """Whether somebody at the machine of the server opens its page, with no proxy in between."""
    client = connection.client.host if connection.client else ""
    return is_loopback(client) and is_loopback(connection.url.hostname or "")


@lru_cache(maxsize=4096)
def _household(host: str) -> str:
    """An address; of version 6 its network, because every home has 2^64 of them."""
    try:
        address = ip_address(host)
    except ValueError:
        return host[:64]
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ip_network((address, 64), strict=False))
