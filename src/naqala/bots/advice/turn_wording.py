"""The actions of a turn in words: those of an option, and those that were played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from naqala.bots.advice.phrases import uncapitalised
from naqala.rules.actions import Action, End, Kill, Lay, Pass, Sow, Use
from naqala.rules.board import TILE_NAMES
from naqala.rules.game import Game
from naqala.rules.goods import Card
from naqala.rules.state import State
from naqala.text import Catalogue
from naqala.text.choices import meaning, sentence


class Clause(NamedTuple):
    """An action in words."""

    text: str
    begins_with_name: bool = False
    """Whether the text begins with the name of a Djinn, so that its first letter stays large."""


def in_words(game: Game, names: Sequence[str], actions: Sequence[Action], words: Catalogue) -> str:
    """The actions of an option as sentences."""
    found = [clause.text for clause in _clauses(game, names, actions, words)]
    return ". ".join(found) + "."


def played_text(
    game: Game, names: Sequence[str], actions: Sequence[Action], words: Catalogue
) -> str:
    """What the player in turn played, as one sentence."""
    told = words.say("list.semicolon").join(
        clause.text if clause.begins_with_name else uncapitalised(clause.text)
        for clause in _clauses(game, names, actions, words)
    )
    return words.say("advice.played", player=names[game.seat], actions=told)


def _clauses(
    game: Game, names: Sequence[str], actions: Sequence[Action], words: Catalogue
) -> Iterator[Clause]:
    """The actions one by one, without those that only decline or continue; cards in one list."""
    trial = game.copy(history=False)
    laid: list[Card] = []
    for nth, action in enumerate(actions):
        if isinstance(action, Lay):
            laid.append(action.card)
        elif laid:
            yield _laid(words, laid)
            laid = []
        if not isinstance(action, Lay) and (not nth or not isinstance(action, Pass | End)):
            text = _action(words, action, trial.state, names)
            yield Clause(text, isinstance(action, Use))
        trial.play(action)
    if laid:
        yield _laid(words, laid)


def _laid(words: Catalogue, cards: Sequence[Card]) -> Clause:
    names = words.listed(words.cards([card]) for card in cards)
    return Clause(words.say("action.lay", cards=names))


def _action(words: Catalogue, action: Action, state: State, names: Sequence[str]) -> str:
    if isinstance(action, Sow):
        return _sow(words, action)
    if isinstance(action, Kill) and meaning(words, action, state, names).note:
        kill = sentence(words, action, None, names)
        return words.say("advice.in_words_control", action=kill)
    return sentence(words, action, state, names)


def _sow(words: Catalogue, sow: Sow) -> str:
    steps = words.listed(
        words.say("action.step", meeple=words.members(tribe, 1), tile=TILE_NAMES[tile])
        for tile, tribe in sow.drops
    )
    return words.say("advice.in_words_sow", tile=TILE_NAMES[sow.start], steps=steps)
