"""`naqala arena`: play a match between bots with a progress bar, then print the report."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from naqala.bots.arena.game import BotFault
from naqala.bots.arena.match import Match, Result, in_order, match, results
from naqala.bots.arena.parallel import NoWorkers
from naqala.bots.arena.standings import standings
from naqala.cli import files
from naqala.cli.arguments import words_of
from naqala.cli.data_output import DataOutput
from naqala.cli.errors import INTERRUPTED, FaultFound
from naqala.cli.reports.arena_report import picture, report
from naqala.cli.ui import palette
from naqala.cli.ui.progress import counting_games
from naqala.datasets import FinishedGame, Plan
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
        output: DataOutput | None = None,
    ) -> int:
        """Play, report and return the exit code. A match that was stopped is reported too.

        With an `output`, all games are stored there too.
        """
        if plot is not None:
            files.check_writable(plot, self.words)
        try:
            if output is None:
                played, stop = self._play(results(self.match, jobs, cluster))
            else:
                with output.open(Plan((self.match,), self.command(deck))) as data:
                    played, stop = self._play(_results(data.play(jobs, cluster)))
                    if stop is None:
                        output.finish(data)
                    else:
                        output.report_stop()
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
        self, games: Iterable[Result]
    ) -> tuple[list[Result], KeyboardInterrupt | NoWorkers | None]:
        """The games played until something stopped the match."""
        played: list[Result] = []
        try:
            with counting_games(self.err, self.words, self.match.size) as advance:
                for each in games:
                    played.append(each)
                    advance()
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
        match = self.match
        parts: list[Any] = ["naqala", "arena", *self.bots, "--games", match.games]
        parts += words_of(match.options, deck)
        if match.strict:
            parts.append("--strict")
        if match.budget is not None:
            parts += ["--budget", f"{match.budget:g}"]
        return shlex.join(map(str, parts))


def _results(games: Iterable[FinishedGame]) -> Iterator[Result]:
    """The games of a data set as results of their match."""
    for game in games:
        assert game.lineup is not None
        yield game.lineup, game.result()
