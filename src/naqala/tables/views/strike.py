"""What Yazid would do now, while the player decides whether to act before him (Y3)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from naqala.rules import meeples
from naqala.rules.actions import PASS
from naqala.rules.board import TILE_NAMES
from naqala.rules.events import (
    CamelPlaced,
    Captured,
    CardsTaken,
    DjinnTaken,
    Event,
    FakirsDiscarded,
    GoldGained,
    GoldPaid,
    Lost,
    TurnStarted,
)
from naqala.rules.game import Game
from naqala.rules.goods import CARD_NAMES
from naqala.rules.land import Land
from naqala.rules.yazid import NO_COLUMN, PLAYER, YAZID, Naming, Offering, yazid_of
from naqala.tables.protocol.types import StrikeScene, StruckScene


def strike(game: Game) -> StrikeScene | None:
    """The strike that the dice announce; None if the player cannot act before it.

    Nothing is drawn before the player's own turn, so all of it follows from open information.
    """
    state = game.state
    if state.yazid is None or not state.pending or not isinstance(state.pending[-1], Offering):
        return None
    price = sum(state.yazid.dice)
    trial = game.copy(history=False)
    caused = trial.play(str(PASS))
    events = list(takewhile(lambda event: event != TurnStarted(PLAYER, 0), caused))
    asked = trial.state.pending[-1] if trial.state.pending and not trial.over else None
    bound = isinstance(asked, Naming) and asked.column != NO_COLUMN
    column = TILE_NAMES[state.yazid.dice[0] - 1][0] if bound else ""
    djinn = next((event.djinn for event in events if isinstance(event, DjinnTaken)), "")
    captured = sum(
        meeples.count(event.pile, meeples.ELDERS) for event in events if isinstance(event, Captured)
    )
    return StrikeScene(
        price=price,
        gold=sum(event.amount for event in events if isinstance(event, GoldPaid)),
        tiles=tuple(_struck(events, state.land, state.yazid.assassins)),
        named=asked.left if isinstance(asked, Naming) else 0,
        column=column,
        djinn=djinn,
        djinns=len(yazid_of(trial.state).djinns),
        elders=state.yazid.elders + captured - yazid_of(trial.state).elders,
        fakirs=sum(event.count for event in events if isinstance(event, FakirsDiscarded)),
        earned=sum(
            event.amount
            for event in events
            if isinstance(event, GoldGained) and event.seat == PLAYER
        ),
        lost=next((event.reason for event in events if isinstance(event, Lost)), ""),
    )


def _struck(events: Iterable[Event], land: Land, assassins: int) -> Iterable[StruckScene]:
    """What happens on each tile: all events up to the next capture belong to it."""
    groups: list[list[Event]] = []
    for event in events:
        if isinstance(event, Captured):
            groups.append([])
        if groups:
            groups[-1].append(event)
    for group in groups:
        capture = group[0]
        assert isinstance(capture, Captured)
        pile, tile = capture.pile, capture.tile
        assassins += meeples.count(pile, meeples.ASSASSINS)
        builders = meeples.count(pile, meeples.BUILDERS)
        blue = land.blue_around(tile) if builders else 0
        cards = [event.cards for event in group if isinstance(event, CardsTaken)]
        unpaid = Lost("assassins") in group  # Y9: the game is over before anybody pays
        yield StruckScene(
            tile=TILE_NAMES[tile],
            pile=meeples.letters(pile),
            camel=any(isinstance(event, CamelPlaced) and event.seat == YAZID for event in group),
            assassins=assassins,
            cards=tuple(CARD_NAMES[card] for taken in cards for card in taken),
            blue=blue,
            gold=0 if unpaid else builders * blue,
        )
