"""The functions that are written into a port: they work, are written once, and bring their imports."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.edits import Insert
from gpu2ipu.port.code import helper_functions
from gpu2ipu.port.code.helper_functions import HelperFunction
from gpu2ipu.rewrite import apply
from tests.port.proposed import script_of

Maker = Callable[[Script, Facts], HelperFunction]

# NumPy and TensorFlow for lists in place of arrays; `repeat` is missing, since it refuses tables of pandas.
NUMPY = SimpleNamespace(
    concatenate=lambda parts: [row for part in parts for row in part],
    isscalar=lambda value: isinstance(value, int),
)


class Rows(list[int]):
    """A list in place of an array."""

    shape = (1,)


def mapped(function: Callable[[list[int]], list[int]], data: Any) -> Any:
    if isinstance(data, dict):
        return {key: mapped(function, part) for key, part in data.items()}
    return tuple(mapped(function, part) for part in data) if isinstance(data, tuple) else function(data)


def flattened(data: Any) -> list[list[int]]:
    parts = data.values() if isinstance(data, dict) else data if isinstance(data, tuple) else None
    return [data] if parts is None else [leaf for part in parts for leaf in flattened(part)]


TENSORFLOW = SimpleNamespace(nest=SimpleNamespace(map_structure=mapped, flatten=flattened))


def nested_prediction(script: Script, facts: Facts) -> HelperFunction:
    return helper_functions.predict_all_rows(script, facts, nested=True)


def plain_prediction(script: Script, facts: Facts) -> HelperFunction:
    return helper_functions.predict_all_rows(script, facts, nested=False)


MAKERS: list[Maker] = [
    helper_functions.even_batch_size,
    helper_functions.take_rows,
    helper_functions.row_count,
    helper_functions.suitable_steps,
    plain_prediction,
    nested_prediction,
    helper_functions.dataset_of_generator,
    helper_functions.dataset_of_sequence,
]


def written(maker: Maker) -> Callable[..., Any]:
    """The function as it stands in a port."""
    script = script_of("pass", imports="import numpy as np\nimport tensorflow as tf\n")
    helper = maker(script, facts_of(script))
    namespace: dict[str, Any] = {"np": NUMPY, "tf": TENSORFLOW}
    for edit in helper.edits:
        assert isinstance(edit, Insert)
        exec(edit.template, namespace)
    function: Callable[..., Any] = namespace[helper.name]
    return function


EVEN_BATCH_SIZE = written(helper_functions.even_batch_size)
PREDICT, PREDICT_NESTED = written(plain_prediction), written(nested_prediction)


class Model:
    """Predicts the double of each row, and refuses short batches as the IPU does."""

    def predict(self, x: Any, batch_size: int, verbose: int = 0) -> Any:
        assert all(len(rows) % batch_size == 0 for rows in flattened(x))
        return mapped(lambda rows: [2 * row for row in rows], x)


@given(st.integers(1, 2000), st.integers(1, 300))
def test_even_batch_size(rows: int, batch_size: int) -> None:
    size, whole = EVEN_BATCH_SIZE(rows, batch_size), min(rows, batch_size)
    near = (*range(whole, -(-whole // 2) - 1, -1), *range(batch_size + 1, 4 * batch_size + 1))
    dividing = [each for each in near if rows % each == 0]
    assert size == (dividing[0] if dividing else whole)


def test_there_must_be_samples_for_an_even_batch_size() -> None:
    with pytest.raises(ValueError, match="fewer samples than batches that are taken together"):
        EVEN_BATCH_SIZE(0, 32)


@given(st.integers(1, 2000), st.integers(1, 300))
def test_a_dividing_batch_size_divides(rows: int, batch_size: int) -> None:
    assert rows % written(helper_functions.dividing_batch_size)(rows, batch_size) == 0


@given(st.integers(1, 200), st.integers(1, 64))
def test_every_row_is_predicted(rows: int, batch_size: int) -> None:
    x = Rows(range(rows))
    expected = [2 * row for row in x]
    assert PREDICT(Model(), x, batch_size) == expected
    assert PREDICT_NESTED(Model(), (x, {"a": x}), batch_size=batch_size, verbose=1) == (
        expected,
        {"a": expected},
    )


def test_take_rows_and_row_count() -> None:
    data = (Rows([1, 2, 3, 4]), {"a": Rows([5, 6, 7, 8])})
    assert written(helper_functions.take_rows)(data, 1, 3) == ([2, 3], {"a": [6, 7]})
    assert written(helper_functions.row_count)(data) == 4


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("quotes", ["'", '"'])
def test_a_function_that_is_there_already_is_used_again(maker: Maker, quotes: str) -> None:
    script = script_of(f"print({quotes}first{quotes})")
    first = maker(script, facts_of(script))
    assert first.edits
    ported = script_of(apply(script.text, first.edits), imports="")
    again = maker(ported, facts_of(ported))
    assert (again.name, again.edits) == (first.name, ())


def test_the_user_s_function_of_the_same_name_stays() -> None:
    code = "def take_rows(data):\n    return data\ndef row_count():\n    '''Mine.'''"
    script = script_of(code)
    assert helper_functions.take_rows(script, facts_of(script)).name == "ipu_take_rows"
    assert helper_functions.row_count(script, facts_of(script)).name == "ipu_row_count"
