"""Every lesson of the package: its goals can be reached, and its wrong tries are recognised."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from naqala.lessons import (
    Lesson,
    demonstration,
    first_game,
    landing,
    lesson,
    lesson_ids,
    outlook,
    progress,
)
from naqala.rules.actions import Sell, Take
from naqala.rules.board import TILE_NAMES
from naqala.rules.events import Gathered
from naqala.rules.game import Game
from naqala.text import LANGUAGES, catalogue

MOST_WORDS = 14
MOST_ACTIONS = 12
WAYS = 4
IDS = lesson_ids()


def found(name: str) -> Lesson:
    each = lesson(name)
    assert each is not None
    return each


def shown(lesson: Lesson, until: int) -> list[str]:
    """The recorded actions of the first steps."""
    return [action for step in lesson.steps[:until] for action in step.show]


def texts(lesson: Lesson) -> set[str]:
    """The keys of the sentences that a lesson needs."""
    names = [step.name for step in lesson.steps]
    wrong = [each.name for step in lesson.steps for each in step.wrong]
    notes = [each.name for step in lesson.steps for each in step.notes]
    return {
        *(f"lesson.{lesson.id}.{name}" for name in ("title", "about", "done")),
        *(f"lesson.{lesson.id}.{part}.{name}" for part in ("say", "short") for name in names),
        *(f"lesson.{lesson.id}.wrong.{name}" for name in wrong),
        *(f"lesson.{lesson.id}.note.{name}" for name in notes),
    }


def test_there_are_lessons() -> None:
    assert IDS[0] == "sowing"
    assert len(IDS) == len(set(IDS)) >= 19
    assert lesson("nothing") is None


@pytest.mark.parametrize("name", IDS)
def test_the_recorded_actions_do_each_step(name: str) -> None:
    each = found(name)
    for number, step in enumerate(each.steps):
        before, after = shown(each, number), shown(each, number + 1)
        assert step.show
        assert progress(each, before) == (number, len(before), "", False, "", ())
        assert progress(each, after)[:2] == (number + 1, len(after))
        assert progress(each, after[:-1]).step == number, "the last action is not needed"
        assert demonstration(each, before) == (len(before), step.show, 0, ())


@pytest.mark.parametrize("name", IDS)
def test_wrong_tries_are_recognised(name: str) -> None:
    each = found(name)
    assert any(step.wrong for step in each.steps)
    for number, step in enumerate(each.steps):
        for wrong in step.wrong:
            now = progress(each, [*shown(each, number), *wrong.example])
            assert (now.step, now.wrong) == (number, wrong.name)


@pytest.mark.parametrize("name", IDS)
def test_the_tiles_that_matter_are_on_the_board(name: str) -> None:
    each = found(name)
    game = each.start()
    for step in each.steps:
        for tile in step.tiles:
            game.tile(tile)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_exists_and_is_short(language: str) -> None:
    messages = catalogue(language).messages
    needed = texts(first_game()).union(*(texts(found(name)) for name in IDS))
    assert {key for key in messages if key.startswith("lesson.")} == needed
    for key in needed:
        words = messages[key].replace("\u00a0", "").split()
        assert len(words) <= MOST_WORDS, (key, len(words))


@pytest.mark.parametrize("name", IDS)
def test_a_step_can_be_shown_whatever_the_pupil_did_before(name: str) -> None:
    each, rng = found(name), random.Random(name)
    for _ in range(5):
        game, actions = each.start(), list[str]()
        while game.legal() and game.seat == 0 and len(actions) < MOST_ACTIONS:
            action = str(rng.choice(game.legal()))
            game.play(action)
            actions.append(action)
            now, show = progress(each, actions), demonstration(each, actions)
            if now.step == len(each.steps):
                break
            again = [*actions[: show.after], *show.actions]
            passed = progress(each, again).step - now.step
            assert passed == 1 or (passed == 2 and each.steps[now.step + 1].early)
            assert progress(each, again[: show.after + show.kept]).step == now.step


@pytest.mark.parametrize("name", IDS)
def test_no_way_through_a_lesson_leads_to_a_dead_end(name: str) -> None:
    """Whatever is played, there is something to do, to read and to see; "Step back" helps."""
    each, rng = found(name), random.Random(f"ways of {name}")
    for _ in range(8):
        game, actions = each.start(), list[str]()
        while (now := progress(each, actions)).step < len(each.steps):
            ahead = outlook(each, actions)
            over = game.over or game.seat != 0
            assert now.wrong or ahead.stuck or not over
            assert demonstration(each, actions).actions
            back = actions
            while back and outlook(each, back).stuck:
                fewer = outlook(each, back).back
                assert fewer < len(back)
                back = back[:fewer]
            assert not outlook(each, back).stuck
            if over or len(actions) == MOST_ACTIONS:
                break
            rest = each.steps[now.step].show[len(actions) - now.start :]
            choices = [str(action) for action in game.legal()]
            shown = bool(rest) and rest[0] in choices and rng.random() < 0.5
            actions.append(rest[0] if shown else rng.choice(choices))
            game.play(actions[-1])


@pytest.mark.parametrize("name", IDS)
def test_no_way_of_doing_a_step_spoils_a_later_one(name: str) -> None:
    """The best move does not, either: whatever counts as done leaves the rest within reach."""
    each = found(name)
    todo, seen, best = [tuple[str, ...]()], set[tuple[int, str]](), 0
    while todo:
        actions = todo.pop()
        now, game = progress(each, actions), each.start()
        for action in actions:
            game.play(action)
        if now.step == len(each.steps) or (now.step, game.position()) in seen:
            continue
        seen.add((now.step, game.position()))
        if now.start == len(actions):
            ahead = outlook(each, actions)
            assert not ahead.stuck, (each.steps[now.step].name, actions)
            best = max(best, now.step)
        if now.wrong or now.stuck or game.seat != 0:
            continue
        todo.extend((*actions, action) for action in whole_choices(game))
    assert best == len(each.steps) - 1


def whole_choices(game: Game) -> list[str]:
    """One way to each outcome of a move, or what else can be chosen; cards are not sold."""
    choices = [action for action in game.legal() if not isinstance(action, Sell)]
    if not any(isinstance(action, Take) for action in choices):
        return [str(action) for action in choices]
    return [str(way) for each in game.outcomes() for way in islice(game.sowings(each), WAYS)]


def test_gold_that_was_earned_early_counts() -> None:
    """Whoever earns twelve gold with the first move has nothing more to do."""
    builders = found("builders")
    best = ["take a3", "drop b3W", "drop b2B"]
    now = progress(builders, best)
    assert (builders.steps[now.step].name, now.stuck) == ("end", False)
    assert progress(builders, [*best, "end"]).step == len(builders.steps)


def test_a_later_step_that_is_done_already_is_known() -> None:
    """So that the steps that are left can be counted."""
    builders = found("builders")
    best = ["take a3", "drop b3W", "drop b2B"]
    assert progress(builders, best[:2]).early == ()
    assert progress(builders, best).early == ("much",)
    assert progress(builders, ["take c3", "drop b3W", "drop a3B"]).early == ()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", IDS)
def test_a_tile_that_is_named_as_the_end_of_a_move_is_known(name: str, language: str) -> None:
    """It is not lit like the tiles to start on."""
    each, words = found(name), catalogue(language)
    game = each.start()
    for number, step in enumerate(each.steps):
        moving = any(isinstance(action, Take) for action in game.legal())
        events = [event for action in step.show for event in game.play(action)]
        ends = [TILE_NAMES[event.tile] for event in events if isinstance(event, Gathered)]
        named = ends and ends[-1] in words.say(f"lesson.{name}.say.{step.name}")
        target = ends[-1] if moving and named else ""
        assert (step.target, landing(each, shown(each, number))) == (target, target), step.name


def test_a_start_is_no_landing_once_the_move_has_begun() -> None:
    control = found("control")
    assert landing(control, []) == "d2"
    assert landing(control, ["take b2"]) == ""
    assert landing(control, ["take d2"]) == ""


def test_steps_that_the_rules_play_by_themselves_are_passed() -> None:
    """The two other drops and the landing follow from the first drop."""
    sowing = found("sowing")
    names = [step.name for step in sowing.steps]
    assert names[progress(sowing, ["take b2", "drop b3G"]).step] == "end"
    after = progress(sowing, ["take b2", "drop b3G", "end"])
    assert (names[after.step], after.stuck) == ("again", False)


def test_a_move_that_misses_the_goal_is_told_before_its_end() -> None:
    sowing, control, bids = found("sowing"), found("control"), found("bids")
    assert outlook(control, ["take d2"]) == (True, 0)
    assert outlook(sowing, ["take b2", "drop b3G", "end", "take d2"]) == (True, 3)
    assert outlook(sowing, ["take b2", "drop b3G", "end", "take d3"]).stuck is False
    # Both markers are placed before the second step begins.
    assert outlook(bids, ["bid 0", "bid 5"]) == (True, 0)


@pytest.mark.parametrize("seed", range(3))
def test_the_first_game_is_coached_whatever_both_players_do(seed: int) -> None:
    """The shown turn can be played, does what the coach says, and every way leads to the end."""
    first, rng = first_game(), random.Random(seed)
    game, actions, aims = first.start(), list[str](), set[str]()
    while (now := progress(first, actions)).step < len(first.steps):
        assert not now.stuck
        choices = [str(action) for action in game.legal()]
        if game.seat == 0:
            shown = demonstration(first, actions)
            assert shown.after <= len(actions)
            again = progress(first, [*actions[: shown.after], *shown.actions])
            assert shown.actions
            assert again.step >= now.step
            ahead = outlook(first, actions)
            if ahead.stuck:
                assert ahead.back < len(actions)
                assert not outlook(first, actions[: ahead.back]).stuck
            step = first.steps[now.step]
            if again.step == now.step and step.name in ("camel", "gold", "cards"):
                assert again.note == step.name
                aims.add(step.name)
        action = "end" if "end" in choices else rng.choice(choices)
        game.play(action)
        actions.append(action)
    assert {"camel", "gold", "cards"} <= aims
    assert not game.over


def test_the_first_game_begins_with_the_recorded_move() -> None:
    """The first turn is on a known board; afterwards another way is accepted."""
    first = first_game()
    way = ("a1", "a2", "a3", "a4")
    shown = ("take a1", "drop a2W", "drop a3B")
    assert demonstration(first, []) == (0, shown, 0, way)
    assert demonstration(first, ["take a1"]) == (1, shown[1:], 0, way)
    assert demonstration(first, ["take c1"])[:3] == (0, shown, 0)
    assert demonstration(first, ["take c1"]).tiles == ()
    assert progress(first, ["take a1"]).step == 1
    assert progress(first, ["take a1", "drop a2W"]).note == "last"


def test_another_start_of_the_first_game_is_explained() -> None:
    """It may be taken back; whoever goes on from there is coached on."""
    first, end = first_game(), 2
    assert progress(first, ["take c1"])[:3] == (0, 0, "elsewhere")
    game, actions = first.start(), ["take c1"]
    game.play("take c1")
    while progress(first, actions).step < end:
        actions.append(str(game.legal()[0]))
        game.play(actions[-1])
    # The sentence about Elders would be wrong.
    assert progress(first, actions).note == "landed"


def test_a_drop_after_which_the_move_misses_its_aim_is_named_at_once() -> None:
    first = first_game()
    assert not outlook(first, ["take a1"]).stuck
    assert not outlook(first, ["take a1", "drop a2W"]).stuck
    game = first.start()
    game.play("take a1")
    found = {str(drop): outlook(first, ["take a1", str(drop)]) for drop in game.legal()}
    assert found["drop a2W"] == (False, 1)
    assert found["drop b1W"] == (True, 1)
    assert demonstration(first, ["take a1", "drop b1W"]).after == 0


def test_whatever_a_turn_asks_after_its_move_is_shown() -> None:
    """At markets, Builders, Assassins and Djinns, and at the end of the turn."""
    first, kinds = first_game(), set[str]()
    for seed in range(6):
        rng, game, actions = random.Random(seed), first.start(), list[str]()
        while progress(first, actions).step < len(first.steps):
            choices = [str(action) for action in game.legal()]
            action = "end" if "end" in choices else rng.choice(choices)
            shown = demonstration(first, actions)
            if game.seat == 0 and shown.after == len(actions):
                assert shown.actions[0] in choices
                kinds.add(shown.actions[0].split()[0])
                action = shown.actions[0] if rng.random() < 0.7 else action
            game.play(action)
            actions.append(action)
    assert kinds >= {"build", "buy", "end", "kill", "summon"}
