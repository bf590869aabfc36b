"""A table in short: what everybody may know of it, and the summary that storage keeps."""

from __future__ import annotations

import msgspec
from msgspec import structs

from naqala.rules.state import NOBODY
from naqala.tables.log import fairness
from naqala.tables.log.initial_game import asked_of, is_record
from naqala.tables.log.state import TableState
from naqala.tables.protocol.types import GameOptions, TableInfo
from naqala.tables.storage import CREATOR, Place, Summary, TableRow

_decoder = msgspec.json.Decoder(TableInfo)


def info(table: TableState, *, listed: bool = False) -> TableInfo:
    """What everybody may know of a table beside the board.

    Where it is `listed`, it includes what a scene would show: whose turn it is, and until when.
    """
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
        turn=table.turn if listed else NOBODY,
        deadline=table.deadline if listed else 0,
    )


def _options(table: TableState) -> GameOptions:
    """The options of the game, also where they come with the opening; without the deck of Whims."""
    opened = table.game and table.plan.opening
    options = asked_of(table.game.options) if table.game and opened else table.plan.options
    return structs.replace(options, whims="") if options.whims else options


def _deck(table: TableState) -> object:
    """A custom deck of Whims; empty for the usual one."""
    return table.game.options.whims if table.game else table.plan.options.whims


def summary(table: TableState) -> Summary:
    """What storage keeps of a table to list it."""
    return Summary(
        phase=table.phase,
        listed=table.plan.listed,
        free=sum(seat.kind == "open" for seat in table.seats),
        rules=table.started.rules if table.started else 0,
        thinks=bool(table.bot_of(table.turn)) and table.has_people,
        deadline=table.deadline or table.expires,
        changed=table.log[-1].entry.at,
        info=msgspec.json.encode(info(table, listed=True)),
        places=_places(table),
    )


def _places(table: TableState) -> tuple[Place, ...]:
    """The guests of the seats and the creator, and for whom the table counts towards the quota.

    It counts for those who play, and for the creator while people can still join or where only
    bots play.
    """
    unplayed = table.phase == "lobby" or table.is_of_bots
    sitting = (
        Place(seat, holder.guest, each.state != "left" and not each.handed)
        for seat, (each, holder) in enumerate(zip(table.seats, table.holders, strict=True))
    )
    return Place(CREATOR, table.created_by, unplayed), *sitting


def changes(before: Summary | None, now: Summary) -> Summary | None:
    """The part of a summary that must be written; None where lists would show the same."""
    if before is None:
        return now
    if before._replace(changed=now.changed) == now:
        return None
    return now._replace(places=None) if before.places == now.places else now


def listed(row: TableRow, guest: str) -> TableInfo | None:
    """A table of a list, with the seats of this guest marked; None where a newer version wrote
    something that we cannot read.
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
