"""Write the recorded solo games anew: `python -m tests.games.make_solo`.

Each is the first seeded game of ten rounds or more that ends as its name says, in which the
player has gone first and named a tile and scores in six ways. They are kept because a record of
old must play to the same end for ever: make them anew only when a rule was wrong, and then write
the new ends into the test that replays them; those in `expected.json` are written at once.
"""

from itertools import count
from pathlib import Path
from random import Random

from naqala import Action, Game
from naqala.rules.actions import PASS, KillInFront, Name, PlayFirst, Take
from naqala.rules.meeples import ASSASSINS, ONE, VIZIERS
from naqala.rules.scoring import SOURCES
from tests.games import expected
from tests.play import choose

FOLDER = Path(__file__).parent
REASONS = {
    "survived": "",
    "assassins": "assassins",
    "djinns": "djinns",
    "gold": "gold",
    "viziers": "viziers",
}
"""The names of the games, and why they are lost."""
LEAST_ROUNDS = 10
LEAST_SOURCES = 6
HIS_VIZIER = KillInFront(1, ONE[VIZIERS])


def with_an_eye_on_the_council(game: Game, random: Random) -> Action | str:
    """Gather Viziers, else Assassins; kill his Viziers; save gold. Otherwise anything."""
    legal = game.legal()
    if HIS_VIZIER in legal:
        return HIS_VIZIER
    if PASS in legal and random.random() < 0.7:
        return PASS
    if isinstance(legal[0], Take):
        for tribe in (VIZIERS, ASSASSINS):
            if moves := [outcome for outcome in game.outcomes() if outcome.tribe == tribe]:
                return str(next(game.sowings(random.choice(moves))))
    return choose(random, legal)


def game_of(seed: int) -> Game:
    """The whole game of a seed; every other one is played at random, every third with Dhenim."""
    random = Random(seed)
    game = Game.new(players=1, seed=seed, promos=["dhenim"] if seed % 3 == 0 else [])
    while not game.over:
        if seed % 2:
            game.play(choose(random, game.legal()))
        else:
            game.play(with_an_eye_on_the_council(game, random))
    return game


def tells_much(game: Game) -> bool:
    """Whether a game is long and has much of what there is."""
    actions = {type(played.action) for played in game.history}
    (score,) = game.scores()
    sources = [source for source in SOURCES if getattr(score, source)]
    long = game.state.round >= LEAST_ROUNDS
    return long and actions >= {PlayFirst, Name} and len(sources) >= LEAST_SOURCES


def main() -> None:
    """Try seeds until there is a game for every ending."""
    left = dict(REASONS)
    for seed in count():
        game = game_of(seed)
        assert game.state.yazid is not None
        for name, reason in list(left.items()):
            if game.state.yazid.lost == reason and tells_much(game):
                (FOLDER / f"solo-{name}.naqala").write_text(game.record(), "utf-8")
                print(f"{name}: seed {seed}, round {game.state.round}, {game.scores()[0]}")
                del left[name]
        if not left:
            expected.write()
            return


if __name__ == "__main__":
    main()
