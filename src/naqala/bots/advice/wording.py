"""Advice in words: each reason as a line, for a terminal or a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from naqala.bots.advice.lead import lead
from naqala.bots.advice.reasons import (
    Advantage,
    Advice,
    AvoidsDanger,
    BetterBid,
    BetterNextTurn,
    Chance,
    CostsRival,
    Council,
    Denies,
    EndsAhead,
    EndsGame,
    Expects,
    Fakirs,
    FewerDeadly,
    Gain,
    GetsDjinn,
    Leaves,
    LeavesLess,
    Lone,
    Loses,
    MoreFakirs,
    MorePoints,
    NearsEnd,
    Option,
    Overtakes,
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
from naqala.rules.actions import Action
from naqala.rules.board import TILE_NAMES, Tile
from naqala.rules.errors import NaqalaError
from naqala.rules.meeples import Tribe
from naqala.rules.state import Options
from naqala.rules.yazid import TITLES
from naqala.text import Catalogue

MINUS = "−"
SEPARATOR = "; "
"""Between the actions of a turn."""
CLOSE = 3.0
"""With a smaller expected margin, nobody is ahead."""
OWN_GAINS, RIVALS_GAINS, OTHER_GAINS, DANGERS, OUTLOOK, LAST = range(1, 7)
"""The order of the lines of an option."""


class Line(str):
    """A line with the weight of its reason: negative if it counts against the option."""

    weight: float

    def __new__(cls, text: str, weight: float = 0.0) -> Line:
        """With a weight of 0, the line counts neither for nor against."""
        line = super().__new__(cls, text)
        line.weight = weight
        return line


def actions_text(actions: Iterable[Action]) -> str:
    """The actions as they can be typed: `sow c3 d3W d4Y; build`."""
    return SEPARATOR.join(map(str, actions))


def signed(number: int) -> str:
    """A whole number with its sign."""
    return f"+{number}" if number > 0 else f"{MINUS}{-number}" if number < 0 else "0"


def signed_decimal(words: Catalogue, number: float) -> str:
    """A number with its sign and one decimal place, formatted for the language."""
    if abs(number) < 0.05:
        return words.decimal(0.0)
    return ("+" if number > 0 else MINUS) + words.decimal(abs(number))


def shared(advice: Advice) -> list[Leaves]:
    """Best replies that are the same for all options; they are mentioned only once."""
    if len(advice.options) < 2:
        return []
    first, *others = advice.options
    return [
        reason
        for reason in first.reasons
        if isinstance(reason, Leaves) and all(reason in option.reasons for option in others)
    ]


def lines(
    words: Catalogue,
    option: Option,
    names: Sequence[str],
    options: Options | None = None,
    without: Sequence[Reason] = (),
    most: int | None = None,
) -> list[Line]:
    """The reasons of an option: gains, then dangers, then what it leaves to others.

    With `most`, the weightiest ones.
    """
    found = list(_ranked_lines(words, option, names, options, without))
    if most is not None and len(found) > most:
        # The own gains come first in any case.
        weighty = sorted(found, key=lambda each: (each[0] > OWN_GAINS, -abs(each[1].weight)))
        found = weighty[:most]
    found.sort(key=lambda each: (each[0], -abs(each[1].weight)))
    if not found and not _is_bid(option):
        return [Line(words.say("advice.nothing_now"))]
    return [line for _, line in found]


def _ranked_lines(
    words: Catalogue,
    option: Option,
    names: Sequence[str],
    options: Options | None,
    without: Sequence[Reason],
) -> Iterator[tuple[int, Line]]:
    """The lines of an option, each with its place in the order."""
    own = [reason for reason in option.reasons if isinstance(reason, Gain) and reason.own]
    if own and not _is_bid(option):
        yield OWN_GAINS, gains_line(words, option, own)
    overtaken = {each.seat for each in option.reasons if isinstance(each, Overtakes) and each.takes}
    ahead = [each for each in option.reasons if isinstance(each, Overtakes) and not each.takes]
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
            yield _place(reason), Line(text, reason.weight)
    # Rivals who gain or lose the same share a line.
    alike: dict[tuple[tuple[str, int, bool], ...], list[Gain]] = {}
    for gains in others.values():
        same = tuple((gain.source, gain.points, gain.sure) for gain in gains)
        alike.setdefault(same, []).extend(gains)
    for gains in alike.values():
        yield RIVALS_GAINS, _opponent_line(words, gains, names)


def _place(reason: Reason) -> int:
    match reason:
        case Loses() | Position():
            return 0
        case Lone() | Stack() | Strikes() | Peril():
            return DANGERS
        case Leaves() | Denies() | Expects():
            return OUTLOOK
        case Chance():
            return LAST
    return OTHER_GAINS


def _is_bid(option: Option) -> bool:
    return any(isinstance(reason, Position) for reason in option.reasons)


def gains_line(words: Catalogue, option: Option, gains: Sequence[Gain]) -> Line:
    """The points gained at once, by source."""
    points = option.points
    text = words.say(
        "advice.now", count=abs(points), points=signed(points), parts=_parts(words, gains)
    )
    return Line(text, float(points))


def _opponent_line(words: Catalogue, gains: Sequence[Gain], names: Sequence[str]) -> Line:
    """The gains or losses of an opponent, or of several who gain or lose the same."""
    seats = sorted({gain.seat for gain in gains})
    one = [gain for gain in gains if gain.seat == seats[0]]
    change = sum(gain.points for gain in one)
    key = "advice.others_gain" if change > 0 else "advice.others_lose"
    players = words.listed(words.name(seat, names) for seat in seats)
    text = words.say(
        key if len(seats) == 1 else f"{key}_each",
        count=abs(change),
        player=players,
        players=players,
        parts=_parts(words, one),
    )
    return Line(text, float(-change))


def _parts(words: Catalogue, gains: Sequence[Gain]) -> str:
    return words.say("list.comma").join(_part(words, gain) for gain in gains)


def _part(words: Catalogue, gain: Gain) -> str:
    if gain.tiles:
        key = "part_tiles"
    elif gain.source == "majority" and gain.points > 0:
        key = "part_majority"
    else:
        key = "part" if gain.sure else "part_unsure"
    return words.say(
        f"advice.{key}",
        source=words.source(gain.source),
        points=signed(gain.points),
        tiles=words.say("list.comma").join(TILE_NAMES[tile] for tile in gain.tiles),
    )


def reason_text(
    words: Catalogue, reason: Reason, names: Sequence[str], options: Options | None = None
) -> str:
    """The words for one reason."""
    say = words.say
    match reason:
        case Gain(own=own):
            return _part(words, reason) if own else _opponent_line(words, [reason], names)
        case Overtakes(seat=seat, takes=takes, own=own_viziers, theirs=theirs):
            key = "overtakes" if takes else "overtakes_tie"
            player = words.name(seat, names)
            return say(f"advice.{key}", player=player, own=own_viziers, theirs=theirs)
        case Council(own=own_viziers, theirs=theirs):
            key = "council" if own_viziers > theirs else "council_behind"
            return say(f"advice.{key}", own=own_viziers, theirs=theirs)
        case Summons(djinn=djinn):
            text = words.djinn_text(djinn, options).rstrip(".")
            return say("advice.summons", djinn=words.djinn(djinn), text=text)
        case Fakirs(count=count):
            return say(f"advice.{'fakirs' if count > 0 else 'fakirs_spent'}", count=abs(count))
        case EndsGame(margin=margin):
            return say(f"advice.ends_game{_standing(margin)}", points=_about(words, margin))
        case NearsEnd(left=left, margin=margin):
            camels = say("count.camels_left", count=left)
            return say(
                f"advice.nears_end{_standing(margin)}",
                camels=_capitalised(camels),
                points=_about(words, margin),
            )
        case Loses(reason=why):
            return say("advice.loses", reason=words.loss(why))
        case Chance():
            return say("advice.chance")
        case Leaves():
            return _leaves(words, reason, names)
        case Denies():
            return _denies(words, reason, names)
        case Lone(tile=tile, tribe=tribe, points=points):
            return say(
                "advice.lone" if points else "advice.lone_only",
                meeple=_capitalised(words.members(tribe, 1)),
                tile=TILE_NAMES[tile],
                points=words.points(points),
                reach=_reach(words, reason),
            )
        case Stack(tile=tile, tribe=tribe, count=count, points=points):
            return say(
                "advice.stack_alone" if points else "advice.stack",
                meeples=words.members(tribe, count),
                tile=TILE_NAMES[tile],
                points=words.points(points),
                reach=_reach(words, reason),
            )
        case Strikes(tile=tile, pile=pile):
            return say("advice.strikes", tile=TILE_NAMES[tile], meeples=words.meeples(pile))
        case Peril(deadly=deadly, tiles=tiles):
            return say("advice.peril", count=deadly, tiles=tiles)
        case Position():
            return _position(words, reason)
        case Expects(tile=tile, tribe=tribe, gain=gain):
            return say(
                "advice.expects", arrival=arrival(words, tile, tribe), gain=_gain(words, gain)
            )
    raise NaqalaError("no_words", kind=type(reason).__name__)


def _reach(words: Catalogue, reason: Lone | Stack) -> str:
    """How many piles can reach a meeple or a stack, or why none can."""
    if reason.starts:
        key = "reach_it" if isinstance(reason, Lone) else "reach_them"
        return words.say(f"advice.{key}", count=reason.starts)
    return words.say(f"advice.safe_{reason.safety}" if reason.safety else "advice.safe")


def _standing(margin: float | None) -> str:
    """The ending of a key: whether the player is ahead or behind, if that is clear."""
    if margin is None or abs(margin) < CLOSE:
        return ""
    return "_ahead" if margin > 0 else "_behind"


def _about(words: Catalogue, margin: float | None) -> str:
    return words.points(abs(round(margin or 0.0)))


def arrival(words: Catalogue, tile: Tile, tribe: Tribe) -> str:
    """Where a move ends and with which tribe: `Builders on e2`."""
    return words.say("advice.arrival", tile=TILE_NAMES[tile], tribe=words.tribe(tribe))


def _gain(words: Catalogue, points: int) -> str:
    return words.points(points) if points >= 0 else f"{MINUS}{words.points(-points)}"


def _leaves(words: Catalogue, reason: Leaves, names: Sequence[str], always: str = "") -> str:
    anybody = "" if reason.own or reason.seat is not None else "_next"
    if reason.gain <= 0:
        key = "keeps_nothing" if reason.own else f"leaves_nothing{anybody}"
    elif reason.own:
        key = "keeps"
    else:
        key = ("opens" if reason.opened else "leaves") + anybody
    return words.say(
        f"advice.{always}{key}",
        player="" if reason.seat is None else words.name(reason.seat, names),
        arrival=arrival(words, reason.tile, reason.tribe),
        gain=words.points(reason.gain),
    )


def _denies(words: Catalogue, reason: Denies, names: Sequence[str]) -> str:
    key = "denies" + ("_partly" if reason.left else "") + ("_next" if reason.seat is None else "")
    return words.say(
        f"advice.{key}",
        player="" if reason.seat is None else words.name(reason.seat, names),
        arrival=arrival(words, reason.tile, reason.tribe),
        gain=words.points(reason.gain),
        left=reason.left,
    )


def _position(words: Catalogue, reason: Position) -> str:
    worth = round(reason.worth)
    if not reason.price:
        key = "position_cheapest"
    elif worth <= 0:
        key = "position_useless"
    else:
        key = "position" if reason.net >= 0 else "position_dear"
    return words.say(
        f"advice.{key}",
        place=reason.place,
        places=reason.places,
        worth=words.points(max(0, worth)),
        price=words.gold(reason.price),
    )


def lead_text(words: Catalogue, advice: Advice, names: Sequence[str]) -> str:
    """One sentence why the first option is better than the second; empty if there is only one."""
    found = lead(advice)
    if found is None:
        return ""
    why = advantage_text(words, found.why, names) if found.why else ""
    but = ""
    if found.about_equal:
        key = "equal_but" if found.why and found.but else "equal"
        but = advantage_text(words, found.but, names) if found.but else ""
    else:
        key = "because" if found.explained else "because_overall" if found.why else "overall"
        if found.but:
            key += "_but"
            but = conceded(words, found.but, names)
    return words.say(f"advice.lead.{key}", why=why, but=but, points=_about(words, found.by))


def conceded(
    words: Catalogue,
    advantage: Advantage,
    names: Sequence[str],
    second: str = "advice.lead.second",
) -> str:
    """What speaks for the second option, or for a danger, against the first.

    `second` is the key of the words for the second option.
    """
    if isinstance(advantage, AvoidsDanger):
        return _danger(words, advantage.danger, "own_")
    return words.say(second, phrase=advantage_text(words, advantage, names))


def advantage_text(words: Catalogue, advantage: Advantage, names: Sequence[str]) -> str:
    """What an option has over another, as the end of a sentence that begins with the option."""
    say = words.say
    match advantage:
        case MorePoints(points=points, other=other):
            more = words.points(points - other)
            key = "points" if other else "points_only"
            return say(f"advice.lead.{key}", more=more, points=number(points), other=number(other))
        case CostsRival(seat=seat, points=points, other=other):
            player = words.name(seat, names)
            key = "costs_more" if other else "costs"
            return say(f"advice.lead.{key}", player=player, points=words.points(points - other))
        case LeavesLess(seat=seat, gain=gain, other=other):
            return say(
                "advice.lead.leaves" if seat is not None else "advice.lead.leaves_next",
                player="" if seat is None else words.name(seat, names),
                less=words.points(other - gain),
                gain=gain,
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
        case BetterNextTurn(gain=gain, other=other):
            return say("advice.lead.next_turn", gain=words.points(gain), other=number(other))
        case AvoidsDanger(danger=danger):
            return _danger(words, danger)
        case FewerDeadly(deadly=deadly, other=other):
            return say("advice.lead.deadly", deadly=deadly, other=other)
        case GetsDjinn(djinn=djinn):
            return say("advice.lead.djinn", djinn=words.djinn(djinn))
        case EndsAhead():
            return say("advice.lead.ends")
        case PlaysOn():
            return say("advice.lead.plays_on")
        case Survives():
            return say("advice.lead.survives")
        case BetterBid():
            return _better_bid(words, advantage)
    raise NaqalaError("no_words", kind=type(advantage).__name__)


def number(points: int) -> str:
    """A whole number; a negative one with a minus sign."""
    return str(points) if points >= 0 else f"{MINUS}{-points}"


def _danger(words: Catalogue, danger: Lone | Stack | Strikes, own: str = "") -> str:
    """A danger that an option avoids, or its own one."""
    tile = TILE_NAMES[danger.tile]
    if isinstance(danger, Strikes):
        pile = words.meeples(danger.pile)
        return words.say(f"advice.lead.{own}strikes", meeples=pile, tile=tile)
    count = danger.count if isinstance(danger, Stack) else 1
    return words.say(
        f"advice.lead.{own}{'stack' if count > 1 else 'lone'}",
        meeples=words.members(danger.tribe, count),
        tile=tile,
        reach=_reach(words, danger),
    )


def _better_bid(words: Catalogue, bid: BetterBid) -> str:
    worth = round(bid.worth)
    if bid.price > 0:
        key = "bid_dearer" if bid.place < bid.other else "bid_dearer_same"
    else:
        key = "bid_cheaper" if bid.place > bid.other else "bid_cheaper_same"
        key += "_useless" if bid.place > bid.other and worth >= 0 else ""
    return words.say(
        f"advice.lead.{key}",
        place=bid.place,
        other=bid.other,
        worth=words.points(abs(worth)),
        price=words.gold(abs(bid.price)),
    )


def advice_lines(
    words: Catalogue, advice: Advice, names: Sequence[str], options: Options | None = None
) -> list[str]:
    """The whole advice as lines: why the first is best, then each option with its reasons."""
    said = shared(advice)
    first = lead_text(words, advice, names)
    found = [first] if first else []
    for nth, option in enumerate(advice.options, 1):
        value = f"{percent(words, option.chance)} {signed_decimal(words, option.value)}"
        found.append(f"{nth}. {value}  {actions_text(option.actions)}")
        found += [f"   {line}" for line in lines(words, option, names, options, said)]
    titles = titles_text(words, advice)
    return [*found, *([titles] if titles else []), *shared_lines(words, said, names)]


def percent(words: Catalogue, chance: float) -> str:
    """A chance in whole per cent; 0 and 100 only if it is certain."""
    whole = round(100 * chance)
    if 0 < chance < 1:
        whole = min(max(whole, 1), 99)
    return words.say("advice.percent", number=whole)


def titles_text(words: Catalogue, advice: Advice) -> str:
    """The titles that the first option of a solo game may lead to; otherwise empty."""
    best = advice.options[0]
    if not best.titles:
        return ""
    values: dict[str, str | int] = {"survival": percent(words, best.chance)}
    for nth, (title, chance) in enumerate(zip(TITLES, best.titles, strict=True), 2):
        values |= {
            f"title{nth}": words.say(f"title.{nth - 1}.name"),
            f"points{nth}": title + 1,
            f"chance{nth}": percent(words, chance),
        }
    return words.say("advice.titles", **values)


def shared_lines(words: Catalogue, said: Sequence[Leaves], names: Sequence[str]) -> list[str]:
    """Sentences about what all options have in common."""
    return [_leaves(words, replace(reason, opened=False), names, "always_") for reason in said]


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]
