"""Control of tiles, taken with a camel or, with the Artisans, with the tent (M8–M10, N8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from naqala.rules.actions import CAMEL, TENT, Action
from naqala.rules.board import TILE_NAMES, Tile
from naqala.rules.decisions import Decision
from naqala.rules.effects import announce_last_round
from naqala.rules.events import CamelPlaced, TentPlaced
from naqala.rules.state import State
from naqala.rules.text_tokens import on_board, tile_of


def place_camel(state: State, seat: int, tile: Tile) -> None:
    """Place a camel on a tile."""
    player = state.changing(seat)
    player.camels -= 1
    player.tiles |= 1 << tile
    state.controlled |= 1 << tile
    state.emit(CamelPlaced(seat, tile, player.camels))
    if not player.camels and not player.tents:
        announce_last_round(state, seat, "camels")


def place_tent(state: State, seat: int, tile: Tile) -> None:
    """Place the tent on a tile, instead of a camel (N8)."""
    player = state.changing(seat)
    player.tents -= 1
    player.tent = tile
    player.tiles |= 1 << tile
    state.controlled |= 1 << tile
    state.emit(TentPlaced(seat, tile))
    if not player.camels and not player.tents:
        announce_last_round(state, seat, "camels")


def claim(state: State, tile: Tile) -> None:
    """Take control of a tile if it is empty and free (M8–M10, T7)."""
    if not (state.piles[tile] or state.controlled >> tile & 1):
        if state.player.tents:
            state.push(Marking(tile))
        elif state.player.camels:
            place_camel(state, state.seat, tile)


@dataclass(frozen=True, slots=True)
class Marking(Decision):
    """Whether to take control of a tile with a camel or with the tent (N8)."""

    keyword, example, facts = "marking", "marking c3", ("tile",)

    tile: Tile

    def __str__(self) -> str:
        return f"{self.keyword} {TILE_NAMES[self.tile]}"

    @classmethod
    def read(cls, words: list[str], state: State) -> Decision | None:
        return cls(on_board(tile_of(words[0]), state)) if len(words) == 1 else None

    def fits(self, below: Decision | None, state: State) -> bool:
        """A tent is left, and the tile is free; the scimitar may have emptied it."""
        free = not (state.controlled >> self.tile & 1 or state.piles[self.tile])
        slain = below is not None and below.keyword == "slaying"
        return (slain or Decision.fits(self, below, state)) and free and state.player.tents > 0

    def options(self, state: State) -> Sequence[Action]:
        """The camel, if one is left, or the tent."""
        return [CAMEL, TENT] if state.player.camels else [TENT]

    def answer(self, state: State, action: Action) -> None:
        """Place the piece."""
        (place_camel if action == CAMEL else place_tent)(state, state.seat, self.tile)
