"""The files of the built page.

All files are read and compressed once, when the first application of a process is created. Requests
look them up by name in memory, so no path can lead out of the folder.
"""

from __future__ import annotations

import gzip
import mimetypes
import re
from functools import cache
from hashlib import sha256
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Route
from starlette.types import Scope

from naqala.lessons import lesson_ids
from naqala.puzzles import puzzle_ids
from naqala.server.http.identity import words_of

FOLDER = Path(__file__).parents[1] / "page"
"""Where `make page` and the build of a wheel write the page."""
ASSETS = "/assets/"
"""Files whose name contains a digest of their content."""
IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
"""Browsers may cache it, but must ask the server before they use it."""
LEAST_COMPRESSED = 1000
"""Smaller files, in bytes, are not compressed."""
TYPES = {
    ".webmanifest": "application/manifest+json",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".json": "application/json",
    ".wasm": "application/wasm",
    ".whl": "application/zip",
    ".zip": "application/zip",
    ".woff2": "font/woff2",
}
"""Types that the list of the system may lack or get wrong."""
COMPRESSED_TYPES = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
"""Types that are worth compressing."""


class CachedFile:
    """A file in memory, with its compressed form and its ETag."""

    def __init__(self, body: bytes, kind: str, keep: str = REVALIDATE) -> None:
        self.body = body
        self.kind = f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
        self.keep = keep
        worth = len(body) >= LEAST_COMPRESSED and kind.startswith(COMPRESSED_TYPES)
        # Without a timestamp, so that the same content gives the same bytes.
        self.zipped = gzip.compress(body, 9, mtime=0) if worth else b""
        self.tag = f'"{sha256(body).hexdigest()[:20]}"'

    def answer(self, request: Request, status: int = 200) -> Response:
        """The response to a request; 304 if the browser has the file already."""
        headers = {"cache-control": self.keep, "etag": self.tag, "vary": "accept-encoding"}
        if status == 200 and self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if self.zipped and accepts("gzip", request.headers.get("accept-encoding", "")):
            headers["content-encoding"] = "gzip"
            return Response(self.zipped, status, headers, self.kind)
        return Response(self.body, status, headers, self.kind)


def accepts(encoding: str, accepted: str) -> bool:
    """Whether a browser accepts an encoding, by its `Accept-Encoding`."""
    quality = {}
    for part in accepted.lower().split(","):
        name, _, parameter = part.partition(";")
        value = parameter.replace(" ", "").removeprefix("q=") or "1"
        quality[name.strip()] = not re.fullmatch(r"0(\.0*)?", value)
    return quality.get(encoding, quality.get("*", False))


class StaticFiles:
    """The files of the built page by their paths; empty if the page is not built."""

    def __init__(self, folder: Path) -> None:
        """Read all files of a folder, which may be missing."""
        self.files: dict[str, CachedFile] = {}
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder).as_posix()
            if path.is_file() and not name.startswith("."):
                self.files[f"/{name}"] = _load(path, f"/{name}")

    def answer(self, request: Request) -> Response | None:
        """The response to a request, or None if there is no such file.

        A path without a file gets the page itself, with status 404 if the page has nothing to
        show there.
        """
        path = request.url.path
        if path != "/index.html" and path in self.files:
            return self.files[path].answer(request)
        if path.startswith(ASSETS):
            return None
        if "/index.html" in self.files:
            return self.files["/index.html"].answer(request, 200 if is_known(path) else 404)
        if path == "/":
            text = words_of(request).say("server.not_built")
            return Response(text, 503, {"cache-control": "no-store"}, "text/plain")
        return None


def is_known(path: str) -> bool:
    """Whether the page has something to show at a path."""
    match path.strip("/").split("/"):
        case [""] | ["rules" | "minute" | "box" | "learn" | "puzzle" | "explore"]:
            return True
        case ["table" | "review", name]:
            return bool(name)
        case ["learn", name]:
            return name in lesson_ids()
        case ["puzzle", name]:
            return name in puzzle_ids()
    return False


@cache
def built_page(folder: Path = FOLDER) -> StaticFiles:
    """The files of the built page, read once."""
    return StaticFiles(folder)


def type_of(path: Path) -> str:
    """The content type of a file."""
    known = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    return known or "application/octet-stream"


def caching_of(name: str) -> str:
    """The `Cache-Control` of a file, by its path in the folder."""
    return IMMUTABLE if name.startswith(ASSETS) else REVALIDATE


def _load(path: Path, name: str) -> CachedFile:
    return CachedFile(path.read_bytes(), type_of(path), caching_of(name))


async def page(request: Request) -> Response:
    """Serve the page and its files."""
    files: StaticFiles = request.app.state.static_files
    if found := files.answer(request):
        return found
    raise HTTPException(404)


class PageRoute(Route):
    """Matches every path except those of endpoints, which answer unknown paths with JSON."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Whether the page answers a request."""
        path = scope.get("path", "")
        if path.startswith("/api/") or path in ("/api", "/health", "/metrics"):
            return Match.NONE, {}
        return super().matches(scope)


ROUTES: list[BaseRoute] = [PageRoute("/{path:path}", page)]
