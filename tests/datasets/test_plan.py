"""The games of a plan."""

from collections import Counter

from naqala.bots.arena.game import GameSetup
from naqala.bots.arena.match import match
from naqala.datasets.plan import MODES, Plan, RandomGames, all_modes
from naqala.datasets.rows import mode_of
from naqala.rules.setup import check
from naqala.rules.state import Options


def test_all_modes_can_be_played_and_differ() -> None:
    for options in MODES:
        check(options)
    found = Counter((options.players, mode_of(options)) for options in MODES)
    assert set(found.values()) == {1}
    assert Counter(players for players, _ in found) == {1: 1, 2: 4, 3: 4, 4: 4, 5: 3}


def test_games_are_numbered_through_all_sections() -> None:
    duel = match(["traveller", "merchant"], Options(2, 5), 3)
    plan = Plan((RandomGames(Options(1, 7), 120), duel), "")
    parts = [*plan.parts()]
    assert [len(part) for part in parts] == [50, 50, 20, 1, 1, 1, 1]
    games = [game for part in parts for game in part]
    assert [game.number for game in games] == [*range(plan.size)]
    seeds = [
        g.setup.options.seed if isinstance(g.setup, GameSetup) else g.setup.seed for g in games
    ]
    assert seeds == [*range(7, 127), 5, 5, 6, 6]
    assert games[-1].names == ("merchant", "traveller")


def test_games_are_spread_over_all_modes() -> None:
    plan = all_modes(["traveller", "merchant"], 40, 3, 1.0, "many")
    assert [section.options.players for section in plan.sections] == [
        options.players for options in MODES
    ]
    assert {section.options.seed for section in plan.sections} == {3}
    assert all(section.size >= 3 for section in plan.sections)
    assert plan.size >= 40


def test_a_plan_contains_everything_that_its_games_depend_on() -> None:
    plans = [
        Plan((section,), "")
        for section in (
            RandomGames(Options(2, 1), 5),
            RandomGames(Options(2, 1), 6),
            RandomGames(Options(2, 2), 5),
            RandomGames(Options(2, 1, frozenset({"whims"})), 5),
            match(["traveller"], Options(2, 1), 6),
            match(["traveller", "merchant"], Options(2, 1), 6),
            match(["traveller"], Options(2, 1), 6, 2.0),
        )
    ]
    assert len({str(plan.to_dict()) for plan in plans}) == len(plans)
