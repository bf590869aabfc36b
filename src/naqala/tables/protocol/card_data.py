"""The values printed on the cards, for the page; `make protocol` writes them to `web/src/protocol`.

The page does not know the rules, so points and prices are generated from them.
"""

from __future__ import annotations

from typing import Any

from naqala.rules import goods
from naqala.rules.actions import Payment
from naqala.rules.djinns import DJINNS, Djinn, GoldOn
from naqala.rules.expansions.items import ITEMS


def faces() -> dict[str, Any]:
    """Djinns, items and goods by name, and the values of sets of goods."""
    return {
        "djinns": {name: _djinn(djinn) for name, djinn in sorted(DJINNS.items())},
        "items": {
            name: {"points": item.points, "magic": item.magic}
            for name, item in sorted(ITEMS.items())
        },
        "copies": dict(zip(goods.CARD_NAMES, goods.COPIES, strict=True)),
        "sets": list(goods.SET_VALUE[1:]),
    }


def _djinn(djinn: Djinn) -> dict[str, Any]:
    """Points, the ways to pay for the power, and when it works."""
    used = bool(djinn.price)
    when = "used" if used else "event" if isinstance(djinn, GoldOn) else "always"
    return {
        "points": djinn.points,
        "price": [_payment(payment) for payment in djinn.price],
        "when": when,
    }


def _payment(payment: Payment) -> dict[str, int]:
    return {
        "elders": payment.elders,
        "fakirs": payment.fakirs,
        "artisans": payment.artisans,
    }
