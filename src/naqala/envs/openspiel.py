"""Naqala as a game of OpenSpiel, with explicit chance; import this module to register it.

>>> import pyspiel
>>> import naqala.envs.openspiel
>>> pyspiel.load_game("python_naqala(players=3,whims=true)").num_players()
3

The rules draw random numbers in the middle of an action. Here such an action is applied to a copy
of the state. If it needs a random number that has not been chosen yet, the copy is dropped, the
state becomes a chance node, and the action is applied again with the outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from naqala.envs.encoding import Encoding
from naqala.envs.layout import Layout
from naqala.envs.rewards import at_end
from naqala.rules import turn
from naqala.rules.actions import Action
from naqala.rules.events import Event
from naqala.rules.expansions import ARTISANS_BOX, WHIMS
from naqala.rules.game import Game
from naqala.rules.setup import set_up
from naqala.rules.state import Options, State
from naqala.rules.view import imagine, seen_by, view

NAME = "python_naqala"
SEED_DIGITS = 4
DIGIT = 256
"""The set-up is drawn by four chance nodes with 256 outcomes each."""
MOST_POINTS = 1000.0
MOST_ACTIONS = 5000
"""More choices than a game can have, and more random numbers."""

GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Naqala",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=5,
    min_num_players=1,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={
        "players": 2,
        "whims": False,
        "artisans": False,
        "dhenim": False,
        "doubled": False,
    },
)


class ChanceNeeded(Exception):
    """A random number below `choices` is needed and has not been chosen."""

    def __init__(self, choices: int) -> None:
        super().__init__(choices)
        self.choices = choices


class ChanceState(State):
    """A state whose random numbers are given, and not computed from a seed."""

    __slots__ = ("outcomes",)

    outcomes: list[int]
    """The random numbers of the action that is being applied, the next one last."""

    @classmethod
    def of(cls, state: State, outcomes: Sequence[int] = ()) -> ChanceState:
        """A copy of a state that draws these random numbers."""
        twin = cls.__new__(cls)
        twin.restore(State.copy(state))
        twin.outcomes = list(reversed(outcomes))
        return twin

    def copy(self) -> ChanceState:
        """An independent copy with the same random numbers."""
        return ChanceState.of(self, self.outcomes[::-1])

    def pick(self, choices: int) -> int:
        """The next random number; ChanceNeeded if none is left."""
        if choices == 1:
            return 0
        if not self.outcomes:
            raise ChanceNeeded(choices)
        self.draws += 1
        return self.outcomes.pop()


class Course:
    """A game in progress: the state before the last action, if that waits for chance."""

    def __init__(self, encoding: Encoding) -> None:
        """Start before the set-up."""
        self.encoding = encoding
        self.digits: list[int] = []
        self.state: ChanceState | None = None
        self.action: Action | None = None
        self.outcomes: list[int] = []
        self.choices = DIGIT
        """The number of outcomes of a chance node; 0 at any other node."""
        self.seen: list[list[str]] = [[] for _ in range(encoding.options.players)]
        """What each player has seen and done."""

    def __deepcopy__(self, memo: Mapping[int, object]) -> Course:
        """A quick copy; OpenSpiel clones a state with `deepcopy`."""
        twin = Course.__new__(Course)
        twin.encoding = self.encoding
        twin.digits = self.digits[:]
        twin.state = self.state  # never changed: an action is applied to a copy
        twin.action = self.action
        twin.outcomes = self.outcomes[:]
        twin.choices = self.choices
        twin.seen = [lines[:] for lines in self.seen]
        return twin

    def legal(self) -> dict[int, Action]:
        """The legal actions by number."""
        assert self.state is not None
        return self.encoding.actions.numbers(self.state.choices, self.state)

    def apply(self, number: int) -> None:
        """Apply an action or the outcome of a chance node."""
        if self.state is None:
            self.digits.append(number)
            if len(self.digits) == SEED_DIGITS:
                self._set_up()
            return
        if self.choices:
            self.outcomes.append(number)
        else:
            self.action = self.legal()[number]
            self.seen[self.state.seat].append(f"> {self.action}")
            self.outcomes = []
        assert self.action is not None
        state = ChanceState.of(self.state, self.outcomes)
        try:
            events = turn.apply(state, self.action)
        except ChanceNeeded as needed:
            self.choices = needed.choices
            return
        self.state, self.action, self.choices = state, None, 0
        self._note(events)

    def _set_up(self) -> None:
        mode = self.encoding.options
        seed = int.from_bytes(bytes(self.digits), "big")
        state = set_up(Options(mode.players, seed, mode.expansions, mode.promos, (), mode.doubled))
        self.state, self.choices = ChanceState.of(state), 0
        for seat, lines in enumerate(self.seen):
            lines.append(self.observation(seat))
        self._note(state.events)

    def _note(self, events: Sequence[Event]) -> None:
        for seat, lines in enumerate(self.seen):
            lines += [repr(seen_by(event, seat)) for event in events]

    def vector(self, seat: int) -> NDArray[np.float32]:
        """The observation vector of a seat; zeros before the set-up."""
        if self.state is None:
            return np.zeros(self.encoding.layout.size, np.float32)
        return self.encoding.vector(self.state, seat)

    def observation(self, seat: int) -> str:
        """The numbers of the observation of a seat that are not zero, with their fields."""
        vector, layout = self.vector(seat), self.encoding.layout
        names, units = _names(layout), layout.units
        places = vector.nonzero()[0]
        numbers = (vector[places] * units[places]).round(3).tolist()
        found = zip(places.tolist(), numbers, strict=True)
        return " ".join([f"{names[place]}={number:g}" for place, number in found])

    def information(self, seat: int) -> str:
        """Everything that a seat has seen and done, and what it sees now."""
        return "\n".join([*self.seen[seat], self.observation(seat)])


@cache
def _names(layout: Layout) -> list[str]:
    """The name of every number of a vector: its field, and its place within the field."""
    return [f"{name}[{nth}]" for name, field in layout.fields.items() for nth in range(field.size)]


class NaqalaGame(pyspiel.Game):  # type: ignore[misc]
    """A mode of Naqala; the returns are the margins over the best opponent."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Use the parameters `players`, `whims`, `artisans`, `dhenim` and `doubled`."""
        chosen = dict(GAME_TYPE.parameter_specification) | dict(params or {})
        boxes = [box for box in (WHIMS, ARTISANS_BOX) if chosen[box]]
        promos = ["dhenim"] if chosen["dhenim"] else []
        options = Options(
            players=int(chosen["players"]),
            seed=0,
            expansions=frozenset(boxes),
            promos=frozenset(promos),
            doubled=bool(chosen["doubled"]),
        )
        self.encoding = Encoding(options)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.actions.size,
            max_chance_outcomes=DIGIT,
            num_players=options.players,
            min_utility=-MOST_POINTS,
            max_utility=MOST_POINTS,
            utility_sum=None,
            max_game_length=MOST_ACTIONS,
        )
        super().__init__(GAME_TYPE, info, dict(params or {}))

    def new_initial_state(self) -> NaqalaState:
        """The chance node before the set-up."""
        return NaqalaState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Any = None
    ) -> NaqalaObserver | None:
        """An observer of all that one player may know; None for other kinds of observations."""
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if wanted.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER or not wanted.public_info:
            return None
        if params:
            raise ValueError(f"there are no parameters of observations, but {params} were given")
        return NaqalaObserver(self.encoding, perfect_recall=wanted.perfect_recall)

    def max_chance_nodes_in_history(self) -> int:
        """A bound of the number of chance nodes of a game."""
        return MOST_ACTIONS


class NaqalaState(pyspiel.State):  # type: ignore[misc]
    """A node of the game tree."""

    def __init__(self, game: NaqalaGame) -> None:
        """Start before the set-up; `new_initial_state` calls this."""
        super().__init__(game)
        self.course = Course(game.encoding)

    def current_player(self) -> int:
        """The player who chooses, or the id of chance or of the end."""
        course = self.course
        if course.choices or course.state is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if course.state.over else course.state.seat

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        course = self.course
        return course.state is not None and course.state.over and not course.choices

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of a chance node; all have the same probability."""
        choices = self.course.choices
        return [(outcome, 1 / choices) for outcome in range(choices)]

    def returns(self) -> list[float]:
        """The margin of each player at the end, 0 before."""
        course = self.course
        if course.state is None or not self.is_terminal():
            return [0.0] * len(course.seen)
        return at_end(Game(course.state), "margin")

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> NaqalaState:
        """A state that looks the same to a player; the secrets of others are dealt at random."""
        course = self.course
        found = NaqalaState(self.get_game())
        found.course = course.__deepcopy__({})
        if course.state is not None and not course.choices:
            random = Random(int(probability_sampler() * (1 << 53)))
            found.course.state = ChanceState.of(imagine(view(course.state, player_id), random))
        return found

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.course.legal())

    def _apply_action(self, action: int) -> None:
        self.course.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        return self.course.encoding.actions.texts[action]

    def __str__(self) -> str:
        """The position, with the action that waits for chance."""
        course = self.course
        if course.state is None:
            return f"set-up {course.digits}"
        waiting = f"\n{course.action} {course.outcomes}" if course.action else ""
        return Game(course.state).position() + waiting


class NaqalaObserver:
    """What one player may know, for `open_spiel.python.observation`.

    With perfect recall it gives only strings: the whole past does not fit into a tensor.
    """

    tensor: NDArray[np.float32] | None

    def __init__(self, encoding: Encoding, *, perfect_recall: bool) -> None:
        """Observe games of this encoding."""
        self._recall = perfect_recall
        self.tensor = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if not perfect_recall:
            self.tensor = tensor = np.zeros(encoding.layout.size, np.float32)
            fields = encoding.layout.fields.items()
            self.dict = {name: tensor[f.where].reshape(f.shape) for name, f in fields}

    def set_from(self, state: NaqalaState, player: int) -> None:
        """Write the observation of a player into `tensor`, and so into `dict`."""
        if self.tensor is not None:
            self.tensor[:] = state.course.vector(player)

    def string_from(self, state: NaqalaState, player: int) -> str:
        """The observation or, with perfect recall, the information state of a player."""
        course = state.course
        return course.information(player) if self._recall else course.observation(player)


pyspiel.register_game(GAME_TYPE, NaqalaGame)
