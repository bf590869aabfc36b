"""Why the first option is better than the second."""

from dataclasses import replace

import pytest

from naqala.bots.advice.advantages import (
    Advantage,
    AvoidsDanger,
    BetterBid,
    BetterNextTurn,
    CostsRival,
    CostsRivals,
    EndsAhead,
    FewerDeadly,
    GetsDjinn,
    LeavesLess,
    MoreFakirs,
    MorePoints,
    NearerCouncil,
    PlaysOn,
    RemovesAssassins,
    Survives,
    SurvivesMore,
    TakesAway,
    TakesWhim,
    Temptation,
)
from naqala.bots.advice.lead import alternative, compare, in_order, lead
from naqala.bots.advice.reasons import (
    Advice,
    Council,
    Denies,
    EndsGame,
    Fakirs,
    FewerAssassins,
    Gain,
    HasWhim,
    Leaves,
    Lone,
    Loses,
    Option,
    Overtakes,
    Peril,
    Position,
    Reason,
    Stack,
    Strikes,
    Summons,
)
from naqala.rules.actions import END
from naqala.rules.meeples import ASSASSINS, BUILDERS, MERCHANTS, parse_letters
from tests.positions import tile

E2, C3 = tile("e2"), tile("c3")


def option(*reasons: Reason, value: float = 0.0, points: int = 0) -> Option:
    return Option((END,), value, points, reasons)


def reply(gain: int, seat: int | None = 1) -> Leaves:
    return Leaves(seat, False, E2, BUILDERS, gain, opened=False)


def own_turn(gain: int) -> Leaves:
    return Leaves(0, True, E2, BUILDERS, gain, opened=False)


STACK = Stack(C3, ASSASSINS, 3, 0, 4)
STACK_OF_EIGHT = Stack(C3, ASSASSINS, 8, 0, 4)
LONE = Lone(E2, MERCHANTS, 8, 1)


@pytest.mark.parametrize(
    ("first", "second", "why"),
    [
        (option(points=9), option(points=4), MorePoints(9, 4)),
        (option(Gain(1, False, "elders", -4)), option(), CostsRival(1, 4, 0)),
        (
            option(*(Gain(seat, False, "majority", -10) for seat in (1, 2))),
            option(),
            CostsRivals((1, 2), 10),
        ),
        (option(Council(3, 4, 3)), option(Council(1, 4, 1), points=2), NearerCouncil(3, 4, 2)),
        (option(reply(5)), option(reply(13)), LeavesLess(1, 5, 13)),
        (option(reply(-3, None)), option(reply(13, None)), LeavesLess(None, 0, 13)),
        (option(own_turn(12)), option(own_turn(4)), BetterNextTurn(12, 4)),
        (
            option(Denies(1, E2, BUILDERS, 19, 0)),
            option(Denies(1, C3, BUILDERS, 9, 0)),
            TakesAway(1, E2, BUILDERS, 19),
        ),
        (option(Fakirs(1)), option(Fakirs(-1)), MoreFakirs(2)),
        (option(), option(STACK), AvoidsDanger(STACK, 3.0)),
        (option(STACK), option(STACK, LONE), AvoidsDanger(LONE, 4.0)),
        (option(), option(STACK, LONE), AvoidsDanger(LONE, 4.0)),  # only the one that is named
        (option(reply(9)), option(STACK_OF_EIGHT, reply(9)), AvoidsDanger(STACK_OF_EIGHT, 8.0)),
        (
            option(),
            option(Strikes(C3, parse_letters("YR"))),
            AvoidsDanger(Strikes(C3, parse_letters("YR")), 6.0),
        ),
        (option(Peril(3)), option(Peril(9)), FewerDeadly(3 / 36, 9 / 36)),
        (option(), option(Peril(9)), FewerDeadly(0.0, 9 / 36)),
        (option(Summons("jafaar")), option(), GetsDjinn("jafaar")),
        (option(Summons("jafaar")), option(Summons("enki")), GetsDjinn("jafaar", "enki")),
        (option(EndsGame(5.0)), option(), EndsAhead()),
        (option(), option(EndsGame(-5.0)), PlaysOn()),
        (option(), option(Loses("assassins"), points=40), Survives()),
        (
            option(Position((1,), 4, 9.0, 5, 5)),
            option(Position((3,), 4, 0.0, 0, 0)),
            BetterBid((1,), (3,), 9.0, 5),
        ),
    ],
)
def test_the_greatest_advantage_is_found(first: Option, second: Option, why: Advantage) -> None:
    assert compare(first, second).why == why


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (option(points=4), option(points=4)),
        (option(reply(5)), option(reply(13, None))),  # not the same next player
        (option(reply(5)), option()),  # there was no time to look at the reply
        (option(STACK), option(STACK)),
        (option(Denies(1, E2, BUILDERS, 19, 0)), option(Denies(1, E2, BUILDERS, 19, 4))),
        (option(Denies(1, E2, BUILDERS, 19, 4)), option()),
        (option(), option(Lone(C3, MERCHANTS, 8, 0, "parity"))),
        (option(STACK), option(Lone(E2, MERCHANTS, 4, 1))),  # its own danger is greater
        (option(STACK), option(LONE)),  # its own danger is comparable
        (option(reply(13), value=5.0), option(STACK, reply(13))),  # others can do as much
        (option(reply(11), value=5.0), option(STACK, reply(12))),  # others have better to do
        (option(Denies(1, C3, BUILDERS, 9, 0), reply(9)), option(reply(9))),
        (option(points=5), option(points=4)),
        (option(EndsGame(-5.0)), option()),
        (option(), option(EndsGame(5.0))),
        (option(EndsGame()), option()),  # the solo game has no margin
        (option(Summons("jafaar")), option(Summons("jafaar"))),
        (option(Loses("assassins"), points=9), option(Peril(9))),  # nothing helps
    ],
)
def test_nothing_is_said_without_a_real_advantage(first: Option, second: Option) -> None:
    assert compare(first, second).why is None


def test_a_point_explains_a_slight_difference_but_not_a_great_one() -> None:
    second = option(points=4)
    assert compare(option(points=5, value=2.0), second).why == MorePoints(5, 4)
    assert compare(option(points=5, value=7.0), second).why is None


def test_getting_ahead_of_yazid_is_an_advantage() -> None:
    """Y13"""
    ahead = replace(solo_option(0.85), reasons=(Overtakes(1, False, 7, 4),))
    behind = solo_option(0.8)
    assert compare(ahead, behind).why == NearerCouncil(7, 4, 3, overtakes=True)
    assert compare(ahead, ahead).why is None


@pytest.mark.parametrize(
    ("first", "why"),
    [
        (option(Fakirs(1), value=6.0, points=3), None),
        (option(Fakirs(5), value=6.0, points=3), MoreFakirs(5)),
        (option(Summons("jafaar"), value=6.0, points=3), GetsDjinn("jafaar")),
    ],
)
def test_a_small_advantage_is_not_the_reason_for_a_great_difference(
    first: Option, why: Advantage | None
) -> None:
    found = lead(Advice(0, (first, option(points=21)), 2, 2, "complete"))
    assert found
    assert (found.why, found.but) == (why, MorePoints(21, 3))


def test_another_djinn_is_not_conceded() -> None:
    first, second = option(Summons("jafaar"), value=5.0), option(Summons("enki"))
    assert compare(first, second).but is None
    assert compare(replace(first, reasons=()), second).but == GetsDjinn("enki")


def test_the_elders_that_yazid_takes_are_a_danger() -> None:
    """Y8: they bring him Djinns."""
    taken = Strikes(C3, parse_letters("WWWW"))
    assert compare(option(), option(taken)).why == AvoidsDanger(taken, 5.0)


def test_the_greatest_of_several_advantages_wins() -> None:
    first = option(reply(5), points=9)
    assert compare(first, option(reply(13), points=4)).why == LeavesLess(1, 5, 13)
    assert compare(first, option(reply(8), points=4)).why == MorePoints(9, 4)


def test_what_the_second_has_over_the_first_is_conceded_if_it_is_considerable() -> None:
    first = option(reply(5), value=5.0, points=4)
    assert compare(first, option(reply(13), points=7)).but == MorePoints(7, 4)
    assert compare(first, option(reply(13), points=6)).but is None


def test_options_within_a_point_are_about_equal() -> None:
    first = option(value=3.0, points=9)
    assert compare(first, option(value=2.1)).about_equal
    assert not compare(first, option(value=2.0)).about_equal


def test_small_advantages_of_an_equal_option_are_mentioned() -> None:
    first, second = option(value=3.0, points=4), option(value=2.5, points=6)
    assert compare(first, second).but == MorePoints(6, 4)


def solo_option(chance: float, points: int = 0) -> Option:
    return Option((END,), 100.0, points, (), chance, (0.1, 0.0, 0.0))


def test_a_greater_chance_to_survive_is_conceded_before_anything_else() -> None:
    found = compare(solo_option(0.6), solo_option(0.64, points=30))
    assert found.but == SurvivesMore(0.64, 0.6)
    assert compare(solo_option(0.6), solo_option(0.61, points=30)).but == MorePoints(30, 0)


def test_a_later_option_that_looks_better_is_mentioned() -> None:
    first, second = option(value=9.0, points=5), option(value=5.0, points=9)
    third, fourth = option(value=4.0, points=12), option(value=3.0, points=20)
    found = lead(Advice(0, (first, second, third, fourth), 4, 0, "complete"))
    assert found is not None
    assert found.tempting == Temptation(4, MorePoints(20, 5), 6.0, 0.0)
    found = lead(Advice(0, (first, second, option(points=9)), 3, 0, "complete"))
    assert found is not None
    assert found.tempting is None  # the second brings as much


def test_a_later_option_that_is_worth_as_much_is_not_mentioned() -> None:
    options = option(value=9.0, points=5), option(value=8.9, points=5), option(value=8.8, points=30)
    found = lead(Advice(0, options, 3, 0, "complete"))
    assert found is not None
    assert found.tempting is None


def test_a_later_option_of_a_solo_game_costs_the_points_of_a_survivor() -> None:
    safest, *others = (
        replace(solo_option(0.9, points=points), value=value, survivor_points=expected)
        for value, expected, points in ((98, 200.0, 5), (97, 199.0, 5), (99.5, 203.0, 30))
    )
    found = lead(Advice(0, (safest, *others), 3, 0, "complete"))
    assert found is not None
    assert found.tempting is None  # it brings more, now and later
    worse = replace(others[1], survivor_points=196.0)
    found = lead(Advice(0, (safest, others[0], worse), 3, 0, "complete"))
    assert found is not None
    assert found.tempting == Temptation(3, MorePoints(30, 5), 4.0, 0.9)


def test_points_name_those_of_a_majority_and_those_that_are_a_mean() -> None:
    majority = option(Gain(0, True, "majority", 20), Gain(0, True, "tiles", 11), points=31)
    half = option(Gain(0, True, "majority", 10), points=18)
    assert compare(majority, half).why == MorePoints(31, 18, 10)
    items = option(Gain(0, True, "items", 9, sure=False), points=9)
    assert compare(items, option()).why == MorePoints(9, 0, 0, sure=False)


def test_a_whim_that_is_nearly_met_is_an_advantage() -> None:
    """W5, W6: unless the other option takes it, too, or nothing of it is there yet."""
    whim = HasWhim("oases", 3, 10, 2)
    why = TakesWhim("oases", 3, 10, 2, whim.weight)
    assert compare(option(whim, value=2.0), option()).why == why
    assert compare(option(whim, value=2.0), option(whim)).why is None
    assert compare(option(HasWhim("oases", 3, 10, 0), value=2.0), option()).why is None


def test_replies_of_a_rival_with_secret_whims_are_not_compared() -> None:
    """Nobody knows what the Whims bring, which may be more than the difference."""
    assert compare(option(reply(5)), option(reply(13))).why == LeavesLess(1, 5, 13)
    first, second = (option(replace(reply(gain), secret_whims=3)) for gain in (5, 13))
    assert compare(first, second).why is None


def test_a_turn_that_is_hardly_better_than_the_best_one_left_is_no_loss() -> None:
    denied = Denies(1, C3, MERCHANTS, 40, 0)
    other = option(reply(14))
    assert compare(option(denied, reply(10)), other).why == TakesAway(1, C3, MERCHANTS, 40, 10)
    assert compare(option(denied, reply(39)), other).why is None


def test_a_later_option_with_more_points_is_mentioned_where_points_are_the_reason() -> None:
    options = option(value=9.0, points=8), option(value=5.0, points=4), option(points=12)
    found = lead(Advice(0, options, 3, 0, "complete"))
    assert found is not None
    assert (found.why, found.tempting) == (
        MorePoints(8, 4),
        Temptation(3, MorePoints(12, 8), 9.0, 0.0),
    )


def test_a_danger_sets_equal_options_apart_also_beside_a_better_reply() -> None:
    second = option(STACK, reply(13))
    assert compare(option(reply(13)), second).why == AvoidsDanger(STACK, 3.0)
    assert compare(option(reply(13), value=5.0), second).why is None


def test_fewer_assassins_for_yazid_are_an_advantage() -> None:
    first, second = option(FewerAssassins(3, 2)), option(FewerAssassins(1, 2))
    assert compare(first, second).why == RemovesAssassins(3, 1, 2)
    assert compare(first, option()).why == RemovesAssassins(3, 0, 2)


def test_a_bid_is_compared_with_the_best_bid_for_another_place() -> None:
    bids = [
        option(Position((place,), 4, worth, price, price), value=worth - price)
        for place, worth, price in ((1, 14.0, 5), (1, 14.0, 8), (2, 5.0, 1))
    ]
    found = lead(Advice(0, tuple(bids), 3, 0, "complete"))
    assert found is not None
    assert found.why == BetterBid((1,), (2,), 9.0, 4)


def test_a_bid_is_compared_with_a_cheaper_one_for_the_same_places_first() -> None:
    bids = [
        option(Position(places, 4, worth, price, price), value=worth - price)
        for worth, price, places in ((9.0, 3, (1, 2)), (8.0, 3, (1, 4)), (5.0, 1, (1, 2)))
    ]
    assert alternative(bids) is bids[2]
    assert alternative(bids[:2]) is bids[1]
    assert alternative(bids[:1]) is None
    paid_with_fakirs = option(Position((1, 2), 4, 1.0, 0, 0, fakirs=2), value=1.0)
    assert alternative([*bids[:2], paid_with_fakirs]) is bids[1]


def test_bids_are_compared_by_all_places_of_the_player() -> None:
    """B7: with two players, everybody has two markers."""
    first, second = (
        option(Position((1, other), 4, worth, 0, 1), value=worth)
        for worth, other in ((2.6, 2), (0.0, 4))
    )
    found = lead(Advice(0, (first, second), 2, 0, "complete"))
    assert found is not None
    assert found.why == BetterBid((1, 2), (1, 4), 2.6, 0)


def test_only_the_first_two_options_are_compared() -> None:
    three = [option(value=value, points=round(value)) for value in (9.0, 5.0, 1.0)]
    found = lead(Advice(0, tuple(three), 3, 0, "complete"))
    assert found is not None
    assert (found.by, found.why) == (4.0, MorePoints(9, 5))
    assert lead(Advice(0, tuple(three[:1]), 1, 0, "complete")) is None


def test_of_equal_options_the_one_that_something_speaks_for_comes_first() -> None:
    plain, better = option(value=3.0, points=4), option(value=2.5, points=9)
    assert in_order([plain, better]) == (better, plain)
    assert in_order([plain, replace(better, value=1.0)])[0] == plain
    fakirs = option(Fakirs(2), value=3.0, points=4)
    assert in_order([fakirs, better])[0] == fakirs


def test_of_options_of_the_same_value_the_one_that_wins_more_often_comes_first() -> None:
    first, second = (replace(option(value=3.04), chance=chance) for chance in (0.5, 0.52))
    assert in_order([first, second]) == (second, first)
    assert in_order([replace(first, value=3.2), second])[0].chance == 0.5


def test_of_equal_options_of_a_solo_game_the_safest_comes_first() -> None:
    bold, safe, safer = (
        replace(solo_option(chance), value=value)
        for chance, value in ((0.77, 130.0), (0.79, 129.0), (0.85, 128.0))
    )
    assert in_order([bold, safe, safer]) == (safer, bold, safe)
    assert in_order([bold, safe]) == (bold, safe)
    risky = replace(solo_option(0.78, points=9), value=127.5)
    assert in_order([safer, risky]) == (safer, risky)  # although the second brings more at once
    assert in_order([bold, replace(safer, value=126.0)])[0] == bold


def test_a_game_that_would_be_lost_is_not_ended_if_there_is_a_better_chance() -> None:
    ends = replace(option(EndsGame(-26.0), value=-26.0, points=9), chance=0.01)
    plays_on = replace(option(value=-45.0, points=4), chance=0.05)
    found = in_order([ends, plays_on])
    assert found == (plays_on, ends)
    why = lead(Advice(0, found, 2, 0, "complete"))
    assert why is not None
    assert (why.plays_on, why.about_equal, why.why) == (True, False, PlaysOn())
    assert in_order([ends, replace(plays_on, chance=0.02)])[0] == ends
    assert in_order([replace(ends, chance=0.45), replace(plays_on, chance=0.46)])[0] != plays_on


@pytest.mark.parametrize(("value", "tempts"), [(3.0, True), (-20.0, False)])
def test_a_better_next_turn_tempts_only_if_it_is_worth_what_it_costs(
    value: float, *, tempts: bool
) -> None:
    now, later = (Leaves(0, True, C3, MERCHANTS, gain, opened=False) for gain in (4, 24))
    options = option(now, value=9.0), option(now, value=5.0), option(later, value=value)
    found = lead(Advice(0, options, 3, 0, "complete"))
    assert found is not None
    assert bool(found.tempting) is tempts


def test_of_options_that_are_about_equal_one_that_wins_clearly_more_often_comes_first() -> None:
    best, likeliest, worse = (
        replace(option(value=value), chance=chance)
        for value, chance in ((15.6, 0.65), (14.9, 0.69), (12.0, 0.75))
    )
    assert in_order((best, likeliest, worse)) == (likeliest, best, worse)
    assert in_order((best, replace(likeliest, chance=0.67), worse))[0] == best


def test_one_djinn_instead_of_another_does_not_explain_a_difference() -> None:
    """Both are worth as much at once, so the sentence says what it should bring later."""
    instead = compare(option(Summons("ba'al"), value=6.0), option(Summons("jafaar")))
    assert instead.why
    assert not instead.explained
    alone = compare(option(Summons("ba'al"), value=6.0), option())
    assert alone.explained
