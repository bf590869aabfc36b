"""Where moves can end: all outcomes by arrival tile."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from naqala.cli.ui import palette
from naqala.cli.ui.board import pile_text
from naqala.rules import meeples
from naqala.rules.bidding import Bidding
from naqala.rules.board import TILE_NAMES, Tile, names, union
from naqala.rules.game import Game
from naqala.rules.meeples import TRIBE_LETTERS, Tribe
from naqala.rules.sowing import Outcome
from naqala.rules.turn import Moving, Sowing
from naqala.rules.view import View
from naqala.rules.yazid import Naming, Offering
from naqala.text import Catalogue


def refusal_key(game: Game) -> str:
    """The key of the message if moves cannot be listed now, else an empty text."""
    if game.state.pending and isinstance(game.state.pending[-1], Sowing):
        return "moves_begun"
    return "moves_flying" if game.state.flying else ""


def can_move(game: Game) -> bool:
    """Whether the move of this turn has not been made yet."""
    waiting = (Moving, Bidding, Offering, Naming)
    return game.over or any(isinstance(decision, waiting) for decision in game.state.pending)


def moves(game: Game, view: View, words: Catalogue, tile: Tile | None = None) -> Table | Text:
    """For each arrival tile, the possible tribes and their starts; optionally only for one tile."""
    found = [o for o in game.outcomes() if tile is None or tile in (o.start, o.tile)]
    if not found:
        return Text(words.say("terminal.no_moves"))
    table = Table(box=SIMPLE_HEAD, pad_edge=False, caption_justify="left", caption_style="")
    table.caption = words.say("terminal.moves_hint", camel=palette.CAMEL)
    for heading in ("tile", "kind", "there", "landing"):
        table.add_column(words.say(f"terminal.moves_{heading}"))
    for arrival in sorted({outcome.tile for outcome in found}):
        symbol = palette.BLUE_SIGN if view.land.blue >> arrival & 1 else palette.RED_SIGN
        kind = f"{words.kind(view.land.kinds[arrival])} {symbol}{view.land.points[arrival]}"
        here = [outcome for outcome in found if outcome.tile == arrival]
        table.add_row(
            Text(TILE_NAMES[arrival], palette.TITLE),
            Text(kind, palette.tile_style(view.land.blue, arrival, target=False)),
            pile_text(view.piles[arrival], 8),
            _landings(view, here),
        )
    return table


def _landings(view: View, outcomes: list[Outcome]) -> Text:
    """`W a1 b2 · Y c3`: each tribe and the starts from which it can be the last."""
    text = Text()
    for tribe in sorted({outcome.tribe for outcome in outcomes}):
        if text:
            text.append(" · ", palette.QUIET)
        text.append(TRIBE_LETTERS[tribe], palette.TRIBE_STYLES[tribe])
        if _wins(view, outcomes[0].tile, tribe):
            text.append(palette.CAMEL, palette.TITLE)
        starts = union(1 << outcome.start for outcome in outcomes if outcome.tribe == tribe)
        text.append(f" {names(starts)}")
    return text


def _wins(view: View, tile: Tile, tribe: Tribe) -> bool:
    """Whether gathering this tribe empties the tile and a camel goes there (M8)."""
    controlled = union(player.tiles for player in view.players)
    pile = view.piles[tile]
    alone = pile == meeples.of_tribe(pile, tribe)
    return alone and not controlled >> tile & 1 and view.players[view.viewer].camels > 0
