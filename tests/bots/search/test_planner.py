"""Whole turns: shortcuts choose the same as playing every option."""

from random import Random

from naqala import Game, State
from naqala.bots.merchant import Merchant
from naqala.bots.search import planner
from naqala.bots.search.planner import follow_up
from naqala.rules.actions import Buy
from naqala.rules.turn import apply
from tests.play import choose


def at_markets(seed: int) -> list[State]:
    """States of a random game in which something can be bought."""
    game, random, found = Game.new(players=2, seed=seed), Random(seed), []
    while not game.over:
        if any(isinstance(option, Buy) for option in game.legal()):
            found.append(game.state.copy())
        game.play(choose(random, game.legal()))
    return found


def test_the_best_purchase_is_the_same_as_if_each_were_played() -> None:
    guess = Merchant().guess
    states = [state for seed in range(6) for state in at_markets(seed)]
    assert len(states) > 5
    for state in states:
        key = state.key()
        actions, _ = follow_up(state, state.seat, guess, few=True)
        assert state.key() == key, "gold and hand are unchanged"
        values = {}
        for option in planner._thinned(state, few=True):
            after = state.copy()
            apply(after, option)
            values[option] = guess([after], state.seat)[0]
        assert actions[0] == max(values, key=values.__getitem__)
