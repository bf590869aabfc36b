"""The score of a state, by source (E3). It can be asked for at any time."""

from __future__ import annotations

from dataclasses import dataclass, fields

from naqala.rules import goods
from naqala.rules.board import members
from naqala.rules.state import State


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

    @property
    def total(self) -> int:
        """All points together."""
        return sum(getattr(self, source) for source in SOURCES)


SOURCES = tuple(field.name for field in fields(Score))
"""The names of the sources of points, in the order of the score sheet."""


def scores(state: State) -> list[Score]:
    """What every player would score if the game ended now."""
    return [score(state, seat) for seat in range(len(state.players))]


def score(state: State, seat: int) -> Score:
    """What one player would score if the game ended now."""
    me = state.players[seat]
    mine = list(members(me.tiles))
    fewer = sum(player.viziers < me.viziers for player in state.players)
    sheet = Score(
        gold=me.gold,
        viziers=me.viziers,
        majority=10 * fewer,
        elders=2 * me.elders,
        djinns=sum(djinn.points for djinn in me.djinns),
        palms=3 * sum(state.palms[tile] for tile in mine),
        palaces=5 * sum(state.palaces[tile] for tile in mine),
        tiles=state.land.points_of(mine),
        goods=goods.value(me.hand),
    )
    for djinn in me.djinns:
        extra = djinn.score(state, me)
        setattr(sheet, djinn.source, getattr(sheet, djinn.source) + extra)
    return sheet
