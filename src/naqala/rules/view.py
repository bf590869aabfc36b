"""What a seat may know of a game, and how to fill in what it may not.

Gold and cards in hand are secret to others (S4), and so are the piles and the seed. A view has
no field for them: two states that differ only in secrets give equal views.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from naqala.rules import goods
from naqala.rules.board import Mask
from naqala.rules.decisions import Decision
from naqala.rules.djinns import Djinn
from naqala.rules.events import CardDrawn, Event
from naqala.rules.goods import Card, Hand
from naqala.rules.land import Land
from naqala.rules.meeples import Pile
from naqala.rules.setup import blank, put_on
from naqala.rules.sowing import masks_of
from naqala.rules.state import Options, Player, State
from naqala.rules.turn import advance

GOLD_GUESS = 15
"""How far an imagined amount of gold may be from one's own."""


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What a seat may know of a player."""

    gold: int | None
    """None where it is secret."""
    hand: Hand | None
    """None where it is secret."""
    cards: int
    viziers: int
    elders: int
    camels: int
    tiles: Mask
    djinns: tuple[Djinn, ...]
    used: tuple[Djinn, ...]


@dataclass(frozen=True, slots=True)
class View:
    """What one seat (`viewer`) may know of a state; fields are named as those of State."""

    viewer: int
    options: Options
    """With a seed of 0, whatever the seed is."""
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
    """The cards that lie face down or are in the hands of others."""
    deck_size: int
    discards: Hand
    djinn_row: tuple[Djinn, ...]
    djinn_deck: tuple[Djinn, ...]
    djinn_discards: tuple[Djinn, ...]
    track: tuple[int, ...]
    spots: tuple[int, ...]
    bid_order: tuple[int, ...]
    next_order: tuple[int, ...]
    pending: tuple[Decision, ...]
    sold: bool
    last_round: bool
    over: bool


def view(state: State, seat: int) -> View:
    """What this seat may know."""
    others = (player for other, player in enumerate(state.players) if other != seat)
    return View(
        viewer=seat,
        options=replace(state.options, seed=0),
        land=state.land,
        round=state.round,
        seat=state.seat,
        players=tuple(
            _player_view(player, known=other == seat) for other, player in enumerate(state.players)
        ),
        piles=tuple(state.piles),
        bag=state.bag,
        palms=tuple(state.palms),
        palaces=tuple(state.palaces),
        palms_left=state.palms_left,
        palaces_left=state.palaces_left,
        row=state.row,
        unseen=state.deck + sum(player.hand for player in others),
        deck_size=goods.size(state.deck),
        discards=state.discards,
        djinn_row=state.djinn_row,
        djinn_deck=state.djinn_deck,
        djinn_discards=state.djinn_discards,
        track=state.track,
        spots=tuple(state.spots),
        bid_order=state.bid_order,
        next_order=state.next_order,
        pending=state.pending,
        sold=state.sold,
        last_round=state.last_round,
        over=state.over,
    )


def _player_view(player: Player, *, known: bool) -> PlayerView:
    return PlayerView(
        gold=player.gold if known else None,
        hand=player.hand if known else None,
        cards=goods.size(player.hand),
        viziers=player.viziers,
        elders=player.elders,
        camels=player.camels,
        tiles=player.tiles,
        djinns=player.djinns,
        used=player.used,
    )


def imagine(view: View, rng: Random) -> State:
    """A whole state that fits the view: secrets and chance to come are filled in at random.

    The cards that the viewer cannot see are dealt anew. The gold of others is a guess near the
    viewer's own; who follows the events can do better and set it.
    """
    state = blank(replace(view.options, seed=rng.getrandbits(64)))
    put_on(state, view.land)
    state.round, state.seat = view.round, view.seat
    state.piles = list(view.piles)
    state.masks = masks_of(state.piles)
    state.bag = view.bag
    state.palms, state.palaces = list(view.palms), list(view.palaces)
    state.palms_left, state.palaces_left = view.palms_left, view.palaces_left
    state.row, state.discards = view.row, view.discards
    state.djinn_row, state.djinn_deck = view.djinn_row, view.djinn_deck
    state.djinn_discards = view.djinn_discards
    state.track, state.spots = view.track, list(view.spots)
    state.bid_order, state.next_order = view.bid_order, view.next_order
    state.pending = view.pending
    state.sold, state.last_round, state.over = view.sold, view.last_round, view.over

    unseen = list(goods.members(view.unseen))
    rng.shuffle(unseen)
    mine = view.players[view.viewer].gold or 0
    state.players = []
    for seen in view.players:
        player = Player(0, seen.camels)
        player.viziers, player.elders = seen.viziers, seen.elders
        player.tiles = seen.tiles
        player.djinns, player.used = seen.djinns, seen.used
        if seen.gold is None or seen.hand is None:
            player.gold = rng.randint(max(0, mine - GOLD_GUESS), mine + GOLD_GUESS)
            player.hand = goods.gather(unseen.pop() for _ in range(seen.cards))
        else:
            player.gold, player.hand = seen.gold, seen.hand
        state.players.append(player)
        state.controlled |= seen.tiles
    state.deck = goods.gather(unseen)
    advance(state)
    return state


def seen_by(event: Event, seat: int) -> Event:
    """The event as this seat may know it."""
    if isinstance(event, CardDrawn) and event.seat != seat:
        return CardDrawn(event.seat, None)
    return event
