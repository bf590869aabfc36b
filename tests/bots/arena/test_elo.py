"""Ratings and intervals compared with known numbers, and the coverage of the intervals."""

from math import inf, log, log10

import numpy as np
import pytest

from naqala.bots.arena.elo import POINTS, Numbers, Tally, ratings, wilson, win_shares


def elo_of_share(share: float) -> float:
    """The difference in Elo points that corresponds to a share of victories."""
    if share <= 0:
        return -inf
    return inf if share >= 1 else POINTS * log(share / (1 - share))


def duels(won: Numbers, games: int = 2) -> Tally:
    """Two competitors; `won` is the number of games of each seed that the first one won."""
    beaten = np.zeros((len(won), 2, 2))
    beaten[:, 0, 1], beaten[:, 1, 0] = won, games - won
    shares = np.stack([won, games - won], axis=1).astype(float)
    return Tally(beaten, shares, np.full((len(won), 2), float(games)))


def league(wins: list[list[float]], seeds: int = 50) -> Tally:
    """Several competitors with the same results for each seed."""
    beaten = np.tile(np.array(wins, float), (seeds, 1, 1))
    games = (beaten + beaten.transpose(0, 2, 1)).sum(axis=2)
    return Tally(beaten, beaten.sum(axis=2), games)


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (50, 100, 0.4038, 0.5962),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_wilson_intervals_match_published_values(
    successes: int, trials: int, low: float, high: float
) -> None:
    found = wilson(successes, trials)
    assert found.value == successes / trials
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-3)


def test_without_trials_the_interval_is_0_to_1() -> None:
    assert wilson(0, 0)[1:] == (0.0, 1.0)


@pytest.mark.parametrize(
    ("share", "elo"), [(0.5, 0), (0.75, 190.85), (0.9, 381.70), (10 / 11, 400), (1, inf), (0, -inf)]
)
def test_shares_as_elo(share: float, elo: float) -> None:
    assert elo_of_share(share) == pytest.approx(elo, abs=0.01)


def test_the_difference_of_two_ratings_follows_from_the_share_of_victories() -> None:
    won = np.array([2, 2, 1, 1] * 25)
    strong, weak = ratings(duels(won))
    assert strong.value == pytest.approx(-weak.value)
    assert strong.value - weak.value == pytest.approx(190.85, abs=0.01)
    assert strong.low < strong.value < strong.high


def test_three_ratings_of_a_consistent_league_are_exact() -> None:
    """Odds of 3 to 1, 3 to 1 and 9 to 1: equal steps."""
    tally = league([[0, 3, 9], [1, 0, 3], [1, 1, 0]])
    values = [each.value for each in ratings(tally)]
    step = 400 * log10(3)
    assert values == pytest.approx([step, 0, -step], abs=1e-6)


def test_a_cycle_makes_everybody_equal() -> None:
    tally = league([[0, 3, 1], [1, 0, 3], [3, 1, 0]])
    assert [each.value for each in ratings(tally)] == pytest.approx([0, 0, 0], abs=1e-6)


def test_a_competitor_that_never_lost_has_no_upper_bound() -> None:
    strong, weak = ratings(duels(np.full(100, 2)))
    assert (strong.high, weak.low) == (inf, -inf)
    # Assumes half of a game lost in 200; the bound is that of the Jeffreys interval.
    assert strong.value - weak.value == pytest.approx(elo_of_share(1 - 0.5 / 200))
    assert 2 * strong.low == pytest.approx(elo_of_share(1 - 0.0248), abs=12)
    share = win_shares(duels(np.full(100, 2)))[0]
    assert (share.value, share.high) == (1.0, 1.0)
    assert share.low == pytest.approx(0.9752, abs=0.002)


def test_an_unbeaten_champion_does_not_affect_the_other_ratings() -> None:
    found = ratings(league([[0, 4, 4], [0, 0, 3], [0, 1, 0]]))
    assert found[0].high == inf
    # Almost the same as without the champion, against whom each has half a win.
    assert found[1].value - found[2].value == pytest.approx(190.85, abs=2)
    assert all(abs(each.value) < 2000 for each in found)


def test_competitors_without_games_do_not_affect_the_others() -> None:
    found = ratings(league([[0, 3, 0], [1, 0, 0], [0, 0, 0]]))
    assert found[0].value - found[1].value == pytest.approx(190.85, abs=0.01)


def test_the_interval_is_narrow_if_every_seed_is_split() -> None:
    """Only the seat matters, so the results do not vary between seeds."""
    split = win_shares(duels(np.ones(100)))[0]
    alike = win_shares(duels(np.array([0, 2] * 50)))[0]
    assert split.value == alike.value == 0.5
    assert split.high - split.low < 0.03
    # Both games of a seed have the same winner, so they count as one result.
    assert alike.high - alike.low == pytest.approx(2 * 1.96 * 0.5 / 10, abs=0.01)


def test_few_seeds_give_a_wide_interval() -> None:
    found = win_shares(duels(np.ones(2)))[0]
    assert found.low < 0.3
    assert found.high > 0.7


def test_the_same_results_give_the_same_intervals() -> None:
    tally = duels(np.array([2, 1, 0, 2, 1]))
    assert ratings(tally) == ratings(tally)
    assert win_shares(tally) == win_shares(tally)


@pytest.mark.parametrize(("skill", "seeds"), [(0.5, 20), (0.8, 40), (0.95, 60)])
def test_about_95_percent_of_the_intervals_contain_the_true_value(
    monkeypatch: pytest.MonkeyPatch, skill: float, seeds: int
) -> None:
    """Games of one seed are correlated: in half of the seeds both have the same winner."""
    monkeypatch.setattr("naqala.bots.arena.elo.REPLICATES", 1000)
    rng = np.random.default_rng(11)
    shares = elos = 0
    for _ in range(200):
        games = rng.random((seeds, 2)) < skill
        same = rng.random(seeds) < 0.5
        games[same, 1] = games[same, 0]
        tally = duels(games.sum(axis=1))
        share, elo = win_shares(tally)[0], ratings(tally)[0]
        shares += share.low <= skill <= share.high
        elos += elo.low <= elo_of_share(skill) / 2 <= elo.high
    assert 0.90 <= shares / 200 <= 0.995
    assert 0.90 <= elos / 200 <= 0.995
