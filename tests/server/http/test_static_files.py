"""The files of the built page, as browsers get them."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from naqala.server.app import application
from naqala.server.http.static_files import StaticFiles, is_known
from naqala.server.ops.settings import Settings
from naqala.server.storage.sqlite import Sqlite

INDEX = "<!doctype html><title>Naqala</title>" + "<p>sand</p>" * 200
SCRIPT = "export const camel = 8;\n" * 200


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX)
    (folder / "assets" / "index-C4m31.js").write_text(SCRIPT)
    (folder / "assets" / "figtree-F1g.woff2").write_bytes(b"wOF2" * 500)
    (folder / "icon.svg").write_text("<svg/>")
    (folder / "manifest.webmanifest").write_text("{}")
    (folder / ".sources").write_text("a digest")
    (tmp_path / "secret.txt").write_text("not for you")
    return folder


class Visitor:
    """Somebody who asks a server for the page of a folder; nothing is opened."""

    def __init__(self, folder: Path) -> None:
        self.app: Starlette = application(Settings(), Sqlite(":memory:"))
        self.app.state.static_files = StaticFiles(folder)

    def ask(self, method: str, path: str | httpx.URL, **more: Any) -> httpx.Response:
        return asyncio.run(self._ask(method, path, **more))

    def get(self, path: str | httpx.URL, **headers: str) -> httpx.Response:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.ask("GET", path, headers=named)

    async def _ask(self, method: str, path: str | httpx.URL, **more: Any) -> httpx.Response:
        transport = httpx.ASGITransport(self.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
            return await client.request(method, path, **more)


@pytest.fixture
def visitor(folder: Path) -> Visitor:
    return Visitor(folder)


@pytest.mark.parametrize("path", ["/", "/rules", "/table/6vq9gkp5rhyw3mv9ndkc", "/table/x?at=3"])
def test_every_address_of_the_page_is_answered_with_the_page(visitor: Visitor, path: str) -> None:
    answer = visitor.get(path)
    assert answer.status_code == 200
    assert answer.text == INDEX
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert "default-src 'none'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("path", ["/nowhere", "/table", "/table/", "/table/x/y", "/index.html"])
def test_an_unknown_address_is_not_found_and_the_page_says_so_itself(
    visitor: Visitor, path: str
) -> None:
    answer = visitor.get(path)
    assert answer.status_code == 404
    assert answer.text == INDEX


@pytest.mark.parametrize("path", ["/api", "/api/nothing", "/assets/index-0ld.js"])
def test_programs_that_ask_for_nothing_are_refused_as_programs(visitor: Visitor, path: str) -> None:
    answer = visitor.get(path)
    assert answer.status_code == 404
    assert answer.json()["code"] == "no_page"


def test_files_named_after_what_is_in_them_are_kept_for_a_year(visitor: Visitor) -> None:
    answer = visitor.get("/assets/index-C4m31.js")
    assert answer.text == SCRIPT
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"


def test_typefaces_are_kept_for_a_year_and_not_compressed_twice(visitor: Visitor) -> None:
    answer = visitor.get("/assets/figtree-F1g.woff2", accept_encoding="gzip")
    assert answer.headers["content-type"] == "font/woff2"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert "content-encoding" not in answer.headers


def test_what_gets_smaller_is_compressed_for_browsers_that_can_read_it(visitor: Visitor) -> None:
    plain = visitor.get("/", accept_encoding="identity")
    assert "content-encoding" not in plain.headers
    assert int(plain.headers["content-length"]) == len(INDEX)
    answer = visitor.get("/", accept_encoding="br, gzip")
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["vary"] == "accept-encoding"
    assert int(answer.headers["content-length"]) < len(INDEX) / 10
    assert answer.text == INDEX


def test_a_browser_that_has_the_page_already_is_not_sent_it_again(visitor: Visitor) -> None:
    tag = visitor.get("/").headers["etag"]
    answer = visitor.get("/", if_none_match=tag)
    assert (answer.status_code, answer.content) == (304, b"")
    assert visitor.get("/", if_none_match='"another"').status_code == 200
    assert visitor.get("/nowhere", if_none_match=tag).status_code == 404


def test_icons_and_the_manifest_are_served_as_what_they_are(visitor: Visitor) -> None:
    assert visitor.get("/icon.svg").headers["content-type"] == "image/svg+xml"
    manifest = visitor.get("/manifest.webmanifest")
    assert manifest.headers["content-type"] == "application/manifest+json"


@pytest.mark.parametrize(
    "path", ["/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "/.sources"]
)
def test_no_address_leads_out_of_the_folder(visitor: Visitor, path: str) -> None:
    answer = visitor.get(httpx.URL("http://here", raw_path=path.encode()))
    assert answer.status_code == 404
    assert "not for you" not in answer.text
    assert "digest" not in answer.text


def test_the_page_is_read_and_nothing_can_be_written_to_it(visitor: Visitor) -> None:
    answer = visitor.ask("POST", "/", content="mine now")
    assert answer.status_code == 405
    assert answer.json()["code"] == "no_method"
    assert visitor.ask("HEAD", "/").status_code == 200


def test_without_a_built_page_the_start_says_how_to_build_it(tmp_path: Path) -> None:
    visitor = Visitor(tmp_path / "missing")
    answer = visitor.get("/", accept_language="fr")
    assert answer.status_code == 503
    assert "make page" in answer.text
    assert "construite" in answer.text
    assert visitor.get("/rules").json()["code"] == "no_page"


def test_the_words_of_a_language_are_sent_compressed_and_once(visitor: Visitor) -> None:
    answer = visitor.get("/api/words/fr")
    assert answer.headers["content-encoding"] == "gzip"
    assert json.loads(answer.content)["tribe.elders.one"]
    again = visitor.get("/api/words/fr", if_none_match=answer.headers["etag"])
    assert again.status_code == 304


def test_addresses_that_the_page_shows_are_known() -> None:
    assert is_known("/rules/")
    assert not is_known("/rules/of/chess")
