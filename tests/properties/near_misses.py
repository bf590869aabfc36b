"""Actions that look valid but are mostly illegal."""

from dataclasses import fields, replace
from functools import cache
from itertools import combinations, product
from random import Random

from naqala import Action, State
from naqala.rules import goods, meeples
from naqala.rules.actions import (
    ARTISAN,
    CAMEL,
    DROPS,
    ELDER,
    ELDER_AND_FAKIR,
    ELDERS,
    END,
    FAKIR,
    PASS,
    PLAY_FIRST,
    TAKES,
    TENT,
    Bid,
    Build,
    Buy,
    Craft,
    Gather,
    Keep,
    KeepItem,
    Kill,
    KillInFront,
    Lay,
    Name,
    Payment,
    Sell,
    Sow,
    Summon,
    Use,
    UseItem,
)
from naqala.rules.actions import FAKIRS as TWO_FAKIRS
from naqala.rules.board import TILE_OF_NAME, TILES, Tile, tile_at
from naqala.rules.djinns import DJINNS
from naqala.rules.expansions.items import ITEMS
from naqala.rules.goods import CARDS, FISH, KINDS
from naqala.rules.meeples import ONE, TRIBES

PAYMENTS = (Payment(), ELDER, FAKIR, ELDERS, ELDER_AND_FAKIR, TWO_FAKIRS, ARTISAN)
WITH_INVALID = (*PAYMENTS, Payment(elders=3))
SIMPLE = (PASS, END, PLAY_FIRST, CAMEL, TENT)


@cache
def every_action() -> tuple[Action, ...]:
    """Nearly all actions that can be written, on and off the board: about 17,000."""
    pairs = [ONE[one] + ONE[other] for one in TRIBES for other in range(one, len(TRIBES))]
    victims = [*ONE, *pairs]
    cards = [(one,) for one in CARDS] + [(one, other) for one in CARDS for other in CARDS]
    return (
        *(Bid(value, fakirs) for value in range(20) for fakirs in range(4)),
        *TAKES,
        *(drop for drops in DROPS for drop in drops),
        *map(Build, range(19)),
        *(Kill(tile, pile) for tile in TILES for pile in victims),
        *(Kill(tile, one, more) for tile in TILES for one in ONE for more in (1, 2, 3)),
        *(KillInFront(seat, pile) for seat in range(5) for pile in victims),
        *(Buy(chosen, (0,) * len(chosen)) for chosen in cards),
        *(Buy((card,), (place,)) for card in CARDS for place in range(1, 12)),
        *(Buy((FISH, card), (0, place)) for card in CARDS for place in range(1, 12)),
        Buy((), ()),
        Buy((goods.IVORY, goods.GEMS, goods.GOLD), (0, 0, 0)),
        *(Summon(djinn, payment) for djinn in DJINNS for payment in WITH_INVALID),
        *(Use(djinn, payment) for djinn in DJINNS for payment in WITH_INVALID),
        *(
            Use(djinn, payment, tile)
            for djinn, payment, tile in product(DJINNS, PAYMENTS[:3], TILES)
        ),
        *map(Keep, DJINNS),
        *(Sell(chosen) for size in range(10) for chosen in combinations(KINDS, size)),
        Sell((goods.FAKIR,)),
        Sell((goods.IVORY, goods.IVORY)),
        Sell((goods.POTTERY, goods.FAKIR)),
        *map(Craft, PAYMENTS),
        *map(KeepItem, ITEMS),
        *map(UseItem, ITEMS),
        *(UseItem(item, tile) for item in ITEMS for tile in TILES),
        *(UseItem("talisman", tile, to) for tile in TILES for to in TILES),
        *(UseItem(item, TILE_OF_NAME["b2"], to) for item in ITEMS for to in TILES),
        *(UseItem(item, djinn=djinn) for item in ITEMS for djinn in DJINNS),
        *(Gather(tile, tribe) for tile in TILES for tribe in TRIBES),
        *map(Lay, CARDS),
        *map(Name, TILES),
        *SIMPLE,
    )


def changed(action: Action, random: Random) -> Action:
    """An action of the same kind with one field changed."""
    names = [field.name for field in fields(action)]  # type: ignore[arg-type]
    if not names or names == ["piece"]:
        return random.choice(SIMPLE)
    name = random.choice(names)
    old = getattr(action, name)
    new: object
    if name in ("tile", "to"):
        new = random.choice(TILES)
    elif name == "tribe":
        new = random.choice(TRIBES)
    elif name == "victims":
        new = random.choice([random.choice(ONE), random.choice(ONE) + random.choice(ONE)])
    elif name == "payment":
        new = random.choice(WITH_INVALID)
    elif name == "djinn":
        new = random.choice(list(DJINNS))
    elif name == "item":
        new = random.choice(list(ITEMS))
    elif name == "card":
        new = random.choice(CARDS)
    elif name == "cards":
        new = tuple(random.choice(CARDS) for _ in old)
    elif name == "places":
        new = tuple(random.randrange(11) for _ in old)
    else:  # a value, a seat, a number of Fakirs
        new = max(0, old + random.choice((-1, 1)))
    return replace(action, **{name: new})  # type: ignore[type-var]


def random_sow(state: State, random: Random) -> Sow:
    """A random move from a random tile, with a random path and order, perhaps incomplete.

    Some paths cross mountains, holes or the edge of the board, or fly at the end.
    """
    start = random.choice(state.land.grid.tiles)
    hand = list(meeples.members(state.piles[start])) or [random.choice(TRIBES)]
    random.shuffle(hand)
    if random.random() < 0.05:
        hand.pop()
    path = [start]
    for _ in hand:
        neighbours = around(state, path[-1], walls=random.random() < 0.7)
        path.append(random.choice(neighbours or [start]))
    if state.flying and hand and random.random() < 0.8:
        path[-1] = random.choice(state.land.grid.tiles)
    return Sow(start, tuple(zip(path[1:], hand, strict=True)))


def around(state: State, tile: Tile, *, walls: bool = True) -> list[Tile]:
    """The orthogonal neighbours of a tile, not across mountains or into holes (M2, W2, N3, N4)."""
    grid = state.land.grid
    column, row = tile % 8, tile // 8
    near = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    tiles = [tile_at(x, y) for x, y in near if 0 <= x < grid.columns and 0 <= y < grid.rows]
    if not walls:
        return tiles
    blocked = [{low, high} for low, high in grid.walls]
    return [near for near in tiles if not grid.holes >> near & 1 and {tile, near} not in blocked]


def is_legal_move(state: State, sow: Sow) -> bool:
    """Whether a move is legal: M2, M3, M4, M7 and I1 implemented directly from the rules."""
    board = {tile: list(meeples.members(pile)) for tile, pile in enumerate(state.piles)}
    hand, board[sow.start] = board[sow.start], []
    path = [sow.start]
    gathered = 0
    for tile, tribe in sow.drops:
        if tribe not in hand:
            return False
        hand.remove(tribe)
        if hand or not state.flying:
            if tile not in around(state, path[-1]) or (len(path) > 1 and path[-2] == tile):
                return False
        elif tile not in state.land.grid.tiles:
            return False
        board[tile].append(tribe)
        path.append(tile)
        gathered = board[tile].count(tribe)
    return not hand and gathered >= 2
