"""What everybody at a table sees: the board, the players, the rows, the pending decision.

A scene is made from the `View` of a spectator, which has no field for any secret, and from score
sheets without the secret sources of points. What belongs to one seat alone is in `private`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from msgspec import structs

from naqala.rules import goods, meeples, visible_scores
from naqala.rules.board import NO_TILE, TILE_NAMES, members
from naqala.rules.decisions import Decision
from naqala.rules.expansions import WHIMS
from naqala.rules.expansions.whims import Whim, whims_of
from naqala.rules.game import Game
from naqala.rules.goods import CARD_NAMES, CARD_OF_NAME, Card, Hand
from naqala.rules.land import Land as RulesLand
from naqala.rules.meeples import TRIBE_LETTERS, Pile
from naqala.rules.named_cards import NamedCard
from naqala.rules.scoring import Score
from naqala.rules.state import NOBODY, Options
from naqala.rules.view import PlayerView, View, player_view, view
from naqala.rules.yazid import YAZID, Yazid, dearest_strike
from naqala.tables.protocol.types import (
    Asked,
    ClockScene,
    Land,
    LandTile,
    PlayerScene,
    Scene,
    ScoreSheet,
    TileScene,
    WhimCard,
    YazidScene,
)
from naqala.tables.views.strike import past_strikes, strike


def land(ground: RulesLand) -> Land:
    """The board at the start of the game; it never changes."""
    grid = ground.grid
    return Land(
        columns=grid.columns,
        rows=grid.rows,
        tiles=tuple(
            LandTile(
                TILE_NAMES[tile],
                ground.kinds[tile],
                ground.points[tile],
                bool(ground.blue >> tile & 1),
            )
            for tile in grid.tiles
        ),
        walls=tuple((TILE_NAMES[low], TILE_NAMES[high]) for low, high in sorted(grid.walls)),
        holes=tuple(TILE_NAMES[tile] for tile in members(grid.holes)),
        lake="" if ground.lake == NO_TILE else TILE_NAMES[ground.lake],
    )


def whim_cards(options: Options) -> tuple[WhimCard, ...]:
    """The deck of Whims in play: which cards are still to come is not a secret."""
    if WHIMS not in options.expansions:
        return ()
    return tuple(
        WhimCard(whim.name, whim.gold, whim.measure, whim.least) for whim in whims_of(options)
    )


def scene(
    game: Game,
    clock: ClockScene | None = None,
    *,
    revealed: bool = False,
    scores: Sequence[Score] | None = None,
) -> Scene:
    """The game as everybody sees it; with all hands open after the end, or where `revealed`.

    Pass the `scores` of the game if you have them already.
    """
    state = game.state
    public = view(state, NOBODY)
    if revealed or state.over:
        players = tuple(player_view(player, known=True) for player in state.players)
        public = public._replace(players=players)
    sheets = [
        sheet(score, public.options, hidden=player.gold is None)
        for score, player in zip(scores or game.scores(), public.players, strict=True)
    ]
    yazid = _yazid(game, public.yazid) if public.yazid else None
    winners = game.winners if state.over else ()
    return _scene(public, sheets, len(game.history), yazid, winners, clock)


def _scene(
    public: View,
    sheets: Sequence[ScoreSheet],
    actions: int,
    yazid: YazidScene | None,
    winners: tuple[int, ...],
    clock: ClockScene | None,
) -> Scene:
    return Scene(
        actions=actions,
        round=public.round,
        tiles=_tiles(public),
        players=tuple(map(_player, public.players, sheets)),
        row=cards(public.row),
        deck=public.deck_size,
        discards=counted(public.discards),
        djinn_row=named(public.djinn_row),
        djinn_deck=len(public.djinn_deck),
        djinn_discards=named(public.djinn_discards),
        bag=pile(public.bag),
        palms_left=public.palms_left,
        palaces_left=public.palaces_left,
        track=public.track,
        spots=public.spots,
        bid_order=public.bid_order,
        next_order=public.next_order,
        asked=asked(public.seat, public.pending[-1])
        if public.pending and not public.over
        else None,
        yazid=yazid,
        unseen_cards=counted(public.unseen),
        item_discards=named(public.item_discards),
        last_round=public.last_round,
        over=public.over,
        winners=winners,
        clock=clock,
    )


def _tiles(public: View) -> tuple[TileScene, ...]:
    owned = [player.tiles for player in public.players]
    if public.yazid:
        owned.insert(YAZID, public.yazid.tiles)
    owners = {tile: seat for seat, tiles in enumerate(owned) for tile in members(tiles)}
    tents = {player.tent for player in public.players}
    whims = {tile: whim.name for tile, whim in public.city_whims}
    piles, palms, palaces = public.piles, public.palms, public.palaces
    return tuple(
        [
            TileScene(
                pile(piles[tile]),
                owners.get(tile, NOBODY),
                tile in tents,
                palms[tile],
                palaces[tile],
                whims.get(tile, ""),
            )
            for tile in public.land.grid.tiles
        ]
    )


def _player(player: PlayerView, score: ScoreSheet) -> PlayerScene:
    return PlayerScene(
        score=score,
        viziers=player.viziers,
        elders=player.elders,
        artisans=player.artisans,
        camels=player.camels,
        tents=player.tents,
        cards=player.cards,
        items=player.item_count,
        whims=player.whim_count,
        djinns=named(player.djinns),
        used=named(player.used),
        paid_whims=named(player.paid_whims),
        gold=player.gold,
        hand=hand(player.hand or 0),
        kept=named(player.items or ()),
    )


def opened(shown: Scene, mine: View) -> Scene:
    """A scene in which the cards and gold of one player lie open, for that player."""
    seat = mine.viewer
    score = sheet(visible_scores.known_scores(mine)[seat], mine.options, hidden=False)
    player = _player(mine.players[seat], score)
    players = (*shown.players[:seat], player, *shown.players[seat + 1 :])
    return structs.replace(shown, players=players)


def _yazid(game: Game, his: Yazid) -> YazidScene:
    """Yazid plays against one person, who has no secrets from anybody."""
    return YazidScene(
        camels=his.camels,
        viziers=his.viziers,
        elders=his.elders,
        assassins=his.assassins,
        fakirs=his.fakirs,
        djinns=named(his.djinns),
        dearest=dearest_strike(game.state).gold,
        dice=his.dice,
        struck=his.struck,
        acted=his.acted,
        lost=his.lost,
        strike=strike(game),
        past_strikes=past_strikes(game),
    )


def asked(seat: int, decision: Decision) -> Asked:
    """The pending decision, as everybody sees it."""
    shown = {fact: ASKED[fact](getattr(decision, fact)) for fact in decision.facts if fact in ASKED}
    return Asked(seat, type(decision).__name__, **shown)


def sheet(score: Score, options: Options, *, hidden: bool) -> ScoreSheet:
    """Points by source; `hidden` leaves out what only their owner can count."""
    names = visible_scores.sources(options, hidden=hidden)
    sources = {source: getattr(score, source) for source in names}
    return ScoreSheet(sum(sources.values()), sources, hidden)


@lru_cache(maxsize=1 << 14)
def pile(there: Pile) -> str:
    """The letters of a pile; empty for an empty tile. Piles repeat on every tile of every scene."""
    return meeples.letters(there) if there else ""


def cards(shown: tuple[Card, ...]) -> tuple[str, ...]:
    """The names of cards."""
    return tuple([CARD_NAMES[card] for card in shown])


@lru_cache(maxsize=1 << 12)
def hand(held: Hand) -> tuple[str, ...]:
    """The names of the cards of a hand, which most choices leave as it is."""
    return cards(goods.members(held))


def named(shown: tuple[NamedCard | Whim, ...]) -> tuple[str, ...]:
    """The names of Djinns, items or Whims."""
    return tuple([card.name for card in shown]) if shown else ()


def counted(held: Hand) -> dict[str, int]:
    """How many there are of each card."""
    return {
        name: number for name, card in CARD_OF_NAME.items() if (number := goods.count(held, card))
    }


ASKED: dict[str, Callable[[Any], Any]] = {
    "tile": TILE_NAMES.__getitem__,
    "tribe": TRIBE_LETTERS.__getitem__,
    "count": int,
    "hand": pile,
    "start": TILE_NAMES.__getitem__,
    "path": lambda path: tuple([TILE_NAMES[tile] + TRIBE_LETTERS[tribe] for tile, tribe in path]),
    "djinns": named,
    "cards": cards,
}
"""How `Asked` writes each fact of a decision that everybody may see; the others are not here."""
