"""Datasets, generators and sequences, and either of two."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gpu2ipu.analysis.values.arrays import array
from gpu2ipu.analysis.values.data import (
    Batching,
    Dataset,
    Generator,
    ImageFlow,
    KerasSequence,
    PythonGenerator,
    Size,
    iterated,
    length_of,
    origins_of,
    remainder_of,
)
from gpu2ipu.analysis.values.value import NONE, UNKNOWN, Value, join
from tests.analysis.values.samples import (
    CALL,
    DATASET,
    A,
    B,
)


def test_what_only_datasets_and_generators_say() -> None:
    made = replace(DATASET, batched_by=frozenset({(CALL,)}))
    assert (length_of(made), remainder_of(made)) == (3, 1)
    assert (length_of(UNKNOWN), remainder_of(UNKNOWN)) == (None, None)
    assert (set(origins_of(made)), set(origins_of(UNKNOWN))) == ({CALL}, set())
    assert iterated(Dataset((NONE,))) == iterated(PythonGenerator(NONE)) == (NONE,)
    assert iterated(PythonGenerator()) == iterated(UNKNOWN) == ()


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (
            replace(DATASET, parts=(array(),)),
            replace(DATASET, parts=(array(), array()), length=4, remainder=2),
            replace(DATASET, length=None, remainder=None),
        ),
        (DATASET, replace(DATASET, size=Size.INFINITE), replace(DATASET, size=Size.UNKNOWN)),
        (DATASET, replace(DATASET, batching=Batching.PARTIAL), replace(DATASET, batching=Batching.PARTIAL)),
        (DATASET, replace(DATASET, batching=Batching.NONE), replace(DATASET, batching=Batching.UNKNOWN)),
        (DATASET, array(), UNKNOWN),
        (PythonGenerator(array(5)), PythonGenerator(array(6)), PythonGenerator(array())),
        (PythonGenerator(array(5)), PythonGenerator(), PythonGenerator()),
        (PythonGenerator(), KerasSequence("a", A), Generator()),
        (KerasSequence("a", A), KerasSequence("a", B), KerasSequence("a")),
        (ImageFlow("a", 3), ImageFlow("a", 4), ImageFlow("a")),
        (ImageFlow("a", 3), Generator(), Generator()),
        (Generator(), array(), UNKNOWN),
    ],
)
def test_join(first: Value, second: Value, expected: Value) -> None:
    assert join(first, second) == expected
