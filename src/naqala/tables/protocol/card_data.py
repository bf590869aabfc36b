"""The values printed on the cards, for the page; `make protocol` writes them to `web/src/protocol`.

The page does not know the rules, so points and prices are generated from them.
"""

from __future__ import annotations

from typing import Any

from naqala.rules import goods
from naqala.rules.actions import Payment
from naqala.rules.djinns import DJINNS, Djinn
from naqala.rules.expansions import items
from naqala.rules.expansions.whims import printed_deck
from naqala.rules.meeples import TRIBE_NAMES


def faces() -> dict[str, Any]:
    """Djinns, items and goods by name, the values of sets of goods, and the Whims.

    Items are in the order of the reference (I1–I7), with the precious ones first.
    """
    return {
        "djinns": {name: _djinn(djinn) for name, djinn in sorted(DJINNS.items())},
        "items": {
            item.name: {"points": item.points, "magic": item.magic, "copies": copies}
            for item, copies in items.COPIES.items()
        },
        "copies": dict(zip(goods.CARD_NAMES, goods.COPIES, strict=True)),
        "sets": list(goods.SET_VALUE[1:]),
        "whims": [
            {"measure": whim.measure, "least": whim.least, "gold": whim.gold}
            for whim in printed_deck()
        ],
    }


def _djinn(djinn: Djinn) -> dict[str, Any]:
    """Points, the ways to pay for the power, and when it works."""
    return {
        "points": djinn.points,
        "price": [_payment(payment) for payment in djinn.price],
        "when": _when(djinn),
    }


def _when(djinn: Djinn) -> str:
    """The moment of a power, by the hooks that the Djinn has."""
    if djinn.anytime:
        return "anytime"
    if djinn.boosts is not None:
        return TRIBE_NAMES[djinn.boosts]
    if djinn.shifts:
        return djinn.shifts
    if djinn.discounts:
        return "bid"
    kind = type(djinn)
    if kind.on_event is not Djinn.on_event:
        return "event"
    if kind.spares is not Djinn.spares:
        return "kill"
    return "always" if kind.score is Djinn.score else "end"


def _payment(payment: Payment) -> dict[str, int]:
    return {
        "elders": payment.elders,
        "fakirs": payment.fakirs,
        "artisans": payment.artisans,
    }
