"""Bots use only what their seat may know."""

from random import Random

import pytest

from naqala import Game, State
from naqala.bots import BOT_BUDGETS, bot
from naqala.rules.view import View, view
from tests.bots.modes import MODES, SLOW, Boxes, Clock, actions, moments, players, use_clock
from tests.twins import reshuffled


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    use_clock(monkeypatch, Clock(SLOW))


@pytest.mark.parametrize(("number", "boxes"), MODES)
@pytest.mark.parametrize("name", BOT_BUDGETS)
def test_a_choice_does_not_depend_on_secrets(name: str, number: int, boxes: Boxes) -> None:
    """S4, W6, N5: hands, gold, items and Whims of others, piles, the seed and past draws."""
    random = Random(number)
    for state in moments(number, boxes, 3):
        twin = reshuffled(state, state.seat, random)
        assert twin != state
        assert list(twin.pending[-1].options(twin)) == list(state.choices)
        one, other = (bot(name, 3) for _ in range(2))
        choice = one.choose(view(state, state.seat), state.choices)
        assert other.choose(view(twin, state.seat), state.choices) == choice


@pytest.mark.parametrize(
    ("name", "number", "boxes", "most"),
    [
        ("merchant", 1, (), 200),
        ("merchant", 2, ("whims",), 200),
        ("merchant", 5, ("whims", "artisans"), 80),
        ("vizier", 3, (), 40),
        ("sultan", 2, ("whims", "artisans"), 15),
        ("sultan", 4, (), 15),
    ],
)
def test_a_whole_game_does_not_depend_on_secrets(
    name: str, number: int, boxes: Boxes, most: int
) -> None:
    """S4: the plans that bots keep between actions do not depend on secrets either."""
    random = Random(1)

    def see(state: State, seat: int) -> View:
        return view(reshuffled(state, seat, random), seat)

    games = [Game.new(players=number, seed=4, expansions=boxes) for _ in range(2)]
    plain = actions(players(name, number), games[0])
    other = actions(players(name, number), games[1], see)
    for nth, (one, two) in enumerate(zip(plain, other, strict=True)):
        assert one == two
        if nth == most:
            break
    assert games[0] == games[1]
