"""Unexpected errors of the page: the message, the way back and the report."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import WebSocketRoute, expect

from naqala.text import catalogue
from tests.page.conftest import OpenPage

WORDS = catalogue("en")


def test_an_error_of_the_table_is_shown_and_reported_once(open_page: OpenPage) -> None:
    ann = open_page(None)
    broken = True
    reports: list[Any] = []

    def connect(page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def forward(message: str | bytes) -> None:
            text = message if isinstance(message, str) else message.decode()
            page.send(text.replace('"tiles":[', '"tiles":3,"x":[') if broken else text)

        server.on_message(forward)

    def collect(request: Any) -> None:
        if request.url.endswith("/api/faults"):
            reports.append(request)

    ann.page.route_web_socket("**/socket", connect)
    ann.page.on("request", collect)
    table = ann.create_table("me", "merchant", seed="3")
    ann.expect_text(WORDS.say("page.fault.table"))
    assert ann.axe_violations() == []
    again = ann.page.get_by_role("button", name=WORDS.say("page.lost.again"))
    again.click()  # the same error is not reported again
    ann.expect_text(WORDS.say("page.fault.table"))
    broken = False
    again.click()
    expect(ann.page.locator("[role=grid]")).to_be_visible()
    (report,) = reports
    assert report.post_data_json["path"] == f"/table/{table}"
    assert "Error" in report.post_data_json["message"]
    response = report.response()
    assert response is not None
    assert response.status == 204
    broken = True
    ann.page.reload()
    ann.page.get_by_role("link", name=WORDS.say("page.lost.home")).click()
    ann.page.wait_for_url(f"{ann.server.address}/")
    ann.console_errors.ignore("Error")
