"""The score sheets of a running game, as far as one seat may know them."""

from __future__ import annotations

from functools import cache

from naqala.rules.expansions import ARTISANS_BOX, WHIMS
from naqala.rules.scoring import SOURCES, Score, score, scores
from naqala.rules.setup import blank, use_land
from naqala.rules.state import Options, Player, State
from naqala.rules.view import PlayerView, View

SECRET = ("gold", "goods", "items")
"""The sources of points that only their owner can count."""
SOURCES_OF_BOX = {WHIMS: ("cities",), ARTISANS_BOX: ("artisans", "items", "tent")}


def sources(options: Options, *, hidden: bool = False) -> tuple[str, ...]:
    """The sources of points in a game with these expansions; `hidden` leaves out secret ones."""
    return _sources(options.expansions, hidden)


@cache
def _sources(boxes: frozenset[str], hidden: bool) -> tuple[str, ...]:
    missing = [
        source for box, more in SOURCES_OF_BOX.items() if box not in boxes for source in more
    ]
    missing += SECRET if hidden else ()
    return tuple(source for source in SOURCES if source not in missing)


def known_scores(view: View) -> list[Score]:
    """What all players would score now, without what the viewer cannot see."""
    state = blank(view.options)
    use_land(state, view.land)
    state.palms, state.palaces = view.palms, view.palaces
    state.players = [_player(player) for player in view.players]
    state.yazid = view.yazid
    return scores(state)


def own_score(state: State, seat: int) -> Score:
    """What a seat would score now; it does not depend on the secrets of others."""
    return score(state, state.players[seat])


def _player(seen: PlayerView) -> Player:
    player = Player(seen.gold or 0, seen.camels, seen.tents)
    player.viziers, player.elders, player.artisans = seen.viziers, seen.elders, seen.artisans
    player.tiles, player.tent, player.djinns = seen.tiles, seen.tent, seen.djinns
    player.items = seen.items or ()
    player.hand = seen.hand or 0
    return player
