"""The page in Firefox and WebKit: a game begun, a turn played, a reload, a look back.

All else is tested in Chromium alone; here is what every engine must be able to do.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from naqala.text import catalogue
from tests.page.engines.engine import Engine
from tests.page.engines.firefox import firefox
from tests.page.engines.webkit import webkit
from tests.page.openings import nearly_over
from tests.server.servers import PageClient, Server

WORDS = catalogue("en")
SEED = "7"
BOARD, SLIDER, SOW = "[role=grid]", "input[type=range]", ".primary[data-choice^='sow ']"
PASTE = """(selector, text) => {
  const field = document.querySelector(selector);
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}"""
SEEN = """() => [...document.querySelectorAll('.sr, .sr *')].filter((each) => {
  const box = each.getBoundingClientRect();
  return each.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}).map((each) => each.textContent)"""


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose page keeps what goes wrong in it."""
    server = Server(tmp_path_factory.mktemp("tables"))
    server.program = ("-m", "tests.page.engines.witness")
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="module", params=[firefox, webkit], ids=["firefox", "webkit"])
def launched(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, watched: Server
) -> Iterator[Engine]:
    """A browser that is known to pass on what goes wrong."""
    with request.param(tmp_path_factory.mktemp("engine")) as engine:
        engine.goto(f"{watched.address}/")
        engine.run("() => console.error('Is anybody listening?')")
        assert engine.complaints()
        yield engine


@pytest.fixture
def engine(launched: Engine, watched: Server) -> Iterator[Engine]:
    """A browser at the start page; in the end it has not complained."""
    before = launched.complaints()
    launched.goto(f"{watched.address}/")
    yield launched
    assert launched.complaints()[len(before) :] == []


def test_a_turn_is_played_by_pressing_and_is_still_there_after_a_reload(
    engine: Engine, watched: Server
) -> None:
    with begin(engine, "bots", watched) as socket:
        to_move(engine, socket)
        move = next(move for move in moves(socket) if move["tribe"] == "Y")  # they ask nothing
        engine.click(f"[data-tile='{move['start']}']")
        engine.wait_for(f"[data-tile='{move['start']}'][aria-selected=true]")
        engine.click(f".can[data-tile='{move['tile']}']")
        assert is_of(move, send(engine, socket, "sow "))
        finish(engine, socket)
        assert socket.wait_for_turn()
        shows(engine, socket.number)
        engine.reload()
        engine.wait_for(BOARD)
        shows(engine, socket.number)


def test_a_move_is_dragged_and_forgotten_and_another_made_with_keys(
    engine: Engine, watched: Server
) -> None:
    with begin(engine, "solo", watched) as socket:
        to_move(engine, socket)
        dragged, typed = moves(socket)[0], moves(socket)[-1]
        engine.drag(f"[data-tile='{dragged['start']}']", f"[data-tile='{dragged['tile']}']")
        assert is_of(dragged, planned(engine))
        engine.until(lambda: forgotten(engine), "the plan is not forgotten")
        engine.run("() => document.querySelector('[data-tile][tabindex=\"0\"]').focus()")
        walk(engine, typed["start"])
        engine.press("Enter")
        engine.wait_for(f".can[data-tile='{typed['tile']}']")
        walk(engine, typed["tile"])
        engine.press("Enter")
        assert is_of(typed, planned(engine))
        before = socket.number
        engine.press("c")
        socket.catch_up(before + 1)
        shows(engine, socket.number)


def test_a_finished_game_is_opened_and_replayed(engine: Engine, watched: Server) -> None:
    engine.click("button", WORDS.say("page.start.open"))
    engine.wait_for("dialog[open] textarea")
    engine.run(PASTE, "dialog[open] textarea", nearly_over(2, 5, 0))
    engine.click("dialog[open] form > button")
    engine.wait_for(".chart")
    assert engine.run(SEEN) == [], "what is meant for the ear alone"
    engine.click("button", WORDS.say("page.end.replay"))
    engine.wait_for(BOARD)
    last = int(engine.attribute(SLIDER, "max") or 0)
    comes_to(engine, 0, 0)
    engine.press("ArrowRight")
    comes_to(engine, 1, last - 1)
    engine.press("End")
    comes_to(engine, last, last)
    engine.click(SLIDER)
    comes_to(engine, 1, last - 1)
    middle = at(engine)
    address = f"?moment={middle}"
    engine.until(
        lambda: engine.run("() => location.search") == address, f"{address} is not gone to"
    )
    engine.reload()
    engine.wait_for(BOARD)
    comes_to(engine, middle, middle)


# --- Going there


def begin(engine: Engine, mode: str, server: Server) -> PageClient:
    """Begin a game with a seed from the start page; a second socket tells what can be done."""
    engine.click("summary", WORDS.say("page.start.more"))
    engine.click("input[inputmode=numeric]")
    engine.press(*SEED)
    engine.click(f"form[aria-labelledby=mode-{mode}] > button")
    engine.wait_for(BOARD)
    table = engine.run("() => location.pathname").removeprefix("/table/")
    return PageClient(server, table, cookie=engine.cookie())


def shows(engine: Engine, number: int) -> None:
    """Wait until the page shows an entry of the log."""
    engine.until(
        lambda: engine.attribute("[data-number]", "data-number") == str(number),
        f"the page does not show {number}",
    )


def at(engine: Engine) -> int:
    """Which moment the slider of a replay shows."""
    found: int = engine.run("(selector) => document.querySelector(selector).valueAsNumber", SLIDER)
    return found


def comes_to(engine: Engine, first: int, last: int) -> None:
    """Wait until the slider shows one of these moments."""
    engine.until(
        lambda: first <= at(engine) <= last, f"the replay does not come to {first} to {last}"
    )


# --- Playing


def to_move(engine: Engine, socket: PageClient) -> None:
    """Play on until a tile is to be emptied."""
    while socket.wait_for_turn() and not choices(socket, "take"):
        shows(engine, socket.number)
        if bids := choices(socket, "bid"):
            least = min(bids, key=lambda choice: choice.get("value", 0))
            engine.click(f"[data-bid='{least.get('value', 0)}']")
            send(engine, socket, least["action"])
        else:
            finish(engine, socket)
    shows(engine, socket.number)


def choices(socket: PageClient, kind: str) -> list[dict[str, Any]]:
    offered = [each for mine in socket.private.values() for each in mine.get("choices", ())]
    return [each for each in offered if each["kind"] == kind]


def moves(socket: PageClient) -> list[dict[str, str]]:
    """The ends of moves of several steps that are known by where they begin and end."""
    ends: list[dict[str, str]] = socket.ask("ask", what="outcomes")["outcomes"]
    pairs = [(end["start"], end["tile"]) for end in ends]
    return [
        end
        for end, (start, tile) in zip(ends, pairs, strict=True)
        if pairs.count((start, tile)) == 1 and sum(map(abs, between(start, tile))) > 1
    ]


def between(start: str, tile: str) -> tuple[int, int]:
    """How far a tile is to the right, and how far up."""
    return ord(tile[0]) - ord(start[0]), int(tile[1:]) - int(start[1:])


def is_of(end: dict[str, str], action: str) -> bool:
    """Whether a move begins and ends so."""
    _, start, *drops = action.split(" ")
    return (start, drops[-1]) == (end["start"], end["tile"] + end["tribe"])


def planned(engine: Engine) -> str:
    """The whole move that the page would send now."""
    engine.wait_for(SOW)
    return engine.attribute(SOW, "data-choice") or ""


def finish(engine: Engine, socket: PageClient) -> None:
    """Do nothing else in this turn."""
    while rest := choices(socket, "pass") + choices(socket, "end"):
        shows(engine, socket.number)
        send(engine, socket, rest[0]["action"])


def forgotten(engine: Engine) -> bool:
    """Give up the plan; where the pointer has rested for long, Escape closes a card first."""
    engine.press("Escape")
    return engine.attribute(SOW, "data-choice") is None


def send(engine: Engine, socket: PageClient, kind: str) -> str:
    """Press the button that sends an action, and see that it was done; which it was."""
    button = f"button[data-choice^='{kind}']"
    engine.wait_for(button)
    action, before = engine.attribute(button, "data-choice") or "", socket.number
    engine.click(button)
    socket.catch_up(before + 1)
    return action


def walk(engine: Engine, tile: str) -> None:
    """Go over the board from the tile that has the focus."""
    across, up = between(engine.run("() => document.activeElement.dataset.tile"), tile)
    engine.press(*["ArrowRight" if across > 0 else "ArrowLeft"] * abs(across))
    engine.press(*["ArrowUp" if up > 0 else "ArrowDown"] * abs(up))
    assert engine.run("() => document.activeElement.dataset.tile") == tile
