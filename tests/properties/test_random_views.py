"""What a seat sees of every game, at every step: all that is public and nothing else."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from naqala import Game, State, imagine, seen_by
from naqala.rules import goods
from naqala.rules.actions import END
from naqala.rules.djinns import DJINNS
from naqala.rules.events import CardDrawn
from naqala.rules.turn import Bidding
from naqala.rules.view import view
from tests.play import choose, play_out, steps
from tests.properties.games import is_dear, played
from tests.properties.pieces import check_pieces
from tests.properties.table import Table


def test_the_events_are_enough_to_keep_what_a_seat_sees(numbers: range) -> None:
    """S4: the view of a seat follows from the one before and the events as that seat sees them."""
    for number in numbers:
        with played(number) as game:
            seat = number // 2 % len(game.state.players)
            table = Table.of(game.view(seat))
            random = Random(number)
            while not game.over:
                events = game.play(choose(random, game.legal()))
                table.follow([seen_by(event, seat) for event in events])
                assert table == Table.of(game.view(seat))


def test_cards_drawn_are_seen_by_their_owner_alone(numbers: range) -> None:
    """S4"""
    for number in numbers[::3]:
        with played(number) as game:
            play_out(game, Random(number))
            for event in (event for entry in game.history for event in entry.events):
                for seat in range(len(game.state.players)):
                    if isinstance(event, CardDrawn) and seat != event.seat:
                        assert seen_by(event, seat) == CardDrawn(event.seat, None)
                    else:
                        assert seen_by(event, seat) is event


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
    unseen = [*goods.members(twin.deck)]
    for player in others:
        unseen += goods.members(player.hand)
    random.shuffle(unseen)
    for player in others:
        size = goods.size(player.hand)
        player.hand = goods.gather(unseen[:size])
        del unseen[:size]
        player.gold = random.randrange(100)
    twin.deck = goods.gather(unseen)
    return twin


def test_a_view_shows_everything_public(numbers: range) -> None:
    """S4: whatever is changed on the table, every seat sees it; own secrets the owner alone."""
    for number in numbers:
        with played(number) as game:
            random = Random(~number)
            for _ in steps(game, Random(number)):
                if random.random() < 0.02:
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


PUBLIC_CHANGES = (
    *map(change_player, ("viziers", "elders", "camels", "tiles")),
    *map(change_tile, ("piles", "palms", "palaces")),
    *map(give_djinn, ("djinns", "used")),
    *map(flip_field, ("sold", "last_round", "over")),
    give_card,
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
                if is_dear(number) or random.random() < 0.1:
                    check_imagined(game, random)
            check_imagined(game, random)


def check_imagined(game: Game, random: Random) -> None:
    for seat in range(len(game.state.players)):
        seen = game.view(seat)
        state = imagine(seen, random)
        assert view(state, seat) == seen
        assert state.over or len(state.choices) > 1 or state.choices == (END,)
        if seat == game.seat:
            assert state.choices == game.legal()
        if not state.over and random.random() < 0.01:
            check_pieces(state)
            imagined = Game(state)
            play_out(imagined, random)
            check_pieces(imagined.state)
