"""The public API of a game."""

import copy
import os
import pickle
import subprocess
import sys
import types
from collections.abc import Callable
from itertools import islice
from random import Random
from unittest.mock import Mock

import pytest

import naqala
from naqala import (
    BadOptions,
    BadText,
    Game,
    IllegalAction,
    NaqalaError,
    Options,
    Outcome,
    Played,
    State,
    imagine,
)
from naqala.rules import game as module
from naqala.rules import meeples, turn
from naqala.rules.actions import Action, Bid, Buy, Sow, Take
from naqala.rules.board import TILE_NAMES, Tile
from naqala.rules.events import BidPlaced, Dropped, Event, Gathered, Taken
from naqala.rules.goods import FISH, GEMS
from naqala.rules.meeples import ELDERS, MERCHANTS, VIZIERS
from naqala.rules.turn import Sowing
from tests.play import choose, new_game, play_out, steps
from tests.positions import SQUARE, choices, game_at, pile, position_line, tile

SNAPSHOT_EVERY = 16
"""Often enough for a long game to have several snapshots."""


@pytest.fixture
def game() -> Game:
    """A game before a move."""
    return game_at(*SQUARE, "pending moving")


@pytest.fixture
def long_game(monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game after a hundred actions."""
    monkeypatch.setattr(module, "SNAPSHOT_EVERY", SNAPSHOT_EVERY)
    game = new_game(1)
    for _ in islice(steps(game, Random(1)), 101):
        pass
    return game


def test_the_public_names_are_those_that_are_exported() -> None:
    """Nothing is exported by accident, and the list is complete and sorted."""
    exported = {
        name
        for name, value in vars(naqala).items()
        if not name.startswith("_") and not isinstance(value, types.ModuleType)
    }
    assert exported | {"actions", "events"} == set(naqala.__all__)
    assert naqala.__all__ == sorted(naqala.__all__, key=lambda name: (not name[0].isupper(), name))


def test_type_checkers_tell_tiles_tribes_and_cards_apart() -> None:
    """Each comment silences an error of mypy; without the error, mypy reports the comment."""
    assert Take(VIZIERS) == Take(tile("a1"))  # type: ignore[arg-type]
    assert meeples.count(0, tile("a1")) == 0  # type: ignore[arg-type]
    assert Buy((ELDERS,), (0,)) == Buy((GEMS,), (0,))  # type: ignore[arg-type]
    assert Game.new(players=2, seed=1).tile(VIZIERS).name == "a1"  # type: ignore[arg-type]


def test_every_error_is_a_naqala_error_and_a_value_error() -> None:
    for refusal in (BadOptions, BadText, IllegalAction):
        assert issubclass(refusal, NaqalaError)
    assert issubclass(NaqalaError, ValueError)


def test_a_game_has_its_options_and_the_seat_in_turn() -> None:
    game = Game.new(players=3, seed=5, promos=["dhenim"], names=["Ann", "Bob", "Cid"])
    assert game.options == Options(3, 5, frozenset(), frozenset({"dhenim"}), ("Ann", "Bob", "Cid"))
    assert game.seat == game.state.bid_order[0]
    assert not game.over
    assert repr(game) == f"<Game of 3, round 1, p{game.seat + 1} to choose>"
    play_out(game, Random(1))
    assert repr(game) == f"<Game of 3, round {game.state.round}, over>"


def test_an_action_may_be_given_as_object_or_text() -> None:
    one, other = new_game(0), new_game(0)
    assert one.play("bid 3") == other.play(Bid(3))
    assert one == other


def test_play_returns_the_events_and_keeps_them() -> None:
    game = new_game(0)
    seat = game.seat
    events = game.play("bid 3")
    assert BidPlaced(seat, 3, 4, 3, 0) in events
    assert game.history == [Played(seat, Bid(3), tuple(events))]


def test_events_that_were_returned_do_not_change_later() -> None:
    game = new_game(0)
    events = game.play("bid 3")
    kept = list(events)
    game.play("bid 5")
    assert events == kept


@pytest.mark.parametrize(
    ("text", "because"),
    [
        ("take a9", "'take a9': 'a9' is not a tile"),
        ("take f5", "'take f5' is not possible now; possible for p1: take a1, take b1"),
        ("drop b1Y", "'drop b1Y' is not possible now"),
        ("end", "'end' is not possible now"),
        (
            "sow b2 b1Y",
            "'sow b2 b1Y' is not possible now: the move is not over after b1Y; still in hand:",
        ),
        ("sow b2 b1Y a1W a2G a3G", "the move already ends with a2G"),
        ("sow b2 b1Y a1G a2W", "drop number 2 of the move, a1G, is not possible"),
        ("sow b2 b1Y a1W b1G", "b1G is not possible at that point of the move; only a2G is"),
        ("sow f5 f4Y", "no move can start on f5 now"),
    ],
)
def test_a_refused_action_changes_nothing_and_has_a_reason(
    game: Game, text: str, because: str
) -> None:
    """M2, M3, M4: a whole move is played completely or not at all."""
    twin = game.copy()
    legal = game.legal()
    with pytest.raises(NaqalaError) as refused:
        game.play(text)
    assert because in str(refused.value)
    assert game == twin
    assert game.legal() == legal
    assert game.play("take b2") == twin.play("take b2")
    assert game == twin


def test_a_long_list_of_choices_is_shortened_in_messages() -> None:
    game = Game.new(players=2, seed=1)
    while not isinstance(game.legal()[0], Take):
        game.play(game.legal()[0])
    with pytest.raises(IllegalAction, match=r"possible for p\d: take .* and \d+ more$") as refused:
        game.play("end")
    assert str(refused.value).count("take") == 12


def test_no_action_is_legal_after_the_end() -> None:
    """E1, E2"""
    game = new_game(0)
    play_out(game, Random(0))
    assert game.legal() == ()
    for text in ("end", "bid 0", "sow a1 a2Y", "pass"):
        with pytest.raises(IllegalAction, match="the game is over: nothing can be played any more"):
            game.play(text)


def test_a_sow_line_is_played_as_its_steps(game: Game) -> None:
    """M2"""
    twin = game.copy()
    events = game.play("sow b2 b1Y a1W a2G")
    step_by_step = [e for step in ("take b2", "drop b1Y", "drop a1W") for e in twin.play(step)]
    assert events == step_by_step
    assert game == twin
    assert [type(event) for event in events].count(Taken) == 1
    assert [type(event) for event in events].count(Gathered) == 1


@pytest.mark.parametrize("begun", [["take b2"], ["take b2", "drop b1Y"]])
def test_a_sow_line_finishes_a_move_that_was_begun(game: Game, begun: list[str]) -> None:
    """M2"""
    whole = game.copy()
    whole.play("sow b2 b1Y a1W a2G")
    for step in begun:
        game.play(step)
    game.play("sow b2 b1Y a1W a2G")
    assert game == whole


def test_a_sow_line_with_another_beginning_is_refused(game: Game) -> None:
    """M2"""
    game.play("take b2")
    before = game.state.copy()
    for text in ("sow a1 b1Y c1W", "sow b2 b3Y", "sow b2 b1Y a1W b1G"):
        with pytest.raises(IllegalAction, match=r"'sow .*' is not possible now: "):
            game.play(text)
        assert game.state == before
        assert len(game.history) == 1


def test_undo_takes_back_one_action_or_more(game: Game) -> None:
    states = [game.state.copy()]
    for step in ("take b2", "drop b1Y", "drop a1W"):
        game.play(step)
        states.append(game.state.copy())
    game.undo()
    assert game.state == states[2]
    game.undo(2)
    assert game.state == states[0]
    assert game.history == []
    game.undo(0)
    assert game.state == states[0]


@pytest.mark.parametrize("number", [-1, 2, 1000])
def test_undo_refuses_more_actions_than_were_played(number: int) -> None:
    game = new_game(0)
    game.play("bid 3")
    before = game.copy()
    with pytest.raises(IllegalAction, match=f"^cannot take back {number} of 1 actions"):
        game.undo(number)
    assert game == before


def test_undo_can_go_back_to_the_beginning(long_game: Game) -> None:
    """From any number of actions, across the stored snapshots."""
    history = long_game.history[:]
    assert len(history) > 5 * SNAPSHOT_EVERY
    again = new_game(1)
    for number, entry in enumerate(history):
        twin = long_game.copy()
        twin.undo(len(history) - number)
        assert twin == again
        again.play(entry.action)
    assert again == long_game


def test_an_action_that_is_undone_again_and_again_replays_nothing(
    long_game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even where each undo goes back behind a snapshot."""
    game = long_game.copy()
    game.undo(len(game.history) - 2 * SNAPSHOT_EVERY)
    last = game.history[-1].action
    apply = Mock(wraps=turn.apply)
    monkeypatch.setattr(turn, "apply", apply)
    for _ in range(100):
        game.undo()
        game.play(last)
    assert apply.call_count < 100 + SNAPSHOT_EVERY
    assert game.history == long_game.history[: 2 * SNAPSHOT_EVERY]


def test_undo_turn_takes_back_what_was_done_since_the_last_turn() -> None:
    game = new_game(0)
    for value in (18, 0, 8, 5):
        game.play(Bid(value))
    before = game.state.copy()
    game.play(game.legal()[0])
    game.play(game.legal()[0])
    game.undo_turn()
    assert game.state == before
    assert len(game.history) == 4


def test_undo_turn_takes_back_a_bid_or_a_whole_turn_at_its_end() -> None:
    game = new_game(0)
    game.play("bid 18")
    after_one = game.state.copy()
    for value in (0, 8):
        game.play(Bid(value))
    game.undo_turn()
    game.undo_turn()
    assert game.state == after_one
    for value in (0, 8, 5):
        game.play(Bid(value))
    before = game.state.copy()
    while str(game.legal()[0]) != "end":
        game.play(game.legal()[0])
    game.play("end")
    game.undo_turn()
    assert game.state == before


def test_undo_turn_at_the_very_beginning_does_nothing() -> None:
    game = new_game(0)
    game.undo_turn()
    assert game == new_game(0)


def test_a_copy_is_independent(long_game: Game) -> None:
    twin = long_game.copy()
    assert twin == long_game
    assert twin.opening == long_game.opening
    record = long_game.record()
    for _ in range(40):
        twin.play(twin.legal()[-1])
    assert long_game.record() == record
    assert twin != long_game
    twin.undo(70)
    assert long_game.record() == record
    long_game.undo(30)
    assert twin == long_game


def test_a_game_and_its_copy_are_undone_independently(long_game: Game) -> None:
    """Snapshots for undo are not shared after the games diverge."""
    twin = long_game.copy()
    for game, seed in ((twin, 1), (long_game, 2)):
        random = Random(seed)
        for _ in range(2 * SNAPSHOT_EVERY):
            game.play(choose(random, game.legal()))
    for game in (long_game, twin):
        position, last = game.position(), game.history[-15:]
        game.undo(15)
        for entry in last:
            assert tuple(game.play(entry.action)) == entry.events
        assert game.position() == position


def test_a_copy_without_history_starts_at_the_current_state(long_game: Game) -> None:
    """It is cheaper; it can be played, undone back to here and recorded from here."""
    twin = long_game.copy(history=False)
    assert twin.state == long_game.state
    assert twin.legal() == long_game.legal()
    assert twin.history == []
    with pytest.raises(IllegalAction, match="is not possible now"):
        twin.play("sow a1 a2P")
    assert twin.state == long_game.state
    random = Random(5)
    for _ in range(2 * SNAPSHOT_EVERY + 3):
        twin.play(choose(random, twin.legal()))
    assert Game.load(twin.record()) == twin
    twin.undo(len(twin.history) - 1)
    twin.undo()
    assert twin.state == long_game.state
    with pytest.raises(IllegalAction, match="cannot take back"):
        twin.undo()


def test_games_are_equal_when_their_state_and_history_are(long_game: Game) -> None:
    same = Game.load(long_game.record())
    assert same == long_game
    assert Game.from_position(long_game.position()).state == long_game.state
    assert Game.from_position(long_game.position()) != long_game
    assert long_game != long_game.record()
    assert long_game.state != "a state"
    with pytest.raises(TypeError):
        hash(long_game)


def test_equal_states_have_equal_hashes(long_game: Game) -> None:
    again = Game.from_position(long_game.position())
    assert again.state == long_game.state
    assert hash(again.state) == hash(long_game.state)
    assert len({again.state, long_game.state}) == 1


@pytest.mark.parametrize("number", range(6))
def test_a_game_can_be_pickled(number: int) -> None:
    """With all decisions, cards and history, for worker processes."""
    game = new_game(number)
    for _ in islice(steps(game, Random(number)), 150):
        state = pickle.loads(pickle.dumps(game.state))
        assert isinstance(state, State)
        assert state == game.state
        assert hash(state) == hash(game.state)
        assert state.choices == game.legal()
    twin = pickle.loads(pickle.dumps(game))
    assert isinstance(twin, Game)
    assert twin == game
    twin.play(twin.legal()[0])
    twin.undo(100)
    game.undo(99)
    assert twin == game


def test_the_land_of_another_process_is_found_in_tables() -> None:
    """The hashes of texts differ between processes."""
    program = (
        "import pickle, sys; from naqala import Game; "
        "sys.stdout.buffer.write(pickle.dumps(Game.new(players=2, seed=4).state.land))"
    )
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", program]
        data = subprocess.run(command, env=environment, check=True, capture_output=True).stdout
        assert pickle.loads(data) in {Game.new(players=2, seed=4).state.land: True}


def test_a_view_can_be_pickled(long_game: Game) -> None:
    view = long_game.view(0)
    assert pickle.loads(pickle.dumps(view)) == view


def test_the_shallow_copy_of_a_state_shares_nothing_that_changes(long_game: Game) -> None:
    state, before = long_game.state, long_game.position()
    twin, player = copy.copy(state), copy.copy(state.player)
    assert twin == state
    assert player.key() == state.player.key()
    twin.player.gold += 1
    twin.piles[twin.land.grid.tiles[0]] += 1
    player.gold += 2
    assert long_game.position() == before
    assert Game(twin).position() != before


def test_a_game_can_be_copied_by_the_standard_library(long_game: Game) -> None:
    twin = copy.deepcopy(long_game)
    assert twin == long_game
    twin.play(twin.legal()[0])
    assert twin != long_game


def test_a_game_can_start_from_a_state(long_game: Game) -> None:
    state = imagine(long_game.view(long_game.seat), Random(1))
    game = Game(state)
    play_out(game, Random(2))
    assert Game.load(game.record()) == game


def test_outcomes_are_where_moves_can_end(game: Game) -> None:
    """M2, M4"""
    every = game.outcomes()
    assert {outcome.start for outcome in every} == {take.tile for take in takes(game)}
    assert game.outcomes(tile("b2")) == [o for o in every if o.start == tile("b2")]
    assert Outcome(tile("b2"), tile("a2"), MERCHANTS) in every


def takes(game: Game) -> list[Take]:
    return [action for action in game.legal() if isinstance(action, Take)]


def test_every_sowing_of_an_outcome_can_be_played(game: Game) -> None:
    """M2 to M5, M7"""
    for outcome in game.outcomes():
        number = 0
        for sow in game.sowings(outcome):
            number += 1
            twin = game.copy()
            gathered = [e for e in twin.play(sow) if isinstance(e, Gathered)]
            assert [(e.tile, e.tribe) for e in gathered] == [(outcome.tile, outcome.tribe)]
            assert sow.start == outcome.start
        assert number == game.count_sowings(outcome) > 0


def test_all_sowings_are_counted(game: Game) -> None:
    outcomes = game.outcomes()
    assert game.count_sowings() == sum(map(game.count_sowings, outcomes))
    moves = {sow for outcome in outcomes for sow in game.sowings(outcome)}
    assert len(moves) == game.count_sowings()
    assert game.count_sowings(Outcome(tile("b2"), tile("b2"), VIZIERS)) == 0


def test_the_best_sowing_is_the_best_of_all(game: Game) -> None:
    for outcome in game.outcomes():
        worth, best = game.best_sowing(outcome, value)
        every = list(game.sowings(outcome))
        assert best in every
        assert worth == sum(value(*drop) for drop in best.drops)
        assert worth == max(sum(value(*drop) for drop in sow.drops) for sow in every)


def value(where: int, tribe: int) -> float:
    return (where * 7 + tribe * 3) % 5


def test_an_outcome_that_does_not_exist_is_refused(game: Game) -> None:
    nowhere = Outcome(tile("b2"), tile("b2"), VIZIERS)
    with pytest.raises(ValueError, match="no sowing has the outcome b2 b2Y on this board"):
        next(game.sowings(nowhere))
    with pytest.raises(ValueError, match="no sowing has the outcome"):
        game.best_sowing(nowhere, value)


def test_sowings_are_not_available_in_the_middle_of_a_move(game: Game) -> None:
    outcome = game.outcomes("b2")[0]
    game.play("take b2")
    game.play(game.legal()[0])
    for question in (
        game.count_sowings,
        lambda: game.sowings(outcome),
        lambda: game.best_sowing(outcome, value),
    ):
        with pytest.raises(IllegalAction, match="a move has begun"):
            question()


@pytest.mark.parametrize("taken", ["YWG", "YYWG", "YYYWWG"])
def test_in_the_middle_of_a_move_outcomes_are_where_it_can_still_end(taken: str) -> None:
    """M2-M5: exactly the ends of all ways to drop the rest."""
    game = game_at(*SQUARE[:2], f"meeples - G {taken}/G - -/- W Y", "pending moving")

    def ends(at: Game) -> set[tuple[int, int]]:
        if not isinstance(at.state.pending[-1], Sowing):
            drops = [e for played in at.history for e in played.events if isinstance(e, Dropped)]
            return {(drops[-1].tile, drops[-1].tribe)}
        return set().union(*(ends(after(at, action)) for action in at.legal()))

    def after(at: Game, action: Action) -> Game:
        copied = at.copy()
        copied.play(action)
        return copied

    looked = 0
    for take in game.legal():
        begun = after(game, take)
        for first in begun.legal():
            going = after(begun, first)
            if not isinstance(going.state.pending[-1], Sowing):
                continue
            found = going.outcomes()
            assert {(each.tile, each.tribe) for each in found} == ends(going)
            assert {f"take {TILE_NAMES[each.start]}" for each in found} == {str(take)}
            looked += 1
    assert looked


def test_there_is_no_winner_before_the_end() -> None:
    """E4"""
    game = game_at("p1-has gold 10", "p2-has gold 12")
    assert [score.total for score in game.scores()] == [10, 12]
    assert game.winners == ()


def test_a_game_without_a_seed_draws_one() -> None:
    first, second = Game.new(players=2), Game.new(players=2)
    assert first.options.seed != second.options.seed
    assert Game.new(players=2, seed=first.options.seed) == first


def test_legal_is_exactly_what_play_accepts() -> None:
    game = game_at(*SQUARE, "pending moving")
    before = game.copy()
    assert game.is_legal("take b2")
    assert game.is_legal(game.parse("take b2"))
    assert game.is_legal("sow b2 b1Y a1W a2G")
    assert not game.is_legal("sow b2 b1Y a1W")
    assert not game.is_legal("bid 3")
    assert not game.is_legal("dance")
    assert game == before
    assert game.parse(" TAKE b2 ") in game.legal()
    with pytest.raises(IllegalAction):
        game.parse("bid 3")
    with pytest.raises(BadText):
        game.parse("dance")


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_copies_of_the_copy_module_are_independent(copied: Callable[[Game], Game]) -> None:
    game = Game.new(players=2, seed=7)
    twin = copied(game)
    game.play("bid 3")
    assert not twin.history
    twin.play("bid 5")
    assert twin.record() != game.record()
    game.undo()
    twin.undo()
    assert twin == game


def test_forced_actions_are_part_of_the_action_before_them() -> None:
    """M6"""
    game = game_at("meeples Y YB - -", "bids p1", "acted p1 p2 p2")
    events = game.play("bid 5")
    assert [event.tile for event in events if isinstance(event, Taken)] == [tile("a1")]
    assert choices(game) == {"end"}
    assert position_line(game, "p1-has").startswith("gold 45 viziers 2 ")
    assert pile(game, "b1") == "B"


def test_a_finished_move_cannot_be_played_again(game: Game) -> None:
    """M2: there is one move per turn."""
    game.play("sow b2 b1Y a1W a2G")
    before = game.copy()
    with pytest.raises(IllegalAction, match=r"'sow b2 b1Y a1W a2G' is not possible now"):
        game.play("sow b2 b1Y a1W a2G")
    assert game == before


@pytest.mark.parametrize("seat", [-1, 2, "a", None, True])
def test_an_unknown_seat_has_no_view(seat: object) -> None:
    """S4"""
    with pytest.raises(BadOptions, match="there is no seat"):
        Game.new(players=2, seed=1).view(seat)  # type: ignore[arg-type]


def test_the_start_of_outcomes_can_be_given_by_name() -> None:
    game = Game.new(players=2, seed=1)
    assert game.outcomes("C3") == game.outcomes(tile("c3")) != []
    assert game.outcomes("h8") == []
    with pytest.raises(BadText, match="'z9' is not a tile"):
        game.outcomes("z9")


def test_a_single_expansion_can_be_given_as_a_string() -> None:
    game = Game.new(players=2, seed=1, expansions="whims", promos="dhenim")
    assert game.options.expansions == {"whims"}
    assert game.options.promos == {"dhenim"}


@pytest.mark.parametrize("action", [None, 3, ("take", "c3")])
def test_an_object_that_is_not_an_action_is_refused(action: object) -> None:
    with pytest.raises(IllegalAction, match="is not an action; play one of legal"):
        Game.new(players=2, seed=1).play(action)  # type: ignore[arg-type]


def test_the_repr_of_a_state() -> None:
    assert repr(Game.new(players=2, seed=1).state) == "<State of 2, round 1, p1 to choose>"


def test_sowings_are_available_after_a_tile_is_taken(game: Game) -> None:
    """Also if the tile was taken by a forced action."""
    before = game.outcomes("b2")
    moves = [move for outcome in before for move in game.sowings(outcome)]
    game.play("take b2")
    assert game.outcomes() == before
    assert [move for outcome in before for move in game.sowings(outcome)] == moves
    game.play(moves[0])


@pytest.mark.parametrize(
    "action",
    [
        Take(Tile(99)),
        Sow(Tile(99), ()),
        Sow(tile("a1"), ((Tile(99), VIZIERS),)),
        Buy((FISH,), (-20,)),
        Buy((FISH,), ()),
        Bid(-1, -1),
    ],
    ids=repr,
)
def test_an_action_without_a_text_is_refused(action: Action) -> None:
    game = Game.new(players=2, seed=1)
    before = game.state.copy()
    with pytest.raises(IllegalAction):
        game.play(action)
    assert game.state == before


def test_a_refused_move_keeps_the_same_state_object(game: Game) -> None:
    state, before = game.state, game.state.copy()
    with pytest.raises(IllegalAction):
        game.play("sow b2 b1Y a1W a2G a3G")
    assert game.state is state
    assert state == before


def test_undoing_step_by_step_replays_each_step_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise loading a long log with many undos would be slow."""
    game, states = Game.new(players=2, seed=5), []
    for _ in range(31):
        states.append(game.state.copy())
        game.play(game.legal()[0])
    replayed = 0
    apply = Game._apply

    def counted(self: Game, action: Action) -> list[Event]:
        nonlocal replayed
        replayed += 1
        return apply(self, action)

    monkeypatch.setattr(Game, "_apply", counted)
    while states:
        game.undo()
        assert game.state == states.pop()
    assert replayed <= 31
