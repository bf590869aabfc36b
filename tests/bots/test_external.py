"""Bots from other packages and files: loaded by location in every process, or refused."""

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


def test_a_bot_is_loaded_from_a_file(file: str) -> None:
    loaded = load_bot(f"{file}:Nomad", 3, 1.5)
    assert isinstance(loaded, Bot)
    assert (loaded.name, loaded.budget) == ("nomad", 1.5)


def test_a_bot_is_loaded_from_a_module() -> None:
    assert type(load_bot("naqala.bots.merchant:Merchant")) is type(bot("merchant"))


def test_an_external_bot_plays_the_same_in_other_processes(file: str) -> None:
    contest = match([f"{file}:Nomad", "traveller"], Options(2, seed=5), 4)
    here, there = (in_order(contest, results(contest, jobs)) for jobs in (1, 2))
    points = [
        [[seat.points for seat in played.seats] for _, played in one] for one in (here, there)
    ]
    assert points[0] == points[1]
    assert not any(seat.faults for _, played in here for seat in played.seats)


@pytest.mark.parametrize(
    ("location", "said"),
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
def test_a_location_without_a_bot_is_refused(location: str, said: str, file: str) -> None:
    with pytest.raises(NotABot, match=r"is not a bot: .*; write FILE\.py:CLASS") as refused:
        match([location.format(file=file), "traveller"], Options(2, seed=5), 2)
    assert said in str(refused.value)


def test_a_file_with_a_syntax_error_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("class Nomad(:")
    with pytest.raises(NotABot, match="SyntaxError"):
        load_bot(f"{path}:Nomad")


def test_the_registry_does_not_load_external_bots(file: str) -> None:
    """Tables on a server and saved games name their bots, which must not execute code."""
    with pytest.raises(UnknownBot, match="there is no bot"):
        bot(f"{file}:Nomad")


@pytest.mark.parametrize("name", ["wizard", "", "Sultan"])
def test_an_unknown_name_without_a_location_lists_the_bots_of_the_registry(name: str) -> None:
    with pytest.raises(UnknownBot, match=CHOOSE):
        load_bot(name)
