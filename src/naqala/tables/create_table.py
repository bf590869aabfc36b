"""The first entries of a new table, or of a rematch."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import structs

from naqala.bots import BOT_BUDGETS
from naqala.tables import tokens, user_text
from naqala.tables.commands import Sender
from naqala.tables.errors import Refusal
from naqala.tables.log import entries as log
from naqala.tables.log import fairness
from naqala.tables.log.clocks import check_clock
from naqala.tables.log.entries import AnyBody
from naqala.tables.log.initial_game import asked_of, canonical, check_offered, parse_opening
from naqala.tables.log.seats import bot_name
from naqala.tables.log.state import TableState
from naqala.tables.look_alikes import is_taken, numbered
from naqala.tables.protocol.messages import NewTable
from naqala.tables.protocol.types import SeatPlan
from naqala.text import Catalogue, catalogue


def first_entries(
    sender: Sender, asked: NewTable, words: Catalogue, bots: Collection[str] = BOT_BUDGETS
) -> tuple[list[AnyBody], dict[int, str]]:
    """The first entries of a new table, and the secrets of its creator's seats.

    `bots` are those that the server offers.
    """
    if asked.seed:
        fairness.parse_seed(asked.seed)
    check_clock(asked.clock)
    opening = canonical(asked.opening) if asked.opening else ""
    players = parse_opening(opening).options.players if opening else asked.options.players
    if len(asked.seats) > players:
        raise Refusal("seat_count", seats=len(asked.seats), players=players)
    plans = named([*asked.seats, *[SeatPlan()] * (players - len(asked.seats))], words, bots)
    bodies: list[AnyBody] = [
        log.Created(
            options=asked.options,
            seats=tuple(plans),
            listed=asked.listed,
            clock=asked.clock,
            hints=asked.hints,
            auto=asked.auto,
            opening=opening,
            seed=asked.seed,
        )
    ]
    secrets = {}
    for seat, plan in enumerate(plans):
        if plan.kind == "me":
            secrets[seat] = tokens.draw_token()
            key = tokens.digest(secrets[seat])
            bodies.append(log.Sat(seat, plan.name, sender.guest, key))
    return bodies, secrets


def named(
    plans: Sequence[SeatPlan], words: Catalogue, bots: Collection[str] = BOT_BUDGETS
) -> list[SeatPlan]:
    """The seats with names: the typed one, `Player N`, or a name for a bot."""
    found: list[SeatPlan] = []
    typed = [plan.name.strip() for plan in plans if plan.name.strip()]
    for seat, plan in enumerate(plans):
        if (plan.bot and plan.kind != "bot") or (plan.name and plan.kind == "open"):
            raise Refusal("plain_seat")
        if plan.kind == "bot":
            check_offered(plan.bot, bots)
        name = user_text.name(plan.name) if plan.name.strip() else ""
        others = [other.name for other in found]
        if is_taken(name, others):
            raise Refusal("name_taken", name=name)
        if not name and plan.kind == "bot":
            name = bot_name(plan.bot, [*others, *typed], words)
        elif not name and plan.kind == "me":
            name = numbered(words.player(seat), [*others, *typed])
        found.append(structs.replace(plan, name=name))
    return found


def rematch_entries(table: TableState) -> tuple[list[AnyBody], str]:
    """The first entries of a rematch, and the guest who asked for it.

    The same people play the same game and keep their keys. The seat of a person who had left goes
    to the bot that played on, or is open. The entries follow from the log alone, so every process
    creates the same table.
    """
    asked = next(each.entry for each in reversed(table.log) if _is_rematch(each.entry.body))
    assert isinstance(asked.body, log.Rematched)
    plans = [  # bots may have come and gone since the table was created
        SeatPlan("bot", each.name, each.bot) if each.kind == "bot" else SeatPlan()
        for each in table.seats
    ]
    seated: list[AnyBody] = []
    for seat, (each, held) in enumerate(zip(table.seats, table.holders, strict=True)):
        if each.kind != "person":
            continue
        if each.state != "left" or held.guest == asked.guest:
            seated.append(log.Sat(seat, each.name, held.guest, held.key))
        elif each.handed:
            taken = {plan.name for plan in plans} | set(table.names)
            name = bot_name(each.bot, taken, catalogue(asked.body.language))
            plans[seat] = SeatPlan("bot", name, each.bot)
    plan = structs.replace(_plan_again(table, same=asked.body.same), seats=tuple(plans))
    return [structs.replace(plan, rematch_of=table.id), *seated], asked.guest


def _plan_again(table: TableState, *, same: bool) -> log.Created:
    """The plan for the same game again.

    A rematch with the same seed starts from the same opening, unless that game is over already;
    otherwise a new game is set up.
    """
    assert table.started is not None
    plan, seed = table.plan, table.started.seed if same else ""
    game = parse_opening(plan.opening) if plan.opening else None
    if game is None or (same and not game.over):
        return structs.replace(plan, seed=seed)
    return structs.replace(plan, options=asked_of(game.options), opening="", seed=seed)


def _is_rematch(body: AnyBody) -> bool:
    return isinstance(body, log.Rematched)
