"""The expected final margin of states, by the value net."""

from __future__ import annotations

from collections.abc import Sequence

from naqala.bots.bot import BadWeights
from naqala.bots.value.backend import Backend, ValueNet, default_backend
from naqala.bots.value.features import gold_offset
from naqala.bots.value.points import is_solo_decided, margin
from naqala.bots.value.turn_order import upcoming
from naqala.rules.state import State

DIGITS = 4
"""The decimal places of an expected margin.

The last digits of a matrix product depend on the processor and on the number of rows. Rounding
gives equal states equal values everywhere, so that a bot makes the same choices on every machine.
"""


def expected_margins(
    states: Sequence[State],
    seat: int,
    net: ValueNet | None = None,
    backend: Backend | None = None,
) -> list[float]:
    """The expected final margin of each state, or the actual margin once nobody acts any more.

    Without a net, the one that ships with the package is used.
    """
    if not states:
        return []
    players = len(states[0].players)
    net = net or (backend or default_backend()).net_for(players)
    if net.players != players:
        raise BadWeights("weights_players", expected=net.players, players=players)
    rounded = [round(value, DIGITS) for value in net.margins(states, seat)]
    return [
        margin(state, seat) if is_settled(state) else value + gold_offset(state, seat)
        for value, state in zip(rounded, states, strict=True)
    ]


def is_settled(state: State) -> bool:
    """Whether nobody acts any more, so that the points are final."""
    if state.over or not state.last_round:
        return state.over
    if state.yazid:
        return is_solo_decided(state)
    return not (state.bid_order or upcoming(state))
