"""Positions as text: writing, optional lines, and refused input."""

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from naqala import BadText, Game, NaqalaError
from naqala.rules.notation.position import POSITION_LENGTH
from tests.mutations import change_number, edit_words, examples, mutated
from tests.play import new_game, play_out, some_games, steps
from tests.positions import choices, game_at, position_line

WHOLE = """\
naqala position 1
players 2
seed 12
promos dhenim
names Ann, Bob Lee
draws 40
board 3x2
walls a1-a2
tiles v5 # s6/o8 l4 m6
meeples YYR # W/- RR BBB
palms a1*1
palaces a2*2
stock 11 8
bag YYWW
row ivory fish fakir
deck gems*2 wheat*1
discards silk*1
djinns boaz enki
djinn-deck jafaar leta
djinn-discards utug
round 4
track 0 0 0 1 3 5 8 12 18
spots - - p2 - - - p1 - -
bids -
acted p1 p2
seat p1
flags last-round
p1-has gold 3 viziers 1 elders 2 camels 9
p1-tiles b1 c1
p1-hand papyrus*1 fakir*2
p1-djinns hagis iblis
p1-used hagis
p2-has gold 20 viziers 0 elders 0 camels 11
p2-tiles -
p2-hand -
p2-djinns -
p2-used -
pending finishing / tile a1 / tribe a1 RR
"""
SHORT = """
naqala position 1
players 3
tiles v5 o8/m6 l4
meeples YY WGR/RRB -
board 2x2
"""


def changed(line: str) -> str:
    """The complete position with this line added, or instead of the line with the same key."""
    key = line.split(" ")[0]
    if not re.search(f"^{re.escape(key)} ", WHOLE, re.MULTILINE):
        return f"{WHOLE}{line}\n"
    return re.sub(f"^{re.escape(key)} .*$", line.replace("\\", r"\\"), WHOLE, flags=re.MULTILINE)


def without(key: str) -> str:
    return "".join(line for line in WHOLE.splitlines(True) if line.split()[0] != key)


def test_a_complete_position_round_trips() -> None:
    game = Game.from_position(WHOLE)
    assert game.position() == WHOLE
    assert game.opening == ()
    assert choices(game) > {"kill c1B", "kill b1R", "use iblis elder", "kill c2W fakirs 1"}


def test_a_new_game_is_a_position() -> None:
    for number in range(6):
        game = new_game(number)
        again = Game.from_position(game.position())
        assert again.state == game.state
        assert again.position() == game.position()


def test_a_position_of_a_game_that_is_over() -> None:
    game = new_game(0)
    play_out(game, Random(0))
    again = Game.from_position(game.position())
    assert position_line(game, "pending") == "-"
    assert again.over
    assert again.legal() == ()
    assert again.scores() == game.scores()


def test_most_lines_are_optional() -> None:
    """C2, C3, C5, C6, C7: as in a new game; what is not placed is in the bag and the piles."""
    game = Game.from_position(SHORT)
    defaults = {
        "seed": "0",
        "draws": "0",
        "palms": "-",
        "palaces": "-",
        "stock": "12 10",
        "bag": "Y" * 14 + "W" * 19 + "G" * 17 + "B" * 17 + "R" * 15,
        "row": "-",
        "deck": "ivory*2 gems*2 gold*2 papyrus*4 silk*4 spices*4 fish*6 wheat*6 pottery*6 fakir*18",
        "discards": "-",
        "djinns": "-",
        "djinn-discards": "-",
        "round": "1",
        "track": "0 0 0 1 3 5 8 12 18",
        "spots": "- - - - - - - - -",
        "bids": "p1 p2 p3",
        "acted": "-",
        "seat": "p1",
        "flags": "-",
        "pending": "bidding",
    }
    for seat in (1, 2, 3):
        defaults[f"p{seat}-has"] = "gold 50 viziers 0 elders 0 camels 8"
        for what in ("tiles", "hand", "djinns", "used"):
            defaults[f"p{seat}-{what}"] = "-"
    assert {key: position_line(game, key) for key in defaults} == defaults
    assert len(position_line(game, "djinn-deck").split()) == 22


def test_placed_pieces_are_missing_from_bag_piles_stock_and_camels() -> None:
    game = Game.from_position(
        SHORT + "palms a1*2\npalaces a1\np2-tiles a1 b1\np2-has viziers 3 elders 2\n"
        "p1-hand ivory*2 fakir\nrow gems\np1-djinns boaz\ndjinns enki\npending moving\n"
    )
    assert position_line(game, "stock") == "10 9"
    assert position_line(game, "bag") == "Y" * 11 + "W" * 17 + "G" * 17 + "B" * 17 + "R" * 15
    assert position_line(game, "deck").startswith("gems*1 gold*2 papyrus*4")
    assert position_line(game, "deck").endswith("fakir*17")
    assert position_line(game, "p2-has") == "gold 50 viziers 3 elders 2 camels 6"
    assert {"boaz", "enki"}.isdisjoint(position_line(game, "djinn-deck").split())
    assert position_line(game, "acted") == "p1 p2 p3"
    assert position_line(game, "bids") == "-"


def test_meeples_in_hand_are_missing_from_the_bag() -> None:
    game = game_at("pending finishing / tile a1 / tribe a1 RR", "meeples Y Y - -")
    assert position_line(game, "bag").count("R") == 16
    game = game_at("pending sowing b1 RW", "meeples R - W W")
    assert position_line(game, "bag").count("R") == 16


def test_a_position_lists_all_markers_or_none() -> None:
    """B7: if some markers are given, the others are not filled in."""
    game = game_at("bids p2", "acted p1", "spots - - - - p1 - - - p2")
    assert position_line(game, "seat") == "p2"
    with pytest.raises(BadText, match=r"bids, spots and acted must hold 2 markers of each"):
        game_at("bids p2 p1")


def test_a_missing_pending_line_equals_an_empty_one() -> None:
    assert game_at("pending -").state == game_at().state


def test_comments_blank_lines_and_line_ends_do_not_matter() -> None:
    lines = ["# a remark", "", *WHOLE.splitlines(), "   # another", "\t"]
    assert Game.from_position("\r\n".join(lines)).position() == WHOLE
    assert Game.from_position("\n".join(f"  {line}  " for line in lines)).position() == WHOLE
    backwards = [lines[2], *lines[:2:-1]]
    assert Game.from_position("\n".join(backwards)).position() == WHOLE


def test_forced_actions_are_applied_when_a_position_is_read() -> None:
    """A2"""
    game = game_at("tiles o8 m6 m6 m6", "pending finishing / tile a1")
    assert position_line(game, "pending") == "finishing"
    assert position_line(game, "palms") == "a1*1"
    assert [type(event).__name__ for event in game.opening] == ["PalmPlaced"]


@pytest.mark.parametrize(
    "pending",
    [
        "bidding",
        "moving",
        "finishing",
        "moving / keeping boaz utug",
        "moving / placing palm a1",
        "sowing b1 WG",
        "sowing b1 WGGB c1W",
        "finishing / tile a1",
        "finishing / placing palm a1",
        "finishing / tile a1 / tribe a1 RRR",
        "finishing / tile a1 / tribe a1 RRR boosted",
        "finishing / tile a1 / tribe a1 YY",
        "finishing / tile a1 / tribe a1 YY / keeping boaz utug",
        "finishing / tile a1 / tribe a1 YY / placing palm d1",
    ],
)
def test_every_decision_round_trips(pending: str) -> None:
    game = game_at(
        "board 4x2",
        "tiles m6 m6 m6 m6/m6 m6 m6 o8",
        "meeples YY G WG GG/YW G WB GG",
        "row fish wheat",
        "p1-has elders 2",
        "p1-djinns lamia enki",
        f"pending {pending}",
    )
    assert position_line(game, "pending") == pending
    check_round_trip(game)


@pytest.mark.parametrize(
    ("line", "because"),
    [
        ("players 5", "five players need an expansion"),
        ("players two", "line 2, players: 'two' is not a whole number"),
        ("seed -1", "line 3, seed: '-1' is not a whole number"),
        (f"seed {2**256}", "line 3, seed: "),
        ("promos genie", "there is no promotional Djinn genie; there is dhenim"),
        ("names Ann", "there are 2 players, so give one name for each, not 1"),
        ("names Ann, Bob, Cid", "there are 2 players, so give one name for each, not 3"),
        ("names Ann,Bob, Cid", "a name cannot contain a comma"),
        (f"names Ann, {'x' * 41}", "a name is 1 to 40 printable characters"),
        ("draws many", "line 6, draws: 'many'"),
        ("draws 10000000000000", "line 6, draws: "),
        ("board 9x2", "line 7, board: write columns and rows, as in 6x5; at most 8x8"),
        ("board 3", "line 7, board: "),
        ("board 2x3", "line 9, tiles: write 3 rows of 2 cells"),
        ("walls a1-c1", "a wall cannot stand between a1 and c1"),
        ("walls a1-a1", "a wall cannot stand between a1 and a1"),
        ("walls a1-a3", "a wall cannot stand between a1 and a3"),
        ("walls a1", "line 8, walls: write the two tiles of each wall"),
        ("walls a1-b1-c1", "line 8, walls: "),
        ("walls a1-z1", "line 8, walls: 'z1' is not a tile"),
        ("tiles v5 # s6/o8 l4", "line 9, tiles: write 2 rows of 3 cells"),
        ("tiles v5 # s6/o8 l4 y6", "tiles: 'y6' is not a tile; write a kind (v village"),
        ("tiles v5 # s6/o8 l4 m", "tiles: 'm' is not a tile"),
        ("tiles v5 # s6/o8 l4 m666", "tiles: 'm666' is not a tile"),
        ("tiles v5 v5 s6/o8 l4 m6", "meeples: b2 is a hole in the line 'tiles' or in the line"),
        ("tiles # # #/# # #", "a board needs at least one tile"),
        ("meeples YYR # W/- RR", "line 10, meeples: write 2 rows of 3 cells"),
        ("meeples YYR # W/- RR BBQ", "line 10, meeples: 'Q' is not a tribe"),
        ("meeples YYR # W/- RR BBP", "line 10, meeples: Artisans (P) come with the expansion"),
        ("meeples YYR - W/- RR BBB", "meeples: b2 is a hole in the line 'tiles' or in the line"),
        (
            f"meeples YYR # W/- RR {'B' * 32}",
            "line 10, meeples: a pile has at most 31 meeples of one tribe",
        ),
        (
            f"meeples {'R' * 16} # W/- RR {'R' * 15}",
            "35 assassins are on the table; there are at most 31",
        ),
        ("palms z9", "line 11, palms: 'z9' is not a tile"),
        ("palms d1", "line 11, palms: d1 is not on the board"),
        ("palms b2", "line 11, palms: b2 is not on the board"),
        ("palms a1*x", "line 11, palms: 'x' is not a whole number"),
        ("palms a1*100", "line 11, palms: '100' is not a whole number from 0 to 99"),
        ("palms a1*99", "stock: "),
        ("palaces a1*-1", "line 12, palaces: '-1' is not a whole number"),
        ("palaces a1*90 a2*9", "stock: "),
        ("stock 12", "line 13, stock: write how many palm trees and palaces are left"),
        ("stock 12 x", "line 13, stock: 'x' is not a whole number"),
        ("stock 99 9", "stock: "),
        ("bag YYQ", "line 14, bag: 'Q' is not a tribe"),
        ("bag YYP", "line 14, bag: Artisans (P) come with the expansion"),
        (f"bag {'Y' * 31}", "34 viziers are on the table; there are at most 31"),
        ("row ivory camel", "line 15, row: 'camel' is not a card"),
        ("row fish*2", "line 15, row: 'fish*2' is not a card"),
        ("row " + "fish " * 10, "row: there are at most 9 cards in the row"),
        ("deck ivory*32", "line 16, deck: '32' is not a whole number from 0 to 31"),
        ("deck ivory*20 ivory*20", "line 16, deck: there are at most 31 cards of a kind"),
        ("deck fakir*31", "there are 34 fakir cards; there can be at most 31"),
        ("discards silks", "line 17, discards: 'silks' is not a card"),
        ("djinns genie", "line 18, djinns: 'genie' is not a Djinn"),
        ("djinns boaz enki bouraq echidna", "djinns: there are at most 3 Djinns in the row"),
        ("djinns boaz boaz", "boaz is given 2 times; there is only one"),
        ("djinn-deck jafaar boaz", "boaz is given 2 times"),
        ("djinn-discards iblis", "iblis is given 2 times"),
        ("round four", "line 21, round: 'four' is not a whole number"),
        ("track 0 0 0 1 3 5 8 12", "track: the track of this game is 0 0 0 1 3 5 8 12 18"),
        ("track x", "line 22, track: 'x' is not a whole number"),
        ("spots - - p2 p1", "spots: the track has 9 spots, not 4"),
        ("spots - - p2 - - - p3 - -", "bids, spots and acted must hold 2 markers of each player"),
        ("spots - - p2 - - - p0 - -", "line 23, spots: 'p0' is not a player; write p1, p2"),
        ("bids p1", "bids, spots and acted must hold 2 markers"),
        ("bids one", "line 24, bids: 'one' is not a player"),
        ("acted p1 p1", "bids, spots and acted must hold 2 markers"),
        ("acted p1 p2 p2", "bids, spots and acted must hold 2 markers"),
        ("seat p3", "seat: p3 does not play"),
        ("seat 1", "line 26, seat: '1' is not a player"),
        (
            "flags first-round",
            "line 27, flags: 'first-round' is unknown; write any of sold",
        ),
        ("flags over", "pending: nothing is left to decide when the game is over"),
        ("p1-has gold", "line 28, p1-has: write words and numbers, as in 'gold 50 viziers 0"),
        ("p1-has silver 3", "line 28, p1-has: write words and numbers"),
        ("p1-has gold -3", "line 28, p1-has: '-3' is not a whole number"),
        ("p1-has viziers 32", "line 28, p1-has: '32' is not a whole number from 0 to 31"),
        ("p1-has viziers 30", "34 viziers are on the table"),
        ("p1-has camels 65", "line 28, p1-has: '65' is not a whole number from 0 to 64"),
        ("p1-tiles z1", "line 29, p1-tiles: 'z1' is not a tile"),
        ("p1-tiles f5", "line 29, p1-tiles: f5 is not on the board"),
        ("p1-tiles b2", "line 29, p1-tiles: b2 is not on the board"),
        ("p1-hand camel", "line 30, p1-hand: 'camel' is not a card"),
        ("p1-hand fakir*many", "line 30, p1-hand: 'many' is not a whole number"),
        ("p1-djinns Genie", "line 31, p1-djinns: 'Genie' is not a Djinn"),
        ("p1-djinns utug", "utug is given 2 times"),
        ("p1-used nobody", "line 32, p1-used: 'nobody' is not a Djinn"),
        ("p2-tiles b1", "p2-tiles: b1 is controlled twice"),
        ("p3-has gold 3", "line 39: 'p3-has' is not a key here; keys are players, seed"),
        ("weather fine", "line 39: 'weather' is not a key here"),
        (
            "pending thinking",
            "line 38, pending: 'thinking' is not a decision; write one as in 'bidding'",
        ),
        ("pending bidding", "pending: 'bidding' cannot be decided here"),
        ("pending moving / moving", "pending: 'moving' cannot be decided here"),
        ("pending tile a1", "pending: 'tile a1' cannot be decided here"),
        ("pending finishing / tribe a1 RR", "pending: 'tribe a1 RR' cannot be decided here"),
        ("pending finishing / tile a1 / tile a1", "pending: 'tile a1' cannot be decided here"),
        ("pending placing palm a1", "pending: 'placing palm a1' cannot be decided here"),
        ("pending finishing / placing tent a1", "line 38, pending: 'placing tent a1' is no"),
        ("pending finishing / placing palm f5", "line 38, pending: f5 is not on the board"),
        ("pending finishing / keeping", "line 38, pending: 'keeping' is not a decision"),
        ("pending finishing / keeping boaz", "boaz is given 2 times"),
        ("pending finishing / tile a1 / tribe a1 RY", "line 38, pending: 'RY' is not one tribe"),
        (
            "pending finishing / tile a1 / tribe a1 PP",
            "line 38, pending: Artisans (P) come with",
        ),
        ("pending finishing / tile a1 / tribe a1 -", "line 38, pending: write the tribes"),
        ("pending finishing / tile b2", "line 38, pending: b2 is not on the board"),
        ("pending sowing a1 GG", "pending: 'sowing a1 GG' can never be finished"),
        ("pending sowing a1 RB b1", "line 38, pending: 'b1' is not a drop"),
        ("pending sowing a1 RB f5Y", "line 38, pending: f5 is not on the board"),
        ("pending moving / ", "line 38, pending: '' is not a decision"),
    ],
)
def test_an_invalid_line_is_refused_by_name(line: str, because: str) -> None:
    text = changed(line)
    assert text != WHOLE
    with pytest.raises(BadText) as refused:
        Game.from_position(text)
    assert because in str(refused.value)


@pytest.mark.parametrize("key", ["players", "tiles", "meeples"])
def test_required_lines_cannot_be_omitted(key: str) -> None:
    with pytest.raises(BadText, match=rf"the line '{key}' is missing"):
        Game.from_position(without(key))


@pytest.mark.parametrize("line", WHOLE.splitlines()[1:])
def test_duplicate_lines_are_refused(line: str) -> None:
    key = line.split()[0]
    with pytest.raises(BadText, match=rf"line 39: '{key}' is given twice"):
        Game.from_position(f"{WHOLE}{line}\n")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "# nothing but a remark",
        "naqala recipe 2",
        "naqala record 1",
        "Naqala position 1",
        WHOLE.partition("\n")[2],
        "\ufeff" + WHOLE,
    ],
)
def test_a_position_must_begin_with_its_heading(text: str) -> None:
    with pytest.raises(BadText, match=r"line \d: the first line must be 'naqala position 1', not"):
        Game.from_position(text)


def test_a_position_of_another_version_is_refused() -> None:
    with pytest.raises(BadText, match="the text has version 2 of the format") as refused:
        Game.from_position("naqala position 2")
    assert refused.value.code == "text_version"
    assert refused.value.values == {"theirs": "2", "ours": "1"}


def test_a_position_has_a_maximum_length() -> None:
    with pytest.raises(BadText, match=r"too long; the limit is 20000"):
        Game.from_position(WHOLE + "#" * POSITION_LENGTH)
    comment = "#" * (POSITION_LENGTH - len(WHOLE))
    assert Game.from_position(WHOLE + comment).position() == WHOLE


def test_numbers_that_grow_during_play_round_trip() -> None:
    """B5: any position that can be read can be written again after the next action."""
    game = game_at(
        "round 9999", "p1-has gold 9999", "p1-hand ivory", "acted p1 p1 p2 p2", "pending finishing"
    )
    game.play("sell ivory")
    assert position_line(game, "p1-has").startswith("gold 10000 ")
    check_round_trip(game)
    game.play("end")
    assert position_line(game, "round") == "10000"
    check_round_trip(game)


def test_more_pieces_than_the_box_holds_are_allowed_up_to_a_point() -> None:
    """Constructed positions may exceed the box; nothing overflows."""
    game = game_at(
        "board 8x8",
        "tiles " + "/".join(["o8 o8 o8 o8 v5 v5 s99 s0"] * 8),
        "meeples " + "/".join(["Y - W - G - B R"] * 8),
        "stock 99 99",
        "p1-has gold 500 viziers 20 camels 64",
        "bag -",
    )
    play_out(game, Random(3))
    check_round_trip(game)


@pytest.mark.parametrize("meeples", ["- - - -", "Y - - -", "YYYYYYYYYYYYYYYYYYYYYYYYYYYYYY - - Y"])
def test_a_board_without_a_move_can_be_played(meeples: str) -> None:
    """E2"""
    game = game_at(f"meeples {meeples}", "bag -")
    play_out(game, Random(1))
    check_round_trip(game)


def test_the_smallest_board_can_be_played() -> None:
    game = game_at("board 1x1", "tiles m6", "meeples YWG")
    play_out(game, Random(1))


def check_round_trip(game: Game) -> None:
    text = game.position()
    again = Game.from_position(text)
    assert again.state == game.state
    assert again.legal() == game.legal()
    assert again.position() == text


def sampled() -> list[str]:
    """Positions of unfinished games, and some written by hand."""
    games = some_games(40, 250, Random(7))
    texts = [WHOLE, SHORT.strip(), *(game.position() for game in games)]
    for pending in ("moving", "finishing / tile c3 / tribe c3 BB", "finishing / keeping boaz leta"):
        kept = (line for line in texts[5].splitlines() if not line.startswith(OF_THE_TURN))
        texts.append("\n".join([*kept, f"pending {pending}", "p1-hand fakir*3"]))
    return texts


OF_THE_TURN = ("pending", "bids", "acted", "spots", "bag", "djinn", "deck", "p1-hand")


@settings(derandomize=True, deadline=None, max_examples=examples(100))
@given(st.text(max_size=60) | st.binary(max_size=60).map(lambda data: data.decode("latin-1")))
def test_random_text_is_a_position_or_refused(text: str) -> None:
    for whole in (text, f"naqala position 1\n{text}", f"{SHORT}{text}"):
        play_or_refuse(whole)


@pytest.mark.slow
@settings(derandomize=True, deadline=None, max_examples=examples(400))
@given(mutated(sampled()))
def test_a_mutated_position_can_be_played_or_is_refused(text: str) -> None:
    play_or_refuse(text)


@pytest.mark.slow
def test_many_mutated_positions_can_be_played_or_are_refused() -> None:
    """A faster version: one number or word is changed at a time."""
    texts = sampled()
    random = Random(11)
    number = examples(400)
    played = sum(play_or_refuse(single_change(random.choice(texts), random)) for _ in range(number))
    assert played > number // 9


def single_change(text: str, random: Random) -> str:
    return random.choice([change_number, edit_words])(text, random.randrange)


def play_or_refuse(text: str) -> bool:
    """Refuse with a message, or play to the end; written and read again on the way."""
    try:
        game = Game.from_position(text)
    except NaqalaError as refused:
        message = str(refused)
    else:
        random = Random(len(text))
        for _ in steps(game, random):
            if random.random() < 0.03:
                check_round_trip(game)
        check_round_trip(game)
        return True
    assert message
    return False
