"""Points and other things that a turn changes at once."""

import pytest

from naqala.bots.advice.gains import changes, first_items, gains, survival
from naqala.bots.advice.reasons import (
    Council,
    EndsGame,
    Fakirs,
    Gain,
    HasWhim,
    Loses,
    NearsEnd,
    Summons,
    Survival,
)
from naqala.rules.actions import KeepItem, Sow
from naqala.rules.expansions.items import ITEMS
from naqala.rules.expansions.whims import printed_deck
from naqala.rules.meeples import ARTISANS
from naqala.rules.notation.actions import parse_action
from naqala.rules.state import State
from naqala.rules.turn import sow
from tests.positions import base_board, game_at, played, tile

MOVING = "pending moving"


def test_the_last_camel_ends_the_game() -> None:
    """E1"""
    land = base_board("a1:W b1:W e5:R e4:R", "b1:m8")
    before, after = played([land, "p1-has camels 1", MOVING], "sow a1 b1W")
    assert changes(before, [after], 0, 4.5) == [EndsGame(4.5)]


@pytest.mark.parametrize(("camels", "found"), [(3, [NearsEnd(2, -4.5)]), (4, [])])
def test_few_camels_are_mentioned_when_one_is_placed(camels: int, found: list[NearsEnd]) -> None:
    land = base_board("a1:W b1:W e5:R e4:R", "b1:m8")
    before, after = played([land, f"p1-has camels {camels}", MOVING], "sow a1 b1W")
    assert changes(before, [after], 0, -4.5) == found


def test_few_camels_are_not_mentioned_if_none_is_placed() -> None:
    land = base_board("a1:W b1:WY e5:R e4:R", "b1:m8")
    before, after = played([land, "p1-has camels 2", MOVING], "sow a1 b1W")
    assert changes(before, [after], 0, 4.5) == []


def test_a_djinn_and_its_price_are_reasons() -> None:
    lines = [
        base_board("a1:W b1:W", "b1:s6"),
        "djinns jafaar",
        "p1-has elders 1",
        "p1-hand fakir*2",
        MOVING,
    ]
    before, after = played(lines, "sow a1 b1W", "summon jafaar elder fakir")
    assert set(changes(before, [after], 0)) == {Summons("jafaar"), Fakirs(-1)}


def test_tiles_that_depend_on_a_draw_are_not_named() -> None:
    land = base_board("a1:W b1:W e5:R e4:R", "b1:m8")
    before, after = played([land, MOVING], "sow a1 b1W")
    assert Gain(0, True, "tiles", 8, tiles=(tile("b1"),)) in gains(before, [after], 0)
    assert Gain(0, True, "tiles", 4, sure=False) in gains(before, [after, before], 0)


def test_what_is_for_later_is_not_a_reason_in_the_last_turn() -> None:
    lines = [
        base_board("a1:W b1:W e4:G e5:G", "b1:s6"),
        "djinns jafaar",
        "p1-has elders 1",
        "p1-hand fakir*2",
        "flags last-round",
        MOVING,
    ]
    moves = ["sow a1 b1W", "summon jafaar elder fakir"]
    assert not changes(*_ended(played(lines, *moves)), 0)
    again = played([*lines, "spots p1 - - - - - - - -", "acted p1 p2 p2"], *moves)
    assert set(changes(*_ended(again), 0)) == {Summons("jafaar"), Fakirs(-1)}


def _ended(states: tuple[State, State]) -> tuple[State, list[State]]:
    return states[0], [states[1]]


def test_changes_that_depend_on_chance_are_not_reasons() -> None:
    before, after = played([base_board("a1:W b1:W", "b1:s6"), MOVING], "sow a1 b1W")
    has_chance = after.copy()
    has_chance.players[0].hand += 1 << 45
    assert Fakirs(1) in changes(before, [has_chance], 0)
    assert changes(before, [has_chance, after], 0) == []


def test_viziers_are_compared_with_those_of_yazid() -> None:
    """Y13"""
    land = base_board("a1:Y b1:Y e5:R e4:RR d4:W")
    lines = ["players 1", land, "yazid viziers 3", "p1-has viziers 1", MOVING]
    before, after = played(lines, "sow a1 b1Y")
    assert changes(before, [after], 0) == [Council(3, 3, 2)]
    before, after = played(lines, "sow e5 e4R", "kill p2 Y")
    assert changes(before, [after], 0) == [Council(1, 2, 1)]


def test_secrets_that_were_imagined_anew_are_not_gains_of_others() -> None:
    before, after = played([base_board("a1:W b1:W", "b1:m8"), MOVING], "sow a1 b1W")
    after.players[1].gold += 5
    found = gains(before, [after], 0, imagined=True)
    assert {gain.seat for gain in found} == {0}
    assert Gain(1, False, "gold", 5) in gains(before, [after], 0)


def test_a_lost_game_is_the_only_reason() -> None:
    land = base_board("a1:R b1:W c1:W", "")
    lines = ["players 1", land, "dice 1 1", "yazid assassins 6", "pending offering"]
    before, after = played(lines, "pass")
    assert changes(before, [after], 0) == [Loses("assassins")]


def test_items_count_with_the_mean_of_those_not_seen() -> None:
    """N5: the best of two is worth 5.9 points on average, whatever was drawn in a sample."""
    lines = ["expansions artisans", "board 3x1", "tiles m6 m6 m6", "meeples P P Y", MOVING]
    state = game_at(*lines, "p1-has tents 0").state
    move = Sow(tile("a1"), ((tile("b1"), ARTISANS),))
    assert first_items(state, [move]) == first_items(state, [move, KeepItem("flute")]) == 2
    after = state.copy()
    sow(after, move)
    ends = []
    for item in ("crown", "horn"):
        end = after.copy()
        end.players[0].items = (ITEMS[item],)
        ends.append(end)
    for some in (ends, ends[:1], ends[1:]):
        found = gains(state, some, 0, drawn=2)
        assert Gain(0, True, "items", 6, sure=False) in found


def test_a_whim_that_is_taken_or_met_is_a_reason() -> None:
    """W5, W6: whim-01 … are in `whims.toml`."""
    whim = printed_deck()[0]
    assert whim.measure == "viziers"
    lines = ["expansions whims", "board 3x2", "tiles r0 o8 m6/m6 m6 m6", "meeples Y - Y/Y - Y"]
    lines += [f"whim-cities a2:{whim.name}", MOVING]
    before, after = played(lines, "sow a1 a2Y")
    has = HasWhim("viziers", whim.least, whim.gold, has=2)
    assert has in changes(before, [after], 0)
    before, after = played([*lines, f"p1-has viziers {whim.least}"], "sow a1 a2Y")
    met = HasWhim("viziers", whim.least, whim.gold, has=whim.least)
    assert met in changes(before, [after], 0)
    assert met.is_met


def test_a_city_has_points_as_a_city_only() -> None:
    """W4: the kill takes the city, the arrival the oasis."""
    lines = ["expansions whims", "board 3x2", "tiles r0 o8 m6/m6 m6 m6", "meeples G R Y/- R Y"]
    before, after = played([*lines, MOVING], "sow b1 b2R", "kill a2G")
    found = {gain.source: (gain.points, gain.tiles) for gain in gains(before, [after], 0)}
    assert found["tiles"] == (8, (tile("b2"),))
    assert found["cities"] == (5, (tile("a2"),))


@pytest.mark.parametrize(
    ("own", "theirs", "camels", "found"),
    [
        (0, 0, 11, None),
        (2, 2, 11, Survival(2, 2, 3, 11)),
        (3, 2, 11, None),
        (3, 2, 4, Survival(3, 2, 3, 4)),
        (3, 2, 5, None),
    ],
)
def test_what_the_solo_player_needs_is_known(
    own: int, theirs: int, camels: int, found: Survival | None
) -> None:
    """Y12, Y13"""
    lines = ["players 1", base_board("a1:YW b1:Y c1:Y e5:G"), MOVING]
    lines += [f"p1-has viziers {own}", f"yazid viziers {theirs} camels {camels}"]
    assert survival(game_at(*lines).state) == found


def test_the_last_round_cannot_end_any_sooner() -> None:
    lines = ["players 1", base_board("a1:YW b1:Y c1:Y e5:G"), "flags last-round", MOVING]
    ahead = game_at(*lines, "p1-has viziers 3", "yazid viziers 2 camels 0").state
    assert survival(ahead) is None
    behind = survival(game_at(*lines, "yazid viziers 2 camels 0").state)
    assert behind
    assert behind.is_behind
    assert not behind.end_is_near


def test_too_few_viziers_are_neither_good_nor_bad() -> None:
    """Y13: nearer to Yazid's council, but still behind."""
    assert 0 < Council(2, 5, 2).weight < 1
    assert Council(6, 5, 2).weight == 4
    assert Council(2, 5, -1).weight == -2


@pytest.mark.parametrize("gold", [5, 10, 15])
def test_a_whim_counts_for_an_option_as_soon_as_the_player_has_some_of_its_measure(
    gold: int,
) -> None:
    """Its gold does not count twice: that of a Whim that is met is a gain."""
    assert HasWhim("elders", 5, gold, has=5).weight == 0
    assert 0 < HasWhim("elders", 5, gold, has=0).weight < 1
    assert 1 <= HasWhim("elders", 5, gold, has=1).weight < HasWhim("elders", 5, gold, 4).weight


def test_a_palm_tree_that_stood_on_a_tile_counts_from_when_the_tile_is_won() -> None:
    """A kill wins c1 with its palm tree, and another one is planted on b1."""
    land = base_board("a1:R b1:R c1:G b2:Y e4:G e5:G", "b1:o8 c1:o8")
    lines = [land, "palms c1", "p1-tiles b1", MOVING]
    before, after = played(lines, "sow a1 b1R", "kill c1G")
    found = {gain.source: gain for gain in gains(before, [after], 0)}
    assert found["palms"] == Gain(0, True, "palms", 6, tiles=(tile("b1"), tile("c1")))


def test_a_rival_gains_gold_from_a_named_djinn() -> None:
    """D3: p2 has Ba'al."""
    lines = [base_board("a1:W b1:W e4:G e5:G", "b1:s6"), "djinns jafaar", "p1-has elders 1"]
    lines += ["p2-djinns ba'al", "p1-hand fakir*2", MOVING]
    actions = ["sow a1 b1W", "summon jafaar elder fakir"]
    before, after = played(lines, *actions)
    found = gains(before, [after], 0, actions=[*map(parse_action, actions)])
    assert Gain(1, False, "gold", 2, causes=("ba'al",)) in found
    assert Gain(0, True, "djinns", 6) in found


def test_a_djinn_of_the_rest_of_the_turn_is_named() -> None:
    lines = [base_board("a1:W b1:W e4:G e5:G", "b1:s6"), "djinns jafaar", "p1-has elders 1"]
    lines += ["p1-hand fakir*2", MOVING]
    before, after = played(lines, "sow a1 b1W", "summon jafaar elder fakir")
    found = gains(before, [after], 0, actions=[parse_action("sow a1 b1W")])
    assert Gain(0, True, "djinns", 6, causes=("jafaar",)) in found


def test_a_rival_who_no_longer_has_the_most_artisans_loses_points_for_that() -> None:
    """N9"""
    lines = ["expansions artisans", "board 3x1", "tiles m6 m6 m6", "meeples P P Y", MOVING]
    state = game_at(*lines, "p1-has artisans 2", "p2-has artisans 3").state
    after = state.copy()
    after.players[0].artisans = 4
    found = {(gain.seat, gain.source): gain for gain in gains(state, [after], 0)}
    assert found[1, "artisans"] == Gain(1, False, "artisans", -3, causes=("most",))
    assert found[0, "artisans"].causes == ()
