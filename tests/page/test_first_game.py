"""The guided first game: offered to newcomers, coached, and then a game like any other."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from naqala.tables.protocol.card_data import faces
from naqala.text import catalogue
from tests.page.browsers import PHONE, Look
from tests.page.conftest import OpenPage
from tests.page.layout import layout_faults
from tests.page.pupil import Newcomer

LAST_STEP = 8
BIDS = 4
SMALL = (1280, 720)
COVERED = """() => {
    const box = (each) => each.getBoundingClientRect();
    const tip = box(document.querySelector('[data-tip]'));
    const covers = ({ left, right, top, bottom }) =>
        left < tip.right && right > tip.left && top < tip.bottom && bottom > tip.top;
    const kept = [...document.querySelectorAll('.board, .prompt, .pprompt, .ptop, .top')];
    return kept.filter((each) => covers(box(each))).map((each) => each.className);
}"""
"""What the tip lies on, of all that must stay in view."""

IN_VIEW = """each => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const found = (x, y) => each.contains(document.elementFromPoint(x, y));
    return found((left + right) / 2, top + 3) && found((left + right) / 2, bottom - 3);
}"""
"""Whether nothing lies over an element, at its upper and its lower edge."""
WATCH_TRACK = """() => {
    window.tops = [];
    const watch = () => {
        const top = document.querySelector('.order')?.getBoundingClientRect().top;
        if (!window.tops.includes(top)) window.tops.push(top);
        requestAnimationFrame(watch);
    };
    watch();
}"""
"""Collects the places where the track was drawn."""


@pytest.mark.parametrize("look", [Look(), Look(size=PHONE, language="fr", dark=True)])
def test_a_newcomer_is_coached_for_five_turns_and_plays_on(open_page: OpenPage, look: Look) -> None:
    visitor, words = open_page(look=look), catalogue(look.language)
    # Nobody has to accept the offer.
    solo = visitor.page.get_by_role("button", name=words.say("page.start.solo_play"))
    expect(solo).to_be_visible()
    newcomer = Newcomer(visitor)
    newcomer.expect_sentence("say.pick")
    faults = {"first step": visitor.axe_violations()}
    assert layout_faults(visitor.page) == []

    # Another start is explained and can be taken back.
    newcomer.play("take c1")
    newcomer.expect_step(0, "wrong")
    newcomer.expect_sentence("wrong.elsewhere")
    newcomer.step_back()
    newcomer.expect_step(0)

    # So is a drop after which the shown end is out of reach.
    newcomer.play("take a1")
    newcomer.play("drop b1B")
    newcomer.expect_step(1, "wrong")
    builder = words.say("tribe.builders.one")
    goal = words.say("lesson.first.short.land")
    mistake = words.say("page.learn.mistake_drop", tribe=builder.capitalize(), tile="b1", goal=goal)
    expect(newcomer.coach).to_contain_text(mistake)
    # What it says is true: the move can still end elsewhere, but not on a4.
    expect(newcomer.coach.locator(".say")).to_contain_text("a4")
    newcomer.step_back()

    # A tile that cannot be reached is explained, and nothing is lost.
    newcomer.expect_step(1)
    visitor.page.locator('[data-tile="f5"]').click()
    newcomer.expect_step(1, "wrong")
    expect(newcomer.coach).to_contain_text("f5")
    faults["wrong"] = visitor.axe_violations()
    for action in ("drop a2W", "drop a3B"):
        newcomer.play(action)
    newcomer.expect_step(2)
    # The last meeple had no choice, which is said; and the next button is shown.
    expect(newcomer.coach).to_contain_text(words.say("page.learn.forced", count=1, tiles="a4"))
    newcomer.show_me()
    newcomer.play("end")

    # The coach tells what the rival did, and another move than the shown one is accepted.
    newcomer.wait_for_turn()
    newcomer.expect_step(3)
    expect(newcomer.coach.locator(".more")).to_contain_text(newcomer.rival)
    newcomer.show_me()
    newcomer.expect_step(3)
    newcomer.play_move_without_camel()
    newcomer.expect_step(3, "wrong")
    newcomer.expect_sentence("wrong.left")
    while newcomer.progress().get("step") == 3:
        newcomer.play_turn()

    # A bid cannot be taken back, so showing one must not make it.
    newcomer.wait_for_turn()
    newcomer.expect_step(4)
    newcomer.show_me()

    while newcomer.progress().get("step", 0) < LAST_STEP:
        newcomer.play_turn()
        faults[f"step {newcomer.progress().get('step', 0)}"] = visitor.axe_violations()
        assert layout_faults(visitor.page) == []
    newcomer.expect_step(LAST_STEP, "done")
    faults["done"] = visitor.axe_violations()

    # It may be left: the game is among the others.
    visitor.page.get_by_role("banner").locator("[data-leave]").click()
    visitor.page.wait_for_url(re.compile(r"/$"))
    expect(visitor.page.get_by_role("link", name=words.say("page.start.go_on"))).to_be_visible()
    # The offer leads back to it, until the coach has left. It promises no more coached turns.
    offer = visitor.page.locator("[data-first-game]")
    expect(offer).to_contain_text(words.say("page.start.first_tips"))
    expect(offer).not_to_contain_text(words.say("page.start.first_time_text"))
    offer.click()
    visitor.page.get_by_role("button", name=words.say("page.learn.play_on")).click()
    tip = visitor.page.locator("[data-tip]")
    newcomer.player.wait_for_turn()
    expect(tip).to_have_count(1)
    faults["tip"] = visitor.axe_violations()
    # It covers neither the board, where something is chosen, nor the prompt.
    assert visitor.page.evaluate(COVERED) == []
    first = tip.get_attribute("data-tip")
    tip.get_by_role("button", name=words.say("page.learn.tip_read")).click()
    expect(tip).to_have_count(0)
    newcomer.player.act(newcomer.player.random_action())
    newcomer.player.wait_for_turn()
    # Each tip appears once.
    assert tip.count() == 0 or tip.get_attribute("data-tip") != first
    assert faults == {screen: [] for screen in faults}


def test_the_coach_can_be_left_at_once_and_tips_turned_off(open_page: OpenPage) -> None:
    visitor = open_page()
    newcomer = Newcomer(visitor)
    visitor.page.locator("[data-alone]").click()
    tip = visitor.page.locator("[data-tip]")
    expect(tip).to_have_attribute("data-tip", "move")
    tip.get_by_role("button", name="No more tips").click()
    expect(tip).to_have_count(0)
    newcomer.player.play(2)
    visitor.page.reload()
    newcomer.player.wait_for_turn()
    newcomer.player.wait_for_entry(newcomer.player.socket.number)
    expect(tip).to_have_count(0)
    # Who has sent the coach away is not offered a first game.
    visitor.goto("/")
    expect(visitor.page.get_by_role("link", name="Resume")).to_be_visible()
    expect(visitor.page.locator("[data-first-game]")).to_have_count(0)


@pytest.mark.parametrize("look", [Look(), Look(size=PHONE, language="fr", dark=True)])
def test_the_game_in_one_minute_ends_in_a_game(open_page: OpenPage, look: Look) -> None:
    visitor, words = open_page(look=look), catalogue(look.language)
    expect(visitor.page.locator("[data-first-game]")).to_be_visible()
    if not look.phone:
        # Only the lists below, which other tests fill, may reach beyond the screen.
        doors = visitor.page.get_by_role("navigation", name=words.say("page.start.doors"))
        bottom = doors.evaluate("nav => nav.getBoundingClientRect().bottom")
        assert bottom < visitor.page.evaluate("innerHeight")
    visitor.page.get_by_role("link", name=words.say("page.start.new_here")).click()
    expect(visitor.page.locator("h1")).to_have_text(words.say("page.minute.title"))
    expect(visitor.page.locator("main .board")).to_have_count(4)
    assert layout_faults(visitor.page) == []
    assert visitor.axe_violations() == []
    # Who is new here is best helped by the coach.
    expect(visitor.page.locator("main .primary")).to_have_text(
        words.say("page.minute.guided") + words.say("page.start.first_time_text")
    )
    visitor.page.get_by_role("button", name=words.say("page.start.solo_play")).click()
    expect(visitor.page.locator("[data-phase=running]")).to_have_count(1)


def expect_sentence_and_buttons(newcomer: Newcomer) -> None:
    """On a screen that does not scroll, what the coach says and the answers are both in view."""
    page = newcomer.page
    if page.evaluate("innerWidth") <= PHONE[0]:
        return
    for selector in (".say", ".choices"):
        part = newcomer.coach.locator(selector).element_handle()
        assert page.evaluate(IN_VIEW, part), selector


@pytest.mark.parametrize("look", [Look(size=SMALL), Look(size=PHONE, language="fr")])
def test_a_djinn_is_explained_before_it_is_summoned(open_page: OpenPage, look: Look) -> None:
    visitor, words = open_page(look=look), catalogue(look.language)
    newcomer = Newcomer(visitor)
    newcomer.land_where_asked("summon")
    summon = next(each for each in newcomer.player.choices if each["kind"] == "summon")
    djinn, number = summon["djinn"], newcomer.player.socket.number
    power = words.say(f"djinn.{djinn}.text")
    row = visitor.page.locator("[data-djinns]")
    before = row.bounding_box()
    card = row.locator(f'[data-lying="{djinn}"] button')
    card.click()
    expect(newcomer.coach).to_contain_text(power)
    moment = words.say(f"page.help.when.{faces()['djinns'][djinn]['when']}")
    if faces()["djinns"][djinn]["price"]:
        expect(newcomer.coach).to_contain_text(moment)
    newcomer.progress()
    assert newcomer.player.socket.number == number
    # The row stays under the finger, and the button is in view.
    assert row.bounding_box() == before
    expect_sentence_and_buttons(newcomer)
    button = visitor.page.locator(f'[data-choice="{summon["action"]}"]')
    assert visitor.page.evaluate(IN_VIEW, button.element_handle())
    assert layout_faults(visitor.page) == []
    assert visitor.axe_violations() == []
    button.click()
    expect(visitor.page.locator(f'[data-lying="{djinn}"]')).to_have_count(0)


@pytest.mark.parametrize(
    "look", [Look(size=SMALL), Look(size=SMALL, language="fr"), Look(size=PHONE, language="fr")]
)
def test_the_row_to_buy_from_is_in_view_and_shown(open_page: OpenPage, look: Look) -> None:
    visitor, words = open_page(look=look), catalogue(look.language)
    newcomer = Newcomer(visitor)
    newcomer.land_where_asked("buy")
    cards = visitor.page.locator("button[data-place]")
    for card in cards.element_handles():
        assert visitor.page.evaluate(IN_VIEW, card)
    expect_sentence_and_buttons(newcomer)
    # Something on the screen says what the move has brought.
    expect(newcomer.coach.locator(".past")).to_be_visible()
    show = visitor.page.get_by_role("button", name=words.say("page.learn.show"))
    expect(show).to_be_enabled()
    show.click()
    expect(visitor.page.locator(".good.take")).not_to_have_count(0)
    assert visitor.page.evaluate(IN_VIEW, visitor.page.locator(".good.take").first.element_handle())
    newcomer.expect_step(3)


@pytest.mark.parametrize("look", [Look(size=SMALL), Look(size=SMALL, language="fr")])
def test_nothing_beside_the_board_is_cut_at_the_end_of_a_turn(
    open_page: OpenPage, look: Look
) -> None:
    """The cards of the pupil are below the buttons of the prompt and above those of the coach."""
    visitor = open_page(look=look)
    newcomer = Newcomer(visitor)
    newcomer.land_where_asked("buy")
    offers = [each for each in newcomer.player.choices if each["kind"] == "buy"]
    goods = next(each for each in offers if "fakir" not in each["action"])
    newcomer.player.socket.act(goods["action"])
    newcomer.player.wait_for_entry(newcomer.player.socket.number)
    expect(newcomer.coach.locator('[data-choice="end"]')).to_be_visible()
    talk = newcomer.coach.locator(".talk")
    assert talk.evaluate("talk => talk.scrollHeight - talk.clientHeight") <= 1
    for selector in (".say", ".choices", ".cards"):
        part = newcomer.coach.locator(selector).element_handle()
        assert visitor.page.evaluate(IN_VIEW, part), selector


@pytest.mark.parametrize("look", [Look(), Look(size=SMALL), Look(size=PHONE, language="fr")])
def test_the_track_stays_in_its_place_during_the_bids(open_page: OpenPage, look: Look) -> None:
    visitor = open_page(look=look)
    newcomer = Newcomer(visitor)
    while newcomer.progress().get("step", 0) < BIDS:
        newcomer.play_turn()
    newcomer.wait_for_turn()
    track = visitor.page.locator(".order")
    seen = [track.bounding_box()]
    visitor.page.evaluate(WATCH_TRACK)
    newcomer.play_turn()
    newcomer.wait_for_turn()
    newcomer.expect_sentence("note.second")
    seen.append(track.bounding_box())
    assert seen[0] == seen[1]
    assert len(visitor.page.evaluate("window.tops")) == 1
