"""The statistics of a match: shares of victories, ratings, points and times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import isfinite, nan
from statistics import quantiles
from typing import Any, NamedTuple

import numpy as np

from naqala.bots.arena.elo import Estimate, Tally, ratings, wilson, win_shares
from naqala.bots.arena.game import GameResult, SeatResult, Timing
from naqala.bots.arena.lineups import Lineup
from naqala.bots.arena.match import Match, Result
from naqala.bots.bot import MOST_FAULTS, Fault
from naqala.bots.external import spec_text
from naqala.rules.scoring import SOURCES
from naqala.rules.yazid import REASONS, TITLES, title


class Entry(NamedTuple):
    """One game of a competitor, and its seat in it."""

    game: GameResult
    seat: int

    @property
    def result(self) -> SeatResult:
        """The result of this seat."""
        return self.game.seats[self.seat]

    @property
    def margin(self) -> int:
        """The points over the best rival; negative if behind."""
        return self.result.total - max(
            rival.total for seat, rival in enumerate(self.game.seats) if seat != self.seat
        )


def standings(match: Match, results: Sequence[Result]) -> dict[str, Any]:
    """The statistics of at least one game of a match, ready for JSON.

    Everything that depends on the clock is under a key `seconds`. A missing bound is None.
    """
    options, competitors = match.options, range(len(match.bots))
    entries: list[list[Entry]] = [[] for _ in competitors]
    for lineup, played in results:
        for seat, one in enumerate(lineup.seats):
            entries[one].append(Entry(played, seat))
    seeds = sorted({lineup.seed for lineup, _ in results})
    found: dict[str, Any] = {
        "players": options.players,
        "expansions": sorted(options.expansions),
        "promos": sorted(options.promos),
        "doubled": options.doubled,
        "whims": [whim.name for whim in options.whims],
        "budget": match.budget,
        "games": len(results),
        "wanted": match.size,
        "seeds": {"first": seeds[0], "last": seeds[-1], "count": len(seeds)},
        "rounds": round(sum(played.rounds for _, played in results) / len(results), 2),
    }
    alone = options.players == 1
    bots = [
        {"name": label, "bot": spec_text(spec)} | _statistics(entries[one], alone=alone)
        for one, (label, spec) in enumerate(zip(match.labels, match.bots, strict=True))
    ]
    if alone:
        for row, own in zip(bots, entries, strict=True):
            row["solo"] = _solo(own)
    else:
        tally = tally_of(match, results)
        for row, elo, share in zip(bots, ratings(tally), win_shares(tally), strict=True):
            row["elo"] = _rounded(elo, 1)
            row["won"] = _rounded(share, 4)
        found["head_to_head"] = _head_to_head(tally)
    found["bots"] = bots
    found["results"] = [_game(match, *each) for each in results]
    return found


def tally_of(match: Match, results: Sequence[Result]) -> Tally:
    """Who placed above whom and who won, by seed."""
    rows = {seed: nth for nth, seed in enumerate(sorted({each.seed for each, _ in results}))}
    size = len(match.bots)
    tally = Tally(
        np.zeros((len(rows), size, size)), np.zeros((len(rows), size)), np.zeros((len(rows), size))
    )
    for (seed, seats), played in results:
        row = rows[seed]
        for seat, one in enumerate(seats):
            tally.shares[row, one] += played.share(seat)
            tally.games[row, one] += 1
            mine = played.seats[seat].total
            for rival, other in enumerate(seats):
                theirs = played.seats[rival].total
                if other != one:
                    tally.beaten[row, one, other] += (mine > theirs) + 0.5 * (mine == theirs)
    return tally


def _statistics(entries: Sequence[Entry], *, alone: bool) -> dict[str, Any]:
    """The statistics of a competitor that every mode has."""
    results = [entry.result for entry in entries]
    count = len(entries)
    points = [sum(each) / count for each in zip(*(one.points for one in results), strict=True)]
    found: dict[str, Any] = {
        "seats": count,
        "score": round(sum(points), 2),
        "sources": {source: round(n, 2) for source, n in zip(SOURCES, points, strict=True)},
        "faults": sum(one.faults for one in results),
        "fault": next((one.fault for one in results if one.fault), ""),
        "faults_seen": _distinct(fault for one in results for fault in one.kept_faults),
        "seconds": {
            "turn": _times([one.turns for one in results]),
            "between": _times([one.between for one in results]),
        },
    }
    if not alone:
        found["margin"] = round(sum(entry.margin for entry in entries) / count, 2)
    return found


def _distinct(faults: Iterable[Fault]) -> list[dict[str, str]]:
    """The first faults with different messages."""
    found: dict[str, str] = {}
    for fault in faults:
        found.setdefault(fault.message, fault.traceback)
    shown = list(found.items())[:MOST_FAULTS]
    return [{"message": message, "traceback": traceback} for message, traceback in shown]


def _times(all_times: Sequence[Timing]) -> dict[str, float]:
    times = sum(each.times for each in all_times)
    total = sum(each.total for each in all_times)
    return {
        "mean": round(total / times, 5) if times else 0.0,
        "worst": round(max(each.worst for each in all_times), 5),
    }


def _solo(entries: Sequence[Entry]) -> dict[str, Any]:
    """The statistics of solo games: survival, scores, titles and reasons for losses."""
    survived = sorted(entry.result.total for entry in entries if not entry.game.lost)
    losses = Counter(entry.game.lost for entry in entries)
    titles = Counter(map(title, survived))
    if len(survived) > 1:
        low, middle, high = quantiles(survived, n=4, method="inclusive")
    else:
        low = middle = high = float(survived[0]) if survived else nan
    return {
        "survived": _rounded(wilson(len(survived), len(entries)), 4),
        "lost": {reason: losses[reason] for reason in REASONS},
        "titles": [titles[number] for number in range(len(TITLES) + 1)],
        "survived_score": {
            "lower": _or_none(low),
            "median": _or_none(middle),
            "upper": _or_none(high),
            "best": survived[-1] if survived else None,
        },
    }


def _head_to_head(tally: Tally) -> list[list[float | None]]:
    """The share of games in which one placed above the other; None if they never met."""
    beaten = tally.beaten.sum(axis=0)
    met = beaten + beaten.T
    size = range(len(beaten))
    return [
        [round(float(beaten[a, b] / met[a, b]), 4) if met[a, b] else None for b in size]
        for a in size
    ]


def _rounded(estimate: Estimate, digits: int) -> dict[str, float | None]:
    """An estimate as a dictionary, rounded; infinite bounds become None."""
    return {
        name: _or_none(round(number, digits) if isfinite(number) else number)
        for name, number in estimate._asdict().items()
    }


def _or_none(number: float) -> float | None:
    return number if isfinite(number) else None


def _game(match: Match, lineup: Lineup, played: GameResult) -> dict[str, Any]:
    seed, seats = lineup
    found = {
        "seed": seed,
        "seats": [match.labels[one] for one in seats],
        "scores": [seat.total for seat in played.seats],
        "winners": [match.labels[seats[seat]] for seat in played.winners],
        "rounds": played.rounds,
        "faults": [seat.faults for seat in played.seats],
        "seconds": [round(seat.turns.total + seat.between.total, 3) for seat in played.seats],
    }
    if match.options.players == 1:
        found["lost"] = played.lost
    return found
