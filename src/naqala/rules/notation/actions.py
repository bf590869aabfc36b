"""The text of actions.

`str(action)` writes an action, `parse_action` reads it; the grammar is in docs/notation.md. Input
is not trusted: text that cannot be read is refused with a BadText that says what is wrong, where,
and what would be accepted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from naqala.rules import goods, meeples
from naqala.rules.actions import (
    ARTISAN,
    CAMEL,
    DROPS,
    ELDER,
    ELDER_AND_FAKIR,
    END,
    FAKIR,
    FAKIRS,
    PASS,
    PLAY_FIRST,
    TAKES,
    TENT,
    Action,
    Bid,
    Build,
    Buy,
    Craft,
    Gather,
    Keep,
    KeepItem,
    Kill,
    KillInFront,
    Lay,
    Name,
    Payment,
    Sell,
    Sow,
    Summon,
    Use,
    UseItem,
)
from naqala.rules.actions import ELDERS as TWO_ELDERS
from naqala.rules.board import TILE_OF_NAME
from naqala.rules.djinns import djinn_of
from naqala.rules.errors import BadText, brief
from naqala.rules.expansions.items import ITEMS
from naqala.rules.meeples import Pile
from naqala.rules.text_tokens import card_of, drop_of, number_of, pile_of, seat_of, tile_of

ACTION_LENGTH = 1000
"""The longest text of an action."""

CRAFT_PAYMENTS = {str(payment): payment for payment in (ARTISAN, FAKIRS)}
PAYMENTS = {str(payment): payment for payment in (ELDER, FAKIR, TWO_ELDERS, ELDER_AND_FAKIR)}


@lru_cache(maxsize=1 << 12)
def parse_action(text: str) -> Action:
    """Read an action; case does not matter."""
    if not isinstance(text, str):
        raise BadText("not_text", value=brief(repr(text)))
    if len(text) > ACTION_LENGTH:
        raise BadText("action_length", most=ACTION_LENGTH, length=len(text))
    words = text.lower().split()
    if not words:
        raise BadText("empty_action", known=tuple(_READERS))
    reader = _READERS.get(words[0])
    if reader is None:
        raise BadText("unknown_action", word=brief(words[0]), known=tuple(_READERS))
    try:
        return reader(words[1:])
    except BadText as error:
        raise BadText("bad_action", action=brief(text.strip()), reason=error) from None


def _bid(words: list[str]) -> Action:
    values, fakirs = _with_fakirs(words)
    _expect(len(values) == 1, "bid 5", "bid 8 fakirs 1")
    return Bid(number_of(values[0]), fakirs)


def _take(words: list[str]) -> Action:
    _expect(len(words) == 1, "take c3")
    return TAKES[tile_of(words[0])]


def _drop(words: list[str]) -> Action:
    _expect(len(words) == 1, "drop d3W")
    tile, tribe = drop_of(words[0])
    return DROPS[tile][tribe]


def _sow(words: list[str]) -> Action:
    _expect(len(words) > 1, "sow c3 d3W d4Y")
    return Sow(tile_of(words[0]), tuple(drop_of(word) for word in words[1:]))


def _build(words: list[str]) -> Action:
    rest, fakirs = _with_fakirs(words)
    _expect(not rest, "build", "build fakirs 2")
    return Build(fakirs)


def _kill(words: list[str]) -> Action:
    rest, fakirs = _with_fakirs(words)
    if len(rest) == 2 and re.fullmatch("p[1-9]", rest[0]) and not fakirs:
        return KillInFront(seat_of(rest[0]), _victims(rest[1]))
    _expect(len(rest) == 1, "kill d4R", "kill d4R fakirs 1", "kill p2 W")
    return Kill(tile_of(rest[0][:2]), _victims(rest[0][2:]), fakirs)


def _victims(text: str) -> Pile:
    pile = pile_of(text)
    if not 1 <= meeples.size(pile) <= 2:
        raise BadText("victim_number")
    return pile


def _buy(words: list[str]) -> Action:
    _expect(bool(words), "buy ivory silk", "buy fish@3")
    bought = [word.partition("@") for word in words]
    places = tuple(number_of(place) if at else 0 for _, at, place in bought)
    if not all(at == "" or place for (_, at, _), place in zip(bought, places, strict=True)):
        raise BadText("row_place")
    return Buy(tuple(card_of(card) for card, _, _ in bought), places)


def _summon(words: list[str]) -> Action:
    _expect(len(words) > 1, "summon jafaar elders")
    return Summon(djinn_of(words[0]), payment_of(words[1:]))


def _use(words: list[str]) -> Action:
    if words and words[0] in ITEMS:
        return _use_item(words[0], words[1:])
    _expect(len(words) > 1, "use sloar fakir", "use enki b2 elder")
    tile = TILE_OF_NAME.get(words[1])
    price = words[1:] if tile is None else words[2:]
    return Use(djinn_of(words[0]), payment_of(price), tile)


def _use_item(item: str, words: list[str]) -> Action:
    if item == "lamp":
        _expect(len(words) == 1, "use lamp jafaar")
        return UseItem(item, djinn=djinn_of(words[0]))
    _expect(len(words) <= 2, "use horn", "use talisman a1 c3")
    tile, to = ([tile_of(word) for word in words] + [None, None])[:2]
    return UseItem(item, tile, to)


def _keep(words: list[str]) -> Action:
    _expect(len(words) == 1, "keep boaz", "keep crown")
    return KeepItem(words[0]) if words[0] in ITEMS else Keep(djinn_of(words[0]))


def _craft(words: list[str]) -> Action:
    payment = CRAFT_PAYMENTS.get(" ".join(words))
    if payment is None:
        raise BadText("action_form", examples=("craft artisan", "craft fakirs"))
    return Craft(payment)


def _gather(words: list[str]) -> Action:
    _expect(len(words) == 1, "gather d3W")
    return Gather(*drop_of(words[0]))


def _lay(words: list[str]) -> Action:
    _expect(len(words) == 1, "lay ivory")
    return Lay(card_of(words[0]))


def _name(words: list[str]) -> Action:
    _expect(len(words) == 1, "name c3")
    return Name(tile_of(words[0]))


def _sell(words: list[str]) -> Action:
    _expect(bool(words), "sell ivory silk fish")
    cards = tuple(sorted(card_of(word) for word in words))
    if len(set(cards)) != len(cards):
        raise BadText("goods_differ")
    if goods.FAKIR in cards:
        raise BadText("fakirs_unsold")
    return Sell(cards)


def _alone(action: Action) -> Callable[[list[str]], Action]:
    def read(words: list[str]) -> Action:
        _expect(not words, str(action))
        return action

    return read


_READERS: dict[str, Callable[[list[str]], Action]] = {
    "bid": _bid,
    "take": _take,
    "drop": _drop,
    "sow": _sow,
    "build": _build,
    "kill": _kill,
    "buy": _buy,
    "summon": _summon,
    "use": _use,
    "keep": _keep,
    "craft": _craft,
    "gather": _gather,
    "lay": _lay,
    "name": _name,
    "sell": _sell,
    "camel": _alone(CAMEL),
    "tent": _alone(TENT),
    "first": _alone(PLAY_FIRST),
    "pass": _alone(PASS),
    "end": _alone(END),
}


def _with_fakirs(words: list[str]) -> tuple[list[str], int]:
    """Split off `fakirs 2` at the end."""
    if len(words) > 1 and words[-2] == "fakirs":
        fakirs = number_of(words[-1])
        if not fakirs:
            raise BadText("zero_fakirs")
        return words[:-2], fakirs
    return words, 0


def _expect(condition: bool, *examples: str) -> None:
    """Raise BadText, with these examples, unless the condition holds."""
    if not condition:
        raise BadText("action_form", examples=examples)


def payment_of(words: Sequence[str]) -> Payment:
    """Read what a Djinn is paid with."""
    payment = PAYMENTS.get(" ".join(words))
    if payment is None:
        raise BadText("not_a_price", text=brief(" ".join(words)), known=tuple(PAYMENTS))
    return payment
