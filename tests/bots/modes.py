"""Games for tests of bots: all modes, sample states and whole games."""

import sys
from collections.abc import Callable, Iterator
from random import Random

import pytest

from naqala import Action, Game, State
from naqala.bots import BOT_BUDGETS, bot
from naqala.bots.bot import Bot
from naqala.bots.djinn import Djinn
from naqala.bots.registry import bot_class
from naqala.bots.search.effort import Effort
from naqala.bots.search.settings import SearchSettings, Stage
from naqala.rules.view import View, view
from tests.play import choose

Boxes = tuple[str, ...]
WHIMS, ARTISANS = ("whims",), ("artisans",)
BOTH = (*WHIMS, *ARTISANS)
MODES: tuple[tuple[int, Boxes], ...] = (
    (1, ()), (2, ()), (3, ()), (4, ()),
    (2, WHIMS), (3, ARTISANS), (4, BOTH),
    (5, WHIMS), (5, ARTISANS), (5, BOTH),
)  # fmt: skip
THINKERS = ("merchant", "vizier", "sultan", "djinn")
SLOW = 1 / 64
"""A tick with which a bot can examine a few dozen options per turn."""
PATIENT = 600.0
"""A budget that never runs out, so that bots are deterministic on any machine."""

See = Callable[[State, int], View]


def players(name: str, number: int, budget: float | None = None, seed: int = 7) -> list[Bot]:
    """A bot for each seat."""
    return [bot(name, seed + seat, budget) for seat in range(number)]


def actions(bots: list[Bot], game: Game, see: See = view) -> Iterator[Action]:
    """The choices of a whole game. Each is checked to be legal and then played."""
    while not game.over:
        seat, legal = game.seat, game.legal()
        action = bots[seat].choose(see(game.state, seat), legal)
        assert action in legal
        game.play(action)
        yield action


def moments(number: int, boxes: Boxes, many: int, seed: int = 5) -> list[State]:
    """States of a random game, with as many kinds of decisions as possible."""
    game = Game.new(players=number, seed=seed, expansions=boxes)
    random = Random(seed)
    kinds: dict[str, list[State]] = {}
    while not game.over:
        if len(game.legal()) > 1:
            kind = type(game.state.pending[-1]).__name__
            kinds.setdefault(kind, []).append(game.state.copy())
        game.play(choose(random, game.legal()))
    found: list[State] = []
    while len(found) < many and kinds:
        for kind in list(kinds):
            found.append(kinds[kind].pop(random.randrange(len(kinds[kind]))))
            if not kinds[kind]:
                del kinds[kind]
    return found[:many]


class Clock:
    """A clock that advances by one tick per reading, so that it does not depend on the machine."""

    def __init__(self, tick: float) -> None:
        """Use this tick; powers of two are exact."""
        self.tick = tick
        self.now = 0.0
        self.read = 0

    def __call__(self) -> float:
        """The time, one tick later."""
        self.read += 1
        self.now += self.tick
        return self.now


def use_clock(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    """Make every bot use this clock."""
    for name in BOT_BUDGETS:
        bot_class(name)  # imports its module
    for name, module in list(sys.modules.items()):
        if name.startswith("naqala.bots.") and hasattr(module, "monotonic"):
            monkeypatch.setattr(module, "monotonic", clock)


def hasten_djinn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reduce the search of the djinn."""
    stage = Stage(deep=2, paths=2, width=3, samples=2)
    monkeypatch.setattr(Djinn, "settings", SearchSettings((stage,)))
    monkeypatch.setattr(Djinn, "effort", Effort(deep=2, paths=2, replies=3, answers=2))
