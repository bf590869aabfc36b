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
    card_gains,
    dangers,
    djinn_columns,
    game_values,
    next_rival,
    order_values,
    own_points,
    player_values,
    row_values,
    turn_gains,
    yazid_values,
)
from naqala.bots.value.numpy_backend.board_arrays import BoardArrays, Numbers, Whole
from naqala.bots.value.numpy_backend.prospects import Prospects
from naqala.bots.value.points import points
from naqala.bots.value.turn_order import upcoming
from naqala.rules.meeples import ASSASSINS, BUILDERS, FULL, TRIBES, WIDTH
from naqala.rules.state import Player, State
from naqala.rules.yazid import MOST_ASSASSINS, yazid_of

PALMS, PALACES = (list(PLAYER).index(name) for name in ("palms", "palaces"))


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
    own = np.array([own_points(state, seat) for state in states])
    boards = BoardArrays(states)
    prospects = Prospects(boards)
    orders = [upcoming(state) for state in states]
    ahead = _ahead(prospects, seat, me, orders) / AHEAD_SCALE
    mine = _player(boards, me, [BASE_GOLD] * len(me)) / PLAYER_SCALE
    djinns = _djinns(me, rivals)
    board = _board(prospects) / BOARD_SCALE
    row = np.array([row_values(state) for state in states]) / ROW_SCALE
    if states[0].yazid:
        lead = own[:, None] / LEAD
        risks = np.array([dangers(*each) for each in zip(states, me, strict=True)])
        return np.hstack([lead, ahead, mine, _yazid(boards, me), djinns, board, row, risks])
    totals = np.array([[points(*each) for each in zip(states, r, strict=True)] for r in rivals])
    theirs = [
        _player(boards, rival, [each.gold for each in rival]) / PLAYER_SCALE for rival in rivals
    ]
    first = np.choose(totals.argmax(0)[:, None], theirs)
    order = np.array(
        [order_values(state, seat, order) for state, order in zip(states, orders, strict=True)]
    )
    lead = (own - totals.max(0))[:, None] / LEAD
    found = [lead, ahead, mine, first, djinns, board, row, order / ORDER_SCALE]
    if len(rivals) > 1:
        found.append(sum(theirs) / len(theirs))
        found.append((own - totals.sum(0) / len(totals))[:, None] / LEAD)
        found.append((own - totals.min(0))[:, None] / LEAD)
    return np.hstack(found)


def _ahead(
    prospects: Prospects, seat: int, me: Sequence[Player], orders: Sequence[Sequence[int]]
) -> Numbers:
    """The best arrivals of the seat and of a rival, and what the coming turns may gain."""
    states = prospects.boards.states
    rivals = [next_rival(*each) for each in zip(states, [seat] * len(states), orders, strict=True)]
    mine = prospects.best(me)
    known = [rival for rival in rivals if rival]
    theirs = prospects.best(known) if known else np.zeros(mine.shape)
    turns = [
        turn_gains(order, seat, own, away)
        for order, own, away in zip(orders, mine.tolist(), theirs.tolist(), strict=True)
    ]
    cards = [card_gains(*each) for each in zip(states, me, strict=True)]
    return np.hstack([turns, mine, theirs, cards])


def _player(boards: BoardArrays, players: Sequence[Player], gold: Sequence[int]) -> Whole:
    owned = boards.constants.unpacked(player.tiles for player in players)
    rows = np.array([player_values(*each) for each in zip(players, gold, strict=True)])
    rows[:, PALMS] = (boards.palms * owned).sum(1)
    rows[:, PALACES] = (boards.palaces * owned).sum(1)
    return rows


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


def _djinns(me: Sequence[Player], rivals: Sequence[Sequence[Player]]) -> Numbers:
    column = djinn_columns()
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
    rest = [game_values(state) for state in boards.states]
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
