"""The panels around the board: all of them fit, however much there is to show."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.page.browsers import Look
from tests.page.busy import crowd
from tests.page.conftest import Visitor

BOTH = ["artisans", "whims"]
WIDE = [(1440, 900), (1280, 720), (1024, 768)]
CUT = """() => {
  const found = [];
  for (const part of ['.left', '.right']) {
    const one = document.querySelector(part);
    if (one.scrollHeight > one.clientHeight) found.push(`${part} scrolls`);
  }
  const edges = document.querySelector('.left').getBoundingClientRect();
  const parts = '.left :is(.player, .cell, .hand, .things, .bagp, p)';
  for (const one of document.querySelectorAll(parts)) {
    if (one.checkVisibility() && one.scrollWidth > one.clientWidth + 1) {
      found.push(`${one.className} is ${one.scrollWidth} wide in ${one.clientWidth}`);
    }
    const { bottom, height } = one.getBoundingClientRect();
    if (height && bottom > edges.bottom + 1) found.push(`${one.className} lies below the column`);
  }
  const spots = [...document.querySelectorAll('.top .spot')];
  const tools = document.querySelector('.corner').firstElementChild.getBoundingClientRect();
  if (spots.some((one) => one.getBoundingClientRect().right > tools.left)) {
    found.push('the track lies over the tools');
  }
  if (document.documentElement.scrollHeight > innerHeight) found.push('the page scrolls');
  return found;
}"""
"""What has no room on a wide screen."""


@pytest.mark.parametrize(("seats", "boxes"), [(1, []), (2, BOTH), (3, BOTH), (4, BOTH), (5, BOTH)])
def test_a_busy_table_fits_its_columns(visit: Visitor, seats: int, boxes: list[str]) -> None:
    ann = visit("/rules", look=Look("fr", WIDE[0]))  # the longer words
    crowd(ann.page)
    ann.lay("me", *["merchant"] * (seats - 1), seed="5", options={"expansions": boxes})
    expect(ann.page.locator(".left .player")).to_have_count(max(2, seats))
    expect(ann.page.locator(".left .victims").first).to_be_attached()
    for width, height in WIDE:
        ann.page.set_viewport_size({"width": width, "height": height})
        assert ann.page.evaluate(CUT) == [], (width, height)
