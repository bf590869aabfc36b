"""Why the best option is better than the others, found by comparing their reasons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from naqala.bots.advice.advantages import (
    ABOUT_EQUAL,
    ACCOUNTS_FOR,
    Advantage,
    AvoidsDanger,
    BetterBid,
    BetterNextTurn,
    CostsRival,
    CostsRivals,
    EndsAhead,
    FewerDeadly,
    GetsDjinn,
    Lead,
    LeavesLess,
    MoreFakirs,
    MorePoints,
    NearerCouncil,
    PlaysOn,
    RemovesAssassins,
    Survives,
    SurvivesMore,
    TakesAway,
    TakesWhim,
    Temptation,
    clearly_greater,
)
from naqala.bots.advice.reasons import (
    Advice,
    Council,
    Denies,
    EndsGame,
    Fakirs,
    FewerAssassins,
    Gain,
    HasWhim,
    Leaves,
    Lone,
    Loses,
    Option,
    Overtakes,
    Peril,
    Position,
    Reason,
    Stack,
    Strikes,
    Summons,
)

TELLING = 1.5
"""Smaller advantages do not explain a choice, unless the choice hardly matters."""
SLIGHT = 1.0
"""The smallest advantage that explains a slight difference."""
MATTERS = 0.2
"""The share of a difference, and of what speaks against it, below which a reason is too small."""
SMALL = 2
"""How many small advantages are mentioned at most if there is no greater one."""
WORTH_CONCEDING = 3.0
"""Advantages of the second option that are mentioned; smaller ones would only distract."""
TEMPTING = 6.0
"""Advantages of a later option that are mentioned instead, if they are greater."""
TEMPTING_POINTS = 3.0
"""The same where more points are the reason: a player wonders about options with still more."""
NOISE = 3.0
"""Values of a solo game that differ by less are equally good: the dice make them less accurate."""
FAR_BETTER = 3
"""From how many times a danger on, the best reply makes the danger unimportant."""
COMPARABLE = 0.5
"""The share of another danger from which on an own danger is about as great."""

T = TypeVar("T", bound=Reason)


def lead(advice: Advice) -> Lead | None:
    """Why the first option is better than the second; None if there is only one.

    A bid is compared with its `alternative`.
    """
    if len(advice.options) < 2:
        return None
    first, *others = advice.options
    if first.position:
        return compare(first, alternative(advice.options) or others[0])
    found = compare(first, others[0])
    if found.plays_on:
        return replace(found, why=PlaysOn(), but=None)
    if found.why and not _matters(found, found.why):
        found = replace(found, why=None)
    if not found.why and not found.about_equal:
        found = replace(found, small=_small(first, others[0], found.but))
    greatest = found.but.weight if found.but else 0.0
    least = TEMPTING_POINTS if isinstance(found.why, MorePoints) else TEMPTING
    for number, option in enumerate(others[1:], 3):
        by = first.outlook - option.outlook
        tempting = _greatest(_temptations(option, first, by), least)
        is_worse = by >= ABOUT_EQUAL or clearly_greater(first.chance, option.chance)
        if tempting and is_worse and tempting.weight > greatest:
            greatest = tempting.weight
            found = replace(found, tempting=Temptation(number, tempting, by, option.chance))
    return found


def alternative(bids: Sequence[Option]) -> Option | None:
    """What the best bid is compared with; None if all bids lead to the same places for no less.

    That is a cheaper bid for the same places if there is one, otherwise the best for others.
    """
    best, *others = bids
    chosen = best.position
    elsewhere = []
    for option in others:
        bid = option.position
        if chosen and bid and bid.places_of_player != chosen.places_of_player:
            elsewhere.append(option)
        elif chosen and bid and bid.paid < chosen.paid and bid.fakirs <= chosen.fakirs:
            return option
    return elsewhere[0] if elsewhere else None


def in_order(options: Sequence[Option]) -> tuple[Option, ...]:
    """Options by value; of those that are equally good, the one that a player would prefer first.

    In the solo game that is the safest one. With opponents it is one that wins more often, or one
    that has some advantage over the best, which has none. A game that would be lost is not ended
    if another option wins clearly more often.
    """
    if len(options) < 2 or options[0].position:
        return tuple(options)
    solo = bool(options[0].titles)
    if solo:
        near = [each for each in options if options[0].value - each.value < NOISE]
        safest = max(near, key=lambda option: option.chance)
        if clearly_greater(safest.chance, options[0].chance):
            return _with_first(options, safest)
    else:
        options = sorted(options, key=lambda each: (-round(each.value, 1), -each.chance))
        near = [each for each in options if options[0].value - each.value < ABOUT_EQUAL]
        likeliest = max(near, key=lambda option: option.chance)
        if clearly_greater(likeliest.chance, options[0].chance):
            return _with_first(options, likeliest)
    best, second = options[:2]
    if (end := _one(best, EndsGame)) and end.margin is not None and end.margin < 0 and not solo:
        going = [each for each in options[1:] if not _one(each, EndsGame)]
        likeliest = max(going, key=lambda each: each.chance, default=best)
        if clearly_greater(likeliest.chance, best.chance):
            return _with_first(options, likeliest)
    found = compare(best, second)
    safer = solo and clearly_greater(best.chance, second.chance)
    if found.about_equal and found.but and not found.why and not safer:
        return _with_first(options, second)
    return tuple(options)


def _with_first(options: Sequence[Option], first: Option) -> tuple[Option, ...]:
    return (first, *(option for option in options if option is not first))


def _matters(found: Lead, why: Advantage) -> bool:
    """Whether an advantage is not tiny beside the difference and what speaks against it.

    What the power of a Djinn is worth is not known.
    """
    if found.about_equal or isinstance(why, GetsDjinn):
        return True
    return why.weight >= MATTERS * (found.by + (found.but.weight if found.but else 0.0))


def _small(first: Option, second: Option, but: Advantage | None) -> tuple[Advantage, ...]:
    """The greatest of the advantages that are too small to be the reason."""
    least = max(SLIGHT, MATTERS * but.weight if but else 0.0)
    found = [each for each in advantages(first, second) if each.weight >= least]
    found.sort(key=lambda advantage: -advantage.weight)
    return tuple(found[:SMALL])


def compare(first: Option, second: Option) -> Lead:
    """What speaks most for the first of two options, and what for the second."""
    by = first.value - second.value
    is_slight = by >= ABOUT_EQUAL and ACCOUNTS_FOR * by <= SLIGHT
    close = by < ABOUT_EQUAL
    why = _greatest(advantages(first, second, close=close), SLIGHT if is_slight else TELLING)
    least = TELLING if close else WORTH_CONCEDING
    conceded = _concessions(second, first, close=close)
    but = _greatest(_survival(second, first), 0.0) or _greatest(conceded, least)
    return Lead(
        by,
        why,
        but,
        chance=first.chance,
        other=second.chance,
        solo=bool(first.titles),
        survivor_points=first.survivor_points - second.survivor_points,
    )


def _concessions(option: Option, first: Option, *, close: bool) -> Iterator[Advantage]:
    """What speaks for another option; one Djinn instead of another does not by itself."""
    for advantage in advantages(option, first, close=close):
        if not (isinstance(advantage, GetsDjinn) and advantage.instead):
            yield advantage


def _temptations(option: Option, first: Option, by: float) -> Iterator[Advantage]:
    """What catches the eye of a player, although the option is worse by so many points.

    A better next turn does not if the option is worse by more than that turn is better.
    """
    for advantage in advantages(option, first):
        match advantage:
            case MorePoints():
                yield advantage
            case BetterNextTurn(gain=gain, other=other) if by <= gain - other:
                yield advantage


def _survival(option: Option, other: Option) -> Iterator[SurvivesMore]:
    if option.titles and clearly_greater(option.chance, other.chance):
        yield SurvivesMore(option.chance, other.chance)


def _greatest(found: Iterator[Advantage], least: float) -> Advantage | None:
    best = max(found, key=lambda advantage: advantage.weight, default=None)
    return best if best and best.weight >= least else None


def advantages(option: Option, other: Option, *, close: bool = False) -> Iterator[Advantage]:
    """What an option has over another one. Some may have a negative weight.

    With `close`, the options are about equal, so a danger counts also beside a far better reply.
    """
    if option.position and other.position:
        yield _better_bid(option.position, other.position)
        return
    if _one(option, Loses) or _one(other, Loses):
        if not _one(option, Loses):
            yield Survives()
        return
    yield _more_points(option, other)
    yield from _costs_rival(option, other)
    yield from _outlook(option, other)
    yield from _dangers(option, other, close=close)
    yield from _end(option, other)
    yield from _council(option, other)
    if gone := _one(option, FewerAssassins):
        less = _one(other, FewerAssassins)
        yield RemovesAssassins(gone.count, less.count if less else 0, gone.missing)
    had = [each.djinn for each in _all(other, Summons)]
    instead = had[0] if had else ""
    for each in _all(option, Summons):
        if each.djinn not in had:
            yield GetsDjinn(each.djinn, instead)
    yield from _whims(option, other)
    fakirs = [sum(each.count for each in _all(one, Fakirs)) for one in (option, other)]
    yield MoreFakirs(fakirs[0] - fakirs[1])


def _all(option: Option, kind: type[T]) -> list[T]:
    return [reason for reason in option.reasons if isinstance(reason, kind)]


def _more_points(option: Option, other: Option) -> MorePoints:
    gains = [[each for each in _all(one, Gain) if each.own] for one in (option, other)]
    majority, instead = (
        sum(each.points for each in some if each.source == "majority") for some in gains
    )
    sure = all(each.sure for some in gains for each in some)
    return MorePoints(option.points, other.points, max(0, majority - instead), sure)


def _one(option: Option, kind: type[T]) -> T | None:
    return next(iter(_all(option, kind)), None)


def _better_bid(bid: Position, other: Position) -> BetterBid:
    worth = round(bid.worth - other.worth, 2)
    places = bid.places_of_player, other.places_of_player
    return BetterBid(*places, worth, bid.paid - other.paid)


def _costs_rival(option: Option, other: Option) -> Iterator[Advantage]:
    """The rivals who lose points, compared with the other option."""
    lost: dict[int, list[int]] = {}
    for nth, each in enumerate((option, other)):
        for gain in _all(each, Gain):
            if not gain.own:
                lost.setdefault(gain.seat, [0, 0])[nth] -= gain.points
    seats: dict[int, list[int]] = {}
    for seat, (points, less) in lost.items():
        if points > 0:
            yield CostsRival(seat, points, max(0, less))
            seats.setdefault(points - max(0, less), []).append(seat)
    for more, losers in seats.items():
        if len(losers) > 1:
            yield CostsRivals(tuple(losers), more)


def _outlook(option: Option, other: Option) -> Iterator[Advantage]:
    """What the next player can do; both options must lead to the same next player.

    What the secret Whims of a rival bring is not known, so replies are not compared then.
    """
    kept = {each.tile for each in _all(other, Denies)}
    after, instead = _one(option, Leaves), _one(other, Leaves)
    for denied in _all(option, Denies):
        # A turn that is not better than the best reply is no loss.
        lost = not denied.left and not (after and denied.gain <= after.gain)
        if lost and denied.tile not in kept:
            least = max(0, after.gain) if after and not after.own else 0
            yield TakesAway(denied.seat, denied.tile, denied.tribe, denied.gain, least)
    if not (after and instead and after.seat == instead.seat):
        return
    if after.own:
        yield BetterNextTurn(after.gain, instead.gain)
    elif not after.secret_whims:
        sure = after.sure and instead.sure
        yield LeavesLess(after.seat, max(0, after.gain), max(0, instead.gain), sure)


def _dangers(option: Option, other: Option, *, close: bool) -> Iterator[Advantage]:
    """A danger of the other option, if the own dangers and the best reply are not as bad."""
    own, others = _risks(option), _risks(other)
    avoided = [risk for place, risk in others.items() if place not in own]
    if avoided and not _leaves_more(option, other):
        greatest = min(avoided, key=lambda risk: risk.weight)
        created = [risk.weight for place, risk in own.items() if place not in others]
        if min(created, default=0.0) > COMPARABLE * greatest.weight:
            size = min(created, default=0.0) - greatest.weight
            reply = _one(other, Leaves)
            is_lost_in = reply and not reply.own and reply.gain >= FAR_BETTER * size
            if close or not is_lost_in:
                yield AvoidsDanger(greatest, size)
    peril, instead = _one(option, Peril), _one(other, Peril)
    if instead:
        yield FewerDeadly(peril.share if peril else 0.0, instead.share)


def _leaves_more(option: Option, other: Option) -> bool:
    """Whether an option leaves others a better reply."""
    reply, instead = _one(option, Leaves), _one(other, Leaves)
    return bool(reply and instead and not reply.own and reply.gain > max(0, instead.gain))


def _risks(option: Option) -> dict[tuple[object, ...], Lone | Stack | Strikes]:
    """The dangers of an option by kind, tile and tribe."""
    return {
        (type(reason), reason.tile, None if isinstance(reason, Strikes) else reason.tribe): reason
        for reason in option.reasons
        if isinstance(reason, Lone | Stack | Strikes) and reason.weight < 0
    }


def _whims(option: Option, other: Option) -> Iterator[TakesWhim]:
    """The best Whim that is not met yet and that the other option does not take as well."""
    others = _all(other, HasWhim)
    new = [each for each in _all(option, HasWhim) if each.has > 0 and each not in others]
    if new:
        best = max(new, key=lambda whim: whim.weight)
        size = best.weight - max((each.weight for each in others), default=0.0)
        yield TakesWhim(best.measure, best.least, best.gold, best.has, size)


def _end(option: Option, other: Option) -> Iterator[Advantage]:
    """Whether the game ends at the right time; the expected margin says who is ahead."""
    ends, end = _one(option, EndsGame), _one(other, EndsGame)
    if ends and not end and ends.margin is not None and ends.margin > 0:
        yield EndsAhead()
    if end and not ends and end.margin is not None and end.margin < 0:
        yield PlaysOn()


def _council(option: Option, other: Option) -> Iterator[Advantage]:
    """The Viziers of the player compared with Yazid's."""
    ahead, now, instead = _one(option, Overtakes), _one(option, Council), _one(other, Council)
    if option.titles and ahead and not _one(other, Overtakes):
        yield NearerCouncil(ahead.own, ahead.theirs, ahead.own - ahead.theirs, overtakes=True)
    elif now:
        yield NearerCouncil(now.own, now.theirs, now.change - (instead.change if instead else 0))
