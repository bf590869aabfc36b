"""Text that is not wrapped at no-break spaces."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.containers import Lines
from rich.text import Text

NO_BREAK, HELD = "\u00a0", "\ue000"
"""A no-break space, and the character that replaces it during wrapping."""


class Prose(Text):
    """Text that is wrapped only at ordinary spaces."""

    def wrap(self, console: Console, width: int, **options: Any) -> Lines:
        """The lines of a certain width."""
        held = self.copy()
        held.plain = self.plain.replace(NO_BREAK, HELD)
        lines = held.wrap(console, width, **options)
        for line in lines:
            line.plain = line.plain.replace(HELD, NO_BREAK)
        return lines


def prose(text: str | Text, style: str = "") -> Prose:
    """A text, or a message with a style, as prose."""
    whole = text if isinstance(text, Text) else Text(text, style)
    made = Prose(whole.plain, whole.style, spans=list(whole.spans))
    made.no_wrap, made.end = whole.no_wrap, whole.end
    return made


def held(text: str) -> str:
    """A text that is never wrapped."""
    return text.replace(" ", NO_BREAK)
