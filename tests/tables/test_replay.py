"""Replays: secrets are hidden while a game is running and shown when it is over."""

from __future__ import annotations

import random

import pytest

from naqala import Game, __version__
from naqala.rules.events import CardDrawn
from naqala.tables import replay
from naqala.tables.errors import Refusal
from naqala.tables.log import entries as log
from naqala.tables.log import fairness
from naqala.tables.views import scene
from naqala.text import catalogue
from tests.tables.table_builder import MODES, TableBuilder, started

WORDS = catalogue("en")


def half_played(mode: str) -> TableBuilder:
    builder = started(MODES[mode])
    builder.play(random.Random(f"{mode} half"), 12)
    assert builder.table.phase == "running"
    return builder


@pytest.mark.parametrize("mode", MODES)
def test_a_moment_of_a_running_game_hides_secrets(mode: str) -> None:
    table = half_played(mode).table
    assert table.game is not None
    for actions in range(0, len(table.game.history) + 1, 5):
        then = table.game.copy()
        then.undo(len(table.game.history) - actions)
        shown = replay.moment(table, actions, WORDS)
        assert shown.scene == scene.scene(then)
        for player in shown.scene.players:
            assert (player.gold, player.hand, player.kept) == (None, (), ())
            assert player.score.hidden
        drawn = [event for event in shown.events if event.type == "CardDrawn"]
        assert all(event.card is None for event in drawn)


@pytest.mark.parametrize("mode", MODES)
def test_a_page_with_one_seat_sees_only_its_own_secrets(mode: str) -> None:
    table = half_played(mode).table
    assert table.game is not None
    actions = len(table.game.history) // 2
    then = table.game.copy()
    then.undo(len(table.game.history) - actions)
    mine, *others = replay.moment(table, actions, WORDS, (0,)).scene.players
    assert (mine.gold, mine.hand) == (
        then.state.players[0].gold,
        scene.hand(then.state.players[0].hand),
    )
    assert not mine.score.hidden
    assert [player.gold for player in others] == [None] * len(others)
    shared = replay.moment(table, actions, WORDS, (0, 1)).scene
    assert shared == scene.scene(then)


def test_a_drawn_card_is_named_only_to_the_player_who_drew_it() -> None:
    for seed in range(30):
        builder = started(MODES["base 4"], seed=seed)
        table = builder.table
        assert table.game is not None
        rng = random.Random(seed)
        while table.phase == "running":
            builder.act(str(rng.choice(table.game.legal())))
            actions = len(table.game.history)
            for event in table.game.history[-1].events:
                if isinstance(event, CardDrawn) and table.phase == "running":
                    for seat in range(4):
                        events = replay.moment(table, actions, WORDS, (seat,)).events
                        (drawn,) = [each for each in events if each.type == "CardDrawn"]
                        assert bool(drawn.card) == (seat == event.seat)
                    return
    pytest.fail("nobody drew a card in 30 games")


@pytest.mark.parametrize("mode", MODES)
def test_every_moment_of_a_finished_game_shows_all_secrets(mode: str) -> None:
    builder = half_played(mode)
    builder.play(random.Random(mode))
    table = builder.table
    assert table.game is not None
    for actions in range(0, len(table.game.history) + 1, 5):
        then = table.game.copy()
        then.undo(len(table.game.history) - actions)
        players = replay.moment(table, actions, WORDS).scene.players
        assert [player.gold for player in players] == [each.gold for each in then.state.players]
        assert [player.hand for player in players] == [
            scene.hand(each.hand) for each in then.state.players
        ]
        assert [player.score.total for player in players] == [
            score.total for score in then.scores()
        ]
        assert not any(player.score.hidden for player in players)


def test_a_drawn_card_is_named_when_the_game_is_over() -> None:
    for seed in range(30):
        builder = started(MODES["base 4"], seed=seed)
        builder.play(random.Random(seed))
        table = builder.table
        assert table.game is not None
        for actions, played in enumerate(table.game.history, 1):
            if any(isinstance(event, CardDrawn) for event in played.events):
                events = replay.moment(table, actions, WORDS).events
                assert all(event.card for event in events if event.type == "CardDrawn")
                return
    pytest.fail("nobody drew a card in 30 games")


def test_the_record_of_a_table_has_the_standard_tags_and_the_remarks() -> None:
    told = started(MODES["base 2"])
    with pytest.raises(Refusal, match="game"):
        replay.record(told.table)
    told.play(random.Random(5))
    table = told.table
    assert table.game is not None
    text = replay.record(table)
    game = Game.load(text)
    assert game == table.game
    assert table.game.tags == {}
    assert game.tags == {
        "date": "1970-01-01",
        "site": f"Naqala {__version__}",
        "players": ", ".join(table.names),
        "bots": "person person",
        "result": " ".join(str(score.total) for score in game.scores()),
    }
    assert fairness.verify(text).reason != "no_remarks"


def test_the_record_of_a_table_names_the_bots_that_played_at_the_end() -> None:
    builder = started(MODES["base 3"])
    builder.append(log.Left(1))
    builder.append(log.Handed(1, "sultan", 0))
    builder.play(random.Random(5))
    assert Game.load(replay.record(builder.table)).tags["bots"] == "person sultan person"


@pytest.mark.parametrize("mode", MODES)
def test_a_position_to_explore_has_what_the_seat_in_turn_knows(mode: str) -> None:
    table = half_played(mode).table
    assert table.game is not None
    seats = tuple(range(len(table.seats)))
    known = table.game.view(table.turn)
    positions = {replay.current_position(table, seats) for _ in range(3)}
    for text in positions:
        game = Game.from_position(text)
        assert game.view(table.turn)._replace(options=known.options) == known
        assert game.options.seed != table.game.options.seed
    assert len(positions) == 3
    with pytest.raises(Refusal) as refused:
        replay.current_position(table, seats[1:])
    assert refused.value.code == "explore_running"
