"""One game between bots: a function of its options, its bots, and their seeds and budgets."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from random import Random
from time import perf_counter
from typing import NamedTuple

from naqala.bots.arena.lineups import Lineup
from naqala.bots.bot import Bot, Fault, shown_name
from naqala.bots.external import BotSpec, load_bot
from naqala.rules.actions import Action
from naqala.rules.errors import NaqalaError
from naqala.rules.events import TurnEnded, TurnStarted
from naqala.rules.scoring import SOURCES, scores
from naqala.rules.setup import set_up
from naqala.rules.state import Options, State
from naqala.rules.turn import apply
from naqala.rules.view import view


class GameSetup(NamedTuple):
    """Everything that a game depends on, apart from the clock."""

    options: Options
    bots: tuple[BotSpec, ...]
    """The bot of each seat, by its specification."""
    seeds: tuple[int, ...]
    """The seed of each bot."""
    budget: float | None = None
    """Seconds per turn for all bots, instead of their own."""
    strict: bool = False
    """Whether the first fault of a bot raises BotFault."""


class BotFault(NaqalaError):
    """A bot failed in a strict game; its `traceback` is that of the failure."""

    traceback: str = ""


class Timing(NamedTuple):
    """Durations: their number, their sum and the longest, in seconds."""

    times: int
    total: float
    worst: float


class SeatResult(NamedTuple):
    """The result of one seat."""

    points: tuple[int, ...]
    """By source, in the order of the score sheet."""
    turns: Timing
    between: Timing
    """Decisions outside of turns: bids, or answers to Yazid's dice."""
    faults: int
    """How often the bot failed or chose an illegal action."""
    fault: str
    """The message of the first fault."""
    kept_faults: tuple[Fault, ...] = ()
    """The first faults with their tracebacks."""

    @property
    def total(self) -> int:
        """The sum of all points."""
        return sum(self.points)


class GameResult(NamedTuple):
    """The result of a game."""

    seats: tuple[SeatResult, ...]
    winners: tuple[int, ...]
    """The seats that share the victory; none if Yazid wins."""
    rounds: int
    lost: str
    """Why a solo game was lost; otherwise empty."""

    def share(self, seat: int) -> float:
        """The seat's share of the victory, from 0 to 1."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


@dataclass(slots=True)
class SeatedBot:
    """A bot at its seat. Measures its time."""

    bot: Bot
    turns: list[float] = field(default_factory=list)
    between: list[float] = field(default_factory=list)
    in_turn: bool = False

    def choose(self, state: State) -> Action:
        """The bot's choice; the first legal action if it fails."""
        legal = state.choices
        seen = view(state, state.seat)
        began = perf_counter()
        action = self.bot.decide(seen, legal)
        took = perf_counter() - began
        if self.in_turn:
            self.turns[-1] += took
        else:
            self.between.append(took)
        return action

    def check(self, seed: int) -> None:
        """Raise BotFault if the bot has failed."""
        if self.bot.faults:
            name, reason = shown_name(self.bot), self.bot.fault
            error = BotFault("bot_fault", bot=name, seed=seed, reason=reason)
            error.traceback = next((fault.traceback for fault in self.bot.kept_faults), "")
            raise error

    def result(self, points: Sequence[int]) -> SeatResult:
        """The result of this seat."""
        return SeatResult(
            tuple(points),
            _timing(self.turns),
            _timing(self.between),
            self.bot.faults,
            self.bot.fault,
            self.bot.kept_faults,
        )


def _timing(times: Sequence[float]) -> Timing:
    return Timing(len(times), sum(times), max(times, default=0.0))


def play(setup: GameSetup) -> GameResult:
    """Play a whole game.

    The result is the same for the same setup, apart from times, if no bot runs out of time. In a
    strict game, BotFault is raised at the first fault.
    """
    result, _ = play_with_actions(setup)
    return result


def play_with_actions(setup: GameSetup) -> tuple[GameResult, list[Action]]:
    """Play a whole game, and return its actions too."""
    state = set_up(setup.options)
    actions: list[Action] = []
    with ExitStack() as stack:
        players = []
        for spec, seed in zip(setup.bots, setup.seeds, strict=True):
            players.append(SeatedBot(load_bot(spec, seed, setup.budget)))
            stack.callback(players[-1].bot.close)
        while not state.over:
            player = players[state.seat]
            action = player.choose(state)
            actions.append(action)
            events = apply(state, action)
            if setup.strict:
                player.check(setup.options.seed)
            for event in events:
                if isinstance(event, TurnStarted) and event.seat < len(players):  # not Yazid
                    players[event.seat].turns.append(0.0)
                    players[event.seat].in_turn = True
                elif isinstance(event, TurnEnded):
                    players[event.seat].in_turn = False
    sheets = scores(state)
    result = GameResult(
        tuple(
            player.result([getattr(score, source) for source in SOURCES])
            for player, score in zip(players, sheets, strict=True)
        ),
        state.flow.winners(state, [score.total for score in sheets]),
        state.round,
        state.yazid.lost if state.yazid else "",
    )
    return result, actions


def game_setup(
    lineup: Lineup,
    bots: Sequence[BotSpec],
    options: Options,
    budget: float | None = None,
    *,
    strict: bool = False,
) -> GameSetup:
    """The setup of one line-up. Every seat has a different bot seed, derived from the line-up."""
    seats = lineup.seats
    return GameSetup(
        replace(options, seed=lineup.seed),
        tuple(bots[one] for one in seats),
        tuple(
            Random(f"{lineup.seed} {seats} {seat}").getrandbits(32) for seat in range(len(seats))
        ),
        budget,
        strict,
    )
