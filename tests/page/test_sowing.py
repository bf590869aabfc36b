"""Planning a move: by dragging, from its end, and with alternatives."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from naqala.text import catalogue
from tests.page.browsers import PHONE, Look
from tests.page.conftest import StartGame
from tests.page.players import Player

WORDS = catalogue("en")


def play_until_move(player: Player) -> None:
    """Play over the socket until the player must move."""
    while player.wait_for_turn() and not any(choice["kind"] == "take" for choice in player.choices):
        player.skip()
    player.wait_for_entry(player.socket.number)


def send_move(player: Player, action: str) -> None:
    """Send the planned move and wait until it is played."""
    before = player.socket.number
    player.send_button(action).click()
    player.wait_for_entry(before + 1)
    player.socket.catch_up(before + 1)
    assert player.socket.log[-1]["kind"] == "act"


def planned_move(player: Player) -> str:
    """The move that the page would send now."""
    button = player.page.locator(".primary[data-choice^='sow ']")
    button.wait_for()
    return button.get_attribute("data-choice") or ""


def test_a_move_can_be_planned_by_dragging_to_its_end(start_game: StartGame) -> None:
    ann = start_game("me", "merchant", seed=3)
    play_until_move(ann)
    ends = ann.socket.ask("ask", what="outcomes")["outcomes"]
    end = next(
        each
        for each in ends
        if sum((one["start"], one["tile"]) == (each["start"], each["tile"]) for one in ends) == 1
    )
    ann.visitor.tile(end["start"]).drag_to(ann.visitor.tile(end["tile"]))
    action = planned_move(ann)
    assert re.fullmatch(rf"sow {end['start']} .*{end['tile']}{end['tribe']}", action)
    send_move(ann, action)


def test_a_camel_is_listed_once_among_the_gains(start_game: StartGame) -> None:
    ann = start_game("me", "merchant", seed=3)
    play_until_move(ann)
    piles = zip(ann.tiles(), ann.socket.scene["tiles"], strict=True)
    tribes = {place["tile"]: set(tile.get("pile", "")) for place, tile in piles}
    ends = ann.socket.ask("ask", what="outcomes")["outcomes"]
    end = next(each for each in ends if tribes[each["tile"]] == {each["tribe"]})
    ann.sow(ann.random_move(**end))
    planned_move(ann)
    camel = ann.page.locator(".gains li", has=ann.page.locator(".own"))
    expect(camel.locator("span:visible")).to_have_count(1)


def test_a_move_can_be_planned_from_its_end_and_tribe(start_game: StartGame) -> None:
    ann = start_game("me", "merchant", seed=3, look=Look(size=PHONE))
    play_until_move(ann)
    ends = ann.socket.ask("ask", what="outcomes")["outcomes"]
    # A tile that several tribes can be collected from, with several starts.
    tile = next(
        each["tile"]
        for each in ends
        if len({one["tribe"] for one in ends if one["tile"] == each["tile"]}) > 1
        and len({one["start"] for one in ends if one["tile"] == each["tile"]}) > 2
    )
    here = [each for each in ends if each["tile"] == tile]
    ann.page.get_by_role("button", name=WORDS.say("page.table.where_land")).click()
    expect(ann.page.locator(".cell.can")).to_have_count(len({each["tile"] for each in ends}))
    ann.visitor.tile(tile).click()
    offered = ann.page.locator("[data-end]")
    expect(offered).to_have_count(len(here))
    names = offered.evaluate_all("all => all.map(each => each.ariaLabel)")
    assert len(set(names)) == len(here), "the accessible names are unique"
    for start in {each["start"] for each in here}:
        expect(ann.legal_tile(start)).to_be_attached()
    # A start can also be chosen on the board.
    start = here[-1]["start"]
    ann.visitor.tile(start).click()
    left = [each for each in here if each["start"] == start]
    if len(left) > 1:
        expect(offered).to_have_count(len(left))
        offered.last.click()
    action = planned_move(ann)
    assert re.fullmatch(rf"sow {start} .*{tile}{left[-1]['tribe']}", action)
    send_move(ann, action)


def test_a_partial_move_from_the_server_shows_its_possible_ends(start_game: StartGame) -> None:
    ann = start_game("me", "merchant", seed=3)
    play_until_move(ann)
    # A move of several steps, of which one is made.
    start = next(
        choice["tile"]
        for choice in ann.choices
        if len(ann.socket.ask("ask", what="outcomes", start=choice["tile"])["outcomes"]) > 3
    )
    for kind in (f"take {start}", "drop"):
        action = next(c["action"] for c in ann.choices if c["action"].startswith(kind))
        ann.socket.act(action)  # from another page with the same seat
        ann.wait_for_entry(ann.socket.number)
    assert any(choice["kind"] == "drop" for choice in ann.choices)
    left = {each["tile"] for each in ann.socket.ask("ask", what="outcomes")["outcomes"]}
    steps = {choice["tile"] for choice in ann.choices}
    assert left - steps, "an end beyond the next step"
    rings = ann.page.locator(".rings .ahead")
    expect(rings).to_have_count(len(left - steps))
    ann.page.reload()
    expect(rings).to_have_count(len(left - steps))


HOLD = """tile => {
  const pointer = { bubbles: true, isPrimary: true, pointerId: 7, pointerType: 'touch' };
  tile.querySelector('rect').dispatchEvent(new PointerEvent('pointerdown', pointer));
}"""


def test_a_held_landing_shows_its_gain_once_and_its_card_beside_the_lens(
    start_game: StartGame,
) -> None:
    ann = start_game("me", "merchant", seed=3, look=Look(size=PHONE))
    play_until_move(ann)
    end = ann.socket.ask("ask", what="outcomes")["outcomes"][0]
    ann.visitor.tile(end["start"]).click()
    ann.legal_tile(end["tile"]).evaluate(HOLD)
    gains = ann.page.locator("[data-gain]")
    expect(ann.page.locator(".lens [data-gain]")).to_have_count(1)
    expect(gains).to_have_count(1)
    card, lens = ann.page.locator("[role=tooltip]"), ann.page.locator(".lens .glass")
    expect(card).to_be_visible()
    shown, glass = card.bounding_box(), lens.bounding_box()
    assert shown is not None
    assert glass is not None
    apart = (
        shown["y"] + shown["height"] <= glass["y"]
        or shown["y"] >= glass["y"] + glass["height"]
        or shown["x"] + shown["width"] <= glass["x"]
        or shown["x"] >= glass["x"] + glass["width"]
    )
    assert apart, (shown, glass)


def test_ends_of_a_move_can_be_compared_switched_and_rerouted(start_game: StartGame) -> None:
    ann = start_game("me", "merchant", seed=3)
    play_until_move(ann)
    ends = ann.socket.ask("ask", what="outcomes")["outcomes"]
    start = next(
        start
        for start in dict.fromkeys(each["start"] for each in ends)
        if len(unambiguous(ends, start)) > 2
        and len({e["tile"] for e in ends if e["start"] == start}) > 3
    )
    ways = {
        each["tile"]: ann.socket.ask("ask", what="ways", **each)
        for each in unambiguous(ends, start)
    }
    first = max(ways, key=lambda tile: len(ways[tile]["passes"]))
    second = next(tile for tile in ways if tile != first)
    landings = {each["tile"] for each in ends if each["start"] == start}
    rings, tag = ann.page.locator(".cell.can"), ann.page.locator("[data-gain]")

    ann.visitor.tile(start).click()
    expect(ann.page.locator(".rings .legal")).to_have_count(len(landings))
    # The gain is shown before the choice, also in the accessible name.
    gain = ann.socket.ask("ask", what="gains", start=start, tile=first)["gains"][0]["points"]
    ann.visitor.tile(first).hover()
    expect(tag).to_have_attribute("data-gain", str(gain))
    expect(ann.visitor.tile(first)).to_have_accessible_name(re.compile(rf"landing, \+{gain}\b"))

    ann.visitor.tile(first).click()
    assert planned_move(ann) == ways[first]["ways"][0]
    expect(ann.page.locator(".tag.chosen")).to_have_attribute("data-gain", str(gain))
    # A click on a tile that other ways pass changes the route.
    step = ann.page.locator(".cell.can[aria-label*='step']").first
    tile = step.get_attribute("data-tile")
    assert tile in ways[first]["passes"]
    step.click()
    expect(ann.page.locator(f"[data-route*=' {tile} '][data-route$=' {first}']")).to_have_count(1)
    # Enter switches to another end.
    ann.visitor.tile(second).focus()
    ann.page.keyboard.press("Enter")
    expect(ann.send_button(ways[second]["ways"][0])).to_be_visible()
    # An unreachable tile shows the reason, and the plan stays.
    far = ann.page.locator(".cell:not(.can)[data-tile]").last
    name = far.get_attribute("data-tile")
    why = ann.socket.ask("ask", what="unreachable", start=start, tile=name)["reason"]
    far.click()
    ann.visitor.expect_text(why)
    expect(rings.first).to_be_visible()
    send_move(ann, planned_move(ann))


def unambiguous(ends: list[dict[str, str]], start: str) -> list[dict[str, str]]:
    """The ends from a start where only one tribe can be collected."""
    here = [each for each in ends if each["start"] == start]
    return [each for each in here if sum(one["tile"] == each["tile"] for one in here) == 1]
