"""One game between bots: repeatable, timed, and not to be broken by a bot."""

from collections.abc import Sequence

import pytest

from naqala.bots.arena.game import GameResult, GameSetup, game_setup, play
from naqala.bots.arena.lineups import Lineup
from naqala.bots.bot import Bot
from naqala.bots.planning import PlanningBot
from naqala.rules.actions import END, Action, Bid
from naqala.rules.scoring import SOURCES
from naqala.rules.state import Options, State
from naqala.rules.view import View
from naqala.rules.yazid import REASONS

BOTH = frozenset({"whims", "artisans"})


def seated(*names: str, seed: int = 3, boxes: frozenset[str] = frozenset()) -> GameSetup:
    options = Options(len(names), seed, expansions=boxes)
    return GameSetup(options, names, tuple(range(len(names))))


def timeless(played: GameResult) -> object:
    """All that does not depend on the clock."""
    seats = [(seat.points, seat.turns.times, seat.faults) for seat in played.seats]
    return seats, played.winners, played.rounds, played.lost


@pytest.mark.parametrize(
    "table",
    [
        seated("traveller", seed=1),
        seated("merchant", "traveller"),
        seated("traveller", "merchant", "traveller"),
        seated("traveller", "traveller", "traveller", "traveller", "traveller", boxes=BOTH),
    ],
)
def test_the_same_sitting_is_the_same_game(table: GameSetup) -> None:
    one, two = play(table), play(table)
    assert timeless(one) == timeless(two)
    assert len(one.seats) == table.options.players
    assert one.rounds > 1
    assert all(len(seat.points) == len(SOURCES) for seat in one.seats)


def test_other_seeds_of_bots_are_another_game() -> None:
    table = seated("traveller", "traveller")
    assert timeless(play(table)) != timeless(play(table._replace(seeds=(8, 9))))


def test_the_most_points_win() -> None:
    played = play(seated("merchant", "traveller"))
    assert played.winners == (0,)
    assert played.seats[0].total > played.seats[1].total
    assert (played.share(0), played.share(1)) == (1.0, 0.0)


def test_shared_victories_are_split() -> None:
    seats = play(seated("traveller", "traveller")).seats
    assert GameResult(seats, (0, 1), 5, "").share(1) == 0.5


def test_in_the_solo_game_the_strikes_of_yazid_are_no_turns() -> None:
    """Y3, Y4"""
    (seat,) = play(seated("traveller", seed=1)).seats
    assert seat.turns.times > 0
    assert seat.between.times > 0


def test_a_solo_game_is_survived_or_lost_for_a_reason() -> None:
    games = [play(seated("traveller", seed=seed)) for seed in range(12)]
    assert {played.lost for played in games} <= {"", *REASONS}
    assert any(played.lost for played in games)
    for played in games:
        assert played.winners == (() if played.lost else (0,))


def test_time_is_counted_by_turns_and_bids_apart() -> None:
    played = play(seated("merchant", "traveller", "traveller"))
    for seat in played.seats:
        assert seat.turns.times == played.rounds
        assert 0 < seat.between.times <= played.rounds
        assert 0 < seat.turns.worst <= seat.turns.total
    merchant, traveller, _ = played.seats
    assert merchant.turns.total > traveller.turns.total


class Broken(Bot):
    """Fails at every bid."""

    name = "broken"

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        if isinstance(legal[0], Bid):
            raise RuntimeError("no <idea>")
        return self.rng.choice(legal)


class Cheat(Bot):
    """Wants to end its turn at once, also where that is not possible."""

    name = "cheat"

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        return END


class Silent(Bot):
    """Gives no answer."""

    name = "silent"

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        return None  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("kind", "said"),
    [(Broken, "RuntimeError: no <idea>"), (Cheat, "end is not legal"), (Silent, "None")],
)
def test_a_bot_that_fails_loses_its_choice_and_not_the_match(kind: type[Bot], said: str) -> None:
    played = play(seated(f"{__name__}:{kind.__name__}", "traveller"))
    faulty, sound = played.seats
    assert faulty.faults > 0
    assert said in faulty.fault
    assert (sound.faults, sound.fault) == (0, "")
    assert played.winners


class Dizzy(PlanningBot):
    """Catches its own faults, as every bot of the package that plans."""

    name = "dizzy"

    def think(self, state: State) -> Sequence[Action]:
        raise RuntimeError("too much sun")


def test_a_bot_that_catches_its_own_faults_is_not_taken_for_a_sound_one() -> None:
    dizzy, sound = play(seated(f"{__name__}:Dizzy", "traveller")).seats
    assert dizzy.faults > 10
    assert dizzy.fault == "RuntimeError: too much sun"
    assert sound.faults == 0


class Watcher(Bot):
    """Sees what it is shown."""

    name = "watcher"
    seen: list[View] = []  # noqa: RUF012

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        self.seen.append(view)
        return self.rng.choice(legal)


def test_bots_see_only_the_view_of_their_seat() -> None:
    Watcher.seen.clear()
    play(seated("traveller", f"{__name__}:Watcher"))
    assert Watcher.seen
    for view in Watcher.seen:
        assert isinstance(view, View)
        assert view.players[0].gold is None
        assert view.players[1].gold is not None


def test_the_game_of_a_lineup_has_its_bots_and_seeds_of_their_own() -> None:
    bots = ("merchant", "traveller")
    one = game_setup(Lineup(7, (0, 1)), bots, Options(2, 0), 1.5)
    two = game_setup(Lineup(7, (1, 0)), bots, Options(2, 0), 1.5)
    assert one.bots == two.bots[::-1] == bots
    assert one.options.seed == two.options.seed == 7
    assert one.budget == 1.5
    assert len({*one.seeds, *two.seeds}) == 4
    assert one == game_setup(Lineup(7, (0, 1)), bots, Options(2, 0), 1.5)
