"""The Gymnasium environment; it passes Gymnasium's own checks in every mode."""

import copy
import pickle
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import check_env

from naqala import Action, BadOptions, Game, IllegalAction, Options, View, imagine
from naqala.bots import Bot, UnknownBot
from naqala.envs import Observation, Policy, SeatEnv, SeatVectorEnv
from naqala.rules.actions import Drop, End, Sow, Take
from tests.bots.engines.programs import program
from tests.envs.modes import in_every_mode


@in_every_mode
def test_it_passes_the_checks_of_gymnasium(mode: dict[str, Any]) -> None:
    made = gymnasium.make("naqala/Seat-v0", **mode, render_mode="rgb_array")
    check_env(made.unwrapped)


def play(env: SeatEnv, seed: int) -> float:
    """Play a game with the last legal action each time, and return the reward."""
    seen, _ = env.reset(seed=seed)
    over, reward = False, 0.0
    while not over:
        assert reward == 0
        assert env.game.seat == env.seat
        assert np.array_equal(env.action_masks(), seen["action_mask"])
        seen, reward, over, cut, info = env.step(np.flatnonzero(seen["action_mask"])[-1])
        assert not cut
        assert not info
    return reward


@in_every_mode
def test_a_game_ends_with_its_reward(mode: dict[str, Any]) -> None:
    env = SeatEnv(**mode, strict=True)
    reward = play(env, seed=3)
    totals = [score.total for score in env.game.scores()]
    assert env.game.over
    assert reward == totals[0] - max(totals[1:], default=0) or not env.game.winners


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_any_seat_can_be_played(seat: int) -> None:
    env = SeatEnv(players=3, seat=seat, reward="win")
    assert play(env, seed=5) == (seat in env.game.winners) / len(env.game.winners)


def test_a_seed_repeats_the_game_and_its_opponents() -> None:
    env, other = SeatEnv(players=3), SeatEnv(players=3)
    assert play(env, seed=5) == play(other, seed=5)
    assert env.game == other.game
    env.reset()
    other.reset()
    assert env.game == other.game


def test_every_other_seat_gets_its_own_policy() -> None:
    seats: list[set[int]] = []

    def opponent(seed: int) -> Policy:
        mine: set[int] = set()
        seats.append(mine)

        def choose(view: View, legal: Sequence[Action]) -> Action:
            mine.add(view.viewer)
            return legal[0]

        return choose

    env = SeatEnv(players=3, seat=1, opponent=opponent)
    play(env, seed=5)
    assert [mine for mine in seats if mine] == [{0}, {2}]


def test_opponents_can_choose_by_number() -> None:
    """So a trained policy can play the other seats."""
    env = SeatEnv(players=2)

    def first(seen: Observation) -> int:
        return int(np.flatnonzero(seen["action_mask"])[0])

    by_number = SeatEnv(players=2, opponent=lambda seed: env.encoding.policy(first))
    assert by_number.reset(seed=1)
    play(by_number, seed=1)
    table = by_number.encoding.actions
    game = Game.new(players=2, seed=1)
    for played in by_number.game.history:
        if game.seat == 1:
            assert played.action == min(table.numbers(game.legal(), game.state).items())[1]
        game.play(played.action)


def test_an_illegal_action_forfeits_the_game() -> None:
    """Every number is in the action space, so an illegal one must not raise an error."""
    env = SeatEnv(players=2)
    env.reset(seed=7)
    _, reward, over, cut, info = env.step(0)
    assert (reward, over, cut) == (-500, True, False)
    assert "'pass', is not possible now; possible: 2 'bid 0'" in info["illegal"]
    with pytest.raises(IllegalAction, match=r"reset\(\) begins another"):
        env.step(2)


def test_a_strict_environment_raises_for_an_illegal_action_and_is_unchanged() -> None:
    env = SeatEnv(players=2, strict=True)
    env.reset(seed=7)
    with pytest.raises(IllegalAction, match="'pass', is not possible now"):
        env.step(0)
    env.step(2)


def test_an_environment_must_be_reset_before_the_first_step() -> None:
    with pytest.raises(IllegalAction, match=r"reset\(\)"):
        SeatEnv(players=2).step(0)


def test_importing_without_the_extra_names_the_missing_package() -> None:
    code = "import sys; sys.modules['pettingzoo'] = None; import naqala.envs"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode
    assert (
        "naqala.envs needs pettingzoo; install it with: pip install 'naqala[envs]'" in done.stderr
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seat": 2}, "seats are 0 to 1"),
        ({"seat": "0"}, "there is no seat '0'"),
        ({"seat": True}, "there is no seat True"),
        ({"players": "2"}, "1 to 5 players, not '2'"),
        ({"doubled": 1}, "doubled is True or False, not 1"),
        ({"strict": "yes"}, "strict is True or False"),
        ({"skip_end": None}, "skip_end is True or False"),
        ({"whims": 3}, "must be text, not 3"),
        ({"expansions": 3}, "must be text, not 3"),
        ({"reward": 3}, "there is no reward 3"),
        ({"forfeit": "low"}, "forfeit is a number"),
        ({"forfeit": True}, "forfeit is a number"),
        ({"observation": "tuple"}, "there are flat and fields"),
        ({"render_mode": "human"}, "there are ansi and rgb_array"),
        ({"opponent": 3}, "3 cannot play; an opponent is the name of a bot"),
        ({"opponent": lambda: None}, "cannot play"),
    ],
)
def test_options_of_a_wrong_type_or_value_are_refused(
    options: dict[str, Any], message: str
) -> None:
    with pytest.raises(BadOptions, match=message):
        SeatEnv(**{"players": 2} | options)


def test_an_unknown_bot_is_refused_before_the_first_game() -> None:
    with pytest.raises(UnknownBot, match="caravan"):
        SeatEnv(opponent="caravan")


def test_it_is_made_by_its_name_and_has_a_spec() -> None:
    env = gymnasium.make("naqala/Seat-v0", players=3, expansions="artisans", opponent="traveller")
    assert env.spec is not None
    again = EnvSpec.from_json(env.spec.to_json())
    assert again.id == "naqala/Seat-v0"
    assert again.kwargs["opponent"] == "traveller"
    env.reset(seed=7)
    other = gymnasium.make(again)
    other.reset(seed=7)
    mine, theirs = env.unwrapped, other.unwrapped
    assert isinstance(mine, SeatEnv)
    assert isinstance(theirs, SeatEnv)
    assert mine.game == theirs.game
    assert mine.game.options.expansions == {"artisans"}


class First(Bot):
    """Chooses the first legal action."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        return legal[0]


def test_an_opponent_is_a_name_a_class_a_bot_or_a_policy(tmp_path: Path) -> None:
    """All of these choose the first legal action; a bot is named as for the arena."""

    def first(view: View, legal: Sequence[Action]) -> Action:
        return legal[0]

    opponents: list[Any] = [First, First(0), first, lambda seed: first, lambda seed: First(seed)]
    opponents += [f"{__file__}:First", f"engine:{program(tmp_path, 'sound')}"]
    games = []
    for opponent in opponents:
        env = SeatEnv(players=2, opponent=opponent)
        play(env, seed=5)
        games.append(env.game)
    assert all(game == games[0] for game in games)
    named = SeatEnv(players=2, opponent="traveller")
    play(named, seed=5)
    assert named.game != games[0]


@pytest.mark.parametrize("answer", ["sing", "take z9", "end", None, 3])
def test_a_policy_with_a_wrong_answer_is_told_what_was_legal(answer: Any) -> None:
    """Like a bot, whether it answers with an action, its text or anything else."""

    def wrong(view: View, legal: Sequence[Action]) -> Any:
        return answer

    class Wrong(Bot):
        choose = staticmethod(wrong)

    said = []
    for opponent in (wrong, Wrong):
        for env in (
            SeatEnv(seat=1, opponent=opponent),
            SeatVectorEnv(1, seat=1, opponent=opponent),
        ):
            with pytest.raises(IllegalAction, match="possible for p1: bid 0, bid 1, ") as error:
                env.reset(seed=5)  # the opponent bids first
            said.append(str(error.value))
    assert len(set(said)) == 1
    assert str(answer) in said[0]


def test_a_policy_may_answer_with_the_text_of_an_action_or_a_whole_move() -> None:
    """The steps of a move are played without asking again."""

    def mover(view: View, legal: Sequence[Action]) -> Action | str:
        assert not isinstance(legal[0], Drop)
        if not isinstance(legal[0], Take):
            return str(legal[0])
        game = Game(imagine(view, Random(1)))
        moves.append(next(game.sowings(game.outcomes()[-1])))
        return moves[-1]

    moves: list[Sow] = []
    env = SeatEnv(opponent=mover, skip_end=True)
    play(env, seed=5)
    mine = [played.action for played in env.game.history if played.seat == 1]
    assert [move.start for move in moves] == [a.tile for a in mine if isinstance(a, Take)]
    dropped = {(a.tile, a.tribe) for a in mine if isinstance(a, Drop)}
    assert len(dropped) > 10
    assert dropped <= {drop for move in moves for drop in move.drops}


def test_the_seat_can_be_random() -> None:
    env = SeatEnv(players=3, seat="random")
    seats = []
    for seed in range(12):
        env.reset(seed=seed)
        assert env.game.seat == env.seat
        seats.append(env.seat)
    assert set(seats) == {0, 1, 2}
    env.reset(seed=0)
    assert env.seat == seats[0]


def test_a_reward_function_is_called_after_every_step() -> None:
    def points(game: Game, seat: int) -> float:
        return float(game.scores()[seat].total)

    env = SeatEnv(players=2, reward=points, forfeit=-7)
    seen, _ = env.reset(seed=3)
    _, reward, *_ = env.step(np.flatnonzero(seen["action_mask"])[0])
    assert reward == points(env.game, 0) > 0
    _, reward, over, _, _ = env.step(1855)
    assert (reward, over) == (-7, True)


def test_a_lone_end_is_skipped() -> None:
    env = SeatEnv(players=2, skip_end=True)
    seen, _ = env.reset(seed=3)
    end = env.encoding.actions.sections["end"][0]
    over = False
    while not over:
        legal = np.flatnonzero(seen["action_mask"])
        assert legal.tolist() != [end]
        seen, _, over, _, _ = env.step(legal[-1])
    ends = [played for played in env.game.history if isinstance(played.action, End)]
    assert len(ends) > 10


def test_a_game_starts_from_a_position() -> None:
    game = Game.new(players=2, seed=4)
    while len(game.history) < 30:
        game.play(game.legal()[-1])
    env = SeatEnv(players=2)
    for source in (game, game.position(), game.record()):
        env.reset(options={"position": source, "seat": game.seat})
        assert env.game.state == game.state
        assert env.seat == game.seat
    env.reset(seed=9, options={"position": game, "seat": game.seat})
    assert env.game.options.seed == 9
    assert env.game.state.piles == game.state.piles
    env.reset(seed=9)
    assert env.game.options == Options(players=2, seed=9)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"start": 1}, "reset has no option 'start'; its options are .* position and seat"),
        ([1], "mapping with position and seat"),
        ({"seat": 5}, "seats are 0 to 1"),
        ({"position": Game.new(players=3, seed=1)}, "mode 3, but the environment plays 2"),
    ],
)
def test_other_options_of_a_reset_are_refused(options: Any, message: str) -> None:
    with pytest.raises(BadOptions, match=message):
        SeatEnv(players=2).reset(options=options)


@in_every_mode
def test_observations_can_have_named_fields(mode: dict[str, Any]) -> None:
    """They contain the same numbers as the flat ones."""
    env, flat = SeatEnv(**mode, observation="fields"), SeatEnv(**mode)
    seen, _ = env.reset(seed=3)
    vector = flat.reset(seed=3)[0]["observation"]
    assert env.observation_space.contains(seen)
    fields = env.encoding.layout.fields
    assert set(seen) == {*fields, "action_mask"}
    for name, field in fields.items():
        assert seen[name].shape == field.shape
        assert np.array_equal(seen[name].ravel(), vector[field.where])


def test_a_clone_is_restored_any_number_of_times() -> None:
    """With the same choices, the random opponents answer in the same way."""
    env = SeatEnv(players=3, skip_end=True)
    seen, _ = env.reset(seed=3)
    for _ in range(10):
        seen, *_ = env.step(np.flatnonzero(seen["action_mask"])[0])
    saved = env.clone()
    ends = []
    for _ in range(2):
        again = env.restore(saved)
        assert all(np.array_equal(again[name], seen[name]) for name in seen)
        over = False
        while not over:
            again, reward, over, _, _ = env.step(np.flatnonzero(again["action_mask"])[-1])
        ends.append((reward, env.game.copy()))
    assert ends[0] == ends[1]
    other = SeatEnv(players=3, skip_end=True)
    other.restore(saved)
    assert other.game == saved.game
    assert Game.load(env.game.record()) == env.game


@in_every_mode
def test_the_board_is_drawn_in_pixels(mode: dict[str, Any]) -> None:
    env = SeatEnv(**mode, render_mode="rgb_array")
    env.reset(seed=3)
    pixels = env.render()
    assert isinstance(pixels, np.ndarray)
    grid = env.game.state.land.grid
    assert pixels.shape == (4 + 68 * grid.rows, 4 + 68 * grid.columns, 3)
    assert pixels.dtype == np.uint8
    while not env.game.over:
        env.step(next(iter(env.action_masks().nonzero()[0])))
    drawn = env.render()
    assert isinstance(drawn, np.ndarray)
    assert not np.array_equal(pixels, drawn)


def test_it_can_be_copied_and_its_encoding_pickled() -> None:
    """A numbering uses the `id` of actions, so another process must make its own."""
    env = SeatEnv(players=2)
    seen, _ = env.reset(seed=5)
    encoding = pickle.loads(pickle.dumps(env.encoding))
    assert encoding.actions is env.encoding.actions
    assert np.array_equal(encoding.vector(env.game.state, env.seat), seen["observation"])
    twin = copy.deepcopy(env)
    number = int(seen["action_mask"].argmax())
    assert np.array_equal(twin.step(number)[0]["observation"], env.step(number)[0]["observation"])
