"""The hardest prompts of the recorded games: every control can be seen, read and pressed.

`make prompts` measures all prompts at all sizes, which takes long. Here each of the hardest is
measured on a phone, and every fourth one also on a larger screen, where there is more room; with
the bundled typefaces and without them.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.page.browsers import Look
from tests.page.walk import few_prompts, walking
from tests.server.servers import Server

PAIRS = [
    (Look("fr", (667, 331)), Look("en", (1280, 720), typefaces=False)),
    (Look("fr", (390, 844), typefaces=False), Look("en", (1440, 900))),
    (Look("en", (320, 568)), Look("fr", (1024, 768), typefaces=False)),
    (Look("en", (844, 390), typefaces=False), Look("fr", (768, 1024))),
]
"""Each pair has its share of the prompts."""
WALKS = [
    pytest.param(part, look, id=f"{look.size[0]}x{look.size[1]}-{look.language}")
    for part, pair in enumerate(PAIRS)
    for look in pair
]
MOST_TOLD = 12


@pytest.mark.layout
@pytest.mark.parametrize(("part", "look"), WALKS)
def test_no_control_of_a_prompt_is_hidden(
    browser: Browser, server: Server, part: int, look: Look
) -> None:
    few = few_prompts()
    prompts = few[part :: len(PAIRS)][:: 1 if look.phone else 4]
    if look.phone:  # strikes that are told are long, and there are few of them
        prompts += [each for each in few if each.strikes and each not in prompts]
    with walking(browser, server, look) as walker:
        found = [measured for prompt in prompts for measured in walker.measure(prompt)]
    faults = [str(fault) for measured in found for fault in measured.faults]
    told = "\n".join(faults[:MOST_TOLD])
    assert not faults, f"{len(faults)} faults in {len(found)} states:\n{told}"
