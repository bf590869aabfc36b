"""Scenes and private parts depend only on what their receiver may know."""

from __future__ import annotations

import random

import msgspec
import pytest

from naqala import Game, imagine
from naqala.rules.events import BidPlaced, GoldGained
from naqala.rules.state import NOBODY
from naqala.rules.view import view
from naqala.rules.yazid import dearest_strike
from naqala.tables.views import log_entries, scene
from naqala.tables.views.private import private
from naqala.tables.views.snapshot import secret_seats
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


@pytest.mark.parametrize("mode", MODES)
def test_the_log_shows_secrets_only_to_their_owner(mode: str) -> None:
    builder, words = started(MODES[mode]), catalogue("en")
    builder.play(random.Random(mode))
    for applied in builder.table.log:
        for event in log_entries.entry(builder.table, applied, words).events:
            if event.type in ("CardDrawn", "ItemsDrawn", "ItemKept"):
                assert (event.card, event.items, event.item) == ("", (), "")
        for seat in range(len(builder.table.seats)):
            entry = log_entries.entry(builder.table, applied, words, seat)
            assert len(entry.lines) >= len(entry.events)
            for event in entry.events:
                if event.type in ("CardDrawn", "ItemsDrawn", "ItemKept"):
                    assert bool(event.card or event.items or event.item) == (event.seat == seat)


def test_a_page_with_several_seats_sees_the_secrets_of_the_seat_in_turn() -> None:
    table = started(MODES["base 3"]).table
    assert secret_seats(table, (0, 1, 2)) == (table.turn,)
    assert secret_seats(table, (table.turn,)) == (table.turn,)
    others = tuple(seat for seat in range(3) if seat != table.turn)
    assert secret_seats(table, others) == ()
    assert secret_seats(table, others[:1]) == others[:1]
    assert secret_seats(table, ()) == ()


def test_a_solo_scene_has_the_most_expensive_strike() -> None:
    builder = started(MODES["solo"])
    game = builder.table.game
    assert game is not None
    shown = scene.scene(game).yazid
    assert shown is not None
    assert shown.dearest == dearest_strike(game.state) > 0
