"""The bots of the ladder themselves; whoever wants no more than their names asks `ladder`."""

from __future__ import annotations

from naqala.bots.bot import Bot, Traveller
from naqala.bots.djinn import Djinn
from naqala.bots.thinkers import Merchant, Sultan
from naqala.bots.vizier import Vizier

BOTS: dict[str, type[Bot]] = {
    each.name: each for each in (Traveller, Merchant, Vizier, Sultan, Djinn)
}
