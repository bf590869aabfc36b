"""The best of some options that change only what the players have, without playing each of them.

Playing every purchase, build, summoning and kill would take most of the time of a first pass.
Instead, only the gold, hand, tiles and meeples of a copy are changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from naqala.rules import goods, meeples
from naqala.rules.actions import Action, Build, Buy, Kill, KillInFront, Summon
from naqala.rules.board import Tile
from naqala.rules.djinns import DJINNS, Djinn, GoldOn
from naqala.rules.events import DjinnTaken, Event, Killed
from naqala.rules.state import Player, State
from naqala.rules.tiles import TILE_EFFECTS, Market, PlantedTile, TileAction
from naqala.rules.tribes import Builders, TribeAction

Evaluate = Callable[[Sequence[State], int], Sequence[float]]
"""The values of states for a seat."""
KnownExchanges = dict[tuple[object, ...], Action]
"""The best exchanges that were found in a pass, by everything that they depend on."""

CARD_MEASURES = frozenset({"goods", "fakirs"})
DJINN_MEASURES = frozenset({"djinns", "elders", *CARD_MEASURES})
"""What Whims measure that a purchase, or a summoning, changes."""


def best_exchange(
    state: State, options: Sequence[Action], evaluate: Evaluate, known: KnownExchanges
) -> Action | None:
    """The option that leaves the players with the most valuable possessions; the first of equals.

    None if the options must be played to find out. `evaluate` must depend on the players'
    possessions alone, with a point for each gold. The same exchange is best
    whatever else a turn changed, so most are found once in a pass.
    """
    for option in (options[-1], options[0]):
        if find := EXCHANGES.get(type(option)):
            return find(state, options, evaluate, known)
    return None


def _best_purchase(
    state: State, options: Sequence[Action], evaluate: Evaluate, known: KnownExchanges
) -> Action | None:
    top, me = state.pending[-1], state.player
    if type(top) is not TileAction or _is_paid_for(me, CARD_MEASURES):
        return None
    kind = state.land.kinds[top.tile]
    market = TILE_EFFECTS[kind]
    assert isinstance(market, Market)

    def buy(after: State, option: Action) -> None:
        if isinstance(option, Buy):
            me = after.changing(after.seat)
            me.gold -= market.price
            me.hand += goods.gather(option.cards)

    key = (kind, state.row, me.hand, me.djinns)
    return known.get(key) or _best(state, options, evaluate, buy, known, key)


def _best_build(
    state: State, options: Sequence[Action], evaluate: Evaluate, known: KnownExchanges
) -> Action | None:
    """The best number of Fakirs to add to the Builders."""
    top, me = state.pending[-1], state.player
    if type(top) is not TribeAction or _is_paid_for(me, CARD_MEASURES):
        return None

    def build(after: State, option: Action) -> None:
        if isinstance(option, Build):
            me = after.changing(after.seat)
            me.gold += Builders.income(state, top, option.fakirs)
            me.hand -= option.fakirs * goods.ONE[goods.FAKIR]

    key = (state.land.blue_around(top.tile), top.boosted, me.hand, me.djinns)
    return known.get(key) or _best(state, options, evaluate, build, known, key)


def _best_summoning(
    state: State, options: Sequence[Action], evaluate: Evaluate, known: KnownExchanges
) -> Action | None:
    """The best Djinn and price."""
    top, me = state.pending[-1], state.player
    if type(top) is not TileAction or _is_paid_for(me, DJINN_MEASURES):
        return None
    if is_watched(state, DjinnTaken):
        return None

    def summon(after: State, option: Action) -> None:
        if isinstance(option, Summon):
            me = after.changing(after.seat)
            me.elders -= option.payment.elders
            me.hand -= option.payment.fakirs * goods.ONE[goods.FAKIR]
            me.djinns += (DJINNS[option.djinn],)

    # The points of a Djinn may depend on anything that a player has.
    key = (state.djinn_row, state.palms, state.palaces, me.key()[1:])
    return known.get(key) or _best(state, options, evaluate, summon, known, key)


def _best_kill(
    state: State, options: Sequence[Action], evaluate: Evaluate, known: KnownExchanges
) -> Action | None:
    if state.options.expansions or is_watched(state, Killed):
        return None
    me, land = state.player, state.pending[-2]
    if any(type(djinn).spoils is not Djinn.spoils for djinn in me.djinns):
        return None
    if state.yazid and me.camels < 2:
        return None  # the last camel may decide the solo game
    assert isinstance(land, TileAction)
    if isinstance(TILE_EFFECTS[state.land.kinds[land.tile]], PlantedTile) and (
        me.djinns or any(_concerns_owner(state, option, land.tile) for option in options)
    ):
        return None  # what is planted after the kill may be worth more after some than others

    def kill(after: State, option: Action) -> None:
        if isinstance(option, Kill):
            me = after.changing(after.seat)
            me.hand -= option.fakirs * goods.ONE[goods.FAKIR]
            is_free = not state.controlled >> option.tile & 1
            if me.camels and is_free and state.piles[option.tile] == option.victims:
                me.tiles |= 1 << option.tile
        elif isinstance(option, KillInFront) and state.yazid:
            after.yazid = state.yazid.without(option.victims)
        elif isinstance(option, KillInFront):
            victim = after.changing(option.seat)
            for tribe in meeples.tribes(option.victims):
                victim.add_meeples(tribe, -meeples.count(option.victims, tribe))

    return _best(state, options, evaluate, kill)


def _concerns_owner(state: State, option: Action, tile: Tile) -> bool:
    """Whether a kill changes who owns a tile, or what other owners have."""
    if isinstance(option, Kill):
        return option.tile == tile
    return isinstance(option, KillInFront) and len(state.players) > 2


def _best(
    state: State,
    options: Sequence[Action],
    evaluate: Evaluate,
    exchange: Callable[[State, Action], None],
    known: KnownExchanges | None = None,
    key: tuple[object, ...] = (),
) -> Action:
    """The option whose exchange leaves most."""
    afters = []
    for option in options:
        after = state.fork()
        exchange(after, option)
        afters.append(after)
    values = list(evaluate(afters, state.seat))
    best = options[values.index(max(values))]
    if known is not None:
        known[key] = best
    return best


EXCHANGES = {
    Buy: _best_purchase,
    Build: _best_build,
    Summon: _best_summoning,
    Kill: _best_kill,
    KillInFront: _best_kill,
}


def _is_paid_for(me: Player, measures: frozenset[str]) -> bool:
    """Whether a Whim of a player depends on one of these measures."""
    return any(whim.measure in measures for whim in me.whims)


def is_watched(state: State, event: type[Event]) -> bool:
    """Whether a Djinn of a player may react to this kind of event."""
    return any(watches(djinn, event) for player in state.players for djinn in player.djinns)


def watches(djinn: Djinn, event: type[Event]) -> bool:
    """Whether a Djinn may react to this kind of event."""
    if isinstance(djinn, GoldOn):
        return djinn.event is event
    return type(djinn).on_event is not Djinn.on_event
