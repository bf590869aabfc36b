"""The Djinns: each card is complete in one place (J1–J3, D1–D23).

A Djinn is a stateless object; what was used in a turn is kept in `Player.used`. The hooks:

    on_event  reacts to an event, for instance with gold for the owner
    targets   where an anytime power may be used now (J2); `use` does it
    boosts    the tribe whose action the power strengthens when it is performed
    shifts    the piece that the power lets you place on a surrounding tile
    payments  the prices that can be paid now
    spares    the victims of the owner's Assassins that change sides instead of dying
    spoils    what the owner gains from those victims
    score     points at the end besides those of the card, counted under `source`
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from naqala.rules import goods, meeples
from naqala.rules.actions import (
    ELDER,
    ELDER_AND_FAKIR,
    FAKIR,
    Action,
    Keep,
    Payment,
)
from naqala.rules.actions import ELDERS as TWO_ELDERS
from naqala.rules.board import Mask, Tile, members, union
from naqala.rules.control import place_camel
from naqala.rules.decisions import Decision
from naqala.rules.djinn_use import NO_TARGET, Placing
from naqala.rules.effects import collect, draw_card, gain, populate, take_djinn, top_djinn
from naqala.rules.events import (
    Captured,
    Collected,
    DjinnsDiscarded,
    DjinnsDrawn,
    DjinnTaken,
    Dropped,
    Event,
    Killed,
    PalacePlaced,
    Pushed,
    WhimTaken,
)
from naqala.rules.expansions import ARTISANS_BOX, WHIMS
from naqala.rules.expansions.item_piles import draw_item
from naqala.rules.land import OASIS, VILLAGE
from naqala.rules.meeples import (
    ARTISANS,
    ASSASSINS,
    BUILDERS,
    ELDERS,
    MERCHANTS,
    VIZIERS,
    Pile,
    Tribe,
)
from naqala.rules.named_cards import NamedCard
from naqala.rules.text_tokens import DJINN_NAMES, djinn_of, letters_of

if TYPE_CHECKING:
    from naqala.rules.state import Player, State

ELDER_OR_FAKIR = (ELDER, FAKIR)
ELDER_PLUS = (TWO_ELDERS, ELDER_AND_FAKIR)
ONE_FAKIR = (FAKIR,)

DJINN_ROW_LENGTH = 3
"""S3: how many Djinns lie face up."""


class Djinn(NamedCard):
    """A card with points, perhaps a price, and some of the hooks."""

    points: ClassVar[int]
    price: ClassVar[tuple[Payment, ...]] = ()
    anytime: ClassVar[bool] = False
    boosts: ClassVar[Tribe | None] = None
    shifts: ClassVar[str | None] = None
    protects: ClassVar[bool] = False
    discounts: ClassVar[bool] = False
    precious_bonus: ClassVar[int] = 0
    """How many more points each precious item of the owner is worth."""
    source: ClassVar[str] = "djinns"

    def on_event(self, state: State, owner: int, event: Event) -> None:
        """React to an event, for instance by paying the owner."""

    def targets(self, state: State) -> Sequence[Tile | None]:
        """Where the power can be used now: tiles, or NO_TARGET, or nothing."""
        return ()

    def use(self, state: State, tile: Tile | None) -> None:
        """Apply the power; its price has been paid."""

    def payments(self, state: State) -> Sequence[Payment]:
        """The prices at which the power has an effect now."""
        return self.price

    def spares(self, victims: Pile) -> Pile:
        """The victims of the owner's Assassins that change sides instead of dying."""
        return 0

    def spoils(self, state: State, tile: Tile | None, victims: Pile) -> None:
        """Profit from the victims of the owner's Assassins."""

    def score(self, state: State, me: Player) -> int:
        """Points at the end of the game, besides those printed on the card.

        They depend only on what the owner has, and on the palm trees and palaces of the land.
        Bots know the points of a player as long as these stay the same.
        """
        return 0


class GoldOn(Djinn):
    """Gold when something happens: 1 if by the owner, 2 if by an opponent or Yazid (Y10)."""

    event: ClassVar[type[Event]]

    def on_event(self, state: State, owner: int, event: Event) -> None:
        """Pay the owner for the event of this Djinn."""
        if type(event) is self.event and self.concerns(state, owner, event):
            by_owner = event.seat == owner  # type: ignore[attr-defined]
            gain(state, owner, 1 if by_owner else 2, self.name)
        elif type(event) is Captured and self.concerns_capture(state, owner, event):
            gain(state, owner, 2, self.name)

    def concerns(self, state: State, owner: int, event: Event) -> bool:
        """Whether this event counts."""
        return True

    def concerns_capture(self, state: State, owner: int, event: Captured) -> bool:
        """Whether Yazid's capture of these meeples counts."""
        return False


class OnEmptyTile(Djinn):
    """A power for a tile without camel, meeple, palm tree and palace."""

    anytime = True

    def targets(self, state: State) -> Sequence[Tile | None]:
        return tuple(members(untouched(state) & ~state.occupied()))


class OnKind(Djinn):
    """A piece on any tile of one kind."""

    anytime = True
    price = ELDER_OR_FAKIR
    kind: ClassVar[str]
    piece: ClassVar[str]

    def targets(self, state: State) -> Sequence[Tile | None]:
        """The tiles of that kind, while the stock lasts."""
        left = state.palms_left if self.piece == "palm" else state.palaces_left
        return tuple(members(state.land.of_kind(self.kind))) if left else ()

    def use(self, state: State, tile: Tile | None) -> None:
        """Place the piece, perhaps elsewhere with Hagis or Lamia."""
        assert tile is not None
        state.push(Placing(self.piece, tile))


class AlAmin(Djinn):
    """At the end every pair of Fakirs counts as one goods card of any kind."""

    name, points, source = "al-amin", 5, "goods"

    def score(self, state: State, me: Player) -> int:
        return goods.value(me.hand, me.fakirs // 2) - goods.value(me.hand)


class AnunNak(OnEmptyTile):
    """An empty tile gets three random meeples from the bag."""

    name, points, price = "anun-nak", 8, ELDER_OR_FAKIR

    def payments(self, state: State) -> Sequence[Payment]:
        """With an empty bag, only an Elder: it is paid first and then drawn."""
        return self.price if state.bag else (ELDER,)

    def use(self, state: State, tile: Tile | None) -> None:
        assert tile is not None
        populate(state, tile)


class Baal(GoldOn):
    """A Djinn is taken: 1 gold if by you, 2 if by an opponent."""

    name, points, event = "ba'al", 6, DjinnTaken


class Boaz(Djinn):
    """Your Viziers, Elders and Artisans cannot be killed."""

    name, points, protects = "boaz", 6, True


class Bouraq(OnKind):
    """A palace on any village."""

    name, points, kind, piece = "bouraq", 6, VILLAGE, "palace"


class Echidna(Djinn):
    """Doubles the gold your Builders bring this turn, Fakirs included."""

    name, points, price, boosts = "echidna", 4, ELDER_PLUS, BUILDERS


class Enki(OnKind):
    """A palm tree on any oasis."""

    name, points, kind, piece = "enki", 8, OASIS, "palm"


class Hagis(Djinn):
    """A palace you place may go on any of the surrounding tiles instead."""

    name, points, price, shifts = "hagis", 10, ELDER_OR_FAKIR, "palace"


class Haurvatat(Djinn):
    """Your palm trees score 5 instead of 3."""

    name, points, source = "haurvatat", 8, "palms"

    def score(self, state: State, me: Player) -> int:
        """Two more points for each palm tree on the owner's tiles, four at the great lake (W3)."""
        at_lake = state.land.at_lake()
        return sum(
            2 * state.palms[tile] * (2 if at_lake >> tile & 1 else 1) for tile in members(me.tiles)
        )


class Iblis(Djinn):
    """Your Assassins kill two: of one tile, or in front of one opponent."""

    name, points, price, boosts = "iblis", 8, ELDER_OR_FAKIR, ASSASSINS


class Jafaar(Djinn):
    """Your Viziers score 3 instead of 1."""

    name, points, source = "jafaar", 6, "viziers"

    def score(self, state: State, me: Player) -> int:
        return 2 * me.viziers


class Kandicha(Djinn):
    """Victims of your Assassins serve you.

    A Merchant gives the top resource card, a Builder the gold of one Builder on that tile; a
    Vizier or an Elder comes to you, and so does an Artisan, who brings an item (D28).
    """

    name, points = "kandicha", 6

    def spares(self, victims: Pile) -> Pile:
        return sum(meeples.of_tribe(victims, tribe) for tribe in (VIZIERS, ELDERS, ARTISANS))

    def spoils(self, state: State, tile: Tile | None, victims: Pile) -> None:
        """Profit from each victim; Viziers, Elders and Artisans change sides."""
        for _ in range(meeples.count(victims, MERCHANTS)):
            draw_card(state)
        if tile is not None:
            earned = meeples.count(victims, BUILDERS) * state.land.blue_around(tile)
            gain(state, state.seat, earned, self.name)
        for tribe in (VIZIERS, ELDERS, ARTISANS):
            collect(state, state.seat, tribe, meeples.count(victims, tribe))
        for _ in range(meeples.count(victims, ARTISANS)):
            draw_item(state)


class Kumarbi(Djinn):
    """When you bid, every Fakir lowers the price by one step of the track."""

    name, points, discounts = "kumarbi", 6, True


class Lamia(Djinn):
    """A palm tree you place may go on any of the surrounding tiles instead."""

    name, points, price, shifts = "lamia", 10, ELDER_OR_FAKIR, "palm"


class Leta(OnEmptyTile):
    """Control an empty tile."""

    name, points, price = "leta", 4, ELDER_PLUS

    def targets(self, state: State) -> Sequence[Tile | None]:
        return super().targets(state) if state.player.camels else ()

    def use(self, state: State, tile: Tile | None) -> None:
        assert tile is not None
        place_camel(state, state.seat, tile)


class Marid(GoldOn):
    """A meeple is dropped on one of your tiles: 1 gold if by you, 2 if by an opponent."""

    name, points, event = "marid", 6, Dropped

    def concerns(self, state: State, owner: int, event: Event) -> bool:
        assert isinstance(event, Dropped)
        return bool(state.players[owner].tiles >> event.tile & 1)

    def concerns_capture(self, state: State, owner: int, event: Captured) -> bool:
        return bool(state.players[owner].tiles >> event.tile & 1)


class Monkir(GoldOn):
    """A palace is placed: 1 gold if by you, 2 if by an opponent."""

    name, points, event = "monkir", 6, PalacePlaced


class Nekir(GoldOn):
    """Meeples are killed: 1 gold if by you, 2 if by an opponent, once per kill."""

    name, points, event = "nekir", 6, Killed

    def concerns_capture(self, state: State, owner: int, event: Captured) -> bool:
        return meeples.count(event.pile, ASSASSINS) > 0


class Shamhat(Djinn):
    """Your Elders score 4 instead of 2."""

    name, points, source = "shamhat", 6, "elders"

    def score(self, state: State, me: Player) -> int:
        return 2 * me.elders


class Sibittis(Djinn):
    """Draw the top three Djinns, keep one, discard two."""

    name, points, price, anytime = "sibittis", 4, ELDER_PLUS, True

    def targets(self, state: State) -> Sequence[Tile | None]:
        return NO_TARGET if state.djinn_deck or state.djinn_discards else ()

    def use(self, state: State, tile: Tile | None) -> None:
        drawn: list[Djinn] = []
        while len(drawn) < 3 and (djinn := top_djinn(state)):
            drawn.append(djinn)
        state.emit(DjinnsDrawn(state.seat, tuple(djinn.name for djinn in drawn)))
        state.push(KeepOne(tuple(drawn)))


@dataclass(frozen=True, slots=True)
class KeepOne(Decision):
    """One of the drawn Djinns is kept, the others are discarded (D20)."""

    keyword, example, facts = "keeping", "keeping boaz jafaar", ("djinns",)

    djinns: tuple[Djinn, ...]

    def __str__(self) -> str:
        return " ".join([self.keyword, *(djinn.name for djinn in self.djinns)])

    @classmethod
    def read(cls, words: list[str], state: State) -> Decision | None:
        return cls(tuple(DJINNS[djinn_of(name)] for name in words)) if words else None

    def options(self, state: State) -> Sequence[Action]:
        return [Keep(djinn.name) for djinn in self.djinns]

    def answer(self, state: State, action: Action) -> None:
        assert isinstance(action, Keep)
        kept = next(djinn for djinn in self.djinns if djinn.name == action.djinn)
        rest = tuple(djinn for djinn in self.djinns if djinn is not kept)
        state.djinn_discards += rest
        if rest:
            state.emit(DjinnsDiscarded(tuple(djinn.name for djinn in rest)))
        take_djinn(state, kept, from_row=False)


class Sloar(Djinn):
    """Draw the top resource card."""

    name, points, price, anytime = "sloar", 8, ONE_FAKIR, True

    def targets(self, state: State) -> Sequence[Tile | None]:
        """Always usable: at worst it draws the Fakir that was paid."""
        return NO_TARGET

    def use(self, state: State, tile: Tile | None) -> None:
        draw_card(state)


class Utug(Djinn):
    """Control a tile that holds only meeples; they stay."""

    name, points, price, anytime = "utug", 4, ELDER_PLUS, True

    def targets(self, state: State) -> Sequence[Tile | None]:
        """The tiles with nothing but meeples, with a camel left."""
        mask = untouched(state) & state.occupied() if state.player.camels else 0
        return tuple(members(mask))

    def use(self, state: State, tile: Tile | None) -> None:
        assert tile is not None
        place_camel(state, state.seat, tile)


class Dhenim(GoldOn):
    """Viziers are collected: 1 gold if by you, 2 if by an opponent."""

    name, points, event = "dhenim", 6, Collected

    def concerns(self, state: State, owner: int, event: Event) -> bool:
        assert isinstance(event, Collected)
        return event.tribe == VIZIERS

    def concerns_capture(self, state: State, owner: int, event: Captured) -> bool:
        return meeples.count(event.pile, VIZIERS) > 0


class Ganapati(GoldOn):
    """A Whim is taken: 1 gold if by you, 2 if by an opponent."""

    name, points, event = "ganapati", 6, WhimTaken


class Kali(Djinn):
    """You push an opponent's marker: 1 gold; an opponent pushes yours: 2."""

    name, points = "kali", 6

    def on_event(self, state: State, owner: int, event: Event) -> None:
        """Pay for a push between the owner and somebody else."""
        if isinstance(event, Pushed) and event.seat != event.by:
            if event.by == owner:
                gain(state, owner, 1, self.name)
            elif event.seat == owner:
                gain(state, owner, 2, self.name)


class Geb(Djinn):
    """Your precious items score 3 more."""

    name, points, source = "geb", 6, "items"
    precious_bonus = 3

    def score(self, state: State, me: Player) -> int:
        return self.precious_bonus * sum(item.points > 0 for item in me.items)


class Ptah(Djinn):
    """Your Artisans score 2 more."""

    name, points, source = "ptah", 6, "artisans"

    def score(self, state: State, me: Player) -> int:
        return 2 * me.artisans


BASE_DJINNS: tuple[Djinn, ...] = (
    AlAmin(), AnunNak(), Baal(), Boaz(), Bouraq(), Echidna(), Enki(), Hagis(), Haurvatat(),
    Iblis(), Jafaar(), Kandicha(), Kumarbi(), Lamia(), Leta(), Marid(), Monkir(), Nekir(),
    Shamhat(), Sibittis(), Sloar(), Utug(),
)  # fmt: skip
"""C4: the 22 Djinns of the base game."""
PROMOS: dict[str, Djinn] = {"dhenim": Dhenim()}
EXPANSION_DJINNS: dict[str, tuple[Djinn, ...]] = {
    WHIMS: (Ganapati(), Kali()),
    ARTISANS_BOX: (Geb(), Ptah()),
}
DJINNS: dict[str, Djinn] = {
    djinn.name: djinn
    for djinn in (
        *BASE_DJINNS,
        *PROMOS.values(),
        *(djinn for djinns in EXPANSION_DJINNS.values() for djinn in djinns),
    )
}
DJINN_NAMES.update((letters_of(name), name) for name in DJINNS)


def untouched(state: State) -> Mask:
    """The tiles without camel, palm tree and palace."""
    planted = _planted(state.palms) | _planted(state.palaces)
    return state.land.grid.all & ~(state.controlled | planted)


@lru_cache(maxsize=1024)  # most actions change neither palm trees nor palaces
def _planted(pieces: tuple[int, ...]) -> Mask:
    return union(1 << tile for tile, number in enumerate(pieces) if number)
