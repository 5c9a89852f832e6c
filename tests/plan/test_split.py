"""The split of a model's layers into stages: against brute force, and on chains whose best split one sees."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from gpu2ipu.plan.layers import HandedValue, KeptValue, LayerCall, Layers
from gpu2ipu.plan.split import Splitter
from gpu2ipu.runner.child.interpreters import SIMULATOR
from gpu2ipu.schedules import SCHEDULES

SMALL = st.integers(0, 5)


@st.composite
def models(draw: st.DrawFn) -> Layers:
    """A model of a few layer calls, some of which share variables, with values that several of them read."""
    count = draw(st.integers(1, 7))
    positions = st.integers(0, count - 1)
    readers = st.sets(positions, min_size=1, max_size=3).map(lambda found: tuple(sorted(found)))
    values = st.lists(st.builds(KeptValue, SMALL, readers), max_size=6).map(tuple)
    calls = st.builds(LayerCall, st.just("layer"), *[st.none()] * 3, SMALL, SMALL, SMALL, SMALL, SMALL, SMALL)
    pairs = st.tuples(positions, positions).map(lambda pair: (min(pair), max(pair)))
    origins = st.integers(-1, count - 1)
    handed = st.lists(st.builds(HandedValue, SMALL, origins, readers).map(downstream), max_size=4).map(tuple)
    return Layers(
        tuple(draw(st.lists(calls, min_size=count, max_size=count))),
        draw(values),
        draw(values),
        draw(values),
        draw(handed),
        tuple(draw(st.lists(pairs, max_size=2))),
        draw(SMALL),
        draw(SMALL),
    )


def downstream(value: HandedValue) -> HandedValue:
    """The value with the readers after its origin."""
    return replace(value, readers=tuple(reader for reader in value.readers if reader > value.origin))


def all_splits(layers: Layers, count: int) -> Iterator[list[range]]:
    """All ways to cut the calls into so many runs that keep calls together which share a variable."""
    calls = len(layers.calls)
    for cuts in itertools.combinations(range(1, calls), count - 1):
        if not any(first < cut <= last for cut in cuts for first, last in layers.together):
            yield [range(start, stop) for start, stop in zip((0, *cuts), (*cuts, calls))]


def flops_of(layers: Layers, run: range) -> int:
    return sum(layers.calls[index].flops for index in run)


def memory_of(layers: Layers, run: range, after: int, count: int, schedule: str, recomputes: bool) -> int:
    """The memory of a stage with so many stages after it, from its definition."""
    waiting = SCHEDULES[schedule].stash * after
    own = [layers.calls[index] for index in run]

    def read(values: tuple[KeptValue, ...]) -> int:
        return sum(value.size for value in values if not set(value.readers).isdisjoint(run))

    total = sum(call.weights + call.optimizer for call in own) + max(call.working for call in own)
    total += sum(call.accumulators for call in own) if count > 1 else 0
    handed = sum(
        value.size
        for value in layers.handed
        if value.origin not in run and not set(value.readers).isdisjoint(run)
    )
    stash = handed if recomputes else read(layers.kept) + read(layers.kept_data)
    total += read(layers.kept) + read(layers.kept_once) + stash * waiting
    total += layers.received if 0 in run else 0
    return total + (layers.sent if len(layers.calls) - 1 in run else 0)


@given(models(), st.integers(1, 5), st.sampled_from(sorted(SCHEDULES)), st.integers(0, 60), st.booleans())
def test_the_best_split_is_that_of_brute_force(
    layers: Layers, count: int, schedule: str, limit: int, recomputes: bool
) -> None:
    splitter = Splitter(layers, schedule, limit, recomputes)
    judged = []
    for runs in all_splits(layers, count):
        flops = [flops_of(layers, run) for run in runs]
        memory = [
            memory_of(layers, run, count - 1 - number, count, schedule, recomputes)
            for number, run in enumerate(runs)
        ]
        judged.append((flops, memory))
    assert (count <= splitter.most) == bool(judged)
    if not judged:
        return
    fitting = [pair for pair in judged if max(pair[1]) <= limit]
    stages = splitter.best(count)
    flops, memory = [stage.flops for stage in stages], [stage.memory for stage in stages]
    assert (flops, memory) in judged
    assert [stage.first for stage in stages[1:]] == [stage.last + 1 for stage in stages[:-1]]
    assert splitter.fits(count) == bool(fitting)
    assert [stage.depth for stage in stages] == [
        SCHEDULES[schedule].stash * (count - 1 - n) + 1 for n in range(count)
    ]

    def squares(numbers: list[int]) -> int:
        return sum(number**2 for number in numbers)

    if fitting:
        best = min((max(flops), squares(flops), squares(memory)) for flops, memory in fitting)
        assert (max(flops), squares(flops), squares(memory)) == best
    else:
        best = min((max(memory), squares(memory), squares(memory)) for _, memory in judged)
        assert (max(memory), squares(memory), squares(memory)) == best


def test_the_stash_depths_are_those_of_the_simulator() -> None:
    estimate = (SIMULATOR / "memory" / "estimate.py").read_text()
    (depths,) = re.findall(r"^_STASH = (\{.*\})$", estimate, re.MULTILINE)
    assert {name.lower(): depth for name, depth in ast.literal_eval(depths).items()} == {
        name: schedule.stash for name, schedule in SCHEDULES.items()
    }


def layer(flops: int, weights: int = 0) -> LayerCall:
    return LayerCall("layer", None, None, None, weights, weights, 0, 0, 0, flops)


def test_the_largest_stage_is_as_small_as_it_can_be() -> None:
    """Greedily, stages of a third of all would be 6, 6 and 9."""
    layers = Layers(tuple(layer(flops) for flops in (4, 2, 5, 1, 7, 2)))
    stages = Splitter(layers, "grouped", 10).best(3)
    assert [(stage.first, stage.last, stage.flops) for stage in stages] == [(0, 1, 6), (2, 3, 6), (4, 5, 9)]
    stages = Splitter(layers, "grouped", 10).best(2)
    assert [stage.flops for stage in stages] == [11, 10]


def test_calls_of_a_shared_layer_are_in_one_stage() -> None:
    layers = Layers(tuple(layer(1) for _ in range(8)), together=((1, 4), (3, 5)))
    splitter = Splitter(layers, "grouped", 10)
    assert splitter.most == 4
    assert [(stage.first, stage.last) for stage in splitter.best(2)] == [(0, 5), (6, 7)]


def test_memory_decides_before_arithmetic() -> None:
    layers = Layers((layer(9, 1), layer(1, 1), layer(1, 8)))
    assert [stage.flops for stage in Splitter(layers, "grouped", 9).best(2)] == [9, 2]
    assert [stage.flops for stage in Splitter(layers, "grouped", 8).best(2)] == [10, 1]
    assert Splitter(layers, "grouped", 8).fewest((1, 2, 4)) == 2
    assert Splitter(layers, "grouped", 10).fewest((1, 2)) == 1
    assert Splitter(layers, "grouped", 7).fewest((1, 2, 3)) is None


def test_several_hundred_layers_take_seconds() -> None:
    calls = tuple(
        LayerCall(f"layer{n}", None, None, None, 1, n % 50, n % 50, n % 50, n % 9, n % 97) for n in range(300)
    )
    kept = tuple(KeptValue(5 + n % 7, (n, min(n + 1 + n % 5, 299))) for n in range(300))
    splitter = Splitter(Layers(calls, kept), "grouped", 16_000)
    assert splitter.fewest((1, 2, 4, 8, 16)) == 2
    assert len(splitter.best(8)) == 8
