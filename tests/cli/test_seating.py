"""Who sits where."""

from pathlib import Path

import pytest

from naqala import Game
from naqala.bots import BOT_BUDGETS
from naqala.bots.external import NotABot
from naqala.cli.errors import CommandError
from naqala.cli.saved_games import tag_seats
from naqala.cli.seating import USUAL, SeatPlayer, all_names, check_budget, opponents, seating
from naqala.text import Catalogue
from tests.cli.terminals import ENGLISH, FRENCH, LANGUAGES
from tests.known_bots import CHOOSE, FRENCH_NAMES


def test_one_opponent_takes_all_seats_and_several_take_one_each() -> None:
    assert opponents(["merchant"], 3) == ("merchant",) * 3
    assert opponents(["Djinn", "person"], 2) == ("djinn", None)


def test_the_default_opponents_are_sultans() -> None:
    assert USUAL == "sultan"
    assert opponents([], 2) == ("sultan", "sultan")
    assert opponents([], 0) == ()


@pytest.mark.parametrize(
    ("against", "seats", "said"),
    [
        (["wizard"], 1, f"no bot 'wizard'; {CHOOSE}, person"),
        ([""], 1, "no bot ''"),
        (["sultan", "1"], 2, "no bot '1'"),
        (["sultan"], 0, "no seat is left"),
        (["sultan", "djinn"], 1, "2 opponents were given, but there is 1 other seat"),
        (["sultan", "djinn"], 3, "2 opponents were given, but there are 3 other seats"),
    ],
)
def test_invalid_opponents_are_refused(against: list[str], seats: int, said: str) -> None:
    with pytest.raises(CommandError, match=said):
        opponents(against, seats)


OWN = """
from naqala.bots import Bot

class Nomad(Bot):
    name = "The Nomad, of the sands"
    asked = 0

    def choose(self, view, legal):
        self.asked += 1
        return str(legal[0]) if self.asked < 3 else "sing"
"""


def test_a_bot_of_your_own_keeps_its_seat_and_its_name(tmp_path: Path) -> None:
    """Unlike the others it may remember what it did, so it is not made anew for every turn."""
    file = tmp_path / "mine.py"
    file.write_text(OWN)
    (player,) = opponents([f"{file}:Nomad"], 1)
    game = Game.new(players=2, seed=1)
    seats = seating(game.options, (player, None), ENGLISH, 2.5)
    assert seats.names == ("The Nomad of the sands", "Player 2")
    assert (found := seats.opponent(game)) is not None
    assert found is seats.opponent(game)
    assert found.budget == 2.5
    for faults in (0, 0, 1):
        assert found.decide(game.view(0), game.legal()) == game.legal()[0]
        assert found.faults == faults
    check_budget(2.5, (player, None))
    tag_seats(game, seats)
    assert game.tags["bots"] == "The-Nomad-of-the-sands person"
    with pytest.raises(NotABot, match="has no attribute"):
        opponents([f"{file}:Nobody"], 1)


def test_a_budget_requires_a_djinn() -> None:
    check_budget(5, (None, "djinn"))
    check_budget(None, (None, "sultan"))
    with pytest.raises(CommandError, match="--budget only applies to a djinn"):
        check_budget(5, (None, "sultan"))


@pytest.mark.parametrize(
    ("named", "bots", "names"),
    [
        ((), (None, "sultan"), ("Player 1", "Sharp")),
        (("Ann",), (None, "sultan", "djinn"), ("Ann", "Sharp", "Fierce")),
        (("Ann",), (None, "sultan", "sultan"), ("Ann", "Sharp 2", "Sharp 3")),
        (("Ann",), (None, None, "merchant"), ("Ann", "Player 2", "Calm")),
        (("Fair",), (None, "vizier"), ("Fair", "Fair 2")),
        (("Ann", "Bob"), (None, "vizier"), ("Ann", "Fair")),
    ],
)
def test_bots_are_named_by_strength_and_numbered_by_seat(
    named: tuple[str, ...], bots: tuple[SeatPlayer, ...], names: tuple[str, ...]
) -> None:
    assert all_names(named, bots, ENGLISH) == names


def test_bots_have_french_names() -> None:
    assert all_names((), list(BOT_BUDGETS), FRENCH) == FRENCH_NAMES


@pytest.mark.parametrize("words", LANGUAGES)
def test_every_bot_has_a_name(words: Catalogue) -> None:
    assert {key for key in words.messages if key.startswith("bot.")} == {
        f"bot.{b}" for b in BOT_BUDGETS
    }


@pytest.mark.parametrize("words", LANGUAGES)
def test_no_bot_has_the_name_of_a_tribe_or_a_djinn(words: Catalogue) -> None:
    """A log line such as "The Merchant kills" would be ambiguous."""
    taken = {value.lower() for key, value in words.messages.items() if key.startswith("tribe.")}
    for bot in BOT_BUDGETS:
        assert words.bot(bot).lower() not in taken | {"djinn", "sultan"}


def test_seats_without_a_bot_are_people() -> None:
    game = Game.new(players=3, seed=1)
    assert seating(game.options, (None, "sultan", None), ENGLISH).people == [0, 2]


def test_an_opponent_repeats_its_choice_in_the_same_position() -> None:
    game = Game.new(players=2, seed=1)
    seats = seating(game.options, ("traveller", "traveller"), ENGLISH)
    while not game.over:
        one, other = seats.opponent(game), seats.opponent(game.copy())
        assert one is not None
        assert other is not None
        choice = one.choose(game.view(game.seat), game.legal())
        assert choice == other.choose(game.view(game.seat), game.legal())
        game.play(choice)


def test_the_seat_of_a_person_has_no_bot() -> None:
    game = Game.new(players=2, seed=1)
    assert seating(game.options, (None, None), ENGLISH).opponent(game) is None


def test_the_budget_is_used_only_by_the_djinn() -> None:
    game = Game.new(players=2, seed=1)
    for bot, budget in (("djinn", 9), ("sultan", BOT_BUDGETS["sultan"])):
        found = seating(game.options, (bot, bot), ENGLISH, 9).opponent(game)
        assert found is not None
        assert (found.name, found.budget) == (bot, budget)
