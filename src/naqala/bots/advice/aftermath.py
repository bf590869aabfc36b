"""What a player has after an option, as far as it does not depend on luck."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from naqala.bots.advice.reasons import Chance, Option
from naqala.rules import goods
from naqala.rules.djinns import DJINNS
from naqala.rules.game import Game
from naqala.rules.state import Player


class Aftermath(NamedTuple):
    """What a player has after a turn."""

    unpaid: frozenset[str]
    """The Djinns whose power the player could not pay for."""
    kinds: int
    """How many kinds of goods the largest set has."""
    last_kind: int
    """How many points the last of these kinds added."""
    next_kind: int
    """How many points another kind would add; 0 if the set has all kinds."""


def aftermath(game: Game, option: Option) -> Aftermath | None:
    """What the player in turn has after an option; None if that depends on luck."""
    if any(isinstance(reason, Chance) for reason in option.reasons):
        return None
    seat = game.seat
    trial = game.copy(history=False)
    for action in option.actions:
        trial.play(action)
    player = trial.state.players[seat]
    unpaid = (djinn.name for djinn in player.djinns if not _payable(player, djinn.name))
    kinds = len(goods.kinds(player.hand))
    steps = [0, *(more - less for less, more in pairwise(goods.SET_VALUE)), 0]
    return Aftermath(frozenset(unpaid), kinds, steps[kinds], steps[kinds + 1])


def _payable(player: Player, djinn: str) -> bool:
    """Whether a power is free or the player has its price."""
    price = DJINNS[djinn].price
    return not price or any(
        payment.elders <= player.elders and payment.fakirs <= player.fakirs for payment in price
    )
