"""The end of a game: the last camel, or no move."""

import pytest

from naqala import Game, IllegalAction
from naqala.rules.events import Event, GameOver, LastRound, RoundStarted, RowRefilled, TurnEnded
from tests.positions import choices, game_at, position_line

PAIRS = """
board 8x1
tiles m6 m6 m6 m6 m6 m6 m6 m6
meeples Y Y G G B B R R
"""
"""Four moves that each empty a tile without affecting the others."""
EMPTY = "meeples - - - -"


def events_of(game: Game) -> list[Event]:
    return [event for played in game.history for event in played.events]


def turn(game: Game, move: str = "") -> None:
    """One whole turn."""
    if move:
        game.play(move)
    game.play("end")


# The last camel


def test_the_last_camel_makes_this_round_the_last() -> None:
    """E1"""
    game = game_at(PAIRS, "p1-has camels 1", "pending moving")
    assert LastRound(seat=0, reason="camels") in game.play("sow a1 b1Y")
    assert position_line(game, "p1-tiles") == "b1"
    assert position_line(game, "flags") == "last-round"


def test_the_second_to_last_camel_changes_nothing() -> None:
    """E1"""
    game = game_at(PAIRS, "p1-has camels 2", "pending moving")
    turn(game, "sow a1 b1Y")
    assert not game.over
    assert position_line(game, "round") == "2"


def test_after_the_last_camel_every_marker_still_acts() -> None:
    """E1"""
    game = game_at(
        PAIRS, "players 3", "p1-has camels 1", "spots - - p2 p3 - - - - -", "acted p1",
        "pending moving",
    )  # fmt: skip
    turn(game, "sow a1 b1Y")
    assert (game.over, game.seat) == (False, 2)
    turn(game, "sow c1 d1G")
    assert (game.over, game.seat) == (False, 1)
    turn(game, "sow e1 f1B")
    assert game.over


def test_the_second_marker_of_the_player_who_placed_the_last_camel_still_acts() -> None:
    """E1, B7"""
    game = game_at(
        PAIRS, "p1-has camels 1", "spots - - - p1 - - - - -", "acted p2 p2 p1", "pending moving"
    )
    turn(game, "sow a1 b1Y")
    assert (game.over, game.seat) == (False, 0)
    turn(game, "sow c1 d1G")
    assert game.over
    assert position_line(game, "p1-tiles") == "b1", "no camel was left for d1"


def test_the_game_ends_even_if_moves_are_left() -> None:
    """E1"""
    game = game_at(PAIRS, "p1-has camels 1", "pending moving")
    turn(game, "sow a1 b1Y")
    assert game.over
    assert game.outcomes()


def test_no_round_follows_the_last_one() -> None:
    """E1"""
    game = game_at(PAIRS, "p1-has camels 1", "pending moving")
    turn(game, "sow a1 b1Y")
    assert not [event for event in events_of(game) if isinstance(event, RoundStarted | RowRefilled)]
    assert isinstance(events_of(game)[-1], GameOver)


def test_the_last_camel_of_the_last_player_of_a_round_ends_it_too() -> None:
    """E1"""
    game = game_at(
        PAIRS, "players 3", "p2-has camels 1", "spots - - - p2 - - - - -", "acted p3 p1", "seat p1",
        "pending moving",
    )  # fmt: skip
    turn(game, "sow a1 b1Y")
    turn(game, "sow c1 d1G")
    assert game.over


def test_a_last_camel_placed_by_a_power_counts_too() -> None:
    """E1"""
    game = game_at(
        "meeples Y YB G -", "p1-has camels 1 elders 2", "p1-djinns leta", "pending finishing"
    )
    assert LastRound(seat=0, reason="camels") in game.play("use leta d1 elders")
    game.play("end")
    assert game.over


def test_the_turn_continues_as_usual_after_the_last_camel() -> None:
    """E1"""
    game = game_at(
        PAIRS, "row fish", "p1-has camels 1", "p1-hand silk", "spots - - - p2 - - - - -",
        "acted p1 p1 p2", "pending moving",
    )  # fmt: skip
    game.play("sow a1 b1Y")
    game.play("buy fish")
    game.play("sell silk fish")
    game.play("end")
    assert game.state.players[0].gold == 50 - 3 + 3


def test_another_last_camel_in_the_last_round_is_not_announced() -> None:
    """E1"""
    game = game_at(
        PAIRS, "p1-has camels 1", "p2-has camels 1", "spots - - - p2 - - - - -", "acted p1 p1 p2",
        "pending moving",
    )  # fmt: skip
    turn(game, "sow a1 b1Y")
    turn(game, "sow c1 d1G")
    assert [event for event in events_of(game) if isinstance(event, LastRound)] == [
        LastRound(seat=0, reason="camels")
    ]


# No move


@pytest.mark.parametrize("meeples", ["- - - -", "Y - Y -", "Y W G B", "YW - GB -"])
def test_without_a_move_a_turn_can_only_be_ended(meeples: str) -> None:
    """E2"""
    game = game_at(f"meeples {meeples}", "pending moving")
    assert choices(game) == {"end"}


def test_a_turn_without_a_move_makes_this_round_the_last() -> None:
    """E2"""
    game = game_at(EMPTY, "pending moving")
    events = game.play("end")
    assert LastRound(seat=0, reason="moves") in events
    assert TurnEnded(seat=0, moved=False) in events
    assert game.over


def test_after_a_turn_without_a_move_the_others_still_have_theirs() -> None:
    """E2"""
    game = game_at(
        EMPTY,
        "players 3",
        "spots - - p2 p3 - - - - -",
        "acted p1",
        "p2-hand fish",
        "pending moving",
    )
    game.play("end")
    assert (game.over, game.seat) == (False, 2)
    game.play("end")
    assert (game.over, game.seat) == (False, 1)
    game.play("sell fish")
    game.play("end")
    assert game.over


def test_a_player_who_cannot_move_may_sell() -> None:
    """E2"""
    game = game_at(EMPTY, "p1-hand fish silk", "pending moving")
    assert choices(game) == {"end", "sell fish", "sell silk", "sell silk fish"}
    game.play("sell silk fish")
    assert game.state.players[0].gold == 53
    assert choices(game) == {"end"}


def test_a_player_who_cannot_move_may_use_djinns() -> None:
    """E2, J2"""
    game = game_at(
        EMPTY, "tiles m6 m6 v5 m6", "p1-djinns bouraq sloar", "p1-hand fakir*2", "pending moving"
    )
    assert choices(game) == {"end", "use bouraq c1 fakir", "use sloar fakir"}
    game.play("use bouraq c1 fakir")
    assert position_line(game, "palaces") == "c1*1"
    assert "end" in choices(game)


def test_no_power_can_be_used_after_a_sale_without_a_move() -> None:
    """E2, A8"""
    game = game_at(EMPTY, "p1-djinns sloar", "p1-hand fish fakir", "pending moving")
    game.play("sell fish")
    assert choices(game) == {"end"}


def test_without_a_move_neither_tribe_nor_tile_acts() -> None:
    """E2"""
    game = game_at(EMPTY, "tiles o8 o8 v5 m6", "row fish", "pending moving")
    game.play("end")
    assert (position_line(game, "palms"), position_line(game, "palaces")) == ("-", "-")


def test_a_player_who_can_move_cannot_end_the_turn() -> None:
    """E2, M6"""
    game = game_at("pending moving")
    with pytest.raises(IllegalAction, match="'end' is not possible now"):
        game.play("end")


def test_a_player_who_makes_a_move_possible_must_move() -> None:
    """E2"""
    game = game_at(
        "meeples - G - G", "bag GGG", "p1-djinns anun-nak", "p1-hand fakir fish", "pending moving"
    )
    assert "end" in choices(game)
    game.play("use anun-nak c1 fakir")
    assert choices(game) == {"take b1", "take d1"}
    turn(game, "sow b1 c1G")
    assert TurnEnded(seat=0, moved=True) in events_of(game)
    assert not [event for event in events_of(game) if isinstance(event, LastRound)]


def test_a_move_that_becomes_possible_again_does_not_cancel_the_last_round() -> None:
    """E2"""
    game = game_at(
        "board 7x1",
        "tiles m6 m6 m6 m6 m6 m6 m6",
        "meeples - G - - - G -",
        "bag GGG",
        "spots - - - p2 - - - - -",
        "acted p1 p1 p2",
        "p2-djinns anun-nak",
        "p2-hand fakir",
        "pending moving",
    )
    game.play("end")
    game.play("use anun-nak c1 fakir")
    turn(game, "sow c1 d1G e1G f1G")
    assert TurnEnded(seat=1, moved=True) in events_of(game)
    assert game.outcomes(), "there would be a move in the next round"
    assert game.over


def test_the_game_ends_if_no_move_exists_at_the_start_of_a_round() -> None:
    """E2"""
    game = game_at("meeples Y Y - -", "pending moving")
    events = game.play("sow a1 b1Y") + game.play("end")
    assert game.over
    assert not [event for event in events if isinstance(event, LastRound | RoundStarted)]
    assert isinstance(events[-1], GameOver)


def test_there_is_no_bidding_if_no_move_exists() -> None:
    """E2"""
    game = game_at(EMPTY, "pending finishing")
    game.play("end")
    assert game.over
    assert [player.gold for player in game.state.players] == [50, 50]


def test_a_round_begins_if_one_move_exists() -> None:
    """E2"""
    game = game_at("meeples - - G GB", "pending finishing")
    game.play("end")
    assert not game.over
    assert position_line(game, "round") == "2"


def test_whether_a_player_can_move_is_decided_in_their_turn() -> None:
    """E2: p1 takes the last move away from p2."""
    game = game_at(
        "meeples Y Y - -", "spots - - - p2 - - - - -", "acted p1 p1 p2", "pending moving"
    )
    turn(game, "sow a1 b1Y")
    assert (game.seat, choices(game)) == (1, {"end"})
    game.play("end")
    assert LastRound(seat=1, reason="moves") in events_of(game)


# After the end


def test_there_are_no_actions_when_the_game_is_over() -> None:
    """E1, E2"""
    game = game_at(EMPTY, "pending moving", "p1-hand fish")
    game.play("end")
    assert game.legal() == ()
    with pytest.raises(IllegalAction, match="the game is over"):
        game.play("end")
