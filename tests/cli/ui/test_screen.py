"""A whole screen for the seat in turn."""

import re
from random import Random

import pytest

from naqala import Game
from naqala.cli.ui.journal import news
from naqala.cli.ui.screen import screen
from naqala.rules import goods
from naqala.rules.expansions.item_piles import ItemPiles
from naqala.rules.expansions.items import KeepingItem
from naqala.rules.expansions.whims import WhimTable, is_met
from naqala.rules.setup import set_up
from naqala.rules.state import Options
from naqala.text import Catalogue
from tests.cli.terminals import (
    BOTH,
    ENGLISH,
    FRENCH,
    LANGUAGES,
    MODES,
    fake_console,
    game_after,
    mode_after,
    names_of,
    rendered,
)

NAMES = ["Ann", "Bob", "Eve"]


def shown(game: Game, words: Catalogue = ENGLISH, width: int = 100, height: int = 45) -> str:
    names = NAMES if game.options.players == 3 else names_of(game, words)
    paragraphs = news(game, words, names, game.seat, max(1, len(game.history) - 20))
    console = fake_console(width, height, screen=True)
    return rendered(screen(game, words, names, paragraphs, console), width)


def with_other_secrets(game: Game, random: Random) -> Game:
    """The same game with different gold and cards of others, as far as the viewer cannot tell."""
    twin = game.copy()
    state = twin.state
    others = [player for seat, player in enumerate(state.players) if seat != game.seat]
    sizes = [goods.size(player.hand) for player in others]
    cards = list(goods.members(state.deck + sum(player.hand for player in others)))
    random.shuffle(cards)
    for player, size in zip(others, sizes, strict=True):
        player.gold = random.randrange(100)
        player.hand = goods.gather(cards.pop() for _ in range(size))
    state.deck = goods.gather(cards)
    if state.items:
        items = [*state.items.deck, *(item for player in others for item in player.items)]
        random.shuffle(items)
        for player in others:
            player.items = tuple(sorted(items.pop() for _ in player.items))
        state.items = ItemPiles(tuple(sorted(items)), state.items.discards)
    if state.whims:
        whims = [*state.whims.deck, *(whim for player in others for whim in player.whims)]
        random.shuffle(whims)
        for player in others:
            held = [whim for whim in whims if not is_met(state, player, whim)]
            player.whims = tuple(held[: len(player.whims)])
            whims = [whim for whim in whims if whim not in player.whims]
        state.whims = WhimTable(tuple(sorted(whims)), state.whims.cities)
    return twin


def test_a_screen_does_not_depend_on_the_secrets_of_others() -> None:
    """S4"""
    random = Random(3)
    game = Game.new(players=3, seed=3)
    differ = 0
    while not game.over:
        if len(game.history) % 10 == 0:
            twin = with_other_secrets(game, random)
            differ += twin != game
            assert shown(twin) == shown(game)
        game.play(random.choice(game.legal()))
    assert differ > 8


def test_no_screen_shows_items_cards_or_whims_of_others() -> None:
    """S4, N5, W6"""
    random = Random(5)
    game = Game(set_up(Options(3, 5, expansions=BOTH)), new=True)
    differ = 0
    while not game.over:
        kept = isinstance(game.state.pending[-1], KeepingItem)
        if kept or len(game.history) % 12 == 0:
            twin = with_other_secrets(game, random)
            mine, other = (g.state.players[game.seat - 1] for g in (game, twin))
            differ += mine.items != other.items or mine.whims != other.whims
            assert shown(twin, FRENCH) == shown(game, FRENCH)
        game.play(random.choice(game.legal()))
    assert differ > 5


@pytest.mark.parametrize("words", LANGUAGES)
@pytest.mark.parametrize("mode", MODES)
def test_a_screen_of_every_mode_fits_a_large_terminal(words: Catalogue, mode: str) -> None:
    for actions in (0, 40, 110):
        game = mode_after(actions, mode)
        if not game.over:
            lines = shown(game, words).splitlines()
            assert max(map(len, lines)) <= 100
            assert len(lines) < 46


@pytest.mark.parametrize("words", LANGUAGES)
@pytest.mark.parametrize("actions", [0, 30, 90, 130])
def test_a_screen_fits_a_large_terminal(words: Catalogue, actions: int) -> None:
    lines = shown(game_after(actions), words).splitlines()
    assert max(map(len, lines)) <= 100
    assert len(lines) < 45


@pytest.mark.parametrize("words", LANGUAGES)
@pytest.mark.parametrize("mode", ["two", "three", "four", *MODES])
def test_a_screen_of_every_mode_fits_the_smallest_terminal(words: Catalogue, mode: str) -> None:
    """With the prompt and the whole board."""
    players = {"two": 2, "three": 3, "four": 4}
    for actions in (0, 30, 90):
        game = game_after(actions, players[mode]) if mode in players else mode_after(actions, mode)
        if game.over:
            continue
        names = names_of(game, words)
        paragraphs = news(game, words, names, game.seat, max(1, actions - 12))
        greeting = words.say("terminal.greeting_people", people=", ".join(names), seed=3)
        for width, height in ((80, 24), (60, 20)):
            console = fake_console(width, height, screen=True)
            lines = rendered(
                screen(game, words, names, [*paragraphs, greeting], console), width
            ).splitlines()
            assert max(map(len, lines)) <= width
            assert len(lines) <= height - 1
            rows = game.state.land.grid.rows
            assert any(line.startswith(f"{rows} │") for line in lines[:2])
            assert words.decision(game.state)[:30] in "\n".join(lines)


def test_pieces_of_a_player_are_never_wrapped() -> None:
    game = mode_after(90, "five")
    text = shown(game, ENGLISH, 80, 24)
    for player in game.state.players:
        pieces = f"♞{player.camels}⌂{player.tents} Y{player.viziers} W{player.elders}"
        assert f"{pieces} P{player.artisans}" in text
    assert f"{game.state.player.gold} gold" in text


def test_old_news_is_cut_at_a_sentence() -> None:
    paragraphs = [" ".join(f"Sentence number {number} is here." for number in range(60))]
    text = rendered(
        screen(game_after(0), ENGLISH, NAMES, paragraphs, fake_console(100, 45, screen=True))
    )
    assert re.search(r"… Sentence number \d+ is", text)
    assert "number 59 is" in text


def test_the_dice_are_mentioned_once() -> None:
    """Y2: in the question, not in the news as well."""
    game = mode_after(0, "solo")
    paragraphs = news(game, ENGLISH, ["Ann"], 0, 0)
    text = rendered(
        screen(game, ENGLISH, ["Ann"], paragraphs, fake_console(80, 24, screen=True)), 80
    )
    assert " ".join(text.split()).count("The dice show") == 1
    assert "then he rolls again" in text


def test_the_question_comes_before_the_choices() -> None:
    text = shown(game_after(0))
    assert text.index("Where will you place") < text.index("Bid 0")


def test_old_news_makes_room_for_new_news() -> None:
    game = game_after(0)
    console = fake_console(100, 45, screen=True)
    paragraphs = [f"Line {number}." for number in range(100)]
    text = rendered(screen(game, ENGLISH, NAMES, paragraphs, console))
    assert "Line 99." in text
    assert "Line 1." not in text
    assert "…" in text
