"""What only one seat sees: its choices."""

from __future__ import annotations

import random

import pytest

from naqala.tables.views import scene
from naqala.tables.views.private import private
from naqala.text import catalogue
from tests.tables.table_builder import MODES, started


@pytest.mark.parametrize("mode", MODES)
def test_every_choice_has_an_action_and_a_meaning_in_every_mode(mode: str) -> None:
    builder, words = started(MODES[mode]), catalogue("fr")
    rng = random.Random(mode)
    table, game = builder.table, builder.table.game
    assert game is not None
    while table.phase == "running":
        mine = private(table, game.seat, words)
        assert [choice.action for choice in mine.choices] == list(map(str, game.legal()))
        assert all(choice.meaning for choice in mine.choices)
        assert mine.prompt
        builder.act(str(rng.choice(game.legal())))
    shown = scene.scene(game)
    assert [player.gold for player in shown.players] == [
        player.gold for player in game.state.players
    ]
