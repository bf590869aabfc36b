"""The risks of a turn: meeples that it leaves for others, and Yazid's strikes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from naqala.bots.advice.best_turns import claim_worth
from naqala.bots.advice.reasons import (
    FEW_ASSASSINS,
    FewerAssassins,
    Lone,
    LowGold,
    Peril,
    Reason,
    Safety,
    Stack,
    Strikes,
    YazidAssassins,
    YazidSummons,
)
from naqala.bots.advice.takeovers import able_rivals, safety, starts_by_arrival, takeover
from naqala.bots.value.expected_margin import is_settled
from naqala.bots.value.turn_order import upcoming
from naqala.bots.value.yazid_risk import COLUMNS, ROWS
from naqala.rules import meeples
from naqala.rules.actions import Action
from naqala.rules.board import STRIDE, Tile, members, tile_at
from naqala.rules.events import Captured, DiceRolled, DjinnTaken, GoldPaid, RoundStarted
from naqala.rules.meeples import ASSASSINS, Tribe
from naqala.rules.sowing import outcomes
from naqala.rules.state import State
from naqala.rules.turn import apply
from naqala.rules.yazid import (
    DOUBLE,
    MOST_ASSASSINS,
    YAZID,
    Departing,
    Naming,
    Offering,
    dearest_strike,
    strike,
    yazid_of,
)

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
            if not (alone or (grown and count >= STACK_SIZE)):
                continue
            if reached is None:
                reached = starts_by_arrival(after)
            starts = reached.get((tile, tribe), 0)
            safe: Safety = "" if starts else safety(after, tile, tribe)
            if lone:
                found = takeover(after, tile, tribe, rivals)
                lone_one = Lone(
                    tile, tribe, worth, len(found.starts), "", found.fakirs, found.powers
                )
                yield replace(lone_one, safety=safe) if lone_one.is_safe else lone_one
            else:
                yield Stack(tile, tribe, count, worth, starts, safe)


def strikes(before: State, choices: Sequence[Action]) -> list[Reason]:
    """What Yazid takes at once after an answer to his dice and the tiles that are named then."""
    found = _strikes(before, choices)
    # Of two strikes, only the Assassins after the second one count, and not if they end the game.
    counted = [each for each in found if isinstance(each, YazidAssassins)]
    left = [each for each in counted[-1:] if each.count < MOST_ASSASSINS]
    return [each for each in found if each not in counted or each in left]


def _strikes(before: State, choices: Sequence[Action]) -> list[Reason]:
    found: list[Reason] = []
    struck = before.copy()
    had = before.yazid.assassins if before.yazid else 0
    latest = 0
    for choice in choices:
        if not (struck.pending and isinstance(struck.pending[-1], Offering | Naming)):
            break
        for event in apply(struck, choice):
            match event:
                case Captured(tile=tile, pile=pile):
                    latest = len(found)
                    found.append(Strikes(tile, pile))
                    had += meeples.count(pile, ASSASSINS)
                    if meeples.count(pile, ASSASSINS) and had >= FEW_ASSASSINS:
                        found.append(YazidAssassins(had))
                case GoldPaid(amount=gold, purpose="yazid") if found:
                    last = found[latest]
                    assert isinstance(last, Strikes)
                    found[latest] = replace(last, price=gold)
                case DjinnTaken(seat=seat, djinn=djinn) if seat == YAZID:
                    found.append(YazidSummons(djinn))
                case RoundStarted() | DiceRolled():  # what follows depends on the dice
                    return found
    return found


def low_gold(before: State, after: State) -> LowGold | None:
    """Whether gold is spent that a strike of Yazid may demand; None if enough is left."""
    gold = after.players[0].gold
    if not after.yazid or gold >= before.players[0].gold or is_settled(after):
        return None
    price, tiles = dearest_strike(after)
    if gold >= price:
        return None
    return LowGold(gold, price, tiles, acts_first=bool(upcoming(after)))


def fewer_assassins(before: State, after: State) -> FewerAssassins | None:
    """The Assassins that left the game, if Yazid needs only a few more to win."""
    if not (before.yazid and after.yazid) or after.yazid.assassins < FEW_ASSASSINS:
        return None
    gone = _assassins(before) - _assassins(after)
    missing = MOST_ASSASSINS - after.yazid.assassins
    return FewerAssassins(gone, missing) if gone > 0 and missing > 0 else None


def _assassins(state: State) -> int:
    """The Assassins on the board and with Yazid."""
    on_board = sum(meeples.count(pile, ASSASSINS) for pile in state.piles)
    return on_board + yazid_of(state).assassins


def peril(state: State) -> Peril | None:
    """How many of the 36 rolls of Yazid's dice would lose the game, and on which tiles.

    At once, or because the game ends with too few Viziers as soon as he has struck (Y12, Y13).
    None if the player acts before his next strike, and may move what is in danger.
    """
    yazid = state.yazid
    if not yazid or yazid.lost or is_settled(state) or upcoming(state):
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
    yazid = yazid_of(struck)
    if yazid.struck:  # he strikes in the next round, and the player has not acted then
        yazid = yazid._replace(struck=False, acted=False)
        if not struck.djinn_row and (struck.djinn_deck or struck.djinn_discards):
            struck.djinn_row = struck.djinn_deck[:1] or struck.djinn_discards[:1]
    struck.yazid = yazid._replace(dice=(white, black))
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
    return _loss_after(state) if type(top) is Departing else _loss(state)


def _loss_after(state: State) -> str:
    """How the game is lost after a strike: at once, or because it ends then (Y9, Y12, Y13)."""
    yazid = yazid_of(state)
    if yazid.lost or not yazid.acted or state.players[0].viziers > yazid.viziers:
        return yazid.lost
    ends = state.last_round or not outcomes(state.land.grid, state.piles, state.masks)
    return "viziers" if ends else ""


def _named(state: State, option: Action) -> State:
    """The state after the player has named a tile."""
    after = state.copy()
    top = after.pending[-1]
    after.pending = after.pending[:-1]
    top.answer(after, option)
    return after
