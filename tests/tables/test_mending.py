"""Checks of edited positions: what is wrong is named, and the mend puts it right."""

from __future__ import annotations

import pytest

from naqala import Game
from naqala.rules.notation.position_reader import parse_position
from naqala.tables.mending import Finding, check_position, read_lines, written
from naqala.text import catalogue

EN, FR = catalogue("en"), catalogue("fr")
START = Game.new(players=3, seed=9).position()
SOLO = Game.new(players=1, seed=9).position()
BOXES = Game.new(players=3, seed=9, expansions=["artisans", "whims"]).position()
COMPUTED = ("bag", "deck", "djinn-deck", "item-deck", "whim-deck", "stock")


def edited(text: str = START, **changes: str) -> str:
    """A position with other lines, as the editor writes it: `p1_has` is the line `p1-has`."""
    lines = {key: value for key, value in read_lines(text).items() if key not in COMPUTED}
    return written(lines | {key.replace("_", "-"): value for key, value in changes.items()})


def meeples(first: str) -> str:
    """The meeples of the start, with others on the first tile."""
    return " ".join([first, *read_lines(START)["meeples"].split(" ")[1:]])


def test_a_usual_position_has_no_finding() -> None:
    for text in (START, SOLO, BOXES, edited(), edited(SOLO), edited(BOXES)):
        assert check_position(text, EN) == Finding()


@pytest.mark.parametrize(("change", "odd", "problem"), [
    ({"meeples": meeples("Y" * 8)}, True, "Viziers; the box has 16."),
    ({"meeples": meeples("Y" * 30)}, False, "Viziers; the box has 16."),
    ({"meeples": meeples("Y" * 40)}, False, "Viziers; the box has 16."),
    ({"p1_has": "gold 50 viziers 30 elders 0"}, False, "Viziers; the box has 16."),
    ({"row": "ivory ivory ivory"}, True, "ivory; the box has 2."),
    ({"p1_hand": "ivory*4"}, True, "ivory; the box has 2."),
    ({"p1_hand": "ivory*20", "p2_hand": "ivory*20"}, False, "cards of this kind: ivory"),
    ({"row": "fish " * 10}, False, "There are 10 cards in the row; it has room for 9."),
    ({"djinns": "al-amin anun-nak baal boaz"}, False, "There are 4 Djinns in the row"),
    ({"palms": "a1*9 b1*4"}, True, "There are 13 palm trees on the board; the box has 12."),
    ({"palaces": "a1*11"}, True, "There are 11 palaces on the board; the box has 10."),
    ({"p1_tiles": "a1 b1 c1 d1 e1 f1 a2 b2 c2"}, True, "A player has 9 camels on the board"),
    ({"seat": "p3", "pending": "moving", "bids": "p1"}, False, "Bids, spots and acted must hold"),
])  # fmt: skip
def test_what_does_not_add_up_is_named_and_mended(
    change: dict[str, str], odd: bool, problem: str
) -> None:
    found = check_position(edited(**change), EN)
    assert problem in found.problem
    assert found.odd is odd
    assert found.mend.endswith("?")
    assert_mended(found)


def assert_mended(found: Finding) -> None:
    """After all mends, one after the other, nothing is left, and the text can be played."""
    for _ in range(3):
        parse_position(found.mended)
        text, found = found.mended, check_position(found.mended, EN)
        if not found.problem:
            parse_position(text)
            return
    raise AssertionError(found)


def test_a_mend_takes_away_as_little_as_possible() -> None:
    before = edited(p1_hand="ivory*1", row="fish ivory silk ivory wheat")
    found = check_position(before, EN)
    assert found.mend == "Put one of them into the pile?"
    after = read_lines(found.mended)
    assert after.pop("row") == "fish ivory silk wheat"
    assert after.items() <= read_lines(before).items()


@pytest.mark.parametrize(("change", "kept"), [
    ({"yazid": "assassins 7"}, {"yazid": "assassins 6"}),
    ({"yazid": "assassins 9 elders 1"}, {"yazid": "assassins 6 elders 1"}),
    ({"yazid_djinns": "al-amin anun-nak baal boaz dhenim echidna"},
     {"yazid-djinns": "al-amin anun-nak baal boaz dhenim"}),
])  # fmt: skip
def test_yazid_keeps_what_he_may_have(change: dict[str, str], kept: dict[str, str]) -> None:
    found = check_position(edited(SOLO, **change), EN)
    assert "the game is lost" in found.problem
    assert not found.odd
    assert read_lines(found.mended).items() >= kept.items()
    assert_mended(found)


@pytest.mark.parametrize(("tribe", "letter"), [("viziers", "Y"), ("elders", "W")])
def test_yazid_returns_the_meeples_that_the_tiles_do_not_have(tribe: str, letter: str) -> None:
    """All on the tiles go back first; those that Yazid has too many of follow."""
    most = read_lines(SOLO)["meeples"].count(letter)
    found = check_position(edited(SOLO, yazid=f"camels 11 {tribe} {most + 4}"), EN)
    assert f"There are {2 * most + 4}" in found.problem
    after = read_lines(found.mended)
    assert letter not in after["meeples"]
    assert after["yazid"] == f"camels 11 {tribe} {most}"
    assert_mended(found)


@pytest.mark.parametrize("has", ["viziers", "viziers x", "camels 5 viziers"])
def test_a_tall_pile_is_not_mended_while_another_line_cannot_be_read(has: str) -> None:
    found = check_position(edited(meeples=meeples("Y" * 40), p1_has=has), EN)
    assert "a pile has at most 31 meeples of one tribe" in found.problem
    assert (found.mend, found.mended) == ("", "")


def test_a_tall_pile_of_a_tribe_that_is_not_in_the_box_is_taken_away() -> None:
    found = check_position(edited(meeples=meeples("P" * 40)), EN)
    assert found.problem == "There are 40 Artisans; the box has 0."
    assert read_lines(found.mended)["meeples"] == meeples("-")
    assert_mended(found)


def test_small_letters_are_counted_as_well() -> None:
    found = check_position(edited(meeples=meeples("y" * 40)), EN)
    assert "Viziers; the box has 16." in found.problem
    assert_mended(found)


@pytest.mark.parametrize("change", [
    {"bag": "R" * 40},
    {"bag": "R" * 20},
    {"seat": "p1", "pending": f"sowing a1 {'R' * 40}"},
    {"bag": "R" * 40, "meeples": meeples("Y" * 8)},
])  # fmt: skip
def test_a_surplus_that_is_not_on_the_tiles_has_no_mend(change: dict[str, str]) -> None:
    found = check_position(edited(**change), EN)
    assert "at most 31" in found.problem
    assert (found.mend, found.mended) == ("", "")


def test_blank_lines_and_comments_are_no_part_of_a_mend() -> None:
    text = "\n# from my notes\n" + edited(meeples=meeples("Y" * 8)).replace("row", "\n# cards\nrow")
    found = check_position(text, EN)
    assert found.mended == check_position(edited(meeples=meeples("Y" * 8)), EN).mended
    assert_mended(found)


def test_a_whim_without_its_city_goes_back() -> None:
    city = read_lines(BOXES)["whim-cities"].split(":")[0]
    cells = read_lines(BOXES)["tiles"]
    column, row = "abcdefg".index(city[0]), int(city[1])
    rows = [line.split() for line in cells.split("/")]
    rows[len(rows) - row][column] = "o8"
    found = check_position(edited(BOXES, tiles="/".join(map(" ".join, rows))), EN)
    assert found.problem == f"There is a Whim on {city}, which is not a city."
    assert_mended(found)


def test_more_mountains_than_the_box_has_are_odd() -> None:
    walls = "a1-b1 b1-c1 c1-d1 a2-b2 b2-c2 c2-d2 a3-b3"
    found = check_position(edited(BOXES, walls=walls), EN)
    assert found.problem == "Mountains on the board: 7; this game has 6."
    assert found.odd
    assert_mended(found)
    base = check_position(edited(walls="a1-b1"), EN)
    assert base.problem == "Mountains on the board: 1; this game has 0."
    assert_mended(base)


def test_a_corner_behind_mountains_is_odd() -> None:
    found = check_position(edited(BOXES, walls="a1-b1 a1-a2"), EN)
    assert found.problem == "Mountains cut off a part of the board."
    assert found.odd
    assert_mended(found)


def test_a_city_without_a_whim_gets_one_at_the_beginning_of_a_round() -> None:
    """W8"""
    first, *others = read_lines(BOXES)["whim-cities"].split()
    bare = {"whim_cities": " ".join(others), "p1_whims": first.partition(":")[2]}
    found = check_position(edited(BOXES, **bare), EN)
    assert found.odd
    assert found.problem.endswith(f"cities have no Whim: {first.partition(':')[0]}.")
    assert_mended(found)
    # In a turn, somebody may have taken it.
    lines = read_lines(edited(BOXES, **bare, pending="moving"))
    in_turn = {key: lines[key] for key in lines if key not in ("bids", "spots", "acted")}
    assert check_position(written(in_turn), EN) == Finding()


def test_a_tent_away_from_its_camels_is_taken_away() -> None:
    found = check_position(edited(BOXES, p1_tiles="a1", p1_tent="b1"), EN)
    assert found.mend == "Take the tents away?"
    assert_mended(found)


def test_the_sentences_are_in_the_language_of_the_page() -> None:
    found = check_position(edited(meeples=meeples("Y" * 40)), FR)
    assert found.problem.startswith("Vizirs\N{NO-BREAK SPACE}:")
    assert found.mend.startswith("En remettre")


def test_what_cannot_be_mended_is_still_a_sentence() -> None:
    found = check_position("nonsense", EN)
    assert found.problem.startswith("Line 1: ")
    assert found.problem.endswith(".")
    assert (found.mend, found.mended) == ("", "")
