"""Reading the pending decisions of a position, and which can be pending together."""

from __future__ import annotations

from naqala.rules.decisions import DECISIONS, Decision
from naqala.rules.errors import BadText, brief
from naqala.rules.state import State
from naqala.rules.turn import Sowing


def parse_pending(words: str, state: State) -> tuple[Decision, ...]:
    """The decisions of a line, the next one last."""
    if words == "-":
        return ()
    return tuple(_decision(text.split(), state) for text in words.split("/"))


def _decision(words: list[str], state: State) -> Decision:
    # `keeping` is the keyword for Djinns and for items: the class defined last is tried first.
    for kind in reversed(DECISIONS.values()):
        if words[:1] == [kind.keyword] and (decision := kind.read(words[1:], state)):
            return decision
    examples = {kind.example or kind.keyword for kind in DECISIONS.values()}
    known = tuple(sorted(examples, key=lambda example: (" " in example, example)))
    raise BadText("not_a_decision", text=brief(" ".join(words)), known=known)


def check_pending(state: State) -> None:
    """Raise BadText for decisions that cannot be pending together."""
    if state.over:
        if state.pending:
            raise BadText("pending_over")
        return
    for nth, decision in enumerate(state.pending):
        below = state.pending[nth - 1] if nth else None
        if not decision.fits(below, state):
            raise BadText("pending_place", decision=str(decision))
        if isinstance(decision, Sowing) and not decision.options(state):
            raise BadText("pending_endless", decision=str(decision))
