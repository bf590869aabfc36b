"""The kinds of events, choices and decisions, and the fields of each kind.

On the wire an event, a choice or a decision is one flat object without its default values. The
page reads it as a union of kinds, each with its own fields: the fields of an event, and the facts
of an action or a decision.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec import Struct

from naqala.rules import decisions, events
from naqala.rules.actions import Sow
from naqala.rules.events import Event
from naqala.rules.notation.actions import VERBS
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
    verb: tuple(dict.fromkeys(fact for kind in kinds for fact in kind.facts))
    for verb, kinds in VERBS.items()
    if Sow not in kinds  # never offered as a choice
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
