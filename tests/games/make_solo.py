"""Create the recorded solo games again: `python -m tests.games.make_solo`.

Each is the first seed of at least ten rounds that ends as its name says, in which the player has
gone first, has named a tile and has points from six sources. Old records must always give the same
result, so run this only after a rule was corrected. Then update the results in the test that
replays them; `expected.json` is updated automatically.
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
"""The names of the games, and the reason of the loss."""
LEAST_ROUNDS = 10
LEAST_SOURCES = 6
HIS_VIZIER = KillInFront(1, ONE[VIZIERS])


def choose_for_council(game: Game, random: Random) -> Action | str:
    """Gather Viziers or Assassins, kill Yazid's Viziers and save gold, if possible."""
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
    """The whole game of a seed; odd seeds are played at random, every third one has Dhenim."""
    random = Random(seed)
    game = Game.new(players=1, seed=seed, promos=["dhenim"] if seed % 3 == 0 else [])
    while not game.over:
        if seed % 2:
            game.play(choose(random, game.legal()))
        else:
            game.play(choose_for_council(game, random))
    return game


def is_varied(game: Game) -> bool:
    """Whether a game is long and varied."""
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
            if game.state.yazid.lost == reason and is_varied(game):
                (FOLDER / f"solo-{name}.naqala").write_text(game.record(), "utf-8")
                print(f"{name}: seed {seed}, round {game.state.round}, {game.scores()[0]}")
                del left[name]
        if not left:
            expected.write()
            return


if __name__ == "__main__":
    main()
