"""The places that bids give in the turn order."""

from naqala import Game
from naqala.bots.search.bids import with_places
from naqala.bots.search.limits import Limit
from naqala.bots.search.plans import bids
from naqala.bots.search.rollouts import Rollouts


def test_the_last_to_bid_knows_the_place_of_each_bid() -> None:
    """B2, B3: a new marker goes first among those of the same value."""
    game = Game.new(players=2, seed=4)
    for bid in ("bid 3", "bid 8", "bid 1"):
        game.play(bid)
    rollouts = Rollouts(Limit())
    plans = with_places(game.state, bids(game.state, rollouts), rollouts)
    places = {plan.price: (plan.place, plan.places) for plan in plans}
    assert places[0] == (4, 4)
    assert places[5] == (2, 4)
    assert places[12] == places[18] == (1, 4)
