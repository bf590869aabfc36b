"""Line charts in the terminal."""

from naqala.cli.ui.curve import BRAILLE, curve, is_plain, limits
from tests.cli.terminals import fake_console


def test_a_plain_curve_is_drawn_with_the_numbers_of_the_players() -> None:
    drawn = [line.plain for line in curve([[0, 8], [4, 4]], 13, 5, plain=True)]
    assert drawn == [
        "8 ┤        11",
        "  │      11  ",
        "4 ┤2222222222",
        "  │  11      ",
        "0 ┤11        ",
    ]


def test_a_fine_curve_is_drawn_with_dots() -> None:
    drawn = curve([[0, 8]], 12, 4)
    assert len(drawn) == 4
    assert all(len(line.plain) == 12 for line in drawn)
    dots = "".join(line.plain[3:] for line in drawn).replace(" ", "")
    assert all(BRAILLE < ord(sign) < BRAILLE + 256 for sign in dots)
    assert len(dots) >= 9


def test_every_line_has_the_colour_of_its_seat() -> None:
    (line, *_) = curve([[5, 5], [0, 0]], 20, 4)
    assert "#ff9f40" in {str(span.style) for span in line.spans}


def test_a_constant_line_is_drawn() -> None:
    assert limits([[7, 7, 7]]) == (7, 8)
    assert curve([[7, 7, 7]], 20, 4)


def test_negative_values_are_drawn_below_zero() -> None:
    drawn = [line.plain for line in curve([[0, -20]], 20, 6, plain=True)]
    assert drawn[0].startswith("  0 ┤")
    assert drawn[-1].startswith("-20 ┤")


def test_a_console_without_colours_is_plain() -> None:
    assert is_plain(fake_console())
    assert not is_plain(fake_console(screen=True))
