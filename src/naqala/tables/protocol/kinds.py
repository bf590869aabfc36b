"""The kinds of events, choices and decisions, and the fields of each kind.

On the wire an event, a choice or a decision is one flat object without its default values. The
page reads it as a union of kinds, each with its own fields. Those of a decision are the facts that
its class declares; the others are declared here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec import Struct

from naqala.rules import decisions, events
from naqala.rules.events import Event
from naqala.tables.protocol.log import GameEvent
from naqala.tables.protocol.types import Asked, Choice

Fields = tuple[str, ...]


class Union(NamedTuple):
    """A flat type that the page reads as a union."""

    flat: type[Struct]
    tag: str
    """The field that names the kind."""
    shared: Fields
    """The fields that every kind has besides the tag."""
    kinds: Mapping[str, Fields]


EVENTS: dict[str, Fields] = {
    name: kind.__match_args__
    for name, kind in vars(events).items()
    if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
}

CHOICES: dict[str, Fields] = {
    "bid": ("value", "fakirs"),
    "take": ("tile",),
    "drop": ("tile", "tribe"),
    "build": ("fakirs",),
    "kill": ("tile", "victims", "fakirs", "seat"),
    "buy": ("cards", "places"),
    "summon": ("djinn", "payment"),
    "use": ("djinn", "payment", "item", "tile", "to"),
    "keep": ("djinn", "item"),
    "camel": (),
    "tent": (),
    "craft": ("payment",),
    "gather": ("tile", "tribe"),
    "lay": ("cards",),
    "first": (),
    "name": ("tile",),
    "sell": ("cards", "value"),
    "pass": (),
    "end": (),
}

DECISIONS: dict[str, Fields] = {
    name: tuple(fact for fact in kind.facts if fact in Asked.__struct_fields__)
    for name, kind in sorted(decisions.DECISIONS.items())
}

UNIONS: dict[str, Union] = {
    "GameEvent": Union(GameEvent, "type", (), EVENTS),
    "Choice": Union(Choice, "kind", ("action", "meaning", "note", "gold"), CHOICES),
    "Asked": Union(Asked, "decision", ("seat",), DECISIONS),
}
