"""What Yazid's next strike captures, over all rolls of his dice."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from naqala.rules.board import STRIDE, Tile, members
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


@cache
def _loot(pile: Pile, blue: int, worth: int) -> Loot:
    """The meeples of a pile that count; `worth` is the value of an uncontrolled tile."""
    assassins, viziers = pile >> WIDTH * ASSASSINS & FULL, pile >> WIDTH * VIZIERS & FULL
    elders, gold = pile >> WIDTH * ELDERS & FULL, (pile >> WIDTH * BUILDERS & FULL) * blue
    harm = ASSASSIN * assassins + VIZIER * viziers + ELDER * elders + gold + worth
    return Loot(assassins, viziers, elders, gold, int(worth > 0), harm)


def loot(state: State, tile: Tile) -> Loot:
    """What a strike on this tile captures."""
    land = state.land
    worth = 0 if state.controlled >> tile & 1 else land.points[tile]
    found = _loot(state.piles[tile], land.blue_around(tile), worth)
    enough = MOST_ASSASSINS - yazid_of(state).assassins
    if found.assassins >= enough or found.gold > state.players[0].gold:
        return found._replace(harm=found.harm + DEADLY)
    return found


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
    for tile in members(state.occupied()):
        columns[tile % STRIDE].append(loot(state, tile))
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


def _harm(each: Loot) -> float:
    return each.harm


def strike_risks(state: State) -> list[float]:
    """The risks and expected losses of the next strikes, scaled to similar sizes."""
    yazid, me = yazid_of(state), state.players[0]
    found = strikes(state)
    need = max(0, MOST_ASSASSINS - yazid.assassins)
    chances = [0.0] * (need + 1)
    dear = behind = viziers = elders = gold = camels = 0
    for each, number in found:
        chances[min(each.assassins, need)] += number / ROLLS
        dear += number * (each.gold > me.gold)
        behind += number * (yazid.viziers + each.viziers >= me.viziers)
        viziers += number * each.viziers
        elders += number * each.elders
        gold += number * each.gold
        camels += number * each.camels
    risks = []
    taken = [1.0] + [0.0] * need
    for _ in range(STRIKES_AHEAD):
        taken = [
            sum(taken[had] * chances[nth - had] for had in range(nth + 1)) for nth in range(need)
        ]
        risks.append(1 - sum(taken))
        taken.append(0.0)
    expected = sum(number * chance for number, chance in enumerate(chances))
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
