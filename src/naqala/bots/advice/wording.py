"""Advice in words: each reason as a line, for a terminal or a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from naqala.bots.advice.reasons import (
    Advice,
    Chance,
    Denies,
    EndsGame,
    Expects,
    Fakirs,
    Gain,
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
from naqala.rules.actions import Action
from naqala.rules.board import TILE_NAMES, Tile
from naqala.rules.errors import NaqalaError
from naqala.rules.meeples import Tribe
from naqala.rules.state import Options
from naqala.text import Catalogue

MINUS = "−"
SEPARATOR = "; "
"""Between the actions of a turn."""


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


def shared(advice: Advice) -> list[Reason]:
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
) -> list[Line]:
    """The reasons of an option: the points gained at once, then the rest by weight."""
    own = [reason for reason in option.reasons if isinstance(reason, Gain) and reason.own]
    found = [gains_line(words, option, own)] if not _is_bid(option) else []
    others: dict[int, list[Gain]] = {}
    for reason in option.reasons:
        if isinstance(reason, Gain):
            if not reason.own:
                others.setdefault(reason.seat, []).append(reason)
        elif reason not in without:
            found.append(Line(reason_text(words, reason, names, options), reason.weight))
    first = 0 if _is_bid(option) else 1
    found[first:first] = [_opponent_line(words, gains, names) for gains in others.values()]
    return found


def _is_bid(option: Option) -> bool:
    return any(isinstance(reason, Position) for reason in option.reasons)


def gains_line(words: Catalogue, option: Option, gains: Sequence[Gain]) -> Line:
    """The points gained at once, by source."""
    if not gains:
        return Line(words.say("advice.nothing_now"), 0.0)
    points = option.points
    text = words.say(
        "advice.now", count=abs(points), points=signed(points), parts=_parts(words, gains)
    )
    return Line(text, float(points))


def _opponent_line(words: Catalogue, gains: Sequence[Gain], names: Sequence[str]) -> Line:
    """The gains or losses of an opponent."""
    change = sum(gain.points for gain in gains)
    key = "advice.others_gain" if change > 0 else "advice.others_lose"
    player = words.name(gains[0].seat, names)
    text = words.say(key, count=abs(change), player=player, parts=_parts(words, gains))
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
        case Summons(djinn=djinn):
            text = words.djinn_text(djinn, options).rstrip(".")
            return say("advice.summons", djinn=words.djinn(djinn), text=text)
        case Fakirs(count=count):
            return say("advice.fakirs", points=signed(count))
        case EndsGame():
            return say("advice.ends_game")
        case Loses(reason=why):
            return say("advice.loses", reason=words.loss(why))
        case Chance():
            return say("advice.chance")
        case Leaves():
            return _leaves(words, reason, names)
        case Denies():
            return _denies(words, reason, names)
        case Lone(tile=tile, tribe=tribe, points=points, starts=starts):
            return say(
                "advice.lone" if points else "advice.lone_only",
                meeple=words.members(tribe, 1),
                tile=TILE_NAMES[tile],
                points=words.points(points),
                reach=say("advice.reach", count=starts),
            )
        case Stack(tile=tile, tribe=tribe, count=count, points=points, starts=starts):
            return say(
                "advice.stack_alone" if points else "advice.stack",
                meeples=words.members(tribe, count),
                tile=TILE_NAMES[tile],
                points=words.points(points),
                reach=say("advice.reach", count=starts),
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


def arrival(words: Catalogue, tile: Tile, tribe: Tribe) -> str:
    """Where a move ends and with which tribe: `e2 (Builders)`."""
    return words.say("advice.arrival", tile=TILE_NAMES[tile], tribe=words.tribe(tribe))


def _gain(words: Catalogue, points: int) -> str:
    return words.points(points) if points >= 0 else f"{MINUS}{words.points(-points)}"


def _leaves(words: Catalogue, reason: Leaves, names: Sequence[str]) -> str:
    if reason.own:
        key = "keeps"
    else:
        key = ("opens" if reason.opened else "leaves") + ("_next" if reason.seat is None else "")
    return words.say(
        f"advice.{key}",
        player="" if reason.seat is None else words.name(reason.seat, names),
        arrival=arrival(words, reason.tile, reason.tribe),
        gain=_gain(words, reason.gain),
    )


def _denies(words: Catalogue, reason: Denies, names: Sequence[str]) -> str:
    key = "denies" + ("_partly" if reason.left else "") + ("_next" if reason.seat is None else "")
    return words.say(
        f"advice.{key}",
        player="" if reason.seat is None else words.name(reason.seat, names),
        arrival=arrival(words, reason.tile, reason.tribe),
        gain=_gain(words, reason.gain),
        left=_gain(words, reason.left),
    )


def _position(words: Catalogue, reason: Position) -> str:
    place = {"place": reason.place, "places": reason.places}
    if not reason.price:
        return words.say("advice.position_cheapest", **place)
    return words.say(
        "advice.position",
        worth=signed_decimal(words, reason.worth).removeprefix("+"),
        price=reason.price,
        net=signed_decimal(words, reason.net),
        **place,
    )


def advice_lines(
    words: Catalogue, advice: Advice, names: Sequence[str], options: Options | None = None
) -> list[str]:
    """The whole advice as lines: each option with its value, then its reasons, indented."""
    found = []
    said = shared(advice)
    for nth, option in enumerate(advice.options, 1):
        value = signed_decimal(words, option.value)
        found.append(f"{nth}. {value}  {actions_text(option.actions)}")
        found += [f"   {line}" for line in lines(words, option, names, options, said)]
    return found + shared_lines(words, said, names)


def shared_lines(words: Catalogue, said: Sequence[Reason], names: Sequence[str]) -> list[str]:
    """Sentences about what all options have in common."""
    return [
        words.say("advice.in_any_case", reason=_uncapitalised(reason_text(words, reason, names)))
        for reason in said
    ]


def _uncapitalised(text: str) -> str:
    return text[:1].lower() + text[1:]
