"""Scenes and private parts depend only on what their receiver may know."""

from __future__ import annotations

import random

import msgspec
import pytest

from naqala import Game, imagine
from naqala.rules.state import NOBODY
from naqala.rules.view import view
from naqala.rules.yazid import dearest_strike
from naqala.tables.views import scene
from naqala.tables.views.private import private
from naqala.text import catalogue
from tests.tables.table_builder import MODES, started


@pytest.mark.parametrize("mode", MODES)
def test_scenes_and_private_parts_do_not_depend_on_secrets_of_others(mode: str) -> None:
    """They stay the same when the secrets of others are dealt again."""
    builder, words = started(MODES[mode]), catalogue("en")
    rng = random.Random(mode)
    table, game = builder.table, builder.table.game
    assert game is not None
    while table.phase == "running":
        builder.act(str(rng.choice(game.legal())))
        if game.over or rng.random() > 0.2:
            continue
        real = game.state
        shown = scene.scene(game)
        twin = Game(imagine(view(real, NOBODY), rng))
        assert msgspec.structs.replace(scene.scene(twin), actions=shown.actions) == shown
        for seat in range(len(table.seats)):
            mine = private(table, seat, words)
            game.state = imagine(view(real, seat), rng)
            assert private(table, seat, words) == mine
            game.state = real


def test_a_solo_scene_has_the_most_expensive_strike() -> None:
    builder = started(MODES["solo"])
    game = builder.table.game
    assert game is not None
    shown = scene.scene(game).yazid
    assert shown is not None
    assert shown.dearest == dearest_strike(game.state).gold > 0
