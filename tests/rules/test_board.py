"""The geometry of boards."""

import copy
import pickle
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from naqala.rules.board import (
    LONGEST_WALK,
    NO_TILE,
    SHORTEST_LOOP,
    TILE_NAMES,
    Grid,
    Tile,
    grid,
    mask_of,
    members,
    names,
)
from tests.positions import RECTANGLES, random_grid, tile, tiles, walls

BASE = grid(6, 5)


def random_grids() -> Iterator[Grid]:
    random = Random(1)
    for columns, rows in RECTANGLES:
        yield grid(columns, rows)
        yield random_grid(random, columns, rows)


def walks(board: Grid, start: Tile, number: int) -> Iterator[list[Tile]]:
    """Every walk of this many steps, directly from M2 and M3."""
    if number == 0:
        yield [start]
        return
    for walk in walks(board, start, number - 1):
        for near in board.neighbours[walk[-1]]:
            if len(walk) < 2 or near != walk[-2]:
                yield [*walk, near]


def test_tiles_are_counted_from_the_bottom_left() -> None:
    """C1"""
    assert len(BASE.tiles) == 30
    assert [TILE_NAMES[t] for t in BASE.tiles[:7]] == ["a1", "b1", "c1", "d1", "e1", "f1", "a2"]
    assert TILE_NAMES[BASE.tiles[-1]] == "f5"
    assert BASE.all == mask_of(BASE.tiles)
    assert list(members(BASE.all)) == list(BASE.tiles)


def test_neighbours_are_orthogonal() -> None:
    """M2"""
    assert names(mask_of(BASE.neighbours[tile("c3")])) == "c2 b3 d3 c4"
    assert names(mask_of(BASE.neighbours[tile("a1")])) == "b1 a2"
    assert names(mask_of(BASE.neighbours[tile("f5")])) == "f4 e5"
    assert names(mask_of(grid(8, 8).neighbours[tile("h2")])) == "h1 g2 h3"


def test_no_step_crosses_a_mountain() -> None:
    """N3"""
    board = grid(6, 6, walls("c3-c4 b3-c3"))
    assert names(mask_of(board.neighbours[tile("c3")])) == "c2 d3"
    assert names(mask_of(board.neighbours[tile("c4")])) == "b4 d4 c5"
    assert names(mask_of(board.neighbours[tile("b3")])) == "b2 a3 b4"


def test_range_and_counting_ignore_mountains() -> None:
    """N3, T5"""
    board = grid(6, 6, walls("c3-c4 b3-c3"))
    assert board.within(tile("c3"), 1) == tiles("c2 b3 c3 d3 c4")
    assert board.around[tile("c3")] == tiles("b2 c2 d2 b3 c3 d3 b4 c4 d4")


def test_nothing_stands_on_the_lake_or_crosses_it() -> None:
    """W2, N4"""
    board = grid(6, 6, holes=tiles("c3"))
    assert tile("c3") not in board.tiles
    assert len(board.tiles) == 35
    assert board.neighbours[tile("c3")] == ()
    assert all(tile("c3") not in near for near in board.neighbours)
    assert all(not level & tiles("c3") for n in range(6) for level in board.arrivals[n])
    assert not board.within(tile("c2"), 3) & tiles("c3")
    assert board.within(tile("c2"), 2) & tiles("c4"), "distance is counted over the lake"


def test_the_lake_is_surrounded_by_eight_tiles() -> None:
    """W3"""
    board = grid(6, 6, holes=tiles("c3"))
    assert board.around[tile("c3")] == tiles("b2 c2 d2 b3 d3 b4 c4 d4")


def test_a_3_by_3_block_ends_at_the_edge() -> None:
    """T4"""
    assert BASE.around[tile("a1")] == tiles("a1 b1 a2 b2")
    assert BASE.around[tile("f5")] == tiles("e4 f4 e5 f5")
    assert grid(8, 8).around[tile("h8")] == tiles("g7 h7 g8 h8")
    assert grid(8, 8).around[tile("a5")] == tiles("a4 b4 a5 b5 a6 b6")
    assert BASE.around[tile("g1")] == 0


def test_distance_is_orthogonal() -> None:
    """T5"""
    assert BASE.distance(tile("a1"), tile("f5")) == 9
    assert BASE.within(tile("b2"), 0) == tiles("b2")
    assert BASE.within(tile("b2"), 2) == tiles("a1 b1 c1 a2 b2 c2 d2 a3 b3 c3 b4")
    assert BASE.within(tile("b2"), 31) == BASE.all


def test_a_tile_that_is_cut_off_is_detected() -> None:
    """N4"""
    assert BASE.connected
    assert grid(1, 1).connected
    assert grid(6, 6, walls("c3-c4"), tiles("d3")).connected
    assert not grid(6, 6, walls("a1-b1"), tiles("a2")).connected
    assert not grid(5, 1, holes=tiles("c1")).connected


def test_the_same_arguments_give_the_same_grid() -> None:
    assert grid(6, 5) is BASE
    assert grid(6, 6, walls("c3-c4 b3-c3")) is grid(
        6, 6, [(tile("c3"), tile("b3")), (tile("c4"), tile("c3"))], 0
    )
    assert grid(6, 6) is not grid(6, 5)
    kept = grid(4, 4, walls("a1-a2"))
    for hole in range(40):
        grid(8, 8, holes=1 << hole)
    assert grid(4, 4, walls("a1-a2")) is kept


def test_a_copy_is_the_same_grid() -> None:
    for board in random_grids():
        assert pickle.loads(pickle.dumps(board)) is board
        assert copy.copy(board) is board
        assert copy.deepcopy(board) is board


def test_the_repr_of_a_grid_has_its_shape() -> None:
    board = grid(3, 2, walls("a1-b1"), tiles("c2"))
    assert repr(board) == "<Grid 3 x 2, holes c2, wall a1-b1>"


@pytest.mark.parametrize(
    ("columns", "rows", "wall", "holes", "message"),
    [
        (9, 5, None, 0, "a board cannot have 9 x 5 tiles"),
        (6, 0, None, 0, "a board cannot have 6 x 0 tiles"),
        (3, 3, None, tiles("d1"), "a hole must be a tile of the board of 3 x 3"),
        (3, 3, None, -1, "a hole must be a tile of the board of 3 x 3"),
        (2, 1, None, tiles("a1 b1"), "at least one tile that is not a hole"),
        (3, 3, ("a1", "c1"), 0, "a wall cannot stand between a1 and c1"),
        (3, 3, ("a1", "b2"), 0, "a wall cannot stand between a1 and b2"),
        (3, 3, ("c1", "d1"), 0, "a wall cannot stand between c1 and d1"),
        (3, 3, ("a1", "a1"), 0, "a wall cannot stand between a1 and a1"),
    ],
)
def test_an_impossible_grid_is_refused(
    columns: int, rows: int, wall: tuple[str, str] | None, holes: int, message: str
) -> None:
    between = [(tile(wall[0]), tile(wall[1]))] if wall else []
    with pytest.raises(ValueError, match=message):
        grid(columns, rows, between, holes)


def test_a_wall_off_the_board_is_refused() -> None:
    with pytest.raises(ValueError, match="a wall cannot stand between -1 and a1"):
        grid(3, 3, [(tile("a1"), NO_TILE)])


def test_reach_is_where_walks_end() -> None:
    """M2, M3"""
    for board in random_grids():
        for start in board.tiles[::5]:
            for number in range(1, 7):
                ends = mask_of(walk[-1] for walk in walks(board, start, number))
                assert board.arrivals[number][start] == ends & ~(1 << start)


def test_loops_are_the_tiles_that_walks_revisit() -> None:
    """M3"""
    for board in random_grids():
        for start in board.tiles[::5]:
            for number in range(1, 8):
                found = walks(board, start, number)
                closed = mask_of(walk[-1] for walk in found if walk[-1] in walk[1:-1])
                assert board.loops_from[number][start] == closed
                assert number >= 5 or not closed


def test_the_rest_of_a_walk_depends_on_the_edge_of_arrival() -> None:
    """M3"""
    board = grid(3, 3, walls("b2-c2"))
    for start in board.tiles:
        for head, edge in board.steps[start]:
            assert board.heads[edge] == head
            assert [near for near, _ in board.onward[edge]] == [
                near for near in board.neighbours[head] if near != start
            ]
            for number in range(7):
                found = [w[1:] for w in walks(board, start, number + 1) if w[1] == head]
                ends = mask_of(walk[-1] for walk in found)
                closed = mask_of(walk[-1] for walk in found if walk[-1] in walk[1:-1])
                assert board.reach[number][edge] == ends
                assert board.loops[number][edge] == closed


def test_long_walks_follow_from_those_that_are_a_step_shorter() -> None:
    """Tables of many steps repeat those of two steps before, as soon as they may."""
    for board in random_grids():
        for number in range(SHORTEST_LOOP, 60):
            for edge, steps in enumerate(board.onward):
                shorter, closed = board.reach[number - 1], board.loops[number - 1]
                ends = loops = 0
                for head, after in steps:
                    ends |= shorter[after]
                    loops |= closed[after] | shorter[after] & 1 << head
                assert board.reach[number][edge] == ends
                assert board.loops[number][edge] == loops


def test_a_pile_reaches_what_is_near_enough_and_of_the_right_chessboard_colour() -> None:
    """M2, M3"""
    for number in range(1, 12):
        for start in BASE.tiles:
            near = mask_of(
                end
                for end in BASE.tiles
                if BASE.distance(start, end) <= number
                and (number - BASE.distance(start, end)) % 2 == 0
            )
            assert BASE.arrivals[number][start] == near & ~(1 << start)


def test_walks_are_counted_by_visits_to_their_last_tile() -> None:
    """M3"""
    for board in [grid(3, 3), grid(2, 3, walls("a1-b1")), grid(6, 5), grid(1, 5)]:
        for start in board.tiles[:4]:
            for number in range(1, 9 if len(board.tiles) < 10 else 7):
                found = Counter((w[-1], w[1:-1].count(w[-1])) for w in walks(board, start, number))
                for end in board.tiles:
                    counts = board.walks(start, number, end)
                    assert Counter(dict(enumerate(counts))) == Counter(
                        {visits: n for (last, visits), n in found.items() if last == end}
                    )


def test_walks_of_the_largest_pile_can_be_counted() -> None:
    counts = BASE.walks(tile("c3"), LONGEST_WALK, tile("c3"))
    assert sum(counts) > 2**LONGEST_WALK
    assert len(counts) == LONGEST_WALK // 4
    with pytest.raises(ValueError, match="a walk has 1 to 190 steps, not 191"):
        BASE.walks(tile("c3"), LONGEST_WALK + 1, tile("c3"))


def test_a_negative_number_of_steps_is_refused() -> None:
    with pytest.raises(KeyError):
        BASE.reach[-1]
