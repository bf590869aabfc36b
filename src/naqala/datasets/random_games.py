"""Games of random choices: no bots, so that thousands are played in a minute."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import NamedTuple

from naqala.datasets.rows import ending_of
from naqala.datasets.tables import Rows
from naqala.rules.actions import Action
from naqala.rules.events import LastRound
from naqala.rules.scoring import SOURCES, Score, scores
from naqala.rules.setup import set_up
from naqala.rules.state import Options
from naqala.rules.turn import apply

NAME = "random"
"""The name of a player who chooses at random."""


class RandomGame(NamedTuple):
    """A game of random choices."""

    scores: list[Score]
    rounds: int
    branching: Counter[int]
    """How often each number of choices occurred."""
    ending: str
    winners: tuple[int, ...]
    lost: str
    """Why a solo game was lost, or an empty text."""
    actions: tuple[Action, ...] = ()


def play(options: Options) -> RandomGame:
    """A whole game of random choices; the same for the same options."""
    random = Random(options.seed)
    state = set_up(options)
    branching: Counter[int] = Counter()
    actions: list[Action] = []
    last_round = ""
    while not state.over:
        choices = state.choices
        branching[len(choices)] += 1
        action = random.choice(choices)
        actions.append(action)
        for event in apply(state, action):
            if isinstance(event, LastRound):
                last_round = event.reason
    sheets = scores(state)
    winners = state.flow.winners(state, [score.total for score in sheets])
    lost = state.yazid.lost if state.yazid else ""
    ending = ending_of(last_round, lost)
    return RandomGame(sheets, state.round, branching, ending, winners, lost, tuple(actions))


def play_seeds(options: Options, seeds: Iterable[int]) -> list[RandomGame]:
    """The games of these seeds, without their actions: small enough to be sent by a worker."""
    return [play(replace(options, seed=seed))._replace(actions=()) for seed in seeds]


def game_of_rows(rows: Rows) -> RandomGame:
    """The game from which rows were made, without its actions."""
    (game,) = rows.games
    return RandomGame(
        [Score(**{name: getattr(sheet, name) for name in SOURCES}) for sheet in rows.scores],
        game.rounds,
        Counter(decision.legal for decision in rows.decisions),
        game.ending,
        tuple(sheet.seat for sheet in rows.scores if sheet.share),
        game.lost or "",
    )
