"""The explorer: branch, comment, reload, edit and copy."""

from __future__ import annotations

import json
import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from naqala import Game
from naqala.rules.board import TILE_NAMES
from tests.page.browsers import PHONE, Look
from tests.page.conftest import OpenPage
from tests.page.explorer import FIRST, LANDSCAPE, SECOND, Explorer
from tests.page.layout import layout_faults


def copied(page: Page) -> str:
    text: str = page.evaluate("navigator.clipboard.readText()")
    return text


@pytest.mark.parametrize("look", [Look(), Look("fr", PHONE, dark=True)])
def test_a_position_is_explored_edited_and_taken_along(open_page: OpenPage, look: Look) -> None:
    visitor = open_page(None, look=look)
    page = visitor.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visitor.goto(f"/explore?position={quote(LANDSCAPE)}")
    explorer = Explorer(visitor, look)
    expect(page).to_have_url(re.compile(r"/explore$"))

    # The adviser has three lines; one of them is put into the prompt.
    expect(page.locator(".adv")).to_have_count(3)
    page.locator(".adv .btn").first.click()
    expect(page.locator(".prompt .primary, .pprompt .primary").first).to_be_visible()
    faults = {"advice": visitor.axe_violations()}
    assert layout_faults(page) == []
    page.keyboard.press("Escape")

    # Another move from the same position adds a variation and overwrites nothing.
    explorer.sow(FIRST, 1)
    explorer.tab("moves")
    page.locator("[data-undo]").click()
    explorer.expect_node(0)
    explorer.sow(SECOND, 2)
    assert len(explorer.moves()) == 2
    assert [line[0] for line in explorer.moves()] == ["0", "1"]
    assert "c1" in explorer.moves()[0]
    comment = page.get_by_label(explorer.say("comment"))
    comment.fill("Better?")
    comment.blur()
    faults["moves"] = visitor.axe_violations()
    assert layout_faults(page) == []

    # Nothing is lost by a reload.
    page.reload()
    explorer.expect_opened()
    explorer.expect_node(2)
    explorer.tab("moves")
    expect(page.get_by_label(explorer.say("comment"))).to_have_value("Better?")
    page.get_by_role("button", name=explorer.say("make_main")).click()
    assert "b1" in explorer.moves()[0]

    # The record has the line with its comment, and can be opened.
    explorer.tab("advice")
    page.get_by_role("button", name=explorer.say("record"), exact=True).click()
    expect(page.get_by_role("button", name=explorer.say("copied"))).to_be_visible()
    record = copied(page)
    assert re.search(r"sow b1 \w+ a2Y\n# Better\?\n$", record)
    game = Game.load(record)
    page.get_by_role("button", name=explorer.say("position"), exact=True).click()
    expect(page.get_by_role("button", name=explorer.say("copied"))).to_be_visible()
    page.wait_for_function(
        "async text => await navigator.clipboard.readText() === text", arg=game.position()
    )
    for kind in ("svg", "png"):
        with page.expect_download() as download:
            page.get_by_role("button", name=explorer.say(kind)).click()
        assert download.value.path().stat().st_size > 10_000

    # A phone in landscape shows the board and what to do beside it.
    if look.phone:
        page.set_viewport_size({"width": 844, "height": 390})
        expect(page.locator(".pprompt")).to_be_in_viewport(ratio=1)
        assert layout_faults(page) == []
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})

    # More Viziers than the rules can count cannot be played, and the page says so.
    explorer.mode("edit")
    explorer.tab("pieces")
    page.get_by_role("button", name=explorer.words.say("tribe.viziers.other"), exact=True).click()
    checked = page.locator("[data-checked]")
    expect(page.locator(".check")).to_contain_text(explorer.say("playable"))
    for _ in range(26):
        page.locator("[data-tile='d5']").press("Enter")
    expect(page.locator(".check.bad")).to_be_visible()
    problem = page.locator(".check").inner_text().strip()
    assert problem not in (explorer.say("playable"), "")
    page.get_by_role("button", name=explorer.say("done"), exact=True).click()
    expect(page.locator(".ask [role=alert]")).to_be_visible()
    faults["edit"] = visitor.axe_violations()
    assert layout_faults(page) == []
    # It offers to put them into the bag, so that as many are left as the box has.
    page.get_by_role("button", name=explorer.say("mend"), exact=True).click()
    expect(page.locator(".check")).to_contain_text(explorer.say("playable"))
    expect(page.locator(".check .btn")).to_have_count(0)
    for tab in ("tiles", "cards"):
        explorer.tab(tab)
        faults[tab] = visitor.axe_violations()
        assert layout_faults(page) == []
    explorer.tab("pieces")
    # One Vizier too many is odd, but can be played.
    page.locator("[data-tile='d5']").press("Enter")
    expect(page.locator(".check.odd")).to_be_visible()
    faults["odd"] = visitor.axe_violations()
    if look.phone:
        page.set_viewport_size({"width": 844, "height": 390})
        expect(page.locator(".ask .primary")).to_be_in_viewport(ratio=1)
        assert layout_faults(page) == []
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.get_by_role("button", name=explorer.say("clear"), exact=True).click()
    expect(checked).to_have_attribute("data-checked", "true")
    expect(page.locator(".check.bad")).to_have_count(0)
    page.locator("[data-tile='d5']").press("Enter")
    page.get_by_role("button", name=explorer.say("done"), exact=True).click()
    explorer.expect_node(0)
    expect(visitor.tile("d5")).to_have_attribute("aria-label", re.compile("1 "))

    # What was explored before can be opened again.
    explorer.tab("moves")
    page.get_by_role("button", name=explorer.say("start_from")).click()
    faults["start from"] = visitor.axe_violations()
    page.locator("dialog .btn:has-text('2')").last.click()
    explorer.expect_node(2)
    assert faults == {screen: [] for screen in faults}


def test_a_finished_game_is_explored_from_a_moment_and_a_running_one_with_others_is_not(
    open_page: OpenPage,
) -> None:
    visitor = open_page("/rules")
    game = Game.new(players=2, seed=4)
    while not game.over:
        game.play(game.legal()[-1])
    table = visitor.post_table("me", "me", opening=game.record())
    moment = len(game.history) // 2
    visitor.goto(f"/table/{table}?moment={moment}")
    visitor.page.get_by_role("button", name="Explore from here").click()
    explorer = Explorer(visitor)
    saved = json.loads(visitor.page.evaluate("localStorage.getItem('naqala.explorations')"))
    steps = saved[0]["tree"]["nodes"].values()
    assert len(steps) > 20
    expect(visitor.page.locator(".tree [aria-current]")).to_be_visible()
    played = [each["step"]["moment"] for each in steps if each["step"]]
    assert max(played) == len(game.history)
    # A game on one screen may be explored while it runs.
    visitor.goto(f"/explore?table={visitor.post_table('me', 'me', seed='7')}")
    explorer.expect_opened()
    expect(visitor.page.get_by_role("alert")).to_have_count(0)
    expect(visitor.page.locator(".tree small").first).to_have_text("Player 1 and Player 2")
    # A game with somebody else is refused with a sentence, and the last exploration is shown.
    other = visitor.post_table("me", "open")
    visitor.goto(f"/explore?table={other}")
    expect(visitor.page.get_by_role("alert")).to_contain_text("The game has not started yet")
    explorer.expect_opened()
    visitor.console_errors.ignore("400")
    visitor.goto("/explore?position=nonsense")
    expect(visitor.page.get_by_role("alert")).to_contain_text("cannot be read")
    explorer.expect_opened()


def test_mountains_and_whims_are_edited(open_page: OpenPage) -> None:
    look = Look("fr", PHONE, dark=True)
    visitor = open_page(None, look=look)
    page = visitor.page
    game = Game.new(players=2, seed=9, expansions=["artisans", "whims"])
    (city, whim), *_ = game.state.whims.cities if game.state.whims else ()
    visitor.goto(f"/explore?position={quote(game.position())}")
    explorer = Explorer(visitor, look)
    explorer.mode("edit")
    explorer.tab("tiles")
    page.get_by_role("button", name=explorer.say("mountain"), exact=True).click()
    # One mountain more than the box has is odd, until another one is taken away.
    grid = game.state.land.grid
    walls = [wall for wall in sorted(grid.walls) if all(grid.all >> tile & 1 for tile in wall)]
    one, other = (TILE_NAMES[tile] for tile in walls[0])
    between = page.get_by_role(
        "button", name=explorer.say("mountains_between", one="a1", other="b1")
    )
    visitor.tile("a1").click()
    visitor.tile("b1").click()
    expect(between).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".check.odd")).to_contain_text("7")
    faults = {"mountains": visitor.axe_violations()}
    assert layout_faults(page) == []
    visitor.tile(one).click()
    visitor.tile(other).click()
    expect(page.locator("[data-checked=true]")).to_be_attached()
    expect(page.locator(".check.odd")).to_have_count(0)

    # The Whim of a city is given to a player, so the city has none; a mend lays another.
    explorer.tab("cards")
    page.locator("#explore-whim").select_option(whim.name)
    page.locator(".pprompt .chip").first.click()
    expect(page.locator(".seats .chip.whim")).to_have_count(1)
    expect(page.locator(".check.odd")).to_contain_text(TILE_NAMES[city])
    faults["whims"] = visitor.axe_violations()
    assert layout_faults(page) == []
    visitor.tile(TILE_NAMES[city]).click()
    expect(page.locator(".seats .chip.whim")).to_have_count(0)
    page.get_by_role("switch", name=explorer.say("whim_paid")).click()
    page.locator(".pprompt .chip").last.click()
    expect(page.locator(".seats .chip.paid")).to_have_count(1)
    page.get_by_role("button", name=explorer.say("mend"), exact=True).click()
    expect(page.locator(".check.odd")).to_have_count(0)
    page.get_by_role("button", name=explorer.say("done"), exact=True).click()
    explorer.expect_node(0)
    expect(visitor.tile("a1")).to_have_attribute("aria-label", re.compile("b1"))
    expect(visitor.tile(one)).not_to_have_attribute("aria-label", re.compile(other))
    assert faults == {screen: [] for screen in faults}


def test_the_bids_are_in_view_once_at_every_size(open_page: OpenPage) -> None:
    visitor = open_page(None)
    position = Game.new(players=4, seed=9).position()
    visitor.goto(f"/explore?position={quote(position)}")
    Explorer(visitor)
    for width, height in ((1440, 900), (1280, 720), (768, 1024), PHONE, (844, 390)):
        visitor.page.set_viewport_size({"width": width, "height": height})
        bids = visitor.page.locator("[data-bid]").filter(visible=True)
        expect(bids).to_have_count(9)
        expect(bids.last).to_be_in_viewport()
        assert layout_faults(visitor.page) == [], (width, height)


def test_without_storage_an_exploration_goes_on_and_says_that_it_is_not_kept(
    open_page: OpenPage,
) -> None:
    visitor = open_page(None)
    visitor.page.add_init_script(
        "Object.defineProperty(window, 'localStorage', {"
        "  get() { throw new DOMException('denied', 'SecurityError'); }"
        "});"
    )
    visitor.goto(f"/explore?position={quote(LANDSCAPE)}")
    explorer = Explorer(visitor)
    expect(visitor.page.locator(".strip")).to_contain_text(explorer.say("unsaved"))
    explorer.sow(FIRST, 1)
    assert len(explorer.moves()) == 1


def test_the_bids_are_shown_once_on_every_screen(open_page: OpenPage) -> None:
    visitor, position = open_page(None), Game.new(players=2, seed=3).position()
    visitor.goto(f"/explore?position={quote(position)}")
    for width, height in (PHONE, (768, 1024), (844, 390), (1280, 720)):
        visitor.page.set_viewport_size({"width": width, "height": height})
        expect(visitor.page.locator("[data-bid]")).to_have_count(9)
        expect(visitor.page.locator("[data-bid]").first).to_be_in_viewport()
