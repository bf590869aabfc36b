"""The tribe action: what the gathered meeples do (T1–T8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from naqala.rules import goods, meeples
from naqala.rules.actions import PASS, Action, Build, Kill, KillInFront, Use
from naqala.rules.between_steps import Boundary, powers
from naqala.rules.board import TILE_NAMES, Tile, members
from naqala.rules.control import claim
from naqala.rules.decisions import Decision
from naqala.rules.djinn_use import boosters, invoke
from naqala.rules.effects import (
    announce,
    collect,
    gain,
    spend_fakirs,
    to_bag,
)
from naqala.rules.errors import BadText, brief
from naqala.rules.events import CardsTaken, Killed
from naqala.rules.meeples import (
    ASSASSINS,
    BUILDERS,
    ELDERS,
    MERCHANTS,
    ONE,
    TRIBE_NAMES,
    VIZIERS,
    Pile,
    Tribe,
)
from naqala.rules.text_tokens import on_board, pile_of, tile_of, tribes_in

if TYPE_CHECKING:
    from naqala.rules.state import State


@dataclass(frozen=True, slots=True)
class TribeAction(Boundary):
    """The meeples gathered on the arrival tile are in hand and act."""

    keyword, example, facts = "tribe", "tribe c3 RR", ("tile", "tribe", "count")

    tile: Tile
    tribe: Tribe
    count: int
    boosted: bool = False
    """Whether Echidna or Iblis was paid for."""

    def options(self, state: State) -> Sequence[Action]:
        """The ways in which the tribe can act, and the powers that may be used first."""
        return TRIBE_EFFECTS[self.tribe].options(state, self)

    def decide(self, state: State, action: Action) -> None:
        """A boost replaces this decision; anything else is the tribe's action."""
        if isinstance(action, Use):
            invoke(state, action)
            state.push(replace(self, boosted=True))
        else:
            TRIBE_EFFECTS[self.tribe].act(state, self, action)

    def resolve(self, state: State) -> None:
        TRIBE_EFFECTS[self.tribe].act(state, self, PASS)

    @property
    def in_hand(self) -> Pile:
        return self.count * ONE[self.tribe]

    def __str__(self) -> str:
        tail = " boosted" if self.boosted else ""
        return f"{self.keyword} {TILE_NAMES[self.tile]} {meeples.letters(self.in_hand)}{tail}"

    @classmethod
    def read(cls, words: list[str], state: State) -> Decision | None:
        match words:
            case [tile, pile] | [tile, pile, "boosted"]:
                gathered = tribes_in(state, pile_of(pile))
                if len(meeples.tribes(gathered)) != 1:
                    raise BadText("several_tribes", pile=brief(pile))
                (tribe,) = meeples.tribes(gathered)
                count = meeples.size(gathered)
                boosted = len(words) == 3
                return cls(on_board(tile_of(tile), state), tribe, count, boosted=boosted)
        return None

    def fits(self, below: Decision | None, state: State) -> bool:
        return below is not None and below.keyword == "tile"

    def topic(self, state: State) -> str:
        idle = TRIBE_EFFECTS[self.tribe].is_idle(state, self)
        return "idle" if idle else TRIBE_NAMES[self.tribe]

    def pass_topic(self, state: State) -> str:
        idle = TRIBE_EFFECTS[self.tribe].is_idle(state, self)
        return "plain" if idle else TRIBE_NAMES[self.tribe]


class TribeEffect:
    """What a tribe does. Without a choice, it acts on PASS."""

    def is_idle(self, state: State, doing: TribeAction) -> bool:
        """Whether the meeples have nothing to do."""
        return False

    def options(self, state: State, doing: TribeAction) -> Sequence[Action]:
        """The ways to act, and the powers that may be used first."""
        options = powers(state)
        return [PASS, *options] if options else ()

    def act(self, state: State, doing: TribeAction, action: Action) -> None:
        """Perform the action."""
        raise NotImplementedError


class KeptTribe(TribeEffect):
    """Viziers and Elders stay in front of the player (T1, T2)."""

    def act(self, state: State, doing: TribeAction, action: Action) -> None:
        collect(state, state.seat, doing.tribe, doing.count)


class Merchants(TribeEffect):
    """Merchants take one card each from the left of the row (T3)."""

    def is_idle(self, state: State, doing: TribeAction) -> bool:
        """Whether no card is left."""
        return not state.row

    def act(self, state: State, doing: TribeAction, action: Action) -> None:
        to_bag(state, doing.in_hand)
        cards = state.row[: doing.count]
        if cards:
            state.row = state.row[doing.count :]
            state.changing(state.seat).hand += goods.gather(cards)
            state.emit(CardsTaken(state.seat, cards, tuple(range(1, len(cards) + 1))))


class Builders(TribeEffect):
    """Builders and Fakirs earn gold for each surrounding blue tile (T4)."""

    def is_idle(self, state: State, doing: TribeAction) -> bool:
        """Whether there is no blue tile."""
        return not state.land.blue_around(doing.tile)

    def options(self, state: State, doing: TribeAction) -> Sequence[Action]:
        """The number of Fakirs to add, if they earn anything, and Echidna."""
        if self.is_idle(state, doing):
            return super().options(state, doing)
        options: list[Action] = [build(fakirs) for fakirs in range(state.player.fakirs + 1)]
        if not doing.boosted:
            options += boosters(state, BUILDERS)
        return options + powers(state)

    def act(self, state: State, doing: TribeAction, action: Action) -> None:
        fakirs = action.fakirs if isinstance(action, Build) else 0
        to_bag(state, doing.in_hand)
        spend_fakirs(state, state.seat, fakirs)
        gain(state, state.seat, self.income(state, doing, fakirs), "builders")

    @staticmethod
    def income(state: State, doing: TribeAction, fakirs: int) -> int:
        """What the Builders earn with this number of Fakirs; twice that with Echidna (D6)."""
        gold = (doing.count + fakirs) * state.land.blue_around(doing.tile)
        return gold * 2 if doing.boosted else gold


class Assassins(TribeEffect):
    """Assassins and Fakirs kill one victim within reach, two with Iblis (T5–T7)."""

    def is_idle(self, state: State, doing: TribeAction) -> bool:
        """Whether there is no victim."""
        return not any(isinstance(choice, Kill | KillInFront) for choice in state.choices)

    def options(self, state: State, doing: TribeAction) -> Sequence[Action]:
        """Every victim; `pass` only if every kill would cost a Fakir (T6)."""
        boosted = doing.boosted
        victims = pairs if boosted else singles
        free: list[Action] = []
        dear: list[Action] = []
        grid = state.land.grid
        reach = doing.count + state.player.fakirs
        piles = state.piles
        for tile in members(state.occupied() & grid.within(doing.tile, reach)):
            needed = grid.distance(doing.tile, tile) - doing.count
            if needed <= 0:
                free += kills(tile, piles[tile], boosted)
            else:
                dear += kills(tile, piles[tile], boosted, needed)
        for seat, player in enumerate(state.players):
            if seat != state.seat and not any(djinn.protects for djinn in player.djinns):
                free += [kill_in_front(seat, chosen) for chosen in victims(player.council)]
        if state.yazid:  # Y11
            seat = len(state.players)
            free += [kill_in_front(seat, chosen) for chosen in victims(state.yazid.council)]
        if not free and not dear:
            return super().options(state, doing)
        if not free:
            free.append(PASS)
        if not doing.boosted:
            dear += boosters(state, ASSASSINS)
        return free + dear + powers(state)

    def act(self, state: State, doing: TribeAction, action: Action) -> None:
        """Kill, and claim the tile if it is empty now (T7)."""
        to_bag(state, doing.in_hand)
        if isinstance(action, Kill):
            spend_fakirs(state, state.seat, action.fakirs)
            state.remove(action.tile, action.victims)
            self.bury(state, Killed(state.seat, action.tile, None, action.victims))
            claim(state, action.tile)
        elif isinstance(action, KillInFront):
            if state.yazid:
                state.yazid = state.yazid.without(action.victims)
            else:
                victim = state.changing(action.seat)
                for tribe in meeples.tribes(action.victims):
                    victim.add_meeples(tribe, -meeples.count(action.victims, tribe))
            self.bury(state, Killed(state.seat, None, action.seat, action.victims))

    def bury(self, state: State, killed: Killed) -> None:
        """Put the victims into the bag. Those who change sides are not killed (D18)."""
        djinns = state.player.djinns
        dead = killed.pile - sum(djinn.spares(killed.pile) for djinn in djinns)
        if dead:
            announce(state, killed)
        else:
            state.emit(killed)
        for djinn in djinns:
            djinn.spoils(state, killed.tile, killed.pile)
        to_bag(state, dead)


TRIBE_EFFECTS: dict[Tribe, TribeEffect] = {
    VIZIERS: KeptTribe(),
    ELDERS: KeptTribe(),
    MERCHANTS: Merchants(),
    BUILDERS: Builders(),
    ASSASSINS: Assassins(),
}
"""What each tribe does; the Artisans add theirs."""

# The same few actions are offered many times, so each is created once.
build = cache(Build)
kill_in_front = cache(KillInFront)


@lru_cache(maxsize=1 << 14)
def kills(tile: Tile, pile: Pile, boosted: bool, fakirs: int = 0) -> tuple[Kill, ...]:
    """Every kill in a pile that needs this number of Fakirs."""
    victims = pairs(pile) if boosted else singles(pile)
    return tuple(Kill(tile, chosen, fakirs) for chosen in victims)


@lru_cache(maxsize=1 << 16)
def singles(pile: Pile) -> tuple[Pile, ...]:
    """One victim of each tribe present."""
    return tuple(ONE[tribe] for tribe in meeples.tribes(pile))


@lru_cache(maxsize=1 << 16)
def pairs(pile: Pile) -> tuple[Pile, ...]:
    """Every pair of victims in a pile, or the only meeple (D10)."""
    if meeples.size(pile) < 2:
        return singles(pile)
    return tuple(
        ONE[first] + ONE[second]
        for first, second in combinations_with_replacement(meeples.tribes(pile), 2)
        if first != second or meeples.count(pile, first) > 1
    )
