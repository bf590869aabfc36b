"""The places that bids give in the turn order, and the values of bids with the same result."""

from naqala import Game
from naqala.bots.search.bids import with_places, with_shared_values
from naqala.bots.search.limits import Limit
from naqala.bots.search.plans import bids
from naqala.bots.search.rollouts import Rollouts


def test_the_last_to_bid_knows_the_places_after_each_bid() -> None:
    """B2, B3: a new marker goes first among those of the same value. The other one is on 8."""
    game = Game.new(players=2, seed=4)
    for bid in ("bid 3", "bid 8", "bid 1"):
        game.play(bid)
    rollouts = Rollouts(Limit())
    plans = with_places(game.state, bids(game.state, rollouts), rollouts)
    places = {plan.price: plan.places for plan in plans}
    assert places[0] == (1, 4)
    assert places[5] == (1, 2)
    assert places[12] == places[18] == (1, 2)


def test_bids_with_the_same_result_differ_in_value_by_the_gold() -> None:
    """A bid that was dropped early is valued by the one that was played on more often."""
    game = Game.new(players=3, seed=4)
    game.play("bid 18")
    game.play("bid 12")
    rollouts = Rollouts(Limit())
    plans = with_places(game.state, bids(game.state, rollouts), rollouts)
    played = [
        plan._replace(value=value, ends=(plan.state,) * number)
        for plan, value, number in zip(plans, (5.0, 9.0, 1.0), (3, 20, 2), strict=False)
    ]
    found = with_shared_values(played, game.seat)
    assert [(plan.price, plan.value) for plan in found] == [(0, 10.0), (1, 9.0), (3, 7.0)]


def test_bids_with_other_results_keep_their_values() -> None:
    game = Game.new(players=3, seed=4)
    game.play("bid 3")
    game.play("bid 8")
    rollouts = Rollouts(Limit())
    plans = with_places(game.state, bids(game.state, rollouts), rollouts)
    low, *_, high = plans
    for samples in (0, 2):
        played = [plan._replace(ends=(plan.state,) * samples) for plan in (low, high)]
        found = with_shared_values(played, game.seat)
        assert {plan.value for plan in found} == {low.value, high.value}
