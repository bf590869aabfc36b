"""The solo game against Yazid: the dice and the tiles that he strikes."""

from collections import Counter

import pytest

from naqala import Event, Game, IllegalAction
from naqala.rules.board import TILE_NAMES
from naqala.rules.events import Captured, DiceRolled, GoldPaid, RoundStarted, TurnStarted
from naqala.rules.yazid import dearest_strike
from tests.positions import choices, pile, position_line
from tests.solo import EVERYWHERE, SEEDS, captured, events_of, gold, of_yazid, rolls, solo, struck

# Set-up


def test_the_player_begins_with_25_gold_and_11_camels() -> None:
    """Y1, C7"""
    game = Game.new(players=1, seed=1)
    assert position_line(game, "p1-has") == "gold 25 viziers 0 elders 0 camels 11"


def test_yazid_begins_with_11_camels_and_nothing_else() -> None:
    """Y1"""
    game = Game.new(players=1, seed=1)
    assert of_yazid(game) == {"camels": 11}
    for key in ("yazid-tiles", "yazid-djinns", "yazid-flags", "lost"):
        assert position_line(game, key) == "-", key


def test_there_are_no_tracks() -> None:
    """Y1"""
    game = Game.new(players=1, seed=1)
    assert game.state.track == ()
    assert [position_line(game, key) for key in ("spots", "bids", "acted")] == ["-"] * 3


def test_nobody_bids() -> None:
    """Y1"""
    assert choices(Game.new(players=1, seed=1)) == {"first", "pass"}


def test_the_land_is_that_of_the_base_game() -> None:
    """Y1, S1"""
    game = Game.new(players=1, seed=1)
    assert Counter(position_line(game, "tiles").replace("/", " ").split()) == {
        "v5": 5, "s6": 4, "s10": 1, "s12": 1, "s15": 1, "o8": 6, "m6": 8, "l4": 4,
    }  # fmt: skip
    people = position_line(game, "meeples").replace("/", " ").split()
    assert [len(cell) for cell in people] == [3] * 30
    assert Counter("".join(people)) == {"Y": 16, "W": 20, "B": 18, "R": 18, "G": 18}


def test_cards_and_djinns_are_laid_out_as_usual() -> None:
    """Y1, S3"""
    game = Game.new(players=1, seed=1)
    assert [len(position_line(game, key).split()) for key in ("row", "djinns", "djinn-deck")] == [
        9,
        3,
        19,
    ]


def test_dhenim_can_be_in_play() -> None:
    """Y1, Y10, S5"""
    game = Game.new(players=1, seed=1, promos=["dhenim"])
    assert (
        "dhenim" in f"{position_line(game, 'djinns')} {position_line(game, 'djinn-deck')}".split()
    )


def test_the_game_of_seed_2024_never_changes() -> None:
    """S6: a stored record contains only the seed, so its game must never change."""
    game = Game.new(players=1, seed=2024)
    assert position_line(game, "tiles").split("/")[0] == "s12 v5 m6 o8 s6 s15"
    assert position_line(game, "meeples").split("/")[0] == "WBR GGB YWB GBR YWG WGB"
    assert position_line(game, "row") == "fakir fish pottery pottery silk papyrus fakir wheat fakir"
    assert position_line(game, "djinns") == "shamhat jafaar lamia"
    assert position_line(game, "dice") == "5 1"


def test_possessions_of_yazid_are_nowhere_else() -> None:
    """Y6, Y8"""
    lines = ("yazid viziers 1 elders 2 assassins 3 fakirs 4", "yazid-djinns enki")
    game = solo("a1:YWR b1:YWR", *lines)
    assert Counter(position_line(game, "bag")) == {"Y": 13, "W": 16, "G": 18, "B": 18, "R": 13}
    assert "fakir*14" in position_line(game, "deck").split()
    assert "enki" not in position_line(game, "djinn-deck").split()


# The dice


def test_each_die_shows_one_to_six() -> None:
    """Y2"""
    seen = {position_line(solo("a1:Y b1:Y", f"seed {seed}"), "dice") for seed in range(400)}
    assert seen == {f"{white} {black}" for white in range(1, 7) for black in range(1, 7)}


def test_everybody_sees_the_dice() -> None:
    """Y2"""
    game = Game.new(players=1, seed=1)
    ((white, black),) = rolls(events_of(game))
    assert position_line(game, "dice") == f"{white} {black}"


@pytest.mark.parametrize(
    ("dice", "where"),
    [("1 1", "a1"), ("6 1", "f1"), ("1 5", "a5"), ("6 5", "f5"), ("3 2", "c2"), ("2 3", "b3")],
)
def test_white_is_the_column_from_the_left_and_black_the_row_from_the_bottom(
    dice: str, where: str
) -> None:
    """Y2"""
    assert captured(struck(EVERYWHERE, dice)) == [where]


def test_yazid_strikes_where_the_rolled_dice_say() -> None:
    """Y2"""
    for seed in SEEDS:
        game = Game.new(players=1, seed=seed)
        ((white, black),) = rolls(events_of(game))
        game.play("pass")
        rows = (1, 5) if black == 6 else (black,)
        assert captured(game) == [f"{'abcdef'[white - 1]}{row}" for row in rows]


# Going first


def test_the_player_may_go_first_or_let_him_strike() -> None:
    """Y3"""
    game = solo(EVERYWHERE, "dice 3 4", "pending offering")
    assert choices(game) == {"first", "pass"}
    assert captured(game) == []


@pytest.mark.parametrize(("dice", "price"), [("1 1", 2), ("6 1", 7), ("2 5", 7), ("6 6", 12)])
def test_going_first_costs_the_sum_of_the_dice(dice: str, price: int) -> None:
    """Y3"""
    game = solo(EVERYWHERE, f"dice {dice}", "pending offering")
    assert GoldPaid(seat=0, amount=price, purpose="first") in game.play("first")
    assert gold(game) == 25 - price


def test_all_gold_can_be_spent_to_go_first() -> None:
    """Y3"""
    game = solo(EVERYWHERE, "dice 3 4", "p1-has gold 7", "pending offering")
    game.play("first")
    assert gold(game) == 0


def test_a_player_who_cannot_pay_has_no_choice() -> None:
    """Y3"""
    game = solo(EVERYWHERE, "dice 3 4", "p1-has gold 6", "pending offering")
    assert captured(game) == ["c4"]
    assert gold(game) == 6


def test_goods_are_not_sold_to_go_first() -> None:
    """Y3, A8"""
    lines = ("dice 3 4", "p1-has gold 6", "p1-hand ivory silk fish", "pending offering")
    assert captured(solo(EVERYWHERE, *lines)) == ["c4"]


def test_letting_him_strike_costs_nothing() -> None:
    """Y3"""
    assert gold(struck(EVERYWHERE, "3 4")) == 25


def test_a_player_who_goes_first_acts_before_the_strike() -> None:
    """Y3"""
    game = solo(EVERYWHERE, "dice 3 4", "pending offering")
    events = game.play("first")
    assert TurnStarted(seat=0, value=0) in events
    assert pile(game, "c4") == "Y"
    assert "take c4" in choices(game)


def test_yazid_strikes_first_if_the_player_does_not_pay() -> None:
    """Y3"""
    game = struck(EVERYWHERE, "3 4")
    turns = [event.seat for event in events_of(game) if isinstance(event, TurnStarted)]
    assert turns == [1, 0]
    assert "take c4" not in choices(game)


def events_after_first_turn(seed: int) -> list[Event]:
    """The events after the turn of a player who went first."""
    game = solo(EVERYWHERE, f"seed {seed}", "dice 3 4", "pending offering")
    game.play("first")
    game.play("sow a1 b1Y")
    return game.play("end")


def test_after_a_paid_turn_the_dice_are_rolled_again() -> None:
    """Y3"""
    results = {rolls(events_after_first_turn(seed))[0] for seed in SEEDS}
    assert len(results) > 20, "the dice of the offer were 3 and 4 every time"


def test_the_second_roll_is_final() -> None:
    """Y3"""
    for seed in SEEDS:
        events = events_after_first_turn(seed)
        white, black = rolls(events)[0]
        if black == 6 or (white, black) in ((1, 1), (2, 1)):
            continue  # two tiles, or one that the player has emptied
        where = [TILE_NAMES[event.tile] for event in events if isinstance(event, Captured)]
        assert where == [f"{'abcdef'[white - 1]}{black}"]


def test_the_player_cannot_pay_to_avoid_the_second_roll() -> None:
    """Y3"""
    game = solo("c3:Y", "dice 3 4", "yazid-flags acted", "pending finishing")
    events = game.play("end")
    assert [type(event) for event in events if isinstance(event, DiceRolled | Captured)] == [
        DiceRolled,
        Captured,
    ]


def test_a_paid_turn_is_the_only_one_of_its_round() -> None:
    """Y3, Y12"""
    for seed in SEEDS:
        seats = [
            event.seat for event in events_after_first_turn(seed) if isinstance(event, TurnStarted)
        ]
        assert seats == [1]


def test_after_his_strike_and_a_turn_the_round_is_over() -> None:
    """Y12"""
    game = struck(EVERYWHERE, "3 4")
    game.play("sow a1 b1Y")
    events = game.play("end")
    assert [type(e) for e in events if isinstance(e, RoundStarted | DiceRolled | Captured)] == [
        RoundStarted,
        DiceRolled,
    ]
    assert choices(game) == {"first", "pass"}


# The tiles struck


def test_a_tile_with_meeples_is_struck_alone() -> None:
    """Y4"""
    game = struck("c1:Y c3:W c5:Y d3:B", "3 3")
    assert captured(game) == ["c3"]
    assert [pile(game, name) for name in ("c1", "c3", "c5", "d3")] == ["Y", "-", "Y", "B"]


def test_instead_of_an_empty_tile_another_of_its_column_is_named() -> None:
    """Y4"""
    game = struck("c1:Y c4:W d3:B b3:B f5:R", "3 3")
    assert choices(game) == {"name c1", "name c4"}


def test_the_named_tile_is_struck_and_no_other() -> None:
    """Y4"""
    game = struck("c1:Y c4:W d3:B", "3 3")
    game.play("name c4")
    assert captured(game) == ["c4"]
    assert choices(game) == {"end"}


@pytest.mark.parametrize("name", ["c3", "c2", "d3"])
def test_an_empty_tile_or_one_of_another_column_cannot_be_named(name: str) -> None:
    """Y4"""
    game = struck("c1:Y c4:W d3:B", "3 3")
    with pytest.raises(IllegalAction, match=f"'name {name}' is not possible now"):
        game.play(f"name {name}")


def test_the_only_other_tile_of_the_column_is_struck_without_a_choice() -> None:
    """Y4"""
    assert captured(struck("c5:Y d3:B a1:G", "3 3")) == ["c5"]


def test_when_the_whole_column_is_empty_any_tile_is_named() -> None:
    """Y4"""
    game = struck("a1:Y b3:W f5:B", "3 3")
    assert choices(game) == {"name a1", "name b3", "name f5"}
    game.play("name f5")
    assert captured(game) == ["f5"]


def test_a_black_six_strikes_the_highest_and_the_lowest_tile() -> None:
    """Y2, Y4"""
    assert captured(struck(EVERYWHERE, "3 6")) == ["c1", "c5"]


def test_the_highest_and_the_lowest_are_those_with_meeples() -> None:
    """Y4"""
    game = struck("c2:Y c3:W c4:Y d5:B b1:B", "3 6")
    assert captured(game) == ["c2", "c4"]
    assert pile(game, "c3") == "W"


def test_two_tiles_of_a_column_are_both_struck() -> None:
    """Y4"""
    assert captured(struck("c2:Y c3:W d5:B b1:B", "3 6")) == ["c2", "c3"]


def test_with_one_tile_in_the_column_the_second_is_named_anywhere() -> None:
    """Y4"""
    game = struck("c2:Y a1:W f5:B", "3 6")
    assert choices(game) == {"name a1", "name f5"}
    assert captured(game) == ["c2"]


def test_the_second_tile_is_struck_too() -> None:
    """Y4"""
    game = struck("c2:Y a1:W f5:B", "3 6")
    game.play("name a1")
    assert captured(game) == ["a1", "c2"]
    assert choices(game) == {"end"}, "no third tile is asked for"


def test_with_an_empty_column_both_tiles_are_named() -> None:
    """Y4"""
    game = struck("a1:Y b3:W f5:B", "3 6")
    assert choices(game) == {"name a1", "name b3", "name f5"}
    game.play("name b3")
    assert choices(game) == {"name a1", "name f5"}
    game.play("name f5")
    assert captured(game) == ["b3", "f5"]
    assert choices(game) == {"end"}


BLUE = "a1:v5 b1:v5 a5:v5"


@pytest.mark.parametrize(
    ("people", "price"),
    [
        ("a2:YW c3:Y", 0),
        ("a2:BB c3:B", 4),
        ("a1:BB a3:Y a5:B c3:B", 2 * 2 + 1),
        ("a1:BB a3:B a5:Y c3:B", 2 * 2),
        ("a1:B a5:B b2:B b4:Y", 2 + 1),
        ("a1:B b4:BB", 2 + 2 * 1),
        ("a1:B b4:BB c3:Y", 2),
        ("a1:B", 2),
    ],
)
def test_the_most_expensive_strike_is_a_tile_or_both_ends_of_a_column(
    people: str, price: int
) -> None:
    """Y4, Y6: for tiles that the player names, the cheapest counts."""
    assert dearest_strike(solo(people, land=BLUE).state).gold == price


def test_the_two_named_tiles_may_be_in_one_column() -> None:
    """Y4"""
    game = struck("a1:Y a3:W f5:B", "3 6")
    game.play("name a1")
    game.play("name a3")
    assert captured(game) == ["a1", "a3"]


def test_a_tile_is_named_after_a_paid_turn_too() -> None:
    """Y4, Y3"""
    for seed in SEEDS:
        lines = (f"seed {seed}", "yazid-flags acted", "pending finishing")
        game = solo("a1:Y a2:W a3:B", *lines)
        ((white, black),) = rolls(game.play("end"))
        if white != 1 and black != 6:
            assert choices(game) == {"name a1", "name a2", "name a3"}
            game.play("name a2")
            assert (captured(game), game.over) == (["a2"], True)


@pytest.mark.parametrize("dice", ["1 1", "3 3", "1 6", "3 6"])
def test_the_last_tile_with_meeples_is_struck_alone(dice: str) -> None:
    """Y5"""
    game = struck("a1:Y", dice)
    assert captured(game) == ["a1"]
    assert choices(game) == {"end"}


@pytest.mark.parametrize("dice", ["3 3", "3 6"])
def test_without_meeples_nothing_is_struck(dice: str) -> None:
    """Y5"""
    game = struck("", dice)
    assert captured(game) == []
    assert (position_line(game, "yazid-tiles"), choices(game)) == ("-", {"end"})


@pytest.mark.parametrize("people", ["c1:Y c4:W", "a1:Y b3:W f5:B"], ids=["in a column", "anywhere"])
@pytest.mark.parametrize("dice", ["3 3", "3 6"])
def test_a_position_stores_which_tiles_are_to_be_named(people: str, dice: str) -> None:
    """Y4"""
    game = struck(people, dice)
    twin = Game.from_position(game.position())
    assert (twin.state, twin.legal()) == (game.state, game.legal())
