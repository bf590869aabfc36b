"""Recorded games of every mode, replayed to the same results; `make.py` creates them."""

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from shutil import which

import pytest

import naqala
from naqala import Game
from tests.games import digests, expected, make
from tests.games.make import MODES, Mode
from tests.games.shown import EVERYTHING, box_of

KNOWN = expected.read()
OTHERS = [f"3.{minor}" for minor in range(11, 15) if minor != sys.version_info.minor]
"""The versions of Python other than this one."""
GAMES = KNOWN["games"]
OF_BOX = {
    box: [name for name in GAMES if name.partition("-")[0] == box and "doubled" not in name]
    for box in EVERYTHING
} | {"doubled": [name for name in GAMES if "doubled" in name]}


@cache
def replayed(name: str) -> Game:
    return Game.load(expected.text_of(name))


def mode_of(game: Game) -> Mode:
    options = game.options
    boxes = tuple(box for box in ("whims", "artisans") if box in options.expansions)
    return Mode(options.players, boxes, tuple(options.promos), options.doubled)


def test_every_record_has_expected_results() -> None:
    assert expected.names() == sorted(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_has_the_expected_results(name: str) -> None:
    """E3, E4, S6: the same events, the same position, the same points by source."""
    game = replayed(name)
    assert game.over
    assert expected.outcome_of(game) == GAMES[name]
    assert game.record() == expected.text_of(name)


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_is_named_after_its_mode(name: str) -> None:
    game = replayed(name)
    assert name in OF_BOX[box_of(game.options)]
    assert name.startswith("solo-" if game.options.players == 1 else f"{mode_of(game)}-")


@pytest.mark.parametrize(
    ("box", "what"), [(box, what) for box, things in EVERYTHING.items() for what in things]
)
def test_some_recorded_game_of_the_box_shows(box: str, what: str) -> None:
    """EVERYTHING names the rule for each of them."""
    shows = {shown for name in OF_BOX[box] for shown in GAMES[name]["shows"]}
    assert what in shows, EVERYTHING[box][what]


@pytest.mark.parametrize("mode", MODES, ids=str)
def test_every_mode_has_recorded_games(mode: Mode) -> None:
    """S5, C4, C9, W10"""
    assert sum(mode_of(replayed(name)) == mode for name in GAMES) >= MODES[mode]


def test_there_are_enough_games_of_the_base_box() -> None:
    assert len(OF_BOX["base"]) >= 14


@pytest.mark.parametrize("box", [box for box in EVERYTHING if box != "solo"])
def test_a_recorded_game_can_be_created_again(box: str) -> None:
    """The script still creates the stored games."""
    name = min(OF_BOX[box], key=lambda name: len(expected.text_of(name)))
    game = replayed(name)
    assert make.play(mode_of(game), game.options.seed).record() == expected.text_of(name)


@pytest.mark.parametrize("name", digests.GAMES)
def test_random_games_have_the_stored_digests(name: str) -> None:
    """S6: the digests do not depend on the machine."""
    assert digests.of_mode(name) == KNOWN["random"][name]


@cache
def pythons() -> dict[str, str]:
    """Every installed Python from 3.11 on, by version."""
    found: dict[str, str] = {}
    names = [f"python3.{minor}" for minor in range(11, 16)]
    paths = [path for name in names if (path := which(name))]
    installed = Path.home() / ".pyenv" / "versions"
    paths += [str(path) for name in names for path in installed.glob(f"*/bin/{name}")]
    for path in paths:
        command = [path, "-c", "import sys; print('{}.{}'.format(*sys.version_info))"]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
        if done.returncode == 0:
            found.setdefault(done.stdout.strip(), path)
    return found


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_games_do_not_depend_on_the_hash_seed(hash_seed: str) -> None:
    """S6"""
    assert digests_in(sys.executable, hash_seed) == KNOWN["random"]


@pytest.mark.parametrize("version", OTHERS)
def test_games_do_not_depend_on_the_version_of_python(version: str) -> None:
    """S6"""
    path = pythons().get(version)
    if path is None:
        pytest.skip(f"Python {version} is not installed here")
    assert digests_in(path, hash_seed="4242") == KNOWN["random"]


def digests_in(python: str, hash_seed: str) -> object:
    """The digests that a separate process prints."""
    package = Path(naqala.__file__).parent.parent
    environment = os.environ | {
        "PYTHONHASHSEED": hash_seed,
        "PYTHONPATH": str(package),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    script = [python, str(expected.HERE / "digests.py")]
    run = subprocess.run(
        script, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert run.stderr == ""
    return json.loads(run.stdout)
