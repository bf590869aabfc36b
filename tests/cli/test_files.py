"""Reading and writing files."""

import io
import os
import sys
from pathlib import Path

import pytest

from naqala.cli.files import LARGEST, BadFile, check_writable, exists, read_text, write_text
from tests.cli.terminals import ENGLISH


def test_written_files_can_be_read(tmp_path: Path) -> None:
    file = tmp_path / "a game"
    write_text(str(file), "é\n", ENGLISH)
    assert read_text(str(file), ENGLISH) == "é\n"
    assert exists(str(file))
    assert os.listdir(tmp_path) == ["a game"]


def test_byte_order_marks_and_foreign_line_ends_are_accepted(tmp_path: Path) -> None:
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


def test_a_dash_means_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"text")))
    assert read_text("-", ENGLISH) == "text"


@pytest.mark.parametrize("name", ["/nowhere/at/all", "/", "\0", "", "x" * 5000])
def test_unreadable_files_are_refused(name: str) -> None:
    with pytest.raises(BadFile, match="cannot be read"):
        read_text(name, ENGLISH)


@pytest.mark.parametrize("name", ["/nowhere/at/all", "/", "/dev/null", "\0", "x" * 5000])
def test_unwritable_files_are_refused(name: str) -> None:
    with pytest.raises(BadFile, match="cannot be written"):
        write_text(name, "text", ENGLISH)


def test_binary_files_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "picture"
    file.write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe")
    with pytest.raises(BadFile, match="is not a game"):
        read_text(str(file), ENGLISH)


def test_the_message_names_the_expected_content(tmp_path: Path) -> None:
    file = tmp_path / "picture"
    file.write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe")
    with pytest.raises(BadFile, match="is not a deck of Whims"):
        read_text(str(file), ENGLISH, "deck")


def test_large_files_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "large"
    file.write_bytes(b"x" * (LARGEST + 1))
    with pytest.raises(BadFile, match="too large"):
        read_text(str(file), ENGLISH)


def test_an_unwritable_file_is_refused_in_advance(tmp_path: Path) -> None:
    for name in (tmp_path, tmp_path / "missing" / "file", Path("/dev/null"), Path("\0")):
        with pytest.raises(BadFile, match="cannot be written"):
            check_writable(str(name), ENGLISH)
    (tmp_path / "old").write_text("old")
    check_writable(str(tmp_path / "old"), ENGLISH)
    check_writable(str(tmp_path / "new"), ENGLISH)
    assert [each.name for each in tmp_path.iterdir()] == ["old"]
    assert (tmp_path / "old").read_text() == "old"
