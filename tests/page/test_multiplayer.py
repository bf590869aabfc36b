"""Games of several people, in two browsers or on a shared screen."""

from __future__ import annotations

from playwright.sync_api import expect

from naqala.text import catalogue
from tests.page.conftest import OpenPage, StartGame
from tests.page.late_games import nearly_over
from tests.page.players import Player
from tests.server.servers import Server

WORDS = catalogue("en")
HIDDEN = WORDS.say("page.table.hidden")


def join(open_page: OpenPage, host: Player, server: Server, name: str) -> Player:
    """Open the link of a table in another browser and take its open seat."""
    guest = open_page(f"/table/{host.table}", at=server)
    guest.page.get_by_label(WORDS.say("page.start.name")).first.fill(name)
    guest.page.get_by_role("button", name=WORDS.say("page.lobby.sit_at", number=2)).click()
    expect(guest.page.locator("[data-phase=running]")).to_have_count(1)
    return Player(guest, host.table, 2)


def in_turn(*players: Player) -> tuple[Player, Player]:
    """The player in turn, and the other one."""
    number = max(player.socket.number for player in players)
    for player in players:
        player.socket.catch_up(number)
    first, second = players
    return (first, second) if first.choices else (second, first)


def test_two_people_can_play_undo_and_continue_after_a_server_crash(
    open_page: OpenPage, start_game: StartGame, own_server: Server
) -> None:
    ann = start_game("me", "open", seed=2, at=own_server)
    bob = join(open_page, ann, own_server, "Bob <b>bold</b>")
    ann.visitor.expect_text("Bob <b>bold</b>")
    for _ in range(4):  # bids
        mover, other = in_turn(ann, bob)
        mover.act(mover.random_action())
        other.wait_for_entry(mover.socket.number)
    mover, other = in_turn(ann, bob)
    sown = mover.random_move()
    mover.act(sown)
    other.wait_for_entry(mover.socket.number)
    # Undo, on both screens.
    mover.page.locator("[data-undo]").click()
    mover.wait_for_entry(mover.socket.number + 1)
    other.wait_for_entry(mover.socket.number + 1)
    in_turn(ann, bob)
    # The server is killed and comes back at the same address.
    port = own_server.address.rsplit(":", 1)[1]
    own_server.kill()
    for player in (ann, bob):
        expect(player.page.locator("[data-connection=lost]")).to_have_count(1)
        player.visitor.expect_text(WORDS.say("page.table.lost"))
    own_server.options = ("--port", port)
    own_server.start()
    for player in (ann, bob):
        expect(player.page.locator("[data-connection=open]")).to_have_count(1)
        player.connect()
        player.visitor.console_errors.ignore("WebSocket", "ERR_CONNECTION", "ERR_CONTENT_LENGTH")
    mover, other = in_turn(ann, bob)
    mover.act(sown)
    other.wait_for_entry(mover.socket.number)
    bob.close()


def test_open_seats_can_be_given_to_bots_to_start_the_game(open_page: OpenPage) -> None:
    ann = open_page(None)
    table = ann.create_table("me", "open", "open")
    bob = open_page(f"/table/{table}")
    bob.page.get_by_role("button", name=WORDS.say("page.lobby.sit_at", number=2)).click()
    seat_bot = WORDS.say("page.lobby.seat_bot_at", number=3)
    expect(bob.page.get_by_role("button", name=WORDS.say("page.lobby.leave"))).to_be_visible()
    expect(bob.page.get_by_role("button", name=seat_bot)).to_have_count(0)
    # The creator leaves, so Bob may seat bots now.
    ann.page.get_by_role("button", name=WORDS.say("page.lobby.leave")).click()
    bob.page.get_by_label(WORDS.say("page.invite.bot_strength")).select_option("merchant")
    bob.page.get_by_role("button", name=seat_bot).click()
    bob.page.get_by_role("button", name=WORDS.say("page.lobby.free_at", number=3)).click()
    assert bob.axe_violations() == []
    bob.page.get_by_label(WORDS.say("page.invite.bot_strength")).select_option("sultan")
    bob.page.get_by_role("button", name=WORDS.say("page.invite.begin", count=2)).click()
    expect(bob.page.locator("[data-phase=running]")).to_have_count(1)
    seats = bob.api(f"tables/{table}")["info"]["seats"]
    assert [seat.get("bot", "") for seat in seats] == ["sultan", "", "sultan"]


def test_the_host_can_remove_a_player_who_cannot_sit_again(open_page: OpenPage) -> None:
    ann = open_page(None)
    table = ann.create_table("me", "open", "open")
    eve = open_page(f"/table/{table}")
    eve.page.get_by_label(WORDS.say("page.start.name")).first.fill("Eve")
    sit = WORDS.say("page.lobby.sit_at", number=2)
    eve.page.get_by_role("button", name=sit).click()
    expect(eve.page.get_by_role("button", name=WORDS.say("page.lobby.leave"))).to_be_visible()
    away = WORDS.say("page.lobby.send_away_who", player="Eve")
    expect(eve.page.get_by_role("button", name="away")).to_have_count(0)
    # With the keyboard: the confirmation gets the focus.
    ann.page.get_by_role("button", name=away).press("Enter")
    expect(
        ann.page.get_by_role("button", name=WORDS.say("page.lobby.send_away_yes"))
    ).to_be_focused()
    assert ann.axe_violations() == []
    ann.page.keyboard.press("Enter")
    expect(eve.page.get_by_role("alert")).to_have_text(WORDS.say("error.sent_away"))
    expect(eve.page.get_by_role("button", name=sit)).to_have_count(0)
    assert eve.axe_violations() == []
    eve.page.reload()
    expect(eve.page.get_by_role("alert")).to_have_text(WORDS.say("error.sent_away"))
    bob = open_page(f"/table/{table}")
    bob.page.get_by_role("button", name=sit).click()
    expect(ann.page.get_by_role("button", name=away)).to_have_count(0)
    ann.expect_text(WORDS.player(1))


def test_secrets_are_hidden_when_a_shared_screen_changes_players(start_game: StartGame) -> None:
    ann = start_game("me", "me", opening=nearly_over(2, 21, 30))
    cards = ann.page.locator("[data-hand] .good")
    before, handed_on = -1, 0
    for _ in range(14):
        if not ann.wait_for_turn():
            break
        ann.wait_for_entry(ann.socket.number)
        (seat,) = ann.socket.private
        if seat != before:
            handed_on += 1
            expect(ann.page.locator(".curtain")).to_be_visible()
            expect(cards).to_have_count(0)
            expect(ann.page.locator(f"[data-purse='{seat}']")).to_contain_text(HIDDEN)
            ann.dismiss_curtain()
        expect(cards).to_have_count(len(ann.socket.private[seat].get("hand", [])))
        gold = str(ann.socket.private[seat]["gold"])
        expect(ann.page.locator(f"[data-purse='{seat}']")).to_contain_text(gold)
        before = seat
        ann.act(ann.random_action())
    assert handed_on > 1


def test_a_spectator_sees_the_game_without_choices(
    open_page: OpenPage, start_game: StartGame
) -> None:
    ann = start_game("me", "merchant", seed=6)
    eve = open_page(f"/table/{ann.table}")
    expect(eve.page.locator("[role=grid]")).to_be_visible()
    ann.play(2)
    eve.wait_for_entry(ann.socket.number)
    assert eve.offered_actions() == []
    assert eve.axe_violations() == []
