"""The numbers that the page needs to help at a table with the printed game: set-up and score pad.

`make protocol` writes them to `web/src/protocol`. Points are found by scoring small positions, so
that they are defined only in the rules.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from naqala.rules import goods, setup
from naqala.rules.djinns import DJINN_ROW_LENGTH, DJINNS, EXPANSION_DJINNS
from naqala.rules.expansions import ARTISANS_BOX, EXPANSIONS, WHIMS
from naqala.rules.expansions.artisans import TENTS, inner_places
from naqala.rules.expansions.artisans import TILES as ARTISAN_TILES
from naqala.rules.expansions.items import ALL_ITEMS
from naqala.rules.expansions.whims import CITY_POINTS, whims_of
from naqala.rules.expansions.whims import TILES as WHIM_TILES
from naqala.rules.scoring import Score, score
from naqala.rules.setup import MOST_PLAYERS, blank, camels_and_markers, set_up, track_of
from naqala.rules.state import Options, State
from naqala.rules.visible_scores import SOURCES_OF_BOX
from naqala.rules.yazid import CAMELS, DOUBLE


def numbers() -> dict[str, Any]:
    """Everything by name: by number of players, by combination of boxes, and for the score pad."""
    boxes = [box for size in range(3) for box in combinations(EXPANSIONS, size)]
    return {
        "players": [_of_players(players) for players in range(1, MOST_PLAYERS + 1)],
        "boards": [_board(chosen) for chosen in boxes],
        "palms": setup.PALMS,
        "palaces": setup.PALACES,
        "goods": goods.ROW_LENGTH,
        "djinn_row": DJINN_ROW_LENGTH,
        "yazid": {"camels": CAMELS, "double": DOUBLE},
        "sources": SOURCES_OF_BOX,
        "djinns": {
            box: [djinn.name for djinn in djinns] for box, djinns in EXPANSION_DJINNS.items()
        },
        "cities": CITY_POINTS,
        "points": _points(),
        "bonus": _bonus(),
    }


def _of_players(players: int) -> dict[str, Any]:
    camels, markers = camels_and_markers(players)
    boxes = frozenset({WHIMS}) if players == MOST_PLAYERS else frozenset()
    options = Options(players=players, seed=0, expansions=boxes)
    track = track_of(options) if markers else ()
    gold = blank(options).players[0].gold
    return {"camels": camels, "markers": markers, "gold": gold, "track": track}


def _board(boxes: tuple[str, ...]) -> dict[str, Any]:
    options = Options(players=2, seed=0, expansions=frozenset(boxes))
    grid = set_up(options).land.grid
    tiles, meeples = grid.columns * grid.rows, sum(setup.meeples_of(options).values())
    new = {WHIMS: len(WHIM_TILES), ARTISANS_BOX: len(ARTISAN_TILES)}
    artisans = ARTISANS_BOX in boxes
    inner = inner_places(grid.columns, grid.rows).bit_count() if artisans else 0
    return {
        "boxes": boxes,
        "columns": grid.columns,
        "rows": grid.rows,
        "tiles": tiles,
        "new": sum(new[box] for box in boxes),
        "artisan_tiles": len(ARTISAN_TILES) if artisans else 0,
        "inner": inner,
        "meeples": meeples,
        "each": meeples // len(grid.tiles),
        "djinns": len(setup.djinns_of(options)),
        "tents": TENTS if artisans else 0,
        "items": len(ALL_ITEMS) if artisans else 0,
        "cities": len(CITY_POINTS) - 1 if WHIMS in boxes else 0,
        "whims": len(whims_of(options)) if WHIMS in boxes else 0,
    }


def _points() -> dict[str, int]:
    """What one piece of each kind scores."""
    leading = _one_of_each()
    most = _sheet(leading)
    leading.players[1].artisans = 2
    return {
        "viziers": most.viziers,
        "majority": most.majority,
        "elders": most.elders,
        "palms": most.palms,
        "palaces": most.palaces,
        "artisans": _sheet(leading).artisans,
        "most_artisans": most.artisans,
    }


def _bonus() -> dict[str, dict[str, Any]]:
    """What Djinns add to each piece of a source; Al-Amin adds nothing without Fakirs."""
    state = _one_of_each()
    found = {
        name: {"source": djinn.source, "points": djinn.score(state, state.players[0])}
        for name, djinn in sorted(DJINNS.items())
    }
    return {name: bonus for name, bonus in found.items() if bonus["points"]}


def _one_of_each() -> State:
    """A position in which the first player has one of each piece and the second has nothing."""
    state = set_up(Options(players=2, seed=0, expansions=frozenset(EXPANSIONS)))
    away = [tile for tile in state.land.grid.tiles if not state.land.at_lake() >> tile & 1]
    me = state.players[0]
    me.viziers = me.elders = me.artisans = 1
    me.tiles = 1 << away[0]
    me.items = tuple(item for item in ALL_ITEMS if not item.magic)[:1]
    state.palms = state.palaces = tuple(me.tiles >> tile & 1 for tile in range(len(state.palms)))
    return state


def _sheet(state: State) -> Score:
    return score(state, state.players[0])
