"""Create the recorded games again: `python -m tests.games.make`, from the root of the repository.

Run it only after an intended change of the rules, and review the differences. The games are random
with a preference for rare events, and only games that show something new are kept. The solo games
come from `make_solo.py` and stay unchanged.
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
"""Every mode except solo, with its minimum number of games."""

Weight = Callable[[Action], float]


@dataclass(frozen=True)
class Style:
    """The preferences of a player: weights of actions and of the ends of moves."""

    action: Weight
    land: float = 4
    """The weight of taking control of a tile."""
    tribes: dict[Tribe, float] = field(default_factory=dict)
    kinds: dict[str, float] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name of this kind of player."""
        return self.action.__name__


def summoner(action: Action) -> float:
    """Prefers Djinns and their powers, most of all Sibittis, who draws Djinns; sells little."""
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
    """Prefers cards and sells large sets."""
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
    """Pays for early turns as long as there is gold."""
    match action:
        case Bid(value=value):
            return 1 + value
        case Buy() | KillInFront() | Use() | UseItem():
            return 10
    return 1


def settler(action: Action) -> float:
    """Prefers tiles."""
    match action:
        case Summon() | Use() | Keep():
            return 5
        case Pass() | End():
            return 0.5
    return 1


def hoarder(action: Action) -> float:
    """Prefers to keep everything."""
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
    """Prefers items and uses them."""
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
SUMMONER = Style(summoner, tribes=COUNCIL)
TRADER = Style(trader, tribes=COUNCIL)
SPENDTHRIFT = Style(spendthrift, tribes=COUNCIL)
SETTLER = Style(settler, land=40, tribes=COUNCIL)
PILGRIM = Style(settler, land=20, tribes=COUNCIL, kinds={BLUE_CITY: 30, RED_CITY: 30, OASIS: 4})
HOARDER = Style(
    hoarder,
    land=15,
    tribes={VIZIERS: 8, ELDERS: 8, MERCHANTS: 15, ARTISANS: 8},
    kinds={BLUE_CITY: 30, RED_CITY: 30, SMALL_MARKET: 8, LARGE_MARKET: 15, VILLAGE: 4},
)
ARTISAN = Style(
    artisan,
    tribes={ARTISANS: 20, ASSASSINS: 8, ELDERS: 6, MERCHANTS: 3},
    kinds={WORKSHOP: 20, SPECIALISED_MARKET: 10},
)
SAME_STYLE = (SUMMONER, TRADER, SPENDTHRIFT, SETTLER)
"""The players of the base game; all players of a game are of the same kind."""
MIXED_STYLES = {
    "whims": (HOARDER, PILGRIM, SUMMONER, SETTLER),
    "artisans": (ARTISAN, HOARDER, SUMMONER, SETTLER, SPENDTHRIFT),
    "both": (HOARDER, ARTISAN, PILGRIM, SUMMONER),
    "doubled": (SPENDTHRIFT, TRADER, SETTLER, SUMMONER),
}
"""The players of the other boxes; those of a game are of different kinds."""


def play(mode: Mode, seed: int) -> Game:
    """Play a whole game; deterministic."""
    players, expansions, promos, doubled = mode
    game = Game.new(
        players=players, seed=seed, expansions=expansions, promos=promos, doubled=doubled
    )
    box = box_of(game.options)
    if box == "base":
        styles = [SAME_STYLE[seed % len(SAME_STYLE)]]
    else:
        styles = [*MIXED_STYLES[box][seed % len(MIXED_STYLES[box]) :], *MIXED_STYLES[box]]
    random = Random(f"{mode} {seed}")
    while not game.over:
        style = styles[game.seat % len(styles)]
        legal = game.legal()
        takes = isinstance(legal[0], Take) and not game.state.flying
        if takes and not acts_first(legal, style, random) and random.random() < 0.8:
            game.play(move(game, random, style))
        else:
            game.play(random.choices(legal, [style.action(action) for action in legal])[0])
    return game


def acts_first(legal: Iterable[Action], style: Style, random: Random) -> bool:
    """Whether to do something else before the move."""
    weights = [style.action(action) for action in legal if not isinstance(action, Take)]
    return max(weights, default=0) >= 10 and random.random() < 0.5


def move(game: Game, random: Random, style: Style) -> Action:
    """A whole move: a random path to a preferred outcome."""
    outcomes = game.outcomes()
    outcome = random.choices(outcomes, [weight(game, outcome, style) for outcome in outcomes])[0]
    whim = [random.random() for _ in range(64 * len(meeples.TRIBES))]
    _, sow = game.best_sowing(outcome, lambda tile, tribe: whim[6 * tile + tribe])
    return sow


def weight(game: Game, outcome: Outcome, style: Style) -> float:
    """The weight of an outcome; sacred places count only for those who can pay."""
    state = game.state
    kind = state.land.kinds[outcome.tile]
    here = meeples.of_tribe(state.piles[outcome.tile], outcome.tribe)
    value = 1 + style.tribes.get(outcome.tribe, 0) + style.kinds.get(kind, 0)
    if kind == SACRED_PLACE:
        value += 8 * min(2, state.player.elders)
    if outcome.start != outcome.tile and not here:
        value += 6  # a loop
    if here == state.piles[outcome.tile] and not state.controlled >> outcome.tile & 1:
        value += style.land
    return value


class Candidate(NamedTuple):
    """A game that was played: its record and what it shows."""

    box: str
    record: str
    shows: frozenset[str]


def attempt(mode: Mode, seed: int) -> Candidate:
    """Play a game and find what it shows."""
    game = play(mode, seed)
    return Candidate(box_of(game.options), game.record(), frozenset(shown(game)))


def try_all() -> dict[str, Candidate]:
    """Play many games of every mode."""
    turns = [(mode, seed) for mode in MODES for seed in range(SEEDS)]
    with ProcessPoolExecutor() as pool:
        tried = pool.map(attempt, *zip(*turns, strict=True), chunksize=20)
        names = [f"{mode}-{seed}" for mode, seed in turns]
        return dict(zip(names, tried, strict=True))


def choose(tried: dict[str, Candidate]) -> list[str]:
    """Choose few, short games that show everything, and some of every mode."""
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


def rank(game: Candidate, missing: set[str]) -> tuple[int, int]:
    """Prefer games that show more that is missing, then shorter ones."""
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
