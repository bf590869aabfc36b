"""What the value net sees of a state, from one seat: a list of numbers of about the same size."""

from __future__ import annotations

from naqala.rules import goods, meeples
from naqala.rules.board import members
from naqala.rules.djinns import DJINNS
from naqala.rules.land import CITIES
from naqala.rules.meeples import BUILDERS, ONE, TRIBES
from naqala.rules.scoring import score
from naqala.rules.state import NOBODY, Player, State
from naqala.rules.turn import Finishing

DJINN_INDEX = {djinn: nth for nth, djinn in enumerate(sorted(DJINNS.values()))}


def features(state: State, seat: int) -> list[float]:
    """The state as this seat sees it; the gold and hands of others are taken as they are."""
    me = state.players[seat]
    rivals = [player for other, player in enumerate(state.players) if other != seat]
    mine = _player(state, me)
    theirs = [_player(state, rival) for rival in rivals]
    if state.yazid:
        theirs = [_yazid(state, len(mine))]
    mean = [sum(column) / len(theirs) for column in zip(*theirs, strict=True)]
    best = max(theirs)
    return [
        *mine,
        *mean,
        *best,
        *_djinns(me, rivals),
        *_board(state),
        *_rows(state),
        *_order(state, seat),
    ]


def _player(state: State, player: Player) -> list[float]:
    sheet = score(state, player)
    hand = player.hand
    return [
        sheet.total / 50,  # first: the best rival is the one with most points
        player.gold / 25,
        player.viziers / 5,
        sheet.majority / 10,
        player.elders / 4,
        sheet.djinns / 10,
        sheet.palms / 10,
        sheet.palaces / 10,
        sheet.tiles / 30,
        sheet.goods / 20,
        len(goods.kinds(hand)) / 4,
        player.fakirs / 3,
        player.camels / 5,
        player.tents,
        player.artisans / 4,
        sheet.items / 10,
        len(player.items) / 3,
        sheet.cities / 30,
        len(player.whims) / 3,
    ]


def _yazid(state: State, length: int) -> list[float]:
    yazid = state.yazid
    assert yazid is not None
    told = [
        yazid.assassins / 7,
        len(yazid.djinns) / 6,
        yazid.viziers / 5,
        yazid.elders / 3,
        yazid.fakirs / 3,
        yazid.camels / 5,
        float(yazid.struck),
        float(yazid.acted),
    ]
    return told + [0.0] * (length - len(told))


def _djinns(me: Player, rivals: list[Player]) -> list[float]:
    found = [0.0] * (2 * len(DJINN_INDEX))
    for djinn in me.djinns:
        found[DJINN_INDEX[djinn]] = 1.0
    for rival in rivals:
        for djinn in rival.djinns:
            found[len(DJINN_INDEX) + DJINN_INDEX[djinn]] = 1.0
    return found


def _board(state: State) -> list[float]:
    """What lies on the board for whoever moves next."""
    land, piles, controlled = state.land, state.piles, state.controlled
    number = [0] * 6
    largest = [0] * 6
    stacks = [0] * 6
    stack_points = [0.0] * 6
    lone = lone_points = open_tiles = 0
    building = 0.0
    for tile in members(state.occupied()):
        pile = piles[tile]
        tribes = meeples.tribes(pile)
        free = not controlled >> tile & 1
        open_tiles += free
        for tribe in tribes:
            count = pile >> 5 * tribe & 31
            number[tribe] += count
            if count > largest[tribe]:
                largest[tribe] = count
        if pile & 31 << 5 * BUILDERS:
            count = pile >> 5 * BUILDERS & 31
            building = max(building, (count + 1) * land.blue_around(tile))
        if free and len(tribes) == 1:
            (tribe,) = tribes
            stacks[tribe] += 1
            stack_points[tribe] += land.points[tile]
            if pile == ONE[tribe]:
                lone += 1
                lone_points += land.points[tile]
    free_cities = (land.of_kind(*CITIES) & ~controlled).bit_count()
    return [
        *(count / 10 for count in number),
        *(count / 3 for count in largest),
        *(count / 3 for count in stacks),
        *(points / 15 for points in stack_points),
        lone / 3,
        lone_points / 15,
        open_tiles / 15,
        building / 15,
        sum(number) / 45,
        meeples.size(state.bag) / 45,
        free_cities / 3,
        min(player.camels for player in state.players) / 5,
        float(state.last_round),
    ]


def _rows(state: State) -> list[float]:
    row = state.row
    djinns = state.djinn_row
    return [
        len(set(row[:3]) - {goods.FAKIR}) / 3,
        row[:3].count(goods.FAKIR) / 3,
        len(set(row[:6]) - {goods.FAKIR}) / 5,
        row[:6].count(goods.FAKIR) / 3,
        len(row) / 9,
        len(djinns) / 3,
        max((djinn.points for djinn in djinns), default=0) / 10,
        state.palms_left / 12,
        state.palaces_left / 10,
    ]


def _order(state: State, seat: int) -> list[float]:
    """Who acts when: the turns before the seat's next one, and the bids."""
    waiting = [owner for owner in reversed(state.spots) if owner != NOBODY]
    acting = bool(state.pending) and not state.bid_order and state.seat == seat
    mine = [nth for nth, owner in enumerate(waiting) if owner == seat]
    to_bid = state.bid_order.count(seat)
    rivals_to_bid = len(state.bid_order) - to_bid
    acted = [nth for nth, owner in enumerate(state.next_order) if owner == seat]
    finishing = bool(state.pending) and isinstance(state.pending[0], Finishing)
    return [
        float(bool(state.bid_order)),
        to_bid / 2,
        rivals_to_bid / 3,
        len(mine) / 2,
        (mine[0] if mine else len(waiting)) / 3,
        (mine[-1] if mine else len(waiting)) / 3,
        (len(waiting) - len(mine)) / 3,
        (acted[0] if acted else len(state.next_order)) / 3,
        float(acting and not finishing),
        state.round / 10,
    ]
