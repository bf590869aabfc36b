"""`naqala verify`: fair, unfair or unknown."""

from __future__ import annotations

from pathlib import Path

import pytest

from naqala import Game
from naqala.cli import main
from naqala.tables.log.fairness import commitment, remarked

NONCE = "00ff" * 8


@pytest.fixture
def record(tmp_path: Path) -> Path:
    game = Game.new(players=2, seed=7)
    game.play("bid 3")
    path = tmp_path / "game.naqala"
    path.write_text(remarked(game.record(), 7, NONCE, chosen=False))
    return path


def said(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str]:
    status = main(["verify", *map(str, arguments)])
    told = capsys.readouterr()
    return status, " ".join((told.out + told.err).replace("\u00a0", " ").split())


def test_a_fair_record_is_confirmed(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    status, text = said(capsys, record, "--lang", "en")
    assert status == 0
    assert text.startswith("Fair. ")
    assert text.endswith(commitment(7, NONCE))
    status, text = said(capsys, record, "--lang", "en", "--commitment", commitment(7, NONCE))
    assert (status, "compare" in text) == (0, False)
    assert said(capsys, record, "--lang", "fr")[1].startswith("Équitable. La graine")


def test_a_record_with_another_seed_is_not_fair(
    capsys: pytest.CaptureFixture[str], record: Path
) -> None:
    record.write_text(record.read_text().replace("seed 7", "seed 8"))
    status, text = said(capsys, record, "--lang", "en")
    assert (status, text[:9]) == (1, "Not fair.")
    status, text = said(capsys, record, "--lang", "fr")
    assert (status, text[:10]) == (1, "Pas équita")


def test_a_record_with_another_commitment_is_not_fair(
    capsys: pytest.CaptureFixture[str], record: Path
) -> None:
    status, text = said(capsys, record, "--lang", "en", "--commitment", commitment(8, NONCE))
    assert (status, text[:9]) == (1, "Not fair.")


@pytest.mark.parametrize(
    ("change", "english", "french"),
    [
        (("# nonce", "# note"), "Cannot be checked. This record", "Invérifiable. Cet"),
        (("# nonce", "# chosen: yes\n# nonce"), "Cannot be checked. The seed", "Invérifiable. La"),
        (("bid 3", "bid 4"), "naqala: cannot be checked:", "naqala: vérification impossible : "),
        (
            ("naqala record", "a diary"),
            "naqala: cannot be checked:",
            "naqala: vérification impossible : ",
        ),
    ],
)
def test_an_incomplete_record_cannot_be_checked(
    capsys: pytest.CaptureFixture[str],
    record: Path,
    change: tuple[str, str],
    english: str,
    french: str,
) -> None:
    record.write_text(record.read_text().replace(*change))
    for language, start in (("en", english), ("fr", french)):
        status, text = said(capsys, record, "--lang", language)
        assert status == 2
        assert text.startswith(start)


def test_an_invalid_commitment_is_refused(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    status, text = said(capsys, record, "--lang", "fr", "--commitment", "12")
    assert status == 2
    assert "64 caractères" in text
    assert said(capsys, record.parent / "none", "--lang", "en")[0] == 2
