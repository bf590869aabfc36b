"""One game between bots: repeatable, timed, and robust against broken bots."""

from collections.abc import Sequence

import pytest

from naqala import Game, imagine
from naqala.bots.arena.game import BotFault, GameResult, GameSetup, game_setup, play
from naqala.bots.arena.lineups import Lineup
from naqala.bots.bot import Bot
from naqala.bots.planning import PlanningBot
from naqala.rules.actions import END, Action, Bid, Take
from naqala.rules.scoring import SOURCES
from naqala.rules.state import Options, State
from naqala.rules.view import View
from naqala.rules.yazid import REASONS

BOTH = frozenset({"whims", "artisans"})


def setup_of(*names: str, seed: int = 3, boxes: frozenset[str] = frozenset()) -> GameSetup:
    options = Options(len(names), seed, expansions=boxes)
    return GameSetup(options, names, tuple(range(len(names))))


def without_times(played: GameResult) -> object:
    """The part of a result that does not depend on times."""
    seats = [(seat.points, seat.turns.times, seat.faults) for seat in played.seats]
    return seats, played.winners, played.rounds, played.lost


@pytest.mark.parametrize(
    "table",
    [
        setup_of("traveller", seed=1),
        setup_of("merchant", "traveller"),
        setup_of("traveller", "merchant", "traveller"),
        setup_of("traveller", "traveller", "traveller", "traveller", "traveller", boxes=BOTH),
    ],
)
def test_the_same_setup_gives_the_same_game(table: GameSetup) -> None:
    one, two = play(table), play(table)
    assert without_times(one) == without_times(two)
    assert len(one.seats) == table.options.players
    assert one.rounds > 1
    assert all(len(seat.points) == len(SOURCES) for seat in one.seats)


def test_other_seeds_of_bots_give_another_game() -> None:
    table = setup_of("traveller", "traveller")
    assert without_times(play(table)) != without_times(play(table._replace(seeds=(8, 9))))


def test_the_most_points_win() -> None:
    played = play(setup_of("merchant", "traveller"))
    assert played.winners == (0,)
    assert played.seats[0].total > played.seats[1].total
    assert (played.share(0), played.share(1)) == (1.0, 0.0)


def test_shared_victories_are_split() -> None:
    seats = play(setup_of("traveller", "traveller")).seats
    assert GameResult(seats, (0, 1), 5, "").share(1) == 0.5


def test_answers_to_yazids_dice_are_timed_apart_from_turns() -> None:
    """Y3, Y4"""
    (seat,) = play(setup_of("traveller", seed=1)).seats
    assert seat.turns.times > 0
    assert seat.between.times > 0


def test_a_solo_game_is_survived_or_lost_for_a_reason() -> None:
    games = [play(setup_of("traveller", seed=seed)) for seed in range(12)]
    assert {played.lost for played in games} <= {"", *REASONS}
    assert any(played.lost for played in games)
    for played in games:
        assert played.winners == (() if played.lost else (0,))


def test_turns_and_bids_are_timed_separately() -> None:
    played = play(setup_of("merchant", "traveller", "traveller"))
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
    """Always tries to end its turn, even if that is illegal."""

    name = "cheat"

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        return END


class Silent(Bot):
    """Returns nothing."""

    name = "silent"

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        return None  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (Broken, "RuntimeError: no <idea>"),
        (Cheat, "'end' is not possible now; possible for p1: bid 0"),
        (Silent, "None"),
    ],
)
def test_a_failing_bot_does_not_stop_the_game(kind: type[Bot], said: str) -> None:
    played = play(setup_of(f"{__name__}:{kind.__name__}", "traveller"))
    faulty, sound = played.seats
    assert faulty.faults > 0
    assert said in faulty.fault
    assert (sound.faults, sound.fault) == (0, "")
    assert played.winners


class Writer(Bot):
    """Answers with text, and with whole moves."""

    name = "writer"

    def choose(self, view: View, legal: Sequence[Action]) -> str:
        if isinstance(legal[0], Take):
            game = Game(imagine(view, self.rng))
            return str(next(iter(game.sowings(game.outcomes()[0]))))
        return str(legal[-1])


def test_an_answer_may_be_text_or_a_whole_move() -> None:
    writer, _ = play(setup_of(f"{__name__}:Writer", "traveller")).seats
    assert (writer.faults, writer.fault) == (0, "")


def test_a_strict_game_stops_at_the_first_fault_with_its_traceback() -> None:
    setup = setup_of(f"{__name__}:Broken", "traveller")._replace(strict=True)
    with pytest.raises(BotFault, match=r"broken failed in the game with seed .*no <idea>") as found:
        play(setup)
    assert 'raise RuntimeError("no <idea>")' in found.value.traceback


class Faulty(PlanningBot):
    """Catches its own errors, like all planning bots of the package."""

    name = "faulty"

    def think(self, state: State) -> Sequence[Action]:
        raise RuntimeError("too much sun")


def test_errors_that_a_bot_catches_itself_are_counted() -> None:
    faulty, sound = play(setup_of(f"{__name__}:Faulty", "traveller")).seats
    assert faulty.faults > 10
    assert faulty.fault == "RuntimeError: too much sun"
    assert sound.faults == 0


class Recorder(Bot):
    """Keeps the views that it gets."""

    name = "recorder"
    seen: list[View] = []  # noqa: RUF012

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        self.seen.append(view)
        return self.rng.choice(legal)


def test_bots_see_only_the_view_of_their_seat() -> None:
    Recorder.seen.clear()
    play(setup_of("traveller", f"{__name__}:Recorder"))
    assert Recorder.seen
    for view in Recorder.seen:
        assert isinstance(view, View)
        assert view.players[0].gold is None
        assert view.players[1].gold is not None


def test_every_seat_of_a_lineup_has_its_own_bot_seed() -> None:
    bots = ("merchant", "traveller")
    one = game_setup(Lineup(7, (0, 1)), bots, Options(2, 0), 1.5)
    two = game_setup(Lineup(7, (1, 0)), bots, Options(2, 0), 1.5)
    assert one.bots == two.bots[::-1] == bots
    assert one.options.seed == two.options.seed == 7
    assert one.budget == 1.5
    assert len({*one.seeds, *two.seeds}) == 4
    assert one == game_setup(Lineup(7, (0, 1)), bots, Options(2, 0), 1.5)
