"""The inputs of the value net: a row of numbers for each state, as one seat sees it.

Every column has a name, and a net stores the names of its inputs with its weights. So columns can
be added, moved and removed here (a new Djinn adds two) while trained nets keep working.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from naqala.bots.value.board_arrays import BoardArrays, Numbers, Whole
from naqala.bots.value.points import LOSS, goods_value, points
from naqala.bots.value.prospects import TOP, Prospects, purchases_for
from naqala.bots.value.turn_order import upcoming
from naqala.bots.value.yazid_risk import RISKS, strike_risks
from naqala.rules import goods
from naqala.rules.djinns import DJINNS
from naqala.rules.land import CITIES
from naqala.rules.meeples import ASSASSINS, BUILDERS, FULL, TRIBE_NAMES, TRIBES, WIDTH
from naqala.rules.state import Player, State
from naqala.rules.turn import Bidding, Finishing, Moving
from naqala.rules.yazid import MOST_ASSASSINS, MOST_DJINNS, yazid_of

FAKIRS = {goods.FAKIR}
LEAD = 50.0
"""How many points a value of 1 stands for in the first column, `lead`."""
VIZIER_LEADS = range(-1, 5)
BASE_GOLD = 30
"""The gold of the seat in the features; the difference from its actual gold is `gold_offset`."""

# The columns of each part: their names, and the number that is scaled to 1.
AHEAD: dict[str, float] = {
    "turns.own": 15,
    "turns.rival": 15,
    **{f"best.own.{nth}": 15 for nth in range(1, TOP + 1)},
    **{f"best.rival.{nth}": 15 for nth in range(1, TOP + 1)},
    "small_market": 5,
    "large_market": 10,
    "merchants.2": 10,
    "merchants.4": 20,
}
PLAYER: dict[str, float] = {
    "gold": 25,
    "viziers": 5,
    "elders": 4,
    "djinns": 3,
    "palms": 4,
    "palaces": 3,
    "goods": 20,
    "kinds": 4,
    "fakirs": 3,
    "camels": 5,
    "can_summon": 1,
    "tents": 1,
    "artisans": 4,
    "items": 3,
    "whims": 3,
}
YAZID = (
    "deadly",
    "dear",
    "assassins_at_risk",
    "assassins",
    "assassins_squared",
    "djinns",
    "viziers",
    "vizier_lead",
    "more_viziers",
    "elders",
    "fakirs",
    "camels",
    "struck",
    "acted",
    "strikes_next",
    "more_viziers_at_end",
    "lost",
)
BOARD: dict[str, float] = {
    **{f"meeples.{name}": 10 for name in TRIBE_NAMES},
    **{f"largest.{name}": 3 for name in TRIBE_NAMES},
    "open.tiles": 15,
    "open.points": 100,
    "single.tiles": 4,
    "single.points": 30,
    "lone.tiles": 3,
    "lone.points": 15,
    "building": 15,
    "meeples": 45,
    "cities": 3,
    "camels": 5,
    "last_round": 1,
    "round": 10,
    "whims": 1,
    "items": 1,
}
ROW: dict[str, float] = {
    "kinds.3": 3,
    "fakirs.3": 3,
    "kinds.6": 5,
    "fakirs.6": 3,
    "cards": 9,
    "djinns": 3,
    "djinn_points": 10,
    "palms": 12,
    "palaces": 10,
}
ORDER: dict[str, float] = {
    "bidding": 1,
    "own_bids": 2,
    "rival_bids": 3,
    "own_turns": 2,
    "first_own_turn": 3,
    "last_own_turn": 3,
    "rival_turns": 3,
    "next": 1,
    "round_over": 1,
    "next_bid": 3,
    "bids_now": 1,
    "decides": 1,
}
DANGERS = (
    *RISKS,
    *(f"assassins.{number}" for number in range(MOST_ASSASSINS)),
    *(f"djinns.{number}" for number in range(MOST_DJINNS)),
    *(f"vizier_lead.{number}" for number in VIZIER_LEADS),
    "can_summon",
    "can_summon_two_elders",
    "fewest_camels",
    "end_near",
    "occupied",
    "occupied.controlled",
    "occupied.own",
    "goods",
    "goods.pairs",
    "goods.triples",
)


def feature_names(players: int) -> tuple[str, ...]:
    """The names of the columns of `features` for this number of players, in order."""
    return _names(players, tuple(sorted(DJINNS)))


@cache
def _names(players: int, djinns: tuple[str, ...]) -> tuple[str, ...]:
    middle = [
        *(f"own.djinn.{name}" for name in djinns),
        *(f"rival.djinn.{name}" for name in djinns),
        *(f"board.{name}" for name in BOARD),
        *(f"row.{name}" for name in ROW),
    ]
    found = ["lead", *(f"ahead.{name}" for name in AHEAD), *(f"own.{name}" for name in PLAYER)]
    if players == 1:
        found += [f"yazid.{name}" for name in YAZID]
        return (*found, *middle, *(f"danger.{name}" for name in DANGERS))
    found += [f"leader.{name}" for name in PLAYER]
    found += [*middle, *(f"order.{name}" for name in ORDER)]
    if players > 2:
        found += [*(f"mean_rival.{name}" for name in PLAYER), "lead.mean", "lead.weakest"]
    return tuple(found)


def _scale(part: dict[str, float]) -> Numbers:
    return np.array(list(part.values()))


AHEAD_SCALE, PLAYER_SCALE, BOARD_SCALE, ROW_SCALE, ORDER_SCALE = map(
    _scale, (AHEAD, PLAYER, BOARD, ROW, ORDER)
)


def features(states: Sequence[State], seat: int) -> Numbers:
    """The features of states of one game from the point of view of a seat.

    Its own gold is left out, see `gold_offset`. The gold and hands of others are used as they are.
    """
    me = [state.players[seat] for state in states]
    seats = [other for other in range(len(states[0].players)) if other != seat]
    rivals = [[state.players[other] for state in states] for other in seats]
    own = np.array(
        [points(state, state.players[seat]) - gold_offset(state, seat) for state in states]
    )
    boards = BoardArrays(states)
    prospects = Prospects(boards)
    orders = [upcoming(state) for state in states]
    ahead = _ahead(prospects, seat, me, _next_rivals(states, seat, orders), orders) / AHEAD_SCALE
    mine = _player(boards, me, [BASE_GOLD] * len(me)) / PLAYER_SCALE
    djinns = _djinns(me, rivals)
    board = _board(prospects) / BOARD_SCALE
    row = np.array([_row(state) for state in states]) / ROW_SCALE
    if states[0].yazid:
        lost = np.array([LOSS if state.yazid and state.yazid.lost else 0 for state in states])
        lead = (own + lost)[:, None] / LEAD
        dangers = np.array([_dangers(*each) for each in zip(states, me, strict=True)])
        return np.hstack([lead, ahead, mine, _yazid(boards, me), djinns, board, row, dangers])
    totals = np.array([[points(*each) for each in zip(states, r, strict=True)] for r in rivals])
    theirs = [
        _player(boards, rival, [each.gold for each in rival]) / PLAYER_SCALE for rival in rivals
    ]
    first = np.choose(totals.argmax(0)[:, None], theirs)
    order = np.array(
        [_order(state, seat, order) for state, order in zip(states, orders, strict=True)]
    )
    lead = (own - totals.max(0))[:, None] / LEAD
    found = [lead, ahead, mine, first, djinns, board, row, order / ORDER_SCALE]
    if len(rivals) > 1:
        found.append(sum(theirs) / len(theirs))
        found.append((own - totals.sum(0) / len(totals))[:, None] / LEAD)
        found.append((own - totals.min(0))[:, None] / LEAD)
    return np.hstack(found)


def gold_offset(state: State, seat: int) -> int:
    """What to add to the net's value for the seat's gold: a coin is a point."""
    return state.players[seat].gold - BASE_GOLD


def _next_rivals(
    states: Sequence[State], seat: int, orders: Sequence[Sequence[int]]
) -> list[Player] | None:
    """The rival who acts first in each state, or any if none acts; None in the solo game."""
    if len(states[0].players) == 1:
        return None
    anyone = 1 if seat == 0 else 0
    return [
        state.players[next((other for other in order if other != seat), anyone)]
        for state, order in zip(states, orders, strict=True)
    ]


def _ahead(
    prospects: Prospects,
    seat: int,
    me: Sequence[Player],
    rivals: Sequence[Player] | None,
    orders: Sequence[Sequence[int]],
) -> Numbers:
    """The best arrivals of the seat and of a rival, and what the coming turns may gain."""
    mine = prospects.best(me)
    theirs = prospects.best(rivals) if rivals else np.zeros(mine.shape)
    turns = []
    for order, own, away in zip(orders, mine.tolist(), theirs.tolist(), strict=True):
        sums = [0.0, 0.0]
        for nth, owner in enumerate(order):
            place = min(nth, TOP - 1)
            if owner == seat:
                sums[0] += own[place]
            else:
                sums[1] += away[place]
        turns.append(sums)
    offers = [purchases_for(*each) for each in zip(prospects.boards.states, me, strict=True)]
    cards = [(offer.small, offer.large, offer.merchants[2], offer.merchants[4]) for offer in offers]
    return np.hstack([turns, mine, theirs, cards])


def _player(boards: BoardArrays, players: Sequence[Player], gold: Sequence[int]) -> Whole:
    owned = boards.constants.unpacked(player.tiles for player in players)
    rows = np.array(
        [
            (
                coins,
                player.viziers,
                player.elders,
                len(player.djinns),
                0,
                0,
                goods_value(player.hand),
                len(goods.kinds(player.hand)),
                fakirs := player.fakirs,
                player.camels,
                player.elders > 1 or (player.elders > 0 and fakirs > 0),
                player.tents,
                player.artisans,
                len(player.items),
                len(player.whims),
            )
            for player, coins in zip(players, gold, strict=True)
        ]
    )
    rows[:, 4] = (boards.palms * owned).sum(1)
    rows[:, 5] = (boards.palaces * owned).sum(1)
    return rows


def _yazid(boards: BoardArrays, me: Sequence[Player]) -> Numbers:
    """What Yazid has, and how likely his dice end the game."""
    assassins, builders = boards.counts[ASSASSINS], boards.counts[BUILDERS]
    yazids = [state.yazid for state in boards.states]
    killers = np.array([yazid.assassins for yazid in yazids if yazid])[:, None]
    gold = np.array([player.gold for player in me])[:, None]
    taken = boards.sizes > 0
    number = np.maximum(taken.sum(1), 1)
    deadly = (taken & (killers + assassins >= MOST_ASSASSINS)).sum(1)
    dear = ((builders > 0) & (builders * boards.constants.blue > gold)).sum(1)
    risks = [deadly / number, dear / number, killers[:, 0] * assassins.sum(1) / number]
    rows = [
        (
            yazid.assassins / 7,
            (yazid.assassins / 7) ** 2,
            len(yazid.djinns) / 6,
            yazid.viziers / 5,
            (player.viziers - yazid.viziers) / 5,
            player.viziers > yazid.viziers,
            yazid.elders / 3,
            yazid.fakirs / 3,
            yazid.camels / 5,
            yazid.struck,
            yazid.acted,
            yazid.acted and not yazid.struck,
            state.last_round and player.viziers > yazid.viziers,
            bool(yazid.lost),
        )
        for state, yazid, player in zip(boards.states, yazids, me, strict=True)
        if yazid
    ]
    return np.hstack([np.column_stack(risks), rows])


def _dangers(state: State, me: Player) -> list[float]:
    """The risks of the next strikes, how near each defeat is, how long the game may last."""
    yazid = yazid_of(state)
    lead = me.viziers - yazid.viziers
    last = min(yazid.camels, me.camels)
    occupied = state.occupied()
    cards = [goods.count(me.hand, kind) for kind in goods.KINDS]
    return [
        *strike_risks(state),
        *(float(yazid.assassins == number) for number in range(MOST_ASSASSINS)),
        *(float(len(yazid.djinns) == number) for number in range(MOST_DJINNS)),
        *(float(lead >= number) for number in VIZIER_LEADS),
        float(yazid.elders > 0 and yazid.fakirs > 0),
        float(yazid.elders > 1 and not yazid.fakirs),
        last / 5,
        1 / (1 + last),
        occupied.bit_count() / 15,
        (occupied & state.controlled).bit_count() / 10,
        (occupied & me.tiles).bit_count() / 5,
        sum(cards) / 9,
        sum(number > 1 for number in cards) / 4,
        sum(number > 2 for number in cards) / 3,
    ]


def _djinns(me: Sequence[Player], rivals: Sequence[Sequence[Player]]) -> Numbers:
    column = {name: nth for nth, name in enumerate(sorted(DJINNS))}
    found = np.zeros((len(me), 2 * len(column)))
    for nth, player in enumerate(me):
        for djinn in player.djinns:
            found[nth, column[djinn.name]] = 1.0
    for rival in rivals:
        for nth, player in enumerate(rival):
            for djinn in player.djinns:
                found[nth, len(column) + column[djinn.name]] = 1.0
    return found


def _board(prospects: Prospects) -> Whole:
    boards = prospects.boards
    worth = boards.constants.points
    open_tiles = (boards.sizes > 0) & boards.free
    everyone = boards.packed.sum(1)
    number = [everyone >> WIDTH * tribe & FULL for tribe in TRIBES]
    cities = boards.constants.land.of_kind(*CITIES)
    rest = [
        (
            (cities & ~state.controlled).bit_count(),
            min(player.camels for player in state.players),
            state.last_round,
            state.round,
            state.whims is not None,
            state.items is not None,
        )
        for state in boards.states
    ]
    return np.column_stack(
        [
            *number,
            *boards.counts.max(2),
            open_tiles.sum(1),
            open_tiles @ worth,
            boards.single.sum(1),
            boards.single @ worth,
            boards.lone.sum(1),
            boards.lone @ worth,
            prospects.building,
            sum(number),
            np.array(rest),
        ]
    )


def _row(state: State) -> list[int]:
    row = state.row
    djinns = state.djinn_row
    return [
        len(set(row[:3]) - FAKIRS),
        row[:3].count(goods.FAKIR),
        len(set(row[:6]) - FAKIRS),
        row[:6].count(goods.FAKIR),
        len(row),
        len(djinns),
        max((djinn.points for djinn in djinns), default=0),
        state.palms_left,
        state.palaces_left,
    ]


def _order(state: State, seat: int, order: Sequence[int]) -> list[int]:
    """The turn order: the turns before the seat's next one, and the bids."""
    mine = [nth for nth, owner in enumerate(order) if owner == seat]
    to_bid = state.bid_order.count(seat)
    top = state.pending[-1] if state.pending else None
    acted = state.next_order
    return [
        bool(state.bid_order),
        to_bid,
        len(state.bid_order) - to_bid,
        len(mine),
        mine[0] if mine else len(order),
        mine[-1] if mine else len(order),
        len(order) - len(mine),
        bool(order) and order[0] == seat,
        len(order) == 0 and not state.bid_order,
        acted.index(seat) if seat in acted else len(acted),
        bool(state.bid_order) and state.bid_order[0] == seat,
        state.seat == seat and not isinstance(top, Bidding | Moving | Finishing),
    ]
