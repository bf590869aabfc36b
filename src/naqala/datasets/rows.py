"""The rows of a finished game: a function of the game and the names of its players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from naqala.datasets.tables import DecisionRow, GameRow, Rows, ScoreRow, TurnRow
from naqala.rules.actions import Action, Sow
from naqala.rules.board import NO_TILE, TILE_NAMES
from naqala.rules.errors import BadOptions
from naqala.rules.events import (
    CamelPlaced,
    DjinnTaken,
    DjinnUsed,
    Dropped,
    Event,
    Gathered,
    ItemUsed,
    LastRound,
    RoundStarted,
    Taken,
    TentPlaced,
    TurnEnded,
    TurnStarted,
)
from naqala.rules.expansions import EXPANSIONS
from naqala.rules.game import Game
from naqala.rules.meeples import TRIBE_LETTERS
from naqala.rules.scoring import SOURCES, scores
from naqala.rules.state import Options, State
from naqala.rules.turn import apply

SOLO, BASE, BOTH = "solo", "base", "both"
LOST, NO_MOVE = "lost", "moves"
"""Endings of a game besides `camels`: Yazid wins at once (Y9), and nobody can move (E2)."""
LOST_AT_THE_END = "viziers"
"""The reason for a defeat that is found only when the points are counted (Y13)."""


def rows_of(game: Game, bots: Sequence[str], number: int = 0, faults: Sequence[int] = ()) -> Rows:
    """The rows of a finished game.

    `bots` are the names of the players by seat, `number` is that of the game in its data set, and
    `faults` counts the faults of each player.
    """
    if not game.over:
        raise BadOptions("unfinished_rows")
    start = game.copy()
    start.undo(len(game.history))
    replay = _Replay(number, start.state)
    replay.note(game.opening)
    for played in game.history:
        replay.play(played.action)
    return Rows(
        [replay.game_row()],
        replay.turns,
        replay.decisions,
        list(_score_rows(number, replay.state, bots, faults)),
    )


def mode_of(options: Options) -> str:
    """The short name of the boxes in play."""
    if options.players == 1:
        return SOLO
    if options.expansions == set(EXPANSIONS):
        return BOTH
    return next(iter(options.expansions), BASE)


def ending_of(last_round: str, lost: str) -> str:
    """How a game ended, from the reason for its last round and that for a defeat, if any."""
    if lost not in ("", LOST_AT_THE_END):
        return LOST
    return last_round or NO_MOVE


@dataclass(slots=True)
class _Turn:
    """What happened in a turn so far."""

    round: int
    seat: int
    order: int
    bid: int
    points_before: int | None = None
    """None until the first choice."""
    move: Sow = field(default_factory=lambda: Sow(NO_TILE, ()))
    gathered: int = 0
    claimed: bool = False
    djinns: list[str] = field(default_factory=list)
    powers: int = 0


class _Replay:
    """Plays a game again and collects its rows."""

    def __init__(self, number: int, start: State) -> None:
        self.number = number
        self.state = start
        self.turns: list[TurnRow] = []
        self.decisions: list[DecisionRow] = []
        self.turn: _Turn | None = None
        self.round = start.round
        self.order = 0
        self.last_round = ""

    def play(self, action: Action) -> None:
        """Play one choice of the game."""
        state, turn = self.state, self.turn
        if turn is not None and turn.points_before is None:
            turn.points_before = scores(state)[turn.seat].total
        self.decisions.append(
            DecisionRow(
                game=self.number,
                decision=len(self.decisions),
                turn=None if turn is None else len(self.turns),
                round=self.round,
                seat=state.seat,
                kind=state.pending[-1].keyword,
                legal=len(state.choices),
                choice=state.choices.index(action),
                action=str(action),
            )
        )
        self.note(apply(state, action))
        if state.over and self.turn is not None:
            self._end_turn(self.turn)

    def note(self, events: Iterable[Event]) -> None:
        """Take up what happened."""
        for event in events:
            match event:
                case RoundStarted(number):
                    self.round, self.order = number, 0
                case LastRound(reason=reason):
                    self.last_round = reason
                case TurnStarted(seat, value) if seat < self.state.options.players:  # not Yazid
                    self.turn = _Turn(self.round, seat, self.order, value)
                    self.order += 1
                case TurnEnded() if self.turn is not None:
                    self._end_turn(self.turn)
                case _ if self.turn is not None:
                    _note_in_turn(self.turn, event)

    def _end_turn(self, turn: _Turn) -> None:
        """Add the row of a turn; the state is the one after the choice that ended it."""
        state, move = self.state, turn.move
        totals = [score.total for score in scores(state)]
        points = totals.pop(turn.seat)
        moved = bool(move.drops)
        arrival, tribe = move.drops[-1] if moved else (NO_TILE, None)
        self.turns.append(
            TurnRow(
                game=self.number,
                turn=len(self.turns),
                round=turn.round,
                seat=turn.seat,
                order=turn.order,
                bid=turn.bid if totals else None,
                move=str(move) if moved else None,
                start=TILE_NAMES[move.start] if moved else None,
                arrival=TILE_NAMES[arrival] if moved else None,
                arrival_kind=state.land.kinds[arrival] if moved else None,
                tribe=None if tribe is None else TRIBE_LETTERS[tribe],
                sown=len(move.drops),
                gathered=turn.gathered,
                claimed=turn.claimed,
                djinns=" ".join(turn.djinns),
                powers=turn.powers,
                points_before=points if turn.points_before is None else turn.points_before,
                points=points,
                lead=points - max(totals) if totals else None,
            )
        )
        self.turn = None

    def game_row(self) -> GameRow:
        """The row of the whole game."""
        state, options = self.state, self.state.options
        winners = state.flow.winners(state, [score.total for score in scores(state)])
        lost = state.yazid.lost if state.yazid else ""
        return GameRow(
            game=self.number,
            seed=options.seed,
            players=options.players,
            mode=mode_of(options),
            promos=" ".join(sorted(options.promos)),
            doubled=options.doubled,
            rounds=state.round,
            turns=len(self.turns),
            decisions=len(self.decisions),
            ending=ending_of(self.last_round, lost),
            winner=winners[0] if len(winners) == 1 else None,
            lost=lost or None,
        )


def _note_in_turn(turn: _Turn, event: Event) -> None:
    """Add what happened in a turn, as far as its player did it."""
    match event:
        case Taken(seat, tile) if seat == turn.seat:
            turn.move = Sow(tile, ())
        case Dropped(seat, tile, tribe) if seat == turn.seat:
            turn.move = Sow(turn.move.start, (*turn.move.drops, (tile, tribe)))
        case Gathered(seat, _, _, count) if seat == turn.seat:
            turn.gathered = count
        case CamelPlaced(seat, tile) | TentPlaced(seat, tile) if seat == turn.seat:
            turn.claimed = turn.claimed or tile == (turn.move.drops or ((NO_TILE, 0),))[-1][0]
        case DjinnTaken(seat, djinn) if seat == turn.seat:
            turn.djinns.append(djinn)
        case DjinnUsed(seat) | ItemUsed(seat) if seat == turn.seat:
            turn.powers += 1


def _score_rows(
    number: int, state: State, bots: Sequence[str], faults: Sequence[int]
) -> Iterable[ScoreRow]:
    """The score sheets, from the state at the end of a game."""
    sheets = scores(state)
    totals = [score.total for score in sheets]
    winners = state.flow.winners(state, totals)
    for seat, score in enumerate(sheets):
        yield ScoreRow(
            game=number,
            seat=seat,
            bot=bots[seat],
            **{source: getattr(score, source) for source in SOURCES},
            total=score.total,
            rank=1 + sum(total > score.total for total in totals),
            share=1 / len(winners) if seat in winners else 0.0,
            faults=faults[seat] if faults else 0,
        )
