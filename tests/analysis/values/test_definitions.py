"""What the script defines: functions, classes, instances and modules, and either of two."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gpu2ipu.analysis.values.definitions import (
    FunctionChoice,
    Instance,
    InstanceChoice,
    ScriptClass,
    ScriptModule,
    functions_of,
)
from gpu2ipu.analysis.values.value import UNKNOWN, Value, altered, join
from tests.analysis.values.samples import (
    DATASET,
    FIRST,
    SECOND,
    A,
    B,
)


def test_the_functions_that_values_may_be() -> None:
    assert functions_of(FIRST, FunctionChoice((SECOND, FIRST)), UNKNOWN) == (FIRST, SECOND)
    assert functions_of(altered(FIRST, may_be_none=True)) == (FIRST,)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (FIRST, SECOND, FunctionChoice((FIRST, SECOND))),
        (FIRST, altered(FIRST, may_be_none=True), altered(FIRST, may_be_none=True)),
        (FunctionChoice((FIRST, SECOND)), FIRST, FunctionChoice((FIRST, SECOND))),
        (replace(FIRST, owner=DATASET), replace(SECOND, owner=DATASET), UNKNOWN),
        (replace(FIRST, owner=DATASET), FIRST, UNKNOWN),
        (ScriptClass(A), ScriptClass(B), UNKNOWN),
        (
            ScriptClass(A),
            altered(ScriptClass(A), may_be_none=True),
            altered(ScriptClass(A), may_be_none=True),
        ),
        (Instance(A), Instance(B), InstanceChoice((Instance(A), Instance(B)))),
        (ScriptModule(folder="a"), ScriptModule(folder="b"), UNKNOWN),
    ],
)
def test_join(first: Value, second: Value, expected: Value) -> None:
    assert join(first, second) == expected
