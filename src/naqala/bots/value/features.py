"""The inputs of the value net: a row of numbers for each state, as one seat sees it.

Every column has a name, and a net stores the names of its inputs with its weights. So columns can
be added, moved and removed here (a new Djinn adds two) while trained nets keep working.

This module has the names, the scales, and all values that follow from a single state. What must be
computed from the tiles, and whole rows, are in `numpy_backend.features` and
`plain_backend.features`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from naqala.bots.value.points import GOODS, LOSS, goods_value, points
from naqala.bots.value.prospects import TOP, purchases_for
from naqala.bots.value.yazid_risk import RISKS, strike_risks
from naqala.rules import goods
from naqala.rules.bidding import Bidding
from naqala.rules.djinns import DJINNS, Djinn
from naqala.rules.meeples import TRIBE_NAMES
from naqala.rules.state import Player, State
from naqala.rules.turn import Finishing
from naqala.rules.yazid import MOST_ASSASSINS, MOST_DJINNS, yazid_of

FAKIRS = {goods.FAKIR}
LEAD = 50.0
"""How many points a value of 1 stands for in the first column, `lead`."""
CLIP = 4.0
"""A net clips its scaled inputs to this many standard deviations."""
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
    "pairs": 3,
    "triples": 2,
    "next_kind": 8,
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
    "end_near": 1,
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
    return _names(players, tuple(DJINNS))


@cache
def _names(players: int, djinns: tuple[str, ...]) -> tuple[str, ...]:
    middle = [
        *(f"own.djinn.{name}" for name in sorted(djinns)),
        *(f"rival.djinn.{name}" for name in sorted(djinns)),
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


def gold_offset(state: State, seat: int) -> int:
    """What to add to the net's value for the seat's gold: a coin is a point."""
    return state.players[seat].gold - BASE_GOLD


def own_points(state: State, seat: int) -> float:
    """The points of the seat without its gold; with the penalty for a lost solo game."""
    return points(state, state.players[seat]) - gold_offset(state, seat) + loss(state)


def loss(state: State) -> float:
    """The penalty for a lost solo game."""
    return LOSS if state.yazid and state.yazid.lost else 0.0


def next_rival(seat: int, order: Sequence[int]) -> int:
    """The seat of the rival who acts first, or of any if none acts."""
    for other in order:
        if other != seat:
            return other
    return 1 if seat == 0 else 0


def turn_gains(
    order: Sequence[int], seat: int, own: Sequence[float], rival: Sequence[float]
) -> tuple[float, float]:
    """What the coming turns may gain for the seat and for others, from their best arrivals."""
    mine = theirs = 0.0
    for nth, owner in enumerate(order):
        place = min(nth, TOP - 1)
        if owner == seat:
            mine += own[place]
        else:
            theirs += rival[place]
    return mine, theirs


def card_gains(state: State, me: Player) -> tuple[float, float, float, float]:
    """What the row is worth to a player at the markets and with two or four Merchants."""
    offer = purchases_for(state, me)
    return offer.small, offer.large, offer.merchants[2], offer.merchants[4]


def player_values(player: Player, gold: int, palms: int = 0, palaces: int = 0) -> tuple[int, ...]:
    """What a player has; `palms` and `palaces` are those on the player's tiles."""
    elders = player.elders
    worth, kinds, pairs, triples, next_kind, fakirs = _hand_values(player.hand)
    return (
        gold,
        player.viziers,
        elders,
        len(player.djinns),
        palms,
        palaces,
        worth,
        kinds,
        pairs,
        triples,
        next_kind,
        fakirs,
        player.camels,
        elders > 1 or (elders > 0 and fakirs > 0),
        player.tents,
        player.artisans,
        len(player.items),
        len(player.whims),
    )


@lru_cache(maxsize=1 << 14)
def _hand_values(hand: goods.Hand) -> tuple[int, int, int, int, int, int]:
    """The columns of PLAYER from `goods` to `fakirs`."""
    cards = hand & GOODS
    return (goods_value(cards), *_set_values(cards), goods.fakirs(hand))


@cache
def _set_values(hand: goods.Hand) -> tuple[int, int, int, int]:
    """Kinds of cards, those with two and with three, and the worth of one card of a new kind."""
    counts = [goods.count(hand, kind) for kind in goods.KINDS]
    kinds = sum(number > 0 for number in counts)
    pairs = sum(number > 1 for number in counts)
    triples = sum(number > 2 for number in counts)
    new = next((kind for kind in goods.KINDS if not goods.count(hand, kind)), None)
    worth = goods_value(hand + goods.ONE[new]) - goods_value(hand) if new is not None else 0
    return kinds, pairs, triples, worth


def yazid_values(state: State, me: Player) -> tuple[float, ...]:
    """What Yazid has: the columns of YAZID after those that depend on the tiles."""
    yazid = yazid_of(state)
    return (
        yazid.assassins / 7,
        (yazid.assassins / 7) ** 2,
        len(yazid.djinns) / 6,
        yazid.viziers / 5,
        (me.viziers - yazid.viziers) / 5,
        me.viziers > yazid.viziers,
        yazid.elders / 3,
        yazid.fakirs / 3,
        yazid.camels / 5,
        yazid.struck,
        yazid.acted,
        yazid.acted and not yazid.struck,
        state.last_round and me.viziers > yazid.viziers,
        bool(yazid.lost),
    )


def dangers(state: State, me: Player) -> list[float]:
    """The risks of the next strikes, how near each defeat is, how long the game may last."""
    yazid = yazid_of(state)
    last = min(yazid.camels, me.camels)
    occupied = state.occupied()
    return [
        *strike_risks(state),
        *_defeats(yazid.assassins, len(yazid.djinns), me.viziers - yazid.viziers),
        float(yazid.elders > 0 and yazid.fakirs > 0),
        float(yazid.elders > 1 and not yazid.fakirs),
        last / 5,
        1 / (1 + last),
        occupied.bit_count() / 15,
        (occupied & state.controlled).bit_count() / 10,
        (occupied & me.tiles).bit_count() / 5,
        *_goods_values(me.hand),
    ]


@lru_cache(maxsize=1 << 12)
def _defeats(assassins: int, djinns: int, lead: int) -> tuple[float, ...]:
    """The columns of DANGERS from `assassins.0` to the last `vizier_lead`."""
    return (
        *(float(assassins == number) for number in range(MOST_ASSASSINS)),
        *(float(djinns == number) for number in range(MOST_DJINNS)),
        *(float(lead >= number) for number in VIZIER_LEADS),
    )


@lru_cache(maxsize=1 << 12)
def _goods_values(hand: goods.Hand) -> tuple[float, float, float]:
    """The last columns of DANGERS, from `goods` on."""
    cards = [goods.count(hand, kind) for kind in goods.KINDS]
    pairs = sum(number > 1 for number in cards)
    triples = sum(number > 2 for number in cards)
    return sum(cards) / 9, pairs / 4, triples / 3


def djinn_columns() -> dict[str, int]:
    """The column of each Djinn among those of one side."""
    return _djinn_columns(tuple(DJINNS))


@cache
def _djinn_columns(names: tuple[str, ...]) -> dict[str, int]:
    return {name: nth for nth, name in enumerate(sorted(names))}


def game_values(state: State) -> tuple[int, ...]:
    """The columns of BOARD after those that depend on the tiles or the players."""
    return state.last_round, state.round, state.whims is not None, state.items is not None


def row_values(state: State) -> tuple[int, ...]:
    """What lies in the two rows, and which pieces are left."""
    return (*_cards_in_rows(state.row, state.djinn_row), state.palms_left, state.palaces_left)


@lru_cache(maxsize=1 << 12)
def _cards_in_rows(row: tuple[goods.Card, ...], djinns: tuple[Djinn, ...]) -> tuple[int, ...]:
    """The columns of ROW from `kinds.3` to `djinn_points`."""
    return (
        len(set(row[:3]) - FAKIRS),
        row[:3].count(goods.FAKIR),
        len(set(row[:6]) - FAKIRS),
        row[:6].count(goods.FAKIR),
        len(row),
        len(djinns),
        max((djinn.points for djinn in djinns), default=0),
    )


def order_values(state: State, seat: int, order: Sequence[int]) -> tuple[int, ...]:
    """The turn order: the turns before the seat's next one, and the bids."""
    top = state.pending[-1] if state.pending else None
    decides = state.seat == seat and not isinstance(top, (Bidding, Finishing))
    return _order_values(tuple(order), seat, state.bid_order, state.next_order, decides)


@lru_cache(maxsize=1 << 12)
def _order_values(
    order: tuple[int, ...],
    seat: int,
    bid_order: tuple[int, ...],
    acted: tuple[int, ...],
    decides: bool,
) -> tuple[int, ...]:
    mine = [nth for nth, owner in enumerate(order) if owner == seat]
    to_bid = bid_order.count(seat)
    return (
        bool(bid_order),
        to_bid,
        len(bid_order) - to_bid,
        len(mine),
        mine[0] if mine else len(order),
        mine[-1] if mine else len(order),
        len(order) - len(mine),
        bool(order) and order[0] == seat,
        len(order) == 0 and not bid_order,
        acted.index(seat) if seat in acted else len(acted),
        bool(bid_order) and bid_order[0] == seat,
        decides,
    )
