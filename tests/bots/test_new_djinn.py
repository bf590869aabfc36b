"""Bots and the adviser keep working with a Djinn that no net was trained on."""

import pytest

from naqala import Game, State
from naqala.bots import bot
from naqala.bots.advice.adviser import advise
from naqala.bots.search.settings import BRIEF
from naqala.bots.value.expected_margin import expected_margins
from naqala.rules import setup
from naqala.rules.djinns import BASE_DJINNS, DJINNS, Djinn
from naqala.rules.view import view
from tests.bots.modes import BOTH, SLOW, THINKERS, Boxes, Clock, moments, use_clock

GAMES = [(1, ()), (2, ()), (4, BOTH)]


class Abzu(Djinn):
    """A Djinn without a power whose name sorts before all others."""

    name, points = "abzu", 7


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Djinn exists but is not in play."""
    monkeypatch.setitem(DJINNS, "abzu", Abzu())


@pytest.fixture
def dealt(known: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The Djinn is in the deck of every game."""
    monkeypatch.setattr(setup, "BASE_DJINNS", (*BASE_DJINNS, Abzu()))


def decisions(state: State) -> list[object]:
    """The decisions of every bot and of the adviser."""
    seen = view(state, state.seat)
    found: list[object] = [bot(name, 1).choose(seen, state.choices) for name in THINKERS]
    return [*found, advise(seen, settings=BRIEF)]


@pytest.mark.parametrize(("number", "boxes"), GAMES)
def test_a_new_djinn_that_is_not_in_play_changes_no_decision(
    number: int, boxes: Boxes, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_clock(monkeypatch, Clock(SLOW))
    states = moments(number, boxes, 3)
    before = [decisions(state) for state in states]
    monkeypatch.setitem(DJINNS, "abzu", Abzu())
    assert [decisions(state) for state in states] == before


@pytest.mark.usefixtures("dealt")
@pytest.mark.parametrize(("number", "boxes"), GAMES)
def test_every_bot_plays_with_a_new_djinn(
    number: int, boxes: Boxes, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_clock(monkeypatch, Clock(SLOW))
    state = Game.new(players=number, seed=4, expansions=boxes).state
    assert Abzu() in (*state.djinn_row, *state.djinn_deck)
    for each in state.players:
        each.djinns = (Abzu(),)
    seen = view(state, state.seat)
    for name in THINKERS:
        player = bot(name, 1)
        player.prepare(state)
        assert player.choose(seen, state.choices) in state.choices
        assert not player.fault
    assert advise(seen, settings=BRIEF).options


@pytest.mark.usefixtures("known")
def test_a_new_djinn_is_worth_its_points() -> None:
    state = Game.new(players=2, seed=4).state
    rich = state.copy()
    rich.players[0].djinns = (Abzu(),)
    poor, better = expected_margins([state, rich], 0)
    assert better - poor == pytest.approx(Abzu.points, abs=3)
