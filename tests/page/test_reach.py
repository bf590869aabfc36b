"""Playing without a mouse, and hearing the board instead of seeing it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from naqala.text import catalogue
from tests.page.browsers import PHONE, Look
from tests.page.conftest import Seated, Visitor
from tests.page.keyboards import Keys, Typist
from tests.page.openings import nearly_over
from tests.page.players import Player


def test_keys_alone_lead_from_the_start_page_to_the_end_of_a_game(visit: Visitor) -> None:
    ann = visit()
    keys = Keys(ann.page)
    words = catalogue("en")
    keys.press(ann.page.get_by_role("button", name=words.say("page.start.open")))
    keys.reach(ann.page.locator("dialog textarea"))
    ann.page.keyboard.insert_text(nearly_over(2, 8, 12))
    keys.reach(ann.page.locator("dialog [type=radio]:checked"))
    ann.page.keyboard.press("ArrowRight")  # everybody here, so that every choice is made by keys
    keys.press(ann.page.locator("dialog .primary"))
    ann.page.wait_for_url("**/table/*")
    player = Player(ann, ann.page.url.rsplit("/", 1)[1])
    typist = Typist(player)
    while player.wait():
        typist.act(player.fancy())
    player.close()
    expect(ann.page.locator("[data-phase=over]")).to_have_count(1)
    keys.press(ann.page.get_by_role("button", name=words.say("page.table.to_board")))
    keys.stays()
    keys.press(ann.page.get_by_role("button", name=words.say("page.table.to_result")))
    keys.stays()
    # And back through it, step by step.
    keys.press(ann.page.get_by_role("button", name=words.say("page.end.replay")))
    expect(ann.page.get_by_role("heading", name=words.say("page.replay.title"))).to_be_visible()
    keys.stays()
    ann.page.keyboard.press("ArrowRight")
    expect(ann.page).to_have_url(re.compile(r"moment=\d+$"))
    ann.page.keyboard.press("Escape")
    ann.sees(words.say("page.end.sheet"))
    keys.stays()


@pytest.mark.parametrize("look", [Look(), Look(size=PHONE, dark=True)])
def test_axe_finds_nothing_wrong_wherever_a_game_leads(seated: Seated, look: Look) -> None:
    found: dict[str, list[str]] = {}
    ann = seated("me", "merchant", opening=nearly_over(2, 8, 12), look=look)
    page, words = ann.page, catalogue("en")

    def press(key: str, role: str = "button") -> None:
        page.get_by_role(role, name=words.say(f"page.{key}"), exact=True).first.click()  # type: ignore[arg-type]

    def look_at(place: str, over: bool = True) -> None:
        """Where something lies over the table it is really there, and goes again."""
        expect(page.locator("dialog[open]"), place).to_have_count(int(over))
        found[place] = ann.visit.violations()
        page.keyboard.press("Escape")

    assert ann.wait()
    ann.shows(ann.socket.number)
    press("settings.title")
    look_at("settings")
    press("table.menu")
    look_at("menu")
    press("table.all_choices")
    look_at("choices")
    ann.socket.ask("say", text="Salam")
    if look.phone:
        press("table.side")
    press("table.tab_chat", "tab")
    page.locator(".chat .text").wait_for()
    look_at("chat", over=look.phone)
    press("table.hint")
    page.locator(".hints ol > li").first.wait_for()
    look_at("hint", over=look.phone)
    if look.phone:
        page.locator(".opp").first.click()
        look_at("people")
    ann.play()
    expect(page.locator("[data-phase=over]")).to_have_count(1)
    look_at("end", over=False)
    press("end.replay")
    page.get_by_role("slider").wait_for()
    look_at("replay", over=False)
    ann.visit.create_table("me", "open", "merchant", options={"expansions": ["whims"]})
    page.get_by_role("heading", name=words.say("page.invite.title")).wait_for()
    look_at("lobby", over=False)
    ann.visit.go("/rules")
    page.get_by_role("heading").first.wait_for()
    look_at("rules", over=False)
    assert {place: wrong for place, wrong in found.items() if wrong} == {}


def test_any_action_can_be_written_in_notation(seated: Seated) -> None:
    ann = seated("me", "merchant", seed=9)
    for _ in range(3):
        assert ann.wait()
        ann.shows(ann.socket.number)
        number = ann.socket.number
        ann.type(ann.fancy())
        while ann.socket.number == number:
            ann.socket.receive()
        ann.shows(ann.socket.number)


def test_a_wrong_line_of_notation_is_told_and_loses_nothing(seated: Seated) -> None:
    ann = seated("me", "merchant", seed=9)
    assert ann.wait()
    ann.shows(ann.socket.number)
    ann.type("sow z9 camels")
    expect(ann.page.locator("dialog [role=alert]")).not_to_be_empty()
    expect(ann.page.locator("#command")).to_have_value("sow z9 camels")


def test_the_board_is_heard_as_a_grid_of_named_tiles(seated: Seated) -> None:
    for language in ("en", "fr"):
        ann = seated("me", seed=3, look=Look(language))
        words = catalogue(language)
        cells = ann.page.get_by_role("gridcell")
        expect(cells).to_have_count(30)
        heard = ann.page.get_by_role("grid").aria_snapshot()
        assert len(re.findall("- row", heard)) == 5
        for tile, place in zip(ann.socket.scene["tiles"], ann.land(), strict=True):
            name = ann.page.locator(f"[data-tile={place['tile']}]").get_attribute("aria-label")
            assert name is not None
            assert place["tile"] in name.lower()
            assert words.kind(place["kind"]).lower() in name.lower()
            if tile.get("pile"):
                assert len(name) > len(place["tile"]) + 12


def test_arrows_walk_over_the_board(seated: Seated) -> None:
    ann = seated("me", seed=3)
    ann.page.locator("[role=grid] [tabindex='0']").focus()
    names = []
    for key in ("Home", "ArrowRight", "ArrowDown", "ArrowLeft"):
        ann.page.keyboard.press(key)
        names.append(ann.page.evaluate("document.activeElement.dataset.tile"))
    assert len(set(names)) == len(names)
    assert all(name is not None for name in names)


def test_goods_and_djinns_are_explained_to_the_keyboard(seated: Seated) -> None:
    """Tab stops once at a row; arrows walk along it, and each thing shows its card."""
    ann = seated("me", "merchant", seed=3)
    words = catalogue("en")
    keys, card = Keys(ann.page), ann.page.locator("#tooltip-card")
    ann.shows(ann.socket.number)
    scene = ann.socket.scene
    goods = [words.say(f"card.{name}.name") for name in scene["row"]]
    djinns = [words.djinn(name) for name in scene["djinn_row"]]
    for row, names in ((".market", goods), ("[data-djinns]", djinns)):
        keys.reach(ann.page.locator(f"{row} [data-tooltip]"))
        for name in names:
            expect(card).to_contain_text(name, ignore_case=True)
            ann.page.keyboard.press("ArrowRight")
