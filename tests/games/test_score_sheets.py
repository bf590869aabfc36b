"""The score sheets of recorded games that the page's tests compare with the score pad."""

from __future__ import annotations

from tests.games import score_sheets


def test_the_score_sheets_of_the_page_tests_are_current() -> None:
    """`python -m tests.games.score_sheets` updates the file."""
    assert score_sheets.SHEETS.read_text(encoding="utf-8") == score_sheets.text()


def test_the_sheets_have_every_djinn_that_changes_the_score_of_another_source() -> None:
    sheets = [score_sheets.final_sheets(path) for path in score_sheets.played()]
    djinns = {djinn for game in sheets for sheet in game["players"] for djinn in sheet["djinns"]}
    assert {"al-amin", "geb", "haurvatat", "jafaar", "ptah", "shamhat"} <= djinns
