"""One game between bots, as a function of its options, its bots, their seeds and their time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from time import perf_counter
from typing import NamedTuple

from naqala.bots.bot import Bot, told
from naqala.bots.guests import invited
from naqala.bots.lineups import Lineup
from naqala.rules.actions import Action
from naqala.rules.events import TurnEnded, TurnStarted
from naqala.rules.scoring import SOURCES, scores
from naqala.rules.setup import set_up
from naqala.rules.state import Options, State
from naqala.rules.turn import apply
from naqala.rules.view import view


class Sitting(NamedTuple):
    """All that a game depends on, beside the clock."""

    options: Options
    bots: tuple[str, ...]
    """The bot of each seat, by name."""
    seeds: tuple[int, ...]
    """The seed of each bot."""
    budget: float | None = None
    """The seconds that each may think for a turn, if not its own."""


class Seconds(NamedTuple):
    """How long something took: how often it was, all together, and at worst."""

    times: int
    total: float
    worst: float


class Showing(NamedTuple):
    """How a seat did."""

    points: tuple[int, ...]
    """By source, in the order of the score sheet."""
    turns: Seconds
    between: Seconds
    """What was decided outside of turns: bids, or how to meet the strikes of Yazid."""
    faults: int
    """How often the bot failed or answered with something illegal."""
    fault: str
    """What the first fault was."""

    @property
    def total(self) -> int:
        """All points together."""
        return sum(self.points)


class Played(NamedTuple):
    """What is kept of a game."""

    seats: tuple[Showing, ...]
    winners: tuple[int, ...]
    """The seats that share the victory; nobody if Yazid wins."""
    rounds: int
    lost: str
    """Why a solo game is lost, or nothing."""

    def share(self, seat: int) -> float:
        """The part of the victory that a seat has."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


@dataclass(slots=True)
class Player:
    """A bot at its seat, with its clock; whatever the bot does, the answer is legal."""

    bot: Bot
    turns: list[float] = field(default_factory=list)
    between: list[float] = field(default_factory=list)
    acting: bool = False
    faults: int = 0
    fault: str = ""

    def choose(self, state: State) -> Action:
        """What the bot chooses; the first legal action if it fails."""
        legal = state.choices
        seen = view(state, state.seat)
        began = perf_counter()
        try:
            action = self.bot.choose(seen, legal)
            if action not in legal:
                raise ValueError(f"{action} is not legal")
        except Exception as error:  # a broken bot loses its choice, not the match
            self.faults += 1
            self.fault = self.fault or told(error)
            action = legal[0]
        took = perf_counter() - began
        if self.acting:
            self.turns[-1] += took
        else:
            self.between.append(took)
        return action

    def showing(self, points: Sequence[int]) -> Showing:
        """How it did, with these points; faults that the bot has caught itself count, too."""
        return Showing(
            tuple(points),
            _seconds(self.turns),
            _seconds(self.between),
            self.faults + self.bot.faults,
            self.fault or self.bot.fault,
        )


def _seconds(times: Sequence[float]) -> Seconds:
    return Seconds(len(times), sum(times), max(times, default=0.0))


def play(sitting: Sitting) -> Played:
    """The whole game; the same for the same sitting, times aside, if no bot runs out of time."""
    state = set_up(sitting.options)
    players = [
        Player(invited(name, seed, sitting.budget))
        for name, seed in zip(sitting.bots, sitting.seeds, strict=True)
    ]
    while not state.over:
        for event in apply(state, players[state.seat].choose(state)):
            if isinstance(event, TurnStarted) and event.seat < len(players):  # not Yazid
                players[event.seat].turns.append(0.0)
                players[event.seat].acting = True
            elif isinstance(event, TurnEnded):
                players[event.seat].acting = False
    sheets = scores(state)
    return Played(
        tuple(
            player.showing([getattr(score, source) for source in SOURCES])
            for player, score in zip(players, sheets, strict=True)
        ),
        state.course.winners(state, [score.total for score in sheets]),
        state.round,
        state.yazid.lost if state.yazid else "",
    )


def sitting(
    lineup: Lineup, bots: Sequence[str], options: Options, budget: float | None = None
) -> Sitting:
    """The game of a line-up of these bots; their seeds follow from it and differ at all seats."""
    seats = lineup.seats
    return Sitting(
        replace(options, seed=lineup.seed),
        tuple(bots[one] for one in seats),
        tuple(
            Random(f"{lineup.seed} {seats} {seat}").getrandbits(32) for seat in range(len(seats))
        ),
        budget,
    )
