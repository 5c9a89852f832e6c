"""Objects of Keras and of the SDK, and either of two."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gpu2ipu.analysis.values.arrays import KerasTensor
from gpu2ipu.analysis.values.library_objects import (
    External,
    IpuConfig,
    KerasLayer,
    KerasModel,
    Metric,
    ModelMethod,
    Optimizer,
    Strategy,
    TfDistributeStrategy,
    constructions_of,
)
from gpu2ipu.analysis.values.value import UNKNOWN, Value, join
from tests.analysis.values.samples import (
    DATASET,
    EITHER_MODEL,
    MODEL,
    OTHER_MODEL,
    A,
    B,
)


def test_where_models_are_constructed() -> None:
    assert constructions_of(MODEL) == {(A,)}
    assert constructions_of(UNKNOWN) == frozenset()


@pytest.mark.parametrize("kind", [KerasLayer, KerasModel])
def test_either_of_two_is_constructed_by_either_call(kind: type[KerasLayer] | type[KerasModel]) -> None:
    first, second = (kind("a", constructed_by=frozenset({(node,)})) for node in (A, B))
    joined = join(first, second)
    assert isinstance(joined, kind) and joined.constructed_by == {(A,), (B,)}


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (External("a"), External("b"), UNKNOWN),
        (KerasLayer("a", A), KerasLayer("a", B), KerasLayer("a")),
        (KerasLayer("a"), Metric("a"), UNKNOWN),
        (Optimizer("a", A), Optimizer("b", A), Optimizer("", A)),
        (MODEL, OTHER_MODEL, EITHER_MODEL),
        (
            replace(MODEL, outputs=(KerasTensor(),)),
            replace(MODEL, outputs=(KerasTensor(), KerasTensor())),
            MODEL,
        ),
        (MODEL, DATASET, UNKNOWN),
        (ModelMethod("fit", MODEL), ModelMethod("fit", OTHER_MODEL), ModelMethod("fit", EITHER_MODEL)),
        (ModelMethod("fit", MODEL), ModelMethod("predict", MODEL), ModelMethod("", MODEL)),
        (ModelMethod("fit", MODEL), UNKNOWN, UNKNOWN),
        (Strategy("a"), Strategy("b"), Strategy()),
        (Strategy("a"), TfDistributeStrategy("a"), UNKNOWN),
        (IpuConfig("a"), IpuConfig("b"), IpuConfig()),
    ],
)
def test_join(first: Value, second: Value, expected: Value) -> None:
    assert join(first, second) == expected
