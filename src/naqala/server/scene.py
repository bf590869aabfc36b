"""What everybody at a table is shown: the board, the players, the rows, what is asked.

Players come from the `PlayerView` of others, which has no field for any secret, and of face-down
piles only the size is told; what belongs to one seat alone is in `private`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any

from msgspec import structs

from naqala.rules import estimate, goods, meeples, scoring
from naqala.rules.board import TILE_NAMES, members
from naqala.rules.cards import Card as NamedCard
from naqala.rules.decisions import Decision
from naqala.rules.effects import Marking
from naqala.rules.game import Game
from naqala.rules.goods import CARD_NAMES, Card, Hand
from naqala.rules.invoking import KeepOne, Placing
from naqala.rules.items import Arranging, Gathering
from naqala.rules.land import NO_LAKE
from naqala.rules.land import Land as RulesLand
from naqala.rules.meeples import TRIBE_LETTERS, Pile
from naqala.rules.scoring import Score
from naqala.rules.setup import WHIMS, whims_of
from naqala.rules.state import NOBODY, Options, State
from naqala.rules.tiles import TileAction
from naqala.rules.tribes import TribeAction
from naqala.rules.turn import Sowing
from naqala.rules.view import PlayerView, player_view
from naqala.rules.whims import Whim
from naqala.rules.yazid import YAZID, Naming, Yazid, dearest_strike
from naqala.server.shapes import (
    Asked,
    ClockScene,
    Land,
    LandTile,
    PlayerScene,
    Scene,
    ScoreSheet,
    TileScene,
    WhimCard,
    YazidScene,
)
from naqala.server.strike import strike


def land(ground: RulesLand) -> Land:
    """The board as it was laid."""
    grid = ground.grid
    return Land(
        columns=grid.columns,
        rows=grid.rows,
        tiles=tuple(
            LandTile(
                TILE_NAMES[tile],
                ground.kinds[tile],
                ground.points[tile],
                bool(ground.blue >> tile & 1),
            )
            for tile in grid.tiles
        ),
        walls=tuple((TILE_NAMES[low], TILE_NAMES[high]) for low, high in sorted(grid.walls)),
        holes=tuple(TILE_NAMES[tile] for tile in members(grid.holes)),
        lake="" if ground.lake == NO_LAKE else TILE_NAMES[ground.lake],
    )


def whim_cards(options: Options) -> tuple[WhimCard, ...]:
    """The deck of Whims in play, face up: which are still to come is no secret."""
    if WHIMS not in options.expansions:
        return ()
    return tuple(
        WhimCard(whim.name, whim.gold, whim.measure, whim.least) for whim in whims_of(options)
    )


def scene(game: Game, *, revealed: bool = False) -> Scene:
    """The game as everybody sees it; with all hands open after the end, or where `revealed`."""
    return Scenes().scene(game, revealed=revealed)


class Scenes:
    """The scenes of one game as it goes on: what has not changed is not made anew.

    Most of what people do moves a meeple and changes nothing else.
    """

    __slots__ = (
        "_common", "_ground", "_keys", "_known", "_piles", "_players", "_tiles", "sheets"
    )  # fmt: skip

    def __init__(self) -> None:
        """Nothing was shown yet."""
        self._common: tuple[Any, ...] | None = None
        self._known = False
        self._keys: list[tuple[Any, ...]] = []
        self._players: list[PlayerScene] = []
        self.sheets: list[ScoreSheet] = []
        """All points of everybody in the last scene, each for its owner alone. It is the very same
        sheet as before where neither the points nor anything that the player has is another."""
        self._ground: tuple[Any, ...] | None = None
        self._piles: list[Pile] = []
        self._tiles: list[TileScene] = []

    def scene(
        self, game: Game, clock: ClockScene | None = None, *, revealed: bool = False
    ) -> Scene:
        """The game as everybody sees it now; `revealed` looks back from after the end."""
        state = game.state
        over = state.over
        return Scene(
            actions=len(game.history),
            round=state.round,
            tiles=self.tiles(state),
            players=self.players(state, known=over or revealed),
            row=cards(state.row),
            deck=goods.size(state.deck),
            discards=counted(state.discards),
            djinn_row=named(state.djinn_row),
            djinn_deck=len(state.djinn_deck),
            djinn_discards=named(state.djinn_discards),
            bag=pile(state.bag),
            palms_left=state.palms_left,
            palaces_left=state.palaces_left,
            track=state.track,
            spots=tuple(state.spots),
            bid_order=state.bid_order,
            next_order=state.next_order,
            asked=None if over or not state.pending else asked(state.seat, state.pending[-1]),
            yazid=_yazid(game, state.yazid) if state.yazid else None,
            unseen_cards=counted(state.deck + sum(player.hand for player in state.players)),
            item_discards=named(state.items.discards) if state.items else (),
            last_round=state.last_round,
            over=over,
            winners=game.winners if over else (),
            clock=clock,
        )

    def players(self, state: State, *, known: bool) -> tuple[PlayerScene, ...]:
        """What lies in front of everybody; all their points and hands only where `known`."""
        everybody = state.players
        keys = [player.key() for player in everybody]
        # What the points of one player depend on beside what that player has.
        common = (
            [(player.viziers, player.artisans) for player in everybody],
            state.palms[:],
            state.palaces[:],
            state.yazid,
        )
        if known != self._known or not self._keys:
            self._known, self._keys = known, [()] * len(keys)
            self.sheets = [ScoreSheet(0, {})] * len(keys)
            self._players = [PlayerScene(blank) for blank in self.sheets]
        if keys != self._keys or common != self._common:
            sources = estimate.sources(state.options)
            for seat, player in enumerate(everybody):
                same = keys[seat] == self._keys[seat]
                if same and common == self._common:
                    continue
                score = scoring.score(state, player)
                mine = sheet(score, sources, hidden=False)
                if same and mine == self.sheets[seat]:
                    continue
                self.sheets[seat] = mine
                points = mine if known else sheet(score, sources, hidden=True)
                self._players[seat] = _player(player_view(player, known=known), points)
            self._keys, self._common = keys, common
        return tuple(self._players)

    def tiles(self, state: State) -> tuple[TileScene, ...]:
        """What stands on each tile."""
        cities = state.whims.cities if state.whims else ()
        masks = [player.tiles for player in state.players]
        if state.yazid:
            masks.insert(YAZID, state.yazid.tiles)
        tents = [player.tent for player in state.players]
        ground = (masks, tents, cities, state.palms[:], state.palaces[:])
        tiles, piles = state.land.grid.tiles, state.piles
        if ground == self._ground:
            before = self._piles
            if piles != before:
                for nth, tile in enumerate(tiles):
                    if piles[tile] != before[tile]:
                        self._tiles[nth] = structs.replace(self._tiles[nth], pile=pile(piles[tile]))
        else:
            owners = {tile: seat for seat, mask in enumerate(masks) for tile in members(mask)}
            whims = {tile: whim.name for tile, whim in cities}
            self._ground = ground
            self._tiles = [
                TileScene(
                    pile(piles[tile]),
                    owners.get(tile, NOBODY),
                    tile in tents,
                    state.palms[tile],
                    state.palaces[tile],
                    whims.get(tile, ""),
                )
                for tile in tiles
            ]
        self._piles = piles[:]
        return tuple(self._tiles)


def _player(player: PlayerView, score: ScoreSheet) -> PlayerScene:
    return PlayerScene(
        score=score,
        viziers=player.viziers,
        elders=player.elders,
        artisans=player.artisans,
        camels=player.camels,
        tents=player.tents,
        cards=player.cards,
        items=player.item_count,
        whims=player.whim_count,
        djinns=named(player.djinns),
        used=named(player.used),
        paid_whims=named(player.paid_whims),
        gold=player.gold,
        hand=None if player.hand is None else hand(player.hand),
        kept=None if player.items is None else named(player.items),
    )


def opened(shown: Scene, state: State, seat: int) -> Scene:
    """A scene in which one player lies open, for who sits there."""
    score = sheet(estimate.own_score(state, seat), estimate.sources(state.options), hidden=False)
    mine = _player(player_view(state.players[seat], known=True), score)
    players = (*shown.players[:seat], mine, *shown.players[seat + 1 :])
    return structs.replace(shown, players=players)


def _yazid(game: Game, his: Yazid) -> YazidScene:
    return YazidScene(
        camels=his.camels,
        viziers=his.viziers,
        elders=his.elders,
        assassins=his.assassins,
        fakirs=his.fakirs,
        djinns=named(his.djinns),
        dearest=dearest_strike(game.state),
        dice=his.dice,
        struck=his.struck,
        acted=his.acted,
        lost=his.lost,
        strike=strike(game),
    )


def asked(seat: int, decision: Decision) -> Asked:
    """What must be decided, as everybody sees it."""
    kind = type(decision).__name__
    match decision:
        case Sowing(start=start, at=at, hand=hand, path=path):
            drops = tuple(f"{TILE_NAMES[tile]}{TRIBE_LETTERS[tribe]}" for tile, tribe in path)
            return Asked(
                seat, kind, TILE_NAMES[at], hand=pile(hand), start=TILE_NAMES[start], path=drops
            )
        case TribeAction(tile=tile, tribe=tribe, count=count):
            return Asked(seat, kind, TILE_NAMES[tile], TRIBE_LETTERS[tribe], count)
        case TileAction(tile=tile) | Marking(tile=tile) | Placing(tile=tile):
            return Asked(seat, kind, TILE_NAMES[tile])
        case Gathering(tile=tile, left=left):
            return Asked(seat, kind, TILE_NAMES[tile], count=left)
        case KeepOne(djinns=djinns):
            return Asked(seat, kind, djinns=tuple(djinn.name for djinn in djinns))
        case Arranging(dealt=dealt):
            return Asked(seat, kind, cards=cards(goods.members(dealt)))
        case Naming(left=left):
            return Asked(seat, kind, count=left)
    return Asked(seat, kind)


def sheet(score: Score, sources: tuple[str, ...], *, hidden: bool) -> ScoreSheet:
    """Points by source; `hidden` leaves out what only their owner can count."""
    known = dict(zip(sources, points_of(sources)(score), strict=True))
    if hidden:
        for source in estimate.SECRET:
            known.pop(source, None)
    return ScoreSheet(sum(known.values()), known, hidden)


@cache
def points_of(sources: tuple[str, ...]) -> Callable[[Score], tuple[int, ...]]:
    """How to read these sources of a score in one go."""
    return attrgetter(*sources)


@lru_cache(maxsize=1 << 14)
def pile(meeples_there: Pile) -> str:
    """The letters of a pile; nothing where nobody stands."""
    return meeples.letters(meeples_there) if meeples_there else ""


@lru_cache(maxsize=1 << 12)
def cards(held: tuple[Card, ...]) -> tuple[str, ...]:
    """The names of cards."""
    return tuple(CARD_NAMES[card] for card in held)


@lru_cache(maxsize=1 << 12)
def hand(held: Hand) -> tuple[str, ...]:
    """The names of the cards of a hand."""
    return cards(goods.members(held))


def named(shown: tuple[NamedCard | Whim, ...]) -> tuple[str, ...]:
    """The names of Djinns, items or Whims."""
    return tuple([card.name for card in shown]) if shown else ()


@lru_cache(maxsize=1 << 12)
def counted(held: Hand) -> dict[str, int]:
    """How many there are of each card."""
    return {
        name: number for card, name in enumerate(CARD_NAMES) if (number := goods.count(held, card))
    }
