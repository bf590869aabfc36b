"""Yazid's strikes: announced by the dice (Y3), on a named tile (Y4), or over already."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile

from naqala.rules import meeples
from naqala.rules.actions import PASS
from naqala.rules.board import TILE_NAMES
from naqala.rules.events import (
    CamelPlaced,
    Captured,
    CardsTaken,
    DiceRolled,
    DjinnTaken,
    Event,
    FakirsDiscarded,
    GameOver,
    GoldGained,
    GoldPaid,
    Lost,
    RoundStarted,
    TurnStarted,
)
from naqala.rules.game import Game
from naqala.rules.goods import CARD_NAMES
from naqala.rules.land import Land
from naqala.rules.state import State
from naqala.rules.yazid import NO_COLUMN, PLAYER, YAZID, Naming, Offering, Yazid, yazid_of
from naqala.tables.protocol.types import PastStrike, StrikeScene, StruckScene

HIS_TURN = TurnStarted(YAZID, 0)


def strike(game: Game) -> StrikeScene | None:
    """The strike that the dice announce; None if the player cannot act before it.

    Nothing is drawn before the player's own turn, so all of it follows from open information.
    """
    state = game.state
    if state.yazid is None or not state.pending or not isinstance(state.pending[-1], Offering):
        return None
    trial = game.copy(history=False)
    events = list(takewhile(_within_strike, trial.play(str(PASS))))
    return _strike(events, state.yazid, state.yazid.dice, state.land, _naming(trial.state))


def named_strike(game: Game, action: str) -> StrikeScene | None:
    """What Yazid does on a tile that the player names for him; None if the action names none."""
    state = game.state
    if state.yazid is None or _naming(state) is None:
        return None
    trial = game.copy(history=False)
    events = list(takewhile(_within_strike, trial.play(action)))
    return _strike(events, state.yazid, state.yazid.dice, state.land, _naming(trial.state))


def past_strikes(game: Game) -> tuple[PastStrike, ...]:
    """The strikes that the last action caused without asking the player before.

    This happens after a turn that was played first, and if the player cannot pay for acting first.
    """
    state = game.state
    if state.yazid is None or not game.history:
        return ()
    events = game.history[-1].events
    rolls = [
        nth
        for nth, event in enumerate(events[:-1])
        if isinstance(event, DiceRolled) and events[nth + 1] == HIS_TURN
    ]
    found: list[PastStrike] = []
    later: list[Event] = []
    for nth in reversed(rolls):
        roll = events[nth]
        assert isinstance(roll, DiceRolled)
        his = list(takewhile(_within_strike, events[nth + 1 :]))
        later = his + later
        before = _before(later, yazid_of(state))
        unfinished = nth + 1 + len(his) == len(events)
        naming = _naming(state) if unfinished else None
        shown = _strike(his, before, (roll.white, roll.black), state.land, naming)
        first = not any(isinstance(event, RoundStarted) for event in events[:nth])
        found.append(PastStrike((roll.white, roll.black), shown, first))
    return tuple(reversed(found))


def _within_strike(event: Event) -> bool:
    return event != TurnStarted(PLAYER, 0) and not isinstance(event, RoundStarted | GameOver)


def _before(events: Sequence[Event], after: Yazid) -> Yazid:
    """What Yazid had before he struck, as far as a strike shows it."""
    taken = sum(event.pile for event in events if isinstance(event, Captured))
    djinns = sum(isinstance(event, DjinnTaken) for event in events)
    return after._replace(
        camels=after.camels + _camels(events),
        viziers=after.viziers - meeples.count(taken, meeples.VIZIERS),
        assassins=after.assassins - meeples.count(taken, meeples.ASSASSINS),
        djinns=after.djinns[: len(after.djinns) - djinns],
    )


def _naming(state: State) -> Naming | None:
    """The question which tile Yazid strikes, if it is pending."""
    asked = state.pending[-1] if state.pending and not state.over else None
    return asked if isinstance(asked, Naming) else None


def _strike(
    events: Sequence[Event],
    before: Yazid,
    dice: tuple[int, int],
    land: Land,
    naming: Naming | None,
) -> StrikeScene:
    """A strike by its events."""
    djinns = [event.djinn for event in events if isinstance(event, DjinnTaken)]
    fakirs = sum(event.count for event in events if isinstance(event, FakirsDiscarded))
    return StrikeScene(
        price=sum(dice),
        gold=_paid(events),
        tiles=tuple(_struck(events, before, land)),
        named=naming.left if naming else 0,
        column=TILE_NAMES[naming.column][0] if naming and naming.column != NO_COLUMN else "",
        camels=before.camels - _camels(events),
        djinn=djinns[0] if djinns else "",
        djinns=len(before.djinns) + len(djinns),
        fakirs=fakirs,
        earned=_earned(events),
        lost=next((event.reason for event in events if isinstance(event, Lost)), ""),
    )


def _struck(events: Iterable[Event], before: Yazid, land: Land) -> Iterable[StruckScene]:
    """What happens on each tile: all events up to the next capture belong to it."""
    groups: list[list[Event]] = []
    for event in events:
        if isinstance(event, Captured):
            groups.append([])
        if groups:
            groups[-1].append(event)
    viziers, assassins = before.viziers, before.assassins
    for group in groups:
        capture = group[0]
        assert isinstance(capture, Captured)
        pile, tile = capture.pile, capture.tile
        viziers += meeples.count(pile, meeples.VIZIERS)
        assassins += meeples.count(pile, meeples.ASSASSINS)
        builders = meeples.count(pile, meeples.BUILDERS)
        blue = land.blue_around(tile) if builders else 0
        cards = [event.cards for event in group if isinstance(event, CardsTaken)]
        unpaid = Lost("assassins") in group  # Y9: the game is over before anybody pays
        yield StruckScene(
            tile=TILE_NAMES[tile],
            pile=meeples.letters(pile),
            camel=_camels(group) > 0,
            viziers=viziers,
            assassins=assassins,
            cards=tuple(CARD_NAMES[card] for taken in cards for card in taken),
            blue=blue,
            gold=0 if unpaid else builders * blue,
        )


def _camels(events: Iterable[Event]) -> int:
    return sum(isinstance(event, CamelPlaced) and event.seat == YAZID for event in events)


def _paid(events: Iterable[Event]) -> int:
    return sum(event.amount for event in events if isinstance(event, GoldPaid))


def _earned(events: Iterable[Event]) -> int:
    return sum(
        event.amount for event in events if isinstance(event, GoldGained) and event.seat == PLAYER
    )
