"""Identify guests by cookie and seat secrets, and check the origin of requests."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

from naqala.server.ops.addresses import household, is_loopback
from naqala.tables import tokens
from naqala.tables.commands import Sender
from naqala.tables.errors import Refusal
from naqala.text import LANGUAGES, Catalogue, catalogue

SEATS_HEADER = "naqala-seats"
"""Secrets of seats that are held by link, separated by commas."""
MOST_SECRETS = 5


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


def keep(response: Response, connection: HTTPConnection, token: str) -> None:
    """Set the cookie that identifies the guest from now on."""
    response.set_cookie(
        tokens.COOKIE,
        token,
        max_age=tokens.COOKIE_AGE,
        path="/",
        secure=connection.scope["scheme"] in ("https", "wss"),
        httponly=True,
        samesite="lax",
    )


def kept(connection: HTTPConnection, token: str) -> list[tuple[bytes, bytes]]:
    """The header that sets the cookie in the handshake of a socket."""
    response = Response()
    keep(response, connection, token)
    return [header for header in response.raw_headers if header[0] == b"set-cookie"]


def check_origin(connection: HTTPConnection, origins: tuple[str, ...]) -> None:
    """Refuse pages of other sites. Programs other than browsers send no origin."""
    origin = connection.headers.get("origin")
    if origin is None or origin in origins:
        return
    try:
        host = urlsplit(origin).netloc.lower()
    except ValueError:
        host = ""
    if not host or host != connection.headers.get("host", "").lower():
        raise Refusal("wrong_origin")


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
    return household(connection.client.host) if connection.client else ""


def is_here(connection: HTTPConnection) -> bool:
    """Whether the client runs on the machine of the server, without a proxy in between."""
    client = connection.client.host if connection.client else ""
    return is_loopback(client) and is_loopback(connection.url.hostname or "")
