"""Bots stop thinking when their time is up, and still choose."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from naqala import Game, State
from naqala.bots import RUNGS, UnknownBot, bot
from naqala.bots.planning import RankingBot
from naqala.bots.registry import bot_class
from naqala.rules.turn import Moving
from naqala.rules.view import view
from tests.bots.modes import MODES, SLOW, Boxes, Clock, moments, players, use_clock
from tests.known_bots import BUDGETS, CHOOSE

HURRIED = ("vizier", "sultan", "djinn")
"""The bots that look at the clock: the merchant's work is small and always the same."""
MOST_BEGUN = 200
"""How many states may still be valued when time is up: what is begun, such as a reply, is ended."""


class Watch(Clock):
    """A clock that stands still until it has been read so often, and then leaps by an hour."""

    def __init__(self, readings: int) -> None:
        super().__init__(0.0)
        self.readings = readings

    def __call__(self) -> float:
        super().__call__()
        return 3600.0 if self.read > self.readings else 0.0


class Counted:
    """How many states a bot has valued, and how many of them after its time was up."""

    def __init__(self, player: RankingBot, watch: Watch) -> None:
        self.all = self.late = 0
        evaluate = player.evaluate

        def counting(states: Sequence[State], seat: int) -> Sequence[float]:
            self.all += len(states)
            if watch.read > watch.readings:
                self.late += len(states)
            return evaluate(states, seat)

        player.evaluate = counting  # type: ignore[method-assign]


def moving(number: int = 2, boxes: Boxes = ()) -> State:
    """The first move of a game."""
    game = Game.new(players=number, seed=1, expansions=boxes)
    while not isinstance(game.state.pending[-1], Moving):
        game.play(game.legal()[0])
    return game.state


def thought(name: str, readings: int, monkeypatch: pytest.MonkeyPatch) -> Counted:
    """What a bot does for its move when its time is up after so many looks at the clock."""
    watch = Watch(readings)
    use_clock(monkeypatch, watch)
    player = bot(name, 1, 0.1)
    assert isinstance(player, RankingBot)
    counted = Counted(player, watch)
    state = moving()
    assert player.choose(view(state, state.seat), state.choices) in state.choices
    return counted


@pytest.mark.parametrize("name", HURRIED)
def test_thinking_ends_when_the_clock_says_so(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    at_once = thought(name, 1, monkeypatch)
    soon = thought(name, 40, monkeypatch)
    later = thought(name, 300, monkeypatch)
    assert at_once.all < soon.all < later.all
    assert at_once.all < 40


@pytest.mark.parametrize("name", HURRIED)
@pytest.mark.parametrize("readings", [1, 2, 3, 10, 30, 100, 200, 300])
def test_time_may_be_up_at_any_moment(
    name: str, readings: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = thought(name, readings, monkeypatch)
    assert counted.late <= readings + MOST_BEGUN


@pytest.mark.parametrize("name", HURRIED)
@pytest.mark.parametrize(("number", "boxes"), MODES)
def test_without_any_time_every_choice_is_legal(
    name: str, number: int, boxes: Boxes, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_clock(monkeypatch, Clock(3600.0))
    for state in moments(number, boxes, 6):
        player = bot(name, 2, 1e-9)
        assert player.choose(view(state, state.seat), state.choices) in state.choices


@pytest.mark.parametrize("name", HURRIED)
def test_more_seconds_are_more_thoughts(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    clocks = []
    for budget in (0.25, 1.0, 3.0):
        clocks.append(Clock(SLOW))
        use_clock(monkeypatch, clocks[-1])
        state = moving()
        bot(name, 1, budget).choose(view(state, state.seat), state.choices)
    assert clocks[0].read < clocks[1].read < clocks[2].read


# What can be asked for


@pytest.mark.parametrize("name", ["wizard", "", "Sultan", "sultan ", None, 3, ["sultan"], b"djinn"])
def test_an_unknown_bot_is_refused_with_those_that_are_known(name: Any) -> None:
    with pytest.raises(UnknownBot, match=CHOOSE):
        bot(name)


@pytest.mark.parametrize(
    "budget",
    [
        0, 0.0, -1, -0.5, float("nan"), float("inf"), float("-inf"), 3600.5, 10**30, 1e308,
        "2", "soon", b"2", [2], (), True, 2j, Decimal(2), object(),
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", RUNGS)
def test_a_budget_that_no_bot_can_have_is_refused_in_a_sentence(name: str, budget: Any) -> None:
    with pytest.raises(UnknownBot, match="a budget is a number of seconds up to 3600, not "):
        bot(name, budget=budget)


@pytest.mark.parametrize("budget", [1, 0.001, 3600, np.float32(2), np.int64(2)])
def test_seconds_of_any_kind_of_number_are_taken(budget: Any) -> None:
    assert bot("djinn", budget=budget).budget == pytest.approx(float(budget))


def test_without_a_budget_every_bot_has_its_own() -> None:
    assert {name: bot(name).budget for name in RUNGS} == BUDGETS


@pytest.mark.parametrize("seed", [None, 1.5, "7", b"7", [], object()])
def test_a_seed_that_is_no_whole_number_is_refused_in_a_sentence(seed: Any) -> None:
    with pytest.raises(UnknownBot, match="the seed of a bot is a whole number, not "):
        bot("traveller", seed)


@pytest.mark.parametrize("seed", [0, -3, 2**200, np.int64(5), True])
def test_every_whole_number_is_a_seed(seed: Any) -> None:
    game = Game.new(players=2, seed=1)
    legal = game.legal()
    one, other = (bot("traveller", each).choose(game.view(0), legal) for each in (seed, int(seed)))
    assert one == other


def test_bots_of_a_table_do_not_share_their_budgets() -> None:
    assert [player.budget for player in players("djinn", 2, 5.0)] == [5, 5]
    assert bot_class("djinn").budget == 2
