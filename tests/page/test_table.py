"""The table beside the game: language, clocks, chat, seats that move, are left and taken back."""

from __future__ import annotations

import json
import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import WebSocketRoute, expect

from naqala.text import catalogue
from tests.page.browsers import DESKTOP, PHONE, Look
from tests.page.conftest import Seated, Visitor
from tests.page.openings import nearly_over
from tests.page.test_sowing import to_move
from tests.page.visits import NUMBER, Visit

WORDS = catalogue("en")
WATCH = """
    window.states = [];
    new MutationObserver(all => all.forEach(each => {
        const now = each.target.dataset.connection;
        if (now !== 'open') window.states.push(now);
    })).observe(document, { subtree: true, attributeFilter: ['data-connection'] });
"""
"""Remembers whatever the connection is beside open."""
BOB = "Bob <img src=x onerror=a()>"


def said(key: str, **values: object) -> str:
    return WORDS.say(f"page.{key}", **values)


def sit(guest: Visit, name: str, number: int = 2) -> None:
    """Take an open seat of a table that waits."""
    guest.page.get_by_label(said("start.name")).first.fill(name)
    guest.page.get_by_role("button", name=said("lobby.sit_at", number=number)).click()


def press(visit: Visit, name: str) -> None:
    visit.page.get_by_role("button", name=name, exact=True).click()


def test_the_language_changes_in_place_and_the_plan_stays(seated: Seated) -> None:
    ann = seated("me", "merchant", seed=3)
    to_move(ann)
    start = next(choice["tile"] for choice in ann.choices if choice["kind"] == "take")
    page, number = ann.page, ann.socket.number
    ann.visit.tile(start).click()
    french = catalogue("fr")
    spoken = page.locator("html")
    heading = page.locator("h1")
    name = page.locator(f"[data-tile={start}]")
    kind = next(tile["kind"] for tile in ann.land() if tile["tile"] == start)
    page.evaluate(WATCH)
    for language, words in (("fr", french), ("en", WORDS)):
        page.get_by_role("button", name=language.upper()).first.click()
        expect(spoken).to_have_attribute("lang", language)
        expect(heading).to_have_text(words.say("page.table.choose_end", tile=start))
        expect(name).to_have_attribute("aria-label", re.compile(words.kind(kind), re.I))
        # What the server wrote is in the new language too, all of it.
        expect(page.locator("[data-connection=open]")).to_have_count(1)
        told = words.say("server.log_started")
        expect(page.get_by_role("tabpanel")).to_contain_text(told)
        ann.shows(number)
    assert page.evaluate("window.states") == [], "nobody is told that the line was lost"


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_clock_runs_for_who_is_in_turn(visit: Visitor, size: tuple[int, int]) -> None:
    ann = visit(None, look=Look(size=size))
    ann.page.clock.install()
    table = ann.create_table("me", "open", seed="2", clock={"minutes": 20, "increment": 10})
    ann.sees(said("lobby.clock_minutes", minutes=20, seconds=10))
    bob = visit(f"/table/{table}")
    sit(bob, "Bob")
    expect(ann.page.locator("[data-phase=running]")).to_have_count(1)
    runs = ann.call(f"tables/{table}")["scene"]["clock"]["runs"]
    if size == PHONE:
        ann.page.locator(".opp").click()
    running, waiting = (
        ann.page.locator(f".player[data-seat='{seat}'] .clock") for seat in (runs, 1 - runs)
    )
    expect(waiting).to_have_text("20:00")
    before = seconds(running.inner_text())
    # Not so far that the page would take the silence for a lost line.
    ann.page.clock.fast_forward(30_000)
    expect(running).to_have_text(re.compile("^19:[0-3]"))
    assert before - seconds(running.inner_text()) >= 29
    expect(waiting).to_have_text("20:00")


def test_chat_is_text_and_a_left_seat_is_handed_to_a_bot_and_taken_back(
    visit: Visitor, seated: Seated
) -> None:
    ann = seated("me", "open", seed=2)
    bob = visit(f"/table/{ann.table}")
    sit(bob, BOB)
    # Whatever looks like markup is shown as it was written, in names and in chat.
    for person, line in ((bob, "<b>Salam</b> & <script>alert(1)</script>"), (ann.visit, "1 < 2")):
        person.page.get_by_role("tab", name=said("table.tab_chat")).click()
        person.page.get_by_label(said("chat.message")).fill(line)
        press(person, said("chat.send"))
        for reader in (bob, ann.visit):
            reader.page.get_by_role("tab", name=said("table.tab_chat")).click()
            expect(reader.page.locator(".chat .text").last).to_have_text(line)
    ann.visit.sees(BOB)
    assert ann.page.locator("img[src=x], .chat script, .chat b b").count() == 0
    # Bob leaves; a bot plays on for him until he is back.
    press(bob, said("table.menu"))
    press(bob, said("table.leave"))
    press(bob, said("table.leave"))
    bob.page.wait_for_url(f"{bob.server.address}/")
    panel = ann.page.locator(".player[data-seat='1']")
    expect(panel).to_contain_text(said("table.state_left"))
    press(ann.visit, said("table.hand_over"))
    expect(panel).to_contain_text(said("table.bot_plays"))
    ann.socket.catch_up(int(ann.page.locator(NUMBER).get_attribute("data-number") or 0))
    ann.play(2)
    bob.go(f"/table/{ann.table}")
    press(bob, said("table.take_back"))
    for reader in (bob, ann.visit):
        expect(reader.page.locator(".player[data-seat='1']")).not_to_contain_text(
            said("table.bot_plays")
        )


def test_a_seat_moves_to_another_browser_by_its_link(visit: Visitor, seated: Seated) -> None:
    ann = seated("me", "merchant", seed=2)
    assert ann.wait()
    press(ann.visit, said("table.menu"))
    press(ann.visit, said("table.seat_link"))
    link = ann.page.get_by_label(said("table.seat_link")).input_value()
    assert "#seat=0:" in link
    phone = visit(link.removeprefix(ann.visit.server.address), look=Look(size=PHONE))
    expect(phone.page.locator("[role=grid]")).to_be_visible()
    assert urlsplit(phone.page.url).fragment == ""
    number = ann.socket.number
    phone.page.locator("[data-bid]").first.click()
    phone.page.locator(".primary[data-choice^='bid ']").click()
    phone.shows(number + 1)
    ann.shows(number + 1)
    # It stays there when the page is loaded anew.
    phone.page.reload()
    expect(phone.page.locator(".pme")).to_be_visible()


def test_a_seat_that_was_just_taken_is_told_and_the_game_can_be_watched(visit: Visitor) -> None:
    ann = visit(None)
    table = ann.create_table("me", "open", seed="2")
    eve = visit(None)
    held: list[str] = []

    def late(route: WebSocketRoute) -> None:
        """News come late, as on a bad line; answers come at once."""
        server = route.connect_to_server()

        def pass_on(frame: str | bytes) -> None:
            text = str(frame)
            told = json.loads(text)
            kinds = {each["type"] for each in (told if isinstance(told, list) else [told])}
            if kinds <= {"news", "presence"}:
                held.append(text)
            else:
                route.send(text)

        server.on_message(pass_on)

    eve.page.route_web_socket("**/socket", late)
    eve.go(f"/table/{table}")
    eve.sees(said("lobby.invited"))
    bob = visit(f"/table/{table}")
    sit(bob, "Bob")
    expect(bob.page.locator("[data-phase=running]")).to_have_count(1)
    sit(eve, "Eve")
    expect(eve.page.get_by_role("alert")).not_to_be_empty()
    assert eve.violations() == []
    eve.page.unroute_all()
    eve.go(f"/table/{table}")
    expect(eve.page.locator("[role=grid]")).to_be_visible()
    assert eve.offered() == []


def test_a_table_that_was_given_up_says_so_to_whoever_comes(visit: Visitor) -> None:
    ann = visit(None)
    table = ann.create_table("me", "open")
    press(ann, said("lobby.close"))
    press(ann, said("lobby.close_yes"))
    eve = visit(f"/table/{table}", look=Look(size=PHONE))
    for reader in (ann, eve):
        reader.sees(said("lobby.closed"))
        reader.sees(said("lobby.closed_text"))
    assert eve.violations() == []
    eve.page.get_by_role("link", name=said("lost.home")).last.click()
    eve.page.wait_for_url(f"{eve.server.address}/")


SQUEEZED = """() => {
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
"""What has no room on a wide screen."""


@pytest.mark.layout
@pytest.mark.parametrize(
    ("seats", "boxes"),
    [(2, ["artisans"]), (3, []), (4, ["whims"]), (5, ["artisans", "whims"])],
)
def test_a_small_laptop_shows_all_and_tells_what_to_do(
    seated: Seated, seats: int, boxes: list[str]
) -> None:
    look = Look("fr", (1280, 720))  # the longer words
    ann = seated("me", *["merchant"] * (seats - 1), seed=seats, look=look, expansions=boxes)
    to_move(ann)
    for width, height in ((1280, 720), (1366, 768)):
        ann.page.set_viewport_size({"width": width, "height": height})
        expect(ann.page.locator(".guide")).to_be_visible()
        assert ann.page.evaluate(SQUEEZED) == [], (width, height)
    ann.page.set_viewport_size({"width": 1400, "height": 480})  # low, yet no phone held sideways
    expect(ann.page.locator(".guide")).to_be_visible()


LOW = (360, 640)


def test_a_bid_that_is_looked_at_on_a_low_phone_stays_under_the_pointer(seated: Seated) -> None:
    ann = seated("me", "merchant", seed=3, look=Look(size=LOW))
    assert ann.wait()
    ann.shows(ann.socket.number)
    bid = ann.page.locator("[data-bid='3']")
    before = bid.bounding_box()
    bid.hover()
    expect(ann.page.locator(".spot.now")).to_have_count(1)  # it shows what it would do
    assert bid.bounding_box() == before
    ann.act("bid 3")


@pytest.mark.layout
def test_a_low_phone_holds_scores_of_three_figures_for_five(seated: Seated) -> None:
    late = nearly_over(5, 5, 10, by="merchant", expansions=["artisans", "whims"])
    ann = seated("me", *["merchant"] * 4, opening=late, look=Look("fr", LOW))
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
"""What a phone held sideways does not show whole."""
WIDTHS = "all => all.map(each => each.getBoundingClientRect().width)"
SIDEWAYS = [(844, 390), (667, 375), (900, 520), (667, 331), (844, 340)]
"""Phones held sideways; the last two are what a browser with bars leaves."""


@pytest.mark.layout
@pytest.mark.parametrize(("seats", "boxes"), [(1, []), (3, []), (5, ["artisans", "whims"])])
def test_a_phone_held_sideways_has_the_board_beside_all_else(
    seated: Seated, seats: int, boxes: list[str]
) -> None:
    bots = ["merchant"] * (seats - 1)
    ann = seated("me", *bots, seed=seats, look=Look("fr", PHONE), expansions=boxes)
    for _ in range(4):
        assert ann.wait()
        ann.shows(ann.socket.number)
        for width, height in SIDEWAYS:  # turned while it is played
            ann.page.set_viewport_size({"width": width, "height": height})
            expect(ann.page.locator(".pprompt h1")).to_be_attached()
            assert ann.page.evaluate(OFF_SCREEN) == [], (width, height)
            assert ann.page.evaluate("document.documentElement.scrollHeight") == height
            picks = ann.page.locator(".pprompt .pick").evaluate_all(WIDTHS)
            assert all(wide >= 24 for wide in picks), (width, height, picks)
            tile = ann.visit.tile("b2").bounding_box()
            assert tile is not None
            assert tile["width"] > 40
        ann.act(ann.fancy())


def seconds(shown: str) -> int:
    minutes, rest = shown.split(":")
    return 60 * int(minutes) + int(rest)
