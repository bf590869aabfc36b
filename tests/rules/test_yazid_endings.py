"""The solo game against Yazid: defeat, Yazid as an opponent, the end and the title."""

from pathlib import Path

import pytest

from naqala import Event, Game
from naqala.rules.events import (
    Captured,
    DjinnsRefilled,
    GameOver,
    LastRound,
    Lost,
    RoundStarted,
    RowRefilled,
    TurnEnded,
)
from naqala.rules.scoring import SOURCES
from naqala.rules.yazid import title
from tests.positions import acting, choices, position_line
from tests.solo import (
    EVERYWHERE,
    HE_STRIKES_LATER,
    HE_STRUCK,
    SEEDS,
    captured,
    events_of,
    gold,
    of_yazid,
    solo,
    struck,
)

GAMES = Path(__file__).parents[1] / "games"

# Sudden defeat


def defeat(game: Game) -> str:
    """Why the game is lost; checks that events, state and winners agree."""
    events = events_of(game)
    assert (game.over, game.winners, game.legal()) == (True, (), ())
    assert [event.winners for event in events if isinstance(event, GameOver)] == [()]
    assert [event.reason for event in events if isinstance(event, Lost)] == [
        position_line(game, "lost")
    ]
    return position_line(game, "lost")


@pytest.mark.parametrize(("held", "taken"), [(6, "R"), (5, "RR"), (4, "RRR"), (6, "RR")])
def test_seven_assassins_end_the_game(held: int, taken: str) -> None:
    """Y9"""
    assert defeat(struck(f"c3:{taken}", "3 3", f"yazid assassins {held}")) == "assassins"


def test_six_assassins_do_not_end_the_game() -> None:
    """Y9"""
    game = struck("c3:R", "3 3", "yazid assassins 5")
    assert (of_yazid(game)["assassins"], game.over, position_line(game, "lost")) == (6, False, "-")


def test_assassins_of_two_tiles_count_together() -> None:
    """Y9"""
    assert defeat(struck("c1:RR c5:R", "3 6", "yazid assassins 4")) == "assassins"


@pytest.mark.parametrize("yazid", ["elders 1 fakirs 1", "elders 2"])
def test_his_sixth_djinn_ends_the_game(yazid: str) -> None:
    """Y9"""
    lines = (f"yazid {yazid}", "yazid-djinns enki boaz utug leta hagis", "djinns jafaar sloar")
    game = struck("", "3 3", *lines)
    assert position_line(game, "yazid-djinns") == "enki boaz utug leta hagis jafaar"
    assert defeat(game) == "djinns"


def test_his_fifth_djinn_does_not_end_the_game() -> None:
    """Y9"""
    lines = ("yazid elders 2", "yazid-djinns enki boaz utug leta", "djinns jafaar sloar")
    game = struck("", "3 3", *lines)
    assert (len(position_line(game, "yazid-djinns").split()), game.over) == (5, False)


def test_a_player_who_cannot_pay_in_full_loses() -> None:
    """Y9"""
    game = solo("c3:BBB", "dice 3 3", "p1-has gold 5", "pending offering", land="c3:s6 c4:s6")
    assert defeat(game) == "gold"


def test_paying_all_gold_is_not_a_loss() -> None:
    """Y9"""
    game = struck("c3:BBB", "3 3", "p1-has gold 6", land="c3:s6 c4:s6")
    assert (gold(game), game.over) == (0, False)


def test_a_strike_without_builders_needs_no_gold() -> None:
    """Y9"""
    game = solo("c3:BBB", "dice 3 3", "p1-has gold 0", "pending offering")
    assert (captured(game), game.over) == (["c3"], False)


@pytest.mark.parametrize(("has", "over"), [(7, True), (8, False)])
def test_two_tiles_must_both_be_paid(has: int, over: bool) -> None:
    """Y9"""
    lines = (f"p1-has gold {has}", "dice 3 6", "pending offering")
    game = solo("c1:BB c5:BB", *lines, land="c1:s6 c2:s6 c4:s6 c5:s6")
    assert game.over == over


def test_no_goods_are_sold_to_pay_him() -> None:
    """Y9"""
    lines = ("p1-has gold 2", "p1-hand ivory gems gold silk", "dice 3 3", "pending offering")
    game = solo("c3:BBB", *lines, land="c3:s6")
    assert defeat(game) == "gold"
    assert position_line(game, "p1-hand") == "ivory*1 gems*1 gold*1 silk*1"


def test_after_a_defeat_no_second_tile_is_struck() -> None:
    """Y9"""
    game = struck("c1:R c5:R", "3 6", "yazid assassins 6")
    assert len(captured(game)) == 1


def test_after_a_defeat_no_second_tile_is_named() -> None:
    """Y9"""
    game = struck("a1:R b1:R f1:Y", "3 6", "yazid assassins 6")
    game.play("name b1")
    assert (captured(game), game.over, game.legal()) == (["b1"], True, ())


def test_after_a_defeat_he_summons_no_djinn() -> None:
    """Y9"""
    game = struck("c3:R", "3 3", "yazid assassins 6 elders 2", "djinns enki")
    assert position_line(game, "yazid-djinns") == "-"


def test_defeat_comes_after_the_turn_of_the_player_too() -> None:
    """Y9, Y3"""
    lines = ("yazid assassins 6", HE_STRIKES_LATER, "pending finishing")
    game = solo("c3:R", *lines)
    assert not game.over
    game.play("end")
    assert defeat(game) == "assassins"


@pytest.mark.parametrize("reason", ["assassins", "djinns", "gold", "viziers"])
def test_the_position_of_a_lost_game_has_the_reason(reason: str) -> None:
    """Y9, Y13"""
    game = solo("a1:Y", f"lost {reason}", "flags over", "pending -")
    assert Game.from_position(game.position()) == game
    assert (game.winners, position_line(game, "lost")) == ((), reason)


def test_a_lost_game_stays_lost() -> None:
    """Y9, Y13"""
    game = struck("c3:R", "3 3", "yazid assassins 6", "p1-has viziers 9 gold 300")
    assert defeat(game) == "assassins"


# Yazid as an opponent


def test_your_assassins_may_kill_his_viziers_and_elders() -> None:
    """Y11"""
    game = solo("a1:G", "yazid viziers 2 elders 3", HE_STRUCK, acting("c3", "RRRR"))
    assert choices(game) == {"kill a1G", "kill p2 Y", "kill p2 W"}


@pytest.mark.parametrize(
    ("victim", "left", "bag"),
    [("Y", {"viziers": 1, "elders": 3}, "YRR"), ("W", {"viziers": 2, "elders": 2}, "WRR")],
)
def test_his_killed_meeples_go_to_the_bag(victim: str, left: dict[str, int], bag: str) -> None:
    """Y11, T5"""
    game = solo("a1:G", "yazid viziers 2 elders 3", HE_STRUCK, acting("c3", "RR"), "bag -")
    game.play(f"kill p2 {victim}")
    assert of_yazid(game) == {"camels": 11} | left
    assert position_line(game, "bag") == bag


def test_his_assassins_and_fakirs_cannot_be_killed() -> None:
    """Y11"""
    game = solo("a1:G d3:Y", "yazid assassins 3 fakirs 2 viziers 1", HE_STRUCK, acting("c3", "RR"))
    assert choices(game) == {"kill d3Y", "kill p2 Y"}


def test_a_vizier_of_his_must_be_killed_where_nobody_else_can_be() -> None:
    """Y11, T6"""
    game = solo("", "yazid viziers 1", HE_STRUCK, acting("c3", "RR"))
    assert of_yazid(game) == {"camels": 11}


def test_without_a_victim_the_kill_is_skipped() -> None:
    """Y11, T6"""
    game = solo("", "yazid assassins 2", HE_STRUCK, acting("c3", "RR"))
    assert choices(game) == {"end"}


def test_your_own_viziers_cannot_be_killed() -> None:
    """Y11"""
    game = solo("", "yazid viziers 1 elders 1", "p1-has viziers 3", HE_STRUCK, acting("c3", "RR"))
    assert choices(game) == {"kill p2 Y", "kill p2 W"}


def test_iblis_kills_two_of_his() -> None:
    """Y11, D10"""
    lines = ("yazid viziers 2 elders 1", "p1-djinns iblis", "p1-hand fakir", HE_STRUCK)
    game = solo("", *lines, acting("c3", "RR"))
    game.play("use iblis fakir")
    assert choices(game) == {"kill p2 YY", "kill p2 YW"}
    game.play("kill p2 YW")
    assert of_yazid(game) == {"camels": 11, "viziers": 1}


def test_kandicha_wins_his_viziers_for_you() -> None:
    """Y11, D12"""
    game = solo("", "yazid viziers 2", "p1-djinns kandicha", HE_STRUCK, acting("c3", "RR"), "bag -")
    assert (game.state.players[0].viziers, of_yazid(game)["viziers"]) == (1, 1)
    assert position_line(game, "bag") == "RR"


@pytest.mark.parametrize(("mine", "his", "points"), [(3, 2, 10), (1, 0, 10), (2, 2, 0), (1, 2, 0)])
def test_ten_points_for_more_viziers_than_he_has(mine: int, his: int, points: int) -> None:
    """Y11, E3"""
    game = solo("a1:Y", f"p1-has viziers {mine}", f"yazid viziers {his}")
    (score,) = game.scores()
    assert (score.viziers, score.majority) == (mine, points)


# Round and end


def order_of_events(events: list[Event]) -> list[str]:
    """The strike, the end of the turn and the refills, in order."""
    kinds = (Captured, TurnEnded, RowRefilled, DjinnsRefilled, RoundStarted)
    return [type(event).__name__ for event in events if isinstance(event, kinds)]


def test_nothing_is_refilled_between_his_strike_and_the_turn() -> None:
    """Y12"""
    game = struck("c3:GWW a1:Y b1:Y", "3 3", "row fish silk", "djinns enki boaz")
    assert (position_line(game, "row"), position_line(game, "djinns")) == ("silk", "boaz")


def test_the_clean_up_comes_after_the_turn_when_he_struck_first() -> None:
    """Y12"""
    game = struck("c3:G a1:Y b1:Y e1:B e2:B", "3 3", "row fish silk", "djinns enki boaz")
    game.play("sow a1 b1Y")
    game.play("pass")  # a small market
    assert order_of_events(game.play("end")) == [
        "TurnEnded", "RowRefilled", "DjinnsRefilled", "RoundStarted",
    ]  # fmt: skip
    assert (
        len(position_line(game, "row").split()),
        len(position_line(game, "djinns").split()),
    ) == (9, 3)


def test_the_clean_up_comes_after_his_strike_when_you_went_first() -> None:
    """Y12"""
    lines = ("row fish silk", "djinns enki boaz", HE_STRIKES_LATER, "pending finishing")
    for seed in SEEDS:
        events = order_of_events(solo(EVERYWHERE, f"seed {seed}", *lines).play("end"))
        assert list(dict.fromkeys(events)) == [
            "TurnEnded", "Captured", "RowRefilled", "DjinnsRefilled", "RoundStarted",
        ]  # fmt: skip


def test_his_merchants_find_the_row_as_you_left_it() -> None:
    """Y12"""
    people = EVERYWHERE.replace("Y", "G")
    lines = ("row fakir", HE_STRIKES_LATER, "pending finishing")
    for seed in SEEDS:
        game = solo(people, f"seed {seed}", *lines)
        game.play("end")
        assert of_yazid(game)["fakirs"] == 1


def test_his_last_camel_makes_this_round_the_last() -> None:
    """Y12, E1"""
    game = struck("c3:G a1:Y b1:Y e1:B e2:B", "3 3", "yazid camels 1")
    assert LastRound(seat=1, reason="camels") in events_of(game)
    assert position_line(game, "flags") == "last-round"


def test_after_his_last_camel_you_still_act() -> None:
    """Y12, E1"""
    game = struck("c3:G a1:Y b1:Y e1:B e2:B", "3 3", "yazid camels 1")
    assert not game.over
    game.play("sow a1 b1Y")
    events = game.play("end")
    assert game.over
    assert game.outcomes(), "moves are left"
    assert order_of_events(events) == ["TurnEnded"]


def test_his_last_camel_after_your_turn_ends_the_game() -> None:
    """Y12, E1"""
    game = solo(EVERYWHERE, "yazid camels 1", HE_STRIKES_LATER, "pending finishing")
    game.play("end")
    assert game.over


def test_his_second_to_last_camel_changes_nothing() -> None:
    """Y12, E1"""
    game = struck("c3:G a1:Y b1:Y e1:B e2:B", "3 3", "yazid camels 2")
    game.play("sow a1 b1Y")
    game.play("end")
    assert (game.over, position_line(game, "round")) == (False, "2")


def test_your_last_camel_ends_the_game() -> None:
    """Y12, E1"""
    lines = ("p1-has camels 1", HE_STRUCK, "pending moving")
    game = solo("a1:Y b1:Y e1:B e2:B", *lines)
    assert LastRound(seat=0, reason="camels") in game.play("sow a1 b1Y")
    game.play("end")
    assert game.over
    assert captured(game) == []


def test_after_your_last_camel_he_still_strikes() -> None:
    """Y12, E1"""
    game = solo("a1:Y b1:Y c3:W", "p1-has camels 1", HE_STRIKES_LATER, "pending moving")
    game.play("sow a1 b1Y")
    game.play("end")
    assert (captured(game), game.over) == (["c3"], True)


def test_a_turn_without_a_move_makes_this_round_the_last() -> None:
    """Y12, E2"""
    game = solo("a1:Y c3:W", HE_STRUCK, "pending moving")
    assert LastRound(seat=0, reason="moves") in game.play("end")
    assert game.over


def test_after_a_turn_without_a_move_he_still_strikes() -> None:
    """Y12, E2"""
    game = solo("c3:W", HE_STRIKES_LATER, "pending moving")
    game.play("end")
    assert (captured(game), game.over) == (["c3"], True)


def test_the_game_ends_if_no_move_exists_at_the_start_of_a_round() -> None:
    """Y12, E2"""
    game = solo("a1:Y b1:Y c3:W", HE_STRUCK, "pending moving")
    game.play("sow a1 b1Y")
    game.play("end")
    assert game.over
    assert [e for e in events_of(game) if isinstance(e, LastRound | RoundStarted)] == []


def test_his_strike_may_take_the_last_move() -> None:
    """Y12, E2"""
    game = struck("a1:Y b1:Y c3:W", "1 1")
    assert choices(game) == {"end"}
    game.play("end")
    assert game.over


def test_the_game_continues_while_there_are_camels_and_moves() -> None:
    """Y12"""
    game = solo("a1:Y b1:Y", HE_STRUCK, "pending finishing")
    game.play("end")
    assert (game.over, position_line(game, "round"), position_line(game, "yazid-flags")) == (
        False,
        "2",
        "-",
    )


# Victory


def at_the_end(mine: int, his: int) -> Game:
    lines = (f"p1-has viziers {mine}", f"yazid viziers {his}", HE_STRUCK, "pending moving")
    game = solo("", *lines)
    game.play("end")
    return game


@pytest.mark.parametrize(("mine", "his"), [(1, 0), (3, 2), (9, 1)])
def test_a_player_with_more_viziers_than_yazid_wins(mine: int, his: int) -> None:
    """Y13"""
    game = at_the_end(mine, his)
    assert (game.over, game.winners, position_line(game, "lost")) == (True, (0,), "-")
    assert [event for event in events_of(game) if isinstance(event, Lost)] == []


@pytest.mark.parametrize(("mine", "his"), [(0, 0), (2, 2), (1, 4)])
def test_a_player_with_as_many_viziers_or_fewer_loses(mine: int, his: int) -> None:
    """Y13"""
    assert defeat(at_the_end(mine, his)) == "viziers"


def test_viziers_are_counted_at_the_end_and_not_before() -> None:
    """Y13"""
    game = struck("c3:YY a1:Y b1:Y e1:B e2:B", "3 3")
    assert (game.over, position_line(game, "lost")) == (False, "-")


def test_viziers_of_the_last_strike_count() -> None:
    """Y13, Y12"""
    lines = ("p1-has viziers 2", "yazid viziers 1", HE_STRIKES_LATER, "pending moving")
    game = solo("c3:Y", *lines)
    game.play("end")
    assert defeat(game) == "viziers"


@pytest.mark.parametrize(
    ("points", "number"),
    [(0, 0), (190, 0), (191, 1), (220, 1), (221, 2), (250, 2), (251, 3), (400, 3)],
)
def test_the_score_earns_a_title(points: int, number: int) -> None:
    """Y13"""
    assert title(points) == number


def test_points_are_counted_as_usual() -> None:
    """Y13, E3"""
    lines = (
        "p1-has gold 31 viziers 4 elders 3", "p1-tiles a1 b1", "p1-djinns enki jafaar",
        "p1-hand ivory silk fish fakir", "palms a1*2", "palaces b1", "yazid viziers 3 elders 9",
        "yazid-tiles c1", "yazid-djinns hagis", HE_STRUCK, "pending moving",
    )  # fmt: skip
    game = solo("", *lines, land="a1:o8 b1:v5 c1:s15")
    events = game.play("end")
    total = 31 + (4 + 8) + 10 + 6 + (8 + 6) + 6 + 5 + (8 + 5) + 7
    assert GameOver(scores=(total,), winners=(0,)) in events


# Whole games


@pytest.mark.parametrize(
    ("name", "lost", "points"),
    [
        ("survived", "-", "gold 4 viziers 4 majority 10 elders 12 palms 3 tiles 8"),
        ("assassins", "assassins", "gold 3 viziers 8 majority 10 palms 6 tiles 8 goods 3"),
        ("djinns", "djinns", "gold 8 viziers 14 majority 10 elders 8 palms 3 tiles 14"),
        ("gold", "gold", "gold 1 viziers 7 majority 10 elders 4 palms 6 tiles 14"),
        ("viziers", "viziers", "gold 1 viziers 2 elders 16 palaces 10 tiles 5 goods 3"),
    ],
)
def test_a_recorded_game_plays_to_its_end(name: str, lost: str, points: str) -> None:
    """Y9, Y12, Y13, S6"""
    game = Game.load((GAMES / f"solo-{name}.naqala").read_text("utf-8"))
    (score,) = game.scores()
    scored = {source: getattr(score, source) for source in SOURCES}
    assert " ".join(f"{source} {number}" for source, number in scored.items() if number) == points
    assert GameOver((score.total,), () if lost != "-" else (0,)) == game.history[-1].events[-1]
    assert position_line(game, "lost") == lost


@pytest.mark.parametrize(
    ("name", "yazid", "djinns"),
    [
        ("survived", "camels 0 viziers 3 elders 1 assassins 5 fakirs 0", 1),
        ("assassins", "camels 0 viziers 1 elders 2 assassins 7 fakirs 0", 5),
        ("djinns", "camels 0 viziers 0 elders 0 assassins 4 fakirs 1", 6),
        ("gold", "camels 0 viziers 5 elders 1 assassins 5 fakirs 0", 3),
        ("viziers", "camels 0 viziers 8 elders 0 assassins 3 fakirs 0", 5),
    ],
)
def test_a_recorded_game_ends_with_the_same_possessions_of_yazid(
    name: str, yazid: str, djinns: int
) -> None:
    """Y6, Y7, Y8, S6"""
    game = Game.load((GAMES / f"solo-{name}.naqala").read_text("utf-8"))
    assert (position_line(game, "yazid"), len(position_line(game, "yazid-djinns").split())) == (
        yazid,
        djinns,
    )


@pytest.mark.parametrize("path", sorted(GAMES.glob("solo-*.naqala")), ids=lambda path: path.stem)
def test_the_record_of_a_solo_game_round_trips(path: Path) -> None:
    """Y3, Y4, S6"""
    text = path.read_text("utf-8")
    assert Game.load(text).record() == text
