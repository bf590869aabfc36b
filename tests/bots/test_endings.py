"""Bots at the end of a game: last camels, last bids, sales, majorities, the last turn."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from naqala import Action, Game, State
from naqala.bots import bot
from naqala.bots.value.points import margin
from naqala.rules.actions import Bid, Sell
from naqala.rules.bidding import Bidding
from naqala.rules.scoring import score
from naqala.rules.state import NOBODY
from naqala.rules.turn import Finishing, Moving
from naqala.rules.view import view
from tests.bots.modes import MODES, PATIENT, THINKERS, Boxes, hasten_djinn, moments
from tests.play import choose
from tests.positions import acting, base_board, game_at

FEW = "p1-has gold 20 camels 5\np2-has gold 20 camels 5"
"""Everybody has enough camels, so the game does not end soon."""
CHOICE = base_board("a1:Y b1:YB e5:W f5:WWB")
"""Two useful moves: one gathers two Viziers on b1, the other three Elders on f5."""


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    hasten_djinn(monkeypatch)


def last_turn(*texts: str) -> Game:
    """The last turn of a game; it is that of the first player."""
    return game_at("flags last-round", FEW, "pending moving", *texts)


def played(name: str, game: Game) -> list[str]:
    """The actions of a bot until the end of the game."""
    player = bot(name, 1, PATIENT)
    actions = []
    while not game.over:
        action = player.choose(game.view(game.seat), game.legal())
        actions.append(str(action))
        game.play(action)
    return actions


# The last camel


@pytest.mark.parametrize("name", THINKERS)
def test_a_leader_ends_the_game_with_the_last_camel(name: str) -> None:
    """E1: two Builders empty a tile of 15 points; the Elders would bring 4."""
    land = base_board("a1:B b1:B e5:W f5:WB", "b1:s15")
    game = game_at(land, "pending moving", FEW, "p1-has gold 60 camels 1", "p1-tiles f5")
    assert played(name, game)[0] == "take a1"
    assert game.winners == (0,)


@pytest.mark.parametrize("name", THINKERS)
def test_without_camels_an_emptied_tile_is_worth_nothing(name: str) -> None:
    """M10"""
    land = base_board("a1:B b1:B e5:W f5:WWB", "b1:m15")
    game = last_turn(land, "p1-has gold 60 camels 0", "p1-tiles f5")
    assert played(name, game)[0] == "take e5"


@pytest.mark.parametrize("name", THINKERS)
def test_the_last_turn_takes_the_most_points(name: str) -> None:
    """M8, E3: no turn follows, so a tile of 15 points is worth more than Elders."""
    land = base_board("a1:B b1:B e5:W f5:WWB", "b1:m15")
    game = last_turn(land, "p1-has gold 60 camels 1", "p1-tiles f5")
    played(name, game)
    assert game.scores()[0].total == 81


def test_in_the_last_turn_every_bot_gains_at_least_as_much_as_a_merchant() -> None:
    """E3: with two players the margin depends only on what the seat knows."""
    for seed in range(6):
        game = Game.new(players=2, seed=seed)
        merchants = [bot("merchant", seat) for seat in range(2)]
        while not (game.over or is_last_turn(game.state)):
            game.play(merchants[game.seat].choose(game.view(game.seat), game.legal()))
        if game.over:
            continue
        seat = game.seat
        margins = {}
        for name in THINKERS:
            ended = game.copy(history=False)
            played(name, ended)
            margins[name] = margin(ended.state, seat)
        assert min(margins.values()) == margins["merchant"], margins


def is_last_turn(state: State) -> bool:
    """Whether the last marker of the last round is about to move."""
    waiting = any(owner != NOBODY for owner in state.spots)
    return state.last_round and type(state.pending[-1]) is Moving and not waiting


@pytest.mark.parametrize("name", ["sultan", "djinn"])
@pytest.mark.parametrize("seed", range(4))
def test_a_bot_that_is_far_behind_does_not_end_the_game(name: str, seed: int) -> None:
    """E1: the last marker acts, so the last camel would end the game in this round with a loss."""
    game = Game.new(players=2, seed=seed)
    while not (type(game.state.pending[-1]) is Moving and len(game.state.next_order) == 4):
        game.play(game.legal()[0])
    game.state.player.camels = 1
    game.state.players[1 - game.seat].elders += 30
    player = bot(name, 1, PATIENT)
    while type(game.state.pending[-1]) is not Finishing:
        game.play(player.choose(game.view(game.seat), game.legal()))
    assert not game.state.last_round


# Bids


def last_bids(number: int, boxes: Boxes, seed: int) -> Iterator[State]:
    """The states in which the last marker bids and nobody can pay with Fakirs."""
    game = Game.new(players=number, seed=seed, expansions=boxes)
    random = Random(seed)
    while not game.over:
        state = game.state
        if type(state.pending[-1]) is Bidding and len(state.bid_order) == 1:
            bids = [option for option in state.choices if isinstance(option, Bid)]
            if not any(bid.fakirs for bid in bids):
                yield state.copy()
        game.play(choose(random, game.legal()))


def before(state: State, action: Action) -> int:
    """How many markers act before this bid, if it is the last; it goes first among equal bids."""
    assert isinstance(action, Bid)
    placed = zip(state.track, state.spots, strict=True)
    return sum(value > action.value for value, owner in placed if owner != NOBODY)


def overpaid(name: str, state: State) -> bool:
    """Whether a cheaper bid would have given the same place."""
    chosen = bot(name, 1, PATIENT).choose(view(state, state.seat), state.choices)
    assert isinstance(chosen, Bid)
    same = [bid for bid in state.choices if before(state, bid) == before(state, chosen)]
    return any(isinstance(bid, Bid) and bid.value < chosen.value for bid in same)


@pytest.mark.parametrize(("name", "step"), [("merchant", 1), ("vizier", 1), ("sultan", 4)])
@pytest.mark.parametrize(("number", "boxes"), MODES[1:])
def test_the_last_bidder_does_not_overpay(name: str, step: int, number: int, boxes: Boxes) -> None:
    """B6: the last bidder knows the turn order, so the cheapest spot for a place is enough.

    The sultan is slow, so only every fourth of these bids is tested.
    """
    states = islice(last_bids(number, boxes, seed=1), 0, None, step)
    assert not any(overpaid(name, state) for state in states)


@pytest.mark.parametrize("name", THINKERS)
def test_a_bot_that_acts_last_in_any_case_bids_zero(name: str) -> None:
    """B1, B6: the others have bid 12 and 18, and all tiles are alike."""
    land = base_board(" ".join(f"{column}{row}:W" for column in "abcdef" for row in "12345"))
    game = game_at(land, "players 3", "bids p1", "spots - - - - - - - p2 p3", "pending bidding")
    choice = bot(name, 1, PATIENT).choose(game.view(0), game.legal())
    assert str(choice) == "bid 0"


# Sales


@pytest.mark.parametrize("name", THINKERS)
@pytest.mark.parametrize(
    ("hand", "djinn"),
    [("fish wheat silk fish", "-"), ("ivory gems gold papyrus fish*3", "-"),
     ("fish wheat silk fakir*4", "al-amin")],
)  # fmt: skip
def test_selling_at_the_end_loses_no_points(name: str, hand: str, djinn: str) -> None:
    """A8, E3, D1: sets score their selling price, and Al-Amin counts Fakirs only at the end."""
    lines = (f"p1-hand {hand}", f"p1-djinns {djinn}", "pending finishing")
    game = game_at("flags last-round", base_board("c3:W c4:G"), FEW, *lines)
    points = game.scores()[0].total
    played(name, game)
    assert game.scores()[0].total == points


@pytest.mark.parametrize("name", THINKERS)
@pytest.mark.parametrize(("number", "boxes"), MODES)
def test_no_sale_costs_points(name: str, number: int, boxes: Boxes) -> None:
    """A8: at the end of turns of random games."""
    all_moments = moments(number, boxes, 1000)
    sales = [state for state in all_moments if any(isinstance(o, Sell) for o in state.choices)]
    assert sales
    for state in sales[:4]:
        seat = state.seat
        choice = bot(name, 1, PATIENT).choose(view(state, seat), state.choices)
        points = score(state, state.players[seat]).total
        if isinstance(choice, Sell):
            game = Game(state.copy())
            game.play(choice)
            assert score(game.state, game.state.players[seat]).total >= points


# Majorities


@pytest.mark.parametrize("name", THINKERS)
@pytest.mark.parametrize(
    ("mine", "other", "move"),
    [(2, 3, "take a1"), (3, 3, "take a1"), (2, 9, "take e5"), (9, 3, "take e5")],
    ids=["won", "tie broken", "out of reach", "safe already"],
)
def test_viziers_are_preferred_if_they_win_the_majority(
    name: str, mine: int, other: int, move: str
) -> None:
    """E3"""
    people = (f"p1-has gold 20 camels 5 viziers {mine}", f"p2-has gold 20 camels 5 viziers {other}")
    game = last_turn(CHOICE, *people, "p1-tiles a1 b1 e5 f5")
    assert played(name, game)[0] == move


@pytest.mark.parametrize("name", THINKERS)
def test_viziers_win_a_majority_over_each_rival(name: str) -> None:
    """E3: 10 points for each rival are worth more than the Elders; a single majority is not."""
    land = base_board("a1:Y b1:YB e5:W f5:" + "W" * 6 + "B")
    people = [f"p{seat}-has gold 20 camels 5 viziers {2 if seat == 1 else 3}" for seat in (1, 2, 3)]
    game = last_turn(land, "players 3", *people, "p1-tiles a1 b1 e5 f5")
    assert played(name, game)[0] == "take a1"


@pytest.mark.parametrize("name", THINKERS)
@pytest.mark.parametrize(("mine", "other"), [(4, 4), (3, 4)], ids=["for me", "from the rival"])
def test_a_kill_decides_the_majority(name: str, mine: int, other: int) -> None:
    """T5, E3: a Vizier of the rival, not an Elder, nor anybody on the board."""
    people = f"p1-has gold 20 viziers {mine} camels 5"
    rival = f"p2-has gold 20 viziers {other} elders 3 camels 5"
    game = last_turn(base_board("c3:W c4:G"), people, rival, acting("b3", "RR"))
    assert played(name, game)[0] == "kill p2 Y"


# The last turn


@pytest.mark.parametrize("name", THINKERS)
@pytest.mark.parametrize(
    ("lines", "choice"),
    [
        (f"{acting('b3', 'BB')}\np1-hand fakir*2", "build fakirs 2"),
        ("pending finishing / tile a1\nrow fish fakir fakir\np1-hand fish", "pass"),
        ("pending finishing / tile a1\nrow fish fakir fakir\np1-hand wheat silk gems", "buy fish"),
        ("pending finishing / tile b3\ndjinns boaz jafaar leta\np1-has elders 2 viziers 4",
         "summon jafaar elders"),
        ("pending finishing / tile b3\ndjinns leta\np1-djinns shamhat\np1-has elders 2", "pass"),
    ],
    ids=["Fakirs are spent", "no use for a card", "the fourth of a set", "the best Djinn",
         "Elders score more"],
)  # fmt: skip
def test_in_the_last_turn_only_points_count(name: str, lines: str, choice: str) -> None:
    """T4, A4, A6, E3"""
    game = last_turn(base_board("c3:W c4:G", "b3:s6 b4:s6"), lines)
    assert played(name, game)[0] == choice
