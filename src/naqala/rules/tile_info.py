"""One tile of a state with everything that stands on it."""

from __future__ import annotations

from typing import NamedTuple

from naqala.rules import meeples
from naqala.rules.board import TILE_NAMES, Tile
from naqala.rules.meeples import Pile
from naqala.rules.state import State
from naqala.rules.yazid import YAZID


class TileInfo(NamedTuple):
    """A tile and what stands on it now."""

    name: str
    kind: str
    points: int
    blue: bool
    pile: Pile
    owner: int | None
    """The seat whose camel or tent stands there; in the solo game, 1 is Yazid."""
    tent: bool
    """Whether the owner has a tent there instead of a camel."""
    palms: int
    palaces: int
    whim: str
    """The Whim that lies on a city, or an empty text."""

    @property
    def meeples(self) -> str:
        """The letters of the meeples, for instance `YYW`."""
        return meeples.letters(self.pile) if self.pile else ""


def tile_info(state: State, tile: Tile) -> TileInfo:
    """The tile of a state; it must be on the board."""
    owner, tent = None, False
    for seat, player in enumerate(state.players):
        if player.tiles >> tile & 1:
            owner, tent = seat, player.tent == tile
    if state.yazid and state.yazid.tiles >> tile & 1:
        owner = YAZID
    whims = state.whims.cities if state.whims else ()
    return TileInfo(
        name=TILE_NAMES[tile],
        kind=state.land.kinds[tile],
        points=state.land.points[tile],
        blue=bool(state.land.blue >> tile & 1),
        pile=state.piles[tile],
        owner=owner,
        tent=tent,
        palms=state.palms[tile],
        palaces=state.palaces[tile],
        whim=next((whim.name for city, whim in whims if city == tile), ""),
    )
