"""`naqala arena`."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from naqala.bots.arena.match import Match, Result, results
from naqala.bots.arena.parallel import NoWorkers
from naqala.cli import main
from naqala.cli.commands import arena
from naqala.cli.commands.arena import Arena
from naqala.cli.errors import INTERRUPTED
from naqala.rules.state import Options
from tests.cli.terminals import ENGLISH, fake_console, output_of
from tests.known_bots import CHOOSE

QUICK = ["arena", "traveller", "traveller", "--games", "4"]


def json_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    """Run a match and parse the JSON that it prints."""
    assert main([*arguments, "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    found: dict[str, object] = json.loads(out)
    return found


def without_times(found: object) -> object:
    if isinstance(found, dict):
        return {key: without_times(value) for key, value in found.items() if key != "seconds"}
    return [without_times(each) for each in found] if isinstance(found, list) else found


def test_a_match_prints_its_report_and_how_to_repeat_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([*QUICK, "--seed", "3"]) == 0
    out, err = capsys.readouterr()
    assert "traveller 2" in out
    assert "To repeat: naqala arena traveller traveller --games 4 --players 2 --seed 3" in out
    assert err == ""


def test_a_report_can_be_in_french(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*QUICK, "--lang", "fr"]) == 0
    out, _ = capsys.readouterr()
    assert "Origine des points" in out
    assert "Pour recommencer" in out


@pytest.mark.parametrize(
    "options",
    [
        ["--mode", "both", "--players", "3", "--promos", "dhenim"],
        ["--players", "4", "--doubled", "--seed", "9"],
        ["--solo", "--budget", "0.5"],
        ["--expansions", "whims"],
    ],
)
def test_the_printed_command_repeats_the_match(
    capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    first = json_of(capsys, *QUICK, *options)
    again = shlex.split(str(first["command"]))
    assert again[0] == "naqala"
    assert without_times(json_of(capsys, *again[1:])) == without_times(first)
    assert first["complete"] is True


def test_modes_select_expansions(capsys: pytest.CaptureFixture[str]) -> None:
    boxes = {"base": [], "whims": ["whims"], "artisans": ["artisans"],
             "both": ["artisans", "whims"]}  # fmt: skip
    for mode, expansions in boxes.items():
        found = json_of(capsys, "arena", "traveller", "--games", "1", "--mode", mode)
        assert found["expansions"] == expansions


def test_jobs_do_not_change_the_results(capsys: pytest.CaptureFixture[str]) -> None:
    one = json_of(capsys, *QUICK)
    assert without_times(json_of(capsys, *QUICK, "--jobs", "2")) == without_times(one)


def test_the_picture_is_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "elo.svg"
    file.write_text("old")
    assert main([*QUICK, "--plot", str(file)]) == 0
    assert file.read_text().startswith("<svg")
    assert [each.name for each in tmp_path.iterdir()] == ["elo.svg"]
    assert "elo.svg" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["arena", "wizard", "sultan"], f"no bot 'wizard'; {CHOOSE}"),
        (["arena", "sultan", "--players", "5"], "five players need an expansion"),
        (["arena", "sultan", "--players", "6"], "1 to 5 players, not 6"),
        (["arena", "sultan", "--solo", "--mode", "whims"], "without expansions"),
        (["arena", "sultan", "--mode", "whims", "--expansions", "whims"], "leave one of them out"),
        (["arena", "sultan", "--seed", "-1"], "a seed is"),
        (["arena", "sultan", "--doubled"], "is for four players"),
        (["arena", "sultan", "--cluster", "nowhere"], "no Dask scheduler answers at 'nowhere'"),
        (["arena", "sultan", "--plot", "/no/such/folder/x.svg"], "no such file or folder"),
    ],
)
def test_an_invalid_match_is_refused_with_one_sentence(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    said: str,
) -> None:
    if "--cluster" not in arguments:
        monkeypatch.setattr(arena, "results", lambda *_: pytest.fail("it was begun"))
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert err.splitlines()[-1].startswith("naqala: ")
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("arguments", "english", "french"),
    [
        (["--mode", "moon"], "'moon' is not known; choose from", "« moon » est inconnu"),
        (["--games", "0"], "not a number of games", "n’est pas un nombre de parties"),
        (["--games", "-4"], "not a number of games", "n’est pas un nombre de parties"),
        (["--jobs", "0"], "not a number of jobs from 1 to", "nombre de tâches"),
        (["--jobs", "many"], "nor 'all'", "ni « all »"),
        (["--budget", "0"], "not a number of seconds", "nombre de secondes"),
        (["--budget", "nan"], "not a number of seconds", "nombre de secondes"),
        (["--budget", "1e9"], "up to 3600", "jusqu’à 3600"),
        (["--budget", "soon"], "not a number of seconds", "nombre de secondes"),
    ],
)
def test_invalid_values_are_refused_in_both_languages(
    capsys: pytest.CaptureFixture[str], arguments: list[str], english: str, french: str
) -> None:
    for language, said in (("en", english), ("fr", french)):
        with pytest.raises(SystemExit) as stopped:
            main(["arena", "sultan", "--lang", language, *arguments])
        assert stopped.value.code == 2
        assert said in capsys.readouterr().err.replace("\u00a0", " ")


def test_all_jobs_use_all_processors(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*QUICK, "--jobs", "all"]) == 0
    assert "4 games" in capsys.readouterr().out


def results_until(after: int, stop: BaseException) -> object:
    """Replace `results` by a function that stops after some games."""

    def cut(match: Match, jobs: int, cluster: str | None) -> Iterator[Result]:
        for nth, each in enumerate(results(match)):
            if nth == after:
                raise stop
            yield each

    return cut


def test_an_interrupted_match_reports_its_complete_seeds_without_a_picture(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(arena, "results", results_until(3, KeyboardInterrupt()))
    out, err = fake_console(), fake_console()
    file = tmp_path / "elo.svg"
    contest = Arena(["traveller", "traveller"], Options(2, 0), 8, None, ENGLISH, out, err)
    assert contest.run(plot=str(file)) == INTERRUPTED
    assert output_of(out).startswith("PARTIAL: 2 of 8 games")
    assert output_of(err) == "Stopped after 3 of 8 games. No picture was written.\n"
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_match_is_marked_in_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "results", results_until(2, KeyboardInterrupt()))
    out, err = fake_console(), fake_console()
    contest = Arena(["traveller", "traveller"], Options(2, 0), 8, None, ENGLISH, out, err)
    assert contest.run(as_json=True) == INTERRUPTED
    found = json.loads(output_of(out))
    assert (found["complete"], found["games"], found["wanted"]) == (False, 2, 8)


def test_a_match_without_a_complete_seed_has_no_report(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(arena, "results", results_until(1, KeyboardInterrupt()))
    out, err = fake_console(), fake_console()
    contest = Arena(["traveller", "traveller"], Options(2, 0), 8, None, ENGLISH, out, err)
    assert contest.run() == INTERRUPTED
    assert output_of(out) == ""
    assert "nothing to report" in output_of(err)


def test_a_lost_cluster_leads_to_a_partial_report(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        arena, "results", results_until(2, NoWorkers("workers_lost", address="tcp://somewhere:1"))
    )
    out, err = fake_console(), fake_console()
    contest = Arena(["traveller", "traveller"], Options(2, 0), 8, None, ENGLISH, out, err)
    with pytest.raises(NoWorkers, match="no longer answers"):
        contest.run(cluster="tcp://somewhere:1")
    assert output_of(out).startswith("PARTIAL: 2 of 8 games")


def test_a_terminal_shows_a_progress_bar() -> None:
    err = fake_console(screen=True)
    Arena(["traveller"], Options(2, 0), 4, None, ENGLISH, fake_console(), err).run()
    assert "Playing" in output_of(err)
    assert "4/4" in output_of(err)


def test_ctrl_c_stops_all_processes_with_a_partial_report(tmp_path: Path) -> None:
    """As from a terminal, the signal goes to the whole process group, once the bar has moved."""
    command = [sys.executable, "-m", "naqala", "arena", "traveller", "traveller"]
    screen, terminal = os.openpty()
    with subprocess.Popen(
        [*command, "--games", "9000000", "--jobs", "2", "--plot", str(tmp_path / "x.svg")],
        stdout=subprocess.PIPE,
        stderr=terminal,
        text=True,
        start_new_session=True,
        # Tests that run in the background of a shell inherit an ignored signal.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        env={**os.environ, "LC_ALL": "C.UTF-8", "TERM": "xterm", "COLUMNS": "100"},
    ) as process:
        os.close(terminal)
        shown = ""
        while not re.search(r"[1-9]\d*/9000000", shown):
            shown += os.read(screen, 10_000).decode(errors="replace")
        os.killpg(process.pid, signal.SIGINT)
        with suppress(OSError):  # the other end of the terminal is closed
            while more := os.read(screen, 10_000):
                shown += more.decode(errors="replace")
        out, _ = process.communicate(timeout=60)
    os.close(screen)
    assert process.returncode == INTERRUPTED
    assert "Stopped after " in shown
    assert "Traceback" not in shown
    assert "PARTIAL" in out or "nothing to report" in shown
    assert list(tmp_path.iterdir()) == []


def test_an_external_bot_is_shown_by_its_own_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.py"
    code = "from naqala.bots.traveller import Traveller\n\nclass Mine(Traveller):\n    name = %r\n"
    file.write_text(code % "nomad")
    found = json_of(capsys, "arena", f"{file}:Mine", "traveller", "--games", "2")
    assert f"{file}:Mine" in str(found["command"])
    shown = found["bots"]
    assert isinstance(shown, list)
    assert [bot["name"] for bot in shown] == ["nomad", "traveller"]
    assert main(["arena", f"{file}:Yours", "traveller", "--lang", "fr"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "n’est pas un robot" in err
    assert "has no attribute 'Yours'" in err


FAULTY = """
from naqala.bots import Bot

class Faulty(Bot):
    name = "faulty"

    def choose(self, view, legal):
        return legal[0] if len(legal) < 4 else view.sand
"""


def test_faults_are_listed_with_tracebacks_and_strict_stops_at_the_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "faulty.py"
    file.write_text(FAULTY)
    match = ["arena", f"{file}:Faulty", "traveller", "--games", "2", "--jobs", "2"]
    assert main(match) == 0
    out, err = capsys.readouterr()
    assert "faults. Where it gave no legal answer" in " ".join(out.split())
    assert out.count("Traceback (most recent call last)") == 1
    assert "else view.sand" in out
    assert err == ""
    assert main([*match, "--strict"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "else view.sand" in err
    assert "naqala: faulty failed in the game with seed" in err
