"""The adviser: good options with reasons, from the player's view only."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from naqala import Game, NaqalaError
from naqala.bots.advice import NoAdvice, advise
from naqala.bots.advice.adviser import comparable, without_spent_fakirs
from naqala.bots.advice.best_turns import best_turns
from naqala.bots.advice.reasons import (
    Advice,
    Chance,
    EndsGame,
    Expects,
    Fakirs,
    Gain,
    Leaves,
    Lone,
    Option,
    Overtakes,
    Position,
)
from naqala.bots.answers import as_steps
from naqala.bots.search.search import Progress
from naqala.bots.search.settings import BRIEF, SearchSettings, Stage
from naqala.bots.value.expected_margin import expected_margins
from naqala.rules.actions import Action, Bid, Sow, Use
from naqala.rules.bidding import Bidding
from naqala.rules.meeples import ARTISANS, BUILDERS
from naqala.rules.state import NOBODY, State
from naqala.rules.turn import apply
from naqala.rules.view import imagine, view
from tests.play import MODES, Mode, choose, some_games
from tests.positions import base_board, game_at, tile

PATIENT = 600.0
"""A budget that never runs out, so that advice is deterministic on any machine."""
SEARCHING = SearchSettings((Stage(deep=8, paths=6, width=6, samples=2),))
KINDS = ("base", "solo-thrifty", "whims-2", "artisans-4", "both-3", "both-5")
EACH_KIND = [mode for mode in MODES if mode.name in KINDS]
LAST_TURN = "flags last-round\npending moving"
"""No turn follows, so only the points count."""


def advice_at(*lines: str, settings: SearchSettings = SEARCHING) -> Advice:
    game = game_at(*lines)
    return advise(game.view(game.seat), PATIENT, settings=settings)


def best(advice: Advice) -> list[str]:
    return [str(action) for action in advice.options[0].actions]


def test_a_tile_of_15_points_is_taken() -> None:
    land = base_board("b3:W c3:W e1:R e2:R", "c3:s15")
    advice = advice_at(land, LAST_TURN)
    assert best(advice)[0] == "sow b3 c3W"
    option = advice.options[0]
    assert Gain(0, True, "tiles", 15, tiles=(tile("c3"),)) in option.reasons
    assert Gain(0, True, "elders", 4) in option.reasons
    assert option.points == 19
    assert option.value > advice.options[1].value


def test_overtaking_in_viziers_is_worth_more_than_a_tile() -> None:
    """E3: 10 points more for the player, 10 points less for the rival."""
    land = base_board("a1:W a2:W d1:Y e1:YG", "a2:m8 a1:m8")
    has = "p1-has viziers 1\np2-has viziers 2"
    advice = advice_at(land, has, LAST_TURN)
    option = advice.options[0]
    assert best(advice)[0] == "sow d1 e1Y"
    assert Overtakes(1, takes=True, own=3, theirs=2) in option.reasons
    assert Gain(0, True, "majority", 10) in option.reasons
    assert Gain(1, False, "majority", -10) in option.reasons


def test_the_path_leaves_nothing_valuable_for_the_rival() -> None:
    """Both paths gain the same, but a Merchant on b3 would be worth 15 points to the rival."""
    land = base_board("b2:GW c3:W a3:G e5:R e4:R", "b3:s15")
    advice = advice_at(land, "p1-tiles c2", "spots p2 - - - - - - - -", "acted p1 p1 p2", LAST_TURN)
    move = advice.options[0].actions[0]
    assert isinstance(move, Sow)
    assert move.start == tile("b2")
    assert move.drops[0][0] == tile("c2")


def test_placing_the_last_camel_is_a_reason() -> None:
    """E1"""
    land = base_board("b3:W c3:W e1:R e2:R", "c3:s15")
    advice = advice_at(land, "p1-has camels 1", "pending moving", settings=BRIEF)
    taking = next(each for each in advice.options if str(each.actions[0]) == "sow b3 c3W")
    (end,) = [reason for reason in taking.reasons if isinstance(reason, EndsGame)]
    assert end.margin == pytest.approx(taking.value, abs=0.1)


def test_the_cheapest_bid_is_best_if_all_bids_give_the_same_place() -> None:
    """Everybody else has bid, so every bid gets the last place."""
    game = Game.new(players=3, seed=4)
    for bid in ("bid 18", "bid 12"):
        game.play(bid)
    advice = advise(game.view(game.seat), PATIENT, count=9, settings=BRIEF)
    assert best(advice) == ["bid 0"]
    positions = [reason for each in advice.options for reason in each.reasons]
    places = [reason for reason in positions if isinstance(reason, Position)]
    assert {(each.places_of_player, each.places) for each in places} == {((3,), 3)}
    assert [each.paid for each in places] == [0, 1, 3, 5, 8]
    assert [each.worth for each in places] == pytest.approx([0.0] * 5)


def test_a_bid_has_its_place_value_and_price_as_a_reason() -> None:
    """B3: a new marker acts before those of the same value."""
    game = Game.new(players=3, seed=4)
    for bid in ("bid 3", "bid 8"):
        game.play(bid)
    advice = advise(game.view(game.seat), PATIENT, count=9, settings=BRIEF)
    found = {}
    for option in advice.options:
        action = option.actions[0]
        assert isinstance(action, Bid)
        position, expects = option.reasons
        assert isinstance(position, Position)
        assert isinstance(expects, Expects)
        found[action.value] = position
    assert {value: each.places_of_player for value, each in found.items()} == {
        0: (3,), 1: (3,), 5: (2,), 12: (1,), 18: (1,)
    }  # fmt: skip
    assert found[5].paid == 5
    assert found[5].net == pytest.approx(found[5].worth - 5)
    assert found[0].net == 0


def test_the_best_bid_for_another_place_and_the_cheapest_are_always_listed() -> None:
    game = Game.new(players=3, seed=4)
    for bid in ("bid 3", "bid 8"):
        game.play(bid)
    every, few = (
        advise(game.view(game.seat), PATIENT, count=count, settings=BRIEF) for count in (9, 3)
    )

    def listed(advice: Advice) -> dict[str, tuple[int, ...]]:
        bids = {}
        for option in advice.options:
            position = option.reasons[0]
            assert isinstance(position, Position)
            bids[str(option.actions[0])] = position.places_of_player
        return bids

    (first, place), *others = listed(every).items()
    other = next(bid for bid, elsewhere in others if elsewhere != place)
    assert len(listed(few)) == 3
    assert {first, other, "bid 0"} <= set(listed(few))


def test_bids_are_compared_with_the_lowest_not_with_one_that_is_paid_with_fakirs() -> None:
    """D13"""
    land = base_board("a1:W a2:W c3:W d1:Y e1:YG b5:B b4:B")
    game = game_at(land, "p1-djinns kumarbi", "p1-hand fakir*2", "pending bidding")
    advice = advise(game.view(game.seat), PATIENT, count=99, settings=BRIEF)
    positions = {str(option.actions[0]): option.reasons[0] for option in advice.options}
    lowest, paid_with_fakirs = positions["bid 0"], positions["bid 3 fakirs 2"]
    assert isinstance(lowest, Position)
    assert isinstance(paid_with_fakirs, Position)
    assert (lowest.worth, lowest.price) == (0.0, 0)
    assert (paid_with_fakirs.fakirs, lowest.fakirs) == (2, 0)
    few = advise(game.view(game.seat), PATIENT, count=3, settings=BRIEF)
    assert "bid 0" in [str(option.actions[0]) for option in few.options]


def predicted(state: State, bid: Bid) -> tuple[list[int], list[int]]:
    """The order of the players after a bid and what both pay, one marker at a time.

    Everybody bids for the highest expected margin, as the search assumes.
    """
    state = state.copy()
    markers = [
        (value, spot, owner)
        for spot, (value, owner) in enumerate(zip(state.track, state.spots, strict=True))
        if owner != NOBODY
    ]
    paid = [0, 0]
    choice: Action = bid
    late = len(state.track)
    while True:
        late += 1  # among equals, the last to bid plays first (B3)
        assert isinstance(choice, Bid)
        markers.append((choice.value, late, state.seat))
        paid[state.seat] += choice.value
        apply(state, choice)
        if not isinstance(state.pending[-1], Bidding):
            break
        afters = [state.copy() for _ in state.choices]
        for after, option in zip(afters, state.choices, strict=True):
            apply(after, option)
        values = expected_margins(afters, state.seat)
        choice = state.choices[values.index(max(values))]
    return [owner for _, _, owner in sorted(markers, reverse=True)], paid


@pytest.mark.parametrize("earlier", [(), (0,), (1, 0), (18, 12, 8), (0, 3), (0, 0, 0)])
@pytest.mark.parametrize("seed", [4, 8])
def test_with_two_markers_all_places_and_payments_of_the_auction_count(
    seed: int, earlier: tuple[int, ...]
) -> None:
    """B3, B7, C6: so do the turns when everybody takes the best one."""
    game = Game.new(players=2, seed=seed)
    for value in earlier:
        game.play(f"bid {value}")
    seat = game.seat
    before = imagine(game.view(seat), Random(0))
    for option in advise(game.view(seat), PATIENT, count=9, settings=BRIEF).options:
        bid = option.actions[0]
        assert isinstance(bid, Bid)
        order, paid = predicted(before, bid)
        position, *turns = option.reasons
        assert isinstance(position, Position)
        own = [nth for nth, owner in enumerate(order, 1) if owner == seat]
        assert (list(position.places_of_player), position.places) == (own, 4)
        assert (position.paid, position.theirs) == (paid[seat], paid[1 - seat])
        found = {turn.place: turn.gain for turn in turns if isinstance(turn, Expects)}
        state = before
        for place, owner in enumerate(order, 1):
            turn = next(iter(best_turns(state, owner, seat).values()))
            assert found.get(place) == (turn.gain if owner == seat else None)
            state = turn.end


def test_an_expected_turn_that_draws_items_is_not_sure() -> None:
    """N5: who plays first takes Artisans, and the points of the items are a mean."""
    game = Game.new(players=3, seed=24, expansions=("artisans",))
    for bid in ("bid 3", "bid 1"):
        game.play(bid)
    advice = advise(game.view(game.seat), PATIENT, count=9, settings=BRIEF)
    dearest = max(advice.options, key=lambda option: -option.points)
    turns = [reason for reason in dearest.reasons if isinstance(reason, Expects)]
    assert [(turn.tribe, turn.gain, turn.sure) for turn in turns] == [(ARTISANS, 29, False)]


@pytest.mark.parametrize("mode", EACH_KIND, ids=lambda mode: mode.name)
def test_every_decision_of_a_game_gets_advice(mode: Mode) -> None:
    """Even with almost no time."""
    game = mode.new_game(3)
    random = Random(3)
    while not game.over:
        advice = advise(game.view(game.seat), 0.0001, count=2, settings=BRIEF)
        for option in advice.options:
            assert as_steps(option.actions)[0] in game.legal()
        game.play(choose(random, game.legal()))


@pytest.mark.parametrize("mode", EACH_KIND, ids=lambda mode: mode.name)
def test_advice_can_be_played(mode: Mode) -> None:
    """The actions of an option end before the first draw."""
    game = mode.new_game(5)
    random = Random(5)
    for _ in range(90):
        if game.over:
            break
        if random.random() < 0.1:
            advice = advise(game.view(game.seat), PATIENT, count=3, settings=BRIEF)
            for option in advice.options:
                trial = game.copy()
                for action in option.actions:
                    trial.play(action)
        game.play(choose(random, game.legal()))


def test_the_same_seed_and_view_give_the_same_advice() -> None:
    for game in some_games(4, 60, Random(8)):
        if not game.over:
            seen = game.view(game.seat)
            assert advise(seen, PATIENT, settings=BRIEF, seed=3) == advise(
                seen, PATIENT, settings=BRIEF, seed=3
            )


def test_advice_with_a_search_is_deterministic_too() -> None:
    game = Game.new(players=2, seed=3)
    for _ in range(4):
        game.play(game.legal()[0])
    seen = game.view(game.seat)
    first = advise(seen, PATIENT, settings=SEARCHING, seed=3)
    assert first.samples == 2
    assert first.stop == "complete"
    assert first == advise(seen, PATIENT, settings=SEARCHING, seed=3)


def test_the_first_option_does_not_depend_on_how_many_are_shown() -> None:
    for game in some_games(30, 60, Random(9)):
        if not game.over:
            seen = game.view(game.seat)
            one, three, five = (
                advise(seen, None, evaluations=100, count=count, seed=3) for count in (1, 3, 5)
            )
            assert one.options == five.options[:1]
            assert three.options == five.options[:3]


def test_the_last_turn_of_a_rival_is_told_by_its_best_reply() -> None:
    """A lone meeple is no danger of its own if nobody acts after that."""
    land = base_board("b2:GW c3:W a3:G e5:R e4:R", "b3:s15")
    spots = ["spots p2 - - - - - - - -", "acted p1 p1 p2"]
    last = game_at(land, *spots, LAST_TURN)
    for game, dangerous in ((last, False), (game_at(land, *spots, "pending moving"), True)):
        found = advise(game.view(0), None, evaluations=50, count=30)
        risks = [each for option in found.options for each in option.reasons if type(each) is Lone]
        assert bool(risks) == dangerous


@pytest.mark.parametrize("boxes", [(), ("whims", "artisans")])
def test_advice_does_not_depend_on_secrets(boxes: tuple[str, ...]) -> None:
    game = Game.new(players=3, seed=6, expansions=boxes)
    random = Random(6)
    for nth in range(80):
        state = game.state
        if nth % 16 == 3:
            other = imagine(view(state, state.seat), Random(99))
            for seat, player in enumerate(other.players):
                if seat != state.seat:
                    player.gold += 13
            assert other != state
            advice = [
                advise(view(each, state.seat), PATIENT, settings=BRIEF) for each in (state, other)
            ]
            assert advice[0] == advice[1]
        game.play(choose(random, game.legal()))


def test_options_are_ranked_and_have_different_arrivals() -> None:
    game = Game.new(players=2, seed=3)
    for _ in range(4):
        game.play(game.legal()[0])
    advice = advise(game.view(game.seat), PATIENT, count=8, settings=BRIEF)
    values = [option.value for option in advice.options]
    assert len(values) == 8
    assert values == sorted(values, reverse=True)
    ends = [option.actions[0] for option in advice.options]
    assert len({end.drops[-1] for end in ends if isinstance(end, Sow)}) == 8


@pytest.mark.parametrize("budget", [0.0, -1.0, float("nan"), float("inf"), 1e9, "2", True])
def test_invalid_budgets_are_refused(budget: Any) -> None:
    game = Game.new(players=2, seed=1)
    with pytest.raises(NoAdvice, match="a budget is a number of seconds up to 3600"):
        advise(game.view(0), budget)


@pytest.mark.parametrize("count", [0, -3, 1000])
def test_invalid_numbers_of_options_are_refused(count: int) -> None:
    game = Game.new(players=2, seed=1)
    with pytest.raises(NoAdvice, match="from 1 to 100"):
        advise(game.view(0), count=count)


def test_only_the_seat_in_turn_is_advised_and_only_during_the_game() -> None:
    game = Game.new(players=2, seed=1)
    with pytest.raises(NoAdvice, match="p2 cannot choose now: it is p1’s turn"):
        advise(game.view(1))
    while not game.over:
        game.play(game.legal()[0])
    with pytest.raises(NaqalaError, match="the game is over"):
        advise(game.view(0))


def test_the_same_number_of_evaluations_gives_the_same_advice() -> None:
    """Without a budget, the advice does not depend on the time."""
    game = Game.new(players=2, seed=3)
    for _ in range(4):
        game.play(game.legal()[0])
    seen = game.view(game.seat)
    first = advise(seen, None, evaluations=3000)
    assert first.stop == "evaluations"
    assert first == advise(seen, None, evaluations=3000)


def test_a_search_can_be_interrupted_and_reports_its_progress() -> None:
    game = Game.new(players=2, seed=3)
    for _ in range(4):
        game.play(game.legal()[0])
    reports: list[Progress] = []
    seen = game.view(game.seat)
    advice = advise(seen, PATIENT, progress=reports.append, interrupted=lambda: len(reports) == 2)
    assert advice.stop == "interrupted"
    assert [report.samples for report in reports] == [1, 2]
    assert reports[-1].best == advice.options[0].actions
    assert reports[0].left > 1


def test_advice_needs_a_limit() -> None:
    game = Game.new(players=2, seed=1)
    with pytest.raises(NoAdvice, match="a budget or a number of evaluations"):
        advise(game.view(0), None)
    with pytest.raises(NoAdvice, match="a whole number from 1, not 0"):
        advise(game.view(0), None, evaluations=0)


def test_fakirs_that_the_next_turn_spends_are_not_counted_twice() -> None:
    kept = Leaves(0, True, tile("b2"), BUILDERS, 25, opened=False, fakirs=3)
    assert without_spent_fakirs([Fakirs(3), kept]) == [kept]
    assert without_spent_fakirs([Fakirs(4), kept]) == [Fakirs(4), kept]
    assert without_spent_fakirs([Fakirs(-1), kept]) == [Fakirs(-1), kept]
    rivals = replace(kept, own=False)
    assert without_spent_fakirs([Fakirs(3), rivals]) == [Fakirs(3), rivals]


def test_nothing_is_said_about_turns_that_depend_on_a_draw() -> None:
    """D2: three random meeples come to the board before anybody can answer."""
    land = base_board("a1:W b1:W c1:G d1:G e1:Y f1:Y", "b1:m4")
    lines = [land, "bag YYYWWWGGGBBBRRR", "p1-djinns anun-nak", "p1-hand fakir", "seat p1"]
    lines += ["spots p2 - - - - - - - -", "acted p1 p1 p2", "pending moving"]
    advice = advice_at(*lines)
    drawn = [each for each in advice.options if any(map(_draws_meeples, each.actions))]
    known = [each for each in advice.options if each not in drawn]
    assert drawn
    assert not any(isinstance(reason, Leaves) for each in drawn for reason in each.reasons)
    assert all(any(isinstance(reason, Leaves) for reason in each.reasons) for each in known)
    begun = next(each for each in drawn if isinstance(each.actions[0], Use))
    assert Chance(goes_on=True) in begun.reasons


def _draws_meeples(action: Action) -> bool:
    return isinstance(action, Use) and action.djinn == "anun-nak"


@pytest.mark.parametrize(
    ("gains", "against"),
    [
        ([12, 12], [False, False]),
        ([12, 15], [False, False]),
        ([11, 15, 12], [False, True, False]),
        ([0, 12], [False, True]),
        ([12], [True]),
    ],
)
def test_a_turn_for_others_counts_only_if_another_option_leaves_them_less(
    gains: list[int], against: list[bool]
) -> None:
    replies = [Leaves(1, False, tile("b2"), BUILDERS, gain, opened=True) for gain in gains]
    options = comparable([Option((), 0.0, 0, (reply,)) for reply in replies])
    assert [option.reasons[0] for option in options] == [
        replace(reply, opened=opened) for reply, opened in zip(replies, against, strict=True)
    ]


def test_options_without_a_known_reply_are_not_compared() -> None:
    """Their board depends on a draw."""
    opened = Option((), 0.0, 0, (Leaves(1, False, tile("b2"), BUILDERS, 12, opened=True),))
    assert comparable([opened, Option((), 0.0, 0, ())])[0] == opened
