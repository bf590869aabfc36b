"""Commitments to seeds before the game."""

from __future__ import annotations

import pytest

from naqala import BadText, Game
from naqala.rules.chance import SEED_LIMIT
from naqala.tables.errors import Refusal
from naqala.tables.log.fairness import (
    commitment,
    draw_nonce,
    draw_seed,
    is_fair,
    parse_seed,
    remarked,
    verify,
)


def test_a_commitment_matches_only_its_seed() -> None:
    seed, nonce = draw_seed(), draw_nonce()
    published = commitment(seed, nonce)
    assert is_fair(seed, nonce, published)
    assert not is_fair(seed + 1, nonce, published)
    assert not is_fair(seed, draw_nonce(), published)
    assert str(seed) not in published


def test_seeds_are_whole_numbers_below_the_limit() -> None:
    assert parse_seed("0") == 0
    assert parse_seed(str(SEED_LIMIT - 1)) == SEED_LIMIT - 1
    for text in ("", "-1", "1.5", "x", "²", str(SEED_LIMIT)):
        with pytest.raises(Refusal):
            parse_seed(text)
    assert 0 <= draw_seed() < SEED_LIMIT


def record(seed: int = 7) -> str:
    game = Game.new(players=2, seed=seed)
    game.play("bid 3")
    return game.record()


def test_remarks_do_not_change_the_game_of_a_record() -> None:
    plain = record()
    text = remarked(plain, 7, "ab", chosen=True)
    assert text.splitlines()[0] == plain.splitlines()[0]
    assert Game.load(text).record() == plain
    position = Game.from_position(Game.load(plain).position()).record()
    assert Game.load(remarked(position, 7, "ab", chosen=True)).record() == position


def test_only_a_seed_that_matches_its_commitment_is_fair() -> None:
    text = remarked(record(), 7, "ab", chosen=False)
    assert verify(text)[:2] == ("fair", "fits")
    assert verify(text).commitment == commitment(7, "ab")
    for before, after in (("seed 7", "seed 8"), ("nonce: ab", "nonce: ac"), ("ment: ", "ment: é")):
        changed = text.replace(before, after)
        assert verify(changed)[:2] == ("unfair", "other_seed")


def test_a_given_commitment_takes_precedence_over_the_remarks() -> None:
    text = remarked(record(), 7, "ab", chosen=False)
    assert verify(text, commitment(7, "ab").upper()).verdict == "fair"
    assert verify(text, commitment(8, "ab"))[:2] == ("unfair", "other_commitment")
    alone = text.replace("# commitment", "# something")
    assert verify(alone)[:2] == ("unknown", "no_remarks")
    assert verify(alone, commitment(7, "ab")).verdict == "fair"


def test_a_chosen_seed_cannot_be_passed_off_as_drawn() -> None:
    text = remarked(record(), 7, draw_nonce(chosen=True), chosen=True)
    hidden = text.replace("# chosen: yes\n", "")
    assert hidden != text
    assert verify(hidden)[:2] == ("unknown", "chosen")
    unmarked = hidden.replace("# nonce: chosen-", "# nonce: ")
    assert verify(unmarked)[:2] == ("unfair", "other_seed")


def test_a_chosen_seed_and_a_record_without_remarks_cannot_be_verified() -> None:
    assert verify(remarked(record(), 7, "ab", chosen=True))[:2] == ("unknown", "chosen")
    assert verify(record())[:2] == ("unknown", "no_remarks")
    with pytest.raises(BadText):
        verify("Dear diary")
