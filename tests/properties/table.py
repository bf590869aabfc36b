"""The table as one seat sees it, kept up to date from the events alone."""

from __future__ import annotations

from dataclasses import dataclass

from naqala import Event, View
from naqala.rules import events as e
from naqala.rules import goods, meeples
from naqala.rules.meeples import ELDERS, ONE, VIZIERS
from naqala.rules.state import NOBODY
from naqala.rules.tribes import TribeAction
from naqala.rules.turn import Sowing


@dataclass
class Seat:
    """What lies in front of a player; gold and hand are known of the viewer alone."""

    gold: int | None
    hand: int | None
    cards: int
    viziers: int
    elders: int
    camels: int
    tiles: int
    djinns: list[str]
    used: list[str]


@dataclass
class Table:
    """Everything a view shows except who decides what; `held` is what is in hand of a move."""

    viewer: int
    round: int
    seats: list[Seat]
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
    spots: list[int]
    bid_order: list[int]
    next_order: list[int]
    sold: bool
    last_round: bool
    over: bool

    @classmethod
    def of(cls, view: View) -> Table:
        held = 0
        for decision in view.pending:
            if isinstance(decision, Sowing):
                held += decision.hand
            elif isinstance(decision, TribeAction):
                held += decision.count * ONE[decision.tribe]
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
                    camels=player.camels,
                    tiles=player.tiles,
                    djinns=[djinn.name for djinn in player.djinns],
                    used=[djinn.name for djinn in player.used],
                )
                for player in view.players
            ],
            piles=list(view.piles),
            held=held,
            bag=view.bag,
            palms=list(view.palms),
            palaces=list(view.palaces),
            palms_left=view.palms_left,
            palaces_left=view.palaces_left,
            row=list(view.row),
            unseen=view.unseen,
            deck_size=view.deck_size,
            discards=view.discards,
            djinn_row=[djinn.name for djinn in view.djinn_row],
            djinn_deck={djinn.name for djinn in view.djinn_deck},
            djinn_discards={djinn.name for djinn in view.djinn_discards},
            spots=list(view.spots),
            bid_order=list(view.bid_order),
            next_order=list(view.next_order),
            sold=view.sold,
            last_round=view.last_round,
            over=view.over,
        )

    def follow(self, events: list[Event]) -> None:
        """Move the pieces as the events of one action tell."""
        before: Event | None = None
        for event in events:
            self._move(event, before)
            before = event

    def _move(self, event: Event, before: Event | None) -> None:
        match event:
            case e.RoundStarted(number, order):
                self.round, self.bid_order, self.next_order = number, list(order), []
            case e.Pushed(seat, _, spot):
                self.spots[spot] = seat
            case e.BidPlaced(seat, _, spot):
                self.spots[spot] = seat
                self.bid_order.remove(seat)
            case e.TurnStarted(seat):
                spot = max(nth for nth, marker in enumerate(self.spots) if marker != NOBODY)
                assert self.spots[spot] == seat
                self.spots[spot] = NOBODY
                self.next_order.append(seat)
                self.seats[seat].used = []
                self.sold = False
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
            case e.CamelPlaced(seat, tile, left):
                self.seats[seat].tiles |= 1 << tile
                self.seats[seat].camels = left
            case e.Collected(seat, tribe, count):
                self.held -= count * ONE[tribe]
                self._in_front(seat, count * ONE[tribe])
            case e.Killed(_, tile, victim, pile):
                self.held += pile
                if victim is not None:
                    self._in_front(victim, pile, -1)
                if tile is not None:
                    self.piles[tile] -= pile
            case e.Bagged(pile):
                self.bag += pile
                if isinstance(before, e.DjinnUsed):  # its price
                    self._in_front(before.seat, pile, -1)
                elif self.held:
                    self.held -= pile
                else:  # the price of a Djinn that is summoned
                    self._in_front(self.next_order[-1], pile, -1)
            case e.MeeplesDrawn(tile, pile):
                self.bag -= pile
                self.piles[tile] += pile
            case e.PalmPlaced(_, tile):
                self.palms[tile] += 1
                self.palms_left -= 1
            case e.PalacePlaced(_, tile):
                self.palaces[tile] += 1
                self.palaces_left -= 1
            case e.GoldGained(seat, amount):
                self._pay(seat, amount)
            case e.GoldPaid(seat, amount):
                self._pay(seat, -amount)
            case e.LastRound():
                self.last_round = True
            case e.GameOver():
                self.over = True
            case e.TurnEnded():
                pass
            case _:
                self._move_card(event)

    def _move_card(self, event: Event) -> None:
        match event:
            case e.CardsTaken(seat, cards, places):
                assert [self.row[place - 1] for place in places] == list(cards)
                self.row = [card for nth, card in enumerate(self.row, 1) if nth not in places]
                self._to_hand(seat, goods.gather(cards), from_deck=False)
            case e.CardDrawn(seat, card):
                self.deck_size -= 1
                if card is None:
                    self.seats[seat].cards += 1
                else:
                    self._to_hand(seat, goods.gather([card]), from_deck=True)
            case e.FakirsDiscarded(seat, count):
                self._discard(seat, count * goods.ONE[goods.FAKIR])
            case e.Sold(seat, cards):
                self._discard(seat, goods.gather(cards))
                self.sold = True
            case e.RowRefilled(cards):
                self.row += cards
                self.deck_size -= len(cards)
                self.unseen -= goods.gather(cards)
            case e.PileRebuilt("resources", size):
                assert size == goods.size(self.discards)
                self.deck_size += size
                self.unseen += self.discards
                self.discards = 0
            case e.PileRebuilt("djinns", size):
                assert size == len(self.djinn_discards)
                self.djinn_deck |= self.djinn_discards
                self.djinn_discards = set()
            case e.DjinnTaken(seat, djinn, from_row):
                if from_row:
                    self.djinn_row.remove(djinn)
                self.seats[seat].djinns.append(djinn)
            case e.DjinnUsed(seat, djinn):
                self.seats[seat].used.append(djinn)
            case e.DjinnsDrawn(_, djinns):
                self.djinn_deck -= set(djinns)
            case e.DjinnsDiscarded(djinns):
                self.djinn_discards |= set(djinns)
            case e.DjinnsRefilled(djinns):
                self.djinn_row += djinns
                self.djinn_deck -= set(djinns)
            case _:
                raise AssertionError(f"{event} is unknown")

    def _in_front(self, seat: int, pile: int, sign: int = 1) -> None:
        self.seats[seat].viziers += sign * meeples.count(pile, VIZIERS)
        self.seats[seat].elders += sign * meeples.count(pile, ELDERS)

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
