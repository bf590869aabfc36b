"""Line-ups: every competitor has every seat equally often."""

from collections import Counter
from itertools import combinations

import pytest

from naqala.bots.arena.lineups import competitors_of, labels, lineups, tables


def seats_of(games: list[tuple[int, ...]]) -> Counter[tuple[int, int]]:
    """How often each competitor sat at each seat."""
    return Counter((one, seat) for game in games for seat, one in enumerate(game))


def test_two_bots_play_every_seed_in_both_seatings() -> None:
    assert tables(2, 2, 5) == [(0, 1), (1, 0)]


def test_several_bots_play_all_pairs_in_both_seatings() -> None:
    games = tables(4, 2, 5)
    assert len(games) == len(set(games)) == 12
    for pair in combinations(range(4), 2):
        assert pair in games
        assert pair[::-1] in games


@pytest.mark.parametrize(("competitors", "players"), [(3, 3), (4, 3), (5, 4), (5, 5), (7, 3)])
def test_with_more_than_two_players_every_bot_has_every_seat_once_per_seed(
    competitors: int, players: int
) -> None:
    for seed in range(5):
        games = tables(competitors, players, seed)
        assert set(seats_of(games).values()) == {1}
        assert len(seats_of(games)) == competitors * players
        assert all(len(set(game)) == players for game in games)


def test_the_seating_differs_between_seeds_so_that_all_bots_meet() -> None:
    met: Counter[frozenset[int]] = Counter()
    for seed in range(60):
        for game in tables(6, 3, seed):
            met.update(frozenset(pair) for pair in combinations(game, 2))
    assert len(met) == 15
    assert min(met.values()) > 0.6 * max(met.values())


@pytest.mark.parametrize("players", [3, 4, 5])
def test_with_too_few_bots_the_first_one_takes_every_seat_in_turn(players: int) -> None:
    games = tables(2, players, 3)
    assert [game.index(0) for game in games] == list(range(players))
    assert all(game.count(1) == players - 1 for game in games)


def test_the_other_bots_share_the_remaining_seats() -> None:
    games = [game for seed in range(2) for game in tables(3, 4, seed)]
    filled = Counter(one for game in games for one in game)
    assert filled == {0: 8, 1: 12, 2: 12}


def test_in_the_solo_game_all_bots_play_the_same_seeds() -> None:
    games = list(lineups(3, 1, 10, 6))
    assert [game.seed for game in games] == [10, 10, 10, 11, 11, 11]
    assert [game.seats for game in games] == [(0,), (1,), (2,)] * 2


@pytest.mark.parametrize(("games", "played"), [(1, 2), (2, 2), (3, 4), (400, 400)])
def test_the_last_seed_is_always_completed(games: int, played: int) -> None:
    found = list(lineups(2, 2, 0, games))
    assert len(found) == len(set(found)) == played
    assert found[-1].seed == played // 2 - 1


def test_several_bots_of_the_same_name_are_numbered() -> None:
    names = ["sultan", "merchant", "sultan", "sultan"]
    assert labels(names) == ("sultan", "merchant", "sultan 2", "sultan 3")


def test_a_single_bot_plays_against_itself() -> None:
    assert competitors_of(["sultan"], 1) == ("sultan",)
    assert competitors_of(["sultan"], 3) == ("sultan", "sultan", "sultan")
    assert competitors_of(["sultan", "vizier"], 4) == ("sultan", "vizier")
