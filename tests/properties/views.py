"""Views in every game of every mode: they show everything public and no secrets."""

from collections.abc import Callable, Generator
from dataclasses import replace
from random import Random

from naqala import Event, Game, State, imagine, seen_by
from naqala.rules import goods
from naqala.rules.actions import END
from naqala.rules.bidding import Bidding
from naqala.rules.board import Tile
from naqala.rules.djinns import DJINNS
from naqala.rules.events import CardDrawn, ItemKept, ItemsDrawn
from naqala.rules.expansions.items import ITEMS, KeepingItem, without
from naqala.rules.expansions.whims import printed_deck
from naqala.rules.view import view
from naqala.rules.yazid import Yazid
from tests.play import play_out
from tests.properties.games import Sample
from tests.properties.pieces import check_pieces
from tests.properties.table import Table
from tests.twins import reshuffled

Checking = Generator[None, list[Event], None]


def events_are_enough_to_update_a_view(game: Game, sample: Sample) -> Checking:
    """S4: a view follows from the previous view and the events as that seat sees them."""
    seat = sample.random.randrange(len(game.state.players))
    table = Table.of(game.view(seat))
    while not game.over:
        events = yield
        table.follow([seen_by(event, seat) for event in events])
        if sample.now(0.05) or game.over:  # a difference persists, so a sample is enough
            assert table == Table.of(game.view(seat))


def only_the_owner_sees_what_is_drawn(game: Game, sample: Sample) -> Checking:
    """S4, N5"""
    seats = range(len(game.state.players))
    while not game.over:
        for event in (yield):
            for seat in seats:
                seen = seen_by(event, seat)
                match event:
                    case CardDrawn(owner, _) if seat != owner:
                        assert seen == CardDrawn(owner, None)
                    case ItemsDrawn(owner, _, number) if seat != owner:
                        assert seen == ItemsDrawn(owner, None, number)
                    case ItemKept(owner, _) if seat != owner:
                        assert seen == ItemKept(owner, None)
                    case _:
                        assert seen is event


def a_view_does_not_depend_on_secrets(game: Game, sample: Sample) -> Checking:
    """S4, N5, W6: hands, gold, items and Whims of others, and the seed."""
    while not game.over:
        if sample.now(0.05) or isinstance(game.state.pending[-1], KeepingItem):
            seat = sample.random.randrange(len(game.state.players))
            other = reshuffled(game.state, seat, sample.random)
            assert view(other, seat) == game.view(seat)
        yield


def a_view_shows_everything_public(game: Game, sample: Sample) -> Checking:
    """S4: every seat sees every public change; only the owner sees changes of secrets."""
    while not game.over:
        if sample.random.random() < 0.002:
            check_public(game.state, sample.random)
        yield


def check_public(state: State, random: Random) -> None:
    seats = range(len(state.players))
    views = [view(state, seat) for seat in seats]
    changes = [*PUBLIC_CHANGES]
    if state.items:
        changes += ITEM_CHANGES
    if state.whims:
        changes += WHIM_CHANGES
    if state.yazid:
        changes += YAZID_CHANGES
    for change in changes:
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
        before = getattr(state, name)
        numbers = list(before)
        numbers[random.choice(state.land.grid.tiles)] += 1
        setattr(state, name, type(before)(numbers))

    return change


def give_djinn(name: str) -> Callable[[State, Random], None]:
    def change(state: State, random: Random) -> None:
        player = random.choice(state.players)
        setattr(player, name, (*getattr(player, name), DJINNS["boaz"]))

    return change


def give_card(state: State, random: Random) -> None:
    """The number of cards in a hand is public, even if the card came from the pile."""
    random.choice(state.players).hand += goods.ONE[goods.FAKIR]


def give_item(state: State, random: Random) -> None:
    """The number of items is public, even if the item came from the pile."""
    random.choice(state.players).items += (ITEMS["crown"],)


def give_whim(name: str) -> Callable[[State, Random], None]:
    def change(state: State, random: Random) -> None:
        player = random.choice(state.players)
        setattr(player, name, (*getattr(player, name), printed_deck()[0]))

    return change


def discard_item(state: State, random: Random) -> None:
    assert state.items
    state.items = replace(state.items, discards=(*state.items.discards, ITEMS["crown"]))


def lay_whim(state: State, random: Random) -> None:
    assert state.whims
    state.whims = replace(state.whims, cities=(*state.whims.cities, (Tile(99), printed_deck()[0])))


def change_yazid(**new: object) -> Callable[[State, Random], None]:
    def change(state: State, random: Random) -> None:
        assert state.yazid
        state.yazid = state.yazid._replace(**new)  # type: ignore[arg-type]

    return change


PUBLIC_CHANGES = (
    *map(change_player, ("viziers", "elders", "artisans", "camels", "tents", "tiles", "tent")),
    *map(change_tile, ("piles", "palms", "palaces")),
    *map(give_djinn, ("djinns", "used")),
    *map(flip_field, ("sold", "flying", "last_round", "over")),
    give_card,
    change_field("bag", -1),
    change_field("row", (0,) * 10),
    change_field("discards", -1),
    change_field("djinn_row", (DJINNS["boaz"],) * 4),
    change_field("djinn_deck", (DJINNS["boaz"],) * 4),
    change_field("djinn_discards", (DJINNS["boaz"],) * 4),
    change_field("track", (7,)),
    change_field("spots", [5] * 9),
    change_field("bid_order", (7,)),
    change_field("next_order", (7,)),
    change_field("pending", (Bidding(), Bidding())),
    change_field("palms_left", 99),
    change_field("palaces_left", 99),
    change_field("round", 0),
    change_field("seat", 9),
)


ITEM_CHANGES = (give_item, discard_item)
WHIM_CHANGES = (*map(give_whim, ("whims", "paid_whims")), lay_whim)
YAZID_CHANGES = (
    *(change_yazid(**{name: 99}) for name in ("camels", "viziers", "elders", "assassins")),
    change_yazid(fakirs=99),
    change_yazid(tiles=-1),
    change_yazid(djinns=(DJINNS["boaz"],) * 7),
    change_yazid(dice=(7, 7)),
    change_yazid(lost="nerves"),
    lambda state, random: change_yazid(struck=not yazid_of(state).struck)(state, random),
    lambda state, random: change_yazid(acted=not yazid_of(state).acted)(state, random),
)


def yazid_of(state: State) -> Yazid:
    assert state.yazid
    return state.yazid


def gain_secretly(state: State, owner: int) -> None:
    state.players[owner].gold += 1


def swap_card(state: State, owner: int) -> None:
    """Exchange one of the owner's cards for one of the pile."""
    player = state.players[owner]
    for one in goods.CARDS:
        for other in goods.CARDS:
            if one != other and goods.count(player.hand, one) and goods.count(state.deck, other):
                change = goods.ONE[other] - goods.ONE[one]
                player.hand += change
                state.deck -= change
                return
    player.gold += 1


def swap_item(state: State, owner: int) -> None:
    """Exchange one of the owner's items for one of the pile."""
    player = state.players[owner]
    if state.items:
        for mine in player.items:
            for other in state.items.deck:
                if other is not mine:
                    deck = [*without(state.items.deck, other), mine]
                    player.items = tuple(sorted([*without(player.items, mine), other]))
                    state.items = replace(state.items, deck=tuple(sorted(deck)))
                    return
    player.gold += 1


def swap_whim(state: State, owner: int) -> None:
    """Exchange one of the owner's Whims for one of the pile."""
    player = state.players[owner]
    if state.whims and state.whims.deck and player.whims:
        deck = tuple(sorted([*state.whims.deck[1:], player.whims[0]]))
        player.whims = (state.whims.deck[0], *player.whims[1:])
        state.whims = replace(state.whims, deck=deck)
    else:
        player.gold += 1


OWN_SECRETS = (gain_secretly, swap_card, swap_item, swap_whim)


def an_imagined_state_looks_the_same_and_can_be_played(game: Game, sample: Sample) -> Checking:
    """S4: with the same choices for the seat in turn; some are played to the end."""
    while not game.over:
        if sample.now(0.02):
            check_imagined(game, sample.random)
        yield
    check_imagined(game, sample.random)


def check_imagined(game: Game, random: Random) -> None:
    for seat in range(len(game.state.players)):
        seen = game.view(seat)
        state = imagine(seen, random)
        assert view(state, seat) == seen
        check_pieces(state)
        if state.over:
            assert not state.choices
            continue
        asked = len(state.choices) > 1 or state.choices == (END,)
        # The only choice may be a magic item that is too rare to be imagined.
        assert asked or (state.choices and state.items)
        if seat == game.seat:
            assert state.choices == game.legal()
        if random.random() < (0.01 if asked else 0.2):
            imagined = Game(state)
            play_out(imagined, random)
            check_pieces(imagined.state)


VIEWS = (
    events_are_enough_to_update_a_view,
    only_the_owner_sees_what_is_drawn,
    a_view_does_not_depend_on_secrets,
    a_view_shows_everything_public,
    an_imagined_state_looks_the_same_and_can_be_played,
)
