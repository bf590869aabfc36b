"""Walks a page through the prompts of recorded games and measures each of them.

The page is the real one in a real browser. Only its socket is replaced (`measure.js`), so that
thousands of prompts are shown one after the other without a server in between.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page

from naqala.rules.meeples import size
from naqala.rules.turn import Sowing
from naqala.tables.views.private import private
from naqala.text import catalogue
from tests.page.browsers import Look
from tests.page.recorded import Prompt, every_prompt
from tests.page.states import plain, states
from tests.server.servers import Server

SCRIPT = Path(__file__).with_name("measure.js")
ROLES = ("shared", "waiting", "watching", "refused")
COMMON = ("Bidding", "Moving", "TileAction", "Finishing")
"""Decisions that every game for several players asks for."""

Size = tuple[int, int]


class Fault(NamedTuple):
    """Something that is wrong with a prompt."""

    prompt: Prompt
    state: str
    size: Size
    language: str
    control: str
    kind: str
    detail: str

    def __str__(self) -> str:
        width, height = self.size
        where = f"{self.prompt.name}, {self.state}, {width}×{height} {self.language}"
        return f"{where}: {self.control!r} {self.kind} {self.detail}".rstrip()


class Measured(NamedTuple):
    """A prompt in one state."""

    prompt: Prompt
    state: str
    size: Size
    controls: int
    hidden: int
    """How many of them cannot be seen or pressed as a whole."""
    faults: tuple[Fault, ...]


# --- Which prompts -------------------------------------------------------------------------------


def different(prompts: Iterable[Prompt]) -> list[Prompt]:
    """The prompts without those that look the same as one before.

    Which tiles are lit is shown by the board alone. Of moves all plans are different.
    """
    seen: set[tuple[object, ...]] = set()
    found = []
    for prompt in prompts:
        mine = private(prompt.table, prompt.table.turn, catalogue("en"))
        key: list[object] = [prompt.mode, prompt.players, prompt.decision]
        key += [mine.undo.steps > 0, mine.undo.turn > 1, mine.undo.reason]
        if isinstance(asked := prompt.at.state.pending[-1], Sowing):
            key += [len(asked.path), size(asked.hand)]
        else:
            key += [mine.prompt, prompt.strikes]
            key += [choice.meaning for choice in mine.choices if choice.kind != "take"]
        if tuple(key) not in seen:
            seen.add(tuple(key))
            found.append(prompt)
        elif "take" in prompt.kinds:
            found.append(prompt.look("planning"))
    return found


def worst(prompts: Iterable[Prompt]) -> list[Prompt]:
    """The prompts with most choices and with most to read.

    They are those of each decision of each mode, and of each set of kinds that can be chosen, for
    every number of bids and every number of places at a market. Of the strikes of Yazid that are
    told first, they are the longest for each number of tiles.
    """
    groups: dict[tuple[object, ...], list[Prompt]] = defaultdict(list)
    strikes: dict[tuple[int, int], list[Prompt]] = defaultdict(list)
    for prompt in prompts:
        crowd = prompt.players if prompt.decision == "Bidding" else _reach(prompt)
        groups[prompt.mode, prompt.decision].append(prompt)
        groups[prompt.decision, prompt.kinds, crowd].append(prompt)
        for nth, struck in enumerate(prompt.strikes):
            strikes[nth, len(struck.strike.tiles)].append(prompt)
    found = {}
    for group in groups.values():
        crowded = max(group, key=lambda each: len(each.choices))
        wordy = max(group, key=lambda each: each.letters)
        found.update({(each.game, each.step): each for each in (crowded, wordy)})
    for group in strikes.values():
        longest = max(group, key=lambda each: len(str(each.strikes)))
        found[longest.game, longest.step] = longest
    return sorted(found.values(), key=lambda each: (each.game, each.step))


def _reach(prompt: Prompt) -> int:
    """The last place of the row that is for sale."""
    return max((place for buy in prompt.of("buy") for place in buy.places), default=0)


def elsewhere(prompts: Iterable[Prompt]) -> list[Prompt]:
    """The common decisions at other pages, from a game with as many players as there are."""
    found = {each.decision: each for each in sorted(prompts, key=lambda each: each.players)}
    return [
        found[decision].look(role)
        for role in ROLES
        for decision in COMMON
        if plain(found[decision]) or role != "refused"
    ]


# --- The page ------------------------------------------------------------------------------------


class Walker:
    """A page at one size in one language that is shown one prompt after the other."""

    def __init__(self, page: Page, look: Look) -> None:
        self.page, self.look = page, look
        self.label = catalogue(look.language).say("page.table.now")
        self.prompt: Prompt | None = None
        page.expose_function("answer", self._answer)
        page.add_init_script(path=SCRIPT)

    def _answer(self, message: str) -> str:
        assert self.prompt is not None
        return self.prompt.answer(message, self.look.language)

    def measure(self, prompt: Prompt) -> list[Measured]:
        """Show a prompt and measure it in each of its states."""
        language = self.look.language
        before, self.prompt = self.prompt, prompt
        same = before is not None and (before.game, before.role) == (prompt.game, prompt.role)
        asked = {
            "message": prompt.welcome(language),
            "anew": not same,
            "states": [state._asdict() for state in states(prompt, language)],
            "must": plain(prompt),
            "label": self.label,
            "touch": self.look.phone,
        }
        found = self.page.evaluate("asked => walk.prompt(asked)", asked)
        return [self._measured(prompt, each) for each in found]

    def _measured(self, prompt: Prompt, found: dict[str, Any]) -> Measured:
        state = found["state"]
        faults = [Fault(prompt, state, self.look.size, self.look.language, *each)
                  for each in found["faults"]]  # fmt: skip
        if found["acted"] and state != "refused":
            what = json.dumps(found["acted"])
            sent = Fault(prompt, state, self.look.size, self.look.language, what, "sent", "")
            faults.append(sent)
        return Measured(
            prompt, state, self.look.size, found["controls"], found["hidden"], tuple(faults)
        )

    def shoot(self, prompt: Prompt, state: str, path: Path) -> None:
        """Take a picture of a prompt in one of its states."""
        language = self.look.language
        self.prompt = prompt
        message = prompt.welcome(language)
        self.page.evaluate("message => walk.show(message, true)", message)
        steps = [each.steps for each in states(prompt, language) if each.name == state]
        for step in next(iter(steps), ()):
            self.page.evaluate("step => walk.press(step)", step)
        self.page.evaluate("walk.settled()")
        self.page.screenshot(path=path)


@contextmanager
def walking(browser: Browser, server: Server, look: Look) -> Iterator[Walker]:
    """A page that is ready to be shown prompts."""
    with look.context(browser) as context:
        page = context.new_page()
        walker = Walker(page, look)
        page.goto(f"{server.address}/rules")
        page.locator("main").first.wait_for()
        yield walker


def all_prompts() -> list[Prompt]:
    """Every prompt that looks different, and each decision at the pages of others."""
    found = different(every_prompt())
    return found + elsewhere(found)


def few_prompts() -> list[Prompt]:
    """The prompts that are hardest to lay out."""
    found = worst(every_prompt())
    return found + elsewhere(found)
