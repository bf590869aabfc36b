"""Bots stop thinking when their time is up, and still choose."""

from collections.abc import Sequence

import pytest

from naqala import Game, State
from naqala.bots import bot
from naqala.bots.planning import RankingBot
from naqala.rules.turn import Moving
from naqala.rules.view import view
from tests.bots.modes import MODES, SLOW, Boxes, Clock, moments, use_clock

TIMED = ("vizier", "sultan", "djinn")
"""The bots that check the time; the merchant's work is small and constant."""
MOST_BEGUN = 200
"""How many states may be evaluated after the deadline, because a started reply is finished."""


class JumpingClock(Clock):
    """A clock that jumps by an hour after a number of readings."""

    def __init__(self, readings: int) -> None:
        super().__init__(0.0)
        self.readings = readings

    def __call__(self) -> float:
        super().__call__()
        return 3600.0 if self.read > self.readings else 0.0


class EvaluationCounter:
    """Counts the states that a bot evaluates, and those after its deadline."""

    def __init__(self, player: RankingBot, watch: JumpingClock) -> None:
        self.all = self.late = 0
        evaluate = player.evaluate

        def counting(states: Sequence[State], seat: int) -> Sequence[float]:
            self.all += len(states)
            if watch.read > watch.readings:
                self.late += len(states)
            return evaluate(states, seat)

        player.evaluate = counting  # type: ignore[method-assign]


def moving(number: int = 2, boxes: Boxes = ()) -> State:
    """The first turn of a game."""
    game = Game.new(players=number, seed=1, expansions=boxes)
    while not isinstance(game.state.pending[-1], Moving):
        game.play(game.legal()[0])
    return game.state


def evaluated(name: str, readings: int, monkeypatch: pytest.MonkeyPatch) -> EvaluationCounter:
    """Let a bot plan a turn whose time is up after a number of readings of the clock."""
    watch = JumpingClock(readings)
    use_clock(monkeypatch, watch)
    player = bot(name, 1, 0.1)
    assert isinstance(player, RankingBot)
    counted = EvaluationCounter(player, watch)
    state = moving()
    assert player.choose(view(state, state.seat), state.choices) in state.choices
    return counted


@pytest.mark.parametrize("name", TIMED)
def test_a_later_deadline_allows_more_evaluations(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once = evaluated(name, 1, monkeypatch)
    soon = evaluated(name, 40, monkeypatch)
    later = evaluated(name, 300, monkeypatch)
    assert at_once.all < soon.all < later.all
    assert at_once.all < 40


@pytest.mark.parametrize("name", TIMED)
@pytest.mark.parametrize("readings", [1, 2, 3, 10, 30, 100, 200, 300])
def test_few_states_are_evaluated_after_the_deadline(
    name: str, readings: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = evaluated(name, readings, monkeypatch)
    assert counted.late <= readings + MOST_BEGUN


@pytest.mark.parametrize("name", TIMED)
@pytest.mark.parametrize(("number", "boxes"), MODES)
def test_without_any_time_every_choice_is_legal(
    name: str, number: int, boxes: Boxes, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_clock(monkeypatch, Clock(3600.0))
    for state in moments(number, boxes, 6):
        player = bot(name, 2, 1e-9)
        assert player.choose(view(state, state.seat), state.choices) in state.choices


@pytest.mark.parametrize("name", TIMED)
def test_a_larger_budget_is_used_for_more_thinking(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clocks = []
    for budget in (0.25, 1.0, 3.0):
        clocks.append(Clock(SLOW))
        use_clock(monkeypatch, clocks[-1])
        state = moving()
        bot(name, 1, budget).choose(view(state, state.seat), state.choices)
    assert clocks[0].read < clocks[1].read < clocks[2].read
