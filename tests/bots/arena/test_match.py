"""Matches: results do not depend on how they are played; invalid matches are refused."""

from collections.abc import Iterable

import pytest

from naqala import NaqalaError
from naqala.bots import UnknownBot
from naqala.bots.arena.match import Match, Result, in_order, match, results
from naqala.bots.bot import BadWeights
from naqala.bots.value import numpy_backend
from naqala.bots.value.numpy_backend.net import net_for
from naqala.rules.state import Options


def without_times(found: Iterable[Result]) -> list[object]:
    """The part of the results that does not depend on times."""
    return [
        (lineup, played.winners, played.rounds, [seat.points for seat in played.seats])
        for lineup, played in found
    ]


def small(players: int = 2, games: int = 4) -> Match:
    return match(["merchant", "traveller"], Options(players, 5), games)


def test_several_processes_play_the_same_games_as_one() -> None:
    contest = small(games=6)
    here = list(results(contest))
    there = in_order(contest, results(contest, jobs=2))
    assert without_times(here) == without_times(there)
    assert [lineup for lineup, _ in there] == list(contest.lineups())


def test_the_order_in_which_games_finish_does_not_matter() -> None:
    contest = small()
    found = list(results(contest))
    assert in_order(contest, found[::-1]) == in_order(contest, found) == found


def test_a_stopped_match_keeps_its_complete_seeds() -> None:
    contest = small(games=6)
    found = list(results(contest))
    assert in_order(contest, found[:3]) == found[:2]
    assert in_order(contest, [found[0], *found[2:4]]) == found[2:4]
    assert in_order(contest, found[:1]) == []


@pytest.mark.parametrize("players", [1, 3, 4])
def test_a_match_can_have_any_number_of_players(players: int) -> None:
    contest = small(players, games=1)
    found = list(results(contest))
    assert len(found) == (2 if players == 1 else players)
    assert all(len(played.seats) == players for _, played in found)


@pytest.mark.parametrize(("bots", "players"), [(2, 2), (3, 2), (2, 1), (2, 4), (5, 3)])
@pytest.mark.parametrize("games", [1, 7, 60])
def test_the_size_of_a_match_is_known_in_advance(bots: int, players: int, games: int) -> None:
    contest = match(["traveller"] * bots, Options(players, 0), games)
    assert contest.size == len(list(contest.lineups())) >= games


def test_a_single_bot_plays_against_itself() -> None:
    assert match(["merchant"], Options(2, 0), 2).labels == ("merchant", "merchant 2")
    assert match(["merchant"], Options(1, 0), 2).labels == ("merchant",)


def test_an_invalid_match_is_refused_before_it_starts() -> None:
    with pytest.raises(UnknownBot, match="there is no bot 'wizard'"):
        match(["merchant", "wizard"], Options(2, 0), 2)
    with pytest.raises(UnknownBot, match="a budget is"):
        match(["merchant", "sultan"], Options(2, 0), 2, -1.0)
    with pytest.raises(NaqalaError):
        match(["merchant", "sultan"], Options(5, 0), 2)


@pytest.mark.parametrize("name", ["sultan", "djinn"])
def test_a_match_with_weights_for_another_number_of_players_is_refused(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    net = net_for(4)
    monkeypatch.setattr(numpy_backend, "net_for", lambda number: net)
    with pytest.raises(BadWeights, match="these weights are for 4 players, not for 2"):
        match(["merchant", name], Options(2, seed=1), 2)
    assert match(["merchant", name], Options(4, seed=1), 2).size
