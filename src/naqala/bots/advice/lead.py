"""Why the best option is better than the next one, found by comparing their reasons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from naqala.bots.advice.reasons import (
    Advantage,
    Advice,
    AvoidsDanger,
    BetterBid,
    BetterNextTurn,
    CostsRival,
    Denies,
    EndsAhead,
    EndsGame,
    Fakirs,
    FewerDeadly,
    Gain,
    GetsDjinn,
    Lead,
    Leaves,
    LeavesLess,
    Lone,
    Loses,
    MoreFakirs,
    MorePoints,
    Option,
    Peril,
    PlaysOn,
    Position,
    Reason,
    Stack,
    Strikes,
    Summons,
    Survives,
    TakesAway,
)

TELLING = 1.0
"""Smaller advantages do not explain a choice."""
WORTH_CONCEDING = 3.0
"""Advantages of the second option that are mentioned; smaller ones would only distract."""

T = TypeVar("T", bound=Reason)


def lead(advice: Advice) -> Lead | None:
    """Why the first option is better than the second; None if there is only one."""
    if len(advice.options) < 2:
        return None
    return compare(*advice.options[:2])


def compare(first: Option, second: Option) -> Lead:
    """What speaks most for the first of two options, and what for the second."""
    why = _greatest(advantages(first, second), TELLING)
    but = _greatest(advantages(second, first), WORTH_CONCEDING)
    return Lead(first.value - second.value, why, but)


def _greatest(found: Iterator[Advantage], least: float) -> Advantage | None:
    best = max(found, key=lambda advantage: advantage.weight, default=None)
    return best if best and best.weight >= least else None


def advantages(option: Option, other: Option) -> Iterator[Advantage]:
    """What an option has over another one. Some may have a negative weight."""
    bids = _one(option, Position), _one(other, Position)
    if bids[0] and bids[1]:
        yield _better_bid(bids[0], bids[1])
        return
    if _one(other, Loses) and not _one(option, Loses):
        yield Survives()
        return
    yield MorePoints(option.points, other.points)
    yield from _costs_rival(option, other)
    yield from _outlook(option, other)
    yield from _dangers(option, other)
    yield from _end(option, other)
    had = {each.djinn for each in _all(other, Summons)}
    yield from (GetsDjinn(each.djinn) for each in _all(option, Summons) if each.djinn not in had)
    fakirs = [sum(each.count for each in _all(one, Fakirs)) for one in (option, other)]
    yield MoreFakirs(fakirs[0] - fakirs[1])


def _all(option: Option, kind: type[T]) -> list[T]:
    return [reason for reason in option.reasons if isinstance(reason, kind)]


def _one(option: Option, kind: type[T]) -> T | None:
    return next(iter(_all(option, kind)), None)


def _better_bid(bid: Position, other: Position) -> BetterBid:
    worth = round(bid.worth - other.worth, 2)
    return BetterBid(bid.place, other.place, worth, bid.paid - other.paid)


def _costs_rival(option: Option, other: Option) -> Iterator[Advantage]:
    """The rival who loses most, compared with the other option."""
    lost: dict[int, list[int]] = {}
    for nth, each in enumerate((option, other)):
        for gain in _all(each, Gain):
            if not gain.own:
                lost.setdefault(gain.seat, [0, 0])[nth] -= gain.points
    for seat, (points, less) in lost.items():
        if points > 0:
            yield CostsRival(seat, points, max(0, less))


def _outlook(option: Option, other: Option) -> Iterator[Advantage]:
    """What the next player can do; both options must lead to the same next player."""
    kept = {each.tile for each in _all(other, Denies)}
    for denied in _all(option, Denies):
        if denied.tile not in kept and not denied.left:
            yield TakesAway(denied.seat, denied.tile, denied.tribe, denied.gain)
    after, instead = _one(option, Leaves), _one(other, Leaves)
    if not (after and instead and after.seat == instead.seat):
        return
    if after.own:
        yield BetterNextTurn(after.gain, instead.gain)
    else:
        yield LeavesLess(after.seat, max(0, after.gain), max(0, instead.gain))


def _dangers(option: Option, other: Option) -> Iterator[Advantage]:
    own, others = _risks(option), _risks(other)
    avoided = [risk for place, risk in others.items() if place not in own]
    if avoided:
        size = sum(risk.weight for risk in own.values()) - sum(
            risk.weight for risk in others.values()
        )
        yield AvoidsDanger(min(avoided, key=lambda risk: risk.weight), size)
    deadly = [peril.deadly if (peril := _one(each, Peril)) else 0 for each in (option, other)]
    yield FewerDeadly(deadly[0], deadly[1])


def _risks(option: Option) -> dict[tuple[object, ...], Lone | Stack | Strikes]:
    """The dangers of an option by kind, tile and tribe."""
    return {
        (type(reason), reason.tile, None if isinstance(reason, Strikes) else reason.tribe): reason
        for reason in option.reasons
        if isinstance(reason, Lone | Stack | Strikes) and reason.weight < 0
    }


def _end(option: Option, other: Option) -> Iterator[Advantage]:
    """Whether the game ends at the right time; the expected margin says who is ahead."""
    ends, end = _one(option, EndsGame), _one(other, EndsGame)
    if ends and not end and ends.margin is not None and ends.margin > 0:
        yield EndsAhead()
    if end and not ends and end.margin is not None and end.margin < 0:
        yield PlaysOn()
