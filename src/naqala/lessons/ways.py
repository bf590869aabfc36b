"""Where to go in a step: which tiles lead to its goal, and why another one does not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from naqala.lessons import turn_search
from naqala.lessons.conditions import PUPIL, Check
from naqala.lessons.lesson import Lesson, Step
from naqala.lessons.progress import outlook, progress, turn_so_far
from naqala.rules.actions import Action, Drop, Take
from naqala.rules.board import TILE_NAMES, TILE_OF_NAME, Tile
from naqala.rules.events import Event
from naqala.rules.game import Game
from naqala.rules.meeples import size, tribes
from naqala.rules.state import State


class Detour(NamedTuple):
    """Why a move from a start cannot end where the coach says."""

    target: str
    reason: str
    """`colour` if nobody on the start has the colour of anybody there, `steps` if the number of
    meeples does not fit."""
    steps: int
    """The meeples on the start, each of which is one step."""


def leads(lesson: Lesson, actions: Sequence[Action | str]) -> tuple[str, ...]:
    """The tiles for the next press from which the goal of the step can still be reached.

    None if that says nothing: nowhere to go, every tile leads there or none does, or the pupil is
    to find out. In a game with a rival the start is free.
    """
    now = progress(lesson, actions)
    step = lesson.steps[now.step] if now.step < len(lesson.steps) else None
    if step is None or step.find or step.free:
        return ()
    game, events = _position(lesson, actions, now.start)
    choices = _presses(lesson, step, game)
    if not choices:
        return ()
    found = turn_search.choices_that_reach(game, events, _goal(step), choices)
    tiles = {each.tile for each in found}
    if tiles == {each.tile for each in choices}:
        return ()
    return tuple(TILE_NAMES[tile] for tile in sorted(tiles))


def landing(lesson: Lesson, actions: Sequence[Action | str]) -> str:
    """The tile where the next move must end, unless a move that starts there does the step."""
    now = progress(lesson, actions)
    step = lesson.steps[now.step] if now.step < len(lesson.steps) else None
    if step is None or step.free:
        return ""
    game, events = _position(lesson, actions, now.start)
    start = _target(lesson, step, actions, game)
    take = next((each for each in _starts(game) if TILE_NAMES[each.tile] == start), None)
    if take and turn_search.choices_that_reach(game, events, _goal(step), [take]):
        return ""
    return start


def detour(lesson: Lesson, actions: Sequence[Action | str]) -> Detour | None:
    """Why the start that must be taken back does not lead to the named end, if that is simple."""
    back = outlook(lesson, actions).back
    played = str(actions[back]) if back < len(actions) else ""
    if not played.startswith("take "):
        return None
    before = actions[:back]
    now = progress(lesson, before)
    game, _ = _position(lesson, before, now.start)
    target = _target(lesson, lesson.steps[now.step], before, game)
    if not target:
        return None
    start, end = TILE_OF_NAME[played.removeprefix("take ")], TILE_OF_NAME[target]
    reason = _reason(game.state, start, end)
    return Detour(target, reason, size(game.state.piles[start])) if reason else None


def _reason(state: State, start: Tile, end: Tile) -> str:
    steps = size(state.piles[start])
    if not set(tribes(state.piles[start])) & set(tribes(state.piles[end])):
        return "colour"
    distance = state.land.grid.distance(start, end)
    return "steps" if distance > steps or (steps - distance) % 2 else ""


def _goal(step: Step) -> Check:
    return step.aim or step.goal


def _position(
    lesson: Lesson, actions: Sequence[Action | str], start: int
) -> tuple[Game, list[Event]]:
    """The game after some actions, and the events since the step or the turn began."""
    if lesson.rival:
        game, _, events = turn_so_far(lesson, actions)
        return game, events
    game, events = lesson.start(), []
    for number, action in enumerate(actions):
        found = game.play(action)
        if number >= start:
            events.extend(found)
    return game, events


def _presses(lesson: Lesson, step: Step, game: Game) -> list[Take | Drop]:
    """The presses on tiles to choose from, as far as the coach marks them."""
    if game.seat != PUPIL or game.over:
        return []
    if any(isinstance(action, Take) for action in game.legal()):
        # The shown move of a game with a rival is marked anyway.
        starts = [] if lesson.rival else _starts(game)
        return [each for each in starts if not step.tiles or TILE_NAMES[each.tile] in step.tiles]
    return [action for action in game.legal() if isinstance(action, Drop)]


def _starts(game: Game) -> list[Take]:
    if game.seat != PUPIL or game.over:
        return []
    return [action for action in game.legal() if isinstance(action, Take)]


def _target(lesson: Lesson, step: Step, actions: Sequence[Action | str], game: Game) -> str:
    """Where the coach says that the move ends, while a start is chosen; else empty."""
    if not _starts(game):
        return ""
    if not lesson.rival:
        return step.target
    before = tuple(map(str, actions))
    _, tiles = turn_search.shown_turn(lesson, before, lesson.steps.index(step))
    return tiles[-1] if tiles else ""
