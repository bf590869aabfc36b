"""The search for the best option at a decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from naqala import Game
from naqala.bots.search.dice_lookahead import ROLLS, NextRoll
from naqala.bots.search.limits import Limit
from naqala.bots.search.search import Search
from naqala.bots.search.settings import SOLO_SAMPLES, USUAL, SearchSettings, Stage
from naqala.bots.value.points import margin
from naqala.rules.bidding import Bidding
from naqala.rules.state import Options, State
from naqala.rules.turn import apply
from naqala.rules.yazid import yazid_of
from tests.solo import HE_STRUCK, solo

COLUMNS = "a1:RG a3:G b1:GW c1:GY d1:G e1:GB f1:G"


def test_all_rolls_of_the_dice_occur_before_one_occurs_again() -> None:
    game = solo(COLUMNS, HE_STRUCK, "pending moving")
    search = Search(game.view(0), Limit(evaluations=1))
    flows = [search._imagine(nth).flow for nth in range(2 * len(ROLLS))]
    rolls = [flow.dice for flow in flows if isinstance(flow, NextRoll)]
    assert sorted(rolls[:36]) == sorted(rolls[36:]) == sorted(ROLLS)


def test_only_the_next_roll_is_given() -> None:
    """Y2"""
    game = solo(COLUMNS, HE_STRUCK, "pending finishing")
    seen = set()
    for seed in range(12):
        state = game.state.copy()
        state.options = Options(1, seed)
        state.flow = NextRoll((5, 1))
        apply(state, state.choices[0])
        assert yazid_of(state).dice == (5, 1)
        seen.add(state.flow.roll(state))
    assert len(seen) > 1


@pytest.mark.parametrize("players", [1, 2])
def test_plans_are_compared_with_the_same_samples(players: int) -> None:
    game = Game.new(players=players, seed=5)
    plans = Search(game.view(game.seat), Limit(evaluations=400)).run().plans[:3]
    one = Search(game.view(game.seat), Limit(), seed=3).values(plans, 2)
    again = Search(game.view(game.seat), Limit(), seed=3).values(plans[::-1], 2)
    assert one == again[::-1]
    assert len(set(one)) > 1


def test_a_search_goes_on_while_it_may() -> None:
    game = Game.new(players=2, seed=4)
    while type(game.state.pending[-1]) is Bidding:
        game.play(game.legal()[0])
    few = Search(game.view(game.seat), Limit(evaluations=500)).run()
    many = Search(game.view(game.seat), Limit(evaluations=4000)).run()
    assert (few.stop, many.stop) == ("evaluations", "evaluations")
    assert many.samples > few.samples


def test_later_stages_compare_more_turns_with_the_same_arrival() -> None:
    """The best of them may begin on another tile than the two that look best."""
    game = Game.new(players=2, seed=4)
    while type(game.state.pending[-1]) is Bidding:
        game.play(game.legal()[0])
    search = Search(game.view(game.seat), Limit())
    most = []
    for stage in USUAL.stages[:3]:
        plans = search._shortlist(search._plans(stage), stage, 1)
        most.append(max(Counter(plan.arrival for plan in plans).values()))
    assert most == [stage.per_arrival for stage in USUAL.stages[:3]]


def test_a_round_is_shared_only_by_bids_after_which_rivals_are_as_rich() -> None:
    game = Game.new(players=2, seed=4)
    search = Search(game.view(game.seat), Limit(), evaluate=margins)
    cheap = search.state.copy()
    while type(cheap.pending[-1]) is Bidding:
        apply(cheap, cheap.choices[0])
    dear, poor_rival = cheap.copy(), cheap.copy()
    dear.players[search.seat].gold -= 3
    poor_rival.players[1 - search.seat].gold -= 5
    values = search._bid_values([cheap, dear, poor_rival], 0)
    assert values is not None
    assert values[1] == values[0] - 3
    assert values[2] > values[0]
    assert len(search._rounds) == 2


def margins(states: Sequence[State], seat: int) -> list[float]:
    """The current margin of each state."""
    return [float(margin(state, seat)) for state in states]


def test_a_stage_takes_more_samples_in_the_solo_game() -> None:
    stage = Stage(deep=1, paths=1, width=2, samples=2, clearly=100.0)
    taken = []
    for game in (Game.new(players=2, seed=4), solo(COLUMNS, "pending moving")):
        while type(game.state.pending[-1]) is Bidding:
            game.play(game.legal()[0])
        search = Search(game.view(game.seat), Limit(), settings=SearchSettings((stage,)))
        taken.append(search.run().samples)
    assert taken == [2, 2 * SOLO_SAMPLES]


def test_bids_for_the_same_places_differ_in_value_by_their_price() -> None:
    """Although a bid is dropped sooner than a cheaper one, and so has fewer samples."""
    game = Game.new(players=3, seed=10)
    game.play("bid 3")
    game.play("bid 8")
    plans = Search(game.view(game.seat), Limit(evaluations=3000)).run(3).plans
    values = {str(plan.known[0]): plan.value for plan in plans}
    assert values["bid 0"] - values["bid 1"] == pytest.approx(1)
    assert values["bid 12"] - values["bid 18"] == pytest.approx(6)
