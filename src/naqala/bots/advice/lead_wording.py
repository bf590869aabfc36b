"""The first sentence of advice: why the best option is better than the next one."""

from __future__ import annotations

from collections.abc import Sequence

from naqala.bots.advice.advantages import (
    ABOUT_EQUAL,
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
    clearly_greater,
)
from naqala.bots.advice.bid_wording import (
    better_bid_text,
    bid_lead_text,
    bid_text,
    ordinals,
)
from naqala.bots.advice.lead import NOISE, alternative, lead
from naqala.bots.advice.phrases import (
    about,
    arrival,
    majority_text,
    number,
    percent,
    perhaps_about,
)
from naqala.bots.advice.reasons import Advice, Lone, Stack, Strikes
from naqala.rules.board import TILE_NAMES
from naqala.rules.errors import NaqalaError
from naqala.text import Catalogue

FIRST, SECOND = "advice.lead.first", "advice.lead.second"
"""The keys of the words for the first two options."""


def lead_text(words: Catalogue, advice: Advice, names: Sequence[str]) -> str:
    """Why the first option is better than the second; empty if there is only one."""
    found = lead(advice)
    if found is None:
        return ""
    if advice.options[0].position:
        return bid_lead_text(words, advice.options[0], alternative(advice.options))
    why = advantage_text(words, found.why, names) if found.why else ""
    if found.small:
        why = words.listed(advantage_text(words, each, names) for each in found.small)
    if found.about_equal:
        text = _equal(words, found, why, names)
        return f"{text} {_tempting(words, found, names)}".rstrip()
    if found.solo and found.chances_differ:
        key = "survival_why" if why else "survival"
    elif found.plays_on:
        key = "plays_on_first"
    elif found.small:
        key = "small" if len(found.small) > 1 else "small_one"
    else:
        key = "because" if found.explained else "because_overall" if why else "overall"
    but = conceded(words, found.but, names, words.say(SECOND)) if found.but else ""
    text = words.say(
        f"advice.lead.{key}{'_but' if but else ''}",
        why=why,
        but=but,
        outlook=outlook_text(words, found),
        points=about(words, -found.by),
        chance=percent(words, found.chance),
        other=percent(words, found.other),
    )
    return f"{text} {_tempting(words, found, names)}".rstrip()


def brief_text(words: Catalogue, advice: Advice, names: Sequence[str]) -> str:
    """One short sentence for players who want no details; empty if there is only one option."""
    found = lead(advice)
    if found is None:
        return ""
    best = advice.options[0]
    if best.position:
        place = ordinals(words, best.position.places_of_player)
        return words.say("advice.brief.bid", bid=bid_text(words, best), place=place)
    why = "" if found.why is None else advantage_text(words, found.why, names)
    return words.say(
        f"advice.brief.{_brief_key(found)}",
        why=why,
        points=about(words, found.survivor_points),
        outlook=outlook_text(words, found),
        chance=percent(words, found.chance),
        other=percent(words, found.other),
    )


def _brief_key(found: Lead) -> str:
    if isinstance(found.but, SurvivesMore):
        later = found.survivor_points >= ABOUT_EQUAL
        return "bolder" if later else "bolder_now" if found.why else "equal"
    if found.about_equal:
        if found.solo and found.chances_differ:
            return "equal_safer"
        return "equal_why" if found.why else "equal"
    if found.solo and found.chances_differ:
        return "safer"
    return "why" if found.why else "overall"


def _equal(words: Catalogue, found: Lead, why: str, names: Sequence[str]) -> str:
    """What sets two options apart that are about equal."""
    if found.solo and found.chances_differ:
        chances = percent(words, found.chance), percent(words, found.other)
        fewer = -found.survivor_points
        key = "safer_for_points" if fewer >= NOISE else "equal_safer"
        points = about(words, fewer)
        return words.say(f"advice.lead.{key}", chance=chances[0], other=chances[1], points=points)
    but = advantage_text(words, found.but, names, words.say(FIRST)) if found.but else ""
    key = "equal" + ("_why" if why else "") + ("_but" if but else "")
    if found.tempting and key == "equal":
        key = "equal_only"
    return words.say(f"advice.lead.{key}", why=why, but=but)


def _tempting(words: Catalogue, found: Lead, names: Sequence[str]) -> str:
    """A later option that looks better, and what it is worth compared with the first."""
    if not found.tempting:
        return ""
    tempting = found.tempting
    key = "tempting"
    if clearly_greater(found.chance, tempting.chance):
        key = "tempting_survive" if found.solo else "tempting_win"
    return words.say(
        f"advice.lead.{key}",
        number=tempting.number,
        phrase=advantage_text(words, tempting.advantage, names),
        points=about(words, tempting.by),
        chance=percent(words, tempting.chance),
        other=percent(words, found.chance),
    )


def outlook_text(words: Catalogue, found: Lead) -> str:
    """What the first option is worth later: a better chance if that is clear, otherwise points."""
    if found.solo and not found.chances_differ and found.survivor_points >= ABOUT_EQUAL:
        points = about(words, found.survivor_points)
        return words.say("advice.lead.later_points_solo", points=points)
    if not found.chances_differ:
        return words.say("advice.lead.later_points", points=about(words, found.by))
    return words.say(
        f"advice.lead.{'later_survive' if found.solo else 'later_win'}",
        chance=percent(words, found.chance),
        other=percent(words, found.other),
    )


def conceded(words: Catalogue, advantage: Advantage, names: Sequence[str], rival: str) -> str:
    """What speaks against the first option: an advantage of another one, or a danger of its own.

    `rival` is the other option in words.
    """
    if isinstance(advantage, AvoidsDanger):
        return words.say("advice.lead.itself", danger=_danger(words, advantage.danger))
    phrase = advantage_text(words, advantage, names)
    return words.say("advice.lead.conceded", rival=rival, phrase=phrase)


def advantage_text(
    words: Catalogue, advantage: Advantage, names: Sequence[str], other_option: str = ""
) -> str:
    """What an option has over another, as the end of a sentence that begins with the option.

    `other_option` is the other option in words.
    """
    say = words.say
    match advantage:
        case MorePoints(points=points, other=other, majority=majority, sure=sure):
            more = perhaps_about(words, points - other, sure=sure)
            key = "points_saved" if points <= 0 else "points" if other else "points_only"
            key = f"{key}_majority" if points > 0 and majority else key
            return say(
                f"advice.lead.{key}",
                more=more,
                points=number(points),
                other=number(other),
                majority=majority_text(words, majority, points),
            )
        case CostsRival(seat=seat, points=points, other=other):
            player = words.name(seat, names)
            key = "costs_more" if other else "costs"
            return say(f"advice.lead.{key}", player=player, points=words.points(points - other))
        case LeavesLess(seat=seat, gain=gain, other=other, sure=sure):
            return say(
                "advice.lead.leaves" if seat is not None else "advice.lead.leaves_next",
                player="" if seat is None else words.name(seat, names),
                gain=perhaps_about(words, gain, sure=sure),
                other=other,
            )
        case TakesAway(seat=seat, tile=tile, tribe=tribe, gain=gain):
            return say(
                "advice.lead.takes_away" if seat is not None else "advice.lead.takes_away_next",
                player="" if seat is None else words.name(seat, names),
                arrival=arrival(words, tile, tribe),
                gain=words.points(gain),
            )
        case MoreFakirs(count=count):
            return say("advice.lead.fakirs", count=count)
        case TakesWhim(measure=measure, least=least, gold=gold, has=has):
            need = say(f"measure.{measure}", count=least)
            return say("advice.lead.whim", need=need, gold=words.gold(gold), has=has)
        case BetterNextTurn(gain=gain, other=other):
            return say("advice.lead.next_turn", gain=words.points(gain), other=number(other))
        case AvoidsDanger(danger=Strikes(tile=tile, pile=pile)):
            meeples = words.meeples(pile)
            return say("advice.lead.spares", meeples=meeples, tile=TILE_NAMES[tile])
        case AvoidsDanger(danger=danger):
            rival = other_option or say(SECOND)
            return say("advice.lead.safer", rival=rival, danger=_danger(words, danger))
        case FewerDeadly(share=share, other=instead):
            return say(
                "advice.lead.rolls", share=percent(words, share), other=percent(words, instead)
            )
        case GetsDjinn(djinn=djinn, instead=instead):
            if not instead:
                return say("advice.lead.djinn", djinn=words.djinn(djinn))
            two = words.djinn(djinn), words.djinn(instead)
            return say("advice.lead.djinn_instead", djinn=two[0], other=two[1])
        case EndsAhead():
            return say("advice.lead.ends")
        case PlaysOn():
            return say("advice.lead.plays_on")
        case Survives():
            return say("advice.lead.survives")
        case CostsRivals(seats=seats, points=points):
            players = words.listed(words.name(seat, names) for seat in seats)
            return say("advice.lead.costs_each", players=players, points=words.points(points))
        case NearerCouncil(own=own, theirs=theirs, overtakes=overtakes):
            key = "council" if own > theirs else "council_behind"
            key = "council_ahead" if overtakes else key
            return say(f"advice.lead.{key}", own=own, theirs=theirs)
        case RemovesAssassins(count=count, other=other, missing=missing):
            key = "assassins_more" if other else "assassins"
            return say(f"advice.lead.{key}", count=count - other, missing=missing)
        case SurvivesMore(chance=chance, other=less):
            return say(
                "advice.lead.later_survive",
                chance=percent(words, chance),
                other=percent(words, less),
            )
        case BetterBid():
            return better_bid_text(words, advantage)
    raise NaqalaError("no_words", kind=type(advantage).__name__)


def _danger(words: Catalogue, danger: Lone | Stack | Strikes) -> str:
    """A danger, as the end of a sentence that begins with the option that has it."""
    tile = TILE_NAMES[danger.tile]
    if isinstance(danger, Strikes):
        pile = words.meeples(danger.pile)
        return words.say("advice.lead.strikes", meeples=pile, tile=tile)
    count = danger.count if isinstance(danger, Stack) else 1
    key = "stack" if count > 1 else "lone" if danger.points else "lone_only"
    return words.say(
        f"advice.lead.{key}",
        meeples=words.members(danger.tribe, count),
        tile=tile,
        points=words.points(danger.points),
    )
