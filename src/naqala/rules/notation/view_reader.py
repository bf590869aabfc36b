"""Reading a view from its text, checked so that `imagine` can fill in what is secret."""

from __future__ import annotations

from naqala.rules import goods
from naqala.rules.errors import BadText
from naqala.rules.expansions.items import ALL_ITEMS, Item, KeepingItem
from naqala.rules.expansions.whims import Whim
from naqala.rules.notation.decisions import check_pending, parse_pending
from naqala.rules.notation.fields import hand_of, items_of
from naqala.rules.notation.key_lines import Lines, after_first, numbered_lines
from naqala.rules.notation.position import POSITION_LENGTH, seat_text
from naqala.rules.notation.position_reader import (
    OPTION_KEYS,
    read_board,
    read_common,
    read_options,
    read_player,
    whims_in,
)
from naqala.rules.notation.view import FIRST_LINE
from naqala.rules.setup import blank
from naqala.rules.state import Player, State
from naqala.rules.text_tokens import number_of, seat_of
from naqala.rules.view import PlayerView, View, player_view, view

KEYS = (
    "viewer", *(key for key in OPTION_KEYS if key != "seed"), "board", "walls", "tiles", "meeples",
    "palms", "palaces", "stock", "bag", "row", "unseen", "deck-size", "discards", "djinns",
    "djinn-deck", "djinn-discards", "unseen-items", "item-discards", "unseen-whims", "whim-cities",
    "round", "track", "spots", "bids", "acted", "seat", "flags", "p1-has", "p1-tiles", "p1-hand",
    "p1-cards", "p1-djinns", "p1-used", "p1-tent", "p1-items", "p1-item-count", "p1-whims",
    "p1-whim-count", "p1-paid-whims", "…", "yazid", "yazid-tiles", "yazid-djinns", "dice",
    "yazid-flags", "lost", "pending",
)  # fmt: skip
SECRET = ("seed", "draws", "deck", "item-deck", "whim-deck")
"""Lines of a position that a view does not have."""


def parse_view(text: str) -> View:
    """The view of a text; BadText says what is wrong, and where.

    As in a position, a line may be missing: what nobody is known to have is unseen.
    """
    lines = Lines()
    for number, line in after_first(numbered_lines(text, POSITION_LENGTH), FIRST_LINE):
        lines.add(number, line)
    for key in SECRET:
        if key in lines:
            raise BadText("unknown_key", number=lines.left[key][0], key=key, known=KEYS)
    viewer = lines.need("viewer", seat_of)
    state = blank(read_options(lines))
    if viewer >= state.options.players:
        raise BadText("seat_absent", player=seat_text(viewer))
    read_board(state, lines)
    hidden = _read_pending(state, lines)
    for seat, player in enumerate(state.players):
        if seat != viewer and "gold" in lines.left.get(f"{seat_text(seat)}-has", (0, ""))[1]:
            raise BadText("view_secret", player=seat_text(seat))
        read_player(state, player, seat_text(seat), lines)
    read_common(state, lines)
    check_pending(state)
    found = _with_secrets(view(state, viewer), state, lines)
    lines.finish(KEYS)
    if hidden:
        found = found._replace(pending=(*found.pending, KeepingItem((), hidden)))
    if not (found.pending or found.over):
        raise BadText("key_missing", key="pending")
    _check_numbers(found, hidden)
    return found


def _read_pending(state: State, lines: Lines) -> int:
    """Read the decisions; returns how many items another seat has drawn, if it must keep one."""
    number, words = lines.left.get("pending", (0, ""))
    before, _, last = words.rpartition("/")
    keyword, *rest = last.split() or [""]
    hidden = 0
    if keyword == KeepingItem.keyword and len(rest) == 1 and rest[0].isdecimal():
        hidden = number_of(rest[0], len(ALL_ITEMS))
        lines.left["pending"] = (number, before.strip() or "-")
    state.pending = lines.read("pending", lambda words: parse_pending(words, state), ())
    return hidden


def _with_secrets(seen: View, state: State, lines: Lines) -> View:
    """The view with the numbers of secret cards; those of the state are all in its piles."""
    nothing: tuple[Item, ...] = ()
    no_whims: tuple[Whim, ...] = ()
    players = tuple(
        _player(player, seat, lines, known=seat == seen.viewer)
        for seat, player in enumerate(state.players)
    )
    deck = state.whims.deck if state.whims else no_whims
    whims = lines.read("unseen-whims", lambda words: whims_in(words, state), deck)
    items = lines.read("unseen-items", items_of, state.items.deck if state.items else nothing)
    unseen = lines.read("unseen", hand_of, state.deck)
    held = sum(player.cards for seat, player in enumerate(players) if seat != seen.viewer)
    left = max(0, goods.size(unseen) - held)
    return seen._replace(
        players=players,
        unseen=unseen,
        deck_size=lines.read("deck-size", lambda words: number_of(words, 1000), left),
        unseen_items=tuple(sorted(items)),
        unseen_whims=tuple(sorted(whims)),
    )


def _player(player: Player, seat: int, lines: Lines, *, known: bool) -> PlayerView:
    seen = player_view(player, known=known)
    if known:
        return seen
    who = seat_text(seat)
    if player.hand or player.items or player.whims:
        raise BadText("view_secret", player=who)

    def count(key: str) -> int:
        return lines.read(f"{who}-{key}", lambda words: number_of(words, 1000), 0)

    return seen._replace(
        cards=count("cards"), item_count=count("item-count"), whim_count=count("whim-count")
    )


def _check_numbers(seen: View, drawn: int) -> None:
    """Raise BadText if the unseen cards are fewer than those that others hold."""
    others = [player for seat, player in enumerate(seen.players) if seat != seen.viewer]
    counts = {
        "unseen": (
            goods.size(seen.unseen) - seen.deck_size,
            sum(player.cards for player in others),
        ),
        "unseen-items": (
            len(seen.unseen_items),
            drawn + sum(player.item_count for player in others),
        ),
        "unseen-whims": (len(seen.unseen_whims), sum(player.whim_count for player in others)),
    }
    for key, (number, held) in counts.items():
        if number < held or (key == "unseen" and number != held):
            raise BadText("view_number", key=key, number=number, held=held)
