"""Which presses lead to the goal of a step, and why another one does not."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from naqala.lessons import (
    Detour,
    Lesson,
    demonstration,
    detour,
    first_game,
    landing,
    leads,
    lesson,
    lesson_ids,
    outlook,
    progress,
)
from naqala.rules.actions import Drop, Take
from naqala.rules.board import TILE_NAMES

CAMEL = 3
"""The step of the guided first game in which a tile is named as the end of the move."""


def found(name: str) -> Lesson:
    each = lesson(name)
    assert each is not None
    return each


def test_only_a_start_from_which_the_goal_is_reached_is_lit() -> None:
    control = found("control")
    assert leads(control, []) == ("b2",)
    assert leads(control, ["take b2"]) == ("c2",)
    assert leads(control, ["take c2"]) == ()  # nothing leads there any more


def test_nothing_is_given_away_where_the_pupil_is_to_find_the_tile() -> None:
    viziers = found("viziers")
    assert "d3" not in leads(viziers, [])
    before = [*viziers.steps[0].show, *viziers.steps[1].show]
    assert viziers.steps[progress(viziers, before).step].find
    assert leads(viziers, before) == ()


@pytest.mark.parametrize("name", lesson_ids())
def test_a_press_on_a_tile_that_is_not_lit_is_explained(name: str) -> None:
    each, played = found(name), list[str]()
    for step in each.steps:
        for action in step.show:
            lit = leads(each, played)
            game = each.start()
            for done in played:
                game.play(done)
            presses = [one for one in game.legal() if isinstance(one, Take | Drop)]
            here = {TILE_NAMES[one.tile] for one in presses}
            assert set(lit) <= here
            if step.tiles and isinstance(presses[0] if presses else None, Take):
                here &= set(step.tiles)
            if lit:
                assert action.split()[1][:2] in lit
                for press in presses:
                    if TILE_NAMES[press.tile] in here - set(lit):
                        after = [*played, str(press)]
                        assert outlook(each, after).stuck or progress(each, after).wrong
            played.append(action)


def test_the_reason_why_a_start_cannot_lead_to_the_named_tile() -> None:
    control = found("control")
    assert detour(control, ["take c2"]) == Detour("d2", "colour", 2)
    assert detour(control, ["take d3"]) == Detour("d2", "steps", 2)
    assert detour(control, ["take b2", "drop a2G"]) is None  # the start was good


def test_the_end_that_the_first_game_names_is_no_start() -> None:
    """Unless the step can be done from there, too."""
    blocked = Counter[bool]()
    for seed in range(14, 28):
        first, actions, starts = second_turn(random.Random(seed))
        end = demonstration(first, actions).tiles[-1]
        start = f"take {end}"
        after = [*actions, start]
        useless = start not in starts or outlook(first, after).stuck or progress(first, after).wrong
        assert (landing(first, actions) == end) is bool(useless)
        blocked[start in starts and bool(useless)] += 1
    assert blocked[True]
    assert blocked[False]


def second_turn(rng: random.Random) -> tuple[Lesson, list[str], list[str]]:
    """The guided first game after a random turn of the rival, with its actions and the starts."""
    first = first_game()
    game, actions = first.start(), list[str]()
    while progress(first, actions).step < CAMEL or game.seat != 0:
        shown = demonstration(first, actions).actions if game.seat == 0 else ()
        actions.append(shown[0] if shown else str(rng.choice(game.legal())))
        game.play(actions[-1])
    return first, actions, [str(action) for action in game.legal()]


def test_a_free_step_of_the_first_game_lights_and_blocks_nothing() -> None:
    first = first_game()
    own = len(first.steps) - 1
    assert first.steps[own].free
    rng, game, actions = random.Random(1), first.start(), list[str]()
    while (step := progress(first, actions).step) <= own:
        if step == own and game.seat == 0:
            assert (leads(first, actions), landing(first, actions)) == ((), "")
        choices = [str(action) for action in game.legal()]
        actions.append("end" if "end" in choices else rng.choice(choices))
        game.play(actions[-1])
