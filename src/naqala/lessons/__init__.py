"""Lessons: small positions to play, with goals that the rules check.

A lesson is one file of this folder, such as `10-sowing.toml`; docs/extending.md describes its
fields. The number orders the lessons, the rest of the name is the id. The sentences are in the
catalogues, in the section `lesson.ID`.
"""

from naqala.lessons.conditions import BadLesson
from naqala.lessons.files import lesson, lesson_ids
from naqala.lessons.lesson import Lesson, Step, WrongTry, parse_lesson
from naqala.lessons.progress import Demonstration, Progress, demonstration, progress

__all__ = [
    "BadLesson",
    "Demonstration",
    "Lesson",
    "Progress",
    "Step",
    "WrongTry",
    "demonstration",
    "lesson",
    "lesson_ids",
    "parse_lesson",
    "progress",
]
