"""`naqala dataset`, and the option `--out` of `simulate` and `arena`."""

import csv
import errno
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from naqala.cli import main
from naqala.cli.errors import INTERRUPTED
from naqala.datasets import TABLES, DataSet, FinishedGame, table_files

SIMULATE = ["simulate", "--games", "3", "--solo", "--seed", "4"]
ARENA = ["arena", "traveller", "merchant", "--games", "4", "--seed", "5"]
TO_CSV = ["--out", "set", "--format", "csv"]
FILES = {"dataset.json", "records.naqala", *(f"{table}.csv" for table in TABLES)}


def table(name: str, folder: str = "set") -> list[dict[str, str]]:
    with Path(folder, f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return [*csv.DictReader(file)]


def without_times(text: str) -> object:
    def clean(found: object) -> object:
        if isinstance(found, dict):
            return {key: clean(value) for key, value in found.items() if "second" not in key}
        return [clean(each) for each in found] if isinstance(found, list) else found

    return clean(json.loads(text))


@pytest.mark.parametrize("command", [SIMULATE, ARENA], ids=["simulate", "arena"])
def test_the_report_is_the_same_with_and_without_a_data_set(
    capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    assert main([*command, "--json"]) == 0
    alone = capsys.readouterr()
    assert main([*command, "--json", *TO_CSV]) == 0
    stored = capsys.readouterr()
    assert without_times(stored.out) == without_times(alone.out)
    assert {path.name for path in Path("set").iterdir()} == FILES
    assert f"{len(table('games'))} games are in set: records, and the tables" in stored.err


def stop_after_one(self: DataSet, *_: object) -> Iterator[FinishedGame]:
    yield next(iter(play(self)))
    raise KeyboardInterrupt


play = DataSet.play


@pytest.mark.parametrize(
    "command", [[*SIMULATE, *TO_CSV], [*ARENA, *TO_CSV]], ids=["simulate", "arena"]
)
def test_after_ctrl_c_the_same_command_plays_the_rest(
    capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DataSet, "play", stop_after_one)
        assert main(command) == INTERRUPTED
    assert "The same command plays the others." in capsys.readouterr().err
    assert not Path("set", "games.csv").exists()
    assert main(command) == 0
    assert "games; the others are played now." in capsys.readouterr().err
    numbers = [row["game"] for row in table("games")]
    assert numbers == [str(number) for number in range(len(numbers))]


def test_all_modes_are_in_one_set(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["dataset", "set", "--games", "16", "--bots", "traveller", "--format", "csv"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DataSet, "play", stop_after_one)
        assert main(command) == INTERRUPTED
    assert "The same command plays the others." in capsys.readouterr().err
    assert main(command) == 0
    assert "52 games are in set" in capsys.readouterr().err
    modes = Counter((row["players"], row["mode"]) for row in table("games"))
    boxes = ("base", "whims", "artisans", "both")
    assert modes == {("1", "solo"): 1} | {
        (str(players), box): players
        for players in range(2, 6)
        for box in boxes
        if players < 5 or box != "base"
    }
    described = json.loads(Path("set", "dataset.json").read_text(encoding="utf-8"))
    assert described["command"] == (
        "naqala dataset DIR --games 16 --bots traveller --seed 30000000 --budget 60"
    )


class FullDisk:
    """A disk with room for one file."""

    def __init__(self) -> None:
        self.files = 0

    def __call__(self, _: int) -> None:
        self.files += 1
        if self.files > 1:
            raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("command", [SIMULATE, ARENA], ids=["simulate", "arena"])
@pytest.mark.parametrize(
    ("case", "english", "french"),
    [
        ("complete", "set already contains a complete", "set contient déjà un ensemble"),
        ("other", "games of another command: naqala simulate --games 9", "d’une autre commande"),
        ("foreign", "set is not empty and not a data set", "set n’est ni vide ni un ensemble"),
        ("file", "part of the path is not a folder", "n’est pas un dossier"),
        ("missing", "no such file or folder", "fichier ou dossier introuvable"),
        ("full", "the disk is full; games that are", "le disque est plein ; les parties déjà"),
        ("pyarrow", "pip install 'naqala[data]', or", "pip install 'naqala[data]', ou"),
        ("seed", "needs seeds up to 9223372036854775807", "graines jusqu’à 9223372036854775807"),
    ],
)
def test_what_cannot_be_stored_is_refused_with_a_sentence(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    command: list[str],
    case: str,
    english: str,
    french: str,
) -> None:
    options = TO_CSV
    if case == "complete":
        Path("set").mkdir()
        Path("set", "dataset.json").write_text(
            '{"version": 1, "rows": {"games": 3}}', encoding="utf-8"
        )
    elif case == "other":
        Path("set").mkdir()
        stored = '{"version": 1, "rows": null, "command": "naqala simulate --games 9"}'
        Path("set", "dataset.json").write_text(stored, encoding="utf-8")
    elif case == "foreign":
        Path("set").mkdir()
        Path("set", "letter").write_text("dear", encoding="utf-8")
    elif case == "file":
        Path("set").write_text("dear", encoding="utf-8")
    elif case == "missing":
        options = ["--out", "no/set", "--format", "csv"]
    elif case == "full":
        monkeypatch.setattr("naqala.datasets.data_set.os.fsync", FullDisk())
    elif case == "pyarrow":
        monkeypatch.setattr(table_files, "find_spec", lambda name: None)
        options = ["--out", "set"]
    else:
        options = [*TO_CSV, "--seed", str(2**63)]
    for language, said in (("en", english), ("fr", french)):
        assert main([*command, *options, "--lang", language]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("naqala: ")
        assert said in err.replace("\N{NO-BREAK SPACE}", " ").replace("\u202f", " ")
        assert "Traceback" not in err


def test_a_home_that_does_not_exist_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SIMULATE, "--out", "~no-such-user/set", "--format", "csv"]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_a_strict_match_keeps_the_games_before_the_fault(
    capsys: pytest.CaptureFixture[str],
) -> None:
    source = """
from naqala.bots import Bot

class Broken(Bot):
    name = "broken"

    def choose(self, view, legal):
        return "nonsense"
"""
    Path("broken.py").write_text(source, encoding="utf-8")
    command = ["arena", "broken.py:Broken", "traveller", "--games", "2", *TO_CSV]
    assert main([*command, "--strict"]) == 1
    assert "broken failed" in capsys.readouterr().err
    assert main(command) == 0
    faults = {row["bot"]: int(row["faults"]) for row in table("scores")}
    assert faults["broken"] > 0
    assert faults["traveller"] == 0
