"""Plans are compared with common samples, and dropped once they are clearly behind."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from naqala.bots.search.comparison import Comparison, Sample
from naqala.bots.search.plans import Plan
from naqala.rules.actions import Bid
from naqala.rules.setup import set_up
from naqala.rules.state import Options

STATE = set_up(Options(2, seed=1))


def plan(name: int, value: float = 0.0) -> Plan:
    return Plan(value, (Bid(name, 0),), STATE)


def name_of(each: Plan) -> int:
    bid = each.known[0]
    assert isinstance(bid, Bid)
    return bid.value


class Table:
    """Samples of plans with a true value and noise that all plans share, or that each has."""

    def __init__(self, true: dict[int, float], shared: float = 0.0, own: float = 0.0) -> None:
        self.true = true
        self.shared, self.own = shared, own
        self.asked: list[tuple[int, int]] = []

    def samples(self, plans: Sequence[Plan], nth: int) -> list[Sample]:
        return [self.sample(name_of(each), nth) for each in plans]

    def sample(self, name: int, nth: int) -> Sample:
        self.asked.append((name, nth))
        noise = self.shared * Random(nth).gauss(0, 1)
        noise += self.own * Random(1000 * name + nth).gauss(0, 1)
        return self.true[name] + noise, STATE


def run(comparison: Comparison, most: int) -> None:
    for _ in comparison.rounds(most, 1.5):
        pass


def compared(table: Table, most: int = 16) -> Comparison:
    comparison = Comparison(table.samples)
    comparison.add(plan(name) for name in table.true)
    run(comparison, most)
    return comparison


def test_the_best_plan_is_found_although_the_net_prefers_another() -> None:
    table = Table({1: 0.0, 2: 6.0, 3: 1.0}, own=4.0)
    comparison = Comparison(table.samples)
    comparison.add([plan(1, 3.0), plan(2, 0.0), plan(3, 1.0)])
    run(comparison, 64)
    assert name_of(comparison.ranking()[0][1].plan) == 2


def test_noise_that_all_plans_share_does_not_matter() -> None:
    """Every plan gets the same draws, so the difference is exact."""
    table = Table({1: 0.0, 2: 20.0}, shared=100.0)
    comparison = compared(table)
    assert name_of(comparison.left[0].plan) == 2
    assert len(table.asked) == 4


def test_plans_that_are_clearly_behind_get_no_more_samples() -> None:
    table = Table({1: 0.0, 2: -40.0, 3: 0.5}, own=3.0)
    compared(table)
    counts = [sum(name == each for name, _ in table.asked) for each in (1, 2, 3)]
    assert counts[1] == 2
    assert counts[0] > 2


def test_a_dropped_plan_ranks_below_by_what_it_was_behind() -> None:
    """Its few samples may be high only because of the draws."""
    table = Table({1: 0.0, 2: -40.0, 3: 0.5})
    ranking = compared(table).ranking()
    values = {name_of(entry.plan): value for value, entry in ranking}
    assert values[2] < min(values[1], values[3]) - 20


def test_the_comparison_ends_when_the_limit_is_reached() -> None:
    table = Table({1: 0.0, 2: 1.0, 3: 2.0})

    def samples(plans: Sequence[Plan], nth: int) -> list[Sample] | None:
        return None if nth else table.samples(plans, nth)

    comparison = Comparison(samples)
    comparison.add([plan(1), plan(2), plan(3)])
    run(comparison, 16)
    assert comparison.samples == comparison.most_samples == 1
    assert [name_of(entry.plan) for entry in comparison.left] == [3, 2, 1]


def test_plans_that_are_added_later_catch_up_with_the_same_samples() -> None:
    table = Table({1: 0.0, 2: 0.5}, own=2.0)
    comparison = compared(table, most=4)
    table.true[3] = 30.0
    comparison.add([plan(3), plan(1)])
    assert len(comparison.entries) == 3
    table.asked.clear()
    run(comparison, 4)
    assert table.asked == [(3, 0), (3, 1), (3, 2), (3, 3)]
    assert name_of(comparison.ranking()[0][1].plan) == 3


def test_more_samples_are_taken_only_while_two_plans_are_left() -> None:
    table = Table({1: 0.0})
    compared(table)
    assert table.asked == []


def test_plans_without_samples_rank_below_those_that_were_compared() -> None:
    """The values of the net may be too high, above all where it has the choice of many plans."""
    table = Table({1: 0.0, 2: 0.5}, own=2.0)
    comparison = compared(table, most=4)
    comparison.add([plan(3, 50.0)])
    ranking = comparison.ranking()
    assert name_of(ranking[-1][1].plan) == 3
    assert comparison.most_samples == 4


def test_a_plan_with_fewer_samples_is_judged_by_the_same_draws() -> None:
    """The first draws are good for all plans; the new one has seen no others."""
    values = [60.0, 0.0, 0.0, 0.0]

    def samples(plans: Sequence[Plan], nth: int) -> list[Sample] | None:
        names = [name_of(each) for each in plans]
        return None if 3 in names and nth else [(values[nth] - name, STATE) for name in names]

    comparison = Comparison(samples)
    comparison.add([plan(1), plan(2)])
    run(comparison, 4)
    comparison.add([plan(3)])
    run(comparison, 4)
    assert [name_of(entry.plan) for _, entry in comparison.ranking()] == [1, 2, 3]


def late(ahead: float) -> list[int]:
    """The ranking when plan 3 leads by this much after its first sample, the last one taken."""
    table = Table({1: 0.0, 2: 1.0, 3: 1.0 + ahead}, shared=9.0)

    def samples(plans: Sequence[Plan], nth: int) -> list[Sample] | None:
        return (
            None if nth and any(name_of(each) == 3 for each in plans) else table.samples(plans, nth)
        )

    comparison = Comparison(samples)
    comparison.add([plan(1), plan(2)])
    run(comparison, 16)
    comparison.add([plan(3)])
    run(comparison, 16)
    return [name_of(entry.plan) for _, entry in comparison.ranking()]


def test_a_plan_with_few_samples_ranks_first_only_if_it_is_clearly_ahead() -> None:
    """With few samples, the best of many plans is usually overrated."""
    assert late(3.0) == [2, 3, 1]
    assert late(40.0) == [3, 2, 1]


def test_a_plan_that_was_dropped_early_comes_back_when_more_certainty_is_wanted() -> None:
    """With few samples, the better plan may look worse."""
    table = Table({1: 0.0, 2: 3.0}, own=8.0)
    comparison = Comparison(table.samples, spread=2.0)
    comparison.add([plan(1, 6.0), plan(2, -6.0)])
    for _ in comparison.rounds(16, 0.2):
        pass
    assert [entry.behind is None for entry in comparison.entries] == [True, False]
    for _ in comparison.rounds(400, 6.0):
        pass
    assert name_of(comparison.ranking()[0][1].plan) == 2


def test_plans_that_are_equally_good_need_no_more_samples() -> None:
    table = Table({1: 0.0, 2: 0.0}, shared=5.0)
    comparison = compared(table, most=100_000)
    assert len(comparison.left) == 1
    assert comparison.most_samples < 1000


def test_a_dropped_plan_stays_behind_the_plan_that_led_when_it_was_dropped() -> None:
    table = Table({1: 0.0, 2: -20.0, 3: 40.0})
    comparison = Comparison(table.samples)
    comparison.add([plan(1), plan(2)])
    run(comparison, 8)
    comparison.add([plan(3)])
    run(comparison, 8)
    assert [name_of(entry.plan) for _, entry in comparison.ranking()] == [3, 1, 2]
