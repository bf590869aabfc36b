"""Starting a game from a record or a position in the dialog."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from naqala import Game
from naqala.text import catalogue
from tests.page.browsers import Look
from tests.page.conftest import OpenPage
from tests.page.late_games import nearly_over
from tests.page.visitor import Visitor

WORDS = catalogue("en")


def open_dialog(page: Page, language: str = "en") -> None:
    """Open the dialog for records and positions."""
    page.get_by_role("button", name=catalogue(language).say("page.start.open")).click()


def play_all_seats_here(page: Page) -> None:
    """Choose to play all seats on this screen, so that no bot changes the game."""
    page.get_by_role("dialog").get_by_role("radio", name=WORDS.say("page.start.here")).click()


def submit(page: Page, text: str) -> None:
    page.locator("dialog[open] textarea").fill(text)
    page.locator("dialog[open] .primary").click()


def opened_table(visitor: Visitor) -> str:
    """Wait until the page shows a table, and return its id."""
    visitor.page.wait_for_url("**/table/*")
    expect(visitor.page.locator("[role=grid]")).to_be_visible()
    return visitor.page.url.rsplit("/", 1)[1]


def shows_game(scene: Any, game: Game) -> bool:
    """Whether a scene has the row of cards and the bag of a game."""
    return {f"row {' '.join(scene['row'])}", f"bag {scene['bag']}"} <= set(
        game.position().splitlines()
    )


def test_a_record_from_a_file_is_continued_from_its_end(open_page: OpenPage) -> None:
    record = nearly_over(2, 8, 20)
    ann = open_page()
    open_dialog(ann.page)
    ann.page.locator("dialog[open] input[type=file]").set_input_files(
        {"name": "game.naqala", "mimeType": "text/plain", "buffer": record.encode()}
    )
    expect(ann.page.locator("dialog[open] textarea")).to_have_value(record)
    assert ann.axe_violations() == []
    play_all_seats_here(ann.page)
    ann.page.locator("dialog[open] .primary").click()
    assert shows_game(ann.api(f"tables/{opened_table(ann)}")["scene"], Game.load(record))


def test_a_position_is_continued_with_all_seats_on_one_screen(open_page: OpenPage) -> None:
    game = Game.load(nearly_over(2, 8, 20))
    ann = open_page()
    open_dialog(ann.page)
    play_all_seats_here(ann.page)
    submit(ann.page, game.position())
    found = ann.api(f"tables/{opened_table(ann)}")
    assert [seat["kind"] for seat in found["info"]["seats"]] == ["person", "person"]
    assert shows_game(found["scene"], game)


def test_an_invalid_text_is_refused_and_stays_in_the_field(open_page: OpenPage) -> None:
    for language in ("en", "fr"):
        ann = open_page(look=Look(language))
        open_dialog(ann.page, language)
        alert = ann.page.locator("dialog[open] [role=alert]")
        record = nearly_over(1, 4, 30)
        old = record.replace("record 1", "record 0", 1)
        for text in ("not a game at all", old, record.replace("players 1", "players 9", 1)):
            submit(ann.page, text)
            expect(alert).not_to_be_empty()
            refused = catalogue(language).say("error.bad_opening", reason="").split(":")[0]
            expect(alert).to_contain_text(refused.strip())
            expect(ann.page.locator("dialog[open] textarea")).to_have_value(text)
        submit(ann.page, "  ")
        expect(alert).to_have_text(catalogue(language).say("page.start.open_empty"))
        ann.console_errors.ignore("status of 4")
