"""Measure whether the search finds better options with more time: `make bench-search`.

Every position is searched with each budget, and once with a long reference search. The options
that they found are then compared with the same new samples. The regret of a budget is how many
points its option is behind the best of them.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import cycle, islice
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import NamedTuple

from naqala import Game
from naqala.bots import bot
from naqala.bots.search.dice_lookahead import ROLLS
from naqala.bots.search.limits import Limit
from naqala.bots.search.plans import Plan
from naqala.bots.search.search import Search
from naqala.rules.actions import Take
from naqala.rules.bidding import Bidding
from naqala.rules.state import State
from naqala.rules.turn import Moving

BUDGETS = (0.5, 2.0, 10.0)
REFERENCE = 120.0
POSITIONS = 60
SAMPLES = 216
"""How often the game is played on from each option to compare them."""
SOLO_SAMPLES = 20 * len(ROLLS)
"""The same in the solo game, where a strike that ends the game is worth up to 200 points."""
FIRST_SEED = 9_000_000
"""Nets are trained with smaller seeds."""
BOTH = ("whims", "artisans")
MODES: tuple[tuple[int, tuple[str, ...]], ...] = (
    (2, ()), (3, ()), (4, ()), (1, ()), (2, BOTH), (5, BOTH),
    (2, ("whims",)), (3, ("artisans",)), (4, BOTH), (1, ()), (2, ()), (4, ()),
)  # fmt: skip


class Position(NamedTuple):
    """A decision in a game of merchants: a turn or a bid."""

    mode: str
    game: Game


def positions(number: int) -> Iterator[Position]:
    """The same positions in every run."""
    for nth, (players, boxes) in enumerate(islice(cycle(MODES), number)):
        yield _position(FIRST_SEED + nth, players, boxes)


def _position(seed: int, players: int, boxes: tuple[str, ...]) -> Position:
    game = Game.new(players=players, seed=seed, expansions=boxes)
    merchants = [bot("merchant", seed + seat) for seat in range(players)]
    wanted = Random(seed).randrange(4, 20)
    seen = 0
    while not game.over:
        if _is_decision(game.state):
            seen += 1
            if seen > wanted:
                break
        game.play(merchants[game.seat].choose(game.view(game.seat), game.legal()))
    if game.over:
        return _position(seed + 1000, players, boxes)
    return Position(f"{players} {'+'.join(boxes) or 'base'}", game)


def _is_decision(state: State) -> bool:
    """Whether a turn begins, or one of several bids can be placed."""
    top = state.pending[-1]
    if type(top) is Moving:
        return isinstance(state.choices[0], Take)
    return type(top) is Bidding and len(state.choices) > 2


def regrets(
    position: Position, budgets: Sequence[float], reference: float
) -> tuple[str, list[float]]:
    """The regret of each budget in a position."""
    game = position.game
    view = game.view(game.seat)
    chosen: list[Plan] = [Search(view, Limit(budget), seed=1).run().plans[0] for budget in budgets]
    best = Search(view, Limit(reference), seed=2).run().plans[0]
    samples = SOLO_SAMPLES if game.state.yazid else SAMPLES
    values = Search(view, Limit(), seed=3).values([*chosen, best], samples)
    return position.mode, [max(values) - value for value in values[:-1]]


def with_interval(values: Sequence[float]) -> str:
    """The mean with its 95 % interval."""
    half = 1.96 * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return f"{mean(values):.2f} ± {half:.2f}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the regret of each budget."""
    parser = argparse.ArgumentParser(prog="make bench-search", description=__doc__)
    parser.add_argument("--budgets", nargs="+", type=float, default=BUDGETS, help="in seconds")
    parser.add_argument("--reference", type=float, default=REFERENCE, help="in seconds")
    parser.add_argument("--positions", type=int, default=POSITIONS)
    parser.add_argument("--players", type=int, help="only positions of this number of players")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args(arguments)
    found: list[list[float]] = []
    with ProcessPoolExecutor(options.jobs) as pool:
        jobs = [
            pool.submit(regrets, position, options.budgets, options.reference)
            for position in positions(options.positions)
            if options.players in (None, len(position.game.state.players))
        ]
        for number, job in enumerate(jobs, 1):
            mode, values = job.result()
            found.append(values)
            shown = "  ".join(f"{value:6.2f}" for value in values)
            print(f"{number:3} of {len(jobs)}  {mode:16} {shown}", file=sys.stderr, flush=True)
    for nth, budget in enumerate(options.budgets):
        print(f"{budget:g} s: regret {with_interval([values[nth] for values in found])} points")
    for nth in range(1, len(options.budgets)):
        better = [values[nth - 1] - values[nth] for values in found]
        shorter, longer = options.budgets[nth - 1 : nth + 1]
        print(f"{longer:g} s instead of {shorter:g} s: {with_interval(better)} points better")
    return 0


if __name__ == "__main__":
    sys.exit(main())
