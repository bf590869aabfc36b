"""What others can do with a lone meeple, compared with all their legal turns."""

from random import Random

import pytest

from naqala.bots.advice.reasons import Lone
from naqala.bots.advice.risks import risks
from naqala.bots.advice.takeovers import (
    AT_THE_END,
    BEFORE_THE_KILL,
    Takeover,
    able_rivals,
    takeover,
)
from naqala.rules import meeples, sowing
from naqala.rules.actions import Sow
from naqala.rules.board import TILE_NAMES, Tile, members
from naqala.rules.djinns import DJINNS
from naqala.rules.meeples import Tribe
from naqala.rules.state import State
from naqala.rules.turn import Finishing, apply, sow, start_turn
from tests.positions import base_board, game_at, played, tile

MOVING = "pending moving"
SPARSE = range(60)
"""The seeds of the sparse boards."""
MOST_FAKIRS = 3


def turn_of(state: State, seat: int) -> State:
    """The state in which a player begins a turn; a move is not begun even if it is the only one."""
    there = state.copy()
    there.pending = ()
    start_turn(there, seat, 0)
    return there


def whole_moves(state: State) -> list[Sow]:
    return [
        move
        for outcome in sowing.outcomes(state.land.grid, state.piles, state.masks)
        for move in sowing.sowings(state.land.grid, state.piles, outcome)
    ]


def can_win(state: State, seat: int, where: Tile) -> bool:
    """Whether some choices of the rest of the turn give the tile to the player."""
    if state.players[seat].tiles >> where & 1:
        return True
    if state.over or state.seat != seat or isinstance(state.pending[-1], Finishing):
        return False
    for choice in state.choices:
        after = state.copy()
        apply(after, choice)
        if can_win(after, seat, where):
            return True
    return False


def starts_to(state: State, where: Tile, seats: list[int]) -> set[Tile]:
    """The starts from which one of these players wins a tile, by trying every legal turn."""
    found: set[Tile] = set()
    for seat in seats:
        there = turn_of(state, seat)
        for move in whole_moves(there):
            if move.start not in found:
                after = there.copy()
                sow(after, move)
                if can_win(after, seat, where):
                    found.add(move.start)
    return found


def random_board(random: Random, *lines: str) -> State:
    """A small board with many lone meeples and Assassins, and mountains now and then."""
    sizes = random.choice([[0, 1, 1, 1, 2], [0, 1, 2, 3], [1, 1, 4, 0]])
    piles = ["".join(random.choices("YWGBRRR", k=random.choice(sizes))) or "-" for _ in range(12)]
    rows = "/".join(" ".join(piles[nth : nth + 4]) for nth in (0, 4, 8))
    walls = random.sample(["a1-b1", "b2-c2", "c3-d3", "b1-b2", "d1-d2"], k=random.randint(0, 3))
    taken = random.choice(["", "p2-tiles a1 c3", "p1-tiles b2"])
    board = ["expansions artisans", "board 4x3", "tiles m6 m6 m6 m6/m6 m6 m6 m6/m6 m6 m6 m6"]
    if walls:
        board.append(f"walls {' '.join(walls)}")
    return game_at(*board, f"meeples {rows}", taken, *lines, MOVING).state


def sparse_board(seed: int) -> State:
    """A board with few meeples, where Fakirs may help a rival; no Djinn of the row wins a tile."""
    random = Random(seed)
    sizes = random.choice([[0, 0, 0, 0, 0, 1, 1, 2], [0, 0, 0, 0, 0, 0, 1, 1, 2, 3]])
    piles = ["".join(random.choices("YWGBRR", k=random.choice(sizes))) or "-" for _ in range(30)]
    rows = "/".join(" ".join(piles[nth : nth + 6]) for nth in range(0, 30, 6))
    lines = [
        "board 6x5",
        f"tiles {'/'.join([' '.join(['m6'] * 6)] * 5)}",
        f"meeples {rows}",
        "djinns jafaar boaz hagis",
        random.choice(["", "", "p2-djinns iblis", "p2-djinns utug", "p2-djinns leta"]),
        f"p2-has elders {random.choice([0, 2, 5])}",
        f"p2-hand fakir*{MOST_FAKIRS}",
    ]
    return game_at(*lines, MOVING).state


def takeovers(state: State) -> dict[Tile, Takeover]:
    """What p2 needs to win the tile of each lone meeple."""
    return {
        where: takeover(state, where, tribe, able_rivals(state, 0))
        for where, tribe in lone_meeples(state)
    }


def lone_meeples(state: State) -> list[tuple[Tile, Tribe]]:
    return [
        (where, meeples.tribes(state.piles[where])[0])
        for where in members(state.occupied() & ~state.controlled)
        if meeples.size(state.piles[where]) == 1
    ]


@pytest.mark.parametrize("seed", range(60))
def test_the_starts_are_those_of_all_legal_turns(seed: int) -> None:
    """M8, T7: by an arrival or by a kill, near or at a distance, whatever the path."""
    state = random_board(Random(seed), "p1-has tents 0", "p2-has tents 0")
    for where, tribe in lone_meeples(state):
        found = takeover(state, where, tribe, able_rivals(state, 0))
        assert found.starts == starts_to(state, where, [1]), TILE_NAMES[where]
        assert (found.fakirs, found.powers) == (0, ())


@pytest.mark.parametrize(
    ("board", "starts"),
    [
        ("b2:WWWBR c2:G f5:Y e4:YW", set()),  # the kill happens at the arrival, which is not c2
        ("b2:WWRBR c2:G f5:Y e4:YW", {"b2"}),
    ],
)
def test_only_assassins_win_a_tile_of_another_tribe(board: str, starts: set[str]) -> None:
    """T7: a move that passes the lone meeple and ends there with another tribe leaves it."""
    state = game_at(base_board(board), MOVING).state
    where = tile("c2")
    tribe = meeples.tribes(state.piles[where])[0]
    found = takeover(state, where, tribe, able_rivals(state, 0)).starts
    assert {TILE_NAMES[start] for start in found} == starts
    assert found == starts_to(state, where, [1])


def test_every_power_between_steps_is_known_to_win_tiles_or_not() -> None:
    harmless = {"bouraq", "enki", "sloar"}
    powers = {each.name for each in DJINNS.values() if each.anytime}
    assert powers <= BEFORE_THE_KILL | AT_THE_END | harmless


@pytest.mark.parametrize("seed", SPARSE)
def test_a_meeple_is_safe_from_fakirs_and_djinns_if_no_turn_wins_the_tile(seed: int) -> None:
    """T5: the number of Fakirs is the smallest that is enough."""
    state = sparse_board(seed)
    for where, found in takeovers(state).items():
        if found.starts or "djinn" in found.powers:
            continue
        for number in range(MOST_FAKIRS + 1):
            fewer = state.copy()
            fewer.changing(1).hand = hand_of(number)
            wins = bool(starts_to(fewer, where, [1]))
            assert wins == (0 < found.fakirs <= number), (TILE_NAMES[where], number)


def test_the_sparse_boards_have_meeples_of_every_kind() -> None:
    """Some are in danger at once, some need one Fakir or two, some a Djinn, and some are safe."""
    found = [each for seed in SPARSE for each in takeovers(sparse_board(seed)).values()]
    needed = [each.fakirs for each in found if not (each.starts or each.powers)]
    assert {0, 1, 2} <= set(needed)
    assert any(each.starts for each in found)
    assert any("djinn" in each.powers for each in found)


def test_the_items_of_a_rival_may_win_the_tile() -> None:
    """Nobody else knows which ones they are."""
    land = base_board("c3:G e1:YY f5:Y")
    for line, powers in (("", ()), ("p2-items ring", ("item",))):
        state = game_at("expansions artisans", land, line, MOVING).state
        found = takeover(state, tile("c3"), meeples.MERCHANTS, able_rivals(state, 0))
        assert (found.starts, found.fakirs, found.powers) == (frozenset(), 0, powers)


def hand_of(fakirs: int) -> int:
    """A hand of Fakirs."""
    return game_at(f"p2-hand fakir*{fakirs}" if fakirs else "").state.players[1].hand


def test_a_kill_from_another_tile_wins_the_tile() -> None:
    """T7: two Assassins on e2 reach c2, and no move ends there with a Builder."""
    land = base_board("b2:GB c3:G e1:R e2:R f5:Y")
    before, after = played([land, MOVING], "sow b2 c2B c3G")
    (risk,) = [each for each in risks(before, after, 1) if isinstance(each, Lone)]
    assert (risk.tile, risk.starts, risk.safety) == (tile("c2"), 1, "")
