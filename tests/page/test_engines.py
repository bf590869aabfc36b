"""The main features of the page in Firefox and WebKit.

All other tests run only in Chromium.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from naqala.text import catalogue
from tests.page.engines.engine import Engine
from tests.page.engines.firefox import firefox
from tests.page.engines.webkit import webkit
from tests.page.late_games import nearly_over
from tests.server.servers import PageClient, Server

WORDS = catalogue("en")
SEED = "7"
BOARD, SLIDER, SOW = "[role=grid]", "input[type=range]", ".primary[data-choice^='sow ']"
SET_VALUE = """(selector, text) => {
  const field = document.querySelector(selector);
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}"""
VISIBLE_SR_TEXTS = """() => [...document.querySelectorAll('.sr, .sr *')].filter((each) => {
  const box = each.getBoundingClientRect();
  return each.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}).map((each) => each.textContent)"""


@pytest.fixture(scope="module")
def recording_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose page records errors and warnings."""
    server = Server(tmp_path_factory.mktemp("tables"))
    server.program = ("-m", "tests.page.engines.error_recorder")
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="module", params=[firefox, webkit], ids=["firefox", "webkit"])
def shared_engine(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    recording_server: Server,
) -> Iterator[Engine]:
    """A browser, after a check that its console errors are reported."""
    with request.param(tmp_path_factory.mktemp("engine")) as engine:
        engine.goto(f"{recording_server.address}/")
        engine.run("() => console.error('test')")
        assert engine.console_errors()
        yield engine


@pytest.fixture
def engine(shared_engine: Engine, recording_server: Server) -> Iterator[Engine]:
    """A browser at the start page; fails if the test causes console errors."""
    before = shared_engine.console_errors()
    shared_engine.goto(f"{recording_server.address}/")
    yield shared_engine
    assert shared_engine.console_errors()[len(before) :] == []


def test_a_turn_can_be_played_by_clicking_and_persists_after_a_reload(
    engine: Engine, recording_server: Server
) -> None:
    with start_game(engine, "bots", recording_server) as socket:
        play_until_move(engine, socket)
        move = next(move for move in moves(socket) if move["tribe"] == "Y")  # no further decision
        engine.click(f"[data-tile='{move['start']}']")
        engine.wait_for(f"[data-tile='{move['start']}'][aria-selected=true]")
        engine.click(f".can[data-tile='{move['tile']}']")
        assert matches(move, send(engine, socket, "sow "))
        end_turn(engine, socket)
        assert socket.wait_for_turn()
        wait_for_entry(engine, socket.number)
        engine.reload()
        engine.wait_for(BOARD)
        wait_for_entry(engine, socket.number)


def test_a_move_can_be_dragged_and_cancelled_and_another_made_with_the_keyboard(
    engine: Engine, recording_server: Server
) -> None:
    with start_game(engine, "solo", recording_server) as socket:
        play_until_move(engine, socket)
        dragged, typed = moves(socket)[0], moves(socket)[-1]
        engine.drag(f"[data-tile='{dragged['start']}']", f"[data-tile='{dragged['tile']}']")
        assert matches(dragged, planned_move(engine))
        engine.until(lambda: cancel_plan(engine), "the plan is not cancelled")
        engine.run("() => document.querySelector('[data-tile][tabindex=\"0\"]').focus()")
        focus_tile(engine, typed["start"])
        engine.press("Enter")
        engine.wait_for(f".can[data-tile='{typed['tile']}']")
        focus_tile(engine, typed["tile"])
        engine.press("Enter")
        assert matches(typed, planned_move(engine))
        before = socket.number
        engine.press("c")
        socket.catch_up(before + 1)
        wait_for_entry(engine, socket.number)


def test_a_finished_game_can_be_opened_and_replayed(
    engine: Engine, recording_server: Server
) -> None:
    engine.click("button", WORDS.say("page.start.open"))
    engine.wait_for("dialog[open] textarea")
    engine.run(SET_VALUE, "dialog[open] textarea", nearly_over(2, 5, 0))
    engine.click("dialog[open] form > button")
    engine.wait_for(".chart")
    assert engine.run(VISIBLE_SR_TEXTS) == [], "texts for screen readers are visible"
    engine.click("button", WORDS.say("page.end.replay"))
    engine.wait_for(BOARD)
    last = int(engine.attribute(SLIDER, "max") or 0)
    wait_for_slider(engine, 0, 0)
    engine.press("ArrowRight")
    wait_for_slider(engine, 1, last - 1)
    engine.press("End")
    wait_for_slider(engine, last, last)
    engine.click(SLIDER)
    wait_for_slider(engine, 1, last - 1)
    middle = slider_value(engine)
    address = f"?moment={middle}"
    engine.until(
        lambda: engine.run("() => location.search") == address,
        f"the address does not end with {address}",
    )
    engine.reload()
    engine.wait_for(BOARD)
    wait_for_slider(engine, middle, middle)


# --- Navigation


def start_game(engine: Engine, mode: str, server: Server) -> PageClient:
    """Start a game from the start page; return a second socket with its legal choices."""
    engine.click("summary", WORDS.say("page.start.more"))
    engine.click("input[inputmode=numeric]")
    engine.press(*SEED)
    engine.click(f"form[aria-labelledby=mode-{mode}] > .big")
    engine.wait_for(BOARD)
    table = engine.run("() => location.pathname").removeprefix("/table/")
    return PageClient(server, table, cookie=engine.cookie())


def wait_for_entry(engine: Engine, number: int) -> None:
    """Wait until the page shows this entry of the log."""
    engine.until(
        lambda: engine.attribute("[data-number]", "data-number") == str(number),
        f"the page does not show entry {number}",
    )


def slider_value(engine: Engine) -> int:
    """The moment that the slider of a replay shows."""
    found: int = engine.run("(selector) => document.querySelector(selector).valueAsNumber", SLIDER)
    return found


def wait_for_slider(engine: Engine, first: int, last: int) -> None:
    """Wait until the slider shows a moment in this range."""
    engine.until(
        lambda: first <= slider_value(engine) <= last,
        f"the replay does not come to {first} to {last}",
    )


# --- Playing


def play_until_move(engine: Engine, socket: PageClient) -> None:
    """Play until the player must move."""
    while socket.wait_for_turn() and not choices(socket, "take"):
        wait_for_entry(engine, socket.number)
        if bids := choices(socket, "bid"):
            least = min(bids, key=lambda choice: choice.get("value", 0))
            engine.click(f"[data-bid='{least.get('value', 0)}']")
            send(engine, socket, least["action"])
        else:
            end_turn(engine, socket)
    wait_for_entry(engine, socket.number)


def choices(socket: PageClient, kind: str) -> list[dict[str, Any]]:
    offered = [each for mine in socket.private.values() for each in mine.get("choices", ())]
    return [each for each in offered if each["kind"] == kind]


def moves(socket: PageClient) -> list[dict[str, str]]:
    """The outcomes of longer moves that are determined by their start and end tiles."""
    ends: list[dict[str, str]] = socket.ask("ask", what="outcomes")["outcomes"]
    pairs = [(end["start"], end["tile"]) for end in ends]
    return [
        end
        for end, (start, tile) in zip(ends, pairs, strict=True)
        if pairs.count((start, tile)) == 1 and sum(map(abs, offset(start, tile))) > 1
    ]


def offset(start: str, tile: str) -> tuple[int, int]:
    """The number of columns to the right and of rows up."""
    return ord(tile[0]) - ord(start[0]), int(tile[1:]) - int(start[1:])


def matches(end: dict[str, str], action: str) -> bool:
    """Whether a move has this outcome."""
    _, start, *drops = action.split(" ")
    return (start, drops[-1]) == (end["start"], end["tile"] + end["tribe"])


def planned_move(engine: Engine) -> str:
    """The move that the page would send now."""
    engine.wait_for(SOW)
    return engine.attribute(SOW, "data-choice") or ""


def end_turn(engine: Engine, socket: PageClient) -> None:
    """Pass the remaining actions and end the turn."""
    while rest := choices(socket, "pass") + choices(socket, "end"):
        wait_for_entry(engine, socket.number)
        send(engine, socket, rest[0]["action"])


def cancel_plan(engine: Engine) -> bool:
    """Press Escape; true once the plan is cancelled. An open tooltip takes the first press."""
    engine.press("Escape")
    return engine.attribute(SOW, "data-choice") is None


def send(engine: Engine, socket: PageClient, kind: str) -> str:
    """Click the button of an action, wait until it is accepted, and return it."""
    button = f"button[data-choice^='{kind}']"
    engine.wait_for(button)
    action, before = engine.attribute(button, "data-choice") or "", socket.number
    engine.click(button)
    socket.catch_up(before + 1)
    return action


def focus_tile(engine: Engine, tile: str) -> None:
    """Move the focus on the board to a tile with the arrow keys."""
    across, up = offset(engine.run("() => document.activeElement.dataset.tile"), tile)
    engine.press(*["ArrowRight" if across > 0 else "ArrowLeft"] * abs(across))
    engine.press(*["ArrowUp" if up > 0 else "ArrowDown"] * abs(up))
    assert engine.run("() => document.activeElement.dataset.tile") == tile
