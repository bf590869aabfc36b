"""Several people: two browsers at one table, or several seats at one screen."""

from __future__ import annotations

from playwright.sync_api import expect

from naqala.text import catalogue
from tests.page.conftest import Seated, Visitor
from tests.page.openings import nearly_over
from tests.page.players import Player
from tests.server.servers import Server

WORDS = catalogue("en")
HIDDEN = WORDS.say("page.table.hidden")


def joined(visit: Visitor, host: Player, server: Server, name: str) -> Player:
    """Somebody else comes by the link and takes the open seat."""
    guest = visit(f"/table/{host.table}", at=server)
    guest.page.get_by_label(WORDS.say("page.start.name")).first.fill(name)
    guest.page.get_by_role("button", name=WORDS.say("page.lobby.sit_at", number=2)).click()
    expect(guest.page.locator("[data-phase=running]")).to_have_count(1)
    return Player(guest, host.table, 2)


def in_turn(*players: Player) -> tuple[Player, Player]:
    """Who must choose now, and who waits."""
    number = max(player.socket.number for player in players)
    for player in players:
        player.socket.catch_up(number)
    first, second = players
    return (first, second) if first.choices else (second, first)


def test_two_people_bid_sow_take_back_and_survive_a_dead_server(
    visit: Visitor, seated: Seated, own_server: Server
) -> None:
    ann = seated("me", "open", seed=2, at=own_server)
    bob = joined(visit, ann, own_server, "Bob <b>bold</b>")
    ann.visit.sees("Bob <b>bold</b>")
    for _ in range(4):  # bids
        mover, subscriber = in_turn(ann, bob)
        mover.act(mover.fancy())
        subscriber.shows(mover.socket.number)
    mover, subscriber = in_turn(ann, bob)
    sown = mover.move()
    mover.act(sown)
    subscriber.shows(mover.socket.number)
    # Taken back, on both screens.
    mover.page.locator("[data-undo]").click()
    mover.shows(mover.socket.number + 1)
    subscriber.shows(mover.socket.number + 1)
    in_turn(ann, bob)
    # The server dies in the middle of a plan and comes back at the same address.
    port = own_server.address.rsplit(":", 1)[1]
    own_server.kill()
    for player in (ann, bob):
        expect(player.page.locator("[data-connection=lost]")).to_have_count(1)
        player.visit.sees(WORDS.say("page.table.lost"))
    own_server.options = ("--port", port)
    own_server.start()
    for player in (ann, bob):
        expect(player.page.locator("[data-connection=open]")).to_have_count(1)
        player.listen()
        player.visit.complaints.forgive("WebSocket", "ERR_CONNECTION")
    mover, subscriber = in_turn(ann, bob)
    mover.act(sown)
    subscriber.shows(mover.socket.number)
    bob.close()


def test_a_seat_where_nobody_comes_goes_to_a_bot_and_the_game_begins(visit: Visitor) -> None:
    ann = visit(None)
    table = ann.create_table("me", "open", "open")
    bob = visit(f"/table/{table}")
    bob.page.get_by_role("button", name=WORDS.say("page.lobby.sit_at", number=2)).click()
    seat_bot = WORDS.say("page.lobby.seat_bot_at", number=3)
    expect(bob.page.get_by_role("button", name=WORDS.say("page.lobby.leave"))).to_be_visible()
    expect(bob.page.get_by_role("button", name=seat_bot)).to_have_count(0)
    # Who laid the table leaves: now Bob may do so, and two seats are left.
    ann.page.get_by_role("button", name=WORDS.say("page.lobby.leave")).click()
    bob.page.get_by_label(WORDS.say("page.invite.rung")).select_option("merchant")
    bob.page.get_by_role("button", name=seat_bot).click()
    bob.page.get_by_role("button", name=WORDS.say("page.lobby.free_at", number=3)).click()
    assert bob.violations() == []
    bob.page.get_by_label(WORDS.say("page.invite.rung")).select_option("sultan")
    bob.page.get_by_role("button", name=WORDS.say("page.invite.begin", count=2)).click()
    expect(bob.page.locator("[data-phase=running]")).to_have_count(1)
    seats = bob.call(f"tables/{table}")["info"]["seats"]
    assert [seat.get("bot", "") for seat in seats] == ["sultan", "", "sultan"]


def test_a_stranger_is_sent_away_and_the_seat_is_for_somebody_else(visit: Visitor) -> None:
    ann = visit(None)
    table = ann.create_table("me", "open", "open")
    eve = visit(f"/table/{table}")
    eve.page.get_by_label(WORDS.say("page.start.name")).first.fill("Eve")
    sit = WORDS.say("page.lobby.sit_at", number=2)
    eve.page.get_by_role("button", name=sit).click()
    expect(eve.page.get_by_role("button", name=WORDS.say("page.lobby.leave"))).to_be_visible()
    away = WORDS.say("page.lobby.send_away_who", player="Eve")
    expect(eve.page.get_by_role("button", name="away")).to_have_count(0)
    # By keyboard alone: the second question has the focus.
    ann.page.get_by_role("button", name=away).press("Enter")
    expect(
        ann.page.get_by_role("button", name=WORDS.say("page.lobby.send_away_yes"))
    ).to_be_focused()
    assert ann.violations() == []
    ann.page.keyboard.press("Enter")
    expect(eve.page.get_by_role("alert")).to_have_text(WORDS.say("error.sent_away"))
    expect(eve.page.get_by_role("button", name=sit)).to_have_count(0)
    assert eve.violations() == []
    eve.page.reload()
    expect(eve.page.get_by_role("alert")).to_have_text(WORDS.say("error.sent_away"))
    bob = visit(f"/table/{table}")
    bob.page.get_by_role("button", name=sit).click()
    expect(ann.page.get_by_role("button", name=away)).to_have_count(0)
    ann.sees(WORDS.player(1))


def test_secrets_stay_covered_when_a_screen_is_handed_on(seated: Seated) -> None:
    ann = seated("me", "me", opening=nearly_over(2, 21, 30))
    cards = ann.page.locator("[data-hand] .good")
    before, handed_on = -1, 0
    for _ in range(14):
        if not ann.wait():
            break
        ann.shows(ann.socket.number)
        (seat,) = ann.socket.private
        if seat != before:
            handed_on += 1
            expect(ann.page.locator(".curtain")).to_be_visible()
            expect(cards).to_have_count(0)
            expect(ann.page.locator(f"[data-purse='{seat}']")).to_contain_text(HIDDEN)
            ann.uncover()
        expect(cards).to_have_count(len(ann.socket.private[seat].get("hand", [])))
        gold = str(ann.socket.private[seat]["gold"])
        expect(ann.page.locator(f"[data-purse='{seat}']")).to_contain_text(gold)
        before = seat
        ann.act(ann.fancy())
    assert handed_on > 1


def test_who_only_watches_sees_the_game_and_no_secret(visit: Visitor, seated: Seated) -> None:
    ann = seated("me", "merchant", seed=6)
    eve = visit(f"/table/{ann.table}")
    expect(eve.page.locator("[role=grid]")).to_be_visible()
    ann.play(2)
    eve.shows(ann.socket.number)
    assert eve.offered() == []
    assert eve.violations() == []
