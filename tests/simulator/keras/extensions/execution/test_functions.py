"""Executions: when callbacks are called, what they see, and what is counted."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow

X = np.arange(36, dtype=np.float32).reshape(12, 3) / 36
Y = np.ones((12, 1), np.float32)


@pytest.fixture
def calls(tf: Any) -> Any:
    """A callback that notes the steps it is called for."""

    class Calls(tf.keras.callbacks.Callback):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.steps: list[Any] = []
            self.logs: list[Any] = []

        def on_train_batch_begin(self, batch: int, logs: Any = None) -> None:
            self.steps.append(("begin", batch))

        def on_train_batch_end(self, batch: int, logs: Any = None) -> None:
            self.steps.append(("end", batch))
            self.logs.append(logs["loss"])

        on_test_batch_begin = on_train_batch_begin
        on_test_batch_end = on_train_batch_end
        on_predict_batch_begin = on_train_batch_begin

        def on_predict_batch_end(self, batch: int, logs: Any = None) -> None:
            self.steps.append(("end", batch))
            self.logs.append(logs["outputs"])

    return Calls()


THREE = [("begin", 0), ("end", 2), ("begin", 3), ("end", 5)]
ONE = [(part, step) for step in range(6) for part in ("begin", "end")]


@pytest.mark.parametrize("call", ["fit", "evaluate", "predict"])
@pytest.mark.parametrize("asynchronous", [False, True])
def test_callbacks_come_once_an_execution(dense: Any, calls: Any, call: str, asynchronous: bool) -> None:
    model = dense(steps_per_execution=3)
    model.set_asynchronous_callbacks(asynchronous)
    arrays = (X,) if call == "predict" else (X, Y)
    getattr(model, call)(*arrays, batch_size=2, callbacks=[calls], verbose=0)
    assert calls.steps == (ONE if asynchronous else THREE)
    if call == "predict":
        assert [len(outputs) for outputs in calls.logs] == ([2] * 6 if asynchronous else [6, 6])


def test_an_execution_shows_the_metrics_of_its_last_step(dense: Any, calls: Any, tf: Any) -> None:
    model = dense(steps_per_execution=3)
    weights = model.get_weights()
    model.fit(X, Y, batch_size=2, shuffle=False, callbacks=[calls], verbose=0)
    of_executions = list(calls.logs)
    model.set_weights(weights)
    model.set_asynchronous_callbacks(True)
    model.fit(X, Y, batch_size=2, shuffle=False, callbacks=[calls], verbose=0)
    assert calls.logs[2:][2::3] == of_executions  # a running mean, the same step by step


def test_steps_are_counted(dense: Any) -> None:
    model = dense(steps_per_execution=3)
    model.fit(X, Y, batch_size=2, epochs=2, verbose=0)
    assert int(model._train_counter) == 12
    model.evaluate(X, Y, batch_size=2, verbose=0)
    model.predict(X, batch_size=2, verbose=0)
    assert (int(model._test_counter), int(model._predict_counter)) == (6, 6)


def test_training_stops_between_executions(tf: Any, dense: Any) -> None:
    stop: Any = tf.keras.callbacks.LambdaCallback(
        on_train_batch_end=lambda batch, logs: setattr(stop.model, "stop_training", True)
    )
    model = dense(steps_per_execution=3)
    model.fit(X, Y, batch_size=2, callbacks=[stop], verbose=0)
    assert int(model._train_counter) == 3


@pytest.mark.parametrize("steps", [1, 2, 6])
def test_predictions_keep_their_order(dense: Any, steps: int) -> None:
    model = dense(steps_per_execution=steps)
    kernel, bias = model.get_weights()
    np.testing.assert_allclose(
        model.predict(X, batch_size=2, verbose=0), X @ kernel + bias, rtol=1e-5, atol=1e-6
    )


def test_predict_without_compile(tf: Any, strategy: Any, calls: Any) -> None:
    with strategy.scope():
        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    assert model.predict(X, batch_size=2, callbacks=[calls], verbose=0).shape == (12, 1)
    assert calls.steps == ONE


def test_several_outputs(tf: Any, strategy: Any) -> None:
    with strategy.scope():
        inputs = tf.keras.Input((3,))
        model = tf.keras.Model(inputs, {"same": inputs, "sum": tf.reduce_sum(inputs, 1)})
        model.compile("sgd", steps_per_execution=3)
    outputs = model.predict(X, batch_size=2, verbose=0)
    np.testing.assert_array_equal(outputs["same"], X)
    np.testing.assert_allclose(outputs["sum"], X.sum(1), rtol=1e-6)


def test_outputs_that_no_feed_carries(tf: Any, strategy: Any) -> None:
    with strategy.scope():
        inputs = tf.keras.Input((3,))
        index = tf.keras.Model(inputs, tf.argmax(inputs, 1))
        narrow = tf.keras.Model(inputs, tf.argmax(inputs, 1, output_type=tf.int32))
    with pytest.raises(
        tf.errors.FailedPreconditionError, match="Unsupported datatype int64 on index 0 of feed"
    ):
        index.predict(X, batch_size=2)
    assert narrow.predict(X, batch_size=2, verbose=0).tolist() == [2] * 12


@pytest.mark.parametrize("ipus", [1, 2])
@pytest.mark.parametrize("call", ["fit", "evaluate"])
def test_metrics_that_no_feed_carries(tf: Any, on_ipus: Any, call: str, ipus: int) -> None:
    class Seen(tf.keras.metrics.Metric):  # type: ignore[misc, name-defined]
        def __init__(self, dtype: str) -> None:
            super().__init__(name="seen")
            self.kind = dtype
            self.count = self.add_weight("count", initializer="zeros", dtype="int32")

        def update_state(self, labels: Any, outputs: Any, sample_weight: Any = None) -> None:
            self.count.assign_add(tf.shape(labels)[0])

        def result(self) -> Any:
            return tf.cast(self.count, self.kind)

    with on_ipus(ipus).scope():
        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        model.compile("sgd", "mse", metrics=[Seen("int64")])
        with pytest.raises(
            tf.errors.FailedPreconditionError, match="Unsupported datatype int64 on index 1 of feed"
        ):
            getattr(model, call)(X, Y, batch_size=2, verbose=0)
        model.compile("sgd", "mse", metrics=[Seen("int32")])
    getattr(model, call)(X, Y, batch_size=2, verbose=0)
    assert int(model.metrics[-1].result()) == 12 // ipus


def test_a_clamped_training_leaves_later_executions_whole(dense: Any, tf: Any) -> None:
    # In stock Keras the functions made during this fit would run one step of each later execution.
    model = dense(steps_per_execution=6)
    model.fit(X[:2], Y[:2], batch_size=2, validation_data=(X[:2], Y[:2]), verbose=0)
    model.evaluate(X, Y, batch_size=2, verbose=0)
    assert int(model._test_counter) == 6
    expected = float(np.mean((model.predict(X, batch_size=12, verbose=0) - Y) ** 2))
    assert model.evaluate(X, Y, batch_size=2, verbose=0) == pytest.approx(expected, rel=1e-5)


def test_an_evaluation_in_a_callback(tf: Any, dense: Any) -> None:
    losses = []

    class Evaluate(tf.keras.callbacks.Callback):  # type: ignore[misc]
        def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
            losses.append(self.model.evaluate(X, Y, batch_size=2, verbose=0))

    model = dense(steps_per_execution=3)
    model.fit(X, Y, batch_size=2, epochs=2, callbacks=[Evaluate()], verbose=0)
    assert len(losses) == 2 and losses[1] < losses[0]


@pytest.mark.parametrize("rows", [2, 0])
def test_outputs_without_elements(tf: Any, strategy: Any, rows: int) -> None:
    with strategy.scope():
        inputs = tf.keras.Input((3,))
        model = tf.keras.Model(inputs, inputs[:, :rows])
        model.compile()
    if rows:
        assert model.predict(X, batch_size=2, verbose=0).shape == (12, 2)
    else:
        with pytest.raises(tf.errors.InvalidArgumentError, match="outfeed queue with a dimension of size 0"):
            model.predict(X, batch_size=2)


@pytest.mark.parametrize("call", ["fit", "evaluate", "predict"])
@pytest.mark.parametrize("inside", [False, True])
def test_operations_without_a_kernel(tf: Any, strategy: Any, call: str, inside: bool) -> None:
    def kept(x: Any) -> Any:
        return tf.reshape(tf.boolean_mask(x, tf.ones_like(x, tf.bool)), [2, 3]) if inside else x

    with strategy.scope():
        model = tf.keras.Sequential(
            [tf.keras.layers.Lambda(kept, input_shape=(3,)), tf.keras.layers.Dense(1)]
        )
        model.compile("sgd", "mse", steps_per_execution=2)
    arrays = (X,) if call == "predict" else (X, Y)
    if inside:
        with pytest.raises(tf.errors.InvalidArgumentError, match="Detected unsupported operations"):
            getattr(model, call)(*arrays, batch_size=2, verbose=0)
    else:
        getattr(model, call)(*arrays, batch_size=2, verbose=0)


def test_on_batch_calls_take_what_no_feed_carries(dense: Any) -> None:
    model = dense()
    rows, targets = np.ones((2, 3), "int64"), np.ones((2, 1), "int64")
    first = model.train_on_batch(rows, targets)
    assert model.test_on_batch(rows, targets) < first
    assert model.predict_on_batch(rows).shape == (2, 1)


@pytest.mark.parametrize("call", ["train_on_batch", "test_on_batch", "predict_on_batch"])
def test_on_batch_calls_want_all_steps_of_an_execution(tf: Any, dense: Any, call: str) -> None:
    model = dense(steps_per_execution=2)
    arrays = (X,) if call == "predict_on_batch" else (X, Y)
    with pytest.raises(tf.errors.OutOfRangeError, match="End of sequence"):
        getattr(model, call)(*arrays)


@pytest.mark.parametrize("ipus", [1, 2])
@pytest.mark.parametrize("call", ["fit", "evaluate"])
def test_faults_of_a_step_are_named(tf: Any, on_ipus: Any, call: str, ipus: int) -> None:
    def broken(y_true: Any, y_pred: Any) -> Any:
        raise ValueError("the fault of this loss")

    with on_ipus(ipus).scope():
        model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(3,))])
        model.compile("sgd", broken, steps_per_execution=3)
    for _ in range(2):
        with pytest.raises(ValueError, match="(?s)in user code.*ValueError: the fault of this loss"):
            getattr(model, call)(X, Y, batch_size=2, verbose=0)


@pytest.mark.parametrize("ipus", [1, 2])
@pytest.mark.parametrize("call", ["fit", "predict"])
def test_faults_that_keras_finds_in_a_step_are_named(tf: Any, on_ipus: Any, call: str, ipus: int) -> None:
    with on_ipus(ipus).scope():
        inputs = [tf.keras.Input((3,)), tf.keras.Input((3,))]
        model = tf.keras.Model(inputs, tf.keras.layers.Dense(1)(sum(inputs)))
        model.compile("sgd", "mse", steps_per_execution=3)
    arrays = (X,) if call == "predict" else (X, Y)
    with pytest.raises(ValueError, match=r"(?s)in user code.*ValueError: Layer \S+ expects 2 input\(s\)"):
        getattr(model, call)(*arrays, batch_size=2, verbose=0)


@pytest.mark.parametrize("replicas", [1, 2])
def test_metrics_that_a_layer_or_model_adds(tf: Any, on_ipus: Any, replicas: int) -> None:
    class Bias(tf.keras.layers.Layer):  # type: ignore[misc]
        def build(self, input_shape: Any) -> None:
            self.bias = self.add_weight("bias", (1,), initializer="zeros")
            self.error = tf.keras.metrics.MeanAbsoluteError(name="of_layer")

        def call(self, inputs: Any) -> Any:
            rows, targets = inputs
            self.add_metric(self.error(targets, rows + self.bias), name="of_layer")
            return rows + self.bias

    with on_ipus(replicas).scope():
        inputs, targets = tf.keras.Input((1,)), tf.keras.Input((1,))
        outputs = Bias()([inputs, targets])
        model = tf.keras.Model([inputs, targets], outputs)
        model.add_metric(
            tf.keras.metrics.mean_absolute_error(targets, outputs), name="of_model", aggregation="mean"
        )
        model.compile(tf.keras.optimizers.SGD(0.1 / replicas), "mae")
    rows = np.tile(np.array([[0], [1], [2]], np.float32), (replicas, 1))
    history = model.fit([rows, rows + 1], rows + 1, batch_size=3, epochs=3, shuffle=False, verbose=0).history
    assert sorted(history) == ["loss", "of_layer", "of_model"]
    for values in history.values():
        np.testing.assert_allclose(values, [1.0, 0.9, 0.8], rtol=1e-5)
