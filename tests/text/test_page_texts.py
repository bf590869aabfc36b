"""The texts that the page loads."""

import re
from pathlib import Path

from naqala.text import LANGUAGES, catalogue
from naqala.text.page_texts import SECTIONS, VIEWS, page_texts, view_texts

PAGE_SOURCES = Path(__file__).parent.parent.parent / "web" / "src"


def test_the_page_gets_every_section_that_it_uses() -> None:
    sources = [path for path in PAGE_SOURCES.rglob("*.*") if path.suffix in (".ts", ".svelte")]
    uses = re.compile(r"""words\.(?:say|has)\([`'](\w+\.)""")
    used = {key for path in sources for key in uses.findall(path.read_text(encoding="utf-8"))}
    assert "page." in used
    assert used <= set(SECTIONS)


def test_the_texts_of_some_views_are_separate() -> None:
    for language in LANGUAGES:
        texts = page_texts(language)
        parts = [view_texts(language, part) for part in VIEWS]
        assert "page.rules.title" in texts
        assert "page.rules.text.M8" in view_texts(language, "rules")
        assert "page.box.title" in view_texts(language, "box")
        assert "lesson.sowing.title" in view_texts(language, "learn")
        found = [key for each in (texts, *parts) for key in each]
        assert len(found) == len(set(found))
        of_page = ("page.", "lesson.")
        known = {key for key in catalogue(language).messages if key.startswith(of_page)}
        assert known == {key for key in found if key.startswith(of_page)}
