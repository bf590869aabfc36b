"""Reading lessons, their conditions, and the progress of a pupil."""

from __future__ import annotations

from typing import Any

import pytest

from naqala.lessons import BadLesson, Lesson, demonstration, parse_lesson, progress
from naqala.lessons.conditions import Facts, parse_condition
from naqala.rules.board import TILE_OF_NAME
from naqala.rules.events import Dropped, Gathered, Sold
from naqala.rules.goods import CARDS
from naqala.rules.meeples import MERCHANTS

TEXT = """
picture = "camel"
position = '''
naqala position 1
players 2
board 4x3
tiles o8 v5 m6 l4/v5 m6 s6 m6/m6 s10 l4 o8
meeples WB YG WGB GR/GR YWG WW GY/YB WWB R YGB
spots p2 p2 - - - - - - -
acted p1 p1
pending moving
p1-has gold 7
p1-tiles a1
'''

[[steps]]
name = "pick"
goal = { taken = true }
show = ["take b2"]

[[steps]]
name = "land"
goal = { gathered = { tribe = "G", count = { least = 2 } } }
show = ["drop c2Y", "drop c3W", "drop d3G"]

[[steps.wrong]]
name = "white"
when = { gathered = { tribe = "W" } }
example = ["drop c2G", "drop c1Y"]
"""
D3 = TILE_OF_NAME["d3"]


def lesson(text: str = TEXT) -> Lesson:
    return parse_lesson("tried", text)


def code_of(text: str) -> tuple[str, str]:
    """The codes of the refusal of a file and of its reason."""
    with pytest.raises(BadLesson) as refused:
        parse_lesson("tried", text)
    reason = refused.value.values["reason"]
    assert isinstance(reason, ValueError)
    return refused.value.code, str(getattr(reason, "code", ""))


def holds(condition: dict[str, Any], *events: Any) -> bool:
    return parse_condition(condition)(Facts(lesson().start().state, events))


def test_progress_follows_the_steps_and_undo() -> None:
    tried = lesson()
    assert progress(tried, [])[:4] == (0, 0, "", False)
    assert progress(tried, ["take b2"])[:4] == (1, 1, "", False)
    assert progress(tried, ["take b2", "drop c2Y", "drop c3W"]).step == 1
    done = ["take b2", "drop c2Y", "drop c3W", "drop d3G"]
    assert progress(tried, done)[:4] == (2, 4, "", False)
    assert progress(tried, [*done, "end"])[:4] == (2, 4, "", False)


def test_another_landing_is_explained_until_it_is_undone() -> None:
    tried = lesson()
    wrong = ["take b2", "drop c2G", "drop c1Y"]
    assert progress(tried, wrong)[:4] == (1, 1, "white", False)
    assert progress(tried, [*wrong, "end"])[:4] == (1, 1, "white", True)
    assert progress(tried, wrong[:2])[:4] == (1, 1, "", False)


def test_a_meeple_that_was_to_be_kept_for_last_is_missed_at_once() -> None:
    tried = lesson(
        TEXT.replace('when = { gathered = { tribe = "W" } }', "when = { in_hand = { G = 0 } }")
    )
    assert progress(tried, ["take b2", "drop c2Y"]).wrong == ""
    assert progress(tried, ["take b2", "drop c2G"]).wrong == "white"
    assert progress(tried, ["take b2", "drop c2Y", "drop c3W", "drop d3G"]).wrong == ""


def test_a_step_that_is_not_possible_any_more_is_shown_from_the_beginning() -> None:
    tried = lesson()
    assert demonstration(tried, ["take b2"])[:3] == (1, tried.steps[1].show, 0)
    other = demonstration(tried, ["take d1"])
    assert other[:3] == (0, ("take b2", *tried.steps[1].show), 1)


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ({"gathered": True}, True),
        ({"gathered": {"tile": "d3"}}, True),
        ({"gathered": {"tile": "d2"}}, False),
        ({"gathered": {"tribe": "G", "count": 3}}, True),
        ({"gathered": {"count": 2}}, False),
        ({"gathered": {"count": {"least": 2, "most": 3}}}, True),
        ({"gathered": {"count": {"most": 2}}}, False),
        ({"gathered": {"seat": 1}}, False),
        ({"dropped": {"times": 2}}, True),
        ({"dropped": {"times": {"least": 3}}}, False),
        ({"killed": True}, False),
        ({"sold": {"cards": {"least": 2}}}, True),
        ({"sold": {"cards": 3}}, False),
        ({"controls": "a1"}, True),
        ({"controls": "a2"}, False),
        ({"on": {"a2": "RG", "c2": "WW"}}, True),
        ({"on": {"a2": "G"}}, False),
        ({"has": {"gold": 7, "tiles": 1, "djinns": 0}}, True),
        ({"has": {"gold": {"least": 8}}}, False),
        ({"has": {"points": {"least": 13}}}, True),
        ({"gathered": True, "has": {"gold": 8}}, False),
        ({"in_hand": {"B": 0}}, False),  # no move is going on
    ],
)
def test_conditions(condition: dict[str, Any], expected: bool) -> None:
    events = (
        Dropped(0, D3, MERCHANTS),
        Dropped(0, D3, MERCHANTS),
        Dropped(1, D3, MERCHANTS),
        Gathered(0, D3, MERCHANTS, 3),
        Sold(0, CARDS[:2]),
    )
    assert holds(condition, *events) is expected


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("[[steps]]", "[[steps]", "lesson_toml"),
        ('picture = "camel"', "", "lesson_missing"),
        ('picture = "camel"', "picture = 3", "lesson_value"),
        ('picture = "camel"', 'picture = "camel"\nextra = 1', "lesson_unknown"),
        ('picture = "camel"', 'picture = "camel"\npanels = ["sky"]', "lesson_panel"),
        ('picture = "camel"', 'picture = "camel"\npanels = "gold"', "lesson_value"),
        ("board 4x3", "board 4x4", "key_line"),
        ('name = "pick"', 'name = "Pick up"', "lesson_value"),
        ('name = "pick"', 'name = "pick"\ntiles = ["z9"]', "lesson_value"),
        ('name = "pick"', 'name = "pick"\ntarget = "z9"', "lesson_value"),
        ("{ taken = true }", "{ flown = true }", "lesson_condition"),
        ("{ taken = true }", "{ taken = { wings = 2 } }", "lesson_condition"),
        ("{ taken = true }", "{ taken = 7 }", "lesson_value"),
        ("{ taken = true }", "{ has = { wings = 2 } }", "lesson_condition"),
        ("{ taken = true }", "{ has = {} }", "lesson_value"),
        ("{ taken = true }", '{ controls = "z9" }', "lesson_value"),
        ("{ taken = true }", "{ on = 3 }", "lesson_value"),
        ("{ taken = true }", '{ on = { z9 = "Y" } }', "lesson_value"),
        ("{ taken = true }", '{ on = { a1 = "?" } }', "lesson_value"),
        ("{ taken = true }", "{ in_hand = { K = 0 } }", "lesson_value"),
        ("{ taken = true }", "{}", "lesson_condition"),
        ('picture = "camel"', 'picture = "camel"\ngroup = "chess"', "lesson_value"),
        ("{ taken = true }", "true", "lesson_condition"),
        ("{ least = 2 }", "{ about = 2 }", "lesson_value"),
        ("{ least = 2 }", '{ least = "2" }', "lesson_value"),
        ("{ least = 2 }", "2.5", "lesson_value"),
        ('show = ["take b2"]', "show = [1]", "lesson_value"),
    ],
)
def test_a_wrong_file_is_refused(old: str, new: str, code: str) -> None:
    assert old in TEXT
    assert code_of(TEXT.replace(old, new, 1)) == ("bad_lesson", code)


def test_wrong_tables_are_refused() -> None:
    head = TEXT.partition("[[steps]]")[0]
    assert code_of(f"{head}steps = []")[1] == "lesson_value"
    assert code_of(f"{head}steps = [1]")[1] == "lesson_table"
    step = '{ name = "a", goal = { taken = true }, show = [], wrong = 1 }'
    assert code_of(f"{head}steps = [{step}]")[1] == "lesson_value"
