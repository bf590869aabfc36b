"""What the value net sees of a state, from one seat: a list of numbers of about the same size."""

from __future__ import annotations

from naqala.bots.points import LOSS, goods_value, points
from naqala.bots.prospects import TOP, Prospects
from naqala.bots.threats import threats
from naqala.rules import goods
from naqala.rules.board import members
from naqala.rules.djinns import DJINNS
from naqala.rules.land import CITIES
from naqala.rules.meeples import ASSASSINS, BUILDERS, TRIBES
from naqala.rules.state import NOBODY, Player, State
from naqala.rules.turn import Bidding, Finishing, Moving
from naqala.rules.yazid import MOST_ASSASSINS, MOST_DJINNS, yazid_of

DJINN_INDEX = {djinn: nth for nth, djinn in enumerate(sorted(DJINNS.values()))}
FAKIRS = {goods.FAKIR}
LEAD = 50.0
"""The points that 1 in the first number means: the margin as it stands."""
PURSE = 30
"""The gold that a seat seems to have: what it has more or less counts by itself, point by point."""


def features(state: State, seat: int) -> list[float]:
    """The state as this seat sees it, all but its gold: see `in_purse`.

    The gold and hands of others are taken as they are.
    """
    me = state.players[seat]
    rivals = [player for other, player in enumerate(state.players) if other != seat]
    own = points(state, me) - in_purse(state, seat)
    prospects = Prospects(state)
    ahead = _ahead(state, seat, rivals, prospects)
    if state.yazid:
        now = own + (LOSS if state.yazid.lost else 0)
        return [
            now / LEAD,
            *ahead,
            *_player(state, me, PURSE),
            *_yazid(state, me),
            *_djinns(me, rivals),
            *_board(state, prospects),
            *_row(state),
            *_dangers(state, me),
        ]
    totals = [points(state, rival) for rival in rivals]
    most = max(totals)
    theirs = [_player(state, rival, rival.gold) for rival in rivals]
    found = [
        (own - most) / LEAD,
        *ahead,
        *_player(state, me, PURSE),
        *theirs[totals.index(most)],
        *_djinns(me, rivals),
        *_board(state, prospects),
        *_row(state),
        *_order(state, seat),
    ]
    if len(rivals) > 1:
        found += [sum(column) / len(theirs) for column in zip(*theirs, strict=True)]
        found.append((own - sum(totals) / len(totals)) / LEAD)
        found.append((own - min(totals)) / LEAD)
    return found


def in_purse(state: State, seat: int) -> int:
    """What is to be added to the value of the features: a coin is a point, now or at the end."""
    return state.players[seat].gold - PURSE


def upcoming(state: State) -> list[int]:
    """Who acts next, in order, as far as the markers stand."""
    waiting = [owner for owner in reversed(state.spots) if owner != NOBODY]
    if state.pending and isinstance(state.pending[-1], Moving):
        return [state.seat, *waiting]
    return waiting


def _ahead(state: State, seat: int, rivals: list[Player], prospects: Prospects) -> list[float]:
    """The best arrivals for the seat and for a rival, and what the turns to come may bring."""
    mine = prospects.best(state.players[seat])
    order = upcoming(state)
    if rivals:
        others = [other for other in order if other != seat]
        theirs = prospects.best(state.players[others[0]] if others else rivals[0])
    else:
        theirs = [0.0] * TOP
    own = away = 0.0
    for nth, owner in enumerate(order):
        place = min(nth, TOP - 1)
        if owner == seat:
            own += mine[place]
        else:
            away += theirs[place]
    offered = prospects.offered(state.players[seat])
    return [
        own / 15,
        away / 15,
        *(gain / 15 for gain in mine),
        *(gain / 15 for gain in theirs),
        offered.small / 5,
        offered.large / 10,
        offered.merchants[2] / 10,
        offered.merchants[4] / 20,
    ]


def _player(state: State, player: Player, gold: int) -> list[float]:
    hand = player.hand
    kinds = goods.kinds(hand)
    palms = palaces = 0
    for tile in members(player.tiles):
        palms += state.palms[tile]
        palaces += state.palaces[tile]
    told = [
        gold / 25,
        player.viziers / 5,
        player.elders / 4,
        len(player.djinns) / 3,
        palms / 4,
        palaces / 3,
        goods_value(hand) / 20,
        len(kinds) / 4,
        player.fakirs / 3,
        player.camels / 5,
        float(player.elders > 1 or (player.elders > 0 and player.fakirs > 0)),
    ]
    if state.options.expansions:
        told += [player.tents, player.artisans / 4, len(player.items) / 3, len(player.whims) / 3]
    else:
        told += [0.0] * 4
    return told


def _yazid(state: State, me: Player) -> list[float]:
    yazid = state.yazid
    assert yazid is not None
    deadly = dear = reds = number = 0
    for tile in members(state.occupied()):
        pile = state.piles[tile]
        assassins, builders = pile >> 5 * ASSASSINS & 31, pile >> 5 * BUILDERS & 31
        number += 1
        reds += assassins
        deadly += yazid.assassins + assassins >= MOST_ASSASSINS
        dear += builders > 0 and builders * state.land.blue_around(tile) > me.gold
    number = max(number, 1)
    return [
        deadly / number,
        dear / number,
        yazid.assassins * reds / number,
        yazid.assassins / 7,
        (yazid.assassins / 7) ** 2,
        len(yazid.djinns) / 6,
        yazid.viziers / 5,
        (me.viziers - yazid.viziers) / 5,
        float(me.viziers > yazid.viziers),
        yazid.elders / 3,
        yazid.fakirs / 3,
        yazid.camels / 5,
        float(yazid.struck),
        float(yazid.acted),
        float(yazid.acted and not yazid.struck),
        float(state.last_round and me.viziers > yazid.viziers),
        float(bool(yazid.lost)),
    ]


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


def _djinns(me: Player, rivals: list[Player]) -> list[float]:
    found = [0.0] * (2 * len(DJINN_INDEX))
    for djinn in me.djinns:
        found[DJINN_INDEX[djinn]] = 1.0
    for rival in rivals:
        for djinn in rival.djinns:
            found[len(DJINN_INDEX) + DJINN_INDEX[djinn]] = 1.0
    return found


def _board(state: State, prospects: Prospects) -> list[float]:
    """What lies on the board."""
    everyone = sum(state.piles)
    number = [everyone >> 5 * tribe & 31 for tribe in TRIBES]
    free_cities = (
        (state.land.of_kind(*CITIES) & ~state.controlled).bit_count()
        if state.options.expansions
        else 0
    )
    return [
        *(count / 10 for count in number),
        *(count / 3 for count in prospects.largest),
        prospects.open_tiles / 15,
        prospects.open_points / 100,
        prospects.single / 4,
        prospects.single_points / 30,
        prospects.lone.bit_count() / 3,
        prospects.lone_points / 15,
        prospects.building / 15,
        sum(number) / 45,
        free_cities / 3,
        min(player.camels for player in state.players) / 5,
        float(state.last_round),
        state.round / 10,
        float(state.whims is not None),
        float(state.items is not None),
    ]


def _row(state: State) -> list[float]:
    row = state.row
    djinns = state.djinn_row
    return [
        len(set(row[:3]) - FAKIRS) / 3,
        row[:3].count(goods.FAKIR) / 3,
        len(set(row[:6]) - FAKIRS) / 5,
        row[:6].count(goods.FAKIR) / 3,
        len(row) / 9,
        len(djinns) / 3,
        max((djinn.points for djinn in djinns), default=0) / 10,
        state.palms_left / 12,
        state.palaces_left / 10,
    ]


def _order(state: State, seat: int) -> list[float]:
    """Who acts when: the turns before the seat's next one, and the bids."""
    order = upcoming(state)
    mine = [nth for nth, owner in enumerate(order) if owner == seat]
    to_bid = state.bid_order.count(seat)
    rivals_to_bid = len(state.bid_order) - to_bid
    top = state.pending[-1] if state.pending else None
    acted = state.next_order
    first = acted.index(seat) if seat in acted else len(acted)
    busy = state.seat == seat and not isinstance(top, Bidding | Moving | Finishing)
    return [
        float(bool(state.bid_order)),
        to_bid / 2,
        rivals_to_bid / 3,
        len(mine) / 2,
        (mine[0] if mine else len(order)) / 3,
        (mine[-1] if mine else len(order)) / 3,
        (len(order) - len(mine)) / 3,
        float(bool(order) and order[0] == seat),
        float(len(order) == 0 and not state.bid_order),
        first / 3,
        float(bool(state.bid_order) and state.bid_order[0] == seat),
        float(busy),
    ]
