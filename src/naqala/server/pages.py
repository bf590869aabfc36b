"""The built page: its files as the server answers with them.

Everything is read and compressed once, when the first server of a process is made. What is asked
for is looked up by its name, so no address can lead out of the folder.
"""

from __future__ import annotations

import gzip
import mimetypes
from functools import cache
from hashlib import sha256
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Route
from starlette.types import Scope

from naqala.server.identity import words_of

FOLDER = Path(__file__).parent / "page"
"""Where `make page` and the build of a wheel put the page."""
ASSETS = "/assets/"
"""Files whose name holds a digest of what is in them."""
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
"""Kept by browsers, but never shown before the server was asked whether it is still right."""
LEAST = 1000
"""Bytes under which compressing is not worth it."""
TYPES = {
    ".webmanifest": "application/manifest+json",
    ".js": "text/javascript",
    ".woff2": "font/woff2",
}
"""Where the system's own list may be missing or wrong."""
ZIPPED = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
"""What gets smaller."""


class Sheet:
    """Bytes with a type, ready to be sent: compressed where the browser can read that."""

    def __init__(self, body: bytes, kind: str, keep: str = ASK_AGAIN) -> None:
        """Make ready what shall be sent."""
        self.body = body
        self.kind = f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
        self.keep = keep
        worth = len(body) >= LEAST and kind.startswith(ZIPPED)
        # Without a time in it, the same bytes every time.
        self.zipped = gzip.compress(body, 9, mtime=0) if worth else b""
        self.tag = f'"{sha256(body).hexdigest()[:20]}"'

    def answer(self, request: Request, status: int = 200) -> Response:
        """The sheet for a request; only its tag where the browser has it already."""
        headers = {"cache-control": self.keep, "etag": self.tag, "vary": "accept-encoding"}
        if status == 200 and self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if self.zipped and "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            return Response(self.zipped, status, headers, self.kind)
        return Response(self.body, status, headers, self.kind)


class Shelf:
    """All files of a built page by their addresses; an empty one has no page."""

    def __init__(self, folder: Path) -> None:
        """Read a folder, which may be missing."""
        self.sheets: dict[str, Sheet] = {}
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder).as_posix()
            if path.is_file() and not name.startswith("."):
                self.sheets[f"/{name}"] = _sheet(path, f"/{name}")

    def answer(self, request: Request) -> Response | None:
        """A file, or the page itself wherever it has something to show; else nothing.

        An address that the page does not know is answered with the page too, which says so.
        """
        path = request.url.path
        if path != "/index.html" and path in self.sheets:
            return self.sheets[path].answer(request)
        if path.startswith(ASSETS):
            return None
        if "/index.html" in self.sheets:
            return self.sheets["/index.html"].answer(request, 200 if is_known(path) else 404)
        if path == "/":
            text = words_of(request).say("server.not_built")
            return Response(text, 503, {"cache-control": "no-store"}, "text/plain")
        return None


def is_known(path: str) -> bool:
    """Whether the page shows something at an address, as far as can be told without asking it."""
    match path.strip("/").split("/"):
        case [""] | ["rules"]:
            return True
        case ["table", name]:
            return bool(name)
    return False


@cache
def shelf(folder: Path = FOLDER) -> Shelf:
    """The files of a built page, read once."""
    return Shelf(folder)


def _sheet(path: Path, name: str) -> Sheet:
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    keep = FOR_EVER if name.startswith(ASSETS) else ASK_AGAIN
    return Sheet(path.read_bytes(), kind or "application/octet-stream", keep)


async def page(request: Request) -> Response:
    """Whatever is none of the server's calls: the page and its files."""
    files: Shelf = request.app.state.shelf
    if found := files.answer(request):
        return found
    raise HTTPException(404)


class PageRoute(Route):
    """Every address but those of the server's calls, which say themselves what they refuse."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Whether a request is for the page."""
        path = scope.get("path", "")
        if path.startswith("/api/") or path in ("/api", "/health", "/metrics"):
            return Match.NONE, {}
        return super().matches(scope)


ROUTES: list[BaseRoute] = [PageRoute("/{path:path}", page)]
