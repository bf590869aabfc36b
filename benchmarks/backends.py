"""States evaluated per second by each backend of the value net: `python -m benchmarks.backends`."""

from collections.abc import Sequence
from random import Random
from time import process_time

from naqala import Game, State
from naqala.bots.search.planner import turns
from naqala.bots.value.backend import Backend, ValueNet, default_backend, plain_backend
from naqala.bots.value.points import quick_values
from naqala.rules.actions import Take
from naqala.rules.turn import Moving

Batch = tuple[list[State], int]
MODES: tuple[tuple[int, tuple[str, ...]], ...] = (
    (1, ()), (2, ()), (4, ()), (4, ("whims", "artisans")), (5, ("whims", "artisans")),
)  # fmt: skip
BATCHES = 60
LARGE = 20
"""The first pass of the planner evaluates at least this many states at once."""
ROUNDS = 3


def batches(players: int, expansions: Sequence[str]) -> list[Batch]:
    """The states that the planner evaluates together, in every third turn of a random game."""
    found: list[Batch] = []

    def evaluate(states: Sequence[State], seat: int) -> Sequence[float]:
        found.append((list(states), seat))
        return quick_values(states, seat)

    random = Random(5)
    game = Game.new(players=players, seed=3, expansions=expansions)
    moves = 0
    while not game.over and len(found) < BATCHES:
        if isinstance(game.state.pending[-1], Moving) and isinstance(game.legal()[0], Take):
            moves += 1
            if moves % 3 == 0:
                turns(game.state.copy(), evaluate, guess=quick_values, deep=8)
        game.play(random.choice(game.legal()))
    return found


def seconds_per_state(net: ValueNet, some: Sequence[Batch]) -> float:
    """The processor time of one state, the best of several rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = process_time()
        for states, seat in some:
            net.margins(states, seat)
        best = min(best, process_time() - start)
    return best / sum(len(states) for states, _ in some)


def main() -> None:
    backends: list[Backend] = list(dict.fromkeys([default_backend(), plain_backend()]))
    for players, expansions in MODES:
        found = batches(players, expansions)
        for name, is_large in (("first pass", True), ("follow-up choices", False)):
            some = [batch for batch in found if (len(batch[0]) >= LARGE) == is_large]
            times = [seconds_per_state(each.net_for(players), some) for each in backends]
            columns = [
                f"{backend.name} {1e6 * time:.0f} µs, {1 / time:.0f} per second"
                for backend, time in zip(backends, times, strict=True)
            ]
            print(f"{players} players {'+'.join(expansions)}, {name}:", "; ".join(columns))


if __name__ == "__main__":
    main()
