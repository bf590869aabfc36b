"""The text of actions.

`str(action)` writes an action, `parse_action` reads it; the grammar is in docs/notation.md. Input
is not trusted: text that cannot be read is refused with a BadText that says what is wrong, where,
and what would be accepted.
"""

from __future__ import annotations

from functools import lru_cache

from naqala.rules.actions import ACTIONS, Action, wrong_form
from naqala.rules.errors import BadText, brief

ACTION_LENGTH = 1000
"""The longest text of an action."""

VERBS: dict[str, list[type[Action]]] = {}
"""The classes that read an action, by its first word."""
for _kind in ACTIONS.values():
    for _verb in {example.split()[0]: _kind for example in _kind.examples}:
        VERBS.setdefault(_verb, []).append(_kind)


@lru_cache(maxsize=1 << 12)
def parse_action(text: str) -> Action:
    """Read an action; case does not matter."""
    if not isinstance(text, str):
        raise BadText("not_text", value=brief(repr(text)))
    if len(text) > ACTION_LENGTH:
        raise BadText("action_length", most=ACTION_LENGTH, length=len(text))
    words = text.lower().split()
    if not words:
        raise BadText("empty_action", known=tuple(VERBS))
    if words[0] not in VERBS:
        raise BadText("unknown_action", word=brief(words[0]), known=tuple(VERBS))
    try:
        return _read(words)
    except BadText as error:
        raise BadText("bad_action", action=brief(text.strip()), reason=error) from None


def _read(words: list[str]) -> Action:
    kinds = VERBS[words[0]]
    # `use` and `keep` are for Djinns and for items: the class defined last is tried first.
    for kind in reversed(kinds):
        if action := kind.read(words):
            return action
    examples = [example for kind in kinds for example in kind.examples]
    raise wrong_form(example for example in examples if example.split()[0] == words[0])
