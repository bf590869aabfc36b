"""Serving the site that plays without a server."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from starlette.datastructures import Headers

from naqala.server.app import application
from naqala.server.http import limits
from naqala.server.http.middleware import HEADERS
from naqala.server.http.offline import NotASite
from naqala.server.ops.settings import Settings
from naqala.server.storage.sqlite import Sqlite

ADDRESS = "192.0.2.1"
POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'"
INDEX = f"""<!doctype html>
<meta charset="utf-8" />
<meta
  http-equiv="Content-Security-Policy"
  content="{POLICY}"
/>
<title>Naqala</title>
"""
RUNTIME = bytes(range(256)) * 1000
BROTLI, GZIP = b"as if it were brotli", gzip.compress(RUNTIME)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    files = {
        "index.html": INDEX.encode(),
        "worker.js": b"addEventListener('fetch', answer);",
        "about.json": b"{}",
        "site.webmanifest": b"{}",
        "assets/site-C4m3l123.js": b"export const camel = 8;",
        "assets/figtree-D_ZTVpCC.woff2": b"wOF2",
        "python/pyodide.asm.wasm": RUNTIME,
        "python/pyodide.asm.wasm.br": BROTLI,
        "python/pyodide.asm.wasm.gz": GZIP,
        "python/pyodide.mjs": b"export {};",
        "python/pyodide.mjs.gz": gzip.compress(b"export {};"),
        "python/msgspec-0.22.0-cp314.whl": b"PK",
        "python/naqala.zip": b"PK",
        "python/orphan.js.br": b"",
        ".htaccess": b"secret",
        ".git/config": b"secret",
    }
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (tmp_path / "secret.txt").write_text("secret")
    return folder


class Answer:
    """The response of the application itself."""

    def __init__(self, messages: list[Any]) -> None:
        start, *bodies = messages
        self.status: int = start["status"]
        self.headers = Headers(raw=start["headers"])
        self.content = b"".join(each.get("body", b"") for each in bodies)

    @property
    def code(self) -> str:
        """The code of a refusal."""
        return str(json.loads(self.content)["code"])


class Client:
    """Calls an application directly: an HTTP client would change paths and decode contents."""

    def __init__(self, **settings: Any) -> None:
        self.app = application(Settings(**settings), Sqlite(":memory:"))

    def get(self, path: str, method: str = "GET", **headers: str) -> Answer:
        named = {"host": "here", **headers}
        pairs = [(name.replace("_", "-").encode(), named[name].encode()) for name in named]
        scope = {
            "type": "http", "method": method, "path": unquote(path), "raw_path": path.encode(),
            "scheme": "http", "query_string": b"", "headers": pairs, "client": (ADDRESS, 1),
            "server": ("here", 80), "root_path": "", "http_version": "1.1",
        }  # fmt: skip
        messages: list[Any] = []

        requests = [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive() -> Any:
            return requests.pop() if requests else await asyncio.Event().wait()  # it stays

        async def send(message: Any) -> None:
            messages.append(message)

        asyncio.run(self.app(scope, receive, send))
        return Answer(messages)


@pytest.fixture
def client(folder: Path) -> Client:
    return Client(offline=str(folder))


def test_the_folder_is_served_with_its_index(client: Client) -> None:
    answer = client.get("/offline/")
    assert answer.status == 200
    assert answer.content == INDEX.encode()
    assert answer.headers["content-type"] == "text/html; charset=utf-8"


def test_the_path_without_a_slash_is_redirected(client: Client) -> None:
    answer = client.get("/offline")
    assert (answer.status, answer.headers["location"]) == (307, "/offline/")


def test_without_the_option_there_is_no_site() -> None:
    client = Client()
    assert client.get("/offline").status == 404
    assert client.get("/offline/").status == 404
    assert json.loads(client.get("/api/about").content)["offline"] is False


def test_pages_are_told_that_there_is_a_site(client: Client) -> None:
    assert json.loads(client.get("/api/about").content)["offline"] is True


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("worker.js", "text/javascript; charset=utf-8"),
        ("python/pyodide.mjs", "text/javascript; charset=utf-8"),
        ("python/pyodide.asm.wasm", "application/wasm"),
        ("python/msgspec-0.22.0-cp314.whl", "application/zip"),
        ("python/naqala.zip", "application/zip"),
        ("about.json", "application/json"),
        ("site.webmanifest", "application/manifest+json"),
        ("assets/figtree-D_ZTVpCC.woff2", "font/woff2"),
    ],
)
def test_files_have_their_content_types(client: Client, name: str, expected: str) -> None:
    answer = client.get(f"/offline/{name}")
    assert answer.status == 200
    assert answer.headers["content-type"] == expected


@pytest.mark.parametrize(
    ("accepted", "encoding", "content"),
    [
        ("gzip, deflate, br", "br", BROTLI),
        ("gzip", "gzip", GZIP),
        ("gzip, br;q=0", "gzip", GZIP),
        ("*, br;q=0", "gzip", GZIP),
        ("br;q=0, gzip;q=0.0", None, RUNTIME),
        ("", None, RUNTIME),
    ],
)
def test_compressed_copies_are_sent_to_browsers_that_accept_them(
    client: Client, accepted: str, encoding: str | None, content: bytes
) -> None:
    answer = client.get("/offline/python/pyodide.asm.wasm", accept_encoding=accepted)
    assert answer.headers.get("content-encoding") == encoding
    assert answer.headers["content-length"] == str(len(content))
    assert answer.headers["content-type"] == "application/wasm"
    assert answer.headers["vary"] == "accept-encoding"
    assert answer.content == content


def test_an_encoding_without_a_copy_is_not_used(client: Client) -> None:
    answer = client.get("/offline/python/pyodide.mjs", accept_encoding="br, gzip")
    assert answer.headers["content-encoding"] == "gzip"
    answer = client.get("/offline/worker.js", accept_encoding="br, gzip")
    assert "content-encoding" not in answer.headers
    assert answer.headers["vary"] == "accept-encoding"


def test_each_representation_has_its_own_etag(client: Client) -> None:
    path = "/offline/python/pyodide.asm.wasm"
    tags = {each: client.get(path, accept_encoding=each).headers["etag"] for each in ("br", "gzip")}
    tags[""] = client.get(path).headers["etag"]
    assert len(set(tags.values())) == 3
    for accepted, tag in tags.items():
        answer = client.get(path, accept_encoding=accepted, if_none_match=f'"other", {tag}')
        assert (answer.status, answer.content) == (304, b"")
    answer = client.get(path, accept_encoding="br", if_none_match=tags["gzip"])
    assert answer.status == 200


def test_a_304_has_the_headers_that_browsers_store(client: Client) -> None:
    whole = client.get("/offline/")
    answer = client.get("/offline/", if_none_match=whole.headers["etag"])
    assert answer.status == 304
    for name in ("cache-control", "content-security-policy", "etag", "vary"):
        assert answer.headers[name] == whole.headers[name]


def test_the_etag_depends_on_the_content_and_not_on_its_times(client: Client, folder: Path) -> None:
    worker = folder / "worker.js"
    tag = client.get("/offline/worker.js").headers["etag"]
    os.utime(worker, (1, 1))
    assert client.get("/offline/worker.js").headers["etag"] == tag
    worker.write_bytes(worker.read_bytes().replace(b"answer", b"anewer"))
    os.utime(worker, (1, 1))
    answer = client.get("/offline/worker.js", if_none_match=tag)
    assert answer.status == 200
    assert b"anewer" in answer.content


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("", "no-cache"),
        ("index.html", "no-cache"),
        ("worker.js", "no-cache"),
        ("python/pyodide.asm.wasm", "no-cache"),
        ("assets/site-C4m3l123.js", "public, max-age=31536000, immutable"),
    ],
)
def test_only_files_with_a_hash_in_their_name_are_cached_for_a_year(
    client: Client, path: str, expected: str
) -> None:
    assert client.get(f"/offline/{path}").headers["cache-control"] == expected


@pytest.mark.parametrize("path", ["/offline/", "/offline/worker.js", "/offline/about.json"])
def test_every_file_has_the_policy_of_the_site_and_the_other_security_headers(
    client: Client, path: str
) -> None:
    answer = client.get(path)
    policies = answer.headers.getlist("content-security-policy")
    assert policies == [f"{POLICY}; frame-ancestors 'none'"]
    for name, value in HEADERS:
        if name != b"content-security-policy":
            assert answer.headers.getlist(name.decode()) == [value.decode()]


@pytest.mark.parametrize("path", ["/", "/api/about", "/offline", "/offline/none.js"])
def test_other_responses_have_the_policy_of_the_server(client: Client, path: str) -> None:
    policies = client.get(path).headers.getlist("content-security-policy")
    assert len(policies) == 1
    assert "wasm" not in policies[0]
    assert "default-src 'none'" in policies[0]


def test_no_cookie_is_set(client: Client) -> None:
    for path in ("/offline", "/offline/", "/offline/worker.js", "/offline/none.js"):
        assert "set-cookie" not in client.get(path).headers
    assert "set-cookie" in client.get("/api/about").headers


def test_head_sends_only_the_headers(client: Client) -> None:
    whole = client.get("/offline/worker.js")
    answer = client.get("/offline/worker.js", method="HEAD")
    assert (answer.status, answer.content) == (200, b"")
    assert answer.headers == whole.headers


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
@pytest.mark.parametrize("path", ["/offline", "/offline/", "/offline/worker.js"])
def test_other_methods_are_refused(client: Client, path: str, method: str) -> None:
    answer = client.get(path, method=method)
    assert answer.status == 405
    assert answer.headers["allow"] == "GET, HEAD"
    assert answer.code == "no_method"


@pytest.mark.parametrize(
    "path",
    [
        "none.js", "python", "python/", "worker.js/", "python//pyodide.mjs", "python/orphan.js",
        "python/pyodide.asm.wasm.br", "python/pyodide.asm.wasm.gz",
        ".htaccess", ".git/config", "%2egit/config", "x" * 300, "worker.js%00",
    ],
)  # fmt: skip
def test_hidden_and_unknown_files_are_not_found(client: Client, path: str) -> None:
    answer = client.get(f"/offline/{path}", accept_encoding="br, gzip")
    assert answer.status == 404
    assert answer.code == "no_page"


@pytest.mark.parametrize(
    "path",
    [
        "../secret.txt", "%2e%2e/secret.txt", "python/..%2f..%2fsecret.txt", "..%5csecret.txt",
        "python/../../secret.txt", "/{outside}/secret.txt", "%2f{outside}/secret.txt",
    ],
)  # fmt: skip
def test_no_path_leads_out_of_the_folder(client: Client, folder: Path, path: str) -> None:
    outside = str(folder.parent).lstrip("/")
    answer = client.get(f"/offline/{path.format(outside=outside)}")
    assert answer.status == 404
    assert answer.code == "no_page"


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege on Windows")
def test_no_link_leads_out_of_the_folder(client: Client, folder: Path) -> None:
    (folder / "secret.txt").symlink_to(folder.parent / "secret.txt")
    (folder / "parent").symlink_to(folder.parent)
    (folder / "worker.js.br").symlink_to(folder.parent / "secret.txt")
    (folder / "same.json").symlink_to(folder / "about.json")
    assert client.get("/offline/secret.txt").status == 404
    assert client.get("/offline/parent/secret.txt").status == 404
    assert b"fetch" in client.get("/offline/worker.js", accept_encoding="br").content
    assert client.get("/offline/same.json").content == b"{}"


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege on Windows")
def test_the_folder_itself_may_be_a_link(folder: Path) -> None:
    link = folder.parent / "current"
    link.symlink_to(folder)
    assert Client(offline=str(link)).get("/offline/").content == INDEX.encode()


def test_a_first_visit_is_within_the_limits_even_at_a_low_rate(folder: Path) -> None:
    client = Client(offline=str(folder), rate=0.1)
    assert {client.get("/offline/worker.js").status for _ in range(150)} == {200}


def test_an_address_that_loads_too_many_files_is_refused(client: Client) -> None:
    client.app.state.rate_limits.files.take(ADDRESS, limits.FILES_AT_ONCE)
    answer = client.get("/offline/worker.js")
    assert answer.status == 429
    assert answer.code == "too_many"
    assert answer.headers["retry-after"] == "1"
    assert client.get("/api/about").status == 200


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotASite) as refused:
        Client(offline=str(tmp_path / "none"))
    assert refused.value.code == "no_site_folder"


@pytest.mark.parametrize("name", ["index.html", "worker.js"])
def test_a_folder_without_the_site_is_refused(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(NotASite) as refused:
        Client(offline=str(folder))
    assert refused.value.code == "not_a_site"


@pytest.mark.parametrize(
    "page",
    [
        b"<!doctype html><title>The page of a server</title>",
        INDEX.replace("'wasm", "\x07'wasm").encode(),
        INDEX.replace("Naqala", "é").encode("latin-1"),
    ],
)
def test_a_page_without_a_readable_policy_is_refused(folder: Path, page: bytes) -> None:
    (folder / "index.html").write_bytes(page)
    with pytest.raises(NotASite) as refused:
        Client(offline=str(folder))
    assert refused.value.code == "not_a_site"
