"""Positions of games with Whims, with Artisans, and of the solo game."""

import pytest

from naqala import BadText, Game
from tests.positions import choices, game_at, position_line

BOXES = """\
naqala position 1
players 2
seed 3
expansions artisans whims
promos dhenim
draws 227
board 4x3
walls b1-b2 b2-c2
tiles l4 ~ w5 v5/c0 s6 # r0/x10 o8 m6 s12
meeples W ~ RP YWP/- WR # YY/B G YG -
palms b1*2
palaces d3*1
stock 10 9
bag YWWGGBBRRRP
row gold fakir fakir
deck ivory*1 gems*2 fakir*12
discards silk*2 fakir*3
djinns dhenim geb
djinn-deck ba'al ganapati ptah
djinn-discards kali
item-deck crown jewel jewel scimitar
item-discards talisman jewel
whim-deck whim-01 whim-22
whim-cities a2:whim-13 d2:whim-20
round 12
track 0 0 0 1 3 5 8 12 18
spots - - - - - - - p1 -
bids -
acted p2 p2 p1
seat p1
flags sold last-round
p1-has gold 8 viziers 0 elders 1 camels 9 artisans 3 tents 0
p1-tiles b1 d3
p1-hand fakir*2
p1-djinns utug
p1-used utug ring
p1-tent d3
p1-items horn treasure
p1-whims whim-06
p1-paid-whims whim-02
p2-has gold 15 viziers 6 elders 3 camels 11 artisans 0 tents 1
p2-tiles -
p2-hand pottery*1
p2-djinns -
p2-used -
p2-tent -
p2-items -
p2-whims -
p2-paid-whims whim-03
pending finishing / tile c3
"""
SOLO = """\
naqala position 1
players 1
seed 3
draws 153
board 6x5
tiles m6 s6 m6 o8 s6 o8/m6 l4 m6 l4 m6 v5/o8 v5 s12 m6 m6 v5/s10 l4 o8 o8 v5 s6/o8 v5 s6 m6 s15 l4
meeples GBB - - W - -/BBB WGG GBR WWB GGBRR -/- WGR WGR G BBRR WGGR/YWW WWR - R YYGB -/- Y - B R -
palms c2*1
palaces -
stock 11 10
bag WWWWGGGGG
row spices pottery
deck ivory*1 gems*1
discards gems*1
djinns enki
djinn-deck al-amin boaz
djinn-discards -
round 5
track -
spots -
bids -
acted -
seat p1
flags -
p1-has gold 16 viziers 7 elders 0 camels 10
p1-tiles c2
p1-hand -
p1-djinns -
p1-used -
yazid camels 9 viziers 5 elders 4 assassins 3 fakirs 1
yazid-tiles b1 c1
yazid-djinns lamia kumarbi
dice 3 5
yazid-flags acted
lost -
pending departing / naming 1 c
"""


def changed(text: str, line: str) -> str:
    """The position with this line added, or instead of the line with the same key."""
    key = line.split(" ")[0]
    lines = text.splitlines()
    places = [nth for nth, old in enumerate(lines) if old.split(" ")[0] == key]
    if places:
        lines[places[0]] = line
    else:
        lines.append(line)
    return "\n".join(lines)


@pytest.mark.parametrize("text", [BOXES, SOLO], ids=["boxes", "solo"])
def test_a_complete_position_round_trips(text: str) -> None:
    """S4, W1, W5, W6, N1, N8, N11, Y1, Y2"""
    game = Game.from_position(text)
    assert game.position() == text
    assert game.opening == ()


def test_omitted_lines_have_the_values_of_a_new_game() -> None:
    """W9, N1, N8, N11: everything that is not placed lies face down."""
    game = game_at(
        "expansions whims artisans", "tiles c0 r0 w5 x10", "p1-items ring", "p2-whims whim-02"
    )
    assert position_line(game, "item-deck").split() == sorted(
        ["jewel"] * 5 + ["treasure"] * 4 + ["crown"] * 2
        + ["carpet", "lamp", "flute", "scimitar", "talisman", "horn"]
    )  # fmt: skip
    assert position_line(game, "item-discards") == "-"
    assert len(position_line(game, "whim-deck").split()) == 21
    assert position_line(game, "whim-cities") == "-"
    assert (
        position_line(game, "p1-has") == "gold 50 viziers 0 elders 0 camels 11 artisans 0 tents 1"
    )
    assert position_line(game, "bag").count("P") == 15
    assert position_line(game, "bag").count("Y") == 16 + 3 - 2
    assert len(position_line(game, "djinn-deck").split()) == 26


def test_a_placed_tent_is_neither_left_over_nor_a_camel() -> None:
    """N8"""
    game = game_at("expansions artisans", "p1-tiles a1 b1", "p1-tent b1")
    assert position_line(game, "p1-has").endswith("camels 10 artisans 0 tents 0")


def test_a_solo_position_has_the_default_possessions_of_yazid() -> None:
    """Y1"""
    board = "board 6x5\ntiles " + "/".join(["m6 m6 m6 m6 m6 m6"] * 5)
    game = game_at(
        "players 1", board, "meeples " + "/".join(["Y Y Y Y Y Y"] * 5), "yazid-tiles a1 a2"
    )
    assert position_line(game, "yazid").startswith(
        "camels 9 viziers 0 elders 0 assassins 0 fakirs 0"
    )
    assert position_line(game, "p1-has").startswith("gold 25 ")
    assert choices(game) == {"first", "pass"}


def test_the_doubled_track_is_an_option() -> None:
    """C9"""
    game = game_at("players 4", "doubled yes")
    assert position_line(game, "track") == "0 0 0 1 1 3 3 5 5 8 12 18"
    assert Game.from_position(game.position()).state == game.state


def test_another_deck_of_whims_is_stored_completely() -> None:
    """W9"""
    deck = "whims few:5:viziers:1 many:9:elders:3 only:1:artisans:1:artisans"
    game = game_at("expansions whims", deck, "tiles c0 r0 m6 m6", "whim-cities a1:many")
    assert position_line(game, "whim-deck") == "few"
    assert deck in game.position()
    assert Game.from_position(game.position()).state == game.state


@pytest.mark.parametrize(
    "pending",
    [
        "finishing / marking a1",
        "finishing / tile a1 / marking a1",
        "finishing / tile a1 / tribe a1 RR / marking a1",
        "finishing / keeping crown horn",
        "finishing / tile a1 / keeping crown jewel jewel",
        "moving / gathering b1 5",
        "moving / slaying 2",
        "moving / slaying 1 / marking a1",
        "finishing / arranging 0 ivory fish",
        "finishing / tile a1 / arranging 2 fish fish ivory wheat",
        "finishing / tile c1 / tribe c1 PP",
    ],
)
def test_every_decision_of_the_expansions_round_trips(pending: str) -> None:
    """N5, N6, N8, I3, I4, I6"""
    game = game_at(
        "expansions artisans",
        "tiles m6 m6 w5 m6",
        "meeples - Y YG WG",
        "p1-has artisans 1",
        "p1-items scimitar talisman",
        "row fish",
        f"pending {pending}",
    )
    assert position_line(game, "pending") == pending
    assert Game.from_position(game.position()).state == game.state


@pytest.mark.parametrize(
    ("pending", "flags"),
    [
        ("offering", "-"),
        ("departing / naming 2 anywhere", "-"),
        ("departing / naming 1 c", "acted"),
    ],
)
def test_every_decision_of_the_solo_game_round_trips(pending: str, flags: str) -> None:
    """Y3, Y4"""
    text = changed(changed(SOLO, f"pending {pending}"), f"yazid-flags {flags}")
    game = Game.from_position(text)
    assert position_line(game, "pending") == pending
    assert Game.from_position(game.position()).state == game.state


@pytest.mark.parametrize(
    ("line", "because"),
    [
        ("players 6", "the game is for 1 to 5 players, not 6"),
        ("expansions tourists", "there is no expansion tourists; choose from whims and artisans"),
        ("doubled no", "doubled: write 'doubled yes', or leave out the line"),
        ("doubled yes", "the doubled turn order track is for four players"),
        ("whims few", "whims: 'few' is not a Whim; write name:gold:measure:least"),
        ("whims few:5:camels:1", "whims: 'few:5:camels:1' is not a Whim"),
        ("whims few:0:viziers:1", "whims: 'few:0:viziers:1' is not a Whim"),
        ("whims few:5:viziers:1 few:6:elders:1", "two Whims are called few"),
        ("tiles l4 ~ w5 v5/c0 s6 ~ r0/x10 o8 m6 s12", "tiles: there is one great lake (~), not 2"),
        ("tiles l4 ~ c0 c0/c0 c0 # c0/r0 o8 m6 s12", "tiles: there are at most 5 cities"),
        (
            "meeples W - RP YWP/- WR # YY/B G YG -",
            "meeples: b3 is a hole in the line 'tiles' or in the line 'meeples', but not in both",
        ),
        ("item-deck sword", "item-deck: 'sword' is not an item; items are jewel, treasure"),
        ("item-deck horn", "horn is given 2 times; there is only one"),
        ("item-discards ring ring", "ring is given 2 times; there is only one"),
        ("whim-deck whim-99", "whim-deck: 'whim-99' is not a Whim of this game"),
        ("whim-deck whim-06", "whim-06 is given 2 times; there is only one"),
        ("whim-cities a1:whim-13", "whim-cities: a1 is not a city"),
        ("whim-cities a2", "whim-cities: '' is not a Whim of this game"),
        ("whim-cities a2:whim-13 a2:whim-20", "whim-cities: a city has only one Whim"),
        ("p1-tent c1", "p1-tent: c1 is not one of the tiles of this player"),
        ("p1-has tents 1", "p1-tent: every player has one tent"),
        ("p1-has tents 2", "p1-has: '2' is not a whole number from 0 to 1"),
        ("p1-items horn sword", "p1-items: 'sword' is not an item"),
        ("p1-whims whim-00", "p1-whims: 'whim-00' is not a Whim of this game"),
        ("p2-paid-whims whim-02", "whim-02 is given 2 times"),
        ("p1-used sword", "p1-used: 'sword' is not a Djinn"),
        ("yazid camels 11", "'yazid' is not a key here"),
        ("pending finishing / keeping", "pending: 'keeping' is not a decision"),
        ("pending finishing / keeping sword", "pending: 'sword' is not a Djinn"),
        ("pending finishing / keeping horn boaz", "pending: 'boaz' is not an item"),
        ("pending finishing / keeping ring ring", "ring is given 2 times; there is only one"),
        ("pending finishing / marking a2", "pending: 'marking a2' cannot be decided here"),
        ("pending finishing / gathering a1 5", "'gathering a1 5' cannot be decided here"),
        ("pending moving / gathering a1 6", "pending: 'gathering a1 6' is not a decision"),
        ("pending moving / slaying 3", "pending: 'slaying 3' is not a decision"),
        ("pending moving / arranging 1 fish", "pending: '1' is not a whole number from 0 to 0"),
        ("pending moving / arranging 0", "pending: 'arranging 0' is not a decision"),
        ("pending offering", "pending: 'offering' cannot be decided here"),
        ("pending departing", "pending: 'departing' cannot be decided here"),
    ],
)
def test_an_invalid_line_of_an_expansion_is_refused_by_name(line: str, because: str) -> None:
    """S5, W9, N8, N11"""
    with pytest.raises(BadText) as refused:
        Game.from_position(changed(BOXES, line))
    assert because in str(refused.value)


@pytest.mark.parametrize(
    ("line", "because"),
    [
        ("expansions whims", "the solo game is played without expansions"),
        ("board 5x6", "tiles: write 6 rows of 5 cells"),
        ("track 0 0", "track: the track of this game is -"),
        ("spots p1", "spots: the track has 0 spots, not 1"),
        ("bids p1", "bids, spots and acted must hold 0 markers of each player"),
        ("seat p2", "seat: p2 does not play"),
        (
            "yazid gold 3",
            "yazid: write words and numbers, as in 'gold 50 viziers 0'; the words are camels,",
        ),
        ("yazid assassins 7", "yazid: with 7 Assassins or 6 Djinns the game is lost"),
        (
            "yazid-djinns lamia kumarbi iblis leta utug sloar",
            "yazid: with 7 Assassins or 6 Djinns the game is lost",
        ),
        ("yazid-tiles c2", "yazid-tiles: c2 is controlled twice"),
        ("yazid-djinns enki", "enki is given 2 times"),
        ("yazid-djinns sultan", "yazid-djinns: 'sultan' is not a Djinn"),
        ("yazid-flags tired", "yazid-flags: 'tired' is unknown; write any of struck, acted"),
        ("yazid-flags struck", "pending: 'departing' cannot be decided here"),
        ("dice 7 1", "dice: write the white and the black die, as in '3 5'"),
        ("dice 3", "dice: write the white and the black die"),
        ("lost hope", "lost: write one of -, assassins, djinns, gold, viziers"),
        ("pending departing / naming 3 c", "pending: 'naming 3 c' is not a decision"),
        ("pending departing / naming 1 g", "pending: 'naming 1 g' cannot be decided here"),
        ("pending naming 1 c", "pending: 'naming 1 c' cannot be decided here"),
        ("p2-has gold 3", "'p2-has' is not a key here"),
    ],
)
def test_an_invalid_line_of_the_solo_game_is_refused_by_name(line: str, because: str) -> None:
    """Y1, Y2, Y4, Y9"""
    with pytest.raises(BadText) as refused:
        Game.from_position(changed(SOLO, line))
    assert because in str(refused.value)


@pytest.mark.parametrize(
    "line", ["p1-items ring", "p1-has artisans 1", "p1-has tents 1", "p1-whims whim-01", "bag P"]
)
def test_lines_of_an_expansion_require_the_expansion(line: str) -> None:
    """S5"""
    with pytest.raises(BadText):
        game_at(line)
