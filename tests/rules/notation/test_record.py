"""Records as text: a game told by its options and actions, or from a position on."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from naqala import BadText, Game, IllegalAction, NaqalaError
from naqala.rules import effects
from naqala.rules.events import GoldGained
from naqala.rules.notation.record import RECORD_LENGTH
from naqala.rules.state import State
from tests.mutations import examples, mutated
from tests.play import new_game, play_out, some_games
from tests.positions import choices, game_at, told

BEGUN = """\
naqala record 1
players 3
seed 7
promos dhenim
names Ann, Bob Lee, Çelik
actions 3
bid 3
bid 0
bid 1
"""
LINE = ("board 5x1", "tiles m6 m6 m6 m6 m6")
"""On a line a move can never turn, so much is forced."""
SQUARE = ("board 3x3", "tiles m6 m6 m6/m6 m6 m6/m6 m6 m6", "meeples YW G YW/G YWG G/YW G YW")
"""Here every step but the last can be chosen."""


def actions(game: Game) -> list[str]:
    """The lines of a record after the one that counts them; they lead to the same game."""
    text = game.record()
    again = Game.load(text)
    assert again == game
    assert again.record() == text
    head, _, lines = text.partition("\nactions ")
    number, *found = lines.splitlines()
    assert int(number) == len(found)
    assert head.startswith("naqala record 1\n")
    return found


def test_a_record_is_read_and_written_in_one_way() -> None:
    game = Game.load(BEGUN)
    assert game.record() == BEGUN
    assert [str(entry.action) for entry in game.history] == ["bid 3", "bid 0", "bid 1"]
    assert game.options.names == ("Ann", "Bob Lee", "Çelik")
    assert game.options.promos == {"dhenim"}


def test_a_record_gives_the_same_game_on() -> None:
    """S6: not only up to here; chance goes on in the same way."""
    game = new_game(4)
    play_out(game, Random(4))
    broken_off = Game.load(game.record())
    broken_off.undo(100)
    again = Game.load(broken_off.record())
    for entry in game.history[-100:]:
        assert tuple(again.play(entry.action)) == entry.events
    assert again == game


def test_a_game_that_was_just_begun_has_no_actions() -> None:
    assert Game.new(players=2, seed=3).record() == "naqala record 1\nplayers 2\nseed 3\nactions 0\n"
    assert actions(Game.new(players=4, seed=3)) == []


def test_a_move_is_one_line() -> None:
    """M2"""
    game = game_at(*SQUARE, "pending moving")
    for step in ("take b2", "drop b1Y", "drop a1W"):
        game.play(step)
    assert actions(game) == ["sow b2 b1Y a1W a2G"]


def test_a_move_broken_off_is_told_in_steps() -> None:
    """M2"""
    game = game_at(*SQUARE, "pending moving")
    game.play("take b2")
    assert actions(game) == ["take b2"]
    game.play("drop b1Y")
    assert actions(game) == ["take b2", "drop b1Y"]
    game.undo()
    assert actions(game) == ["take b2"]


def test_forced_drops_are_told_with_the_move() -> None:
    """M3: on a line only the direction can be chosen."""
    game = game_at(*LINE, "meeples - - YW YB WB", "pending moving")
    game.play("take c1")
    assert actions(game) == ["sow c1 d1Y e1W"]


def test_a_start_that_was_forced_is_told_with_the_drops_that_were_not() -> None:
    """M6"""
    game = game_at(*LINE, "meeples - YBG Y YBR -", "bids p1", "acted p1 p2 p2")
    game.play("bid 5")
    assert told(game, "pending") == "sowing c1 Y"
    assert actions(game) == ["bid 5"]
    game.play("drop d1Y")
    assert actions(game) == ["bid 5", "sow c1 d1Y"]


def test_a_move_that_was_forced_is_not_told() -> None:
    """M6"""
    game = game_at(*LINE, "meeples Y YB - - -", "bids p1", "acted p1 p2 p2")
    game.play("bid 5")
    assert told(game, "p1-has").startswith("gold 45 viziers 2")
    assert actions(game) == ["bid 5"]
    game.play("end")
    assert actions(game) == ["bid 5", "end"]


def test_a_record_may_begin_in_a_position() -> None:
    game = game_at("p1-hand ivory fish", "pending finishing")
    game.play("sell ivory fish")
    game.play("end")
    assert actions(game) == ["sell ivory fish", "end"]
    text = game.record()
    assert text.startswith("naqala record 1\nposition\n  naqala position 1\n  players 2\n")
    assert "  pending finishing\nactions 2\nsell ivory fish\nend\n" in text


def test_an_action_without_any_event_is_told_too() -> None:
    """A4: to go without the market changes nothing on the table."""
    game = game_at("row fish", "pending finishing / tile a1")
    assert game.play("pass") == []
    game.play("end")
    assert actions(game) == ["pass", "end"]


def test_a_record_may_begin_in_the_middle_of_a_move() -> None:
    """M2"""
    game = game_at(*SQUARE, "pending sowing b2 WG b1Y")
    assert actions(game) == []
    game.play("drop a1W")
    assert actions(game) == ["sow b2 b1Y a1W a2G"]


def test_drops_that_a_position_forces_are_told_once() -> None:
    """M2"""
    game = game_at(
        "board 3x2",
        "walls a1-a2",
        "tiles m6 m6 m6/m6 m6 m6",
        "meeples - G -/- - G",
        "pending sowing a1 GG",
    )
    assert told(game, "pending") == "sowing a1 G b1G"
    assert len(game.opening) == 1
    game.play("drop c1G")
    assert actions(game) == ["sow a1 b1G c1G"]


def test_a_start_that_a_position_forces_is_told_with_the_move() -> None:
    """M6"""
    game = game_at(*LINE, "meeples - YBG Y YBR -", "pending moving")
    assert told(game, "pending") == "sowing c1 Y"
    game.play("drop d1Y")
    assert actions(game) == ["sow c1 d1Y"]


def test_the_move_of_a_huge_pile_is_one_line_too() -> None:
    """M2: a position may hold more meeples than the box."""
    pile = "".join(letter * 30 for letter in "YWGBR")
    game = game_at(*SQUARE, f"meeples YW - -/- {pile} -/- - GB", "bag -", "pending moving")
    game.play("take b2")
    while "end" not in choices(game):
        game.play(game.legal()[-1])
    assert len(actions(game)[0].split()) == 2 + 150


def test_what_a_position_forces_is_told_by_the_position() -> None:
    """A2"""
    game = game_at("tiles o8 m6 m6 m6", "pending finishing / tile a1")
    game.play("end")
    assert actions(game) == ["end"]
    assert "  palms a1*1\n" in game.record()


def test_what_was_undone_is_not_told() -> None:
    game = Game.load(BEGUN)
    game.undo(2)
    assert actions(game) == ["bid 3"]
    game.play("bid 12")
    assert actions(game) == ["bid 3", "bid 12"]


def test_a_record_with_a_check_is_read_if_the_rules_make_the_same_of_it() -> None:
    for game in some_games(6, 200, Random(1)):
        text = game.record(check=True)
        again = Game.load(text)
        assert again == game
        assert again.record(check=True) == text
        assert again.record() == game.record()


def test_a_record_is_refused_if_other_rules_make_something_else_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, rng = Game.new(players=2, seed=8), Random(3)
    for _ in range(40):
        game.play(rng.choice(game.legal()))
    checked, plain = game.record(check=True), game.record()

    def generous(state: State, seat: int, amount: int, source: str) -> None:
        if amount:
            state.players[seat].gold += amount + 1
            state.emit(GoldGained(seat, amount + 1, source))

    with monkeypatch.context() as patch:
        patch.setattr(effects.gain, "__code__", generous.__code__)
        assert Game.load(plain).scores() != game.scores()  # nothing shows the change
        with pytest.raises(BadText, match="played under other rules"):
            Game.load(checked)
    assert Game.load(checked) == game


def test_blank_lines_line_ends_and_comments_before_the_actions_do_not_matter() -> None:
    lines = ["# played on a Sunday", "", *BEGUN.splitlines(), ""]
    lines.insert(5, "   # for three")
    assert Game.load("\r\n".join(lines)).record() == BEGUN
    shouted = [line.upper() if line.startswith("bid") else line for line in lines]
    assert Game.load("\n".join(shouted)).record() == BEGUN
    begun = game_at("pending moving")
    begun.play("take b1")
    spaced = begun.record().replace("\n", "\n\n  # why not\n")
    assert Game.load(spaced) == begun


def test_comments_between_actions_stay_where_they_are() -> None:
    lines = BEGUN.splitlines()
    first = lines.index("actions 3") + 1
    lines.insert(first + 1, "# a bold one\n#\n#   with two lines")
    lines.insert(first, "# before everything")
    text = "\n".join([*lines, "# at the end", ""])
    game = Game.load(text)
    said = {0: "before everything", 1: "a bold one\n\n  with two lines", 3: "at the end"}
    assert game.comments == said
    assert Game.load(game.record()).comments == said
    assert game == Game.load(BEGUN)


def test_a_comment_inside_a_move_is_written_after_the_move() -> None:
    game = game_at(*SQUARE, "pending moving")
    game.play("sow b2 b1Y a1W a2G")
    game.comments[1] = "taken"
    assert "sow b2 b1Y a1W a2G\n# taken\n" in game.record()


def test_tags_say_what_the_rules_need_not_know() -> None:
    game = Game.load(BEGUN)
    assert game.tags == {}
    game.tags.update(date="2026-11-17", site="Café Sahara", bots="person sultan")
    text = game.record()
    assert text.splitlines()[1:4] == [
        "tag date 2026-11-17",
        "tag site Café Sahara",
        "tag bots person sultan",
    ]
    again = Game.load(text)
    assert again.tags == game.tags
    assert again == Game.load(BEGUN)
    assert game.copy().tags == game.tags
    assert game.copy(history=False).tags == {}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("tag Date today", "line 2: 'Date' is not the name of a tag"),
        ("tag date", "line 2: '' is not the value of a tag"),
        ("tag site a\nb", "line 3: 'b' is not a key here"),
        ("tag site a\ntag site b", "line 3: the tag 'site' is given twice"),
        (f"tag site {'x' * 251}", "line 2: 'xxx"),
        ("\n".join(f"tag t{n} x" for n in range(51)), "line 52: a record has at most 50 tags"),
    ],
)
def test_a_damaged_tag_is_refused_with_its_line(line: str, why: str) -> None:
    with pytest.raises(BadText) as refused:
        Game.load(BEGUN.replace("naqala record 1\n", f"naqala record 1\n{line}\n"))
    assert str(refused.value).startswith(why)


@pytest.mark.parametrize("tags", [{"Date": "x"}, {"a b": "x"}, {"site": "a\nb"}, {"site": " "}])
def test_a_tag_that_could_not_be_read_is_not_written(tags: dict[str, str]) -> None:
    game = Game.load(BEGUN)
    game.tags.update(tags)
    with pytest.raises(BadText, match="of a tag"):
        game.record()


def test_a_file_may_hold_several_games(tmp_path: Path) -> None:
    other = Game.new(players=2, seed=3)
    path = tmp_path / "games.naqala"
    path.write_text("# the best of\n" + BEGUN + "\n" + other.record(), encoding="utf-8")
    assert list(Game.load_all(path)) == [Game.load(BEGUN), other]
    assert list(Game.load_all("")) == []


def test_a_game_is_loaded_from_a_text_a_path_or_a_file(tmp_path: Path) -> None:
    game = Game.load(BEGUN)
    path = tmp_path / "game.naqala"
    path.write_text(BEGUN, encoding="utf-8")
    assert Game.load(path) == game
    with path.open(encoding="utf-8") as file:
        assert Game.load(file) == game
    assert Game.load(game.position()).state == game.state


def test_the_number_of_actions_may_be_left_out_by_hand() -> None:
    assert Game.load(BEGUN.replace("actions 3", "actions")).record() == BEGUN


def test_whole_moves_and_steps_may_be_mixed() -> None:
    """M2"""
    game = game_at(*SQUARE, "pending moving")
    move = "sow b2 b1Y a1W a2G"
    whole = Game.load(f"{beginning(game)}{move}\n")
    for steps in ("take b2", "take b2\ndrop b1Y"):
        assert Game.load(f"{beginning(game)}{steps}\n{move}\n") == whole


def beginning(game: Game) -> str:
    """A record of a game that has no actions yet, for actions to be added."""
    return game.record().replace("actions 0", "actions")


@pytest.mark.parametrize(
    ("old", "new", "because"),
    [
        ("naqala record 1", "naqala record 2", "the text has version 2 of the format"),
        ("naqala record 1", "naqala game 1", "line 1: the first line must be 'naqala record 1'"),
        ("naqala record 1\n", "", "line 1: the first line must be 'naqala record 1'"),
        ("naqala record", "naqala recipe", "line 1: the first line must be"),
        ("players 3", "players 6", "the game is for 1 to 5 players, not 6"),
        ("players 3", "players three", "line 2, players: 'three' is not a whole number"),
        ("players 3\n", "", "the line 'players' is missing"),
        ("seed 7", "seed 7.5", "line 3, seed: '7.5' is not a whole number"),
        ("seed 7", "seed 7\nseed 7", "line 4: 'seed' is given twice"),
        ("promos dhenim", "promos dhenim genie", "there is no promotional Djinn genie"),
        ("names Ann, ", "names ", "there are 3 players, so give one name for each, not 2"),
        ("names", "people", "line 5: 'people' is not a key here; keys are tag, players, seed"),
        ("actions 3", "actions 4", "the record should have 4 actions but has 3"),
        ("actions 3", "actions 2", "the record should have 2 actions but has 3"),
        ("actions 3", "actions some", "line 6, actions: 'some' is not a whole number"),
        ("actions 3\n", "", "line 7: 'bid' is given twice"),
        ("bid 1\n", "", "the record should have 3 actions but has 2"),
        ("bid 1\n", "bid 1\nbid 1\n", "the record should have 3 actions but has 4"),
        ("bid 0", "bid zero", "line 8: 'bid zero': 'zero' is not a whole number"),
        ("bid 0", "jump", "line 8: 'jump' is not an action"),
        ("actions 3", "check xyz\nactions 3", "line 6, check: 'xyz' is not a check"),
        ("actions 3", f"check {'0' * 16}\nactions 3", "played under other rules"),
    ],
)
def test_a_damaged_record_is_refused_with_its_line(old: str, new: str, because: str) -> None:
    text = BEGUN.replace(old, new, 1)
    assert text != BEGUN
    with pytest.raises(BadText) as refused:
        Game.load(text)
    assert because in str(refused.value)


@pytest.mark.parametrize(
    ("old", "new", "because"),
    [
        ("bid 0", "bid 3", "line 8: 'bid 3' is not possible now; possible for p"),
        ("bid 0", "bid 2", "line 8: 'bid 2' is not possible now"),
        ("bid 0", "end", "line 8: 'end' is not possible now"),
        ("bid 1", "sow a1 a2Y", "line 9: 'sow a1 a2Y' is not possible now: "),
    ],
)
def test_an_action_that_was_not_possible_is_refused_with_its_line(
    old: str, new: str, because: str
) -> None:
    with pytest.raises(IllegalAction) as refused:
        Game.load(BEGUN.replace(old, new))
    assert because in str(refused.value)


@pytest.mark.parametrize("cut", range(1, 9))
def test_a_truncated_record_is_refused(cut: int) -> None:
    lines = BEGUN.splitlines()
    with pytest.raises(BadText):
        Game.load("\n".join(lines[:cut]))


def test_a_swapped_record_is_refused() -> None:
    """A record of another game is not taken for this one."""
    game = new_game(5)
    play_out(game, Random(5))
    with pytest.raises(NaqalaError, match=r"line \d+: '.*' is not possible now"):
        Game.load(game.record().replace("seed 5", "seed 6"))


def test_nothing_can_be_played_after_the_end() -> None:
    """E1, E2"""
    game = new_game(0)
    play_out(game, Random(0))
    text = game.record().replace(f"actions {game.record().split()[8]}", "actions")
    with pytest.raises(IllegalAction, match=r"line \d+: the game is over: nothing can be played"):
        Game.load(text + "end\n")


def begun_in_a_position() -> str:
    game = game_at("pending moving")
    game.play("take b1")
    return game.record()


@pytest.mark.parametrize(
    ("old", "new", "because"),
    [
        ("seat p1", "seat p9", "seat: p9 does not play"),
        ("round 1", "round one", "line 20, round: 'one' is not a whole number"),
        ("  round 1\n", "  # a remark\n\n  round one\n", "line 22, round: 'one' is"),
        ("  naqala position 1\n", "", "line 3: the first line must be 'naqala position 1'"),
        ("position\n", "position\nposition\n", "line 3: 'position' is given twice"),
        ("position\n", "players 2\nposition\n", "line 2: 'players' is not a key here"),
        ("  bag", "bag", "is not a key here; keys are tag, position, check, actions"),
        ("actions", "  actions", "the line 'actions' is missing"),
    ],
)
def test_a_damaged_position_of_a_record_is_refused_with_its_line(
    old: str, new: str, because: str
) -> None:
    """Lines are counted as in the record, so that an editor finds them."""
    text = begun_in_a_position()
    assert text.count(old) >= 1
    with pytest.raises(BadText) as refused:
        Game.load(text.replace(old, new, 1))
    assert because in str(refused.value)


def test_a_record_has_a_length() -> None:
    with pytest.raises(BadText, match=r"too long; the limit is 1000000"):
        Game.load(BEGUN + "#" * RECORD_LENGTH)
    assert Game.load("#" * (RECORD_LENGTH - len(BEGUN) - 1) + "\n" + BEGUN).record() == BEGUN


def test_the_longest_nonsense_is_refused_soon() -> None:
    lines = "end\n" * ((RECORD_LENGTH - len(BEGUN)) // 4)
    with pytest.raises(IllegalAction, match=r"line 10: 'end'"):
        Game.load(BEGUN.replace("actions 3", "actions") + lines)


def sampled() -> list[str]:
    """Short records, whole ones, and some that begin in a position or in a move."""
    random = Random(3)
    texts = [BEGUN, begun_in_a_position()]
    for game in some_games(12, 60, random):
        texts.append(game.record())
        later = Game.from_position(game.position())
        for _ in range(6):
            if not later.over:
                later.play(random.choice(later.legal()))
        texts.append(later.record())
    return texts


@settings(derandomize=True, deadline=None, max_examples=examples(100))
@given(st.text(max_size=60) | st.binary(max_size=60).map(lambda data: data.decode("latin-1")))
def test_any_text_is_a_record_or_refused(text: str) -> None:
    for whole in (text, f"naqala record 1\n{text}", BEGUN.replace("actions 3", "actions") + text):
        load_or_refuse(whole)


@pytest.mark.slow
@settings(derandomize=True, deadline=None, max_examples=examples(300))
@given(mutated(sampled()))
def test_a_mangled_record_gives_a_game_or_is_refused(text: str) -> None:
    load_or_refuse(text)


def load_or_refuse(text: str) -> None:
    """Refuse with a sentence, or give a game whose own record gives the same game."""
    try:
        game = Game.load(text)
    except NaqalaError:
        return
    again = Game.load(game.record())
    assert again == game
    assert again.record() == game.record()
    play_out(game, Random(1))
