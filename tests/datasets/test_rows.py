"""The rows of a game agree with the game."""

from collections import Counter
from random import Random

import pytest

from naqala import Game
from naqala.datasets.rows import mode_of, rows_of
from naqala.datasets.tables import Rows
from naqala.rules.errors import BadOptions
from naqala.rules.events import Gathered, TurnStarted
from naqala.rules.scoring import SOURCES
from naqala.rules.state import Options

BOTH = frozenset({"whims", "artisans"})
MODES = {
    "solo": Options(1, 4),
    "base": Options(2, 7),
    "whims": Options(3, 2, frozenset({"whims"})),
    "artisans": Options(4, 3, frozenset({"artisans"}), doubled=True),
    "both": Options(5, 1, BOTH, frozenset({"dhenim"})),
}


def random_game(options: Options) -> Game:
    game = Game.new(
        players=options.players,
        seed=options.seed,
        expansions=options.expansions,
        promos=options.promos,
        doubled=options.doubled,
    )
    random = Random(options.seed)
    while not game.over:
        game.play(random.choice(game.legal()))
    return game


@pytest.fixture(scope="module", params=MODES)
def played(request: pytest.FixtureRequest) -> tuple[Game, Rows]:
    game = random_game(MODES[request.param])
    names = [f"bot {seat}" for seat in range(game.options.players)]
    return game, rows_of(game, names, 12, range(game.options.players))


def test_the_scores_are_those_of_the_engine(played: tuple[Game, Rows]) -> None:
    game, rows = played
    assert len(rows.scores) == game.options.players
    for seat, (row, score) in enumerate(zip(rows.scores, game.scores(), strict=True)):
        assert (row.game, row.seat, row.bot, row.faults) == (12, seat, f"bot {seat}", seat)
        assert {source: getattr(row, source) for source in SOURCES} == {
            source: getattr(score, source) for source in SOURCES
        }
        assert row.total == score.total
        assert row.share == (1 / len(game.winners) if seat in game.winners else 0)
    best = max(row.total for row in rows.scores)
    assert all((row.rank == 1) == (row.total == best) for row in rows.scores)


def test_the_decisions_replay_the_game(played: tuple[Game, Rows]) -> None:
    game, rows = played
    again = game.copy()
    again.undo(len(game.history))
    for number, row in enumerate(rows.decisions):
        legal = again.legal()
        assert (row.decision, row.seat, row.round) == (number, again.seat, again.state.round)
        assert row.legal == len(legal)
        assert str(legal[row.choice]) == row.action
        assert row.kind == again.state.pending[-1].keyword
        again.play(row.action)
    assert again == game


def test_every_turn_has_its_move_and_points(played: tuple[Game, Rows]) -> None:
    game, rows = played
    events = [event for each in game.history for event in each.events]
    events = [*game.opening, *events]
    seats = range(game.options.players)
    started = [e for e in events if isinstance(e, TurnStarted) and e.seat in seats]
    assert [row.seat for row in rows.turns] == [event.seat for event in started]
    assert [row.turn for row in rows.turns] == [*range(len(started))]
    assert len([e for e in events if isinstance(e, Gathered)]) == sum(
        row.move is not None for row in rows.turns
    )
    last = {row.seat: row for row in rows.turns}
    moves = [line for line in game.record().splitlines() if line.startswith("sow ")]
    assert set(moves) <= {row.move for row in rows.turns}
    for row in rows.turns:
        assert (row.move is None) == (row.start is None) == (row.sown == 0)
        assert row.move is None or row.move.startswith(f"sow {row.start} ")
        assert row.move is None or row.move.endswith(f"{row.arrival}{row.tribe}")
        assert row.move is None or row.move.count(" ") == row.sown + 1
        assert row.move is None or row.arrival_kind
        assert (row.bid is None) == (row.lead is None) == (game.options.players == 1)
    if game.options.players > 1:
        assert [row.bid for row in rows.turns] == [event.value for event in started]
        final = rows.scores[rows.turns[-1].seat].total
        assert last[rows.turns[-1].seat].points == final


def test_decisions_belong_to_turns(played: tuple[Game, Rows]) -> None:
    _, rows = played
    counted = Counter(row.turn for row in rows.decisions)
    assert counted.keys() - {None} == {row.turn for row in rows.turns}
    for row in rows.decisions:
        if row.turn is not None:
            turn = rows.turns[row.turn]
            assert (turn.seat, turn.round) == (row.seat, row.round)
        assert row.kind != "bidding" or row.turn is None


def test_the_points_of_a_turn_are_those_before_and_after_it() -> None:
    game = random_game(MODES["base"])
    rows = rows_of(game, ["a", "b"])
    again = game.copy()
    again.undo(len(game.history))
    before: dict[int, int] = {}
    for number, row in enumerate(rows.decisions):
        if row.turn is not None and row.turn not in before:
            before[row.turn] = again.scores()[row.seat].total
        again.play(row.action)
        later = rows.decisions[number + 1].turn if number + 1 < len(rows.decisions) else None
        if row.turn is not None and later != row.turn:
            points = [score.total for score in again.scores()]
            turn = rows.turns[row.turn]
            assert turn.points_before == before[row.turn]
            assert turn.points == points[row.seat]
            assert turn.lead == points[row.seat] - points[1 - row.seat]


def test_a_game_has_its_options_and_counts(played: tuple[Game, Rows]) -> None:
    game, rows = played
    (row,) = rows.games
    options = game.options
    assert (row.game, row.seed, row.players) == (12, options.seed, options.players)
    assert (row.doubled, row.promos) == (options.doubled, " ".join(sorted(options.promos)))
    assert (row.rounds, row.decisions) == (game.state.round, len(game.history))
    assert row.turns == len(rows.turns)
    assert row.winner == (game.winners[0] if len(game.winners) == 1 else None)
    assert row.lost == (game.state.yazid.lost or None if game.state.yazid else None)
    assert row.ending in ("camels", "moves", "lost")


def test_modes_have_short_names() -> None:
    for name, options in MODES.items():
        assert mode_of(options) == name


def test_solo_games_have_every_ending() -> None:
    """E1, Y9, Y13"""
    rows = [rows_of(random_game(Options(1, seed)), ["a"]).games[0] for seed in range(30)]
    assert {"lost"} < {row.ending for row in rows}
    for row in rows:
        assert (row.ending == "lost") == (row.lost not in (None, "viziers"))
        assert (row.winner == 0) == (row.lost is None)


def test_an_unfinished_game_has_no_rows() -> None:
    with pytest.raises(BadOptions, match="not finished"):
        rows_of(Game.new(players=2, seed=1), ["a", "b"])


def test_a_game_from_a_position_has_rows() -> None:
    start = Game.new(players=2, seed=3)
    for _ in range(20):
        start.play(start.legal()[0])
    game = Game.from_position(start.position())
    while not game.over:
        game.play(game.legal()[0])
    rows = rows_of(game, ["a", "b"])
    assert len(rows.decisions) == len(game.history)
    assert [row.total for row in rows.scores] == [score.total for score in game.scores()]
