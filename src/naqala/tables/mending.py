"""Checks of edited positions: the first thing that does not add up, and a text without it.

A position with more pieces than the box has can be played, so it is only called odd. A mend takes
away as little as possible; what it takes goes back to the bag and the piles, because these follow
from the rest of the text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import chain

from naqala.rules import goods, meeples
from naqala.rules.bidding import Bidding
from naqala.rules.board import NO_TILE, TILE_NAMES, members, names
from naqala.rules.djinns import DJINN_ROW_LENGTH
from naqala.rules.errors import BadText, NaqalaError
from naqala.rules.expansions import ARTISANS_BOX, artisans
from naqala.rules.goods import CARD_NAMES, CARD_OF_NAME, COPIES, ROW_LENGTH
from naqala.rules.land import CITIES
from naqala.rules.meeples import TRIBE_LETTERS, TRIBE_NAMES, TRIBES
from naqala.rules.notation.fields import owned_of
from naqala.rules.notation.key_lines import NOTHING, Lines, after_first, join, numbered_lines, split
from naqala.rules.notation.position import FIRST_LINE, POSITION_LENGTH, YAZID_THINGS
from naqala.rules.notation.position_reader import parse_position, read_options
from naqala.rules.setup import PALACES, PALMS, camels_and_markers, meeples_of
from naqala.rules.state import State
from naqala.rules.yazid import MOST_ASSASSINS, MOST_DJINNS
from naqala.text import Catalogue

Text = dict[str, str]
"""The lines of a position by their keys."""
Numbers = dict[str, int]

MOUNTAINS = sum(len(piece.mountains) for piece in artisans.TILES)
"""All mountains of the box (N3)."""
TURN_KEYS = ("seat", "pending", "spots", "bids", "acted", "flags", "dice", "yazid-flags", "track")
"""Lines about whose turn it is."""
OWNED = ("gold", "artisans", "tents", *YAZID_THINGS)
"""All that a player or Yazid may have as a number."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check has found; nothing if `problem` is empty."""

    problem: str = ""
    odd: bool = False
    """Whether the position can be played nevertheless."""
    mend: str = ""
    """What would put it right, as a sentence."""
    mended: str = ""
    """The text of the position afterwards."""


def check_position(text: str, words: Catalogue) -> Finding:
    """The first thing that does not add up in a position."""
    try:
        state = parse_position(text)
    except NaqalaError as error:
        found = _refused(text, error, words)
    else:
        found = next(chain(_surplus(text, state, words), _missing(text, state, words)), Finding())
    if found.mended and found.mended == written(read_lines(text)):
        return replace(found, mend="", mended="")
    return found


# --- Positions that can be played


def _surplus(text: str, state: State, words: Catalogue) -> Iterator[Finding]:
    """What is there more often than in the box."""
    on_board = [*state.piles, *(player.council for player in state.players)]
    on_board += [state.yazid.council] if state.yazid else []
    supply = meeples_of(state.options)
    for tribe in TRIBES:
        number = sum(meeples.count(pile, tribe) for pile in on_board)
        most = supply.get(tribe, 0)
        if number > most:
            yield _too_many_meeples(text, TRIBE_NAMES[tribe], number, most, words)
    hands = [goods.gather(state.row), state.discards, *(player.hand for player in state.players)]
    for card, most in zip(goods.CARDS, COPIES, strict=True):
        number = sum(goods.count(hand, card) for hand in hands)
        if number > most:
            yield _too_many_cards(text, CARD_NAMES[card], number, most, words, odd=True)
    for key, on_tiles, most in (("palms", state.palms, PALMS), ("palaces", state.palaces, PALACES)):
        if sum(on_tiles) > most:
            yield _too_many_pieces(text, key, sum(on_tiles), most, words)
    camels, _ = camels_and_markers(state.options.players)
    for seat, player in enumerate(state.players):
        tent = TILE_NAMES[player.tent] if player.tent != NO_TILE else ""
        tiles = [tile for tile in names(player.tiles).split() if tile != tent]
        if len(tiles) > camels:
            lines = read_lines(text)
            lines[f"p{seat + 1}-tiles"] = join([*tiles[:camels], *([tent] if tent else [])])
            yield _finding(lines, words, "camels", len(tiles), camels, odd=True)

    mountains = len(state.land.grid.walls)
    most = MOUNTAINS if ARTISANS_BOX in state.options.expansions else 0
    if mountains > most:
        lines = read_lines(text)
        kept = lines.pop("walls").split()[:most]
        lines |= {"walls": join(kept)} if kept else {}
        yield _finding(lines, words, "mountains", mountains, most, odd=True)


def _missing(text: str, state: State, words: Catalogue) -> Iterator[Finding]:
    """What is not there, although it should be."""
    if state.whims and state.pending and isinstance(state.pending[-1], Bidding):
        bare = [
            TILE_NAMES[tile]
            for tile in members(state.land.of_kind(*CITIES))
            if not state.whims.on(tile)
        ]
        laid = [f"{tile}:{whim.name}" for tile, whim in zip(bare, state.whims.deck, strict=False)]
        if laid:
            lines = read_lines(text)
            lines["whim-cities"] = join([*split(lines.get("whim-cities", NOTHING)), *laid])
            lines.pop("whim-deck", None)
            yield _finding(lines, words, "bare_cities", len(laid), 0, odd=True, tiles=join(bare))
    if state.land.grid.walls and not state.land.grid.connected:
        lines = read_lines(text)
        del lines["walls"]
        yield _finding(lines, words, "cut_off", odd=True)


def _too_many_meeples(text: str, tribe: str, number: int, most: int, words: Catalogue) -> Finding:
    lines = read_lines(text)
    take_meeples(lines, tribe, number - most)
    name = words.say(f"tribe.{tribe}.other")
    odd = number <= meeples.FULL
    return _finding(lines, words, "tribe", number, most, odd=odd, tribe=name)


def _too_many_cards(
    text: str, card: str, number: int, most: int, words: Catalogue, *, odd: bool
) -> Finding:
    lines = read_lines(text)
    take_cards(lines, card, number - most)
    name = words.say(f"card.{card}.name")
    return _finding(lines, words, "card", number, most, odd=odd, card=name)


def _too_many_pieces(text: str, key: str, number: int, most: int, words: Catalogue) -> Finding:
    lines = read_lines(text)
    on_tiles = counted(lines[key])
    for _ in range(number - most):
        on_tiles[max(on_tiles, key=on_tiles.__getitem__)] -= 1
    lines[key] = with_counts(on_tiles)
    return _finding(lines, words, key, number, most, odd=True)


# --- Positions that cannot be played


def _refused(text: str, error: NaqalaError, words: Catalogue) -> Finding:
    """What is wrong, with a mend if there is one."""
    sentence = words.error(error)
    problem = f"{sentence[:1].upper()}{sentence[1:]}."
    while isinstance(reason := error.values.get("reason"), NaqalaError):
        error = reason
    known = _MENDS.get(error.code)
    if known is None:
        return Finding(problem)
    found = known(text, error.values, words)
    return found if found.problem else Finding(problem, False, found.mend, found.mended)


def _tribe_full(text: str, values: dict[str, object], words: Catalogue) -> Finding:
    return _tribe_of_text(text, str(values["tribe"]), words)


def _pile_full(text: str, values: dict[str, object], words: Catalogue) -> Finding:
    del values
    cells = read_lines(text)["meeples"].upper().replace("/", " ").split()
    number, letter = max((cell.count(letter), letter) for cell in cells for letter in TRIBE_LETTERS)
    if number <= meeples.FULL:  # the pile is not on a tile
        return Finding()
    return _tribe_of_text(text, TRIBE_NAMES[TRIBE_LETTERS.index(letter)], words)


def _tribe_of_text(text: str, tribe: str, words: Catalogue) -> Finding:
    """Too many meeples of a tribe for a state: they are counted in the text.

    Nothing if the rest of the text cannot be read, or if the surplus is in the bag or in a hand.
    """
    lines = read_lines(text)
    nth = TRIBE_NAMES.index(tribe)
    try:
        number = sum(owned.get(tribe, 0) for owned in owned_in(lines).values())
    except BadText:
        return Finding()
    number += lines["meeples"].upper().count(TRIBE_LETTERS[nth])
    most = meeples_of(read_options(_keyed(text))).get(TRIBES[nth], 0)
    return _too_many_meeples(text, tribe, number, most, words) if number > most else Finding()


def _card_full(text: str, values: dict[str, object], words: Catalogue) -> Finding:
    card, number = str(values["card"]), int(str(values["number"]))
    return _too_many_cards(text, card, number, COPIES[CARD_OF_NAME[card]], words, odd=False)


def _row_length(text: str, values: dict[str, object], words: Catalogue) -> Finding:
    del values
    return _shortened(text, words, "row", ROW_LENGTH)


def _djinn_row_length(text: str, values: dict[str, object], words: Catalogue) -> Finding:
    del values
    return _shortened(text, words, "djinns", DJINN_ROW_LENGTH, "djinn_row")


def _shortened(text: str, words: Catalogue, line: str, most: int, kind: str = "row") -> Finding:
    """Keep the first cards of a row that is too long."""
    lines = read_lines(text)
    row = split(lines[line])
    lines[line] = join(row[:most])
    return _finding(lines, words, kind, len(row), most)


def _yazid_has_won(text: str, values: dict[str, object], words: Catalogue) -> Finding:
    del values
    lines = read_lines(text)
    owned = lines.get("yazid", NOTHING).split()
    if "assassins" in owned:
        at = owned.index("assassins") + 1
        owned[at] = str(min(int(owned[at]), MOST_ASSASSINS - 1))
        lines["yazid"] = " ".join(owned)
    lines["yazid-djinns"] = join(split(lines.get("yazid-djinns", NOTHING))[: MOST_DJINNS - 1])
    return _mend(lines, words, "yazid")


def _tent(text: str, values: dict[str, object], words: Catalogue) -> Finding:
    del values
    lines = read_lines(text)
    for key in [key for key in lines if key.endswith("-tent")]:
        del lines[key]
    return _mend(lines, words, "tents")


def _not_a_city(text: str, values: dict[str, object], words: Catalogue) -> Finding:
    lines = read_lines(text)
    tile = str(values["tile"])
    whims = [word for word in split(lines["whim-cities"]) if word.partition(":")[0] != tile]
    lines["whim-cities"] = join(whims)
    return _finding(lines, words, "city", tile=tile)


def _turn(text: str, values: dict[str, object], words: Catalogue) -> Finding:
    del values
    lines = read_lines(text)
    for key in [key for key in lines if key in TURN_KEYS or key.endswith("-used")]:
        del lines[key]
    return _mend(lines, words, "turn")


_MENDS: dict[str, Callable[[str, dict[str, object], Catalogue], Finding]] = {
    "tribe_full": _tribe_full,
    "pile_full": _pile_full,
    "card_full": _card_full,
    "row_length": _row_length,
    "djinn_row_length": _djinn_row_length,
    "yazid_has_won": _yazid_has_won,
    "tent_number": _tent,
    "tent_place": _tent,
    "not_a_city": _not_a_city,
    "marker_number": _turn,
    "spot_number": _turn,
    "seat_absent": _turn,
    "track_of_game": _turn,
    "pending_place": _turn,
    "pending_endless": _turn,
    "not_a_decision": _turn,
}


# --- Sentences and texts


def _finding(
    lines: Text,
    words: Catalogue,
    key: str,
    number: int = 0,
    most: int = 0,
    *,
    odd: bool = False,
    **names: str,
) -> Finding:
    problem = words.say(f"mend.{key}_problem", number=number, most=most, **names)
    return Finding(problem, odd, words.say(f"mend.{key}", count=number - most), written(lines))


def _mend(lines: Text, words: Catalogue, key: str) -> Finding:
    """A mend of a problem that the error describes."""
    return Finding("", False, words.say(f"mend.{key}"), written(lines))


def _keyed(text: str) -> Lines:
    lines = Lines()
    for number, line in after_first(numbered_lines(text, POSITION_LENGTH), FIRST_LINE):
        lines.add(number, line)
    return lines


def read_lines(text: str) -> Text:
    """The lines of a position."""
    return {key: value for key, (_, value) in _keyed(text).left.items()}


def written(lines: Text) -> str:
    """The text of a position."""
    return "\n".join([FIRST_LINE, *(f"{key} {value}".strip() for key, value in lines.items()), ""])


def counted(value: str) -> Numbers:
    """Names with their numbers: `fish*2 silk*1`."""
    pairs = (word.partition("*") for word in split(value))
    return {name: int(number or 1) for name, _, number in pairs}


def with_counts(numbers: Numbers) -> str:
    """The text of names with numbers."""
    return join(f"{name}*{number}" for name, number in numbers.items() if number)


def owned_in(lines: Text) -> dict[str, Numbers]:
    """What players and Yazid have, by the key of the line; BadText if a line cannot be read."""
    keys = [key for key in lines if key.endswith("-has") or key == "yazid"]
    return {key: owned_of(lines[key], OWNED) for key in keys}


def take_meeples(lines: Text, tribe: str, number: int) -> None:
    """Take meeples away: from the tiles with the most of them, then from players and Yazid."""
    letter = TRIBE_LETTERS[TRIBE_NAMES.index(tribe)]
    rows = [row.split() for row in lines["meeples"].upper().split("/")]
    for _ in range(number):
        count, nth, at = max(
            (cell.count(letter), nth, at)
            for nth, row in enumerate(rows)
            for at, cell in enumerate(row)
        )
        if not count:
            break
        rows[nth][at] = rows[nth][at].replace(letter, "", 1) or NOTHING
        number -= 1
    lines["meeples"] = "/".join(" ".join(row) for row in rows)
    for key, owned in owned_in(lines).items():
        taken = min(number, owned.get(tribe, 0))
        if taken:
            owned[tribe] -= taken
            number -= taken
            lines[key] = join(f"{what} {count}" for what, count in owned.items())


def take_cards(lines: Text, card: str, number: int) -> None:
    """Take cards away: the last ones of the row, then from the discards and from players."""
    row = split(lines.get("row", NOTHING))
    while number and card in row:
        del row[len(row) - 1 - row[::-1].index(card)]
        number -= 1
    if "row" in lines:
        lines["row"] = join(row)
    for key in ["discards", *(key for key in lines if key.endswith("-hand"))]:
        hand = counted(lines.get(key, NOTHING))
        taken = min(number, hand.get(card, 0))
        if taken:
            hand[card] -= taken
            number -= taken
            lines[key] = with_counts(hand)
