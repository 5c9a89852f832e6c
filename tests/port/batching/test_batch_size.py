"""Batch sizes: that of a call, and one near it that divides the samples."""

from __future__ import annotations

import ast
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpu2ipu.analysis.dataflow.quantity import Quantity, named
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.edits import Insert
from gpu2ipu.port.batching.batch_size import (
    batch_of,
    dividing_size,
    evaluation_batches,
    evaluation_size,
    even_size,
    fixed_batch,
)
from gpu2ipu.port.code.helper_functions import even_batch_size
from tests.port.proposed import batch_of as batch_in
from tests.port.proposed import fit_call, last_lines, proposals, script_of


@pytest.mark.parametrize(
    ("code", "number", "text", "written"),
    [
        ("model.fit(x, y)", 32, "32", True),
        ("model.fit(x, y, batch_size=64)", 64, "64", True),
        ("b = 64\nmodel.fit(x, y, batch_size=b)", 64, "b", True),
        ("model.fit(x, y, batch_size=n)", None, "n", True),
        ("model.fit(x, y, batch_size=int(input()))", None, "int(input())", False),
        (
            "b = 64 if n else None\nmodel.fit(x, y, batch_size=b)",
            None,
            "b or 32",
            True,
        ),
    ],
)
def test_batch_sizes(code: str, number: int | None, text: str, written: bool) -> None:
    batch = batch_in(code)
    assert (batch.number, ast.unparse(batch.expression)) == (number, text)
    assert batch.is_written_out is written


@given(st.integers(1, 3000), st.integers(1, 300))
def test_an_even_size_divides_the_rows_and_is_near_the_batch(rows: int, batch: int) -> None:
    size, whole = even_size(rows, batch), min(rows, batch)
    if size is None:
        assert all(
            rows % near for near in (*range(-(-whole // 2), whole + 1), *range(batch + 1, 4 * batch + 1))
        )
    else:
        assert rows % size == 0
        assert whole <= size * 2
        assert size <= 4 * batch


@given(st.integers(1, 3000), st.integers(1, 300))
def test_a_dividing_size_divides_the_rows_however_small_it_is(rows: int, batch: int) -> None:
    assert rows % dividing_size(rows, batch) == 0
    assert dividing_size(rows, batch) == (even_size(rows, batch) or dividing_size(rows, batch))


@pytest.mark.parametrize(
    ("samples", "most", "expected"),
    [
        (25000, None, 25),  # nothing is known of the training
        (25000, 781, 40),  # 1000 batches: more than 781, and no multiple of them
        (25000, 500, 25),  # twice as many
        (25000, 2000, 25),
        (25000, 100, 25),  # ten times as many
        (1009, None, 32),  # a prime number
        (
            1009,
            25,
            42,
        ),  # 31 batches were more than 25, and no size divides a prime number: the one that drops one sample
        (131, 3, 65),  # not 33, which drops 32 samples: a whole batch of the original
        (1009, 2, 36),  # 28 batches, a multiple
        (20, 1, 20),
        (20, None, 20),
    ],
)
def test_an_evaluation_has_no_more_batches_than_training(
    samples: int, most: int | None, expected: int
) -> None:
    assert evaluation_size(samples, 32, most) == expected


def _helper() -> Callable[[int, int], int]:
    script = script_of("")
    inserts = [edit for edit in even_batch_size(script, facts_of(script)).edits if isinstance(edit, Insert)]
    namespace: dict[str, Callable[[int, int], int]] = {}
    exec("\n".join(insert.template for insert in inserts), {}, namespace)
    return namespace["even_batch_size"]


HELPER = _helper()


@given(st.integers(1, 3000), st.integers(1, 300))
def test_the_number_is_what_the_function_in_the_port_returns(samples: int, batch: int) -> None:
    assert evaluation_size(samples, batch) == HELPER(samples, batch)


@pytest.mark.parametrize(
    ("samples", "batch", "is_fixed", "number", "text"),
    [
        (Quantity(1000, ast.Name("n")), 64, True, 50, "50"),
        (
            Quantity(1000, ast.Name("n")),
            64,
            False,
            50,
            "even_batch_size(n, b)",
        ),  # another call may bring others
        (Quantity(1009, ast.Name("n")), 64, True, 64, "b"),  # a prime number
        (named("n"), 64, True, None, "even_batch_size(n, b)"),
        (Quantity(1000, ast.Name("n")), None, True, None, "even_batch_size(n, b)"),
    ],
)
def test_the_size_of_evaluation_batches(
    samples: Quantity, batch: int | None, is_fixed: bool, number: int | None, text: str
) -> None:
    script = script_of("")
    size = evaluation_batches(
        script, facts_of(script), samples, Quantity(batch, ast.Name("b")), is_fixed
    ).size
    assert (size.number, ast.unparse(size.written)) == (number, text)
    assert bool(size.helpers) is ("even" in text)


# --- the batch size that inputs are made for is taken where a call says none


@pytest.mark.parametrize(
    ("code", "size"),
    [
        ("keras.Input(batch_shape=(20, 4))", 20),
        ("keras.Input((4,), batch_size=20)", 20),
        ("layers.Input((4,), batch_size=20)", 20),
        ("b = 20\nlayers.LSTM(3, batch_input_shape=[b, 7, 4])", 20),
        ("layers.InputLayer((4,), batch_size=20)", 20),
        ("keras.Input(batch_shape=(None, 4))", None),
        ("keras.Input((4,), batch_size=None)", None),
        ("keras.Input(batch_shape=unheard_of)", None),
        ("keras.Input(batch_shape=(n, 4))", None),
        ("keras.Input((4,), batch_size=20)\nkeras.Input((4,), batch_size=1)", None),
        ("model.fit(x, y, batch_size=20)", None),
        ("unheard_of(batch_size=20)", None),
        ("keras.Input((4,))", None),
    ],
)
def test_fixed_batch(code: str, size: int | None) -> None:
    assert fixed_batch(script_of(code)) == size


FIXED = "keras.Input((4,), batch_size=20)\n"


@pytest.mark.parametrize(
    ("code", "number"),
    [
        ("model.predict(x)", 20),
        ("model.evaluate(x, y)", 20),
        ("model.predict(x, batch_size=None)", 20),
        ("model.predict(x, batch_size=64)", 64),
        ("model.fit(x, y)", 32),  # another batch would be another training
    ],
)
def test_batch_of(code: str, number: int) -> None:
    assert batch_of(fit_call(FIXED + code)).number == number


@pytest.mark.parametrize(
    ("code", "result"),
    [
        ("model.predict(x[:100])", "model.predict(x[:100], batch_size=20)"),
        ("model.predict(u)", "predict_all_rows(model, u, batch_size=20)"),
        ("model.predict(u, batch_size=64)", "predict_all_rows(model, u, batch_size=64)"),
        ("model.evaluate(u, v)", "evaluate_all_rows(model, u, v, batch_size=even_batch_size(len(u), 20))"),
        ("model.evaluate(x[:100], y[:100])", "model.evaluate(x[:100], y[:100], batch_size=20)"),
    ],
)
def test_the_batch_size_is_said(code: str, result: str) -> None:
    edits = tuple(edit for proposal in proposals(FIXED + code) for edit in proposal.edits)
    assert last_lines(fit_call(FIXED + code).facts.script, edits) == result


@pytest.mark.parametrize("code", ["model.predict(x[:960])", "model.evaluate(x[:960], y[:960])"])
def test_whole_batches_stay_as_they_are(code: str) -> None:
    assert not proposals(FIXED + code)


def test_the_message_names_the_batch_size_that_keras_would_take() -> None:
    (proposal,) = proposals(FIXED + "model.predict(x[:100])")
    assert proposal.message == "`predict` ends with a partial batch: 100 samples in batches of 32"
