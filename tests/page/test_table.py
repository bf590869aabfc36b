"""The table around the game: language, clocks, chat, seats and the layout on small screens."""

from __future__ import annotations

import json
import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import WebSocketRoute, expect

from naqala.text import catalogue
from tests.page.browsers import DESKTOP, PHONE, Look
from tests.page.conftest import OpenPage, StartGame
from tests.page.late_games import nearly_over
from tests.page.test_sowing import play_until_move
from tests.page.visitor import NUMBER, Visitor

WORDS = catalogue("en")
RECORD_CONNECTION = """
    window.states = [];
    new MutationObserver(all => all.forEach(each => {
        const now = each.target.dataset.connection;
        if (now !== 'open') window.states.push(now);
    })).observe(document, { subtree: true, attributeFilter: ['data-connection'] });
"""
"""Records all connection states other than open."""
BOB = "Bob <img src=x onerror=a()>"


def text(key: str, **values: object) -> str:
    return WORDS.say(f"page.{key}", **values)


def sit(guest: Visitor, name: str, number: int = 2) -> None:
    """Take an open seat in the lobby."""
    guest.page.get_by_label(text("start.name")).first.fill(name)
    guest.page.get_by_role("button", name=text("lobby.sit_at", number=number)).click()


def press(visitor: Visitor, name: str) -> None:
    visitor.page.get_by_role("button", name=name, exact=True).click()


def test_changing_the_language_keeps_the_planned_move(start_game: StartGame) -> None:
    ann = start_game("me", "merchant", seed=3)
    play_until_move(ann)
    start = next(choice["tile"] for choice in ann.choices if choice["kind"] == "take")
    page, number = ann.page, ann.socket.number
    ann.visitor.tile(start).click()
    french = catalogue("fr")
    root = page.locator("html")
    heading = page.locator("h1")
    name = page.locator(f"[data-tile={start}]")
    kind = next(tile["kind"] for tile in ann.tiles() if tile["tile"] == start)
    page.evaluate(RECORD_CONNECTION)
    for language, words in (("fr", french), ("en", WORDS)):
        page.get_by_role("button", name=language.upper()).first.click()
        expect(root).to_have_attribute("lang", language)
        expect(heading).to_have_text(words.say("page.table.choose_end", tile=start))
        expect(name).to_have_attribute("aria-label", re.compile(words.kind(kind), re.I))
        # Texts from the server are in the new language too.
        expect(page.locator("[data-connection=open]")).to_have_count(1)
        started = words.say("server.log_started")
        expect(page.get_by_role("tabpanel")).to_contain_text(started)
        ann.wait_for_entry(number)
    assert page.evaluate("window.states") == [], "the connection is not shown as lost"


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_clock_runs_for_the_player_in_turn(open_page: OpenPage, size: tuple[int, int]) -> None:
    ann = open_page(None, look=Look(size=size))
    ann.page.clock.install()
    table = ann.create_table("me", "open", seed="2", clock={"minutes": 20, "increment": 10})
    ann.expect_text(text("lobby.clock_minutes", minutes=20, seconds=10))
    bob = open_page(f"/table/{table}")
    sit(bob, "Bob")
    expect(ann.page.locator("[data-phase=running]")).to_have_count(1)
    runs = ann.api(f"tables/{table}")["scene"]["clock"]["runs"]
    if size == PHONE:
        ann.page.locator(".opp").click()
    running, waiting = (
        ann.page.locator(f".player[data-seat='{seat}'] .clock") for seat in (runs, 1 - runs)
    )
    expect(waiting).to_have_text("20:00")
    before = seconds(running.inner_text())
    # Less than the time after which the page considers the connection lost.
    ann.page.clock.fast_forward(30_000)
    expect(running).to_have_text(re.compile("^19:[0-3]"))
    assert before - seconds(running.inner_text()) >= 29
    expect(waiting).to_have_text("20:00")


def test_chat_is_plain_text_and_a_left_seat_can_be_handed_to_a_bot_and_taken_back(
    open_page: OpenPage, start_game: StartGame
) -> None:
    ann = start_game("me", "open", seed=2)
    bob = open_page(f"/table/{ann.table}")
    sit(bob, BOB)
    # Markup in names and in chat is shown as text.
    for person, line in ((bob, "<b>Salam</b> & <script>alert(1)</script>"), (ann.visitor, "1 < 2")):
        person.page.get_by_role("tab", name=text("table.tab_chat")).click()
        person.page.get_by_label(text("chat.message")).fill(line)
        press(person, text("chat.send"))
        for reader in (bob, ann.visitor):
            reader.page.get_by_role("tab", name=text("table.tab_chat")).click()
            expect(reader.page.locator(".chat .text").last).to_have_text(line)
    ann.visitor.expect_text(BOB)
    assert ann.page.locator("img[src=x], .chat script, .chat b b").count() == 0
    # Bob leaves, and a bot plays for him until he is back.
    press(bob, text("table.menu"))
    press(bob, text("table.leave"))
    press(bob, text("table.leave"))
    bob.page.wait_for_url(f"{bob.server.address}/")
    panel = ann.page.locator(".player[data-seat='1']")
    expect(panel).to_contain_text(text("table.state_left"))
    press(ann.visitor, text("table.hand_over"))
    expect(panel).to_contain_text(text("table.bot_plays"))
    ann.socket.catch_up(int(ann.page.locator(NUMBER).get_attribute("data-number") or 0))
    ann.play(2)
    bob.goto(f"/table/{ann.table}")
    press(bob, text("table.take_back"))
    for reader in (bob, ann.visitor):
        expect(reader.page.locator(".player[data-seat='1']")).not_to_contain_text(
            text("table.bot_plays")
        )


def test_a_seat_moves_to_another_browser_by_its_link(
    open_page: OpenPage, start_game: StartGame
) -> None:
    ann = start_game("me", "merchant", seed=2)
    assert ann.wait_for_turn()
    press(ann.visitor, text("table.menu"))
    press(ann.visitor, text("table.seat_link"))
    link = ann.page.get_by_label(text("table.seat_link")).input_value()
    assert "#seat=0:" in link
    phone = open_page(link.removeprefix(ann.visitor.server.address), look=Look(size=PHONE))
    expect(phone.page.locator("[role=grid]")).to_be_visible()
    assert urlsplit(phone.page.url).fragment == ""
    number = ann.socket.number
    phone.page.locator("[data-bid]").first.click()
    phone.page.locator(".primary[data-choice^='bid ']").click()
    phone.wait_for_entry(number + 1)
    ann.wait_for_entry(number + 1)
    # The seat stays after a reload.
    phone.page.reload()
    expect(phone.page.locator(".pme")).to_be_visible()


def test_a_seat_that_was_just_taken_is_refused_and_the_game_can_be_watched(
    open_page: OpenPage,
) -> None:
    ann = open_page(None)
    table = ann.create_table("me", "open", seed="2")
    eve = open_page(None)
    held: list[str] = []

    def delay_news(route: WebSocketRoute) -> None:
        """Hold back news, as on a bad connection; answers are forwarded at once."""
        server = route.connect_to_server()

        def forward(frame: str | bytes) -> None:
            content = json.loads(str(frame))
            messages = content if isinstance(content, list) else [content]
            kinds = {each["type"] for each in messages}
            if kinds <= {"news", "presence"}:
                held.append(str(frame))
            else:
                route.send(str(frame))

        server.on_message(forward)

    eve.page.route_web_socket("**/socket", delay_news)
    eve.goto(f"/table/{table}")
    eve.expect_text(text("lobby.invited"))
    bob = open_page(f"/table/{table}")
    sit(bob, "Bob")
    expect(bob.page.locator("[data-phase=running]")).to_have_count(1)
    sit(eve, "Eve")
    expect(eve.page.get_by_role("alert")).not_to_be_empty()
    assert eve.axe_violations() == []
    eve.page.unroute_all()
    eve.goto(f"/table/{table}")
    expect(eve.page.locator("[role=grid]")).to_be_visible()
    assert eve.offered_actions() == []


def test_a_closed_table_shows_that_it_is_closed(open_page: OpenPage) -> None:
    ann = open_page(None)
    table = ann.create_table("me", "open")
    press(ann, text("lobby.close"))
    press(ann, text("lobby.close_yes"))
    eve = open_page(f"/table/{table}", look=Look(size=PHONE))
    for reader in (ann, eve):
        reader.expect_text(text("lobby.closed"))
        reader.expect_text(text("lobby.closed_text"))
    assert eve.axe_violations() == []
    eve.page.get_by_role("link", name=text("lost.home")).last.click()
    eve.page.wait_for_url(f"{eve.server.address}/")


LAPTOP_FAULTS = """() => {
  const one = (what) => document.querySelector(what);
  const box = (what) => one(what).getBoundingClientRect();
  const spots = [...document.querySelectorAll('.spot')];
  const last = Math.max(...spots.map((spot) => spot.getBoundingClientRect().right));
  const found = {
    'the guide leaves the prompt': box('.guide').bottom > box('.prompt').bottom,
    'the prompt lies over the board': box('.prompt').top < box('svg.board').bottom,
    'the track lies over the tools': last > box('.corner .tools').left,
    'the page scrolls': document.documentElement.scrollHeight > innerHeight,
  };
  for (const part of ['.left', '.right', '.prompt .body']) {
    found[`${part} scrolls`] = one(part).scrollHeight > one(part).clientHeight;
  }
  return Object.keys(found).filter((what) => found[what]);
}"""
"""The parts that do not fit on a wide screen."""


@pytest.mark.layout
@pytest.mark.parametrize(
    ("seats", "boxes"),
    [(2, ["artisans"]), (3, []), (4, ["whims"]), (5, ["artisans", "whims"])],
)
def test_everything_fits_on_a_small_laptop(
    start_game: StartGame, seats: int, boxes: list[str]
) -> None:
    look = Look("fr", (1280, 720))  # the longer texts
    ann = start_game("me", *["merchant"] * (seats - 1), seed=seats, look=look, expansions=boxes)
    play_until_move(ann)
    for width, height in ((1280, 720), (1366, 768)):
        ann.page.set_viewport_size({"width": width, "height": height})
        expect(ann.page.locator(".guide")).to_be_visible()
        assert ann.page.evaluate(LAPTOP_FAULTS) == [], (width, height)
    ann.page.set_viewport_size({"width": 1400, "height": 480})  # low, but not a phone in landscape
    expect(ann.page.locator(".guide")).to_be_visible()


LOW = (360, 640)


def test_a_hovered_bid_on_a_low_phone_does_not_move(start_game: StartGame) -> None:
    ann = start_game("me", "merchant", seed=3, look=Look(size=LOW))
    assert ann.wait_for_turn()
    ann.wait_for_entry(ann.socket.number)
    bid = ann.page.locator("[data-bid='3']")
    before = bid.bounding_box()
    bid.hover(position={"x": 4, "y": 4})
    bid.hover()  # only a pointer that moves asks for the preview
    expect(ann.page.locator(".spot.now")).to_have_count(1)  # the preview of the bid
    assert bid.bounding_box() == before
    ann.act("bid 3")


@pytest.mark.layout
def test_three_digit_scores_of_five_players_fit_on_a_low_phone(start_game: StartGame) -> None:
    late = nearly_over(5, 5, 10, by="merchant", expansions=["artisans", "whims"])
    ann = start_game("me", *["merchant"] * 4, opening=late, look=Look("fr", LOW))
    ann.page.locator(".opp").first.wait_for()
    scores = ann.page.locator(".opp .sc").all_inner_texts()
    assert any(len(score.rstrip("+")) > 2 for score in scores)
    wide = "all => all.filter(each => each.scrollWidth > each.clientWidth).length"
    assert ann.page.locator(".opp").evaluate_all(wide) == 0


OFF_SCREEN = """() => {
  const inside = ({ left, top, right, bottom }) =>
    left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  const all = ['svg.board', '.pprompt h1', '.pprompt .btn', '.pprompt .pick', '.ptop .icon'];
  const shown = [...document.querySelectorAll([...all, '.good', '.opp', '.pme'].join())];
  const lost = shown.filter((one) => one.checkVisibility() && !inside(one.getBoundingClientRect()));
  const board = document.querySelector('svg.board').getBoundingClientRect();
  const beside = document.querySelector('.pprompt').getBoundingClientRect();
  if (board.right > beside.left) lost.push(document.querySelector('svg.board'));
  return lost.map((one) => one.outerHTML.slice(0, 80));
}"""
"""The parts that a phone in landscape does not show completely."""
WIDTHS = "all => all.map(each => each.getBoundingClientRect().width)"
LANDSCAPE = [(844, 390), (667, 375), (900, 520), (667, 331), (844, 340)]
"""Phones in landscape; the last two without the height of the browser's bars."""


@pytest.mark.layout
@pytest.mark.parametrize(("seats", "boxes"), [(1, []), (3, []), (5, ["artisans", "whims"])])
def test_on_a_phone_in_landscape_everything_fits_beside_the_board(
    start_game: StartGame, seats: int, boxes: list[str]
) -> None:
    bots = ["merchant"] * (seats - 1)
    ann = start_game("me", *bots, seed=seats, look=Look("fr", PHONE), expansions=boxes)
    for _ in range(3):
        assert ann.wait_for_turn()
        ann.wait_for_entry(ann.socket.number)
        for width, height in LANDSCAPE:  # resized during the game
            ann.page.set_viewport_size({"width": width, "height": height})
            expect(ann.page.locator(".pprompt h1")).to_be_attached()
            assert ann.page.evaluate(OFF_SCREEN) == [], (width, height)
            assert ann.page.evaluate("document.documentElement.scrollHeight") == height
            picks = ann.page.locator(".pprompt .pick").evaluate_all(WIDTHS)
            assert all(wide >= 24 for wide in picks), (width, height, picks)
            tile = ann.visitor.tile("b2").bounding_box()
            assert tile is not None
            assert tile["width"] > 40
        ann.skip()


def seconds(shown: str) -> int:
    minutes, rest = shown.split(":")
    return 60 * int(minutes) + int(rest)


def test_cards_of_a_row_that_gets_hidden_do_not_move(start_game: StartGame) -> None:
    """A low phone shows Djinns instead of goods as soon as one can be summoned."""
    late = nearly_over(2, 5, 15, by="merchant")
    look = Look(size=(844, 390), reduced_motion=False)
    ann = start_game("me", "merchant", opening=late, look=look)
    assert ann.wait_for_turn()
    goods = ann.page.locator(".pmk")
    expect(goods).to_be_visible()
    before = ann.socket.scene["row"]
    ann.act("sow d3 d4G")
    assert ann.socket.scene["row"] != before
    expect(ann.page.locator(".pdj .offer").first).to_be_visible()
    expect(goods).to_be_hidden()
    # Invalid frames of an animation would be in the console, which the fixture checks.
