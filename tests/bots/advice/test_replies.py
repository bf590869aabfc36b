"""What the next player can do after a turn."""

import pytest

from naqala.bots.advice.best_turns import best_turns
from naqala.bots.advice.reasons import Denies, Leaves
from naqala.bots.advice.replies import ComingTurns, NextMover, next_mover, outlook
from naqala.rules import meeples, sowing
from naqala.rules.meeples import ELDERS, MERCHANTS, VIZIERS
from tests.positions import base_board, game_at, played, tile

MOVING = "pending moving"


def test_reasons_name_what_a_turn_denies_and_what_it_leaves() -> None:
    land = base_board("a1:W b1:W e1:Y e2:Y d5:G d4:G", "b1:s15 e2:m4")
    lines = [land, "spots p2 - - - - - - - -", "acted p1 p1 p2", MOVING]
    before, after = played(lines, "sow a1 b1W")
    found = list(outlook(before, after, 0, lambda mover: best_turns(before, mover, 0)))
    assert Denies(1, tile("b1"), ELDERS, gain=19, left=0, gone=True) in found
    left = Leaves(1, False, tile("e1"), VIZIERS, 18, False, start=tile("e2"), majority=10)
    assert left in found


def test_a_turn_is_gone_if_its_tribe_can_no_longer_end_there() -> None:
    """Elders can still end on b1, but that is another turn."""
    land = base_board("a1:Y b1:YW a2:Y c1:W e5:G e4:G", "b1:m8")
    lines = [land, "spots p2 - - - - - - - -", "acted p1 p1 p2", "p1-tiles a1 a2", MOVING]
    before, after = played(lines, "sow a1 a2Y")
    found = list(outlook(before, after, 0, lambda mover: best_turns(before, mover, 0)))
    assert Denies(1, tile("b1"), VIZIERS, gain=12, left=0, start=tile("a1")) in found


def test_reasons_name_what_a_turn_opens() -> None:
    """The Merchant on b3 can be joined from a3, for 15 points that nobody could get before."""
    land = base_board("b2:GW c3:W a3:G e5:R e4:R", "b3:s15")
    lines = [land, "spots p2 - - - - - - - -", "acted p1 p1 p2", MOVING]
    before, after = played(lines, "sow b2 b3G c3W")
    found = list(outlook(before, after, 0, lambda mover: best_turns(before, mover, 0)))
    assert Leaves(1, False, tile("b3"), MERCHANTS, 15, opened=True, start=tile("a3")) in found


def test_a_turn_that_is_no_better_than_one_that_was_possible_is_not_opened() -> None:
    """Elders on d1 were worth as much before and still are."""
    land = base_board("b2:GW c3:W a3:G e1:W d1:WWW", "b3:s15 d1:s12")
    lines = [land, "spots p2 - - - - - - - -", "acted p1 p1 p2", MOVING]
    before, after = played(lines, "sow b2 b3G c3W")
    found = list(outlook(before, after, 0, lambda mover: best_turns(before, mover, 0)))
    [reply] = [each for each in found if isinstance(each, Leaves)]
    had = best_turns(before, 1, 0)[tile("d1"), ELDERS]
    assert had.gain >= 15
    assert not reply.opened


def test_the_secret_whims_of_a_rival_are_counted() -> None:
    lines = [base_board("a1:W b1:W e1:Y e2:Y"), "spots p2 - - - - - - - -", "acted p1 p1 p2"]
    before, after = played(
        ["expansions whims", *lines, "p2-whims whim-01 whim-05", MOVING], "sow a1 b1W"
    )
    found = list(outlook(before, after, 0, lambda mover: best_turns(before, mover, 0)))
    assert [each.secret_whims for each in found if isinstance(each, Leaves)] == [2]


def test_a_turn_that_is_worth_less_but_still_the_best_is_mentioned_once() -> None:
    """With three Elders less, b1 brings 6 points less, but still more than all others."""
    land = base_board("a1:W b1:WWWW b2:WG a5:G e1:R e2:R", "b1:s15")
    lines = [land, "spots p2 - - - - - - - -", "acted p1 p1 p2", MOVING]
    game = game_at(*lines)
    before = game.state.copy()
    after = before.copy()
    after.piles[tile("b1")] = meeples.parse_letters("W")
    after.masks = sowing.masks_of(after.piles)
    after.pending = ()
    found = list(outlook(before, after, 0, lambda mover: best_turns(before, mover, 0)))
    (left,) = [reason for reason in found if isinstance(reason, Leaves)]
    assert (left.tile, left.gain) == (tile("b1"), 19)
    assert not any(isinstance(each, Denies) and each.tile == left.tile for each in found)


def test_nobody_is_next_after_the_last_turn() -> None:
    state = game_at(base_board("a1:W b1:W"), "flags last-round", MOVING).state
    state.pending = ()
    assert next_mover(state, 0) is None


def test_the_first_bidder_is_next_when_a_round_is_over() -> None:
    """M1: whoever acted first bids first."""
    lines = [base_board("a1:W b1:W e1:Y e2:Y", "b1:s15"), "acted p2 p1 p1 p2", "pending finishing"]
    state = game_at(*lines).state
    assert next_mover(state, 0) == NextMover(1, bids_first=True)
    (left,) = outlook(state, state, 0, lambda mover: None)
    assert isinstance(left, Leaves)
    assert (left.seat, left.own, left.bids_first) == (1, False, True)
    state.next_order = (0, 1, 0, 1)
    (kept,) = outlook(state, state, 0, lambda mover: None)
    assert isinstance(kept, Leaves)
    assert (kept.seat, kept.own, kept.bids_first) == (0, True, True)


@pytest.mark.parametrize(
    ("spots", "found"),
    [
        ("p1 p2 - - - - - - -", NextMover(1)),
        ("p1 p2 p2 - - - - - -", NextMover(1, turns=2)),
        ("p2 p1 - - - - - - -", NextMover(0, turns=2)),
        ("p2 p1 p1 - - - - - -", NextMover(0, turns=3)),
    ],
)
def test_turns_in_a_row_are_counted(spots: str, found: NextMover) -> None:
    """For the player who has just moved, that turn counts."""
    state = game_at(base_board("a1:W b1:W")).state
    state.pending = ()
    state.spots = [int(spot[1]) - 1 if spot != "-" else -1 for spot in spots.split()]
    assert next_mover(state, 0) == found


def test_what_earlier_players_take_is_gone() -> None:
    """Moves from a1, c1 and b2 end on b1, but only the first one wins the tile."""
    land = base_board("a1:W b1:W c1:W b2:W e1:G e2:G", "b1:s15 e1:m4 e2:m4")
    coming = ComingTurns(game_at("players 3", land, MOVING).state, 0)
    first, second = coming.last((0,)), coming.last((1, 0))
    assert first
    assert second
    assert (first.tile, first.gain) == (tile("b1"), 15 + 4)
    assert second.tile != tile("b1")
    assert coming.last((1, 2, 0)) is None


def test_a_rival_still_has_cards_and_whims_in_the_second_turn() -> None:
    """B7: what they are is secret, so no turn counts on them; but they are not gone."""
    land = base_board("a1:W b1:W c5:W d5:W e1:G e2:G")
    secrets = ["expansions whims", "p2-hand silk ivory fakir", "p2-whims whim-01 whim-05"]
    state = game_at(*secrets, land, MOVING).state
    first = ComingTurns(state, 0).last((1,))
    assert first
    before, after = state.players[1], first.end.players[1]
    assert (after.hand, after.whims) == (before.hand, before.whims)
    own = best_turns(state, 0, 0)
    assert all(turn.end.players[1].key() == before.key() for turn in own.values())


def replied(*lines: str) -> Leaves:
    """The best turn of p2 after a turn of p1."""
    state = game_at(*lines, MOVING).state
    state.pending = ()
    state.spots[0] = 1
    found = [
        each for each in outlook(state, state, 0, lambda mover: None) if isinstance(each, Leaves)
    ]
    return found[0]


def test_a_reply_names_the_tile_that_its_kill_takes() -> None:
    land = base_board("a1:BR b2:R b1:WW e4:Y e5:G d5:G", "b2:o8 a2:s15 b1:m4")
    found = replied(land)
    assert (found.tile, found.start, found.also) == (tile("b2"), tile("a1"), (tile("a2"),))


def test_a_reply_names_djinns_and_killed_viziers() -> None:
    """The Vizier of p1 is worth more than any tile: p2 gets the majority of 10 points."""
    land = base_board("a1:R b1:R e4:G e5:G")
    assert replied(land, "p1-has viziers 2", "p2-has viziers 2").viziers == 1
    sacred = base_board("a1:W b1:W e4:G e5:G", "b1:s6")
    assert replied(sacred, "djinns jafaar").djinns == ("jafaar",)


def test_the_next_turn_of_the_player_names_fakirs() -> None:
    builders = base_board("a1:B b1:B d5:Y e5:Y", "b1:v5 b2:v5 a2:v5")
    state = game_at(builders, "p1-hand fakir*2", MOVING).state
    state.pending = ()
    state.spots[0] = 0
    (kept,) = outlook(state, state, 0, lambda mover: None)
    assert isinstance(kept, Leaves)
    assert (kept.own, kept.fakirs) == (True, 2)


@pytest.mark.parametrize(("pending", "waits"), [(MOVING, False), ("pending finishing", True)])
def test_yazid_strikes_before_the_next_round(pending: str, waits: bool) -> None:
    """Y3: a player who has paid, or whom he has let wait, acts at once."""
    state = game_at("players 1", base_board("a1:W b1:W"), pending).state
    assert next_mover(state, 0) == NextMover(0, waits=waits)


def test_a_loop_to_an_empty_tile_is_named() -> None:
    land = base_board("b2:YYWGR d5:G e5:G", "")
    found = replied(land)
    assert (found.tribe, found.loops, found.start) == (VIZIERS, True, tile("b2"))


def test_a_pile_with_the_wrong_parity_is_named() -> None:
    """The Vizier of b2 cannot end on c2 any more: it has got company."""
    land = base_board("b2:Y c2:Y b1:WG b3:W e5:G e4:G", "c2:s15")
    lines = [land, "spots p2 - - - - - - - -", "acted p1 p1 p2", MOVING]
    before, after = played(lines, "sow b1 b2G b3W")
    found = [
        each
        for each in outlook(before, after, 0, lambda mover: best_turns(before, mover, 0))
        if isinstance(each, Denies)
    ]
    assert Denies(1, tile("c2"), VIZIERS, 27, 0, start=tile("b2"), count=2) in found


def test_a_turn_is_gone_because_its_meeples_are_not_because_of_parity() -> None:
    """The move takes the Vizier of a1 itself; that b1 has 4 meeples now does not matter."""
    land = base_board("a1:Y b1:YGR c1:RY a2:W b2:W e5:G e4:G", "a1:s15")
    lines = [land, "spots p2 - - - - - - - -", "acted p1 p1 p2", MOVING]
    before, after = played(lines, "sow c1 b1R a1Y")
    found = [
        each
        for each in outlook(before, after, 0, lambda mover: best_turns(before, mover, 0))
        if isinstance(each, Denies) and each.tile == tile("a1")
    ]
    assert found == [Denies(1, tile("a1"), VIZIERS, 27, 0, gone=True)]


def test_a_turn_is_gone_because_its_start_is_empty() -> None:
    """Only the Viziers of c1 could end on b1."""
    land = base_board("b1:YW c1:Y d1:Y e5:G e4:G", "b1:s15")
    lines = [land, "spots p2 - - - - - - - -", "acted p1 p1 p2", "p1-tiles d1", MOVING]
    before, after = played(lines, "sow c1 d1Y")
    found = [
        each
        for each in outlook(before, after, 0, lambda mover: best_turns(before, mover, 0))
        if isinstance(each, Denies) and each.tile == tile("b1")
    ]
    assert found == [Denies(1, tile("b1"), VIZIERS, 12, 0, start=tile("c1"))]
