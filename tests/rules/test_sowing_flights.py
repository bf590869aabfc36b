"""Moves with the flying carpet, compared with a brute-force list of all flights."""

from collections.abc import Iterator
from random import Random

import pytest

from naqala.rules import meeples
from naqala.rules.board import NO_TILE, TILE_NAMES
from naqala.rules.meeples import ONE
from naqala.rules.sowing import flights, flying_drops, masks_of, starts
from tests.brute_force import Board, Sowing, Walls, neighbours
from tests.positions import RECTANGLES, Position, drop_texts, position, random_position


def flown(board: Board, walls: Walls, hand: str, path: list[str]) -> Iterator[Sowing]:
    """Every way to drop a hand from the end of a path if the last meeple flies.

    The others go to a neighbour (M2) and never straight back (M3); the last one goes to any tile
    that holds its tribe (M4).
    """
    if len(hand) == 1:
        yield from ((name + hand,) for name in board if hand in board[name])
        return
    for near in neighbours(board, walls, path[-1]):
        if len(path) > 1 and near == path[-2]:
            continue
        for tribe in sorted(set(hand)):
            dropped = board | {near: board[near] + tribe}
            for rest in flown(dropped, walls, hand.replace(tribe, "", 1), [*path, near]):
                yield (near + tribe, *rest)


def flights_from(board: Board, walls: Walls, start: str) -> Iterator[Sowing]:
    return flown(board | {start: ""}, walls, board[start], [start])


def next_drops(here: Position, taken: str, *dropped: str) -> list[str]:
    """The texts of the drops that are legal after a start and some drops."""
    return drop_texts(flying_drops(*here.after(taken, *dropped)))


def start_names(here: Position) -> list[str]:
    return [TILE_NAMES[take.tile] for take in flights(here.grid, here.piles, here.masks)]


def check(here: Position) -> None:
    """Check that starts and steps match the flights, so no step leads to a dead end."""
    board, walls = here.board, here.walls
    takes = start_names(here)
    assert takes == [name for name in board if board[name] and any_of(board, walls, name)]
    for start in takes:
        steps: dict[Sowing, set[str]] = {}
        for flight in flights_from(board, walls, start):
            for place, drop in enumerate(flight):
                steps.setdefault(flight[:place], set()).add(drop)
        for begun, expected in steps.items():
            legal = next_drops(here, start, *begun)
            assert len(legal) == len(expected)
            assert set(legal) == expected


def any_of(board: Board, walls: Walls, start: str) -> bool:
    return next(flights_from(board, walls, start), None) is not None


@pytest.mark.parametrize(
    "people",
    [
        "Y Y - Y",
        "YW - - W",
        "YY - - -",
        "YYW - - -",
        "YWG - - B",
        "YWG - - Y",
        "YY # - -",
        "Y # W Y",
        "YW # W Y",
        "YYYY - -",
        "YYYY -",
        "- YWW -/- # -",
        "YWG Y -/W # -/- - G",
        "- - -/- YYYWW -/- - -",
        "YYWWG -/- -",
        "P P/- WWP",
        "YWGBR - -/- - R",
        "Y",
        "YY",
    ],
)
def test_flights_from_small_boards(people: str) -> None:
    """I1, M2, M3, M4"""
    check(position(people))


@pytest.mark.parametrize(
    ("people", "mountains"),
    [
        ("Y Y - Y", "a1-b1"),
        ("YW - W -", "a1-b1"),
        ("YW - W -", "b1-c1"),
        ("YWW - W Y", "b1-c1"),
        ("YWG -/- G", "a1-b1"),
        ("YWG - -/- G -/Y - -", "a1-b1 b2-c2 a3-b3"),
    ],
)
def test_flights_over_mountains(people: str, mountains: str) -> None:
    """I1, N3"""
    check(position(people, mountains))


@pytest.mark.parametrize("seed", range(14))
@pytest.mark.parametrize("rectangle", RECTANGLES, ids=str)
def test_flights_from_random_boards(rectangle: tuple[int, int], seed: int) -> None:
    """I1, M2, M3, M4, N3, N4"""
    random = Random(f"{rectangle} {seed}")
    check(random_position(random, *rectangle, largest=5 if seed < 2 else 4))


def test_every_ordinary_move_is_possible_with_the_carpet() -> None:
    """I1"""
    for seed in range(60):
        random = Random(seed)
        here = random_position(random, *RECTANGLES[seed % len(RECTANGLES)], largest=9)
        usual = {take.tile for take in starts(*here, here.masks)}
        assert usual <= {take.tile for take in flights(*here, here.masks)}


@pytest.mark.parametrize("seed", range(30))
def test_a_flight_never_runs_into_a_dead_end(seed: int) -> None:
    """I1: from any start and with any steps, with piles too large to list."""
    random = Random(seed)
    here = random_position(random, *RECTANGLES[seed % len(RECTANGLES)], largest=25)
    for take in flights(*here, here.masks):
        piles = list(here.piles)
        hand, piles[take.tile] = piles[take.tile], 0
        before, at = NO_TILE, take.tile
        while hand:
            last = meeples.size(hand) == 1
            drop = random.choice(flying_drops(here.grid, masks_of(piles), hand, at, before))
            if last:
                assert meeples.count(piles[drop.tile], drop.tribe) > 0
            else:
                assert drop.tile in here.grid.neighbours[at]
                assert drop.tile != before
            hand -= ONE[drop.tribe]
            piles[drop.tile] += ONE[drop.tribe]
            before, at = at, drop.tile
