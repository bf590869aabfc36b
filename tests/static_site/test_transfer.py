"""Games move between browsers, and between the site and a server."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from playwright.sync_api import expect

from naqala.text import catalogue
from tests.page.late_games import nearly_over
from tests.page.players import Player
from tests.server.servers import Guest, running
from tests.static_site.conftest import OpenSite
from tests.static_site.engine_client import SiteVisitor

WORDS = catalogue("en")


def naqala(command: str, file: Path, data: Path) -> None:
    """Run a command in a process of its own; Playwright has an event loop in this one."""
    subprocess.run(
        [sys.executable, "-m", "naqala", command, str(file), "--data", str(data)], check=True
    )


def open_dialog(visitor: SiteVisitor) -> None:
    visitor.wait_for_engine()
    visitor.page.get_by_role("button", name=WORDS.say("page.site.transfer")).click()


def test_games_move_to_another_browser_and_to_a_server_and_back(
    open_site: OpenSite, tmp_path: Path
) -> None:
    ann = open_site()
    player = Player(ann, ann.create_table("me", "merchant", seed="2"), 2)
    player.play(2)
    player.close()
    finished = ann.create_table("me", "me", opening=nearly_over(2, 5, 0))
    record = ann.api(f"tables/{finished}/record")
    ann.show("/")
    open_dialog(ann)
    with ann.page.expect_download() as download:
        ann.page.get_by_role("button", name=WORDS.say("page.site.save")).click()
    file, back = tmp_path / "games.jsonl", tmp_path / "back.jsonl"
    download.value.save_as(file)
    # At a server.
    data = tmp_path / "tables"
    naqala("import", file, data)
    with running(data) as server, Guest(server) as guest:
        assert guest.get(f"/api/tables/{finished}/record").text == record
        opened = guest.create_table("me", "me", opening=record)
        assert guest.get(f"/api/tables/{opened}").json()["info"]["phase"] == "over"
    naqala("export", back, data)
    # In another browser.
    bob = open_site()
    open_dialog(bob)
    for count, skipped in ((2, 0), (0, 2)):
        bob.page.locator("dialog input[type=file]").set_input_files(file)
        said = WORDS.say("page.site.loaded", count=count)
        if skipped:
            said += " " + WORDS.say("page.site.skipped", count=skipped)
        expect(bob.page.locator("dialog [role=status]")).to_have_text(said)
    assert bob.engine.fetch("/api/archive", raw=back.read_text())["tables"] == 1
    assert bob.api(f"tables/{finished}/record") == record
    tables = {each["table"] for each in bob.api("tables?show=mine")["tables"]}
    assert tables >= {player.table, finished}
    bob.show(f"/table/{player.table}")
    bob.wait_for_entry(player.socket.number)
    moved = Player(bob, player.table, 3)
    moved.act(moved.random_action())
    moved.close()
    # A damaged file is refused with a sentence.
    file.write_text(file.read_text()[:-30])
    bob.show("/")
    open_dialog(bob)
    bob.page.locator("dialog input[type=file]").set_input_files(file)
    expect(bob.page.locator("dialog [role=alert]")).to_be_visible()
