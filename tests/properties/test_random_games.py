"""Properties that hold at every step of every game, in all modes."""

from collections import Counter
from collections.abc import Generator
from itertools import pairwise
from random import Random

from naqala import Action, Event, Game, IllegalAction, State
from naqala.rules import events as e
from naqala.rules import meeples, turn
from naqala.rules.actions import END, Bid, Buy, Drop, End, Sow
from naqala.rules.bidding import Bidding
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
from naqala.rules.expansions.items import ITEMS
from naqala.rules.expansions.whims import is_met
from naqala.rules.goods import Card
from naqala.rules.notation.view import view_text
from naqala.rules.notation.view_reader import parse_view
from naqala.rules.scoring import SOURCES
from naqala.rules.state import NOBODY
from naqala.rules.turn import Moving, Sowing
from tests.play import MODES, Mode, choose, new_game, steps
from tests.properties.games import Sample, check, numbers
from tests.properties.near_misses import around, changed, every_action, is_legal_move, random_sow
from tests.properties.pieces import check_every_meeple, check_pieces
from tests.properties.views import VIEWS

Checking = Generator[None, list[Event], None]


def test_properties_hold_in_random_games(mode: Mode, part: int) -> None:
    for number in numbers(mode, part):
        check(mode, number, PROPERTIES)


def pieces_are_conserved(game: Game, sample: Sample) -> Checking:
    """C2–C6, M9, W1, W9, Y1, N1, N8, N11: no piece is lost or duplicated."""
    while not game.over:
        if sample.now(0.3):  # a lost piece stays lost, so a sample is enough
            check_pieces(game.state)
        if sample.now(0.02):
            check_every_meeple(game.state)
        yield
    check_pieces(game.state)
    check_every_meeple(game.state)


def gold_changes_as_the_events_say(game: Game, sample: Sample) -> Checking:
    """C7, B1, B5, Y1: gold is never negative; a bid costs its price or all gold that is left."""
    gold = [25 if game.state.yazid else 50] * len(game.state.players)
    while not game.over:
        assert [player.gold for player in game.state.players] == gold
        follow_gold(gold, (yield))
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


def there_is_always_a_choice_or_the_end_of_the_turn(game: Game, sample: Sample) -> Checking:
    """Forced actions happen automatically; no action is listed twice."""
    while not game.over:
        legal = game.legal()
        assert len(legal) > 1 or legal == (END,)
        if sample.now(0.3):
            assert len(set(legal)) == len(legal)
        yield
    assert game.legal() == ()
    assert game.state.pending == ()


def whims_that_are_met_are_paid(game: Game, sample: Sample) -> Checking:
    """W6: whoever's turn it is. A Whim is paid once, in full (W7)."""
    paid = Counter[str]()
    while not game.over:
        state = game.state
        if not isinstance(state.pending[-1], Sowing):
            for player in state.players:
                assert not any(is_met(state, player, whim) for whim in player.whims)
        events = yield
        for event, then in pairwise([*events, None]):
            if isinstance(event, e.WhimPaid):
                whim = next(
                    w for w in game.state.players[event.seat].paid_whims if w.name == event.whim
                )
                assert then == GoldGained(event.seat, whim.gold, "whim")
                paid[event.whim] += 1
    for player in game.state.players:
        assert not any(is_met(game.state, player, whim) for whim in player.whims)
    reported = [whim.name for player in game.state.players for whim in player.paid_whims]
    assert Counter(reported) == paid
    assert not reported or max(paid.values()) == 1


def every_legal_action_can_be_played_and_changes_the_game(game: Game, sample: Sample) -> Checking:
    while not game.over:
        if sample.now(0.02):
            check_legal(game)
        yield


def check_legal(game: Game) -> None:
    before = game.state.copy()
    purchases = set()
    for action in game.legal():
        twin = game.state.copy()
        turn.apply(twin, action)
        assert twin != before
        if isinstance(action, Buy):
            assert twin not in purchases, "two purchases have the same effect"
            purchases.add(twin)
    assert game.state == before
    assert game.state.choices == before.choices


def all_other_actions_are_refused(game: Game, sample: Sample) -> Checking:
    """Changed and invented actions are refused and change nothing."""
    random = sample.random
    at_length = random.randrange(200) if sample.thorough else -1
    while not game.over:
        if sample.now(0.25):
            refuse(game, changed(random.choice(game.legal()), random))
            refuse(game, random.choice(every_action()))
        if len(game.history) == at_length:
            for any_action in every_action():
                refuse(game, any_action)
        yield
    refuse(game, random.choice(every_action()))


def refuse(game: Game, action: object) -> None:
    """Play an action that is not legal, unless it is another text for a legal purchase."""
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
        left: list[Card | None] = list(game.state.row)
        for card, place in zip(action.cards, action.places, strict=True):
            at = place - 1 if place else left.index(card)
            assert left[at] == card
            left[at] = None
        assert [card for card in left if card is not None] == list(row)


def a_whole_move_is_accepted_exactly_when_the_rules_allow_it(
    game: Game, sample: Sample
) -> Checking:
    """M2, M3, M4, M7, W2, N3, N4, I1: for random moves; refused ones change nothing."""
    while not game.over:
        top, flying = game.state.pending[-1], game.state.flying
        if isinstance(top, Moving) and (flying or sample.now(0.4)):
            for _ in range(12 if sample.thorough or flying else 1):
                check_sow(game, sample.random)
        elif isinstance(top, Sowing) and sample.now(0.2):
            check_step(game.state, top)
        yield


def check_step(state: State, sowing: Sowing) -> None:
    """M2, M3, I1: the tiles for the next meeple, directly from the rules."""
    near = set(around(state, sowing.at)) - {sowing.before}
    if state.flying and meeples.size(sowing.hand) == 1:
        near = set(state.land.grid.tiles)
    for action in state.choices:
        assert isinstance(action, Drop)
        assert action.tile in near
        assert meeples.count(sowing.hand, action.tribe)


def check_sow(game: Game, random: Random) -> None:
    sow = random_sow(game.state, random)
    before = game.state.key()
    length = len(game.history)
    legal = is_legal_move(game.state, sow)
    try:
        game.play(sow)
    except IllegalAction:
        assert not legal, sow
    else:
        assert legal, sow
        game.undo(len(game.history) - length)
    assert game.state.key() == before
    assert len(game.history) == length


def every_game_ends_for_a_reason(game: Game, sample: Sample) -> Checking:
    """E1, E2, Y9, Y12, N8: the last camel (and tent), no move, or a sudden defeat."""
    while not game.over:
        yield
    state = game.state
    events = [event for entry in game.history for event in entry.events]
    assert [type(event) for event in events].count(GameOver) == 1
    assert isinstance(events[-1], GameOver)
    last = [nth for nth, event in enumerate(events) if isinstance(event, LastRound)]
    assert len(last) <= 1
    stuck = [event for event in events if isinstance(event, TurnEnded) and not event.moved]
    out_of_camels = [
        seat for seat, player in enumerate(state.players) if not player.camels + player.tents
    ]
    if state.yazid and not state.yazid.camels:
        out_of_camels.append(1)
    if not last:
        assert not stuck
        assert not out_of_camels
        assert not game.outcomes() or sudden_defeat(state)
        return
    assert not any(isinstance(event, RoundStarted) for event in events[last[0] :])
    ended = events[last[0]]
    assert isinstance(ended, LastRound)
    if ended.reason == "camels":
        assert ended.seat in out_of_camels
    else:
        assert ended.reason == "moves"
        assert TurnEnded(ended.seat, moved=False) in events[last[0] :]
    assert state.spots == [NOBODY] * len(state.track)  # every marker acted
    assert not state.bid_order
    if state.yazid:
        assert sudden_defeat(state) or (state.yazid.struck and state.yazid.acted)


def sudden_defeat(state: State) -> bool:
    """Whether the solo game was lost before its end (Y9)."""
    return state.yazid is not None and state.yazid.lost in ("assassins", "djinns", "gold")


def the_solo_game_is_lost_for_a_reason(game: Game, sample: Sample) -> Checking:
    """Y9, Y13: 7 Assassins, 6 Djinns, too little gold, or not more Viziers than Yazid."""
    while not game.over:
        if yazid := game.state.yazid:
            assert yazid.assassins < 7
            assert len(yazid.djinns) < 6
            assert not yazid.lost
        events = yield
    yazid = game.state.yazid
    reported = [event for event in events if isinstance(event, Lost)]
    if yazid is None:
        assert not reported
        return
    assert reported == ([Lost(yazid.lost)] if yazid.lost else [])
    assert (yazid.assassins >= 7) == (yazid.lost == "assassins")
    assert (len(yazid.djinns) >= 6) == (yazid.lost == "djinns")
    if not sudden_defeat(game.state):
        viziers = game.state.players[0].viziers
        assert (viziers <= yazid.viziers) == (yazid.lost == "viziers")
    assert game.winners == (() if yazid.lost else (0,))


def undo_restores_the_previous_state(game: Game, sample: Sample) -> Checking:
    """For one action, several actions and a whole turn."""
    states: list[State] = []
    while not game.over:
        states.append(game.state.copy())
        if sample.now(0.01):
            check_undo(game, states, sample.random)
        yield


def check_undo(game: Game, states: list[State], random: Random) -> None:
    history = list(game.history)
    number = random.randrange(min(len(history), random.choice((1, 20, 400))) + 1)
    game.undo(number)
    assert game.state == states[len(history) - number]
    assert game.legal() == states[len(history) - number].choices
    assert game.history == history[: len(history) - number]
    for entry in history[len(history) - number :]:
        assert game.play(entry.action) == list(entry.events)
    assert game.state == states[-1]
    game.undo_turn()
    kept = max(len(history) - 1, 0)
    while kept and not isinstance(history[kept - 1].action, Bid | End):
        kept -= 1
    assert game.state == states[kept]
    for entry in history[kept:]:
        game.play(entry.action)


def copies_are_equal_and_independent(game: Game, sample: Sample) -> Checking:
    """Copies of states and games; equal states have equal hashes."""
    states: list[State] = []
    while not game.over:
        if sample.now(0.01):
            check_copy(game, sample.random)
        if sample.thorough:
            states.append(game.state.copy())
        yield
    assert len(set(states)) == len(states)
    assert len(set(map(hash, states))) >= len(states) - 1


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


def a_position_can_be_read_back(game: Game, sample: Sample) -> Checking:
    """The text of the new state is the same too, and so are the choices."""
    while not game.over:
        if sample.now(0.01):
            check_position(game)
        yield
    check_position(game)


def a_view_can_be_read_back(game: Game, sample: Sample) -> Checking:
    """By every seat, without the secrets of the others."""
    while not game.over:
        if sample.now(0.01):
            for seat in range(game.options.players):
                assert parse_view(view_text(game.view(seat))) == game.view(seat)
        yield


def check_position(game: Game) -> None:
    text = game.position()
    again = Game.from_position(text)
    assert again.state == game.state
    assert again.legal() == game.legal()
    assert again.position() == text
    assert again.opening == ()


def a_record_can_be_read_back(game: Game, sample: Sample) -> Checking:
    """Complete, ending in the middle of a move, or starting from a position."""
    random = sample.random
    whole = sample.thorough or random.random() < 0.5
    begin = random.randrange(240)
    stop = begin + random.randrange(60)
    later: Game | None = None
    while not game.over:
        if len(game.history) == begin and (not whole or sample.thorough):
            later = Game.from_position(game.position())
        if len(game.history) == stop:
            if whole:
                check_record(game)
            if later:
                check_record(later)
                later = None
        elif sample.thorough and sample.random.random() < 0.1:
            check_record(game)
        yield
        if later:
            later.play(game.history[-1].action)
    if (whole and stop > len(game.history)) or sample.thorough:
        check_record(game)
    if later:
        check_record(later)


def check_record(game: Game) -> None:
    text = game.record()
    again = Game.load(text)
    assert again == game
    assert again.legal() == game.legal()
    assert again.record() == text


def the_score_is_the_sum_of_its_sources(game: Game, sample: Sample) -> Checking:
    """E3, E4, Y13: at any time, and in the event at the end of the game."""
    while not game.over:
        if sample.now(0.03):
            check_scores(game)
        events = yield
    check_scores(game)
    reported = events[-1]
    assert isinstance(reported, GameOver)
    assert reported.scores == tuple(score.total for score in game.scores())
    assert reported.winners == game.winners
    if not game.state.yazid:
        best = [seat for seat, total in enumerate(reported.scores) if total == max(reported.scores)]
        assert list(reported.winners) == best


def check_scores(game: Game) -> None:
    for score, player in zip(game.scores(), game.state.players, strict=True):
        assert score.total == sum(getattr(score, source) for source in SOURCES)
        assert all(getattr(score, source) >= 0 for source in SOURCES)
        assert score.gold == player.gold
        if "whims" not in game.options.expansions:
            assert not score.cities
        if "artisans" not in game.options.expansions:
            assert not score.artisans + score.items + score.tent


PROPERTIES = (
    pieces_are_conserved,
    gold_changes_as_the_events_say,
    there_is_always_a_choice_or_the_end_of_the_turn,
    whims_that_are_met_are_paid,
    every_legal_action_can_be_played_and_changes_the_game,
    all_other_actions_are_refused,
    a_whole_move_is_accepted_exactly_when_the_rules_allow_it,
    every_game_ends_for_a_reason,
    the_solo_game_is_lost_for_a_reason,
    undo_restores_the_previous_state,
    copies_are_equal_and_independent,
    a_position_can_be_read_back,
    a_view_can_be_read_back,
    a_record_can_be_read_back,
    the_score_is_the_sum_of_its_sources,
    *VIEWS,
)


def test_a_player_without_gold_can_bid() -> None:
    """B4, B5: with three markers on 0 the next one takes 1 and pays nothing."""
    found = 0
    for number in range(0, 900, 3):
        game = new_game(number)
        for _ in steps(game, Random(number)):
            if isinstance(game.state.pending[-1], Bidding) and not game.state.player.gold:
                assert all(isinstance(action, Bid) for action in game.legal())
        for entry in game.history:
            for event in entry.events:
                if isinstance(event, BidPlaced) and not event.fakirs:
                    found += (event.value, event.paid) == (1, 0)
        if found >= 3:
            return
    raise AssertionError("too few bids without gold were found")


def test_random_games_cover_all_actions_events_and_items() -> None:
    """The properties would prove little about actions and events that never occur."""
    actions, events, items, lost = (Counter[str]() for _ in range(4))
    won = 0
    for mode in MODES:
        for number in range(60 if mode.players == (1,) else 15):
            game = mode.new_game(number)
            random = Random(number)
            while not game.over:
                game.play(mode.choose(random, game.legal()))
            for entry in game.history:
                actions[type(entry.action).__name__] += 1
                events.update(type(event).__name__ for event in entry.events)
                for event in entry.events:
                    if isinstance(event, e.ItemUsed):
                        items[event.item] += 1
                    elif isinstance(event, Lost):
                        lost[event.reason] += 1
            won += bool(game.state.yazid and game.winners)
    assert actions.keys() == {kind.__name__ for kind in Action.__subclasses__()} - {Sow.__name__}
    assert events.keys() == {kind.__name__ for kind in Event.__subclasses__()}
    assert items.keys() == {item.name for item in ITEMS.values() if item.magic}
    assert lost.keys() == {"assassins", "djinns", "gold", "viziers"}
    assert won
