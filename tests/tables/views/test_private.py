"""What only one seat sees: its choices."""

from __future__ import annotations

import random

import pytest

from naqala.rules.events import BidPlaced, GoldGained
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
        assert f"{mine.statement} {mine.prompt}".strip() == words.decision(game.state)
        for choice, action in zip(mine.choices, game.legal(), strict=True):
            sentence = words.action(action, game.state, table.names)
            assert sentence.startswith(choice.meaning)
            assert choice.note in sentence[len(choice.meaning) :]
        builder.act(str(rng.choice(game.legal())))
    shown = scene.scene(game)
    assert [player.gold for player in shown.players] == [
        player.gold for player in game.state.players
    ]


@pytest.mark.parametrize("mode", ["base 3", "artisans"])
def test_bids_and_builders_have_their_gold(mode: str) -> None:
    builder, words, rng = started(MODES[mode]), catalogue("en"), random.Random(mode)
    table, game = builder.table, builder.table.game
    assert game is not None
    earned = set()
    while table.phase == "running":
        for choice in private(table, game.seat, words).choices:
            events = game.copy(history=False).play(choice.action)
            bids = [event.paid for event in events if isinstance(event, BidPlaced)]
            built = [
                event.amount
                for event in events
                if isinstance(event, GoldGained) and event.source == "builders"
            ]
            if choice.kind == "bid":
                assert choice.gold == bids[0]
            elif choice.kind == "build":
                assert choice.gold == built[0]
                earned.add(choice.gold)
            else:
                assert choice.gold == 0
        builder.act(str(rng.choice(game.legal())))
    assert len(earned) > 1
