"""The solo game against the sultan Yazid (Y1–Y13).

Yazid is not a player: he has no hand and makes no decisions. Where seats are counted, his is p2,
and the player in turn chooses the tiles that his dice leave open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from naqala.rules import goods, meeples
from naqala.rules.actions import PASS, PLAY_FIRST, Action, Name
from naqala.rules.board import COLUMNS, STRIDE, Mask, Tile, members, tile_at
from naqala.rules.decisions import Decision, RoundFlow
from naqala.rules.effects import announce, announce_last_round, pay_gold, to_bag
from naqala.rules.events import (
    CamelPlaced,
    Captured,
    CardsTaken,
    DiceRolled,
    DjinnTaken,
    FakirsDiscarded,
    Lost,
    RoundStarted,
    TurnStarted,
)
from naqala.rules.meeples import ASSASSINS, BUILDERS, ELDERS, MERCHANTS, ONE, VIZIERS, Pile
from naqala.rules.named_cards import NamedCard
from naqala.rules.turn import end_round, finish, start_turn

if TYPE_CHECKING:
    from naqala.rules.state import State

YAZID = 1
"""The seat of Yazid."""
PLAYER = 0
GOLD = 25
CAMELS = 11
MOST_ASSASSINS = 7
MOST_DJINNS = 6
TITLES = (190, 220, 250)
"""Y13: up to 190 points, up to 220, up to 250, and more."""
DOUBLE = 6
"""The value of the black die that strikes two tiles."""
NO_DICE = (0, 0)
REASONS = ("assassins", "djinns", "gold", "viziers")
"""The reasons why the game can be lost (Y9, Y13)."""
NO_COLUMN = -1
ANYWHERE = "anywhere"


class Yazid(NamedTuple):
    """What Yazid has, and the current dice."""

    camels: int = CAMELS
    tiles: Mask = 0
    viziers: int = 0
    elders: int = 0
    assassins: int = 0
    fakirs: int = 0
    djinns: tuple[NamedCard, ...] = ()
    dice: tuple[int, int] = NO_DICE
    """White and black: the column from the left, the row from the bottom (Y2)."""
    struck: bool = False
    """Whether he has struck in this round."""
    acted: bool = False
    """Whether the player has acted in this round."""
    lost: str = ""
    """Why the player has lost: `assassins`, `djinns`, `gold`, `viziers`, or nothing."""

    @property
    def council(self) -> Pile:
        """The meeples that the player's Assassins may kill (Y11)."""
        return self.viziers * ONE[VIZIERS] + self.elders * ONE[ELDERS]

    def without(self, victims: Pile) -> Yazid:
        """Yazid without these meeples."""
        viziers = self.viziers - meeples.count(victims, VIZIERS)
        return self._replace(viziers=viziers, elders=self.elders - meeples.count(victims, ELDERS))


def yazid_of(state: State) -> Yazid:
    """Yazid, in a solo game."""
    assert state.yazid is not None
    return state.yazid


class SoloFlow(RoundFlow):
    """Yazid strikes where the dice point, then the player acts, or the other way round."""

    def start_round(self, state: State) -> None:
        """Start a round: nobody has acted and the dice are not rolled."""
        state.yazid = yazid_of(state)._replace(dice=NO_DICE, struck=False, acted=False)
        state.round += 1
        state.emit(RoundStarted(state.round, (PLAYER,)))

    def advance_round(self, state: State) -> None:
        """Roll the dice, let Yazid strike and the player act, then end the round."""
        yazid = yazid_of(state)
        state.seat = PLAYER
        if not yazid.struck:
            dice = self.roll(state)
            state.yazid = yazid._replace(dice=dice)
            state.emit(DiceRolled(*dice))
            if yazid.acted:  # Y3: the new result stands
                strike(state)
            else:
                state.push(Offering())
        elif not yazid.acted:
            act(state)
        else:
            end_round(state)

    def roll(self, state: State) -> tuple[int, int]:
        """The white die and the black one (Y2)."""
        return state.pick(6) + 1, state.pick(6) + 1

    def conclude(self, state: State) -> None:
        """Without strictly more Viziers than Yazid the game is lost (Y13)."""
        yazid = yazid_of(state)
        if not yazid.lost and state.players[PLAYER].viziers <= yazid.viziers:
            state.yazid = yazid._replace(lost="viziers")
            state.emit(Lost("viziers"))

    def winners(self, state: State, totals: Sequence[int]) -> tuple[int, ...]:
        """The player, if the game is not lost."""
        yazid = yazid_of(state)
        lost = yazid.lost or state.players[PLAYER].viziers <= yazid.viziers
        return () if lost else (PLAYER,)


def act(state: State) -> None:
    """Start the player's turn."""
    state.yazid = yazid_of(state)._replace(acted=True)
    start_turn(state, PLAYER, 0)


def strike(state: State) -> None:
    """Yazid strikes where the dice point; the player names tiles they do not determine (Y4)."""
    white, black = yazid_of(state).dice
    state.emit(TurnStarted(YAZID, 0))
    state.push(Departing())
    standing = [tile for tile in members(state.occupied()) if tile % STRIDE == white - 1]
    if black == DOUBLE:
        if len(standing) < 2:
            state.push(Naming(2 - len(standing), NO_COLUMN))
        for tile in dict.fromkeys([*standing[-1:], *standing[:1]]):
            capture(state, tile)
        return
    struck = tile_at(white - 1, black - 1)
    if struck in standing:
        capture(state, struck)
    else:
        state.push(Naming(1, white - 1 if standing else NO_COLUMN))


def capture(state: State, tile: Tile) -> None:
    """Yazid takes all meeples of a tile, and the tile if nobody has it (Y6, Y7)."""
    if state.over:
        return
    pile = state.piles[tile]
    state.remove(tile, pile)
    announce(state, Captured(YAZID, tile, pile))
    if not state.controlled >> tile & 1 and yazid_of(state).camels:
        yazid = yazid_of(state)
        left = yazid.camels - 1
        state.yazid = yazid._replace(camels=left, tiles=yazid.tiles | 1 << tile)
        state.controlled |= 1 << tile
        state.emit(CamelPlaced(YAZID, tile, left))
        if not left:
            announce_last_round(state, YAZID, "camels")
    yazid = yazid_of(state)
    assassins = yazid.assassins + meeples.count(pile, ASSASSINS)
    state.yazid = yazid._replace(
        viziers=yazid.viziers + meeples.count(pile, VIZIERS),
        elders=yazid.elders + meeples.count(pile, ELDERS),
        assassins=assassins,
    )
    merchants, builders = meeples.count(pile, MERCHANTS), meeples.count(pile, BUILDERS)
    to_bag(state, merchants * ONE[MERCHANTS] + builders * ONE[BUILDERS])
    take_cards(state, merchants)
    if assassins >= MOST_ASSASSINS:  # Y9
        lose(state, "assassins")
        return
    demand(state, builders * state.land.blue_around(tile))


def take_cards(state: State, merchants: int) -> None:
    """His Merchants take cards from the left; he keeps the Fakirs (Y6)."""
    cards = state.row[:merchants]
    if cards:
        state.row = state.row[merchants:]
        state.emit(CardsTaken(YAZID, cards, tuple(range(1, len(cards) + 1))))
        fakirs = cards.count(goods.FAKIR)
        yazid = yazid_of(state)
        state.yazid = yazid._replace(fakirs=yazid.fakirs + fakirs)
        state.discards += goods.gather(cards) - fakirs * goods.ONE[goods.FAKIR]


def demand(state: State, gold: int) -> None:
    """The player pays what his Builders earn, in full, or loses (Y6, Y9)."""
    if gold > state.players[PLAYER].gold:
        lose(state, "gold")
    else:
        pay_gold(state, PLAYER, gold, "yazid")


class StrikePrice(NamedTuple):
    """What a strike costs the player, and the tiles that it hits."""

    gold: int
    tiles: tuple[Tile, ...]


def dearest_strike(state: State) -> StrikePrice:
    """The strike that costs most gold; the player names the cheapest tiles."""
    prices = {
        tile: meeples.count(state.piles[tile], BUILDERS) * state.land.blue_around(tile)
        for tile in members(state.occupied())
    }
    columns: dict[int, list[Tile]] = {}
    for tile in prices:
        columns.setdefault(tile % STRIDE, []).append(tile)
    strikes: list[tuple[Tile, ...]] = [(tile,) for tile in prices] or [()]
    for column in columns.values():  # Y4: a black six strikes both ends of a column
        elsewhere = [tile for tile in prices if tile not in column]
        if len(column) > 1:
            strikes.append((column[-1], column[0]))
        elif elsewhere:
            strikes.append((column[0], min(elsewhere, key=prices.__getitem__)))
    costs = [StrikePrice(sum(prices[tile] for tile in tiles), tiles) for tiles in strikes]
    return max(costs, key=lambda cost: cost.gold)


def lose(state: State, reason: str) -> None:
    """The player loses at once (Y9)."""
    state.yazid = yazid_of(state)._replace(lost=reason)
    state.emit(Lost(reason))
    finish(state)


@dataclass(frozen=True, slots=True)
class Offering(Decision):
    """The dice are rolled: the player may pay their sum to play first (Y3)."""

    keyword = "offering"

    def fits(self, below: Decision | None, state: State) -> bool:
        yazid = state.yazid
        waits = yazid and yazid.dice != NO_DICE and not (yazid.struck or yazid.acted)
        return below is None and bool(waits)

    def pass_topic(self, state: State) -> str:
        return "yazid"

    def options(self, state: State) -> Sequence[Action]:
        """Pay, if there is enough gold, or let him strike."""
        affordable = state.player.gold >= sum(yazid_of(state).dice)
        return [PLAY_FIRST, PASS] if affordable else ()

    def answer(self, state: State, action: Action) -> None:
        """Act first for gold, or let him strike."""
        if action == PLAY_FIRST:
            pay_gold(state, PLAYER, sum(yazid_of(state).dice), "first")
            state.yazid = yazid_of(state)._replace(dice=NO_DICE)
            act(state)
        else:
            strike(state)

    def resolve(self, state: State) -> None:
        """Let him strike."""
        strike(state)


@dataclass(frozen=True, slots=True)
class Naming(Decision):
    """The player names a tile that Yazid strikes (Y4, Y5)."""

    keyword, example, facts = "naming", "naming 1 c", ("count", "column")

    left: int
    column: int
    """The column of the tile, counted from 0, or NO_COLUMN for anywhere."""

    @property
    def count(self) -> int:
        """How many tiles are to be named."""
        return self.left

    def __str__(self) -> str:
        where = ANYWHERE if self.column == NO_COLUMN else COLUMNS[self.column]
        return f"{self.keyword} {self.left} {where}"

    @classmethod
    def read(cls, words: list[str], state: State) -> Decision | None:
        match words:
            case ["1" | "2" as left, where] if where == ANYWHERE or where in COLUMNS:
                column = NO_COLUMN if where == ANYWHERE else COLUMNS.index(where)
                return cls(int(left), column)
        return None

    def fits(self, below: Decision | None, state: State) -> bool:
        return isinstance(below, Departing) and self.column < state.land.grid.columns

    def topic(self, state: State) -> str:
        if self.left > 1:
            return "two"
        return "anywhere" if self.column == NO_COLUMN else "column"

    def options(self, state: State) -> Sequence[Action]:
        """Any tile with meeples, in the column if there is one."""
        return [
            Name(tile)
            for tile in members(state.occupied())
            if self.column in (NO_COLUMN, tile % STRIDE)
        ]

    def answer(self, state: State, action: Action) -> None:
        """Let him strike there."""
        assert isinstance(action, Name)
        if self.left > 1:
            state.push(Naming(self.left - 1, self.column))
        capture(state, action.tile)


@dataclass(frozen=True, slots=True)
class Departing(Decision):
    """The end of his turn: he summons a Djinn if he can (Y8)."""

    keyword = "departing"

    def fits(self, below: Decision | None, state: State) -> bool:
        return below is None and state.yazid is not None and not state.yazid.struck

    def options(self, state: State) -> Sequence[Action]:
        """None, because he makes no decisions."""
        return ()

    def resolve(self, state: State) -> None:
        """Summon the leftmost Djinn for a Fakir and an Elder, or for two Elders without Fakirs."""
        yazid = state.yazid = yazid_of(state)._replace(struck=True)
        fakirs = 1 if yazid.fakirs else 0
        elders = 2 - fakirs
        if yazid.elders < elders or not state.djinn_row:
            return
        djinn, state.djinn_row = state.djinn_row[0], state.djinn_row[1:]
        state.yazid = yazid._replace(
            elders=yazid.elders - elders,
            fakirs=yazid.fakirs - fakirs,
            djinns=(*yazid.djinns, djinn),
        )
        to_bag(state, elders * ONE[ELDERS])
        state.discards += fakirs * goods.ONE[goods.FAKIR]
        if fakirs:
            state.emit(FakirsDiscarded(YAZID, fakirs))
        announce(state, DjinnTaken(YAZID, djinn.name, from_row=True))
        if len(yazid_of(state).djinns) >= MOST_DJINNS:
            lose(state, "djinns")


def title(points: int) -> int:
    """Which of the four titles a score earns, from 0 (Y13)."""
    return sum(points > limit for limit in TITLES)
