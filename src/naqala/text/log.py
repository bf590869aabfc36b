"""The lines of the log: one for every event."""

from collections.abc import Callable, Sequence

from naqala.rules.board import TILE_NAMES
from naqala.rules.events import (
    Bagged,
    BidPlaced,
    CamelPlaced,
    CardDrawn,
    CardsTaken,
    Collected,
    DjinnsDiscarded,
    DjinnsDrawn,
    DjinnsRefilled,
    DjinnTaken,
    DjinnUsed,
    Dropped,
    Event,
    FakirsDiscarded,
    GameOver,
    Gathered,
    GoldGained,
    GoldPaid,
    Killed,
    LastRound,
    MeeplesDrawn,
    PalacePlaced,
    PalmPlaced,
    PileRebuilt,
    RoundStarted,
    RowRefilled,
    Sold,
    Taken,
    TurnEnded,
    TurnStarted,
)
from naqala.text.words import Words, spaced

Values = dict[str, object]
"""What fills the placeholders of a message."""


def line(words: Words, event: Event, players: Sequence[str], you: int | None) -> str:
    """What happened, in a sentence that begins with the player who did it."""
    if isinstance(event, GameOver):
        return _game_over(words, event, players, you)

    def called(seat: int) -> str:
        return words.say("word.you") if seat == you else players[seat]

    variant, values = _details(words, event, called)
    key = f"event.{type(event).__name__}{variant}"
    seat: int | None = getattr(event, "seat", None)
    if seat is not None:
        key += ".you" if seat == you else ".they"
        values["player"] = players[seat]
    return words.say(key, **values)


def _details(words: Words, event: Event, called: Callable[[int], str]) -> tuple[str, Values]:
    """Which variant of its message an event needs, and the values beside the player."""
    match event:
        case RoundStarted(number=number, order=order):
            names = words.say("list.comma").join(called(seat) for seat in order)
            return "", {"number": number, "order": names}
        case BidPlaced(value=value, paid=paid):
            variant = ".full" if paid == value else ".cheaper"
            return variant, {"value": value, "gold": words.gold(paid)}
        case TurnStarted(value=value):
            return "", {"value": value}
        case Taken(tile=tile, pile=pile):
            return "", {"tile": TILE_NAMES[tile], "pile": spaced(pile)}
        case Dropped(tile=tile, tribe=tribe):
            return "", {"tile": TILE_NAMES[tile], "meeple": words.members(tribe, 1)}
        case Gathered(tile=tile, tribe=tribe, count=count):
            return "", {"tile": TILE_NAMES[tile], "meeples": words.members(tribe, count)}
        case CamelPlaced(tile=tile, left=left):
            camels_left = words.say("count.camels_left", count=left)
            return "", {"tile": TILE_NAMES[tile], "camels_left": camels_left}
        case Collected(tribe=tribe, count=count):
            return "", {"meeples": words.members(tribe, count)}
        case Bagged(pile=pile):
            return "", {"meeples": words.meeples(pile)}
        case GoldGained(amount=amount, source=source):
            return "", {"gold": words.gold(amount), "source": words.purpose(source)}
        case GoldPaid(amount=amount, purpose=purpose):
            return "", {"gold": words.gold(amount), "purpose": words.purpose(purpose)}
        case FakirsDiscarded(count=count):
            return "", {"fakirs": words.fakirs(count)}
        case CardsTaken(cards=cards) | Sold(cards=cards):
            return "", {"cards": words.cards(cards)}
        case CardDrawn(card=card):
            hidden = words.say("word.hidden_card")
            return "", {"card": hidden if card is None else words.cards([card])}
        case Killed(tile=tile, victim=victim, pile=pile):
            dead = words.meeples(pile)
            if victim is not None:
                return ".in_front", {"meeples": dead, "victim": called(victim)}
            return ".on_tile", {"meeples": dead, "tile": "" if tile is None else TILE_NAMES[tile]}
        case PalmPlaced(tile=tile) | PalacePlaced(tile=tile):
            return "", {"tile": TILE_NAMES[tile]}
        case DjinnTaken(djinn=djinn, from_row=from_row):
            return ".from_row" if from_row else ".from_pile", {"djinn": words.djinn(djinn)}
        case DjinnUsed(djinn=djinn):
            return "", {"djinn": words.djinn(djinn)}
        case DjinnsDrawn(djinns=djinns) | DjinnsDiscarded(djinns=djinns):
            return "", {"djinns": words.djinns(djinns)}
        case DjinnsRefilled(djinns=djinns):
            return "", {"djinns": words.djinns(djinns)}
        case MeeplesDrawn(tile=tile, pile=pile):
            return "", {"tile": TILE_NAMES[tile], "meeples": words.meeples(pile)}
        case TurnEnded(moved=moved):
            return ".moved" if moved else ".stuck", {}
        case PileRebuilt(pile=name, size=size):
            return f".{name}", {"cards": words.say("count.cards", count=size)}
        case RowRefilled(cards=cards):
            return "", {"cards": words.say("list.comma").join(map(words.card, cards))}
        case LastRound(reason=reason):
            return f".{reason}", {}
    return "", {}


def _game_over(words: Words, event: GameOver, players: Sequence[str], you: int | None) -> str:
    """Who has won, and every score."""
    if len(event.winners) > 1:
        form = "shared"
    else:
        form = "you" if event.winners[0] == you else "they"
    scores = (f"{name} {score}" for name, score in zip(players, event.scores, strict=True))
    return words.say(
        f"event.GameOver.{form}",
        winners=words.listed(
            words.say("word.you") if seat == you else players[seat] for seat in event.winners
        ),
        points=words.points(max(event.scores)),
        scores=words.say("list.comma").join(scores),
    )
