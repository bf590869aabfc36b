"""The value of bids: their places, and the rest of the round that several bids share."""

from math import inf

from naqala import Game
from naqala.bots.advice.bidding import RestOfRound, with_places
from naqala.bots.advice.candidates import Plan, bids
from naqala.bots.search.rollouts import Rollouts


def last_bids() -> tuple[int, list[Plan]]:
    """A state in which the last of two players bids, after 3, 8 and 1; and all bids."""
    game = Game.new(players=2, seed=4)
    for bid in ("bid 3", "bid 8", "bid 1"):
        game.play(bid)
    rollouts = Rollouts(inf)
    return game.seat, with_places(game.state, bids(game.state, rollouts), rollouts)


def test_the_last_to_bid_knows_the_place_of_each_bid() -> None:
    """B2, B3: a new marker goes first among those of the same value."""
    _, plans = last_bids()
    places = {plan.price: (plan.place, plan.places) for plan in plans}
    assert places[0] == (4, 4)
    assert places[5] == (2, 4)
    assert places[12] == places[18] == (1, 4)


def test_bids_for_the_same_place_differ_only_in_price() -> None:
    """The round is played once for both; the more expensive one leaves less gold."""
    seat, plans = last_bids()
    cheap, dear = sorted(
        (plan for plan in plans if plan.price in (12, 18)), key=lambda plan: plan.price
    )
    rest = RestOfRound(seat, 1, Rollouts(inf))
    one, other = rest.after(cheap), rest.after(dear)
    assert one is not None
    assert other is not None
    assert one.players[seat].gold - other.players[seat].gold == 6
    assert one.piles == other.piles
