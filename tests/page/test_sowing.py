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
    names = offered.evaluate_all(
        "all => all.map(each => [each.querySelector('[aria-label]')?.ariaLabel, each.innerText])"
    )
    assert len({tuple(name) for name in names}) == len(here), "each is heard as something else"
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
