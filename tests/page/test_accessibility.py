"""Playing with the keyboard and with a screen reader."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from naqala.text import catalogue
from tests.page.browsers import PHONE, Look
from tests.page.conftest import OpenPage, StartGame
from tests.page.keyboard import Keyboard, KeyboardPlayer
from tests.page.late_games import nearly_over
from tests.page.players import Player


def test_a_game_can_be_played_with_the_keyboard_from_start_to_end(open_page: OpenPage) -> None:
    ann = open_page()
    keyboard = Keyboard(ann.page)
    words = catalogue("en")
    keyboard.press(ann.page.get_by_role("button", name=words.say("page.start.open")))
    keyboard.tab_to(ann.page.locator("dialog textarea"))
    ann.page.keyboard.insert_text(nearly_over(2, 8, 7))
    keyboard.tab_to(ann.page.locator("dialog [type=radio]:checked"))
    ann.page.keyboard.press(
        "ArrowRight"
    )  # all seats here, so that every action is played with the keyboard
    keyboard.press(ann.page.locator("dialog .primary"))
    ann.page.wait_for_url("**/table/*")
    player = Player(ann, ann.page.url.rsplit("/", 1)[1])
    keyboard_player = KeyboardPlayer(player)
    while player.wait_for_turn():
        keyboard_player.act(player.random_action())
    player.close()
    expect(ann.page.locator("[data-phase=over]")).to_have_count(1)
    keyboard.press(ann.page.get_by_role("button", name=words.say("page.table.to_board")))
    keyboard.expect_focus()
    keyboard.press(ann.page.get_by_role("button", name=words.say("page.table.to_result")))
    keyboard.expect_focus()
    # The replay.
    keyboard.press(ann.page.get_by_role("button", name=words.say("page.end.replay")))
    expect(ann.page.get_by_role("heading", name=words.say("page.replay.title"))).to_be_visible()
    keyboard.expect_focus()
    ann.page.keyboard.press("ArrowRight")
    expect(ann.page).to_have_url(re.compile(r"moment=\d+$"))
    ann.page.keyboard.press("Escape")
    ann.expect_text(words.say("page.end.sheet"))
    keyboard.expect_focus()


@pytest.mark.parametrize("look", [Look(), Look(size=PHONE, dark=True)])
def test_no_screen_of_a_game_has_axe_violations(start_game: StartGame, look: Look) -> None:
    found: dict[str, list[str]] = {}
    ann = start_game("me", "merchant", opening=nearly_over(2, 8, 12), look=look)
    page, words = ann.page, catalogue("en")

    def press(key: str, role: str = "button") -> None:
        page.get_by_role(role, name=words.say(f"page.{key}"), exact=True).first.click()  # type: ignore[arg-type]

    def check(place: str, dialog: bool = True) -> None:
        """Check a screen, which is a dialog or not, and close the dialog."""
        expect(page.locator("dialog[open]"), place).to_have_count(int(dialog))
        found[place] = ann.visitor.axe_violations()
        page.keyboard.press("Escape")

    assert ann.wait_for_turn()
    ann.wait_for_entry(ann.socket.number)
    press("settings.title")
    check("settings")
    press("table.menu")
    check("menu")
    press("table.all_choices")
    check("choices")
    ann.socket.ask("say", text="Salam")
    if look.phone:
        press("table.side")
    press("table.tab_chat", "tab")
    page.locator(".chat .text").wait_for()
    check("chat", dialog=look.phone)
    press("table.hint")
    page.locator(".hints ol > li").first.wait_for()
    check("hint", dialog=look.phone)
    if look.phone:
        page.locator(".opp").first.click()
        check("people")
    ann.skip_to_end()
    expect(page.locator("[data-phase=over]")).to_have_count(1)
    check("end", dialog=False)
    press("end.replay")
    page.get_by_role("slider").wait_for()
    check("replay", dialog=False)
    ann.visitor.create_table("me", "open", "merchant", options={"expansions": ["whims"]})
    page.get_by_role("heading", name=words.say("page.invite.title")).wait_for()
    check("lobby", dialog=False)
    ann.visitor.goto("/rules")
    page.get_by_role("heading").first.wait_for()
    check("rules", dialog=False)
    assert {place: wrong for place, wrong in found.items() if wrong} == {}


def test_actions_can_be_typed_in_notation(start_game: StartGame) -> None:
    ann = start_game("me", "merchant", seed=9)
    for _ in range(3):
        assert ann.wait_for_turn()
        ann.wait_for_entry(ann.socket.number)
        number = ann.socket.number
        ann.type_command(ann.random_action())
        while ann.socket.number == number:
            ann.socket.receive()
        ann.wait_for_entry(ann.socket.number)


def test_an_invalid_command_shows_an_error_and_stays_in_the_field(start_game: StartGame) -> None:
    ann = start_game("me", "merchant", seed=9)
    assert ann.wait_for_turn()
    ann.wait_for_entry(ann.socket.number)
    ann.type_command("sow z9 camels")
    expect(ann.page.locator("dialog [role=alert]")).not_to_be_empty()
    expect(ann.page.locator("#command")).to_have_value("sow z9 camels")


def test_the_board_is_a_grid_of_named_tiles_for_screen_readers(start_game: StartGame) -> None:
    for language in ("en", "fr"):
        ann = start_game("me", seed=3, look=Look(language))
        words = catalogue(language)
        cells = ann.page.get_by_role("gridcell")
        expect(cells).to_have_count(30)
        snapshot = ann.page.get_by_role("grid").aria_snapshot()
        assert len(re.findall("- row", snapshot)) == 5
        for tile, place in zip(ann.socket.scene["tiles"], ann.tiles(), strict=True):
            name = ann.page.locator(f"[data-tile={place['tile']}]").get_attribute("aria-label")
            assert name is not None
            assert place["tile"] in name.lower()
            assert words.kind(place["kind"]).lower() in name.lower()
            if tile.get("pile"):
                assert len(name) > len(place["tile"]) + 12


def test_arrow_keys_move_over_the_board(start_game: StartGame) -> None:
    ann = start_game("me", seed=3)
    ann.page.locator("[role=grid] [tabindex='0']").focus()
    names = []
    for key in ("Home", "ArrowRight", "ArrowDown", "ArrowLeft"):
        ann.page.keyboard.press(key)
        names.append(ann.page.evaluate("document.activeElement.dataset.tile"))
    assert len(set(names)) == len(names)
    assert all(name is not None for name in names)


def test_goods_and_djinns_are_explained_on_focus(start_game: StartGame) -> None:
    """Tab stops once at each row; the arrow keys move along it."""
    ann = start_game("me", "merchant", seed=3)
    words = catalogue("en")
    keyboard, card = Keyboard(ann.page), ann.page.locator("#tooltip-card")
    ann.wait_for_entry(ann.socket.number)
    scene = ann.socket.scene
    goods = [words.say(f"card.{name}.name") for name in scene["row"]]
    djinns = [words.djinn(name) for name in scene["djinn_row"]]
    for row, names in ((".market", goods), ("[data-djinns]", djinns)):
        keyboard.tab_to(ann.page.locator(f"{row} [data-tooltip]"))
        for name in names:
            expect(card).to_contain_text(name, ignore_case=True)
            ann.page.keyboard.press("ArrowRight")
