"""One tree of errors: a code with values, worded in every language."""

from __future__ import annotations

import pickle
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from naqala import BadOptions, BadText, Game, IllegalAction, NaqalaError
from naqala.rules import errors
from naqala.rules.actions import Bid, Buy, Sow
from naqala.rules.board import TILE_OF_NAME, Grid
from naqala.rules.errors import brief
from naqala.rules.expansions.whims import parse_deck
from naqala.rules.goods import FISH
from naqala.rules.meeples import VIZIERS, parse_letters
from naqala.rules.notation.actions import parse_action
from naqala.rules.sowing import Outcome
from naqala.text import catalogue
from tests.positions import game_at

EN, FR = catalogue("en"), catalogue("fr")


def test_an_error_is_a_code_with_values_and_an_english_sentence() -> None:
    with pytest.raises(IllegalAction) as refused:
        Game.new(players=2, seed=1).play("bid 4")
    error = refused.value
    assert (error.code, error.values["action"], error.values["player"]) == (
        "not_legal",
        "bid 4",
        "p1",
    )
    assert str(error) == EN.error(error)
    assert str(error).startswith("'bid 4' is not possible now; possible for p1: bid 0, bid 1")
    assert FR.error(error).startswith("«\u00a0bid 4\u00a0» n’est pas possible maintenant")


def test_a_reason_is_worded_in_the_same_language() -> None:
    record = Game.new(players=2, seed=1).record().replace("actions 0", "actions 1\njump c3")
    with pytest.raises(BadText) as refused:
        Game.load(record)
    error = refused.value
    reason = error.values["reason"]
    assert isinstance(reason, BadText)
    assert (error.code, error.values["number"], reason.code) == ("record_line", 5, "unknown_action")
    assert str(error).startswith("line 5: 'jump' is not an action; actions begin with bid, take")
    assert FR.error(error).startswith("ligne 5\u00a0: «\u00a0jump\u00a0» n’est pas une action")


@pytest.mark.parametrize(
    ("error", "english"),
    [
        (BadText("action_form", examples=["a", "b", "c"]), "write it as in 'a', 'b' or 'c'"),
        (BadOptions("five_players", known=("a", "b")), "five players need an expansion: a or b"),
        (
            BadOptions("unknown_expansion", unknown=["x"], known=["a", "b", "c"]),
            "there is no expansion x; choose from a, b and c",
        ),
        (BadText("not_a_card", text="x", known=["a", "b"]), "'x' is not a card; cards are a, b"),
        (
            IllegalAction(
                "number_not_legal", number=3, action="x", possible=list("abcdefghijklmn")
            ),
            "action 3, 'x', is not possible now; possible: a, b, c, d, e, f, g, h, i, j, k, l "
            "and 2 more",
        ),
        (
            IllegalAction("number_not_legal", number=3, action="x", possible=[]),
            "action 3, 'x', is not possible now; possible: nothing",
        ),
    ],
)
def test_lists_become_phrases(error: NaqalaError, english: str) -> None:
    assert str(error) == english


def test_without_a_catalogue_an_error_tells_its_code_and_values(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(errors, "worded", None)
    assert str(BadText("not_a_tile", text="z9")) == "not_a_tile, text='z9'"
    assert repr(BadText("not_a_tile", text="z9")) == "BadText(not_a_tile, text='z9')"


def test_a_code_of_somebody_else_is_told_as_it_is() -> None:
    assert EN.error(NaqalaError("my_own", number=3)) == "my_own, number=3"


def test_an_error_can_be_sent_to_another_process() -> None:
    sent = BadText("record_line", number=3, reason=BadText("not_a_tile", text="z9"))
    came = pickle.loads(pickle.dumps(sent))
    assert type(came) is BadText
    assert (came.code, str(came)) == (sent.code, str(sent))


A1 = TILE_OF_NAME["a1"]
NOWHERE = Outcome(A1, A1, VIZIERS)


@pytest.mark.parametrize(
    ("kind", "code", "call"),
    [
        (BadOptions, "option_text", lambda: Game.new(players=2, seed=1, names=5)),  # type: ignore[arg-type]
        (BadOptions, "option_text", lambda: Game.new(players=2, seed=1, promos=5)),  # type: ignore[arg-type]
        (BadOptions, "option_text", lambda: Game.new(players=2, seed=1, expansions=[5])),  # type: ignore[list-item]
        (BadOptions, "option_text", lambda: Game.new(players=2, expansions=[[1]])),  # type: ignore[list-item]
        (BadText, "not_text", lambda: Game.load(5)),  # type: ignore[arg-type]
        (BadText, "not_text", lambda: list(Game.load_all(BytesIO(b"naqala record 1")))),  # type: ignore[arg-type]
        (BadText, "not_text", lambda: game().parse([])),  # type: ignore[arg-type]
        (BadText, "not_text", lambda: Game.from_position(None)),  # type: ignore[arg-type]
        (BadText, "not_text", lambda: parse_action(5)),
        (BadText, "not_a_tribe", lambda: parse_letters("YX")),
        (IllegalAction, "not_an_action", lambda: game().play(5)),  # type: ignore[arg-type]
        (IllegalAction, "take_back", lambda: game().undo("one")),  # type: ignore[arg-type]
        (IllegalAction, "no_sowing", lambda: list(game().sowings(NOWHERE))),
        (IllegalAction, "no_sowing", lambda: game().count_sowings(())),  # type: ignore[arg-type]
        (IllegalAction, "no_sowing", lambda: game().passages((1.0, 2, 0))),  # type: ignore[arg-type]
        (IllegalAction, "no_sowing", lambda: game().best_sowing("abc", lambda *_: 0.0)),  # type: ignore[arg-type]
        (IllegalAction, "sow_places", lambda: game().play(Sow(A1, ((A1,),)))),  # type: ignore[arg-type]
        (IllegalAction, "sow_places", lambda: game().play(Sow(A1, 5))),  # type: ignore[arg-type]
        (IllegalAction, "sow_places", lambda: game().obstacle("c3", "a1", after=["zz"])),  # type: ignore[list-item]
        (IllegalAction, "sow_places", lambda: game().sowings(NOWHERE, after=5)),  # type: ignore[arg-type]
        (IllegalAction, "not_legal", lambda: buying().play(Buy((FISH,), (1.5,)))),  # type: ignore[arg-type]
        (BadText, "off_board", lambda: game().obstacle("h8", "a1")),
        (BadText, "off_board", lambda: game().obstacle("c3", -1)),  # type: ignore[arg-type]
        (BadText, "off_board", lambda: game().tile("h8")),
        (BadText, "not_a_tile", lambda: game().tile(1.0)),  # type: ignore[arg-type]
        (BadText, "not_a_tile", lambda: game().outcomes("z9")),
        (BadText, "tag_name", lambda: tagged({5: "x"})),
        (BadText, "tag_value", lambda: tagged({"date": 2026})),
        (BadText, "tag_number", lambda: tagged({f"t{number}": "x" for number in range(51)})),
        (BadText, "not_text", lambda: commented({0: 5})),
        (BadText, "not_a_number", lambda: commented({"0": "hello"})),
        (BadOptions, "unknown_seat", lambda: game().view(7)),
        (BadOptions, "board_size", lambda: Grid(9, 9, frozenset(), 0)),
        (BadOptions, "deck_not_toml", lambda: parse_deck("whims = [")),
        (NaqalaError, "unknown_language", lambda: catalogue("xx")),
        (NaqalaError, "unknown_language", lambda: catalogue(None)),  # type: ignore[arg-type]
        (NaqalaError, "unknown_language", lambda: catalogue([])),  # type: ignore[arg-type]
        (NaqalaError, "no_words", lambda: EN.action(object())),  # type: ignore[arg-type]
    ],
)
def test_bad_input_is_refused_with_a_code(kind: type[NaqalaError], code: str, call) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(kind) as refused:
        call()
    assert refused.value.code == code


def game() -> Game:
    return Game.new(players=2, seed=1)


def buying() -> Game:
    """A game in which cards can be bought now."""
    lines = ("tiles m6 m6 m6 m6", "meeples - - - -", "row fish silk", "p1-has gold 9")
    return game_at(*lines, "pending finishing / tile a1")


def tagged(tags: dict[Any, Any]) -> str:
    played = game()
    played.tags.update(tags)
    return played.record()


def commented(comments: dict[Any, Any]) -> str:
    played = game()
    played.comments.update(comments)
    return played.record()


def test_wrong_values_are_not_legal() -> None:
    wrong: list[Any] = [Sow(A1, ((A1,),)), Sow(A1, 5), 5, [], None]  # type: ignore[arg-type]
    assert not any(map(game().is_legal, wrong))


def test_an_action_that_only_equals_a_legal_one_is_played_as_that_one() -> None:
    played = game()
    played.play(Bid(1.0))  # type: ignore[arg-type]
    assert type(played.history[-1].action.value) is int  # type: ignore[attr-defined]


def test_a_file_that_is_not_a_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.naqala"
    path.write_bytes(b"naqala record 1\n\xff\xfe")
    for load in (Game.load, lambda source: list(Game.load_all(source))):
        with pytest.raises(BadText) as refused:
            load(path)
        assert refused.value.code == "bytes_game"
    with path.open(encoding="utf-8") as file, pytest.raises(BadText, match="not a text file"):
        Game.load(file)
    with pytest.raises(FileNotFoundError):
        Game.load(tmp_path / "missing")


def test_what_is_long_is_cut_and_what_is_not_printable_hidden() -> None:
    assert brief("x" * 500) == "x" * 40 + "…"
    assert brief("x" * 40) == "x" * 40
    assert "\x1b" not in brief("\x1b[2J")
