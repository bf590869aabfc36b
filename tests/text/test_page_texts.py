"""The texts that the page loads."""

import re
from pathlib import Path

from naqala.text import LANGUAGES, catalogue
from naqala.text.page_texts import SECTIONS, page_texts, rules_texts

PAGE_SOURCES = Path(__file__).parent.parent.parent / "web" / "src"


def test_the_page_gets_every_section_that_it_uses() -> None:
    sources = [path for path in PAGE_SOURCES.rglob("*.*") if path.suffix in (".ts", ".svelte")]
    uses = re.compile(r"""words\.(?:say|has)\([`'](\w+\.)""")
    used = {key for path in sources for key in uses.findall(path.read_text(encoding="utf-8"))}
    assert "page." in used
    assert used <= set(SECTIONS)


def test_the_texts_of_the_rules_are_separate() -> None:
    for language in LANGUAGES:
        texts, rules = page_texts(language), rules_texts(language)
        assert "page.rules.title" in texts
        assert "page.rules.text.M8" in rules
        assert not texts.keys() & rules.keys()
        known = {key for key in catalogue(language).messages if key.startswith("page.")}
        assert known == {key for key in texts | rules if key.startswith("page.")}
