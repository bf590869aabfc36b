"""The comparisons of the benchmark with their targets; each yields rows of the report."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from statistics import mean
from time import process_time

from benchmarks import measures, peers
from benchmarks.report import Row, Target
from benchmarks.timing import side_by_side, timed

HALF_MOVES = 400
BATCH = 64
"""The number of games of the vector environment."""
MICRO = 1e6
MILLI = 1e3
LADDER: tuple[tuple[dict[str, int], tuple[str, ...]], ...] = (
    ({"merchant": 20}, ("value", "greedy")),
    ({"vizier": 300, "sultan": 500}, ("alpha-beta",)),
)
"""Bots with their target in milliseconds per turn, and comparable bots of catanatron.

The first one that the installed version has is used.
"""


@dataclass(frozen=True, slots=True)
class Effort:
    """The sample sizes of a run."""

    rounds: int
    catan_games: int
    games: int
    mode_games: int
    copies: int
    outcome_games: int
    replays: int
    starts: int
    environment_games: int
    environment_rounds: int
    bot_rounds: int
    bot_games: int
    djinn_turns: int


FULL = Effort(
    rounds=5,
    catan_games=60,
    games=60,
    mode_games=25,
    copies=5000,
    outcome_games=10,
    replays=5,
    starts=10,
    environment_games=5,
    environment_rounds=20,
    bot_rounds=2,
    bot_games=2,
    djinn_turns=4,
)
QUICK = Effort(
    rounds=2,
    catan_games=8,
    games=8,
    mode_games=4,
    copies=1000,
    outcome_games=2,
    replays=1,
    starts=3,
    environment_games=1,
    environment_rounds=5,
    bot_rounds=1,
    bot_games=1,
    djinn_turns=1,
)


def seeds(count: int) -> range:
    """The seeds from 1 to `count`."""
    return range(1, count + 1)


def throughput(effort: Effort) -> Iterator[Row]:
    """Random games of four players beside catanatron, and of two and three players."""
    own, catan = side_by_side(
        effort.rounds,
        partial(measures.random_games, 4, seeds(effort.games)),
        partial(peers.catan_games, seeds(effort.catan_games)),
    )
    yield Row(
        "4 random players",
        "games/s",
        effort.games / own.seconds,
        effort.catan_games / catan.seconds,
        "catanatron",
        Target("ratio", ">=", 10),
    )
    yield Row(
        "4 random players",
        "actions/s",
        own.result / own.seconds,
        catan.result / catan.seconds,
        "catanatron",
        Target("ratio", ">=", 1.5),
    )
    yield Row(
        "4 random players",
        "actions/game",
        own.result / effort.games,
        catan.result / effort.catan_games,
        "catanatron",
    )
    for players in (3, 2):
        (own,) = side_by_side(
            effort.rounds, partial(measures.random_games, players, seeds(effort.games))
        )
        yield Row(f"{players} random players", "games/s", effort.games / own.seconds)
        yield Row(f"{players} random players", "actions/s", own.result / own.seconds)


def modes(effort: Effort) -> Iterator[Row]:
    """Random games with each expansion beside the base game.

    There is no base game for five players or one, so these are compared with four and two players.
    """
    boxes = {"solo": [], "whims": ["whims"], "artisans": ["artisans"]}
    boxes["both"] = [*boxes["whims"], *boxes["artisans"]]
    sizes = [("solo", 1), *((box, size) for box in boxes for size in range(2, 6) if boxes[box])]
    for box, players in sizes:
        base_players = min(max(players, 2), 4)
        own, base = side_by_side(
            effort.rounds,
            partial(measures.random_games, players, seeds(effort.mode_games), boxes[box]),
            partial(measures.random_games, base_players, seeds(effort.mode_games)),
        )
        yield Row(
            f"{box}, {players} random",
            "games/s",
            effort.mode_games / own.seconds,
            effort.mode_games / base.seconds,
            f"base {base_players}",
            Target("ratio", ">=", 0.5),
        )


def copying(effort: Effort) -> Iterator[Row]:
    """Copies of a midgame position without its history, beside python-chess."""
    own, chess = side_by_side(
        effort.rounds,
        partial(measures.copies, measures.midgame(), effort.copies),
        partial(peers.chess_copies, peers.chess_game(40), effort.copies),
    )
    yield Row(
        "copy",
        "µs",
        own.seconds / own.result * MICRO,
        chess.seconds / chess.result * MICRO,
        "chess",
        Target("ratio", "<=", 2.5),
    )


def outcomes(effort: Effort) -> Iterator[Row]:
    """All outcomes of the positions of random games, and of one with a pile of ten."""
    rounds = max(3, effort.rounds)
    times = measures.outcome_times(seeds(effort.outcome_games), rounds)
    yield Row("outcomes (mean)", "µs", mean(times) * MICRO, target=Target("value", "<=", 100))
    yield Row("outcomes (max)", "µs", max(times) * MICRO, target=Target("value", "<=", 1000))
    seconds = measures.outcome_seconds(measures.pile_of_ten(), rounds)
    if seconds is None:
        raise AssertionError("the position with a pile of ten has no outcomes")
    yield Row("outcomes (pile of 10)", "µs", seconds * MICRO, target=Target("value", "<=", 1000))


def replay(effort: Effort) -> Iterator[Row]:
    """Loading recorded games beside python-chess, both for 400 decisions."""
    own, chess = side_by_side(
        effort.rounds,
        partial(measures.replays, measures.recorded_games(seeds(effort.replays))),
        partial(peers.chess_replay, peers.chess_record(peers.chess_game(HALF_MOVES))),
    )
    yield Row(
        f"replay {HALF_MOVES} decisions",
        "ms",
        own.seconds / own.result * HALF_MOVES * MILLI,
        chess.seconds / chess.result * HALF_MOVES * MILLI,
        "chess",
        Target("value", "<", 20),
    )


def start(effort: Effort) -> Iterator[Row]:
    """The time that importing naqala adds to the start of Python."""
    with_naqala, bare = measures.start_seconds(effort.starts)
    yield Row(
        "import naqala",
        "ms",
        (with_naqala - bare) * MILLI,
        target=Target("value", "<", 100),
    )


def environments(effort: Effort) -> Iterator[Row]:
    """Steps beside catanatron's environment; observation and mask in random games."""
    single, vector, catan = side_by_side(
        effort.environment_rounds,
        partial(measures.single_steps, seeds(15)),
        partial(measures.VectorSteps(BATCH), 2500),
        partial(peers.catan_steps, seeds(3)),
        clock=process_time,
    )
    for name, own, ratio in (
        ("environment", single, 1.5),
        (f"vector environment of {BATCH}", vector, 3),
    ):
        yield Row(
            name,
            "steps/CPU s",
            own.result / own.seconds,
            catan.result / catan.seconds,
            "catanatron",
            Target("ratio", ">=", ratio),
        )
    cloned = measures.clone_seconds(effort.rounds, effort.copies // 5)
    yield Row("clone and restore a SeatEnv", "µs", cloned * MICRO, target=Target("value", "<", 100))
    for name, players, boxes in (
        ("base, 2", 2, ()),
        ("base, 4", 4, ()),
        ("both, 5", 5, ("whims", "artisans")),
    ):
        seconds = min(
            measures.observation_seconds(players, boxes, seeds(effort.environment_games))
            for _ in range(effort.rounds)
        )
        yield Row(
            f"observation and mask ({name})",
            "µs",
            seconds * MICRO,
            target=Target("value", "<=", 200),
        )


def bots(effort: Effort) -> Iterator[Row]:
    """Whole games of each bot against itself, beside bots of catanatron."""
    for limits, comparable in LADDER:
        peer = next(filter(peers.catan_bot, comparable), None)
        yield from _compare_bots(effort, limits, peer)
    searches = timed(partial(measures.bot_searches, "djinn", 2, 1, effort.djinn_turns))
    yield Row(
        "a turn or bid of the djinn",
        "ms",
        searches.seconds / searches.result * MILLI,
        target=Target("value", "<=", 2000),
    )
    trained = seeds(effort.bot_games)
    (own,) = side_by_side(effort.bot_rounds, partial(measures.training_games, 2, trained))
    yield Row("self-play in training, 2 players", "games/s", own.result / own.seconds)


def _compare_bots(effort: Effort, limits: dict[str, int], peer: str | None) -> Iterator[Row]:
    """Games and turns of some bots beside one bot of catanatron, if there is one."""
    games = effort.bot_games
    sides = [partial(measures.bot_games, name, 2, seeds(games)) for name in limits]
    if peer:
        sides.append(partial(peers.catan_bot_games, peer, 2, seeds(games)))
    found = side_by_side(effort.bot_rounds, *sides)
    other = found[-1] if peer else None
    label = f"catan {peer}" if peer else None
    for name, own in zip(limits, found, strict=False):
        rate = games / other.seconds if other else None
        yield Row(f"2 {name}s", "games/s", games / own.seconds, rate, label)
    for (name, limit), own in zip(limits.items(), found, strict=False):
        yield Row(
            f"a turn of the {name}",
            "ms",
            own.seconds / own.result * MILLI,
            other.seconds / other.result * MILLI if other else None,
            label,
            Target("value", "<=", limit),
        )


COMPARISONS: tuple[Callable[[Effort], Iterator[Row]], ...] = (
    throughput,
    modes,
    copying,
    outcomes,
    replay,
    start,
    environments,
    bots,
)


def run(effort: Effort) -> list[Row]:
    """Every row of the report, in order."""
    return [row for comparison in COMPARISONS for row in comparison(effort)]
