"""The final score sheets of recorded games: what people would count, and what the engine scores.

The score pad of the page must come to the same points. `python -m tests.games.score_sheets` writes
the sheets to the page's tests.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from naqala import Game
from naqala.rules import goods
from naqala.rules.board import members
from naqala.rules.land import CITIES
from naqala.rules.scoring import score
from naqala.rules.state import Player, State
from naqala.rules.visible_scores import sources
from naqala.rules.yazid import title
from tests.games.expected import HERE

SHEETS = HERE.parents[1] / "web" / "tests" / "companion" / "sheets.json"


def played() -> list[Path]:
    """The records of all finished games."""
    return sorted(HERE.glob("*.naqala"))


def final_sheets(path: Path) -> dict[str, Any]:
    """What is on the table at the end of a recorded game, and the score of the engine."""
    game = Game.load(path.read_text(encoding="utf-8"))
    state = game.state
    return {
        "game": path.stem,
        "boxes": [box for box in ("whims", "artisans") if box in state.options.expansions],
        "yazid": state.yazid.viziers if state.yazid else None,
        "players": [_sheet(state, player) for player in state.players],
        "scores": [_score(state, player) for player in state.players],
        "winners": list(game.winners),
        "title": title(score(state, state.players[0]).total) if state.yazid else None,
    }


def _score(state: State, player: Player) -> dict[str, int]:
    """The points of the rows of the pad, where the majority is part of the Viziers."""
    found = score(state, player)
    rows = {source: getattr(found, source) for source in sources(state.options)}
    rows["viziers"] += rows.pop("majority")
    return rows | {"total": found.total}


def _sheet(state: State, player: Player) -> dict[str, Any]:
    land, mine = state.land, [*members(player.tiles)]
    # W3: those around the lake are counted twice.
    counted = [*mine, *members(player.tiles & land.at_lake())]
    typed = {
        "gold": player.gold,
        "viziers": player.viziers,
        "elders": player.elders,
        "palms": sum(state.palms[tile] for tile in counted),
        "palaces": sum(state.palaces[tile] for tile in counted),
        "tiles": land.points_of(mine),
    }
    djinns = [djinn.name for djinn in player.djinns]
    sets = _sets(player, wild=player.fakirs // 2 if "al-amin" in djinns else 0)
    items = [item.name for item in player.items if not item.magic]
    # An empty list would be an empty cell.
    typed |= {} if djinns else {"djinns": 0}
    typed |= {} if sets else {"goods": 0}
    if "whims" in state.options.expansions:
        typed["cities"] = (player.tiles & land.of_kind(*CITIES)).bit_count()
    if "artisans" in state.options.expansions:
        typed["artisans"] = player.artisans
        typed["tent"] = land.red_around(player.tent) if player.tent >= 0 else 0
        typed |= {} if items else {"items": 0}
    counts = {item: items.count(item) for item in sorted(set(items))}
    return {"typed": typed, "sets": sets, "djinns": djinns, "items": counts}


def _sets(player: Player, wild: int) -> list[int]:
    """The sizes of the best sets, wild cards added to the largest that has room (D1)."""
    copies = [goods.count(player.hand, card) for card in goods.KINDS]
    sizes = [sum(number >= nth for number in copies) for nth in range(1, max(copies) + 1)]
    for nth in range(len(sizes) + 1):
        size = sizes[nth] if nth < len(sizes) else 0
        added = min(wild, len(goods.KINDS) - size)
        sizes[nth : nth + 1] = [size + added] if size + added else []
        wild -= added
    return sizes


def text() -> str:
    """The sheets of all recorded games as JSON, a game per line."""
    found = [json.dumps(final_sheets(path), separators=(",", ":")) for path in played()]
    return "[\n" + ",\n".join(found) + "\n]\n"


if __name__ == "__main__":
    SHEETS.write_text(text(), encoding="utf-8")
