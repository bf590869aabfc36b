"""Reviews of games: blunders are found, points are correct, secrets are not used."""

from pathlib import Path
from random import Random

import pytest

from naqala import Game, NaqalaError
from naqala.bots.advice.game_review import Moment, judge, review, segments, standings
from naqala.bots.advice.reasons import Gain, Leaves, Position
from naqala.bots.search.settings import BRIEF, SearchSettings, Stage
from naqala.rules.actions import Bid, End, Sow
from naqala.rules.view import imagine, view
from tests.positions import base_board, game_at, tile

GAMES = Path(__file__).parents[2] / "games"
PATIENT = 600.0
QUICK = SearchSettings((Stage(deep=0, paths=1, width=2, walks=8, samples=0),))


def recorded(name: str) -> Game:
    return Game.load((GAMES / f"{name}.naqala").read_text(encoding="utf-8"))


def blunder() -> Game:
    """The last turn of a game: p1 took a tile of 4 points and missed one of 15."""
    land = base_board("b3:W c3:W e1:W e2:W", "c3:s15 e2:m4")
    game = game_at(land, "flags last-round", "pending moving")
    game.play("sow e1 e2W")
    game.play("end")
    assert game.over
    return game


def test_a_blunder_is_found_with_a_better_turn_and_its_reasons() -> None:
    found = review(blunder(), PATIENT, settings=BRIEF)
    (swing,) = found.swings(3)
    assert swing.better is not None
    assert (swing.seat, swing.turn, swing.loss) == (0, 1, 11.0)
    assert [str(action) for action in swing.played.actions] == ["sow e1 e2W"]
    assert [str(action) for action in swing.better.actions] == ["sow b3 c3W"]
    assert Gain(0, True, "tiles", 15, tiles=(tile("c3"),)) in swing.better.reasons
    assert found.players[0].mean_loss == 11.0


def test_the_best_move_costs_nothing() -> None:
    land = base_board("b3:W c3:W e1:W e2:W", "c3:s15 e2:m4")
    game = game_at(land, "flags last-round", "pending moving")
    game.play("sow b3 c3W")
    game.play("end")
    found = review(game, PATIENT, settings=BRIEF)
    assert found.swings(3) == []
    (moment,) = found.moments
    assert (moment.better, moment.loss) == (None, 0.0)


@pytest.mark.parametrize("name", ["base-2-55", "both-3-0", "solo-gold"])
def test_every_action_belongs_to_a_bid_a_turn_or_another_choice(name: str) -> None:
    game = recorded(name)
    found = segments(game)
    assert [action for unit in found for action in unit.actions] == [
        played.action for played in game.history
    ]
    for unit in found[:-1]:
        alone = len(unit.actions) == 1
        assert isinstance(unit.actions[-1], End) or alone
        assert alone or not any(isinstance(action, Bid | End) for action in unit.actions[:-1])
        assert sum(isinstance(action, Sow) for action in unit.whole) <= 1


@pytest.mark.parametrize("name", ["base-2-55", "both-3-0", "solo-gold"])
def test_a_segment_knows_where_it_begins(name: str) -> None:
    game = recorded(name)
    for unit in segments(game):
        replay = game.copy()
        replay.undo(len(replay.history) - unit.after)
        assert replay.state == unit.state


def test_the_decisions_of_one_player_are_selected() -> None:
    game = recorded("base-3-28")
    found = review(game, PATIENT, seat=1, settings=QUICK)
    assert {moment.seat for moment in found.moments} == {1}
    assert [player.seat for player in found.players] == [1]
    with pytest.raises(NaqalaError, match="there is no seat 3; seats are 0 to 2"):
        review(game, PATIENT, seat=3)


def test_of_two_options_only_the_one_that_leaves_more_to_others_has_that_against_it() -> None:
    pairs = [
        (moment.played, moment.better)
        for moment in review(recorded("base-2-55"), PATIENT, settings=QUICK).moments
        if moment.better and not moment.is_bid
    ]
    left = [
        [each for option in pair for each in option.reasons if isinstance(each, Leaves)]
        for pair in pairs
    ]
    compared = [pair for pair in left if len(pair) == 2 and not pair[0].own]
    assert any(each.opened for pair in compared for each in pair)
    for pair in compared:
        least = max(0, min(each.gain for each in pair))
        assert all(each.gain > least for each in pair if each.opened)


def test_turns_are_counted_from_1_and_a_bid_has_the_number_of_the_next_turn() -> None:
    numbers = [unit.turn for unit in segments(recorded("base-3-28"))]
    assert numbers[:9] == [1, 1, 1, 1, 2, 3, 4, 4, 4]


def test_yazids_turns_are_not_counted() -> None:
    game = recorded("solo-survived")
    ends = sum(isinstance(played.action, End) for played in game.history)
    assert max(unit.turn for unit in segments(game)) == ends


@pytest.mark.parametrize("name", ["base-4-58", "solo-djinns"])
def test_the_points_over_time_end_with_the_result(name: str) -> None:
    game = recorded(name)
    found = list(standings(game))
    assert [each.turn for each in found] == list(range(len(found)))
    assert list(found[-1].points) == [score.total for score in game.scores()]


@pytest.mark.parametrize("name", ["base-3-28", "solo-gold"])
def test_every_decision_of_a_game_is_judged(name: str) -> None:
    game = recorded(name)
    calls: list[tuple[int, int]] = []
    found = review(game, PATIENT, settings=QUICK, progress=lambda *done: calls.append(done))
    assert calls[0][0] == 0
    assert calls[-1][0] == calls[-1][1] == len(segments(game))
    for moment in found.moments:
        assert moment.loss >= 0
        assert (moment.loss > 0) == (moment.better is not None)
    swings = found.swings(4)
    assert [swing.loss for swing in swings] == sorted(
        (moment.loss for moment in found.moments), reverse=True
    )[:4]
    for player in found.players:
        own = [m.loss for m in found.moments if m.seat == player.seat and is_turn(m)]
        assert player.turns == len(own)
        assert player.mean_loss == pytest.approx(sum(own) / len(own), abs=0.01)


def is_turn(moment: Moment) -> bool:
    return not moment.is_bid and not moment.aside


def test_a_bid_for_a_place_that_costs_less_is_overpaid() -> None:
    """The other two have bid more than 8, so 0 would have given the same place."""
    game = Game.new(players=3, seed=4)
    for bid in ("bid 18", "bid 12", "bid 8"):
        game.play(bid)
    moment = judge(segments(game)[2], PATIENT, 0, QUICK)
    assert moment.is_bid
    assert moment.better is not None
    assert [str(action) for action in moment.better.actions] == ["bid 0"]
    position = moment.played.reasons[0]
    assert isinstance(position, Position)
    assert (position.places_of_player, position.paid) == ((3,), 8)
    assert moment.loss == pytest.approx(8, abs=3)


def test_a_decision_is_judged_without_the_secrets_of_others() -> None:
    game = recorded("artisans-3-48")
    for unit in segments(game)[3:30:9]:
        seat = unit.state.seat
        other = imagine(view(unit.state, seat), Random(5))
        for nth, player in enumerate(other.players):
            if nth != seat:
                player.gold += 9
        twin = unit._replace(state=other)
        assert judge(unit, PATIENT, 1, QUICK) == judge(twin, PATIENT, 1, QUICK)


def test_an_unfinished_game_is_refused() -> None:
    with pytest.raises(NaqalaError, match="this game is not finished"):
        review(Game.new(players=2, seed=1))


@pytest.mark.parametrize("budget", [0.0, float("nan"), 1e9])
def test_invalid_budgets_are_refused(budget: float) -> None:
    with pytest.raises(NaqalaError, match="a budget is a number of seconds up to 3600"):
        review(blunder(), budget)
