"""`naqala simulate`: statistics of many random games, and their speed."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from math import sqrt
from time import perf_counter
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from naqala.bots.arena.parallel import run_all
from naqala.cli.arguments import words_of
from naqala.cli.data_output import DataOutput
from naqala.cli.errors import INTERRUPTED
from naqala.cli.ui import palette
from naqala.cli.ui.progress import counting_games
from naqala.datasets import Plan, RandomGames
from naqala.datasets.plan import RANDOM_GAMES_PER_PART
from naqala.datasets.random_games import RandomGame, game_of_rows, play_seeds
from naqala.rules.scoring import SOURCES
from naqala.rules.state import Options
from naqala.rules.visible_scores import sources as sources_of
from naqala.rules.yazid import REASONS, TITLES, title
from naqala.text import Catalogue

ENDINGS = ("camels", "moves", "lost")
"""How a game ends: after a last round, or at once because Yazid wins (Y9)."""


def play_all(
    options: Options, games: int, jobs: int = 1, cluster: str | None = None
) -> Iterator[RandomGame]:
    """Games of consecutive seeds, in any order."""
    ends = options.seed + games
    starts = range(options.seed, ends, RANDOM_GAMES_PER_PART)
    calls = ((options, range(start, min(start + RANDOM_GAMES_PER_PART, ends))) for start in starts)
    with closing(run_all(play_seeds, calls, jobs, cluster)) as finished:
        for part in finished:
            yield from part


def summary(options: Options, played: Iterable[RandomGame]) -> dict[str, Any]:
    """The statistics of some games as JSON data."""
    seats = range(options.players)
    totals: list[Counter[int]] = [Counter() for _ in seats]
    rounds, decisions, branching = Counter[int](), Counter[int](), Counter[int]()
    wins, endings, points = Counter[int](), Counter[str](), Counter[str]()
    losses, titles = Counter[str](), Counter[int]()
    started = perf_counter()
    for game in played:
        wins.update(game.winners)
        for seat, score in enumerate(game.scores):
            totals[seat][score.total] += 1
            points.update({source: getattr(score, source) for source in SOURCES})
        rounds[game.rounds] += 1
        decisions[game.branching.total()] += 1
        branching += game.branching
        endings[game.ending] += 1
        if options.players == 1:
            losses[game.lost] += 1
            if not game.lost:
                titles[title(game.scores[0].total)] += 1
    seconds = perf_counter() - started
    whole = points.total() or 1
    found = {
        "games": endings.total(),
        "players": options.players,
        "seed": options.seed,
        "expansions": sorted(options.expansions),
        "promos": sorted(options.promos),
        "doubled": options.doubled,
        "whims": [whim.name for whim in options.whims],
        "scores": {
            "all": summarised(sum(totals, Counter())),
            "seats": [summarised(totals[seat]) | {"wins": wins[seat]} for seat in seats],
        },
        "rounds": summarised(rounds),
        "decisions": summarised(decisions),
        "branching": summarised(branching),
        "sources": {source: round(points[source] / whole, 4) for source in SOURCES},
        "endings": {ending: endings[ending] for ending in ENDINGS},
        "seconds": round(seconds, 3),
        "games_per_second": round(endings.total() / seconds, 1) if seconds else 0.0,
    }
    if options.players == 1:
        found["solo"] = {
            "survived": round(losses[""] / losses.total(), 4),
            "lost": {reason: losses[reason] for reason in REASONS},
            "titles": [titles[number] for number in range(len(TITLES) + 1)],
        }
    return found


def summarised(numbers: Counter[int]) -> dict[str, Any]:
    """Mean, standard deviation, least and most of counted numbers."""
    size = numbers.total()
    mean = sum(number * count for number, count in numbers.items()) / size
    variance = sum((number - mean) ** 2 * count for number, count in numbers.items()) / size
    return {
        "mean": round(mean, 2),
        "sd": round(sqrt(variance), 2),
        "min": min(numbers),
        "max": max(numbers),
    }


def report(found: dict[str, Any], words: Catalogue) -> Group:
    """The statistics as tables."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(_heading(words, "what"))
    for column in ("mean", "sd", "min", "max"):
        table.add_column(_heading(words, column), justify="right")
    rows = {words.say("terminal.sim_points"): found["scores"]["all"]}
    for seat, row in enumerate(found["scores"]["seats"], 1):
        wins = words.say("terminal.sim_wins", count=row["wins"])
        rows[words.say("terminal.sim_seat", number=seat, wins=wins)] = row
    for name in ("rounds", "decisions", "branching"):
        rows[words.say(f"terminal.sim_{name}")] = found[name]
    for name, row in rows.items():
        table.add_row(
            name, words.decimal(row["mean"]), words.decimal(row["sd"]), *map(str, _ends(row))
        )
    sources = Table(box=SIMPLE_HEAD, pad_edge=False)
    sources.add_column(_heading(words, "sources"))
    sources.add_column(_heading(words, "share"), justify="right")
    sources.add_column("")
    in_play = sources_of(Options(2, 0, expansions=frozenset(found["expansions"])))
    shares = {source: found["sources"][source] for source in in_play}
    for source, share in sorted(shares.items(), key=lambda item: -item[1]):
        bar = Text("█" * max(0, round(50 * share)), palette.KEY)
        sources.add_row(words.source(source), f"{words.decimal(100 * share)} %", bar)
    parts: list[RenderableType] = [table, sources]
    if "solo" in found:
        parts.append(_duels(found["solo"], found["games"], words))
    endings = words.say("terminal.sim_endings", **found["endings"])
    if "solo" in found:
        endings += f" {words.say('terminal.sim_defeats', **found['endings'])}"
    speed = words.say(
        "terminal.sim_speed", count=found["games"], speed=f"{found['games_per_second']:.0f}"
    )
    return Group(*parts, Text(endings), Text(speed, palette.QUIET))


def _duels(solo: dict[str, Any], games: int, words: Catalogue) -> Table:
    """The results against Yazid: titles, and reasons for defeats."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(_heading(words, "duels"))
    table.add_column(_heading(words, "games"), justify="right")
    table.add_column(_heading(words, "share"), justify="right")

    def row(name: str, number: int, style: str = "") -> None:
        table.add_row(name, str(number), f"{words.decimal(100 * number / games)} %", style=style)

    row(_heading(words, "survived"), sum(solo["titles"]), palette.TITLE)
    for limit, number in zip((0, *(least + 1 for least in TITLES)), solo["titles"], strict=True):
        row(f"  {words.title(limit)}", number)
    row(_heading(words, "lost"), sum(solo["lost"].values()), palette.TITLE)
    for reason, number in solo["lost"].items():
        row(f"  {words.loss(reason)}", number)
    return table


def _ends(row: dict[str, Any]) -> tuple[int, int]:
    return row["min"], row["max"]


def _heading(words: Catalogue, name: str) -> str:
    return words.say(f"terminal.sim_{name}")


def simulate(
    options: Options,
    games: int,
    words: Catalogue,
    out: Console,
    err: Console,
    *,
    as_json: bool,
    jobs: int = 1,
    cluster: str | None = None,
    output: DataOutput | None = None,
    deck: str | None = None,
) -> int:
    """Play the games, print the statistics and return the exit code.

    With an `output`, all games are stored there too; `deck` is the file of a deck of Whims.
    """
    if output is None:
        found = _counted(options, games, play_all(options, games, jobs, cluster), words, err)
    else:
        plan = Plan((RandomGames(options, games),), _command(options, games, deck))
        with output.open(plan) as data:
            try:
                played = (game_of_rows(game.rows) for game in data.play(jobs, cluster))
                found = _counted(options, games, played, words, err)
            except KeyboardInterrupt:
                output.report_stop()
                return INTERRUPTED
            output.finish(data)
    if as_json:
        out.file.write(json.dumps(found, indent=2) + "\n")
    else:
        out.print(report(found, words))
    return 0


def _counted(
    options: Options, games: int, played: Iterable[RandomGame], words: Catalogue, err: Console
) -> dict[str, Any]:
    """The statistics of games, with a progress bar while they are played."""
    with counting_games(err, words, games) as advance:

        def each() -> Iterator[RandomGame]:
            for game in played:
                yield game
                advance()

        return summary(options, each())


def _command(options: Options, games: int, deck: str | None) -> str:
    """The command line that plays the same games again."""
    return shlex.join(["naqala", "simulate", "--games", str(games), *words_of(options, deck)])
