"""The whole command line, in a separate process where that matters."""

import json
import os
import signal
import subprocess
import sys
import time
from io import BytesIO
from pathlib import Path

import pytest

from naqala import Game
from naqala.bots.value import numpy_backend
from naqala.bots.value.numpy_backend.net import Net
from naqala.cli import main
from tests.cli.terminals import ENGLISH, FRENCH, game_after
from tests.known_bots import CHOOSE

GAMES = Path(__file__).parents[1] / "games"


def naqala(
    *arguments: str, typed: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run the command in a process with this input."""
    return subprocess.run(
        [sys.executable, "-m", "naqala", *arguments],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=120,
        env={**os.environ, "LC_ALL": "C.UTF-8", **environment},
    )


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The message with which a command line is refused."""
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("naqala: ")
    assert err.count("\n") == 1
    return err


def test_play_prints_a_greeting_and_ends_with_the_input() -> None:
    done = naqala("play", typed="")
    assert done.returncode == 0
    assert done.stderr == ""
    assert f"Player 1 against {ENGLISH.bot('sultan')} (game" in done.stdout
    assert "Type ? for help" in done.stdout


def test_play_can_be_in_french() -> None:
    greeting = f"Joueur 1 contre {FRENCH.bot('sultan')} (partie"
    assert greeting in naqala("play", "--lang", "fr").stdout
    assert greeting in naqala("play", LC_ALL="fr_FR.UTF-8").stdout


def test_a_terminal_with_ascii_only_gets_replacements() -> None:
    done = naqala("play", "--lang", "fr", typed="?\n", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "Ressources" in done.stdout
    assert "+--------+" in done.stdout


def test_named_players_are_people_and_bots_play_the_other_seats() -> None:
    done = naqala("play", "--players", "3", "--names", "Ann,[bold]Bob", "--seed", "4", typed="\n")
    assert f"Ann and [bold]Bob against {ENGLISH.bot('sultan')} (game 4)" in done.stdout


def is_waiting(process: subprocess.Popen[bytes]) -> bool:
    state = Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1]
    return state.split()[0] == "S"


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_exit_code_after_ctrl_c_is_130() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "naqala", "play"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # Tests that run in the background of a shell inherit an ignored signal.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        shown = b""
        while not shown.endswith(b"Player 1 > "):
            shown += (more := os.read(process.stdout.fileno(), 65536))
            assert more, f"no prompt: {shown!r}"
        while not is_waiting(
            process
        ):  # a signal is handled only after the process has started to wait
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        shown = process.stdout.read()
        assert process.stderr.read() == b""
    assert process.returncode == 130
    assert b"See you in Naqala" in shown


def test_a_closed_pipe_is_not_an_error(tmp_path: Path) -> None:
    file = tmp_path / "game"
    file.write_text(game_after(10_000).record())
    done = subprocess.run(
        f"{sys.executable} -m naqala replay {file} | head -1",
        shell=True,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert "Traceback" not in done.stderr
    assert done.stderr == ""


def test_simulate_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--games", "2", "--players", "2", "--seed", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 2


def test_replay_reads_standard_input() -> None:
    done = naqala("replay", "-", typed=Game.new(players=2, seed=1).record())
    assert done.returncode == 0
    assert "Round 1" in done.stdout


def test_unusable_files_are_refused_with_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    files = {
        "binary": b"\x00\xff\xfe\x89PNG",
        "empty": b"",
        "other": b"Dear diary,\n",
        "wrong": Game.new(players=2, seed=1).record().replace("seed 1", "seed x").encode(),
        "illegal": (Game.new(players=2, seed=1).record() + "take a1\n").encode(),
        "huge": b"naqala record 1\n" + b"# \n" * 2_000_000,
    }
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    for name in [*files, "missing", "."]:
        for command in (["replay"], ["play", "--load"]):
            assert name.strip(".") in refused(capsys, *command, str(tmp_path / name))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["play", "--players", "7"], "1 to 5 players, not 7"),
        (["play", "--players", "0"], "1 to 5 players, not 0"),
        (["play", "--names", "A,B,C", "--players", "2"], "one name for each, not 3"),
        (["play", "--names", "A,,C"], "a name is 1 to 40"),
        (
            ["play", "--against", "wizard"],
            f"no bot 'wizard'; {CHOOSE}",
        ),
        (["play", "--against", "sultan,"], "no bot ''"),
        (["play", "--against", "sultan,djinn", "--players", "4"], "there are 3 other seats"),
        (["play", "--against", "sultan", "--names", "A,B", "--players", "2"], "no seat is left"),
        (["play", "--against", "sultan", "--budget", "3"], "--budget only applies to a djinn"),
        (["play", "--promos", "nobody"], "no promotional Djinn"),
        (["play", "--seed", "-1"], "a seed is"),
        (["play", "--load", "x", "--seed", "0"], "leave out --seed"),
        (["simulate", "--players", "9"], "1 to 5 players, not 9"),
        (["play", "--players", "5"], "five players need an expansion"),
        (["play", "--solo", "--players", "3"], "--solo is a game for one"),
        (["play", "--solo", "--expansions", "whims"], "without expansions"),
        (["play", "--solo", "--names", "A,B"], "give one name, not 2"),
        (["play", "--solo", "--against", "sultan"], "the opponent is Yazid"),
        (["play", "--expansions", "wims"], "no expansion wims"),
        (["play", "--doubled"], "is for four players"),
        (["play", "--whims", "-", "--expansions", "whims"], "give --whims a file name"),
        (["play", "--load", "x", "--expansions", "whims"], "leave out --expansions"),
        (["play", "--load", "x", "--solo"], "leave out --solo"),
        (["play", "--load", "x", "--whims", "y"], "leave out --whims"),
        (["play", "--load", "x", "--doubled"], "leave out --doubled"),
        (["simulate", "--players", "5"], "five players need an expansion"),
        (["simulate", "--doubled", "--players", "3"], "is for four players"),
        (["simulate", "--promos", "x"], "no promotional Djinn"),
        (["replay", "-", "--step"], "give a file name"),
    ],
)
def test_invalid_options_are_refused_with_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert said in refused(capsys, *arguments)


DECK = """\
[[whims]]
id = "rich"
gold = 42
needs = { viziers = 2 }
"""


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "the weights of the bots are missing or damaged"), ("fr", "les poids des robots")],
)
@pytest.mark.parametrize(
    "command",
    [
        ["advise", f"{GAMES}/base-2-20.naqala", "--at", "3"],
        ["review", f"{GAMES}/base-2-20.naqala", "--picture", "points.svg"],
        ["arena", "merchant", "sultan", "--games", "2", "--plot", "elo.svg"],
        ["arena", "djinn", "--solo", "--games", "2"],
        ["play", "--against", "sultan"],
    ],
    ids=["advise", "review", "arena", "solo", "play"],
)
def test_damaged_weights_are_refused_before_a_game_starts(
    command: list[str],
    language: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def damaged(number: int) -> Net:
        return Net.load(BytesIO(b"PK and nothing else"))

    monkeypatch.setattr(numpy_backend, "net_for", damaged)
    monkeypatch.chdir(tmp_path)
    assert said in refused(capsys, *command, "--lang", language)
    assert not list(tmp_path.iterdir())


def test_a_game_can_use_another_deck_of_whims(tmp_path: Path) -> None:
    """W9"""
    file = tmp_path / "deck.toml"
    file.write_text(DECK)
    done = naqala("play", "--expansions", "whims", "--whims", str(file), typed="log all\n")
    assert done.returncode == 0
    assert "2 Viziers: 42 gold" in done.stdout
    assert done.stdout.count("cit◆✦") + done.stdout.count("cit●✦") == 1


def test_simulate_reads_a_deck_from_standard_input() -> None:
    done = naqala("simulate", "--expansions=whims", "--whims=-", "--games=1", "--json", typed=DECK)
    assert json.loads(done.stdout)["whims"] == ["rich"]


def test_invalid_decks_are_refused_with_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    files = {
        "binary": b"\x00\xff\xfe\x89PNG",
        "empty": b"",
        "prose": b"Dear diary,\n",
        "twice": DECK.encode() * 2,
        "measure": DECK.replace("viziers", "moons").encode(),
        "greedy": DECK.replace("42", "1000").encode(),
        "huge": b"# \n" * 2_000_000,
    }
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    for name in [*files, "missing", "."]:
        for command in ("play", "simulate"):
            file = str(tmp_path / name)
            said = refused(capsys, command, "--expansions", "whims", "--whims", file)
            assert name.strip(".") in said
    (tmp_path / "deck").write_text(DECK)
    assert "only for games with the expansion whims" in refused(
        capsys, "play", "--whims", str(tmp_path / "deck")
    )


def test_solo_is_one_player_against_yazid() -> None:
    for options in (["--solo"], ["--players", "1"]):
        done = naqala("play", *options, "--names", "Ann", "--seed", "3")
        assert done.returncode == 0
        assert "Ann against the sultan Yazid (game 3)" in done.stdout
    assert "contre le sultan Yazid" in naqala("play", "--solo", "--lang", "fr").stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["--players", "5", "--expansions", "whims,artisans"],
        ["--players", "5", "--expansions", "artisans"],
        ["--players", "4", "--doubled"],
        ["--expansions", "whims"],
        ["--solo"],
    ],
)
def test_every_mode_can_be_played_simulated_and_replayed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: list[str]
) -> None:
    file = tmp_path / "evening"
    done = naqala("play", *arguments, "--seed", "3", typed=f"save {file}\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert main(["replay", str(file), "--lang", "en"]) == 0
    assert "Round 1" in capsys.readouterr().out
    assert main(["simulate", *arguments, "--games", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 2


@pytest.mark.parametrize("arguments", [["fly"], ["play", "--fly"], ["simulate", "--games", "0"]])
def test_unknown_arguments_show_the_usage(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert "usage: naqala" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["play", "simulate", "arena", "replay", "bench"])
def test_every_command_has_help_with_examples(
    capsys: pytest.CaptureFixture[str], command: str
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([command, "--help"])
    assert stopped.value.code == 0
    assert f"  naqala {command}" in capsys.readouterr().out


def test_help_is_in_the_requested_language_or_that_of_the_environment(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for given in (["play", "--help", "--lang", "fr"], ["--help", "--lang=fr"]):
        with pytest.raises(SystemExit):
            main(given)
        assert "exemples\N{NO-BREAK SPACE}:" in capsys.readouterr().out
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert main([]) == 0
    assert "Jouez au jeu" in capsys.readouterr().out


def test_without_a_command_the_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert "examples:" in capsys.readouterr().out
