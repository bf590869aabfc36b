"""What a seat sees of every game, at every step: all that is public and nothing else."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import TypeVar

from naqala import Event, Game, State, imagine, seen_by
from naqala.rules import goods
from naqala.rules.djinns import DJINNS
from naqala.rules.events import CardDrawn, ItemKept, ItemsDrawn
from naqala.rules.items import ITEMS, ItemPiles, KeepingItem
from naqala.rules.turn import Bidding
from naqala.rules.view import view
from naqala.rules.whims import Whim, WhimTable
from naqala.rules.yazid import Yazid
from tests.play import choose, play_out, steps
from tests.properties.games import is_dear, played
from tests.properties.pieces import check_pieces
from tests.properties.table import Table

T = TypeVar("T")


def test_the_events_are_enough_to_keep_what_a_seat_sees(numbers: range) -> None:
    """S4: the view of a seat follows from the one before and the events as that seat sees them."""
    for number in numbers:
        with played(number) as game:
            seat = number // 2 % len(game.state.players)
            table = Table.of(game.view(seat))
            random = Random(number)
            in_turn = game.seat
            while not game.over:
                events = game.play(choose(random, game.legal()))
                in_turn = table.follow([seen_by(event, seat) for event in events], in_turn)
                assert table == Table.of(game.view(seat))


def test_cards_and_items_drawn_are_seen_by_their_owner_alone(numbers: range) -> None:
    """S4, N5"""
    for number in numbers[::3]:
        with played(number) as game:
            play_out(game, Random(number))
            for event in (event for entry in game.history for event in entry.events):
                for seat in range(len(game.state.players)):
                    seen = seen_by(event, seat)
                    if not isinstance(event, CardDrawn | ItemsDrawn | ItemKept):
                        assert seen is event
                    elif seat == event.seat:
                        assert seen == event
                    else:
                        assert seen == hidden(event)


def hidden(event: CardDrawn | ItemsDrawn | ItemKept) -> Event:
    match event:
        case CardDrawn():
            return replace(event, card=None)
        case ItemsDrawn():
            return replace(event, items=None)
    return replace(event, item=None)


def test_a_view_does_not_depend_on_secrets(numbers: range) -> None:
    """S4: other hands, other gold, the order of the piles and the seed to come."""
    for number in numbers:
        with played(number) as game:
            random = Random(~number)
            for _ in steps(game, Random(number)):
                if is_dear(number) or random.random() < 0.2:
                    seat = random.randrange(len(game.state.players))
                    other = reshuffled(game.state, seat, random)
                    assert view(other, seat) == game.view(seat)


def reshuffled(state: State, seat: int, random: Random) -> State:
    """A state that this seat cannot tell from the one given."""
    twin = state.copy()
    twin.options = replace(state.options, seed=random.getrandbits(256))
    twin.draws = random.randrange(10_000)
    others = [player for other, player in enumerate(twin.players) if other != seat]
    cards = [*goods.members(twin.deck), *(c for p in others for c in goods.members(p.hand))]
    items = [*(twin.items.deck if twin.items else ()), *(i for p in others for i in p.items)]
    whims = [*(twin.whims.deck if twin.whims else ()), *(w for p in others for w in p.whims)]
    top = twin.pending[-1]
    if isinstance(top, KeepingItem) and twin.seat != seat:
        items += top.items
    for pile in (cards, items, whims):
        random.shuffle(pile)
    for player in others:
        player.gold = random.randrange(100)
        player.hand = goods.gather(dealt(cards, goods.size(player.hand)))
        player.items = tuple(sorted(dealt(items, len(player.items))))
        player.whims = tuple(dealt(whims, len(player.whims)))
    if isinstance(top, KeepingItem) and twin.seat != seat:
        drawn = KeepingItem(tuple(sorted(dealt(items, top.number))), top.number)
        twin.pending = (*twin.pending[:-1], drawn)
    twin.deck = goods.gather(cards)
    if twin.items:
        twin.items = replace(twin.items, deck=tuple(sorted(items)))
    if twin.whims:
        twin.whims = replace(twin.whims, deck=tuple(sorted(whims)))
    return twin


def dealt(pile: list[T], number: int) -> list[T]:
    return [pile.pop() for _ in range(number)]


def test_a_view_shows_everything_public(numbers: range) -> None:
    """S4: whatever is changed on the table, every seat sees it; own secrets the owner alone."""
    for number in numbers:
        with played(number) as game:
            random = Random(~number)
            for _ in steps(game, Random(number)):
                if random.random() < 0.01:
                    check_public(game.state, random)


def check_public(state: State, random: Random) -> None:
    seats = range(len(state.players))
    views = [view(state, seat) for seat in seats]
    for change in PUBLIC_CHANGES:
        twin = state.copy()
        change(twin, random)
        assert twin != state
        assert all(view(twin, seat) != views[seat] for seat in seats)
    for change_own in OWN_SECRETS:
        twin = state.copy()
        owner = random.choice(seats)
        change_own(twin, owner)
        assert twin != state
        for seat in seats:
            assert (view(twin, seat) == views[seat]) == (seat != owner)


def change_player(name: str) -> Callable[[State, Random], None]:
    def change(state: State, random: Random) -> None:
        player = random.choice(state.players)
        setattr(player, name, getattr(player, name) + 1)

    return change


def change_field(name: str, new: object) -> Callable[[State, Random], None]:
    def change(state: State, random: Random) -> None:
        setattr(state, name, new)

    return change


def flip_field(name: str) -> Callable[[State, Random], None]:
    def change(state: State, random: Random) -> None:
        setattr(state, name, not getattr(state, name))

    return change


def change_tile(name: str) -> Callable[[State, Random], None]:
    def change(state: State, random: Random) -> None:
        getattr(state, name)[random.choice(state.land.grid.tiles)] += 1

    return change


def give_djinn(name: str) -> Callable[[State, Random], None]:
    def change(state: State, random: Random) -> None:
        player = random.choice(state.players)
        setattr(player, name, (*getattr(player, name), DJINNS["boaz"]))

    return change


def give_card(state: State, random: Random) -> None:
    """The number of cards in a hand is public, also where the card came from the pile."""
    random.choice(state.players).hand += goods.ONE[goods.FAKIR]


def give_item(state: State, random: Random) -> None:
    """The number of items is public too (N5)."""
    random.choice(state.players).items += (ITEMS["ring"],)


def give_whim(state: State, random: Random) -> None:
    """The number of Whims in hand is public too (W6)."""
    random.choice(state.players).whims += (Whim("new", 1, "elders", 1),)


def pay_whim(state: State, random: Random) -> None:
    random.choice(state.players).paid_whims += (Whim("new", 1, "elders", 1),)


PUBLIC_CHANGES = (
    *map(change_player, ("viziers", "elders", "artisans", "camels", "tents", "tiles", "tent")),
    *map(change_tile, ("piles", "palms", "palaces")),
    *map(give_djinn, ("djinns", "used")),
    *map(flip_field, ("sold", "flying", "last_round", "over")),
    *(give_card, give_item, give_whim, pay_whim),
    change_field("yazid", Yazid(camels=99)),
    change_field("items", ItemPiles((), (ITEMS["ring"],) * 9)),
    change_field("whims", WhimTable((), ((0, Whim("new", 1, "elders", 1)),))),
    change_field("bag", -1),
    change_field("row", (0,) * 10),
    change_field("discards", -1),
    change_field("djinn_row", (DJINNS["boaz"],) * 4),
    change_field("djinn_deck", (DJINNS["boaz"],) * 4),
    change_field("djinn_discards", (DJINNS["boaz"],) * 4),
    change_field("spots", [5] * 9),
    change_field("bid_order", (7,)),
    change_field("next_order", (7,)),
    change_field("pending", (Bidding(), Bidding())),
    change_field("palms_left", 99),
    change_field("palaces_left", 99),
    change_field("round", 0),
    change_field("seat", 9),
)


def gain_secretly(state: State, owner: int) -> None:
    state.players[owner].gold += 1


def swap_secretly(state: State, owner: int) -> None:
    """One of the owner's cards for another one of the pile."""
    player = state.players[owner]
    for one in goods.CARDS:
        for other in goods.CARDS:
            if one != other and goods.count(player.hand, one) and goods.count(state.deck, other):
                change = goods.ONE[other] - goods.ONE[one]
                player.hand += change
                state.deck -= change
                return
    player.gold += 1


OWN_SECRETS = (gain_secretly, swap_secretly)


def test_an_imagined_state_looks_the_same_and_can_be_played(numbers: range) -> None:
    """S4: with the same choices for the seat in turn; sometimes played to the end."""
    for number in numbers:
        with played(number) as game:
            random = Random(~number)
            for _ in steps(game, Random(number)):
                if is_dear(number) or random.random() < 0.07:
                    check_imagined(game, random)
            check_imagined(game, random)


def check_imagined(game: Game, random: Random) -> None:
    for seat in range(len(game.state.players)):
        seen = game.view(seat)
        state = imagine(seen, random)
        assert view(state, seat) == seen
        assert bool(state.choices) != state.over
        if seat == game.seat:
            assert state.choices == game.legal()
        if not state.over and random.random() < 0.01:
            check_pieces(state)
            imagined = Game(state)
            play_out(imagined, random)
            check_pieces(imagined.state)
