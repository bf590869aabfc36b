"""`naqala play`: the game at the prompt, with scripted input."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from naqala import Game
from naqala.bots.advice import advise
from naqala.bots.advice.phrases import actions_text
from naqala.bots.advice.reasons import Advice
from naqala.bots.search.settings import BRIEF
from naqala.cli.commands.play import FORGET_SCREEN, Play
from naqala.cli.errors import INTERRUPTED
from naqala.cli.ui.choices import groups
from naqala.rules.actions import Bid
from naqala.rules.events import CardDrawn
from naqala.rules.turn import Finishing
from naqala.rules.view import View
from naqala.text import Catalogue
from tests.cli.terminals import (
    ENGLISH,
    FRENCH,
    LANGUAGES,
    clear_output,
    fake_console,
    game_after,
    longest_line,
    mode_after,
    output_of,
    play_script,
    scripted_input,
    seats_of,
)
from tests.positions import game_at, tile
from tests.solo import solo


def random_typist(game: Callable[[], Game], random: Random) -> Callable[[str], str]:
    """A reader that types the key of a random choice and quits when the game is over."""

    def read(prompt: str) -> str:
        if game().over or prompt.startswith("Enter"):
            return ""
        return random.choice(
            [choice.key for group in groups(game().legal()) for choice in group.choices]
        )

    return read


@pytest.mark.parametrize(
    ("words", "players", "travellers"),
    [(ENGLISH, 2, {1}), (FRENCH, 3, {0, 2}), (ENGLISH, 4, {1, 2, 3})],
)
def test_whole_games_against_travellers(
    words: Catalogue, players: int, travellers: set[int]
) -> None:
    game = game_after(100, players, seed=players)
    console = fake_console()
    reader = random_typist(lambda: game, Random(1))
    seats = seats_of(game, travellers, words)
    assert Play(game, seats, words, console, reader, greeting=True).run() == 0
    shown = output_of(console)
    assert game.over
    assert words.say("terminal.total") in shown
    assert all(str(score.total) in shown for score in game.scores())
    assert longest_line(shown) <= 100


@pytest.mark.parametrize(
    ("mode", "words", "first"),
    [
        ("solo", ENGLISH, True),
        ("solo", FRENCH, False),
        ("doubled", FRENCH, False),
        ("whims", FRENCH, False),
        ("artisans", ENGLISH, False),
        ("both", FRENCH, False),
        ("five", ENGLISH, False),
    ],
)
def test_whole_games_of_every_mode(words: Catalogue, mode: str, first: bool) -> None:
    """Typing the first key, or a random one, always leads to the end."""
    game = mode_after(0 if mode == "solo" else 110, mode, seed=2)
    console = fake_console()
    anything = random_typist(lambda: game, Random(2))

    def read(prompt: str) -> str:
        if game.over or not first:
            return anything(prompt)
        return groups(game.legal())[0].choices[0].key

    seats = seats_of(game, range(1, game.options.players), words)
    assert Play(game, seats, words, console, read, greeting=True).run() == 0
    shown = output_of(console)
    assert game.over
    assert longest_line(shown) <= 100
    assert all(str(score.total) in shown for score in game.scores())
    if game.state.yazid:
        lost = game.state.yazid.lost
        end = words.loss(lost) if lost else words.title(game.scores()[0].total)
        assert end in " ".join(shown.split())


def test_moves_are_not_listed_while_the_carpet_is_in_use() -> None:
    """I1"""
    game = game_at("expansions artisans", "p1-items carpet", "meeples Y YB G GB", "pending moving")
    _, code, shown = play_script(game, ["moves", "use carpet", "moves", "score"], bots=())
    assert code == 0
    assert "The carpet is flying: your last meeple may land on any tile" in shown
    assert "Your last meeple may land on any tile." in shown


def test_tiles_for_yazids_strike_are_typed_by_name() -> None:
    """Y4"""
    game = solo("a1:YW b1:G", "dice 3 1", "pending offering")
    play, _, shown = play_script(game, ["pass", "B1"], bots=())
    assert "Let Yazid strike a1" in shown
    assert not play.game.state.piles[tile("b1")]


def test_a_whole_game_without_people_shows_the_end() -> None:
    game = Game.new(players=2, seed=3)
    _, code, shown = play_script(game, [], bots=(0, 1))
    assert code == 0
    assert "The game is over" in shown


def test_no_hot_seat_screen_shows_a_secret_of_another_seat() -> None:
    """S4: each screen shows only what its seat may know, and the previous one is cleared."""
    game = Game.new(players=3, seed=8, names=("Ann", "Bob", "Eve"))
    console = fake_console(screen=True)
    people = random_typist(lambda: game, Random(8))
    seen: set[int] = set()

    def read(prompt: str) -> str:
        shown = re.sub(r"\x1b\[[0-9;]*m", "", output_of(console))
        if prompt == ENGLISH.say("terminal.ready"):
            _, forgotten, after = shown.rpartition(FORGET_SCREEN)
            assert bool(forgotten) == bool(seen)
            assert "gold" not in after
            clear_output(console)
        elif not game.over:
            seat, players = game.seat, game.state.players
            gold = re.findall(r"(\S+) gold  ♞", shown)[-3:]
            assert gold == [str(p.gold) if s == seat else "?" for s, p in enumerate(players)]
            seen.add(seat)
        if len(game.history) > 70:
            raise EOFError
        return people(prompt)

    seats = seats_of(game, (), ENGLISH)
    Play(game, seats, ENGLISH, console, read).run()
    assert seen == {0, 1, 2}


def test_the_log_hides_cards_drawn_by_others() -> None:
    game = Game.from_position(_with_fakir(Game.new(players=2, seed=1).position()))
    while isinstance(game.legal()[0], Bid):
        game.play(game.legal()[-1] if game.seat == 0 else game.legal()[0])
    game.play("use sloar fakir")
    (card,) = [e.card for e in game.history[-1].events if isinstance(e, CardDrawn)]
    assert card is not None
    text = f"draw {ENGLISH.cards([card])}."
    assert f"You {text}" in play_script(game, ["log all"], bots=())[2]
    while game.seat == 0:
        game.play(game.legal()[0])
    shown = play_script(game, ["log all"], bots=())[2]
    assert "Player 1 draws a resource card." in shown
    assert text.replace("draw", "draws") not in shown


def _with_fakir(position: str) -> str:
    """Give the first player a Fakir of the deck, and Sloar."""
    lines = []
    for line in position.splitlines():
        key, _, rest = line.partition(" ")
        if key in ("djinns", "djinn-deck"):
            rest = " ".join(word for word in rest.split() if word != "sloar")
        elif key == "deck":
            words = dict(word.split("*") for word in rest.split())
            words["fakir"] = str(int(words["fakir"]) - 1)
            rest = " ".join(f"{card}*{number}" for card, number in words.items())
        elif key == "p1-hand":
            rest = "fakir*1"
        elif key == "p1-djinns":
            rest = "sloar"
        lines.append(f"{key} {rest}".rstrip())
    return "\n".join(lines) + "\n"


def test_a_whole_move_can_be_typed_as_one_line() -> None:
    game = game_after(3, 3, seed=2)
    while isinstance(game.legal()[0], Bid):
        game.play(game.legal()[0])
    seat = game.seat
    sow = next(game.sowings(game.outcomes()[0]))
    play, _, shown = play_script(game, [str(sow)], bots={0, 1, 2} - {seat})
    assert f"gather {ENGLISH.members(sow.drops[-1][1], 2)[:1]}" in shown
    assert play.game.history[-1].events


def test_invalid_input_is_explained_and_changes_nothing() -> None:
    game = Game.new(players=2, seed=1)
    lines = [
        "fly",
        "bid 4",
        "99",
        "take z9",
        "",
        "sow a1",
        "sow a1 a2W",
        "x" * 1000,
        "? nonsense",
        "undo soon",
    ]
    play, code, shown = play_script(game, lines, bots=())
    assert code == 0
    assert not play.game.history
    assert "'fly' is not a choice or a command." in shown
    assert "99 is not in the list; choose 0, 1, 3, 5, 8, 12, 18." in shown
    assert "'sow a1': write it as in 'sow c3 d3W d4Y'." in shown
    assert "No move can start on a1 now." in shown
    assert "'bid 4' is not possible now" in shown
    assert "There is no help on 'nonsense'" in shown


def test_undo_takes_back_the_last_choice_and_the_replies_to_it() -> None:
    game = Game.new(players=2, seed=1)
    while game.seat != 0:
        game.play(game.legal()[0])
    before = len(game.history)
    play, _, _ = play_script(game, ["bid 3", "undo", "score"])
    assert len(play.game.history) == before
    assert play.game.seat == 0


def test_after_an_undo_opponents_repeat_their_choices() -> None:
    first, _, _ = play_script(Game.new(players=2, seed=5), ["bid 3", "undo", "bid 3"])
    second, _, _ = play_script(Game.new(players=2, seed=5), ["bid 3"])
    assert first.game == second.game


def test_undo_turn_takes_back_all_steps_of_the_turn() -> None:
    game = game_after(3, 3, seed=2)
    while isinstance(game.legal()[0], Bid):
        game.play(game.legal()[0])
    seat, before = game.seat, len(game.history)
    play, _, _ = play_script(game, ["1", "1", "undo turn"], bots={0, 1, 2} - {seat})
    assert len(play.game.history) == before


def test_there_is_nothing_to_undo_at_the_beginning() -> None:
    game = Game.new(players=2, seed=1)
    _, _, shown = play_script(game, ["undo"], bots={1 - game.seat})
    assert "nothing to undo" in shown


def test_a_saved_game_is_loaded_with_its_seats(tmp_path: Path) -> None:
    file = tmp_path / "evening.naqala"
    game = Game.new(players=3, seed=6)
    played, _, shown = play_script(game, ["bid 5", f"save {file}"], bots=(1, 2))
    assert "Saved as" in shown
    other, _, _ = play_script(Game.new(players=2, seed=1), [f"load {file}", "score"], bots=())
    assert other.game == played.game
    assert other.seats.bots == (None, "traveller", "traveller")


def test_save_never_overwrites_without_asking(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("precious")
    game = Game.new(players=2, seed=1)
    _, _, shown = play_script(game, [f"save {file}", "n"], bots=())
    assert file.read_text() == "precious"
    assert "Not saved." in shown
    play_script(game, [f"save {file}", "yes", "save"], bots=())
    assert "naqala record" in file.read_text()
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.parametrize(
    "line", ["save", "load", "save /nowhere/at/all", "load /nowhere", "load /"]
)
def test_unusable_files_are_reported(line: str) -> None:
    play, code, shown = play_script(Game.new(players=2, seed=1), [line, "score"], bots=())
    assert code == 0
    assert "Total" in shown
    assert not play.file


def test_loading_asks_before_discarding_an_unsaved_game(tmp_path: Path) -> None:
    file = tmp_path / "other.naqala"
    file.write_text(Game.new(players=4, seed=1).record())
    play, _, _ = play_script(Game.new(players=2, seed=1), ["bid 1", f"load {file}", "no"])
    assert play.game.options.players == 2
    play, _, _ = play_script(Game.new(players=2, seed=1), ["bid 1", f"load {file}", "y"])
    assert play.game.options.players == 4


def test_quit_explains_how_to_save_before_it_quits() -> None:
    play, code, shown = play_script(Game.new(players=2, seed=1), ["bid 1", "quit", "quit", "bid 0"])
    assert code == 0
    assert "'save FILE' keeps it" in shown
    assert not play.going


def test_quit_ends_a_new_game_without_asking() -> None:
    play, _, shown = play_script(Game.new(players=2, seed=1), ["quit", "bid 0"], bots=(1,))
    assert not play.going
    assert "save FILE" not in shown


def saved_files() -> list[Path]:
    return sorted(Path().glob("*.naqala"))


def continued(shown: str) -> str:
    """The file that the last message names."""
    said = " ".join(shown.split())
    return said.rpartition("naqala play --load ")[2]


def test_the_end_of_input_saves_the_game() -> None:
    played, code, shown = play_script(Game.new(players=2, seed=1), ["bid 1"])
    assert code == 0
    (file,) = saved_files()
    assert continued(shown) == str(file)
    play, _, _ = play_script(Game.new(players=2, seed=9), [f"load {file}"])
    assert play.game == played.game
    assert play.seats.bots == (None, "traveller")


def interrupted_after(lines: list[str]) -> Callable[[str], str]:
    script = scripted_input(lines)

    def read(prompt: str) -> str:
        try:
            return script(prompt)
        except EOFError:
            raise KeyboardInterrupt from None

    return read


def test_ctrl_c_saves_the_game_with_a_new_name() -> None:
    for number in (1, 2):
        game = Game.new(players=2, seed=1)
        console = fake_console()
        play = Play(game, seats_of(game, {1}, ENGLISH), ENGLISH, console, interrupted_after(["0"]))
        assert play.run() == INTERRUPTED
        assert len(saved_files()) == number
        assert Game.load(Path(continued(output_of(console))).read_text()) == game


def test_ctrl_c_saves_to_the_file_of_the_game(tmp_path: Path) -> None:
    file = tmp_path / "my evening"
    game = Game.new(players=2, seed=1)
    console = fake_console()
    lines = ["bid 1", f"save {file}", "undo", "bid 3"]
    reader = interrupted_after(lines)
    Play(game, seats_of(game, (), ENGLISH), ENGLISH, console, reader).run()
    assert saved_files() == []
    assert Game.load(file.read_text()) == game
    assert continued(output_of(console)) == f"'{file}'"


def test_a_game_without_choices_is_not_saved() -> None:
    game = Game.new(players=2, seed=1)
    console = fake_console()
    seats = seats_of(game, {1}, ENGLISH)
    assert Play(game, seats, ENGLISH, console, interrupted_after([])).run() == INTERRUPTED
    assert "See you" in output_of(console)
    assert saved_files() == []


def test_a_game_that_cannot_be_saved_here_is_saved_at_home(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    home, gone = tmp_path / "home", tmp_path / "gone"
    home.mkdir()
    gone.mkdir()
    monkeypatch.setattr(Path, "home", lambda: home)
    monkeypatch.chdir(gone)
    gone.rmdir()
    played, _, shown = play_script(Game.new(players=2, seed=1), ["bid 1"])
    (file,) = home.iterdir()
    assert continued(shown).replace(" ", "") == str(file)
    assert Game.load(file.read_text()) == played.game
    monkeypatch.setattr(Path, "home", lambda: gone)
    _, code, shown = play_script(Game.new(players=2, seed=1), ["bid 1"])
    assert code == 0
    assert "The game could not be saved" in shown


@pytest.fixture
def quick_hints(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Hints that hardly think; the list has their budgets."""
    budgets = []

    def quick(view: View, budget: float, *, count: int, **_: object) -> Advice:
        budgets.append(budget)
        return advise(view, 600.0, count=count, settings=BRIEF)

    monkeypatch.setattr("naqala.cli.ui.thinking.advise", quick)
    return budgets


@pytest.mark.parametrize("mode", ["base", "solo", "both", "five"])
def test_a_hint_is_possible_at_every_decision(mode: str, quick_hints: list[float]) -> None:
    game = game_after(0, 2) if mode == "base" else mode_after(0, mode)
    random = Random(5)
    for _ in range(20):
        trial = game.copy()
        seat = trial.seat
        bots = set(range(trial.options.players)) - {seat}
        _, _, shown = play_script(trial, ["hint"], bots=bots)
        assert "1. " in shown or " of " in shown  # bids are a table
        assert longest_line(shown) <= 100
        game.play(random.choice(game.legal()))
    assert len(quick_hints) == 20


def test_hints_take_the_time_they_are_given(quick_hints: list[float]) -> None:
    lines = ["hint", "hint 10", "hint 0,5", "hint soon"]
    _, _, shown = play_script(Game.new(players=2, seed=1), lines, bots=())
    assert quick_hints == [2.0, 10.0, 0.5]
    assert "'soon' is not a number of seconds" in shown
    _, _, shown = play_script(Game.new(players=2, seed=1), ["conseil 3"], bots=(), words=FRENCH)
    assert quick_hints[3:] == [3.0]


def test_a_hint_can_be_typed_as_it_is_shown() -> None:
    game = game_after(3, 3, seed=2)
    while isinstance(game.legal()[0], Bid):
        game.play(game.legal()[0])
    seat = game.seat
    advice = advise(game.view(seat), 600.0, settings=BRIEF)
    option = max(advice.options, key=lambda each: len(each.actions))
    assert len(option.actions) > 1
    trial = game.copy()
    for action in option.actions:
        trial.play(action)
    line = actions_text(option.actions)
    play, _, _ = play_script(game, [line], bots={0, 1, 2} - {seat})
    assert play.game == trial


def test_the_actions_of_a_line_end_with_the_first_that_is_refused() -> None:
    play, _, shown = play_script(Game.new(players=2, seed=1), ["bid 99; bid 1"], bots=())
    assert not play.game.history
    assert "'bid 99' is not possible now" in shown
    play, _, shown = play_script(Game.new(players=2, seed=1), ["bid 1; bid 3"], bots=())
    assert [str(played.action) for played in play.game.history] == ["bid 1"]
    assert "'bid 3' was not played: it is no longer your turn." in shown


def test_a_refusal_in_the_middle_of_a_line_stays_on_the_screen() -> None:
    game = game_after(3, 3, seed=2)
    while isinstance(game.legal()[0], Bid):
        game.play(game.legal()[0])
    seat = game.seat
    sow = next(game.sowings(game.outcomes()[0]))
    console = fake_console(screen=True)
    lines = [f"{sow}; nonsense;"]
    _, _, shown = play_script(game, lines, bots={0, 1, 2} - {seat}, console=console)
    assert "'nonsense' is not a choice or a command" in shown.rpartition("\x1b[2J")[2]


def test_there_is_no_hint_after_the_end(quick_hints: list[float]) -> None:
    _, _, shown = play_script(Game.new(players=2, seed=3), ["hint"], bots=(0, 1))
    assert "The game is over: 'undo'" in shown
    assert not quick_hints


@pytest.mark.parametrize("words", LANGUAGES)
def test_every_command_works_in_every_language(words: Catalogue) -> None:
    lines = [
        "?",
        "? jafaar",
        "all",
        "board",
        "moves",
        "moves c3",
        "score",
        "log",
        "log all",
        "undo",
    ]
    own = [words.say(f"terminal.command_{name}") for name in ("help", "all", "score", "undo")]
    _, code, shown = play_script(game_after(80, 2), [*lines, *own], bots=(), words=words)
    assert code == 0
    assert longest_line(shown) <= 100


def test_moves_are_not_listed_in_the_middle_of_a_move() -> None:
    game = game_after(3, 3, seed=2)
    while isinstance(game.legal()[0], Bid):
        game.play(game.legal()[0])
    seat = game.seat
    _, _, shown = play_script(game, ["1", "moves"], bots={0, 1, 2} - {seat})
    assert "in the middle of a move" in shown


def test_random_input_never_fails() -> None:
    random = Random(7)
    pieces = ["bid", "take", "sow", "c3", "d3W", "?", "undo", "turn", "1", "0", "-1", "kill", "p2"]
    pieces += ["all", "log", "moves", "score", "board", "é", "[red]", "\t", "\x1b[2J", "²", "{x}"]
    lines = [" ".join(random.choices(pieces, k=random.randrange(5))) for _ in range(300)]
    _, code, shown = play_script(Game.new(players=2, seed=1), lines)
    assert code == 0
    assert "\x1b" not in shown


def test_enter_and_board_show_the_question_and_the_choices_again() -> None:
    for line in ("", "board", "board all"):
        _, _, shown = play_script(Game.new(players=2, seed=1), [line], bots=())
        assert shown.count("Where will you place your turn marker?") == 2
        assert shown.count("18 Bid 18 (costs 18 gold)") == 2


def test_moves_after_the_move_are_for_the_next_turn() -> None:
    game = game_after(0, 2)
    while type(game.state.pending[-1]) is not Finishing:
        game.play(game.legal()[0])
    seat = game.seat
    _, _, shown = play_script(game, ["moves"], bots={1 - seat})
    assert "these are moves for your next turn" in shown


def test_messages_contain_no_terms_for_programmers() -> None:
    game = game_after(60, 2)
    _, _, shown = play_script(game, ["moves", "moves x", "bid 4", "1", "moves", "99"], bots=())
    assert "legal()" not in shown
    assert "p1" not in shown


def test_the_suggested_load_command_works(tmp_path: Path) -> None:
    file = tmp_path / "my evening's game"
    game = Game.new(players=2, seed=6)
    _, _, shown = play_script(game, ["bid 5", f"save {file}"])
    assert f"'load {file}'" in " ".join(shown.split())
    assert "naqala play" not in shown
    play, _, _ = play_script(Game.new(players=2, seed=1), [f"load {file}"])
    assert play.game == game


@pytest.mark.parametrize("word", ["q", "exit", "quit"])
def test_quitting_works_at_a_hand_over(word: str) -> None:
    game = Game.new(players=2, seed=1)
    console = fake_console()
    seats = seats_of(game, (), ENGLISH)
    assert Play(game, seats, ENGLISH, console, lambda _: word).run() == 0
    assert "See you" in output_of(console)
    assert "gold" not in output_of(console)


@pytest.mark.parametrize("words", LANGUAGES)
def test_only_a_terminal_shows_who_is_thinking(words: Catalogue) -> None:
    for screen in (True, False):
        game = Game.new(players=3, seed=2)
        seats = seats_of(game, {0, 1, 2} - {game.seat}, words, "merchant")
        console = fake_console(screen=screen)
        Play(game, seats, words, console, scripted_input(["0"])).run()
        for name, bot in zip(seats.names, seats.bots, strict=True):
            text = words.say("terminal.thinking", name=name)
            assert (text in output_of(console)) == bool(bot and screen)


def test_the_turn_of_a_bot_is_reported() -> None:
    play, _, shown = play_script(Game.new(players=2, seed=5), ["bid 0", "bid 0"], bot="merchant")
    assert {played.seat for played in play.game.history[4:]} == {1}
    assert re.search("Calm gathers .* on [a-f][1-5]", " ".join(shown.split()))


UNLUCKY = """
from naqala.bots import Bot

class Unlucky(Bot):
    name = "Unlucky"
    asked = 0

    def choose(self, view, legal):
        self.asked += 1
        if self.asked == 1:
            raise ValueError("out of water")
        return "sing" if self.asked < 4 else str(legal[0])
"""


@pytest.mark.parametrize("terminal", [True, False])
def test_every_fault_of_a_bot_is_shown_once(terminal: bool, tmp_path: Path) -> None:
    """With the next screen, so that a terminal does not clear it."""
    file = tmp_path / "unlucky.py"
    file.write_text(UNLUCKY)
    game = Game.new(players=2, seed=2)
    while game.seat != 1:
        game.play(game.legal()[0])
    console = fake_console(screen=terminal)
    play_script(game, ["bid 0", "0", ""], bot=f"{file}:Unlucky", console=console)
    shown = " ".join(re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", output_of(console)).split())
    assert shown.count("failed, and another action was played: ValueError: out of water") == 1
    assert shown.count("played: IllegalAction: 'sing' is not possible now") == 1
    first_screen = output_of(console).split("\x1b[2J")[1 if terminal else 0]
    assert "out of water" in first_screen


def test_after_an_undo_a_planning_bot_repeats_its_choices() -> None:
    lines = ["bid 0", "bid 0"]
    again = ["bid 0", "undo", "bid 0", "bid 0", "undo", "bid 0"]
    first, _, _ = play_script(Game.new(players=2, seed=5), lines, bot="merchant")
    second, _, _ = play_script(Game.new(players=2, seed=5), again, bot="merchant")
    assert len(first.game.history) > 4
    assert first.game == second.game
