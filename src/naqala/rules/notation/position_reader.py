"""Reading a position: a state from its text, checked so that it can be played to the end.

Most lines are optional; the grammar is in docs/notation.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from naqala.rules import goods, meeples
from naqala.rules.bidding import Bidding
from naqala.rules.board import NO_TILE, TILE_NAMES, Mask, Tile, grid, mask_of, names
from naqala.rules.chance import SEED_LIMIT
from naqala.rules.djinns import DJINN_ROW_LENGTH, KeepOne
from naqala.rules.errors import BadOptions, BadText, brief
from naqala.rules.expansions import ARTISANS_BOX, WHIMS
from naqala.rules.expansions.item_piles import ItemPiles
from naqala.rules.expansions.items import ALL_ITEMS, Arranging, Item, KeepingItem
from naqala.rules.expansions.whims import Whim, WhimTable, whims_of
from naqala.rules.goods import CARD_NAMES
from naqala.rules.land import CITIES, Land
from naqala.rules.meeples import TRIBES, Pile
from naqala.rules.named_cards import NamedCard
from naqala.rules.notation.decisions import check_pending, parse_pending
from naqala.rules.notation.fields import (
    board_of,
    cells_of,
    dice_of,
    djinn_list,
    flags_of,
    ground_of,
    hand_of,
    is_yes,
    items_of,
    owned_of,
    reason_of,
    seats_of,
    stock_of,
    used_of,
    walls_of,
    whims_of_words,
)
from naqala.rules.notation.key_lines import (
    NOTHING,
    Lines,
    Numbered,
    after_first,
    join,
    numbered_lines,
    split,
)
from naqala.rules.notation.position import (
    FIRST_LINE,
    FLAGS,
    HOLE,
    LAKE,
    PIECES,
    POSITION_LENGTH,
    YAZID_FLAGS,
    YAZID_THINGS,
    owned_things,
    seat_text,
)
from naqala.rules.setup import (
    PALACES,
    PALMS,
    blank,
    camels_and_markers,
    check,
    djinns_of,
    meeples_of,
    use_land,
)
from naqala.rules.sowing import masks_of
from naqala.rules.state import NOBODY, Options, Player, State
from naqala.rules.text_tokens import (
    card_of,
    number_of,
    on_board,
    pile_of,
    seat_of,
    tile_of,
    tribes_in,
)
from naqala.rules.turn import Finishing, Sowing, advance
from naqala.rules.yazid import CAMELS as SOLO_CAMELS
from naqala.rules.yazid import MOST_ASSASSINS, MOST_DJINNS, NO_DICE, Yazid

OPTION_KEYS = ("players", "seed", "expansions", "promos", "doubled", "whims", "names")
KEYS = (
    *OPTION_KEYS, "draws", "board", "walls", "tiles", "meeples", "palms", "palaces", "stock",
    "bag", "row", "deck", "discards", "djinns", "djinn-deck", "djinn-discards", "item-deck",
    "item-discards", "whim-deck", "whim-cities", "round", "track", "spots", "bids", "acted",
    "seat", "flags", "p1-has", "p1-tiles", "p1-hand", "p1-djinns", "p1-used", "p1-tent",
    "p1-items", "p1-whims", "p1-paid-whims", "…", "yazid", "yazid-tiles", "yazid-djinns", "dice",
    "yazid-flags", "lost", "pending",
)  # fmt: skip
MOST_CITIES = 5


def parse_position(text: str) -> State:
    """The state of a position; BadText says what is wrong, and where."""
    return read_position(numbered_lines(text, POSITION_LENGTH))


def read_position(numbered: Iterable[Numbered]) -> State:
    """The state of a position that is part of a longer text."""
    lines = Lines()
    for number, line in after_first(numbered, FIRST_LINE):
        lines.add(number, line)
    state = blank(read_options(lines))
    state.draws = lines.read("draws", lambda words: number_of(words, 10**12), 0)
    read_board(state, lines)
    state.pending = lines.read("pending", lambda words: parse_pending(words, state), ())
    for seat, player in enumerate(state.players):
        read_player(state, player, f"p{seat + 1}", lines)
    read_common(state, lines)
    lines.finish(KEYS)
    if state.yazid and state.yazid.lost and not state.over:
        raise BadText("lost_not_over")
    check_pending(state)
    advance(state)
    return state


def read_common(state: State, lines: Lines) -> None:
    """Read what belongs to no player: Yazid, markers, round, flags, and all that is drawn."""
    if state.yazid:
        read_yazid(state, lines)
    read_markers(state, lines)
    state.round = lines.read("round", lambda words: number_of(words, 10**9), 1)
    flags = lines.read("flags", lambda words: flags_of(words, FLAGS), frozenset[str]())
    for flag, attribute in FLAGS.items():
        setattr(state, attribute, flag in flags)
    read_bag(state, lines)
    read_cards(state, lines)
    read_djinns(state, lines)
    read_items(state, lines)
    read_whims(state, lines)


def read_options(lines: Lines) -> Options:
    """The options of a position or a record."""
    words = frozenset[str]()
    options = Options(
        players=lines.need("players", number_of),
        seed=lines.read("seed", lambda words: number_of(words, SEED_LIMIT - 1), 0),
        expansions=lines.read("expansions", lambda words: frozenset(words.split()), words),
        promos=lines.read("promos", lambda words: frozenset(words.split()), words),
        doubled=lines.read("doubled", is_yes, False),
        whims=lines.read("whims", whims_of_words, ()),
        names=lines.read("names", lambda words: tuple(words.split(", ")), ()),
    )
    try:
        check(options)
    except BadOptions as error:
        raise BadText(error.code, **error.values) from None
    return options


def read_board(state: State, lines: Lines) -> None:
    """Read the board and the meeples and pieces on it."""
    columns, rows = lines.read("board", board_of, (6, 5))
    walls = lines.read("walls", walls_of, frozenset[tuple[Tile, Tile]]())
    cells = lines.need("tiles", lambda words: cells_of(words, columns, rows))
    holes = mask_of(tile for tile, cell in cells.items() if cell in (LAKE, HOLE))
    lakes = [tile for tile, cell in cells.items() if cell == LAKE]
    if len(lakes) > 1:
        raise BadText("lake_number", lake=LAKE, number=len(lakes))
    if state.yazid and ((columns, rows) != (6, 5) or holes):
        raise BadText("solo_board")
    grounds = {tile: ground_of(cell) for tile, cell in cells.items() if not holes >> tile & 1}
    if sum(ground.kind in CITIES for ground in grounds.values()) > MOST_CITIES:
        raise BadText("city_number", most=MOST_CITIES)
    try:
        where = grid(columns, rows, walls, holes)
    except BadOptions as error:
        raise BadText("board_line", reason=error) from None
    use_land(state, Land(where, grounds, lakes[0] if lakes else NO_TILE))
    state.piles = lines.need("meeples", lambda words: _piles(words, state))
    state.masks = masks_of(state.piles)
    state.palms = lines.read("palms", lambda words: _pieces(words, state), state.palms)
    state.palaces = lines.read("palaces", lambda words: _pieces(words, state), state.palaces)
    left = max(0, PALMS - sum(state.palms)), max(0, PALACES - sum(state.palaces))
    state.palms_left, state.palaces_left = lines.read("stock", stock_of, left)
    if max(sum(state.palms) + state.palms_left, sum(state.palaces) + state.palaces_left) > PIECES:
        raise BadText("stock_number", most=PIECES)


def _piles(words: str, state: State) -> list[Pile]:
    where = state.land.grid
    piles = [0] * len(state.piles)
    for tile, cell in cells_of(words, where.columns, where.rows).items():
        if (cell in (LAKE, HOLE)) != bool(where.holes >> tile & 1):
            raise BadText("hole_once", tile=TILE_NAMES[tile])
        if cell not in (LAKE, HOLE, NOTHING):
            piles[tile] = tribes_in(state, pile_of(cell))
    return piles


def read_player(state: State, player: Player, who: str, lines: Lines) -> None:
    """Read what a player has."""
    mine = lines.read(f"{who}-tiles", lambda words: _tiles(words, state), 0)
    if mine & state.controlled:
        twice = names(mine & state.controlled)
        raise BadText("controlled_twice", key=f"{who}-tiles", tiles=twice)
    player.tiles = mine
    state.controlled |= mine
    player.tent = lines.read(f"{who}-tent", lambda words: _tent(words, player), NO_TILE)
    player.tents -= player.tent != NO_TILE
    player.camels = max(0, player.camels - mine.bit_count() + (player.tent != NO_TILE))
    things = owned_things(state)
    owned = lines.read(f"{who}-has", lambda words: owned_of(words, things), dict[str, int]())
    for what, number in owned.items():
        setattr(player, what, number)
    if player.tents < 0 or (player.tents and player.tent != NO_TILE):
        raise BadText("tent_number", key=f"{who}-tent")
    player.hand = lines.read(f"{who}-hand", hand_of, 0)
    player.djinns = lines.read(f"{who}-djinns", djinn_list, ())
    player.used = lines.read(f"{who}-used", used_of, ())
    items: tuple[Item, ...] = lines.read(f"{who}-items", items_of, ())
    player.items = tuple(sorted(items))
    player.whims = lines.read(f"{who}-whims", lambda words: whims_in(words, state), ())
    player.paid_whims = lines.read(f"{who}-paid-whims", lambda words: whims_in(words, state), ())


def _tent(words: str, player: Player) -> Tile:
    if words == NOTHING:
        return NO_TILE
    tile = tile_of(words)
    if not player.tiles >> tile & 1:
        raise BadText("tent_place", tile=words)
    return tile


def read_yazid(state: State, lines: Lines) -> None:
    """Read the solo opponent."""
    tiles = lines.read("yazid-tiles", lambda words: _tiles(words, state), 0)
    if tiles & state.controlled:
        twice = names(tiles & state.controlled)
        raise BadText("controlled_twice", key="yazid-tiles", tiles=twice)
    state.controlled |= tiles
    owned = lines.read("yazid", lambda words: owned_of(words, YAZID_THINGS), dict[str, int]())
    in_turn = bool(state.pending) and isinstance(state.pending[0], Finishing | Sowing)
    flags = frozenset({"acted"} if in_turn else ())
    flags = lines.read("yazid-flags", lambda words: flags_of(words, YAZID_FLAGS), flags)
    state.yazid = Yazid(
        camels=owned.get("camels", max(0, SOLO_CAMELS - tiles.bit_count())),
        tiles=tiles,
        viziers=owned.get("viziers", 0),
        elders=owned.get("elders", 0),
        assassins=owned.get("assassins", 0),
        fakirs=owned.get("fakirs", 0),
        djinns=lines.read("yazid-djinns", djinn_list, ()),
        dice=lines.read("dice", dice_of, NO_DICE),
        struck="struck" in flags,
        acted="acted" in flags,
        lost=lines.read("lost", reason_of, ""),
    )
    yazid = state.yazid
    too_many = yazid.assassins >= MOST_ASSASSINS or len(yazid.djinns) >= MOST_DJINNS
    if too_many and not yazid.lost:
        raise BadText("yazid_has_won", assassins=MOST_ASSASSINS, djinns=MOST_DJINNS)


def read_markers(state: State, lines: Lines) -> None:
    """Read the turn order track, and who decides."""
    track = lines.read("track", lambda words: tuple(map(number_of, split(words))), state.track)
    if track != state.track:
        raise BadText("track_of_game", track=join(map(str, state.track)))
    _, each = camels_and_markers(state.options.players)
    seats = [seat for seat in range(state.options.players) for _ in range(each)]
    given = {"spots", "bids", "acted"} & lines.left.keys()
    in_turn = bool(state.pending) and type(state.pending[0]) is not Bidding
    default = () if given else tuple(seats)
    state.bid_order = lines.read("bids", seats_of, () if in_turn else default)
    state.next_order = lines.read("acted", seats_of, default if in_turn else ())
    spots = lines.read("spots", lambda words: _spots(words, state), tuple(state.spots))
    state.spots = list(spots)
    standing = [*state.bid_order, *state.next_order, *(s for s in spots if s != NOBODY)]
    if Counter(standing) != Counter(seats):
        raise BadText("marker_number", count=each, markers=join(map(seat_text, seats)))
    state.seat = lines.read("seat", seat_of, state.bid_order[0] if state.bid_order else 0)
    if state.seat >= state.options.players:
        raise BadText("seat_absent", player=seat_text(state.seat))


def _spots(words: str, state: State) -> tuple[int, ...]:
    parts = words.split() if state.track else split(words)
    spots = tuple(NOBODY if word == NOTHING else seat_of(word) for word in parts)
    if len(spots) != len(state.track):
        raise BadText("spot_number", number=len(spots), spots=len(state.track))
    return spots


def read_bag(state: State, lines: Lines) -> None:
    """Read the bag; by default, all meeples that are nowhere else."""
    piles = [*state.piles, *(d.in_hand for d in state.pending), *(p.council for p in state.players)]
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
            name, number = meeples.TRIBE_NAMES[tribe], counted[tribe]
            raise BadText("tribe_full", tribe=name, number=number, most=meeples.FULL)


def _bag(words: str, state: State) -> Pile:
    return 0 if words == NOTHING else tribes_in(state, pile_of(words))


def read_cards(state: State, lines: Lines) -> None:
    """Read the row, the discards and the pile; by default, all cards that are nowhere else."""
    state.row = lines.read("row", lambda words: tuple(map(card_of, split(words))), ())
    if len(state.row) > goods.ROW_LENGTH:
        raise BadText("row_length", most=goods.ROW_LENGTH)
    state.discards = lines.read("discards", hand_of, 0)
    hands = [goods.gather(state.row), state.discards, *(player.hand for player in state.players)]
    hands += [decision.dealt for decision in state.pending if isinstance(decision, Arranging)]
    seen = Counter(card for hand in hands for card in goods.members(hand))
    seen.update(c for d in state.pending if isinstance(d, Arranging) for c in d.laid)
    seen[goods.FAKIR] += state.yazid.fakirs if state.yazid else 0
    unseen = (
        max(0, copies - seen[card]) for card, copies in zip(goods.CARDS, goods.COPIES, strict=True)
    )
    deck = sum(left * one for left, one in zip(unseen, goods.ONE, strict=True))
    state.deck = lines.read("deck", hand_of, deck)
    seen.update(goods.members(state.deck))
    for card, number in seen.items():
        if number > goods.FULL:
            raise BadText("card_full", card=CARD_NAMES[card], number=number, most=goods.FULL)


def read_djinns(state: State, lines: Lines) -> None:
    """Read the row, the discards and the pile; by default, all Djinns that are nowhere else."""
    state.djinn_row = lines.read("djinns", djinn_list, ())
    if len(state.djinn_row) > DJINN_ROW_LENGTH:
        raise BadText("djinn_row_length", most=DJINN_ROW_LENGTH)
    state.djinn_discards = lines.read("djinn-discards", djinn_list, ())
    known: list[NamedCard] = [*state.djinn_row, *state.djinn_discards]
    for player in state.players:
        known += player.djinns
    for decision in state.pending:
        known += decision.djinns if isinstance(decision, KeepOne) else ()
    known += state.yazid.djinns if state.yazid else ()
    left = tuple(djinn for djinn in djinns_of(state.options) if djinn not in known)
    state.djinn_deck = tuple(sorted(lines.read("djinn-deck", djinn_list, left)))
    for djinn, number in Counter([*known, *state.djinn_deck]).items():
        if number > 1:
            raise BadText("card_copies", card=djinn.name, number=number, count=1)


def read_items(state: State, lines: Lines) -> None:
    """Read the items that nobody has; by default, all that are nowhere else."""
    held = Counter(item for player in state.players for item in player.items)
    for decision in state.pending:
        held.update(decision.items if isinstance(decision, KeepingItem) else ())
    if ARTISANS_BOX not in state.options.expansions:
        if held:
            raise BadText("items_absent")
        return
    discards: tuple[Item, ...] = lines.read("item-discards", items_of, ())
    held.update(discards)
    rest = tuple(sorted((Counter(ALL_ITEMS) - held).elements()))
    deck = tuple(sorted(lines.read("item-deck", items_of, rest)))
    held.update(deck)
    for item, number in held.items():
        if number > ALL_ITEMS.count(item):
            copies = ALL_ITEMS.count(item)
            raise BadText("card_copies", card=item.name, number=number, count=copies)
    state.items = ItemPiles(deck, discards)


def read_whims(state: State, lines: Lines) -> None:
    """Read the Whims that nobody has; by default, all that are nowhere else."""
    held = [whim for player in state.players for whim in (*player.whims, *player.paid_whims)]
    if WHIMS not in state.options.expansions:
        return
    nothing: tuple[tuple[Tile, Whim], ...] = ()
    cities = lines.read("whim-cities", lambda words: _cities(words, state), nothing)
    held += [whim for _, whim in cities]
    rest = tuple(whim for whim in whims_of(state.options) if whim not in held)
    deck = tuple(sorted(lines.read("whim-deck", lambda words: whims_in(words, state), rest)))
    for whim, number in Counter([*held, *deck]).items():
        if number > 1:
            raise BadText("card_copies", card=whim.name, number=number, count=1)
    state.whims = WhimTable(deck, tuple(sorted(cities)))


def _cities(words: str, state: State) -> tuple[tuple[Tile, Whim], ...]:
    found: list[tuple[Tile, Whim]] = []
    for word in split(words):
        tile, _, name = word.partition(":")
        if state.land.kinds[on_board(tile_of(tile), state)] not in CITIES:
            raise BadText("not_a_city", tile=tile)
        found.append((tile_of(tile), _whim(name, state)))
    if len({tile for tile, _ in found}) < len(found):
        raise BadText("city_whims")
    return tuple(found)


def whims_in(words: str, state: State) -> tuple[Whim, ...]:
    """Read names of Whims of this game."""
    return tuple(_whim(word, state) for word in split(words))


def _whim(word: str, state: State) -> Whim:
    deck = whims_of(state.options) if WHIMS in state.options.expansions else ()
    found = next((whim for whim in deck if whim.name == word), None)
    if found is None:
        raise BadText("unknown_whim", text=brief(word))
    return found


def _tiles(words: str, state: State) -> Mask:
    return mask_of(on_board(tile_of(word), state) for word in split(words))


def _pieces(words: str, state: State) -> tuple[int, ...]:
    pieces = [0] * len(state.piles)
    for word in split(words):
        tile, _, number = word.partition("*")
        pieces[on_board(tile_of(tile), state)] = number_of(number or "1", PIECES)
    return tuple(pieces)
