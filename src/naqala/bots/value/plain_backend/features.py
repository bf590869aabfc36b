"""The features of one state, in parts that often stay the same from one state to the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from naqala.bots.value.features import (
    AHEAD,
    BASE_GOLD,
    BOARD,
    DANGERS,
    LEAD,
    ORDER,
    PLAYER,
    ROW,
    YAZID,
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
from naqala.bots.value.plain_backend.prospects import Prospects
from naqala.bots.value.points import points, tiles_of
from naqala.bots.value.prospects import TOP
from naqala.bots.value.turn_order import upcoming
from naqala.rules.land import CITIES
from naqala.rules.meeples import ASSASSINS, BUILDERS, FULL, TRIBES, WIDTH
from naqala.rules.state import Player, State
from naqala.rules.yazid import MOST_ASSASSINS, yazid_of

Part = Sequence[float]


def features(states: Sequence[State], seat: int) -> list[list[float]]:
    """The features of states, as `numpy_backend.features` returns them."""
    scale = list(chain.from_iterable(scales(len(states[0].players))))
    column = djinn_columns()
    return [
        [value / each for value, each in zip(chain.from_iterable(row), scale, strict=True)]
        for row in (parts(state, seat, column) for state in states)
    ]


def scales(players: int) -> list[Part]:
    """The number that is scaled to 1 in each column of each part."""
    ahead, player, board, row, order = (
        list(part.values()) for part in (AHEAD, PLAYER, BOARD, ROW, ORDER)
    )
    djinns = [1.0] * (2 * len(djinn_columns()))
    lead = [LEAD]
    if players == 1:
        yazid, danger = [1.0] * len(YAZID), [1.0] * len(DANGERS)
        return [lead, ahead, player, yazid, djinns, board, row, danger]
    found: list[Part] = [lead, ahead, player, player, djinns, board, row, order]
    return [*found, player, lead * 2] if players > 2 else found


def parts(state: State, seat: int, djinn_column: Mapping[str, int]) -> list[Part]:
    """The features of a state before scaling."""
    me = state.players[seat]
    prospects = Prospects(state)
    order = upcoming(state)
    own = own_points(state, seat)
    ahead = _ahead(prospects, seat, me, order)
    mine = _player(state, me, BASE_GOLD)
    board, row = _board(prospects), row_values(state)
    rivals = [player for player in state.players if player is not me]
    djinns = _djinns(me, rivals, djinn_column)
    if not rivals:
        risks = _yazid(state, me)
        return [(own,), ahead, mine, risks, djinns, board, row, dangers(state, me)]
    totals = [points(state, rival) for rival in rivals]
    highest = max(totals)
    theirs = [_player(state, rival, rival.gold) for rival in rivals]
    leader = theirs[totals.index(highest)]
    turns = order_values(state, seat, order)
    found: list[Part] = [(own - highest,), ahead, mine, leader, djinns, board, row, turns]
    if len(rivals) > 1:
        number = len(rivals)
        found.append([sum(column) / number for column in zip(*theirs, strict=True)])
        found.append((own - sum(totals) / number, own - min(totals)))
    return found


def _ahead(prospects: Prospects, seat: int, me: Player, order: Sequence[int]) -> list[float]:
    """The best arrivals of the seat and of a rival, and what the coming turns may gain."""
    state = prospects.state
    mine, theirs = prospects.best(me), [0.0] * TOP
    if len(state.players) > 1:
        theirs = prospects.best(state.players[next_rival(seat, order)])
    return [*turn_gains(order, seat, mine, theirs), *mine, *theirs, *card_gains(state, me)]


def _player(state: State, player: Player, gold: int) -> tuple[int, ...]:
    palms, palaces = state.palms, state.palaces
    trees = built = 0
    for tile in tiles_of(player.tiles):
        trees += palms[tile]
        built += palaces[tile]
    return player_values(player, gold, trees, built)


def _yazid(state: State, me: Player) -> list[float]:
    """What Yazid has, and how likely his dice end the game."""
    yazid, land = yazid_of(state), state.land
    killers, gold = yazid.assassins, me.gold
    deadly = dear = assassins = 0
    occupied = tiles_of(state.occupied())
    for tile in occupied:
        pile = state.piles[tile]
        here = pile >> WIDTH * ASSASSINS & FULL
        assassins += here
        deadly += killers + here >= MOST_ASSASSINS
        dear += (pile >> WIDTH * BUILDERS & FULL) * land.blue_around(tile) > gold
    number = max(len(occupied), 1)
    risks = deadly / number, dear / number, killers * assassins / number
    return [*risks, *yazid_values(state, me)]


def _djinns(me: Player, rivals: Sequence[Player], column: Mapping[str, int]) -> list[float]:
    number = len(column)
    found = [0.0] * (2 * number)
    for djinn in me.djinns:
        found[column[djinn.name]] = 1.0
    for rival in rivals:
        for djinn in rival.djinns:
            found[number + column[djinn.name]] = 1.0
    return found


def _board(prospects: Prospects) -> list[float]:
    state, worth = prospects.state, prospects.tables.worth
    everyone = sum(state.piles)
    number = [everyone >> WIDTH * tribe & FULL for tribe in TRIBES]
    camels = min(player.camels for player in state.players)
    return [
        *number,
        *prospects.largest,
        prospects.open.bit_count(),
        worth(prospects.open),
        prospects.single.bit_count(),
        worth(prospects.single),
        prospects.lone.bit_count(),
        worth(prospects.lone),
        prospects.building,
        sum(number),
        (state.land.of_kind(*CITIES) & ~state.controlled).bit_count(),
        camels,
        1 / (1 + camels),
        *game_values(state),
    ]
