"""What a seat may know of a game, and how to fill in what it may not.

Gold and cards in hand are secret to others (S4), and so are kept items, unmet Whims, the piles
and the seed. A view has no field for them: two states that differ only in secrets give equal
views.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import NamedTuple, TypeVar

from naqala.rules import goods
from naqala.rules.actions import END, PASS
from naqala.rules.board import Mask, Tile
from naqala.rules.decisions import Decision
from naqala.rules.djinns import Djinn
from naqala.rules.events import CardDrawn, Event, ItemKept, ItemsDrawn
from naqala.rules.expansions import ARTISANS_BOX, WHIMS
from naqala.rules.expansions.item_piles import ItemPiles
from naqala.rules.expansions.items import Item, KeepingItem
from naqala.rules.expansions.whims import Whim, WhimTable, is_met
from naqala.rules.goods import Card, Hand
from naqala.rules.land import Land
from naqala.rules.meeples import Pile
from naqala.rules.named_cards import NamedCard
from naqala.rules.setup import blank, use_land
from naqala.rules.sowing import masks_of
from naqala.rules.state import Options, Player, State
from naqala.rules.yazid import Yazid

T = TypeVar("T")

TRIES = 50
"""How often secrets are dealt again to find some that explain the pending decision."""
GOLD_GUESS = 15
"""How far an imagined amount of gold may be from the viewer's own."""


class PlayerView(NamedTuple):
    """What a seat may know of a player."""

    gold: int | None
    """None where it is secret."""
    hand: Hand | None
    """None where it is secret."""
    cards: int
    viziers: int
    elders: int
    artisans: int
    camels: int
    tents: int
    tiles: Mask
    tent: Tile
    djinns: tuple[Djinn, ...]
    used: tuple[NamedCard, ...]
    items: tuple[Item, ...] | None
    """None where they are secret."""
    item_count: int
    whims: tuple[Whim, ...] | None
    """None where they are secret."""
    whim_count: int
    paid_whims: tuple[Whim, ...]


class View(NamedTuple):
    """What one seat (`viewer`) may know of a state; the fields are named like those of State."""

    viewer: int
    options: Options
    """With seed 0, so that the real one stays secret."""
    land: Land
    round: int
    seat: int
    players: tuple[PlayerView, ...]
    piles: tuple[Pile, ...]
    bag: Pile
    palms: tuple[int, ...]
    palaces: tuple[int, ...]
    palms_left: int
    palaces_left: int
    row: tuple[Card, ...]
    unseen: Hand
    """The cards that are face down or in the hands of others."""
    deck_size: int
    discards: Hand
    djinn_row: tuple[Djinn, ...]
    djinn_deck: tuple[Djinn, ...]
    djinn_discards: tuple[Djinn, ...]
    unseen_items: tuple[Item, ...]
    """The items that are face down or belong to others."""
    item_discards: tuple[Item, ...]
    unseen_whims: tuple[Whim, ...]
    """The Whims that are face down or in the hands of others."""
    city_whims: tuple[tuple[Tile, Whim], ...]
    yazid: Yazid | None
    track: tuple[int, ...]
    spots: tuple[int, ...]
    bid_order: tuple[int, ...]
    next_order: tuple[int, ...]
    pending: tuple[Decision, ...]
    sold: bool
    flying: bool
    last_round: bool
    over: bool


def view(state: State, seat: int) -> View:
    """What this seat may know."""
    others = [player for other, player in enumerate(state.players) if other != seat]
    secret_items = [item for player in others for item in player.items]
    pending = state.pending
    if pending and isinstance(top := pending[-1], KeepingItem) and state.seat != seat:
        secret_items += top.items
        pending = (*pending[:-1], KeepingItem((), top.number))
    return View(
        viewer=seat,
        options=replace(state.options, seed=0),
        land=state.land,
        round=state.round,
        seat=state.seat,
        players=tuple(
            player_view(player, known=other == seat) for other, player in enumerate(state.players)
        ),
        piles=tuple(state.piles),
        bag=state.bag,
        palms=state.palms,
        palaces=state.palaces,
        palms_left=state.palms_left,
        palaces_left=state.palaces_left,
        row=state.row,
        unseen=state.deck + sum(player.hand for player in others),
        deck_size=goods.size(state.deck),
        discards=state.discards,
        djinn_row=state.djinn_row,
        djinn_deck=state.djinn_deck,
        djinn_discards=state.djinn_discards,
        unseen_items=tuple(sorted([*(state.items.deck if state.items else ()), *secret_items])),
        item_discards=state.items.discards if state.items else (),
        unseen_whims=tuple(
            sorted(
                [
                    *(state.whims.deck if state.whims else ()),
                    *(whim for player in others for whim in player.whims),
                ]
            )
        ),
        city_whims=state.whims.cities if state.whims else (),
        yazid=state.yazid,
        track=state.track,
        spots=tuple(state.spots),
        bid_order=state.bid_order,
        next_order=state.next_order,
        pending=pending,
        sold=state.sold,
        flying=state.flying,
        last_round=state.last_round,
        over=state.over,
    )


def player_view(player: Player, *, known: bool) -> PlayerView:
    """What can be seen of a player: by others, or (`known`) by the player."""
    return PlayerView(
        gold=player.gold if known else None,
        hand=player.hand if known else None,
        cards=goods.size(player.hand),
        viziers=player.viziers,
        elders=player.elders,
        artisans=player.artisans,
        camels=player.camels,
        tents=player.tents,
        tiles=player.tiles,
        tent=player.tent,
        djinns=player.djinns,
        used=player.used,
        items=player.items if known else None,
        item_count=len(player.items),
        whims=player.whims if known else None,
        whim_count=len(player.whims),
        paid_whims=player.paid_whims,
    )


def imagine(view: View, rng: Random) -> State:
    """A complete state that fits the view: secrets and future chance are filled in at random.

    The cards that the viewer cannot see are dealt at random. The gold of others is a guess near
    the viewer's own; callers that follow the events can set a better one.
    """
    state = blank(replace(view.options, seed=rng.getrandbits(64)))
    use_land(state, view.land)
    state.round, state.seat = view.round, view.seat
    state.piles = list(view.piles)
    state.masks = masks_of(state.piles)
    state.bag = view.bag
    state.palms, state.palaces = view.palms, view.palaces
    state.palms_left, state.palaces_left = view.palms_left, view.palaces_left
    state.row, state.discards = view.row, view.discards
    state.djinn_row, state.djinn_deck = view.djinn_row, view.djinn_deck
    state.djinn_discards = view.djinn_discards
    state.track, state.spots = view.track, list(view.spots)
    state.bid_order, state.next_order = view.bid_order, view.next_order
    state.yazid = view.yazid
    state.sold, state.flying = view.sold, view.flying
    state.last_round, state.over = view.last_round, view.over
    for _ in range(TRIES):
        _deal_secrets(view, state, rng)
        if state.over or not state.pending:
            return state
        # A pending decision has more than one option, and most deals agree with that. If none
        # does, the decision stays pending with the only option that the last deal allows.
        state.choices = tuple(state.pending[-1].options(state)) or (PASS,)
        if len(state.choices) > 1 or END in state.choices:
            return state
    return state


def _deal_secrets(view: View, state: State, rng: Random) -> None:
    """Give all players what the viewer knows they have, and random cards for the rest."""
    cards = list(goods.members(view.unseen))
    items = list(view.unseen_items)
    whims = list(view.unseen_whims)
    for pile in (cards, items, whims):
        rng.shuffle(pile)
    mine = view.players[view.viewer].gold or 0
    state.players = []
    state.controlled = view.yazid.tiles if view.yazid else 0
    for seen in view.players:
        player = Player(0, seen.camels, seen.tents)
        player.viziers, player.elders, player.artisans = seen.viziers, seen.elders, seen.artisans
        player.tiles, player.tent = seen.tiles, seen.tent
        player.djinns, player.used = seen.djinns, seen.used
        player.paid_whims = seen.paid_whims
        if seen.gold is None or seen.hand is None or seen.items is None or seen.whims is None:
            player.gold = rng.randint(max(0, mine - GOLD_GUESS), mine + GOLD_GUESS)
            player.hand = goods.gather(_dealt(cards, seen.cards))
            player.items = tuple(sorted(_dealt(items, seen.item_count)))
        else:
            player.gold, player.hand = seen.gold, seen.hand
            player.items, player.whims = seen.items, seen.whims
        state.players.append(player)
        state.controlled |= seen.tiles
    for seen, player in zip(view.players, state.players, strict=True):
        if seen.whims is None:  # W6: the Whims they hold are unmet, otherwise they would be shown
            whims.sort(key=lambda whim: not is_met(state, player, whim))
            player.whims = tuple(_dealt(whims, seen.whim_count))
    state.pending = view.pending
    if view.pending and isinstance(top := view.pending[-1], KeepingItem) and not top.items:
        drawn = tuple(sorted(_dealt(items, top.number)))
        state.pending = (*view.pending[:-1], KeepingItem(drawn, top.number))
    state.deck = goods.gather(cards)
    if ARTISANS_BOX in view.options.expansions:
        state.items = ItemPiles(tuple(sorted(items)), view.item_discards)
    if WHIMS in view.options.expansions:
        state.whims = WhimTable(tuple(sorted(whims)), view.city_whims)


def _dealt(pile: list[T], number: int) -> list[T]:
    """Draw a number of random elements from a pile."""
    return [pile.pop() for _ in range(number)]


SECRETIVE = frozenset((CardDrawn, ItemsDrawn, ItemKept))
"""The events that contain secrets of their seat."""


def seen_by(event: Event, seat: int) -> Event:
    """The event as this seat may know it."""
    if type(event) not in SECRETIVE:
        return event
    match event:
        case CardDrawn(seat=owner) if owner != seat:
            return CardDrawn(owner, None)
        case ItemsDrawn(seat=owner, number=number) if owner != seat:
            return ItemsDrawn(owner, None, number)
        case ItemKept(seat=owner) if owner != seat:
            return ItemKept(owner, None)
    return event
