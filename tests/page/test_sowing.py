"""Planning a move in every way there is: dragged, or from the tile where it shall end."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from naqala.text import catalogue
from tests.page.browsers import PHONE, Look
from tests.page.conftest import Seated
from tests.page.players import Player

WORDS = catalogue("en")


def to_move(player: Player) -> None:
    """Play on until a tile is to be emptied."""
    while player.wait() and not any(choice["kind"] == "take" for choice in player.choices):
        player.act(player.fancy())
    player.shows(player.socket.number)


def committed(player: Player, action: str) -> None:
    """Send the planned move, and see that it is the one that was played."""
    before = player.socket.number
    player.sends(action).click()
    player.shows(before + 1)
    player.socket.catch_up(before + 1)
    assert player.socket.log[-1]["kind"] == "act"


def planned(player: Player) -> str:
    """The whole move that the page would send now."""
    button = player.page.locator(".primary[data-choice^='sow ']")
    button.wait_for()
    return button.get_attribute("data-choice") or ""


def test_a_pile_is_dragged_to_where_its_move_shall_end(seated: Seated) -> None:
    ann = seated("me", "merchant", seed=3)
    to_move(ann)
    ends = ann.socket.ask("ask", what="outcomes")["outcomes"]
    end = next(
        each
        for each in ends
        if sum((one["start"], one["tile"]) == (each["start"], each["tile"]) for one in ends) == 1
    )
    ann.visit.tile(end["start"]).drag_to(ann.visit.tile(end["tile"]))
    action = planned(ann)
    assert re.fullmatch(rf"sow {end['start']} .*{end['tile']}{end['tribe']}", action)
    committed(ann, action)


def test_a_camel_among_the_gains_is_named_once(seated: Seated) -> None:
    ann = seated("me", "merchant", seed=3)
    to_move(ann)
    piles = zip(ann.land(), ann.socket.scene["tiles"], strict=True)
    tribes = {place["tile"]: set(tile.get("pile", "")) for place, tile in piles}
    ends = ann.socket.ask("ask", what="outcomes")["outcomes"]
    end = next(each for each in ends if tribes[each["tile"]] == {each["tribe"]})
    ann.sow(ann.move(**end))
    planned(ann)
    camel = ann.page.locator(".gains li", has=ann.page.locator(".own"))
    expect(camel.locator("span:visible")).to_have_count(1)


def test_a_move_is_found_from_its_end_and_tribe(seated: Seated) -> None:
    ann = seated("me", "merchant", seed=3, look=Look(size=PHONE))
    to_move(ann)
    ends = ann.socket.ask("ask", what="outcomes")["outcomes"]
    # A tile where different tribes can be gathered, from different starts.
    tile = next(
        each["tile"]
        for each in ends
        if len({one["tribe"] for one in ends if one["tile"] == each["tile"]}) > 1
        and len({one["start"] for one in ends if one["tile"] == each["tile"]}) > 2
    )
    here = [each for each in ends if each["tile"] == tile]
    ann.page.get_by_role("button", name=WORDS.say("page.table.where_land")).click()
    expect(ann.page.locator(".cell.can")).to_have_count(len({each["tile"] for each in ends}))
    ann.visit.tile(tile).click()
    offered = ann.page.locator("[data-end]")
    expect(offered).to_have_count(len(here))
    names = offered.evaluate_all("all => all.map(each => each.ariaLabel)")
    assert len(set(names)) == len(here), "each is heard as something else"
    for start in {each["start"] for each in here}:
        expect(ann.ready(start)).to_be_attached()
    # The starts on the board lead there too.
    start = here[-1]["start"]
    ann.visit.tile(start).click()
    left = [each for each in here if each["start"] == start]
    if len(left) > 1:
        expect(offered).to_have_count(len(left))
        offered.last.click()
    action = planned(ann)
    assert re.fullmatch(rf"sow {start} .*{tile}{left[-1]['tribe']}", action)
    committed(ann, action)


def test_a_move_begun_at_the_server_shows_where_it_can_still_end(seated: Seated) -> None:
    ann = seated("me", "merchant", seed=3)
    to_move(ann)
    # Not over at once: a move of several steps, of which one is made.
    start = next(
        choice["tile"]
        for choice in ann.choices
        if len(ann.socket.ask("ask", what="outcomes", start=choice["tile"])["outcomes"]) > 3
    )
    for kind in (f"take {start}", "drop"):
        action = next(c["action"] for c in ann.choices if c["action"].startswith(kind))
        ann.socket.act(action)  # from elsewhere, with the same seat
        ann.shows(ann.socket.number)
    assert any(choice["kind"] == "drop" for choice in ann.choices)
    left = {each["tile"] for each in ann.socket.ask("ask", what="outcomes")["outcomes"]}
    steps = {choice["tile"] for choice in ann.choices}
    assert left - steps, "an end beyond the next step"
    rings = ann.page.locator(".rings .ahead")
    expect(rings).to_have_count(len(left - steps))
    ann.page.reload()
    expect(rings).to_have_count(len(left - steps))


def test_landings_are_compared_switched_and_reached_by_another_way(seated: Seated) -> None:
    ann = seated("me", "merchant", seed=3)
    to_move(ann)
    ends = ann.socket.ask("ask", what="outcomes")["outcomes"]
    start = next(
        start
        for start in dict.fromkeys(each["start"] for each in ends)
        if len(alone(ends, start)) > 2 and len({e["tile"] for e in ends if e["start"] == start}) > 3
    )
    ways = {each["tile"]: ann.socket.ask("ask", what="ways", **each) for each in alone(ends, start)}
    first = max(ways, key=lambda tile: len(ways[tile]["passes"]))
    second = next(tile for tile in ways if tile != first)
    landings = {each["tile"] for each in ends if each["start"] == start}
    rings, tag = ann.page.locator(".cell.can"), ann.page.locator("[data-gain]")

    ann.visit.tile(start).click()
    expect(ann.page.locator(".rings .legal")).to_have_count(len(landings))
    # Its gain is shown before it is chosen, and heard.
    gain = ann.socket.ask("ask", what="gains", start=start, tile=first)["gains"][0]["points"]
    ann.visit.tile(first).hover()
    expect(tag).to_have_attribute("data-gain", str(gain))
    expect(ann.visit.tile(first)).to_have_accessible_name(re.compile(rf"landing, \+{gain}\b"))

    ann.visit.tile(first).click()
    assert planned(ann) == ways[first]["ways"][0]
    expect(ann.page.locator(".tag.chosen")).to_have_attribute("data-gain", str(gain))
    # Other ways pass the tiles with corners: a press bends the route.
    step = ann.page.locator(".cell.can[aria-label*='step']").first
    tile = step.get_attribute("data-tile")
    assert tile in ways[first]["passes"]
    step.click()
    expect(ann.page.locator(f"[data-route*=' {tile} '][data-route$=' {first}']")).to_have_count(1)
    # The other landings are still there: Enter switches.
    ann.visit.tile(second).focus()
    ann.page.keyboard.press("Enter")
    expect(ann.sends(ways[second]["ways"][0])).to_be_visible()
    # A tile that is neither says why, and the plan stays.
    far = ann.page.locator(".cell:not(.can)[data-tile]").last
    name = far.get_attribute("data-tile")
    why = ann.socket.ask("ask", what="unreachable", start=start, tile=name)["reason"]
    far.click()
    ann.visit.sees(why)
    expect(rings.first).to_be_visible()
    committed(ann, planned(ann))


def alone(ends: list[dict[str, str]], start: str) -> list[dict[str, str]]:
    """The ends from a start where only one tribe can be gathered."""
    here = [each for each in ends if each["start"] == start]
    return [each for each in here if sum(one["tile"] == each["tile"] for one in here) == 1]
