"""The risks of a turn: meeples that it leaves for others, and Yazid's strikes."""

from __future__ import annotations

from collections.abc import Iterator

from naqala.bots.advice.best_turns import claim_worth
from naqala.bots.advice.reasons import Lone, Peril, Reason, Safety, Stack, Strikes
from naqala.bots.advice.takeovers import able_rivals, ends, safety, takeover
from naqala.bots.value.turn_order import upcoming
from naqala.bots.value.yazid_risk import COLUMNS, ROWS
from naqala.rules import meeples
from naqala.rules.actions import Action
from naqala.rules.board import STRIDE, Tile, members, tile_at
from naqala.rules.events import Captured
from naqala.rules.meeples import Tribe
from naqala.rules.state import State
from naqala.rules.turn import apply
from naqala.rules.yazid import DOUBLE, Departing, Naming, Offering, strike, yazid_of

STACK_SIZE = 3
"""How many meeples of a tribe on a tile make a stack."""


def risks(before: State, after: State, taker: int) -> Iterator[Reason]:
    """What the path leaves for others: lone meeples and stacks (section 12 of the rules).

    The points of a tile are those that the `taker` would get for it.
    """
    reached: dict[tuple[Tile, Tribe], int] | None = None
    rivals = able_rivals(after, before.seat)
    for tile in after.land.grid.tiles:
        pile = after.piles[tile]
        if not pile or pile == before.piles[tile]:
            continue
        tribes = meeples.tribes(pile)
        alone = bool(rivals) and len(tribes) == 1 and not after.controlled >> tile & 1
        worth = claim_worth(after, after.players[taker], tile) if alone else 0
        for tribe in tribes:
            count = meeples.count(pile, tribe)
            grown = count > meeples.count(before.piles[tile], tribe)
            lone = alone and count == 1
            if not (lone or (grown and (count >= STACK_SIZE or (alone and count > 1)))):
                continue
            if reached is None:
                reached = ends(after)
            starts = reached.get((tile, tribe), 0)
            safe: Safety = "" if starts else safety(after, tile, tribe)
            if lone:
                found = takeover(after, tile, tribe, rivals)
                is_safe = not (found.starts or found.fakirs or found.powers)
                yield Lone(
                    tile,
                    tribe,
                    worth,
                    len(found.starts),
                    safe if is_safe else "",
                    found.fakirs,
                    found.powers,
                )
            else:
                yield Stack(tile, tribe, count, worth, starts, safe)


def strikes(before: State, choice: Action) -> list[Strikes]:
    """What Yazid captures at once after an answer to his dice."""
    if not isinstance(before.pending[-1], Offering | Naming):
        return []
    struck = apply(before.copy(), choice)
    return [Strikes(event.tile, event.pile) for event in struck if isinstance(event, Captured)]


def peril(state: State) -> Peril | None:
    """How many of the 36 rolls of Yazid's dice would lose the game, and on which tiles.

    None if the player acts before his next strike, and may move what is in danger.
    """
    yazid = state.yazid
    if not yazid or state.over or yazid.lost or upcoming(state):
        return None
    standing = list(members(state.occupied()))
    where: list[Tile] = []
    rolls: list[tuple[int, int]] = []
    causes: set[str] = set()
    for tile in standing:
        roll = tile % STRIDE + 1, tile // STRIDE + 1
        if cause := _loss_by(state, *roll):
            where.append(tile)
            rolls.append(roll)
            causes.add(cause)
    together: list[Tile] = []
    for white in range(1, COLUMNS + 1):
        column = [tile for tile in standing if tile % STRIDE == white - 1]
        if cause := _loss_by(state, white, DOUBLE):
            rolls.append((white, DOUBLE))
            causes.add(cause)
            ends = {column[0], column[-1]} if column else set()
            if len(ends) > 1 and ends.isdisjoint(where):
                together += [column[-1], column[0]]
        missing = [row for row in range(1, ROWS + 1) if tile_at(white - 1, row - 1) not in column]
        if missing and (cause := _loss_by(state, white, missing[0])):
            causes.add(cause)
            rolls += [(white, row) for row in missing]
    if not rolls:
        return None
    # If he has struck already, he rolls in the next round, and the player may pay the sum (Y3).
    avoidable = yazid.struck and state.players[0].gold >= max(map(sum, rolls))
    return Peril(
        len(where),
        len(standing),
        len(rolls),
        tuple(where),
        tuple(together),
        avoidable,
        tuple(sorted(causes)),
    )


def _loss_by(state: State, white: int, black: int) -> str:
    """How a roll loses the game, whatever tiles the player names (Y4, Y9); empty if it does not."""
    struck = state.copy()
    struck.pending = ()
    struck.yazid = yazid_of(struck)._replace(dice=(white, black))
    strike(struck)
    return _loss(struck)


def _loss(state: State) -> str:
    """How the rest of a strike loses the game; empty if it does not."""
    if state.over:
        return yazid_of(state).lost
    top = state.pending[-1]
    if options := top.options(state):
        losses = [_loss(_named(state, option)) for option in options]
        return losses[0] if all(losses) else ""
    state.pending = state.pending[:-1]
    top.resolve(state)
    return yazid_of(state).lost if type(top) is Departing else _loss(state)


def _named(state: State, option: Action) -> State:
    """The state after the player has named a tile."""
    after = state.copy()
    top = after.pending[-1]
    after.pending = after.pending[:-1]
    top.answer(after, option)
    return after
