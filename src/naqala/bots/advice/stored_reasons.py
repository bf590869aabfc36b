"""Reasons as plain data, so that they can be stored and put into words later.

A reason or an advantage becomes a list: the name of its class, then its fields in order. The data
consists of lists, texts, numbers and truth values, as in JSON. Fields may be added at the end of a
class, with a default, and older data stays readable.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass

from naqala.bots.advice import advantages, reasons
from naqala.bots.advice.advantages import Advantage
from naqala.bots.advice.reasons import Reason
from naqala.rules.errors import NaqalaError, brief

KINDS = {
    name: kind
    for module in (reasons, advantages)
    for name, kind in vars(module).items()
    if isinstance(kind, type) and issubclass(kind, (Reason, Advantage))
}


class BadReason(NaqalaError):
    """Data that is not a stored reason."""


def stored(value: Reason | Advantage) -> list[object]:
    """A reason or an advantage as data."""
    parts = (getattr(value, field.name) for field in fields(value))
    return [type(value).__name__, *map(_stored_part, parts)]


def _stored_part(part: object) -> object:
    if isinstance(part, (Reason, Advantage)):
        return stored(part)
    return list(part) if isinstance(part, tuple) else part


def restored(data: object) -> Reason | Advantage:
    """The reason or advantage that was stored; BadReason if the data is not one."""
    try:
        return _restored(data)
    except (TypeError, KeyError, IndexError):
        raise BadReason("bad_reason", data=brief(repr(data))) from None


def _restored(data: object) -> Reason | Advantage:
    if not isinstance(data, Sequence) or isinstance(data, str):
        raise TypeError
    kind = KINDS[data[0]]
    assert is_dataclass(kind)
    if len(data) > 1 + len(fields(kind)):
        raise TypeError
    parts = (
        _restored_part(part, nested=field.name == "danger")
        for part, field in zip(data[1:], fields(kind), strict=False)
    )
    return kind(*parts)


def _restored_part(part: object, *, nested: bool) -> object:
    if nested:
        return _restored(part)
    return tuple(part) if isinstance(part, list) else part
