"""Reading and writing games."""

import io
import os
import sys
from pathlib import Path

import pytest

from naqala.cli.files import LARGEST, BadFile, check_writable, exists, read_text, write_text
from tests.cli.terminals import ENGLISH


def test_what_was_written_is_read(tmp_path: Path) -> None:
    file = tmp_path / "a game"
    write_text(str(file), "é\n", ENGLISH)
    assert read_text(str(file), ENGLISH) == "é\n"
    assert exists(str(file))
    assert os.listdir(tmp_path) == ["a game"]


def test_marks_and_line_ends_of_other_systems_are_read(tmp_path: Path) -> None:
    file = tmp_path / "game"
    file.write_bytes(b"\xef\xbb\xbfone\r\ntwo\r\n")
    assert read_text(str(file), ENGLISH) == "one\ntwo\n"


def test_a_link_is_followed_and_kept(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_text("old")
    link.symlink_to(real)
    write_text(str(link), "new", ENGLISH)
    assert link.is_symlink()
    assert real.read_text() == "new"


def test_the_standard_input_is_a_file_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"text")))
    assert read_text("-", ENGLISH) == "text"


@pytest.mark.parametrize("name", ["/nowhere/at/all", "/", "\0", "", "x" * 5000])
def test_what_cannot_be_read_is_said(name: str) -> None:
    with pytest.raises(BadFile, match="cannot be read"):
        read_text(name, ENGLISH)


@pytest.mark.parametrize("name", ["/nowhere/at/all", "/", "/dev/null", "\0", "x" * 5000])
def test_what_cannot_be_written_is_said(name: str) -> None:
    with pytest.raises(BadFile, match="cannot be written"):
        write_text(name, "text", ENGLISH)


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "picture"
    file.write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe")
    with pytest.raises(BadFile, match="is not a game"):
        read_text(str(file), ENGLISH)


def test_what_the_file_should_have_been_is_said(tmp_path: Path) -> None:
    file = tmp_path / "picture"
    file.write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe")
    with pytest.raises(BadFile, match="is not a deck of Whims"):
        read_text(str(file), ENGLISH, "deck")


def test_large_files_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "large"
    file.write_bytes(b"x" * (LARGEST + 1))
    with pytest.raises(BadFile, match="too large"):
        read_text(str(file), ENGLISH)


def test_a_file_that_could_not_be_written_is_refused_before(tmp_path: Path) -> None:
    for name in (tmp_path, tmp_path / "missing" / "file", Path("/dev/null"), Path("\0")):
        with pytest.raises(BadFile, match="cannot be written"):
            check_writable(str(name), ENGLISH)
    (tmp_path / "old").write_text("old")
    check_writable(str(tmp_path / "old"), ENGLISH)
    check_writable(str(tmp_path / "new"), ENGLISH)
    assert [each.name for each in tmp_path.iterdir()] == ["old"]
    assert (tmp_path / "old").read_text() == "old"
