"""An engine from Python without asyncio: `Engine` does what `AsyncEngine` does, and waits."""

from __future__ import annotations

import asyncio
import atexit
import os
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import Future
from threading import RLock, Thread
from types import TracebackType
from typing import Any, Self, TypeVar
from weakref import WeakSet

from naqala.bots.engines.async_client import AsyncEngine, AsyncThinking
from naqala.bots.engines.protocol import EngineOption, Info
from naqala.rules.actions import Action
from naqala.rules.game import Game
from naqala.rules.view import View

T = TypeVar("T")


class _Loop:
    """The event loop of all engines of this process, in a thread of its own."""

    def __init__(self) -> None:
        self._lock = RLock()  # a finalizer may run while it is held
        self._loop: asyncio.AbstractEventLoop | None = None
        self._process = 0

    def start(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Run a coroutine without waiting for it."""
        with self._lock:
            if self._loop is None or self._process != os.getpid():  # threads do not survive a fork
                self._loop, self._process = asyncio.new_event_loop(), os.getpid()
                Thread(target=self._loop.run_forever, name="engines", daemon=True).start()
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def call_later(self, seconds: float, function: Callable[[], object]) -> None:
        """Call a function in the thread of the loop, which runs already, after some seconds."""
        with self._lock:
            if self._loop is not None and self._process == os.getpid():
                self._loop.call_soon_threadsafe(self._loop.call_later, seconds, function)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of a coroutine. If waiting is interrupted, it is cancelled."""
        future = self.start(work)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise


_loop = _Loop()
call_later = _loop.call_later
_running: WeakSet[AsyncEngine] = WeakSet()


@atexit.register
def _kill_all() -> None:
    """Leave no engine behind when the process ends."""
    for engine in list(_running):
        engine.kill_now()


class Engine:
    """A running engine. Use it with `with`, or `close` it."""

    def __init__(self, command: str | Sequence[str]) -> None:
        """Start an engine and wait until it is ready; EngineError if it does not get there."""
        self._engine = _loop.run(AsyncEngine.start(command))
        _running.add(self._engine)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def name(self) -> str:
        """The name that the engine gives itself."""
        return self._engine.name

    @property
    def author(self) -> str:
        """Who wrote it."""
        return self._engine.author

    @property
    def options(self) -> dict[str, EngineOption]:
        """The options that the engine declares, by name."""
        return self._engine.options

    @property
    def pid(self) -> int:
        """The process of the engine."""
        return self._engine.pid

    @property
    def running(self) -> bool:
        """Whether the process has not ended."""
        return self._engine.running

    def set_option(self, name: str, value: object) -> None:
        """Set an option that the engine declares."""
        _loop.run(self._engine.set_option(name, value))

    def new_game(self, seed: int = 0) -> None:
        """Tell the engine that the next view belongs to another game."""
        _loop.run(self._engine.new_game(seed))

    def think(
        self,
        view: View,
        legal: Sequence[Action],
        *,
        seconds: float | None = None,
        evaluations: int | None = None,
    ) -> Thinking:
        """Let the engine think about a decision; iterate over the result for its reports."""
        thinking = self._engine.think(view, legal, seconds=seconds, evaluations=evaluations)
        return Thinking(_loop.run(thinking))

    def analyse(
        self, game: Game, *, seconds: float | None = None, evaluations: int | None = None
    ) -> Thinking:
        """Let the engine think about a whole position, as `think` does about a view.

        The engine learns all secrets and the seed: use it for analysis, not for a player.
        """
        thinking = self._engine.analyse(game, seconds=seconds, evaluations=evaluations)
        return Thinking(_loop.run(thinking))

    def choose(
        self,
        view: View,
        legal: Sequence[Action],
        *,
        seconds: float | None = None,
        evaluations: int | None = None,
    ) -> Action:
        """The choice of the engine; of a whole move, the first step."""
        return self.think(view, legal, seconds=seconds, evaluations=evaluations).steps()[0]

    def stop(self) -> None:
        """Ask the engine to answer now; another thread may call this."""
        _loop.run(self._engine.stop())

    def refuse(self, answer: str) -> None:
        """Tell the engine that its answer was not legal."""
        _loop.run(self._engine.refuse(answer))

    def close(self) -> None:
        """Ask the engine to quit, and kill it if it does not."""
        _loop.run(self._engine.close())

    def start_closing(self) -> Future[None]:
        """Close the engine without waiting for it."""
        return _loop.start(self._engine.close())

    def abandon(self) -> None:
        """Kill the engine without waiting; unlike the other methods, a finalizer may call this."""
        _loop.start(self._engine.kill())


class Thinking:
    """One decision of an engine: an iterator of its reports, then its answer."""

    def __init__(self, thinking: AsyncThinking) -> None:
        self._thinking = thinking

    def __iter__(self) -> Iterator[Info]:
        return self

    def __next__(self) -> Info:
        try:
            return _loop.run(self._next())
        except StopAsyncIteration:
            raise StopIteration from None

    async def _next(self) -> Info:
        return await anext(self._thinking)

    @property
    def answer(self) -> str:
        """The text of the answer; empty while the engine thinks."""
        return self._thinking.answer

    def steps(self) -> list[Action]:
        """The answer: a legal action, followed by the other steps of a whole move.

        IllegalAction names the legal actions if the answer is not one of them.
        """
        return _loop.run(self._thinking.steps())
