"""The features of many states as an array: a row for each state, a column for each name."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from naqala.bots.value.features import (
    AHEAD,
    BASE_GOLD,
    BOARD,
    LEAD,
    ORDER,
    PLAYER,
    ROW,
    dangers,
    djinn_columns,
    game_values,
    loss,
    next_rival,
    order_values,
    row_values,
    yazid_values,
)
from naqala.bots.value.numpy_backend.board_arrays import BoardArrays, Numbers
from naqala.bots.value.numpy_backend.player_arrays import COLUMN, PlayerArrays
from naqala.bots.value.numpy_backend.prospects import Prospects
from naqala.bots.value.prospects import TOP
from naqala.bots.value.turn_order import upcoming
from naqala.rules.goods import ROW_LENGTH
from naqala.rules.meeples import ASSASSINS, BUILDERS, FULL, TRIBES, WIDTH
from naqala.rules.state import Player, State
from naqala.rules.yazid import MOST_ASSASSINS, yazid_of


def _scale(part: dict[str, float]) -> Numbers:
    return np.array(list(part.values()))


TRIBE_SHIFTS = np.array([WIDTH * tribe for tribe in TRIBES])
CARD_GAINS = [ROW_LENGTH + 1, ROW_LENGTH + 2, 2, 4]
"""The places of what `card_gains` returns in `Purchases.all`."""
AHEAD_SCALE, PLAYER_SCALE, BOARD_SCALE, ROW_SCALE = map(_scale, (AHEAD, PLAYER, BOARD, ROW))
ROW_AND_ORDER_SCALE = np.concatenate([ROW_SCALE, _scale(ORDER)])


def features(states: Sequence[State], seat: int) -> Numbers:
    """The features of states of one game from the point of view of a seat.

    Its own gold is left out, see `gold_offset`. The gold and hands of others are used as they are.
    """
    boards = BoardArrays(states)
    players = PlayerArrays(boards)
    prospects = Prospects(players)
    orders = [upcoming(state) for state in states]
    ahead = _ahead(prospects, seat, orders) / AHEAD_SCALE
    scaled = players.values / PLAYER_SCALE
    mine = scaled[:, seat].copy()
    mine[:, COLUMN["gold"]] = BASE_GOLD / PLAYER["gold"]
    djinns = _djinns(players, seat)
    board = _board(prospects) / BOARD_SCALE
    points = players.points()
    own = points[:, seat] - players.column("gold")[:, seat] + BASE_GOLD
    if states[0].yazid:
        me = [state.players[seat] for state in states]
        lead = (own + [loss(state) for state in states])[:, None] / LEAD
        row = np.array([row_values(state) for state in states]) / ROW_SCALE
        risks = np.array([dangers(*each) for each in zip(states, me, strict=True)])
        return np.concatenate([lead, ahead, mine, _yazid(boards, me), djinns, board, row, risks], 1)
    rivals = [other for other in range(points.shape[1]) if other != seat]
    totals = points[:, rivals]
    leader = np.take(rivals, totals.argmax(1))
    first = scaled[np.arange(len(states)), leader]
    rest = [
        (*row_values(state), *order_values(state, seat, order))
        for state, order in zip(states, orders, strict=True)
    ]
    lead = (own - totals.max(1))[:, None] / LEAD
    found = [lead, ahead, mine, first, djinns, board, np.array(rest) / ROW_AND_ORDER_SCALE]
    if len(rivals) > 1:
        found.append(sum(scaled[:, rival] for rival in rivals) / len(rivals))
        found.append((own - totals.sum(1) / len(rivals))[:, None] / LEAD)
        found.append((own - totals.min(1))[:, None] / LEAD)
    return np.concatenate(found, 1)


def _ahead(prospects: Prospects, seat: int, orders: Sequence[Sequence[int]]) -> Numbers:
    """The best arrivals of the seat and of a rival, and what the coming turns may gain."""
    states = prospects.boards.states
    movers = [[seat] * len(states)]
    if len(states[0].players) > 1:
        movers.append([next_rival(seat, order) for order in orders])
    offers = prospects.offers(movers)
    best = prospects.best(movers, offers)
    mine = best[0]
    theirs = best[1] if len(movers) > 1 else np.zeros(mine.shape)
    turns = _turn_gains(seat, orders, mine, theirs)
    return np.concatenate([turns, mine, theirs, offers[0][:, CARD_GAINS]], 1)


def _turn_gains(
    seat: int, orders: Sequence[Sequence[int]], mine: Numbers, theirs: Numbers
) -> Numbers:
    """What `turn_gains` returns; most states have the same order."""
    found = np.zeros((len(orders), 2))
    by_order: dict[tuple[int, ...], list[int]] = {}
    for nth, order in enumerate(orders):
        by_order.setdefault(tuple(order), []).append(nth)
    for order, some in by_order.items():
        rows = some if len(by_order) > 1 else slice(None)
        for nth, owner in enumerate(order):
            place = min(nth, TOP - 1)
            if owner == seat:
                found[rows, 0] += mine[rows, place]
            else:
                found[rows, 1] += theirs[rows, place]
    return found


def _yazid(boards: BoardArrays, me: Sequence[Player]) -> Numbers:
    """What Yazid has, and how likely his dice end the game."""
    assassins, builders = boards.counts[ASSASSINS], boards.counts[BUILDERS]
    killers = np.array([yazid_of(state).assassins for state in boards.states])[:, None]
    gold = np.array([player.gold for player in me])[:, None]
    taken = boards.sizes > 0
    number = np.maximum(taken.sum(1), 1)
    deadly = (taken & (killers + assassins >= MOST_ASSASSINS)).sum(1)
    dear = ((builders > 0) & (builders * boards.constants.blue > gold)).sum(1)
    risks = [deadly / number, dear / number, killers[:, 0] * assassins.sum(1) / number]
    rows = [yazid_values(*each) for each in zip(boards.states, me, strict=True)]
    return np.hstack([np.column_stack(risks), rows])


def _djinns(players: PlayerArrays, seat: int) -> Numbers:
    column = djinn_columns()
    found = np.zeros((len(players.boards.states), 2 * len(column)))
    for nth, owner, player in players.holders:
        for djinn in player.djinns:
            found[nth, column[djinn.name] + (0 if owner == seat else len(column))] = 1.0
    return found


def _board(prospects: Prospects) -> Numbers:
    boards, constants = prospects.boards, prospects.boards.constants
    states = boards.states
    camels = prospects.players.column("camels").min(1)
    tiles = np.array([boards.open, boards.single, boards.lone], np.float64)
    number = len(TRIBES)
    found = np.empty((len(states), len(BOARD)))
    found[:, :number] = boards.packed.sum(1)[:, None] >> TRIBE_SHIFTS & FULL
    found[:, number : 2 * number] = boards.counts.max(2).T
    rest = 2 * number
    sums = tiles @ constants.ones_and_points
    found[:, rest : rest + 6] = sums.swapaxes(0, 1).reshape(-1, 6)
    found[:, rest + 6] = prospects.building
    found[:, rest + 7] = found[:, :number].sum(1)
    found[:, rest + 8] = (boards.free & constants.cities).sum(1)
    found[:, rest + 9] = camels
    found[:, rest + 10] = 1 / (1 + camels)
    found[:, rest + 11 :] = [game_values(state) for state in states]
    return found
