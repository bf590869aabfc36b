"""An engine from Python with asyncio: start a program, ask it, and read what it thinks.

Nothing that an engine does can hang or exhaust the caller: the time of every answer, the length of
a line and the number of lines are limited. An engine that exceeds a limit is killed.
"""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
import sys
from asyncio import SubprocessTransport
from asyncio.subprocess import Process, SubprocessStreamProtocol
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Self

from naqala.bots.answers import read_answer
from naqala.bots.engines.protocol import (
    HELLO,
    HELLO_END,
    TEXT_LENGTH,
    EngineError,
    EngineOption,
    Info,
    actions_text,
    go_line,
    position_line,
    read_info,
    read_option,
    view_line,
)
from naqala.rules.actions import Action
from naqala.rules.errors import IllegalAction, brief
from naqala.rules.game import Game
from naqala.rules.view import View

START_SECONDS = 20.0
"""How long an engine may take to start, and to answer `isready`."""
GRACE_SECONDS = 2.0
"""How long after its time an engine is asked to stop, and after that, until it is killed."""
PATIENCE = 60.0
"""How many seconds an engine may think if only a number of evaluations is given, or nothing."""
QUIT_SECONDS = 1.0
"""How long an engine may take to quit."""
LINE_BYTES = 8192
"""The longest line of an engine."""
MOST_LINES = 10_000
"""The most lines of an engine in one answer."""
MOST_OPTIONS = 100
STDERR_BYTES = 2000
"""How much of the end of its error output is kept, for messages."""


class AsyncEngine:
    """A running engine. Create it with `start`; use it with `async with`, or `close` it."""

    def __init__(self, command: str, process: Process, transport: SubprocessTransport) -> None:
        self.command = command
        self.name = command[:TEXT_LENGTH]
        """The name that the engine gives itself."""
        self.author = ""
        self.options: dict[str, EngineOption] = {}
        self._process, self._transport = process, transport
        self._lines = 0
        self._errors = b""
        self._reading_errors = asyncio.create_task(self._read_errors())

    @classmethod
    async def start(cls, command: str | Sequence[str]) -> Self:
        """Start an engine and wait until it is ready; EngineError if it does not get there."""
        words = shlex.split(command) if isinstance(command, str) else list(command)
        text = command if isinstance(command, str) else shlex.join(command)
        if not words:
            raise EngineError("engine_command")
        loop = asyncio.get_running_loop()
        try:  # not `create_subprocess_exec`, which hides the transport that `kill` closes
            transport, protocol = await loop.subprocess_exec(
                lambda: SubprocessStreamProtocol(limit=LINE_BYTES, loop=loop),
                *words,
                # A group of its own, so that it can be killed with the processes it starts. Ctrl-C
                # in a terminal does not reach it either: the caller decides when it ends.
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise EngineError("engine_start", command=brief(text), reason=str(error)) from None
        engine = cls(text, Process(transport, protocol, loop), transport)
        try:
            await engine._greet()
        except BaseException:
            await engine.kill()
            raise
        return engine

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    @property
    def pid(self) -> int:
        """The process of the engine."""
        return self._process.pid

    @property
    def running(self) -> bool:
        """Whether the process has not ended."""
        return self._process.returncode is None

    async def set_option(self, name: str, value: object) -> None:
        """Set an option that the engine declares."""
        if name not in self.options:
            known = tuple(self.options)
            raise EngineError("engine_option", name=brief(name), engine=self.name, known=known)
        await self._send(f"setoption {name} {' '.join(str(value).split())}")

    async def new_game(self, seed: int = 0) -> None:
        """Tell the engine that the next view belongs to another game."""
        await self._send(f"newgame seed {seed}")

    async def think(
        self,
        view: View,
        legal: Sequence[Action],
        *,
        seconds: float | None = None,
        evaluations: int | None = None,
    ) -> AsyncThinking:
        """Let the engine think about a decision; iterate over the result for its reports."""
        return await self._think(view_line(view), view, legal, seconds, evaluations)

    async def analyse(
        self, game: Game, *, seconds: float | None = None, evaluations: int | None = None
    ) -> AsyncThinking:
        """Let the engine think about a whole position, as `think` does about a view.

        The engine learns all secrets and the seed: use it for analysis, not for a player.
        """
        seen, position = game.view(game.seat), position_line(game.state)
        return await self._think(position, seen, game.legal(), seconds, evaluations)

    async def choose(
        self,
        view: View,
        legal: Sequence[Action],
        *,
        seconds: float | None = None,
        evaluations: int | None = None,
    ) -> Action:
        """The choice of the engine; of a whole move, the first step."""
        thinking = await self.think(view, legal, seconds=seconds, evaluations=evaluations)
        return (await thinking.steps())[0]

    async def stop(self) -> None:
        """Ask the engine to answer now."""
        await self._send("stop")

    async def refuse(self, answer: str) -> None:
        """Tell the engine that its answer was not legal."""
        await self._send(f"illegal {answer}")

    async def close(self) -> None:
        """Ask the engine to quit, and kill it if it does not."""
        if self.running:
            with suppress(EngineError, TimeoutError):
                await self._send("quit")
                async with asyncio.timeout(QUIT_SECONDS):
                    await self._process.wait()
        await self.kill()

    async def kill(self) -> None:
        """End the process and those that it has started."""
        self.kill_now()
        self._transport.close()  # a process that the engine has left behind may hold the pipes
        with suppress(TimeoutError):
            async with asyncio.timeout(QUIT_SECONDS):
                await self._process.wait()
        self._reading_errors.cancel()
        await asyncio.wait([self._reading_errors])

    def kill_now(self) -> None:
        """Kill the process and those that it has started without waiting for their end."""
        if not self.running:
            return
        with suppress(ProcessLookupError, PermissionError):
            if sys.platform == "win32":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)

    async def _think(
        self,
        line: str,
        view: View,
        legal: Sequence[Action],
        seconds: float | None,
        evaluations: int | None,
    ) -> AsyncThinking:
        """Send a view or a position, and let the engine think about it."""
        if not legal:
            raise IllegalAction("game_over")
        self._lines = 0
        # What the engine wrote since its last answer belongs to nothing: skip it.
        await self._send(line, f"legal {actions_text(legal)}", "isready")
        await self._skip_until("readyok")
        await self._send(go_line(seconds, evaluations))
        return AsyncThinking(self, view, legal, PATIENCE if seconds is None else seconds)

    async def _greet(self) -> None:
        await self._send(HELLO)
        limit = _now() + START_SECONDS
        while (line := await self._line(limit)) != HELLO_END:
            word, _, rest = line.partition(" ")
            if word == "id":
                key, _, value = rest.partition(" ")
                shown = "".join(c for c in value.strip() if c.isprintable())[:TEXT_LENGTH]
                if key == "name" and shown:
                    self.name = shown
                elif key == "author":
                    self.author = shown
            elif word == "option":
                self._declare(read_option(rest.split()))

    def _declare(self, option: EngineOption | None) -> None:
        if option is not None and len(self.options) < MOST_OPTIONS:
            self.options[option.name] = option

    async def _skip_until(self, word: str) -> None:
        limit = _now() + START_SECONDS
        while await self._line(limit) != word:
            pass

    async def _send(self, *lines: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())
            async with asyncio.timeout(START_SECONDS):
                await self._process.stdin.drain()
        except ConnectionError:
            raise await self.failed(EngineError("engine_ended", engine=self.name)) from None
        except TimeoutError:
            raise await self.failed(EngineError("engine_deaf", engine=self.name)) from None

    async def _line(self, limit: float) -> str:
        """The next line of the engine, which is killed if there is none at this time."""
        try:
            return await self.read_line(limit)
        except TimeoutError:
            raise await self.failed(EngineError("engine_silent", engine=self.name)) from None

    async def read_line(self, limit: float) -> str:
        """The next line of the engine; TimeoutError at this time of the event loop."""
        assert self._process.stdout is not None
        self._lines += 1
        if self._lines > MOST_LINES:
            raise await self.failed(EngineError("engine_flood", engine=self.name, most=MOST_LINES))
        try:
            async with asyncio.timeout_at(limit):
                line = await self._process.stdout.readline()
        except ValueError:
            raise await self.failed(
                EngineError("engine_line", engine=self.name, most=LINE_BYTES)
            ) from None
        except ConnectionError:
            line = b""
        if not line.endswith(b"\n"):
            raise await self.failed(EngineError("engine_ended", engine=self.name))
        return line.decode("utf-8", "replace").strip()

    async def failed(self, error: EngineError) -> EngineError:
        """Kill the engine; the error gets the end of its error output as a note."""
        await asyncio.wait([self._reading_errors], timeout=0.1)
        await self.kill()
        if text := self._errors.decode("utf-8", "replace").strip():
            error.add_note(f"The engine wrote to its error output:\n{text}")
        return error

    async def _read_errors(self) -> None:
        assert self._process.stderr is not None
        with suppress(ConnectionError):
            while chunk := await self._process.stderr.read(STDERR_BYTES):
                self._errors = (self._errors + chunk)[-STDERR_BYTES:]


class AsyncThinking:
    """One decision of an engine: an asynchronous iterator of its reports, then its answer."""

    def __init__(
        self, engine: AsyncEngine, view: View, legal: Sequence[Action], seconds: float
    ) -> None:
        self._engine, self._view, self._legal = engine, view, legal
        self._limit = _now() + seconds + GRACE_SECONDS
        self._stopped = False
        self.answer = ""
        """The text of the answer; empty while the engine thinks."""

    def __aiter__(self) -> AsyncIterator[Info]:
        return self

    async def __anext__(self) -> Info:
        while not self.answer:
            line = await self._next_line()
            word, _, rest = line.partition(" ")
            if word == "info":
                return read_info(rest)
            if word == "bestaction":
                self.answer = rest.strip() or "-"
        raise StopAsyncIteration

    async def steps(self) -> list[Action]:
        """The answer: a legal action, followed by the other steps of a whole move.

        IllegalAction names the legal actions if the answer is not one of them.
        """
        async for _ in self:
            pass
        return read_answer(self.answer, self._view, self._legal)

    async def _next_line(self) -> str:
        """The next line; an engine that is late is asked to stop first, and then killed."""
        while True:
            try:
                return await self._engine.read_line(self._limit)
            except TimeoutError:
                if self._stopped:
                    raise await self._engine.failed(
                        EngineError("engine_silent", engine=self._engine.name)
                    ) from None
            self._stopped = True
            await self._engine.stop()
            self._limit = _now() + GRACE_SECONDS


def _now() -> float:
    return asyncio.get_running_loop().time()
