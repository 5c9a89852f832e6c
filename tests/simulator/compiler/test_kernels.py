"""Operations that an IPU runs, and operations that it does not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ..fitted import X, Y, fit, function

pytestmark = pytest.mark.tensorflow


def spectrum(tf: Any, values: Any) -> Any:
    return tf.math.real(tf.signal.fft(tf.cast(values, tf.complex64)))


def first_distinct(tf: Any, values: Any) -> Any:
    return values * tf.unique(tf.reshape(values, [-1]))[0][0]


def printed(tf: Any, values: Any) -> Any:
    tf.print("values", values)
    return values


def on_the_host(tf: Any, values: Any) -> Any:
    result = tf.numpy_function(lambda array: array, [values], tf.float32)
    result.set_shape(values.shape)
    return result


def as_text(tf: Any, values: Any) -> Any:
    return values + tf.cast(tf.strings.length(tf.strings.as_string(values)), tf.float32)


def masked(tf: Any, values: Any) -> Any:
    return values + tf.reduce_sum(tf.boolean_mask(values, values > 0.5))


def in_a_branch(tf: Any, values: Any) -> Any:
    return tf.cond(tf.reduce_sum(values) > 0, lambda: masked(tf, values), lambda: values)


def doubled(tf: Any, values: Any) -> Any:
    return tf.cast(tf.cast(values, tf.float64) * 2, tf.float32)


@pytest.mark.parametrize(
    "body, named",
    [
        (spectrum, "FFT|Complex|Real"),
        (first_distinct, "Unique"),
        (printed, "PrintV2|StringFormat"),
        (on_the_host, "PyFunc"),
        (as_text, "AsString|StringLength"),
        (masked, "Where"),
        (in_a_branch, "Where"),
        (doubled, "float64"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_operations_without_a_kernel(tf: Any, strategy: Any, body: Any, named: str) -> None:
    message = (
        f"(?s)Detected unsupported operations when trying to compile graph .* on XLA_IPU_JIT: .*({named})"
    )
    with pytest.raises(tf.errors.InvalidArgumentError, match=message):
        fit(tf, strategy, function(body))


def test_a_cast_that_is_undone(tf: Any, strategy: Any) -> None:
    fit(tf, strategy, function(lambda tf, values: tf.cast(tf.cast(values, tf.float64), tf.float32)))


@pytest.mark.parametrize("call", ["evaluate", "predict"])
def test_in_every_program(tf: Any, strategy: Any, call: str) -> None:
    with strategy.scope():
        model = tf.keras.Sequential([function(masked)(tf), tf.keras.layers.Dense(1)])
        model.compile("sgd", "mse", steps_per_execution=2)
    arrays = (X,) if call == "predict" else (X, Y)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Detected unsupported operations"):
        getattr(model, call)(*arrays, batch_size=4)


def chosen(tf: Any, values: Any) -> Any:
    return tf.where(values > 0.5, values, tf.zeros_like(values))


def branched(tf: Any, values: Any) -> Any:
    return tf.cond(tf.reduce_sum(values) > 0, lambda: values, lambda: -values)


def asserted(tf: Any, values: Any) -> Any:
    with tf.control_dependencies([tf.debugging.assert_greater(values, -1.0, message="small")]):
        return tf.debugging.check_numerics(values, "not a number")


@pytest.mark.parametrize("body", [chosen, branched, asserted], ids=lambda body: body.__name__)
def test_operations_with_a_kernel(tf: Any, strategy: Any, body: Any) -> None:
    assert fit(tf, strategy, function(body)).history["loss"]


@pytest.mark.parametrize(
    ("optimizer", "options"),
    [
        ("sgd", {"momentum": 0.9}),
        ("sgd", {}),
        ("adam", {}),
        ("adam", {"amsgrad": True}),
        ("rmsprop", {"momentum": 0.9}),
        ("rmsprop", {}),
        ("adagrad", {}),
        ("adadelta", {}),
        ("ftrl", {}),
    ],
)
def test_an_embedding_trains(tf: Any, strategy: Any, optimizer: str, options: dict[str, Any]) -> None:
    with strategy.scope():
        given = (
            tf.keras.optimizers.get({"class_name": optimizer, "config": options}) if options else optimizer
        )
    tokens = np.ones((8, 5), np.int32)
    layers = (
        lambda tf: tf.keras.layers.Embedding(4, 2, input_length=5),
        lambda tf: tf.keras.layers.Flatten(),
    )
    assert fit(tf, strategy, *layers, x=tokens, optimizer=given).history["loss"]
