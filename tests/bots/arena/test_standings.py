"""The statistics of a match, from made-up games."""

import json
from typing import Any

import pytest

from naqala.bots.arena.game import GameResult, SeatResult, Timing
from naqala.bots.arena.lineups import Lineup
from naqala.bots.arena.match import Match, Result, results
from naqala.bots.arena.standings import standings, tally_of
from naqala.rules.scoring import SOURCES
from naqala.rules.state import Options


def seat_result(points: int, faults: int = 0) -> SeatResult:
    """A result with all points in gold."""
    rest = (0,) * (len(SOURCES) - 1)
    turns, between = Timing(2, 1.0, 0.75), Timing(1, 0.25, 0.25)
    return SeatResult((points, *rest), turns, between, faults, "oops" * faults)


def game(seed: int, seats: tuple[int, ...], *points: int, lost: str = "") -> Result:
    winners = () if lost else tuple(n for n, total in enumerate(points) if total == max(points))
    return Lineup(seed, seats), GameResult(tuple(map(seat_result, points)), winners, 6, lost)


def duel(*games: Result) -> dict[str, Any]:
    match = Match(("sultan", "merchant"), Options(2, 0), len(games))
    return standings(match, games)


def test_shares_scores_and_margins_of_a_duel() -> None:
    found = duel(game(0, (0, 1), 100, 60), game(0, (1, 0), 50, 120), game(1, (0, 1), 90, 90),
                 game(1, (1, 0), 80, 70))  # fmt: skip
    sultan, merchant = found["bots"]
    assert (sultan["name"], merchant["name"]) == ("sultan", "merchant")
    assert sultan["won"]["value"] == 2.5 / 4
    assert merchant["won"]["value"] == 1.5 / 4
    assert sultan["score"] == sultan["sources"]["gold"] == (100 + 120 + 90 + 70) / 4
    assert sultan["margin"] == -merchant["margin"] == (40 + 70 + 0 - 10) / 4
    assert sultan["elo"]["value"] == -merchant["elo"]["value"] == pytest.approx(44.4, abs=0.1)
    assert found["head_to_head"] == [[None, 0.625], [0.375, None]]
    assert found["seeds"] == {"first": 0, "last": 1, "count": 2}
    assert found["games"] == found["wanted"] == 4


def test_times_have_a_mean_and_a_worst_case() -> None:
    found = duel(game(0, (0, 1), 100, 60), game(0, (1, 0), 50, 120))
    assert found["bots"][0]["seconds"] == {
        "turn": {"mean": 0.5, "worst": 0.75},
        "between": {"mean": 0.25, "worst": 0.25},
    }


def test_statistics_are_json_and_missing_bounds_are_none() -> None:
    found = duel(game(0, (0, 1), 100, 60), game(0, (1, 0), 50, 120))
    assert found["bots"][0]["elo"]["high"] is None
    assert found["bots"][1]["elo"]["low"] is None
    assert json.loads(json.dumps(found, allow_nan=False)) == found


def test_every_game_is_listed_with_its_seed_and_seats() -> None:
    found = duel(game(7, (0, 1), 100, 60), game(7, (1, 0), 90, 90))
    assert found["results"][0]["seats"] == ["sultan", "merchant"]
    assert found["results"][1] == {
        "seed": 7,
        "seats": ["merchant", "sultan"],
        "scores": [90, 90],
        "winners": ["merchant", "sultan"],
        "rounds": 6,
        "faults": [0, 0],
        "seconds": [1.25, 1.25],
    }


def test_with_more_than_two_players_places_are_compared_in_pairs() -> None:
    match = Match(("sultan", "merchant"), Options(3, 0), 3)
    tally = tally_of(match, [game(0, (0, 1, 1), 80, 100, 60), game(0, (1, 0, 1), 50, 70, 70)])
    assert tally.beaten[0].tolist() == [[0.0, 2.5], [1.5, 0.0]]
    assert tally.shares[0].tolist() == [0.5, 1.5]
    assert tally.games[0].tolist() == [2.0, 4.0]


def test_faults_are_counted_and_the_first_message_is_kept() -> None:
    match = Match(("sultan", "merchant"), Options(2, 0), 2)
    broken = (seat_result(10, faults=2), seat_result(20))
    played = [(Lineup(0, (0, 1)), GameResult(broken, (1,), 5, "")), game(0, (1, 0), 30, 20)]
    sultan, merchant = standings(match, played)["bots"]
    assert (sultan["faults"], sultan["fault"]) == (2, "oopsoops")
    assert (merchant["faults"], merchant["fault"]) == (0, "")


def test_solo_statistics_have_titles_losses_and_quartiles_of_the_games_survived() -> None:
    """Y9, Y13"""
    match = Match(("sultan",), Options(1, 0), 7)
    scores = [150, 200, 210, 230, 260]
    games = [game(seed, (0,), score) for seed, score in enumerate(scores)]
    games += [game(5, (0,), 99, lost="gold"), game(6, (0,), 20, lost="djinns")]
    found = standings(match, games)
    (sultan,) = found["bots"]
    solo = sultan["solo"]
    assert "head_to_head" not in found
    assert "elo" not in sultan
    assert solo["survived"]["value"] == pytest.approx(5 / 7, abs=1e-4)
    assert (solo["survived"]["low"], solo["survived"]["high"]) == pytest.approx(
        (0.3589, 0.9178), abs=1e-3
    )
    assert solo["titles"] == [1, 2, 1, 1]
    assert solo["lost"] == {"assassins": 0, "djinns": 1, "gold": 1, "viziers": 0}
    assert solo["survived_score"] == {"lower": 200, "median": 210, "upper": 230, "best": 260}
    assert found["results"][-1]["lost"] == "djinns"


@pytest.mark.parametrize("survivors", [0, 1])
def test_solo_statistics_of_at_most_one_game_survived(survivors: int) -> None:
    games = [game(0, (0,), 190)] * survivors + [game(1, (0,), 9, lost="gold")]
    solo = standings(Match(("sultan",), Options(1, 0), 2), games)["bots"][0]["solo"]
    expected = 190 if survivors else None
    assert set(solo["survived_score"].values()) == {expected}


def test_a_repeated_match_has_the_same_statistics_except_for_times() -> None:
    match = Match(("merchant", "traveller"), Options(2, 3), 2)

    def without_times(found: Any) -> Any:
        if isinstance(found, dict):
            return {key: without_times(value) for key, value in found.items() if key != "seconds"}
        return [without_times(each) for each in found] if isinstance(found, list) else found

    one, two = (without_times(standings(match, list(results(match)))) for _ in range(2))
    assert one == two
