"""Which rules, cards and rare events a recorded game shows."""

from collections.abc import Iterator

from naqala import Action, Event, Game, Options, State
from naqala.rules import events as e
from naqala.rules import meeples
from naqala.rules.actions import Craft, Kill, Name, PlayFirst, Sell
from naqala.rules.board import NO_TILE, Tile, members
from naqala.rules.djinns import BASE_DJINNS, DJINNS
from naqala.rules.expansions.items import ITEMS
from naqala.rules.expansions.whims import printed_deck
from naqala.rules.land import CITIES, SPECIALISED_MARKET
from naqala.rules.meeples import ARTISANS, ASSASSINS, Pile, Tribe
from naqala.rules.scoring import SOURCES
from naqala.rules.state import NOBODY
from naqala.rules.tribes import TribeAction

PAYING = ("ba'al", "dhenim", "ganapati", "kali", "kandicha", "marid", "monkir", "nekir")
"""The Djinns that count as shown when they bring gold; others when they are used or score."""
ENDS = {
    "ends: camels": "E1: someone placed the last camel",
    "ends: moves": "E2: a player could not move",
    "ends: no move": "E2: no move existed as a new round would begin",
}
BASE = {
    **{f"djinn: {djinn.name}": "D1 to D22" for djinn in BASE_DJINNS},
    "djinn: dhenim": "D23",
    **ENDS,
    **{f"scores: {source}": "E3" for source in SOURCES[:9]},
    "bid without gold": "B5: the cheapest free spot, for all the gold that was left",
    "pushed": "B3: a marker was pushed later",
    "own marker pushed": "B7: with two players, by another one of the same player",
    "twice in a row": "B7: a player acted twice in a row",
    "loop": "M4: the last meeple joined one that was dropped in the same move",
    "no camel left": "M10: a tile was emptied and nobody could take it",
    "far kill": "T5: Fakirs lengthened the way",
    "kill in front": "T5: a Vizier or Elder in front of an opponent",
    "two tiles": "T7: arrival tile and victim's tile came under control in one turn",
    "sale": "A8: a set of three goods or more",
    "two sales": "A8: more than one set in a turn",
    "resources rebuilt": "A9: the resource pile was rebuilt from its discards",
    "djinns rebuilt": "A9, D20: the Djinn pile was rebuilt from its discards",
    "palms out": "A2: the last palm tree was placed",
    "palaces out": "A3: the last palace was placed",
}
SOLO = {
    "solo: survived": "Y13",
    **{f"solo: {reason}": "Y9" for reason in ("assassins", "djinns", "gold")},
    "solo: viziers": "Y13: no more Viziers than Yazid",
    "solo: first": "Y3: the player paid to act before Yazid",
    "solo: named": "Y4: the player named a tile",
}
DOUBLED = {"doubled spot pushed": "C9, B3: a marker was pushed on a value with two spots"}
WHIMS = {
    **{f"whim: {whim.name}": "W9: it was paid" for whim in printed_deck() if not whim.artisans},
    "whim at once": "W6: paid as it was taken",
    "whim later": "W6: paid in a later step or turn of its holder",
    "whim in the turn of another": "W6: paid as an opponent changed the table",
    "whims out": "W8: the last Whim was laid on a city",
    "scores: cities": "W4",
    "djinn: ganapati": "D24",
    "djinn: kali": "D25",
    "lake: palms": "W3: a palm tree at the great lake counted twice",
    "lake: palaces": "W3: a palace at the great lake counted twice",
    **{f"cities: {number}": "W4: so many belonged to one player" for number in (1, 2, 3, 4, 5)},
    **DOUBLED,
}
ARTISANS_BOX = {
    **{f"item: {item.name}": "N11, I1 to I7: used, or kept to the end" for item in ITEMS.values()},
    "items to choose from": "N5: several were drawn, one was kept",
    "items rebuilt": "N5: the pile of items was rebuilt from its discards",
    "far flight": "I1: the carpet flew over more than one step",
    "five to the flute": "I3: as many as can be gathered",
    "tile of the scimitar": "I4: a tile that it emptied came under control",
    "craft artisan": "N6: an item for an Artisan",
    "craft fakirs": "N6: an item for two Fakirs",
    "specialised market": "N7: a card of the whole row",
    "tent": "N8: the tent took a tile",
    "ends: tent": "N8, E1: the tent was the last piece",
    "artisan killed in front": "N10: an Artisan in front of an opponent",
    "kandicha wins an artisan": "D28: and the item of that Artisan",
    "djinn: geb": "D26",
    "djinn: ptah": "D27",
    **{f"scores: {source}": "N8, N9, N11" for source in ("artisans", "items", "tent")},
    **DOUBLED,
}
EVERYTHING: dict[str, dict[str, str]] = {
    "base": BASE,
    "solo": SOLO,
    "doubled": DOUBLED,
    "whims": WHIMS,
    "artisans": ARTISANS_BOX,
    "both": {
        **{f"whim: {whim.name}": "W9: it was paid" for whim in printed_deck() if whim.artisans},
        **{f"scores: {source}": "E3, W4, N8, N9, N11" for source in SOURCES},
        **DOUBLED,
    },
}
"""What the games of each box must show together, with the rule for each."""


def box_of(options: Options) -> str:
    """The key of a game in EVERYTHING."""
    if options.players == 1:
        return "solo"
    if options.doubled:
        return "doubled"
    return "both" if len(options.expansions) > 1 else next(iter(options.expansions), "base")


def shown(record: Game) -> set[str]:
    """What a finished game shows; it must have started from the set-up."""
    options = record.options
    game = Game.new(
        players=options.players,
        seed=options.seed,
        expansions=options.expansions,
        promos=options.promos,
        doubled=options.doubled,
    )
    found: set[str] = set()
    turn = Turn()
    for entry in record.history:
        found.update(from_choices(game.state))
        found.update(turn.from_action(entry.action))
        piles = game.state.piles[:]
        for event in game.play(entry.action):
            found.update(from_event(event))
            found.update(turn.from_event(event, piles, game.state))
    found.update(from_end(game))
    found.update(from_land(game.state))
    return found


class Turn:
    """Collects what depends on more than one event of a turn."""

    def __init__(self) -> None:
        self.begin(NOBODY)

    def begin(self, seat: int) -> None:
        self.seat = seat
        self.sales = 0
        self.emptied: list[Pile] = []
        self.at = self.arrival = self.kill_tile = NO_TILE
        self.tribe: Tribe | None = None
        self.took_arrival = self.has_won_artisan = False
        self.gathered = self.to_slay = 0
        self.slain: set[Tile] = set()
        """The tiles where the scimitar has killed."""
        self.last: Event | None = None

    def from_action(self, action: Action) -> Iterator[str]:
        match action:
            case Sell():
                self.sales += 1
                if self.sales > 1:
                    yield "two sales"
            case Kill(fakirs=fakirs) if fakirs:
                yield "far kill"
            case Craft():
                yield str(action)
            case PlayFirst():
                yield "solo: first"
            case Name():
                yield "solo: named"

    def from_event(self, event: Event, piles: list[Pile], state: State) -> Iterator[str]:
        """`piles` is the board before the action that caused the event, `state` is after it."""
        match event:
            case e.RoundStarted():
                self.begin(NOBODY)
            case e.TurnStarted(seat):
                if seat == self.seat:
                    yield "twice in a row"
                self.begin(seat)
            case e.Taken(_, tile, _):
                self.at = tile
                self.emptied = piles
                self.emptied[tile] = 0
            case e.Dropped(_, tile, _):
                if tile not in state.land.grid.neighbours[self.at]:
                    yield "far flight"
                self.at = tile
            case e.Gathered(seat, tile, tribe, _):
                self.arrival, self.tribe = tile, tribe
                yield from self.from_landing(seat, state)
            case e.Killed(_, tile, None, _) if tile is not None:
                if self.to_slay:
                    self.to_slay -= 1
                    self.slain.add(tile)
                else:
                    self.kill_tile = tile
            case e.CamelPlaced(_, tile, _) | e.TentPlaced(_, tile):
                if tile in self.slain:
                    yield "tile of the scimitar"
                elif tile == self.arrival:
                    self.took_arrival = True
                elif tile == self.kill_tile and self.took_arrival:
                    yield "two tiles"
            case e.Collected(_, tribe, _) if (tribe, self.tribe) == (ARTISANS, ASSASSINS):
                self.has_won_artisan = True
            case e.ItemKept() if self.has_won_artisan:
                yield "kandicha wins an artisan"
            case e.ItemUsed(_, "scimitar"):
                self.to_slay = 2
            case e.MeepleMoved():
                self.gathered += 1
                if self.gathered == 5:
                    yield "five to the flute"
            case e.WhimPaid(seat, _) if seat != self.seat:
                yield "whim in the turn of another"
            case e.WhimPaid(seat, whim):
                taken = e.WhimTaken(seat, self.arrival, whim)
                yield "whim at once" if self.last == taken else "whim later"
            case e.LastRound(_, "camels") if isinstance(self.last, e.TentPlaced):
                yield "ends: tent"
            case e.Pushed(_, _, spot) if state.track[spot]:
                yield "doubled spot pushed"
        if not isinstance(event, e.GoldGained):
            self.last = event

    def from_landing(self, seat: int, state: State) -> Iterator[str]:
        tile = self.arrival
        if self.tribe is None or not meeples.count(self.emptied[tile], self.tribe):
            yield "loop"
        is_free = not (state.piles[tile] or state.controlled >> tile & 1)
        player = state.players[seat]
        if is_free and not player.camels and not player.tents:
            yield "no camel left"


def from_choices(state: State) -> Iterator[str]:
    """Boaz counts as shown if he prevented a kill (D4)."""
    top = state.pending[-1]
    if isinstance(top, TribeAction) and top.tribe == ASSASSINS:
        for seat, player in enumerate(state.players):
            if seat != state.seat and player.council and DJINNS["boaz"] in player.djinns:
                yield "djinn: boaz"


def from_event(event: Event) -> Iterator[str]:
    match event:
        case e.DjinnUsed(_, djinn):
            yield f"djinn: {djinn}"
        case e.GoldGained(_, _, source) if source in PAYING:
            yield f"djinn: {source}"
        case e.GoldPaid(_, _, purpose) if purpose == SPECIALISED_MARKET:
            yield purpose
        case e.BidPlaced(_, value, _, paid, fakirs):
            if fakirs:
                yield "djinn: kumarbi"
            elif paid < value:
                yield "bid without gold"
        case e.Pushed(seat, by):
            yield "own marker pushed" if seat == by else "pushed"
        case e.Killed(_, _, victim, pile) if victim is not None:
            yield "artisan killed in front" if meeples.count(pile, ARTISANS) else "kill in front"
        case e.Sold(_, cards) if len(cards) >= 3:
            yield "sale"
        case e.WhimPaid(_, whim):
            yield f"whim: {whim}"
        case e.ItemsDrawn(_, _, number) if number > 1:
            yield "items to choose from"
        case e.ItemUsed(_, item):
            yield f"item: {item}"
        case e.TentPlaced():
            yield "tent"
        case e.PileRebuilt(pile, _):
            yield f"{pile} rebuilt"
        case e.LastRound(_, reason):
            yield f"ends: {reason}"


def from_end(game: Game) -> Iterator[str]:
    state = game.state
    if state.yazid:
        yield f"solo: {state.yazid.lost or 'survived'}"
    elif not state.last_round:
        yield "ends: no move"
    if not state.palms_left:
        yield "palms out"
    if not state.palaces_left:
        yield "palaces out"
    if state.whims and not state.whims.deck:
        yield "whims out"
    for player in state.players:
        for djinn in player.djinns:
            if djinn.score(state, player):
                yield f"djinn: {djinn.name}"
        for item in player.items:
            if item.points:
                yield f"item: {item.name}"
    for score in game.scores():
        yield from (f"scores: {source}" for source in SOURCES if getattr(score, source))


def from_land(state: State) -> Iterator[str]:
    """Pieces at the great lake and sets of cities (W3, W4)."""
    cities = state.land.of_kind(*CITIES)
    for player in state.players:
        if number := (player.tiles & cities).bit_count():
            yield f"cities: {number}"
        shore: list[Tile] = list(members(player.tiles & state.land.at_lake()))
        if any(state.palms[tile] for tile in shore):
            yield "lake: palms"
        if any(state.palaces[tile] for tile in shore):
            yield "lake: palaces"
