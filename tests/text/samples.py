"""Languages, states and checks for the tests of texts."""

import dataclasses
import re
import sys
from collections.abc import Iterable

from naqala import Game
from naqala.rules.decisions import Decision
from naqala.rules.state import State
from naqala.rules.yazid import Naming, Offering
from naqala.text import catalogue
from tests.positions import base_board, game_at

NAMES = ["Ana", "Bob"]

LAND = """naqala position 1
players 2
expansions artisans whims
board 3x5
tiles r0 ~ #/w5 x10 c0/v5 o8 m6/s6 l4 m6/o8 s10 v5
meeples - ~ #/- P -/WW B -/YWG R RR/- - G
whim-cities c4:whim-05
"""

EN, FR = catalogue("en"), catalogue("fr")


def subclasses_of(base: type) -> list[type]:
    """Every concrete dataclass below this class.

    Creating a dataclass with slots leaves the original class behind; those are skipped.
    """
    found: list[type] = []
    below: type
    for below in base.__subclasses__():
        known = getattr(sys.modules[below.__module__], below.__name__, None) is below
        if known and below.__module__.startswith("naqala."):
            found += [below] * dataclasses.is_dataclass(below) + subclasses_of(below)
    return found


def is_readable(text: str) -> bool:
    """Whether no placeholder, empty part or double space is left."""
    return bool(text) and not re.search(r"[{}]|None|  |\(\)|<| [.,]|^\s|\s$", text)


def position(lines: str = "") -> State:
    return Game.from_position(LAND + lines).state


def solo() -> State:
    board = base_board("a1:WW a3:YG c1:BBR", "c1:v5 d1:s6 f5:s6")
    return game_at("players 1", board, "dice 3 1", "yazid viziers 2", "pending offering").state


def state_with(decision: Decision, state: State | None = None) -> State:
    """A state in which this decision is on top."""
    state = state or (
        solo()
        if isinstance(decision, Offering | Naming)
        else position(
            "p1-has gold 9 elders 3 artisans 1\np1-hand fakir*2\np1-djinns hagis lamia sloar\n"
            "row ivory fish fish silk\n"
        )
    )
    state.pending = (decision,)
    state.choices = tuple(decision.options(state))
    return state


def distinct(texts: Iterable[str]) -> bool:
    """Whether there are at least two texts, all readable and all different."""
    known = list(texts)
    return len(known) > 1 and all(map(is_readable, known)) and len(set(known)) == len(known)
