"""Wrapping keeps no-break spaces together."""

from rich.text import Text

from naqala.cli.ui.screen import put
from naqala.cli.ui.wrapping import NO_BREAK, held, prose
from tests.cli.terminals import fake_console, output_of


def test_lines_are_not_wrapped_at_no_break_spaces() -> None:
    console = fake_console(12)
    put(console, prose(f"un deux «{NO_BREAK}tout{NO_BREAK}» va"), 12)
    assert output_of(console) == f"un deux\n«{NO_BREAK}tout{NO_BREAK}» va\n"


def test_wrapping_keeps_styles() -> None:
    lines = prose(Text.assemble(("un", "bold"), " ", (held("deux trois"), "red"))).wrap(
        fake_console(), 10
    )
    assert [line.plain.rstrip(" ") for line in lines] == ["un", f"deux{NO_BREAK}trois"]
    assert str(lines[1].spans[0].style) == "red"


def test_lines_have_no_trailing_spaces_outside_a_terminal() -> None:
    console = fake_console(20)
    put(console, Text("a   \nb"), 20)
    assert output_of(console) == "a\nb\n"
