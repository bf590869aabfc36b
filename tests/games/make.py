"""Make the recorded games again: `python -m tests.games.make`, from the root of the repository.

Only when the rules change on purpose: then look at what changed before you keep it. Games are
played by chance with a liking for what is rare; those are kept that show something new. The solo
games come from `make_solo.py` and stay as they are.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from naqala import Action, Game, Outcome
from naqala.rules import meeples
from naqala.rules.actions import (
    Bid,
    Build,
    Buy,
    Craft,
    End,
    Gather,
    Keep,
    KeepItem,
    Kill,
    KillInFront,
    Lay,
    Pass,
    Sell,
    Summon,
    Take,
    Use,
    UseItem,
)
from naqala.rules.expansions.items import ITEMS
from naqala.rules.land import (
    BLUE_CITY,
    LARGE_MARKET,
    OASIS,
    RED_CITY,
    SACRED_PLACE,
    SMALL_MARKET,
    SPECIALISED_MARKET,
    VILLAGE,
    WORKSHOP,
)
from naqala.rules.meeples import ARTISANS, ASSASSINS, ELDERS, MERCHANTS, VIZIERS, Tribe
from tests.games import expected
from tests.games.shown import EVERYTHING, box_of, shown

SEEDS = 100
"""How many games of each mode are tried."""


class Mode(NamedTuple):
    """The options of a game."""

    players: int
    expansions: tuple[str, ...] = ()
    promos: tuple[str, ...] = ()
    doubled: bool = False

    def __str__(self) -> str:
        words = "both" if len(self.expansions) > 1 else "".join(self.expansions) or "base"
        doubled = ["doubled"] * self.doubled
        return "-".join([words, str(self.players), *self.promos, *doubled])


MODES: dict[Mode, int] = {
    **{Mode(players): 3 for players in (2, 3, 4)},
    **{Mode(players, promos=("dhenim",)): 2 for players in (2, 3, 4)},
    Mode(4, doubled=True): 1,
    Mode(4, ("whims", "artisans"), ("dhenim",), doubled=True): 1,
    **{Mode(players, ("whims",)): 1 for players in (2, 3, 4, 5)},
    **{Mode(players, ("artisans",)): 1 for players in (2, 3, 4, 5)},
    **{Mode(players, ("whims", "artisans")): 1 for players in (2, 3, 4, 5)},
}
"""Every mode but solo, and how many games of it there are at least."""

Liking = Callable[[Action], float]


@dataclass(frozen=True)
class Taste:
    """What a player likes: actions, and where moves end."""

    action: Liking
    land: float = 4
    """A tile that falls to the player."""
    tribes: dict[Tribe, float] = field(default_factory=dict)
    kinds: dict[str, float] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """What such a player is called."""
        return self.action.__name__


def summoner(action: Action) -> float:
    """Likes Djinns and their powers, Sibittis who draws them most of all, and sells little."""
    match action:
        case Summon(djinn="sibittis") | Use(djinn="sibittis"):
            return 1000
        case Summon() | Use() | Keep():
            return 20
        case Bid(value=value, fakirs=fakirs):
            return 5 if fakirs else 1 / (1 + value)
        case Sell(cards=cards):
            return 0.01 * len(cards)
        case Pass() | End():
            return 0.5
    return 1


def trader(action: Action) -> float:
    """Likes cards and sells whole sets."""
    match action:
        case Buy():
            return 10
        case Sell(cards=cards):
            return float(4 ** len(cards)) / 16
        case Pass() | End() | Build():
            return 0.5
        case Kill(fakirs=fakirs):
            return 1 + 5 * fakirs
    return 1


def spendthrift(action: Action) -> float:
    """Pays for the first places as long as there is gold."""
    match action:
        case Bid(value=value):
            return 1 + value
        case Buy() | KillInFront() | Use() | UseItem():
            return 10
    return 1


def settler(action: Action) -> float:
    """Likes land."""
    match action:
        case Summon() | Use() | Keep():
            return 5
        case Pass() | End():
            return 0.5
    return 1


def hoarder(action: Action) -> float:
    """Likes to have much and gives nothing away."""
    match action:
        case Buy():
            return 20
        case Sell() | Use() | Summon() | Craft():
            return 0.002
        case Bid(value=value):
            return 1 / (1 + value)
        case KeepItem(item=item):
            return 20 if ITEMS[item].points else 1
    return 1


def artisan(action: Action) -> float:
    """Likes items and uses them."""
    match action:
        case Craft() | UseItem():
            return 20
        case KeepItem(item=item):
            return 20 if ITEMS[item].magic else 1
        case Summon(djinn=djinn) if djinn in ("kandicha", "geb", "ptah"):
            return 100
        case Gather() | Lay() | Summon():
            return 5
        case KillInFront(victims=victims) | Kill(victims=victims):
            return 20 if meeples.count(victims, ARTISANS) else 1
        case Pass() | End():
            return 0.5
        case Sell(cards=cards):
            return 0.01 * len(cards)
    return 1


COUNCIL = {ELDERS: 6.0, ASSASSINS: 1.0}
SUMMONER = Taste(summoner, tribes=COUNCIL)
TRADER = Taste(trader, tribes=COUNCIL)
SPENDTHRIFT = Taste(spendthrift, tribes=COUNCIL)
SETTLER = Taste(settler, land=40, tribes=COUNCIL)
PILGRIM = Taste(settler, land=20, tribes=COUNCIL, kinds={BLUE_CITY: 30, RED_CITY: 30, OASIS: 4})
HOARDER = Taste(
    hoarder,
    land=15,
    tribes={VIZIERS: 8, ELDERS: 8, MERCHANTS: 15, ARTISANS: 8},
    kinds={BLUE_CITY: 30, RED_CITY: 30, SMALL_MARKET: 8, LARGE_MARKET: 15, VILLAGE: 4},
)
ARTISAN = Taste(
    artisan,
    tribes={ARTISANS: 20, ASSASSINS: 8, ELDERS: 6, MERCHANTS: 3},
    kinds={WORKSHOP: 20, SPECIALISED_MARKET: 10},
)
ALONE = (SUMMONER, TRADER, SPENDTHRIFT, SETTLER)
"""Tastes of the base game, in which all players have the same."""
TOGETHER = {
    "whims": (HOARDER, PILGRIM, SUMMONER, SETTLER),
    "artisans": (ARTISAN, HOARDER, SUMMONER, SETTLER, SPENDTHRIFT),
    "both": (HOARDER, ARTISAN, PILGRIM, SUMMONER),
    "doubled": (SPENDTHRIFT, TRADER, SETTLER, SUMMONER),
}
"""Tastes of the other boxes, in which they sit at one table."""


def play(mode: Mode, seed: int) -> Game:
    """A whole game, the same every time."""
    players, expansions, promos, doubled = mode
    game = Game.new(
        players=players, seed=seed, expansions=expansions, promos=promos, doubled=doubled
    )
    box = box_of(game.options)
    if box == "base":
        tastes = [ALONE[seed % len(ALONE)]]
    else:
        tastes = [*TOGETHER[box][seed % len(TOGETHER[box]) :], *TOGETHER[box]]
    random = Random(f"{mode} {seed}")
    while not game.over:
        taste = tastes[game.seat % len(tastes)]
        legal = game.legal()
        takes = isinstance(legal[0], Take) and not game.state.flying
        if takes and not wanted(legal, taste, random) and random.random() < 0.8:
            game.play(move(game, random, taste))
        else:
            game.play(random.choices(legal, [taste.action(action) for action in legal])[0])
    return game


def wanted(legal: Iterable[Action], taste: Taste, random: Random) -> bool:
    """Whether something is rather done before the move."""
    likings = [taste.action(action) for action in legal if not isinstance(action, Take)]
    return max(likings, default=0) >= 10 and random.random() < 0.5


def move(game: Game, random: Random, taste: Taste) -> Action:
    """A whole move: any way to a place that is liked."""
    outcomes = game.outcomes()
    outcome = random.choices(outcomes, [worth(game, outcome, taste) for outcome in outcomes])[0]
    whim = [random.random() for _ in range(64 * len(meeples.TRIBES))]
    _, sow = game.best_sowing(outcome, lambda tile, tribe: whim[6 * tile + tribe])
    return sow


def worth(game: Game, outcome: Outcome, taste: Taste) -> float:
    """How much a player likes to end there; sacred places are for who can pay."""
    state = game.state
    kind = state.land.kinds[outcome.tile]
    here = meeples.of_tribe(state.piles[outcome.tile], outcome.tribe)
    value = 1 + taste.tribes.get(outcome.tribe, 0) + taste.kinds.get(kind, 0)
    if kind == SACRED_PLACE:
        value += 8 * min(2, state.player.elders)
    if outcome.start != outcome.tile and not here:
        value += 6  # a loop
    if here == state.piles[outcome.tile] and not state.controlled >> outcome.tile & 1:
        value += taste.land
    return value


class Tried(NamedTuple):
    """A game that was played: its record and what it shows."""

    box: str
    record: str
    shows: frozenset[str]


def attempt(mode: Mode, seed: int) -> Tried:
    """Play a game and look at it."""
    game = play(mode, seed)
    return Tried(box_of(game.options), game.record(), frozenset(shown(game)))


def try_all() -> dict[str, Tried]:
    """Many games of every mode."""
    turns = [(mode, seed) for mode in MODES for seed in range(SEEDS)]
    with ProcessPoolExecutor() as pool:
        tried = pool.map(attempt, *zip(*turns, strict=True), chunksize=20)
        names = [f"{mode}-{seed}" for mode, seed in turns]
        return dict(zip(names, tried, strict=True))


def choose(tried: dict[str, Tried]) -> list[str]:
    """Few and short games that show everything, and some of every mode."""
    kept: list[str] = []
    for box in EVERYTHING:
        games = {name: game for name, game in tried.items() if game.box == box}
        missing = set(EVERYTHING[box]) if games else set()
        while missing:
            best = max(games, key=lambda name: rank(games[name], missing))
            if not games[best].shows & missing:
                raise SystemExit(f"not found in {len(games)} games of {box}: {sorted(missing)}")
            kept.append(best)
            missing -= games[best].shows
    for mode, number in MODES.items():
        of_mode = [f"{mode}-{seed}" for seed in range(SEEDS)]
        of_mode.sort(key=lambda name: (name not in kept, len(tried[name].record)))
        kept += [name for name in of_mode[:number] if name not in kept]
    return kept


def rank(game: Tried, missing: set[str]) -> tuple[int, int]:
    """More that is new, then shorter."""
    return len(game.shows & missing), -len(game.record)


def main() -> None:
    tried = try_all()
    kept = choose(tried)
    for old in expected.names():
        if not old.startswith("solo-"):
            (expected.HERE / f"{old}.naqala").unlink()
    for name in kept:
        (expected.HERE / f"{name}.naqala").write_text(tried[name].record, encoding="utf-8")
    expected.write()
    print(f"{len(kept)} games, {sum(len(tried[name].record) for name in kept)} characters")


if __name__ == "__main__":
    main()
