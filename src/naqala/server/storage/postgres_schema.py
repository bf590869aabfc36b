"""The PostgreSQL schema and its migrations."""

from __future__ import annotations

from typing import Any

from naqala.tables.storage import BadStorage

LOCK = 0x6E6171616C61
"""The key of the advisory lock for migrations: "naqala" in ASCII."""

MIGRATIONS = (
    """
    create table entries (
        "table" text collate "C" not null,
        number integer not null,
        at bigint not null,
        guest text not null,
        sent bytea not null,
        body bytea not null,
        mark text not null,
        primary key ("table", number)
    );

    create table tables (
        "table" text collate "C" primary key,
        phase text not null,
        listed boolean not null,
        free integer not null,
        rules integer not null,
        thinks boolean not null,
        deadline bigint not null,
        changed bigint not null,
        info bytea not null
    );
    create index tables_by_phase on tables (phase, listed, changed);
    create index tables_waking on tables ("table") where thinks or deadline > 0;

    create table seats (
        "table" text collate "C" not null,
        seat integer not null,
        guest text not null,
        primary key ("table", seat)
    );
    create index seats_by_guest on seats (guest);

    create unlogged table leads (
        "table" text collate "C" primary key,
        process text not null,
        until timestamptz not null
    );
    """,
    """
    alter table seats add column counts boolean not null default true;
    insert into seats select "table", -1, entries.guest, phase = 'lobby'
        from entries join tables using ("table") where number = 1;
    """,
    """
    create table reviews (
        "table" text collate "C" primary key,
        body bytea not null
    );
    """,
)
"""Each migrates the schema by one version. They are never changed; new ones are appended.

`sent` is bytea because text cannot hold a zero character, and pages may send one. Leases need not
survive a crash of the database.
"""


async def migrate(connection: Any) -> None:
    """Migrate the schema; raise BadStorage if it is newer than this version.

    If several processes start at once, one migrates and the others wait.
    """
    async with connection.transaction():
        await connection.execute("select pg_advisory_xact_lock($1)", LOCK)
        await connection.execute(
            "create table if not exists naqala_schema (version integer not null)"
        )
        version = await connection.fetchval("select max(version) from naqala_schema") or 0
        if version > len(MIGRATIONS):
            raise BadStorage("newer_schema", theirs=version, ours=len(MIGRATIONS))
        for script in MIGRATIONS[version:]:
            await connection.execute(script)
        if version < len(MIGRATIONS):
            await connection.execute("delete from naqala_schema")
            await connection.execute("insert into naqala_schema values ($1)", len(MIGRATIONS))
