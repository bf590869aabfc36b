"""Bots from elsewhere: found by their place, in every process, or refused in a sentence."""

from pathlib import Path

import pytest

from naqala.bots import Bot, UnknownBot, bot
from naqala.bots.arena.match import in_order, match, results
from naqala.bots.external import NotABot, load_bot
from naqala.rules.state import Options
from tests.known_bots import CHOOSE

NOMAD = """
from naqala.bots import Bot

class Nomad(Bot):
    name = "nomad"

    def choose(self, view, legal):
        return legal[-1]

class Stranger:
    def choose(self, view, legal):
        return legal[0]

class Seedless(Nomad):
    def __init__(self):
        pass

someone = Nomad()
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "mine.py"
    path.write_text(NOMAD)
    return str(path)


def test_a_class_of_a_file_is_a_bot(file: str) -> None:
    guest = load_bot(f"{file}:Nomad", 3, 1.5)
    assert isinstance(guest, Bot)
    assert (guest.name, guest.budget) == ("nomad", 1.5)


def test_a_class_of_a_module_is_a_bot() -> None:
    assert type(load_bot("naqala.bots.merchant:Merchant")) is type(bot("merchant"))


def test_a_guest_plays_the_same_in_other_processes(file: str) -> None:
    contest = match([f"{file}:Nomad", "traveller"], Options(2, seed=5), 4)
    here, there = (in_order(contest, results(contest, jobs)) for jobs in (1, 2))
    points = [
        [[seat.points for seat in played.seats] for _, played in one] for one in (here, there)
    ]
    assert points[0] == points[1]
    assert not any(seat.faults for _, played in here for seat in played.seats)


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("{file}:Nobody", "has no attribute 'Nobody'"),
        ("{file}:Stranger", "Stranger is not derived from Bot"),
        ("{file}:someone", "someone is not derived from Bot"),
        ("{file}:Seedless", "takes 1 positional argument"),
        ("{file}:", "no attribute"),
        ("nowhere.py:Nomad", "FileNotFoundError"),
        ("no.such.module:Nomad", "ModuleNotFoundError"),
        (":Nomad", "ValueError"),
    ],
)
def test_a_place_without_a_bot_is_refused_in_a_sentence(place: str, said: str, file: str) -> None:
    with pytest.raises(NotABot, match=r"is not a bot: .*; write FILE\.py:CLASS") as refused:
        match([place.format(file=file), "traveller"], Options(2, seed=5), 2)
    assert said in str(refused.value)


def test_code_that_cannot_be_read_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("class Nomad(:")
    with pytest.raises(NotABot, match="SyntaxError"):
        load_bot(f"{path}:Nomad")


def test_the_ladder_knows_no_places(file: str) -> None:
    """Tables of a server and saved games name their bots, and must not run code by that."""
    with pytest.raises(UnknownBot, match="there is no bot"):
        bot(f"{file}:Nomad")


@pytest.mark.parametrize("name", ["wizard", "", "Sultan"])
def test_without_a_place_the_ladder_is_told(name: str) -> None:
    with pytest.raises(UnknownBot, match=CHOOSE):
        load_bot(name)
