"""The texts that the page loads: those it always needs, and separately those of some views."""

from __future__ import annotations

from naqala.text.catalogue import catalogue

SECTIONS = tuple(
    f"{section}."
    for section in (
        "bot", "card", "count", "decision", "djinn", "item", "kind", "lesson", "list", "loss",
        "measure", "page", "source", "title", "tribe", "word",
    )
)  # fmt: skip
"""Sections of the catalogue that the page uses."""
VIEWS = {
    "rules": tuple(
        f"page.rules.{section}." for section in ("heading", "lead", "section", "text", "tip")
    ),
    "minute": ("page.minute.",),
    "box": ("page.box.",),
    "learn": ("lesson.", "page.learn."),
    "puzzle": ("page.puzzle.",),
    "review": ("page.review.",),
    "explore": ("page.explore.",),
}
"""Sections that a single view uses, by its name. The page loads them when that view is opened."""


def page_texts(language: str) -> dict[str, str]:
    """Every text of a language that the page needs from the start, by its key."""
    separate = tuple(section for sections in VIEWS.values() for section in sections)
    return {
        key: text
        for key, text in catalogue(language).messages.items()
        if key.startswith(SECTIONS) and not key.startswith(separate)
    }


def view_texts(language: str, view: str) -> dict[str, str]:
    """The texts of one view in a language, by their keys."""
    messages = catalogue(language).messages
    return {key: text for key, text in messages.items() if key.startswith(VIEWS[view])}
