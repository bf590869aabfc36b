"""The code blocks of the documentation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]

FENCED = re.compile(
    r"^(?P<margin> *)```(?P<language>\w*)(?: title=\"(?P<title>[^\"]+)\")?\n"
    r"(?P<text>.*?)^(?P=margin)```$",
    re.M | re.S,
)
INDENTED = re.compile(r"(?<=\n\n)(?:    \S.*\n)+")


class CodeBlock(NamedTuple):
    """A code block of a page."""

    language: str
    title: str
    text: str


def code_blocks(page: Path) -> Iterator[CodeBlock]:
    """The code blocks of a page, in order; indented ones last."""
    text = page.read_text(encoding="utf-8")
    for found in FENCED.finditer(text):
        yield CodeBlock(found["language"], found["title"] or "", dedent(found["text"]))
    for indented in INDENTED.finditer(FENCED.sub("", text)):
        yield CodeBlock("", "", dedent(indented[0]))


def command_lines(page: Path) -> Iterator[str]:
    """The lines of shell commands on a page, without comments."""
    for block in code_blocks(page):
        if block.language in ("", "sh", "text"):
            for line in block.text.replace("\\\n", " ").splitlines():
                yield line.partition("  #")[0].strip()
