"""Laying a table: from what somebody asks for to the first entries of its log."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from naqala.server import entries as log
from naqala.server import fairness, guests, writing
from naqala.server.clocks import check_clock
from naqala.server.entries import AnyWhat
from naqala.server.opening import asked_of, check_bot, opened, plain
from naqala.server.protocol import NewTable
from naqala.server.refusal import Refusal
from naqala.server.seating import bot_name
from naqala.server.sends import Sender
from naqala.server.shapes import SeatPlan
from naqala.server.table import Table
from naqala.text import Catalogue, catalogue


def laid(sender: Sender, asked: NewTable, words: Catalogue) -> tuple[list[AnyWhat], dict[int, str]]:
    """The first entries of a new table, and the secrets of the seats of who lays it."""
    if asked.seed:
        fairness.parse_seed(asked.seed)
    check_clock(asked.clock)
    players = opened(asked.opening).options.players if asked.opening else asked.options.players
    if len(asked.seats) > players:
        raise Refusal("seat_count", seats=len(asked.seats), players=players)
    plans = named([*asked.seats, *[SeatPlan()] * (players - len(asked.seats))], words)
    whats: list[AnyWhat] = [
        log.Created(
            options=asked.options,
            seats=tuple(plans),
            listed=asked.listed,
            clock=asked.clock,
            hints=asked.hints,
            auto=asked.auto,
            opening=plain(asked.opening) if asked.opening else "",
            seed=asked.seed,
        )
    ]
    secrets = {}
    for seat, plan in enumerate(plans):
        if plan.kind == "me":
            secrets[seat] = guests.draw_token()
            key = guests.digest(secrets[seat])
            whats.append(log.Sat(seat, plan.name, sender.guest, key))
    return whats, secrets


def named(plans: Sequence[SeatPlan], words: Catalogue) -> list[SeatPlan]:
    """The seats, with names for those who told none; bots of one rung are numbered."""
    found: list[SeatPlan] = []
    for seat, plan in enumerate(plans):
        if (plan.bot and plan.kind != "bot") or (plan.name and plan.kind == "open"):
            raise Refusal("plain_seat")
        if plan.kind == "bot":
            check_bot(plan.bot)
        name = writing.name(plan.name) if plan.name.strip() else ""
        if not name and plan.kind == "bot":
            name = bot_name(plan.bot, [other.name for other in found], words)
        elif not name and plan.kind == "me":
            name = words.player(seat)
        found.append(structs.replace(plan, name=name))
    return found


def again(table: Table) -> tuple[list[AnyWhat], str]:
    """The first entries of a rematch, and who asked for it.

    The same game for the same people, opened by their keys. Who had left is not seated again: the
    bot that played on sits there, or the seat is open. All of it is told by the log, so that every
    process would lay the same table.
    """
    asked = next(each.entry for each in reversed(table.log) if _is_rematch(each.entry.what))
    assert isinstance(asked.what, log.Rematched)
    plans = [  # bots may have come and gone since the table was laid
        SeatPlan("bot", each.name, each.bot) if each.kind == "bot" else SeatPlan()
        for each in table.seats
    ]
    seated: list[AnyWhat] = []
    for seat, (each, held) in enumerate(zip(table.seats, table.held, strict=True)):
        if each.kind != "person":
            continue
        if each.state != "left" or held.guest == asked.guest:
            seated.append(log.Sat(seat, each.name, held.guest, held.key))
        elif each.handed:
            taken = {plan.name for plan in plans} | set(table.names)
            name = bot_name(each.bot, taken, catalogue(asked.what.language))
            plans[seat] = SeatPlan("bot", name, each.bot)
    plan = structs.replace(_game_again(table, same=asked.what.same), seats=tuple(plans))
    return [structs.replace(plan, rematch_of=table.id), *seated], asked.guest


def _game_again(table: Table, *, same: bool) -> log.Created:
    """The plan of a table with the game to be played again.

    What began with an opening begins with it again, unless another game is asked for or the opening
    is over: then a new game is set up.
    """
    assert table.started is not None
    plan, seed = table.plan, table.started.seed if same else ""
    game = opened(plan.opening) if plan.opening else None
    if game is None or (same and not game.over):
        return structs.replace(plan, seed=seed)
    return structs.replace(plan, options=asked_of(game.options), opening="", seed=seed)


def _is_rematch(what: AnyWhat) -> bool:
    return isinstance(what, log.Rematched)
