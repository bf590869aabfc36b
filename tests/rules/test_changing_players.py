"""Rules change a player only through `State.changing`, because copies of a state share players."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from naqala import rules

FOLDER = Path(rules.__file__).parent
Function = ast.FunctionDef | ast.AsyncFunctionDef


def is_shared(node: ast.expr, names: set[str]) -> bool:
    """Whether an expression is a player that other states may share."""
    if isinstance(node, ast.Name):
        return node.id in names
    if isinstance(node, ast.Subscript):
        return is_players(node.value)
    return isinstance(node, ast.Attribute) and node.attr == "player"


def is_players(node: ast.expr) -> bool:
    """Whether an expression is the players of a state."""
    return isinstance(node, ast.Attribute) and node.attr == "players"


def shared_names(function: ast.AST) -> set[str]:
    """The names that stand for such a player in a function."""
    found: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and is_shared(node.value, found):
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        if (
            isinstance(node, ast.For)
            and is_players(node.iter)
            and isinstance(node.target, ast.Name)
        ):
            found.add(node.target.id)
        if isinstance(node, ast.NamedExpr) and is_shared(node.value, found):
            found.add(node.target.id)
    return found


def targets(node: ast.AST) -> Iterator[ast.expr]:
    """What a statement assigns to, or the object of a call of `add_meeples`."""
    match node:
        case ast.Assign(targets=several) | ast.Delete(targets=several):
            for each in several:
                yield from each.elts if isinstance(each, ast.Tuple | ast.List) else [each]
        case ast.AugAssign(target=one) | ast.AnnAssign(target=one):
            yield one
        case ast.Call(func=ast.Attribute(attr="add_meeples") as method):
            yield method


def changes(source: str) -> list[int]:
    """The lines that change a player who may be shared."""
    tree = ast.parse(source)
    found = set()
    for function in ast.walk(tree):
        if isinstance(function, Function):
            names = shared_names(function)
            for node in ast.walk(function):
                for target in targets(node):
                    if isinstance(target, ast.Attribute) and is_shared(target.value, names):
                        found.add(target.lineno)
    return sorted(found)


@pytest.mark.parametrize("file", sorted(FOLDER.rglob("*.py")), ids=lambda file: file.stem)
def test_players_are_changed_only_where_they_are_not_shared(file: Path) -> None:
    assert not changes(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "statement",
    [
        "state.player.gold += 1",
        "state.players[seat].hand = 0",
        "state.player.gold, state.sold = 1, True",
        "state.players[0].add_meeples(tribe, 1)",
        "me = state.player; me.hand -= 1",
        "owner = state.players[seat]; me = owner; me.add_meeples(tribe, 1)",
        "del state.player.tent",
        "for player in state.players: player.used = ()",
    ],
)
def test_a_change_of_a_shared_player_is_found(statement: str) -> None:
    assert changes(f"def use(state, seat, tribe):\n    {statement}\n") == [2]


@pytest.mark.parametrize(
    "statement",
    [
        "state.changing(seat).gold += 1",
        "me = state.changing(seat); me.hand -= 1",
        "me = state.player; state.gold = me.gold",
    ],
)
def test_other_changes_are_allowed(statement: str) -> None:
    assert not changes(f"def use(state, seat, tribe):\n    {statement}\n")
