"""The set-up of games with Whims, with Artisans, or with both; and the moves on their boards."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from naqala import BadOptions, Game
from naqala.rules.board import TILE_NAMES, TILE_OF_NAME, Tile, mask_of, names
from naqala.rules.expansions.artisans import TILES as ARTISANS_TILES
from naqala.rules.expansions.whims import TILES as WHIMS_TILES
from naqala.rules.land import Piece
from naqala.rules.meeples import letters, parse_letters
from naqala.rules.setup import BASE_TILES, land_of
from tests import brute_force
from tests.positions import Position, choices, position_line
from tests.rules.test_sowing import check

MODES = {"whims": ["whims"], "artisans": ["artisans"], "both": ["whims", "artisans"]}
EVERY_MODE = pytest.mark.parametrize("mode", MODES)
WITH_ARTISANS = pytest.mark.parametrize("mode", ["artisans", "both"])
WITH_WHIMS = pytest.mark.parametrize("mode", ["whims", "both"])
SHAPE = {"whims": (6, 6), "artisans": (6, 6), "both": (7, 6)}
SEEDS = range(300)
HOLES = {"~", "#"}

BASE = Counter({"v5": 5, "s6": 4, "s10": 1, "s12": 1, "s15": 1, "o8": 6, "m6": 8, "l4": 4})
WHIMS = Counter({"c0": 3, "r0": 2, "~": 1})
ARTISANS = Counter({"w5": 3, "x10": 2, "#": 1})


def new(mode: str, seed: int = 1, players: int = 3) -> Game:
    return Game.new(players=players, seed=seed, expansions=MODES[mode])


@cache
def dealt(mode: str, seed: int) -> tuple[dict[str, str], brute_force.Walls]:
    """The tiles and mountains of a new game."""
    game = new(mode, seed)
    return cells(game, "tiles"), walls_of(game)


def tiles_of(mode: str, seed: int) -> dict[str, str]:
    return dealt(mode, seed)[0]


def cells(game: Game, key: str) -> dict[str, str]:
    """The cells of the board, holes included."""
    rows = [row.split() for row in position_line(game, key).split("/")]
    return {
        f"{'abcdefgh'[column]}{len(rows) - number}": cell
        for number, row in enumerate(rows)
        for column, cell in enumerate(row)
    }


def inner(mode: str) -> set[str]:
    """The tiles that are not at the edge."""
    columns, rows = SHAPE[mode]
    return {f"{c}{row}" for c in "abcdefgh"[1 : columns - 1] for row in range(2, rows)}


def walls_of(game: Game) -> brute_force.Walls:
    lines = dict(line.partition(" ")[::2] for line in game.position().splitlines())
    return frozenset(frozenset(wall.split("-")) for wall in lines.get("walls", "").split())


def board_of(game: Game) -> brute_force.Board:
    """The meeples of each tile that is not a hole."""
    return {
        name: people.replace("-", "")
        for name, people in cells(game, "meeples").items()
        if people not in HOLES
    }


def reachable(board: brute_force.Board, walls: brute_force.Walls) -> set[str]:
    """The tiles that can be reached from an arbitrary one."""
    waiting = [next(iter(board))]
    found = set(waiting)
    while waiting:
        near = set(brute_force.neighbours(board, walls, waiting.pop())) - found
        found |= near
        waiting += near
    return found


# Tiles


@EVERY_MODE
def test_the_shape_of_the_board_depends_on_the_expansions(mode: str) -> None:
    """W1, N2"""
    game = new(mode)
    rows = [row.split() for row in position_line(game, "tiles").split("/")]
    columns, number = SHAPE[mode]
    assert [len(row) for row in rows] == [columns] * number
    assert position_line(game, "board") == f"{columns}x{number}"


@pytest.mark.parametrize(
    ("mode", "tiles"),
    [("whims", BASE + WHIMS), ("artisans", BASE + ARTISANS), ("both", BASE + WHIMS + ARTISANS)],
)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_tiles_are_those_of_the_boxes(mode: str, tiles: Counter[str], players: int) -> None:
    """C1, W1, N1"""
    assert Counter(cells(new(mode, players=players), "tiles").values()) == tiles


@pytest.mark.parametrize(
    ("mode", "blue", "red"), [("whims", 15, 20), ("artisans", 15, 20), ("both", 18, 22)]
)
def test_the_new_tiles_have_their_colours(mode: str, blue: int, red: int) -> None:
    """W1, N1"""
    land = new(mode).state.land
    assert (land.blue.bit_count(), land.red.bit_count()) == (blue, red)
    assert land.blue & land.red == 0


def test_the_tiles_of_the_whims_can_be_anywhere() -> None:
    """W1"""
    found: dict[str, set[str]] = {"~": set(), "c0": set(), "r0": set()}
    for seed in SEEDS:
        for name, cell in tiles_of("whims", seed).items():
            if cell in found:
                found[cell].add(name)
    assert len(found["~"]) == len(found["c0"]) == len(found["r0"]) == 36


@WITH_ARTISANS
def test_the_tiles_of_the_artisans_lie_in_the_middle(mode: str) -> None:
    """N2"""
    for seed in SEEDS:
        tiles = tiles_of(mode, seed)
        middle = Counter(cell for name, cell in tiles.items() if name in inner(mode))
        assert middle & ARTISANS == ARTISANS
        assert middle.total() == (16 if mode == "artisans" else 20)


@WITH_ARTISANS
def test_the_tiles_of_the_artisans_can_be_anywhere_in_the_middle(mode: str) -> None:
    """N2"""
    found: dict[str, set[str]] = {cell: set() for cell in ARTISANS}
    for seed in SEEDS:
        for name, cell in tiles_of(mode, seed).items():
            if cell in found:
                found[cell].add(name)
    assert found == dict.fromkeys(ARTISANS, inner(mode))


def test_any_base_tile_can_be_in_the_middle() -> None:
    """N2"""
    seen = Counter[str]()
    for seed in SEEDS:
        tiles = tiles_of("artisans", seed)
        middle = {cell for name, cell in tiles.items() if name in inner("artisans")}
        around = {cell for name, cell in tiles.items() if name not in inner("artisans")}
        seen.update(f"{cell} in the middle" for cell in middle & BASE.keys())
        seen.update(f"{cell} around" for cell in around)
    assert seen.keys() == {f"{c} in the middle" for c in BASE} | {f"{c} around" for c in BASE}
    assert 0.2 < seen["s15 in the middle"] / len(SEEDS) < 0.5, "a third of them: 10 of 30"


def test_with_both_boxes_the_tiles_of_the_whims_lie_in_the_middle_or_around() -> None:
    """N2"""
    seen = set()
    for seed in SEEDS:
        for name, cell in tiles_of("both", seed).items():
            if cell in WHIMS:
                seen.add((cell, name in inner("both")))
    assert seen == {(cell, where) for cell in WHIMS for where in (True, False)}


# Mountains


def edges(name: str) -> dict[str, frozenset[str]]:
    """The four edges of a tile."""
    column, row = name[0], int(name[1])
    left, right = chr(ord(column) - 1), chr(ord(column) + 1)
    return {
        "top": frozenset((name, f"{column}{row + 1}")),
        "left": frozenset((name, f"{left}{row}")),
        "bottom": frozenset((name, f"{column}{row - 1}")),
        "right": frozenset((name, f"{right}{row}")),
    }


@WITH_ARTISANS
def test_one_workshop_has_mountains_at_top_and_left_and_two_at_bottom_and_right(mode: str) -> None:
    """N3"""
    for seed in SEEDS:
        tiles, walls = dealt(mode, seed)
        workshops = [name for name, cell in tiles.items() if cell == "w5"]
        possible = []
        for first in workshops:
            around = {edges(first)["top"], edges(first)["left"]}
            for other in workshops:
                if other != first:
                    around |= {edges(other)["bottom"], edges(other)["right"]}
            possible.append(around)
        assert walls in possible, f"seed {seed}"


def test_there_are_no_mountains_without_the_artisans() -> None:
    """N3"""
    assert not any(dealt("whims", seed)[1] for seed in range(20))


# No tile is cut off


@EVERY_MODE
def test_every_tile_can_be_reached(mode: str) -> None:
    """N4"""
    for seed in SEEDS:
        tiles, walls = dealt(mode, seed)
        board = {name: "" for name, cell in tiles.items() if cell not in HOLES}
        assert reachable(board, walls) == board.keys(), f"seed {seed}"


def deal(mode: str, random: Random) -> tuple[int, int, dict[Tile, Piece]]:
    """One random deal of the tiles by N2, even if it cuts off a tile."""
    columns, rows = SHAPE[mode]
    rest = [*BASE_TILES, *(WHIMS_TILES if mode == "both" else ())]
    random.shuffle(rest)
    middle = [*ARTISANS_TILES, *(rest.pop() for _ in range(len(inner(mode)) - 6))]
    random.shuffle(middle)
    return columns, rows, {
        TILE_OF_NAME[name]: (middle if name in inner(mode) else rest).pop()
        for name in (f"{c}{row}" for c in "abcdefgh"[:columns] for row in range(1, rows + 1))
    }  # fmt: skip


@WITH_ARTISANS
def test_a_deal_can_cut_a_tile_off(mode: str) -> None:
    """N4: this is why some deals are repeated."""
    random = Random(7)
    lands = [land_of(*deal(mode, random)) for _ in range(600)]
    cut = [land for land in lands if not land.grid.connected]
    assert 0 < len(cut) < 60
    for land in cut:
        board = dict.fromkeys(names(land.grid.all).split(), "")
        walls = frozenset(
            frozenset((TILE_NAMES[low], TILE_NAMES[high])) for low, high in land.grid.walls
        )
        assert reachable(board, walls) != board.keys()


def test_a_workshop_between_another_and_the_chasm_is_cut_off() -> None:
    """N3, N4"""
    village = BASE_TILES[0]
    bottom_right = next(piece for piece in ARTISANS_TILES if piece.mountains == "br")
    chasm = next(piece for piece in ARTISANS_TILES if piece.ground is None)
    pieces = {TILE_OF_NAME[f"{c}{row}"]: village for c in "abcdef" for row in range(1, 7)}
    pieces |= {TILE_OF_NAME["c3"]: bottom_right, TILE_OF_NAME["b3"]: bottom_right}
    assert land_of(6, 6, pieces).grid.connected
    pieces[TILE_OF_NAME["c4"]] = chasm
    assert not land_of(6, 6, pieces).grid.connected


def test_a_tile_between_three_workshops_and_the_chasm_is_cut_off() -> None:
    """N3, N4"""
    village = BASE_TILES[0]
    top_left, bottom_right, other, *_, chasm = ARTISANS_TILES
    pieces = {TILE_OF_NAME[f"{c}{row}"]: village for c in "abcdef" for row in range(1, 7)}
    pieces |= {
        TILE_OF_NAME["b3"]: bottom_right,
        TILE_OF_NAME["c4"]: other,
        TILE_OF_NAME["d3"]: top_left,
    }
    assert land_of(6, 6, pieces).grid.connected
    pieces[TILE_OF_NAME["c2"]] = chasm
    assert not land_of(6, 6, pieces).grid.connected


# Meeples


@pytest.mark.parametrize(
    ("mode", "people"),
    [
        ("whims", {"Y": 19, "W": 23, "G": 21, "B": 21, "R": 21}),
        ("artisans", {"Y": 16, "W": 20, "G": 18, "B": 18, "R": 18, "P": 15}),
        ("both", {"Y": 19, "W": 23, "G": 21, "B": 21, "R": 21, "P": 15}),
    ],
)
def test_the_meeples_are_those_of_the_boxes(mode: str, people: dict[str, int]) -> None:
    """C2, W1, N1"""
    assert Counter("".join(board_of(new(mode)).values())) == people


@pytest.mark.parametrize(("mode", "number"), [("whims", 105), ("artisans", 105), ("both", 120)])
def test_three_meeples_stand_on_every_tile_but_lake_and_chasm(mode: str, number: int) -> None:
    """S1, W2, N4"""
    for seed in range(20):
        game = new(mode, seed)
        tiles = cells(game, "tiles")
        people = cells(game, "meeples")
        holes = {name for name, cell in tiles.items() if cell in HOLES}
        assert {name for name, cell in people.items() if cell in HOLES} == holes
        assert [len(people[name]) for name in people if name not in holes] == [3] * (number // 3)
        assert position_line(game, "bag") == "-"


@EVERY_MODE
def test_the_state_has_no_meeples_on_lake_and_chasm(mode: str) -> None:
    """W2, N4"""
    state = new(mode).state
    assert all(not state.piles[hole] for hole in range(48) if state.land.grid.holes >> hole & 1)
    assert state.land.grid.holes.bit_count() == (2 if mode == "both" else 1)


# Cards and pieces


@pytest.mark.parametrize(
    ("mode", "more"),
    [
        ("whims", {"ganapati", "kali"}),
        ("artisans", {"geb", "ptah"}),
        ("both", {"ganapati", "kali", "geb", "ptah"}),
    ],
)
def test_each_box_brings_two_djinns(mode: str, more: set[str]) -> None:
    """W1, N1, D24, D25, D26, D27"""
    game = new(mode)
    base = Game.new(players=3, seed=1)
    djinns = [
        f"{position_line(each, 'djinns')} {position_line(each, 'djinn-deck')}".split()
        for each in (game, base)
    ]
    assert set(djinns[0]) - set(djinns[1]) == more
    assert len(djinns[0]) == 22 + len(more)


@WITH_WHIMS
def test_a_whim_lies_face_up_on_every_city(mode: str) -> None:
    """W5, W9"""
    game = new(mode)
    cities = {name for name, cell in cells(game, "tiles").items() if cell in ("c0", "r0")}
    whims = dict(word.split(":") for word in position_line(game, "whim-cities").split())
    assert whims.keys() == cities
    assert len(set(whims.values())) == 5
    assert len(position_line(game, "whim-deck").split()) == (19 if mode == "whims" else 22) - 5


@WITH_ARTISANS
def test_all_18_items_lie_face_down(mode: str) -> None:
    """N11"""
    game = new(mode)
    assert Counter(position_line(game, "item-deck").split()) == {
        "jewel": 5, "treasure": 4, "crown": 2,
        "carpet": 1, "lamp": 1, "flute": 1, "scimitar": 1, "talisman": 1, "horn": 1, "ring": 1,
    }  # fmt: skip
    assert position_line(game, "item-discards") == "-"


@EVERY_MODE
def test_players_begin_with_only_gold_camels_and_perhaps_a_tent(mode: str) -> None:
    """C6, C7, N8"""
    game = new(mode)
    tent = "" if mode == "whims" else " artisans 0 tents 1"
    for seat in ("p1", "p2", "p3"):
        assert position_line(game, f"{seat}-has") == f"gold 50 viziers 0 elders 0 camels 8{tent}"
    for player in game.state.players:
        assert (player.items, player.whims, player.paid_whims) == ((), (), ())


@EVERY_MODE
@pytest.mark.parametrize(("players", "camels", "markers"), [(2, 11, 2), (3, 8, 1), (5, 8, 1)])
def test_expansions_do_not_change_the_number_of_camels_and_markers(
    mode: str, players: int, camels: int, markers: int
) -> None:
    """C6, W10"""
    state = new(mode, players=players).state
    assert [player.camels for player in state.players] == [camels] * players
    assert Counter(state.bid_order) == dict.fromkeys(range(players), markers)


@EVERY_MODE
def test_five_players_bid_on_the_doubled_track(mode: str) -> None:
    """W10, C9"""
    assert position_line(new(mode, players=5), "track") == "0 0 0 1 1 3 3 5 5 8 12 18"
    assert position_line(new(mode, players=4), "track") == "0 0 0 1 3 5 8 12 18"


def test_five_players_need_a_box_that_adds_tiles() -> None:
    """W10, S5"""
    with pytest.raises(BadOptions, match="five players need an expansion"):
        Game.new(players=5, seed=1)


@EVERY_MODE
def test_the_solo_game_has_no_expansions(mode: str) -> None:
    """S5"""
    with pytest.raises(BadOptions, match="without expansions"):
        new(mode, players=1)


@EVERY_MODE
def test_the_same_seed_sets_up_the_same_game(mode: str) -> None:
    """S6"""
    assert new(mode, 11).position() == new(mode, 11).position()
    assert len({position_line(new(mode, seed), "tiles") for seed in range(30)}) == 30


@EVERY_MODE
def test_a_new_game_can_be_stored_as_position_and_record(mode: str) -> None:
    """S6"""
    game = new(mode, 11)
    assert Game.from_position(game.position()).state == game.state
    assert Game.load(game.record()) == game


@EVERY_MODE
def test_the_first_turn_has_moves(mode: str) -> None:
    """M2, M6"""
    game = new(mode)
    for value in (0, 1, 3):
        game.play(f"bid {value}")
    assert {choice.split()[0] for choice in choices(game)} == {"take"}


# Moves on the boards of real games


def walks(
    board: brute_force.Board, walls: brute_force.Walls, start: str, number: int
) -> Iterator[list[str]]:
    """Every walk of this many steps that never turns straight back."""
    if number == 0:
        yield [start]
        return
    for walk in walks(board, walls, start, number - 1):
        for near in brute_force.neighbours(board, walls, walk[-1]):
            if len(walk) < 2 or near != walk[-2]:
                yield [*walk, near]


@pytest.mark.parametrize("seed", [0, 1])
@EVERY_MODE
def test_reach_and_loops_match_all_walks(mode: str, seed: int) -> None:
    """M2, M3, W2, N3, N4"""
    game = new(mode, seed)
    board, walls, grid = board_of(game), walls_of(game), game.state.land.grid
    for start in board:
        place = TILE_OF_NAME[start]
        for number in range(1, 6):
            found = list(walks(board, walls, start, number))
            ends = mask_of(TILE_OF_NAME[walk[-1]] for walk in found)
            closed = mask_of(TILE_OF_NAME[w[-1]] for w in found if w[-1] in w[1:-1])
            assert grid.arrivals[number][place] == ends & ~(1 << place)
            assert grid.loops_from[number][place] == closed
            for head, edge in grid.steps[place]:
                behind = [walk for walk in found if walk[1] == TILE_NAMES[head]]
                assert grid.reach[number - 1][edge] == mask_of(
                    TILE_OF_NAME[walk[-1]] for walk in behind
                )


def thinned(game: Game, random: Random) -> Position:
    """The board of a game with fewer meeples, and one large pile."""
    grid = game.state.land.grid
    piles = [0] * (8 * grid.rows)
    share = random.choice([0.15, 0.4, 0.7])
    for place in grid.tiles:
        left = [tribe for tribe in letters(game.state.piles[place]) if random.random() < share]
        piles[place] = parse_letters("".join(left) or "-")
    crowd = random.choices(random.choices("YWGBRP", k=3), k=random.randint(4, 6))
    piles[random.choice(grid.tiles)] = parse_letters("".join(crowd))
    return Position(grid, piles)


@pytest.mark.parametrize("seed", range(8))
@EVERY_MODE
def test_moves_agree_with_every_sowing_listed_one_by_one(mode: str, seed: int) -> None:
    """M2, M3, M4, W2, N3, N4"""
    check(thinned(new(mode, seed), Random(seed)))


@EVERY_MODE
def test_the_first_moves_agree_with_every_sowing_listed_one_by_one(mode: str) -> None:
    """M2, M3, M4, W2, N3, N4"""
    state = new(mode, 5).state
    check(Position(state.land.grid, state.piles))
