"""The best turn of a player on each arrival: the real maximum of the points at once."""

from itertools import pairwise
from random import Random

import pytest

from naqala.bots.advice.best_turns import best_turns, by_tile, walks
from naqala.bots.value.points import GOODS, goods_value, points
from naqala.rules import goods, sowing
from naqala.rules.actions import Buy, Sow
from naqala.rules.board import grid
from naqala.rules.goods import Card
from naqala.rules.meeples import ARTISANS, ASSASSINS, BUILDERS, ELDERS, MERCHANTS, VIZIERS, Tribe
from naqala.rules.notation.actions import parse_action
from naqala.rules.state import State
from naqala.rules.turn import Finishing, advance, apply, sow, start_turn
from tests.positions import base_board, game_at, tile

MOVING = "pending moving"


def gain(lines: list[str], where: str, tribe: Tribe, mover: int = 0) -> int:
    """What the best turn on an arrival brings."""
    state = game_at(*lines, MOVING).state
    return best_turns(state, mover, 0)[tile(where), tribe].gain


def most(state: State, seat: int) -> int:
    """The most points after a move, by trying every choice of the turn."""
    if state.over or state.seat != seat or isinstance(state.pending[-1], Finishing):
        return points(state, state.players[seat])
    found = []
    for choice in state.choices:
        after = state.copy()
        apply(after, choice)
        found.append(most(after, seat))
    return max(found)


def test_each_arrival_has_its_best_gain() -> None:
    """b1: 8 for the tile and 2 for each of 2 Elders."""
    land = base_board("a1:W b1:W e1:B e2:B", "b1:m8 e2:v5 e3:v5 d2:v5")
    state = game_at(land, MOVING).state
    found = best_turns(state, 1, 0)
    assert found[tile("b1"), ELDERS].gain == 12
    # 5 for the tile, 5 for a palace, and both Builders earn 3 gold each from 3 blue tiles
    assert found[tile("e2"), BUILDERS].gain == 16
    assert next(iter(found)) == (tile("e2"), BUILDERS)
    assert by_tile(found)[tile("b1")].start == tile("a1")
    assert state == game_at(land, MOVING).state


def test_the_only_legal_start_is_found() -> None:
    """M2: nobody has to choose it."""
    state = game_at(base_board("a1:WW c1:W", "c1:s15"), "flags last-round").state
    found = best_turns(state, 1, 0)
    assert [(turn.start, turn.gain) for turn in found.values()] == [(tile("a1"), 15 + 4)]


def test_the_path_is_the_one_on_which_the_kill_brings_a_tile() -> None:
    """X6: by way of a2, the Builder stays alone on the sacred place; b1 has others already."""
    land = base_board("a1:BR b2:R b1:WW e4:Y e5:Y", "b2:o8 a2:s15 b1:m4")
    assert gain([land], "b2", ASSASSINS) == 8 + 15 + 3
    other_way = base_board("a1:BR b2:R a2:WW e4:Y e5:Y", "b2:o8 b1:s15 a2:m4")
    assert gain([other_way], "b2", ASSASSINS) == 8 + 15 + 3


def test_the_start_is_the_one_from_which_the_kill_brings_a_tile() -> None:
    """From b3, no kill empties a tile; from d2, the Builder on c2 or d3 stays alone."""
    land = base_board("b2:R b3:R d2:RB e4:Y e5:Y", "b2:m4 c2:s15")
    turn = best_turns(game_at(land, MOVING).state, 0, 0)[tile("b2"), ASSASSINS]
    assert (turn.gain, turn.start) == (4 + 15, tile("d2"))


def test_the_second_city_counts_with_the_first() -> None:
    """W4: 20 points for two cities, which is more than 5 and a tile of 12 points."""
    lines = [
        "expansions whims",
        "board 4x3",
        "tiles m6 m6 m6 m6/r0 r0 m6 s12/m6 m6 m6 m6",
        "meeples - - YY YW/R Y - Y/R - - -",
        "p1-hand fakir*2",
    ]
    found = best_turns(game_at(*lines, MOVING).state, 0, 0)
    assert found[tile("a2"), ASSASSINS].gain == 20


def test_a_loop_gathers_the_meeples_that_it_drops() -> None:
    """X5: two Merchants meet on an empty tile and take a card each: two kinds for 3 points."""
    land = base_board("b2:GGGBR d5:Y e5:Y", "")
    found = best_turns(game_at(land, "row gems fish", MOVING).state, 0, 0)
    looped = [turn for (_, tribe), turn in found.items() if tribe == MERCHANTS]
    assert max(turn.gain for turn in looped) == 6 + 3


def test_fakirs_are_spent_if_they_bring_points() -> None:
    land = base_board("a1:B b1:B d5:Y", "b1:v5 b2:v5 a2:v5")
    found = best_turns(game_at(land, "p1-hand fakir*2", MOVING).state, 0, 0)
    turn = found[tile("b1"), BUILDERS]
    assert (turn.gain, turn.fakirs) == (5 + 5 + 4 * 3, 2)


def test_a_rival_spends_no_fakirs_that_nobody_can_see() -> None:
    """S4: the others know how many cards a player has, not which."""
    land = base_board("a1:B b1:B d5:Y", "b1:v5 b2:v5 a2:v5")
    turn = best_turns(game_at(land, "p2-hand fakir*2", MOVING).state, 1, 0)[tile("b1"), BUILDERS]
    assert (turn.gain, turn.fakirs, turn.sure) == (5 + 5 + 2 * 3, 0, True)


@pytest.mark.parametrize("cards", ["ivory gems gold", "fish*3", "fakir*3"])
def test_goods_of_a_rival_are_worth_a_mean_over_possible_hands(cards: str) -> None:
    """More than the 3 points of two kinds alone, whatever the three cards in hand are."""
    land = base_board("a1:G b1:G d5:Y", "b1:m4")
    lines = [land, "row silk papyrus", f"p2-hand {cards}", "p2-has gold 0", MOVING]
    turn = best_turns(game_at(*lines).state, 1, 0)[tile("b1"), MERCHANTS]
    assert not turn.sure
    assert turn.gain == 4 + 8


def test_goods_of_a_rival_without_cards_are_certain() -> None:
    land = base_board("a1:G b1:G d5:Y", "b1:m4")
    state = game_at(land, "row silk papyrus", "p2-has gold 0", MOVING).state
    turn = best_turns(state, 1, 0)[tile("b1"), MERCHANTS]
    assert (turn.gain, turn.sure) == (4 + 3, True)


def test_a_rival_meets_no_whims_that_nobody_can_see() -> None:
    """W6: whim-01 pays 5 gold for 3 Viziers, which the player of the view cannot know."""
    lines = ["expansions whims", "board 3x2", "tiles m6 m6 m6/m6 m6 m6", "meeples G G -/Y YY -"]
    lines += ["row gems", "p2-has gold 0"]
    state = game_at(*lines, "p2-whims whim-01", MOVING).state
    assert best_turns(state, 1, 1)[tile("b1"), VIZIERS].gain == 6 + 3 + 10 + 5
    assert best_turns(state, 1, 0)[tile("b1"), VIZIERS].gain == 6 + 3 + 10


def test_the_points_for_a_majority_are_known() -> None:
    land = base_board("a1:Y b1:Y d5:G e5:G", "b1:m4")
    state = game_at("players 3", land, "p3-has viziers 2", MOVING).state
    turn = best_turns(state, 0, 0)[tile("b1"), VIZIERS]
    assert (turn.gain, turn.majority) == (4 + 2 + 10, 10)


def test_boosts_of_djinns_count() -> None:
    """D6: Echidna costs two Elders and doubles the gold."""
    land = base_board("a1:B b1:B d5:Y", "b1:v5 b2:v5 a2:v5")
    lines = [land, "p1-djinns echidna", "p1-has elders 2"]
    assert gain(lines, "b1", BUILDERS) == 5 + 5 + 2 * 6 - 4


def test_items_are_worth_their_mean() -> None:
    """N5: with all 18 items unseen, the better one of two is worth 5.9 points on average."""
    lines = [
        "expansions artisans",
        "board 3x1",
        "tiles m6 m6 m6",
        "meeples P P Y",
        "p1-has tents 0",
    ]
    state = game_at(*lines, MOVING).state
    turn = best_turns(state, 0, 0)[tile("b1"), ARTISANS]
    assert not turn.sure
    assert turn.gain == round(6 + 2 * 3 + 5.9)


def test_items_are_worth_their_mean_if_the_tile_may_get_the_tent() -> None:
    """N5, N8: how many Artisans were gathered is known before camel or tent is chosen."""
    lines = ["expansions artisans", "board 3x1", "tiles m6 m6 m6", "meeples P P Y"]
    turn = best_turns(game_at(*lines, MOVING).state, 0, 0)[tile("b1"), ARTISANS]
    assert turn.gain == round(6 + 3 + 2 * 3 + 5.9)


def test_precious_items_are_worth_more_with_geb() -> None:
    """D26: of two items, the better one is precious with a chance of 1 - (7 * 6) / (18 * 17)."""
    lines = ["expansions artisans", "board 3x1", "tiles m6 m6 m6", "meeples P P Y"]
    state = game_at(*lines, "p1-has tents 0", "p1-djinns geb", MOVING).state
    turn = best_turns(state, 0, 0)[tile("b1"), ARTISANS]
    assert turn.gain == round(6 + 2 * 3 + 5.9 + 3 * (1 - 42 / 306))


@pytest.mark.parametrize("seed", range(6))
def test_goods_of_a_rival_are_close_to_the_mean_over_very_many_hands(seed: int) -> None:
    """The purchase is chosen before the hands that value it are known."""
    random = Random(seed)
    kinds = ["ivory", "gems", "gold", "papyrus", "silk", "spices", "fish", "wheat", "pottery"]
    row = random.choices(kinds, k=9)
    number = random.randint(1, 6)
    land = base_board("a1:W b1:W d5:Y", "b1:l4")
    lines = [land, f"row {' '.join(row)}", f"p2-hand {' '.join(random.sample(kinds, number))}"]
    state = game_at(*lines, "p2-has gold 30", MOVING).state
    unseen = list(goods.members(state.deck + state.players[1].hand))
    hands = [goods.gather(random.sample(unseen, number)) for _ in range(4000)]

    def worth(cards: tuple[Card, ...]) -> float:
        more = goods.gather(cards)
        return sum(goods_value((h + more) & GOODS) - goods_value(h & GOODS) for h in hands) / 4000

    start = state.copy()
    start.pending = ()
    start_turn(start, 1, 0)
    advance(start)
    move = parse_action("sow a1 b1W")
    assert isinstance(move, Sow)
    sow(start, move)
    bought = [choice for choice in start.choices if isinstance(choice, Buy)]
    best = max([0.0, *(worth(choice.cards) - 6 for choice in bought)])
    turn = best_turns(state, 1, 0)[tile("b1"), ELDERS]
    assert abs(turn.gain - (4 + 2 * 2 + best)) < 1.2


def test_walks_never_turn_straight_back() -> None:
    """M3"""
    board = grid(4, 3)
    found = list(walks(board, tile("a1"), 6, tile("b2")))
    assert len(found) == len(set(found)) > 2
    for walk in found:
        whole = (tile("a1"), *walk)
        assert walk[-1] == tile("b2")
        assert all(two in board.neighbours[one] for one, two in pairwise(whole))
        assert all(before != after for before, after in zip(whole, whole[2:], strict=False))


@pytest.mark.parametrize("seed", range(3))
def test_no_turn_brings_more(seed: int) -> None:
    """Every path and every choice of a small random board, without Djinns."""
    random = Random(seed)
    piles = [
        "".join(random.choices("YWGBR", k=random.choice([0, 1, 1, 2, 3, 5]))) for _ in range(12)
    ]
    rows = [" ".join(pile or "-" for pile in piles[nth : nth + 4]) for nth in (0, 4, 8)]
    lines = [
        "board 4x3",
        "tiles v5 s12 o8 m6/m6 v5 s15 o8/s10 m4 v5 s6",
        f"meeples {'/'.join(rows)}",
    ]
    state = game_at(*lines, "row gems fish silk wheat", "p1-hand fakir", MOVING).state
    there = state.copy()
    there.pending = ()
    start_turn(there, 0, 0)
    advance(there)
    best: dict[tuple[int, int], int] = {}
    for outcome in sowing.outcomes(there.land.grid, there.piles, there.masks):
        for move in sowing.sowings(there.land.grid, there.piles, outcome):
            after = there.copy()
            sow(after, move)
            key = outcome.tile, outcome.tribe
            best[key] = max(best.get(key, 0), most(after, 0) - points(there, there.players[0]))
    found = best_turns(state, 0, 0)
    assert {key: turn.gain for key, turn in found.items()} == best
