"""The text of a position: everything there is to know of a state, one line for each thing.

`position_text` writes all lines; a person who writes by hand may leave most of them out. The
grammar is in docs/notation.md. Whatever is read is checked: a position that was accepted can be
played to the end.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from naqala.rules import goods, meeples
from naqala.rules.board import STRIDE, TILE_NAMES, Grid, Mask, Tile, grid, mask_of, names
from naqala.rules.chance import SEED_LIMIT
from naqala.rules.decisions import Decision
from naqala.rules.djinns import DJINNS, Boundary, Djinn, KeepOne, Placing
from naqala.rules.errors import BadOptions, BadText
from naqala.rules.goods import CARD_NAMES, Card, Hand
from naqala.rules.land import KIND_OF_LETTER, Ground, Land
from naqala.rules.meeples import BASE_TRIBES, ONE, TRIBE_LETTERS, Pile
from naqala.rules.notation import (
    card_of,
    djinn_of,
    drop_of,
    number_of,
    pile_of,
    seat_of,
    tile_of,
)
from naqala.rules.setup import (
    MEEPLES,
    PALACES,
    PALMS,
    TRACK,
    blank,
    camels_and_markers,
    check,
    djinns_of,
    put_on,
)
from naqala.rules.sowing import masks_of
from naqala.rules.state import NOBODY, Options, Player, State
from naqala.rules.tiles import TileAction
from naqala.rules.tribes import TribeAction
from naqala.rules.turn import Bidding, Finishing, Moving, Sowing, advance

FIRST_LINE = "naqala position 1"
POSITION_LENGTH = 20_000
"""The longest text of a position."""
NOTHING = "-"

T = TypeVar("T")


def position_text(state: State) -> str:
    """The whole position; `parse_position` gives an equal state."""
    return "\n".join([FIRST_LINE, *_lines(state)]) + "\n"


def options_lines(options: Options) -> Iterator[str]:
    """The lines of a position or a record that tell the options."""
    yield f"players {options.players}"
    yield f"seed {options.seed}"
    if options.promos:
        yield f"promos {' '.join(sorted(options.promos))}"
    if options.names:
        yield f"names {', '.join(options.names)}"


def _lines(state: State) -> Iterator[str]:
    land, where = state.land, state.land.grid
    yield from options_lines(state.options)
    yield f"draws {state.draws}"
    yield f"board {where.columns}x{where.rows}"
    if where.walls:
        walls = (f"{TILE_NAMES[low]}-{TILE_NAMES[high]}" for low, high in sorted(where.walls))
        yield f"walls {' '.join(walls)}"
    grounds = dict(zip(where.tiles, map(str, land.grounds), strict=True))
    yield f"tiles {_rows(where, lambda tile: grounds.get(tile, '#'))}"
    piles = state.piles
    yield f"meeples {_rows(where, lambda t: meeples.letters(piles[t]) if t in grounds else '#')}"
    yield f"palms {_numbers(state.palms)}"
    yield f"palaces {_numbers(state.palaces)}"
    yield f"stock {state.palms_left} {state.palaces_left}"
    yield f"bag {meeples.letters(state.bag)}"
    yield f"row {_words(CARD_NAMES[card] for card in state.row)}"
    yield f"deck {_cards(state.deck)}"
    yield f"discards {_cards(state.discards)}"
    yield f"djinns {_djinns(state.djinn_row)}"
    yield f"djinn-deck {_djinns(state.djinn_deck)}"
    yield f"djinn-discards {_djinns(state.djinn_discards)}"
    yield f"round {state.round}"
    yield f"track {_words(map(str, state.track))}"
    yield f"spots {_words(_seat(seat) for seat in state.spots)}"
    yield f"bids {_words(_seat(seat) for seat in state.bid_order)}"
    yield f"acted {_words(_seat(seat) for seat in state.next_order)}"
    yield f"seat {_seat(state.seat)}"
    flags = {"sold": state.sold, "last-round": state.last_round, "over": state.over}
    yield f"flags {_words(flag for flag, is_set in flags.items() if is_set)}"
    for seat, player in enumerate(state.players):
        yield f"{_seat(seat)}-has {_belongings(player)}"
        yield f"{_seat(seat)}-tiles {names(player.tiles) or NOTHING}"
        yield f"{_seat(seat)}-hand {_cards(player.hand)}"
        yield f"{_seat(seat)}-djinns {_djinns(player.djinns)}"
        yield f"{_seat(seat)}-used {_djinns(player.used)}"
    yield f"pending {' / '.join(map(_decision_text, state.pending)) or NOTHING}"


def _rows(where: Grid, cell: Callable[[Tile], str]) -> str:
    """The cells of a board, top row first."""
    return "/".join(
        " ".join(cell(STRIDE * row + column) for column in range(where.columns))
        for row in reversed(range(where.rows))
    )


def _words(words: Iterable[str]) -> str:
    return " ".join(words) or NOTHING


def _numbers(numbers: list[int]) -> str:
    return _words(f"{TILE_NAMES[tile]}*{number}" for tile, number in enumerate(numbers) if number)


def _cards(hand: Hand) -> str:
    counted = ((CARD_NAMES[card], goods.count(hand, card)) for card in goods.CARDS)
    return _words(f"{name}*{number}" for name, number in counted if number)


def _djinns(djinns: Iterable[Djinn]) -> str:
    return _words(djinn.name for djinn in djinns)


def _seat(seat: int) -> str:
    return NOTHING if seat == NOBODY else f"p{seat + 1}"


def _belongings(player: Player) -> str:
    return (
        f"gold {player.gold} viziers {player.viziers} elders {player.elders} camels {player.camels}"
    )


def _decision_text(decision: Decision) -> str:
    match decision:
        case Sowing(start=start, hand=hand, path=path):
            steps = (TILE_NAMES[tile] + TRIBE_LETTERS[tribe] for tile, tribe in path)
            return " ".join(["sowing", TILE_NAMES[start], meeples.letters(hand), *steps])
        case TribeAction(tile=tile, tribe=tribe, count=count, boosted=boosted):
            tail = " boosted" if boosted else ""
            return f"tribe {TILE_NAMES[tile]} {TRIBE_LETTERS[tribe] * count}{tail}"
        case TileAction(tile=tile):
            return f"tile {TILE_NAMES[tile]}"
        case Placing(piece=piece, tile=tile):
            return f"placing {piece} {TILE_NAMES[tile]}"
        case KeepOne(djinns=djinns):
            return f"keeping {_djinns(djinns)}"
    return _PLAIN_NAMES[type(decision)]


_PLAIN: dict[str, Decision] = {"bidding": Bidding(), "moving": Moving(), "finishing": Finishing()}
_PLAIN_NAMES = {type(decision): name for name, decision in _PLAIN.items()}


def read_lines(text: str, first_line: str, limit: int) -> Iterator[tuple[int, str]]:
    """The numbered lines of a text that count, after its first; comments and blanks do not."""
    if len(text) > limit:
        raise BadText(f"a text of {len(text)} characters is too long; at most {limit} are read")
    lines = (
        (number, line)
        for number, line in enumerate(text.split("\n"), 1)
        if line.strip() and not line.lstrip().startswith("#")
    )
    number, line = next(lines, (1, ""))
    if line.strip() != first_line:
        raise BadText(f"line {number}: the first line must be {first_line!r}, not {line[:60]!r}")
    return lines


def parse_position(text: str) -> State:
    """The state of a position; BadText says what is wrong, and where."""
    lines = Lines()
    for number, line in read_lines(text, FIRST_LINE, POSITION_LENGTH):
        lines.add(number, line)
    return _build(lines)


class Lines:
    """Lines of the form `key words …`, each to be read once."""

    def __init__(self) -> None:
        self.left: dict[str, tuple[int, str]] = {}

    def add(self, number: int, line: str) -> None:
        """Take in a line of the text."""
        key, _, words = line.strip().partition(" ")
        if key in self.left:
            raise BadText(f"line {number}: {key!r} is told twice")
        self.left[key] = (number, words.strip())

    def __contains__(self, key: str) -> bool:
        return key in self.left

    def read(self, key: str, reader: Callable[[str], T], default: T) -> T:
        """What the line of this key says, or the default without such a line."""
        if key not in self.left:
            return default
        number, words = self.left.pop(key)
        try:
            return reader(words)
        except BadText as error:
            raise BadText(f"line {number}, {key}: {error}") from None

    def need(self, key: str, reader: Callable[[str], T]) -> T:
        """What the line of this key says; it cannot be left out."""
        if key not in self.left:
            raise BadText(f"the line {key!r} is missing")
        number, _ = self.left[key]
        found = self.read(key, lambda words: (reader(words),), None)
        if found is None:  # pragma: no cover
            raise BadText(f"line {number}: nothing is told")
        return found[0]

    def finish(self, known: str) -> None:
        """Refuse what nobody asked for."""
        for key, (number, _) in self.left.items():
            raise BadText(f"line {number}: {key[:40]!r} is unknown here; known are {known}")


def read_options(lines: Lines) -> Options:
    """The options that a position or a record tells."""
    options = Options(
        players=lines.need("players", number_of),
        seed=lines.read("seed", lambda words: number_of(words, SEED_LIMIT - 1), 0),
        promos=lines.read("promos", lambda words: frozenset(words.split()), frozenset()),
        names=lines.read("names", lambda words: tuple(words.split(", ")), ()),
    )
    try:
        check(options)
    except BadOptions as error:
        raise BadText(str(error)) from None
    return options


KEYS = (
    "players, seed, promos, names, draws, board, walls, tiles, meeples, palms, palaces, stock, "
    "bag, row, deck, discards, djinns, djinn-deck, djinn-discards, round, track, spots, bids, "
    "acted, seat, flags, p1-has, p1-tiles, p1-hand, p1-djinns, p1-used (and so on), pending"
)


def _build(lines: Lines) -> State:
    state = blank(read_options(lines))
    state.draws = lines.read("draws", lambda words: number_of(words, 10**12), 0)
    _build_board(state, lines)
    _build_players(state, lines)
    _build_markers(state, lines)
    state.round = lines.read("round", number_of, 1)
    flags = lines.read("flags", _flags, frozenset[str]())
    state.sold, state.last_round = "sold" in flags, "last-round" in flags
    state.over = "over" in flags
    state.pending = lines.read("pending", lambda words: _pending(words, state), ())
    _build_piles(state, lines)
    lines.finish(KEYS)
    _check_pending(state)
    advance(state)
    return state


def _build_board(state: State, lines: Lines) -> None:
    columns, rows = lines.read("board", _board, (6, 5))
    walls = lines.read("walls", _walls, frozenset[tuple[Tile, Tile]]())
    cells = lines.need("tiles", lambda words: _cells(words, columns, rows))
    grounds = lines_grounds(cells)
    holes = mask_of(tile for tile, cell in cells.items() if cell == "#")
    try:
        where = grid(columns, rows, walls, holes)
    except ValueError as error:
        raise BadText(str(error)) from None
    put_on(state, Land(where, grounds))
    for tile, cell in lines.need("meeples", lambda words: _cells(words, columns, rows)).items():
        if (cell == "#") != bool(holes >> tile & 1):
            raise BadText(f"meeples: {TILE_NAMES[tile]} is a hole in one of tiles and meeples only")
        state.piles[tile] = 0 if cell in ("#", NOTHING) else _base_pile(cell)
    state.masks = masks_of(state.piles)
    state.palms = lines.read("palms", lambda words: _pieces(words, state), state.palms)
    state.palaces = lines.read("palaces", lambda words: _pieces(words, state), state.palaces)
    left = max(0, PALMS - sum(state.palms)), max(0, PALACES - sum(state.palaces))
    state.palms_left, state.palaces_left = lines.read("stock", _stock, left)


def lines_grounds(cells: dict[Tile, str]) -> dict[Tile, Ground]:
    """The grounds of the cells `o8`, `s15` …"""
    grounds = {}
    for tile, cell in cells.items():
        if cell != "#":
            if cell[0] not in KIND_OF_LETTER or not re.fullmatch("[0-9]{1,2}", cell[1:]):
                kinds = ", ".join(f"{letter} {kind}" for letter, kind in KIND_OF_LETTER.items())
                raise BadText(f"tiles: {cell[:20]!r} is no tile; write a kind ({kinds}) and points")
            grounds[tile] = Ground(KIND_OF_LETTER[cell[0]], int(cell[1:]))
    return grounds


def _build_players(state: State, lines: Lines) -> None:
    for seat, player in enumerate(state.players):
        who = f"p{seat + 1}"
        mine = lines.read(f"{who}-tiles", lambda words: _tiles(words, state), 0)
        if mine & state.controlled:
            raise BadText(f"{who}-tiles: {names(mine & state.controlled)} is another player's")
        player.tiles = mine
        player.camels = max(0, player.camels - mine.bit_count())
        state.controlled |= mine
        for what, number in lines.read(f"{who}-has", _owned, dict[str, int]()).items():
            setattr(player, what, number)
        player.hand = lines.read(f"{who}-hand", _hand, 0)
        player.djinns = lines.read(f"{who}-djinns", _djinn_list, ())
        player.used = lines.read(f"{who}-used", _djinn_list, ())


def _build_markers(state: State, lines: Lines) -> None:
    state.track = lines.read("track", lambda words: tuple(map(number_of, words.split())), TRACK)
    if state.track != TRACK:
        raise BadText(f"track: the track of this game is {_words(map(str, TRACK))}")
    _, each = camels_and_markers(state.options.players)
    seats = [seat for seat in range(state.options.players) for _ in range(each)]
    told = {"spots", "bids", "acted"} & lines.left.keys()
    in_turn = "pending" in lines and not lines.left["pending"][1].startswith("bidding")
    default = () if told else tuple(seats)
    state.bid_order = lines.read("bids", _seats, () if in_turn else default)
    state.next_order = lines.read("acted", _seats, default if in_turn else ())
    spots = lines.read("spots", lambda words: tuple(map(_spot, words.split())), tuple(state.spots))
    if len(spots) != len(TRACK):
        raise BadText(f"spots: {len(spots)} of the {len(TRACK)} spots of the track are told")
    state.spots = list(spots)
    standing = [*state.bid_order, *state.next_order, *(s for s in spots if s != NOBODY)]
    if Counter(standing) != Counter(seats):
        raise BadText(
            f"bids, spots and acted must hold {each} marker(s) of each player: "
            f"{_words(_seat(seat) for seat in seats)}"
        )
    state.seat = lines.read("seat", seat_of, state.bid_order[0] if state.bid_order else 0)
    if state.seat >= state.options.players:
        raise BadText(f"seat: {_seat(state.seat)} does not play")


def _build_piles(state: State, lines: Lines) -> None:
    """The bag and the face-down piles: what is told, or all that is nowhere else."""
    placed = sum(state.piles)
    for player in state.players:
        placed += player.viziers * ONE[meeples.VIZIERS] + player.elders * ONE[meeples.ELDERS]
    placed += sum(_in_hand(decision) for decision in state.pending)
    counted = Counter[int]()
    for pile in (*state.piles, *map(_in_hand, state.pending)):
        counted.update(meeples.members(pile))
    for player in state.players:
        counted[meeples.VIZIERS] += player.viziers
        counted[meeples.ELDERS] += player.elders
    rest = sum(max(0, number - counted[tribe]) * ONE[tribe] for tribe, number in MEEPLES.items())
    state.bag = lines.read("bag", lambda words: 0 if words == NOTHING else _base_pile(words), rest)
    counted.update(meeples.members(state.bag))
    for tribe in BASE_TRIBES:
        if counted[tribe] > meeples.FULL:
            raise BadText(
                f"{counted[tribe]} {meeples.TRIBE_NAMES[tribe]} are on the table; "
                f"at most {meeples.FULL} of a tribe can be"
            )

    state.row = lines.read("row", lambda words: tuple(map(card_of, _split(words))), ())
    if len(state.row) > 9:
        raise BadText("row: there are at most 9 cards in the row")
    state.discards = lines.read("discards", _hand, 0)
    hands = [goods.gather(state.row), state.discards, *(player.hand for player in state.players)]
    seen = Counter(card for hand in hands for card in goods.members(hand))
    unseen = (max(0, copies - seen[card]) for card, copies in enumerate(goods.COPIES))
    deck = sum(left * one for left, one in zip(unseen, goods.ONE, strict=True))
    state.deck = lines.read("deck", _hand, deck)
    seen.update(goods.members(state.deck))
    for card, number in seen.items():
        if number > goods.FULL:
            raise BadText(f"{number} {CARD_NAMES[card]} cards; at most {goods.FULL} can be")

    state.djinn_row = lines.read("djinns", _djinn_list, ())
    if len(state.djinn_row) > 3:
        raise BadText("djinns: there are at most 3 Djinns in the row")
    state.djinn_discards = lines.read("djinn-discards", _djinn_list, ())
    known = [*state.djinn_row, *state.djinn_discards]
    for player in state.players:
        known += player.djinns
    for decision in state.pending:
        known += decision.djinns if isinstance(decision, KeepOne) else ()
    left = tuple(djinn for djinn in djinns_of(state.options) if djinn not in known)
    state.djinn_deck = tuple(sorted(lines.read("djinn-deck", _djinn_list, left)))
    everywhere = Counter([*known, *state.djinn_deck])
    for djinn, number in everywhere.items():
        if number > 1:
            raise BadText(f"{djinn.name} is told {number} times; every Djinn is there once")


def _in_hand(decision: Decision) -> Pile:
    """The meeples that a player holds while something is decided."""
    match decision:
        case Sowing(hand=hand):
            return hand
        case TribeAction():
            return decision.pile
    return 0


def _check_pending(state: State) -> None:
    """Refuse decisions that cannot come together (a game could not go on from them)."""
    if state.over:
        if state.pending:
            raise BadText("pending: nothing is left to decide when the game is over")
        return
    for nth, decision in enumerate(state.pending):
        below = state.pending[nth - 1] if nth else None
        fits = {
            Bidding: below is None and state.bid_order[:1] == (state.seat,),
            Moving: below is None,
            Sowing: below is None,
            Finishing: below is None,
            TileAction: type(below) is Finishing,
            TribeAction: type(below) is TileAction,
            Placing: isinstance(below, Boundary),
            KeepOne: isinstance(below, Boundary),
        }
        if not fits[type(decision)]:
            raise BadText(f"pending: {_decision_text(decision)!r} cannot be decided here")
        if isinstance(decision, Sowing) and not decision.options(state):
            raise BadText(f"pending: {_decision_text(decision)!r} can never be finished")


def _pending(words: str, state: State) -> tuple[Decision, ...]:
    if words == NOTHING:
        return ()
    return tuple(_decision(text.split(), state) for text in words.split("/"))


def _decision(words: list[str], state: State) -> Decision:
    def tile(text: str) -> Tile:
        return _on_board(tile_of(text), state)

    match words:
        case [name] if name in _PLAIN:
            return _PLAIN[name]
        case ["sowing", start, hand, *steps]:
            path = tuple((tile(step[:2]), drop_of(step)[1]) for step in steps)
            way = [tile(start), *(where for where, _ in path)]
            before = way[-2] if len(way) > 1 else NOBODY
            return Sowing(way[0], way[-1], before, _base_pile(hand), path)
        case ["tribe", where, pile] | ["tribe", where, pile, "boosted"]:
            gathered = _base_pile(pile)
            tribes = meeples.tribes(gathered)
            if len(tribes) != 1:
                raise BadText(f"{pile!r} is not one tribe")
            count = meeples.size(gathered)
            return TribeAction(tile(where), tribes[0], count, boosted=len(words) == 4)
        case ["tile", where]:
            return TileAction(tile(where))
        case ["placing", "palm" | "palace" as piece, where]:
            return Placing(piece, tile(where))
        case ["keeping", *djinns] if djinns:
            return KeepOne(_djinn_list(" ".join(djinns)))
    raise BadText(
        f"{' '.join(words)[:60]!r} is no decision; decisions are bidding, moving, finishing, "
        "'sowing c3 WG d3Y', 'tribe c3 RR', 'tile c3', 'placing palm c3', 'keeping boaz jafaar'"
    )


def _split(words: str) -> list[str]:
    return [] if words == NOTHING else words.split()


def _board(words: str) -> tuple[int, int]:
    if not re.fullmatch("[1-8]x[1-8]", words):
        raise BadText("write columns and rows, as in 6x5; at most 8x8")
    return int(words[0]), int(words[2])


def _walls(words: str) -> frozenset[tuple[Tile, Tile]]:
    walls = [wall.split("-") for wall in words.split()]
    if not all(len(wall) == 2 for wall in walls):
        raise BadText("write the two tiles of each wall, as in c3-d3")
    return frozenset((tile_of(one), tile_of(other)) for one, other in walls)


def _cells(words: str, columns: int, rows: int) -> dict[Tile, str]:
    found = [row.split() for row in words.split("/")]
    if [len(row) for row in found] != [columns] * rows:
        raise BadText(f"write {rows} rows of {columns} cells, rows separated by /, top row first")
    return {
        STRIDE * row + column: cell
        for row, cells in enumerate(reversed(found))
        for column, cell in enumerate(cells)
    }


def _base_pile(text: str) -> Pile:
    pile = pile_of(text)
    if meeples.count(pile, meeples.ARTISANS):
        raise BadText("there are no Artisans (P) in the base game")
    return pile


def _on_board(tile: Tile, state: State) -> Tile:
    if not state.land.grid.all >> tile & 1:
        raise BadText(f"{TILE_NAMES[tile]} is not on the board")
    return tile


def _tiles(words: str, state: State) -> Mask:
    return mask_of(_on_board(tile_of(word), state) for word in _split(words))


def _pieces(words: str, state: State) -> list[int]:
    pieces = [0] * len(state.piles)
    for word in _split(words):
        tile, _, number = word.partition("*")
        pieces[_on_board(tile_of(tile), state)] = number_of(number or "1", 99)
    return pieces


def _stock(words: str) -> tuple[int, int]:
    numbers = [number_of(word, 99) for word in words.split()]
    if len(numbers) != 2:
        raise BadText("write how many palm trees and palaces are left, as in 12 10")
    return numbers[0], numbers[1]


def _hand(words: str) -> Hand:
    numbers = Counter[Card]()
    for word in _split(words):
        name, _, number = word.partition("*")
        numbers[card_of(name)] += number_of(number or "1", goods.FULL)
    if any(number > goods.FULL for number in numbers.values()):
        raise BadText(f"at most {goods.FULL} cards of a kind can be")
    return sum(number * goods.ONE[card] for card, number in numbers.items())


def _djinn_list(words: str) -> tuple[Djinn, ...]:
    return tuple(DJINNS[djinn_of(word)] for word in _split(words))


def _flags(words: str) -> frozenset[str]:
    flags = frozenset(_split(words))
    if unknown := flags - {"sold", "last-round", "over"}:
        raise BadText(f"{min(unknown)[:40]!r} is unknown; write sold, last-round or over")
    return flags


def _owned(words: str) -> dict[str, int]:
    found = words.split()
    keys = found[::2]
    if len(found) % 2 or not {"gold", "viziers", "elders", "camels"}.issuperset(keys):
        raise BadText("write numbers, as in 'gold 50 viziers 0 elders 2 camels 8'")
    most = {"gold": 9999, "camels": 64}
    return {
        key: number_of(number, most.get(key, meeples.FULL))
        for key, number in zip(keys, found[1::2], strict=True)
    }


def _seats(words: str) -> tuple[int, ...]:
    return tuple(map(seat_of, _split(words)))


def _spot(word: str) -> int:
    return NOBODY if word == NOTHING else seat_of(word)
