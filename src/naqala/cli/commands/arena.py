"""`naqala arena`: play a match between bots with a progress bar, then print the report."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from naqala.bots.arena.game import BotFault
from naqala.bots.arena.match import Match, Result, in_order, match, results
from naqala.bots.arena.parallel import NoWorkers
from naqala.bots.arena.standings import standings
from naqala.cli import files
from naqala.cli.errors import INTERRUPTED, FaultFound
from naqala.cli.reports.arena_report import picture, report
from naqala.cli.ui import palette
from naqala.rules.state import Options
from naqala.text import Catalogue


class Arena:
    """Plays a match, reports it and draws it if asked."""

    def __init__(
        self,
        bots: Sequence[str],
        options: Options,
        games: int,
        budget: float | None,
        words: Catalogue,
        out: Console,
        err: Console,
        *,
        strict: bool = False,
    ) -> None:
        """The report goes to `out`, everything else to `err`."""
        self.bots = tuple(bots)
        self.match: Match = match(bots, options, games, budget, strict=strict)
        self.words, self.out, self.err = words, out, err

    def run(
        self,
        *,
        jobs: int = 1,
        cluster: str | None = None,
        as_json: bool = False,
        plot: str | None = None,
        deck: str | None = None,
    ) -> int:
        """Play, report and return the exit code. A match that was stopped is reported too."""
        if plot is not None:
            files.check_writable(plot, self.words)
        try:
            played, stop = self._play(jobs, cluster)
        except BotFault as fault:
            self.err.print(Text(fault.traceback.rstrip()), soft_wrap=True)
            raise FaultFound(fault.code, **fault.values) from None
        whole = in_order(self.match, played)
        if stop is not None:
            self._report_stop(len(played), bool(whole), plot)
        if whole:
            found = {"complete": stop is None, "command": self.command(deck)}
            found |= standings(self.match, whole)
            if as_json:
                self.out.file.write(json.dumps(found, indent=2) + "\n")
            else:
                self.out.print(report(found, self.match.options, self.words))
                again = self.words.say("arena.again", command=found["command"])
                self.out.print(again, style=palette.QUIET, soft_wrap=True)  # can be copied
            if plot is not None and stop is None:
                files.write_text(plot, picture(found, self.words), self.words)
                self.err.print(self.words.say("arena.drawn", file=files.shown(plot, self.words)))
        if isinstance(stop, NoWorkers):
            raise stop
        return INTERRUPTED if stop else 0

    def _play(
        self, jobs: int, cluster: str | None
    ) -> tuple[list[Result], KeyboardInterrupt | NoWorkers | None]:
        """The games played until something stopped the match."""
        played: list[Result] = []
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
        )
        hidden = not self.err.is_terminal
        try:
            with Progress(*columns, console=self.err, transient=True, disable=hidden) as progress:
                bar = progress.add_task(self.words.say("terminal.playing"), total=self.match.size)
                for each in results(self.match, jobs, cluster):
                    played.append(each)
                    progress.advance(bar)
        except (KeyboardInterrupt, NoWorkers) as stop:
            return played, stop
        return played, None

    def _report_stop(self, games: int, any_whole: bool, plot: str | None) -> None:
        """Print how many games were played, if the report does not."""
        wanted = self.match.size
        message = self.words.say("arena.stopped", count=games, wanted=wanted)
        if not any_whole:
            message += f" {self.words.say('arena.nothing')}"
        if plot is not None:
            message += f" {self.words.say('arena.undrawn')}"
        self.err.print(message, soft_wrap=True)

    def command(self, deck: str | None = None) -> str:
        """The command line that plays the same match again."""
        options, match = self.match.options, self.match
        parts: list[Any] = ["naqala", "arena", *self.bots, "--games", match.games]
        parts += ["--players", options.players, "--seed", options.seed]
        if options.expansions:
            parts += ["--expansions", ",".join(sorted(options.expansions))]
        if options.promos:
            parts += ["--promos", ",".join(sorted(options.promos))]
        if options.doubled:
            parts.append("--doubled")
        if deck is not None:
            parts += ["--whims", deck]
        if match.strict:
            parts.append("--strict")
        if match.budget is not None:
            parts += ["--budget", f"{match.budget:g}"]
        return shlex.join(map(str, parts))
