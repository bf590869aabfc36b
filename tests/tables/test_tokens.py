"""Tokens of guests, seats and tables."""

from __future__ import annotations

from naqala.tables import tokens
from naqala.tables.commands import Sender
from naqala.tables.log.seats import SeatHolder
from tests.tables.table_builder import GUESTS, started


def test_tokens_are_long_and_unique() -> None:
    drawn = {tokens.draw_token() for _ in range(100)}
    assert len(drawn) == 100
    assert all(tokens.is_token(token) for token in drawn)
    assert tokens.TOKEN_BYTES * 8 >= 128
    tables = {tokens.draw_table() for _ in range(100)}
    assert len(tables) == 100
    assert all(tokens.is_table(table) for table in tables)


def test_malformed_tokens_are_rejected() -> None:
    for text in ("", "short", "x" * 33, "é" * 32, "x" * 31 + "\n", "x" * 32 + "\n"):
        assert not tokens.is_token(text)
    for text in ("", "2" * 19, "2" * 21, "0" * 20, "A" * 20, "2" * 20 + "\n"):
        assert not tokens.is_table(text)
    assert not tokens.is_token(None)


def test_a_digest_matches_only_its_token_and_an_empty_one_nothing() -> None:
    token = tokens.draw_token()
    stored = tokens.digest(token)
    assert tokens.digests_match(tokens.digest(token), stored)
    assert not tokens.digests_match(stored[:-1] + "x", stored)
    assert not tokens.digests_match("", "")
    assert not tokens.digests_match(stored, "é" * 64)  # from a forged table that was imported


def test_a_sender_holds_the_seats_of_its_cookie_and_its_links() -> None:
    table = started().table
    link = tokens.digest(tokens.draw_token())
    table.holders[1] = SeatHolder(GUESTS[1], link)
    assert Sender(GUESTS[0]).seats(table) == (0,)
    assert Sender(GUESTS[0], (link,)).seats(table) == (0, 1)
    assert Sender(GUESTS[2], ("",)).seats(table) == ()
    assert Sender("", ("",)).seats(table) == ()
