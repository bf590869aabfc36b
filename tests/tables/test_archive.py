"""Export and import of tables."""

from __future__ import annotations

import asyncio
import io
import random
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from naqala.rules import effects
from naqala.rules.events import GoldGained
from naqala.rules.state import State
from naqala.server.ops.settings import Settings, storage_of
from naqala.server.storage.sqlite import Sqlite
from naqala.tables import archive
from naqala.tables.errors import Refusal
from naqala.tables.log import entries
from naqala.tables.log import entries as log
from naqala.tables.log.codec import row_of, state_of
from naqala.tables.log.state import TableState
from naqala.tables.protocol.types import GameOptions
from naqala.tables.storage import EntryRow, Storage, WholeTable
from naqala.tables.views import summary
from naqala.text import catalogue
from tests.server.postgres_cluster import Cluster
from tests.tables.table_builder import GUESTS, MODES, TableBuilder, lobby, started

OLD = Path(__file__).parent / "data" / "tables-1.jsonl"
"""Games of rules version 1 in format 1. The file must never be regenerated."""
NAMES = [digit * 20 for digit in "23456"]


def played(
    name: str, options: GameOptions | None = None, seed: int = 1, limit: int = 30
) -> TableState:
    """A table with a chat message and some random actions."""
    builder = started(options, seed=seed)
    builder.table.id = name
    builder.append(log.Said(0, "Player 1", "Good luck, é ✓\u2028!"), "a" * 64, "s\0 1")
    builder.play(random.Random(seed), limit)
    return builder.table


def whole_table(table: TableState) -> WholeTable:
    rows = [row_of(applied.entry) for applied in table.log]
    return WholeTable(table.id, rows, summary.summary(table))


def export(tables: list[WholeTable], folder: Path) -> bytes:
    """The file that `export` writes for these tables."""
    file = io.BytesIO()

    async def work() -> None:
        storage = Sqlite(folder / f"{sha256(repr(tables).encode()).hexdigest()[:9]}.sqlite3")
        await storage.open()
        await storage.import_tables(tables)
        assert await archive.write(storage, None, file) == len(tables)
        await storage.close()

    asyncio.run(work())
    return file.getvalue()


def import_file(content: bytes, storage: Storage) -> dict[str, list[EntryRow]]:
    """Import a file into an empty storage and return all tables in it."""

    async def work() -> dict[str, list[EntryRow]]:
        await storage.open()
        try:
            try:
                await archive.read(storage, io.BytesIO(content))
            except Refusal:
                assert await storage.names() == []
                raise
            return {name: await storage.load(name) for name in await storage.names()}
        finally:
            await storage.close()

    return asyncio.run(work())


@pytest.fixture
def two_tables(tmp_path: Path) -> bytes:
    """A file with two tables."""
    return export([whole_table(played(name)) for name in NAMES[:2]], tmp_path)


def test_tables_of_every_mode_move_between_databases(cluster: Cluster, tmp_path: Path) -> None:
    tables = [
        whole_table(played(digit * 20, options, limit=10**6 if options.players < 3 else 60))
        for digit, options in zip("23456789", MODES.values(), strict=True)
    ]
    content = export(tables, tmp_path)
    url = cluster.new()
    there = import_file(content, storage_of(Settings(database=url)))
    assert there == {each.table: list(each.rows) for each in tables}
    again = io.BytesIO()

    async def back() -> None:
        storage = storage_of(Settings(database=url))
        await storage.open()
        await archive.write(storage, None, again)
        listed = await storage.tables("running", "", 99)
        running = {
            each.table: each.summary.info for each in tables if each.summary.phase == "running"
        }
        assert {each.table: each.info for each in listed} == running
        await storage.close()

    asyncio.run(back())
    assert again.getvalue() == content


def test_a_removed_player_stays_banned_after_import(
    new_storage: Callable[[], Storage], tmp_path: Path
) -> None:
    builder = lobby(GameOptions(3))
    builder.table.id = NAMES[0]
    builder.append(log.Sat(0, "Ann", GUESTS[0]), GUESTS[0])
    builder.append(log.Sat(1, "Eve", GUESTS[1], "4" * 64), GUESTS[1])
    builder.append(log.SentAway(1, "Eve", "Ann"), GUESTS[0], "x")
    there = import_file(export([whole_table(builder.table)], tmp_path), new_storage())
    table = state_of(NAMES[0], there[NAMES[0]])
    assert [each.entry for each in table.log] == [each.entry for each in builder.table.log]
    assert table.banned == {GUESTS[1]}
    assert summary.summary(table) == summary.summary(builder.table)


def test_only_the_requested_tables_are_exported(new_storage: Callable[[], Storage]) -> None:
    file = io.BytesIO()

    async def work() -> None:
        storage = new_storage()
        await storage.open()
        try:
            await storage.import_tables(whole_table(played(name)) for name in NAMES[:3])
            assert await archive.write(storage, [NAMES[1], NAMES[1]], file) == 1
            with pytest.raises(Refusal, match=f"no table {NAMES[4]}"):
                await archive.write(storage, [NAMES[1], NAMES[4]], io.BytesIO())
            with pytest.raises(Refusal, match=f"{NAMES[1]} is already in this database"):
                await archive.read(storage, io.BytesIO(file.getvalue()))
            assert await storage.names() == NAMES[:3]
        finally:
            await storage.close()

    asyncio.run(work())
    assert NAMES[1].encode() in file.getvalue()
    assert NAMES[0].encode() not in file.getvalue()


def test_nothing_is_imported_if_one_table_exists_already(tmp_path: Path, two_tables: bytes) -> None:
    async def work() -> None:
        storage = Sqlite(tmp_path / "half.sqlite3")
        await storage.open()
        await storage.import_tables([whole_table(played(NAMES[1]))])
        with pytest.raises(Refusal, match=f"{NAMES[1]} is already"):
            await archive.read(storage, io.BytesIO(two_tables))
        assert await storage.names() == [NAMES[1]]
        await storage.close()

    asyncio.run(work())


def test_an_empty_database_is_exported_and_imported(tmp_path: Path) -> None:
    assert import_file(export([], tmp_path), Sqlite(tmp_path / "other.sqlite3")) == {}


def file_of(lines: list[bytes], tables: int = 2) -> bytes:
    """The lines with a matching end line, so that the digest does not reveal the damage."""
    content = b"".join(lines)
    end = archive.EndLine(tables, sha256(content).hexdigest())
    return content + msgspec.json.encode(end) + b"\n"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda lines: b"", "not a file of games"),
        (lambda lines: b"hello\n", "not a file of games"),
        (lambda lines: b"\x00\xff\n" * 9, "not a file of games"),
        (lambda lines: b"naqala record 1\nplayers 2\n", "not a file of games"),
        (lambda lines: b"".join([b'{"naqala":"decks","format":1}\n', *lines[1:]]), "not a file"),
        (lambda lines: b"".join([b'{"naqala":"tables","format":2}\n', *lines[1:]]), "format 2"),
        (lambda lines: b"".join(lines[:-1]), "cut off at line"),
        (lambda lines: b"".join(lines)[:-1], "cut off at line"),
        (lambda lines: b"".join(lines[:9]), "cut off at line 10"),
        (lambda lines: b"".join([*lines, b"\n"]), "damaged"),
        (lambda lines: b"".join([*lines[:5], *lines[6:]]), "damaged: line 6"),
        (lambda lines: b"".join(lines).replace(b"Good luck", b"Bad luck!"), "damaged"),
        (lambda lines: b"".join([lines[0], b"x" * 5_000_000]), "Line 2 .* too large"),
        (lambda lines: b"".join([lines[0], b"[" * 100_000, b"\n"]), "damaged: line 2"),
        (lambda lines: file_of([*lines[:-1], *lines[1:-1]], 4), "twice"),
        (lambda lines: file_of([lines[0], lines[1].replace(b'"2', b'"?'), *lines[2:-1]]), "line 2"),
        (lambda lines: file_of(lines[:-1], 3), "damaged"),
        (
            lambda lines: file_of([lines[0], b'{"table":"x","entries":999999999}\n', *lines[2:]]),
            "damaged: line 2",
        ),
        (
            lambda lines: file_of(
                [each.replace(b'"text":', b'"colour":"red","text":') for each in lines[:-1]]
            ),
            "Line 7 .* a newer version of Naqala wrote it, or it is damaged",
        ),
        (
            lambda lines: file_of(
                [each.replace(b'"seed":"1', b'"seed":"x') for each in lines[:-1]]
            ),
            "its log is damaged",
        ),
        (
            lambda lines: file_of([each.replace(b'"bid ', b'"bad ') for each in lines[:-1]]),
            "cannot be imported",
        ),
    ],
)  # fmt: skip
def test_an_invalid_file_is_refused_completely(
    change: Callable[[list[bytes]], bytes], message: str, two_tables: bytes, tmp_path: Path
) -> None:
    content = change(two_tables.splitlines(keepends=True))
    assert content != two_tables
    with pytest.raises(Refusal, match=message) as refused:
        import_file(content, Sqlite(tmp_path / "other.sqlite3"))
    assert catalogue("fr").error(refused.value) != str(refused.value)


def test_randomly_damaged_files_are_refused(two_tables: bytes) -> None:
    rng = random.Random(3)
    lines = two_tables.splitlines(keepends=True)
    refused = 0
    for _ in range(1500):
        wrong = list(lines[:-1])
        at = rng.randrange(len(wrong))
        line = bytearray(wrong[at])
        for _ in range(rng.randint(1, 3)):
            where = rng.randrange(len(line))
            line[where : where + rng.randint(0, 2)] = rng.choice(
                [b"", b"0", b"-1", b'"', b"{}", b"null", bytes([rng.randrange(256)])]
            )
        wrong[at] = bytes(line)
        content = file_of(wrong)
        try:
            found = list(archive.Reader(io.BytesIO(content)).tables())
        except Refusal:
            refused += 1
        else:
            assert len(found) == 2  # a changed name or chat message is still valid
    assert refused > 1000


def test_old_games_are_still_played_the_same() -> None:
    """If this fails, the rules have changed: increase `entries.RULES` if that is intended."""
    tables = list(archive.Reader(io.BytesIO(OLD.read_bytes())).tables())
    assert len(tables) == len(MODES)
    assert {each.summary.rules for each in tables} == {entries.RULES}


def marked(builder: TableBuilder, number: int, mark: str) -> list[EntryRow]:
    """The log of a table with another mark at one entry."""
    rows = [row_of(applied.entry) for applied in builder.table.log]
    return [each._replace(mark=mark) if each.number == number else each for each in rows]


def test_a_log_whose_marks_do_not_match_is_refused() -> None:
    builder = started()
    builder.play(random.Random(1), 20)
    with pytest.raises(Refusal, match="Entry 9 of this table would now be played differently"):
        state_of("t", marked(builder, 9, "12345678"))
    with pytest.raises(Refusal, match="Entry 4 of this table"):
        state_of("t", marked(builder, 4, "12345678"))
    assert state_of("t", marked(builder, 9, builder.table.log[8].entry.mark)).number == 24


def test_the_example_in_the_docs_is_a_valid_file() -> None:
    text = (Path(__file__).parents[2] / "docs" / "storage.md").read_text()
    example = text.partition("```json\n")[2].partition("```")[0]
    (table,) = archive.Reader(io.BytesIO(example.encode())).tables()
    assert len(table.rows) == 4


def refusal_code(table: WholeTable) -> str:
    """The code with which a table is refused, or an empty string."""
    try:
        state_of(table.table, table.rows)
    except Refusal as refusal:
        return refusal.code
    return ""


def test_a_change_of_the_rules_without_a_new_version_is_detected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def changed_gain(state: State, seat: int, amount: int, source: str) -> None:
        if amount:
            state.players[seat].gold += amount + 1
            state.emit(GoldGained(seat, amount + 1, source))

    tables = list(archive.Reader(io.BytesIO(OLD.read_bytes())).tables())
    monkeypatch.setattr(effects.gain, "__code__", changed_gain.__code__)
    codes = Counter(map(refusal_code, tables))
    assert codes.keys() <= {"plays_differently", ""}
    assert codes["plays_differently"] >= 6  # nobody may gain gold in a short game


def test_a_log_with_an_illegal_action_is_refused() -> None:
    builder = started()
    builder.play(random.Random(1), 20)
    rows = [row_of(applied.entry) for applied in builder.table.log]
    wrong = [
        each._replace(body=log.encode(log.Acted(builder.table.log[11].entry.body.seat, "bid 99")))  # type: ignore[union-attr]
        if each.number == 12
        else each
        for each in rows
    ]
    with pytest.raises(Refusal, match="Entry 12 of this table would now be played differently"):
        state_of("t", wrong)


def test_a_finished_game_of_other_rules_is_accepted_if_its_marks_match(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    finished, running = started(GameOptions(1)), started()
    finished.play(random.Random(1))
    running.play(random.Random(1), 20)
    logs = [
        [row_of(applied.entry) for applied in builder.table.log] for builder in (finished, running)
    ]
    theirs = entries.RULES
    monkeypatch.setattr(entries, "RULES", theirs + 1)
    assert state_of("t", logs[0]).phase == "over"
    with pytest.raises(Refusal, match=f"started with version {theirs} of the rules"):
        state_of("t", logs[1])
    unmarked = [each._replace(mark="") for each in logs[0]]
    with pytest.raises(Refusal, match=f"started with version {theirs} of the rules"):
        state_of("t", unmarked)
