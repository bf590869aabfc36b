"""The text of a view: what one seat may know of a game, one line per item.

The lines are those of a position, without what is secret. `view_reader` reads it back; the grammar
is in docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Iterator

from naqala.rules.board import names
from naqala.rules.decisions import Decision
from naqala.rules.expansions import ARTISANS_BOX, WHIMS
from naqala.rules.expansions.items import KeepingItem
from naqala.rules.notation.key_lines import NOTHING, join
from naqala.rules.notation.position import (
    board_lines,
    cards_text,
    cities_text,
    djinn_lines,
    flow_lines,
    names_text,
    options_lines,
    owned_things,
    seat_text,
    tent_text,
    yazid_lines,
)
from naqala.rules.view import PlayerView, View

FIRST_LINE = "naqala view 1"


def view_text(view: View) -> str:
    """The whole view; `parse_view` gives an equal one."""
    return "\n".join([FIRST_LINE, *_lines(view)]) + "\n"


def _lines(view: View) -> Iterator[str]:
    yield f"viewer {seat_text(view.viewer)}"
    yield from (line for line in options_lines(view.options) if not line.startswith("seed "))
    yield from board_lines(view)
    yield f"unseen {cards_text(view.unseen)}"
    yield f"deck-size {view.deck_size}"
    yield f"discards {cards_text(view.discards)}"
    yield from djinn_lines(view)
    if ARTISANS_BOX in view.options.expansions:
        yield f"unseen-items {names_text(view.unseen_items)}"
        yield f"item-discards {names_text(view.item_discards)}"
    if WHIMS in view.options.expansions:
        yield f"unseen-whims {join(whim.name for whim in view.unseen_whims)}"
        yield f"whim-cities {cities_text(view.city_whims)}"
    yield from flow_lines(view)
    for seat, player in enumerate(view.players):
        yield from (f"{seat_text(seat)}-{line}" for line in _player_lines(view, player))
    if view.yazid:
        yield from yazid_lines(view.yazid)
    yield f"pending {' / '.join(map(_decision_text, view.pending)) or NOTHING}"


def _player_lines(view: View, player: PlayerView) -> Iterator[str]:
    owned = [(what, getattr(player, what)) for what in owned_things(view)]
    yield f"has {join(f'{what} {number}' for what, number in owned if number is not None)}"
    yield f"tiles {names(player.tiles) or NOTHING}"
    yield f"cards {player.cards}" if player.hand is None else f"hand {cards_text(player.hand)}"
    yield f"djinns {names_text(player.djinns)}"
    yield f"used {names_text(player.used)}"
    if ARTISANS_BOX in view.options.expansions:
        yield f"tent {tent_text(player.tent)}"
        if player.items is None:
            yield f"item-count {player.item_count}"
        else:
            yield f"items {names_text(player.items)}"
    if WHIMS in view.options.expansions:
        if player.whims is None:
            yield f"whim-count {player.whim_count}"
        else:
            yield f"whims {join(whim.name for whim in player.whims)}"
        yield f"paid-whims {join(whim.name for whim in player.paid_whims)}"


def _decision_text(decision: Decision) -> str:
    """A decision; of items that another seat has drawn, only the number is known."""
    if isinstance(decision, KeepingItem) and not decision.items:
        return f"{decision.keyword} {decision.number}"
    return str(decision)
