"""A bot of Python that speaks the engine protocol: what it answers to each line of a host."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from io import StringIO
from random import Random
from threading import Event
from time import sleep

import pytest

from naqala import Game
from naqala.bots import Bot
from naqala.bots.bot import MOST_SECONDS, Thought
from naqala.bots.engines.protocol import actions_text, position_line, read_info, view_line
from naqala.bots.engines.speaker import Speaker
from naqala.rules.actions import Action
from naqala.rules.view import View
from tests.play import choose

GAME = Game.new(players=2, seed=5)
VIEW, LEGAL = GAME.view(GAME.seat), GAME.legal()
SEEN = view_line(VIEW)
OPTIONS = f"legal {actions_text(LEGAL)}"
WAIT = "setoption seconds 2"
"""A line without an answer, which waits until the bot has chosen, as most lines do."""
ENOUGH = 20
"""Seconds after which something is wrong."""


class Hermit(Bot):
    """Chooses the last legal action, and keeps what it was asked."""

    name = "The Hermit"
    budget = 2.0

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.seed = seed
        self.asked: list[tuple[View, tuple[Action, ...], float, float]] = []
        self.closed = False

    def choose(self, view: View, legal: Sequence[Action]) -> Action | str:
        self.asked.append((view, tuple(legal), self.budget, self.evaluations))
        return legal[-1]

    def close(self) -> None:
        self.closed = True


class Host:
    """Speaks to a `Speaker` and keeps the bots it has made."""

    def __init__(self, kind: Callable[[int], Bot] = Hermit) -> None:
        self.bots: list[Bot] = []
        self.said = StringIO()
        self._kind = kind
        self._speaker = Speaker(self._make, self.said)

    def _make(self, seed: int) -> Bot:
        self.bots.append(self._kind(seed))
        return self.bots[-1]

    def say(self, lines: Iterable[str]) -> list[str]:
        """What the engine answers to some lines."""
        before = len(self.said.getvalue())
        self._speaker.run(f"{line}\n" for line in lines)
        return self.said.getvalue()[before:].splitlines()

    @property
    def hermit(self) -> Hermit:
        """The last bot."""
        last = self.bots[-1]
        assert isinstance(last, Hermit)
        return last


def test_it_introduces_itself_with_its_options() -> None:
    assert Host().say(["naqala 1"]) == [
        "id name The Hermit",
        "id author the Naqala contributors",
        "option seconds number default 2 min 0 max 3600",
        "naqalaok",
    ]


class Carefree(Hermit):
    """Does not count its time."""

    budget = 0.0


def test_a_bot_without_a_budget_has_no_options() -> None:
    assert Host(Carefree).say(["naqala 1"])[2:] == ["naqalaok"]


def test_it_says_which_version_it_speaks() -> None:
    *_, note, end = Host().say(["naqala 2"])
    assert (note, end) == ("info text this engine speaks version 1 of the protocol", "naqalaok")


@pytest.mark.parametrize(
    ("option", "go", "budget", "evaluations"),
    [
        ("", "go", 2, float("inf")),
        ("", "go seconds 0.5", 0.5, float("inf")),
        ("", "go seconds 1e9", MOST_SECONDS, float("inf")),
        ("", "go evaluations 700 seconds 3", 3, 700),
        ("", "go depth 4 evaluations x seconds -1", 2, float("inf")),
        ("setoption seconds 7", "go", 7, float("inf")),
        ("setoption seconds 7", "go seconds 1", 1, float("inf")),
    ],
)
def test_the_bot_thinks_within_the_limits_of_go(
    option: str, go: str, budget: float, evaluations: float
) -> None:
    host = Host()
    assert host.say([option, SEEN, OPTIONS, go, WAIT]) == [f"bestaction {LEGAL[-1]}"]
    assert host.hermit.asked == [(VIEW, LEGAL, budget, evaluations)]


@pytest.mark.parametrize("option", ["seconds 0", "seconds x", "seconds", "depth 3", ""])
def test_a_wrong_option_is_refused(option: str) -> None:
    (said,) = Host().say([f"setoption {option}"])
    assert said.startswith("info text setoption: ")
    assert said.endswith("is not an option; seconds is, up to 3600")


@pytest.mark.parametrize(
    ("line", "seed"),
    [
        ("newgame seed 2718", 2718),
        (f"newgame seed {2**60 + 1}", 2**60 + 1),
        (f"newgame seed {2**256 - 1}", 2**256 - 1),
        ("newgame colour red seed 7", 7),
        ("newgame", 0),
        ("newgame seed", 0),
        ("newgame seed 1.5", 0),
        ("newgame seed -5", 0),
        (f"newgame seed {'9' * 5000}", 0),
    ],
)
def test_a_new_game_gets_a_new_bot_with_exactly_this_seed(line: str, seed: int) -> None:
    host = Host()
    host.say([line])
    first, _ = host.bots
    assert isinstance(first, Hermit)
    assert first.closed
    assert host.hermit.seed == seed


def test_without_legal_actions_it_finds_them_in_the_view() -> None:
    host = Host()
    assert host.say([SEEN, "go", WAIT]) == [f"bestaction {LEGAL[-1]}"]


def test_a_position_is_seen_by_the_seat_in_turn() -> None:
    """The secrets of the position do not reach the bot."""
    game, random = Game.new(players=3, seed=8, expansions="artisans"), Random(8)
    for _ in range(60):
        game.play(choose(random, game.legal()))
    host = Host()
    answer = host.say([position_line(game.state), "go", WAIT])
    assert answer == [f"bestaction {game.legal()[-1]}"]
    ((seen, legal, *_),) = host.hermit.asked
    assert (seen, legal) == (game.view(game.seat), game.legal())


def test_a_new_view_replaces_the_legal_actions() -> None:
    game = Game.new(players=2, seed=6)
    host = Host()
    host.say([SEEN, "legal end", view_line(game.view(game.seat)), "go", WAIT])
    assert host.hermit.asked[0][1] == game.legal()


def test_without_a_view_or_after_the_end_there_is_no_answer() -> None:
    game, random = Game.new(players=2, seed=1), Random(1)
    while not game.over:
        game.play(choose(random, game.legal()))
    host = Host()
    assert host.say(["go", view_line(game.view(0)), "go", position_line(game.state), "go"]) == [
        "info text go: send a view or a position first",
        "info text go: the game is over",
        "info text go: the game is over",
    ]
    assert not host.hermit.asked


class Thinker(Hermit):
    """Reports, and thinks until it is interrupted."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action | str:
        self.report(Thought(tuple(legal[:2]), 1.5, 12, 3))
        thinking.set()
        assert self.interrupted is not None
        for _ in range(1000 * ENOUGH):
            if self.interrupted():
                return str(legal[0])
            sleep(0.001)
        raise AssertionError("nobody has interrupted it")


thinking = Event()
"""Set when a `Thinker` thinks."""


def test_it_reports_is_ready_and_stops_while_it_thinks() -> None:
    def lines() -> Iterator[str]:
        yield from (SEEN, OPTIONS, "go seconds 60")
        assert thinking.wait(ENOUGH)
        yield "isready"
        thinking.clear()
        yield from ("stop", "go seconds 60")  # `go` waits for the first answer
        assert thinking.wait(ENOUGH)
        yield from ("stop", WAIT)

    thinking.clear()
    host = Host(Thinker)
    report, ready, first, again, second = host.say(lines())
    info = read_info(report.removeprefix("info "))
    assert info.seconds is not None
    assert (info.best, info.value, info.evaluations, info.samples) == (LEGAL[:2], 1.5, 12, 3)
    assert ready == "readyok"
    assert again.startswith("info ")
    assert first == second == f"bestaction {LEGAL[0]}"


def test_it_stops_and_closes_its_bot_when_it_is_told_to_quit() -> None:
    def lines() -> Iterator[str]:
        yield from (SEEN, OPTIONS, "go seconds 60")
        assert thinking.wait(ENOUGH)
        yield "quit"
        raise AssertionError("a line after quit is read")

    thinking.clear()
    host = Host(Thinker)
    host.say(lines())
    assert host.hermit.closed
    assert host.hermit.interrupted is not None
    assert host.hermit.interrupted()


def test_it_stops_at_the_end_of_its_input() -> None:
    host = Host()
    assert host.say([]) == []
    assert host.hermit.closed


class Unlucky(Hermit):
    """Fails in one way after the other."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action | str:
        self.asked.append((view, tuple(legal), 0, 0))
        if len(self.asked) % 2:
            raise ValueError("out of water")
        return "take z9"


def test_every_fault_is_reported_and_something_legal_is_answered() -> None:
    lines = [SEEN, OPTIONS, "go", "go", "go", WAIT]
    first, _, second, _, third, answer = Host(Unlucky).say(lines)
    assert first == third == "info text ValueError: out of water"
    assert second.startswith("info text IllegalAction: 'take z9' is not possible now; possible")
    assert answer == f"bestaction {LEGAL[0]}"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("view", "view: "),
        ("view viewer p9; players 2", "view: "),
        (f"view {SEEN[5:200]}", "view: "),
        ("position", "position: "),
        ("position players 2; board 6x5; tiles x", "position: "),
        ("legal take a1; sing", "legal: "),
        ("illegal take a1", "the answer take a1 was refused"),
    ],
)
def test_a_line_that_cannot_be_read_is_explained_and_changes_nothing(line: str, said: str) -> None:
    host = Host()
    found, answer = host.say([SEEN, OPTIONS, line, "go", WAIT])
    assert found.startswith(f"info text {said}")
    assert answer == f"bestaction {LEGAL[-1]}"


@pytest.mark.parametrize("line", ["", "   ", "hello", "GO", "stop", "readyok", "\x00", "é ü"])
def test_unknown_and_needless_lines_are_ignored(line: str) -> None:
    assert Host().say([line, "isready"]) == ["readyok"]


def test_damaged_lines_never_end_the_engine() -> None:
    random = Random(7)
    sound = [SEEN, OPTIONS, position_line(GAME.state), "newgame seed 5", "setoption seconds 2"]
    lines = []
    for _ in range(300):
        letters = list(random.choice(sound))
        for _ in range(random.randint(1, 4)):
            where = random.randrange(len(letters))
            letters[where] = random.choice(["", "; ", "-", "*", "9", "é", "/", letters[0]])
        lines.append("".join(letters))
    assert Host().say([*lines, SEEN, OPTIONS, "go", WAIT])[-1] == f"bestaction {LEGAL[-1]}"
