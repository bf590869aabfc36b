"""Seeds that were bound before the game."""

from __future__ import annotations

import pytest

from naqala.rules.chance import SEED_LIMIT
from naqala.server.fairness import commitment, draw_nonce, draw_seed, is_fair, parse_seed
from naqala.server.refusal import Refusal


def test_a_commitment_fits_its_seed_and_no_other() -> None:
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
