"""The score of a state, by source (E3, W3, W4, N8–N11), at any time of the game."""

from __future__ import annotations

from dataclasses import dataclass, fields

from naqala.rules import goods
from naqala.rules.board import members
from naqala.rules.expansions.artisans import artisan_points, tent_points
from naqala.rules.expansions.whims import city_points
from naqala.rules.state import Player, State


@dataclass(slots=True)
class Score:
    """The points of one player, by where they come from."""

    gold: int = 0
    viziers: int = 0
    majority: int = 0
    """10 for each opponent with strictly fewer Viziers."""
    elders: int = 0
    djinns: int = 0
    palms: int = 0
    palaces: int = 0
    tiles: int = 0
    goods: int = 0
    cities: int = 0
    artisans: int = 0
    items: int = 0
    tent: int = 0

    @property
    def total(self) -> int:
        """The sum over all sources."""
        return sum(getattr(self, source) for source in SOURCES)


SOURCES = tuple(field.name for field in fields(Score))
"""The names of the sources of points, in the order of the score sheet."""


def scores(state: State) -> list[Score]:
    """What every player would score if the game ended now."""
    return [score(state, player) for player in state.players]


def score(state: State, me: Player) -> Score:
    """What one player would score if the game ended now."""
    mine = [*members(me.tiles)]
    counted = [*mine, *members(me.tiles & state.land.at_lake())]  # W3: those at the lake twice
    sheet = Score(
        gold=me.gold,
        viziers=me.viziers,
        majority=10 * len([other for other in state.rival_viziers(me) if other < me.viziers]),
        elders=2 * me.elders,
        djinns=sum([djinn.points for djinn in me.djinns]),
        palms=3 * sum([state.palms[tile] for tile in counted]),
        palaces=5 * sum([state.palaces[tile] for tile in counted]),
        tiles=state.land.points_of(mine),
        goods=goods.value(me.hand),
        cities=city_points(state, me),
        artisans=artisan_points(state, me),
        items=sum([item.points for item in me.items]),
        tent=tent_points(state, me),
    )
    for djinn in me.djinns:
        extra = djinn.score(state, me)
        setattr(sheet, djinn.source, getattr(sheet, djinn.source) + extra)
    return sheet
