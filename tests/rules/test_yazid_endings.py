"""The solo game against Yazid: defeat, rivalry, the end and the title."""

HEAD

# Sudden defeat


def is_lost(game: Game, reason: str) -> bool:
    """Whether the game is over and lost for this reason, and says so in every way."""
    events = happened(game)
    return (
        (game.over, game.winners, game.legal()) == (True, (), ())
        and told(game, "lost") == reason
        and [event for event in events if isinstance(event, Lost)] == [Lost(reason)]
        and [event.winners for event in events if isinstance(event, GameOver)] == [()]
    )


@pytest.mark.parametrize(("held", "taken"), [(6, "R"), (5, "RR"), (4, "RRR"), (6, "RR")])
def test_seven_assassins_are_the_end(held: int, taken: str) -> None:
    """Y9"""
    assert is_lost(struck(f"c3:{taken}", "3 3", f"yazid assassins {held}"), "assassins")


def test_six_assassins_are_not_the_end() -> None:
    """Y9"""
    game = struck("c3:R", "3 3", "yazid assassins 5")
    assert (of_yazid(game)["assassins"], game.over, told(game, "lost")) == (6, False, "-")


def test_assassins_of_two_tiles_count_together() -> None:
    """Y9"""
    assert is_lost(struck("c1:RR c5:R", "3 6", "yazid assassins 4"), "assassins")


@pytest.mark.parametrize("yazid", ["elders 1 fakirs 1", "elders 2"])
def test_his_sixth_djinn_is_the_end(yazid: str) -> None:
    """Y9"""
    lines = (f"yazid {yazid}", "yazid-djinns enki boaz utug leta hagis", "djinns jafaar sloar")
    game = struck("", "3 3", *lines)
    assert told(game, "yazid-djinns") == "enki boaz utug leta hagis jafaar"
    assert is_lost(game, "djinns")


def test_his_fifth_djinn_is_not_the_end() -> None:
    """Y9"""
    lines = ("yazid elders 2", "yazid-djinns enki boaz utug leta", "djinns jafaar sloar")
    game = struck("", "3 3", *lines)
    assert (len(told(game, "yazid-djinns").split()), game.over) == (5, False)


def test_who_cannot_pay_him_in_full_has_lost() -> None:
    """Y9"""
    game = struck("c3:BBB", "3 3", "p1-has gold 5", "dice 1 3", land="c3:s6 c4:s6")
    assert is_lost(game, "gold")


def test_exactly_enough_is_enough() -> None:
    """Y9"""
    game = struck("c3:BBB", "3 3", "p1-has gold 6", land="c3:s6 c4:s6")
    assert (gold(game), game.over) == (0, False)


def test_who_owes_nothing_needs_no_gold() -> None:
    """Y9"""
    game = solo("c3:BBB", "dice 3 3", "p1-has gold 0", "pending offering")
    assert (captured(game), game.over) == (["c3"], False)


def test_two_tiles_must_both_be_paid() -> None:
    """Y9"""
    lines = ("p1-has gold 9", "dice 3 6", "pending offering")
    assert not solo("c1:BB c5:B", *lines, land="c1:s6 c2:s6 c4:s6 c5:s6 b1:s6").over
    poor = solo("c1:BB c5:B", "p1-has gold 7", *lines[1:], land="c1:s6 c2:s6 c4:s6 c5:s6 b1:s6")
    assert is_lost(poor, "gold")


def test_no_goods_are_sold_to_pay_him() -> None:
    """Y9"""
    lines = ("p1-has gold 2", "p1-hand ivory gems gold silk", "dice 3 3", "pending offering")
    game = solo("c3:BBB", *lines, land="c3:s6")
    assert is_lost(game, "gold")
    assert told(game, "p1-hand") == "ivory*1 gems*1 gold*1 silk*1"


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
    assert told(game, "yazid-djinns") == "-"


def test_defeat_comes_after_the_turn_of_the_player_too() -> None:
    """Y9, Y3"""
    lines = ("yazid assassins 6", "dice 3 3", "pending offering")
    game = solo(EVERYWHERE.replace("Y", "R"), *lines)
    game.play("first")
    assert not game.over
    game.play("sow a1 b1R")
    game.play(sorted(choices(game))[0])
    game.play("end")
    assert is_lost(game, "assassins")


def test_nothing_saves_who_has_lost() -> None:
    """Y9, Y13"""
    game = struck("c3:R", "3 3", "yazid assassins 6", "p1-has viziers 9 gold 300")
    assert is_lost(game, "assassins")


# Yazid as an opponent


def test_your_assassins_may_kill_his_viziers_and_elders() -> None:
    """Y11"""
    game = solo("a1:G", "yazid viziers 2 elders 3", HE_STRUCK, acting("c3", "RRRR"))
    assert choices(game) == {"kill a1G", "kill p2 Y", "kill p2 W"}


@pytest.mark.parametrize(
    ("victim", "left", "bag"),
    [("Y", {"viziers": 1, "elders": 3}, "YRR"), ("W", {"viziers": 2, "elders": 2}, "WRR")],
)
def test_his_dead_go_to_the_bag(victim: str, left: dict[str, int], bag: str) -> None:
    """Y11, T5"""
    game = solo("a1:G", "yazid viziers 2 elders 3", HE_STRUCK, acting("c3", "RR"), "bag -")
    game.play(f"kill p2 {victim}")
    assert of_yazid(game) == {"camels": 11} | left
    assert told(game, "bag") == bag


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


def test_your_own_viziers_are_no_victims() -> None:
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
    assert told(game, "bag") == "RR"


@pytest.mark.parametrize(("mine", "his", "points"), [(3, 2, 10), (1, 0, 10), (2, 2, 0), (1, 2, 0)])
def test_ten_points_for_more_viziers_than_he_has(mine: int, his: int, points: int) -> None:
    """Y11, E3"""
    game = solo("a1:Y", f"p1-has viziers {mine}", f"yazid viziers {his}")
    (score,) = game.scores()
    assert (score.viziers, score.majority) == (mine, points)


# Round and end


def rows(events: list[Event]) -> list[str]:
    """Which of the strike, the turn's end and the refills came, in their order."""
    kinds = (Captured, TurnEnded, RowRefilled, DjinnsRefilled, RoundStarted)
    return [type(event).__name__ for event in events if isinstance(event, kinds)]


def test_nothing_is_refilled_between_his_strike_and_the_turn() -> None:
    """Y12"""
    game = struck("c3:GWW a1:Y b1:Y", "3 3", "row fish silk", "djinns enki boaz")
    assert (told(game, "row"), told(game, "djinns")) == ("silk", "boaz")


def test_the_clean_up_comes_after_the_turn_when_he_struck_first() -> None:
    """Y12"""
    game = struck("c3:G a1:Y b1:Y e1:B e2:B", "3 3", "row fish silk", "djinns enki boaz")
    game.play("sow a1 b1Y")
    game.play("pass")  # a small market
    assert rows(game.play("end")) == ["TurnEnded", "RowRefilled", "DjinnsRefilled", "RoundStarted"]
    assert (len(told(game, "row").split()), len(told(game, "djinns").split())) == (9, 3)


def test_the_clean_up_comes_after_his_strike_when_you_went_first() -> None:
    """Y12"""
    lines = ("row fish silk", "djinns enki boaz", HE_STRIKES_LATER, "pending finishing")
    for seed in range(YEARS):
        events = solo(EVERYWHERE, f"seed {seed}", *lines).play("end")
        one_or_two = [kind for kind in rows(events) if kind != "Captured"]
        assert one_or_two == ["TurnEnded", "RowRefilled", "DjinnsRefilled", "RoundStarted"]
        assert rows(events)[1] == "Captured"
        assert rows(events)[-4] in ("Captured", "TurnEnded")


def test_his_merchants_find_the_row_as_you_left_it() -> None:
    """Y12"""
    people = EVERYWHERE.replace("Y", "G")
    lines = ("row fakir", "djinn-deck -", HE_STRIKES_LATER, "pending finishing")
    for seed in range(YEARS):
        game = solo(people, f"seed {seed}", *lines)
        game.play("end")
        assert of_yazid(game)["fakirs"] == 1


def test_his_last_camel_makes_this_round_the_last() -> None:
    """Y12, E1"""
    game = struck("c3:G a1:Y b1:Y e1:B e2:B", "3 3", "yazid camels 1")
    assert LastRound(seat=1, reason="camels") in happened(game)
    assert told(game, "flags") == "last-round"


def test_after_his_last_camel_you_still_act() -> None:
    """Y12, E1"""
    game = struck("c3:G a1:Y b1:Y e1:B e2:B", "3 3", "yazid camels 1")
    assert not game.over
    game.play("sow a1 b1Y")
    events = game.play("end")
    assert game.over
    assert game.outcomes(), "moves are left"
    assert rows(events) == ["TurnEnded"]


def test_his_last_camel_after_your_turn_ends_the_game() -> None:
    """Y12, E1"""
    game = solo(EVERYWHERE, "yazid camels 1", HE_STRIKES_LATER, "pending finishing")
    game.play("end")
    assert game.over


def test_his_last_but_one_camel_changes_nothing() -> None:
    """Y12, E1"""
    game = struck("c3:G a1:Y b1:Y e1:B e2:B", "3 3", "yazid camels 2")
    game.play("sow a1 b1Y")
    game.play("end")
    assert (game.over, told(game, "round")) == (False, "2")


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
    game = solo(EVERYWHERE, "p1-has camels 1", "dice 3 3", "pending offering")
    game.play("first")
    game.play("sow a1 b1Y")
    game.play("end")
    assert game.over or choices(game) <= {f"name {name}" for name in TILE_NAMES}
    assert [e.seat for e in happened(game) if isinstance(e, TurnStarted)] == [0, 1]


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


def test_the_game_ends_when_no_move_exists_as_a_round_would_begin() -> None:
    """Y12, E2"""
    game = solo("a1:Y b1:Y c3:W", HE_STRUCK, "pending moving")
    events = [*game.opening, *game.play("end")]
    assert game.over
    assert [event for event in events if isinstance(event, LastRound | RoundStarted)] == []


def test_his_strike_may_take_the_last_move() -> None:
    """Y12, E2"""
    game = struck("a1:Y b1:Y c3:W", "1 1")
    assert choices(game) == {"end"}
    game.play("end")
    assert game.over


def test_the_game_goes_on_while_there_are_camels_and_moves() -> None:
    """Y12"""
    game = solo("a1:Y b1:Y", HE_STRUCK, "pending finishing")
    game.play("end")
    assert (game.over, told(game, "round"), told(game, "yazid-flags")) == (False, "2", "-")


# Victory


def at_the_end(mine: int, his: int) -> Game:
    lines = (f"p1-has viziers {mine}", f"yazid viziers {his}", HE_STRUCK, "pending moving")
    game = solo("", *lines)
    game.play("end")
    return game


@pytest.mark.parametrize(("mine", "his"), [(1, 0), (3, 2), (9, 1)])
def test_who_has_more_viziers_than_yazid_has_won(mine: int, his: int) -> None:
    """Y13"""
    game = at_the_end(mine, his)
    assert (game.over, game.winners, told(game, "lost")) == (True, (0,), "-")
    assert [event for event in happened(game) if isinstance(event, Lost)] == []


@pytest.mark.parametrize(("mine", "his"), [(0, 0), (2, 2), (1, 4)])
def test_who_has_as_many_viziers_or_fewer_has_lost(mine: int, his: int) -> None:
    """Y13"""
    assert is_lost(at_the_end(mine, his), "viziers")


def test_viziers_are_counted_at_the_end_and_not_before() -> None:
    """Y13"""
    game = struck("c3:YY a1:Y b1:Y e1:B e2:B", "3 3")
    assert (game.over, told(game, "lost")) == (False, "-")


def test_viziers_of_the_last_strike_count() -> None:
    """Y13, Y12"""
    lines = ("p1-has viziers 2", "yazid viziers 1", HE_STRIKES_LATER, "pending moving")
    game = solo("c3:Y", *lines)
    game.play("end")
    assert is_lost(game, "viziers")


@pytest.mark.parametrize(
    ("points", "number"),
    [(0, 0), (190, 0), (191, 1), (220, 1), (221, 2), (250, 2), (251, 3), (400, 3)],
)
def test_the_score_earns_a_title(points: int, number: int) -> None:
    """Y13"""
    assert title(points) == number


def test_points_are_counted_as_ever() -> None:
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
