"""Advice in words: each reason as a line, for a terminal or a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from naqala.bots.advice.aftermath import Aftermath
from naqala.bots.advice.bid_wording import ordinals, position_text
from naqala.bots.advice.gain_wording import gains_line, majority_over, opponent_line, part_text
from naqala.bots.advice.lead_wording import lead_text
from naqala.bots.advice.phrases import (
    Line,
    about,
    arrival,
    capitalised,
    majority_text,
    percent,
    perhaps_about,
    reach_text,
    shown_actions,
    signed_decimal,
    uncapitalised,
)
from naqala.bots.advice.reasons import (
    Advice,
    Chance,
    Council,
    Denies,
    EndsGame,
    Expects,
    Fakirs,
    FewerAssassins,
    Gain,
    HasWhim,
    Leaves,
    Lone,
    Loses,
    LowGold,
    NearsEnd,
    Option,
    Overtakes,
    Peril,
    Position,
    Reason,
    Stack,
    Strikes,
    Summons,
    Survival,
    YazidAssassins,
    YazidSummons,
)
from naqala.rules.board import TILE_NAMES
from naqala.rules.errors import NaqalaError
from naqala.rules.meeples import VIZIERS
from naqala.rules.state import Options
from naqala.rules.yazid import MOST_ASSASSINS, TITLES
from naqala.text import Catalogue

Shared = Leaves | Denies | Summons | Survival
"""Reasons that are mentioned only once if all options have them."""

RARE = 0.01
"""Titles after one with a smaller chance are not mentioned."""
MAIN = 3
"""How many lines of an option are not details."""
CLOSE = 3.0
"""With a smaller expected margin, nobody is ahead."""
FIRST, OWN_GAINS, RIVALS_GAINS, OTHER_GAINS, DANGERS, REPLY, DENIED, LAST = range(8)
"""The order of the lines of an option."""


def shared(advice: Advice) -> list[Shared]:
    """What is the same for all options, such as the best reply; it is mentioned only once."""
    if len(advice.options) < 2:
        return []
    first, *others = advice.options
    return [
        reason
        for reason in first.reasons
        if isinstance(reason, Shared) and all(reason in option.reasons for option in others)
    ]


def lines(
    words: Catalogue,
    option: Option,
    names: Sequence[str],
    options: Options | None = None,
    without: Sequence[Reason] = (),
    most: int | None = None,
    after: Aftermath | None = None,
) -> list[Line]:
    """The reasons of an option: gains, then dangers, then what it leaves to others.

    With `most`, the weightiest ones; the best reply is always among them. With `after`, gains and
    Djinns have notes about what the player has then.
    """
    found = list(_ranked_lines(words, option, names, options, without, after))
    if most is not None and len(found) > most:
        weighty = sorted(found, key=lambda each: (_spare(each[0]), -abs(each[1].weight)))
        found = weighty[:most]
    found.sort(key=lambda each: (each[0], -abs(each[1].weight)))
    if not found and not option.position:
        return [Line(words.say("advice.nothing_now"))]
    return [line for _, line in found]


def _spare(place: int) -> int:
    """How early a line can be left out: denied turns first, gains and the best reply last."""
    if place in (FIRST, OWN_GAINS, REPLY):
        return 0
    return 1 if place == RIVALS_GAINS else 3 if place == DENIED else 2


def _ranked_lines(
    words: Catalogue,
    option: Option,
    names: Sequence[str],
    options: Options | None,
    without: Sequence[Reason],
    after: Aftermath | None,
) -> Iterator[tuple[int, Line]]:
    """The lines of an option, each with its place in the order."""
    own = [reason for reason in option.reasons if isinstance(reason, Gain) and reason.own]
    if own and not option.position:
        yield OWN_GAINS, gains_line(words, option, own, names, after)
    overtaken = {each.seat for each in option.reasons if isinstance(each, Overtakes) and each.takes}
    ahead = [each for each in option.reasons if isinstance(each, Overtakes) and not each.takes]
    without = [*without, *_needless(option, without)]
    if len(ahead) > 1:
        players = words.listed(words.name(each.seat, names) for each in ahead)
        text = words.say("advice.overtakes_several", players=players, own=ahead[0].own)
        yield OTHER_GAINS, Line(text, sum(each.weight for each in ahead))
        without = [*without, *ahead]
    others: dict[int, list[Gain]] = {}
    for reason in option.reasons:
        if isinstance(reason, Gain):
            # The line about the majority says that the rival loses it.
            if not reason.own and not (reason.source == "majority" and reason.seat in overtaken):
                others.setdefault(reason.seat, []).append(reason)
        elif reason not in without:
            text = reason_text(words, reason, names, options)
            if isinstance(reason, Summons) and after and reason.djinn in after.unpaid:
                text = _summons(words, reason.djinn, options, "_unpaid")
            yield _place(reason), Line(text, _leaning(reason), is_detail=_is_detail(reason))
    # Rivals who gain or lose the same share a line.
    alike: dict[tuple[tuple[object, ...], ...], list[Gain]] = {}
    for gains in others.values():
        same = tuple((gain.source, gain.points, gain.sure, gain.causes) for gain in gains)
        alike.setdefault(same, []).extend(gains)
    for gains in alike.values():
        if line := opponent_line(words, gains, names):
            yield RIVALS_GAINS, line


def _needless(option: Option, without: Sequence[Reason]) -> Iterator[Reason]:
    """Reasons that say nothing beside the others."""
    guessed = any(isinstance(each, Gain) and each.own and not each.sure for each in option.reasons)
    replies = [each for each in option.reasons if isinstance(each, Leaves) and not each.own]
    told = {(each.tile, each.tribe) for each in replies if each not in without}
    for reason in option.reasons:
        match reason:
            case Chance(goes_on=False) if guessed:  # `about` says it
                yield reason
            case Denies(gain=gain) if any(each.gain >= gain for each in replies):
                yield reason
            case Lone(tile=tile, tribe=tribe) | Stack(tile=tile, tribe=tribe):
                if (tile, tribe) in told or any(tile in each.also for each in replies):
                    yield reason
            case Overtakes() if majority_over(option):  # the gains say it
                yield reason


def _leaning(reason: Reason) -> float:
    """The weight of a line: a reply that was possible before counts neither for nor against."""
    match reason:
        case Leaves(own=False, opened=False):
            return 0.0
        case Council(own=own, theirs=theirs) if own <= theirs:
            return 0.0
    return reason.weight


def _place(reason: Reason) -> int:
    match reason:
        case Loses() | Position():
            return FIRST
        case Lone() | Stack() | Strikes() | YazidAssassins() | YazidSummons() | LowGold() | Peril():
            return DANGERS
        case Leaves() | Expects() | Survival():
            return REPLY
        case Denies():
            return DENIED
        case Chance():
            return LAST
    return OTHER_GAINS


def _is_detail(reason: Reason) -> bool:
    """Whether a reason is about the turns of others, or about a meeple that is safe."""
    if isinstance(reason, Lone | Stack):
        return not reason.starts
    return isinstance(reason, Leaves | Denies | Chance | Survival)


def main_lines(found: Sequence[Line]) -> list[Line]:
    """The few lines of an option that matter most, in their order; the others are details."""
    weighty = [line for line in found if not line.is_detail] or list(found)
    weighty.sort(key=lambda line: -abs(line.weight))
    kept = {id(line) for line in weighty[:MAIN]}
    return [line for line in found if id(line) in kept]


def reason_text(
    words: Catalogue, reason: Reason, names: Sequence[str], options: Options | None = None
) -> str:
    """The words for one reason."""
    say = words.say
    match reason:
        case Gain(own=own):
            return part_text(words, reason) if own else opponent_line(words, [reason], names) or ""
        case Overtakes(seat=seat, takes=takes, own=own_viziers, theirs=theirs):
            key = "overtakes" if takes else "overtakes_tie"
            player = words.name(seat, names)
            return say(f"advice.{key}", player=player, own=own_viziers, theirs=theirs)
        case Council(own=own_viziers, theirs=theirs):
            key = "council" if reason.change >= 0 else "council_worse"
            key = key if own_viziers > theirs else "council_behind"
            return say(f"advice.{key}", own=own_viziers, theirs=theirs)
        case Survival():
            return _survival(words, reason)
        case Summons(djinn=djinn):
            return _summons(words, djinn, options, "_priced" if words.price(djinn) else "")
        case Fakirs(count=count):
            return say(f"advice.{'fakirs' if count > 0 else 'fakirs_spent'}", count=abs(count))
        case HasWhim(measure=measure, least=least, gold=paid, has=has):
            need = say(f"measure.{measure}", count=least)
            key = "whim_met" if reason.is_met else "whim_open" if has > 0 else "whim_far"
            return say(f"advice.{key}", need=need, gold=words.gold(paid), has=has)
        case EndsGame(margin=margin):
            return say(f"advice.ends_game{_standing(margin)}", points=about(words, margin))
        case NearsEnd(left=left, margin=margin):
            camels = say("count.camels_left", count=left)
            return say(
                f"advice.nears_end{_standing(margin)}",
                camels=capitalised(camels),
                points=about(words, margin),
            )
        case Loses(reason=why):
            return say("advice.loses", reason=words.loss(why))
        case Chance(goes_on=goes_on):
            return say("advice.chance_goes_on" if goes_on else "advice.chance")
        case Leaves():
            text = _leaves(words, reason, names)
            return _with_facts(words, text, _leaves_facts(words, reason, names))
        case Denies():
            return _with_facts(words, _denies(words, reason, names), _denies_facts(words, reason))
        case Lone(tile=tile, tribe=tribe, points=points):
            return say(
                "advice.lone" if points else "advice.lone_only",
                meeple=capitalised(words.members(tribe, 1)),
                tile=TILE_NAMES[tile],
                points=words.points(points),
                reach=reach_text(words, reason),
            )
        case Stack(tile=tile, tribe=tribe, count=count, points=points):
            return say(
                "advice.stack_alone" if points else "advice.stack",
                meeples=words.members(tribe, count),
                tile=TILE_NAMES[tile],
                points=words.points(points),
                reach=reach_text(words, reason),
            )
        case Strikes(tile=tile, pile=pile, price=price):
            key = "strikes_paid" if price else "strikes"
            gold = words.gold(price)
            meeples = words.meeples(pile)
            return say(f"advice.{key}", tile=TILE_NAMES[tile], meeples=meeples, gold=gold)
        case YazidAssassins(count=count):
            return say("advice.yazid_assassins", count=count, most=MOST_ASSASSINS)
        case FewerAssassins(count=count, missing=missing):
            return say("advice.fewer_assassins", count=count, missing=missing)
        case YazidSummons(djinn=djinn):
            return say("advice.yazid_summons", djinn=words.djinn(djinn))
        case LowGold(gold=gold_left, price=price, acts_first=acts_first):
            return say(
                "advice.low_gold_first" if acts_first else "advice.low_gold",
                gold=words.gold(gold_left),
                price=words.gold(price),
                tiles=words.listed(TILE_NAMES[tile] for tile in reason.tiles),
            )
        case Peril():
            return _peril(words, reason)
        case Position():
            return position_text(words, reason)
        case Expects(tile=tile, tribe=tribe, gain=gain, majority=majority, place=place):
            text = say(
                "advice.expects_at" if place else "advice.expects",
                place=ordinals(words, [place]) if place else "",
                arrival=arrival(words, tile, tribe),
                gain=perhaps_about(words, gain, sure=reason.sure),
            )
            return _with_facts(words, text, filter(None, [majority_text(words, majority)]))
    raise NaqalaError("no_words", kind=type(reason).__name__)


def _summons(words: Catalogue, djinn: str, options: Options | None, ending: str) -> str:
    return words.say(
        f"advice.summons{ending}",
        djinn=words.djinn(djinn),
        text=uncapitalised(words.djinn_text(djinn, options).rstrip(".")),
        price=words.price(djinn),
    )


def _peril(words: Catalogue, reason: Peril) -> str:
    """The share of Yazid's rolls that lose the game, and the tiles."""
    pairs = zip(reason.together[::2], reason.together[1::2], strict=True)
    tiles = [TILE_NAMES[tile] for tile in reason.where]
    tiles += [
        words.say("advice.peril_pair", one=TILE_NAMES[one], other=TILE_NAMES[other])
        for one, other in pairs
    ]
    key = "peril_rolls" if tiles else "peril_anywhere"
    key += "_avoidable" if reason.avoidable else ""
    where = words.say("list.comma").join(tiles)
    causes = words.say("list.comma").join(
        words.say(f"advice.peril_by.{cause}") for cause in reason.causes
    )
    why = words.say("advice.peril_why", causes=causes) if causes else ""
    return words.say(f"advice.{key}", share=percent(words, reason.share), why=why, tiles=where)


def _survival(words: Catalogue, reason: Survival) -> str:
    """The Viziers that are missing in a solo game, and how soon it may end."""
    found = []
    if reason.is_behind:
        key = "survival" if reason.theirs else "survival_none"
        found.append(
            words.say(f"advice.{key}", own=reason.own, theirs=reason.theirs, board=reason.board)
        )
    if reason.end_is_near:
        key = "yazid_ends" if reason.is_behind else "yazid_ends_ahead"
        camels = words.say("count.camels_left", count=reason.camels)
        need = words.members(VIZIERS, reason.theirs + 1)
        found.append(words.say(f"advice.{key}", camels=camels, need=need))
    return ". ".join(found)


def _standing(margin: float | None) -> str:
    """The ending of a key: whether the player is ahead or behind, if that is clear."""
    if margin is None or abs(margin) < CLOSE:
        return ""
    return "_ahead" if margin > 0 else "_behind"


def _leaves(words: Catalogue, reason: Leaves, names: Sequence[str], always: str = "") -> str:
    anybody = "" if reason.own or reason.seat is not None else "_next"
    if reason.gain <= 0:
        key = "keeps_nothing" if reason.own else f"leaves_nothing{anybody}"
    elif reason.own:
        key = "keeps_if" if reason.waits else "keeps"
    else:
        key = ("opens" if reason.opened else "leaves") + anybody
    return words.say(
        f"advice.{always}{key}",
        player="" if reason.seat is None else words.name(reason.seat, names),
        arrival=arrival(words, reason.tile, reason.tribe),
        tile=TILE_NAMES[reason.tile],
        tribe=words.tribe(reason.tribe),
        gain=perhaps_about(words, reason.gain, sure=reason.sure),
    )


def _with_facts(words: Catalogue, text: str, facts: Iterable[str]) -> str:
    """A line with some facts in brackets at its end, before the full stop if there is one."""
    found = list(facts)
    if not found:
        return text
    stop = "." if text.endswith(".") else ""
    return f"{text.removesuffix('.')} ({words.say('list.semicolon').join(found)}){stop}"


def _leaves_facts(words: Catalogue, reason: Leaves, names: Sequence[str]) -> Iterator[str]:
    """How the turn is played, whose it is and when."""
    if reason.gain > 0:
        yield from _turn_facts(words, reason)
    whose = "_you" if reason.own else ""
    player = "" if reason.seat is None else words.name(reason.seat, names)
    if reason.bids_first:
        yield words.say(f"advice.fact.bids_first{whose}", player=player)
    elif reason.turns > 1:
        yield words.say(f"advice.fact.turns{whose}", player=player, count=reason.turns)


def _turn_facts(words: Catalogue, reason: Leaves) -> Iterator[str]:
    """Where a turn starts, what it costs and what else it does."""
    fact = "advice.fact."
    if reason.majority > 0:
        yield majority_text(words, reason.majority)
    if reason.start is not None:
        key = "loop" if reason.loops else "start"
        start, end = TILE_NAMES[reason.start], TILE_NAMES[reason.tile]
        yield words.say(fact + key, tile=start, end=end)
    if reason.fakirs:
        yield words.say(f"{fact}fakirs", fakirs=words.fakirs(reason.fakirs))
    if reason.also:
        yield words.say(f"{fact}also", tiles=words.listed(TILE_NAMES[each] for each in reason.also))
    if reason.djinns:
        yield words.say(f"{fact}djinns", djinns=words.listed(map(words.djinn, reason.djinns)))
    if reason.viziers:
        yield words.say(f"{fact}viziers", count=reason.viziers)
    if reason.whim:
        yield words.say(f"{fact}whim", gold=words.gold(reason.whim))
    if reason.secret_whims:
        yield words.say(f"{fact}secret_whims", count=reason.secret_whims)


def _denies_facts(words: Catalogue, reason: Denies) -> Iterator[str]:
    """Why the turn is no longer possible."""
    if reason.gone:
        yield words.say("advice.fact.gone")
    if reason.start is not None:
        key = "parity" if reason.count else "emptied"
        tile = TILE_NAMES[reason.start]
        yield words.say(f"advice.fact.{key}", tile=tile, count=reason.count)


def _denies(words: Catalogue, reason: Denies, names: Sequence[str]) -> str:
    key = "denies" + ("_partly" if reason.left else "") + ("_next" if reason.seat is None else "")
    return words.say(
        f"advice.{key}",
        player="" if reason.seat is None else words.name(reason.seat, names),
        arrival=arrival(words, reason.tile, reason.tribe),
        tile=TILE_NAMES[reason.tile],
        tribe=words.tribe(reason.tribe),
        gain=words.points(reason.gain),
        about_gain=perhaps_about(words, reason.gain, sure=reason.sure),
        left=reason.left if reason.sure else words.say("advice.about", points=reason.left),
    )


def advice_lines(
    words: Catalogue, advice: Advice, names: Sequence[str], options: Options | None = None
) -> list[str]:
    """The whole advice as lines: why the first is best, then each option with its reasons."""
    said = shared(advice)
    first = lead_text(words, advice, names)
    found = [first] if first else []
    for nth, option in enumerate(advice.options, 1):
        solo = bool(option.titles)
        value = words.decimal(option.outlook) if solo else signed_decimal(words, option.outlook)
        value = f"{percent(words, option.chance)} {value}"
        found.append(f"{nth}. {value}  {shown_actions(option.actions)}")
        found += [f"   {line}" for line in lines(words, option, names, options, said)]
    titles = titles_text(words, advice)
    return [*found, *([titles] if titles else []), *shared_lines(words, said, names, options)]


def titles_text(words: Catalogue, advice: Advice) -> str:
    """The titles that the first option of a solo game may lead to; otherwise empty."""
    best = advice.options[0]
    if not best.titles:
        return ""
    parts: list[str] = []
    for nth, (points, chance) in enumerate(zip(TITLES, best.titles, strict=True), 1):
        rare = chance < RARE
        shown = words.say("advice.percent_less") if rare else percent(words, chance)
        key = "title_next" if parts else "title_first"
        title = words.say(f"title.{nth}.name")
        parts.append(words.say(f"advice.{key}", title=title, points=points + 1, chance=shown))
        if rare:
            break
    titles = words.say("list.comma").join(parts)
    return words.say("advice.titles", survival=percent(words, best.chance), titles=titles)


def shared_lines(
    words: Catalogue,
    said: Sequence[Shared],
    names: Sequence[str],
    options: Options | None = None,
) -> list[str]:
    """Sentences about what all options have in common."""
    return [_shared_line(words, reason, names, options) for reason in said]


def _shared_line(
    words: Catalogue,
    reason: Shared,
    names: Sequence[str],
    options: Options | None,
) -> str:
    if isinstance(reason, Survival):
        return f"{_survival(words, reason)}."
    if isinstance(reason, Leaves):
        text = _leaves(words, replace(reason, opened=False), names, "always_")
        return _with_facts(words, text, _leaves_facts(words, reason, names))
    if isinstance(reason, Denies):
        text = reason_text(words, reason, names, options)
        text = text if reason.seat is not None else uncapitalised(text)
        return words.say("advice.always", text=text)
    text = uncapitalised(words.djinn_text(reason.djinn, options))
    return words.say("advice.always_summons", djinn=words.djinn(reason.djinn), text=text)
