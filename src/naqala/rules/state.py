"""The state of a game: plain ints, tuples and small lists, which copy in microseconds."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from naqala.rules import chance, goods, meeples
from naqala.rules.actions import Action
from naqala.rules.board import NO_TILE, Mask, Tile
from naqala.rules.events import Event
from naqala.rules.goods import Card, Hand
from naqala.rules.land import Land
from naqala.rules.meeples import ARTISANS, ELDERS, ONE, VIZIERS, Pile, Tribe

if TYPE_CHECKING:
    from naqala.rules.decisions import Decision, RoundFlow
    from naqala.rules.djinns import Djinn
    from naqala.rules.expansions.item_piles import ItemPiles
    from naqala.rules.expansions.items import Item
    from naqala.rules.expansions.whims import Whim, WhimTable
    from naqala.rules.named_cards import NamedCard
    from naqala.rules.yazid import Yazid

NOBODY = -1


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a game; with the actions, they determine everything that happens."""

    players: int
    seed: int
    expansions: frozenset[str] = frozenset()
    promos: frozenset[str] = frozenset()
    names: tuple[str, ...] = ()
    doubled: bool = False
    """Whether four players use the turn order track of five (C9)."""
    whims: tuple[Whim, ...] = ()
    """A deck of Whims to use instead of the one in the package."""

    def to_dict(self) -> dict[str, Any]:
        """The options as plain data."""
        return {
            "players": self.players,
            "seed": self.seed,
            "expansions": sorted(self.expansions),
            "promos": sorted(self.promos),
            "names": list(self.names),
            "doubled": self.doubled,
            "whims": [asdict(whim) for whim in self.whims],
        }


class Player:
    """What a player has, including the secret gold and hand."""

    __slots__ = (
        "artisans", "camels", "djinns", "elders", "gold", "hand", "items", "paid_whims", "tent",
        "tents", "tiles", "used", "viziers", "whims",
    )  # fmt: skip

    gold: int
    viziers: int
    elders: int
    artisans: int
    camels: int
    """Camels not placed yet."""
    tents: int
    """Tents not placed yet (N8)."""
    tiles: Mask
    """The tiles under this player's camels and tent."""
    tent: Tile
    """The tile of the tent, or NO_TILE."""
    hand: Hand
    djinns: tuple[Djinn, ...]
    used: tuple[NamedCard, ...]
    """Djinns (J1) and the item whose power was used in the current turn."""
    items: tuple[Item, ...]
    """Items kept, in alphabetical order; secret to others."""
    whims: tuple[Whim, ...]
    """Whims whose condition was never met; secret to others."""
    paid_whims: tuple[Whim, ...]

    def __init__(self, gold: int, camels: int, tents: int = 0) -> None:
        """A player at the start of a game."""
        self.gold = gold
        self.viziers = self.elders = self.artisans = 0
        self.camels = camels
        self.tents = tents
        self.tiles = 0
        self.tent = NO_TILE
        self.hand = 0
        self.djinns = ()
        self.used = ()
        self.items = ()
        self.whims = self.paid_whims = ()

    def copy(self) -> Player:
        """An independent copy."""
        twin = Player.__new__(Player)
        twin.gold = self.gold
        twin.viziers = self.viziers
        twin.elders = self.elders
        twin.artisans = self.artisans
        twin.camels = self.camels
        twin.tents = self.tents
        twin.tiles = self.tiles
        twin.tent = self.tent
        twin.hand = self.hand
        twin.djinns = self.djinns
        twin.used = self.used
        twin.items = self.items
        twin.whims = self.whims
        twin.paid_whims = self.paid_whims
        return twin

    def __copy__(self) -> Player:
        return self.copy()

    def key(self) -> tuple[Any, ...]:
        """Everything that counts for equality."""
        return (
            self.gold, self.viziers, self.elders, self.artisans, self.camels, self.tents,
            self.tiles, self.tent, self.hand, self.djinns, self.used, self.items, self.whims,
            self.paid_whims,
        )  # fmt: skip

    @property
    def fakirs(self) -> int:
        """How many Fakirs are in hand."""
        return goods.fakirs(self.hand)

    @property
    def council(self) -> Pile:
        """The meeples in front of the player."""
        return (
            self.viziers * ONE[VIZIERS] + self.elders * ONE[ELDERS] + self.artisans * ONE[ARTISANS]
        )

    def add_meeples(self, tribe: Tribe, number: int) -> None:
        """Add meeples in front of the player; a negative number removes them."""
        if tribe == VIZIERS:
            self.viziers += number
        elif tribe == ELDERS:
            self.elders += number
        else:
            self.artisans += number


class State:
    """Everything about a game at one moment.

    `masks`, `controlled`, `choices` and `events` follow from the rest (or from the last action).
    They and `shared` do not count for equality.
    """

    __slots__ = (
        "bag", "bid_order", "choices", "controlled", "deck", "discards", "djinn_deck",
        "djinn_discards", "djinn_row", "draws", "events", "flow", "flying", "items", "land",
        "last_round", "masks", "next_order", "options", "over", "palaces", "palaces_left", "palms",
        "palms_left", "pending", "piles", "players", "round", "row", "seat", "shared", "sold",
        "spots", "track", "whims", "yazid",
    )  # fmt: skip

    flow: RoundFlow
    """The sequence of a round; it follows from the options."""
    options: Options
    land: Land
    draws: int
    """How many random numbers were drawn so far."""
    round: int
    seat: int
    """Who decides next."""
    players: list[Player]
    shared: int
    """The seats whose player other states may have too, as bits; see `fork`."""

    piles: list[Pile]
    """The meeples of each tile, by tile number."""
    masks: list[Mask]
    """For each tribe, the tiles where it stands."""
    controlled: Mask
    """The tiles with anyone's camel."""
    bag: Pile
    palms: tuple[int, ...]
    """The palm trees of each tile, by tile number."""
    palaces: tuple[int, ...]
    palms_left: int
    palaces_left: int

    row: tuple[Card, ...]
    deck: Hand
    """The face-down cards: only how many of each, because the order is drawn when needed."""
    discards: Hand
    djinn_row: tuple[Djinn, ...]
    djinn_deck: tuple[Djinn, ...]
    """The face-down Djinns, in alphabetical order for the same reason."""
    djinn_discards: tuple[Djinn, ...]

    items: ItemPiles | None
    """The items that nobody has, with the Artisans."""
    whims: WhimTable | None
    """The Whims that nobody has, with the Whims of the Sultan."""
    yazid: Yazid | None
    """The opponent of the solo game."""

    track: tuple[int, ...]
    """The values of the turn order track, latest spot first (C8)."""
    spots: list[int]
    """The seat whose marker stands on each spot, or NOBODY."""
    bid_order: tuple[int, ...]
    """The markers that have not bid yet, the next one first."""
    next_order: tuple[int, ...]
    """The markers that acted, in the bid order of the next round (M1)."""

    pending: tuple[Decision, ...]
    """What must be decided, the next decision last."""
    sold: bool
    """Whether goods were sold in this turn, which rules out everything else (A8)."""
    flying: bool
    """Whether the last meeple of this turn's move may go on any tile (I1)."""
    last_round: bool
    over: bool
    choices: tuple[Action, ...]
    """The legal actions of `seat`."""
    events: list[Event]
    """What the last action caused."""

    def copy(self) -> State:
        """An independent copy, without the events of the last action."""
        twin = self._copy_without_players()
        twin.players = [player.copy() for player in self.players]
        twin.shared = 0
        return twin

    def fork(self) -> State:
        """A copy that shares the players with this state until an action changes one.

        Searches make many more states than actions that change a player. Nothing but `changing`
        may change the players of either state afterwards.
        """
        twin = self._copy_without_players()
        twin.players = self.players[:]
        twin.shared = self.shared = -1
        return twin

    def changing(self, seat: int) -> Player:
        """The player of a seat, about to be changed: copied first if it is shared."""
        if self.shared >> seat & 1:
            self.shared &= ~(1 << seat)
            self.players[seat] = self.players[seat].copy()
        return self.players[seat]

    def _copy_without_players(self) -> State:
        twin = State.__new__(State)
        twin.options = self.options
        twin.flow = self.flow
        twin.land = self.land
        twin.draws = self.draws
        twin.round = self.round
        twin.seat = self.seat
        twin.piles = self.piles[:]
        twin.masks = self.masks[:]
        twin.controlled = self.controlled
        twin.bag = self.bag
        twin.palms = self.palms
        twin.palaces = self.palaces
        twin.palms_left = self.palms_left
        twin.palaces_left = self.palaces_left
        twin.row = self.row
        twin.deck = self.deck
        twin.discards = self.discards
        twin.djinn_row = self.djinn_row
        twin.djinn_deck = self.djinn_deck
        twin.djinn_discards = self.djinn_discards
        twin.items = self.items
        twin.whims = self.whims
        twin.yazid = self.yazid
        twin.track = self.track
        twin.spots = self.spots[:]
        twin.bid_order = self.bid_order
        twin.next_order = self.next_order
        twin.pending = self.pending
        twin.sold = self.sold
        twin.flying = self.flying
        twin.last_round = self.last_round
        twin.over = self.over
        twin.choices = self.choices
        twin.events = []
        return twin

    def __copy__(self) -> State:
        return self.copy()

    def restore(self, saved: State) -> None:
        """Become a saved state, which must not be used afterwards."""
        for name in State.__slots__:
            setattr(self, name, getattr(saved, name))

    def key(self) -> tuple[Any, ...]:
        """Everything that counts for equality."""
        return (
            self.options, self.land, self.draws, self.round, self.seat,
            tuple(player.key() for player in self.players),
            tuple(self.piles), self.bag, self.palms, self.palaces,
            self.palms_left, self.palaces_left, self.row, self.deck, self.discards,
            self.djinn_row, self.djinn_deck, self.djinn_discards, self.items,
            self.whims, self.yazid, self.track, tuple(self.spots), self.bid_order,
            self.next_order, self.pending, self.sold, self.flying, self.last_round, self.over,
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return self.key() == other.key() if isinstance(other, State) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        what = "over" if self.over else f"p{self.seat + 1} to choose"
        return f"<State of {len(self.players)}, round {self.round}, {what}>"

    @property
    def player(self) -> Player:
        """The player who decides next, to read from; `changing` returns one to change."""
        return self.players[self.seat]

    def rival_viziers(self, me: Player) -> list[int]:
        """How many Viziers each opponent has, Yazid included (E3, Y11)."""
        rivals = [player.viziers for player in self.players if player is not me]
        return [*rivals, self.yazid.viziers] if self.yazid else rivals

    def emit(self, event: Event) -> None:
        """Record an event."""
        self.events.append(event)

    def push(self, *decisions: Decision) -> None:
        """Add decisions; the last one is decided first."""
        self.pending += decisions

    def pick(self, choices: int) -> int:
        """A random number below `choices`."""
        number = self.draws
        self.draws = number + 1
        return chance.pick(self.options.seed, number, choices)

    def add(self, tile: Tile, tribe: Tribe) -> None:
        """Put one meeple on a tile."""
        self.piles[tile] += ONE[tribe]
        self.masks[tribe] |= 1 << tile

    def remove(self, tile: Tile, pile: Pile) -> None:
        """Take these meeples from a tile."""
        rest = self.piles[tile] - pile
        self.piles[tile] = rest
        for tribe in meeples.tribes(pile):
            if not meeples.count(rest, tribe):
                self.masks[tribe] &= ~(1 << tile)

    def occupied(self) -> Mask:
        """The tiles where meeples stand."""
        yellow, white, green, blue, red, purple = self.masks
        return yellow | white | green | blue | red | purple
