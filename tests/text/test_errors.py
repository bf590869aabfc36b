"""Errors: every code has a message in every language."""

from __future__ import annotations

import pickle
import re
from collections import defaultdict
from functools import cache
from string import Formatter

import pytest

from naqala import BadOptions, BadText, Game, IllegalAction, NaqalaError
from naqala.rules import errors
from naqala.rules.board import TILE_OF_NAME, Grid
from naqala.rules.errors import brief
from naqala.rules.expansions.whims import parse_deck
from naqala.rules.meeples import VIZIERS, parse_letters
from naqala.rules.notation.actions import parse_action
from naqala.rules.sowing import Outcome
from naqala.server.http import api
from naqala.server.http.endpoints import Choice
from naqala.tables.log import quotas
from naqala.text import LANGUAGES, catalogue
from tests.text import raised

EN, FR = catalogue("en"), catalogue("fr")
COMPUTED = {
    "budget.code": {each.code for each in vars(quotas).values() if isinstance(each, quotas.Quota)},
    "self.refusal": {each.refusal for each in vars(api).values() if isinstance(each, Choice)},
}
"""Codes that are stored in a table instead of at the place that raises them."""
FORMS = ("one", "other", "zero")


@cache
def messages_of(language: str) -> dict[str, dict[str, str]]:
    """The messages of each code: one, or one per plural form."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for key, message in catalogue(language).messages.items():
        section, _, rest = key.partition(".")
        if section == "error":
            code, _, form = rest.partition(".")
            assert form in ("", *FORMS), f"{key} is not an error.CODE"
            found[code][form] = message
    return found


def placeholders(message: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(message) if name is not None}


def codes_for(created: raised.Created) -> set[str]:
    if created.is_pattern:
        return {code for code in messages_of("en") if re.fullmatch(created.code, code)}
    return COMPUTED.get(created.code, {created.code})


def test_errors_are_found_in_the_source() -> None:
    assert len(raised.error_classes()) > 12
    assert len(raised.created()) > 250
    assert not list(raised.without_code())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_a_message_with_the_values_that_are_passed(language: str) -> None:
    known = messages_of(language)
    for created in raised.created():
        codes = codes_for(created)
        assert codes, f"{created.where}: no code is like {created.code}"
        for code in codes:
            assert code in known, f"{created.where}: there is no error.{code}"
            for form, message in known[code].items():
                passed = created.names - ({"count"} - placeholders(message) if form else set())
                assert placeholders(message) == passed, f"{created.where}: error.{code}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_used(language: str) -> None:
    used = {code for created in raised.created() for code in codes_for(created)}
    assert messages_of(language).keys() - used == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_lists_have_a_known_format(language: str) -> None:
    for code, forms in messages_of(language).items():
        for message in forms.values():
            for _, _, joined, _ in Formatter().parse(message):
                fits = joined in (None, "", "and", "or", "quoted", "g") or joined.isdecimal()
                assert fits, f"error.{code}"


def test_an_error_has_a_code_values_and_an_english_message() -> None:
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


def test_the_reason_of_an_error_is_in_the_same_language() -> None:
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
def test_lists_are_joined_in_messages(error: NaqalaError, english: str) -> None:
    assert str(error) == english


def test_without_a_catalogue_the_text_of_an_error_is_its_code_and_values(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(errors, "worded", None)
    assert str(BadText("not_a_tile", text="z9")) == "not_a_tile, text='z9'"
    assert repr(BadText("not_a_tile", text="z9")) == "BadText(not_a_tile, text='z9')"


def test_the_text_of_an_unknown_code_is_the_code() -> None:
    assert EN.error(NaqalaError("my_own", number=3)) == "my_own, number=3"


def test_an_error_can_be_pickled() -> None:
    sent = BadText("record_line", number=3, reason=BadText("not_a_tile", text="z9"))
    came = pickle.loads(pickle.dumps(sent))
    assert type(came) is BadText
    assert (came.code, str(came)) == (sent.code, str(sent))


NOWHERE = Outcome(TILE_OF_NAME["a1"], TILE_OF_NAME["a1"], VIZIERS)


@pytest.mark.parametrize(
    ("kind", "code", "call"),
    [
        (BadOptions, "option_text", lambda: Game.new(players=2, seed=1, names=5)),  # type: ignore[arg-type]
        (BadOptions, "option_text", lambda: Game.new(players=2, seed=1, promos=5)),  # type: ignore[arg-type]
        (BadOptions, "option_text", lambda: Game.new(players=2, seed=1, expansions=[5])),  # type: ignore[list-item]
        (BadText, "not_text", lambda: Game.load(5)),  # type: ignore[arg-type]
        (BadText, "not_text", lambda: Game.from_position(None)),  # type: ignore[arg-type]
        (BadText, "not_text", lambda: parse_action(5)),
        (BadText, "not_a_tribe", lambda: parse_letters("YX")),
        (IllegalAction, "not_an_action", lambda: game().play(5)),  # type: ignore[arg-type]
        (IllegalAction, "take_back", lambda: game().undo("one")),  # type: ignore[arg-type]
        (IllegalAction, "no_sowing", lambda: list(game().sowings(NOWHERE))),
        (BadText, "not_a_tile", lambda: game().outcomes("z9")),
        (BadOptions, "unknown_seat", lambda: game().view(7)),
        (BadOptions, "board_size", lambda: Grid(9, 9, frozenset(), 0)),
        (BadOptions, "deck_not_toml", lambda: parse_deck("whims = [")),
        (NaqalaError, "unknown_language", lambda: catalogue("xx")),
        (NaqalaError, "no_words", lambda: EN.action(object())),  # type: ignore[arg-type]
    ],
)
def test_bad_input_is_refused_with_a_code(kind: type[NaqalaError], code: str, call) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(kind) as refused:
        call()
    assert refused.value.code == code


def game() -> Game:
    return Game.new(players=2, seed=1)


def test_quoted_input_is_shortened_and_escaped() -> None:
    assert brief("x" * 500) == "x" * 40 + "…"
    assert brief("x" * 40) == "x" * 40
    assert "\x1b" not in brief("\x1b[2J")
