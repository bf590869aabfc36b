"""Planning bots: an error in planning is logged and never stops a game."""

import logging
import sys

import pytest

from naqala import Action, Game
from naqala.bots import bot
from naqala.bots.bot import BadWeights
from naqala.bots.planning import PlanningBot
from naqala.bots.registry import bot_class
from naqala.bots.value import numpy_backend
from naqala.bots.value.numpy_backend.net import Net
from naqala.rules.state import State
from naqala.rules.view import view
from tests.bots.modes import MODES, THINKERS, Boxes, actions, players


class Planless(PlanningBot):
    """A bot that never finds a plan."""

    name = "planless"

    def think(self, state: State) -> list[Action]:
        return []


def test_a_bot_without_a_plan_plays_the_first_legal_action() -> None:
    state = Game.new(players=3, seed=2).state
    assert Planless().choose(view(state, state.seat), state.choices) == state.choices[0]


def failing(*_: object) -> list[Action]:
    raise ZeroDivisionError("planning failed")


@pytest.mark.parametrize("where", ["think", "imagine"])
@pytest.mark.parametrize("name", THINKERS)
def test_an_error_in_planning_is_logged_and_a_legal_action_is_played(
    name: str, where: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    target: object = bot_class(name) if where == "think" else sys.modules[PlanningBot.__module__]
    monkeypatch.setattr(target, where, failing)
    state = Game.new(players=2, seed=1).state
    player = bot(name, 1)
    assert player.choose(view(state, state.seat), state.choices) in state.choices
    (record,) = caplog.records
    assert record.name == "naqala.bots"
    assert record.levelno >= logging.WARNING
    assert record.exc_info is not None
    assert record.exc_info[0] is ZeroDivisionError
    assert (player.faults, player.fault) == (1, "ZeroDivisionError: planning failed")


@pytest.mark.parametrize(("number", "boxes"), MODES)
def test_a_bot_that_always_fails_plays_to_the_end(
    number: int, boxes: Boxes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_class("sultan"), "think", failing)
    game = Game.new(players=number, seed=3, expansions=boxes)
    for _ in actions(players("sultan", number), game):
        assert len(game.history) < 3000
    assert game.over


def test_a_bot_recovers_after_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    state = Game.new(players=2, seed=1).state
    seen, legal = view(state, state.seat), state.choices
    player = bot("merchant", 1)
    with monkeypatch.context() as patch:
        patch.setattr(bot_class("merchant"), "think", failing)
        player.choose(seen, legal)
    assert player.choose(seen, legal) == bot("merchant", 1).choose(seen, legal)
    assert player.faults == 1


def test_ctrl_c_is_not_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> list[Action]:
        raise KeyboardInterrupt

    monkeypatch.setattr(bot_class("sultan"), "think", interrupted)
    state = Game.new(players=2, seed=1).state
    with pytest.raises(KeyboardInterrupt):
        bot("sultan").choose(view(state, state.seat), state.choices)


def test_missing_weights_do_not_stop_a_game(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def missing(number: int) -> Net:
        raise BadWeights(f"there are no weights for {number} players")

    monkeypatch.setattr(numpy_backend, "net_for", missing)
    state = Game.new(players=2, seed=1).state
    assert bot("sultan").choose(view(state, state.seat), state.choices) in state.choices
    assert "no weights for 2 players" in caplog.text
