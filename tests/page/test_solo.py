"""The solo game against Yazid."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from naqala.text import catalogue
from tests.page.browsers import PHONE, Look
from tests.page.conftest import OpenPage, StartGame
from tests.page.layout import layout_faults
from tests.page.players import Player
from tests.page.scene_overrides import override_scenes
from tests.solo import EVERYWHERE, HE_STRIKES_LATER, solo

SMALL = (1280, 720)
FLAT = (844, 390)
UNDER = """tip => {
    const { left, right, top, bottom } = tip.getBoundingClientRect();
    const parts = document.querySelectorAll(`.board, [data-place], [data-lying], .opps, .ptop, .top,
        .pme .l1 > *, .hand > *, .things > *, .pprompt, .prompt, .player .head, .meter, .log li`);
    return [...parts].filter(part => {
        const box = part.getBoundingClientRect();
        const beside = box.right <= left || box.left >= right;
        const apart = beside || box.bottom <= top + 1 || box.top >= bottom - 1;
        return !apart && part.checkVisibility({ visibilityProperty: true });
    }).map(part => part.className.baseVal ?? part.className);
}"""
"""What a tip lies over, of all that can be read or pressed."""
COVERED = """all => all.filter(each => {
    const { left, top, bottom } = each.getBoundingClientRect();
    const found = y => each.contains(document.elementFromPoint(left + 12, y));
    return !found(top + 3) || !found(bottom - 3);
}).map(each => each.textContent)"""
"""The texts of the elements that something else lies over."""


def strike_much(message: dict[str, Any]) -> None:
    """Let every strike hit two full tiles, take cards and buy a Djinn; playing first is cheaper."""
    yazid = message["scene"].get("yazid") or {}
    past = [each["strike"] for each in yazid.get("past_strikes") or ()]
    for strike in [*past, *filter(None, [yazid.get("strike")])]:
        first = {**strike["tiles"][0], "pile": "YWBR", "gold": 12, "blue": 4}
        cards = ["fakir", "spices", "papyrus"]
        other = "e2" if first["tile"] != "e2" else "d2"
        second = {**first, "tile": other, "pile": "GGGR", "gold": 0, "cards": cards}
        strike |= {"tiles": [first, second], "gold": 12, "price": 11}
        strike |= {"djinn": "haurvatat", "djinns": 2, "fakirs": 1}


def test_a_solo_game_starts_from_the_start_page(open_page: OpenPage) -> None:
    ann = open_page()
    words = catalogue("en")
    ann.page.get_by_role("button", name=words.say("page.start.solo_play")).click()
    ann.page.wait_for_url("**/table/*")
    expect(ann.page.locator("[role=grid]")).to_be_visible()
    ann.expect_text("Yazid")


def test_a_whole_solo_game_can_be_played_by_mouse(start_game: StartGame) -> None:
    ann = start_game("me", seed=4)
    assert ann.visitor.axe_violations() == []
    ann.play()
    expect(ann.page.locator("[data-phase=over]")).to_have_count(1)
    scores = ann.socket.scene["players"]
    ann.visitor.expect_text(str(scores[0]["score"]["total"]))
    assert ann.visitor.axe_violations() == []


def test_strikes_without_a_choice_are_presented_one_by_one(start_game: StartGame) -> None:
    """The player acted first, and cannot pay to do so again in the next round."""
    words = catalogue("en")
    lines = (HE_STRIKES_LATER, "pending finishing", "p1-has gold 1", "seed 1")
    ann = start_game("me", opening=solo(EVERYWHERE, *lines).position())
    ann.act("end")
    past = ann.socket.scene["yazid"]["past_strikes"]
    assert len(past) == 2
    heading, go_on = ann.page.locator("main h1"), ann.page.locator("[data-go-on]")
    white, black = past[0]["dice"]
    ann.visitor.expect_text(words.say("page.prompt.played_first", white=white, black=black))
    expect(heading).to_contain_text(past[0]["strike"]["tiles"][0]["tile"])
    assert ann.visitor.axe_violations() == []
    ann.page.keyboard.press("Enter")
    price = past[1]["strike"]["price"]
    ann.visitor.expect_text(words.say("page.prompt.could_not_pay", price=price))
    expect(heading).to_contain_text(past[1]["strike"]["tiles"][0]["tile"])
    assert ann.page.locator(".can[data-tile]").count() == 0
    go_on.click()
    expect(go_on).to_have_count(0)
    ann.page.locator(".can[data-tile]").first.wait_for()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_strike_of_two_tiles_and_a_djinn_is_told_completely_on_a_phone(
    open_page: OpenPage, language: str
) -> None:
    visitor = open_page(look=Look(language, size=PHONE))
    override_scenes(visitor.page, strike_much)
    lines = (HE_STRIKES_LATER, "pending finishing", "p1-has gold 1", "seed 1")
    table = visitor.create_table("me", opening=solo(EVERYWHERE, *lines).position())
    Player(visitor, table).act("end")
    visitor.page.locator("[data-go-on]").wait_for()
    strikes = visitor.page.locator(".strikes li")
    expect(strikes).to_have_count(3)
    assert strikes.evaluate_all(COVERED) == []


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("dice", "tiles"), [((6, 6), ("f5", "f1")), ((3, 6), ("c5", "c2"))])
def test_the_choice_before_a_strike_shows_whom_he_takes_and_buys_on_a_phone(
    open_page: OpenPage, language: str, dice: tuple[int, int], tiles: tuple[str, str]
) -> None:
    def strike_twice(message: dict[str, Any]) -> None:
        strike_much(message)
        if (yazid := message["scene"].get("yazid")) and (strike := yazid.get("strike")):
            yazid["dice"] = list(dice)
            strike |= {"price": sum(dice), "gold": 0}
            piles = ("WWW", "YYW")
            strike["tiles"] = [
                {**each, "tile": tile, "pile": pile, "gold": 0, "cards": ["papyrus"]}
                for each, tile, pile in zip(strike["tiles"], tiles, piles, strict=True)
            ]

    visitor = open_page(look=Look(language, size=PHONE))
    override_scenes(visitor.page, strike_twice)
    visitor.create_table("me", opening=solo(EVERYWHERE).position())
    strikes = visitor.page.locator(".strikes li")
    expect(strikes).to_have_count(3)
    for number in (0, 1):
        assert strikes.nth(number).locator(".who svg").count() == 3
        expect(strikes.nth(number).locator(".who")).to_be_visible()
    expect(strikes.nth(2)).to_be_visible()


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", [SMALL, (1440, 900), PHONE, FLAT])
def test_a_strike_says_why_the_game_would_be_lost(
    open_page: OpenPage, language: str, size: tuple[int, int]
) -> None:
    """Y9: also where two tiles, the last camel and a Djinn leave no room for everything."""

    def strike_fatally(message: dict[str, Any]) -> None:
        strike_much(message)
        if (yazid := message["scene"].get("yazid")) and (strike := yazid.get("strike")):
            yazid["dice"] = [3, 6]
            strike |= {"price": 9, "lost": "djinns", "djinns": 6, "camels": 0}
            for each, tile in zip(strike["tiles"], ("c5", "c1"), strict=True):
                each |= {"tile": tile, "camel": True}

    visitor = open_page(look=Look(language, size=size))
    override_scenes(visitor.page, strike_fatally)
    visitor.create_table("me", opening=solo(EVERYWHERE).position())
    reason = visitor.page.locator(".strikes .bad").first
    expect(reason).to_contain_text("6 Djinns")
    expect(reason).to_be_visible()
    assert visitor.page.locator(".strikes .bad").evaluate_all(COVERED) == []
    assert layout_faults(visitor.page) == []


@pytest.mark.parametrize("sizes", [[PHONE, (390, 664), FLAT], [SMALL]])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_tip_covers_nothing(
    open_page: OpenPage, language: str, sizes: list[tuple[int, int]]
) -> None:
    visitor = open_page(look=Look(language, size=sizes[0]))
    override_scenes(visitor.page, strike_much)
    name = catalogue(language).say("page.start.solo_play")
    visitor.page.get_by_role("button", name=name).click()
    faults = {}
    for name in ("strike", "move"):
        tip = visitor.page.locator(f"[data-tip={name}]")
        tip.wait_for()
        for width, height in sizes:
            visitor.page.set_viewport_size({"width": width, "height": height})
            faults[name, width, height] = layout_faults(visitor.page)
            # A strike needs the whole prompt of a phone held sideways.
            waits = name == "strike" and (width, height) == FLAT
            expect(tip).to_have_count(0 if waits else 1)
            if not waits:
                faults[name, width, height] += tip.evaluate(UNDER)
        visitor.page.set_viewport_size({"width": sizes[0][0], "height": sizes[0][1]})
        if name == "strike":
            for number in range(3 if sizes[0] == PHONE else 0):
                expect(visitor.page.locator(".strikes li").nth(number)).to_be_visible()
            visitor.page.locator(".primary[data-choice=first]").click()
    assert faults == {screen: [] for screen in faults}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_tip_leaves_the_log_its_room(open_page: OpenPage, language: str) -> None:
    visitor = open_page(look=Look(language, size=SMALL))
    words = catalogue(language)
    visitor.page.get_by_role("button", name=words.say("page.start.solo_play")).click()
    tip, log = visitor.page.locator("[data-tip]"), visitor.page.locator(".right .side")
    tip.wait_for()
    beside = log.bounding_box()
    tip.get_by_role("button", name=words.say("page.learn.tip_read")).click()
    expect(tip).to_have_count(0)
    assert log.bounding_box() == beside
