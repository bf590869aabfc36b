"""The djinn uses the search for turns and bids."""

from __future__ import annotations

from naqala.bots.djinn import Djinn
from naqala.rules.actions import Bid, Sow
from naqala.rules.bidding import Bidding
from naqala.rules.setup import set_up
from naqala.rules.state import Options, State
from naqala.rules.turn import Moving, apply


def after_bids(seed: int) -> State:
    """A game of two players at its first turn."""
    state = set_up(Options(2, seed=seed))
    while isinstance(state.pending[-1], Bidding):
        apply(state, state.choices[0])
    assert type(state.pending[-1]) is Moving
    return state


def with_evaluations(number: int) -> Djinn:
    djinn = Djinn(seed=1)
    djinn.evaluations = number
    return djinn


def test_turns_and_bids_come_from_the_search() -> None:
    state = after_bids(3)
    assert isinstance(with_evaluations(2000).move(state)[0], Sow)
    auction = set_up(Options(2, seed=3))
    assert isinstance(with_evaluations(2000).bid(auction), Bid)


def test_the_same_number_of_evaluations_gives_the_same_choice() -> None:
    state = after_bids(3)
    assert with_evaluations(2000).move(state) == with_evaluations(2000).move(state)


def test_solo_turns_are_not_searched() -> None:
    """They are evaluated over all rolls of the dice instead of played on."""
    assert not Djinn().searches(set_up(Options(1, seed=3)))
    assert Djinn().searches(set_up(Options(2, seed=3)))
