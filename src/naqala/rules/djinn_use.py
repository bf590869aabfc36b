"""Using Djinns: affordable powers, and the decisions they lead to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from naqala.rules.actions import PASS, Action, Payment, Use
from naqala.rules.board import TILE_NAMES, Tile, members
from naqala.rules.decisions import Decision
from naqala.rules.effects import pay, place
from naqala.rules.events import DjinnUsed
from naqala.rules.meeples import Tribe
from naqala.rules.text_tokens import on_board, tile_of

if TYPE_CHECKING:
    from naqala.rules.djinns import Djinn
    from naqala.rules.state import State

NO_TARGET: tuple[None] = (None,)
"""The target of a power that needs no tile."""


def uses(state: State, djinn: Djinn, targets: Sequence[Tile | None]) -> Sequence[Action]:
    """Every affordable use of a Djinn of the player in turn, once per turn (J1)."""
    player = state.player
    if not targets or djinn in player.used:
        return ()
    payments = tuple(djinn.payments(state))
    return _affordable(djinn.name, payments, player.elders, player.fakirs, tuple(targets))


@lru_cache(maxsize=4096)  # the same uses are offered many times
def _affordable(
    djinn: str,
    payments: tuple[Payment, ...],
    elders: int,
    fakirs: int,
    targets: tuple[Tile | None, ...],
) -> tuple[Action, ...]:
    return tuple(
        Use(djinn, payment, tile)
        for payment in payments
        if payment.elders <= elders and payment.fakirs <= fakirs
        for tile in targets
    )


def anytime_uses(state: State) -> list[Action]:
    """The powers that can be used now and are not tied to a particular step (J2)."""
    player = state.player
    if not player.djinns or state.sold or not (player.elders or player.fakirs):
        return []
    options: list[Action] = []
    for djinn in player.djinns:
        if djinn.anytime and djinn not in player.used:
            options += uses(state, djinn, djinn.targets(state))
    return options


def boosters(state: State, tribe: Tribe) -> list[Action]:
    """The powers that strengthen the action of a tribe."""
    options: list[Action] = []
    for djinn in state.player.djinns:
        if djinn.boosts == tribe:
            options += uses(state, djinn, NO_TARGET)
    return options


def invoke(state: State, action: Use) -> Djinn:
    """Pay for a power and record its use."""
    djinn = next(djinn for djinn in state.player.djinns if djinn.name == action.djinn)
    state.changing(state.seat).used += (djinn,)
    state.emit(DjinnUsed(state.seat, djinn.name))
    pay(state, state.seat, action.payment)
    return djinn


@dataclass(frozen=True, slots=True)
class Placing(Decision):
    """A palm tree or palace is to be placed: here, or around with Hagis or Lamia (D8, D14)."""

    keyword, example, facts = "placing", "placing palm c3", ("tile",)

    piece: str
    tile: Tile

    def __str__(self) -> str:
        return f"{self.keyword} {self.piece} {TILE_NAMES[self.tile]}"

    @classmethod
    def read(cls, words: list[str], state: State) -> Decision | None:
        match words:
            case ["palm" | "palace" as piece, tile]:
                return cls(piece, on_board(tile_of(tile), state))
        return None

    def topic(self, state: State) -> str:
        return self.piece

    def pass_topic(self, state: State) -> str:
        return self.piece

    def options(self, state: State) -> Sequence[Action]:
        """Place it here, or pay to use a surrounding tile."""
        left = state.palms_left if self.piece == "palm" else state.palaces_left
        around = state.land.grid.around[self.tile] & ~(1 << self.tile)
        options: list[Action] = []
        for djinn in state.player.djinns:
            if left and djinn.shifts == self.piece:
                options += uses(state, djinn, tuple(members(around)))
        return [PASS, *options] if options else ()

    def answer(self, state: State, action: Action) -> None:
        if isinstance(action, Use):
            invoke(state, action)
            assert action.tile is not None
            place(state, self.piece, action.tile)
        else:
            self.resolve(state)

    def resolve(self, state: State) -> None:
        place(state, self.piece, self.tile)
