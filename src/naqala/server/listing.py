"""A table in short: what everybody may know of it, and what lists of tables keep."""

from __future__ import annotations

import msgspec
from msgspec import structs

from naqala.server import fairness
from naqala.server.opening import asked_of, is_record
from naqala.server.shapes import GameOptions, TableInfo
from naqala.server.storage import LAID, Place, Summary, TableRow
from naqala.server.table import Table

_decoder = msgspec.json.Decoder(TableInfo)


def info(table: Table) -> TableInfo:
    """What everybody may know of a table beside the board."""
    plan, started = table.plan, table.started
    over = table.phase == "over"
    return TableInfo(
        table=table.id,
        phase=table.phase,
        options=_options(table),
        seats=tuple(table.seats),
        created=table.created_at,
        listed=plan.listed,
        clock=plan.clock,
        hints=plan.hints,
        auto=plan.auto,
        host=table.host,
        opening="" if not plan.opening else "record" if is_record(plan.opening) else "position",
        own_whims=bool(_deck(table)),
        chosen=bool(plan.opening or plan.seed),
        commitment=fairness.commitment(int(started.seed), started.nonce) if started else "",
        seed=started.seed if started and over else "",
        nonce=started.nonce if started and over else "",
        rematch=table.rematch,
        rematch_of=plan.rematch_of,
    )


def _options(table: Table) -> GameOptions:
    """The options of the game, also where they come with the opening; without a deck's text."""
    opened = table.game and table.plan.opening
    options = asked_of(table.game.options) if table.game and opened else table.plan.options
    return structs.replace(options, whims="")


def _deck(table: Table) -> object:
    """Another deck of Whims than ours, where there is one."""
    return table.game.options.whims if table.game else table.plan.options.whims


def summary(table: Table) -> Summary:
    """What storage keeps of a table to find it."""
    changed = table.log[-1].entry.at
    short = structs.replace(info(table), turn=table.turn, deadline=table.deadline)
    return Summary(
        phase=table.phase,
        listed=table.plan.listed,
        free=sum(seat.kind == "open" for seat in table.seats),
        rules=table.started.rules if table.started else 0,
        thinks=bool(table.bot_of(table.turn)) and table.has_people,
        deadline=table.deadline or table.expires,
        changed=changed,
        info=msgspec.json.encode(short),
        places=_places(table),
    )


def _places(table: Table) -> tuple[Place, ...]:
    """Who sits there and who laid it, and for whom it is one of the tables that a guest may have.

    That is for those who play, and for who laid it until it is theirs: while people can still
    come, or where bots play alone.
    """
    unplayed = table.phase == "lobby" or table.is_of_bots
    sitting = (
        Place(seat, held.guest, each.state != "left" and not each.handed)
        for seat, (each, held) in enumerate(zip(table.seats, table.held, strict=True))
    )
    return Place(LAID, table.laid_by, unplayed), *sitting


def grounds(table: Table) -> tuple[object, ...]:
    """All that a summary is made of and that can change: as long as it is the same, so is the rest.

    Making a summary to find that it is the same takes longer than most choices do.
    """
    return (
        table.phase,
        table.turn,
        table.deadline,
        table.rematch,
        table.started is None,
        *table.seats,
        *table.held,
    )


def changes(before: Summary | None, now: Summary) -> Summary | None:
    """What must be written of a summary; None where lists of tables would show the same."""
    if before is None:
        return now
    if before._replace(changed=now.changed) == now:
        return None
    return now._replace(places=None) if before.places == now.places else now


def listed(row: TableRow, guest: str) -> TableInfo | None:
    """A table of a list, with the seats of who asks marked; None where a newer version wrote it
    and we cannot tell what it is.
    """
    try:
        found = _decoder.decode(row.info)
    except msgspec.ValidationError:
        return None
    seats = tuple(
        structs.replace(seat, yours=True) if holder == guest else seat
        for seat, holder in zip(found.seats, row.holders, strict=True)
    )
    return structs.replace(found, seats=seats)
