"""Views as text: what is written, and input that is refused."""

import re
from random import Random

import pytest
from hypothesis import given, settings

from naqala import BadText, Game, imagine
from naqala.rules import goods
from naqala.rules.notation.view import view_text
from naqala.rules.notation.view_reader import parse_view
from tests.mutations import examples, mutated
from tests.play import steps

GAME = Game.new(players=3, seed=4, expansions=("whims", "artisans"))
for _ in zip(range(150), steps(GAME, Random(4)), strict=False):
    pass
TEXT = view_text(GAME.view(1))


def test_a_view_names_what_its_seat_has_and_counts_what_others_have() -> None:
    lines = TEXT.splitlines()
    assert lines[:2] == ["naqala view 1", "viewer p2"]
    keys = {line.split()[0] for line in lines}
    assert {"p1-cards", "p2-hand", "p1-item-count", "p2-items", "p3-whim-count", "p2-whims"} <= keys
    assert keys.isdisjoint({"seed", "draws", "deck", "p1-hand", "p3-items", "p1-whims"})
    assert "p2-has gold" in TEXT
    assert not re.search("p[13]-has .*gold", TEXT)


def test_missing_lines_have_the_defaults_of_a_position() -> None:
    """All cards are unseen, except for those that the text names."""
    seen = parse_view(
        "naqala view 1\nviewer p1\nplayers 2\nboard 2x2\ntiles v5 o8/m6 l4\nmeeples YY WGR/RRB -\n"
        "p2-cards 3\npending moving\n"
    )
    assert (seen.deck_size, seen.players[1].cards) == (51, 3)
    assert goods.size(imagine(seen, Random(1)).players[1].hand) == 3


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("viewer p4", "p4 does not play"),
        ("seed 4", "'seed' is not a key"),
        ("deck fish*3", "'deck' is not a key"),
        ("p1-hand fish*1", "p1 is not the viewer"),
        ("p1-has gold 9", "p1 is not the viewer"),
        ("p1-cards 9", "others hold"),
        ("p3-item-count 40", "unseen-items"),
        ("p1-whim-count 40", "unseen-whims"),
        ("pending -", "'pending' is missing"),
    ],
)
def test_a_view_with_secrets_or_wrong_numbers_is_refused(line: str, said: str) -> None:
    key = line.split()[0]
    kept = [other for other in TEXT.splitlines() if other.split()[0] != key]
    with pytest.raises(BadText, match=re.escape(said)):
        parse_view("\n".join([*kept, line]))


@settings(max_examples=examples(200), deadline=None)
@given(mutated([TEXT]))
def test_damaged_text_is_refused_or_can_be_imagined(text: str) -> None:
    try:
        seen = parse_view(text)
    except BadText:
        return
    imagine(seen, Random(1))
