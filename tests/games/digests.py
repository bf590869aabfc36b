"""Digests of whole games, to compare machines and versions of Python (S6).

As a script it needs only the package: it prints the digests of the random games.
"""

import json
from hashlib import sha256
from typing import Any

from naqala import Game

BASE: dict[str, dict[str, Any]] = {
    "solo": {"players": 1},
    "solo dhenim": {"players": 1, "promos": ["dhenim"]},
    "2": {"players": 2},
    "3 dhenim": {"players": 3, "promos": ["dhenim"]},
    "4": {"players": 4, "names": ["Ada", "Bär", "Çelik", "Δ"]},
    "4 doubled": {"players": 4, "doubled": True},
}
BOXES = {"whims": ["whims"], "artisans": ["artisans"], "both": ["whims", "artisans"]}
GAMES = BASE | {
    f"{players} {box}": {"players": players, "expansions": expansions}
    for box, expansions in BOXES.items()
    for players in (2, 3, 4, 5)
}
"""The options of the random games, by name."""
SEEDS = (0, 77, 2**256 - 1)


def of_events(game: Game) -> str:
    """The digest of all events of a game, in order."""
    digest = sha256()
    for events in (game.opening, *(entry.events for entry in game.history)):
        for event in events:
            digest.update(f"{event!r}\n".encode())
    return digest.hexdigest()


def of_random_games() -> dict[str, str]:
    """The digests of some random games of each mode."""
    return {name: of_mode(name) for name in GAMES}


def of_mode(name: str) -> str:
    """The digest of the random games of one mode."""
    digest = sha256()
    for seed in SEEDS:
        digest.update(of_random_game(seed, GAMES[name]).encode())
    return digest.hexdigest()


def of_random_game(seed: int, options: dict[str, Any]) -> str:
    """The digest of a game: its choices, events, position, record and scores.

    The choices are made by a digest too, because a random generator could differ between versions.
    """
    digest = sha256()
    game = Game.new(seed=seed, **options)
    while not game.over:
        legal = game.legal()
        digest.update("\n".join(map(str, legal)).encode())
        number = sha256(f"{seed} {len(game.history)}".encode()).digest()
        game.play(legal[int.from_bytes(number, "big") % len(legal)])
    texts = (of_events(game), game.position(), game.record(), repr(game.scores()))
    digest.update("\n".join(texts).encode())
    return digest.hexdigest()


if __name__ == "__main__":
    print(json.dumps(of_random_games()))
