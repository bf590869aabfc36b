"""What cannot be set up or read, told in the language of the player, not of the rules."""

from __future__ import annotations

import re

from naqala.rules import meeples
from naqala.rules.actions import DROPS, TAKES, Action, Sow, Take
from naqala.rules.board import TILE_NAMES
from naqala.rules.chance import SEED_LIMIT
from naqala.rules.djinns import PROMOS
from naqala.rules.errors import NaqalaError
from naqala.rules.events import Dropped, Gathered, Taken
from naqala.rules.game import Game
from naqala.rules.notation import parse_action
from naqala.rules.setup import EXPANSIONS, NAME_LENGTH, WHIMS
from naqala.rules.state import Options
from naqala.rules.turn import Sowing
from naqala.text.words import Words, spaced

MOST_LETTERS = 40
"""How much is repeated of what was typed."""


def brief(text: str, most: int = MOST_LETTERS) -> str:
    """What somebody typed, short and plain enough to be repeated."""
    plain = "".join(sign if sign.isprintable() else "?" for sign in text)
    return plain if len(plain) <= most else f"{plain[:most]}…"


def of_options(options: Options, words: Words) -> str:
    """The first thing that is wrong with the options, as the rules look for it."""
    players, boxes, promos = options.players, options.expansions, options.promos
    say = words.say
    if unknown := ", ".join(sorted(boxes - set(EXPANSIONS))):
        return say("refused.expansion", unknown=brief(unknown), known=words.listed(EXPANSIONS))
    if unknown := ", ".join(sorted(promos - PROMOS.keys())):
        return say("refused.promo", unknown=brief(unknown), known=words.listed(PROMOS))
    if not 1 <= players <= 5:
        return say("refused.players", number=players)
    if players == 5 and not boxes:
        return say("refused.five")
    if players == 1 and boxes:
        return say("refused.solo_boxes")
    if not 0 <= options.seed < SEED_LIMIT:
        return say("refused.seed", seed=options.seed)
    if options.doubled and players != 4:
        return say("refused.doubled")
    if options.whims and WHIMS not in boxes:
        return say("refused.deck_alone")
    if options.names and len(options.names) != players:
        names = words.say("refused.names", count=len(options.names))
        return say("refused.too_many", names=names, count=players)
    for name in options.names:
        if not name or len(name) > NAME_LENGTH or name != name.strip() or not name.isprintable():
            return say("refused.name", most=NAME_LENGTH, name=brief(name))
    return ""


def of_record(error: Exception, text: str, file: str, words: Words) -> str:
    """What is wrong with a file that should hold a game, and in which line."""
    told = str(error)
    if cut := re.search(r"promises (\d+) actions and holds (\d+)", told):
        return words.say("refused.cut", file=file, promised=cut[1], held=cut[2])
    if "played by other rules" in told:
        return words.say("refused.other_rules", file=file)
    line = re.match(r"line (\d+)", told)
    if line is None or "first line must be" in told:
        if re.search(r"not 'naqala (record|position) [^ ]+'$", told):
            return words.say("refused.other_version", file=file)
        return words.say("refused.no_game", file=file)
    lines = text.split("\n")
    wrong = brief(lines[int(line[1]) - 1].strip())
    return words.say("refused.line", file=file, number=line[1], line=wrong)


def of_deck(error: Exception, file: str, words: Words) -> str:
    """What is wrong with a file that should hold a deck of Whims, and with which card."""
    told = str(error)
    if line := re.search(r"at line (\d+)", told):
        return words.say("refused.deck_line", file=file, number=line[1])
    if card := re.match(r"Whim '?([^':]+)'?(?::| is not)", told):
        return words.say("refused.deck_card", file=file, card=card[1])
    if twice := re.match(r"two Whims are called '([^']+)'", told):
        return words.say("refused.deck_twice", file=file, card=twice[1])
    return words.say("refused.deck", file=file)


def of_action(line: str, game: Game, words: Words) -> str:
    """Why a line is no choice now, without a full stop."""
    try:
        action = parse_action(line)
    except NaqalaError:
        action = None
    if isinstance(action, Sow):
        return of_sow(action, game, words).rstrip(".")
    return words.say("server.not_offered", action=brief(line))


def of_sow(sow: Sow, game: Game, words: Words) -> str:
    """Which step of a whole move cannot be: it is played on a copy as far as it goes."""
    trial = game.copy(history=False)
    steps: list[Action] = [TAKES[sow.start], *(DROPS[tile][tribe] for tile, tribe in sow.drops)]
    done: list[Action] = []
    hand = 0
    if trial.state.pending and isinstance(top := trial.state.pending[-1], Sowing):
        done = [TAKES[top.start], *(DROPS[tile][tribe] for tile, tribe in top.path)]
    while True:
        wrong = next((n for n, (a, b) in enumerate(zip(done, steps, strict=False)) if a != b), None)
        if wrong is not None:
            told, forced = _step(steps[wrong]), _step(done[wrong])
            return words.say("refused.forced", step=told, forced=forced)
        if len(done) >= len(steps):
            if trial.state.pending and isinstance(top := trial.state.pending[-1], Sowing):
                hand = top.hand
            letters = spaced(hand) if hand and meeples.size(hand) else "…"
            return words.say("refused.left", step=_step(done[-1]), pile=letters)
        step = steps[len(done)]
        if step not in trial.legal():
            if isinstance(step, Take):
                return words.say("refused.start", tile=TILE_NAMES[step.tile])
            return words.say("refused.step", step=_step(step), number=len(done))
        for event in trial.play(step):
            if isinstance(event, Taken):
                done.append(TAKES[event.tile])
            elif isinstance(event, Dropped):
                done.append(DROPS[event.tile][event.tribe])
            elif isinstance(event, Gathered):
                if len(done) < len(steps):
                    return words.say("refused.ends", step=_step(done[-1]))
                break


def _step(action: Action) -> str:
    """A step as it stands in a line: `c3` or `d3W`."""
    return str(action).partition(" ")[2]
