"""What the compiler says of programs, and how often it is asked."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ..fitted import X, Y, fit, function

pytestmark = pytest.mark.tensorflow


def test_sizes_that_depend_on_data(tf: Any, strategy: Any) -> None:
    def sized(tf: Any, values: Any) -> Any:
        size = tf.cast(tf.reduce_sum(values), tf.int32)
        return values + tf.reduce_sum(tf.ones([size]))

    if tf.__version__.startswith("2.6."):
        fit(
            tf, strategy, function(sized)
        )  # the compiler of 2.6 is given values, and takes them for constants
    else:
        with pytest.raises(tf.errors.InvalidArgumentError, match="must be a compile-time constant"):
            fit(tf, strategy, function(sized))


class Scale:
    """Makes a layer whose variable does not exist before it is first called."""

    def __new__(cls, tf: Any) -> Any:
        class Layer(tf.keras.layers.Layer):  # type: ignore[misc]
            scale = None

            def call(self, values: Any) -> Any:
                if self.scale is None:
                    self.scale = tf.Variable(2.0)
                return values * self.scale

        return Layer()


@pytest.mark.parametrize(
    "layer, shape",
    [
        (lambda tf: tf.keras.layers.Dropout(0.5), (3,)),
        (lambda tf: tf.keras.layers.LSTM(2), (4, 3)),
        (lambda tf: tf.keras.layers.UpSampling2D(), (2, 2, 1)),
        (Scale, (3,)),
    ],
    ids=["random", "loop", "resize", "late variable"],
)
def test_what_only_stock_xla_cannot_compile_is_taken(tf: Any, strategy: Any, layer: Any, shape: Any) -> None:
    x = np.ones((8, *shape), np.float32)
    assert fit(tf, strategy, layer, lambda tf: tf.keras.layers.Flatten(), x=x).history["loss"]


def test_a_program_is_compiled_once(tf: Any, dense: Any, monkeypatch: Any) -> None:
    from gpu2ipu.simulator.compiler import hlo, lowering

    compiled: list[Any] = []
    stock = lowering.compile_to_hlo

    def kept(program: Any) -> Any:
        compiled.append(program)
        return stock(program)

    monkeypatch.setattr(hlo, "compile_to_hlo", kept)
    model = dense(steps_per_execution=2)
    for _ in range(2):
        model.fit(X, Y, batch_size=4, epochs=2, verbose=0)
    assert len(compiled) == 1
    model.fit(X, Y, batch_size=2, verbose=0)  # other shapes
    model.evaluate(X, Y, batch_size=4, verbose=0)
    model.predict(X, batch_size=4, verbose=0)
    assert len(compiled) == 4
    text, refusal = stock(compiled[0])
    assert text and text.startswith("HloModule") and refusal is None


def test_a_step_is_traced_once_unless_it_draws(tf: Any, strategy: Any, monkeypatch: Any) -> None:
    """AutoGraph and `tf.function` would have it traced four times, with other random numbers each time."""
    traces: list[Any] = []
    stock = tf.keras.Model.train_step

    def counted(model: Any, data: Any) -> Any:
        traces.append(model)
        return stock(model, data)

    monkeypatch.setattr(tf.keras.Model, "train_step", counted)
    last = function(lambda tf, values: 2.0 * values)
    fit(tf, strategy, last, steps_per_execution=2)
    assert len(traces) == 1
    traces.clear()
    fit(tf, strategy, lambda tf: tf.keras.layers.Dropout(0.5), steps_per_execution=2)
    assert len(traces) == 4


def test_a_model_is_traced_anew_after_it_has_changed(tf: Any, strategy: Any) -> None:
    with strategy.scope():
        model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,)), tf.keras.layers.Dense(1)])
    for first_learns in (True, False):
        model.layers[0].trainable = first_learns
        with strategy.scope():
            model.compile("sgd", "mse", steps_per_execution=2)
        before = model.get_weights()
        model.fit(X, Y, batch_size=4, verbose=0)
        learns = [not np.array_equal(*pair) for pair in zip(before, model.get_weights())]
        assert learns == [first_learns, first_learns, True, True]
