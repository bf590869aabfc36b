"""Identify guests by cookie and seat secrets, and check the origin of requests."""

from __future__ import annotations

import re
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

from naqala.server.ops.addresses import is_loopback, rate_limit_key
from naqala.server.ops.settings import Settings
from naqala.tables import tokens
from naqala.tables.commands import Sender
from naqala.tables.errors import Refusal
from naqala.text import LANGUAGES, Catalogue, catalogue

SEATS_HEADER = "naqala-seats"
"""Secrets of seats that are held by link, separated by commas."""
MOST_SECRETS = 5
LOCAL_NAMES = frozenset(("localhost", "local", "lan", "internal", "home", "test", "intranet"))
"""Top-level domains that cannot be registered, so a stranger cannot own a name in them."""


def token_of(connection: HTTPConnection) -> str | None:
    """The token of the guest's cookie, if it is valid."""
    token = connection.cookies.get(tokens.COOKIE)
    return token if tokens.is_token(token) else None


def sender_of(connection: HTTPConnection, token: str, secrets: tuple[str, ...] = ()) -> Sender:
    """The sender of a request, with the seat secrets of its header and of a message."""
    given = connection.headers.get(SEATS_HEADER, "").split(",")[:MOST_SECRETS]
    keys = tuple(
        tokens.digest(secret)
        for secret in (*secrets, *(each.strip() for each in given))
        if tokens.is_token(secret)
    )
    return Sender(tokens.digest(token), keys)


def set_guest_cookie(response: Response, connection: HTTPConnection, token: str) -> None:
    """Set the cookie that identifies the guest from now on; no shared cache may store it."""
    cached = response.headers.get("cache-control", "")
    if "no-store" not in cached:
        response.headers["cache-control"] = f"private, {cached}".rstrip(", ")
    response.set_cookie(
        tokens.COOKIE,
        token,
        max_age=tokens.COOKIE_AGE,
        path="/",
        secure=is_secure(connection),
        httponly=True,
        samesite="lax",
    )


def guest_cookie_headers(connection: HTTPConnection, token: str) -> list[tuple[bytes, bytes]]:
    """The header that sets the cookie in the handshake of a socket."""
    response = Response()
    set_guest_cookie(response, connection, token)
    return [header for header in response.raw_headers if header[0] == b"set-cookie"]


def check_origin(connection: HTTPConnection, origins: tuple[str, ...]) -> None:
    """Refuse pages of other sites. Programs other than browsers send no origin.

    A page that came over plain HTTP is another site to one that came over TLS. The reverse is
    accepted: a proxy may add TLS without saying so.
    """
    origin = connection.headers.get("origin")
    if origin is None or origin in origins:
        return
    try:
        scheme, host = urlsplit(origin)[:2]
    except ValueError:
        scheme = host = ""
    schemes = ("https",) if is_secure(connection) else ("http", "https")
    if not host or host.lower() != connection.headers.get("host", "").lower():
        raise Refusal("wrong_origin")
    if scheme not in schemes:
        raise Refusal("wrong_origin")


def is_secure(connection: HTTPConnection) -> bool:
    """Whether the client came over TLS."""
    return connection.scope.get("scheme") in ("https", "wss")


def check_host(connection: HTTPConnection, settings: Settings) -> None:
    """Refuse a Host that is not ours: the page of another site may have made its name point here.

    Addresses and names of a local network are ours. Without `hosts`, a trusted proxy is expected to
    forward only what is for us. Browsers always send the header; simple programs may not.
    """
    if "host" not in connection.headers:
        return
    host = _host_name(connection.headers.get("host", ""))
    if host in settings.hosts or (settings.proxies and not settings.hosts):
        return
    if not is_local_name(host) and host not in map(_host_of_url, settings.origins):
        raise Refusal("wrong_host")


def is_local_name(host: str) -> bool:
    """Whether a host is an address, or a name that cannot belong to a site of the internet."""
    try:
        ip_address(host.strip("[]").partition("%")[0])
    except ValueError:
        *rest, last = host.split(".")
        named = re.fullmatch(r"[\w.-]+", host) is not None
        return named and (not rest or last in LOCAL_NAMES or host.endswith(".home.arpa"))
    return True


def _host_of_url(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def _host_name(host: str) -> str:
    """The host of a header, without the port."""
    name, _, port = host.lower().rpartition(":")
    return name if name and port.isdigit() else host.lower()


def words_of(connection: HTTPConnection) -> Catalogue:
    """The catalogue of the language in the query or, if there is none, in Accept-Language."""
    asked = connection.query_params.get("language", "")
    if asked in LANGUAGES:
        return catalogue(asked)
    for part in connection.headers.get("accept-language", "").split(","):
        language = part.split(";")[0].strip().lower().split("-")[0]
        if language in LANGUAGES:
            return catalogue(language)
    return catalogue(LANGUAGES[0])


def address_of(connection: HTTPConnection) -> str:
    """The address of the client, as limits count it."""
    return rate_limit_key(connection.client.host) if connection.client else ""


def is_here(connection: HTTPConnection) -> bool:
    """Whether the client runs on the machine of the server, without a proxy in between."""
    client = connection.client.host if connection.client else ""
    return is_loopback(client) and is_loopback(connection.url.hostname or "")
