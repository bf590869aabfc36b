"""`naqala dataset`: play games between strong bots in all modes into a folder."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from rich.console import Console

from naqala.cli.data_output import DataOutput
from naqala.cli.errors import INTERRUPTED
from naqala.cli.ui.progress import counting_games
from naqala.datasets import Plan, all_modes
from naqala.text import Catalogue


def strong_games(bots: Sequence[str], games: int, seed: int, budget: float) -> Plan:
    """Games between these bots in all modes."""
    command = ["naqala", "dataset", "DIR", "--games", str(games), "--bots", ",".join(bots)]
    command += ["--seed", str(seed), "--budget", f"{budget:g}"]
    return all_modes(bots, games, seed, budget, shlex.join(command))


def dataset(
    plan: Plan,
    output: DataOutput,
    words: Catalogue,
    err: Console,
    *,
    jobs: int = 1,
    cluster: str | None = None,
) -> int:
    """Play all games of the plan, write the tables and return the exit code."""
    with output.open(plan) as data:
        try:
            with counting_games(err, words, plan.size) as advance:
                for _ in data.play(jobs, cluster):
                    advance()
        except KeyboardInterrupt:
            output.report_stop()
            return INTERRUPTED
        output.finish(data)
    return 0
