"""The text of a position: everything there is to know of a state, one line for each thing.

`position_text` writes all lines; a person who writes by hand may leave most of them out. The
grammar is in docs/notation.md. Whatever is read is checked: a position that was accepted can be
played to the end.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from naqala.rules import goods, meeples
from naqala.rules.board import STRIDE, TILE_NAMES, Grid, Mask, Tile, grid, mask_of, names
from naqala.rules.cards import Card as NamedCard
from naqala.rules.chance import SEED_LIMIT
from naqala.rules.djinns import DJINNS, Djinn, KeepOne
from naqala.rules.errors import BadOptions, BadText
from naqala.rules.goods import CARD_NAMES, Hand
from naqala.rules.items import ALL_ITEMS, ITEMS, Arranging, Item, ItemPiles, KeepingItem
from naqala.rules.land import CITIES, KIND_OF_LETTER, NO_LAKE, Ground, Land
from naqala.rules.lines import (
    NOTHING,
    Lines,
    Numbered,
    after_first,
    join,
    numbered_lines,
    split,
)
from naqala.rules.meeples import ARTISANS, TRIBES, Pile
from naqala.rules.notation import card_of, djinn_of, item_of, number_of, pile_of, seat_of, tile_of
from naqala.rules.pending import check_pending, decision_text, in_hand, parse_pending
from naqala.rules.setup import (
    ARTISANS_BOX,
    PALACES,
    PALMS,
    WHIMS,
    blank,
    camels_and_markers,
    check,
    djinns_of,
    meeples_of,
    put_on,
    whims_of,
)
from naqala.rules.sowing import masks_of
from naqala.rules.state import NOBODY, Options, Player, State
from naqala.rules.turn import advance
from naqala.rules.whims import MEASURES, Whim, WhimTable, check_deck, is_name
from naqala.rules.yazid import CAMELS as SOLO_CAMELS
from naqala.rules.yazid import MOST_ASSASSINS, MOST_DJINNS, NO_DICE, REASONS, Yazid

FIRST_LINE = "naqala position 1"
POSITION_LENGTH = 20_000
"""The longest text of a position."""
LAKE, HOLE = "~", "#"
PIECES = 99
"""The most palm trees, and the most palaces, that can be told of."""
MOST = {"gold": 10**9, "camels": 64, "tents": 1}
"""The most that can be told of something; of meeples, as many as fit in a pile."""


# Writing


def position_text(state: State) -> str:
    """The whole position; `parse_position` gives an equal state."""
    return "\n".join([FIRST_LINE, *_lines(state)]) + "\n"


def options_lines(options: Options) -> Iterator[str]:
    """The lines of a position or a record that tell the options."""
    yield f"players {options.players}"
    yield f"seed {options.seed}"
    if options.expansions:
        yield f"expansions {join(sorted(options.expansions))}"
    if options.promos:
        yield f"promos {join(sorted(options.promos))}"
    if options.doubled:
        yield "doubled yes"
    if options.whims:
        yield f"whims {join(map(_whim_text, options.whims))}"
    if options.names:
        yield f"names {', '.join(options.names)}"


def _lines(state: State) -> Iterator[str]:
    where = state.land.grid
    yield from options_lines(state.options)
    yield f"draws {state.draws}"
    yield f"board {where.columns}x{where.rows}"
    if where.walls:
        walls = (f"{TILE_NAMES[low]}-{TILE_NAMES[high]}" for low, high in sorted(where.walls))
        yield f"walls {join(walls)}"
    holes = dict.fromkeys(range(64), HOLE) | {state.land.lake: LAKE}
    grounds = dict(zip(where.tiles, map(str, state.land.grounds), strict=True))
    piles = {tile: meeples.letters(state.piles[tile]) for tile in where.tiles}
    yield f"tiles {_rows(where, lambda tile: grounds.get(tile, holes[tile]))}"
    yield f"meeples {_rows(where, lambda tile: piles.get(tile, holes[tile]))}"
    yield f"palms {_numbers(state.palms)}"
    yield f"palaces {_numbers(state.palaces)}"
    yield f"stock {state.palms_left} {state.palaces_left}"
    yield f"bag {meeples.letters(state.bag)}"
    yield f"row {join(CARD_NAMES[card] for card in state.row)}"
    yield f"deck {_cards(state.deck)}"
    yield f"discards {_cards(state.discards)}"
    yield f"djinns {_names(state.djinn_row)}"
    yield f"djinn-deck {_names(state.djinn_deck)}"
    yield f"djinn-discards {_names(state.djinn_discards)}"
    if state.items:
        yield f"item-deck {_names(state.items.deck)}"
        yield f"item-discards {_names(state.items.discards)}"
    if state.whims:
        yield f"whim-deck {join(whim.name for whim in state.whims.deck)}"
        cities = (f"{TILE_NAMES[tile]}:{whim.name}" for tile, whim in state.whims.cities)
        yield f"whim-cities {join(cities)}"
    yield f"round {state.round}"
    yield f"track {join(map(str, state.track))}"
    yield f"spots {join(_seat(seat) for seat in state.spots)}"
    yield f"bids {join(_seat(seat) for seat in state.bid_order)}"
    yield f"acted {join(_seat(seat) for seat in state.next_order)}"
    yield f"seat {_seat(state.seat)}"
    yield f"flags {join(flag for flag in FLAGS if getattr(state, FLAGS[flag]))}"
    for seat, player in enumerate(state.players):
        yield from (f"{_seat(seat)}-{line}" for line in _player_lines(state, player))
    if state.yazid:
        yield from _yazid_lines(state.yazid)
    yield f"pending {' / '.join(map(decision_text, state.pending)) or NOTHING}"


FLAGS = {"sold": "sold", "flying": "flying", "last-round": "last_round", "over": "over"}


def _player_lines(state: State, player: Player) -> Iterator[str]:
    yield f"has {join(f'{what} {getattr(player, what)}' for what in _owned_things(state))}"
    yield f"tiles {names(player.tiles) or NOTHING}"
    yield f"hand {_cards(player.hand)}"
    yield f"djinns {_names(player.djinns)}"
    yield f"used {_names(player.used)}"
    if state.items:
        yield f"tent {TILE_NAMES[player.tent] if player.tent != NOBODY else NOTHING}"
        yield f"items {_names(player.items)}"
    if state.whims:
        yield f"whims {join(whim.name for whim in player.whims)}"
        yield f"paid-whims {join(whim.name for whim in player.paid_whims)}"


def _owned_things(state: State) -> tuple[str, ...]:
    base = ("gold", "viziers", "elders", "camels")
    with_artisans = ARTISANS_BOX in state.options.expansions
    return (*base, "artisans", "tents") if with_artisans else base


def _yazid_lines(yazid: Yazid) -> Iterator[str]:
    yield f"yazid {join(f'{what} {getattr(yazid, what)}' for what in YAZID_THINGS)}"
    yield f"yazid-tiles {names(yazid.tiles) or NOTHING}"
    yield f"yazid-djinns {_names(yazid.djinns)}"
    yield f"dice {yazid.dice[0]} {yazid.dice[1]}"
    yield f"yazid-flags {join(flag for flag in YAZID_FLAGS if getattr(yazid, flag))}"
    yield f"lost {yazid.lost or NOTHING}"


YAZID_THINGS = ("camels", "viziers", "elders", "assassins", "fakirs")
YAZID_FLAGS = ("struck", "acted")


def _rows(where: Grid, cell: Callable[[Tile], str]) -> str:
    """The cells of a board, top row first."""
    return "/".join(
        " ".join(cell(STRIDE * row + column) for column in range(where.columns))
        for row in reversed(range(where.rows))
    )


def _numbers(numbers: list[int]) -> str:
    return join(f"{TILE_NAMES[tile]}*{number}" for tile, number in enumerate(numbers) if number)


def _cards(hand: Hand) -> str:
    counted = ((CARD_NAMES[card], goods.count(hand, card)) for card in goods.CARDS)
    return join(f"{name}*{number}" for name, number in counted if number)


def _names(cards: Iterable[NamedCard]) -> str:
    return join(card.name for card in cards)


def _seat(seat: int) -> str:
    return NOTHING if seat == NOBODY else f"p{seat + 1}"


def _whim_text(whim: Whim) -> str:
    tail = ":artisans" if whim.artisans else ""
    return f"{whim.name}:{whim.gold}:{whim.measure}:{whim.least}{tail}"


# Reading

KEYS = (
    "players, seed, expansions, promos, doubled, whims, names, draws, board, walls, tiles, "
    "meeples, palms, palaces, stock, bag, row, deck, discards, djinns, djinn-deck, "
    "djinn-discards, item-deck, item-discards, whim-deck, whim-cities, round, track, spots, "
    "bids, acted, seat, flags, p1-has, p1-tiles, p1-hand, p1-djinns, p1-used, p1-tent, p1-items, "
    "p1-whims, p1-paid-whims (and so on), yazid, yazid-tiles, yazid-djinns, dice, yazid-flags, "
    "lost, pending"
)


def parse_position(text: str) -> State:
    """The state of a position; BadText says what is wrong, and where."""
    return read_position(numbered_lines(text, POSITION_LENGTH))


def read_position(numbered: Iterable[Numbered]) -> State:
    """The state of a position whose lines stand somewhere in a text."""
    lines = Lines()
    for number, line in after_first(numbered, FIRST_LINE):
        lines.add(number, line)
    state = blank(read_options(lines))
    state.draws = lines.read("draws", lambda words: number_of(words, 10**12), 0)
    _read_board(state, lines)
    for seat, player in enumerate(state.players):
        _read_player(state, player, f"p{seat + 1}", lines)
    if state.yazid:
        _read_yazid(state, lines)
    _read_markers(state, lines)
    state.round = lines.read("round", lambda words: number_of(words, 10**9), 1)
    flags = lines.read("flags", lambda words: _flags(words, FLAGS), frozenset[str]())
    for flag, attribute in FLAGS.items():
        setattr(state, attribute, flag in flags)
    state.pending = lines.read("pending", lambda words: parse_pending(words, state), ())
    _read_bag(state, lines)
    _read_cards(state, lines)
    _read_djinns(state, lines)
    _read_items(state, lines)
    _read_whims(state, lines)
    lines.finish(KEYS)
    check_pending(state)
    advance(state)
    return state


def read_options(lines: Lines) -> Options:
    """The options that a position or a record tells."""
    words = frozenset[str]()
    options = Options(
        players=lines.need("players", number_of),
        seed=lines.read("seed", lambda words: number_of(words, SEED_LIMIT - 1), 0),
        expansions=lines.read("expansions", lambda words: frozenset(words.split()), words),
        promos=lines.read("promos", lambda words: frozenset(words.split()), words),
        doubled=lines.read("doubled", _yes, False),
        whims=lines.read("whims", _whim_deck, ()),
        names=lines.read("names", lambda words: tuple(words.split(", ")), ()),
    )
    try:
        check(options)
    except BadOptions as error:
        raise BadText(str(error)) from None
    return options


def _yes(words: str) -> bool:
    if words != "yes":
        raise BadText("write 'doubled yes' or leave the line out")
    return True


def _whim_deck(words: str) -> tuple[Whim, ...]:
    cards = []
    for word in words.split():
        parts = word.split(":")
        fits = re.fullmatch("[^:]+:[1-9][0-9]?:[a-z_]+:[1-9][0-9]?(:artisans)?", word)
        if not fits or not is_name(parts[0]) or parts[2] not in MEASURES:
            raise BadText(f"{word[:60]!r} is no Whim; write name:gold:measure:least")
        cards.append(Whim(parts[0], int(parts[1]), parts[2], int(parts[3]), len(parts) == 5))
    try:
        return check_deck(cards)
    except BadOptions as error:
        raise BadText(str(error)) from None


def _read_board(state: State, lines: Lines) -> None:
    columns, rows = lines.read("board", _board, (6, 5))
    walls = lines.read("walls", _walls, frozenset[tuple[Tile, Tile]]())
    cells = lines.need("tiles", lambda words: _cells(words, columns, rows))
    holes = mask_of(tile for tile, cell in cells.items() if cell in (LAKE, HOLE))
    lakes = [tile for tile, cell in cells.items() if cell == LAKE]
    if len(lakes) > 1:
        raise BadText(f"tiles: there is one great lake ({LAKE}), not {len(lakes)}")
    if state.yazid and ((columns, rows) != (6, 5) or holes):
        raise BadText("board: the solo game is played on 6x5 tiles without holes")
    grounds = {tile: _ground(cell) for tile, cell in cells.items() if not holes >> tile & 1}
    if sum(ground.kind in CITIES for ground in grounds.values()) > 5:
        raise BadText("tiles: there are at most five cities")
    try:
        where = grid(columns, rows, walls, holes)
    except ValueError as error:
        raise BadText(f"board: {error}") from None
    put_on(state, Land(where, grounds, lakes[0] if lakes else NO_LAKE))
    state.piles = lines.need("meeples", lambda words: _piles(words, state))
    state.masks = masks_of(state.piles)
    state.palms = lines.read("palms", lambda words: _pieces(words, state), state.palms)
    state.palaces = lines.read("palaces", lambda words: _pieces(words, state), state.palaces)
    left = max(0, PALMS - sum(state.palms)), max(0, PALACES - sum(state.palaces))
    state.palms_left, state.palaces_left = lines.read("stock", _stock, left)
    if max(sum(state.palms) + state.palms_left, sum(state.palaces) + state.palaces_left) > PIECES:
        raise BadText(f"stock: more than {PIECES} palm trees or palaces with those on the board")


def _piles(words: str, state: State) -> list[Pile]:
    where = state.land.grid
    piles = [0] * len(state.piles)
    for tile, cell in _cells(words, where.columns, where.rows).items():
        if (cell in (LAKE, HOLE)) != bool(where.holes >> tile & 1):
            raise BadText(f"{TILE_NAMES[tile]} is a hole in one of tiles and meeples only")
        if cell not in (LAKE, HOLE, NOTHING):
            piles[tile] = tribes_in(state, pile_of(cell))
    return piles


def tribes_in(state: State, pile: Pile) -> Pile:
    """The pile, if its tribes are in the game."""
    if meeples.count(pile, ARTISANS) and ARTISANS not in meeples_of(state.options):
        raise BadText("Artisans (P) come with the expansion artisans")
    return pile


def _read_player(state: State, player: Player, who: str, lines: Lines) -> None:
    mine = lines.read(f"{who}-tiles", lambda words: _tiles(words, state), 0)
    if mine & state.controlled:
        raise BadText(f"{who}-tiles: {names(mine & state.controlled)} is controlled twice")
    player.tiles = mine
    state.controlled |= mine
    player.tent = lines.read(f"{who}-tent", lambda words: _tent(words, player), NOBODY)
    player.tents -= player.tent != NOBODY
    player.camels = max(0, player.camels - mine.bit_count() + (player.tent != NOBODY))
    things = _owned_things(state)
    owned = lines.read(f"{who}-has", lambda words: _owned(words, things), dict[str, int]())
    for what, number in owned.items():
        setattr(player, what, number)
    if player.tents < 0 or (player.tents and player.tent != NOBODY):
        raise BadText(f"{who}-tent: every player has one tent, with the expansion artisans only")
    player.hand = lines.read(f"{who}-hand", _hand, 0)
    player.djinns = lines.read(f"{who}-djinns", _djinns, ())
    player.used = lines.read(f"{who}-used", _used, ())
    player.items = lines.read(f"{who}-items", _items, ())
    player.whims = lines.read(f"{who}-whims", lambda words: _whims(words, state), ())
    player.paid_whims = lines.read(f"{who}-paid-whims", lambda words: _whims(words, state), ())


def _tent(words: str, player: Player) -> Tile:
    if words == NOTHING:
        return NOBODY
    tile = tile_of(words)
    if not player.tiles >> tile & 1:
        raise BadText(f"{words} is not among the tiles of this player")
    return tile


def _read_yazid(state: State, lines: Lines) -> None:
    tiles = lines.read("yazid-tiles", lambda words: _tiles(words, state), 0)
    if tiles & state.controlled:
        raise BadText(f"yazid-tiles: {names(tiles & state.controlled)} is controlled twice")
    state.controlled |= tiles
    owned = lines.read("yazid", lambda words: _owned(words, YAZID_THINGS), dict[str, int]())
    in_turn = _told_pending(lines).startswith(("moving", "sowing", "finishing"))
    flags = frozenset({"acted"} if in_turn else ())
    flags = lines.read("yazid-flags", lambda words: _flags(words, YAZID_FLAGS), flags)
    state.yazid = Yazid(
        camels=owned.get("camels", max(0, SOLO_CAMELS - tiles.bit_count())),
        tiles=tiles,
        viziers=owned.get("viziers", 0),
        elders=owned.get("elders", 0),
        assassins=owned.get("assassins", 0),
        fakirs=owned.get("fakirs", 0),
        djinns=lines.read("yazid-djinns", _djinns, ()),
        dice=lines.read("dice", _dice, NO_DICE),
        struck="struck" in flags,
        acted="acted" in flags,
        lost=lines.read("lost", _reason, ""),
    )
    yazid = state.yazid
    too_many = yazid.assassins >= MOST_ASSASSINS or len(yazid.djinns) >= MOST_DJINNS
    if too_many and not yazid.lost:
        raise BadText(
            f"yazid: with {MOST_ASSASSINS} Assassins or {MOST_DJINNS} Djinns the game is lost"
        )


def _told_pending(lines: Lines) -> str:
    """The words of the line `pending`, before it is read."""
    return lines.left["pending"][1] if "pending" in lines else NOTHING


def _dice(words: str) -> tuple[int, int]:
    if not re.fullmatch("0 0|[1-6] [1-6]", words):
        raise BadText("write the white and the black die, as in '3 5'")
    return int(words[0]), int(words[2])


def _reason(words: str) -> str:
    if words not in (NOTHING, *REASONS):
        raise BadText(f"write {NOTHING} or one of {', '.join(REASONS)}")
    return "" if words == NOTHING else words


def _read_markers(state: State, lines: Lines) -> None:
    track = lines.read("track", lambda words: tuple(map(number_of, split(words))), state.track)
    if track != state.track:
        raise BadText(f"track: the track of this game is {join(map(str, state.track))}")
    _, each = camels_and_markers(state.options.players)
    seats = [seat for seat in range(state.options.players) for _ in range(each)]
    told = {"spots", "bids", "acted"} & lines.left.keys()
    pending = _told_pending(lines)
    in_turn = pending != NOTHING and not pending.startswith("bidding")
    default = () if told else tuple(seats)
    state.bid_order = lines.read("bids", _seats, () if in_turn else default)
    state.next_order = lines.read("acted", _seats, default if in_turn else ())
    spots = lines.read("spots", lambda words: _spots(words, state), tuple(state.spots))
    state.spots = list(spots)
    standing = [*state.bid_order, *state.next_order, *(s for s in spots if s != NOBODY)]
    if Counter(standing) != Counter(seats):
        raise BadText(
            f"bids, spots and acted must hold {each} marker(s) of each player: "
            f"{join(map(_seat, seats))}"
        )
    state.seat = lines.read("seat", seat_of, state.bid_order[0] if state.bid_order else 0)
    if state.seat >= state.options.players:
        raise BadText(f"seat: {_seat(state.seat)} does not play")


def _spots(words: str, state: State) -> tuple[int, ...]:
    told = words.split() if state.track else split(words)
    spots = tuple(NOBODY if word == NOTHING else seat_of(word) for word in told)
    if len(spots) != len(state.track):
        raise BadText(f"{len(spots)} of the {len(state.track)} spots of the track are told")
    return spots


def _read_bag(state: State, lines: Lines) -> None:
    """The bag: what is told, or all meeples that are nowhere else."""
    piles = [*state.piles, *map(in_hand, state.pending), *(p.council for p in state.players)]
    counted = Counter(tribe for pile in piles for tribe in meeples.members(pile))
    if state.yazid:
        counted.update(meeples.members(state.yazid.council))
        counted[meeples.ASSASSINS] += state.yazid.assassins
    rest = meeples.gather(
        tribe
        for tribe, number in meeples_of(state.options).items()
        for _ in range(number - counted[tribe])
    )
    state.bag = lines.read("bag", lambda words: _bag(words, state), rest)
    counted.update(meeples.members(state.bag))
    for tribe in TRIBES:
        if counted[tribe] > meeples.FULL:
            raise BadText(
                f"{counted[tribe]} {meeples.TRIBE_NAMES[tribe]} are on the table; "
                f"at most {meeples.FULL} of a tribe can be"
            )


def _bag(words: str, state: State) -> Pile:
    return 0 if words == NOTHING else tribes_in(state, pile_of(words))


def _read_cards(state: State, lines: Lines) -> None:
    """The row, the discards and the pile: what is told, or all cards that are nowhere else."""
    state.row = lines.read("row", lambda words: tuple(map(card_of, split(words))), ())
    if len(state.row) > 9:
        raise BadText("row: there are at most 9 cards in the row")
    state.discards = lines.read("discards", _hand, 0)
    hands = [goods.gather(state.row), state.discards, *(player.hand for player in state.players)]
    hands += [decision.dealt for decision in state.pending if isinstance(decision, Arranging)]
    seen = Counter(card for hand in hands for card in goods.members(hand))
    seen.update(c for d in state.pending if isinstance(d, Arranging) for c in d.laid)
    seen[goods.FAKIR] += state.yazid.fakirs if state.yazid else 0
    unseen = (max(0, copies - seen[card]) for card, copies in enumerate(goods.COPIES))
    deck = sum(left * one for left, one in zip(unseen, goods.ONE, strict=True))
    state.deck = lines.read("deck", _hand, deck)
    seen.update(goods.members(state.deck))
    for card, number in seen.items():
        if number > goods.FULL:
            raise BadText(f"{number} {CARD_NAMES[card]} cards; at most {goods.FULL} can be")


def _read_djinns(state: State, lines: Lines) -> None:
    """The row, the discards and the pile: what is told, or all Djinns that are nowhere else."""
    state.djinn_row = lines.read("djinns", _djinns, ())
    if len(state.djinn_row) > 3:
        raise BadText("djinns: there are at most 3 Djinns in the row")
    state.djinn_discards = lines.read("djinn-discards", _djinns, ())
    known: list[NamedCard] = [*state.djinn_row, *state.djinn_discards]
    for player in state.players:
        known += player.djinns
    for decision in state.pending:
        known += decision.djinns if isinstance(decision, KeepOne) else ()
    known += state.yazid.djinns if state.yazid else ()
    left = tuple(djinn for djinn in djinns_of(state.options) if djinn not in known)
    state.djinn_deck = tuple(sorted(lines.read("djinn-deck", _djinns, left)))
    for djinn, number in Counter([*known, *state.djinn_deck]).items():
        if number > 1:
            raise BadText(f"{djinn.name} is told {number} times; every Djinn is there once")


def _read_items(state: State, lines: Lines) -> None:
    """The items that nobody has: what is told, or all that are nowhere else."""
    held = Counter(item for player in state.players for item in player.items)
    for decision in state.pending:
        held.update(decision.items if isinstance(decision, KeepingItem) else ())
    if ARTISANS_BOX not in state.options.expansions:
        if held:
            raise BadText("items come with the expansion artisans")
        return
    discards: tuple[Item, ...] = lines.read("item-discards", _items, ())
    held.update(discards)
    rest = tuple(sorted((Counter(ALL_ITEMS) - held).elements()))
    deck = tuple(sorted(lines.read("item-deck", _items, rest)))
    held.update(deck)
    for item, number in held.items():
        if number > ALL_ITEMS.count(item):
            raise BadText(f"{item.name} is told {number} times; there are {ALL_ITEMS.count(item)}")
    state.items = ItemPiles(deck, discards)


def _read_whims(state: State, lines: Lines) -> None:
    """The Whims that nobody has: what is told, or all that are nowhere else."""
    held = [whim for player in state.players for whim in (*player.whims, *player.paid_whims)]
    if WHIMS not in state.options.expansions:
        return
    nothing: tuple[tuple[Tile, Whim], ...] = ()
    cities = lines.read("whim-cities", lambda words: _cities(words, state), nothing)
    held += [whim for _, whim in cities]
    rest = tuple(whim for whim in whims_of(state.options) if whim not in held)
    deck = tuple(sorted(lines.read("whim-deck", lambda words: _whims(words, state), rest)))
    for whim, number in Counter([*held, *deck]).items():
        if number > 1:
            raise BadText(f"{whim.name} is told {number} times; every Whim is there once")
    state.whims = WhimTable(deck, tuple(sorted(cities)))


def _cities(words: str, state: State) -> tuple[tuple[Tile, Whim], ...]:
    found: list[tuple[Tile, Whim]] = []
    for word in split(words):
        tile, _, name = word.partition(":")
        if state.land.kinds[on_board(tile_of(tile), state)] not in CITIES:
            raise BadText(f"{tile} is no city")
        found += [(tile_of(tile), whim) for whim in _whims(name, state)]
    if len({tile for tile, _ in found}) < len(found):
        raise BadText("there is one Whim on a city")
    return tuple(found)


def _whims(words: str, state: State) -> tuple[Whim, ...]:
    in_game = {whim.name: whim for whim in whims_of(state.options)}
    if WHIMS not in state.options.expansions:
        in_game = {}
    found = split(words)
    if unknown := [word for word in found if word not in in_game]:
        raise BadText(f"{unknown[0][:40]!r} is no Whim of this game")
    return tuple(in_game[word] for word in found)


def on_board(tile: Tile, state: State) -> Tile:
    """The tile, if it is on the board."""
    if not state.land.grid.all >> tile & 1:
        raise BadText(f"{TILE_NAMES[tile]} is not on the board")
    return tile


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


def _ground(cell: str) -> Ground:
    if cell[0] not in KIND_OF_LETTER or not re.fullmatch("[0-9]{1,2}", cell[1:]):
        kinds = ", ".join(f"{letter} {kind}" for letter, kind in KIND_OF_LETTER.items())
        raise BadText(
            f"tiles: {cell[:20]!r} is no tile; write a kind ({kinds}) and points, "
            f"{LAKE} for the great lake, {HOLE} for a hole"
        )
    return Ground(KIND_OF_LETTER[cell[0]], int(cell[1:]))


def _tiles(words: str, state: State) -> Mask:
    return mask_of(on_board(tile_of(word), state) for word in split(words))


def _pieces(words: str, state: State) -> list[int]:
    pieces = [0] * len(state.piles)
    for word in split(words):
        tile, _, number = word.partition("*")
        pieces[on_board(tile_of(tile), state)] = number_of(number or "1", PIECES)
    return pieces


def _stock(words: str) -> tuple[int, int]:
    numbers = [number_of(word, PIECES) for word in words.split()]
    if len(numbers) != 2:
        raise BadText("write how many palm trees and palaces are left, as in 12 10")
    return numbers[0], numbers[1]


def _hand(words: str) -> Hand:
    numbers = Counter[int]()
    for word in split(words):
        name, _, number = word.partition("*")
        numbers[card_of(name)] += number_of(number or "1", goods.FULL)
    if any(number > goods.FULL for number in numbers.values()):
        raise BadText(f"at most {goods.FULL} cards of a kind can be")
    return sum(number * goods.ONE[card] for card, number in numbers.items())


def _djinns(words: str) -> tuple[Djinn, ...]:
    return tuple(DJINNS[djinn_of(word)] for word in split(words))


def _items(words: str) -> tuple[Item, ...]:
    return tuple(ITEMS[item_of(word)] for word in split(words))


def _used(words: str) -> tuple[NamedCard, ...]:
    return tuple(ITEMS[word] if word in ITEMS else DJINNS[djinn_of(word)] for word in split(words))


def _flags(words: str, known: Iterable[str]) -> frozenset[str]:
    flags = frozenset(split(words))
    if unknown := flags - frozenset(known):
        raise BadText(f"{min(unknown)[:40]!r} is unknown; known are {', '.join(known)}")
    return flags


def _owned(words: str, things: tuple[str, ...]) -> dict[str, int]:
    found = words.split()
    keys = found[::2]
    if len(found) % 2 or not set(things).issuperset(keys):
        raise BadText(f"write numbers, as in 'gold 50 viziers 0', of {', '.join(things)}")
    return {
        key: number_of(number, MOST.get(key, meeples.FULL))
        for key, number in zip(keys, found[1::2], strict=True)
    }


def _seats(words: str) -> tuple[int, ...]:
    return tuple(map(seat_of, split(words)))
