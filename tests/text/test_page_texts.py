"""The texts that the page loads."""

import re
from pathlib import Path

from naqala.text import LANGUAGES, catalogue
from naqala.text.page_texts import SECTIONS, lesson_texts, page_texts, rules_texts

PAGE_SOURCES = Path(__file__).parent.parent.parent / "web" / "src"


def test_the_page_gets_every_section_that_it_uses() -> None:
    sources = [path for path in PAGE_SOURCES.rglob("*.*") if path.suffix in (".ts", ".svelte")]
    uses = re.compile(r"""words\.(?:say|has)\([`'](\w+\.)""")
    used = {key for path in sources for key in uses.findall(path.read_text(encoding="utf-8"))}
    assert "page." in used
    assert used <= set(SECTIONS)


def test_the_texts_of_rules_and_lessons_are_separate() -> None:
    for language in LANGUAGES:
        texts, rules, lessons = (part(language) for part in (page_texts, rules_texts, lesson_texts))
        assert "page.rules.title" in texts
        assert "page.rules.text.M8" in rules
        assert "lesson.sowing.title" in lessons
        every = texts | rules | lessons
        assert len(texts) + len(rules) + len(lessons) == len(every)
        sections = ("page.", "lesson.")
        known = {key for key in catalogue(language).messages if key.startswith(sections)}
        assert known == {key for key in every if key.startswith(sections)}
