"""`make docs` checks the built site."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs.check_site import Site, public_names
from tests.docs.code_blocks import DOCS

REPOSITORY = "https://code.example/naqala/blob/main/"


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A small site without faults."""
    (tmp_path / "bots").mkdir()
    (tmp_path / "index.html").write_text(
        '<h1 id="top">Home</h1><a href="bots/#a%20bot">Bots</a> <a href="#top">Top</a>'
        '<img src="a.png"> <a href="https://elsewhere.example/">Elsewhere</a>'
        f'<a href="{REPOSITORY}README.md#x">README</a> <link rel="stylesheet" href="a.css">',
        encoding="utf-8",
    )
    (tmp_path / "bots" / "index.html").write_text(
        '<h1 id="a bot">Bots</h1><a href="..">Home</a> <a href="../index.html#top">Top</a>'
        '<a name="old"></a><a href="/bots/#old">Old</a>',
        encoding="utf-8",
    )
    (tmp_path / "a.png").touch()
    (tmp_path / "a.css").write_text("a { background: url(a.png) }", encoding="utf-8")
    return tmp_path


def test_a_site_without_faults(built: Path) -> None:
    assert list(Site(built, REPOSITORY).faults()) == []
    assert len(Site(built).pages) == 2


@pytest.mark.parametrize(
    ("html", "fault"),
    [
        ('<a href="absent/">', "absent/ does not exist"),
        ('<a href="../../etc/passwd">', "../../etc/passwd does not exist"),
        ('<a href="bots/#absent">', "bots/#absent has no such section"),
        ('<a href="#absent">', "#absent has no such section"),
        ('<img src="absent.png">', "absent.png does not exist"),
        ('<link rel="stylesheet" href="absent.css">', "absent.css does not exist"),
        ('<script src="//cdn.example/a.js">', "//cdn.example/a.js is loaded from another host"),
        ('<img src="https://cdn.example/a">', "https://cdn.example/a is loaded from another host"),
        (
            '<link rel="preload" href="https://cdn.example/a">',
            "https://cdn.example/a is loaded from another host",
        ),
        (f'<a href="{REPOSITORY}absent">', f"{REPOSITORY}absent is not in the repository"),
    ],
)
def test_faults_of_a_page(built: Path, html: str, fault: str) -> None:
    (built / "index.html").write_text(f"<p id='top'>{html}</p>", encoding="utf-8")
    assert list(Site(built, REPOSITORY).faults()) == [f"index.html: {fault}"]


@pytest.mark.parametrize(
    "css", ["@import 'https://cdn.example/a'", 'a { src: url("https://cdn.example/a") }']
)
def test_style_sheets_load_nothing_from_another_host(built: Path, css: str) -> None:
    (built / "a.css").write_text(css, encoding="utf-8")
    (fault,) = Site(built).faults()
    assert fault == "a.css: https://cdn.example/a is loaded from another host"


def test_names_that_are_not_documented(built: Path) -> None:
    names = [("naqala.Bot", "a bot"), ("top", "elsewhere.top"), ("naqala.Game", "rules.Game")]
    assert Site(built).missing(names) == ["naqala.Game"]


def test_every_public_name_is_in_the_sources_of_the_reference() -> None:
    """Without building the site: as a directive, or as a member of a module with one."""
    text = "\n".join(page.read_text(encoding="utf-8") for page in (DOCS / "api").glob("*.md"))
    directives = {line.removeprefix("::: ") for line in text.splitlines() if line.startswith(":::")}
    names = list(public_names())
    assert len(names) > 100
    missing = [
        name
        for name, definition in names
        if not {name, definition, definition.rpartition(".")[0]} & directives
    ]
    assert missing == []
