"""A line of play that somebody explores: from the start of a text to one position, and back."""

from __future__ import annotations

from collections.abc import Sequence

from naqala.rules import visible_scores
from naqala.rules.actions import Action
from naqala.rules.board import TILE_NAMES
from naqala.rules.errors import NaqalaError
from naqala.rules.events import BidPlaced, Event, Gathered, Taken, TurnEnded
from naqala.rules.game import Game
from naqala.rules.notation.actions import parse_action
from naqala.rules.notation.record import parse_record
from naqala.rules.state import State
from naqala.tables.errors import Refusal
from naqala.tables.log.initial_game import MOST_STEPS, canonical, is_record, parse_opening
from naqala.tables.protocol.messages import ExploredStep
from naqala.text import Catalogue
from naqala.text.choices import meaning

RESULT = "result"
"""The tag of a record that is wrong as soon as another action is played."""


class ExploredLine:
    """The game of a line, and its actions in the form in which they were sent."""

    def __init__(self, start: Game, comment: str = "") -> None:
        """Begin a line with a game without actions; `comment` is that of the record."""
        self.game = start
        self.comment = comment
        self.steps: list[ExploredStep] = []
        self._turns = [0]
        """How many turns and bids had ended at the start and after each step."""

    @classmethod
    def read(cls, text: str, words: Catalogue) -> ExploredLine:
        """The line of a record or a position; Refusal if it cannot be read."""
        canonical(text)  # checks the size before anything else is done with it
        game = parse_opening(text)
        game.undo(len(game.history))
        game.comments.clear()
        if not is_record(text):
            return cls(game)
        game.tags.pop(RESULT, None)
        record = parse_record(text)
        line = cls(game, record.comments.get(0, ""))
        for nth, each in enumerate(record.actions, 1):
            line.play(str(each.action), words, record.comments.get(nth, ""))
        return line

    def copy(self) -> ExploredLine:
        """An independent copy."""
        twin = ExploredLine(self.game.copy(), self.comment)
        twin.steps, twin._turns = self.steps[:], self._turns[:]
        return twin

    def cut(self, kept: int) -> None:
        """Keep only so many steps."""
        if kept < len(self.steps):
            moment = self.steps[kept - 1].moment if kept else 0
            self.game.undo(len(self.game.history) - moment)
            del self.steps[kept:]
            del self._turns[kept + 1 :]

    def check_length(self) -> None:
        """Refuse another action if the line is too long."""
        if len(self.game.history) >= MOST_STEPS:
            raise Refusal("explored_too_far", most=MOST_STEPS)

    def play(self, text: str, words: Catalogue, comment: str = "") -> None:
        """Play an action; Refusal if it is not legal or the line is too long."""
        self.check_length()
        game, before, seat = self.game, self.game.state.copy(), self.game.seat
        points = visible_scores.own_score(before, seat).total
        try:
            action = parse_action(text)
            events = game.play(action)
        except NaqalaError as error:
            raise Refusal("bad_step", number=len(self.steps) + 1, reason=error) from None
        self.steps.append(
            ExploredStep(
                action=str(action),
                seat=seat,
                round=before.round,
                turn=self._turns[-1],
                label=label(action, before, events, words, game.options.names),
                moment=len(game.history),
                points=visible_scores.own_score(game.state, seat).total - points,
                comment=comment,
            )
        )
        ended = sum(isinstance(event, (BidPlaced, TurnEnded)) for event in events)
        self._turns.append(self._turns[-1] + ended)


def label(
    action: Action, before: State, events: Sequence[Event], words: Catalogue, names: Sequence[str]
) -> str:
    """What an action does, in a few words: a move as its ends and what it gathers."""
    gathered = next((each for each in events if isinstance(each, Gathered)), None)
    taken = next((each for each in events if isinstance(each, Taken)), None)
    if gathered and taken:
        return words.say(
            "explored.move",
            start=TILE_NAMES[taken.tile],
            tile=TILE_NAMES[gathered.tile],
            meeples=words.members(gathered.tribe, gathered.count),
        )
    return meaning(words, action, before, names).text
