"""Moves, compared with a brute-force list of all sowings."""

import json
from collections import defaultdict
from itertools import islice
from pathlib import Path
from random import Random
from typing import TypedDict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from naqala.rules import meeples
from naqala.rules.actions import TAKES, Sow
from naqala.rules.board import NO_TILE, TILE_NAMES, TILE_OF_NAME, Tile, grid, mask_of
from naqala.rules.meeples import (
    ARTISANS,
    BUILDERS,
    ELDERS,
    MERCHANTS,
    ONE,
    TRIBE_LETTERS,
    TRIBE_OF_LETTER,
    VIZIERS,
    Tribe,
    letters,
    parse_letters,
)
from naqala.rules.sowing import (
    Outcome,
    best_sowing,
    count,
    drops,
    exists,
    first_sowing,
    masks_of,
    outcomes,
    passages,
    sowings,
    starts,
)
from tests import brute_force
from tests.positions import RECTANGLES, Position, drop_texts, position, random_position, tile


class Counted(TypedDict):
    """A position of the data file and its expected counts."""

    meeples: str
    sowings: int
    landings: int
    starts: int


COUNTED: list[Counted] = json.loads(
    (Path(__file__).parent.parent / "data" / "sowings.json").read_text(encoding="utf-8")
)
START = position(COUNTED[1]["meeples"])


def outcome(text: str) -> Outcome:
    """Read an outcome like `c3 e4B`."""
    start, end = text.split()
    return Outcome(tile(start), tile(end[:2]), TRIBE_OF_LETTER[end[2]])


def outcome_of(sowing: brute_force.Sowing) -> Outcome:
    return outcome(f"{sowing[0]} {sowing[-1]}")


def text_of(sow: Sow) -> brute_force.Sowing:
    return tuple(str(sow).split()[1:])


def next_drops(here: Position, taken: str, *dropped: str) -> list[str]:
    """The texts of the drops that are legal after a start and some drops."""
    return drop_texts(drops(*here.after(taken, *dropped)))


def start_names(here: Position) -> list[str]:
    return [TILE_NAMES[take.tile] for take in starts(here.grid, here.piles, here.masks)]


def is_sown(here: Position, *sowing: str) -> bool:
    """Whether every step of a sowing is legal in turn."""
    return sowing[0] in start_names(here) and all(
        sowing[place] in next_drops(here, *sowing[:place]) for place in range(1, len(sowing))
    )


# The rules, one by one


def test_each_meeple_goes_to_a_neighbour_of_the_one_before() -> None:
    """M2"""
    here = position("- - - -/- YW - -/- - YW -/- - - -")
    assert start_names(here) == ["c2", "b3"]
    assert next_drops(here, "b3") == ["b2Y", "b2W", "c3Y", "c3W"]
    assert next_drops(here, "b3", "b2Y") == ["c2W"]
    assert is_sown(here, "b3", "c3W", "c2Y")


def test_no_step_goes_straight_back() -> None:
    """M3"""
    here = position("YY YY")
    assert start_names(here) == []
    here = position("- - -/- YYY -/- Y -")
    assert next_drops(here, "b2") == ["a2Y", "c2Y"]
    assert next_drops(here, "b2", "a2Y") == ["a1Y"]


def test_the_last_meeple_joins_one_of_its_tribe() -> None:
    """M4"""
    here = position("W Y YG")
    assert start_names(here) == ["b1"]
    assert next_drops(here, "b1") == ["c1Y"]
    assert outcomes(*here, here.masks) == [outcome("b1 c1Y")]


def test_a_meeple_may_join_one_dropped_in_the_same_move() -> None:
    """M4, X5"""
    here = position("- - -/- GGBRY -/- G -")
    sowing = ("b2", "b1G", "c1B", "c2R", "b2Y", "b1G")
    assert is_sown(here, *sowing)
    assert sowing in map(text_of, sowings(*here, outcome("b2 b1G")))
    gathered = 1 + sum(drop == "b1G" for drop in sowing)
    assert gathered == 3


def test_a_loop_of_five_needs_no_meeple_on_the_board() -> None:
    """M3, M4, M5"""
    alone = position("- - -/- GGBRY -/- - -")
    assert start_names(alone) == ["b2"]
    assert {str(found)[3:] for found in outcomes(*alone, alone.masks)} == {
        "b1G", "a2G", "c2G", "b3G",
    }  # fmt: skip
    assert start_names(position("- - -/- GPBRY -/- - -")) == [], "no tribe is there twice"
    assert start_names(position("- - -/- GGBR -/- - -")) == [], "four are too few for a loop"


def test_a_loop_may_end_on_its_own_start() -> None:
    """M3, M4"""
    here = position("- - -/- GGBRYYYY -/- - -")
    assert exists(*here, outcome("b2 b2G"))
    assert all(sow.drops[3] == (tile("b2"), MERCHANTS) for sow in sowings(*here, outcome("b2 b2G")))
    four = position("G G G/G GGBR G/G G G")
    assert not exists(*four, outcome("b2 b2G")), "the start was emptied"


def test_a_move_can_cross_empty_tiles() -> None:
    """M5"""
    here = position("YWG - - G")
    assert is_sown(here, "a1", "b1W", "c1Y", "d1G")
    assert [str(found) for found in outcomes(*here, here.masks)] == ["a1 d1G"]
    assert count(*here) == 2


def test_nothing_is_dropped_across_a_mountain() -> None:
    """N3"""
    here = position("- -/Y Y", mountains="a1-b1")
    assert start_names(here) == []
    here = position("- -/YYY Y", mountains="a1-b1")
    assert [text_of(sow) for sow in sowings(*here, outcome("a1 b1Y"))] == [
        ("a1", "a2Y", "b2Y", "b1Y")
    ]


def test_nothing_is_dropped_on_the_lake_or_the_chasm() -> None:
    """W2, N4"""
    here = position("- - -/YYYY # Y/- - -")
    assert {text_of(sow)[1:3] for sow in sowings(*here, outcome("a2 c2Y"))} == {
        ("a1Y", "b1Y"),
        ("a3Y", "b3Y"),
    }


def test_a_single_meeple_moves_to_a_neighbouring_tile() -> None:
    """M2, M4"""
    here = position("P W/P Y")
    assert start_names(here) == ["a1", "a2"]
    assert next_drops(here, "a1") == ["a2P"]
    assert outcomes(*here, here.masks, tile("a1")) == [Outcome(tile("a1"), tile("a2"), ARTISANS)]


# Positions with known counts


@pytest.mark.parametrize("known", COUNTED, ids=[str(number) for number in range(len(COUNTED))])
def test_counted_positions(known: Counted) -> None:
    """M2, M3, M4, M5"""
    here = position(known["meeples"])
    found = outcomes(*here, here.masks)
    assert count(*here) == known["sowings"]
    assert len({(each.tile, each.tribe) for each in found}) == known["landings"]
    assert len(starts(*here, here.masks)) == known["starts"]
    assert {each.start for each in found} == {take.tile for take in starts(*here, here.masks)}
    if known["sowings"] < 200:
        listed = [sow for each in found for sow in sowings(*here, each)]
        assert len(listed) == len(set(listed)) == known["sowings"]


# Positions compared with brute force


def check(here: Position) -> None:
    """Check steps, outcomes, sowings and counts against all sowings, listed one by one."""
    listed = brute_force.sowings(here.board, here.walls)
    by_outcome = defaultdict(set)
    for sowing in listed:
        by_outcome[outcome_of(sowing)].add(sowing)

    found = outcomes(*here, here.masks)
    assert len(found) == len(set(found))
    assert set(found) == set(by_outcome)
    assert found == sorted(found, key=lambda each: (each.start, each.tribe, each.tile))
    assert set(start_names(here)) == {sowing[0] for sowing in listed}
    assert count(*here) == len(listed)
    for each, expected in by_outcome.items():
        assert exists(*here, each)
        assert count(*here, each) == len(expected)
        made = [text_of(sow) for sow in sowings(*here, each)]
        assert len(made) == len(expected)
        assert set(made) == expected
        assert text_of(first_sowing(*here, each)) == made[0]
    for begun, expected_drops in steps_of(listed).items():
        legal = next_drops(here, *begun)
        assert len(legal) == len(expected_drops)
        assert set(legal) == expected_drops


def steps_of(listed: list[brute_force.Sowing]) -> dict[brute_force.Sowing, set[str]]:
    """The legal next drops after the beginnings of some sowings."""
    chosen = listed[:: 1 + len(listed) // 200]
    steps: dict[brute_force.Sowing, set[str]] = {
        sowing[:place]: set() for sowing in chosen for place in range(1, len(sowing))
    }
    for sowing in listed:
        for place in range(1, len(sowing)):
            if sowing[:place] in steps:
                steps[sowing[:place]].add(sowing[place])
    return steps


@pytest.mark.slow
@pytest.mark.parametrize(
    "pile", ["YYYYYYYY", "YYYYYWWG", "YYYWWWWW", "YYWGBRP", "YYWWGGP", "YYYYYYYYWW", "YYYYYYWWG"]
)
@pytest.mark.parametrize("board", ["- - -/- {} -/- Y -", "{} - -/- # -/- - -", "{} -/- -/- W"])
def test_a_large_pile_on_a_small_board(board: str, pile: str) -> None:
    """M3, M4, M5, X5: loops of all kinds, also back to the start."""
    here = position(board.format(pile))
    check(here)
    for each in outcomes(*here, here.masks):
        check_best(here, each, Random(pile))


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("rectangle", RECTANGLES, ids=str)
def test_random_positions(rectangle: tuple[int, int], seed: int) -> None:
    """M2, M3, M4, M5, N3, W2"""
    random = Random(f"{rectangle} {seed}")
    check(random_position(random, *rectangle, largest=7 if seed < 2 else 5))


@st.composite
def small_positions(draw: st.DrawFn) -> Position:
    """Any board of up to 3 x 4, with walls and holes."""
    columns, rows = draw(st.integers(1, 3)), draw(st.integers(1, 4))
    whole = grid(columns, rows)
    edges = [(low, high) for low in whole.tiles for high in whole.neighbours[low] if low < high]
    holes = draw(st.sets(st.sampled_from(whole.tiles), max_size=min(2, len(whole.tiles) - 1)))
    mountains = draw(st.sets(st.sampled_from(edges), max_size=3)) if edges else set()
    piles = [0] * (8 * rows)
    for place in whole.tiles:
        if place not in holes:
            pile = draw(st.text("YWGBRP", max_size=3))
            piles[place] = parse_letters(pile or "-")
    board = grid(columns, rows, mountains, sum(1 << hole for hole in holes))
    piles[board.tiles[0]] = parse_letters(draw(st.text("YWP", max_size=6)) or "-")
    return Position(board, piles)


@settings(max_examples=150, deadline=None)
@given(small_positions())
def test_small_positions(here: Position) -> None:
    """M2, M3, M4, M5, N3, N4"""
    check(here)


@st.composite
def any_positions(draw: st.DrawFn) -> Position:
    """Large boards with large piles, which have too many sowings to list."""
    random = draw(st.randoms(use_true_random=False))
    columns, rows = draw(st.sampled_from(RECTANGLES))
    return random_position(random, columns, rows, largest=25)


@settings(max_examples=60, deadline=None)
@given(any_positions(), st.randoms(use_true_random=False))
def test_a_move_never_runs_into_a_dead_end(here: Position, random: Random) -> None:
    """M2, M3, M4: from any start and with any steps."""
    for take in starts(*here, here.masks):
        piles = list(here.piles)
        hand, piles[take.tile] = piles[take.tile], 0
        before, at = NO_TILE, take.tile
        last = 0
        tribe = VIZIERS
        while hand:
            drop = random.choice(drops(here.grid, masks_of(piles), hand, at, before))
            assert drop.tile in here.grid.neighbours[at]
            assert drop.tile != before
            before, at, tribe = at, drop.tile, drop.tribe
            hand -= ONE[tribe]
            last = piles[at]
            piles[at] += ONE[tribe]
        assert meeples.count(last, tribe) > 0
        assert exists(*here, Outcome(take.tile, at, tribe))


# Whole sowings


def test_sowings_come_in_the_order_of_their_drops() -> None:
    for each in outcomes(*START, START.masks)[::20]:
        made = [sow.drops for sow in sowings(*START, each)]
        assert made == sorted(made)


def test_sowings_of_a_large_pile_are_generated_lazily() -> None:
    """M3: the first of millions are found immediately."""
    piles = list(START.piles)
    piles[tile("c3")] = parse_letters("YYWWGGBBRR")
    made = list(islice(sowings(START.grid, piles, outcome("c3 a1W")), 1000))
    assert len(set(made)) == 1000
    assert count(START.grid, piles, outcome("c3 a1W")) > 10_000_000


@pytest.mark.parametrize("text", ["c3 c3Y", "a1 f5Y", "c3 d3P", "a5 b4R", "h8 a1Y"])
def test_an_outcome_that_does_not_exist_is_refused(text: str) -> None:
    absent = outcome(text)
    assert absent not in outcomes(*START, START.masks)
    assert not exists(*START, absent)
    assert count(*START, absent) == 0
    with pytest.raises(ValueError, match=f"no sowing has the outcome {text}"):
        sowings(*START, absent)
    with pytest.raises(ValueError, match=f"no sowing has the outcome {text}"):
        best_sowing(*START, absent, lambda tile, tribe: 1)


@pytest.mark.parametrize(
    "absent",
    [
        Outcome(NO_TILE, tile("a1"), VIZIERS),
        Outcome(tile("a1"), Tile(99), VIZIERS),
        Outcome(tile("a1"), tile("b1"), Tribe(6)),
    ],
)
def test_an_outcome_off_the_board_is_refused(absent: Outcome) -> None:
    with pytest.raises(ValueError, match="no sowing has the outcome"):
        sowings(*START, absent)


def test_the_text_of_an_outcome_is_like_a_move() -> None:
    assert str(Outcome(tile("c3"), tile("e4"), BUILDERS)) == "c3 e4B"


def test_steps_are_the_shared_objects_of_the_tables() -> None:
    assert all(take is TAKES[take.tile] for take in starts(*START, START.masks))


def test_masks_show_where_each_tribe_stands() -> None:
    here = position("YW -/W WWP")
    assert here.masks[ELDERS] == sum(1 << TILE_OF_NAME[name] for name in ("a1", "b1", "a2"))
    assert here.masks[ARTISANS] == 1 << tile("b1")
    assert here.masks[BUILDERS] == 0


# The best sowing


def check_best(here: Position, each: Outcome, random: Random) -> None:
    """Check that the best sowing is the first of the best. Integers are exact and often tie."""
    table = [[random.randint(-3, 3) for _ in TRIBE_LETTERS] for _ in TILE_NAMES]
    best = best_sowing(*here, each, lambda tile, tribe: table[tile][tribe])
    made = [(sum(table[t][c] for t, c in sow.drops), sow) for sow in sowings(*here, each)]
    assert best == max(made, key=lambda pair: pair[0])


@pytest.mark.parametrize("seed", range(30))
def test_the_best_sowing_is_the_best_of_all(seed: int) -> None:
    """M4: the first one if there is a tie."""
    random = Random(seed)
    here = random_position(random, *RECTANGLES[seed % len(RECTANGLES)], largest=6 + seed % 2)
    for each in outcomes(*here, here.masks):
        if count(*here, each) < 3_000:
            check_best(here, each, random)


def test_the_best_loop_of_a_pile_of_ten_joins_its_own_meeple() -> None:
    """M3, M4"""
    here = position("- - - -/- YYWWGGBBRR - -/- - - -/- - - -")
    wanted = outcome("b3 b3Y")
    total, best = best_sowing(*here, wanted, lambda tile, tribe: tile == wanted.tile)
    assert best.drops[-1] == (wanted.tile, VIZIERS)
    assert (wanted.tile, VIZIERS) in best.drops[:-1]
    assert total == 2
    assert letters(meeples.gather(tribe for _, tribe in best.drops)) == "YYWWGGBBRR"


# Paths that begin with given drops or pass a given tile


@pytest.mark.parametrize("seed", range(8))
def test_sowings_through_a_tile_are_all_sowings_that_pass_it(seed: int) -> None:
    """M3, M4: also if the last meeple joins one that was dropped on the way."""
    random = Random(seed)
    here = random_position(random, *RECTANGLES[seed % len(RECTANGLES)], largest=6)
    found = outcomes(*here, here.masks)
    for each in random.sample(found, min(len(found), 8)):
        ways = list(islice(sowings(*here, each), 200))
        if len(ways) == 200:
            continue
        after = random.choice(ways).drops[: random.randrange(3)]
        begun = [way for way in ways if way.drops[: len(after)] == after]
        if len(after) < len(ways[0].drops):
            assert list(sowings(*here, each, after=after)) == begun
            passed = mask_of(tile for way in begun for tile, _ in way.drops[len(after) : -1])
            assert passages(*here, each, after=after) == passed
        for through in here.grid.tiles:
            passing = [way for way in ways if through in [tile for tile, _ in way.drops[:-1]]]
            assert list(sowings(*here, each, through=through)) == passing


def test_drops_that_cannot_lead_to_an_outcome_have_no_sowings() -> None:
    """M3"""
    here = position("- - -/YW - Y/- - -")
    wanted = outcome("a2 c2Y")
    assert list(sowings(*here, wanted, after=[(tile("a1"), ELDERS)])) == []
    assert list(sowings(*here, wanted, after=[(tile("b2"), VIZIERS)])) == []
    assert passages(*here, wanted, after=[(tile("b2"), VIZIERS)]) == 0
    assert passages(*here, wanted) == 1 << tile("b2")


def test_a_sowing_of_ten_meeples_through_a_tile_is_found_immediately() -> None:
    here = position("- - - -/- YYWWGGBBRR - -/- - - -/- - - -")
    wanted = outcome("b3 b3Y")
    way = next(sowings(*here, wanted, through=tile("c1")))
    assert tile("c1") in [each for each, _ in way.drops]


# Piles that are larger than in any game


def test_huge_piles_are_handled_quickly() -> None:
    """M6"""
    for pile in ["YWGBR" * 8, "".join(31 * letter for letter in TRIBE_LETTERS)]:
        piles = [parse_letters(pile) if place in START.grid.tiles else 0 for place in range(64)]
        masks = masks_of(piles)
        tribes = len(set(pile))
        assert len(starts(START.grid, piles, masks)) == 30
        assert len(outcomes(START.grid, piles, masks)) == 30 * 15 * tribes
        hand = piles[tile("c3")]
        assert len(drops(START.grid, masks, hand, tile("c3"), NO_TILE)) == 4 * tribes
        assert len(drops(START.grid, masks, hand, tile("c3"), tile("c2"))) == 3 * tribes
        even = outcome("c3 c3Y")
        assert count(START.grid, piles, even) > 10**30
        first = next(sowings(START.grid, piles, even))
        assert len(first.drops) == len(pile)
