"""Looking back: secrets stay secrets while a game runs, and are open once it is over."""

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
from tests.server.folds import MODES, Told, started

WORDS = catalogue("en")


def half_played(mode: str) -> Told:
    told = started(MODES[mode])
    told.play(random.Random(f"{mode} half"), 12)
    assert told.table.phase == "running"
    return told


@pytest.mark.parametrize("mode", MODES)
def test_a_running_game_is_looked_back_at_without_secrets(mode: str) -> None:
    table = half_played(mode).table
    assert table.game is not None
    for actions in range(0, len(table.game.history) + 1, 5):
        then = table.game.copy()
        then.undo(len(table.game.history) - actions)
        shown = replay.moment(table, actions, WORDS)
        assert shown.scene == scene.scene(then)
        for player in shown.scene.players:
            assert (player.gold, player.hand, player.kept) == (None, None, None)
            assert player.score.hidden
        drawn = [event for event in shown.events if event.type == "CardDrawn"]
        assert all(event.card is None for event in drawn)


@pytest.mark.parametrize("mode", MODES)
def test_whoever_holds_one_seat_looks_back_at_their_own_secrets_alone(mode: str) -> None:
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


def test_own_draws_are_named_to_who_made_them() -> None:
    for seed in range(30):
        told = started(MODES["base 4"], seed=seed)
        table = told.table
        assert table.game is not None
        rng = random.Random(seed)
        while table.phase == "running":
            told.act(str(rng.choice(table.game.legal())))
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
def test_once_a_game_is_over_every_moment_of_it_is_open(mode: str) -> None:
    told = half_played(mode)
    told.play(random.Random(mode))
    table = told.table
    assert table.game is not None
    for actions in range(0, len(table.game.history) + 1, 5):
        then = table.game.copy()
        then.undo(len(table.game.history) - actions)
        players = replay.moment(table, actions, WORDS).scene.players
        assert [player.gold for player in players] == [who.gold for who in then.state.players]
        assert [player.hand for player in players] == [
            scene.hand(who.hand) for who in then.state.players
        ]
        assert [player.score.total for player in players] == [
            score.total for score in then.scores()
        ]
        assert not any(player.score.hidden for player in players)


def test_a_card_drawn_face_down_is_named_once_the_game_is_over() -> None:
    for seed in range(30):
        told = started(MODES["base 4"], seed=seed)
        told.play(random.Random(seed))
        table = told.table
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
    told = started(MODES["base 3"])
    told.tell(log.Left(1))
    told.tell(log.Handed(1, "sultan", 0))
    told.play(random.Random(5))
    assert Game.load(replay.record(told.table)).tags["bots"] == "person sultan person"
