"""Invalid input is explained in the language of the player."""

import re
from contextlib import suppress
from pathlib import Path

import pytest

from naqala import BadText, Game, IllegalAction, NaqalaError
from naqala.cli import main
from naqala.cli.errors import explain_bad_input
from naqala.rules.actions import Bid, Sow, Take
from naqala.rules.meeples import VIZIERS
from naqala.text import Catalogue
from tests.cli.terminals import ENGLISH, FRENCH, LANGUAGES, game_after, play_script
from tests.positions import base_board, game_at, tile

ENGLISH_WORDS = (" is ", " not ", " the ", " cannot ", " no ", "legal()", "p1")


def looks_french(text: str) -> bool:
    return not any(word in f" {text} " for word in ENGLISH_WORDS)


def message_for(line: str, game: Game, words: Catalogue) -> str:
    """The message at the prompt for a line that cannot be played."""
    with pytest.raises(NaqalaError) as refused:
        game.play(line)
    return explain_bad_input(line, refused.value, game, words)


def moving() -> Game:
    return game_at(base_board("c3:YWW d3:Y d4:W e4:W e3:W"), "pending moving")


@pytest.mark.parametrize(
    ("line", "english", "french"),
    [
        ("4", "4 is not in the list; choose 0, 1, 3, 5, 8, 12, 18.",
         "4 n’est pas dans la liste ; choisissez 0, 1, 3, 5, 8, 12, 18."),
        ("foo", "'foo' is not a choice or a command. Type a number from the list, or ? for help.",
         "« foo » n’est ni un choix ni une commande. Tapez un numéro de la liste, "
         "ou ? pour l’aide."),
        ("bid x", "'bid x': 'x' is not a whole number from 0 to 9999.",
         "« bid x » : « x » n’est pas un nombre entier de 0 à 9999."),
        ("craft moon", "'craft moon': write it as in 'craft artisan' or 'craft fakirs'.",
         "« craft moon » : écrivez comme « craft artisan » ou « craft fakirs »."),
        ("take c3",
         "'take c3' is not possible now. The list shows what is possible; 'all' shows everything.",
         "« take c3 » n’est pas possible maintenant. La liste montre ce qui l’est ; "
         "« tout » montre tout."),
        ("sow c3 d3W", "No move can start on c3 now.",
         "Aucun déplacement ne peut partir de c3 maintenant."),
    ],
)  # fmt: skip
def test_invalid_input_is_explained(line: str, english: str, french: str) -> None:
    game = Game.new(players=2, seed=1)
    assert message_for(line, game, ENGLISH) == english
    assert message_for(line, game, FRENCH).replace("\u00a0", " ") == french


@pytest.mark.parametrize(
    ("line", "english"),
    [
        ("sow c3 d3W", "The move is not over after d3W; still in hand: YW."),
        ("sow c3 e5W d3Y", "Drop number 1 of the move, e5W,"),
        ("sow c3 d3W e5Y e4W", "Drop number 2 of the move, e5Y,"),
        ("sow b1 c1W", "No move can start on b1 now."),
    ],
)
def test_the_message_names_the_illegal_step_of_a_move(line: str, english: str) -> None:
    game = moving()
    before = game.copy()
    assert english in message_for(line, game, ENGLISH)
    assert looks_french(message_for(line, game, FRENCH))
    assert game == before


def test_the_message_says_if_a_move_has_too_many_drops() -> None:
    game = game_after(3, 3, seed=2)
    while isinstance(game.legal()[0], Bid):
        game.play(game.legal()[0])
    sow = next(game.sowings(game.outcomes()[0]))
    longer = Sow(sow.start, (*sow.drops, (tile("a1"), VIZIERS)))
    assert "already ends" in message_for(str(longer), game, ENGLISH)


@pytest.mark.parametrize("words", LANGUAGES)
def test_every_illegal_move_is_explained(words: Catalogue) -> None:
    game = game_after(3, 3, seed=2)
    while isinstance(game.legal()[0], Bid):
        game.play(game.legal()[0])
    codes = set()
    for outcome in game.outcomes()[:20]:
        sow = next(game.sowings(outcome))
        for drops in (sow.drops[:-1], sow.drops[1:], sow.drops[::-1], (*sow.drops, *sow.drops)):
            with suppress(BadText):  # there are no drops
                codes |= _refusal_code(str(Sow(sow.start, drops)), game, words)
    assert codes >= {"sow_left", "sow_step", "sow_ends"}
    assert not any(isinstance(played.action, Take) for played in game.history)


def _refusal_code(line: str, game: Game, words: Catalogue) -> set[str]:
    """The code of the reason why a line is refused, if it is; checks that it has a message."""
    try:
        game.copy().play(line)
    except IllegalAction as error:
        said, reason = explain_bad_input(line, error, game, words), error.values["reason"]
    else:
        return set()
    assert said.endswith(".")
    assert isinstance(reason, NaqalaError)
    return {reason.code}


def test_the_message_says_if_the_game_is_over() -> None:
    assert "game is over" in message_for("bid 3", game_after(10_000), ENGLISH)


def test_all_messages_at_the_prompt_are_in_french(tmp_path: Path) -> None:
    (tmp_path / "picture").write_bytes(b"\x89PNG\xff\xfe")
    (tmp_path / "diary").write_text("Cher journal")
    record = Game.new(players=2, seed=1).record()
    (tmp_path / "wrong").write_text(record.replace("seed 1", "seed x"))
    (tmp_path / "cut").write_text(record.replace("actions 0", "actions 7"))
    files = ["picture", "diary", "wrong", "cut", "none", "."]
    lines = ["foo", "4", "99", "sow c3 d3W", "take c3", "bid x", "x" * 500, "moves z9", "load"]
    lines += [f"load {tmp_path}/{name}" for name in files]
    lines += [f"save {tmp_path}/no/where", "save", "undo", "undo soon", "? zzz", "? fakir"]
    _, _, shown = play_script(Game.new(players=2, seed=1), lines, words=FRENCH)
    start = shown.index("« foo »".replace(" ", "\u00a0"))
    assert looks_french(" ".join(shown[start:].split()))
    assert f"{tmp_path}/none ne peut pas" in " ".join(shown.split())
    assert re.search(r"ligne\s+[23]", shown)  # the line may break there
    assert "devrait avoir" in shown


@pytest.mark.parametrize(
    "arguments",
    [
        ["--players", "7"], ["--players", "x"], ["--players", "5"], ["--seed", "-1"],
        ["--names", "A,B,C", "--players", "2"], ["--names", "A,,C"], ["--against", "wizard"],
        ["--against", "djinn", "--budget", "0"], ["--against", "djinn", "--budget", "soon"],
        ["--budget", "5"], ["--solo", "--against", "djinn"],
        ["--against", "djinn,djinn,djinn,djinn"], ["--against", "djinn,djinn", "--players", "2"],
        ["--against", "djinn", "--names", "A,B", "--players", "2"],
        ["--promos", "nobody"], ["--expansions", "wims"], ["--doubled"], ["--fly"],
        ["--solo", "--players", "3"], ["--solo", "--expansions", "whims"], ["--players"],
        ["--load", "x", "--seed", "0"], ["--whims", "-", "--expansions", "whims"],
        ["--whims", "/nowhere", "--expansions", "whims"],
    ],
)  # fmt: skip
def test_options_are_refused_in_french(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    with suppress(SystemExit):
        assert main(["play", "--lang", "fr", *arguments]) == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert said.startswith("naqala")
    assert looks_french(said), said


@pytest.mark.parametrize(
    ("deck", "said"),
    [
        ('[[whims]]\nid = "rich"\ngold = 0\nneeds = { viziers = 2 }\n', "carte rich"),
        ("Cher journal,\n", "n’est pas du TOML"),
        ('[[whims]]\nid = "a"\ngold = 1\nneeds = { viziers = 2 }\n' * 2, "s’appellent a"),
        ("", "n’est pas un jeu de Caprices utilisable"),
    ],
)
def test_the_message_about_an_invalid_deck_names_the_card(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, deck: str, said: str
) -> None:
    file = tmp_path / "deck"
    file.write_text(deck)
    options = ["--expansions", "whims", "--whims", str(file)]
    assert main(["play", "--lang", "fr", *options]) == 2
    assert said in capsys.readouterr().err
