"""The actions of a turn in words, as an option and as what was played."""

from naqala import Game
from naqala.bots.advice.turn_wording import in_words, played_text
from naqala.rules.actions import END, PASS
from naqala.rules.notation.actions import parse_action
from naqala.text import catalogue
from tests.positions import base_board, game_at

ENGLISH, FRENCH = catalogue("en"), catalogue("fr")
NAMES = ("Ana", "Bo")
MOVE, KILL = parse_action("sow a1 b1R"), parse_action("kill c1G")


def with_assassins(*lines: str) -> Game:
    land = base_board("a1:R b1:R c1:G b2:Y e4:G e5:G")
    return game_at(land, *lines, "pending moving")


def test_a_kill_that_empties_a_tile_takes_control_of_it() -> None:
    """T7"""
    game = with_assassins()
    assert in_words(game, NAMES, [MOVE, KILL], ENGLISH) == (
        "Take all meeples of a1 and drop an Assassin on b1. "
        "Kill a Merchant on c1 and take control of the tile."
    )
    assert in_words(game, NAMES, [MOVE, KILL], FRENCH) == (
        "Prendre tous les meeples de a1 et poser un Assassin sur b1. "
        "Éliminer un Marchand sur c1 et prendre le contrôle de la tuile."
    )
    owned = with_assassins("p2-tiles c1")
    assert in_words(owned, NAMES, [MOVE, KILL], ENGLISH).endswith("Kill a Merchant on c1.")


def test_what_was_played_is_one_sentence_in_the_words_of_the_options() -> None:
    game = with_assassins()
    assert played_text(game, NAMES, [MOVE, KILL, END], ENGLISH) == (
        "Ana played: take all meeples of a1 and drop an Assassin on b1; "
        "kill a Merchant on c1 and take control of the tile."
    )
    french = played_text(game, NAMES, [MOVE, KILL, END], FRENCH).replace("\u00a0", " ")
    assert french.startswith("Ana a joué : prendre tous les meeples de a1 et poser ")
    assert " ; éliminer " in french


def test_the_name_of_a_djinn_keeps_its_first_letter() -> None:
    lines = [base_board("a1:W b1:W e4:G e5:G"), "p1-djinns sloar", "p1-hand fakir"]
    game = game_at(*lines, "row ivory gems", "pending finishing")
    use = next(action for action in game.legal() if str(action).startswith("use sloar"))
    assert played_text(game, NAMES, [use], ENGLISH).startswith("Ana played: Sloar for 1 Fakir: ")


def test_only_the_first_pass_has_words() -> None:
    land = base_board("b3:G c3:G e1:R e2:R")
    game = game_at(land, "row ivory gems fish wheat", "p1-has gold 20", "pending moving")
    move = parse_action("sow b3 c3G")
    assert in_words(game, NAMES, [move, PASS], ENGLISH).endswith("drop a Merchant on c3.")
    game.play(move)
    assert in_words(game, NAMES, [PASS, END], ENGLISH) == "Buy nothing."


def test_the_cards_of_a_new_row_are_one_list() -> None:
    """I6"""
    lines = ["expansions artisans", "board 3x1", "tiles m6 m6 m6", "meeples P P Y"]
    game = game_at(*lines, "p1-items horn", "pending finishing")
    game.play("use horn")
    lay = [action for action in game.legal() if str(action).startswith("lay ")][:1]
    trial = game.copy()
    trial.play(lay[0])
    lay.append(trial.legal()[0])
    told = in_words(game, NAMES, lay, ENGLISH)
    assert told.count("Lay ") == 1
    assert " and " in told
