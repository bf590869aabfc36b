"""Games with encoded observations and actions: what the environments share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from naqala.bots.answers import read_answer, remaining
from naqala.envs.encoding import FLAT, Encoding, check_form
from naqala.envs.opponents import Opponent, Uniform, clone, policies
from naqala.envs.rewards import RewardFunction, Rewards
from naqala.rules import turn
from naqala.rules.actions import END, Action
from naqala.rules.errors import BadOptions, IllegalAction, brief
from naqala.rules.expansions.whims import parse_deck
from naqala.rules.game import Game
from naqala.rules.notation.source import Source
from naqala.rules.setup import set_up
from naqala.rules.state import Options, State
from naqala.rules.view import view

SEEDS = 2**63
"""Random seeds are below this."""
RENDER_MODES = ("ansi", "rgb_array")
RANDOM_SEAT = "random"
POSITION, SEAT = "position", "seat"
LONE_END = (END,)
NO_OPTIONS: Mapping[str, Any] = {}


class Match:
    """Plays games of one mode, one after another."""

    game: Game

    def __init__(
        self,
        players: int,
        *,
        expansions: str | Iterable[str] = (),
        promos: str | Iterable[str] = (),
        doubled: bool = False,
        whims: str | None = None,
        reward: str | RewardFunction = "margin",
        forfeit: float | None = None,
        skip_end: bool = False,
        observation: str = FLAT,
        recorded: bool = True,
    ) -> None:
        """Play one mode, with options as in `Game.new`; BadOptions if it cannot be played.

        Without `recorded`, the game has no history, which makes steps faster.
        """
        flag("doubled", doubled)
        flag("skip_end", skip_end)
        if whims is not None and not isinstance(whims, str):
            raise BadOptions("option_text", value=brief(repr(whims)))
        self.rewards = Rewards(reward, forfeit)
        self.encoding = Encoding(
            Options(
                players=players,
                seed=0,
                expansions=_words(expansions),
                promos=_words(promos),
                doubled=doubled,
                whims=() if whims is None else parse_deck(whims),
            )
        )
        check_form(observation)
        self.form = observation
        self._skip_end = skip_end
        self._recorded = recorded
        self._legal: dict[int, Action] | None = None

    @property
    def state(self) -> State:
        """The current state."""
        return self.game.state

    @property
    def legal(self) -> dict[int, Action]:
        """The legal actions by number."""
        if self._legal is None:
            state = self.game.state
            self._legal = self.encoding.actions.numbers(state.choices, state)
        return self._legal

    def start(self, seed: int | None, draw: Callable[[], int], position: Any = None) -> None:
        """Set up the game of this seed, or of one that is drawn; or continue from a position.

        With a position, the seed determines only the future random numbers. Without one, those of
        the position are used.
        """
        if position is None:
            seed = draw() if seed is None else seed
            state = set_up(replace(self.encoding.options, seed=seed))
            self.game = Game(state, new=True)
        else:
            game = self._from_position(position)
            if seed is not None:
                state = game.state.copy()
                state.options = replace(state.options, seed=seed)
                game = Game(state)
            self.game = game
        self._played()

    def resume(self, game: Game) -> None:
        """Continue with this game, which belongs to the match from now on."""
        self.game = game
        self._legal = None

    def play(self, action: Action) -> None:
        """Play a legal action, and a lone `end` after it if those are skipped."""
        if self._recorded:
            self.game.play(action)
        else:
            turn.apply(self.game.state, action)
        self._played()

    def choice(self, number: Any) -> Action:
        """The legal action of a number; IllegalAction if it is not legal."""
        return self.encoding.action(number, self.legal)

    def observe(self, seat: int) -> dict[str, NDArray[Any]]:
        """The observation of a seat; the mask is empty unless the seat is in turn."""
        state = self.game.state
        vector = self.encoding.vector(state, seat)
        mask = self.encoding.mask(self.legal if seat == state.seat else ())
        if self.form == FLAT:
            return {"observation": vector, "action_mask": mask}
        found = self.encoding.in_form(vector[None], mask[None], self.form)
        return {name: array[0] for name, array in found.items()}

    def _played(self) -> None:
        self._legal = None
        if self._skip_end and self.game.state.choices == LONE_END:
            self.play(END)

    def _from_position(self, source: Source | Game) -> Game:
        """A game of the mode of this environment: its copy, or the one that a text describes."""
        game = source.copy() if isinstance(source, Game) else Game.load(source)
        mine, its = (replace(o, seed=0, names=()) for o in (self.encoding.options, game.options))
        if its != mine:
            raise BadOptions("other_mode", mine=_mode(mine), its=_mode(its))
        return game


class SavedGame(NamedTuple):
    """What `clone` saves and `restore` brings back; it can be restored any number of times."""

    game: Game
    seat: int
    policies: tuple[Any, ...]
    ended: bool


class SeatMatch(Match):
    """Games from the point of view of one seat; policies play the others."""

    seat: int

    def __init__(
        self,
        players: int,
        *,
        seat: int | str,
        opponent: Opponent,
        strict: bool,
        **options: Any,
    ) -> None:
        """Play at a seat, counted from 0, or at a random one in each game."""
        super().__init__(players, **options)
        flag("strict", strict)
        self.strict = strict
        self._random_seat = isinstance(seat, str) and seat == RANDOM_SEAT
        self.seat = 0 if self._random_seat else self._checked_seat(seat)
        self._opponent = policies(opponent)
        self._policies: list[Any] = []
        self.ended = True

    def begin(
        self, seed: int | None, random: np.random.Generator, options: Mapping[str, Any] | None
    ) -> None:
        """Set up the next game and let the others act until it is this seat's turn."""
        chosen = reset_options(options, POSITION, SEAT)

        def draw() -> int:
            return int(random.integers(SEEDS))

        if SEAT in chosen:
            self.seat = self._checked_seat(chosen[SEAT])
        self.start(seed, draw, chosen.get(POSITION))
        players = self.encoding.options.players
        self._policies = [self._opponent(draw()) for _ in range(players)]
        if self._random_seat and SEAT not in chosen:
            self.seat = int(random.integers(players))
        self._let_others_act()
        self.ended = self.game.over

    def step(self, number: Any) -> tuple[float, dict[str, Any]]:
        """Play the action of this number, then let the others act; the reward and the info."""
        if self.ended:
            raise IllegalAction("reset_first")
        try:
            choice = self.choice(number)
        except IllegalAction as error:
            if self.strict:
                raise
            self.ended = True
            return self.rewards.forfeit, {"illegal": str(error)}
        self.play(choice)
        self._let_others_act()
        self.ended = self.game.state.over
        return self.rewards.after_step(self.game, self.seat), {}

    def save(self) -> SavedGame:
        """A copy of the game, the seat and the opponents."""
        copied = tuple(map(clone, self._policies))
        return SavedGame(self.game.copy(history=self._recorded), self.seat, copied, self.ended)

    def restore(self, saved: SavedGame) -> None:
        """Continue from a saved game, which stays as it is."""
        self.resume(saved.game.copy(history=self._recorded))
        self.seat = saved.seat
        self._policies = list(map(clone, saved.policies))
        self.ended = saved.ended

    def _let_others_act(self) -> None:
        state = self.game.state
        while state.seat != self.seat and not state.over:
            policy = self._policies[state.seat]
            if type(policy) is Uniform:
                self.play(policy(None, state.choices))
            else:
                seen = view(state, state.seat)
                steps = read_answer(policy(seen, state.choices), seen, state.choices)
                while steps:  # of a whole move
                    self.play(steps[0])
                    steps = remaining(steps[1:], state.choices)

    def _checked_seat(self, seat: Any) -> int:
        players = self.encoding.options.players
        if type(seat) is not int or not 0 <= seat < players:
            raise BadOptions("unknown_seat", seat=brief(repr(seat)), last=players - 1)
        return seat


def check_render_mode(mode: object) -> None:
    """Raise an error for an unknown render mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise BadOptions("unknown_render_mode", mode=brief(repr(mode)), known=RENDER_MODES)


def flag(name: str, value: object) -> None:
    """Raise an error if an option is not True or False."""
    if not isinstance(value, bool):
        raise BadOptions("not_a_flag", option=name, value=brief(repr(value)))


def reset_options(options: Mapping[str, Any] | None, *known: str) -> Mapping[str, Any]:
    """The options of a reset; BadOptions if there are others than the known ones."""
    if options is None:
        return NO_OPTIONS
    if not isinstance(options, Mapping):
        raise BadOptions("reset_options", known=known, value=brief(repr(options)))
    for name in options:
        if name not in known:
            raise BadOptions("reset_options", known=known, value=brief(repr(name)))
    return options


def _words(words: str | Iterable[str]) -> frozenset[str]:
    """A set of words; a single word may be given as a string."""
    try:
        return frozenset([words] if isinstance(words, str) else words)
    except TypeError:
        raise BadOptions("option_text", value=brief(repr(words))) from None


def _mode(options: Options) -> str:
    """A mode in a few words, for an error message."""
    words = [str(options.players), *sorted(options.expansions), *sorted(options.promos)]
    return " + ".join([*words, *(["doubled"] * options.doubled)])
