"""Serving the files of the built page."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from naqala.server.app import application
from naqala.server.http.static_files import StaticFiles, accepts, is_known
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


class Client:
    """An HTTP client of an application that serves the page in a folder."""

    def __init__(self, folder: Path) -> None:
        self.app: Starlette = application(Settings(), Sqlite(":memory:"))
        self.app.state.static_files = StaticFiles(folder)

    def request(self, method: str, path: str | httpx.URL, **options: Any) -> httpx.Response:
        return asyncio.run(self._request(method, path, **options))

    def get(self, path: str | httpx.URL, **headers: str) -> httpx.Response:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.request("GET", path, headers=named)

    async def _request(self, method: str, path: str | httpx.URL, **options: Any) -> httpx.Response:
        transport = httpx.ASGITransport(self.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as http:
            return await http.request(method, path, **options)


@pytest.fixture
def client(folder: Path) -> Client:
    return Client(folder)


@pytest.mark.parametrize(
    "path", ["/", "/rules", "/box", "/table/6vq9gkp5rhyw3mv9ndkc", "/table/x?at=3"]
)
def test_every_path_of_the_page_returns_the_page(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.text == INDEX
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert "default-src 'none'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("path", ["/nowhere", "/table", "/table/", "/table/x/y", "/index.html"])
def test_an_unknown_path_returns_the_page_with_status_404(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.text == INDEX


@pytest.mark.parametrize("path", ["/api", "/api/nothing", "/assets/index-0ld.js"])
def test_an_unknown_path_of_the_api_or_assets_returns_json(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.json()["code"] == "no_page"


def test_files_with_a_hash_in_their_name_are_cached_for_a_year(client: Client) -> None:
    answer = client.get("/assets/index-C4m31.js")
    assert answer.text == SCRIPT
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"


def test_typefaces_are_cached_for_a_year_and_not_compressed_again(client: Client) -> None:
    answer = client.get("/assets/figtree-F1g.woff2", accept_encoding="gzip")
    assert answer.headers["content-type"] == "font/woff2"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert "content-encoding" not in answer.headers


def test_text_files_are_compressed_for_browsers_that_accept_gzip(client: Client) -> None:
    plain = client.get("/", accept_encoding="identity")
    assert "content-encoding" not in plain.headers
    assert int(plain.headers["content-length"]) == len(INDEX)
    answer = client.get("/", accept_encoding="br, gzip")
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["vary"] == "accept-encoding"
    assert int(answer.headers["content-length"]) < len(INDEX) / 10
    assert answer.text == INDEX


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("gzip", True), ("br, gzip;q=0.5", True), ("*", True), ("gzip; q=0", False),
        ("gzip;q=0.000, *", False), ("*;q=0", False), ("br", False), ("", False),
    ],
)  # fmt: skip
def test_gzip_is_used_only_if_the_browser_accepts_it(header: str, expected: bool) -> None:
    assert accepts("gzip", header) == expected


def test_a_matching_etag_returns_304(client: Client) -> None:
    tag = client.get("/").headers["etag"]
    answer = client.get("/", if_none_match=tag)
    assert (answer.status_code, answer.content) == (304, b"")
    assert client.get("/", if_none_match='"another"').status_code == 200
    assert client.get("/nowhere", if_none_match=tag).status_code == 404


def test_icons_and_the_manifest_have_their_content_types(client: Client) -> None:
    assert client.get("/icon.svg").headers["content-type"] == "image/svg+xml"
    manifest = client.get("/manifest.webmanifest")
    assert manifest.headers["content-type"] == "application/manifest+json"


@pytest.mark.parametrize(
    "path", ["/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "/.sources"]
)
def test_no_path_leads_out_of_the_folder(client: Client, path: str) -> None:
    answer = client.get(httpx.URL("http://here", raw_path=path.encode()))
    assert answer.status_code == 404
    assert "not for you" not in answer.text
    assert "digest" not in answer.text


def test_only_get_and_head_are_allowed(client: Client) -> None:
    answer = client.request("POST", "/", content="mine now")
    assert answer.status_code == 405
    assert answer.json()["code"] == "no_method"
    assert client.request("HEAD", "/").status_code == 200


def test_without_a_built_page_the_response_says_how_to_build_it(tmp_path: Path) -> None:
    client = Client(tmp_path / "missing")
    answer = client.get("/", accept_language="fr")
    assert answer.status_code == 503
    assert "make page" in answer.text
    assert "construite" in answer.text
    assert client.get("/rules").json()["code"] == "no_page"


def test_words_are_compressed_and_have_an_etag(client: Client) -> None:
    answer = client.get("/api/words/fr")
    assert answer.headers["content-encoding"] == "gzip"
    assert json.loads(answer.content)["tribe.elders.one"]
    again = client.get("/api/words/fr", if_none_match=answer.headers["etag"])
    assert again.status_code == 304


def test_the_paths_of_the_page_are_known() -> None:
    assert is_known("/rules/")
    assert not is_known("/rules/of/chess")
    assert is_known("/minute")
    assert is_known("/learn")
    assert is_known("/learn/sowing")
    assert not is_known("/learn/chess")
    assert is_known("/review/abc")
    assert not is_known("/review")
    assert not is_known("/learn/sowing/twice")
