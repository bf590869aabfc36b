"""Matches: the same however they are played, refused before they begin if they cannot be."""

from collections.abc import Iterable

import pytest

from naqala import NaqalaError
from naqala.bots import UnknownBot
from naqala.bots.arena.match import Match, Result, in_order, match, results
from naqala.rules.state import Options


def timeless(found: Iterable[Result]) -> list[object]:
    """What must be the same on every machine and in any order."""
    return [
        (lineup, played.winners, played.rounds, [seat.points for seat in played.seats])
        for lineup, played in found
    ]


def small(players: int = 2, games: int = 4) -> Match:
    return match(["merchant", "traveller"], Options(players, 5), games)


def test_processes_play_the_same_games_as_one() -> None:
    contest = small(games=6)
    here = list(results(contest))
    there = in_order(contest, results(contest, jobs=2))
    assert timeless(here) == timeless(there)
    assert [lineup for lineup, _ in there] == list(contest.lineups())


def test_the_order_in_which_games_finish_does_not_matter() -> None:
    contest = small()
    found = list(results(contest))
    assert in_order(contest, found[::-1]) == in_order(contest, found) == found


def test_of_a_stopped_match_the_whole_seeds_are_kept() -> None:
    contest = small(games=6)
    found = list(results(contest))
    assert in_order(contest, found[:3]) == found[:2]
    assert in_order(contest, [found[0], *found[2:4]]) == found[2:4]
    assert in_order(contest, found[:1]) == []


@pytest.mark.parametrize("players", [1, 3, 4])
def test_every_number_of_players_is_played(players: int) -> None:
    contest = small(players, games=1)
    found = list(results(contest))
    assert len(found) == (2 if players == 1 else players)
    assert all(len(played.seats) == players for _, played in found)


@pytest.mark.parametrize(("bots", "players"), [(2, 2), (3, 2), (2, 1), (2, 4), (5, 3)])
@pytest.mark.parametrize("games", [1, 7, 60])
def test_the_size_of_a_match_is_known_before(bots: int, players: int, games: int) -> None:
    contest = match(["traveller"] * bots, Options(players, 0), games)
    assert contest.size == len(list(contest.lineups())) >= games


def test_a_bot_named_alone_plays_itself() -> None:
    assert match(["merchant"], Options(2, 0), 2).labels == ("merchant", "merchant 2")
    assert match(["merchant"], Options(1, 0), 2).labels == ("merchant",)


def test_a_match_that_cannot_be_is_refused_at_once() -> None:
    with pytest.raises(UnknownBot, match="there is no bot 'wizard'"):
        match(["merchant", "wizard"], Options(2, 0), 2)
    with pytest.raises(UnknownBot, match="a budget is"):
        match(["merchant", "sultan"], Options(2, 0), 2, -1.0)
    with pytest.raises(NaqalaError):
        match(["merchant", "sultan"], Options(5, 0), 2)
