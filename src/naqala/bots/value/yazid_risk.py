"""What Yazid's next strike captures, over all rolls of his dice."""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from naqala.rules.board import STRIDE, TILES, Tile, members
from naqala.rules.land import Land
from naqala.rules.meeples import ASSASSINS, BUILDERS, ELDERS, FULL, VIZIERS, WIDTH, Pile
from naqala.rules.state import State
from naqala.rules.yazid import MOST_ASSASSINS, yazid_of

COLUMNS, ROWS = 6, 5
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


@lru_cache(maxsize=1 << 16)
def _loot(pile: Pile, blue: int, worth: int, enough: int, gold: int) -> Loot:
    """The meeples of a pile that count; `worth` is the value of an uncontrolled tile.

    With `enough` Assassins, or more gold than the player has, the strike ends the game.
    """
    assassins, viziers = pile >> WIDTH * ASSASSINS & FULL, pile >> WIDTH * VIZIERS & FULL
    elders, price = pile >> WIDTH * ELDERS & FULL, (pile >> WIDTH * BUILDERS & FULL) * blue
    harm = ASSASSIN * assassins + VIZIER * viziers + ELDER * elders + price + worth
    if assassins >= enough or price > gold:
        harm += DEADLY
    return Loot(assassins, viziers, elders, price, int(worth > 0), harm)


def loot(state: State, tile: Tile) -> Loot:
    """What a strike on this tile captures."""
    land = state.land
    worth = 0 if state.controlled >> tile & 1 else land.points[tile]
    enough = MOST_ASSASSINS - yazid_of(state).assassins
    return _loot(state.piles[tile], _blue(land)[tile], worth, enough, state.players[0].gold)


@lru_cache(maxsize=64)
def _blue(land: Land) -> tuple[int, ...]:
    """By tile, how many blue tiles are around it."""
    return tuple(land.blue_around(tile) for tile in TILES[: len(land.kinds)])


def _combined(one: Loot, two: Loot) -> Loot:
    """The loot of two tiles together, without the harm."""
    return Loot(
        one[0] + two[0], one[1] + two[1], one[2] + two[2], one[3] + two[3], one[4] + two[4], 0.0
    )


def strikes(state: State) -> list[tuple[Loot, int]]:
    """The possible captures, each with the number of rolls that lead to it.

    Where the player names the tile, the least harmful one is assumed.
    """
    columns: list[list[Loot]] = [[] for _ in range(COLUMNS)]
    piles, controlled = state.piles, state.controlled
    points, blue = state.land.points, _blue(state.land)
    enough, gold = MOST_ASSASSINS - yazid_of(state).assassins, state.players[0].gold
    for tile in members(state.occupied()):
        worth = 0 if controlled >> tile & 1 else points[tile]
        columns[tile % STRIDE].append(_loot(piles[tile], blue[tile], worth, enough, gold))
    spared = sorted((each for column in columns for each in column), key=_harm)
    spared += [NOTHING] * 2
    found = []
    for column in columns:
        found += [(each, 1) for each in column]
        if len(column) < ROWS:
            found.append((min(column, key=_harm) if column else spared[0], ROWS - len(column)))
        if len(column) > 1:
            found.append((_combined(column[0], column[-1]), 1))
        elif column:
            other = spared[1] if spared[0] is column[0] else spared[0]
            found.append((_combined(column[0], other), 1))
        else:
            found.append((_combined(*spared[:2]), 1))
    return found


def strike_risks(state: State) -> list[float]:
    """The risks and expected losses of the next strikes, scaled to similar sizes."""
    yazid, me = yazid_of(state), state.players[0]
    found = strikes(state)
    rolls = [0] * (max(0, MOST_ASSASSINS - yazid.assassins) + 1)
    most = len(rolls) - 1
    dear = behind = viziers = elders = gold = camels = 0
    for (assassins, more_viziers, more_elders, price, tiles, _), number in found:
        rolls[assassins if assassins < most else most] += number
        dear += number * (price > me.gold)
        behind += number * (yazid.viziers + more_viziers >= me.viziers)
        viziers += number * more_viziers
        elders += number * more_elders
        gold += number * price
        camels += number * tiles
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
