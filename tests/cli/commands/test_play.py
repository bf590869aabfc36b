"""The game at the prompt, played by scripts."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from naqala import Game
from naqala.cli.commands.play import FORGET_SCREEN, INTERRUPTED, Play
from naqala.cli.ui.choices import groups
from naqala.rules.actions import Bid
from naqala.rules.events import CardDrawn
from naqala.rules.turn import Finishing
from naqala.text import Catalogue
from tests.cli.terminals import (
    ENGLISH,
    FRENCH,
    LANGUAGES,
    clear,
    game_after,
    mode_after,
    paper,
    script,
    seats_of,
    sitting,
    widest,
    written,
)
from tests.positions import game_at, tile
from tests.solo import solo


def player_of(game: Callable[[], Game], random: Random) -> Callable[[str], str]:
    """Somebody who types the key of any choice, and leaves when the game is over."""

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
    console = paper()
    reader = player_of(lambda: game, Random(1))
    seats = seats_of(game, travellers, words)
    assert Play(game, seats, words, console, reader, greeting=True).run() == 0
    shown = written(console)
    assert game.over
    assert words.say("terminal.total") in shown
    assert all(str(score.total) in shown for score in game.scores())
    assert widest(shown) <= 100


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
    """Somebody who types the first, or any, key of the list comes to the end."""
    game = mode_after(0 if mode == "solo" else 110, mode, seed=2)
    console = paper()
    anything = player_of(lambda: game, Random(2))

    def read(prompt: str) -> str:
        if game.over or not first:
            return anything(prompt)
        return groups(game.legal())[0].choices[0].key

    seats = seats_of(game, range(1, game.options.players), words)
    assert Play(game, seats, words, console, read, greeting=True).run() == 0
    shown = written(console)
    assert game.over
    assert widest(shown) <= 100
    assert all(str(score.total) in shown for score in game.scores())
    if game.state.yazid:
        lost = game.state.yazid.lost
        end = words.loss(lost) if lost else words.title(game.scores()[0].total)
        assert end in " ".join(shown.split())


def test_moves_are_refused_in_a_sentence_while_the_carpet_flies() -> None:
    """I1"""
    game = game_at("expansions artisans", "p1-items carpet", "meeples Y YB G GB", "pending moving")
    _, code, shown = sitting(game, ["moves", "use carpet", "moves", "score"], bots=())
    assert code == 0
    assert "The carpet is flying: your last meeple may land on any tile" in shown
    assert "Your last meeple may land on any tile." in shown


def test_tiles_that_yazid_strikes_are_typed_by_their_names() -> None:
    """Y4"""
    game = solo("a1:YW b1:G", "dice 3 1", "pending offering")
    play, _, shown = sitting(game, ["pass", "B1"], bots=())
    assert "Let Yazid strike a1" in shown
    assert not play.game.state.piles[tile("b1")]


def test_a_whole_game_without_people_shows_the_end() -> None:
    game = Game.new(players=2, seed=3)
    _, code, shown = sitting(game, [], bots=(0, 1))
    assert code == 0
    assert "The game is over" in shown


def test_no_screen_of_hot_seat_play_holds_a_secret_of_another_seat() -> None:
    """S4: each screen is made from what its seat may know, and the one before it is forgotten."""
    game = Game.new(players=3, seed=8, names=("Ann", "Bob", "Eve"))
    console = paper(screen=True)
    people = player_of(lambda: game, Random(8))
    seen: set[int] = set()

    def read(prompt: str) -> str:
        shown = re.sub(r"\x1b\[[0-9;]*m", "", written(console))
        if prompt == ENGLISH.say("terminal.ready"):
            _, forgotten, after = shown.rpartition(FORGET_SCREEN)
            assert bool(forgotten) == bool(seen)
            assert "gold" not in after
            clear(console)
        elif not game.over:
            seat, players = game.seat, game.state.players
            told = re.findall(r"(\S+) gold  ♞", shown)[-3:]
            assert told == [str(p.gold) if s == seat else "?" for s, p in enumerate(players)]
            seen.add(seat)
        if len(game.history) > 70:
            raise EOFError
        return people(prompt)

    seats = seats_of(game, (), ENGLISH)
    Play(game, seats, ENGLISH, console, read).run()
    assert seen == {0, 1, 2}


def test_a_card_drawn_by_another_seat_is_not_told() -> None:
    game = Game.from_position(_with_fakir(Game.new(players=2, seed=1).position()))
    while isinstance(game.legal()[0], Bid):
        game.play(game.legal()[-1] if game.seat == 0 else game.legal()[0])
    game.play("use sloar fakir")
    (card,) = [e.card for e in game.history[-1].events if isinstance(e, CardDrawn)]
    assert card is not None
    told = f"draw {ENGLISH.cards([card])}."
    assert f"You {told}" in sitting(game, ["log all"], bots=())[2]
    while game.seat == 0:
        game.play(game.legal()[0])
    shown = sitting(game, ["log all"], bots=())[2]
    assert "Player 1 draws a resource card." in shown
    assert told.replace("draw", "draws") not in shown


def _with_fakir(position: str) -> str:
    """Move a Fakir of the deck, and Sloar from wherever it lies, to the first player."""
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


def test_a_whole_move_is_typed_as_one_line() -> None:
    game = game_after(3, 3, seed=2)
    while isinstance(game.legal()[0], Bid):
        game.play(game.legal()[0])
    seat = game.seat
    sow = next(game.sowings(game.outcomes()[0]))
    play, _, shown = sitting(game, [str(sow)], bots={0, 1, 2} - {seat})
    assert f"gather {ENGLISH.members(sow.drops[-1][1], 2)[:1]}" in shown
    assert play.game.history[-1].events


def test_what_cannot_be_done_is_said_and_changes_nothing() -> None:
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
    play, code, shown = sitting(game, lines, bots=())
    assert code == 0
    assert not play.game.history
    assert "'fly' is not a choice or a command." in shown
    assert "99 is not in the list; choose 0, 1, 3, 5, 8, 12, 18." in shown
    assert "'sow a1': write it as in 'sow c3 d3W d4Y'." in shown
    assert "No move can start on a1 now." in shown
    assert "'bid 4' is not possible now" in shown
    assert "There is no help on 'nonsense'" in shown


def test_undo_takes_back_the_last_choice_and_the_opponents_answers() -> None:
    game = Game.new(players=2, seed=1)
    while game.seat != 0:
        game.play(game.legal()[0])
    before = len(game.history)
    play, _, _ = sitting(game, ["bid 3", "undo", "score"])
    assert len(play.game.history) == before
    assert play.game.seat == 0


def test_after_an_undo_the_opponents_do_the_same_again() -> None:
    first, _, _ = sitting(Game.new(players=2, seed=5), ["bid 3", "undo", "bid 3"])
    second, _, _ = sitting(Game.new(players=2, seed=5), ["bid 3"])
    assert first.game == second.game


def test_undo_turn_takes_back_all_steps_of_the_turn() -> None:
    game = game_after(3, 3, seed=2)
    while isinstance(game.legal()[0], Bid):
        game.play(game.legal()[0])
    seat, before = game.seat, len(game.history)
    play, _, _ = sitting(game, ["1", "1", "undo turn"], bots={0, 1, 2} - {seat})
    assert len(play.game.history) == before


def test_there_is_nothing_to_undo_at_the_beginning() -> None:
    game = Game.new(players=2, seed=1)
    _, _, shown = sitting(game, ["undo"], bots={1 - game.seat})
    assert "nothing to undo" in shown


def test_a_saved_game_is_loaded_with_its_seats(tmp_path: Path) -> None:
    file = tmp_path / "evening.naqala"
    game = Game.new(players=3, seed=6)
    played, _, shown = sitting(game, ["bid 5", f"save {file}"], bots=(1, 2))
    assert "Saved as" in shown
    other, _, _ = sitting(Game.new(players=2, seed=1), [f"load {file}", "score"], bots=())
    assert other.game == played.game
    assert other.seats.bots == (None, "traveller", "traveller")


def test_save_never_overwrites_without_asking(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("precious")
    game = Game.new(players=2, seed=1)
    _, _, shown = sitting(game, [f"save {file}", "n"], bots=())
    assert file.read_text() == "precious"
    assert "Not saved." in shown
    sitting(game, [f"save {file}", "yes", "save"], bots=())
    assert "naqala record" in file.read_text()
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.parametrize(
    "line", ["save", "load", "save /nowhere/at/all", "load /nowhere", "load /"]
)
def test_files_that_do_not_work_are_told(line: str) -> None:
    play, code, shown = sitting(Game.new(players=2, seed=1), [line, "score"], bots=())
    assert code == 0
    assert "Total" in shown
    assert not play.file


def test_loading_asks_before_it_leaves_an_unsaved_game(tmp_path: Path) -> None:
    file = tmp_path / "other.naqala"
    file.write_text(Game.new(players=4, seed=1).record())
    play, _, _ = sitting(Game.new(players=2, seed=1), ["bid 1", f"load {file}", "no"])
    assert play.game.options.players == 2
    play, _, _ = sitting(Game.new(players=2, seed=1), ["bid 1", f"load {file}", "y"])
    assert play.game.options.players == 4


def test_quit_says_how_to_save_and_then_leaves() -> None:
    play, code, shown = sitting(Game.new(players=2, seed=1), ["bid 1", "quit", "quit", "bid 0"])
    assert code == 0
    assert "'save FILE' keeps it" in shown
    assert not play.going


def test_quit_leaves_a_new_game_at_once() -> None:
    play, _, shown = sitting(Game.new(players=2, seed=1), ["quit", "bid 0"], bots=(1,))
    assert not play.going
    assert "save FILE" not in shown


def test_the_end_of_the_input_ends_politely() -> None:
    _, code, shown = sitting(Game.new(players=2, seed=1), ["bid 1"])
    assert code == 0
    assert "You left without saving" in shown


def test_ctrl_c_ends_politely() -> None:
    def interrupted(prompt: str) -> str:
        raise KeyboardInterrupt

    game = Game.new(players=2, seed=1)
    console = paper()
    seats = seats_of(game, {1}, ENGLISH)
    assert Play(game, seats, ENGLISH, console, interrupted).run() == INTERRUPTED
    assert "See you" in written(console)


@pytest.mark.parametrize("words", LANGUAGES)
def test_every_command_answers_in_every_language(words: Catalogue) -> None:
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
    _, code, shown = sitting(game_after(80, 2), [*lines, *own], bots=(), words=words)
    assert code == 0
    assert widest(shown) <= 100


def test_moves_are_refused_in_the_middle_of_one() -> None:
    game = game_after(3, 3, seed=2)
    while isinstance(game.legal()[0], Bid):
        game.play(game.legal()[0])
    seat = game.seat
    _, _, shown = sitting(game, ["1", "moves"], bots={0, 1, 2} - {seat})
    assert "in the middle of a move" in shown


def test_anything_may_be_typed() -> None:
    random = Random(7)
    pieces = ["bid", "take", "sow", "c3", "d3W", "?", "undo", "turn", "1", "0", "-1", "kill", "p2"]
    pieces += ["all", "log", "moves", "score", "board", "é", "[red]", "\t", "\x1b[2J", "²", "{x}"]
    lines = [" ".join(random.choices(pieces, k=random.randrange(5))) for _ in range(300)]
    _, code, shown = sitting(Game.new(players=2, seed=1), lines)
    assert code == 0
    assert "\x1b" not in shown


def test_enter_and_the_board_end_with_the_question_and_the_choices() -> None:
    for line in ("", "board", "board all"):
        _, _, shown = sitting(Game.new(players=2, seed=1), [line], bots=())
        assert shown.count("Where will you place your turn marker?") == 2
        assert shown.count("18 Bid 18 (costs 18 gold)") == 2


def test_moves_after_the_move_are_for_the_next_turn() -> None:
    game = game_after(0, 2)
    while type(game.state.pending[-1]) is not Finishing:
        game.play(game.legal()[0])
    seat = game.seat
    _, _, shown = sitting(game, ["moves"], bots={1 - seat})
    assert "these are moves for your next turn" in shown


def test_no_word_of_the_rules_for_programmers_is_shown() -> None:
    game = game_after(60, 2)
    _, _, shown = sitting(game, ["moves", "moves x", "bid 4", "1", "moves", "99"], bots=())
    assert "legal()" not in shown
    assert "p1" not in shown


def test_hints_about_files_work_as_typed(tmp_path: Path) -> None:
    file = tmp_path / "my evening's game"
    game = Game.new(players=2, seed=6)
    _, _, shown = sitting(game, ["bid 5", f"save {file}"])
    assert f"'load {file}'" in " ".join(shown.split())
    assert "naqala play" not in shown
    play, _, _ = sitting(Game.new(players=2, seed=1), [f"load {file}"])
    assert play.game == game


@pytest.mark.parametrize("word", ["q", "exit", "quit"])
def test_quitting_works_where_a_seat_is_handed_over(word: str) -> None:
    game = Game.new(players=2, seed=1)
    console = paper()
    seats = seats_of(game, (), ENGLISH)
    assert Play(game, seats, ENGLISH, console, lambda _: word).run() == 0
    assert "See you" in written(console)
    assert "gold" not in written(console)


@pytest.mark.parametrize("words", LANGUAGES)
def test_a_screen_tells_who_is_thinking_and_paper_does_not(words: Catalogue) -> None:
    for screen in (True, False):
        game = Game.new(players=3, seed=2)
        seats = seats_of(game, {0, 1, 2} - {game.seat}, words, "merchant")
        console = paper(screen=screen)
        Play(game, seats, words, console, script(["0"])).run()
        for name, rung in zip(seats.names, seats.bots, strict=True):
            told = words.say("terminal.thinking", name=name)
            assert (told in written(console)) == bool(rung and screen)


def test_a_bot_plays_its_whole_turn_and_what_it_did_is_told() -> None:
    play, _, shown = sitting(Game.new(players=2, seed=5), ["bid 0", "bid 0"], rung="merchant")
    assert {played.seat for played in play.game.history[4:]} == {1}
    assert re.search("Calm gathers .* on [a-f][1-5]", " ".join(shown.split()))


def test_after_an_undo_a_thinking_opponent_does_the_same_again() -> None:
    lines = ["bid 0", "bid 0"]
    again = ["bid 0", "undo", "bid 0", "bid 0", "undo", "bid 0"]
    first, _, _ = sitting(Game.new(players=2, seed=5), lines, rung="merchant")
    second, _, _ = sitting(Game.new(players=2, seed=5), again, rung="merchant")
    assert len(first.game.history) > 4
    assert first.game == second.game
