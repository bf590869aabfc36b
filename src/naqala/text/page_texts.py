"""The texts that the page loads: those of its own sections, and separately rules and lessons."""

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
RULES_SECTIONS = tuple(
    f"page.rules.{section}." for section in ("heading", "lead", "section", "text", "tip")
)
"""Sections that only the view of the rules uses. They are a quarter of all texts, so the page loads
them separately."""

LESSON_SECTIONS = ("lesson.", "page.learn.")
"""Sections that only the lessons use."""


def page_texts(language: str) -> dict[str, str]:
    """Every text of a language that the page needs, by its key, without rules and lessons."""
    return {
        key: text
        for key, text in catalogue(language).messages.items()
        if key.startswith(SECTIONS) and not key.startswith((*RULES_SECTIONS, *LESSON_SECTIONS))
    }


def rules_texts(language: str) -> dict[str, str]:
    """The texts of the rules in a language, by their keys."""
    messages = catalogue(language).messages
    return {key: text for key, text in messages.items() if key.startswith(RULES_SECTIONS)}


def lesson_texts(language: str) -> dict[str, str]:
    """The texts of the lessons in a language, by their keys."""
    messages = catalogue(language).messages
    return {key: text for key, text in messages.items() if key.startswith(LESSON_SECTIONS)}
