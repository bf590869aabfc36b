"""The question to a player, and the meaning of each choice."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from naqala.rules import meeples
from naqala.rules.actions import (
    Action,
    Bid,
    Build,
    Buy,
    Drop,
    KeepItem,
    Kill,
    KillInFront,
    Mark,
    Name,
    Pass,
    PlayFirst,
    Sow,
    Take,
    Use,
    UseItem,
)
from naqala.rules.bidding import price_of_bid
from naqala.rules.board import TILE_NAMES, Tile
from naqala.rules.control import Marking
from naqala.rules.decisions import Decision
from naqala.rules.djinns import DJINNS
from naqala.rules.errors import NaqalaError
from naqala.rules.expansions.items import ITEMS
from naqala.rules.land import CITIES
from naqala.rules.meeples import BUILDERS, Pile, Tribe
from naqala.rules.state import State
from naqala.rules.tiles import TILE_EFFECTS, Market, TileAction
from naqala.rules.tribes import Builders, TribeAction
from naqala.rules.turn import Sowing
from naqala.rules.yazid import NO_DICE
from naqala.text.words import Words


class Question(NamedTuple):
    """A question to a player."""

    text: str
    statement: str = ""
    """What the player should know before answering; empty if there is nothing to say."""

    def __str__(self) -> str:
        return f"{self.statement} {self.text}" if self.statement else self.text


class Meaning(NamedTuple):
    """What a choice means."""

    text: str
    note: str = ""
    """What it costs or earns, or what a power does; empty if there is nothing to say."""


def question(words: Words, state: State) -> Question:
    """The question to the player of `state.seat`."""
    decision = _top_decision(state)
    if decision is None:
        return Question(words.say("decision.over"))
    name, topic = type(decision).__name__, decision.topic(state)
    key = f"{name}.{topic}" if topic else name
    values = _values(words, decision, state)
    text = words.say(f"decision.{key}", **values)
    if not words.has(f"statement.{key}"):
        return Question(text)
    return Question(text, words.say(f"statement.{key}", **values))


def _values(words: Words, decision: Decision, state: State) -> dict[str, object]:
    """The values for the messages of a decision: its facts, and what is on the table."""
    facts = {name: getattr(decision, name) for name in decision.facts}
    values = {name: FACTS[name](words, fact) for name, fact in facts.items() if name in FACTS}
    values["power"] = _power(words, state)
    if "tile" in facts:
        values["whim"] = _whim_on(words, state, facts["tile"])
    if "tribe" in facts:
        fetched = state.row[: facts["count"]]
        values["meeples"] = words.members(facts["tribe"], facts["count"])
        values["fetched"] = words.cards(fetched) if fetched else ""
    if state.yazid and state.yazid.dice != NO_DICE:
        dice = state.yazid.dice
        values |= {"dice": words.dice(*dice), "gold": words.gold(sum(dice))}
    return values


FACTS: dict[str, Callable[[Words, Any], object]] = {
    "tile": lambda words, tile: TILE_NAMES[tile],
    "tribe": lambda words, tribe: words.members(tribe, 1),
    "cards": lambda words, cards: words.cards(cards),
    "value": lambda words, gold: words.gold(gold),
    "djinn": lambda words, djinn: _worth(words, djinn),
    "payment": lambda words, payment: words.payment(payment),
    "count": lambda words, count: count,
    "hand": lambda words, hand: words.pile(hand),
    "laid": lambda words, laid: words.say("list.comma").join(map(words.card, laid)),
    "column": lambda words, column: TILE_NAMES[column][0],
}
"""How each fact of a decision or an action is worded; facts that no message uses are left out."""


def sentence(words: Words, action: Action, state: State | None, players: Sequence[str]) -> str:
    """What a choice means, with its note, in one text."""
    text, note = meaning(words, action, state, players)
    if not note:
        return text
    key = "power" if isinstance(action, Use | UseItem) else "noted"
    return words.say(f"word.{key}", text=text, note=note)


def meaning(words: Words, action: Action, state: State | None, players: Sequence[str]) -> Meaning:
    """What a choice does; with a state, also what it costs or earns."""
    found = _meaning(words, action, state, players)
    return found if isinstance(found, Meaning) else Meaning(found)


def _meaning(
    words: Words, action: Action, state: State | None, players: Sequence[str]
) -> str | Meaning:
    """If the message of an action needs only the facts of its class, there is no case for it."""
    say = words.say
    match action:
        case Take(tile=tile):
            return taking(words, tile, state.piles[tile] if state else 0)
        case Drop(tile=tile, tribe=tribe):
            return _noted(_drop(words, tile, tribe), *_landing(words, tile, tribe, state))
        case Bid(value=value, fakirs=fakirs):
            text = say("action.bid", value=value) + _with_fakirs(words, fakirs)
            return _noted(text, _price_of_bid(words, action, state))
        case Sow(start=start, drops=drops):
            steps = (
                say("action.step", meeple=words.members(tribe, 1), tile=TILE_NAMES[tile])
                for tile, tribe in drops
            )
            path = say("list.comma").join(steps)
            return say("action.sow", tile=TILE_NAMES[start], steps=path)
        case Build(fakirs=fakirs):
            text = say("action.build") + _with_fakirs(words, fakirs)
            return _noted(text, _income(words, fakirs, state))
        case Kill(tile=tile, victims=victims, fakirs=fakirs):
            text = say("action.kill", meeples=words.meeples(victims), tile=TILE_NAMES[tile])
            text += _with_fakirs(words, fakirs)
            return _noted(text, say("note.controls") if _empties(tile, victims, state) else "")
        case KillInFront(seat=seat, victims=victims):
            victim = _name(words, seat, state, players)
            return say("action.kill_in_front", meeples=words.meeples(victims), victim=victim)
        case Buy():
            return _purchase(words, action, state)
        case Use(djinn=djinn, payment=payment, tile=tile):
            where = "" if tile is None else TILE_NAMES[tile]
            count = _from_bag(state, payment.elders)
            power = say(f"djinn.{djinn}.use", tile=where, count=count)
            paid = words.payment(payment)
            return Meaning(say("action.use", djinn=words.djinn(djinn), payment=paid), power)
        case KeepItem(item=item):
            points = ITEMS[item].points
            return _noted(
                say("action.keep_item", item=words.items([item])),
                words.points(points) if points else "",
            )
        case UseItem(item=item):
            power = _magic(words, action, state)
            return Meaning(say("action.use_item", item=words.items([item])), power)
        case Mark(piece=piece):
            return _noted(say(f"action.{piece}"), _bonus(words, piece, state))
        case PlayFirst():
            price = sum(_dice(state))
            notes = [say("note.pays", gold=words.gold(price)), say("note.rolls")] if price else []
            return _noted(say("action.first"), *notes)
        case Name(tile=tile):
            return _noted(say("action.name", tile=TILE_NAMES[tile]), *_struck(words, tile, state))
        case Pass():
            return _pass_meaning(words, state)
        case Action():
            verb = action.examples[0].partition(" ")[0]
            facts = {fact: FACTS[fact](words, getattr(action, fact)) for fact in action.facts}
            return say(f"action.{verb}", **facts)
    raise NaqalaError("no_words", kind=type(action).__name__)


def taking(words: Words, tile: Tile, pile: Pile) -> Meaning:
    """The beginning of a move from a tile with this pile."""
    text = words.say("action.take", tile=TILE_NAMES[tile])
    return _noted(text, words.pile(pile) if pile else "")


def _drop(words: Words, tile: Tile, tribe: Tribe) -> str:
    return words.say("action.drop", meeple=words.members(tribe, 1), tile=TILE_NAMES[tile])


def _top_decision(state: State | None) -> Decision | None:
    """The decision on top of the stack, if there is one."""
    return state.pending[-1] if state and state.pending and not state.over else None


def _noted(text: str, *notes: str) -> Meaning:
    """A text with those of the notes that are not empty."""
    return Meaning(text, ", ".join([note for note in notes if note]))


def _with_fakirs(words: Words, fakirs: int) -> str:
    return f" {words.say('action.with_fakirs', fakirs=words.fakirs(fakirs))}" if fakirs else ""


def _price_of_bid(words: Words, bid: Bid, state: State | None) -> str:
    """What a bid costs."""
    if state is None:
        return ""
    paid = price_of_bid(state, bid)
    return words.say("note.pays", gold=words.gold(paid)) if paid else words.say("note.free")


def _landing(words: Words, tile: Tile, tribe: Tribe, state: State | None) -> list[str]:
    """What the last drop of a move gathers, and whether it wins the tile (M7, M8)."""
    decision = _top_decision(state)
    if state is None or not isinstance(decision, Sowing) or meeples.size(decision.hand) > 1:
        return []
    there = meeples.of_tribe(state.piles[tile], tribe)
    gathered = words.members(tribe, meeples.size(there) + 1)
    notes = [words.say("note.gathers", meeples=gathered)]
    if _empties(tile, there, state):
        notes.append(words.say("note.controls"))
    return notes


def _empties(tile: Tile, pile: Pile, state: State | None) -> bool:
    """Whether the player in turn would control the tile without these meeples."""
    if state is None or state.controlled >> tile & 1:
        return False
    return state.piles[tile] == pile and (state.player.camels > 0 or state.player.tents > 0)


def _income(words: Words, fakirs: int, state: State | None) -> str:
    """What the Builders earn (T4)."""
    decision = _top_decision(state)
    if state is None or not isinstance(decision, TribeAction):
        return ""
    return words.say("note.earns", gold=words.gold(Builders.income(state, decision, fakirs)))


def _purchase(words: Words, buy: Buy, state: State | None) -> str:
    """The cards, with their places where the action names them, and the price of the market."""
    if any(buy.places):
        cards = words.listed(
            words.say("word.at_place", card=words.cards([card]), place=place)
            if place
            else words.cards([card])
            for card, place in zip(buy.cards, buy.places, strict=True)
        )
    else:
        cards = words.cards(buy.cards)
    decision = _top_decision(state)
    if state is not None and isinstance(decision, TileAction):
        market = TILE_EFFECTS[state.land.kinds[decision.tile]]
        if isinstance(market, Market):
            return words.say("action.buy_for", cards=cards, gold=words.gold(market.price))
    return words.say("action.buy", cards=cards)


def _worth(words: Words, djinn: str) -> str:
    """A Djinn with its points."""
    return f"{words.djinn(djinn)} ({words.points(DJINNS[djinn].points)})"


def _from_bag(state: State | None, elders: int = 0) -> int:
    """How many meeples Anun-Nak or the ring draws; Elders are paid first (D2, I7)."""
    return min(3, meeples.bag_size(state.bag) + elders) if state else 3


def _magic(words: Words, action: UseItem, state: State | None) -> str:
    """What a magic item does, with the tiles or the Djinn it is used for."""
    return words.say(
        f"item.{action.item}.use",
        count=_from_bag(state),
        tile="" if action.tile is None else TILE_NAMES[action.tile],
        to="" if action.to is None else TILE_NAMES[action.to],
        djinn="" if action.djinn is None else _worth(words, action.djinn),
    )


def _bonus(words: Words, piece: str, state: State | None) -> str:
    """What the tent would score on the tile (N8)."""
    decision = _top_decision(state)
    if state is None or not isinstance(decision, Marking) or piece != "tent":
        return ""
    return words.say("note.worth", points=words.points(state.land.red_around(decision.tile)))


def _struck(words: Words, tile: Tile, state: State | None) -> list[str]:
    """The meeples that Yazid takes on a tile, and what his Builders cost (Y6)."""
    pile = state.piles[tile] if state else 0
    if state is None or not pile:
        return []
    gold = meeples.count(pile, BUILDERS) * state.land.blue_around(tile)
    return [words.pile(pile), words.say("note.demands", gold=words.gold(gold)) if gold else ""]


def _dice(state: State | None) -> tuple[int, int]:
    """The dice on the table, white and black."""
    return state.yazid.dice if state and state.yazid else NO_DICE


def _whim_on(words: Words, state: State, tile: Tile) -> str:
    """The Whim that lies on a city, if there is one."""
    whim = state.whims.on(tile) if state.whims else None
    return words.whim_text(whim) if whim else ""


def _power(words: Words, state: State) -> str:
    """What can be used now: a Djinn, a magic item, or either."""
    kinds = set(map(type, state.choices))
    item, djinn = UseItem in kinds, Use in kinds
    return words.say(f"power.{'either' if item and djinn else 'item' if item else 'djinn'}")


def _name(words: Words, seat: int, state: State | None, players: Sequence[str]) -> str:
    """The name of an opponent; in the solo game this is always Yazid."""
    names = players or (state.options.names if state else ())
    if not names and state and state.yazid:
        names = [words.player(0)]
    return words.name(seat, names)


def _pass_meaning(words: Words, state: State | None) -> str | Meaning:
    """What `pass` does: it declines an offer, or continues with what is mandatory."""
    decision = _top_decision(state)
    if state is None or decision is None:
        return words.say("action.pass.plain")
    topic = decision.pass_topic(state)
    text = words.say(f"action.pass.{topic}", **_values(words, decision, state))
    if topic in CITIES and isinstance(decision, TileAction):
        return _noted(text, _whim_on(words, state, decision.tile))
    return text
