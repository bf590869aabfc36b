"""The plain backend gives the same values as NumPy."""

from functools import cache
from itertools import islice
from random import Random

import numpy as np
import pytest

from naqala import Game, State
from naqala.bots.bot import Bot
from naqala.bots.sultan import Sultan
from naqala.bots.value import numpy_backend, plain_backend
from naqala.bots.value.backend import default_backend
from naqala.bots.value.expected_margin import expected_margins
from naqala.bots.value.features import feature_names
from naqala.bots.value.numpy_backend.features import features
from naqala.bots.value.numpy_backend.net import net_for
from naqala.bots.value.plain_backend.features import features as plain_features
from naqala.bots.vizier import Vizier
from naqala.rules.djinns import DJINNS
from tests.bots.modes import BOTH, MODES, SLOW, Boxes, Clock, actions, use_clock
from tests.bots.test_new_djinn import Abzu
from tests.play import steps

TOLERANCE = 1e-6
GAMES = 3
"""How many random games of each mode are compared: thousands of states together."""


@cache
def states_of(number: int, boxes: Boxes) -> tuple[tuple[int, tuple[State, ...]], ...]:
    """The states of random games, each game from the point of view of another seat."""
    found = []
    for seed in range(GAMES):
        game = Game.new(players=number, seed=seed, expansions=boxes)
        states = tuple(game.state.copy() for _ in steps(game, Random(seed)))
        found.append((seed % number, (*states, game.state)))
    return tuple(found)


def test_thousands_of_states_are_compared() -> None:
    games = [game for mode in MODES for game in states_of(*mode)]
    assert sum(len(states) for _, states in games) > 4000


@pytest.mark.parametrize(("number", "boxes"), MODES)
def test_both_backends_have_the_same_features(number: int, boxes: Boxes) -> None:
    for seat, states in states_of(number, boxes):
        found, plain = features(states, seat), np.array(plain_features(states, seat))
        assert found.shape == plain.shape
        wrong = (np.abs(found - plain) > TOLERANCE).any(axis=0)
        assert [name for name, bad in zip(feature_names(number), wrong, strict=True) if bad] == []


@pytest.mark.parametrize(("number", "boxes"), MODES)
def test_both_backends_have_the_same_margins(number: int, boxes: Boxes) -> None:
    for seat, states in states_of(number, boxes):
        plain = plain_backend.net_for(number).margins(states, seat)
        assert np.allclose(plain, net_for(number).margins(states, seat), rtol=0, atol=TOLERANCE)


@pytest.mark.parametrize(("number", "boxes"), MODES)
def test_both_backends_find_the_same_arrivals(number: int, boxes: Boxes) -> None:
    for _, states in states_of(number, boxes):
        found = numpy_backend.best_arrivals(states, range(number))
        plain = plain_backend.best_arrivals(states, range(number))
        for seat in range(number):
            assert np.allclose(plain[seat], found[seat], rtol=0, atol=TOLERANCE)


@pytest.mark.parametrize(("number", "boxes"), MODES)
def test_a_plain_margin_does_not_depend_on_earlier_states(number: int, boxes: Boxes) -> None:
    net = plain_backend.net_for(number)
    seat, states = states_of(number, boxes)[0]
    values = net.margins(states, seat)
    order = list(range(len(states)))
    Random(1).shuffle(order)
    assert net.margins([states[nth] for nth in order], seat) == [values[nth] for nth in order]


@pytest.mark.parametrize("number", [1, 2, 4])
def test_the_expected_margin_of_a_state_does_not_depend_on_the_others(number: int) -> None:
    """The rounding of a matrix product depends on the number of rows, and on the machine."""
    seat, states = states_of(number, ())[0]
    alone = [expected_margins([state], seat)[0] for state in states]
    for times in (2, 3, 7, 17, 100):
        nth = times % len(states)
        assert set(expected_margins([states[nth]] * times, seat)) == {alone[nth]}
        assert expected_margins(states[:times], seat) == alone[:times]


def test_plain_nets_ignore_new_features(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Djinn that comes first in the alphabet moves the columns of all others."""
    seat, states = states_of(2, ())[0]
    net = plain_backend.net_for(2)
    before = net.margins(states, seat)
    monkeypatch.setitem(DJINNS, "abzu", Abzu())
    assert net.margins(states, seat) == before
    owned = states[0].copy()
    owned.players[seat].djinns = (Abzu(),)
    (expected,) = net_for(2).margins([owned], seat)
    assert net.margins([owned], seat) == [pytest.approx(expected, rel=0, abs=TOLERANCE)]


def test_numpy_is_the_default_where_it_is_installed() -> None:
    assert default_backend() is numpy_backend


@pytest.mark.parametrize("kind", [Vizier, Sultan])
@pytest.mark.parametrize(("number", "boxes"), [(1, ()), (2, ()), (3, BOTH)])
def test_with_the_same_budget_both_backends_play_the_same_game(
    kind: type[Vizier | Sultan], number: int, boxes: Boxes, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = []
    for backend in (numpy_backend, plain_backend):
        use_clock(monkeypatch, Clock(SLOW))
        bots: list[Bot] = []
        for seed in range(number):
            player = kind(seed, backend=backend)
            player.budget = kind.budget
            bots.append(player)
        game = Game.new(players=number, seed=22, expansions=boxes)
        played.append(list(islice(actions(bots, game), 12)))
    assert played[0] == played[1]


@pytest.mark.parametrize("kind", [Vizier, Sultan])
def test_a_plain_bot_has_more_time(kind: type[Vizier | Sultan]) -> None:
    assert kind().budget < kind(backend=plain_backend).budget == kind.plain_budget
