"""The report of a match: tables for the terminal and a picture of the ratings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from naqala.cli.reports.chart import Range, range_chart
from naqala.cli.ui import palette
from naqala.rules.state import Options
from naqala.rules.visible_scores import sources
from naqala.rules.yazid import TITLES
from naqala.text import Catalogue

NONE = "–"


def report(found: dict[str, Any], options: Options, words: Catalogue) -> Group:
    """The results of a match as tables, the best bot first."""
    bots = ranked(found)
    parts: list[RenderableType] = []
    if not found["complete"]:
        text = words.say("arena.partial", games=found["games"], wanted=found["wanted"])
        parts.append(Text(text, palette.WARNING))
    if options.players == 1:
        parts += [_survival(bots, words), _duels(bots, words)]
    else:
        parts.append(_ratings(bots, words))
        if len(bots) > 2:
            parts.append(_head_to_head(found, words))
    parts += [_play(bots, words), _sources(bots, options, words)]
    if options.players > 1:
        even = words.decimal(100 / options.players)
        parts.append(Text(words.say("arena.about", even=even, count=found["seeds"]["count"])))
    for bot in bots:
        if bot["faults"]:
            text = words.say(
                "arena.faults", bot=bot["name"], count=bot["faults"], fault=bot["fault"]
            )
            parts.append(Text(text, palette.WARNING))
            for fault in bot["faults_seen"]:
                parts.append(Text(fault["traceback"].rstrip(), palette.QUIET))
    seeds = found["seeds"]
    text = words.say("arena.seeds", count=found["games"], first=seeds["first"], last=seeds["last"])
    parts.append(Text(text, palette.QUIET))
    return Group(*parts)


def ranked(found: dict[str, Any]) -> list[dict[str, Any]]:
    """The bots, the best first."""

    def strength(bot: dict[str, Any]) -> float:
        estimate = bot["solo"]["survived"] if "solo" in bot else bot["elo"]
        return -float(estimate["value"])

    return sorted(found["bots"], key=strength)


def picture(found: dict[str, Any], words: Catalogue) -> str:
    """The ratings with their intervals as SVG; for the solo game, the shares survived."""
    solo = found["players"] == 1
    ranges = []
    for bot in ranked(found):
        value = bot["solo"]["survived"] if solo else bot["elo"]
        factor = 100.0 if solo else 1.0
        low, high = value["low"], value["high"]
        ranges.append(
            Range(
                bot["name"],
                factor * value["value"],
                -inf if low is None else factor * low,
                inf if high is None else factor * high,
            )
        )
    kind = "solo" if solo else "elo"
    return range_chart(
        ranges,
        title=words.say(f"arena.title_{kind}", count=found["games"]),
        x=words.say(f"arena.axis_{kind}"),
        comma=words.say("list.decimal") == ",",
    )


def _table(words: Catalogue, first: str, *headings: str) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(words.say(f"arena.{first}"), no_wrap=True)
    for heading in headings:
        table.add_column(words.say(f"arena.{heading}"), justify="right", no_wrap=True)
    return table


def _ratings(bots: Sequence[dict[str, Any]], words: Catalogue) -> Table:
    """The ratings."""
    table = _table(words, "bot", "elo", "interval", "won", "interval")
    for bot in bots:
        elo = bot["elo"]
        table.add_row(
            bot["name"],
            _signed(elo["value"]),
            _interval(elo, _signed),
            *_share(bot["won"], words),
        )
    return table


def _play(bots: Sequence[dict[str, Any]], words: Catalogue) -> Table:
    """Points and times."""
    rivals = "margin" in bots[0]
    table = _table(words, "bot", "points", *["margin"] * rivals, "turn", "worst")
    for bot in bots:
        cells = [words.decimal(bot["score"])]
        if rivals:
            margin = f"{'+' if bot['margin'] > 0 else ''}{words.decimal(bot['margin'])}"
            cells.append(margin.replace("-", "−"))
        table.add_row(bot["name"], *cells, *_seconds(bot, words))
    return table


def _survival(bots: Sequence[dict[str, Any]], words: Catalogue) -> Table:
    """How often each bot survives, and its points."""
    table = _table(words, "bot", "survived", "interval", "median", "quartiles", "best")
    for bot in bots:
        scores = bot["solo"]["survived_score"]
        low, middle, high, best = (
            NONE if scores[name] is None else f"{scores[name]:.0f}"
            for name in ("lower", "median", "upper", "best")
        )
        quartiles = f"{low} … {high}"
        table.add_row(
            bot["name"],
            *_share(bot["solo"]["survived"], words),
            middle,
            quartiles,
            best,
        )
    return table


def _duels(bots: Sequence[dict[str, Any]], words: Catalogue) -> Table:
    """The titles, and the reasons for defeats."""
    table = _table(words, "ending")
    for bot in bots:
        table.add_column(bot["name"], justify="right", no_wrap=True)

    def row(name: str, count: Callable[[dict[str, Any]], int]) -> None:
        cells = (
            f"{count(bot['solo'])} ({words.decimal(100 * count(bot['solo']) / bot['seats'])} %)"
            for bot in bots
        )
        table.add_row(name, *cells)

    for number, limit in enumerate((0, *(least + 1 for least in TITLES))):
        row(words.title(limit), lambda solo, number=number: solo["titles"][number])  # type: ignore[misc]
    table.add_section()
    for reason in bots[0]["solo"]["lost"]:
        text = words.say("arena.lost", reason=words.loss(reason))
        row(text, lambda solo, reason=reason: solo["lost"][reason])  # type: ignore[misc]
    return table


def _head_to_head(found: dict[str, Any], words: Catalogue) -> Table:
    """How often the bot of a row placed above that of a column."""
    table = _table(words, "above")
    order = [found["bots"].index(bot) for bot in ranked(found)]
    for one in order:
        table.add_column(found["bots"][one]["name"], justify="right", no_wrap=True)
    for one in order:
        shares = (found["head_to_head"][one][other] for other in order)
        cells = (NONE if share is None else f"{words.decimal(100 * share)} %" for share in shares)
        table.add_row(found["bots"][one]["name"], *cells)
    return table


def _sources(bots: Sequence[dict[str, Any]], options: Options, words: Catalogue) -> Table:
    """The points of each bot by source."""
    table = _table(words, "sources")
    for bot in bots:
        table.add_column(bot["name"], justify="right", no_wrap=True)
    for source in sources(options):
        table.add_row(
            words.source(source), *(words.decimal(bot["sources"][source]) for bot in bots)
        )
    table.add_section()
    totals = (words.decimal(bot["score"]) for bot in bots)
    table.add_row(words.say("terminal.total"), *totals, style=palette.TITLE)
    return table


def _share(estimate: dict[str, float], words: Catalogue) -> tuple[str, str]:
    return (
        f"{words.decimal(100 * estimate['value'])} %",
        _interval(estimate, lambda part: words.decimal(100 * part)),
    )


def _interval(estimate: dict[str, Any], shown: Callable[[float], str]) -> str:
    low, high = estimate["low"], estimate["high"]
    return f"{'−∞' if low is None else shown(low)} … {'∞' if high is None else shown(high)}"


def _signed(number: float) -> str:
    return f"{round(number):+d}".replace("-", "−").replace("+0", "0")


def _seconds(bot: dict[str, Any], words: Catalogue) -> tuple[str, str]:
    times = bot["seconds"]["turn"]
    mean, worst = (
        f"{times[name]:.3f}".replace(".", words.say("list.decimal")) for name in ("mean", "worst")
    )
    return mean, worst
