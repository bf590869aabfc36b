"""The table as one seat sees it, updated only from events."""

from __future__ import annotations

from dataclasses import dataclass, field

from naqala import Event, View
from naqala.rules import events as e
from naqala.rules import goods, meeples
from naqala.rules.expansions.items import Arranging, KeepingItem
from naqala.rules.meeples import ARTISANS, ASSASSINS, BUILDERS, ELDERS, MERCHANTS, ONE, VIZIERS
from naqala.rules.state import NOBODY
from naqala.rules.tribes import TribeAction
from naqala.rules.turn import Sowing
from naqala.rules.yazid import YAZID, Yazid

NO_DICE = (0, 0)


@dataclass
class Seat:
    """The possessions of a player; gold, hand, items and Whims are known only for the viewer."""

    gold: int | None
    hand: int | None
    cards: int
    viziers: int
    elders: int
    artisans: int
    camels: int
    tents: int
    tiles: int
    tent: int
    djinns: list[str]
    used: list[str]
    items: list[str] | None
    item_count: int
    whims: list[str] | None
    whim_count: int
    paid_whims: list[str]


@dataclass
class Sultan:
    """The possessions of Yazid."""

    camels: int
    tiles: int
    viziers: int
    elders: int
    assassins: int
    fakirs: int
    djinns: list[str]
    dice: tuple[int, int]
    struck: bool
    acted: bool
    lost: str

    @classmethod
    def of(cls, yazid: Yazid) -> Sultan:
        return cls(
            camels=yazid.camels,
            tiles=yazid.tiles,
            viziers=yazid.viziers,
            elders=yazid.elders,
            assassins=yazid.assassins,
            fakirs=yazid.fakirs,
            djinns=[djinn.name for djinn in yazid.djinns],
            dice=yazid.dice,
            struck=yazid.struck,
            acted=yazid.acted,
            lost=yazid.lost,
        )


@dataclass
class Table:
    """Everything that a view shows, except for pending decisions.

    `held` are the meeples in hand during a move, `held_items` the items that the viewer has drawn
    and not kept yet. Cards dealt by the horn count as part of the pile until the row is laid.
    """

    viewer: int
    round: int
    seats: list[Seat]
    sultan: Sultan | None
    piles: list[int]
    held: int
    held_items: list[str]
    bag: int
    palms: list[int]
    palaces: list[int]
    palms_left: int
    palaces_left: int
    row: list[int]
    unseen: int
    deck_size: int
    discards: int
    djinn_row: list[str]
    djinn_deck: set[str]
    djinn_discards: set[str]
    unseen_items: list[str]
    item_discards: list[str]
    unseen_whims: set[str]
    city_whims: dict[int, str]
    spots: list[int]
    bid_order: list[int]
    next_order: list[int]
    sold: bool
    flying: bool
    last_round: bool
    over: bool
    actor: int = field(default=NOBODY, compare=False)
    """The seat whose turn it is."""
    has_begun: bool = field(default=False, compare=False)
    """Whether Yazid's turn of this round has begun."""

    @classmethod
    def of(cls, view: View) -> Table:
        held = dealt = 0
        held_items: list[str] = []
        for decision in view.pending:
            if isinstance(decision, Sowing):
                held += decision.hand
            elif isinstance(decision, TribeAction):
                held += decision.count * ONE[decision.tribe]
            elif isinstance(decision, KeepingItem):
                held_items = [item.name for item in decision.items]
            elif isinstance(decision, Arranging):
                dealt = decision.dealt + goods.gather(decision.laid)
        return cls(
            viewer=view.viewer,
            round=view.round,
            seats=[
                Seat(
                    gold=player.gold,
                    hand=player.hand,
                    cards=player.cards,
                    viziers=player.viziers,
                    elders=player.elders,
                    artisans=player.artisans,
                    camels=player.camels,
                    tents=player.tents,
                    tiles=player.tiles,
                    tent=player.tent,
                    djinns=[djinn.name for djinn in player.djinns],
                    used=[card.name for card in player.used],
                    items=None if player.items is None else [i.name for i in player.items],
                    item_count=player.item_count,
                    whims=None if player.whims is None else [w.name for w in player.whims],
                    whim_count=player.whim_count,
                    paid_whims=[whim.name for whim in player.paid_whims],
                )
                for player in view.players
            ],
            sultan=Sultan.of(view.yazid) if view.yazid else None,
            piles=list(view.piles),
            held=held,
            held_items=held_items,
            bag=view.bag,
            palms=list(view.palms),
            palaces=list(view.palaces),
            palms_left=view.palms_left,
            palaces_left=view.palaces_left,
            row=list(view.row),
            unseen=view.unseen + dealt,
            deck_size=view.deck_size + goods.size(dealt),
            discards=view.discards,
            djinn_row=[djinn.name for djinn in view.djinn_row],
            djinn_deck={djinn.name for djinn in view.djinn_deck},
            djinn_discards={djinn.name for djinn in view.djinn_discards},
            unseen_items=[item.name for item in view.unseen_items],
            item_discards=[item.name for item in view.item_discards],
            unseen_whims={whim.name for whim in view.unseen_whims},
            city_whims={tile: whim.name for tile, whim in view.city_whims},
            spots=list(view.spots),
            bid_order=list(view.bid_order),
            next_order=list(view.next_order),
            sold=view.sold,
            flying=view.flying,
            last_round=view.last_round,
            over=view.over,
        )

    def follow(self, events: list[Event]) -> None:
        """Apply the events of one action."""
        before: Event | None = None
        for event in events:
            self._move(event, before)
            before = event

    def _move(self, event: Event, before: Event | None) -> None:
        match event:
            case e.TurnStarted():
                self._start_turn(event)
            case e.Taken(_, tile, pile):
                assert self.piles[tile] == pile
                self.piles[tile] = 0
                self.held += pile
            case e.Dropped(_, tile, tribe):
                self.held -= ONE[tribe]
                self.piles[tile] += ONE[tribe]
            case e.Gathered(_, tile, tribe, count):
                self.piles[tile] -= count * ONE[tribe]
                self.held += count * ONE[tribe]
                self.flying = False
            case e.MeepleMoved(tile, to, tribe):
                self.piles[tile] -= ONE[tribe]
                self.piles[to] += ONE[tribe]
            case e.Collected(seat, tribe, count):
                self.held -= count * ONE[tribe]
                self._in_front(seat, count * ONE[tribe])
            case e.Killed(_, tile, victim, pile):
                self.held += pile
                if victim is not None:
                    self._in_front(victim, pile, -1)
                if tile is not None:
                    self.piles[tile] -= pile
            case e.Captured(_, tile, pile):
                assert self.piles[tile] == pile
                self.piles[tile] = 0
                self._in_front(YAZID, pile)
                self.held += meeples.of_tribe(pile, MERCHANTS) + meeples.of_tribe(pile, BUILDERS)
            case e.Bagged(pile):
                self.bag += pile
                if isinstance(before, e.DjinnUsed):  # its price
                    self._in_front(before.seat, pile, -1)
                elif self.held:
                    self.held -= pile
                else:  # the price of a Djinn that is summoned, or of an item
                    self._in_front(self.actor, pile, -1)
            case e.MeeplesDrawn(tile, pile):
                self.bag -= pile
                self.piles[tile] += pile
            case e.GoldGained(seat, amount):
                self._pay(seat, amount)
            case e.GoldPaid(seat, amount, purpose):
                self._pay(seat, -amount)
                if self.sultan and purpose == "first":
                    self.sultan.dice = NO_DICE
            case e.TurnEnded():
                pass
            case _:
                self._move_piece(event)

    def _start_turn(self, event: e.TurnStarted) -> None:
        self.actor = event.seat
        if self.sultan and event.seat == YAZID:
            self.has_begun = True
            return
        if self.sultan:
            self.sultan.acted = True
            self.sultan.struck = self.has_begun
        else:
            spot = max(nth for nth, marker in enumerate(self.spots) if marker != NOBODY)
            assert self.spots[spot] == event.seat
            self.spots[spot] = NOBODY
            self.next_order.append(event.seat)
        self.seats[event.seat].used = []
        self.sold = self.flying = False

    def _move_piece(self, event: Event) -> None:
        match event:
            case e.RoundStarted(number, order):
                self.round = number
                if self.sultan:
                    self.sultan.dice = NO_DICE
                    self.sultan.struck = self.sultan.acted = self.has_begun = False
                else:
                    self.bid_order, self.next_order = list(order), []
            case e.Pushed(seat, _, spot):
                self.spots[spot] = seat
            case e.BidPlaced(seat, _, spot):
                self.spots[spot] = seat
                self.bid_order.remove(seat)
            case e.DiceRolled(white, black):
                assert self.sultan
                self.sultan.dice = (white, black)
            case e.CamelPlaced(seat, tile, left):
                owner = self._owner(seat)
                owner.tiles |= 1 << tile
                owner.camels = left
            case e.TentPlaced(seat, tile):
                self.seats[seat].tiles |= 1 << tile
                self.seats[seat].tent = tile
                self.seats[seat].tents -= 1
            case e.CamelMoved(seat, tile, to):
                self.seats[seat].tiles ^= 1 << tile | 1 << to
            case e.PalmPlaced(_, tile):
                self.palms[tile] += 1
                self.palms_left -= 1
            case e.PalacePlaced(_, tile):
                self.palaces[tile] += 1
                self.palaces_left -= 1
            case e.LastRound():
                self.last_round = True
            case e.Lost(reason):
                assert self.sultan
                self.sultan.lost = reason
            case e.GameOver():
                self.over = True
                if self.sultan:
                    broken_off = self.sultan.lost in ("assassins", "gold")
                    self.sultan.struck |= self.has_begun and not broken_off
            case _:
                self._move_card(event)

    def _move_card(self, event: Event) -> None:
        match event:
            case e.CardsTaken(seat, cards, places):
                assert [self.row[place - 1] for place in places] == list(cards)
                self.row = [card for nth, card in enumerate(self.row, 1) if nth not in places]
                if self.sultan and seat == YAZID:  # he keeps the Fakirs
                    fakirs = cards.count(goods.FAKIR)
                    self.sultan.fakirs += fakirs
                    self.discards += goods.gather(cards) - fakirs * goods.ONE[goods.FAKIR]
                else:
                    self._to_hand(seat, goods.gather(cards), from_deck=False)
            case e.CardDrawn(seat, card):
                self.deck_size -= 1
                if card is None:
                    self.seats[seat].cards += 1
                else:
                    self._to_hand(seat, goods.gather([card]), from_deck=True)
            case e.FakirsDiscarded(seat, count):
                if self.sultan and seat == YAZID:
                    self.sultan.fakirs -= count
                    self.discards += count * goods.ONE[goods.FAKIR]
                else:
                    self._discard(seat, count * goods.ONE[goods.FAKIR])
            case e.Sold(seat, cards):
                self._discard(seat, goods.gather(cards))
                self.sold = True
            case e.RowDiscarded(cards):
                assert self.row == list(cards)
                self.row = []
                self.discards += goods.gather(cards)
            case e.RowRefilled(cards):
                self.row += cards
                self.deck_size -= len(cards)
                self.unseen -= goods.gather(cards)
            case e.PileRebuilt("resources", size):
                assert size == goods.size(self.discards)
                self.deck_size += size
                self.unseen += self.discards
                self.discards = 0
            case _:
                self._move_djinn(event)

    def _move_djinn(self, event: Event) -> None:
        match event:
            case e.PileRebuilt("djinns", size):
                assert size == len(self.djinn_discards)
                self.djinn_deck |= self.djinn_discards
                self.djinn_discards = set()
            case e.DjinnTaken(seat, djinn, from_row):
                if from_row:
                    self.djinn_row.remove(djinn)
                self._owner(seat).djinns.append(djinn)
            case e.DjinnUsed(seat, djinn):
                self.seats[seat].used.append(djinn)
            case e.DjinnsDrawn(_, djinns):
                self.djinn_deck -= set(djinns)
            case e.DjinnsDiscarded(djinns):
                self.djinn_discards |= set(djinns)
            case e.DjinnsRefilled(djinns):
                self.djinn_row += djinns
                self.djinn_deck -= set(djinns)
            case e.WhimsDealt(whims):
                self.unseen_whims -= {whim for _, whim in whims}
                self.city_whims |= dict(whims)
            case e.WhimTaken(seat, tile, whim):
                assert self.city_whims.pop(tile) == whim
                self.seats[seat].whim_count += 1
                mine = self.seats[seat].whims
                if mine is None:
                    self.unseen_whims.add(whim)
                else:
                    mine.append(whim)
            case e.WhimPaid(seat, whim):
                self.seats[seat].whim_count -= 1
                self.seats[seat].paid_whims.append(whim)
                mine = self.seats[seat].whims
                if mine is None:
                    self.unseen_whims.remove(whim)
                else:
                    mine.remove(whim)
            case _:
                self._move_item(event)

    def _move_item(self, event: Event) -> None:
        match event:
            case e.PileRebuilt("items", size):
                assert size == len(self.item_discards)
                self.unseen_items = sorted(self.unseen_items + self.item_discards)
                self.item_discards = []
            case e.ItemsDrawn(seat, items, number):
                assert (items is not None) == (seat == self.viewer)
                if items is not None:
                    assert len(items) == number
                    self.held_items = sorted(items)
                    for item in items:
                        self.unseen_items.remove(item)
            case e.ItemKept(seat, item):
                assert (item is not None) == (seat == self.viewer)
                self.seats[seat].item_count += 1
                mine = self.seats[seat].items
                if item is not None:
                    assert mine is not None
                    self.held_items.remove(item)
                    self.seats[seat].items = sorted([*mine, item])
            case e.ItemUsed(seat, item):
                self.seats[seat].used.append(item)
                self.seats[seat].item_count -= 1
                self.flying = self.flying or item == "carpet"
                mine = self.seats[seat].items
                if mine is not None:
                    mine.remove(item)
                    self.held_items.append(item)
            case e.ItemsDiscarded(items):
                self.item_discards += items
                source = self.held_items if self.actor == self.viewer else self.unseen_items
                for item in items:
                    source.remove(item)
            case _:
                raise AssertionError(f"{event} is unknown")

    def _owner(self, seat: int) -> Seat | Sultan:
        return self.sultan if self.sultan and seat == YAZID else self.seats[seat]

    def _in_front(self, seat: int, pile: int, sign: int = 1) -> None:
        owner = self._owner(seat)
        owner.viziers += sign * meeples.count(pile, VIZIERS)
        owner.elders += sign * meeples.count(pile, ELDERS)
        if isinstance(owner, Sultan):
            owner.assassins += sign * meeples.count(pile, ASSASSINS)
        else:
            owner.artisans += sign * meeples.count(pile, ARTISANS)

    def _pay(self, seat: int, amount: int) -> None:
        gold = self.seats[seat].gold
        if gold is not None:
            self.seats[seat].gold = gold + amount

    def _to_hand(self, seat: int, cards: int, *, from_deck: bool) -> None:
        self.seats[seat].cards += goods.size(cards)
        hand = self.seats[seat].hand
        if hand is None:
            self.unseen += cards
        else:
            self.seats[seat].hand = hand + cards
        if from_deck:
            self.unseen -= cards

    def _discard(self, seat: int, cards: int) -> None:
        self.seats[seat].cards -= goods.size(cards)
        self.discards += cards
        hand = self.seats[seat].hand
        if hand is None:
            self.unseen -= cards
        else:
            self.seats[seat].hand = hand - cards
