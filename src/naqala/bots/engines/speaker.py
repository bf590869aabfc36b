"""The other side of the engine protocol: a bot of Python that answers a host on its standard input.

Lines are read while the bot thinks, so that it can be stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from threading import Event, Lock, Thread
from time import monotonic
from typing import TextIO

from naqala.bots.bot import MOST_SECONDS, Bot, Thought, is_budget, shown_name
from naqala.bots.engines.protocol import (
    HELLO,
    HELLO_END,
    EngineOption,
    Info,
    info_line,
    option_line,
    read_actions,
    read_go,
    read_position,
    read_seed,
    read_view,
)
from naqala.rules.actions import Action
from naqala.rules.errors import NaqalaError
from naqala.rules.view import View, imagine, view

AUTHOR = "the Naqala contributors"


class Speaker:
    """A bot that speaks the protocol. A new game gets a new bot."""

    def __init__(self, make: Callable[[int], Bot], sink: TextIO) -> None:
        """Create bots with `make`, which gets a seed, and write to `sink`."""
        self._make, self._sink = make, sink
        self._bot = make(0)
        self._seconds = self._bot.budget
        self._view: View | None = None
        self._legal: tuple[Action, ...] = ()
        self._stop = Event()
        self._lock = Lock()
        self._thread: Thread | None = None

    def run(self, lines: Iterable[str]) -> None:
        """Answer lines until `quit` or their end."""
        for line in lines:
            word, _, rest = line.strip().partition(" ")
            if word == "quit":
                break
            if word == "stop":
                self._stop.set()
            elif word == "isready" and self._thread and self._thread.is_alive():
                self._write("readyok")
            else:
                self._wait()
                try:
                    self._execute(word, rest)
                except NaqalaError as error:
                    self._say(f"{word}: {error}")
        self._stop.set()
        self._bot.close()

    def _execute(self, word: str, rest: str) -> None:
        match word:
            case "naqala":
                self._greet(rest)
            case "setoption":
                name, _, value = rest.partition(" ")
                self._set_option(name, value)
            case "isready":
                self._write("readyok")
            case "newgame":
                self._bot.close()
                self._bot = self._make(read_seed(rest.split()))
            case "view":
                self._view = read_view(rest)
                self._legal = ()
            case "position":
                state = read_position(rest)
                self._view, self._legal = view(state, state.seat), state.choices
            case "legal":
                self._legal = read_actions(rest)
            case "illegal":
                self._say(f"the answer {rest} was refused")
            case "go":
                self._go(read_go(rest.split()))

    def _greet(self, version: str) -> None:
        self._write(f"id name {shown_name(self._bot)}", f"id author {AUTHOR}")
        if self._seconds:
            seconds = EngineOption("seconds", "number", f"{self._seconds:g}", "0", "3600")
            self._write(option_line(seconds))
        if version and version != HELLO.split()[1]:
            self._say(f"this engine speaks version {HELLO.split()[1]} of the protocol")
        self._write(HELLO_END)

    def _set_option(self, name: str, value: str) -> None:
        seconds = read_go(["seconds", value]).get("seconds", 0.0)
        if name == "seconds" and is_budget(seconds):
            self._seconds = seconds
        else:
            self._say(f"setoption: {name} {value} is not an option; seconds is, up to 3600")

    def _go(self, limits: dict[str, float]) -> None:
        seen = self._view
        if seen is None:
            self._say("go: send a view or a position first")
            return
        legal = self._legal
        if not legal and not seen.over:
            legal = imagine(seen, Random(0)).choices
        if not legal:
            self._say("go: the game is over")
            return
        self._stop.clear()
        self._bot.interrupted = self._stop.is_set
        if seconds := limits.get("seconds", self._seconds):
            self._bot.budget = min(seconds, MOST_SECONDS)
        self._bot.evaluations = limits.get("evaluations", float("inf"))
        self._thread = Thread(target=self._think, args=(seen, legal), daemon=True)
        self._thread.start()

    def _think(self, seen: View, legal: tuple[Action, ...]) -> None:
        began = monotonic()

        def watch(thought: Thought) -> None:
            info = Info(
                seconds=monotonic() - began,
                evaluations=thought.evaluations,
                samples=thought.samples,
                value=thought.value,
                best=thought.best,
            )
            self._write(info_line(info))

        self._bot.watcher = watch
        faults = self._bot.faults
        action = self._bot.decide(seen, legal)
        if self._bot.faults > faults:
            self._say(self._bot.last_fault)
        self._write(f"bestaction {action}")

    def _wait(self) -> None:
        """Wait until the bot has answered."""
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _say(self, text: str) -> None:
        self._write(info_line(Info(text=text)))

    def _write(self, *lines: str) -> None:
        with self._lock:
            self._sink.write("".join(f"{line}\n" for line in lines))
            self._sink.flush()
