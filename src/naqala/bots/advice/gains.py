"""What a turn changes at once: points, Viziers, Djinns, Fakirs and the end of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from naqala.bots.advice.item_draws import expected_item, precious_bonus
from naqala.bots.advice.reasons import (
    Council,
    EndsGame,
    Fakirs,
    Gain,
    HasWhim,
    Loses,
    NearsEnd,
    Overtakes,
    Reason,
    Summons,
    Survival,
)
from naqala.bots.search.plans import apply_any
from naqala.bots.value.turn_order import upcoming
from naqala.rules import meeples
from naqala.rules.actions import Action
from naqala.rules.board import Tile, members
from naqala.rules.djinns import DJINNS
from naqala.rules.events import GoldGained, ItemsDrawn
from naqala.rules.expansions.whims import MEASURES
from naqala.rules.land import CITIES
from naqala.rules.meeples import VIZIERS
from naqala.rules.scoring import SOURCES, scores
from naqala.rules.state import Player, State
from naqala.rules.yazid import YAZID

DRAWN = ("gold", "djinns", "goods", "items")
"""The sources of points that depend on drawn cards."""
SECRET = ("gold", "goods", "items")
"""The sources of points that others cannot see."""
FEW_CAMELS = 2
"""How many camels are left when the end of the game is near."""


def gains(
    before: State,
    ends: Sequence[State],
    seat: int,
    *,
    guessed: bool = False,
    imagined: bool = False,
    drawn: int = 0,
    actions: Sequence[Action] = (),
) -> list[Gain]:
    """The differences of the score sheets; the mean if there are several end states.

    If draws were only `guessed`, gains that depend on cards are not sure. If the secrets of others
    were `imagined` anew for the end states, differences in them mean nothing and are left out. If
    the player draws items, `drawn` at first, they count with the mean of those not seen. With the
    `actions`, gains name what cannot be seen from them.
    """
    sheets = [scores(end) for end in ends]
    after = ends[0]
    found = []
    for nth, old in enumerate(scores(before)):
        for source in SOURCES:
            if imagined and nth != seat and source in SECRET:
                continue
            changes = [getattr(sheet[nth], source) - getattr(old, source) for sheet in sheets]
            mean = round(sum(changes) / len(changes))
            sure = len(set(changes)) == 1 and not (guessed and source in DRAWN)
            if source == "items" and drawn and nth == seat:
                mean, sure = round(_items(before, ends, seat, drawn)), False
            if mean:
                tiles = _tiles(before, after, nth, source) if sure else ()
                causes = _causes(before, ends, nth, source, actions) if sure else ()
                found.append(Gain(nth, nth == seat, source, mean, sure, tiles, causes))
    return found


def _causes(
    before: State, ends: Sequence[State], seat: int, source: str, actions: Sequence[Action]
) -> tuple[str, ...]:
    """Where points come from if the actions do not say so."""
    match source:
        case "gold" if seat != before.seat:
            return tuple(_paying_djinns(before, actions, seat))
        case "djinns":
            had = {djinn.name for djinn in before.players[seat].djinns}
            had |= {name for action in actions if (name := getattr(action, "djinn", None))}
            named = bool(actions)  # otherwise, the turn is not known
            new = [djinn.name for djinn in ends[0].players[seat].djinns if djinn.name not in had]
            return tuple(new) if named else ()
        case "artisans":
            number = before.players[seat].artisans
            return ("most",) if all(end.players[seat].artisans == number for end in ends) else ()
    return ()


def _paying_djinns(before: State, actions: Sequence[Action], seat: int) -> dict[str, None]:
    """The Djinns that bring a player gold while these actions are played."""
    trial = before.copy()
    found: dict[str, None] = {}
    for action in actions:
        apply_any(trial, action)
        for event in trial.events:
            if isinstance(event, GoldGained) and event.seat == seat and event.source in DJINNS:
                found[event.source] = None
    return found


def _items(before: State, ends: Sequence[State], seat: int, drawn: int) -> float:
    """The mean points of new items: the best of those drawn at first, then others one by one.

    With Geb, precious items are worth more, also those that the player has already (D26).
    """
    me = before.players[seat]
    more = sum(len(end.players[seat].items) - len(me.items) - 1 for end in ends) / len(ends)
    extra = min(precious_bonus(end.players[seat]) for end in ends)
    precious = sum(item.points > 0 for item in me.items)
    newly = max(0, extra - precious_bonus(me)) * precious
    first = expected_item(before, seat, drawn, extra)
    return newly + first + more * expected_item(before, seat, 1, extra)


def first_items(state: State, actions: Sequence[Action]) -> int:
    """How many items are drawn at once by the first of these actions that draws anything.

    Those after it may not be legal with another draw.
    """
    trial = state.copy()
    for action in actions:
        apply_any(trial, action)
        if trial.draws != state.draws:
            return sum(event.number for event in trial.events if isinstance(event, ItemsDrawn))
    return 0


def _tiles(before: State, after: State, seat: int, source: str) -> tuple[Tile, ...]:
    """The tiles that caused a change of the score sheet."""
    mine = after.players[seat].tiles
    if source in ("tiles", "cities"):
        cities = after.land.of_kind(*CITIES)  # W4: without points of their own
        some = cities if source == "cities" else ~cities
        return tuple(members(mine & some & ~before.players[seat].tiles))
    pieces = {
        "palms": (before.palms, after.palms),
        "palaces": (before.palaces, after.palaces),
    }.get(source)
    if not pieces:
        return ()
    had = before.players[seat].tiles
    return tuple(
        tile
        for tile in members(mine)
        if pieces[1][tile] > (pieces[0][tile] if had >> tile & 1 else 0)
    )


def changes(
    before: State, ends: Sequence[State], seat: int, margin: float | None = None
) -> list[Reason]:
    """What else changes for the player at once, in all end states.

    `margin` is the expected final margin, which says whether an early end is good.
    """
    first, *others = (list(_changes(before, after, seat, margin)) for after in ends)
    return [reason for reason in first if all(reason in other for other in others)]


def _changes(before: State, after: State, seat: int, margin: float | None) -> Iterator[Reason]:
    old, new = before.players[seat], after.players[seat]
    if after.yazid and after.yazid.lost:
        yield Loses(after.yazid.lost)
        return
    for other in range(len(before.players) + bool(before.yazid)):
        if other == seat:
            continue
        theirs = _viziers(before, other), _viziers(after, other)
        if old.viziers <= theirs[0] and new.viziers > theirs[1]:
            takes = theirs[0] > old.viziers and not before.yazid
            yield Overtakes(other, takes, new.viziers, theirs[1])
        elif before.yazid and (change := (new.viziers - theirs[1]) - (old.viziers - theirs[0])):
            yield Council(new.viziers, theirs[1], change)
    if not after.last_round or seat in upcoming(after):
        yield from _for_later(after, old, new)
    had_left, left = old.camels + old.tents, new.camels + new.tents
    if before.last_round:
        return
    if after.last_round and (not left or (after.yazid and not after.yazid.camels)):
        yield EndsGame(margin)
    elif left < had_left and left <= FEW_CAMELS:
        yield NearsEnd(left, margin)


def _for_later(after: State, old: Player, new: Player) -> Iterator[Reason]:
    """Djinns, Whims and Fakirs, which are of use in later turns."""
    had = {djinn.name for djinn in old.djinns}
    yield from (Summons(djinn.name) for djinn in new.djinns if djinn.name not in had)
    known = {whim.name for whim in (*old.whims, *old.paid_whims)}
    paid = {whim.name for whim in old.paid_whims}
    for whim in (*new.whims, *new.paid_whims):
        if whim.name not in known or (whim in new.paid_whims and whim.name not in paid):
            has = whim.least if whim in new.paid_whims else MEASURES[whim.measure](after, new)
            yield HasWhim(whim.measure, whim.least, whim.gold, has)
    if new.fakirs != old.fakirs:
        yield Fakirs(new.fakirs - old.fakirs)


def survival(state: State) -> Survival | None:
    """What the player of a solo game still needs, if that is in doubt."""
    yazid = state.yazid
    if not yazid or state.over:
        return None
    board = sum(meeples.count(pile, VIZIERS) for pile in state.piles)
    found = Survival(state.players[0].viziers, yazid.viziers, board, yazid.camels, state.last_round)
    in_doubt = found.is_behind and yazid.viziers > 0
    return found if in_doubt or found.end_is_near else None


def _viziers(state: State, other: int) -> int:
    if state.yazid and other == YAZID:
        return state.yazid.viziers
    return state.players[other].viziers
