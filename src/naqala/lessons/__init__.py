"""Lessons: small positions to play, with goals that the rules check.

A lesson is one file of this folder, such as `010-sowing.toml`; docs/extending.md describes its
fields. The number orders the lessons, the rest of the name is the id. The sentences are in the
catalogues, in the section `lesson.ID`. `first.toml` is the guided first game.
"""

from naqala.lessons.conditions import BadLesson
from naqala.lessons.files import first_game, lesson, lesson_ids
from naqala.lessons.lesson import Lesson, Remark, Step, parse_lesson
from naqala.lessons.progress import (
    Demonstration,
    Outlook,
    Progress,
    demonstration,
    outlook,
    progress,
)
from naqala.lessons.ways import Detour, detour, landing, leads

__all__ = [
    "BadLesson",
    "Demonstration",
    "Detour",
    "Lesson",
    "Outlook",
    "Progress",
    "Remark",
    "Step",
    "demonstration",
    "detour",
    "first_game",
    "landing",
    "leads",
    "lesson",
    "lesson_ids",
    "outlook",
    "parse_lesson",
    "progress",
]
