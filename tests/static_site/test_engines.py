"""A whole turn on the site in Firefox and WebKit. All other tests of the site run in Chromium."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from naqala.text import catalogue
from tests.page.engines.engine import Engine
from tests.page.engines.error_recorder import SCRIPT
from tests.page.engines.firefox import firefox
from tests.page.engines.webkit import webkit
from web.site.build import SITE, is_outdated
from web.site.preview import server

WORDS = catalogue("en")
SEED, START, END = "7", "c3", "d5"
BOARD, SOW = "[role=grid]", ".primary[data-choice^='sow ']"
PLANS = "() => !document.querySelector('.prompt [data-choice]')"
CHOICE = ".prompt button[data-choice]:not([disabled])"


@pytest.fixture(scope="module")
def recording_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The site, with a script that records errors and warnings."""
    assert not is_outdated(), "The site is missing or older than its sources: run `make site`."
    folder = tmp_path_factory.mktemp("host") / "site"
    shutil.copytree(SITE, folder, ignore=shutil.ignore_patterns("*.br", "*.gz"))
    (folder / "recorder.js").write_text(SCRIPT)
    page = folder / "index.html"
    script = '<head><script src="./recorder.js"></script>'
    page.write_text(page.read_text().replace("<head>", script, 1))
    with server(folder) as host:
        thread = Thread(target=host.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{host.server_port}/"
        host.shutdown()
        thread.join()


@pytest.fixture(params=[firefox, webkit], ids=["firefox", "webkit"])
def engine(request: pytest.FixtureRequest, tmp_path: Path, recording_site: str) -> Iterator[Engine]:
    """A browser at the start page of the site; fails if the test causes console errors."""
    with request.param(tmp_path) as engine:
        engine.goto(recording_site)
        yield engine
        assert engine.console_errors() == []


def test_a_whole_turn_is_played_and_is_there_after_a_reload(engine: Engine) -> None:
    engine.click("summary", WORDS.say("page.start.more"))
    engine.click("input[inputmode=numeric]")
    engine.press(*SEED)
    engine.click("form[aria-labelledby=mode-solo] > button.btn")
    engine.wait_for(BOARD)
    decide(engine)
    engine.click(f"[data-tile='{START}']")
    engine.wait_for(f"[data-tile='{START}'][aria-selected=true]")
    engine.click(f".can[data-tile='{END}']")
    play(engine, SOW)
    decide(engine)
    played = number(engine)
    engine.reload()
    engine.wait_for(BOARD)
    engine.until(lambda: number(engine) == played, "the turn is not stored")


def number(engine: Engine) -> int:
    """The number of the last entry that the page shows."""
    return int(engine.attribute("[data-number]", "data-number") or 0)


def decide(engine: Engine) -> None:
    """Take the first choice that is offered until a move must be planned."""
    while not engine.run(PLANS):
        play(engine, CHOICE)


def play(engine: Engine, button: str) -> None:
    """Click a button that sends an action, and wait until it was played."""
    before = number(engine)
    engine.click(button)
    engine.until(lambda: number(engine) > before, f"{button} changes nothing")
