"""The lines of the log: one for every event."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from naqala.rules.board import TILE_NAMES
from naqala.rules.events import (
    Bagged,
    BidPlaced,
    CamelMoved,
    CamelPlaced,
    Captured,
    CardDrawn,
    CardsTaken,
    Collected,
    DiceRolled,
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
    ItemKept,
    ItemsDiscarded,
    ItemsDrawn,
    ItemUsed,
    Killed,
    LastRound,
    Lost,
    MeepleMoved,
    MeeplesDrawn,
    PalacePlaced,
    PalmPlaced,
    PileRebuilt,
    RoundStarted,
    RowDiscarded,
    RowRefilled,
    Sold,
    Taken,
    TentPlaced,
    TurnEnded,
    TurnStarted,
    WhimPaid,
    WhimsDealt,
    WhimTaken,
)
from naqala.rules.expansions.whims import Whim
from naqala.text.words import Words

Values = dict[str, object]
"""The values for the placeholders of a message."""


def line(
    words: Words,
    event: Event,
    players: Sequence[str],
    you: int | None,
    whims: Sequence[Whim] = (),
) -> str:
    """What happened, in a sentence that begins with the player who did it.

    `whims` is the deck of Whims in play, if it is not that of the package.
    """
    solo = len(players) == 1
    if isinstance(event, GameOver):
        ending = _solo_over if solo else _game_over
        return ending(words, event, players, you)
    seat: int | None = getattr(event, "seat", None)
    mine = seat is not None and seat == you
    if isinstance(event, _NOT_CACHED):

        def name_of(seat: int) -> str:
            return words.say("word.you") if seat == you else words.name(seat, players)

        def whim(name: str) -> str:
            return words.whim(name, whims)

        sentence = _sentence(words, event, name_of, whim, mine=mine, solo=solo)
    else:
        sentence = _cached_sentence(words, event, mine, solo)
    return sentence if seat is None else sentence.replace(PLAYER, words.name(seat, players))


PLAYER = "\0"
"""A placeholder for the name of the player in cached sentences."""
_NOT_CACHED = (RoundStarted, Killed, WhimsDealt, WhimTaken, WhimPaid)
"""The events whose sentence names other players, or Whims of the deck in play."""


@lru_cache(maxsize=1 << 9)
def _cached_sentence(words: Words, event: Event, mine: bool, solo: bool) -> str:
    """The sentence of an event that names no other player and no Whim."""
    return _sentence(words, event, str, str, mine=mine, solo=solo)


def _sentence(
    words: Words,
    event: Event,
    name_of: Callable[[int], str],
    whim: Callable[[str], str],
    *,
    mine: bool,
    solo: bool,
) -> str:
    """The sentence for the player (`mine`) or for the others, with PLAYER for the name."""
    variant, values = _details(words, event, name_of, whim)
    if isinstance(event, RoundStarted | TurnStarted) and solo:
        variant = ".solo"
    key = f"event.{type(event).__name__}{variant}"
    if hasattr(event, "seat"):
        key += ".you" if mine else ".they"
    return words.say(key, **values, player=PLAYER)


def _details(
    words: Words, event: Event, name_of: Callable[[int], str], whim: Callable[[str], str]
) -> tuple[str, Values]:
    """The variant of the message of an event, and its values besides the player."""
    match event:
        case RoundStarted(number=number, order=order):
            names = words.say("list.comma").join(name_of(seat) for seat in order)
            return ".bids", {"number": number, "order": names}
        case BidPlaced(value=value, paid=paid):
            variant = ".full" if paid == value else ".cheaper"
            return variant, {"value": value, "gold": words.gold(paid)}
        case TurnStarted(value=value):
            return ".bid", {"value": value}
        case Taken(tile=tile, pile=pile):
            return "", {"tile": TILE_NAMES[tile], "pile": words.pile(pile)}
        case Dropped(tile=tile, tribe=tribe):
            return "", {"tile": TILE_NAMES[tile], "meeple": words.members(tribe, 1)}
        case Gathered(tile=tile, tribe=tribe, count=count):
            return "", {"tile": TILE_NAMES[tile], "meeples": words.members(tribe, count)}
        case CamelPlaced(tile=tile, left=left):
            camels_left = words.say("count.camels_left", count=left)
            return "", {"tile": TILE_NAMES[tile], "camels_left": camels_left}
        case CamelMoved(tile=tile, to=to):
            return "", {"tile": TILE_NAMES[tile], "to": TILE_NAMES[to]}
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
                return ".in_front", {"meeples": dead, "victim": name_of(victim)}
            return ".on_tile", {"meeples": dead, "tile": "" if tile is None else TILE_NAMES[tile]}
        case PalmPlaced(tile=tile) | PalacePlaced(tile=tile) | TentPlaced(tile=tile):
            return "", {"tile": TILE_NAMES[tile]}
        case DjinnTaken(djinn=djinn, from_row=from_row):
            return ".from_row" if from_row else ".from_pile", {"djinn": words.djinn(djinn)}
        case DjinnUsed(djinn=djinn):
            return "", {"djinn": words.djinn(djinn)}
        case DjinnsDrawn(djinns=djinns) | DjinnsDiscarded(djinns=djinns):
            return "", {"djinns": words.djinns(djinns)}
        case DjinnsRefilled(djinns=djinns):
            return "", {"djinns": words.djinns(djinns)}
        case MeepleMoved(tile=tile, to=to, tribe=tribe):
            where = {"tile": TILE_NAMES[tile], "to": TILE_NAMES[to]}
            return "", {**where, "meeple": words.members(tribe, 1)}
        case ItemsDrawn(items=items, number=number):
            hidden = words.say("count.items", count=number)
            return "", {"items": hidden if items is None else words.items(items)}
        case ItemKept(item=item):
            hidden = words.say("word.hidden_item")
            return "", {"item": hidden if item is None else words.items([item])}
        case ItemUsed(item=item):
            return "", {"item": words.items([item])}
        case ItemsDiscarded(items=items):
            return "", {"items": words.items(items)}
        case WhimsDealt(whims=whims):
            dealt = (
                words.say("word.whim_on", tile=TILE_NAMES[tile], whim=whim(name))
                for tile, name in whims
            )
            return "", {"whims": words.say("list.comma").join(dealt), "count": len(whims)}
        case WhimTaken(tile=tile, whim=name):
            return "", {"tile": TILE_NAMES[tile], "whim": whim(name)}
        case WhimPaid(whim=name):
            return "", {"whim": whim(name)}
        case DiceRolled(white=white, black=black):
            return "", {"dice": words.dice(white, black)}
        case Lost(reason=reason):
            return "", {"reason": words.loss(reason)}
        case MeeplesDrawn(tile=tile, pile=pile) | Captured(tile=tile, pile=pile):
            return "", {"tile": TILE_NAMES[tile], "meeples": words.meeples(pile)}
        case TurnEnded(moved=moved):
            return ".moved" if moved else ".stuck", {}
        case PileRebuilt(pile=name, size=size):
            sizes = {what: words.say(f"count.{what}", count=size) for what in ("cards", "items")}
            return f".{name}", {**sizes}
        case RowRefilled(cards=cards):
            return "", {"cards": words.say("list.comma").join(map(words.card, cards))}
        case RowDiscarded(cards=cards):
            gone = words.say("list.comma").join(map(words.card, cards))
            return ".cards" if cards else ".nothing", {"cards": gone}
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


def _solo_over(words: Words, event: GameOver, players: Sequence[str], you: int | None) -> str:
    """Whether the player alone has won, and the title."""
    (points,) = event.scores
    outcome = "won" if event.winners else "lost"
    return words.say(
        f"event.GameOver.{outcome}.{'you' if you == 0 else 'they'}",
        player=players[0],
        points=words.points(points),
        title=words.title(points),
    )
