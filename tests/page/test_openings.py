"""Games that begin from a text: a record or a position in the dialog, and texts that are none."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from naqala import Game
from naqala.text import catalogue
from tests.page.browsers import Look
from tests.page.conftest import Visitor
from tests.page.openings import nearly_over
from tests.page.visits import Visit

WORDS = catalogue("en")


def dialog(page: Page, language: str = "en") -> None:
    """Open the dialog for records and positions."""
    page.get_by_role("button", name=catalogue(language).say("page.start.open")).click()


def everybody_here(page: Page) -> None:
    """All seats are played at this screen, so that no bot plays on meanwhile."""
    page.get_by_role("dialog").get_by_role("radio", name=WORDS.say("page.start.here")).click()


def play_on(page: Page, text: str) -> None:
    page.locator("dialog[open] textarea").fill(text)
    page.locator("dialog[open] .primary").click()


def laid(visit: Visit) -> str:
    """The table that the page went to."""
    visit.page.wait_for_url("**/table/*")
    expect(visit.page.locator("[role=grid]")).to_be_visible()
    return visit.page.url.rsplit("/", 1)[1]


def stands(scene: Any, game: Game) -> bool:
    """Whether a scene is that of a game: its row of cards and its bag."""
    return {f"row {' '.join(scene['row'])}", f"bag {scene['bag']}"} <= set(
        game.position().splitlines()
    )


def test_a_record_chosen_as_a_file_is_played_on_from_its_end(visit: Visitor) -> None:
    record = nearly_over(2, 8, 20)
    ann = visit()
    dialog(ann.page)
    ann.page.locator("dialog[open] input[type=file]").set_input_files(
        {"name": "game.naqala", "mimeType": "text/plain", "buffer": record.encode()}
    )
    expect(ann.page.locator("dialog[open] textarea")).to_have_value(record)
    assert ann.violations() == []
    everybody_here(ann.page)
    ann.page.locator("dialog[open] .primary").click()
    assert stands(ann.call(f"tables/{laid(ann)}")["scene"], Game.load(record))


def test_a_position_is_played_on_and_one_screen_holds_all_its_seats(visit: Visitor) -> None:
    game = Game.load(nearly_over(2, 8, 20))
    ann = visit()
    dialog(ann.page)
    everybody_here(ann.page)
    play_on(ann.page, game.position())
    found = ann.call(f"tables/{laid(ann)}")
    assert [seat["kind"] for seat in found["info"]["seats"]] == ["person", "person"]
    assert stands(found["scene"], game)


def test_a_text_that_is_no_game_is_told_and_stays_to_be_mended(visit: Visitor) -> None:
    for language in ("en", "fr"):
        ann = visit(look=Look(language))
        dialog(ann.page, language)
        told = ann.page.locator("dialog[open] [role=alert]")
        record = nearly_over(1, 4, 30)
        old = record.replace("record 1", "record 0", 1)
        for text in ("not a game at all", old, record.replace("players 1", "players 9", 1)):
            play_on(ann.page, text)
            expect(told).not_to_be_empty()
            refused = catalogue(language).say("error.bad_opening", reason="").split(":")[0]
            expect(told).to_contain_text(refused.strip())
            expect(ann.page.locator("dialog[open] textarea")).to_have_value(text)
        play_on(ann.page, "  ")
        expect(told).to_have_text(catalogue(language).say("page.start.open_empty"))
        ann.complaints.forgive("status of 4")
