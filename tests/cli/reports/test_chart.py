"""Charts as SVG, checked by parsing the XML."""

from math import inf, nan
from xml.etree import ElementTree

import pytest

from naqala.cli.reports.chart import COLOURS, Range, Series, line_chart, range_chart, scale

SVG = "{http://www.w3.org/2000/svg}"
LINES = [
    Series("sultan", [(0, -4.0), (5, 3.0), (10, 12.0)]),
    Series("merchant", [(0, 2.0), (10, 1.0)]),
]
RANGES = [Range("sultan", 120.0, 90.0, 151.0), Range("merchant", -120.0, -151.0, -90.0)]


def parsed(svg: str) -> ElementTree.Element:
    """The parsed picture, which must be valid XML that loads nothing."""
    assert "href" not in svg
    assert "url(" not in svg
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    return root


def texts(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def lines(**values: object) -> ElementTree.Element:
    given = {"title": "Points", "x": "Round", "y": "Margin", **values}
    return parsed(line_chart(LINES, **given))  # type: ignore[arg-type]


def test_a_chart_has_a_title_and_names_of_axes_and_lines() -> None:
    root = lines(description="Who leads")
    assert root[0].tag == f"{SVG}title"
    assert (root[0].text, root[1].text) == ("Points", "Who leads")
    shown = texts(root)
    for name in ("Points", "Round", "Margin", "sultan", "merchant"):
        assert shown.count(name) == 1


def test_a_chart_has_a_default_description() -> None:
    assert "sultan, merchant" in (lines()[1].text or "")
    root = parsed(range_chart(RANGES, title="Elo", x="Elo"))
    assert "sultan 120 (90 … 151)" in (root[1].text or "")


def test_lines_differ_by_colour_dashes_and_markers() -> None:
    one, two = lines().iter(f"{SVG}polyline")
    assert one.get("stroke") != two.get("stroke")
    assert one.get("stroke-dasharray") != two.get("stroke-dasharray")
    groups = [group for group in lines().iter(f"{SVG}g") if group.find(f"{SVG}title") is not None]
    assert groups[0].find(f"{SVG}circle") is not None
    assert groups[1].find(f"{SVG}polygon") is not None


def test_larger_numbers_are_drawn_higher_and_further_right() -> None:
    line = next(lines().iter(f"{SVG}polyline"))
    places = [tuple(map(float, place.split(","))) for place in line.get("points", "").split()]
    assert len(places) == 3
    assert places[0][0] < places[1][0] < places[2][0]
    assert places[0][1] > places[1][1] > places[2][1]


def strong_lines(root: ElementTree.Element) -> int:
    return sum(line.get("stroke-width") == "1.5" for line in root.iter(f"{SVG}line"))


def test_there_is_a_zero_line_only_if_numbers_cross_it() -> None:
    above = [Series("sultan", [(0, 4.0), (5, 13.0)])]
    crossing = [Series("sultan", [(0, -4.0), (5, 13.0)])]
    one, two = (parsed(line_chart(series, title="", x="", y="")) for series in (above, crossing))
    assert strong_lines(two) == strong_lines(one) + 1


@pytest.mark.parametrize(
    ("values", "ticks"),
    [
        ([0, 10], (0, 2, 4, 6, 8, 10)),
        ([-3, 9], (-4, -2, 0, 2, 4, 6, 8, 10)),
        ([0.0, 0.31], (0, 0.1, 0.2, 0.3, 0.4)),
        ([12_000, 93_000], (0, 20_000, 40_000, 60_000, 80_000, 100_000)),
    ],
)
def test_ticks_are_round_numbers(values: list[float], ticks: tuple[float, ...]) -> None:
    assert scale(values, 0, 100, 6).ticks == pytest.approx(ticks)


def test_a_tight_scale_ends_at_its_values() -> None:
    found = scale([1, 59], 0, 100, 8, loose=False)
    assert (found(1), found(59)) == (0, 100)
    assert found.ticks == (10, 20, 30, 40, 50)


@pytest.mark.parametrize("values", [[], [5.0], [0.0, 0.0], [-7, -7], [1e-9, 2e-9], [1e12, 1e12]])
def test_a_scale_of_a_tiny_range_has_ticks(values: list[float]) -> None:
    found = scale(values, 0, 100, 6)
    assert len(found.ticks) >= 2
    assert all(0 <= found(value) <= 100 for value in values)


def test_an_empty_chart_is_drawn() -> None:
    parsed(line_chart([], title="Empty", x="x", y="y"))
    parsed(line_chart([Series("one", [(3, 4)]), Series("none", [])], title="", x="", y=""))
    parsed(range_chart([], title="Empty", x="Elo"))


def test_points_that_are_not_finite_are_left_out() -> None:
    series = [Series("odd", [(0, 1.0), (1, nan), (2, inf), (3, 2.0)])]
    svg = line_chart(series, title="", x="", y="")
    assert "nan" not in svg
    line = next(parsed(svg).iter(f"{SVG}polyline"))
    assert len(line.get("points", "").split()) == 2


def test_names_are_escaped() -> None:
    evil = "<script>alert('x')</script> & \x00\x1b\n"
    for svg in (
        line_chart([Series(evil, [(0, 1.0)])], title=evil, x=evil, y=evil, description=evil),
        range_chart([Range(evil, 1.0, 0.0, 2.0)], title=evil, x=evil, description=evil),
    ):
        root = parsed(svg)
        assert not list(root.iter(f"{SVG}script"))
        assert any("<script>" in text for text in texts(root))


def test_ranges_are_drawn_in_rows_around_their_values() -> None:
    root = parsed(range_chart(RANGES, title="Elo", x="Elo with 95 % interval"))
    shown = texts(root)
    for text in ("sultan", "merchant", "120", "−120", "90 … 151", "−151 … −90"):
        assert text in shown
    bars = [path.get("d", "") for path in root.iter(f"{SVG}path")]
    assert len(bars) == 2
    assert bars[0].count("V") == 2
    assert {path.get("stroke") for path in root.iter(f"{SVG}path")} == set(COLOURS[:2])


def test_a_range_without_a_bound_ends_in_an_arrow() -> None:
    root = parsed(range_chart([Range("all won", 300.0, 200.0, inf)], title="", x=""))
    (path,) = root.iter(f"{SVG}path")
    assert path.get("d", "").count("V") == 1
    assert "200 … ∞" in texts(root)


def test_french_numbers_have_a_comma() -> None:
    series = [Series("a", [(0, 0.1), (1, 0.2)])]
    shown = texts(parsed(line_chart(series, title="", x="", y="", comma=True)))
    assert "0,10" in shown or "0,1" in shown
    assert not any("." in text for text in shown)


def test_a_line_with_many_points_has_few_markers() -> None:
    series = [Series("long", [(float(n), float(n % 7)) for n in range(1000)])]
    svg = line_chart(series, title="", x="", y="")
    assert svg.count("<circle") < 20
