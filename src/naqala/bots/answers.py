"""Reading the answer of a bot: an action or its text, a whole move or a step of it."""

from __future__ import annotations

from collections.abc import Sequence

from naqala.rules.actions import DROPS, TAKES, Action, Buy, Drop, Sow
from naqala.rules.errors import BadText, IllegalAction, brief
from naqala.rules.notation.actions import parse_action
from naqala.rules.tiles import as_offered
from naqala.rules.view import View


def read_answer(answer: object, view: View, legal: Sequence[Action]) -> list[Action]:
    """The legal action that an answer means, followed by the other steps of a whole move.

    IllegalAction names the legal actions if the answer is not one of them.
    """
    action = _parsed(answer, view, legal) if isinstance(answer, str) else answer
    if not isinstance(action, Action):
        shown, possible = brief(repr(action)), tuple(map(str, legal))
        raise IllegalAction("not_an_answer", action=shown, player=_player(view), possible=possible)
    if isinstance(action, Sow):
        if steps := remaining(as_steps([action]), legal):
            return steps
    elif isinstance(action, Buy):
        action = as_offered(action, legal, view.row)
    if action not in legal:
        raise _refused(str(action), view, legal)
    return [legal[legal.index(action)]]


def _parsed(text: str, view: View, legal: Sequence[Action]) -> Action:
    try:
        return parse_action(text)
    except BadText:
        raise _refused(brief(text), view, legal) from None


def _refused(answer: str, view: View, legal: Sequence[Action]) -> IllegalAction:
    return IllegalAction(
        "not_legal", action=answer, player=_player(view), possible=tuple(map(str, legal))
    )


def _player(view: View) -> str:
    return f"p{view.viewer + 1}"


def as_steps(actions: Sequence[Action]) -> list[Action]:
    """The actions with every whole move split into its steps, forced steps included."""
    found: list[Action] = []
    for action in actions:
        if isinstance(action, Sow):
            found += [TAKES[action.start], *(DROPS[tile][tribe] for tile, tribe in action.drops)]
        else:
            found.append(action)
    return found


def remaining(plan: Sequence[Action], legal: Sequence[Action]) -> list[Action]:
    """The plan from its first legal action on, skipping forced drops; empty if it is obsolete."""
    for nth, action in enumerate(plan):
        if action in legal:
            return list(plan[nth:])
        if not isinstance(action, Drop):
            return []
    return []
