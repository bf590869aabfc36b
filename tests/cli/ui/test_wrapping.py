"""Lines are not broken at no-break spaces."""

from rich.text import Text

from naqala.cli.ui.screen import put
from naqala.cli.ui.wrapping import NO_BREAK, held, prose
from tests.cli.terminals import paper, written


def test_a_no_break_space_holds() -> None:
    console = paper(12)
    put(console, prose(f"un deux «{NO_BREAK}tout{NO_BREAK}» va"), 12)
    assert written(console) == f"un deux\n«{NO_BREAK}tout{NO_BREAK}» va\n"


def test_styles_stay_where_they_are() -> None:
    lines = prose(Text.assemble(("un", "bold"), " ", (held("deux trois"), "red"))).wrap(paper(), 10)
    assert [line.plain.rstrip(" ") for line in lines] == ["un", f"deux{NO_BREAK}trois"]
    assert str(lines[1].spans[0].style) == "red"


def test_on_paper_no_line_ends_with_blanks() -> None:
    console = paper(20)
    put(console, Text("a   \nb"), 20)
    assert written(console) == "a\nb\n"
