"""How many full batches a call takes of a dataset."""

from __future__ import annotations

import pytest

from tests.port.batching.test_datasets import steps
from tests.port.proposed import outcome, shown


@pytest.mark.parametrize(
    ("data", "arguments", "steps"),
    [
        ("range(100).batch(10)", "", (10, "len(data)")),
        ("range(105).batch(10)", "", (10, "len(data)")),  # the short batch is dropped
        ("range(105).batch(10, True)", "", (10, "len(data)")),
        ("range(100).batch(n)", "", (None, "len(data)")),
        ("range(100).repeat().batch(10)", "", (None, None)),
        ("range(100).filter(n).batch(10)", "", (None, None)),
        ("range(100).repeat().batch(10)", "steps_per_epoch=7", (7, "7")),
        ("range(100).repeat().batch(10)", "steps_per_epoch=n // 2", (None, "n // 2")),
        ("from_tensors(x)", "", (None, "len(data)")),
    ],
)
def test_steps_of_a_dataset(data: str, arguments: str, steps: tuple[int | None, str | None]) -> None:
    found = outcome(f"data = tf.data.Dataset.{data}\nmodel.fit(data, {arguments})")
    assert shown(found.steps) == steps
    validated = outcome(f"data = tf.data.Dataset.{data}\nmodel.fit(data, validation_data=data)")
    assert validated.validation is not None


def test_a_dataset_that_is_made_in_the_call_is_not_made_again_to_count_it() -> None:
    assert shown(outcome("model.fit(tf.data.Dataset.range(9).batch(3))").steps) == (3, None)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("model.evaluate(rows(100).batch(32))", (4, None)),
        ("d = rows(100).batch(32)\nmodel.evaluate(d)", (4, "len(d)")),
        ("model.fit(rows(7).batch(32))", (1, None)),
        ("model.fit(rows(7).batch(32).repeat(3))", (3, None)),
        ("model.evaluate(tf.data.Dataset.from_tensor_slices(u).batch(32, True))", (None, None)),
        (
            "model.evaluate(tf.data.Dataset.from_tensor_slices(u).batch(n, drop_remainder=True))",
            (None, "len(u) // n"),
        ),
        (
            "model.evaluate(tf.data.Dataset.from_tensor_slices((u, v)).batch(32))",
            (None, "len(u) // even_batch_size(len(u), 32)"),
        ),
    ],
)
def test_steps(code: str, expected: tuple[int | None, str]) -> None:
    assert shown(steps(code)[0]) == expected


def test_steps_of_a_validation_that_gets_a_larger_batch() -> None:
    found = steps("model.fit(rows(96).batch(32), validation_data=rows(100).batch(32))")
    assert list(map(shown, found)) == [(3, None), (2, None)]
