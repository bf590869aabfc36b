"""Powers of Djinns and magic items, usable between the steps of a turn (J2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from naqala.rules.actions import Action, Use, UseItem
from naqala.rules.decisions import Decision
from naqala.rules.djinn_use import anytime_uses, invoke
from naqala.rules.djinns import DJINNS
from naqala.rules.expansions import items

if TYPE_CHECKING:
    from naqala.rules.state import State


def powers(state: State, *, before_move: bool = False) -> list[Action]:
    """Every power that the player in turn can use now and that is not tied to a particular step."""
    player = state.player
    if player.items and not state.sold:
        return anytime_uses(state) + items.magic(state, before_move=before_move)
    return anytime_uses(state) if player.djinns else []


class Boundary(Decision):
    """A decision between two steps of a turn, where powers may be used."""

    __slots__ = ()

    is_boundary = True

    def answer(self, state: State, action: Action) -> None:
        """Use a power and ask again, or pass any other action to `decide`."""
        if type(action) is Use and DJINNS[action.djinn].anytime:
            state.push(self)
            invoke(state, action).use(state, action.tile)
        elif type(action) is UseItem:
            state.push(self)
            items.use(state, action)
        else:
            self.decide(state, action)

    def decide(self, state: State, action: Action) -> None:
        """Apply an action that is not the use of a power."""
        raise NotImplementedError
