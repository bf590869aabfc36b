"""The site that plays without a server, below `/offline/`.

`make site` builds it. Its files are too large to keep in memory, so they are streamed from the
folder, each as the compressed copy beside it if the browser accepts that.
"""

from __future__ import annotations

import asyncio
import os
import stat
from functools import lru_cache
from hashlib import file_digest
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.staticfiles import StaticFiles

from naqala.rules.errors import NaqalaError
from naqala.server.http.identity import address_of
from naqala.server.http.limits import RateLimits
from naqala.server.http.static_files import accepts, caching_of, type_of

ROOT = "/offline/"
INDEX, WORKER = "index.html", "worker.js"
COPIES = {"br": ".br", "gzip": ".gz"}
"""The suffixes of compressed copies by their encoding, the smallest first."""


class NotASite(NaqalaError):
    """A folder that does not contain the site."""


class Representation(NamedTuple):
    """A file, or the compressed copy of it that a browser accepts."""

    path: str
    encoding: str
    """Empty for the file itself."""
    stat: os.stat_result
    tag: str


class Site:
    """The site in a folder."""

    def __init__(self, folder: Path) -> None:
        """Check that the folder has the site."""
        if not folder.is_dir():
            raise NotASite("no_site_folder", folder=str(folder))
        policy = _policy(folder / INDEX)
        if not policy or not (folder / WORKER).is_file():
            raise NotASite("not_a_site", folder=str(folder))
        # Workers have no meta tag, so every file needs the header. Frames cannot be forbidden in a
        # meta tag.
        self.policy = f"{policy}; frame-ancestors 'none'"
        self.files = StaticFiles(directory=folder)

    async def offline_file(self, request: Request) -> Response:
        """Serve a file of the site."""
        rate_limits: RateLimits = request.app.state.rate_limits
        rate_limits.files.take(address_of(request))
        name = request.path_params["path"] or INDEX
        found = await asyncio.to_thread(self.find, name, request.headers.get("accept-encoding", ""))
        if found is None:
            raise HTTPException(404)
        headers = {
            "cache-control": caching_of(f"/{name}"),
            "content-security-policy": self.policy,
            "etag": found.tag,
            "vary": "accept-encoding",
        }
        if self.files.is_not_modified(Headers(headers), request.headers):
            return Response(status_code=304, headers=headers)
        if found.encoding:
            headers["content-encoding"] = found.encoding
        return FileResponse(
            found.path, headers=headers, media_type=type_of(Path(name)), stat_result=found.stat
        )

    def find(self, name: str, accepted: str) -> Representation | None:
        """What to send for a path in the folder; None if there is no such file."""
        plain = all(part and not part.startswith(".") for part in name.split("/"))
        if not plain or name.endswith(tuple(COPIES.values())):
            return None
        found = self._look_up(name)
        if found is None:
            return None
        for encoding, suffix in COPIES.items():
            if accepts(encoding, accepted) and (copy := self._look_up(name + suffix, encoding)):
                return copy
        return found

    def _look_up(self, name: str, encoding: str = "") -> Representation | None:
        """A file of the folder; Starlette finds none outside, not even through a link."""
        try:
            path, found = self.files.lookup_path(name)
            if found is None or not stat.S_ISREG(found.st_mode):
                return None
            tag = _tag(path, found.st_mtime_ns, found.st_ctime_ns, found.st_size)
        except (OSError, ValueError):  # not readable, or not a possible name
            return None
        return Representation(path, encoding, found, tag)


def routes(folder: str) -> list[BaseRoute]:
    """The routes of the site in a folder; NotASite if it is not there."""
    site = Site(Path(folder).expanduser())
    return [Route(ROOT.rstrip("/"), offline), Route(f"{ROOT}{{path:path}}", site.offline_file)]


async def offline(request: Request) -> Response:
    """Redirect to the folder, because the addresses in the site are relative."""
    return RedirectResponse(ROOT)


@lru_cache(maxsize=1000)
def _tag(path: str, modified: int, changed: int, size: int) -> str:
    """The ETag of a file; it is read again if it has changed.

    It depends only on the content: a copy of the site may have other times, and some tools give all
    files the same one.
    """
    with open(path, "rb") as file:
        return f'"{file_digest(file, "sha256").hexdigest()[:20]}"'


def _policy(page: Path) -> str:
    """The Content-Security-Policy in the meta tag of a page; empty if there is none."""
    reader = _PolicyReader()
    try:
        reader.feed(page.read_text(encoding="utf-8"))
    except (OSError, UnicodeError):
        return ""
    policy = " ".join(reader.policy.split())
    return policy if policy.isascii() and policy.isprintable() else ""


class _PolicyReader(HTMLParser):
    policy = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "meta" and given.get("http-equiv", "").lower() == "content-security-policy":
            self.policy = given.get("content", "")
