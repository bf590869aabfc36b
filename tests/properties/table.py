"""The table as one seat sees it, kept up to date from the events alone."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from naqala import Event, View
from naqala.rules import events as e
from naqala.rules import goods, meeples
from naqala.rules.items import Arranging, KeepingItem
from naqala.rules.meeples import ARTISANS, ASSASSINS, BUILDERS, ELDERS, MERCHANTS, ONE, VIZIERS
from naqala.rules.pending import in_hand
from naqala.rules.state import NOBODY
from naqala.rules.view import PlayerView
from naqala.rules.yazid import Yazid


@dataclass
class Seat:
    """What lies in front of a player; what is None is secret to the viewer."""

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
    items: Counter[str] | None
    item_count: int
    whims: list[str] | None
    whim_count: int
    paid_whims: list[str]

    @classmethod
    def of(cls, player: PlayerView) -> Seat:
        return cls(
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
            items=None if player.items is None else Counter(i.name for i in player.items),
            item_count=player.item_count,
            whims=None if player.whims is None else [whim.name for whim in player.whims],
            whim_count=player.whim_count,
            paid_whims=[whim.name for whim in player.paid_whims],
        )

    def welcome(self, pile: int, sign: int = 1) -> None:
        self.viziers += sign * meeples.count(pile, VIZIERS)
        self.elders += sign * meeples.count(pile, ELDERS)
        self.artisans += sign * meeples.count(pile, ARTISANS)


@dataclass
class Sultan:
    """What Yazid has."""

    camels: int
    tiles: int
    viziers: int
    elders: int
    assassins: int
    fakirs: int
    djinns: list[str]
    dice: tuple[int, int]
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
            lost=yazid.lost,
        )

    def welcome(self, pile: int, sign: int = 1) -> None:
        self.viziers += sign * meeples.count(pile, VIZIERS)
        self.elders += sign * meeples.count(pile, ELDERS)
        self.assassins += sign * meeples.count(pile, ASSASSINS)


@dataclass
class Table:
    """Everything a view shows except who decides what.

    `held` are the meeples in hand of a move. Cards dealt to be arranged count as face down until
    they lie in the row. `drawn` are the items that the viewer has in hand to keep one of them.
    """

    viewer: int
    round: int
    seats: list[Seat]
    yazid: Sultan | None
    piles: list[int]
    held: int
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
    unseen_items: Counter[str]
    item_discards: Counter[str]
    drawn: Counter[str]
    unseen_whims: set[str]
    city_whims: dict[int, str]
    spots: list[int]
    bid_order: list[int]
    next_order: list[int]
    sold: bool
    flying: bool
    last_round: bool
    over: bool

    @classmethod
    def of(cls, view: View) -> Table:
        dealt = 0
        drawn = Counter[str]()
        for decision in view.pending:
            if isinstance(decision, Arranging):
                dealt = decision.dealt + goods.gather(decision.laid)
            elif isinstance(decision, KeepingItem):
                drawn.update(item.name for item in decision.items)
        return cls(
            viewer=view.viewer,
            round=view.round,
            seats=[Seat.of(player) for player in view.players],
            yazid=Sultan.of(view.yazid) if view.yazid else None,
            piles=list(view.piles),
            held=sum(map(in_hand, view.pending)),
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
            unseen_items=Counter(item.name for item in view.unseen_items),
            item_discards=Counter(item.name for item in view.item_discards),
            drawn=drawn,
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

    def follow(self, events: list[Event], in_turn: int) -> int:
        """Move the pieces as the events of one action tell; the answer is whose turn it is."""
        before: Event | None = None
        for event in events:
            if isinstance(event, e.TurnStarted):
                in_turn = event.seat
            if not (
                self._move_marker(event)
                or self._move_meeples(event, before, in_turn)
                or self._place(event)
                or self._move_card(event)
                or self._move_named_card(event)
            ):
                raise AssertionError(f"{event} is unknown")
            before = event
        return in_turn

    def _at(self, seat: int) -> Seat | Sultan:
        if seat < len(self.seats):
            return self.seats[seat]
        assert self.yazid
        return self.yazid

    def _move_marker(self, event: Event) -> bool:
        match event:
            case e.RoundStarted(number, order):
                self.round = number
                if self.yazid:
                    self.yazid.dice = (0, 0)
                else:
                    self.bid_order, self.next_order = list(order), []
            case e.Pushed(seat, _, spot):
                self.spots[spot] = seat
            case e.BidPlaced(seat, _, spot):
                self.spots[spot] = seat
                self.bid_order.remove(seat)
            case e.TurnStarted(seat):
                if not self.yazid:
                    spot = max(nth for nth, marker in enumerate(self.spots) if marker != NOBODY)
                    assert self.spots[spot] == seat
                    self.spots[spot] = NOBODY
                    self.next_order.append(seat)
                if seat < len(self.seats):
                    self.seats[seat].used = []
                    self.sold = self.flying = False
            case e.DiceRolled(white, black):
                assert self.yazid
                self.yazid.dice = (white, black)
            case e.GoldGained(seat, amount):
                self._pay(seat, amount)
            case e.GoldPaid(seat, amount, purpose):
                self._pay(seat, -amount)
                if self.yazid and purpose == "first":
                    self.yazid.dice = (0, 0)
            case e.Lost(reason):
                assert self.yazid
                self.yazid.lost = reason
            case e.LastRound():
                self.last_round = True
            case e.GameOver():
                self.over = True
            case e.TurnEnded():
                pass
            case _:
                return False
        return True

    def _move_meeples(self, event: Event, before: Event | None, in_turn: int) -> bool:
        match event:
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
            case e.Collected(seat, tribe, count):
                self.held -= count * ONE[tribe]
                self.seats[seat].welcome(count * ONE[tribe])
            case e.Killed(_, tile, victim, pile):
                self.held += pile
                if victim is not None:
                    self._at(victim).welcome(pile, -1)
                if tile is not None:
                    self.piles[tile] -= pile
            case e.Captured(_, tile, pile):
                assert self.piles[tile] == pile
                assert self.yazid
                self.piles[tile] = 0
                self.yazid.welcome(pile)
                for tribe in (MERCHANTS, BUILDERS):
                    self.held += meeples.of_tribe(pile, tribe)
            case e.Bagged(pile):
                self.bag += pile
                if isinstance(before, e.DjinnUsed):  # its price
                    self.seats[before.seat].welcome(pile, -1)
                elif self.held:
                    self.held -= pile
                else:  # the price of a Djinn that is summoned, or of an item
                    self._at(in_turn).welcome(pile, -1)
            case e.MeeplesDrawn(tile, pile):
                self.bag -= pile
                self.piles[tile] += pile
            case e.MeepleMoved(tile, to, tribe):
                self.piles[tile] -= ONE[tribe]
                self.piles[to] += ONE[tribe]
            case _:
                return False
        return True

    def _place(self, event: Event) -> bool:
        match event:
            case e.CamelPlaced(seat, tile, left):
                self._at(seat).tiles |= 1 << tile
                self._at(seat).camels = left
            case e.CamelMoved(seat, tile, to):
                self.seats[seat].tiles ^= 1 << tile | 1 << to
            case e.TentPlaced(seat, tile):
                self.seats[seat].tiles |= 1 << tile
                self.seats[seat].tent = tile
                self.seats[seat].tents -= 1
            case e.PalmPlaced(_, tile):
                self.palms[tile] += 1
                self.palms_left -= 1
            case e.PalacePlaced(_, tile):
                self.palaces[tile] += 1
                self.palaces_left -= 1
            case _:
                return False
        return True

    def _move_card(self, event: Event) -> bool:
        match event:
            case e.CardsTaken(seat, cards, places):
                assert [self.row[place - 1] for place in places] == list(cards)
                self.row = [card for nth, card in enumerate(self.row, 1) if nth not in places]
                if seat < len(self.seats):
                    self._to_hand(seat, goods.gather(cards), from_deck=False)
                else:
                    assert self.yazid
                    self.yazid.fakirs += cards.count(goods.FAKIR)
                    self.discards += goods.gather(c for c in cards if c != goods.FAKIR)
            case e.CardDrawn(seat, card):
                self.deck_size -= 1
                if card is None:
                    self.seats[seat].cards += 1
                else:
                    self._to_hand(seat, goods.gather([card]), from_deck=True)
            case e.FakirsDiscarded(seat, count):
                if seat < len(self.seats):
                    self._discard(seat, count * goods.ONE[goods.FAKIR])
                else:
                    assert self.yazid
                    self.yazid.fakirs -= count
                    self.discards += count * goods.ONE[goods.FAKIR]
            case e.Sold(seat, cards):
                self._discard(seat, goods.gather(cards))
                self.sold = True
            case e.RowRefilled(cards):
                self.row += cards
                self.deck_size -= len(cards)
                self.unseen -= goods.gather(cards)
            case e.RowDiscarded(cards):
                assert self.row == list(cards)
                self.row = []
                self.discards += goods.gather(cards)
            case e.PileRebuilt("resources", size):
                assert size == goods.size(self.discards)
                self.deck_size += size
                self.unseen += self.discards
                self.discards = 0
            case _:
                return False
        return True

    def _move_named_card(self, event: Event) -> bool:
        match event:
            case e.PileRebuilt("djinns", size):
                assert size == len(self.djinn_discards)
                self.djinn_deck |= self.djinn_discards
                self.djinn_discards = set()
            case e.PileRebuilt("items", size):
                assert size == self.item_discards.total()
                self.unseen_items += self.item_discards
                self.item_discards = Counter()
            case e.DjinnTaken(seat, djinn, from_row):
                if from_row:
                    self.djinn_row.remove(djinn)
                self._at(seat).djinns.append(djinn)
            case e.DjinnUsed(seat, djinn):
                self.seats[seat].used.append(djinn)
            case e.DjinnsDrawn(_, djinns):
                self.djinn_deck -= set(djinns)
            case e.DjinnsDiscarded(djinns):
                self.djinn_discards |= set(djinns)
            case e.DjinnsRefilled(djinns):
                self.djinn_row += djinns
                self.djinn_deck -= set(djinns)
            case e.ItemsDrawn(_, items, _):
                self.drawn.update(items or ())
                self.unseen_items -= Counter(items or ())
            case e.ItemKept(seat, item):
                self.seats[seat].item_count += 1
                mine = self.seats[seat].items
                if item and mine is not None:
                    self.drawn -= Counter([item])
                    mine[item] += 1
            case e.ItemUsed(seat, item):
                self.seats[seat].item_count -= 1
                self.seats[seat].used.append(item)
                self.flying = self.flying or item == "carpet"
                mine = self.seats[seat].items
                if mine is not None:
                    self.seats[seat].items = mine - Counter([item])
                    self.drawn[item] += 1
            case e.ItemsDiscarded(items):
                known = self.drawn & Counter(items)
                self.drawn -= known
                self.unseen_items -= Counter(items) - known
                self.item_discards.update(items)
            case e.WhimsDealt(whims):
                self.city_whims |= dict(whims)
                self.unseen_whims -= {whim for _, whim in whims}
            case e.WhimTaken(seat, tile, whim):
                assert self.city_whims.pop(tile) == whim
                self.seats[seat].whim_count += 1
                mine_ = self.seats[seat].whims
                if mine_ is None:
                    self.unseen_whims.add(whim)
                else:
                    mine_.append(whim)
            case e.WhimPaid(seat, whim):
                self.seats[seat].whim_count -= 1
                self.seats[seat].paid_whims.append(whim)
                mine_ = self.seats[seat].whims
                if mine_ is None:
                    self.unseen_whims.remove(whim)
                else:
                    mine_.remove(whim)
            case _:
                return False
        return True

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
