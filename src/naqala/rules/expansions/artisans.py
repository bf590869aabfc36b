"""The Artisans of Naqala: their tiles, tribe and workshop, and what they score (N1–N10).

Items are in `items`. The tent is placed in `control`, because every way to take control of a tile
may use it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from naqala.rules import goods
from naqala.rules.actions import ARTISAN, FAKIRS, Action, Craft
from naqala.rules.board import Mask, Tile, mask_of, tile_at
from naqala.rules.effects import collect, pay
from naqala.rules.expansions.item_piles import draw_item
from naqala.rules.expansions.items import draw_to_keep
from naqala.rules.land import SPECIALISED_MARKET, WORKSHOP, Ground, Piece
from naqala.rules.meeples import ARTISANS
from naqala.rules.tiles import TILE_EFFECTS, Market, TileEffect
from naqala.rules.tribes import TRIBE_EFFECTS, TribeAction, TribeEffect

if TYPE_CHECKING:
    from naqala.rules.state import Player, State

TILES = (
    Piece(Ground(WORKSHOP, 5), mountains="tl"),
    *[Piece(Ground(WORKSHOP, 5), mountains="br")] * 2,
    *[Piece(Ground(SPECIALISED_MARKET, 10))] * 2,
    Piece(None),
)
"""N1, N3"""
MEEPLES = {ARTISANS: 15}
"""N1"""
TENTS = 1
"""N8: how many each player has."""


def inner_places(columns: int, rows: int) -> Mask:
    """N2: the places that are not at the edge, where the tiles of this box lie."""
    return mask_of(
        tile_at(column, row) for row in range(1, rows - 1) for column in range(1, columns - 1)
    )


class Artisans(TribeEffect):
    """Artisans stay in front of the player and make an item each, one of which is kept (N5)."""

    def act(self, state: State, doing: TribeAction, action: Action) -> None:
        collect(state, state.seat, doing.tribe, doing.count)
        draw_to_keep(state, doing.count)


class Workshop(TileEffect):
    """The top item for an Artisan or two Fakirs (N6)."""

    def offers(self, state: State) -> list[Action]:
        player, piles = state.player, state.items
        if piles is None or not (piles.deck or piles.discards):
            return []
        payments = [ARTISAN] * (player.artisans > 0) + [FAKIRS] * (player.fakirs > 1)
        return [Craft(payment) for payment in payments]

    def act(self, state: State, tile: Tile, action: Action) -> None:
        if isinstance(action, Craft):
            pay(state, state.seat, action.payment)
            draw_item(state)


TRIBE_EFFECTS[ARTISANS] = Artisans()
TILE_EFFECTS[WORKSHOP] = Workshop()
TILE_EFFECTS[SPECIALISED_MARKET] = Market(
    SPECIALISED_MARKET, price=4, number=1, reach=goods.ROW_LENGTH
)


def artisan_points(state: State, me: Player) -> int:
    """N9: tied leaders all count as having most."""
    most = max([player.artisans for player in state.players])
    return me.artisans * (3 if me.artisans == most else 2)


def tent_points(state: State, me: Player) -> int:
    """N8: a point for each red tile around the tent."""
    return state.land.red_around(me.tent) if me.tent >= 0 else 0
