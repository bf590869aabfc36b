"""An error that nobody expected: a sentence, a way back, and one report."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import WebSocketRoute, expect

from naqala.text import catalogue
from tests.page.conftest import Visitor

WORDS = catalogue("en")


def test_a_fault_of_the_table_is_told_reported_once_and_can_be_left(visit: Visitor) -> None:
    ann = visit(None)
    broken = True
    reports: list[Any] = []

    def pass_on(page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def told(message: str | bytes) -> None:
            text = message if isinstance(message, str) else message.decode()
            page.send(text.replace('"tiles":[', '"tiles":3,"x":[') if broken else text)

        server.on_message(told)

    def asked(request: Any) -> None:
        if request.url.endswith("/api/faults"):
            reports.append(request)

    ann.page.route_web_socket("**/socket", pass_on)
    ann.page.on("request", asked)
    table = ann.create_table("me", "merchant", seed="3")
    ann.sees(WORDS.say("page.fault.table"))
    assert ann.violations() == []
    again = ann.page.get_by_role("button", name=WORDS.say("page.lost.again"))
    again.click()  # the same fault is not reported again
    ann.sees(WORDS.say("page.fault.table"))
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
    ann.complaints.forgive("Error")
