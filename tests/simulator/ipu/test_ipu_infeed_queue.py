"""Iterators that are made in the scope of a strategy."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow


def test_elements_are_taken_in_functions(tf: Any, strategy: Any) -> None:
    with strategy.scope():
        iterator = iter(tf.data.Dataset.range(3).batch(3, drop_remainder=True))
    total = tf.function(lambda it: tf.reduce_sum(next(it)))
    assert int(total(iterator)) == 3


@pytest.mark.parametrize("take", ["next", "get_next", "for"])
def test_not_in_eager_mode(tf: Any, strategy: Any, take: str) -> None:
    with strategy.scope():
        dataset = tf.data.Dataset.range(3)
        with pytest.raises(RuntimeError, match="can not be accessed in eager mode when inside 'IPUStrategy'"):
            if take == "next":
                next(iter(dataset))
            elif take == "get_next":
                iter(dataset).get_next()
            else:
                list(dataset)


def test_shapes_must_be_defined(tf: Any, strategy: Any) -> None:
    with strategy.scope(), pytest.raises(ValueError, match="is not fully defined. If using tf.Dataset.batch, set"):
        iter(tf.data.Dataset.range(3).batch(2))


def test_no_optionals(tf: Any, strategy: Any) -> None:
    with strategy.scope(), pytest.raises(NotImplementedError, match="does not support get_next_as_optional"):
        iter(tf.data.Dataset.range(3)).get_next_as_optional()


def test_switched_off_or_outside(tf: Any, ipu: Any) -> None:
    dataset = tf.data.Dataset.range(3).batch(2)
    assert len(list(dataset)) == 2
    with ipu.ipu_strategy.IPUStrategy(enable_dataset_iterators=False).scope():
        assert len(list(dataset)) == 2
