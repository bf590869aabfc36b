"""Quotas of guests on the entries of a table."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from naqala.rules.state import NOBODY
from naqala.tables.errors import Refusal
from naqala.tables.log import entries as log
from naqala.tables.log.entries import AnyBody, Entry
from naqala.tables.log.quotas import (
    CHANGES,
    CHAT,
    RETURN,
    SITTING,
    UNDO,
    UNDO_AT_ONCE,
    WATCHING,
    Quota,
    QuotaUsage,
)
from naqala.text import LANGUAGES, catalogue

QUOTAS: dict[str, tuple[Quota, Callable[[], AnyBody]]] = {
    "chat": (CHAT, lambda: log.Said(0, "Ann", "hi")),
    "watching": (WATCHING, lambda: log.Said(NOBODY, "Eve", "hi")),
    "sitting": (SITTING, lambda: log.Sat(0, "Ann", "a")),
    "names": (CHANGES, lambda: log.Renamed(0, "Anna")),
    "links": (CHANGES, lambda: log.Linked(0, "key")),
    "undo": (UNDO, lambda: log.Undone(0, 1)),
    "return": (RETURN, lambda: log.Returned(0)),
}


def usage(body: AnyBody, times: int, guest: str = "a", guests: int = 1) -> QuotaUsage:
    result = QuotaUsage()
    for nth in range(times):
        name = guest if guests == 1 else f"{guest}{nth % guests}"
        result.take(Entry(nth + 1, 0, body, name))
        result.undone_lately = 0
    return result


@pytest.mark.parametrize("name", QUOTAS)
def test_each_guest_has_separate_quotas(name: str) -> None:
    quota, new_body = QUOTAS[name]
    usage(new_body(), quota.own - 1).check("a", new_body())
    used = usage(new_body(), quota.own)
    with pytest.raises(Refusal) as caught:
        used.check("a", new_body())
    assert caught.value.code == quota.code
    used.check("b", new_body())
    for other, other_body in QUOTAS.values():
        if other is not quota:
            used.check("a", other_body())


def test_an_undo_counts_once_for_each_action_it_undoes() -> None:
    used, undo = QuotaUsage(), log.Undone(0, 1)
    used.take(Entry(1, 0, undo, "a"), UNDO_AT_ONCE - 3)
    used.check("a", undo, 3)
    for guest in ("a", "b"):
        with pytest.raises(Refusal) as caught:
            used.check(guest, undo, 4)
        assert caught.value.code == "too_many_undos_now"
    used.undone_lately = 0
    used.take(Entry(2, 0, undo, "a"), UNDO.own - UNDO_AT_ONCE)
    used.undone_lately = 0
    used.check("a", undo, 3)
    with pytest.raises(Refusal) as caught:
        used.check("a", undo, 4)
    assert caught.value.code == "too_many_undos"


@pytest.mark.parametrize("quota", [SITTING, WATCHING])
def test_new_guests_share_a_common_quota(quota: Quota) -> None:
    (body,) = (new_body() for each, new_body in QUOTAS.values() if each is quota)
    used = usage(body, quota.common, guests=quota.common)
    with pytest.raises(Refusal) as caught:
        used.check("b", body)
    assert caught.value.code == f"{quota.code}_all"
    used.check("b", log.Said(0, "Ann", "players can still chat"))


def test_entries_that_a_game_needs_have_no_quota() -> None:
    bodies: list[AnyBody] = [
        log.Acted(0, "pass"),
        log.Left(0),
        log.Handed(0, "sultan", 1),
        log.Started("1", "nonce", (), log.RULES),
        log.Closed(),
    ]
    for body in bodies:
        usage(body, 5000).check("a", body)


def test_entries_of_the_server_count_for_no_guest() -> None:
    used = usage(log.Returned(0), 5000, guest="")
    used.check("a", log.Returned(0))
    assert not used.own


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_quota_has_an_error_message(language: str) -> None:
    for quota, _ in QUOTAS.values():
        also = ["too_many_undos_now"] if quota is UNDO else []
        codes = [quota.code, *also, *([f"{quota.code}_all"] if quota.common else [])]
        for code in codes:
            assert "77" in catalogue(language).error(Refusal(code, most=77))
