"""What the value net sees of states, from one seat: rows of numbers of about the same size."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from naqala.bots.boards import Boards, Numbers, Whole
from naqala.bots.points import LOSS, goods_value, points
from naqala.bots.prospects import TOP, Prospects, offered
from naqala.bots.threats import threats
from naqala.rules import goods
from naqala.rules.djinns import DJINNS
from naqala.rules.land import CITIES
from naqala.rules.meeples import ASSASSINS, BUILDERS, FULL, TRIBES, WIDTH
from naqala.rules.state import NOBODY, Player, State
from naqala.rules.turn import Bidding, Finishing, Moving
from naqala.rules.yazid import MOST_ASSASSINS, MOST_DJINNS, yazid_of

DJINN_INDEX = {djinn: nth for nth, djinn in enumerate(sorted(DJINNS.values()))}
FAKIRS = {goods.FAKIR}
LEAD = 50.0
"""The points that 1 in the first number means: the margin as it stands."""
PURSE = 30
"""The gold that a seat seems to have: what it has more or less counts by itself, point by point."""

# What 1 means in each number of a part.
AHEAD = np.array([15] * (2 + 2 * TOP) + [5, 10, 10, 20])
PLAYER = np.array([25, 5, 4, 3, 4, 3, 20, 4, 3, 5, 1, 1, 4, 3, 3])
BOARD = np.array([10] * 6 + [3] * 6 + [15, 100, 4, 30, 3, 15, 15, 45, 3, 5, 1, 10, 1, 1])
ROW = np.array([3, 3, 5, 3, 9, 3, 10, 12, 10])
ORDER = np.array([1, 2, 3, 2, 3, 3, 3, 1, 1, 3, 1, 1])


def features(states: Sequence[State], seat: int) -> Numbers:
    """States of one game as this seat sees them, all but its gold: see `in_purse`.

    The gold and hands of others are taken as they are.
    """
    me = [state.players[seat] for state in states]
    seats = [other for other in range(len(states[0].players)) if other != seat]
    rivals = [[state.players[other] for state in states] for other in seats]
    own = np.array([points(state, state.players[seat]) - in_purse(state, seat) for state in states])
    boards = Boards(states)
    prospects = Prospects(boards)
    orders = [upcoming(state) for state in states]
    ahead = _ahead(prospects, seat, me, _next_rivals(states, seat, orders), orders) / AHEAD
    mine = _player(boards, me, [PURSE] * len(me)) / PLAYER
    djinns = _djinns(me, rivals)
    board = _board(prospects) / BOARD
    row = np.array([_row(state) for state in states]) / ROW
    if states[0].yazid:
        lost = np.array([LOSS if state.yazid and state.yazid.lost else 0 for state in states])
        lead = (own + lost)[:, None] / LEAD
        dangers = np.array([_dangers(*each) for each in zip(states, me, strict=True)])
        return np.hstack([lead, ahead, mine, _yazid(boards, me), djinns, board, row, dangers])
    totals = np.array([[points(*each) for each in zip(states, r, strict=True)] for r in rivals])
    theirs = [_player(boards, rival, [each.gold for each in rival]) / PLAYER for rival in rivals]
    first = np.choose(totals.argmax(0)[:, None], theirs)
    order = np.array(
        [_order(state, seat, order) for state, order in zip(states, orders, strict=True)]
    )
    lead = (own - totals.max(0))[:, None] / LEAD
    found = [lead, ahead, mine, first, djinns, board, row, order / ORDER]
    if len(rivals) > 1:
        found.append(sum(theirs) / len(theirs))
        found.append((own - totals.sum(0) / len(totals))[:, None] / LEAD)
        found.append((own - totals.min(0))[:, None] / LEAD)
    return np.hstack(found)


def in_purse(state: State, seat: int) -> int:
    """What is to be added to the value of the features: a coin is a point, now or at the end."""
    return state.players[seat].gold - PURSE


def upcoming(state: State) -> list[int]:
    """Who acts next, in order, as far as the markers stand."""
    waiting = [owner for owner in reversed(state.spots) if owner != NOBODY]
    if state.pending and isinstance(state.pending[-1], Moving):
        return [state.seat, *waiting]
    return waiting


def _next_rivals(
    states: Sequence[State], seat: int, orders: Sequence[Sequence[int]]
) -> list[Player] | None:
    """The rival who acts first in each state; any, if none does; none in the solo game."""
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
    """The best arrivals for the seat and for a rival, and what the turns to come may bring."""
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
    offers = [offered(*each) for each in zip(prospects.boards.states, me, strict=True)]
    cards = [(offer.small, offer.large, offer.merchants[2], offer.merchants[4]) for offer in offers]
    return np.hstack([turns, mine, theirs, cards])


def _player(boards: Boards, players: Sequence[Player], gold: Sequence[int]) -> Whole:
    owned = boards.chart.unpacked(player.tiles for player in players)
    told = np.array(
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
    told[:, 4] = (boards.palms * owned).sum(1)
    told[:, 5] = (boards.palaces * owned).sum(1)
    return told


def _yazid(boards: Boards, me: Sequence[Player]) -> Numbers:
    """What Yazid has, and how likely his dice are to end the game."""
    assassins, builders = boards.counts[ASSASSINS], boards.counts[BUILDERS]
    yazids = [state.yazid for state in boards.states]
    killers = np.array([yazid.assassins for yazid in yazids if yazid])[:, None]
    gold = np.array([player.gold for player in me])[:, None]
    taken = boards.sizes > 0
    number = np.maximum(taken.sum(1), 1)
    deadly = (taken & (killers + assassins >= MOST_ASSASSINS)).sum(1)
    dear = ((builders > 0) & (builders * boards.chart.blue > gold)).sum(1)
    risks = [deadly / number, dear / number, killers[:, 0] * assassins.sum(1) / number]
    told = [
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
    return np.hstack([np.column_stack(risks), told])


def _dangers(state: State, me: Player) -> list[float]:
    """What the next strikes may do, how near each defeat is, and how long the game may last."""
    yazid = yazid_of(state)
    lead = me.viziers - yazid.viziers
    last = min(yazid.camels, me.camels)
    occupied = state.occupied()
    cards = [goods.count(me.hand, kind) for kind in goods.KINDS]
    return [
        *threats(state),
        *(float(yazid.assassins == number) for number in range(MOST_ASSASSINS)),
        *(float(len(yazid.djinns) == number) for number in range(MOST_DJINNS)),
        *(float(lead >= number) for number in range(-1, 5)),
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
    found = np.zeros((len(me), 2 * len(DJINN_INDEX)))
    for nth, player in enumerate(me):
        for djinn in player.djinns:
            found[nth, DJINN_INDEX[djinn]] = 1.0
    for rival in rivals:
        for nth, player in enumerate(rival):
            for djinn in player.djinns:
                found[nth, len(DJINN_INDEX) + DJINN_INDEX[djinn]] = 1.0
    return found


def _board(prospects: Prospects) -> Whole:
    """What lies on the board."""
    boards = prospects.boards
    worth = boards.chart.points
    open_tiles = (boards.sizes > 0) & boards.free
    everyone = boards.packed.sum(1)
    number = [everyone >> WIDTH * tribe & FULL for tribe in TRIBES]
    cities = boards.chart.land.of_kind(*CITIES)
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
    """Who acts when: the turns before the seat's next one, and the bids."""
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
