"""A bot that is played by an engine.

An engine that fails is restarted once per game. If it fails again, a merchant plays on. An answer
that is not legal is refused, and the engine is asked once more; then the merchant chooses. Every
failure is counted like those of other bots.
"""

from __future__ import annotations

import atexit
from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import cache, partial
from math import inf
from threading import RLock
from weakref import finalize

from naqala.bots.bot import Bot, Thought
from naqala.bots.engines.client import Engine, call_later
from naqala.bots.engines.protocol import EngineError
from naqala.bots.registry import bot
from naqala.rules.actions import Action
from naqala.rules.errors import IllegalAction
from naqala.rules.state import State
from naqala.rules.view import View

SUBSTITUTE = "merchant"
RESTARTS = 1
"""How often the engine of a game is started again."""
MOST_IDLE = 4
"""How many idle engines of a command are kept for the next games."""
IDLE_SECONDS = 30
"""How long an idle engine is kept."""


class IdleEngines:
    """Engines whose games are over. Starting one takes long, so the next game uses it again."""

    def __init__(
        self,
        seconds: float = IDLE_SECONDS,
        call_later: Callable[[float, Callable[[], object]], None] = call_later,
    ) -> None:
        """Keep an engine for some seconds, which `call_later` counts."""
        self._seconds, self._call_later = seconds, call_later
        self._lock = RLock()  # a finalizer may run while it is held
        self._idle: dict[str, list[Engine]] = defaultdict(list)

    def take(self, command: str) -> Engine:
        """An idle engine of a command, or a new one."""
        while True:
            with self._lock:
                engine = self._idle[command].pop() if self._idle[command] else None
            if engine is None:
                return Engine(command)
            if engine.running:
                return engine

    def give(self, command: str, engine: Engine) -> None:
        """Keep an engine for the next game for a while, unless there are enough."""
        with self._lock:
            kept = len(self._idle[command]) < MOST_IDLE
            if kept:
                self._idle[command].append(engine)
        if kept:
            self._call_later(self._seconds, partial(self._quit, command, engine))
        else:
            engine.abandon()

    def _quit(self, command: str, engine: Engine) -> Future[None] | None:
        """Forget an engine and close it, unless it is in use."""
        with self._lock:
            if engine not in self._idle[command]:
                return None
            self._idle[command].remove(engine)
        return engine.start_closing()

    def close(self) -> None:
        """Quit all idle engines."""
        with self._lock:
            engines = [engine for kept in self._idle.values() for engine in kept]
            self._idle.clear()
        for engine in engines:
            engine.close()


IDLE = IdleEngines()
atexit.register(IDLE.close)


class EngineBot(Bot):
    """Asks a program; `engine_class` makes the class of a command."""

    command = ""
    budget = 1.0

    def __init__(self, seed: int = 0) -> None:
        """The engine starts with the first choice, or when its name is asked for."""
        super().__init__(seed)
        self._seed = seed
        self._engine: Engine | None = None
        self._releasing: finalize[..., EngineBot] | None = None
        self._restarts = RESTARTS
        self._substitute: Bot | None = None
        self._given_up = False

    @property
    def name(self) -> str:  # type: ignore[override]
        """The name that the engine gives itself."""
        return self._started().name

    @property
    def pid(self) -> int:
        """The process of the engine."""
        return self._started().pid

    def prepare(self, state: State) -> None:
        """Raise EngineError if the engine does not start."""
        self._started()

    def choose(self, view: View, legal: Sequence[Action]) -> Action | str:
        """The choice of the engine, or of a merchant if it fails."""
        if len(legal) == 1:
            return legal[0]
        if self._given_up:
            self.faults += 1
        elif answer := self._ask(view, legal):
            return answer
        self._substitute = self._substitute or bot(SUBSTITUTE, self._seed)
        return self._substitute.choose(view, legal)

    def close(self) -> None:
        """Leave the engine to the next game."""
        if self._engine is not None and self._releasing is not None:
            self._engine = None
            self._releasing()

    def _ask(self, view: View, legal: Sequence[Action]) -> str:
        """A legal answer of the engine, which is restarted if necessary; empty if there is none."""
        refused = ""
        limit = None if self.evaluations == inf else int(self.evaluations)
        while True:
            try:
                engine = self._started()
                if refused:
                    engine.refuse(refused)
                thinking = engine.think(view, legal, seconds=self.budget, evaluations=limit)
                for info in thinking:
                    self.report(Thought(info.best, info.value, info.evaluations, info.samples))
                try:
                    thinking.steps()
                    return thinking.answer
                except IllegalAction as error:
                    self.note_fault(error)
                if refused:
                    return ""
                refused = thinking.answer
            except EngineError as error:
                self.note_fault(error)
                self._drop()
                if not self._restarts:
                    self._given_up = True
                    return ""
                self._restarts -= 1

    def _started(self) -> Engine:
        if self._engine is None:
            self._engine = IDLE.take(self.command)
            self._releasing = finalize(self, IDLE.give, self.command, self._engine)
            self._engine.new_game(self._seed)
        return self._engine

    def _drop(self) -> None:
        """Forget an engine that has failed; the client has killed it."""
        self._engine = None
        if self._releasing is not None:
            self._releasing.detach()


@cache
def engine_class(command: str) -> type[EngineBot]:
    """The class of the bots that a command plays."""
    return type("EngineBot", (EngineBot,), {"command": command, "__module__": __name__})
