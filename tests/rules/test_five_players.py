"""Five players, the doubled turn order track, and games that cannot be played."""

from collections import Counter

import pytest

from naqala import BadOptions, BadText, Game, IllegalAction
from naqala.rules.events import BidPlaced, Pushed
from tests.positions import choices, game_at, position_line

DOUBLED = (0, 0, 0, 1, 1, 3, 3, 5, 5, 8, 12, 18)
SINGLE = (0, 0, 0, 1, 3, 5, 8, 12, 18)
BOXES = [["whims"], ["artisans"], ["whims", "artisans"]]
NOBODY_CAN_MOVE = "meeples - - - -"
"""Then every turn consists only of `end`."""
ONE_WHIM = 'whims = [{ id = "whim", gold = 5, needs = { viziers = 3 } }]'


def bidding(*lines: str) -> Game:
    """A game of five players at the first bid."""
    return game_at("players 5", "expansions whims", NOBODY_CAN_MOVE, *lines)


def four_players(*lines: str) -> Game:
    """A game of four players with the doubled track at the first bid."""
    return game_at("players 4", "doubled yes", NOBODY_CAN_MOVE, *lines)


def bid(game: Game, *values: int) -> None:
    for value in values:
        game.play(f"bid {value}")


def order_of_play(game: Game) -> list[int]:
    """The players in the order of their turns, until the round is over."""
    order = []
    while not game.over:
        order.append(game.seat + 1)
        game.play("end")
    return order


def pushes(game: Game) -> list[Pushed]:
    return [event for event in game.history[-1].events if isinstance(event, Pushed)]


# Five at the table


@pytest.mark.parametrize("boxes", BOXES)
def test_five_players_can_play_with_an_expansion_that_adds_tiles(boxes: list[str]) -> None:
    """W10, S5"""
    game = Game.new(players=5, seed=1, expansions=boxes)
    assert len(game.state.players) == 5
    assert len(game.state.land.grid.tiles) > 30


@pytest.mark.parametrize("boxes", BOXES)
def test_each_of_five_has_eight_camels_and_one_marker(boxes: list[str]) -> None:
    """W10, C6"""
    game = Game.new(players=5, seed=1, expansions=boxes)
    assert [player.camels for player in game.state.players] == [8] * 5
    assert Counter(game.state.bid_order) == dict.fromkeys(range(5), 1)


def test_each_of_five_has_50_gold() -> None:
    """W10, C7"""
    game = Game.new(players=5, seed=1, expansions=["whims"])
    assert [player.gold for player in game.state.players] == [50] * 5


@pytest.mark.parametrize("boxes", BOXES)
def test_the_track_of_five_has_twelve_spots(boxes: list[str]) -> None:
    """W10, C9"""
    assert Game.new(players=5, seed=1, expansions=boxes).state.track == DOUBLED


@pytest.mark.parametrize("players", [2, 3, 4])
def test_fewer_players_have_nine_spots_with_any_expansion(players: int) -> None:
    """C8, C9"""
    for boxes in BOXES:
        assert Game.new(players=players, seed=1, expansions=boxes).state.track == SINGLE


def test_each_of_five_players_can_bid_first_or_last() -> None:
    """W10, S2"""
    orders = [
        Game.new(players=5, seed=seed, expansions=["whims"]).state.bid_order for seed in range(60)
    ]
    assert {order[0] for order in orders} == {order[-1] for order in orders} == set(range(5))


def test_five_players_can_share_the_victory() -> None:
    """W10, E4"""
    game = bidding("pending moving", "acted p2 p3 p4 p5 p1", "p3-has gold 60", "p5-has gold 60")
    game.play("end")
    assert game.winners == (2, 4)


# The doubled track


def test_five_players_bid_three_five_three_zero_zero() -> None:
    """X4"""
    game = bidding()
    bid(game, 3, 5, 3, 0, 0)
    assert order_of_play(game) == [2, 3, 1, 5, 4]


@pytest.mark.parametrize(
    ("value", "spots"),
    [
        (0, "- - p1 - - - - - - - - -"),
        (1, "- - - - p1 - - - - - - -"),
        (3, "- - - - - - p1 - - - - -"),
        (5, "- - - - - - - - p1 - - -"),
        (8, "- - - - - - - - - p1 - -"),
        (12, "- - - - - - - - - - p1 -"),
        (18, "- - - - - - - - - - - p1"),
    ],
)
def test_a_marker_takes_the_earliest_spot_of_its_value(value: int, spots: str) -> None:
    """C9, B3"""
    game = bidding()
    assert BidPlaced(0, value, spots.split().index("p1"), value, 0) in game.play(f"bid {value}")
    assert position_line(game, "spots") == spots


def test_every_value_is_offered_once() -> None:
    """C9, B2"""
    values = (0, 1, 3, 5, 8, 12, 18)
    assert [str(action) for action in bidding().legal()] == [f"bid {value}" for value in values]


@pytest.mark.parametrize(("value", "spots"), [(0, 3), (1, 2), (3, 2), (5, 2), (8, 1), (12, 1)])
def test_a_value_is_offered_while_one_of_its_spots_is_free(value: int, spots: int) -> None:
    """C9, B2, B4"""
    game = bidding()
    for _ in range(spots):
        assert f"bid {value}" in choices(game)
        bid(game, value)
    with pytest.raises(IllegalAction, match=f"'bid {value}' is not possible now"):
        bid(game, value)


@pytest.mark.parametrize(("value", "spot"), [(1, 3), (3, 5), (5, 7)])
def test_a_newcomer_on_a_doubled_value_pushes_the_other_later(value: int, spot: int) -> None:
    """C9, B3"""
    game = bidding()
    bid(game, value, value)
    assert pushes(game) == [Pushed(seat=0, by=1, spot=spot)]
    assert position_line(game, "spots").split()[spot : spot + 2] == ["p1", "p2"]


def test_on_zero_the_second_pushes_one_marker_and_the_third_two() -> None:
    """C9, B3"""
    game = bidding()
    bid(game, 0, 0)
    assert pushes(game) == [Pushed(seat=0, by=1, spot=1)]
    bid(game, 0)
    assert pushes(game) == [Pushed(seat=0, by=2, spot=0), Pushed(seat=1, by=2, spot=1)]


def test_a_newcomer_pushes_nobody_of_another_value() -> None:
    """C9, B3"""
    game = bidding()
    bid(game, 3, 1, 5, 3)
    assert pushes(game) == [Pushed(seat=0, by=3, spot=5)]
    assert position_line(game, "spots") == "- - - - p2 p1 p4 - p3 - - -"


def test_both_markers_of_a_doubled_value_pay_it() -> None:
    """C9, B1"""
    game = bidding()
    bid(game, 5, 5)
    assert [player.gold for player in game.state.players] == [45, 45, 50, 50, 50]


def test_pairs_on_doubled_values_act_from_the_highest_down() -> None:
    """C9, B6"""
    game = bidding()
    bid(game, 1, 5, 1, 5, 3)
    assert order_of_play(game) == [4, 2, 5, 3, 1]


def test_the_first_of_five_to_act_bids_first_in_the_next_round() -> None:
    """W10, M1"""
    game = game_at(
        "players 5", "expansions whims", "acted p2 p3 p1 p5 p4", "seat p4", "pending finishing"
    )
    game.play("end")
    assert position_line(game, "bids") == "p2 p3 p1 p5 p4"


# Kumarbi, and players who cannot pay


@pytest.mark.parametrize(
    ("value", "fakirs", "price"),
    [
        (1, 1, 0),
        (3, 1, 1),
        (3, 2, 0),
        (5, 1, 3),
        (5, 2, 1),
        (5, 3, 0),
        (8, 1, 5),
        (12, 3, 3),
        (18, 6, 0),
    ],
)
def test_a_doubled_value_is_one_step_for_kumarbi(value: int, fakirs: int, price: int) -> None:
    """D13, C9"""
    game = bidding("p1-djinns kumarbi", "p1-hand fakir*7")
    game.play(f"bid {value} fakirs {fakirs}")
    assert game.state.players[0].gold == 50 - price
    assert position_line(game, "p1-hand") == f"fakir*{7 - fakirs}"


@pytest.mark.parametrize(("value", "most"), [(0, 0), (1, 1), (3, 2), (5, 3), (8, 4), (18, 6)])
def test_kumarbi_takes_no_more_fakirs_than_there_are_steps(value: int, most: int) -> None:
    """D13, C9"""
    game = bidding("p1-djinns kumarbi", "p1-hand fakir*9")
    offered = {text for text in choices(game) if text.startswith(f"bid {value} ")}
    assert offered == {f"bid {value} fakirs {number}" for number in range(1, most + 1)}


def test_kumarbi_can_bid_on_the_free_spot_of_a_doubled_value() -> None:
    """D13, C9"""
    game = bidding("p2-djinns kumarbi", "p2-hand fakir", "p2-has gold 3")
    bid(game, 5)
    game.play("bid 5 fakirs 1")
    assert position_line(game, "spots") == "- - - - - - - p1 p2 - - -"
    assert game.state.players[1].gold == 0


def test_a_player_without_gold_bids_1_and_pays_nothing() -> None:
    """B5, C9"""
    game = bidding("p4-has gold 0")
    bid(game, 0, 0, 0)
    assert BidPlaced(seat=3, value=1, spot=4, paid=0, fakirs=0) in game.history[-1].events
    assert game.seat == 4


def test_a_player_without_gold_can_push_one_who_paid() -> None:
    """B5, B3, C9"""
    game = bidding("p5-has gold 0")
    bid(game, 0, 0, 0, 1)
    assert BidPlaced(seat=4, value=1, spot=4, paid=0, fakirs=0) in game.history[-1].events
    assert order_of_play(game) == [5, 4, 3, 2, 1]


def test_a_player_with_one_gold_pays_it_for_the_other_spot_of_1() -> None:
    """B5, B4, C9"""
    game = bidding("p5-has gold 1")
    bid(game, 0, 0, 0, 1)
    assert game.state.players[4].gold == 0


def test_fakirs_of_kumarbi_take_precedence_over_a_bid_without_gold() -> None:
    """B5, D13, C9"""
    game = bidding("p5-has gold 0", "p5-djinns kumarbi", "p5-hand fakir")
    bid(game, 0, 0, 0, 1)
    assert BidPlaced(seat=4, value=1, spot=4, paid=0, fakirs=1) in game.history[-1].events


# Four players with the track of five


def test_four_players_may_choose_the_doubled_track() -> None:
    """C9"""
    game = Game.new(players=4, seed=1, doubled=True)
    assert game.state.track == DOUBLED
    assert [player.camels for player in game.state.players] == [8] * 4


@pytest.mark.parametrize("boxes", BOXES)
def test_four_players_may_choose_the_doubled_track_with_any_expansion(boxes: list[str]) -> None:
    """C9"""
    assert Game.new(players=4, seed=1, expansions=boxes, doubled=True).state.track == DOUBLED


def test_four_players_have_the_single_track_by_default() -> None:
    """C8, C9"""
    assert Game.new(players=4, seed=1).state.track == SINGLE


def test_the_doubled_track_changes_nothing_else_in_the_set_up() -> None:
    """C9, S6"""
    one, other = Game.new(players=4, seed=1), Game.new(players=4, seed=1, doubled=True)
    for key in ("tiles", "meeples", "bids", "row", "djinns"):
        assert position_line(one, key) == position_line(other, key)


def test_four_players_bid_three_five_three_zero() -> None:
    """C9, B3"""
    game = four_players()
    bid(game, 3, 5, 3, 0)
    assert order_of_play(game) == [2, 3, 1, 4]


def test_a_third_marker_on_a_doubled_value_is_refused() -> None:
    """C9, B4"""
    game = four_players()
    bid(game, 3, 3)
    assert choices(game) == {"bid 0", "bid 1", "bid 5", "bid 8", "bid 12", "bid 18"}


def test_records_and_positions_store_the_doubled_track() -> None:
    """C9"""
    game = Game.new(players=4, seed=1, doubled=True)
    bid(game, 3, 5, 3, 0)
    assert Game.load(game.record()) == game
    assert Game.from_position(game.position()).state == game.state


# What is refused


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 5}, "five players need an expansion: whims or artisans"),
        ({"players": 5, "promos": ["dhenim"]}, "five players need an expansion: whims or artisans"),
        ({"players": 6, "expansions": ["whims"]}, "for 1 to 5 players, not 6"),
        ({"players": 1, "expansions": ["whims"]}, "solo game .* without expansions"),
        ({"players": 1, "expansions": ["artisans"]}, "solo game .* without expansions"),
        ({"players": 1, "expansions": ["whims", "artisans"]}, "solo game .* without expansions"),
        (
            {"players": 2, "expansions": ["moon"]},
            "there is no expansion moon; choose from whims and artisans",
        ),
        ({"players": 5, "expansions": ["whims", "moon"]}, "there is no expansion moon"),
        ({"players": 1, "expansions": ["moon"]}, "there is no expansion moon"),
        ({"players": 3, "expansions": ["dhenim"]}, "there is no expansion dhenim"),
        (
            {"players": 2, "promos": ["whims"]},
            "there is no promotional Djinn whims; there is dhenim",
        ),
        ({"players": 1, "promos": ["moon"]}, "there is no promotional Djinn moon"),
        ({"players": 1, "doubled": True}, "doubled .* for four players"),
        ({"players": 2, "doubled": True}, "doubled .* for four players"),
        ({"players": 3, "doubled": True}, "doubled .* for four players"),
        (
            {"players": 5, "expansions": ["whims"], "doubled": True},
            "doubled .* for four players",
        ),
        ({"players": 2, "whims": ONE_WHIM}, "deck of Whims .* the expansion whims"),
        (
            {"players": 2, "expansions": ["artisans"], "whims": ONE_WHIM},
            "deck of Whims .* the expansion whims",
        ),
        ({"players": 1, "whims": ONE_WHIM}, "deck of Whims .* the expansion whims"),
    ],
)
def test_invalid_options_are_refused_with_a_reason(
    options: dict[str, object], message: str
) -> None:
    """S5, W10, C9"""
    with pytest.raises(BadOptions, match=message):
        Game.new(**{"seed": 1} | options)  # type: ignore[arg-type]


def test_a_deck_of_whims_is_accepted_with_the_expansion() -> None:
    """S5, W9"""
    game = Game.new(players=2, seed=1, expansions=["whims"], whims=ONE_WHIM)
    assert [whim.name for whim in game.options.whims] == ["whim"]


REFUSED_LINES = [
    ("players 5", "five players need an expansion"),
    ("players 6\nexpansions whims", "for 1 to 5 players, not 6"),
    ("players 0", "for 1 to 5 players, not 0"),
    ("players 1\nexpansions whims", "solo game .* without expansions"),
    ("players 2\nexpansions moon", "there is no expansion moon"),
    ("players 2\npromos moon", "there is no promotional Djinn moon"),
    ("players 3\ndoubled yes", "doubled .* for four players"),
    ("players 4\ndoubled no", "'doubled yes', or leave out the line"),
    ("players 2\nwhims whim:5:viziers:3", "deck of Whims .* the expansion whims"),
]


@pytest.mark.parametrize(("lines", "message"), REFUSED_LINES)
def test_a_position_with_invalid_options_is_refused(lines: str, message: str) -> None:
    """S5"""
    with pytest.raises(BadText, match=message):
        game_at(lines)


@pytest.mark.parametrize(("lines", "message"), REFUSED_LINES)
def test_a_record_with_invalid_options_is_refused(lines: str, message: str) -> None:
    """S5"""
    with pytest.raises(BadText, match=message):
        Game.load(f"naqala record 1\n{lines}\nseed 1\nactions 0\n")
