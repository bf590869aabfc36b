"""What Yazid's next strike captures, over all rolls of his dice."""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from naqala.rules.board import STRIDE, TILES, Mask, Tile
from naqala.rules.land import Land
from naqala.rules.meeples import ASSASSINS, BUILDERS, ELDERS, FULL, VIZIERS, WIDTH, Pile
from naqala.rules.state import State
from naqala.rules.yazid import MOST_ASSASSINS, yazid_of

COLUMNS, ROWS = 6, 5
FIRST_COLUMN: Mask = sum(1 << STRIDE * row for row in range(ROWS))
ROLLS = COLUMNS * (ROWS + 1)
ASSASSIN, VIZIER, ELDER = 6.0, 3.0, 2.0
"""The approximate cost in points when Yazid captures one of them."""
DEADLY = 1000.0
STRIKES_AHEAD = 4
"""How many strikes ahead the risk of losing the last Assassin is computed."""

RISKS = (
    *(f"last_assassin.{strikes}" for strikes in range(1, STRIKES_AHEAD + 1)),
    "cannot_pay",
    "viziers_behind",
    "strike.assassins",
    "strike.viziers",
    "strike.elders",
    "strike.gold",
    "strike.camels",
)
"""The names of the values that `strike_risks` returns."""


class Loot(NamedTuple):
    """What Yazid captures on some tiles, and its approximate cost (`harm`)."""

    assassins: int
    viziers: int
    elders: int
    gold: int
    camels: int
    harm: float


NOTHING = Loot(0, 0, 0, 0, 0, 0.0)
_harm = itemgetter(Loot._fields.index("harm"))


def _loot(pile: Pile, blue: int, worth: int, enough: int, gold: int) -> Loot:
    """The meeples of a pile that count; `worth` is the value of an uncontrolled tile.

    With `enough` Assassins, or more gold than the player has, the strike ends the game.
    """
    deadly = pile >> WIDTH * ASSASSINS & FULL >= enough
    return _known_loot(pile, blue, worth, deadly or (pile >> WIDTH * BUILDERS & FULL) * blue > gold)


@lru_cache(maxsize=1 << 16)
def _known_loot(pile: Pile, blue: int, worth: int, deadly: bool) -> Loot:
    assassins, viziers = pile >> WIDTH * ASSASSINS & FULL, pile >> WIDTH * VIZIERS & FULL
    elders, price = pile >> WIDTH * ELDERS & FULL, (pile >> WIDTH * BUILDERS & FULL) * blue
    harm = ASSASSIN * assassins + VIZIER * viziers + ELDER * elders + price + worth
    if deadly:
        harm += DEADLY
    return Loot(assassins, viziers, elders, price, int(worth > 0), harm)


def loot(state: State, tile: Tile) -> Loot:
    """What a strike on this tile captures."""
    land = state.land
    worth = 0 if state.controlled >> tile & 1 else land.points[tile]
    enough = MOST_ASSASSINS - yazid_of(state).assassins
    return _loot(state.piles[tile], _blue(land)[tile], worth, enough, state.players[0].gold)


class _Ground:
    """What never changes in a column of a land; equal only to itself, which is fast to look up."""

    def __init__(self, land: Land, column: int) -> None:
        self.blue = _blue(land)[column::STRIDE]
        """How many blue tiles are around each tile."""
        self.points = land.points[column::STRIDE]


@lru_cache(maxsize=64)
def _blue(land: Land) -> tuple[int, ...]:
    """By tile, how many blue tiles are around it."""
    return tuple(land.blue_around(tile) for tile in TILES[: len(land.kinds)])


@lru_cache(maxsize=64)
def _grounds(land: Land) -> tuple[_Ground, ...]:
    """The columns of a land."""
    return tuple(_Ground(land, column) for column in range(COLUMNS))


def _combined(one: Loot, two: Loot) -> Loot:
    """The loot of two tiles together, without the harm."""
    return Loot(
        one[0] + two[0], one[1] + two[1], one[2] + two[2], one[3] + two[3], one[4] + two[4], 0.0
    )


Column = tuple[Loot, ...]
"""What strikes on the tiles of a column with meeples would capture."""
Sums = tuple[int, ...]
"""Sums over the rolls of strikes, in the order that `_sums` describes."""
Strike = tuple[Loot, int]
"""A possible capture, and the number of rolls that lead to it."""


def _columns_with_sums(state: State) -> list[tuple[Column, Sums]]:
    yazid, me = yazid_of(state), state.players[0]
    piles, controlled, gold = tuple(state.piles), state.controlled, me.gold
    enough, lead = max(0, MOST_ASSASSINS - yazid.assassins), max(0, me.viziers - yazid.viziers)
    found = []
    for nth, ground in enumerate(_grounds(state.land)):
        column = piles[nth::STRIDE]
        dearest, viziers = _most(column, ground)
        taken = controlled >> nth & FIRST_COLUMN
        # More gold or Viziers than all of the column can take make no difference.
        found.append(
            _column_with_sums(
                column, taken, ground, enough, min(gold, dearest), min(lead, viziers + 1)
            )
        )
    return found


@lru_cache(maxsize=1 << 14)
def _most(piles: tuple[Pile, ...], ground: _Ground) -> tuple[int, int]:
    """The gold that all Builders of a column earn, and its Viziers."""
    gold = viziers = 0
    for pile, blue in zip(piles, ground.blue, strict=True):
        gold += (pile >> WIDTH * BUILDERS & FULL) * blue
        viziers += pile >> WIDTH * VIZIERS & FULL
    return gold, viziers


@lru_cache(maxsize=1 << 14)  # a move changes few columns
def _column_with_sums(
    piles: tuple[Pile, ...], controlled: Mask, ground: _Ground, enough: int, gold: int, lead: int
) -> tuple[Column, Sums]:
    """The loot of a column, and the sums over the strikes that depend on it alone."""
    column = tuple(
        _loot(
            pile,
            ground.blue[row],
            0 if controlled >> STRIDE * row & 1 else ground.points[row],
            enough,
            gold,
        )
        for row, pile in enumerate(piles)
        if pile
    )
    return column, _sums(_strikes_in(column), enough, lead, gold)


def strikes(state: State) -> list[Strike]:
    """The possible captures, each with the number of rolls that lead to it.

    Where the player names the tile, the least harmful one is assumed.
    """
    columns = [column for column, _ in _columns_with_sums(state)]
    found = [strike for column in columns for strike in _strikes_in(column)]
    return found + _strikes_elsewhere(columns)


def _strikes_in(column: Column) -> list[Strike]:
    """The strikes that depend on one column alone."""
    found = [(each, 1) for each in column]
    if 0 < len(column) < ROWS:
        found.append((min(column, key=_harm), ROWS - len(column)))
    if len(column) > 1:
        found.append((_combined(column[0], column[-1]), 1))
    return found


def _strikes_elsewhere(columns: list[Column]) -> list[Strike]:
    """The strikes of columns with fewer than two tiles that hit the least harmful ones instead."""
    short = [column for column in columns if len(column) < 2]
    if not short:
        return []
    spared = sorted((each for column in columns for each in column), key=_harm)
    spared += [NOTHING] * 2
    found = []
    for column in short:
        if column:
            other = spared[1] if spared[0] is column[0] else spared[0]
            found.append((_combined(column[0], other), 1))
        else:
            found += [(spared[0], ROWS), (_combined(*spared[:2]), 1)]
    return found


def strike_risks(state: State) -> list[float]:
    """The risks and expected losses of the next strikes, scaled to similar sizes."""
    yazid, me = yazid_of(state), state.players[0]
    most = max(0, MOST_ASSASSINS - yazid.assassins)
    lead = me.viziers - yazid.viziers
    parts = _columns_with_sums(state)
    sums = [each for _, each in parts]
    if elsewhere := _strikes_elsewhere([column for column, _ in parts]):
        sums.append(_sums(elsewhere, most, lead, me.gold))
    dear, behind, viziers, elders, gold, camels, *rolls = map(sum, zip(*sums, strict=True))
    risks, expected = _assassin_risks(tuple(rolls))
    return [
        *risks,
        dear / ROLLS,
        behind / ROLLS,
        expected,
        viziers / ROLLS,
        elders / ROLLS,
        gold / ROLLS / 5,
        camels / ROLLS,
    ]


def _sums(found: list[Strike], most: int, lead: int, owned: int) -> Sums:
    """Sums over the rolls of some strikes.

    How many cost more gold than is owned or at least the lead in Viziers; the captured Viziers,
    Elders, gold and tiles; and how many rolls capture no Assassin, one, two …, or `most`.
    """
    rolls = [0] * (most + 1)
    dear = behind = viziers = elders = gold = camels = 0
    for (assassins, more_viziers, more_elders, price, tiles, _), number in found:
        rolls[assassins if assassins < most else most] += number
        dear += number * (price > owned)
        behind += number * (more_viziers >= lead)
        viziers += number * more_viziers
        elders += number * more_elders
        gold += number * price
        camels += number * tiles
    return (dear, behind, viziers, elders, gold, camels, *rolls)


@lru_cache(maxsize=1 << 12)
def _assassin_risks(rolls: tuple[int, ...]) -> tuple[tuple[float, ...], float]:
    """The risk of losing the last Assassin within one, two … strikes, and the expected loss of one.

    `rolls` has the number of rolls that take no Assassin, one, two …; the last take all.
    """
    need = len(rolls) - 1
    chances = [number / ROLLS for number in rolls]
    risks = []
    taken = [1.0] + [0.0] * need
    for _ in range(STRIKES_AHEAD):
        taken = [
            sum(taken[had] * chances[nth - had] for had in range(nth + 1)) for nth in range(need)
        ]
        risks.append(1 - sum(taken))
        taken.append(0.0)
    return tuple(risks), sum(number * chance for number, chance in enumerate(chances))
