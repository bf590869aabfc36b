"""What must be true in every game, at every step, whoever chooses what.

What is cheap is checked at every step of every game; what is dear at every step of some games and
at some steps of all.
"""

from collections import Counter
from random import Random

from naqala import Action, Event, Game, IllegalAction, State
from naqala.rules import turn
from naqala.rules.actions import END, Bid, Buy, End
from naqala.rules.events import (
    BidPlaced,
    CardsTaken,
    GameOver,
    GoldGained,
    GoldPaid,
    LastRound,
    Lost,
    RoundStarted,
    TurnEnded,
)
from naqala.rules.scoring import SOURCES
from naqala.rules.state import NOBODY
from naqala.rules.turn import Bidding, Moving
from tests.play import choose, game_of_a_box, new_game, play_out, steps
from tests.properties.games import is_dear, played
from tests.properties.near_misses import beside, every_action, is_a_move, random_sow
from tests.properties.pieces import check_every_meeple, check_pieces


def test_every_piece_is_somewhere(numbers: range) -> None:
    """C2, C3, C4, C5, C6, M9: nothing is lost, nothing is there twice, not even in hand."""
    for number in numbers:
        with played(number) as game:
            check_pieces(game.state)
            for _ in steps(game, Random(number)):
                check_pieces(game.state)
            check_pieces(game.state)
            check_every_meeple(game.state)


def test_gold_changes_as_the_events_say(numbers: range) -> None:
    """C7, Y1, B1, B5: never below nothing; a bid costs its price or all there is."""
    for number in numbers:
        random = Random(number)
        with played(number) as game:
            gold = [50] * len(game.state.players) if game.options.players > 1 else [25]
            while not game.over:
                assert [player.gold for player in game.state.players] == gold
                follow_gold(gold, game.play(choose(random, game.legal())))
            assert [player.gold for player in game.state.players] == gold


def follow_gold(gold: list[int], events: list[Event]) -> None:
    for event in events:
        if isinstance(event, GoldGained):
            assert event.amount > 0
            gold[event.seat] += event.amount
        elif isinstance(event, GoldPaid):
            assert 0 < event.amount <= gold[event.seat]
            gold[event.seat] -= event.amount
        elif isinstance(event, BidPlaced) and not event.fakirs:
            assert event.paid == event.value or gold[event.seat] == 0


def test_there_is_always_a_choice_or_the_end_of_the_turn(numbers: range) -> None:
    """What is forced happens by itself; nothing is listed twice."""
    for number in numbers:
        with played(number) as game:
            for _ in steps(game, Random(number)):
                legal = game.legal()
                assert len(legal) > 1 or legal == (END,)
                assert len(set(legal)) == len(legal)
            assert game.legal() == ()


def test_every_legal_action_can_be_played_and_changes_the_game(numbers: range) -> None:
    for number in numbers:
        with played(number) as game:
            random = Random(~number)
            for _ in steps(game, Random(number)):
                if is_dear(number) or random.random() < 0.1:
                    check_legal(game)


def check_legal(game: Game) -> None:
    before = game.state.copy()
    purchases = set()
    for action in game.legal():
        twin = game.state.copy()
        turn.apply(twin, action)
        assert twin != before
        if isinstance(action, Buy):
            assert twin not in purchases, "two purchases do the same"
            purchases.add(twin)
    assert game.state == before
    assert game.state.choices == before.choices


def test_nothing_else_can_be_played(numbers: range) -> None:
    """Another tile, tribe, price, number of Fakirs, kind of action: refused, nothing changed."""
    for number in numbers:
        with played(number) as game:
            random = Random(~number)
            everywhere = random.randrange(200) if is_dear(number) else -1
            for nth, action in enumerate(steps(game, Random(number))):
                if is_dear(number) or random.random() < 0.3:
                    refuse(game, beside(action, random))
                    refuse(game, beside(random.choice(game.legal()), random))
                    refuse(game, random.choice(every_action()))
                if nth == everywhere:
                    for any_action in every_action():
                        refuse(game, any_action)
            refuse(game, random.choice(every_action()))


def refuse(game: Game, action: object) -> None:
    """Play an action that is not legal, unless it is a purchase told in other words."""
    if action in game.legal():
        return
    before = game.state.key()
    played_before = len(game.history)
    try:
        game.play(action)  # type: ignore[arg-type]
    except IllegalAction:
        assert game.state.key() == before
        assert len(game.history) == played_before
    else:
        assert isinstance(action, Buy)
        bought = game.history[-1].events[1]
        assert isinstance(bought, CardsTaken)
        assert Counter(bought.cards) == Counter(action.cards)
        row = game.state.row
        game.undo()
        left = list(game.state.row)
        for card, place in zip(action.cards, action.places, strict=True):
            at = place - 1 if place else left.index(card)
            assert left[at] == card
            left[at] = -1
        assert [card for card in left if card >= 0] == list(row)


def test_a_whole_move_is_accepted_exactly_when_the_rules_allow_it(numbers: range) -> None:
    """M2, M3, M4, M7: of moves made up at random; those refused leave everything as it was."""
    accepted = 0
    for number in numbers:
        with played(number) as game:
            random = Random(~number)
            for _ in steps(game, Random(number)):
                if not isinstance(game.state.pending[-1], Moving) or game.state.flying:
                    continue
                for _ in range(4 if is_dear(number) else random.randrange(2)):
                    accepted += check_sow(game, random)
    assert accepted or len(numbers) < 10


def check_sow(game: Game, random: Random) -> bool:
    sow = random_sow(game.state, random)
    before = game.state.key()
    length = len(game.history)
    legal = is_a_move(game.state, sow)
    try:
        game.play(sow)
    except IllegalAction:
        assert not legal
    else:
        assert legal
        game.undo(len(game.history) - length)
    assert game.state.key() == before
    assert len(game.history) == length
    return legal


def test_every_game_ends_for_a_reason(numbers: range) -> None:
    """E1, E2, N8, Y9: the last camel, a player without a move, no move at all, or Yazid."""
    for number in numbers:
        with played(number) as game:
            play_out(game, Random(number))
            check_end(game)


def check_end(game: Game) -> None:
    events = [event for entry in game.history for event in entry.events]
    assert [type(event) for event in events].count(GameOver) == 1
    assert isinstance(events[-1], GameOver)
    last = [nth for nth, event in enumerate(events) if isinstance(event, LastRound)]
    stuck = [event for event in events if isinstance(event, TurnEnded) and not event.moved]
    out_of_camels = any(player.camels + player.tents == 0 for player in game.state.players)
    if game.state.yazid and game.state.yazid.lost in ("assassins", "djinns", "gold"):
        assert Lost(game.state.yazid.lost) in events
        return
    if not last:
        assert not stuck
        assert not out_of_camels
        assert not game.outcomes()
        return
    assert len(last) == 1
    assert not any(isinstance(event, RoundStarted) for event in events[last[0] :])
    ended = events[last[0]]
    assert isinstance(ended, LastRound)
    if ended.reason == "camels":
        everyone = [*game.state.players, game.state.yazid]
        whose = everyone[ended.seat]
        assert whose
        assert whose.camels == 0
    else:
        assert ended.reason == "moves"
        assert TurnEnded(ended.seat, moved=False) in events[last[0] :]
    assert set(game.state.spots) <= {NOBODY}  # every marker acted
    assert not game.state.bid_order


def test_undo_brings_back_the_state_before(numbers: range) -> None:
    """One action, several, a whole turn."""
    for number in numbers:
        with played(number) as game:
            random = Random(~number)
            states = [game.state.copy()]
            for _ in steps(game, Random(number)):
                if len(game.history) == len(states):
                    states.append(game.state.copy())
                if is_dear(number) or random.random() < 0.02:
                    check_undo(game, states, random)


def check_undo(game: Game, states: list[State], random: Random) -> None:
    history = game.history[:]
    choices = game.legal()
    back = random.choice([0, 1, 1, 2, random.randint(0, len(history))])
    back = min(back, len(history))
    game.undo(back)
    assert game.state == states[len(history) - back]
    assert game.state.choices == states[len(history) - back].choices
    assert game.history == history[: len(history) - back]
    for entry in history[len(history) - back :]:
        assert tuple(game.play(entry.action)) == entry.events
    assert game.state == states[-1]
    assert game.legal() == choices

    kept = len(history) - 1
    while kept > 0 and not isinstance(history[kept - 1].action, Bid | End):
        kept -= 1
    game.undo_turn()
    assert len(game.history) == max(kept, 0)
    assert game.state == states[max(kept, 0)]
    for entry in history[max(kept, 0) :]:
        game.play(entry.action)


def test_copies_are_equal_and_go_their_own_way(numbers: range) -> None:
    """A copy of a state and of a game; equal states have equal hashes, others hardly ever."""
    for number in numbers:
        with played(number) as game:
            random = Random(~number)
            states: list[State] = []
            for _ in steps(game, Random(number)):
                states.append(game.state.copy())
                if is_dear(number) or random.random() < 0.02:
                    check_copy(game, random)
            if is_dear(number):
                assert len(set(states)) == len(states)
                assert len(set(map(hash, states))) > len(states) - 2


def check_copy(game: Game, random: Random) -> None:
    before, length = game.state.key(), len(game.history)
    twin, state = game.copy(), game.state.copy()
    assert twin == game
    assert twin.state == state == game.state
    assert hash(twin.state) == hash(state) == hash(game.state)
    assert twin.legal() == state.choices == game.legal()
    for _ in range(3):
        if not twin.over:
            twin.play(choose(random, twin.legal()))
    turn.apply(state, random.choice(game.legal()))
    assert (game.state.key(), len(game.history)) == (before, length)
    assert twin != game
    assert state != game.state
    game.undo(min(3, length))
    assert len(twin.history) > length
    for entry in twin.history[len(game.history) : length]:
        game.play(entry.action)
    assert game.state.key() == before


def test_a_position_gives_the_same_state_again(numbers: range) -> None:
    """And its text the same text, with the same choices."""
    for number in numbers:
        with played(number) as game:
            random = Random(~number)
            for _ in steps(game, Random(number)):
                if is_dear(number) or random.random() < 0.02:
                    check_position(game)
            check_position(game)


def check_position(game: Game) -> None:
    text = game.position()
    again = Game.from_position(text)
    assert again.state == game.state
    assert again.legal() == game.legal()
    assert again.position() == text
    assert again.opening == ()


def test_a_record_gives_the_same_game_again(numbers: range) -> None:
    """Whole, broken off in the middle of a move, or begun in a position."""
    for number in numbers:
        with played(number) as game:
            random = Random(~number)
            later: Game | None = None
            for _ in steps(game, Random(number)):
                if later and later.state != game.state:
                    later.play(game.history[-1].action)
                if random.random() < 0.01:
                    later = Game.from_position(game.position())
                if number % 200 == 0 or random.random() < 0.003:
                    check_record(game)
                    if later:
                        check_record(later)
            check_record(game)


def check_record(game: Game) -> None:
    text = game.record()
    again = Game.load(text)
    assert again == game
    assert again.legal() == game.legal()
    assert again.record() == text


def test_the_score_is_the_sum_of_its_sources(numbers: range) -> None:
    """E3, E4, Y13: and the end of the game tells the same."""
    for number in numbers:
        with played(number) as game:
            for _ in steps(game, Random(number)):
                pass
            scores = game.scores()
            for score in scores:
                assert score.total == sum(getattr(score, source) for source in SOURCES)
                assert all(getattr(score, source) >= 0 for source in SOURCES)
            told = game.history[-1].events[-1]
            assert isinstance(told, GameOver)
            assert told.scores == tuple(score.total for score in scores)
            best = [seat for seat, total in enumerate(told.scores) if total == max(told.scores)]
            if game.state.yazid and game.state.yazid.lost:
                best = []
            assert list(told.winners) == list(game.winners) == best


def test_who_has_no_gold_can_still_bid() -> None:
    """B4, B5: with three markers on 0 the next one takes 1 and pays all that is left, nothing."""
    found = 0
    for number in range(0, 900, 3):
        game = new_game(number)
        assert game.options.players == 2
        for _ in steps(game, Random(number)):
            if isinstance(game.state.pending[-1], Bidding) and not game.state.player.gold:
                assert all(isinstance(action, Bid) for action in game.legal())
        for entry in game.history:
            for event in entry.events:
                if isinstance(event, BidPlaced) and not event.fakirs:
                    found += (event.value, event.paid) == (1, 0)
        if found >= 3:
            return
    raise AssertionError("too few bids without gold were met")


def test_random_games_meet_every_kind_of_action() -> None:
    """The other tests here would say little about what their games never do."""
    met: set[str] = set()
    for number in range(120):
        game = game_of_a_box(number)
        play_out(game, Random(number))
        met.update(type(entry.action).__name__ for entry in game.history)
    assert met == {kind.__name__ for kind in Action.__subclasses__()} - {"Sow"}
